//! `+0`.

use crate::check::Checker;
use crate::diag::{Code, Diagnostic};
use crate::ir::{Expr, ExprId};
use crate::source::Span;

impl Checker<'_, '_> {
    pub(in crate::check) fn no_change(&mut self, numbers: &[ExprId], span: Span) {
        if numbers.iter().all(|n| matches!(self.code[*n], Expr::Num(0))) {
            self.report(
                Diagnostic::new(Code::NoChange, span, "this changes nothing")
                    .with_help("remove it, or give the number"),
            );
        }
    }
}
