//! How far every card is: what `check` says of it, which tests reach it, what they show of its clauses, which changes of it they miss.

use super::mutate::Mutated;
use super::percent;
use super::report::{headed, millis, sums};
use super::{Case, Cover};
use crate::compile::Compiled;
use crate::diag::Severity;
use crate::lex::{self, ChunkKind, TokenKind};
use crate::source::{FileId, SourceFile};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::ops::Range;
use std::time::Duration;

/// The most rules that a line of text names.
const MOST_RULES: usize = 6;

/// How far a card is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    /// The file of the card.
    pub file: String,
    /// The line on which it begins.
    pub line: usize,
    /// The card.
    pub card: String,
    /// Its printed id; nothing if the card is broken.
    pub id: Option<String>,
    /// The edition of the rules, if the set is for several.
    pub edition: Option<String>,
    /// How many errors and warnings lie in its text.
    pub problems: (usize, usize),
    /// How many of the tests that reach it or put it on the board pass, and how many there are.
    pub tests: (usize, usize),
    /// How many of its clauses the tests show, and how many there are.
    pub shown: (usize, usize),
    /// How many of its changes the tests notice, and how many were tried; nothing if none was to be tried.
    pub noticed: Option<(usize, usize)>,
    /// The rules that these tests list, in order.
    pub rules: Vec<String>,
}

impl Standing {
    /// Whether something is wrong: an error, or a test that fails.
    pub fn is_broken(&self) -> bool {
        self.problems.0 > 0 || self.tests.0 < self.tests.1
    }
}

/// A card as it stands in a file, whether it can be read or not.
struct Head {
    name: String,
    range: Range<usize>,
}

/// All cards of the files of a run, in the order of the files, once an edition.
pub fn standing(compiled: &Compiled, cases: &[Case<'_>], cover: &Cover, mutated: Option<&[Mutated]>) -> Vec<Standing> {
    let imported: BTreeSet<&str> = compiled
        .imported
        .iter()
        .filter_map(|m| m.files.first())
        .map(String::as_str)
        .collect();
    let own = compiled
        .sources
        .iter()
        .filter(|(_, file)| !file.embedded && !imported.contains(file.name.as_str()));
    let mut out = Vec::new();
    for (id, file) in own {
        for head in heads(&file.text) {
            let bare = bare(compiled, id, file, &head);
            let rows = rows(compiled, cases, cover, mutated, file, &head, &bare);
            if rows.is_empty() {
                out.push(bare);
            } else {
                out.extend(rows);
            }
        }
    }
    out
}

fn heads(text: &str) -> Vec<Head> {
    let mut tokens = lex::lex(text);
    let split = lex::split(text, &mut tokens);
    let mut out = Vec::new();
    for chunk in split.chunks.iter().filter(|chunk| chunk.kind == ChunkKind::Item) {
        let own = tokens.get(chunk.start..chunk.end).unwrap_or_default();
        let (Some(first), Some(last)) = (own.first(), own.last()) else {
            continue;
        };
        if first.kind != TokenKind::ItemCard {
            continue;
        }
        let name = own
            .iter()
            .find(|token| matches!(token.kind, TokenKind::Str | TokenKind::OpenStr));
        let name = name.map_or("", |token| token.text(text).trim().trim_matches('"'));
        out.push(Head {
            name: name.to_owned(),
            range: first.start as usize..last.end as usize,
        });
    }
    out
}

/// What can be said of a card without playing it.
fn bare(compiled: &Compiled, id: FileId, file: &SourceFile, head: &Head) -> Standing {
    let inside = |severity: Severity| {
        let own = compiled.diagnostics.iter().filter(|d| d.severity() == severity);
        let spans = own.filter_map(|d| d.span).filter(|span| span.file == id);
        spans.filter(|span| head.range.contains(&(span.start as usize))).count()
    };
    Standing {
        file: file.name.clone(),
        line: file.line_col(u32::try_from(head.range.start).unwrap_or(u32::MAX)).0,
        card: head.name.clone(),
        id: None,
        edition: None,
        problems: (inside(Severity::Error), inside(Severity::Warning)),
        tests: (0, 0),
        shown: (0, 0),
        noticed: None,
        rules: Vec::new(),
    }
}

/// What the tests say of a card, once an edition.
fn rows(
    compiled: &Compiled,
    cases: &[Case<'_>],
    cover: &Cover,
    mutated: Option<&[Mutated]>,
    file: &SourceFile,
    head: &Head,
    bare: &Standing,
) -> Vec<Standing> {
    let is_it = |at: (usize, usize)| {
        let card = compiled.modules.get(at.0).and_then(|module| module.cards.get(at.1));
        card.is_some_and(|card| card.src.0 == 0 && head.range.contains(&(card.src.1 as usize)))
    };
    let own = cover
        .cards
        .iter()
        .filter(|card| card.file == file.name && is_it(card.at));
    own.map(|card| {
        let passed = card
            .tests
            .iter()
            .filter(|n| cover.tests.get(**n).is_some_and(|test| test.passed));
        let listed = card.tests.iter().filter_map(|n| cases.get(*n));
        let rules: BTreeSet<&str> = listed
            .flat_map(|case| case.job.test.rules_in(case.job.edition))
            .collect();
        let mut rules: Vec<String> = rules.into_iter().map(str::to_owned).collect();
        rules.sort_by_key(|rule| number(rule));
        let changes = mutated.map(|all| {
            let own = all.iter().filter(|m| m.at == card.at && m.edition == card.edition);
            sums(own.map(Mutated::noticed))
        });
        Standing {
            card: card.card.clone(),
            id: card.id.clone(),
            edition: card.edition.clone(),
            tests: (passed.count(), card.tests.len()),
            shown: card.shown(),
            noticed: changes,
            rules,
            ..bare.clone()
        }
    })
    .collect()
}

/// A rule number in the order of the rule document: 9.2 comes before 9.10.
fn number(rule: &str) -> Vec<(u32, String)> {
    let part = |part: &str| (part.parse().unwrap_or(u32::MAX), part.to_owned());
    rule.split('.').map(part).collect()
}

/// A line a card, and what they come to.
pub fn status_text(all: &[Standing], took: Duration) -> String {
    let mut out = String::new();
    for card in all {
        let id = card.id.as_ref().map_or_else(String::new, |id| format!(" {id}"));
        let name = headed(&card.card, card.edition.as_deref());
        let mut parts = vec![problems(card.problems), tests(card.tests)];
        if card.shown.1 > 0 {
            parts.push(format!("{} of {} clauses shown", card.shown.0, card.shown.1));
        }
        if let Some((noticed, tried)) = card.noticed.filter(|(_, tried)| *tried > 0) {
            parts.push(format!("{} of {tried} changes unnoticed", tried - noticed));
        }
        if !card.rules.is_empty() {
            parts.push(rules(&card.rules));
        }
        let _ = writeln!(out, "{}:{}: {name}{id}: {}", card.file, card.line, parts.join("; "));
    }
    let count = |is: fn(&Standing) -> bool| all.iter().filter(|card| is(card)).count();
    let (shown, clauses) = sums(all.iter().map(|card| card.shown));
    let (noticed, tried) = sums(all.iter().filter_map(|card| card.noticed));
    let _ = write!(
        out,
        "{}: {} with errors, {} with warnings, {} without a test; {shown} of {clauses} clauses shown ({})",
        counted(all.len(), "card"),
        count(|card| card.problems.0 > 0),
        count(|card| card.problems.1 > 0),
        count(|card| card.tests.1 == 0),
        percent(shown, clauses),
    );
    if all.iter().any(|card| card.noticed.is_some()) {
        let _ = write!(
            out,
            "; {noticed} of {tried} changes noticed ({})",
            percent(noticed, tried)
        );
    }
    let _ = writeln!(out, ", {:.1} s", took.as_secs_f64());
    out
}

fn problems((errors, warnings): (usize, usize)) -> String {
    let parts = [(errors, "error"), (warnings, "warning")];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, word)| counted(*n, word))
        .collect();
    if parts.is_empty() {
        "no problems".to_owned()
    } else {
        parts.join(", ")
    }
}

fn tests((passed, all): (usize, usize)) -> String {
    match all {
        0 => "no test".to_owned(),
        _ if passed == all => counted(all, "test"),
        _ => format!("{passed} of {} pass", counted(all, "test")),
    }
}

fn rules(all: &[String]) -> String {
    let named = all.get(..MOST_RULES.min(all.len())).unwrap_or_default().join(", ");
    let word = if all.len() == 1 { "rule" } else { "rules" };
    match all.len().saturating_sub(MOST_RULES) {
        0 => format!("{word} {named}"),
        more => format!("{word} {named} and {more} more"),
    }
}

/// `1 card`, `2 cards`.
fn counted(number: usize, word: &str) -> String {
    format!("{number} {word}{}", if number == 1 { "" } else { "s" })
}

/// The same for programs.
pub fn status_json(all: &[Standing], took: Duration) -> String {
    let card = |card: &Standing| -> Value {
        json!({
            "file": card.file,
            "line": card.line,
            "card": card.card,
            "id": card.id,
            "edition": card.edition,
            "errors": card.problems.0,
            "warnings": card.problems.1,
            "tests": card.tests.1,
            "passed": card.tests.0,
            "clauses": card.shown.1,
            "shown": card.shown.0,
            "changes": card.noticed.map(|(_, tried)| tried),
            "unnoticed": card.noticed.map(|(noticed, tried)| tried - noticed),
            "rules": card.rules,
        })
    };
    let report = json!({
        "cards": all.iter().map(card).collect::<Vec<_>>(),
        "milliseconds": millis(took),
    });
    format!("{report:#}\n")
}
