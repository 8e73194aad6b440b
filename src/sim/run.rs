//! All games of a plan, on several threads.

use super::bout::{self, GameResult, Verdict};
use super::cards::CardTally;
use super::plan::Plan;
use crate::play::{ReplayFile, Table, TableError};
use crate::players::PlayerError;
use rayon::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many games are handed on together: small enough that little is lost if the program is killed, large enough to keep all threads busy.
const CHUNK: u64 = 256;

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

/// Somebody who wants to know how a batch gets on. Games come in any order, from any thread.
pub trait Watch: Sync {
    /// Whether the replay of a game is wanted. Those of games that failed always are.
    fn wants(&self, number: u64) -> bool;
    /// A replay.
    fn replay(&self, number: u64, file: &ReplayFile);
    /// A game is over.
    fn played(&self, result: &GameResult);
    /// Some games are over, in their order, and all before them were handed on already.
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
    let mut batch = Batch {
        games: Vec::new(),
        cards: CardTally::new(&table.pool),
        stopped: false,
    };
    let mut next = 0;
    while next < plan.games && !stop.load(Ordering::Relaxed) {
        let end = plan.games.min(next.saturating_add(CHUNK));
        let (games, cards) = threads.install(|| chunk(table, plan, next..end, stop, watch))?;
        watch.chunk(&games);
        batch.games.extend(games);
        batch.cards.add(&cards);
        next = end;
    }
    batch.stopped = (batch.games.len() as u64) < plan.games;
    Ok(batch)
}

fn chunk(
    table: &Table,
    plan: &Plan,
    numbers: std::ops::Range<u64>,
    stop: &AtomicBool,
    watch: &dyn Watch,
) -> Result<(Vec<GameResult>, CardTally), SimError> {
    let empty = || (Vec::new(), CardTally::new(&table.pool));
    let numbers: Vec<u64> = numbers.collect();
    let mut played: (Vec<GameResult>, CardTally) = numbers
        .into_par_iter()
        // Games differ much in length: threads take them one by one.
        .with_max_len(1)
        .filter(|_| !stop.load(Ordering::Relaxed))
        .try_fold(empty, |(mut games, mut cards), number| -> Result<_, SimError> {
            let bout = bout::play(table, plan, plan.setup(number))?;
            if watch.wants(number) || matches!(bout.result.verdict, Verdict::Failed(_)) {
                watch.replay(number, &bout.file());
            }
            watch.played(&bout.result);
            bout.noted.count(bout.winner(), &mut cards);
            games.push(bout.result);
            Ok((games, cards))
        })
        .try_reduce(empty, |(mut games, mut cards), (more, others)| {
            games.extend(more);
            cards.add(&others);
            Ok((games, cards))
        })?;
    played.0.sort_by_key(|game| game.setup.number);
    Ok(played)
}
