//! `cardwright test`.

use crate::cli::args::{Format, TestArgs, TestFormat};
use crate::cli::exit::{Exit, Stop};
use crate::cli::files::{self, reason, shown};
use crate::cli::project::Projects;
use crate::cli::term::{self, Out};
use crate::cli::{replays, report};
use crate::compile::Compiled;
use crate::diag::{Severity, Style};
use crate::golden::{self, Kept, Outcome, Summary, TestResult};
use crate::ir::Module;
use crate::play::ReplayFile;
use crate::rules;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use suite::Suite;

mod proofs;
mod review;
mod suite;
mod watch;

pub(in crate::cli) use suite::suites;

/// Runs the tests of card files.
pub(in crate::cli) fn run(args: &TestArgs) -> Result<Exit, Stop> {
    if args.format == TestFormat::Lcov && !args.coverage {
        return Err(Stop::new("the format lcov is for --coverage"));
    }
    if args.watch { watch::run(args) } else { once(args) }
}

/// Runs them once.
fn once(args: &TestArgs) -> Result<Exit, Stop> {
    let start = Instant::now();
    let mut projects = Projects::default();
    let mut compiled = files::load(&paths(&args.paths)?)?.compile();
    projects.settle(&mut compiled.diagnostics, &compiled.sources)?;
    if args.coverage || args.mutate {
        return proofs::run(args, &compiled);
    }
    let color = term::color_out(args.color);
    let mut out = Out::new();
    if args.format == TestFormat::Text {
        let style = Style { color };
        report::print(&mut out, &compiled.diagnostics, &compiled.sources, Format::Text, style);
    } else {
        report::complain(&compiled.diagnostics, &compiled.sources);
    }
    if report::has_errors(&compiled.diagnostics) {
        // Programs get a report even then: every error is a failure of its file.
        match args.format {
            TestFormat::Text | TestFormat::Lcov => {}
            TestFormat::Json => out.text(&golden::json(&as_failures(&compiled), start.elapsed())),
            TestFormat::Junit => out.text(&golden::junit(&as_failures(&compiled), start.elapsed())),
        }
        out.finish()?;
        term::complain("no test was run: mend the errors first");
        return Ok(Exit::Problems);
    }
    for warning in unknown_rules(&compiled) {
        term::complain(&warning);
    }
    let suites = suites(&compiled, args.filter.as_deref())?;
    let how = How {
        jobs: args.jobs,
        trace: args.trace,
        accept: args.accept || args.review,
        color: color && args.format == TestFormat::Text,
        prove: false,
    };
    if suites.is_empty() {
        term::complain(
            "no tests in these files; `cardwright new test CARD` begins one, `cardwright book cookbook` tells more",
        );
    }
    let mut results = pool(how.jobs)?.install(|| results(&suites, &compiled, how));
    if args.review {
        review::run(&suites, &mut results, color)?;
    }
    if let Some(folder) = &args.keep_replays {
        keep_replays(folder, &suites, &results)?;
    }
    let mut all = Vec::new();
    for (suite, results) in suites.into_iter().zip(results) {
        if how.accept {
            // Writing the file mends it.
            suite.accept(&results)?;
        } else {
            all.extend(suite.broken);
        }
        all.extend(results);
    }
    let took = start.elapsed();
    match args.format {
        TestFormat::Text | TestFormat::Lcov => out.text(&golden::text(&all, took, color)),
        TestFormat::Json => out.text(&golden::json(&all, took)),
        TestFormat::Junit => {
            for result in &mut all {
                if let Some(name) = projects.name(&result.file)? {
                    result.file = name;
                }
            }
            out.text(&golden::junit(&all, took));
        }
    }
    out.finish()?;
    let summary = Summary::of(&all);
    if args.format != TestFormat::Text {
        term::complain(&summary.plain());
    }
    Ok(Exit::problems(summary.is_open()))
}

/// Writes a replay file of every test that failed.
fn keep_replays(folder: &Path, suites: &[Suite<'_>], results: &[Vec<TestResult>]) -> Result<(), Stop> {
    std::fs::create_dir_all(folder)
        .map_err(|error| Stop::new(format!("cannot make the folder {}: {}", shown(folder), reason(&error))))?;
    for (suite, results) in suites.iter().zip(results) {
        for ((test, round), result) in suite.tests.iter().zip(results) {
            if !matches!(result.outcome, Outcome::Failed(_)) {
                continue;
            }
            let Some(job) = suite.job(test, *round, false) else {
                continue;
            };
            let recorded = match golden::record(&job) {
                Ok(recorded) => recorded,
                Err(why) => {
                    term::complain(&format!("no replay of \"{}\": {why}", result.title()));
                    continue;
                }
            };
            let path = folder.join(replay_name(result));
            replays::write(&path, &ReplayFile::of_test(&test.title(), &recorded))?;
            term::complain(&format!(
                "{}: look at it with `cardwright replay {} --cards …`",
                result.title(),
                shown(&path)
            ));
        }
    }
    Ok(())
}

/// A file name for the replay of a test: its file, its line and its title, in plain letters.
fn replay_name(result: &TestResult) -> String {
    const LONGEST: usize = 60;
    let stem = Path::new(&result.file)
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '-'
        }
    };
    let title: String = result.title().chars().map(plain).take(LONGEST).collect();
    format!("{stem}-{}-{title}.replay", result.line)
}

/// The errors of the compiler as failed tests.
fn as_failures(compiled: &Compiled) -> Vec<TestResult> {
    let errors = compiled.diagnostics.iter().filter(|d| d.severity() == Severity::Error);
    errors
        .map(|error| {
            let file = error.span.and_then(|span| compiled.sources.get(span.file));
            TestResult {
                file: file.map(|f| f.name.clone()).unwrap_or_default(),
                line: file.zip(error.span).map_or(0, |(f, span)| f.line_col(span.start).0),
                name: format!("compiles ({})", error.code.id()),
                case: None,
                edition: None,
                rules: Vec::new(),
                proof: None,
                outcome: Outcome::Failed(error.message.clone()),
                duration: Duration::ZERO,
                trace: Vec::new(),
                log: Vec::new(),
            }
        })
        .collect()
}

/// Tests that claim to show a rule the game does not have: a slip would lose coverage silently.
fn unknown_rules(compiled: &Compiled) -> Vec<String> {
    let mut warnings = Vec::new();
    let played = |module| {
        Module::played_by(module)
            .into_iter()
            .map(move |edition| (module, edition))
    };
    for (module, edition) in compiled.modules.iter().flat_map(played) {
        let Some(index) = rules::index(&module.game, edition) else {
            continue;
        };
        let by = edition.map_or_else(String::new, |edition| format!(" edition {edition}"));
        for test in &module.tests {
            for rule in test
                .rules_in(edition)
                .filter(|rule| !index.iter().any(|r| r.id == *rule))
            {
                let file = module.files.first().map_or("", String::as_str);
                warnings.push(format!(
                    "warning: {file}: the test \"{}\" names the rule {rule}, which {}{by} does not have",
                    test.title(),
                    module.game
                ));
            }
        }
    }
    warnings
}

/// How tests are run.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct How {
    jobs: Option<usize>,
    trace: bool,
    accept: bool,
    color: bool,
    /// Ask of every test that passes what it shows.
    prove: bool,
}

impl How {
    /// Tests are played, and asked what they show.
    pub(super) fn proving() -> How {
        How {
            prove: true,
            ..How::default()
        }
    }
}

/// The results of all tests of a game that are played by an edition of its rules.
pub(super) fn play_all(
    compiled: &Compiled,
    game: &str,
    edition: Option<&str>,
    how: How,
) -> Result<Vec<TestResult>, Stop> {
    let mut suites = suites(compiled, None)?;
    suites.retain(|suite| suite.module.game == game);
    for suite in &mut suites {
        let rounds = &suite.rounds;
        let wanted = |round: &usize| rounds.get(*round).is_some_and(|round| round.edition == edition);
        suite.tests.retain(|(_, round)| wanted(round));
    }
    let results = pool(how.jobs)?.install(|| results(&suites, compiled, how));
    Ok(results.into_iter().flatten().collect())
}

/// The paths of the arguments; without any, those of the project, else the folder `cards` if there is one, else the current folder.
pub(in crate::cli) fn paths(given: &[PathBuf]) -> Result<Vec<PathBuf>, Stop> {
    let folder = if Path::new("cards").is_dir() { "cards" } else { "." };
    Projects::default().paths(given, folder)
}

pub(in crate::cli) fn pool(jobs: Option<usize>) -> Result<rayon::ThreadPool, Stop> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(jobs.unwrap_or(0))
        .build()
        .map_err(|error| Stop::new(format!("cannot start the threads: {error}")))
}

/// The results of all suites; tests run in any order, their results keep that of the source.
fn results(suites: &[Suite<'_>], compiled: &Compiled, how: How) -> Vec<Vec<TestResult>> {
    let total: usize = suites.iter().map(|suite| suite.tests.len()).sum();
    let done = AtomicUsize::new(0);
    let results = suites
        .par_iter()
        .map(|suite| {
            suite
                .tests
                .par_iter()
                .filter_map(|(test, round)| suite.job(test, *round, how.trace))
                .map(|job| {
                    let kept = Kept {
                        log: suite.golden.get(&golden::key(job.module, job.test, job.edition)),
                        accept: how.accept,
                    };
                    let mut result = golden::run(&job, kept, &compiled.sources, how.color);
                    if how.prove && !result.rules.is_empty() && result.outcome == Outcome::Passed {
                        let runs = suite.module.tests.iter().filter(|other| other.name == job.test.name);
                        result.proof = Some(golden::proof(&job, &runs.collect::<Vec<_>>()));
                    }
                    let so_far = done.fetch_add(1, Ordering::Relaxed) + 1;
                    term::progress(&format!("{so_far} of {total} tests"));
                    result
                })
                .collect()
        })
        .collect();
    term::clear_progress();
    results
}
