//! A game being played.

use super::pool::Pool;
use crate::kernel::{Log, State};
use std::sync::Arc;

/// A game: shared cards, a state, a log.
#[derive(Debug, Clone)]
pub struct Game {
    /// The cards.
    pub pool: Arc<Pool>,
    /// The state.
    pub st: State,
    /// The log.
    pub log: Log,
}
