//! An allow that gives no reason.

use crate::diag::{Code, Diagnostic};
use crate::source::Span;

pub(super) fn warning(at: Span) -> Diagnostic {
    Diagnostic::new(Code::AllowWithoutReason, at, "this allow gives no reason")
        .with_help("say why, for whoever reads it next: `# allow W0601: the choice is seen by the opponent`")
}
