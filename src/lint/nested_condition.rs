//! A condition inside one that asks the same.

use super::node::{span, statements};
use crate::diag::{Code, Diagnostic};
use crate::ir::{self, Card, Stmt, StmtId};

pub(super) fn check(card: &Card, out: &mut Vec<Diagnostic>) {
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
            out.push(Diagnostic::new(Code::NestedCondition, span(*src), text).with_help("remove one of the two"));
        }
        Stmt::Block(list) => {
            if let Some(first) = list.first() {
                inside(card, outer, *first, out);
            }
        }
        _ => {}
    }
}
