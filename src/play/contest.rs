//! A game that is being played and remembers how: what a replay file is made from.

use super::file::{FileError, ReplayFile};
use super::{Table, TableError};
use crate::exec::{Game, Listed, Pool, Replay, Status};
use crate::kernel::{Answer, Illegal};
use std::sync::Arc;

/// A game with its replay. All answers go through it.
#[derive(Debug, Clone)]
pub struct Contest {
    game: Game,
    replay: Replay,
    status: Status,
    decks: [Arc<str>; 2],
    listed: Arc<[Listed]>,
}

impl Contest {
    /// A game between two decks of a table, advanced to its first decision.
    pub fn new(table: &Table, one: &str, two: &str, seed: u64) -> Result<Contest, TableError> {
        Contest::begin(table, one, two, seed, false)
    }

    /// The same with a log.
    pub fn with_log(table: &Table, one: &str, two: &str, seed: u64) -> Result<Contest, TableError> {
        Contest::begin(table, one, two, seed, true)
    }

    fn begin(table: &Table, one: &str, two: &str, seed: u64, log: bool) -> Result<Contest, TableError> {
        let decks = [table.deck(one)?.to_vec(), table.deck(two)?.to_vec()];
        let mut game = table.new_game(one, two, seed)?;
        game.log.on = log;
        let replay = Replay::new(&table.pool, decks, seed);
        let status = game.advance();
        Ok(Contest {
            game,
            replay,
            status,
            decks: [one.into(), two.into()],
            listed: Arc::clone(&table.listed),
        })
    }

    /// Goes on with a game of a replay file, from its last answer; `pool` is what the file was linked with ([`ReplayFile::pool`]).
    pub fn resume(file: &ReplayFile, pool: &Arc<Pool>, log: bool) -> Result<Contest, FileError> {
        let replay = file.replay(pool)?;
        let mut game = replay.begin(pool, log)?;
        for at in 0..replay.len() {
            replay.step(&mut game, at)?;
        }
        let status = game.advance();
        Ok(Contest {
            game,
            replay,
            status,
            decks: file.deck_names().map(Arc::from),
            listed: file.listed(),
        })
    }

    /// What the game waits for.
    pub fn status(&self) -> Status {
        self.status
    }

    /// The game as it stands.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The answers so far.
    pub fn replay(&self) -> &Replay {
        &self.replay
    }

    /// The names of the decks.
    pub fn decks(&self) -> [&str; 2] {
        let [one, two] = &self.decks;
        [one, two]
    }

    /// The cards that the pool of the game was linked from.
    pub fn listed(&self) -> &[Listed] {
        &self.listed
    }

    /// Gives an answer and goes on to the next decision. An illegal one changes nothing.
    pub fn answer(&mut self, answer: Answer) -> Result<Status, Illegal> {
        self.game.answer(answer)?;
        self.status = self.game.advance();
        self.replay.note(answer, &self.game);
        Ok(self.status)
    }
}
