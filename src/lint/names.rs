//! Names and ids of the cards of a file: nearly alike, with blanks that nobody sees, ids of another set; traits that look like a slip of another.

use super::node::span;
use crate::diag::{Code, Diagnostic, Spellings, distance};
use crate::ir::{Card, Value};
use std::collections::BTreeMap;

/// So many cards make a trait one that is known.
const KNOWN: usize = 3;
/// So many cards with ids must begin with the code of the set before one that does not is odd.
const ENOUGH: usize = 5;

/// Letters and digits of a name, in small letters.
fn plain(name: &str) -> String {
    name.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}

pub(super) fn check(cards: &[Card], out: &mut Vec<Diagnostic>) {
    let mut known: BTreeMap<String, &Card> = BTreeMap::new();
    for card in cards {
        let head = span(card.src);
        if card.name.trim() != card.name || card.name.contains("  ") {
            let text = format!("the name \"{}\" has a blank too many", card.name);
            out.push(
                Diagnostic::new(Code::BlankInName, head, text)
                    .with_help("cards with other blanks in their names have other names"),
            );
        }
        if let Some(other) = known
            .get(&plain(&card.name))
            .filter(|other| other.name != card.name && !plain(&card.name).is_empty())
        {
            let text = format!("\"{}\" and \"{}\" are two names", card.name, other.name);
            out.push(
                Diagnostic::new(Code::NearName, head, text)
                    .with_label(span(other.src), "the other one")
                    .with_help("they differ in blanks, marks or capitals only; if one card is meant, write them alike"),
            );
        }
        known.entry(plain(&card.name)).or_insert(card);
    }
    ids(cards, out);
    traits(cards, out);
}

fn ids(cards: &[Card], out: &mut Vec<Diagnostic>) {
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

fn traits(cards: &[Card], out: &mut Vec<Diagnostic>) {
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
