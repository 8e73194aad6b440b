//! The end of turns that do not end: a backstop. Rounds that come back are the rules' to notice (`exec/loops.rs`), and programs do nothing more where they
//! have been before ([`Seat::rest`](super::Seat::rest)); what goes on nevertheless is told.

use crate::exec::Game;

/// So many decisions in one turn end a game that goes on nevertheless.
const DECISIONS: u32 = 3000;

/// The decisions that the turn has had.
#[derive(Debug, Default)]
pub struct TurnLimit {
    turn: u16,
    decisions: u32,
}

/// A turn does not end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("turn {turn} has had {DECISIONS} decisions and does not end")]
pub struct Endless {
    /// Which turn.
    pub turn: u16,
}

impl TurnLimit {
    /// Counts a decision.
    ///
    /// # Errors
    ///
    /// If the turn has had too many.
    pub fn count(&mut self, game: &Game) -> Result<(), Endless> {
        let turn = game.state.turn.number;
        if self.turn != turn {
            *self = TurnLimit { turn, decisions: 0 };
        }
        self.decisions += 1;
        if self.decisions > DECISIONS {
            return Err(Endless { turn });
        }
        Ok(())
    }
}
