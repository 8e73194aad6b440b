//! How well a game stands for a player: the game's own judgment, with the ends that all games share.

use super::game::Game;
use crate::kernel::{Outcome, P};

/// The score of a won game; that of a lost one is as far below zero.
pub const WON: i32 = 1_000_000;

impl Game {
    /// How well the game stands for a player, from `-WON` to `WON`; for the other player it stands as badly. A drawn game is worth nothing to either.
    pub fn score(&self, p: P) -> i32 {
        match self.state.over {
            Some(Outcome::Win(winner)) if winner == p => WON,
            Some(Outcome::Win(_)) => -WON,
            Some(Outcome::Draw | Outcome::Fault(..)) => 0,
            // What goes on is never as good as won.
            None => self.kernel().score(self, p).clamp(1 - WON, WON - 1),
        }
    }

    /// Whether nothing is half done, so that a score means something.
    pub fn is_settled(&self) -> bool {
        self.kernel().is_settled(self)
    }

    /// No ability runs or waits, and nothing waits to be resolved.
    pub fn is_idle(&self) -> bool {
        self.state.runs.is_empty() && self.state.standby.is_empty() && self.state.pending.is_empty()
    }
}
