//! Two cards with one id, in all files of a game.

use super::Shared;
use crate::ast::Card;
use crate::diag::{Code, Diagnostic};

pub(super) fn check(cards: &[&Card<'_>], shared: &mut Shared, out: &mut Vec<Diagnostic>) {
    for id in cards.iter().filter_map(|card| card.id.as_ref()) {
        match shared.ids.get(id.text) {
            Some(first) => out.push(
                Diagnostic::new(
                    Code::DuplicateId,
                    id.span,
                    format!("another card has the id {}", id.text),
                )
                .with_label(*first, "the first one")
                .with_help("ids are unique; a reprint has an id of its own"),
            ),
            None => drop(shared.ids.insert(id.text.to_owned(), id.span)),
        }
    }
}
