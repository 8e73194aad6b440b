//! A demand that another one contains.

use super::demands::{self, Bounds};
use crate::diag::{Code, Diagnostic};
use crate::ir::Card;

pub(super) fn check(card: &Card, out: &mut Vec<Diagnostic>) {
    for (all, span) in demands::all(card) {
        // What is said twice word for word has a lint of its own.
        if demands::repeated(card, &all) {
            continue;
        }
        for (one, _) in demands::pairs(card, &all)
            .iter()
            .filter(|(one, two)| contained(one, two))
        {
            let text = format!("one of the two demands on the {} contains the other", one.of);
            out.push(Diagnostic::new(Code::IdleDemand, span, text).with_help("remove the wider one"));
        }
    }
}

fn contained(one: &Bounds<'_>, two: &Bounds<'_>) -> bool {
    let both = |one: Option<i64>, two: Option<i64>| one.is_some() && two.is_some();
    !one.apart(two) && (both(one.least, two.least) || both(one.most, two.most))
}
