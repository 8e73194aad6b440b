//! A choice that nothing uses.

use crate::check::Checker;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

impl Checker<'_, '_> {
    pub(in crate::check) fn unused_choice(&mut self, at: Span) {
        self.report(
            Diagnostic::new(Code::UnusedChoice, at, "this choice is never used")
                .with_help("say what happens to it: `it gets …`, `put it …`; or name it with `as the …`"),
        );
    }
}
