//! A search that leaves the deck in an order that somebody knows.

use crate::compile::Compiled;
use crate::diag::{Code, Diagnostic};
use crate::games;
use crate::ir::{Card, Stmt};
use crate::source::{FileId, Span};
use std::collections::BTreeMap;

/// The verb that looks through a place, and the one that brings it into no order.
const SEARCH: &str = "search";
const SHUFFLE: &str = "shuffle";

/// Warns of searches without a shuffle in games whose rules do not shuffle by themselves.
pub(super) fn check(compiled: &Compiled, files: &BTreeMap<&str, FileId>) -> Vec<Diagnostic> {
    let mut out = Vec::new();
    for module in &compiled.modules {
        let edition = module.played_by().into_iter().next().flatten();
        let settles = games::kernel(&module.game, edition).is_none_or(|kernel| kernel.tables().search_settles);
        if settles {
            continue;
        }
        let Some(file) = module.files.first().and_then(|name| files.get(name.as_str())) else {
            continue;
        };
        out.extend(module.cards.iter().flat_map(|card| searches(card, *file)));
    }
    out
}

fn searches(card: &Card, file: FileId) -> Vec<Diagnostic> {
    let stmts = || (0u32..).zip(&card.code.stmts);
    let does = |stmt: &Stmt, word: &str| matches!(stmt, Stmt::Do { verb, .. } if verb == word);
    let shuffles: Vec<u32> = stmts()
        .filter(|(_, stmt)| does(stmt, SHUFFLE))
        .filter_map(|(at, _)| card.code.stmt_src.get(at as usize).map(|src| src.1))
        .collect();
    let mut out = Vec::new();
    for (at, _) in stmts().filter(|(_, stmt)| does(stmt, SEARCH)) {
        let Some(src) = card.code.stmt_src.get(at as usize).filter(|src| src.0 == card.src.0) else {
            continue;
        };
        // The shuffle stands behind the search, in the same ability.
        let abilities = card
            .code
            .abilities
            .iter()
            .filter(|a| a.src.0 == src.0 && a.src.1 <= src.1 && src.2 <= a.src.2);
        let Some(end) = abilities.map(|ability| ability.src.2).min() else {
            continue;
        };
        if !shuffles.iter().any(|shuffle| (src.1..end).contains(shuffle)) {
            let span = Span {
                file,
                start: src.1,
                end: src.2,
            };
            out.push(
                Diagnostic::new(
                    Code::SearchWithoutShuffle,
                    span,
                    "nothing shuffles what is searched here",
                )
                .with_help("the rules of this game do not shuffle by themselves: write `shuffle your deck` behind it"),
            );
        }
    }
    out
}
