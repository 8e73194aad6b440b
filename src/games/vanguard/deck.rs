//! Deck construction (5.2, 5.3; 1.10:5.1.2).

use super::edition::Edition;
use super::tables::{attr, card_type, icon};
use crate::exec::code::ChangeOp;
use crate::exec::{DeckFault, DeckList, Pool, count_names, count_of};
use crate::kernel::DefId;

/// How many cards a main deck has (5.2.2.1).
const SIZE: u64 = 50;
/// How many cards of one name (5.2.2.2, 5.3.2.1).
const COPIES: u64 = 4;
/// How many cards with a trigger (5.2.2.3).
const TRIGGERS: u64 = 16;
/// How many with a heal trigger (5.2.2.4).
const HEALS: u64 = 4;
/// How many cards a G deck has at most (5.3.2).
const G_SIZE: u64 = 8;
/// The main deck.
const MAIN: u8 = 0;
/// The part of the deck that is the G deck.
pub(super) const G_DECK: u8 = 1;

/// What is wrong with a deck.
pub(super) fn faults(edition: &Edition, pool: &Pool, deck: &DeckList) -> Vec<DeckFault> {
    let part = |part: u8| -> Vec<(DefId, u64)> { deck.part(part).collect() };
    let (main, g) = (part(MAIN), part(G_DECK));
    // What is not known could be what is missing.
    let unknown = deck.unknown(MAIN);
    let (size, g_size) = (deck.size(MAIN), deck.size(G_DECK));
    let mut faults = Vec::new();
    let mut wrong = |message: String, new: &'static str, old: &'static str| {
        let rule = if edition.deck_of_g { new } else { old };
        faults.push(DeckFault { message, rule });
    };
    if size != SIZE {
        let message = format!("a main deck has exactly {SIZE} cards, this one has {size}");
        wrong(message, "5.2.2.1", "5.1.2.1");
    }
    for (cards, new) in [(&main, "5.2.2.2"), (&g, "5.3.2.1")] {
        for (name, n) in too_many(pool, cards) {
            let message = format!("at most {COPIES} cards of one name, there are {n} of \"{name}\"");
            wrong(message, new, "5.1.2.2");
        }
    }
    let count = |fits: &dyn Fn(DefId) -> bool| count_of(main.iter().copied(), fits);
    let printed = |d: DefId| &pool.def(d).printed;
    let triggers = count(&|d| printed(d).values & 0b1111 != 0);
    if triggers > TRIGGERS || triggers.saturating_add(unknown) < TRIGGERS {
        let message = format!("a main deck has exactly {TRIGGERS} cards with a trigger, this one has {triggers}");
        wrong(message, "5.2.2.3", "5.1.2.3");
    }
    let heals = count(&|d| printed(d).values >> icon::HEAL & 1 == 1);
    if heals > HEALS {
        let message = format!("at most {HEALS} cards with a heal trigger, there are {heals}");
        wrong(message, "5.2.2.4", "5.1.2.4");
    }
    if unknown == 0 && !main.iter().any(|(d, _)| printed(*d).attr(attr::GRADE.ix()) == 0) {
        let message = "a deck needs a grade 0 card to be the first vanguard".to_owned();
        wrong(message, "5.4.3", "5.2.2");
    }
    if edition.deck_of_g {
        // 5.2.2.5, 10.2.8.1: what Sentinel says of the deck.
        for (word, most) in limits(pool, &main) {
            let n = count(&|d| printed(d).keywords & word != 0);
            if n > most {
                let name = pool.keywords.iter().find(|name| pool.keyword(name) & word != 0);
                let name = name.map_or("that keyword", String::as_str);
                let message = format!("at most {most} cards with {name}, there are {n}");
                wrong(message, "5.2.2.5", "5.2.2.5");
            }
        }
        if count(&|d| printed(d).types & card_type::G_UNIT != 0) > 0 {
            wrong("a main deck has no G units".to_owned(), "5.2.2.6", "5.2.2.6");
        }
        if g_size > G_SIZE {
            let message = format!("a G deck has at most {G_SIZE} cards, this one has {g_size}");
            wrong(message, "5.3.2", "5.3.2");
        }
        if g.iter().any(|(d, _)| printed(*d).types & card_type::G_UNIT == 0) {
            wrong("a G deck has G units only".to_owned(), "5.3.3", "5.3.3");
        }
    } else if g_size > 0 {
        wrong("these rules know no G deck".to_owned(), "5.1.1", "5.1.1");
    }
    faults
}

/// Names of which there are too many cards (5.2.2.2.1: the name alone decides), unless a text allows more (5.1.2).
fn too_many<'p>(pool: &'p Pool, cards: &[(DefId, u64)]) -> Vec<(&'p str, u64)> {
    let name = |def: DefId| pool.def(def).name.as_str();
    let mut names = count_names(cards.iter().copied(), name);
    names.retain(|(which, n)| {
        let same = cards.iter().filter(|(def, _)| name(*def) == *which);
        Some(*n) > same.map(|(def, _)| most_copies(pool, *def)).max()
    });
    names
}

/// The changes that the continuous abilities of a card make.
fn changes(pool: &Pool, card: DefId) -> impl Iterator<Item = &ChangeOp> {
    let abilities = pool.def(card).abilities.iter();
    let parts = abilities.flat_map(|a| pool.ability(*a).statics.iter());
    parts.flat_map(|part| part.changes.iter()).map(|c| &pool.change(*c).op)
}

/// How many cards of its name a card allows.
fn most_copies(pool: &Pool, card: DefId) -> u64 {
    let allowed = changes(pool, card).filter_map(|op| match op {
        ChangeOp::Copies(name, n) if pool.name(*name) == pool.def(card).name => Some(u64::from(*n)),
        _ => None,
    });
    allowed.max().unwrap_or(COPIES)
}

/// What the cards of a deck say of how many cards with a keyword it may have.
fn limits(pool: &Pool, cards: &[(DefId, u64)]) -> Vec<(u128, u64)> {
    let mut out: Vec<(u128, u64)> = Vec::new();
    for (def, _) in cards {
        for op in changes(pool, *def) {
            if let ChangeOp::AtMost(word, n) = op
                && !out.contains(&(*word, u64::from(*n)))
            {
                out.push((*word, u64::from(*n)));
            }
        }
    }
    out
}
