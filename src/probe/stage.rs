//! Boards on which whoever tries sentences lays the cards: positions of games between bundled decks, with cards of a set of their own among them.

use super::board::{Habits, Lay, Maker};
use super::directed::{Directed, Mood};
use super::table::{self, Position};
use super::wants::Wants;
use crate::exec::{Game, Kernel, Pool};
use crate::ir::Module;
use crate::kernel::{Answer, DefId, P};
use std::sync::Arc;

/// A set, linked together with the bundled cards, and the positions that its boards are made from.
#[derive(Debug)]
pub struct Stage {
    /// The cards.
    pub pool: Arc<Pool>,
    positions: Vec<Position>,
    habits: Habits,
    first_helper: u16,
}

impl Stage {
    /// The stage of a set; the names of its cards that cannot be linked, if there are any. Games remember everything that happens, whether a card
    /// asks for it or not.
    pub fn new(kernel: &'static dyn Kernel, set: &Module, edition: Option<&str>) -> Result<Stage, Vec<String>> {
        let library = table::bundled(&set.game);
        let others: Vec<&Module> = library.iter().collect();
        let sources = table::sources(set, &others, edition);
        let (pool, errors) = table::link(kernel, sources, set.cards.len(), &others);
        let (Some(mut pool), true) = (pool, errors.is_empty()) else {
            return Err(errors.into_iter().map(|error| error.card).collect());
        };
        pool.past_keys = u128::MAX;
        let decks = table::decks(&pool, &others, edition);
        let in_decks = decks.iter().flatten().map(|card| card.def.0);
        let first_helper = in_decks.min().unwrap_or(0);
        let pool = Arc::new(pool);
        let positions = table::positions(&pool, &decks);
        let habits = Habits::of(&pool, &positions);
        Ok(Stage {
            pool,
            positions,
            habits,
            first_helper,
        })
    }

    /// A board with these cards, and the player whose own ones lie on it as such.
    pub fn board(&self, cards: &[Lay], seed: u64) -> Option<(Game, P)> {
        let maker = Maker {
            pool: &self.pool,
            positions: &self.positions,
            habits: &self.habits,
            wants: &Wants::default(),
            card: DefId(0),
            works: 0,
            first_helper: self.first_helper,
        };
        maker.laid(cards, seed)
    }
}

/// Players who answer at random and do what these cards can do rather than anything else.
#[derive(Debug)]
pub struct Players<'d>(Directed<'d>);

impl<'d> Players<'d> {
    /// Players who favour these cards.
    pub fn new(seed: u64, cards: &'d [DefId]) -> Players<'d> {
        Players(Directed::new(seed, cards, Mood::Eager))
    }

    /// An answer to the open question.
    pub fn decide(&mut self, game: &Game) -> Answer {
        self.0.decide(game)
    }
}
