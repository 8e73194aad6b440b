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
        if self.st.marks.len() >= DEEPEST {
            return;
        }
        let mut mark = self.st.clone();
        mark.marks.clear();
        mark.refused.extend(act);
        mark.logged = u32::try_from(self.log.events.len()).unwrap_or(u32::MAX);
        self.st.marks.push(Arc::new(mark));
    }

    /// What began has succeeded.
    pub fn unmark(&mut self) {
        self.st.marks.pop();
    }

    /// What began cannot be completed: the game is as it was.
    pub fn take_back(&mut self) {
        let Some(mark) = self.st.marks.pop() else {
            // Nothing was announced that could be taken back: it just does not happen.
            self.st.done = 0;
            return;
        };
        let outer = std::mem::take(&mut self.st.marks);
        let (steps, laps, decisions) = (self.st.steps, self.st.laps, self.st.decisions);
        self.st.clone_from(&mark);
        self.st.marks = outer;
        self.st.steps = steps;
        self.st.laps = laps;
        self.st.decisions = decisions;
        self.st.dirty = true;
        self.hashed = None;
        self.log.events.truncate(self.st.logged as usize);
        self.st.logged = 0;
        self.settle();
    }

    /// Whether an action was begun at this point and taken back.
    pub fn is_refused(&self, act: Act) -> bool {
        self.st.refused.contains(&act)
    }

    /// Something happened: what was impossible may be possible now.
    pub fn forget_refused(&mut self) {
        self.st.refused.clear();
    }

    /// The announcement whose card this is.
    pub fn pending(&self, card: Ref) -> Option<&crate::kernel::Pending> {
        self.st.pending.iter().find(|p| p.card == card)
    }
}
