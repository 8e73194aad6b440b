//! A game that is being played and remembers how: what a replay file is made from.

use super::file::{FileError, ReplayFile};
use super::{Table, TableError};
use crate::exec::{CHECK_EVERY, CardFingerprint, Game, Pool, Replay, ReplayError, Status};
use crate::kernel::{Answer, Illegal, LogEv, P};
use std::sync::Arc;

/// A game with its replay. All answers go through it.
#[derive(Debug, Clone)]
pub struct Contest {
    game: Game,
    replay: Replay,
    status: Status,
    decks: [Arc<str>; 2],
    /// The test whose board it began with.
    test: Option<Arc<str>>,
    listed: Arc<[CardFingerprint]>,
}

/// A moment of a contest: the game without its log, which only grows.
#[derive(Debug, Clone)]
pub struct Moment {
    game: Game,
    records: u32,
    answers: usize,
    checks: usize,
    status: Status,
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
            test: None,
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
            test: file.test().map(Arc::from),
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

    /// The title of the test whose board the game began with; none if it began with decks.
    pub fn test(&self) -> Option<&str> {
        self.test.as_deref()
    }

    /// The cards that the pool of the game was linked from.
    pub fn listed(&self) -> &[CardFingerprint] {
        &self.listed
    }

    /// The moment, to go back to later.
    pub fn moment(&self) -> Moment {
        Moment {
            game: self.game.bare(),
            records: self.game.log.count(),
            answers: self.replay.answers.len(),
            checks: self.replay.checks.len(),
            status: self.status,
        }
    }

    /// Goes back to a moment of this contest: what came later is forgotten.
    pub fn go_back(&mut self, moment: Moment) {
        let mut log = std::mem::take(&mut self.game.log);
        log.take_back(moment.records);
        self.game = moment.game;
        self.game.log = log;
        self.replay.answers.truncate(moment.answers);
        self.replay.checks.truncate(moment.checks);
        self.replay.concede = None;
        self.status = moment.status;
    }

    /// Goes back to where so many answers were given, by playing again from the beginning.
    pub fn rewind(&mut self, answers: usize) -> Result<(), ReplayError> {
        let mut replay = self.replay.clone();
        replay.answers.truncate(answers);
        replay.checks.truncate(answers / CHECK_EVERY);
        replay.concede = None;
        let mut game = replay.begin(&self.game.pool, self.game.log.on)?;
        for at in 0..replay.len() {
            replay.step(&mut game, at)?;
        }
        self.status = game.advance();
        self.game = game;
        self.replay = replay;
        Ok(())
    }

    /// Who gave each of the answers.
    pub fn deciders(&self) -> Result<Vec<P>, ReplayError> {
        let mut game = self.replay.begin(&self.game.pool, false)?;
        let mut out = Vec::new();
        for at in 0..self.replay.answers.len() {
            out.extend(game.state.ask.map(|ask| ask.who));
            self.replay.step(&mut game, at)?;
        }
        Ok(out)
    }

    /// Reads what was logged since the last time and forgets it: for those who count what happens and keep nothing. What may still be taken back is read
    /// later.
    pub fn read_log(&mut self, each: impl FnMut(&LogEv)) {
        let settled = self.game.settled_records();
        let ready = settled.saturating_sub(self.game.log.forgotten) as usize;
        self.game.log.events.iter().take(ready).for_each(each);
        self.game.log.forget(settled);
    }

    /// Gives an answer and goes on to the next decision. An illegal one changes nothing.
    pub fn answer(&mut self, answer: Answer) -> Result<Status, Illegal> {
        self.game.answer(answer)?;
        // Noted before the game goes on: should the engine break down over it, the replay leads there.
        self.replay.push(answer);
        self.status = self.game.advance();
        self.replay.check(&self.game);
        Ok(self.status)
    }
}
