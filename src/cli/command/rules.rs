//! `cardwright rules`.

use super::test::{How, play_all};
use crate::cli::args::{RulesArgs, TableFormat};
use crate::cli::exit::{Exit, Stop};
use crate::cli::term::{self, Out};
use crate::cli::{files, report, vocabulary};
use crate::compile;
use crate::diag::Severity;
use crate::golden::{Outcome, Proof, TestResult};
use crate::play;
use crate::rules::{self, Rule};
use crate::source::SourceFile;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folders with tests if none are said.
const FOLDERS: [&str; 2] = ["tests/scenarios", "cards"];
/// The folder with files that `check` refuses.
const REJECTED: &str = "tests/reject";

/// Lists the rules of a game with the tests that show them.
pub(in crate::cli) fn run(args: &RulesArgs) -> Result<Exit, Stop> {
    let vocab = vocabulary::vocab(&args.game)?;
    if let Some(edition) = &args.edition {
        vocabulary::known_edition(vocab, edition)?;
    }
    let edition = args.edition.as_deref().or_else(|| vocab.editions().next());
    let Some(index) = rules::index(&args.game, edition) else {
        return Err(Stop::new(format!("the rules of {} have no index yet", args.game)));
    };
    let compiled = files::load(&paths(args))?.compile();
    report::complain(&compiled.diagnostics, &compiled.sources);
    let results = play_all(&compiled, &args.game, edition, How::proving())?;
    let mut shown = shown_by(&results);
    if args.paths.is_empty() {
        rejected(&args.game, edition, &mut shown)?;
    }
    let empty = empty_claims(&results, &shown);
    let mut out = Out::new();
    let rows = || index.iter().filter(|rule| rule.testable);
    let covered = rows().filter(|rule| shown.contains_key(rule.id)).count();
    let line = format!("{}\n{}", ways(&shown, rows()), coverage(covered, rows().count()));
    let listed: Vec<&Rule> = rows()
        .filter(|rule| !args.uncovered || !shown.contains_key(rule.id))
        .collect();
    match args.format {
        TableFormat::Text => {
            for rule in listed {
                out.line(&format!("{}  {}", rule.id, rule.summary));
                for (test, by) in shown.get(rule.id).into_iter().flatten() {
                    out.line(&format!("    shown {by}: {test}"));
                }
                if !shown.contains_key(rule.id) {
                    let why = if rule.reason.is_empty() {
                        "no test shows it"
                    } else {
                        rule.reason
                    };
                    out.line(&format!("    not shown: {why}"));
                    for test in empty.get(rule.id).into_iter().flatten() {
                        out.line(&format!(
                            "    shows nothing, as it passes without its steps too: {test}"
                        ));
                    }
                }
            }
            out.line(&line);
        }
        TableFormat::Json => {
            // Machines get the whole index, with the reasons why some rules cannot be shown.
            let list: Vec<_> = index
                .iter()
                .filter(|rule| !args.uncovered || (rule.testable && !shown.contains_key(rule.id)))
                .map(|rule| {
                    json!({
                        "id": rule.id,
                        "class": rule.class,
                        "testable": rule.testable,
                        "summary": rule.summary,
                        "reason": rule.reason,
                        "tests": list_of(&shown, rule.id, |(test, _)| test.clone()),
                        "by": list_of(&shown, rule.id, |(_, by)| (*by).to_owned()),
                        "empty": empty.get(rule.id).cloned().unwrap_or_default(),
                    })
                })
                .collect();
            let all = json!({
                "game": args.game,
                "edition": edition,
                "shown": covered,
                "testable": rows().count(),
                "rules": list,
            });
            out.line(&format!("{all:#}"));
        }
    }
    out.finish()?;
    for (rule, tests) in shown.iter().filter(|(rule, _)| !index.iter().any(|r| r.id == **rule)) {
        let test = tests.first().map_or("", |(test, _)| test.as_str());
        term::complain(&format!(
            "warning: {test} shows the rule {rule}, but the index has no such rule"
        ));
    }
    // Like `vocab --unused`: a list of what is missing that is not empty is a problem.
    let open = rows().any(|rule| !shown.contains_key(rule.id) && rule.reason.is_empty());
    Ok(Exit::problems(args.uncovered && open))
}

/// The paths of the arguments; without any, the usual folders that exist.
fn paths(args: &RulesArgs) -> Vec<PathBuf> {
    if !args.paths.is_empty() {
        return args.paths.clone();
    }
    let usual: Vec<PathBuf> = FOLDERS
        .iter()
        .map(Path::new)
        .filter(|path| path.is_dir())
        .map(Path::to_path_buf)
        .collect();
    if usual.is_empty() {
        vec![PathBuf::from(".")]
    } else {
        usual
    }
}

/// The tests by the rules they show, each with how it shows them.
type Shown<'r> = BTreeMap<&'r str, Vec<(String, &'static str)>>;

fn named(result: &TestResult) -> String {
    format!("{}:{}: {}", result.file, result.line, result.title())
}

/// The tests that passed and could have failed, by the rules they show.
fn shown_by(results: &[TestResult]) -> Shown<'_> {
    let mut shown = Shown::new();
    for result in results.iter().filter(|r| r.outcome == Outcome::Passed) {
        let by = match result.proof {
            Some(Proof::Steps) => "by steps",
            Some(Proof::Fact) => "statically",
            Some(Proof::View) => "by a view",
            Some(Proof::Deck) => "by a deck",
            Some(Proof::Nothing) | None => continue,
        };
        for rule in &result.rules {
            shown.entry(rule).or_default().push((named(result), by));
        }
    }
    shown
}

/// The tests that list a rule which nothing shows, and would pass whatever happens.
fn empty_claims<'r>(results: &'r [TestResult], shown: &Shown<'_>) -> BTreeMap<&'r str, Vec<String>> {
    let mut empty: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for result in results.iter().filter(|r| r.proof == Some(Proof::Nothing)) {
        for rule in result.rules.iter().filter(|rule| !shown.contains_key(rule.as_str())) {
            empty.entry(rule).or_default().push(named(result));
        }
    }
    empty
}

/// What says in a file that `check` refuses which rules its refusal shows: `# shows weiss 2.5.1 2.6.1`.
const SHOWS: &str = "# shows ";

/// Adds the files that `check` refuses and that say which rules this shows: such a file must have an error.
fn rejected(game: &str, edition: Option<&str>, shown: &mut Shown<'_>) -> Result<(), Stop> {
    let folder = Path::new(REJECTED);
    let Ok(entries) = std::fs::read_dir(folder) else {
        return Ok(());
    };
    let index = rules::index(game, edition).unwrap_or_default();
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|e| e == "card"));
    paths.sort();
    for path in paths {
        let text = files::read_beside(&path)?;
        let claims = text
            .lines()
            .filter_map(|line| line.strip_prefix(SHOWS)?.split_once(' '));
        let claimed: Vec<&str> = claims
            .filter(|(of, _)| *of == game)
            .flat_map(|(_, numbers)| numbers.split_whitespace())
            .collect();
        if claimed.is_empty() {
            continue;
        }
        let name = files::shown(&path);
        let mut compiled = compile::compile(vec![SourceFile::new(name.clone(), text.as_str())]);
        play::check(&mut compiled);
        let Some(error) = compiled.diagnostics.iter().find(|d| d.severity() == Severity::Error) else {
            term::complain(&format!("warning: {name} is not refused, so it shows no rule"));
            continue;
        };
        for rule in index.iter().filter(|rule| claimed.contains(&rule.id)) {
            let test = format!("{name}: {}", error.code.id());
            shown.entry(rule.id).or_default().push((test, "by a rejection"));
        }
    }
    Ok(())
}

fn list_of(shown: &Shown<'_>, rule: &str, part: impl Fn(&(String, &'static str)) -> String) -> Vec<String> {
    shown.get(rule).into_iter().flatten().map(part).collect()
}

/// How many rules are shown in which way; a rule that is shown in several counts for the strongest.
fn ways<'r>(shown: &Shown<'_>, rules: impl Iterator<Item = &'r Rule>) -> String {
    const ORDER: [&str; 5] = ["by steps", "statically", "by a view", "by a deck", "by a rejection"];
    let mut counts = [0usize; 5];
    let mut none = 0;
    for rule in rules {
        let tests = shown.get(rule.id).map_or(&[][..], Vec::as_slice);
        let best = ORDER.iter().position(|way| tests.iter().any(|(_, by)| by == way));
        match best.and_then(|at| counts.get_mut(at)) {
            Some(count) => *count += 1,
            None => none += 1,
        }
    }
    let mut parts: Vec<String> = ORDER.iter().zip(counts).map(|(way, n)| format!("{n} {way}")).collect();
    parts.push(format!("{none} not shown"));
    parts.join(", ")
}

fn coverage(covered: usize, all: usize) -> String {
    let percent = (covered * 100).checked_div(all).unwrap_or(100);
    format!("{covered} of {all} testable rules shown ({percent} %)")
}
