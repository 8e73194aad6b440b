//! The tests of card files with their kept logs.

use crate::cli::exit::Stop;
use crate::cli::files::{self, reason, shown};
use crate::cli::term;
use crate::compile::Compiled;
use crate::golden::{self, GoldenFile, Job, Outcome, Shared, TestResult};
use crate::ir::{Module, Test};
use crate::proving::Case;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The tests of one card file that are to be run.
pub(in crate::cli) struct Suite<'c> {
    pub(super) module: &'c Module,
    /// One for each edition of the rules that the tests are played by.
    pub(super) rounds: Vec<Round<'c>>,
    /// The tests, each with the number of the round.
    pub(super) tests: Vec<(&'c Test, usize)>,
    golden_path: PathBuf,
    pub(super) golden: GoldenFile,
    /// What is wrong with the golden file.
    pub(super) broken: Vec<TestResult>,
}

/// The tests of a file in one edition of the rules share their cards.
pub(in crate::cli) struct Round<'c> {
    pub(super) edition: Option<&'c str>,
    library: Vec<&'c Module>,
    shared: Shared,
}

/// The card files with tests, in order, with their golden files.
pub(in crate::cli) fn suites<'c>(compiled: &'c Compiled, filter: Option<&str>) -> Result<Vec<Suite<'c>>, Stop> {
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
        let text = files::read_beside(path)?;
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

    /// Its tests with what they are judged by, as the proofs of tests take them.
    pub(in crate::cli) fn cases(&self) -> Vec<Case<'_>> {
        let cases = self.tests.iter().filter_map(|(test, round)| {
            let job = self.job(test, *round, false)?;
            let kept = self.golden.get(&golden::key(job.module, test, job.edition));
            Some(Case { job, kept })
        });
        cases.collect()
    }

    /// The job of a test, with its round.
    pub(super) fn job<'s>(&'s self, test: &'s Test, round: usize, trace: bool) -> Option<Job<'s>> {
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
    pub(super) fn accept(&self, results: &[TestResult]) -> Result<(), Stop> {
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
