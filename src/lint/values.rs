//! The printed numbers of the cards of a file, for the lints that compare them.

use super::node::span;
use crate::ir::{Card, Value};
use crate::source::Span;
use std::collections::BTreeMap;

/// So many cards must have an attribute before a value can be unlike theirs.
const ENOUGH: usize = 12;
/// Cards with so few different values are stand-ins that nobody balanced.
const VARIED: usize = 4;

/// Where a card begins.
pub(super) fn head(card: &Card) -> Span {
    let mut head = span(card.src);
    head.end = head.end.min(head.start.saturating_add(4));
    head
}

/// The values of each attribute of each type that enough cards have, the least first.
pub(super) fn columns(cards: &[Card]) -> Vec<(&str, Vec<(i64, &Card)>)> {
    let mut by_attr: BTreeMap<(&str, &str), Vec<(i64, &Card)>> = BTreeMap::new();
    for card in cards.iter().filter(|card| !card.token) {
        let Some(face) = card.faces.first() else { continue };
        let kind = face.types.first().map_or("", AsRef::as_ref);
        for (name, value) in &face.attrs {
            if let Value::Number(value) = value {
                by_attr.entry((kind, name.as_ref())).or_default().push((*value, card));
            }
        }
    }
    by_attr.retain(|_, values| values.len() >= ENOUGH);
    let mut out = Vec::new();
    for ((_, name), mut values) in by_attr {
        values.sort_by_key(|(value, _)| *value);
        let mut distinct: Vec<i64> = values.iter().map(|(value, _)| *value).collect();
        distinct.dedup();
        if distinct.len() > VARIED {
            out.push((name, values));
        }
    }
    out
}

/// The highest value, if it is so much higher than the next that a digit was typed twice.
pub(super) fn far<'c>(values: &[(i64, &'c Card)]) -> Option<(i64, i64, &'c Card)> {
    /// So many times the next highest value is too far.
    const FAR: i64 = 4;
    /// Smaller numbers grow by leaps.
    const LEAST: i64 = 100;
    match values {
        [.., (next, _), (most, card)] if *next >= LEAST && *most > next.saturating_mul(FAR) => {
            Some((*most, *next, *card))
        }
        _ => None,
    }
}
