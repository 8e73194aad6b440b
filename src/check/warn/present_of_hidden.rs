//! `is` and `has` about a card that cannot be seen any more.

use crate::check::Checker;
use crate::check::tense::asks_board;
use crate::diag::{Code, Diagnostic};
use crate::ir::{AttrOf, Cond, Expr, Objects, Subject};
use crate::source::Span;

impl Checker<'_, '_> {
    /// The author means how it was.
    pub(in crate::check) fn present_of_hidden(&mut self, cond: &Cond, span: Span, (word, instead): (&str, &str)) {
        let of = match cond {
            Cond::Is {
                subject: Subject::Objects(id),
                was: false,
                what,
            } if asks_board(what) => Some(*id),
            Cond::Compare(number, _) => match &self.code[*number] {
                Expr::Attr(AttrOf::Objects(id), _) => Some(*id),
                _ => None,
            },
            _ => None,
        };
        let Some(Objects::Slot(slot, _)) = of.map(|id| &self.code[id]) else {
            return;
        };
        let slot = *slot;
        let Some((_, at)) = self.frame().hidden.iter().find(|(of, _)| *of == slot).copied() else {
            return;
        };
        self.report(
            Diagnostic::new(
                Code::PresentOfHidden,
                span,
                format!("`{word}` asks how the card is now, but it cannot be seen any more"),
            )
            .with_label(at, "it goes to a hidden zone here")
            .with_help(format!("write `{instead}`: how it was before it left")),
        );
    }
}
