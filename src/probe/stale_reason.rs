//! A reason for a clause that is never met, where every clause is.

use crate::diag::{Code, Diagnostic};
use crate::source::Span;

pub(super) fn warning(at: Span) -> Diagnostic {
    let text = "this reason is not needed: every clause here did something";
    Diagnostic::new(Code::StaleReason, at, text).with_help("take the comment out")
}
