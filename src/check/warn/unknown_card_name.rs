//! A name that no card has.

use crate::check::Checker;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

impl Checker<'_, '_> {
    pub(in crate::check) fn unknown_card_name(&mut self, name: &str, at: Span) {
        if self.quiet == 0 && !self.prelude && !self.known.names.contains(name) {
            let mut problem = Diagnostic::new(Code::UnknownCardName, at, format!("no card is named \"{name}\""));
            if let Some(near) = self.known.near_name(name) {
                problem = problem.with_help(format!("did you mean \"{near}\"?"));
            } else {
                problem = problem.with_help(
                    "check the spelling, or add the card; a part of a name is asked for with `with \"…\" in its name`",
                );
            }
            self.report(problem);
        }
    }
}
