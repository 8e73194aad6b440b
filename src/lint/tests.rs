//! Tests that cannot fail, and tests that say something twice.

use super::squeezed;
use crate::ast::{Item, Test, TestPart};
use crate::diag::Severity;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn check(source: &str, items: &[Item<'_>], out: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<String, Span> = BTreeMap::new();
    for item in items {
        let Item::Test(test) = item else { continue };
        if !judges(&test.parts) {
            out.push(
                Diagnostic::new(Code::IdleTest, test.name.span, "this test expects nothing")
                    .with_help("say what must be true with `expect { … }`, or compare the log with `golden`"),
            );
        }
        expected_twice(source, &test.parts, out);
        let whole: Vec<String> = test.parts.iter().map(|part| squeezed(source, span(part))).collect();
        if let Some(first) = seen
            .insert(whole.join("\n"), test.name.span)
            .filter(|_| !test.parts.is_empty())
        {
            out.push(
                Diagnostic::new(Code::RepeatedTest, test.name.span, "another test says the same")
                    .with_label(first, "the other one")
                    .with_help("change what was meant to be different, or remove one of them"),
            );
        }
        cases(test, out);
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

/// A case without anything of its own is the test without it.
fn cases(test: &Test<'_>, out: &mut Vec<Diagnostic>) {
    for part in &test.parts {
        if let TestPart::Case {
            name: Some(name),
            parts,
            ..
        } = part
            && parts.iter().all(|part| matches!(part, TestPart::Word(_)))
        {
            out.push(
                Diagnostic::new(Code::EmptyCase, name.span, "this case has nothing of its own")
                    .with_help("a case says what is different: `given`, `do`, `expect`"),
            );
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

/// The whole of a part.
fn span(part: &TestPart<'_>) -> Span {
    match part {
        TestPart::Lines { word, lines } => lines.last().map_or(word.span, |line| word.span.to(line.span)),
        TestPart::Case { span, .. } => *span,
        TestPart::Word(word) => word.span,
    }
}

/// Takes out what was said of tests in files with errors: one mistake is one message.
pub(super) fn spare(diagnostics: &mut Vec<Diagnostic>) {
    let of_tests = |code| {
        matches!(
            code,
            Code::IdleTest | Code::RepeatedTest | Code::EmptyCase | Code::RepeatedExpectation
        )
    };
    let errors = diagnostics.iter().filter(|d| d.severity() == Severity::Error);
    let broken: BTreeSet<_> = errors.filter_map(|d| Some(d.span?.file)).collect();
    diagnostics.retain(|d| !of_tests(d.code) || d.span.is_none_or(|span| !broken.contains(&span.file)));
}
