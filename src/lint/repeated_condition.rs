//! A condition that asks something twice.

use super::node::own;
use crate::diag::{Code, Diagnostic};
use crate::ir::{self, Card, Cond, CondId};
use std::collections::BTreeSet;

pub(super) fn check(card: &Card, out: &mut Vec<Diagnostic>) {
    for (at, cond) in (0u32..).zip(&card.code.conds) {
        let (Cond::And(parts) | Cond::Or(parts), Some(span)) = (cond, own(card, CondId(at))) else {
            continue;
        };
        let mut seen = BTreeSet::new();
        if !parts.iter().all(|part| seen.insert(ir::condition(&card.code, *part))) {
            let text = "a part of this condition stands here twice";
            out.push(Diagnostic::new(Code::RepeatedCondition, span, text).with_help("remove one of them"));
        }
    }
}
