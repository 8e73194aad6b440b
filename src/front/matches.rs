//! Many games between two decks, on all processors, with players of one's own.

use super::deck::Deck;
use super::error::{Error, Result};
use super::game::Outcome;
use super::id::PlayerId;
use super::player::Player;
use super::table::Table;
use crate::sim::{Interval, wilson};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Games to be played.
#[derive(Debug, Clone)]
pub struct Matches {
    table: Table,
    decks: [Deck; 2],
    games: u64,
    seed: u64,
}

/// How one game of a batch ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Played {
    /// The seed of the game.
    pub seed: u64,
    /// How it ended, with the seats as the decks were given: the first deck is that of `p1`, wherever it sat.
    pub outcome: Outcome,
    /// How many turns it had.
    pub turns: u16,
}

/// What came of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// The games, in their order.
    pub games: Vec<Played>,
}

impl Report {
    /// How many games the side with this number (0 or 1) won.
    pub fn wins(&self, side: usize) -> u64 {
        let won = self
            .games
            .iter()
            .filter(|game| game.outcome.winner().map(PlayerId::index) == Some(side));
        won.count() as u64
    }

    /// The share of games that a side won, from 0 to 1, with its 95 % interval (Wilson).
    pub fn win_rate(&self, side: usize) -> Interval {
        wilson(self.wins(side), self.games.len() as u64)
    }
}

impl Matches {
    pub(super) fn new(table: Table, decks: [Deck; 2]) -> Matches {
        Matches {
            table,
            decks,
            games: 100,
            seed: 1,
        }
    }

    /// How many games; 100 if it is not said. Every second game has the seats changed.
    #[must_use]
    pub fn games(mut self, games: u64) -> Matches {
        self.games = games;
        self
    }

    /// The seed of the batch: the same seed, decks and players are the same games.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Matches {
        self.seed = seed;
        self
    }

    /// Plays the games. The two functions make the players of a game, of the first deck and of the second, each from a seed of its own.
    ///
    /// # Errors
    ///
    /// If a deck cannot be played with, or a player gives an answer that is refused or panics. A game that does not end, or that the engine gives up, is
    /// one of the games of the report, with the reason.
    pub fn play<A, B>(&self, first: impl Fn(u64) -> A + Sync, second: impl Fn(u64) -> B + Sync) -> Result<Report>
    where
        A: Player,
        B: Player,
    {
        let games: Result<Vec<Played>> = (0..self.games)
            .into_par_iter()
            .map(|number| self.game(number, &first, &second))
            .collect();
        Ok(Report { games: games? })
    }

    fn game<A: Player, B: Player>(
        &self,
        number: u64,
        first: &(impl Fn(u64) -> A + Sync),
        second: &(impl Fn(u64) -> B + Sync),
    ) -> Result<Played> {
        let seed = crate::sim::mix(self.seed, number);
        let changed = number % 2 == 1;
        let [a, b] = &self.decks;
        let decks = if changed { [b, a] } else { [a, b] };
        let mut game = self.table.start(decks, seed)?.without_events();
        let mut ours = first(crate::sim::mix(!seed, 0));
        let mut theirs = second(crate::sim::mix(!seed, 1));
        let played = catch_unwind(AssertUnwindSafe(|| {
            if changed {
                game.play([&mut theirs, &mut ours])
            } else {
                game.play([&mut ours, &mut theirs])
            }
        }));
        let played = played.map_err(|_| Error::Failed(format!("a player panicked in game {number}, seed {seed}")))?;
        let outcome = match played {
            Ok(Outcome::Won(player)) if changed => Outcome::Won(player.other()),
            Ok(outcome) => outcome,
            Err(Error::Failed(why)) => Outcome::Failed(why),
            Err(error) => return Err(error),
        };
        Ok(Played {
            seed,
            outcome,
            turns: game.engine().state.turn.number,
        })
    }
}
