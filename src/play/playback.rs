//! Going to and fro in a recorded game.

use crate::exec::{Game, Pool, Replay, ReplayError};
use std::sync::Arc;

/// The most games that are kept to go back to.
const MOST_KEPT: usize = 128;
/// The fewest answers between two of them.
const APART: usize = 32;

/// A recorded game, standing at one of its decisions. Going back is as cheap as going on: games along the way are kept.
#[derive(Debug, Clone)]
pub struct Playback {
    replay: Replay,
    game: Game,
    at: usize,
    /// Games to go back to, without their logs: how many decisions were made, and how long the log was. A log only grows.
    kept: Vec<(usize, u32, Game)>,
    apart: usize,
}

impl Playback {
    /// A recorded game at its first decision, with a log.
    pub fn new(replay: Replay, pool: &Arc<Pool>) -> Result<Playback, ReplayError> {
        let game = replay.begin(pool, true)?;
        let apart = replay.len().div_ceil(MOST_KEPT).max(APART);
        let mut playback = Playback {
            kept: Vec::new(),
            replay,
            game,
            at: 0,
            apart,
        };
        playback.keep();
        Ok(playback)
    }

    /// Keeps the game as it stands to go back to.
    fn keep(&mut self) {
        let log = std::mem::take(&mut self.game.log);
        self.kept.push((self.at, log.count(), self.game.clone()));
        self.game.log = log;
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The recorded game.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// How many decisions were made.
    pub fn at(&self) -> usize {
        self.at
    }

    /// How many decisions there are.
    pub fn len(&self) -> usize {
        self.replay.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.replay.is_empty()
    }

    /// Makes the next decision; false if there is none. After an error the game stands where it went wrong.
    pub fn forth(&mut self) -> Result<bool, ReplayError> {
        if self.at >= self.len() {
            return Ok(false);
        }
        self.replay.step(&mut self.game, self.at)?;
        self.at += 1;
        if self.at.is_multiple_of(self.apart) && self.kept.last().is_some_and(|(at, _, _)| *at < self.at) {
            self.keep();
        }
        Ok(true)
    }

    /// Goes to where so many decisions were made, or to the end.
    pub fn go(&mut self, to: usize) -> Result<(), ReplayError> {
        let to = to.min(self.len());
        if to < self.at
            && let Some((at, told, game)) = self.kept.iter().rev().find(|(at, _, _)| *at <= to)
        {
            let mut log = std::mem::take(&mut self.game.log);
            log.take_back(*told);
            self.at = *at;
            self.game = game.clone();
            self.game.log = log;
        }
        while self.at < to {
            self.forth()?;
        }
        Ok(())
    }
}
