//! An id that does not begin with the code of its set, as all others do.

use super::node::span;
use crate::diag::{Code, Diagnostic};
use crate::ir::Card;

/// So many cards with ids must begin with the code of the set before one that does not is odd.
const ENOUGH: usize = 5;

pub(super) fn check(cards: &[Card], out: &mut Vec<Diagnostic>) {
    let with: Vec<(&Card, &str, &str)> = cards
        .iter()
        .filter_map(|card| Some((card, card.id.as_deref()?, card.set.as_deref()?)))
        .collect();
    let inside = with.iter().filter(|(_, id, set)| id.starts_with(set)).count();
    if inside < ENOUGH || inside + 1 != with.len() {
        return;
    }
    for (card, id, set) in with.iter().filter(|(_, id, set)| !id.starts_with(set)) {
        let text = format!("the id {id} does not begin with {set}, as all others here do");
        out.push(
            Diagnostic::new(Code::OddId, span(card.src), text)
                .with_help("is a letter wrong, or is the card of another set?"),
        );
    }
}
