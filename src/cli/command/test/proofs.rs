//! `cardwright test --coverage` and `--mutate`.

use super::{pool, suites};
use crate::cli::args::{TestArgs, TestFormat};
use crate::cli::exit::{Exit, Stop};
use crate::cli::report;
use crate::cli::term::{self, Out};
use crate::compile::Compiled;
use crate::proving::{self, Budget, CardCover, Case, Cover, Mutated};
use std::time::{Duration, Instant};

/// Plays the tests and reports what they show of the cards.
pub(super) fn run(args: &TestArgs, compiled: &Compiled) -> Result<Exit, Stop> {
    let start = Instant::now();
    report::complain(&compiled.diagnostics, &compiled.sources);
    if report::has_errors(&compiled.diagnostics) {
        term::complain("no test was run: mend the errors first");
        return Ok(Exit::Problems);
    }
    if args.format == TestFormat::Junit {
        return Err(Stop::new(
            "the format junit is for the results of tests, not for what they show",
        ));
    }
    let suites = suites(compiled, args.filter.as_deref())?;
    let cases: Vec<Case<'_>> = suites.iter().flat_map(|suite| suite.cases()).collect();
    let told = |done: usize, all: usize| term::progress(&format!("playing {done} of {all} tests …"));
    let threads = pool(args.jobs)?;
    let mut cover = threads.install(|| proving::cover(compiled, &cases, &told));
    term::clear_progress();
    let failed = complain_of_failures(&cover);
    let passed: Vec<bool> = cover.tests.iter().map(|test| test.passed).collect();
    let vacuous = threads.install(|| proving::vacuous(compiled, &cases, &passed));
    report::complain(&vacuous, &compiled.sources);
    let mut out = Out::new();
    let good = if args.mutate {
        let told = |done: usize, all: usize| term::progress(&format!("changing {done} of {all} cards …"));
        let budget = Budget {
            only: args.card.as_deref(),
            thorough: args.thorough,
            within: args.within.map(Duration::from_secs),
        };
        let mutated = threads.install(|| proving::mutate(compiled, &cases, &cover, budget, &told));
        term::clear_progress();
        match args.format {
            TestFormat::Json => {
                out.text(&proving::mutants_json(
                    &mutated,
                    &cover,
                    &compiled.sources,
                    start.elapsed(),
                ));
            }
            _ => out.text(&proving::mutants_text(&mutated, &compiled.sources, start.elapsed())),
        }
        enough(mutated.iter().map(Mutated::noticed), args.least)
    } else {
        if let Some(name) = &args.card {
            cover.cards.retain(|card| card.card.contains(name));
        }
        match args.format {
            TestFormat::Json => out.text(&proving::cover_json(&cover, &compiled.sources, start.elapsed())),
            TestFormat::Lcov => out.text(&proving::lcov(&cover, &compiled.sources)),
            _ => out.text(&proving::cover_text(
                &cover,
                &compiled.sources,
                args.all,
                start.elapsed(),
            )),
        }
        enough(cover.cards.iter().map(CardCover::shown), args.least)
    };
    out.finish()?;
    Ok(Exit::problems(failed || !good))
}

/// What fails shows nothing of what it was written for; whether there was such a test.
fn complain_of_failures(cover: &Cover) -> bool {
    let mut any = false;
    for test in cover.tests.iter().filter(|test| !test.passed) {
        any = true;
        term::complain(&format!(
            "warning: {}: \"{}\" does not pass: see `cardwright test`",
            test.file, test.title
        ));
    }
    any
}

/// Whether the share that is good is all of it, or at least so many percent.
fn enough(shares: impl Iterator<Item = (usize, usize)>, least: Option<u8>) -> bool {
    let (good, all) = shares.fold((0, 0), |(a, b), (c, d)| (a + c, b + d));
    good * 100 >= all * usize::from(least.unwrap_or(100))
}
