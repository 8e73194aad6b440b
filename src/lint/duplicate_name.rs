//! Two cards of a file with one name.

use crate::ast::Card;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use indexmap::IndexMap;

pub(super) fn check(cards: &[&Card<'_>], out: &mut Vec<Diagnostic>) {
    let mut names: IndexMap<&str, Span> = IndexMap::new();
    for name in cards.iter().map(|card| &card.name) {
        match names.get(name.text) {
            Some(first) => out.push(
                Diagnostic::new(
                    Code::DuplicateName,
                    name.span,
                    format!("another card is named \"{}\"", name.text),
                )
                .with_label(*first, "the first one")
                .with_help("cards of one name count as the same card in deck rules; rename one or remove it"),
            ),
            None => drop(names.insert(name.text, name.span)),
        }
    }
}
