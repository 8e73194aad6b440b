//! Deck lists become cards that can be played with: only what can come into play is linked, so that a game does not depend on other decks.

use super::cards::Cards;
use super::deck::{Deck, DeckProblem};
use crate::diag;
use crate::exec::{DeckList, Pool, Source};
use crate::ir::{Card, Module};
use crate::kernel::DeckCard;
use std::collections::BTreeSet;

/// The most cards that are laid out for a line of a deck: no game has more.
const MOST_COPIES: u32 = 1000;

/// The sets that are for the edition of the table.
fn modules(cards: &Cards) -> impl Iterator<Item = &Module> {
    let kernel = cards.kernel;
    let edition = Some(kernel.edition()).filter(|edition| !edition.is_empty());
    cards
        .modules
        .iter()
        .filter(move |m| m.game == kernel.name() && m.is_for(edition))
}

/// The card that a line of a deck means: the one with its id, else the first of its name.
fn find<'c>(cards: &'c Cards, name: &str, id: Option<&str>) -> Option<Source<'c>> {
    let all = || modules(cards).flat_map(|m| m.cards.iter().map(move |card| (m, card)));
    let exact = all().find(|(_, card)| id.is_some() && card.name == name && card.id.as_deref() == id);
    exact.or_else(|| all().find(|(_, card)| card.name == name && !card.token))
}

/// The cards of some decks, and all tokens.
pub(super) fn pool(cards: &Cards, decks: &[&Deck]) -> Result<Pool, String> {
    let mut wanted: BTreeSet<*const Card> = BTreeSet::new();
    for line in decks.iter().flat_map(|deck| &deck.lines) {
        if let Some((_, card)) = find(cards, &line.card, line.id.as_deref()) {
            wanted.insert(std::ptr::from_ref(card));
        }
    }
    let all = modules(cards).flat_map(|m| m.cards.iter().map(move |card| (m, card)));
    let mut tokens = BTreeSet::new();
    let sources: Vec<Source<'_>> = all
        .filter(|(_, card)| {
            wanted.contains(&std::ptr::from_ref::<Card>(card)) || card.token && tokens.insert(card.name.as_str())
        })
        .collect();
    Pool::link(cards.kernel, &sources).map_err(|errors| {
        let words: Vec<String> = errors.iter().map(ToString::to_string).collect();
        words.join("\n")
    })
}

/// What is wrong with a deck before its cards are linked: cards and parts that do not exist.
pub(super) fn unknown(cards: &Cards, deck: &Deck) -> Vec<DeckProblem> {
    let parts = cards.kernel.tables().deck_parts;
    let mut out = Vec::new();
    for line in &deck.lines {
        if let Some(part) = line.part.as_deref().filter(|part| !parts.contains(part)) {
            out.push(DeckProblem {
                message: format!(
                    "there is no part `{part}` of a deck; there are {}",
                    diag::quoted_list(parts.iter().copied(), 8, "and")
                ),
                rule: None,
                cards: vec![line.card.clone()],
            });
        }
        if find(cards, &line.card, line.id.as_deref()).is_none() {
            let near = diag::nearest(&line.card, cards.names());
            let hint = near.map_or_else(String::new, |near| format!("; did you mean \"{near}\"?"));
            out.push(DeckProblem {
                message: format!("there is no card \"{}\"{hint}", line.card),
                rule: None,
                cards: vec![line.card.clone()],
            });
        }
    }
    out
}

/// What the rules say against a deck of a pool.
pub(super) fn faults(pool: &Pool, deck: &Deck) -> Vec<DeckProblem> {
    let mut counted = DeckList::default();
    for (card, count) in lines(pool, deck) {
        counted.add(card, u64::from(count));
    }
    let faults = pool.kernel.deck_faults(pool, &counted);
    faults
        .into_iter()
        .map(|fault| DeckProblem {
            cards: fault.message.split('"').skip(1).step_by(2).map(str::to_owned).collect(),
            message: fault.message,
            rule: Some(fault.rule.to_owned()),
        })
        .collect()
}

/// The cards of a deck, as the engine lays them out.
pub(super) fn laid_out(pool: &Pool, deck: &Deck) -> Vec<DeckCard> {
    let copies = |(card, count): (DeckCard, u32)| (0..count.min(MOST_COPIES)).map(move |_| card);
    lines(pool, deck).flat_map(copies).collect()
}

fn lines<'d>(pool: &'d Pool, deck: &'d Deck) -> impl Iterator<Item = (DeckCard, u32)> + 'd {
    deck.lines.iter().filter_map(|line| {
        let def = pool.def_listed(&line.card, line.id.as_deref())?;
        let part = pool.kernel.tables().deck_part(line.part.as_deref());
        Some((DeckCard { def, part }, line.count))
    })
}
