//! A letter that stands for a number, and that nothing uses.

use crate::check::Checker;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

impl Checker<'_, '_> {
    pub(in crate::check) fn unused_variable(&mut self, name: &str, at: Span) {
        self.report(
            Diagnostic::new(Code::UnusedVariable, at, format!("`{name}` is never used"))
                .with_help("remove the definition, or use it"),
        );
    }
}
