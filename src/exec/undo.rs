//! Taking back: something was announced and turns out to be impossible (an unpaid part of a cost, no legal target). The game is as it was before the
//! announcement began, and the same announcement is not offered again at this point.

use super::game::Game;
use crate::kernel::{Act, Ref};
use std::sync::Arc;

/// The most announcements inside each other.
pub(super) const DEEPEST: usize = 16;

impl Game {
    /// Remembers the game as it is: this is where it goes on if what begins now is taken back. `act` is what must not be offered again then.
    pub fn mark(&mut self, act: Option<Act>) {
        if self.state.marks.len() >= DEEPEST {
            return;
        }
        let mut mark = self.state.clone();
        mark.marks.clear();
        mark.refused.extend(act);
        mark.logged = self.log.count();
        self.state.marks.push(Arc::new(mark));
    }

    /// How many records of the log nothing can take back any more: those before the oldest announcement that is not complete.
    pub fn settled_records(&self) -> u32 {
        let open = self.state.marks.first().map(|mark| mark.logged);
        open.filter(|_| self.state.over.is_none())
            .unwrap_or(u32::MAX)
            .min(self.log.count())
    }

    /// What began has succeeded.
    pub fn unmark(&mut self) {
        self.state.marks.pop();
    }

    /// What began cannot be completed: the game is as it was.
    pub fn take_back(&mut self) {
        let Some(mark) = self.state.marks.pop() else {
            // Nothing was announced that could be taken back: it just does not happen.
            self.state.done = 0;
            return;
        };
        let outer = std::mem::take(&mut self.state.marks);
        let (steps, laps, decisions) = (self.state.steps, self.state.laps, self.state.decisions);
        self.state.clone_from(&mark);
        self.state.marks = outer;
        self.state.steps = steps;
        self.state.laps = laps;
        self.state.decisions = decisions;
        self.state.dirty = true;
        self.lap = None;
        self.hashed = None;
        self.log.take_back(self.state.logged);
        self.state.logged = 0;
        self.settle();
    }

    /// Whether an action was begun at this point and taken back.
    pub fn is_refused(&self, act: Act) -> bool {
        self.state.refused.contains(&act)
    }

    /// Something happened: what was impossible may be possible now.
    pub fn forget_refused(&mut self) {
        self.state.refused.clear();
    }

    /// The announcement whose card this is.
    pub fn pending(&self, card: Ref) -> Option<&crate::kernel::Pending> {
        self.state.pending.iter().find(|p| p.card == card)
    }
}
