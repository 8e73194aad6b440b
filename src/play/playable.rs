//! Which cards can be played: for a game with rules, every compiled card is linked, and what the engine has no behaviour for is a diagnostic.

use crate::compile::Compiled;
use crate::diag::{self, Code, Diagnostic, Severity};
use crate::exec::{Kernel, LinkError, Pool, Refusal};
use crate::games;
use crate::ir::{Card, Module};
use crate::lint;
use crate::source::{FileId, Span};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// Adds what cannot be played to the diagnostics of a compilation. Cards of games without rules are left alone.
pub fn check(compiled: &mut Compiled) {
    let mut found = unplayable(compiled);
    found.extend(super::decks::strange_parts(compiled));
    let mut decks = super::unplayable_deck::check(compiled);
    lint::allowed_later(&mut decks, &compiled.sources);
    found.extend(decks);
    let mut searches = super::search_without_shuffle::check(compiled, &files(compiled));
    lint::allowed_later(&mut searches, &compiled.sources);
    found.extend(searches);
    if !found.is_empty() {
        for error in &mut found {
            join_names(error, &mut compiled.diagnostics);
        }
        spare_warnings(&found, &mut compiled.diagnostics);
        compiled.diagnostics.extend(found);
        diag::tidy(&mut compiled.diagnostics);
    }
}

/// One mistake is one message: what is refused is not warned of as well.
fn spare_warnings(found: &[Diagnostic], others: &mut Vec<Diagnostic>) {
    let errors: Vec<Span> = found
        .iter()
        .filter(|d| d.severity() == Severity::Error)
        .filter_map(|d| d.span)
        .collect();
    let refused = |span: Span| {
        errors
            .iter()
            .any(|e| e.file == span.file && e.start <= span.start && span.end <= e.end)
    };
    others.retain(|d| d.severity() == Severity::Error || !d.span.is_some_and(refused));
}

/// A token that does not exist is one mistake: the error takes over what the warning about its name says.
fn join_names(error: &mut Diagnostic, others: &mut Vec<Diagnostic>) {
    let Some(span) = error.span else { return };
    let same = |other: &Diagnostic| {
        let inside = |inner: Span| inner.file == span.file && span.start <= inner.start && inner.end <= span.end;
        let name = other.message.split('"').nth(1);
        other.code == Code::UnknownCardName
            && other.span.is_some_and(inside)
            && name.is_some_and(|name| error.message.contains(&format!("there is no token \"{name}\"")))
    };
    if let Some(at) = others.iter().position(same) {
        let name = others.remove(at);
        error.span = name.span;
        if !name.helps.is_empty() {
            error.helps = name.helps;
        }
    }
}

/// What the engine has no behaviour for, card by card: alone, so that one card's trouble is not another's.
fn unplayable(compiled: &Compiled) -> Vec<Diagnostic> {
    let files = files(compiled);
    let cards: Vec<_> = compiled
        .modules
        .iter()
        .map(|module| (kernels(module), module))
        .filter(|(kernels, _)| !kernels.is_empty())
        .flat_map(|(kernels, module)| module.cards.iter().map(move |card| (kernels.clone(), module, card)))
        .collect();
    cards
        .par_iter()
        .flat_map_iter(|(kernels, module, card)| troubles(kernels, module, card, &imports(compiled, module)))
        .map(|(error, edition)| diagnostic(&error, edition, &files))
        .collect()
}

/// The sets that the file of a set imports: what its texts make may be defined there.
pub(super) fn imports<'c>(compiled: &'c Compiled, module: &Module) -> Vec<&'c Module> {
    let names = module.files.first().and_then(|file| compiled.imports.get(file));
    let Some(names) = names else { return Vec::new() };
    let sets = compiled.modules.iter().chain(&compiled.imported);
    sets.filter(|set| set.files.first().is_some_and(|file| names.contains(file)))
        .collect()
}

/// The files of a compilation by their names.
pub(super) fn files(compiled: &Compiled) -> BTreeMap<&str, FileId> {
    let all = compiled.sources.iter();
    all.map(|(id, file)| (file.name.as_str(), id)).collect()
}

/// The rules that the cards of a module are played by, one for each of its editions that can be played.
pub(super) fn kernels(module: &Module) -> Vec<&'static dyn Kernel> {
    let editions = module.played_by().into_iter();
    editions
        .filter_map(|edition| games::kernel(&module.game, edition))
        .collect()
}

/// What the engine has no behaviour for: once if it is so by all rules the card is played by, else with the edition.
fn troubles(
    kernels: &[&'static dyn Kernel],
    module: &Module,
    card: &Card,
    imported: &[&Module],
) -> Vec<(LinkError, Option<&'static str>)> {
    let mut found: Vec<(LinkError, Vec<&'static str>)> = Vec::new();
    for kernel in kernels {
        for error in Pool::link_with(*kernel, &[(module, card)], imported)
            .err()
            .into_iter()
            .flatten()
        {
            match found.iter_mut().find(|(known, _)| *known == error) {
                Some((_, editions)) => editions.push(kernel.edition()),
                None => found.push((error, vec![kernel.edition()])),
            }
        }
    }
    let once = |(error, editions): (LinkError, Vec<&'static str>)| {
        let everywhere = editions.len() >= kernels.len();
        (error, editions.first().copied().filter(|_| !everywhere))
    };
    found.into_iter().map(once).collect()
}

pub(super) fn diagnostic(error: &LinkError, edition: Option<&str>, files: &BTreeMap<&str, FileId>) -> Diagnostic {
    let LinkError {
        card,
        message,
        refusal,
        file,
        src,
    } = error;
    let by = edition.map_or_else(String::new, |edition| format!(" by the edition {edition}"));
    let text = format!("\"{card}\" cannot be played{by}: {message}");
    let mut out = match refusal {
        Refusal::Limit(limit) => Diagnostic::new(Code::Unplayable, Span::default(), text)
            .with_help("say it in words the engine knows, or leave the card out of the sets that are played")
            .with_note(format!("a limit of the engine ({}): {}", limit.lacks(), limit.rules())),
        Refusal::Never(near) => Diagnostic::new(Code::NeverTold, Span::default(), text).with_help(near.clone()),
        Refusal::Wording(repair) => {
            Diagnostic::new(Code::UnplayableWording, Span::default(), text).with_help(repair.clone())
        }
    };
    out.span = files.get(file.as_str()).map(|id| Span {
        file: *id,
        start: src.1,
        end: src.2,
    });
    out
}
