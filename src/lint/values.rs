//! Printed values far from those of the set, or off its steps.

use super::node::span;
use crate::diag::{Code, Diagnostic};
use crate::ir::{Card, Value};
use std::collections::BTreeMap;

/// So many cards must have an attribute before a value can be unlike theirs.
const ENOUGH: usize = 12;
/// So many times the next highest value is too far.
const FAR: i64 = 4;
/// Smaller steps are no steps.
const STEP: i64 = 100;
/// Cards with so few different values are stand-ins that nobody balanced.
const VARIED: usize = 4;

/// Where a card begins.
fn head(card: &Card) -> crate::source::Span {
    let mut head = span(card.src);
    head.end = head.end.min(head.start.saturating_add(4));
    head
}

/// Numbers unlike those of the other cards of the file.
pub(super) fn unlike(cards: &[Card], out: &mut Vec<Diagnostic>) {
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
    for ((_, name), mut values) in by_attr {
        if values.len() < ENOUGH {
            continue;
        }
        values.sort_by_key(|(value, _)| *value);
        let mut distinct: Vec<i64> = values.iter().map(|(value, _)| *value).collect();
        distinct.dedup();
        if distinct.len() <= VARIED {
            continue;
        }
        if let [.., (next, _), (most, card)] = values.as_slice()
            && *next >= STEP
            && *most > next.saturating_mul(FAR)
        {
            let text = format!(
                "\"{}\" has {name} {most}, and no other card here more than {next}",
                card.name
            );
            out.push(Diagnostic::new(Code::FarValue, head(card), text).with_help("is there a digit too many?"));
            continue;
        }
        // Of many cards one alone is off the steps of all others.
        let off = |step: i64| -> Vec<&(i64, &Card)> { values.iter().filter(|(value, _)| value % step != 0).collect() };
        for step in [1000, 500, 100] {
            // Small numbers have no steps.
            let large = values.iter().filter(|(value, _)| *value >= step).count() * 2 >= values.len();
            // Half a step is a value of its own, a smaller difference a slip.
            if let ([(value, card)], true) = (off(step).as_slice(), large)
                && value % (step / 2) != 0
            {
                let text = format!(
                    "\"{}\" has {name} {value}, and every other card here a multiple of {step}",
                    card.name
                );
                out.push(Diagnostic::new(Code::OddValue, head(card), text).with_help("is a digit wrong?"));
                break;
            }
        }
    }
}
