//! Demands on one attribute that no number meets.

use super::demands;
use crate::diag::{Code, Diagnostic};
use crate::ir::Card;

pub(super) fn check(card: &Card, out: &mut Vec<Diagnostic>) {
    for (all, span) in demands::all(card) {
        for (one, _) in demands::pairs(card, &all).iter().filter(|(one, two)| one.apart(two)) {
            let text = format!("no card has such a {}", one.of);
            out.push(
                Diagnostic::new(Code::ContraryDemands, span, text)
                    .with_help("with both demands nothing fits; correct one of the numbers"),
            );
        }
    }
}
