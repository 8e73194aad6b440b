//! Two names that differ in blanks, marks or capitals only.

use super::node::span;
use crate::diag::{Code, Diagnostic};
use crate::ir::Card;
use indexmap::IndexMap;

/// Letters and digits of a name, in small letters.
fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

pub(super) fn check(cards: &[Card], out: &mut Vec<Diagnostic>) {
    let mut known: IndexMap<String, &Card> = IndexMap::new();
    for card in cards {
        let name = plain(&card.name);
        if let Some(other) = known
            .get(&name)
            .filter(|other| other.name != card.name && !name.is_empty())
        {
            let text = format!("\"{}\" and \"{}\" are two names", card.name, other.name);
            out.push(
                Diagnostic::new(Code::NearName, span(card.src), text)
                    .with_label(span(other.src), "the other one")
                    .with_help("they differ in blanks, marks or capitals only; if one card is meant, write them alike"),
            );
        }
        known.entry(name).or_insert(card);
    }
}
