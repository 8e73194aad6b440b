//! An allow of what is no warning.

use crate::diag::{Code, Diagnostic, Severity, nearest};
use crate::source::Span;

pub(super) fn warning(word: &str, at: Span) -> Diagnostic {
    let problem = Diagnostic::new(Code::UnknownAllow, at, format!("`{word}` is not the code of a warning"));
    let codes = Code::ALL.iter().filter(|code| code.severity() == Severity::Warning);
    match nearest(word, codes.map(|code| code.id())) {
        Some(near) => problem.with_help(format!("did you mean `{near}`?")),
        None => problem.with_help("`cardwright explain` lists the codes; errors cannot be allowed"),
    }
}
