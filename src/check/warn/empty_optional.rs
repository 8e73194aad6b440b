//! A `may` without anything that may be done.

use crate::check::Checker;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

impl Checker<'_, '_> {
    pub(in crate::check) fn empty_optional(&mut self, at: Span) {
        self.report(
            Diagnostic::new(Code::EmptyOptional, at, "this lets a player do nothing").with_help("say what may be done"),
        );
    }
}
