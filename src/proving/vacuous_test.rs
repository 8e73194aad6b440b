//! A test that would pass without its steps, and on other boards too.

use super::Case;
use crate::compile::Compiled;
use crate::diag::{self, Code, Diagnostic};
use crate::golden::{self, Job, Proof};
use crate::ir::{Module, Step, Test};
use crate::lint;
use crate::source::Span;
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Warns of the tests among those that passed which show nothing, in none of their cases: a case in which nothing happens is what another one is
/// compared with. What the log shows is not judged.
pub fn vacuous(compiled: &Compiled, cases: &[Case<'_>], passed: &[bool]) -> Vec<Diagnostic> {
    let judged: Vec<(&Case<'_>, bool)> = cases
        .par_iter()
        .zip(passed)
        .filter(|(_, passed)| **passed)
        .map(|(case, _)| (case, shows_nothing(case)))
        .collect();
    let shown: BTreeSet<_> = judged
        .iter()
        .filter(|(_, nothing)| !nothing)
        .map(|(case, _)| whole(case))
        .collect();
    let empty = judged
        .iter()
        .filter(|(case, nothing)| *nothing && !shown.contains(&whole(case)));
    let mut out: Vec<Diagnostic> = empty.filter_map(|(case, _)| warning(compiled, case)).collect();
    lint::allowed_later(&mut out, &compiled.sources);
    diag::tidy(&mut out);
    out
}

/// What a case is one of: the test of a set, played by an edition.
fn whole<'c>(case: &Case<'c>) -> (*const Module, Option<&'c str>, &'c str) {
    let Job {
        module, test, edition, ..
    } = case.job;
    (std::ptr::from_ref(module), edition, test.name.as_str())
}

fn shows_nothing(case: &Case<'_>) -> bool {
    let job = &case.job;
    if job.test.golden || !has_steps(job.test) {
        return false;
    }
    let runs = job.module.tests.iter().filter(|other| other.name == job.test.name);
    golden::proof(job, &runs.collect::<Vec<_>>()) == Proof::Nothing
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
