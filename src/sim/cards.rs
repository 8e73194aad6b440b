//! What cards have to do with winning: in how many games each was drawn and played, and how many of these its player won.

use crate::exec::{Pool, Tables};
use crate::kernel::{DefId, EvKind, LogEv, LogKind, P, ZoneId};

/// In how many games a card was drawn and played by a player, and how many of these that player won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CardRow {
    /// Games in which it was drawn or played.
    pub seen: u64,
    /// Games in which it came from the deck to the hand.
    pub drawn: u64,
    /// How many of these its player won.
    pub drawn_won: u64,
    /// Games in which it came into play from anywhere but the deck.
    pub played: u64,
    /// How many of these its player won.
    pub played_won: u64,
}

/// The rows of all cards of a pool. The numbers are sums: the order of the games makes no difference.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CardTally(Vec<CardRow>);

impl CardTally {
    /// An empty tally for the cards of a pool.
    pub fn new(pool: &Pool) -> CardTally {
        CardTally(vec![CardRow::default(); pool.defs.len()])
    }

    /// The row of a card.
    pub fn row(&self, def: DefId) -> CardRow {
        self.0.get(def.ix()).copied().unwrap_or_default()
    }

    /// All cards that were seen, with their rows.
    pub fn rows(&self) -> impl Iterator<Item = (DefId, CardRow)> {
        let all = (0u16..).map(DefId).zip(self.0.iter().copied());
        all.filter(|(_, row)| row.seen > 0)
    }

    /// Adds another tally.
    pub fn add(&mut self, other: &CardTally) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            mine.seen += theirs.seen;
            mine.drawn += theirs.drawn;
            mine.drawn_won += theirs.drawn_won;
            mine.played += theirs.played;
            mine.played_won += theirs.played_won;
        }
    }
}

const DRAWN: u8 = 1;
const PLAYED: u8 = 2;

/// What happened to the cards in one game, gathered while it is played.
#[derive(Debug, Clone)]
pub(super) struct Noted {
    /// For each player and each card: whether it was drawn, whether it was played.
    seen: [Vec<u8>; 2],
}

impl Noted {
    pub(super) fn new(pool: &Pool) -> Noted {
        let none = vec![0; pool.defs.len()];
        Noted {
            seen: [none.clone(), none],
        }
    }

    /// Reads a record of the log.
    pub(super) fn read(&mut self, pool: &Pool, ev: &LogEv) {
        let (LogKind::Event(EvKind::Move), Some(def)) = (ev.kind, ev.subj) else {
            return;
        };
        let (from, to) = (pool.layout.cell(ev.from), pool.layout.cell(ev.to));
        let how = meaning(pool, from.zone, to.zone);
        let front = pool.def(def).front;
        let [one, two] = &mut self.seen;
        let mine = if from.player == P::ONE { one } else { two };
        if let Some(flags) = mine.get_mut(front.ix()) {
            *flags |= how;
        }
    }

    /// Counts the game.
    pub(super) fn count(&self, winner: Option<P>, tally: &mut CardTally) {
        for (seat, seen) in P::BOTH.into_iter().zip(&self.seen) {
            let won = u64::from(winner == Some(seat));
            for (row, flags) in tally.0.iter_mut().zip(seen).filter(|(_, flags)| **flags != 0) {
                row.seen += 1;
                if flags & DRAWN != 0 {
                    row.drawn += 1;
                    row.drawn_won += won;
                }
                if flags & PLAYED != 0 {
                    row.played += 1;
                    row.played_won += won;
                }
            }
        }
    }
}

/// What a move means for its card: whether it is drawn or played by it.
fn meaning(pool: &Pool, from: ZoneId, to: ZoneId) -> u8 {
    let tables = pool.kernel.tables();
    if from == tables.deck {
        if to == tables.hand { DRAWN } else { 0 }
    } else if waits(tables, to) || takes_part(pool, tables, to) && !takes_part(pool, tables, from) {
        PLAYED
    } else {
        0
    }
}

/// Whether cards lie in a zone while they are played.
fn waits(tables: &Tables, zone: ZoneId) -> bool {
    zone == tables.resolution || tables.stack_zone == Some(zone)
}

/// Whether cards of a zone take part in the game: on the table, or about to do what they do. What a hand holds, or another place that cards are played
/// from, does not, though effects may change it.
fn takes_part(pool: &Pool, tables: &Tables, zone: ZoneId) -> bool {
    let to_play = zone == tables.hand || tables.plays_from.contains(&zone);
    let away = to_play || tables.outside.is_some_and(|(one, two)| zone == one || zone == two);
    !away && (waits(tables, zone) || pool.layout.zone(zone).computed)
}

#[cfg(test)]
mod tests {
    use super::{DRAWN, PLAYED, meaning, takes_part, waits};
    use crate::kernel::ZoneId;
    use crate::play::{Table, games};

    #[test]
    fn cards_that_wait_to_be_played_are_not_played() {
        let mut places = 0;
        for (game, _) in games() {
            let table = Table::from_modules(game, &[]).expect("a table without cards");
            let (pool, tables) = (&table.pool, table.pool.kernel.tables());
            assert_eq!(meaning(pool, tables.deck, tables.hand), DRAWN);
            let zones = (0u8..).map(ZoneId).zip(pool.layout.zones()).map(|(zone, _)| zone);
            let field: Vec<ZoneId> = zones
                .filter(|zone| takes_part(pool, tables, *zone) && !waits(tables, *zone))
                .collect();
            assert!(!field.is_empty(), "{game}");
            for place in tables.plays_from.iter().copied().chain([tables.hand]) {
                places += 1;
                assert_eq!(meaning(pool, tables.deck, place) & PLAYED, 0);
                assert_eq!(meaning(pool, tables.hand, place), 0);
                assert_eq!(meaning(pool, place, tables.resolution), PLAYED);
                for to in &field {
                    assert_eq!(meaning(pool, place, *to), PLAYED);
                    assert_eq!(meaning(pool, *to, place), 0);
                }
            }
        }
        assert!(
            places > games().count(),
            "no game has a place besides the hand to play from"
        );
    }
}
