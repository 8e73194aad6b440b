//! A deck as the rules judge it: how many of which card. It is counted, never laid out: a line of a deck list can say a thousand million.

use crate::kernel::{DeckCard, DefId};
use indexmap::IndexMap;

/// How many of which card are in which part of a deck.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DeckList {
    cards: IndexMap<DeckCard, u64>,
    /// How many cards of a part are not known: they count for its size, and could be anything.
    unknown: IndexMap<u8, u64>,
}

impl DeckList {
    /// Adds copies of a card.
    pub fn add(&mut self, card: DeckCard, count: u64) {
        if count > 0 {
            let known = self.cards.entry(card).or_insert(0);
            *known = known.saturating_add(count);
        }
    }

    /// Adds cards of which only the number is known.
    pub fn add_unknown(&mut self, part: u8, count: u64) {
        let known = self.unknown.entry(part).or_insert(0);
        *known = known.saturating_add(count);
    }

    /// Every card, with its part and the number of its copies, in the order of the list.
    pub fn cards(&self) -> impl Iterator<Item = (DeckCard, u64)> {
        self.cards.iter().map(|(card, count)| (*card, *count))
    }

    /// The cards of a part.
    pub fn part(&self, part: u8) -> impl Iterator<Item = (DefId, u64)> {
        self.cards()
            .filter(move |(card, _)| card.part == part)
            .map(|(card, count)| (card.def, count))
    }

    /// How many cards of a part are not known.
    pub fn unknown(&self, part: u8) -> u64 {
        self.unknown.get(&part).copied().unwrap_or(0)
    }

    /// How many cards a part has, known or not.
    pub fn size(&self, part: u8) -> u64 {
        let known = self.part(part).map(|(_, count)| count);
        known.fold(self.unknown(part), u64::saturating_add)
    }
}

/// How many of these cards fit.
pub fn count_of(cards: impl Iterator<Item = (DefId, u64)>, fits: impl Fn(DefId) -> bool) -> u64 {
    cards
        .filter(|(def, _)| fits(*def))
        .fold(0, |all, (_, count)| all.saturating_add(count))
}

/// The names of these cards with the number of their copies, in the order of the list.
pub fn count_names<'n>(
    cards: impl Iterator<Item = (DefId, u64)>,
    name: impl Fn(DefId) -> &'n str,
) -> Vec<(&'n str, u64)> {
    let mut names: IndexMap<&str, u64> = IndexMap::new();
    for (def, count) in cards {
        let known = names.entry(name(def)).or_insert(0);
        *known = known.saturating_add(count);
    }
    names.into_iter().collect()
}
