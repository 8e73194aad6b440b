//! The same statement twice in a row.

use super::node::{alike, bodies, span};
use crate::diag::{Code, Diagnostic};
use crate::ir::{self, Card, Stmt};

pub(super) fn check(card: &Card, out: &mut Vec<Diagnostic>) {
    for body in bodies(card) {
        for pair in body.windows(2) {
            let [one, two] = pair else { continue };
            // Most neighbours are told apart without writing them out.
            if !may_be_alike(&card.code[*one], &card.code[*two]) {
                continue;
            }
            let empty = |stmt: &Stmt| matches!(stmt, Stmt::Block(list) if list.is_empty());
            let text = |id: ir::StmtId| alike(&ir::statements(&card.code, &[id]));
            if empty(&card.code[*one]) || text(*one) != text(*two) {
                continue;
            }
            let src = |id: &ir::StmtId| card.code.stmt_src.get(id.0 as usize).copied();
            let (Some(first), Some(second)) = (src(one), src(two)) else {
                continue;
            };
            if first != second && second.0 == card.src.0 {
                out.push(
                    Diagnostic::new(Code::RepeatedStatement, span(second), "this is done twice in a row")
                        .with_label(span(first), "the same statement")
                        .with_help("remove one of them; to do it twice write the number, or `2 times`"),
                );
            }
        }
    }
}

fn may_be_alike(one: &Stmt, two: &Stmt) -> bool {
    match (one, two) {
        (Stmt::Do { verb: one, .. }, Stmt::Do { verb: two, .. }) => one == two,
        _ => std::mem::discriminant(one) == std::mem::discriminant(two),
    }
}
