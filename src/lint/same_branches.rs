//! An `otherwise` that does what is done anyway.

use super::node::{alike, statements};
use crate::diag::{Code, Diagnostic};
use crate::ir::{self, Card, Stmt};

pub(super) fn check(card: &Card, out: &mut Vec<Diagnostic>) {
    for (_, stmt, span) in statements(card) {
        let Stmt::If { then, other, .. } = stmt else { continue };
        let text = |list: &[ir::StmtId]| alike(&ir::statements(&card.code, list));
        if !other.is_empty() && text(then) == text(other) {
            let text = "the same is done whether the condition holds or not";
            out.push(
                Diagnostic::new(Code::SameBranches, span, text)
                    .with_help("leave the condition out, or change one of the two"),
            );
        }
    }
}
