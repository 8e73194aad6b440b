//! A card without a number that every card of its type has printed.

use crate::check::Checker;
use crate::check::card_fields::Header;
use crate::check::value::ObjTy;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use crate::vocab::{AttrData, Data, ValueType};

impl Checker<'_, '_> {
    pub(in crate::check) fn missing_attributes(&mut self, header: &Header, at: Span) {
        let types: Vec<&'static str> = self.face_types.clone();
        let has = |a: &AttrData| {
            let printed = types.iter().any(|t| !a.unprinted.contains(t));
            let ty = ObjTy {
                nouns: types.clone(),
                ..ObjTy::card()
            };
            printed && !a.on.contains(&"card") && self.nouns_have(&a.on, &ty)
        };
        let missing: Vec<&str> = self
            .scope
            .vocab
            .words()
            .iter()
            .filter(|w| {
                matches!(&w.data, Data::Attr(a) if a.header && a.ty == ValueType::Number && has(a))
                    && !header.attrs.contains_key(w.name())
            })
            .map(|w| w.name())
            .collect();
        if !missing.is_empty() {
            let ty = header.types.first().cloned().unwrap_or_default();
            self.report(
                Diagnostic::new(
                    Code::MissingAttribute,
                    at,
                    format!("this {ty} has no {}", missing.join(", no ")),
                )
                .with_help("add it to the first line of the card"),
            );
        }
    }
}
