//! A search that leaves the deck in an order that somebody knows.

use crate::compile::Compiled;
use crate::diag::{Code, Diagnostic};
use crate::games;
use crate::ir::{Arg, Card, PlaceKind, Role, Stmt};
use crate::source::{FileId, Span};
use crate::vocab::{self, Data, Visibility, Vocab};
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
        let Some(vocab) = vocab::game(&module.game) else {
            continue;
        };
        out.extend(module.cards.iter().flat_map(|card| searches(card, *file, vocab)));
    }
    out
}

/// Whether a place is searched whose cards lie in an order that nobody knows: what everybody sees needs no shuffle.
fn is_hidden(card: &Card, roles: &[Role], vocab: &Vocab) -> bool {
    let hidden = |zone: &str| {
        vocab.pick(zone, |word, _| match &word.data {
            Data::Zone(zone) => Some(zone.visibility == Visibility::Hidden && zone.stack),
            _ => None,
        }) == Some(true)
    };
    roles.iter().any(|role| match &role.arg {
        Arg::Place(place) => match Some(&card.code[*place].kind) {
            Some(PlaceKind::Zone(zones, _)) => zones.iter().any(|zone| hidden(zone)),
            _ => false,
        },
        _ => false,
    })
}

fn searches(card: &Card, file: FileId, vocab: &Vocab) -> Vec<Diagnostic> {
    let stmts = || (0u32..).zip(&card.code.stmts);
    let does = |stmt: &Stmt, word: &str| matches!(stmt, Stmt::Do { verb, .. } if verb == word);
    let shuffles: Vec<u32> = stmts()
        .filter(|(_, stmt)| does(stmt, SHUFFLE))
        .filter_map(|(at, _)| card.code.stmt_src.get(at as usize).map(|src| src.1))
        .collect();
    let mut out = Vec::new();
    let hidden = |stmt: &Stmt| matches!(stmt, Stmt::Do { roles, .. } if is_hidden(card, roles, vocab));
    for (at, _) in stmts().filter(|(_, stmt)| does(stmt, SEARCH) && hidden(stmt)) {
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
