//! `cardwright test`.

use crate::cli::args::{Format, TestArgs, TestFormat};
use crate::cli::exit::{Exit, Stop};
use crate::cli::files::{self, reason, shown};
use crate::cli::term::{self, Out};
use crate::cli::{replays, report};
use crate::compile::Compiled;
use crate::diag::{Severity, Style};
use crate::golden::{self, GoldenFile, Job, Kept, Outcome, Shared, Summary, TestResult};
use crate::ir::{Module, Test};
use crate::play::ReplayFile;
use crate::rules;
use rayon::prelude::*;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Runs the tests of card files.
pub(in crate::cli) fn run(args: &TestArgs) -> Result<Exit, Stop> {
    let start = Instant::now();
    let compiled = files::load(&paths(args))?.compile();
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
            TestFormat::Text => {}
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
        accept: args.accept,
        color: color && args.format == TestFormat::Text,
        prove: false,
    };
    if suites.is_empty() {
        term::complain("no tests in these files; grammar/scenarios.md tells how to write one");
    }
    let results = pool(how.jobs)?.install(|| results(&suites, &compiled, how));
    if let Some(folder) = &args.keep_replays {
        keep_replays(folder, &suites, &results)?;
    }
    let mut all = Vec::new();
    for (suite, results) in suites.into_iter().zip(results) {
        if args.accept {
            // Writing the file mends it.
            suite.accept(&results)?;
        } else {
            all.extend(suite.broken);
        }
        all.extend(results);
    }
    let took = start.elapsed();
    match args.format {
        TestFormat::Text => out.text(&golden::text(&all, took, color)),
        TestFormat::Json => out.text(&golden::json(&all, took)),
        TestFormat::Junit => out.text(&golden::junit(&all, took)),
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

/// The paths of the arguments; without any, the folder `cards` if there is one, else the current folder.
fn paths(args: &TestArgs) -> Vec<PathBuf> {
    if !args.paths.is_empty() {
        return args.paths.clone();
    }
    let cards = Path::new("cards");
    vec![if cards.is_dir() { cards } else { Path::new(".") }.to_path_buf()]
}

fn pool(jobs: Option<usize>) -> Result<rayon::ThreadPool, Stop> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(jobs.unwrap_or(0))
        .build()
        .map_err(|error| Stop::new(format!("cannot start the threads: {error}")))
}

/// The tests of one card file that are to be run.
struct Suite<'c> {
    module: &'c Module,
    /// One for each edition of the rules that the tests are played by.
    rounds: Vec<Round<'c>>,
    /// The tests, each with the number of the round.
    tests: Vec<(&'c Test, usize)>,
    golden_path: PathBuf,
    golden: GoldenFile,
    /// What is wrong with the golden file.
    broken: Vec<TestResult>,
}

/// The tests of a file in one edition of the rules share their cards.
struct Round<'c> {
    edition: Option<&'c str>,
    library: Vec<&'c Module>,
    shared: Shared,
}

/// The card files with tests, in order, with their golden files.
fn suites<'c>(compiled: &'c Compiled, filter: Option<&str>) -> Result<Vec<Suite<'c>>, Stop> {
    let mut suites = Vec::new();
    let mut messages = Vec::new();
    for module in &compiled.modules {
        let file = module.files.first().map_or("", String::as_str);
        let editions = module.played_by();
        let tests: Vec<(&Test, usize)> = module
            .tests
            .iter()
            .flat_map(|test| {
                editions
                    .iter()
                    .enumerate()
                    .map(move |(round, edition)| (test, round, *edition))
            })
            .filter(|(test, _, edition)| filter.is_none_or(|text| wanted(file, module, test, *edition, text)))
            .map(|(test, round, _)| (test, round))
            .collect();
        if tests.is_empty() {
            continue;
        }
        let rounds = editions.into_iter().map(|edition| Round {
            edition,
            library: library(compiled, module, edition),
            shared: Shared::default(),
        });
        let mut suite = Suite {
            module,
            rounds: rounds.collect(),
            tests,
            golden_path: GoldenFile::beside(Path::new(file)),
            golden: GoldenFile::default(),
            broken: Vec::new(),
        };
        match suite.read_golden() {
            Ok(()) => suites.push(suite),
            Err(stop) => messages.extend(stop.messages),
        }
    }
    if let (Some(text), true, true) = (filter, suites.is_empty(), messages.is_empty()) {
        return Err(Stop::new(format!("no test matches `{text}`"))
            .with_help("the filter is a part of a file name or of a test's name, or a whole rule number"));
    }
    Stop::unless_empty(messages, suites)
}

/// Whether a filter selects a test in an edition. A rule may have its edition in front.
fn wanted(file: &str, module: &Module, test: &Test, edition: Option<&str>, filter: &str) -> bool {
    let text = filter.to_lowercase();
    let contains = |part: &str| part.to_lowercase().contains(&text);
    let number = match (filter.split_once(':'), edition) {
        (Some((of, number)), Some(edition)) if of == edition => number,
        _ => filter,
    };
    contains(file)
        || contains(&golden::title(module, test, edition))
        || test.rules_in(edition).any(|rule| rule == number)
}

/// All modules of the game that the edition can use: the module itself, what it imports, the others.
fn library<'c>(compiled: &'c Compiled, module: &'c Module, edition: Option<&str>) -> Vec<&'c Module> {
    let name = |m: &Module| m.files.first().cloned().unwrap_or_default();
    let own = name(module);
    let imports = compiled.imports.get(&own);
    let mut all: Vec<&Module> = compiled
        .modules
        .iter()
        .chain(&compiled.imported)
        .filter(|m| m.game == module.game && m.is_for(edition))
        .collect();
    all.sort_by_key(|m| {
        let name = name(m);
        (name != own, !imports.is_some_and(|list| list.contains(&name)))
    });
    all
}

impl Suite<'_> {
    fn read_golden(&mut self) -> Result<(), Stop> {
        if !self.golden_path.exists() {
            return Ok(());
        }
        let path = &self.golden_path;
        let text = std::fs::read_to_string(path).map_err(|error| Stop::new(files::cannot_read(path, &error)))?;
        let (golden, problems) = GoldenFile::parse(&text);
        let keys = self.keys();
        for title in golden.titles() {
            if !keys.iter().any(|key| key == title) {
                let path = shown(path);
                term::complain(&format!(
                    "warning: {path} keeps the log of \"{title}\", but no golden test has this name"
                ));
            }
        }
        self.broken = problems
            .into_iter()
            .map(|problem| TestResult {
                file: shown(path),
                line: problem.line,
                name: "the kept logs".to_owned(),
                case: None,
                edition: None,
                rules: Vec::new(),
                proof: None,
                outcome: Outcome::Failed(problem.message),
                duration: Duration::ZERO,
                trace: Vec::new(),
                log: Vec::new(),
            })
            .collect();
        self.golden = golden;
        Ok(())
    }

    /// The names that the logs of golden tests are kept under, in the order of the source.
    fn keys(&self) -> Vec<String> {
        let golden = self.module.tests.iter().filter(|t| t.golden);
        golden
            .flat_map(|test| self.rounds.iter().map(move |round| (test, round)))
            .map(|(test, round)| golden::key(self.module, test, round.edition))
            .collect()
    }

    /// The job of a test, with its round.
    fn job<'s>(&'s self, test: &'s Test, round: usize, trace: bool) -> Option<Job<'s>> {
        let round = self.rounds.get(round)?;
        Some(Job {
            module: self.module,
            library: &round.library,
            test,
            edition: round.edition,
            shared: &round.shared,
            trace,
        })
    }

    /// Keeps the logs of all golden tests that passed but for their log.
    fn accept(&self, results: &[TestResult]) -> Result<(), Stop> {
        let mut golden = self.golden.clone();
        for ((test, round), result) in self.tests.iter().zip(results) {
            if let (Outcome::Accepted, Some(round)) = (&result.outcome, self.rounds.get(*round)) {
                golden.keep(golden::key(self.module, test, round.edition), result.log.clone());
            }
        }
        golden.arrange(self.keys().iter().map(String::as_str));
        let path = &self.golden_path;
        let unchanged = golden == self.golden && self.broken.is_empty();
        if (golden.is_empty() && !path.exists()) || unchanged {
            return Ok(());
        }
        files::replace(path, golden.write().as_bytes())
            .map_err(|error| Stop::new(format!("cannot write {}: {}", shown(path), reason(&error))))
    }
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
