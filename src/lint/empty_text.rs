//! A printed text without a word.

use super::printed::Printed;
use crate::diag::{Code, Diagnostic};

pub(super) fn check(printed: &Printed<'_>, out: &mut Vec<Diagnostic>) {
    if printed.text.trim().is_empty() {
        out.push(
            Diagnostic::new(Code::EmptyText, printed.span, "this printed text is empty")
                .with_help("leave `text` out, or write what is printed"),
        );
    }
}
