//! A trait of one card that looks like a slip of a trait of many.

use super::node::span;
use crate::diag::{Code, Diagnostic, Spellings, distance};
use crate::ir::{Card, Value};
use std::collections::BTreeMap;

/// So many cards make a trait one that is known.
const KNOWN: usize = 3;

pub(super) fn check(cards: &[Card], out: &mut Vec<Diagnostic>) {
    let mut carriers: BTreeMap<&str, Vec<&Card>> = BTreeMap::new();
    for card in cards {
        for value in card.faces.iter().flat_map(|face| face.attrs.values()) {
            if let Value::Tags(tags) = value {
                for tag in tags {
                    carriers.entry(tag).or_default().push(card);
                }
            }
        }
    }
    let known = carriers.iter().filter(|(_, cards)| cards.len() >= KNOWN);
    let known = Spellings::new(known.map(|(tag, _)| *tag));
    for (tag, own) in carriers
        .iter()
        .filter(|(tag, own)| own.len() == 1 && tag.chars().count() > 4)
    {
        let near = known.nearest(tag).filter(|other| distance(tag, other) == 1);
        let near = near.and_then(|other| carriers.get_key_value(other));
        if let (Some((other, cards)), Some(card)) = (near, own.first()) {
            let text = format!(
                "only \"{}\" has <{tag}>, and {} cards have <{other}>",
                card.name,
                cards.len()
            );
            out.push(Diagnostic::new(Code::NearTag, span(card.src), text).with_help(format!("was <{other}> meant?")));
        }
    }
}
