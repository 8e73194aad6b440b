//! A test that would pass without its steps, and on other boards too.

use super::Case;
use crate::compile::Compiled;
use crate::diag::{self, Code, Diagnostic};
use crate::golden::{self, Proof};
use crate::ir::{Step, Test};
use crate::lint;
use crate::source::Span;
use rayon::prelude::*;

/// Warns of the tests among those that passed which show nothing. What the log shows is not judged.
pub fn vacuous(compiled: &Compiled, cases: &[Case<'_>], passed: &[bool]) -> Vec<Diagnostic> {
    let judged: Vec<&Case<'_>> = cases
        .iter()
        .zip(passed)
        .filter(|(case, passed)| **passed && !case.job.test.golden && has_steps(case.job.test))
        .map(|(case, _)| case)
        .collect();
    let mut out: Vec<Diagnostic> = judged
        .par_iter()
        .filter_map(|case| {
            let job = &case.job;
            let runs = job.module.tests.iter().filter(|other| other.name == job.test.name);
            let nothing = golden::proof(job, &runs.collect::<Vec<_>>()) == Proof::Nothing;
            nothing.then(|| warning(compiled, case)).flatten()
        })
        .collect();
    lint::allowed_later(&mut out, &compiled.sources);
    diag::tidy(&mut out);
    out
}

fn has_steps(test: &Test) -> bool {
    test.steps.iter().any(|step| matches!(step, Step::Do(_)))
}

fn warning(compiled: &Compiled, case: &Case<'_>) -> Option<Diagnostic> {
    let src = case.job.test.src;
    let name = case.job.module.files.get(src.0 as usize)?;
    let (file, _) = compiled.sources.iter().find(|(_, file)| file.name == *name)?;
    let span = Span {
        file,
        start: src.1,
        end: src.2,
    };
    Some(
        Diagnostic::new(Code::VacuousTest, span, "this test would pass without its steps").with_help(
            "expect something that they bring about; a second case in which it does not happen shows the rest",
        ),
    )
}
