//! A test as a replay: the board it sets up and the answers it gives.

use super::link::{cards, listed};
use super::runner::{Job, Trial};
use crate::exec::{CardFingerprint, Game, Replay, Status};
use crate::games;

/// A test that was recorded.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// The board and the answers.
    pub replay: Replay,
    /// The game after the last answer, at the next decision.
    pub game: Game,
    /// The cards it was played with.
    pub listed: Vec<CardFingerprint>,
}

/// Plays a test once more and records it, up to where it fails; why not, if its board cannot be set up or does not come back from a save.
pub fn record(job: &Job<'_>) -> Result<Recorded, String> {
    let no_rules = || format!("the game `{}` cannot be played yet", job.module.game);
    let kernel = games::kernel(&job.module.game, job.edition).ok_or_else(no_rules)?;
    let cards = cards(job, kernel).map_err(|failure| failure.message)?;
    let mut trial = Trial::new(job, &cards, false).map_err(|failure| failure.message)?;
    let mut replay = Replay::of_board(&trial.game);
    trial.recorded = Some(Vec::new());
    // Whether it fails was told when it was judged.
    let _ = trial.run();
    let mut game = replay
        .begin(&trial.game.pool, true)
        .map_err(|error| error.to_string())?;
    for answer in trial.recorded.iter().flatten() {
        game.answer(*answer).map_err(|error| error.to_string())?;
        let _: Status = game.advance();
        replay.note(*answer, &game);
    }
    Ok(Recorded {
        replay,
        game,
        listed: listed(job, kernel, &cards),
    })
}
