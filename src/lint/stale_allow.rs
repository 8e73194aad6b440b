//! An allow of something that is not there.

use crate::diag::{Code, Diagnostic};
use crate::source::Span;

pub(super) fn warning(code: Code, at: Span) -> Diagnostic {
    let text = format!("there is no {} here to be allowed", code.id());
    Diagnostic::new(Code::StaleAllow, at, text).with_help("take it out of the comment")
}
