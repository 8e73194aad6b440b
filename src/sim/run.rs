//! All games of a plan, on several threads.

use super::cards::CardTally;
use super::one_game::{self, GameResult};
use super::plan::Plan;
use crate::play::{ReplayFile, Table, TableError};
use crate::players::PlayerError;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// Why a batch cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SimError {
    /// A deck cannot be played.
    #[error(transparent)]
    Table(#[from] TableError),
    /// There is no such player.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// There are no decks.
    #[error("there is no deck to play with")]
    NoDecks,
    /// The threads could not be started.
    #[error("cannot start the threads: {0}")]
    Threads(String),
}

/// Somebody who wants to know how a batch gets on. Games come in any order, from any thread; only chunks come in order.
pub trait Watch: Sync {
    /// Whether the replay of a game is wanted. Those of games that failed always are, if there was anything to decide.
    fn wants(&self, number: u64) -> bool;
    /// A replay.
    fn replay(&self, number: u64, file: &ReplayFile);
    /// A game is over.
    fn played(&self, result: &GameResult);
    /// Some games are over, in their order, and all before them were handed on already: no game waits longer than for those that began before it.
    fn chunk(&self, results: &[GameResult]);
}

/// What came of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Batch {
    /// The games that were played, in their order.
    pub games: Vec<GameResult>,
    /// What happened to the cards.
    pub cards: CardTally,
    /// It was stopped before all games were played.
    pub stopped: bool,
}

/// Plays the games of a plan on so many threads, one for each processor if that is not said. When `stop` becomes true, no new game is begun.
pub fn run(
    table: &Table,
    plan: &Plan,
    jobs: Option<usize>,
    stop: &AtomicBool,
    watch: &dyn Watch,
) -> Result<Batch, SimError> {
    if plan.decks.is_empty() {
        return Err(SimError::NoDecks);
    }
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs.unwrap_or(0))
        .build()
        .map_err(|error| SimError::Threads(error.to_string()))?;
    let run = Run {
        table,
        plan,
        stop,
        watch,
        next: AtomicU64::new(0),
        line: Mutex::new(Line::default()),
    };
    let mut cards = CardTally::new(&table.pool);
    for part in threads.broadcast(|_| run.work()) {
        cards.add(&part);
    }
    let Line { games, failure, .. } = run.line.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, error)) = failure {
        return Err(error);
    }
    Ok(Batch {
        stopped: (games.len() as u64) < plan.games,
        games,
        cards,
    })
}

/// What the threads of a run share.
struct Run<'r> {
    table: &'r Table,
    plan: &'r Plan,
    stop: &'r AtomicBool,
    watch: &'r dyn Watch,
    /// The next game to begin. Games begin in their order, and all that begin are played out: those that were played are always the first ones.
    next: AtomicU64,
    line: Mutex<Line>,
}

/// The games that are over.
#[derive(Default)]
struct Line {
    /// Those that were handed on, in their order.
    games: Vec<GameResult>,
    /// Those that wait for one that began earlier.
    early: BTreeMap<u64, GameResult>,
    /// The first game that could not be played, and why.
    failure: Option<(u64, SimError)>,
}

impl Run<'_> {
    /// Plays one game after the other while there are any, as each thread does. Gives what happened to the cards: sums, so that it does not matter which
    /// thread played which game.
    fn work(&self) -> CardTally {
        let mut cards = CardTally::new(&self.table.pool);
        while !self.stop.load(Ordering::Relaxed) {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if number >= self.plan.games {
                break;
            }
            let played = self.game(number, &mut cards);
            let mut line = self.line.lock().unwrap_or_else(PoisonError::into_inner);
            match played {
                Ok(result) => line.take(result, self.watch),
                Err(error) => {
                    line.fail(number, error);
                    // Nobody begins another game.
                    self.next.fetch_max(self.plan.games, Ordering::Relaxed);
                    break;
                }
            }
        }
        cards
    }

    fn game(&self, number: u64, cards: &mut CardTally) -> Result<GameResult, SimError> {
        let bout = one_game::play(self.table, self.plan, self.plan.setup(number))?;
        let failed = bout.result.failed();
        if (failed || self.watch.wants(number))
            && let Some(file) = bout.file()
        {
            self.watch.replay(number, &file);
        }
        self.watch.played(&bout.result);
        // A game without an end says nothing about who would have won it.
        if !failed {
            bout.noted.count(bout.winner(), cards);
        }
        Ok(bout.result)
    }
}

impl Line {
    /// Takes a game that is over, and hands on all that wait for no other one.
    fn take(&mut self, result: GameResult, watch: &dyn Watch) {
        let handed = self.games.len();
        self.early.insert(result.setup.number, result);
        while let Some(next) = self.early.remove(&(self.games.len() as u64)) {
            self.games.push(next);
        }
        match self.games.get(handed..) {
            None | Some([]) => {}
            Some(ready) => watch.chunk(ready),
        }
    }

    /// Of several games that cannot be played, the first is told, whichever thread was quicker.
    fn fail(&mut self, number: u64, error: SimError) {
        if self.failure.as_ref().is_none_or(|(first, _)| number < *first) {
            self.failure = Some((number, error));
        }
    }
}
