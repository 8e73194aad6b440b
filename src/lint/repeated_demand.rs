//! The same demand on a card twice.

use super::demands;
use crate::diag::{Code, Diagnostic};
use crate::ir::Card;

pub(super) fn check(card: &Card, out: &mut Vec<Diagnostic>) {
    for (_, span) in demands::all(card).filter(|(all, _)| demands::repeated(card, all)) {
        let text = "this asks the same of a card twice";
        out.push(Diagnostic::new(Code::RepeatedDemand, span, text).with_help("remove one of the two"));
    }
}
