//! Running tests: the kept logs, how they differ from what happened, and the report. No input or output of its own.

mod answer;
mod board;
mod diff;
mod expect;
mod file;
mod link;
mod once;
mod paste;
mod place;
mod proof;
mod purse;
mod record;
mod report;
mod resolve;
mod runner;
mod written;

pub use diff::diff;
pub use file::{GoldenFile, GoldenProblem};
pub use link::{OWN, Shared, own_card, pool};
pub use once::{Once, once};
pub use proof::{Proof, proof};
pub use record::{Recorded, record};
pub use report::{Outcome, Summary, TestResult, json, junit, text};
pub use runner::{Failure, Job, Played, key, play, title};
pub use written::written;

use crate::ir::Src;
use crate::source::{SourceFile, SourceMap};
use std::fmt::Write as _;
use std::time::Instant;

/// What a log is compared with, and what to do if it differs.
#[derive(Debug, Clone, Copy)]
pub struct Kept<'k> {
    /// The kept log, if there is one.
    pub log: Option<&'k [String]>,
    /// Take the log of this run in its place.
    pub accept: bool,
}

/// Plays a test and judges it; the result holds the log, so that it can be kept.
pub fn run(job: &Job<'_>, kept: Kept<'_>, sources: &SourceMap, color: bool) -> TestResult {
    let start = Instant::now();
    let played = play(job);
    let duration = start.elapsed();
    let file = source(job, job.test.src, sources);
    TestResult {
        file: file.map_or_else(String::new, |f| f.name.clone()),
        line: file.map_or(0, |f| f.line_col(job.test.src.1).0),
        name: job.test.name.clone(),
        case: job.test.case.clone(),
        edition: job.edition.filter(|_| job.module.editions.len() > 1).map(str::to_owned),
        rules: job.test.rules_in(job.edition).map(str::to_owned).collect(),
        proof: None,
        outcome: judge(job, &played, kept, sources, color),
        duration,
        trace: played.trace,
        log: played.log,
    }
}

/// Whether a test that was played passes: nothing failed, and its log is the kept one if it is golden.
fn judge(job: &Job<'_>, played: &Played, kept: Kept<'_>, sources: &SourceMap, color: bool) -> Outcome {
    if let Some(failure) = &played.failure {
        let mut message = message(job, failure, sources);
        // What the game did differently than before often says why.
        if let Some(log) = kept.log.filter(|log| job.test.golden && *log != played.log) {
            message.push_str("\nup to here the log differs from the kept one (`-` kept, `+` this run):\n");
            message.push_str(&diff(log, &played.log, color));
        }
        return Outcome::Failed(message);
    }
    match kept.log {
        _ if !job.test.golden => Outcome::Passed,
        Some(log) if log == played.log => Outcome::Passed,
        _ if kept.accept => Outcome::Accepted,
        None => Outcome::New,
        Some(log) => Outcome::Failed(format!(
            "the log is not the kept one (`-` kept, `+` this run); if it is right now, `cardwright test --accept` keeps it\n{}",
            diff(log, &played.log, color)
        )),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile;

    const TEXT: &str = "use weiss\ntest \"t\" {\n  expect {\n    p1 hand 3\n  }\n  golden\n}\n";

    fn judged(played: &Played, kept: Option<&[String]>, accept: bool) -> Outcome {
        let compiled = compile::compile(vec![SourceFile::new("t.card", TEXT)]);
        let module = compiled.modules.first().expect("a module");
        let job = Job {
            module,
            library: &[module],
            test: module.tests.first().expect("a test"),
            edition: None,
            shared: &Shared::default(),
            trace: false,
        };
        judge(&job, played, Kept { log: kept, accept }, &compiled.sources, false)
    }

    #[test]
    fn a_golden_test_passes_with_the_kept_log() {
        let log = vec!["p1 draws".to_owned()];
        let played = Played {
            log: log.clone(),
            ..Played::default()
        };
        assert_eq!(judged(&played, Some(&log), false), Outcome::Passed);
        assert_eq!(judged(&played, Some(&log), true), Outcome::Passed);
        assert_eq!(judged(&played, Some(&[]), true), Outcome::Accepted);
        assert_eq!(judged(&played, None, true), Outcome::Accepted);
        let failed = |outcome: Outcome| match outcome {
            Outcome::Failed(message) => message,
            Outcome::Passed | Outcome::Accepted | Outcome::New => String::new(),
        };
        assert_eq!(judged(&played, None, false), Outcome::New);
        assert!(failed(judged(&played, Some(&[]), false)).ends_with("  + p1 draws"));
    }

    #[test]
    fn a_failure_shows_its_line_and_is_never_accepted() {
        let start = TEXT
            .find("p1 hand")
            .and_then(|at| u32::try_from(at).ok())
            .expect("the line");
        let played = Played {
            failure: Some(Failure {
                src: Some(Src(0, start, start + 9)),
                message: "p1 has 2 cards in hand".to_owned(),
            }),
            ..Played::default()
        };
        let expected = "t.card:4: p1 hand 3\np1 has 2 cards in hand".to_owned();
        assert_eq!(judged(&played, None, true), Outcome::Failed(expected));
    }
}
