//! A test played once, without being saved and loaded: for whoever asks what a test reaches, or whether it notices a change.

use super::link::cards;
use super::runner::{Job, Trial};
use crate::exec::{Coverage, Pool};
use crate::games;
use std::sync::Arc;

/// What came of it.
#[derive(Debug, Clone)]
pub struct Once {
    /// The cards it was played with, and what their code did if that was asked for; none if it could not begin.
    pub counted: Option<(Arc<Pool>, Arc<Coverage>)>,
    /// The log of the game, if the test is golden.
    pub log: Vec<String>,
    /// Why it fails, if it does.
    pub failure: Option<String>,
}

/// Plays a test once; with `count`, what its code does is counted.
pub fn once(job: &Job<'_>, count: bool) -> Once {
    let none = |failure: String| Once {
        counted: None,
        log: Vec::new(),
        failure: Some(failure),
    };
    let Some(kernel) = games::kernel(&job.module.game, job.edition) else {
        return none(format!("the game `{}` cannot be played yet", job.module.game));
    };
    let cards = match cards(job, kernel) {
        Ok(cards) => cards,
        Err(failure) => return none(failure.message),
    };
    let mut trial = match Trial::new(job, &cards, false) {
        Ok(trial) => trial,
        Err(failure) => return none(failure.message),
    };
    let counted = count.then(|| {
        let pool = Arc::clone(&trial.game.pool);
        let sink = Arc::new(Coverage::new(&pool));
        trial.game.count_into(Arc::clone(&sink));
        // What the board brings about by itself counts too: it is worked out again.
        trial.game.state.dirty = true;
        (pool, sink)
    });
    let failure = trial.run().err().map(|failure| failure.message);
    let log = if job.test.golden {
        trial.game.log_lines(None)
    } else {
        Vec::new()
    };
    Once { counted, log, failure }
}
