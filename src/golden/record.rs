//! A test as a replay: the board it sets up and the answers it gives.

use super::link::{cards, listed};
use super::runner::{Job, Trial};
use crate::exec::{Game, Listed, Replay, Status};
use crate::games;
use crate::kernel::Answer;

/// A test that was recorded.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// The board and the answers.
    pub replay: Replay,
    /// The game after the last answer, at the next decision.
    pub game: Game,
    /// The cards it was played with.
    pub listed: Vec<Listed>,
}

/// Plays a test once more and records it, up to where it fails; none if its board cannot be set up.
pub fn record(job: &Job<'_>) -> Option<Recorded> {
    let kernel = games::kernel(&job.module.game, job.edition)?;
    let cards = cards(job, kernel).ok()?;
    let mut trial = Trial::new(job, &cards, false).ok()?;
    let mut replay = Replay::of_board(&trial.game);
    trial.recorded = Some(Vec::new());
    // Whether it fails was told when it was judged.
    let _ = trial.run();
    let mut game = replay.begin(&trial.game.pool, true).ok()?;
    for answer in trial.recorded.iter().flatten() {
        game.answer(*answer).ok()?;
        let _: Status = game.advance();
        replay.note(*answer, &game);
        if matches!(answer, Answer::Concede(_)) {
            break;
        }
    }
    Some(Recorded {
        replay,
        game,
        listed: listed(job, kernel, &cards),
    })
}
