//! Which cards can be played: for a game with rules, every compiled card is linked, and what the engine has no behaviour for is a diagnostic.

use crate::compile::Compiled;
use crate::diag::{self, Code, Diagnostic};
use crate::exec::{LinkError, Pool};
use crate::games;
use crate::source::{FileId, Span};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Adds what cannot be played to the diagnostics of a compilation. Cards of games without rules are left alone.
pub fn check(compiled: &mut Compiled) {
    let found = unplayable(compiled);
    if !found.is_empty() {
        compiled.diagnostics.extend(found);
        diag::tidy(&mut compiled.diagnostics);
    }
}

/// What the engine has no behaviour for, card by card: alone, so that one card's trouble is not another's.
fn unplayable(compiled: &Compiled) -> Vec<Diagnostic> {
    let files: BTreeMap<&str, FileId> = compiled
        .sources
        .iter()
        .map(|(id, file)| (file.name.as_str(), id))
        .collect();
    let cards: Vec<_> = compiled
        .modules
        .iter()
        .filter_map(|module| games::kernel(&module.game).map(|kernel| (kernel, module)))
        .flat_map(|(kernel, module)| module.cards.iter().map(move |card| (kernel, module, card)))
        .collect();
    cards
        .par_iter()
        .filter_map(|(kernel, module, card)| Pool::link(*kernel, &[(*module, *card)]).err())
        .flatten_iter()
        .map(|error| diagnostic(&error, &files))
        .collect()
}

fn diagnostic(error: &LinkError, files: &BTreeMap<&str, FileId>) -> Diagnostic {
    let LinkError {
        card,
        message,
        file,
        src,
    } = error;
    let text = format!("\"{card}\" cannot be played: {message}");
    let mut out = Diagnostic::new(Code::Unplayable, Span::default(), text)
        .with_help("say it in words the engine knows, or leave the card out of the sets that are played");
    out.span = files.get(file.as_str()).map(|id| Span {
        file: *id,
        start: src.1,
        end: src.2,
    });
    out
}
