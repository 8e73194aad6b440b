//! Tests: from the lines as written to plain data. `grammar/scenarios.md` is the language.

mod act;
mod expect;
mod game_word;
mod given;
mod line;
mod list;

use super::Checker;
use crate::ast::{Test, TestLine, TestPart, Text};
use crate::diag::{Code, Diagnostic, nearest};
use crate::ir;
use crate::source::Span;

/// The parts of a test or a case, sorted.
#[derive(Debug, Default)]
struct Body<'a, 's> {
    given: Option<(&'a [TestLine<'s>], Span)>,
    steps: Vec<(StepKind, &'a [TestLine<'s>])>,
    golden: Option<Span>,
    cases: Vec<(Text<'s>, &'a [TestPart<'s>])>,
}

/// Which of the two kinds of step a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StepKind {
    Do,
    Expect,
}

const PARTS: [&str; 5] = ["given", "do", "expect", "case", "golden"];

impl<'a, 's> Checker<'a, 's> {
    /// A test: one run for each of its cases; those with an error are left out.
    pub fn test(&mut self, test: &'a Test<'s>) -> Vec<ir::Test> {
        if let Some(word) = test.rules_word.filter(|word| word.text != "rules") {
            self.report(
                Diagnostic::new(
                    Code::TestPart,
                    word.span,
                    format!("`{}` cannot stand behind the name of a test", word.text),
                )
                .with_help("the rule numbers it shows follow the word `rules`: test \"…\" rules \"10.2.2\" { … }"),
            );
        }
        self.begin_item(test.name.span);
        for rule in &test.rules {
            self.rule_edition(rule);
        }
        self.unique(test.name.text.to_owned(), test.name.span, "test");
        let errors = self.error_count();
        let body = self.body(&test.parts, false);
        if body.cases.is_empty() {
            if body.steps.is_empty() && body.golden.is_none() && self.error_count() == errors {
                self.says_nothing(test.name.span);
            }
            return self.run(test, None, &[&body]).into_iter().collect();
        }
        let mut runs = Vec::new();
        for (name, parts) in &body.cases {
            self.unique(format!("{} / {}", test.name.text, name.text), name.span, "case");
            let errors = self.error_count();
            let case = self.body(parts, true);
            if case.steps.is_empty() && case.golden.is_none() && self.error_count() == errors {
                self.says_nothing(name.span);
            }
            runs.extend(self.run(test, Some(*name), &[&body, &case]));
        }
        runs
    }

    /// A rule number may have its edition in front (`1.10:6.4.1.2`): one that the test is played in.
    fn rule_edition(&mut self, rule: &Text<'s>) {
        let Some((edition, _)) = rule.text.split_once(':') else {
            return;
        };
        if self.scope.editions.contains(&edition) {
            return;
        }
        let problem = Diagnostic::new(
            Code::UnknownEdition,
            rule.span,
            format!("this test is not played in an edition `{edition}`"),
        );
        self.report(problem.with_help(if self.scope.editions.is_empty() {
            format!("{} has one set of rules: write the number only", self.scope.vocab.game)
        } else {
            format!("this file is for the {}", self.scope.editions_words())
        }));
    }

    /// One run: the lines of all bodies in a row.
    fn run(&mut self, test: &'a Test<'s>, case: Option<Text<'s>>, bodies: &[&Body<'a, 's>]) -> Option<ir::Test> {
        self.fresh();
        let errors = self.error_count();
        let mut out = ir::Test {
            name: test.name.text.to_owned(),
            case: case.map(|c| c.text.to_owned()),
            rules: test.rules.iter().map(|r| r.text.to_owned()).collect(),
            given: Vec::new(),
            steps: Vec::new(),
            golden: bodies.iter().any(|b| b.golden.is_some()),
            code: ir::Code::default(),
            src: case.map_or(test.name.span, |c| c.span).into(),
        };
        for body in bodies {
            for line in body.given.iter().flat_map(|(lines, _)| *lines) {
                let given = self.given(line);
                out.given.extend(given.map(|given| ir::GivenLine {
                    given,
                    src: line.span.into(),
                }));
            }
            for (kind, lines) in &body.steps {
                out.steps.push(self.step(*kind, lines));
            }
        }
        out.code = std::mem::take(&mut self.code);
        (self.error_count() == errors).then_some(out)
    }

    fn step(&mut self, kind: StepKind, lines: &'a [TestLine<'s>]) -> ir::Step {
        match kind {
            StepKind::Do => ir::Step::Do(
                lines
                    .iter()
                    .filter_map(|line| {
                        Some(ir::DoLine {
                            act: self.act(line)?,
                            src: line.span.into(),
                        })
                    })
                    .collect(),
            ),
            StepKind::Expect => ir::Step::Expect(
                lines
                    .iter()
                    .filter_map(|line| {
                        Some(ir::ExpectLine {
                            expect: self.expectation(line)?,
                            src: line.span.into(),
                        })
                    })
                    .collect(),
            ),
        }
    }

    /// Sorts the parts of a test or a case.
    fn body(&mut self, parts: &'a [TestPart<'s>], in_case: bool) -> Body<'a, 's> {
        let mut body = Body::default();
        for part in parts {
            let word = *part.word();
            match (word.text, part) {
                ("given", TestPart::Lines { lines, .. }) => {
                    if !body.steps.is_empty() || !body.cases.is_empty() {
                        self.misplaced(word.span, "`given` stands before everything that happens", None);
                    } else if let Some((_, first)) = body.given {
                        let message = "there is one `given`, which says the whole board";
                        self.misplaced(word.span, message, Some(first));
                    } else {
                        body.given = Some((lines, word.span));
                    }
                }
                ("do" | "expect", TestPart::Lines { .. }) if !body.cases.is_empty() => {
                    self.misplaced(word.span, "steps that all cases share stand before the cases", None);
                }
                ("do", TestPart::Lines { lines, .. }) => body.steps.push((StepKind::Do, lines)),
                ("expect", TestPart::Lines { lines, .. }) => body.steps.push((StepKind::Expect, lines)),
                ("golden", TestPart::Word(_)) => match body.golden {
                    Some(first) => self.misplaced(word.span, "`golden` stands here twice", Some(first)),
                    None => body.golden = Some(word.span),
                },
                ("case", TestPart::Case { name: Some(_), .. }) if in_case => {
                    self.misplaced(word.span, "a case has no cases of its own", None);
                }
                (
                    "case",
                    TestPart::Case {
                        name: Some(name),
                        parts,
                        ..
                    },
                ) => body.cases.push((*name, parts)),
                _ => self.unknown_part(&word, in_case),
            }
        }
        if let (Some(_), Some(golden)) = (body.cases.first(), body.golden) {
            let message = "each case has a log of its own: `golden` stands in the cases";
            self.misplaced(golden, message, None);
        }
        body
    }

    fn unknown_part(&mut self, word: &Text<'s>, in_case: bool) {
        let text = word.text;
        let message = match text {
            "given" | "do" | "expect" => format!("`{text}` is followed by its lines: `{text} {{ … }}`"),
            "case" => "a case has a name and a block: `case \"name\" { … }`".to_owned(),
            "golden" => "`golden` stands alone".to_owned(),
            _ => format!("`{text}` is not a part of a test"),
        };
        let mut problem = Diagnostic::new(Code::TestPart, word.span, message);
        if let Some(near) = nearest(text, PARTS).filter(|near| *near != text) {
            problem = problem.with_help(format!("did you mean `{near}`?"));
        }
        let what = if in_case { "case" } else { "test" };
        self.report(problem.with_note(format!(
            "a {what} holds `given {{ … }}`, then `do {{ … }}` and `expect {{ … }}` in any number, and `golden`"
        )));
    }

    fn misplaced(&mut self, span: Span, message: &str, first: Option<Span>) {
        let mut problem = Diagnostic::new(Code::TestOrder, span, message);
        if let Some(first) = first {
            problem = problem.with_label(first, "the first one");
        }
        let order = "`given`, then `do` and `expect` as they happen, and `golden` once; or `given`, steps that all cases share, and then cases";
        self.report(problem.with_help(format!("the order is {order}")));
    }

    fn says_nothing(&mut self, span: Span) {
        self.report(
            Diagnostic::new(Code::EmptyBlock, span, "this test checks nothing")
                .with_help("say what must be true: `expect { p1 hand 1 }`"),
        );
    }

    /// Reports a name that another test of the file has: reports and golden files could not tell them apart.
    fn unique(&mut self, title: String, span: Span, what: &str) {
        match self.tests.get(&title).copied() {
            Some(first) => self.report(
                Diagnostic::new(
                    Code::DuplicateTest,
                    span,
                    format!("another {what} of this file is named \"{title}\""),
                )
                .with_label(first, "the first one")
                .with_help("give one of them another name"),
            ),
            None => drop(self.tests.insert(title, span)),
        }
    }
}
