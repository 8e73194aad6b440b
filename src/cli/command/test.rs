//! `cardwright test`.

use crate::cli::args::{Format, TestArgs, TestFormat};
use crate::cli::exit::{Exit, Stop};
use crate::cli::files::{self, reason, shown};
use crate::cli::report;
use crate::cli::term::{self, Out};
use crate::compile::Compiled;
use crate::diag::{Severity, Style};
use crate::golden::{self, GoldenFile, Job, Kept, Outcome, Shared, Summary, TestResult};
use crate::ir::{Module, Test};
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
    };
    if suites.is_empty() {
        term::complain("no tests in these files; grammar/scenarios.md tells how to write one");
    }
    let results = pool(how.jobs)?.install(|| results(&suites, &compiled, how));
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
    Ok(Exit::problems(summary.failed > 0))
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
                rules: Vec::new(),
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
    for module in &compiled.modules {
        let Some(index) = rules::index(&module.game) else {
            continue;
        };
        for test in &module.tests {
            for rule in test.rules.iter().filter(|rule| !index.iter().any(|r| r.id == **rule)) {
                let file = module.files.first().map_or("", String::as_str);
                warnings.push(format!(
                    "warning: {file}: the test \"{}\" names the rule {rule}, which {} does not have",
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
}

/// The results of all tests of a game.
pub(super) fn play_all(compiled: &Compiled, game: &str, how: How) -> Result<Vec<TestResult>, Stop> {
    let mut suites = suites(compiled, None)?;
    suites.retain(|suite| suite.module.game == game);
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
    library: Vec<&'c Module>,
    shared: Shared,
    tests: Vec<&'c Test>,
    golden_path: PathBuf,
    golden: GoldenFile,
    /// What is wrong with the golden file.
    broken: Vec<TestResult>,
}

/// The card files with tests, in order, with their golden files.
fn suites<'c>(compiled: &'c Compiled, filter: Option<&str>) -> Result<Vec<Suite<'c>>, Stop> {
    let mut suites = Vec::new();
    let mut messages = Vec::new();
    for module in &compiled.modules {
        let file = module.files.first().map_or("", String::as_str);
        let tests: Vec<&Test> = module
            .tests
            .iter()
            .filter(|test| filter.is_none_or(|text| wanted(file, test, text)))
            .collect();
        if tests.is_empty() {
            continue;
        }
        let mut suite = Suite {
            module,
            library: library(compiled, module),
            shared: Shared::default(),
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

/// Whether a filter selects a test.
fn wanted(file: &str, test: &Test, filter: &str) -> bool {
    let text = filter.to_lowercase();
    let contains = |part: &str| part.to_lowercase().contains(&text);
    contains(file) || contains(&test.title()) || test.rules.iter().any(|rule| rule == filter)
}

/// All modules of the game: the module itself, what it imports, the others.
fn library<'c>(compiled: &'c Compiled, module: &'c Module) -> Vec<&'c Module> {
    let name = |m: &Module| m.files.first().cloned().unwrap_or_default();
    let own = name(module);
    let imports = compiled.imports.get(&own);
    let mut all: Vec<&Module> = compiled
        .modules
        .iter()
        .chain(&compiled.imported)
        .filter(|m| m.game == module.game)
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
        for title in golden.titles() {
            if !self.module.tests.iter().any(|t| t.golden && t.title() == title) {
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
                rules: Vec::new(),
                outcome: Outcome::Failed(problem.message),
                duration: Duration::ZERO,
                trace: Vec::new(),
                log: Vec::new(),
            })
            .collect();
        self.golden = golden;
        Ok(())
    }

    /// Keeps the logs of all golden tests that passed but for their log.
    fn accept(&self, results: &[TestResult]) -> Result<(), Stop> {
        let mut golden = self.golden.clone();
        for result in results.iter().filter(|r| r.outcome == Outcome::Accepted) {
            golden.keep(result.title(), result.log.clone());
        }
        let titles: Vec<String> = self.module.tests.iter().filter(|t| t.golden).map(Test::title).collect();
        golden.arrange(titles.iter().map(String::as_str));
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
                .map(|test| {
                    let job = Job {
                        module: suite.module,
                        library: &suite.library,
                        test,
                        shared: &suite.shared,
                        trace: how.trace,
                    };
                    let title = test.title();
                    let kept = Kept {
                        log: suite.golden.get(&title),
                        accept: how.accept,
                    };
                    let result = golden::run(&job, kept, &compiled.sources, how.color);
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
