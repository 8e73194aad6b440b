//! What the tests show, in words, as JSON and as lcov.

use super::coverage::{CardCover, ClauseCover, Cover};
use super::mutate::{Fate, Mutant, Mutated};
use super::percent;
use crate::probe::Kind;
use crate::source::{SourceFile, SourceMap};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

/// The most tests that a line of text names.
const MOST_TESTS: usize = 3;
/// The longest words of a clause.
const MOST_WORDS: usize = 60;
/// The most lines of steps that are shown for a change.
const MOST_STEPS: usize = 6;

/// The files of a run by their names.
struct Files<'s>(BTreeMap<&'s str, &'s SourceFile>);

impl<'s> Files<'s> {
    fn new(sources: &'s SourceMap) -> Files<'s> {
        Files(sources.iter().map(|(_, file)| (file.name.as_str(), file)).collect())
    }

    /// The line of a place, and its words as far as they fit.
    fn words(&self, file: &str, range: (u32, u32)) -> (usize, String) {
        let Some(file) = self.0.get(file) else {
            return (0, String::new());
        };
        let text = file.text.get(range.0 as usize..range.1 as usize).unwrap_or("");
        let mut words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if words.chars().count() > MOST_WORDS {
            words = words.chars().take(MOST_WORDS - 1).chain(['…']).collect();
        }
        (file.line_col(range.0).0, words)
    }
}

pub(super) fn headed(card: &str, edition: Option<&str>) -> String {
    match edition {
        Some(edition) => format!("\"{card}\" [{edition}]"),
        None => format!("\"{card}\""),
    }
}

/// A line a clause, card by card; with `all` also the clauses that the tests show.
pub fn cover_text(cover: &Cover, sources: &SourceMap, all: bool, took: Duration) -> String {
    let files = Files::new(sources);
    let mut out = String::new();
    let (mut shown, mut clauses) = (0, 0);
    for card in &cover.cards {
        let (own, of) = card.shown();
        shown += own;
        clauses += of;
        let open = own < of;
        if of == 0 || !(open || all) {
            continue;
        }
        let name = headed(&card.card, card.edition.as_deref());
        let _ = writeln!(out, "{}: {name}: {own} of {of} clauses", card.file);
        for clause in card.clauses.iter().filter(|c| all || !c.is_shown()) {
            line(clause, cover, &files, &mut out);
        }
    }
    let tests = cover.tests.len();
    let _ = writeln!(
        out,
        "{shown} of {clauses} clauses are shown ({}) by {tests} tests of {} cards, {:.1} s",
        percent(shown, clauses),
        cover.cards.len(),
        took.as_secs_f64()
    );
    out
}

fn line(clause: &ClauseCover, cover: &Cover, files: &Files<'_>, out: &mut String) {
    let c = &clause.found.clause;
    let counts = match c.kind {
        Kind::Condition => format!("true {}, false {}", c.yes, c.no),
        Kind::Cost => format!("payable {}, not payable {}", c.yes, c.no),
        _ => format!("reached {}, acted {}", c.reached, c.acted),
    };
    let (at, words) = files.words(&clause.found.file, clause.found.range);
    let sign = if clause.is_shown() { "  " } else { "!!" };
    let _ = writeln!(out, "  {sign} {at:>4}  {:<9} {counts:<28} {words}", c.kind.word());
    let titles = clause.tests.iter().filter_map(|n| cover.tests.get(*n));
    for test in titles.take(MOST_TESTS) {
        let _ = writeln!(out, "             in \"{}\"", test.title);
    }
    if clause.tests.len() > MOST_TESTS {
        let _ = writeln!(out, "             and {} more tests", clause.tests.len() - MOST_TESTS);
    }
}

/// Everything that was counted, as JSON.
pub fn cover_json(cover: &Cover, sources: &SourceMap, took: Duration) -> String {
    let files = Files::new(sources);
    let clause = |clause: &ClauseCover| {
        let c = &clause.found.clause;
        let (line, words) = files.words(&clause.found.file, clause.found.range);
        let titles = clause.tests.iter().filter_map(|n| cover.tests.get(*n));
        json!({
            "kind": c.kind.word(),
            "ability": clause.found.label,
            "file": clause.found.file,
            "line": line,
            "text": words,
            "reached": c.reached,
            "true": c.yes,
            "false": c.no,
            "acted": c.acted,
            "shown": clause.is_shown(),
            "tests": titles.map(|test| test.title.as_str()).collect::<Vec<_>>(),
        })
    };
    let card = |card: &CardCover| {
        let (shown, all) = card.shown();
        json!({
            "file": card.file,
            "card": card.card,
            "id": card.id,
            "edition": card.edition,
            "shown": shown,
            "of": all,
            "clauses": card.clauses.iter().map(clause).collect::<Vec<_>>(),
        })
    };
    let (shown, all) = sums(cover.cards.iter().map(CardCover::shown));
    let report = json!({
        "shown": shown,
        "of": all,
        "tests": cover.tests.len(),
        "milliseconds": millis(took),
        "cards": cover.cards.iter().map(card).collect::<Vec<_>>(),
    });
    format!("{report:#}\n")
}

/// The lines of a file: how often each was carried out; the ways of its conditions.
#[derive(Default)]
struct Lines {
    hits: BTreeMap<usize, u32>,
    branches: Vec<(usize, usize, u32, u32, bool)>,
}

/// An lcov tracefile: a line is hit as often as what begins on it did something; a condition has two branches.
pub fn lcov(cover: &Cover, sources: &SourceMap) -> String {
    let files = Files::new(sources);
    let mut by_file: BTreeMap<&str, Lines> = BTreeMap::new();
    for card in &cover.cards {
        for clause in &card.clauses {
            let c = &clause.found.clause;
            let (at, _) = files.words(&clause.found.file, clause.found.range);
            let lines = by_file.entry(clause.found.file.as_str()).or_default();
            let hits = if c.kind == Kind::Condition { c.reached } else { c.acted };
            // A line is shown only if all that begins on it is.
            let known = lines.hits.entry(at).or_insert(hits);
            *known = (*known).min(hits);
            if c.kind == Kind::Condition {
                let block = lines.branches.iter().filter(|(line, ..)| *line == at).count();
                lines.branches.push((at, block, c.yes, c.no, c.reached > 0));
            }
        }
    }
    let mut out = String::new();
    for (file, lines) in by_file {
        let _ = writeln!(out, "TN:\nSF:{file}");
        for (line, block, yes, no, reached) in &lines.branches {
            for (branch, hits) in [(0, yes), (1, no)] {
                let taken = if *reached { hits.to_string() } else { "-".to_owned() };
                let _ = writeln!(out, "BRDA:{line},{block},{branch},{taken}");
            }
        }
        let taken = lines
            .branches
            .iter()
            .map(|(.., yes, no, _)| usize::from(*yes > 0) + usize::from(*no > 0));
        let _ = writeln!(out, "BRF:{}\nBRH:{}", lines.branches.len() * 2, taken.sum::<usize>());
        for (line, hits) in &lines.hits {
            let _ = writeln!(out, "DA:{line},{hits}");
        }
        let hit = lines.hits.values().filter(|hits| **hits > 0).count();
        let _ = writeln!(out, "LF:{}\nLH:{hit}\nend_of_record", lines.hits.len());
    }
    out
}

/// The changes that no test noticed, card by card, and how many were noticed.
pub fn mutants_text(mutated: &[Mutated], sources: &SourceMap, took: Duration) -> String {
    let files = Files::new(sources);
    let mut out = String::new();
    let mut untried = 0;
    for card in mutated {
        let name = headed(&card.card, card.edition.as_deref());
        for mutant in &card.mutants {
            let why = match mutant.fate {
                Fate::Noticed(_) => continue,
                Fate::NotTried => {
                    untried += 1;
                    continue;
                }
                Fate::Survived => "no test notices it",
                Fate::Untested => "the card has no test",
            };
            let (at, words) = files.words(&card.file, mutant.range);
            let _ = writeln!(out, "{}:{at}: {name}: {}: {why}", card.file, mutant.what);
            let _ = writeln!(out, "    {words}");
            for step in mutant.steps.iter().take(MOST_STEPS) {
                let _ = writeln!(out, "      {step}");
            }
        }
    }
    if untried > 0 {
        let _ = writeln!(out, "{untried} changes were not tried: the time was over");
    }
    let (noticed, tried) = sums(mutated.iter().map(Mutated::noticed));
    let _ = writeln!(
        out,
        "{noticed} of {tried} changes were noticed ({}) in {} cards, {:.1} s",
        percent(noticed, tried),
        mutated.len(),
        took.as_secs_f64()
    );
    out
}

/// All changes and what became of them, as JSON.
pub fn mutants_json(mutated: &[Mutated], cover: &Cover, sources: &SourceMap, took: Duration) -> String {
    let files = Files::new(sources);
    let mutant = |file: &str, mutant: &Mutant| {
        let (line, words) = files.words(file, mutant.range);
        let by = match mutant.fate {
            Fate::Noticed(test) => cover.tests.get(test).map(|test| test.title.as_str()),
            _ => None,
        };
        let fate = match mutant.fate {
            Fate::Noticed(_) => "noticed",
            Fate::Survived => "survived",
            Fate::Untested => "untested",
            Fate::NotTried => "not-tried",
        };
        json!({
            "line": line,
            "text": words,
            "change": mutant.what,
            "steps": mutant.steps,
            "fate": fate,
            "test": by,
        })
    };
    let card = |card: &Mutated| {
        let (noticed, tried) = card.noticed();
        let mutants: Vec<Value> = card.mutants.iter().map(|m| mutant(&card.file, m)).collect();
        json!({
            "file": card.file,
            "card": card.card,
            "id": card.id,
            "edition": card.edition,
            "noticed": noticed,
            "tried": tried,
            "changes": mutants,
        })
    };
    let (noticed, tried) = sums(mutated.iter().map(Mutated::noticed));
    let report = json!({
        "noticed": noticed,
        "tried": tried,
        "milliseconds": millis(took),
        "cards": mutated.iter().map(card).collect::<Vec<_>>(),
    });
    format!("{report:#}\n")
}

pub(super) fn sums(pairs: impl Iterator<Item = (usize, usize)>) -> (usize, usize) {
    pairs.fold((0, 0), |(a, b), (c, d)| (a + c, b + d))
}

pub(super) fn millis(took: Duration) -> u64 {
    u64::try_from(took.as_millis()).unwrap_or(u64::MAX)
}
