//! A card on two lines of one part of a deck.

use crate::ast::{DeckLine, Item};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use std::collections::BTreeMap;

pub(super) fn check(items: &[Item<'_>], out: &mut Vec<Diagnostic>) {
    for item in items {
        let Item::Deck(deck) = item else { continue };
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for line in &deck.lines {
            let DeckLine::Cards { card, .. } = line else {
                seen.clear();
                continue;
            };
            if let Some(first) = seen.insert(card.text, card.span) {
                let text = format!("{} is in this deck already", card.text);
                out.push(
                    Diagnostic::new(Code::RepeatedLine, card.span, text)
                        .with_label(first, "the other line")
                        .with_help("write one line with the number of both"),
                );
            }
        }
    }
}
