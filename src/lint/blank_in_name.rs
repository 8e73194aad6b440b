//! A name with a blank that nobody sees.

use super::node::span;
use crate::diag::{Code, Diagnostic};
use crate::ir::Card;

pub(super) fn check(cards: &[Card], out: &mut Vec<Diagnostic>) {
    for card in cards {
        if card.name.trim() != card.name || card.name.contains("  ") {
            let text = format!("the name \"{}\" has a blank too many", card.name);
            out.push(
                Diagnostic::new(Code::BlankInName, span(card.src), text)
                    .with_help("cards with other blanks in their names have other names"),
            );
        }
    }
}
