//! Deck construction (6.1).

use super::tables::{card_type, tag_attr, word};
use crate::exec::code::ChangeOp;
use crate::exec::{DeckFault, DeckList, Pool, count_names};
use crate::kernel::{DefId, TagId};

/// The parts of a deck, by the game's table.
pub(super) mod part {
    pub(crate) const MAIN: u8 = 0;
    pub(crate) const LEADER: u8 = 1;
    pub(crate) const EVOLVE: u8 = 2;
}

/// How many cards a main deck has (6.1.1.2).
const MAIN: std::ops::RangeInclusive<u64> = 40..=50;
/// How many cards an evolve deck has at most (6.1.1.3).
const EVOLVE: u64 = 10;
/// How many cards of one name a deck has at most (6.1.1.4).
const COPIES: u64 = 3;

/// What is wrong with a deck.
pub(super) fn faults(pool: &Pool, deck: &DeckList) -> Vec<DeckFault> {
    // Each card once.
    let of = |part: u8| -> Vec<DefId> { deck.part(part).map(|(def, _)| def).collect() };
    let (main, leaders, evolve) = (of(part::MAIN), of(part::LEADER), of(part::EVOLVE));
    let mut faults = Vec::new();
    let mut wrong = |rule: &'static str, message: String| faults.push(DeckFault { message, rule });
    let types = |d: DefId| pool.def(d).printed.types;
    let is_leader = |d: &DefId| types(*d) & card_type::LEADER != 0;
    let count = deck.size(part::LEADER);
    if count != 1 || !leaders.iter().all(is_leader) {
        wrong(
            "6.1.1.1",
            format!("a deck has exactly one leader card, this one has {count}"),
        );
    }
    let size = deck.size(part::MAIN);
    if !MAIN.contains(&size) {
        let (least, most) = MAIN.into_inner();
        wrong(
            "6.1.1.2",
            format!("a main deck has {least} to {most} cards, this one has {size}"),
        );
    }
    for def in &main {
        let def = pool.def(*def);
        if def.printed.types & card_type::PLAYABLE == 0 || def.token {
            wrong("6.1.1.2", format!("\"{}\" cannot be in a main deck", def.name));
        }
    }
    let size = deck.size(part::EVOLVE);
    if size > EVOLVE {
        wrong(
            "6.1.1.3",
            format!("an evolve deck has at most {EVOLVE} cards, this one has {size}"),
        );
    }
    for def in &evolve {
        // Ruling D18: Carrot cards are cards of the evolve deck.
        let carrot = types(*def) & card_type::CARROT != 0;
        if !carrot && evolved_side(pool, *def).is_none() {
            wrong("6.1.1.3", format!("\"{}\" has no evolved card", pool.def(*def).name));
        }
    }
    for cards in [part::MAIN, part::EVOLVE] {
        for (name, n) in count_names(deck.part(cards), |def| pool.def(def).name.as_str()) {
            if n > COPIES.max(allowed(pool, deck, name)) {
                wrong(
                    "6.1.1.4",
                    format!("at most {COPIES} cards of one name, there are {n} of \"{name}\""),
                );
            }
        }
    }
    if let [leader] = leaders.as_slice() {
        let rest: Vec<DefId> = main.iter().chain(&evolve).copied().collect();
        if !one_class(pool, *leader, &rest) && !one_universe(pool, *leader, &rest) {
            // 6.2.1.3: a leader with a universe could stand for either.
            wrong(
                "6.1.1.5.1",
                "the cards are not all of the leader's class or neutral".to_owned(),
            );
            if !universes(pool, *leader).is_empty() {
                wrong("6.1.1.5.2", "the cards are not all of the leader's universe".to_owned());
            }
        }
    }
    faults
}

/// The evolved side of a card.
pub(super) fn evolved_side(pool: &Pool, def: DefId) -> Option<DefId> {
    let front = pool.def(pool.def(def).front);
    let side = front.sides.iter().find(|(word, _)| word == "evolved");
    side.map(|(_, def)| *def)
}

/// 6.1.2: how many cards of its name a card lets a deck have by its own text.
fn allowed(pool: &Pool, deck: &DeckList, name: &str) -> u64 {
    let defs = deck
        .cards()
        .map(|(c, _)| pool.def(c.def))
        .filter(|def| def.name == name);
    let abilities = defs.flat_map(|def| &def.abilities).map(|a| pool.ability(*a));
    let changes = abilities.flat_map(|a| a.statics.iter().flat_map(|part| &part.changes));
    let counts = changes.filter_map(|change| match pool.change(*change).op {
        ChangeOp::Copies(of, n) if pool.name(of) == name => Some(u64::from(n)),
        _ => None,
    });
    counts.max().unwrap_or(0)
}

/// 6.1.1.5.1: every card is of the leader's class or neutral.
fn one_class(pool: &Pool, leader: DefId, cards: &[DefId]) -> bool {
    let class = |d: DefId| pool.def(d).printed.values & word::CLASSES;
    let fits = class(leader) | word::NEUTRAL;
    cards.iter().all(|d| class(*d) & fits != 0)
}

/// 6.1.1.5.2: the leader and every card have one universe in common.
fn one_universe(pool: &Pool, leader: DefId, cards: &[DefId]) -> bool {
    let of = |d: DefId| &pool.def(d).printed.tags;
    universes(pool, leader)
        .into_iter()
        .any(|tag| cards.iter().all(|d| of(*d).has(tag)))
}

/// The universes of a card.
fn universes(pool: &Pool, card: DefId) -> Vec<TagId> {
    let tags = &pool.def(card).printed.tags;
    let all = pool
        .attr_tags
        .get(tag_attr::UNIVERSE)
        .into_iter()
        .flat_map(|all| all.iter());
    all.filter(|tag| tags.has(*tag)).collect()
}
