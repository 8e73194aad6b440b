//! Decks judged by the rules of their game: what is against them, as diagnostics at the lines of the deck.

use super::playable::{diagnostic, files, kernels};
use crate::compile::Compiled;
use crate::diag::{Code, Diagnostic};
use crate::exec::{Kernel, LinkError, Pool, Source};
use crate::ir::{Card, Deck, DeckLine, Module, Src};
use crate::kernel::DeckCard;
use crate::source::{FileId, Span};
use std::collections::BTreeMap;

/// What is wrong with a deck.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Fault {
    /// The rules forbid it: the message and the rule.
    Rule(String, String),
    /// A card is not for these rules: the number of the line.
    Foreign(usize),
    /// A line is about a part that these rules do not have: the number of the line.
    Part(usize),
    /// A card cannot be played.
    Link(LinkError),
}

/// What the rules say against the decks of a compilation, once for each edition that a deck's set is for; decks of games without rules are left alone.
pub fn check_decks(compiled: &Compiled) -> Vec<Diagnostic> {
    let files = files(compiled);
    let library: Vec<&Module> = compiled.modules.iter().chain(&compiled.imported).collect();
    let mut found = Vec::new();
    for module in &compiled.modules {
        let kernels = kernels(module);
        for deck in &module.decks {
            for (fault, edition) in faults(&kernels, module, deck, &library) {
                found.push(told(module, deck, &fault, edition, &files));
            }
        }
    }
    found.sort_by(|a, b| a.span.cmp(&b.span).then_with(|| a.message.cmp(&b.message)));
    // A card that cannot be played is in the deck of every line.
    found.dedup();
    found
}

/// The faults of a deck: each once if it is one by all rules the deck is for, else with the edition.
fn faults(
    kernels: &[&'static dyn Kernel],
    module: &Module,
    deck: &Deck,
    library: &[&Module],
) -> Vec<(Fault, Option<&'static str>)> {
    let mut found: Vec<(Fault, Vec<&'static str>)> = Vec::new();
    for kernel in kernels {
        for fault in judge(*kernel, module, deck, library) {
            match found.iter_mut().find(|(known, _)| *known == fault) {
                Some((_, editions)) if editions.contains(&kernel.edition()) => {}
                Some((_, editions)) => editions.push(kernel.edition()),
                None => found.push((fault, vec![kernel.edition()])),
            }
        }
    }
    let once = |(fault, editions): (Fault, Vec<&'static str>)| {
        let everywhere = editions.len() >= kernels.len();
        (fault, editions.first().copied().filter(|_| !everywhere))
    };
    found.into_iter().map(once).collect()
}

fn judge(kernel: &'static dyn Kernel, module: &Module, deck: &Deck, library: &[&Module]) -> Vec<Fault> {
    let edition = Some(kernel.edition()).filter(|edition| !edition.is_empty());
    let others = library
        .iter()
        .copied()
        .filter(|m| m.game == kernel.name() && m.is_for(edition));
    // The first card of a name counts, and those of the deck's own set come first.
    let cards: Vec<Source<'_>> = std::iter::once(module)
        .chain(others)
        .flat_map(|m| m.cards.iter().map(move |card| (m, card)))
        .collect();
    let mut faults = Vec::new();
    let mut sources: Vec<Source<'_>> = Vec::new();
    for (at, line) in deck.lines.iter().enumerate() {
        match meant(&cards, line) {
            Some(source) => {
                if !sources.iter().any(|(_, card)| std::ptr::eq(*card, source.1)) {
                    sources.push(source);
                }
            }
            None => faults.push(Fault::Foreign(at)),
        }
        let parts = kernel.tables().deck_parts;
        if line.part.as_deref().is_some_and(|part| !parts.contains(&part)) {
            faults.push(Fault::Part(at));
        }
    }
    if !faults.is_empty() {
        return faults;
    }
    let pool = match Pool::link(kernel, &sources) {
        Ok(pool) => pool,
        Err(errors) => return errors.into_iter().map(Fault::Link).collect(),
    };
    let mut list = Vec::new();
    for line in &deck.lines {
        if let Some(def) = pool.def_listed(&line.card, line.id.as_deref()) {
            let part = kernel.tables().deck_part(line.part.as_deref());
            list.extend((0..line.count.min(1000)).map(|_| DeckCard { def, part }));
        }
    }
    let wrong = kernel.deck_faults(&pool, &list).into_iter();
    wrong.map(|f| Fault::Rule(f.message, f.rule.to_owned())).collect()
}

/// The card that a line of a deck means: by its id if it says one, else the first of the name.
fn meant<'m>(cards: &[Source<'m>], line: &DeckLine) -> Option<Source<'m>> {
    let named = |(_, card): &&Source<'m>| card.name == line.card;
    let printed = |card: &Card| line.id.is_some() && card.id == line.id;
    let by_id = cards.iter().filter(named).find(|(_, card)| printed(card));
    by_id.or_else(|| cards.iter().find(named)).copied()
}

fn told(
    module: &Module,
    deck: &Deck,
    fault: &Fault,
    edition: Option<&str>,
    files: &BTreeMap<&str, FileId>,
) -> Diagnostic {
    let span = |src: Src| {
        let file = module
            .files
            .get(src.0 as usize)
            .and_then(|name| files.get(name.as_str()));
        Span {
            file: file.copied().unwrap_or_default(),
            start: src.1,
            end: src.2,
        }
    };
    let by = edition.map_or_else(String::new, |edition| format!(" by the edition {edition}"));
    let name = &deck.name;
    let line = |at: usize| deck.lines.get(at).map_or(deck.src, |line| line.src);
    let card = |at: usize| deck.lines.get(at).map_or("", |line| line.card.as_str());
    match fault {
        Fault::Link(error) => diagnostic(error, edition, files),
        Fault::Foreign(at) => Diagnostic::new(
            Code::DeckRules,
            span(line(*at)),
            format!("the deck \"{name}\" has \"{}\", which is not a card{by}", card(*at)),
        )
        .with_help("take a card of a set for these rules, or say in `use` which editions the deck is for"),
        Fault::Part(at) => Diagnostic::new(
            Code::DeckRules,
            span(line(*at)),
            format!("the deck \"{name}\" has a part that these rules do not know{by}"),
        ),
        Fault::Rule(message, rule) => {
            // The cards that the message names; without any it is about the whole deck.
            let about = deck
                .lines
                .iter()
                .filter(|line| message.contains(&format!("\"{}\"", line.card)));
            let mut about = about.map(|line| span(line.src));
            let first = about.next().unwrap_or_else(|| span(deck.src));
            let mut out = Diagnostic::new(
                Code::DeckRules,
                first,
                format!("the deck \"{name}\" is against the rules{by}: {message}"),
            );
            for other in about {
                out = out.with_label(other, "and here");
            }
            out.with_note(format!("rule {rule} of {}", module.game))
        }
    }
}
