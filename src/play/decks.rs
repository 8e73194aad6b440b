//! Decks judged by the rules of their game: what is against them, as diagnostics at the lines of the deck.

use super::playable::{diagnostic, files, kernels};
use crate::compile::Compiled;
use crate::diag::{Code, Diagnostic};
use crate::exec::{DeckList, Kernel, LinkError, Pool, Source};
use crate::ir::{Card, Deck, DeckLine, Module, Src};
use crate::kernel::{DeckCard, DefId};
use crate::source::{FileId, Span};
use indexmap::IndexMap;
use std::collections::{BTreeMap, BTreeSet};

/// What is wrong with a deck.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Fault {
    /// The rules forbid it: the message and the rule.
    Rule(String, String),
    /// A card is not for these rules: the numbers of its lines.
    Foreign(Vec<usize>),
    /// Lines are about a part that these rules do not have: their numbers.
    Part(Vec<usize>),
    /// A card cannot be played.
    Link(LinkError),
}

/// What the rules say against the decks of a compilation, once for each edition that a deck's set is for; decks of games without rules are left alone.
pub fn check_decks(compiled: &Compiled) -> Vec<Diagnostic> {
    let files = files(compiled);
    let library: Vec<&Module> = compiled.modules.iter().chain(&compiled.imported).collect();
    let mut found = same_names(compiled);
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

/// Decks with parts that no rules of their set know: a slip that is an error wherever the deck is used.
pub(super) fn strange_parts(compiled: &Compiled) -> Vec<Diagnostic> {
    let files = files(compiled);
    let mut found = Vec::new();
    for module in &compiled.modules {
        let kernels = kernels(module);
        let parts: BTreeSet<&str> = kernels.iter().flat_map(|k| k.tables().deck_parts).copied().collect();
        for deck in module.decks.iter().filter(|_| !kernels.is_empty()) {
            let strange = |line: &crate::ir::DeckLine| line.part.as_deref().is_some_and(|part| !parts.contains(part));
            let lines: Vec<usize> = (0..deck.lines.len())
                .filter(|at| deck.lines.get(*at).is_some_and(strange))
                .collect();
            let Some(word) = lines.first().and_then(|at| deck.lines.get(*at)?.part.as_deref()) else {
                continue;
            };
            let problem = told(module, deck, &Fault::Part(lines.clone()), None, &files);
            found.push(match crate::diag::nearest(word, parts.iter().copied()) {
                Some(near) => problem.with_help(format!("did you mean `{near}`?")),
                None => problem.with_help(format!(
                    "the parts of a deck are {}",
                    crate::diag::quoted_list(parts.iter().copied(), 8, "and")
                )),
            });
        }
    }
    found
}

/// Decks that have the name of another one: whoever calls for the name could mean either. Decks for different editions do not meet.
pub fn same_names(compiled: &Compiled) -> Vec<Diagnostic> {
    let files = files(compiled);
    let mut first: BTreeMap<(&str, Option<&str>, &str), Span> = BTreeMap::new();
    let mut found = Vec::new();
    for module in compiled.modules.iter().chain(&compiled.imported) {
        for deck in &module.decks {
            let span = place(module, deck.src, &files);
            let mut other = None;
            for edition in module.played_by() {
                let known = *first.entry((&module.game, edition, &deck.name)).or_insert(span);
                other = other.or(Some(known).filter(|known| *known != span));
            }
            if let Some(other) = other {
                let text = format!("there are two decks \"{}\"", deck.name);
                found.push(
                    Diagnostic::new(Code::DuplicateDeck, span, text)
                        .with_label(other, "the first one")
                        .with_help("give one of them another name"),
                );
            }
        }
    }
    found
}

/// A place of a module among the files of the compilation.
fn place(module: &Module, src: Src, files: &BTreeMap<&str, FileId>) -> Span {
    let file = module
        .files
        .get(src.0 as usize)
        .and_then(|name| files.get(name.as_str()));
    Span {
        file: file.copied().unwrap_or_default(),
        start: src.1,
        end: src.2,
    }
}

/// The faults of a deck: each once if it is one by all rules the deck is for, else with the edition.
pub(super) fn faults(
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
    let cards = Cards::of(std::iter::once(module).chain(others));
    let mut foreign: IndexMap<(&str, Option<&str>), Vec<usize>> = IndexMap::new();
    let mut strange = Vec::new();
    let mut sources: IndexMap<*const Card, Source<'_>> = IndexMap::new();
    let parts = kernel.tables().deck_parts;
    for (at, line) in deck.lines.iter().enumerate() {
        match cards.meant(line) {
            Some(source) => {
                sources.entry(std::ptr::from_ref(source.1)).or_insert(source);
            }
            None => foreign.entry((&line.card, line.id.as_deref())).or_default().push(at),
        }
        if line.part.as_deref().is_some_and(|part| !parts.contains(&part)) {
            strange.push(at);
        }
    }
    let mut faults: Vec<Fault> = foreign.into_values().map(Fault::Foreign).collect();
    if !strange.is_empty() {
        faults.push(Fault::Part(strange));
    }
    if !faults.is_empty() {
        return faults;
    }
    let sources: Vec<Source<'_>> = sources.into_values().collect();
    let pool = match Pool::link(kernel, &sources) {
        Ok(pool) => pool,
        Err(errors) => return errors.into_iter().map(Fault::Link).collect(),
    };
    let mut list = DeckList::default();
    let part = |part: Option<&str>| kernel.tables().deck_part(part);
    let mut defs: BTreeMap<(&str, Option<&str>), Option<DefId>> = BTreeMap::new();
    for line in &deck.lines {
        let id = line.id.as_deref();
        let def = defs
            .entry((&line.card, id))
            .or_insert_with(|| pool.def_listed(&line.card, id));
        if let Some(def) = *def {
            let part = part(line.part.as_deref());
            list.add(DeckCard { def, part }, u64::from(line.count));
        }
    }
    for (of, count) in &deck.unknown {
        list.add_unknown(part(of.as_deref()), *count);
    }
    let wrong = kernel.deck_faults(&pool, &list).into_iter();
    wrong.map(|f| Fault::Rule(f.message, f.rule.to_owned())).collect()
}

/// Cards by their names; decks may have many lines.
struct Cards<'m>(BTreeMap<&'m str, Vec<Source<'m>>>);

impl<'m> Cards<'m> {
    fn of(modules: impl Iterator<Item = &'m Module>) -> Cards<'m> {
        let mut all: BTreeMap<&str, Vec<Source<'m>>> = BTreeMap::new();
        for module in modules {
            for card in &module.cards {
                all.entry(card.name.as_str()).or_default().push((module, card));
            }
        }
        Cards(all)
    }

    /// The card that a line of a deck means: by its id if it says one, else the first of the name.
    fn meant(&self, line: &DeckLine) -> Option<Source<'m>> {
        let named = self.0.get(line.card.as_str())?;
        let printed = |card: &Card| line.id.is_some() && card.id == line.id;
        let by_id = named.iter().find(|(_, card)| printed(card));
        by_id.or_else(|| named.first()).copied()
    }
}

pub(super) fn told(
    module: &Module,
    deck: &Deck,
    fault: &Fault,
    edition: Option<&str>,
    files: &BTreeMap<&str, FileId>,
) -> Diagnostic {
    let span = |src: Src| place(module, src, files);
    let by = edition.map_or_else(String::new, |edition| format!(" by the edition {edition}"));
    let name = &deck.name;
    let line = |at: usize| deck.lines.get(at).map_or(deck.src, |line| line.src);
    let card = |at: usize| deck.lines.get(at).map_or("", |line| line.card.as_str());
    let spans = |lines: &[usize]| -> Vec<Span> { lines.iter().map(|at| span(line(*at))).collect() };
    // At the first of the places, with the others beside it.
    let at = |spans: Vec<Span>, text: String| {
        let mut spans = spans.into_iter();
        let first = spans.next().unwrap_or_else(|| span(deck.src));
        Diagnostic::new(Code::DeckRules, first, text).with_places(spans, "and here")
    };
    match fault {
        Fault::Link(error) => diagnostic(error, edition, files),
        Fault::Foreign(lines) => {
            let card = lines.first().copied().map_or("", card);
            at(
                spans(lines),
                format!("the deck \"{name}\" has \"{card}\", which is not a card{by}"),
            )
            .with_help("take a card of a set for these rules, or say in `use` which editions the deck is for")
        }
        Fault::Part(lines) => at(
            spans(lines),
            format!("the deck \"{name}\" has a part that these rules do not know{by}"),
        ),
        Fault::Rule(message, rule) => {
            // The cards that the message names; without any it is about the whole deck.
            let quoted: BTreeSet<&str> = message.split('"').skip(1).step_by(2).collect();
            let about = deck.lines.iter().filter(|line| quoted.contains(line.card.as_str()));
            let about = about.map(|line| span(line.src)).collect();
            let text = format!("the deck \"{name}\" is against the rules{by}: {message}");
            at(about, text).with_note(format!("rule {rule} of {}", module.game))
        }
    }
}
