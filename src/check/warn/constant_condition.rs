//! A comparison between literals.

use crate::check::Checker;
use crate::diag::{Code, Diagnostic};
use crate::ir::Expr;
use crate::source::Span;

impl Checker<'_, '_> {
    pub(in crate::check) fn constant_condition(
        &mut self,
        left: crate::ir::ExprId,
        comparison: &crate::ir::Comparison,
        span: Span,
    ) {
        if let (Expr::Num(a), Expr::Num(b)) = (&self.code[left], &self.code[comparison.with]) {
            let (a, b) = (*a, *b);
            let holds = match comparison.how {
                crate::ir::Compare::Is => a == b,
                crate::ir::Compare::OrMore => a >= b,
                crate::ir::Compare::OrLess => a <= b,
                crate::ir::Compare::More => a > b,
                crate::ir::Compare::Less => a < b,
            };
            let word = if holds { "true" } else { "false" };
            self.report(
                Diagnostic::new(
                    Code::ConstantCondition,
                    span,
                    format!("this condition is always {word}"),
                )
                .with_help("compare with something that can change"),
            );
        }
    }
}
