//! `cardwright rules`.

use super::test::{How, play_all};
use crate::cli::args::{RulesArgs, TableFormat};
use crate::cli::exit::{Exit, Stop};
use crate::cli::term::{self, Out};
use crate::cli::{files, report, vocabulary};
use crate::golden::{Outcome, TestResult};
use crate::rules::{self, Rule};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The folders with tests if none are said.
const FOLDERS: [&str; 2] = ["tests/scenarios", "cards"];

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
    let results = play_all(&compiled, &args.game, edition, How::default())?;
    let shown = shown_by(&results);
    let mut out = Out::new();
    let rows = || index.iter().filter(|rule| rule.testable);
    let covered = rows().filter(|rule| shown.contains_key(rule.id)).count();
    let line = coverage(covered, rows().count());
    let listed: Vec<&Rule> = rows()
        .filter(|rule| !args.uncovered || !shown.contains_key(rule.id))
        .collect();
    match args.format {
        TableFormat::Text => {
            for rule in listed {
                out.line(&format!("{}  {}", rule.id, rule.summary));
                for test in shown.get(rule.id).into_iter().flatten() {
                    out.line(&format!("    {test}"));
                }
                if !shown.contains_key(rule.id) {
                    let why = if rule.reason.is_empty() {
                        "no test shows it"
                    } else {
                        rule.reason
                    };
                    out.line(&format!("    not shown: {why}"));
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
                        "tests": shown.get(rule.id).cloned().unwrap_or_default(),
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
        let test = tests.first().map_or("", String::as_str);
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

/// The tests that passed, by the rules they show.
fn shown_by(results: &[TestResult]) -> BTreeMap<&str, Vec<String>> {
    let mut shown: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for result in results.iter().filter(|r| r.outcome == Outcome::Passed) {
        for rule in &result.rules {
            let test = format!("{}:{}: {}", result.file, result.line, result.title());
            shown.entry(rule).or_default().push(test);
        }
    }
    shown
}

fn coverage(covered: usize, all: usize) -> String {
    let percent = (covered * 100).checked_div(all).unwrap_or(100);
    format!("{covered} of {all} testable rules shown ({percent} %)")
}
