//! Conditions that ask something twice.

use super::node::{own, statements};
use crate::diag::{Code, Diagnostic};
use crate::ir::{self, Card, Cond, CondId, Stmt, StmtId};
use std::collections::BTreeSet;

/// Parts of a condition that are the same, and denials of denials.
pub(super) fn check(card: &Card, out: &mut Vec<Diagnostic>) {
    for (at, cond) in (0u32..).zip(&card.code.conds) {
        let Some(span) = own(card, CondId(at)) else { continue };
        match cond {
            Cond::And(parts) | Cond::Or(parts) => {
                let mut seen = BTreeSet::new();
                if !parts.iter().all(|part| seen.insert(ir::condition(&card.code, *part))) {
                    let text = "a part of this condition stands here twice";
                    out.push(Diagnostic::new(Code::RepeatedCondition, span, text).with_help("remove one of them"));
                }
            }
            _ => {}
        }
    }
}

/// A condition inside one that asks the same.
pub(super) fn nested(card: &Card, out: &mut Vec<Diagnostic>) {
    for (_, stmt, _) in statements(card) {
        let Stmt::If { cond, then, .. } = stmt else { continue };
        let outer = ir::condition(&card.code, *cond);
        // What happened meanwhile can change the answer: only the first statement is asked the same question.
        let Some(first) = then.first() else { continue };
        inside(card, &outer, *first, out);
    }
}

fn inside(card: &Card, outer: &str, stmt: StmtId, out: &mut Vec<Diagnostic>) {
    match &card.code[stmt] {
        Stmt::If { cond, .. } if ir::condition(&card.code, *cond) == outer => {
            let Some(src) = card
                .code
                .stmt_src
                .get(stmt.0 as usize)
                .filter(|src| src.0 == card.src.0)
            else {
                return;
            };
            let text = "the condition around this asks the same";
            out.push(
                Diagnostic::new(Code::NestedCondition, super::node::span(*src), text)
                    .with_help("remove one of the two"),
            );
        }
        Stmt::Block(list) => {
            if let Some(first) = list.first() {
                inside(card, outer, *first, out);
            }
        }
        _ => {}
    }
}
