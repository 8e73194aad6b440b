//! A line of `expect` twice.

use super::squeezed;
use crate::ast::{Item, TestPart};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use std::collections::BTreeMap;

pub(super) fn check(source: &str, items: &[Item<'_>], out: &mut Vec<Diagnostic>) {
    for item in items {
        if let Item::Test(test) = item {
            expected_twice(source, &test.parts, out);
        }
    }
}

fn expected_twice(source: &str, parts: &[TestPart<'_>], out: &mut Vec<Diagnostic>) {
    for part in parts {
        match part {
            TestPart::Lines { word, lines } if word.text == "expect" => {
                let mut seen: BTreeMap<String, Span> = BTreeMap::new();
                for line in lines {
                    if let Some(first) = seen.insert(squeezed(source, line.span), line.span) {
                        out.push(
                            Diagnostic::new(Code::RepeatedExpectation, line.span, "this is expected twice")
                                .with_label(first, "the same line")
                                .with_help("is another player, place or card meant?"),
                        );
                    }
                }
            }
            TestPart::Case { parts, .. } => expected_twice(source, parts, out),
            _ => {}
        }
    }
}
