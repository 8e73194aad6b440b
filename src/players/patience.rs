//! How long programs go on in one turn: they may find something to do for ever that the rules do not count as a loop.

use crate::exec::Game;
use crate::kernel::{Answer, Atom};

/// So many decisions a program makes freely in a turn; after them it does nothing more wherever it may.
const TURN_DECISIONS: u32 = 300;
/// So many decisions in one turn end a game that goes on nevertheless.
const TURN_LIMIT: u32 = 10 * TURN_DECISIONS;

/// The decisions that the turn has had.
#[derive(Debug, Default)]
pub struct Patience {
    turn: u16,
    decisions: u32,
}

/// The turn does not end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Endless;

impl Patience {
    /// Counts a decision. After many of them in one turn, gives the answer that does nothing more, if there is one.
    ///
    /// # Errors
    ///
    /// If the turn goes on for ever nevertheless.
    pub fn tired(&mut self, game: &Game) -> Result<Option<Answer>, Endless> {
        let turn = game.state.turn.number;
        if self.turn != turn {
            *self = Patience { turn, decisions: 0 };
        }
        self.decisions += 1;
        if self.decisions > TURN_LIMIT {
            return Err(Endless);
        }
        Ok((self.decisions > TURN_DECISIONS).then(|| nothing_more(game)).flatten())
    }
}

/// The answer that does nothing more, if there is one.
fn nothing_more(game: &Game) -> Option<Answer> {
    let idle = |n: &u32| matches!(game.answer_atom(*n), Some(Atom::Pass | Atom::Done | Atom::No));
    game.state.ask.filter(|ask| ask.range.is_none())?;
    (0..game.answer_count()).find(idle).map(Answer::Pick)
}
