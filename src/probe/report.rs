//! What probing found, in words: diagnostics, a line a clause, JSON; and the reasons that a file gives for clauses that are never met.

use super::{Found, Probed, Refused, dead_clause, stale_reason};
use crate::diag::{self, Diagnostic};
use crate::lex::{self, TokenKind};
use crate::source::{FileId, SourceFile, SourceMap, Span};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::time::Duration;

/// How a comment begins that gives a reason.
const MARK: &str = "probe:";

/// A reason that a file gives.
#[derive(Debug)]
struct Given {
    span: Span,
    /// The line it is about.
    line: usize,
    used: bool,
}

/// The reasons of a file: a comment behind a clause is about its line, one on a line of its own about the next.
fn given(id: FileId, file: &SourceFile) -> Vec<Given> {
    let tokens = lex::lex(&file.text);
    let mut out = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let text = token.text(&file.text).trim_start_matches('#').trim();
        let reason = text.strip_prefix(MARK).map(str::trim);
        if token.kind != TokenKind::Comment || reason.is_none_or(str::is_empty) {
            continue;
        }
        let line = |byte: u32| file.line_col(byte).0;
        let here = line(token.start);
        let code = |t: &&lex::Token| !matches!(t.kind, TokenKind::Space | TokenKind::Newline | TokenKind::Comment);
        let before = tokens.get(..at).unwrap_or_default().iter().rev().find(code);
        let behind = before.is_some_and(|t| line(t.end.saturating_sub(1)) == here);
        let next = tokens.get(at..).unwrap_or_default().iter().find(code);
        let about = if behind {
            here
        } else {
            next.map_or(here, |t| line(t.start))
        };
        out.push(Given {
            span: Span {
                file: id,
                start: token.start,
                end: token.end,
            },
            line: about,
            used: false,
        });
    }
    out
}

/// Warnings for all clauses that never did anything and have no reason in their file, and for reasons that are not needed. Cards with errors have
/// their errors.
pub fn diagnostics(probed: &[Probed], refused: &[Refused], sources: &SourceMap) -> Vec<Diagnostic> {
    let files: BTreeMap<&str, FileId> = sources.iter().map(|(id, f)| (f.name.as_str(), id)).collect();
    let probed_files: BTreeSet<&str> = probed.iter().map(|p| p.file.as_str()).collect();
    let mut reasons: BTreeMap<FileId, Vec<Given>> = BTreeMap::new();
    for (id, file) in sources.iter().filter(|(_, f)| probed_files.contains(f.name.as_str())) {
        reasons.insert(id, given(id, file));
    }
    let mut out = Vec::new();
    for card in probed {
        let told = |r: &Refused| r.card == card.card && r.file == card.file;
        if let Some(why) = card.refused.as_ref().filter(|_| !refused.iter().any(told)) {
            let span = Span {
                file: files.get(card.file.as_str()).copied().unwrap_or_default(),
                ..Span::default()
            };
            out.push(dead_clause::not_probed(&card.card, why, span));
        }
        for found in card.clauses.iter().filter(|f| f.clause.dead.is_some()) {
            let Some(id) = files.get(found.file.as_str()).copied() else {
                continue;
            };
            let Some(file) = sources.get(id) else { continue };
            let lines = [found.range.0, found.ability.0].map(|byte| file.line_col(byte).0);
            let excuse = reasons
                .get_mut(&id)
                .into_iter()
                .flatten()
                .filter(|r| lines.contains(&r.line));
            let mut excused = false;
            for reason in excuse {
                reason.used = true;
                excused = true;
            }
            if !excused {
                out.extend(dead_clause::warning(card, found, id));
            }
        }
    }
    for reason in reasons.into_values().flatten().filter(|r| !r.used) {
        out.push(stale_reason::warning(reason.span));
    }
    diag::tidy(&mut out);
    out
}

/// A line a clause, card by card.
pub fn text(probed: &[Probed], sources: &SourceMap) -> String {
    let mut out = String::new();
    for card in probed {
        let edition = card.edition.as_ref().map_or_else(String::new, |e| format!(" [{e}]"));
        let _ = writeln!(out, "\"{}\"{edition}: {} tries", card.card, card.tries);
        for found in &card.clauses {
            let c = &found.clause;
            let counts = match c.kind {
                super::Kind::Condition => format!("true {}, false {}", c.yes, c.no),
                super::Kind::Cost => format!("payable {}, not payable {}", c.yes, c.no),
                _ => format!("reached {}, acted {}", c.reached, c.acted),
            };
            let (line, words) = words(found, sources);
            let dead = c.dead.map_or("", |_| "!! ");
            let _ = writeln!(out, "  {dead}{:>4}  {:<9} {counts:<34} {words}", line, c.kind.word());
            for line in &found.example {
                let _ = writeln!(out, "              | {line}");
            }
        }
    }
    out
}

/// How many cards, clauses and tries there were, and how long it took.
pub fn summary(probed: &[Probed], refused: &[Refused], took: Duration) -> String {
    let clauses: usize = probed.iter().map(|p| p.clauses.len()).sum();
    let dead = probed
        .iter()
        .flat_map(|p| &p.clauses)
        .filter(|f| f.clause.dead.is_some())
        .count();
    let tries: u64 = probed.iter().map(|p| u64::from(p.tries)).sum();
    let played = probed.iter().filter(|p| p.refused.is_none()).count();
    let apart = match refused.len() {
        0 => String::new(),
        1 => "; 1 card with errors was not probed".to_owned(),
        n => format!("; {n} cards with errors were not probed"),
    };
    format!(
        "{played} cards, {clauses} clauses, {tries} tries in {:.1} s: {dead} clauses never did anything{apart}",
        took.as_secs_f64()
    )
}

/// The line of a clause, and its words as far as they fit.
fn words(found: &Found, sources: &SourceMap) -> (usize, String) {
    const MOST: usize = 60;
    let file = sources.iter().map(|(_, f)| f).find(|f| f.name == found.file);
    let Some(file) = file else { return (0, String::new()) };
    let (from, to) = found.range;
    let text = file.text.get(from as usize..to as usize).unwrap_or("");
    let mut words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.chars().count() > MOST {
        words = words.chars().take(MOST - 1).chain(['…']).collect();
    }
    (file.line_col(from).0, words)
}

/// Everything as JSON.
pub fn json(probed: &[Probed], refused: &[Refused], sources: &SourceMap, took: Duration) -> String {
    let without: Vec<serde_json::Value> = refused
        .iter()
        .map(|r| serde_json::json!({"file": r.file, "line": r.line, "card": r.card, "why": r.why}))
        .collect();
    let cards: Vec<serde_json::Value> = probed
        .iter()
        .map(|card| {
            let clauses: Vec<serde_json::Value> = card.clauses.iter().map(|f| clause(f, sources)).collect();
            serde_json::json!({
                "file": card.file,
                "card": card.card,
                "id": card.id,
                "edition": card.edition,
                "tries": card.tries,
                "milliseconds": u64::try_from(card.took.as_millis()).unwrap_or(u64::MAX),
                "refused": card.refused,
                "clauses": clauses,
            })
        })
        .collect();
    let all = serde_json::json!({
        "cards": cards,
        "refused": without,
        "milliseconds": u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
    });
    format!("{all:#}\n")
}

fn clause(found: &Found, sources: &SourceMap) -> serde_json::Value {
    let c = &found.clause;
    let (line, words) = words(found, sources);
    serde_json::json!({
        "kind": c.kind.word(),
        "ability": found.label,
        "file": found.file,
        "line": line,
        "text": words,
        "reached": c.reached,
        "true": c.yes,
        "false": c.no,
        "acted": c.acted,
        "dead": c.dead.map(super::Reason::word),
        "example": found.example,
    })
}
