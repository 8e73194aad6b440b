//! A tag that no card carries.

use crate::check::Checker;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

impl Checker<'_, '_> {
    pub(in crate::check) fn unknown_tag(&mut self, tag: &str, at: Span) {
        if self.quiet == 0 && !self.prelude && !self.known.tags.contains(tag) {
            let mut problem = Diagnostic::new(Code::UnknownTag, at, format!("no card carries the tag <{tag}>"));
            if let Some(near) = self.known.near_tag(tag) {
                problem = problem.with_help(format!("did you mean <{near}>?"));
            }
            self.report(problem);
        }
    }
}
