//! A printed value far from those of the set.

use super::values::{columns, far, head};
use crate::diag::{Code, Diagnostic};
use crate::ir::Card;

pub(super) fn check(cards: &[Card], out: &mut Vec<Diagnostic>) {
    for (name, values) in columns(cards) {
        let Some((most, next, card)) = far(&values) else {
            continue;
        };
        let text = format!(
            "\"{}\" has {name} {most}, and no other card here more than {next}",
            card.name
        );
        out.push(Diagnostic::new(Code::FarValue, head(card), text).with_help("is there a digit too many?"));
    }
}
