//! Running tests: the kept logs, how they differ from what happened, and the report. No input or output of its own.

mod diff;
mod file;
mod report;
mod runner;

pub use diff::diff;
pub use file::{GoldenFile, GoldenProblem};
pub use report::{Outcome, Summary, TestResult, json, junit, text};
pub use runner::{Failure, Job, Played, play};

use crate::ir::Src;
use crate::source::{SourceFile, SourceMap};
use std::fmt::Write as _;
use std::time::Instant;

/// Runs a test and compares its log with the kept one, if it is golden. Gives the log as well, so that it can be kept.
pub fn run(job: &Job<'_>, kept: Option<&[String]>, accept: bool, sources: &SourceMap, color: bool) -> TestResult {
    let start = Instant::now();
    let played = play(job);
    let duration = start.elapsed();
    let file = source(job, job.test.src, sources);
    let outcome = match &played.failure {
        Some(failure) => Outcome::Failed(message(job, failure, sources)),
        None if !job.test.golden || kept == Some(played.log.as_slice()) => Outcome::Passed,
        None if accept => Outcome::Accepted,
        None => Outcome::Failed(match kept {
            None => "no log is kept for this test; `cardwright test --accept` keeps the one of this run".to_owned(),
            Some(kept) => format!(
                "the log is not the kept one (`-` kept, `+` this run); if it is right now, `cardwright test --accept` keeps it\n{}",
                diff(kept, &played.log, color)
            ),
        }),
    };
    TestResult {
        file: file.map_or_else(String::new, |f| f.name.clone()),
        line: file.map_or(0, |f| f.line_col(job.test.src.1).0),
        name: job.test.name.clone(),
        case: job.test.case.clone(),
        rules: job.test.rules.clone(),
        outcome,
        duration,
        trace: played.trace,
        log: played.log,
    }
}

/// The file of a place in the job's module.
fn source<'s>(job: &Job<'_>, src: Src, sources: &'s SourceMap) -> Option<&'s SourceFile> {
    let name = job.module.files.get(src.0 as usize)?;
    sources.iter().map(|(_, file)| file).find(|file| file.name == *name)
}

/// What went wrong, with the line of the test it is about.
fn message(job: &Job<'_>, failure: &Failure, sources: &SourceMap) -> String {
    let mut out = String::new();
    if let Some(src) = failure.src
        && let Some(file) = source(job, src, sources)
    {
        let (line, _) = file.line_col(src.1);
        let written = file.text.get(src.1 as usize..src.2 as usize).unwrap_or("");
        let _ = writeln!(out, "{}:{line}: {}", file.name, written.lines().next().unwrap_or(""));
    }
    out.push_str(&failure.message);
    out
}
