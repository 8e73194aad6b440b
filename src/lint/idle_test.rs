//! A test that expects nothing.

use crate::ast::{Item, TestPart};
use crate::diag::{Code, Diagnostic};

pub(super) fn check(items: &[Item<'_>], out: &mut Vec<Diagnostic>) {
    for item in items {
        let Item::Test(test) = item else { continue };
        if !judges(&test.parts) {
            out.push(
                Diagnostic::new(Code::IdleTest, test.name.span, "this test expects nothing")
                    .with_help("say what must be true with `expect { … }`, or compare the log with `golden`"),
            );
        }
    }
}

/// Whether a test with these parts can fail by what it says.
fn judges(parts: &[TestPart<'_>]) -> bool {
    parts.iter().any(|part| match part {
        TestPart::Lines { word, lines } => word.text == "expect" && !lines.is_empty(),
        TestPart::Case { parts, .. } => judges(parts),
        TestPart::Word(word) => word.text == "golden",
    })
}
