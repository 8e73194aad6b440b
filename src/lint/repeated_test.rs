//! Two tests of a file that say the same.

use super::squeezed;
use crate::ast::{Item, TestPart};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use std::collections::BTreeMap;

pub(super) fn check(source: &str, items: &[Item<'_>], out: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<String, Span> = BTreeMap::new();
    for item in items {
        let Item::Test(test) = item else { continue };
        if test.parts.is_empty() {
            continue;
        }
        let whole: Vec<String> = test.parts.iter().map(|part| squeezed(source, span(part))).collect();
        if let Some(first) = seen.insert(whole.join("\n"), test.name.span) {
            out.push(
                Diagnostic::new(Code::RepeatedTest, test.name.span, "another test says the same")
                    .with_label(first, "the other one")
                    .with_help("change what was meant to be different, or remove one of them"),
            );
        }
    }
}

/// The whole of a part.
fn span(part: &TestPart<'_>) -> Span {
    match part {
        TestPart::Lines { word, lines } => lines.last().map_or(word.span, |line| word.span.to(line.span)),
        TestPart::Case { span, .. } => *span,
        TestPart::Word(word) => word.span,
    }
}
