//! How much a game has been looked at: what descriptions, layers, listeners and the past cost is counted here, so that no board and no text takes longer
//! than the budget allows, however few steps it takes.

use super::game::Game;
use crate::kernel::AbilityIx;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The most work at once. Ordinary games stay far below a hundredth of it between two decisions.
const MOST: u64 = 32_000_000;
/// So much of it is forgiven with every decision: a game that goes on needs no more than this for each, on the whole.
const FORGIVEN: u64 = 250_000;

/// What has been looked at, in cards: one unit is about what it takes to see whether a card fits a short description.
#[derive(Debug, Default)]
pub(super) struct Work {
    done: AtomicU64,
    /// Nothing runs: a player decides, or the game is over. Whoever looks at the game meanwhile does it at their own cost.
    idle: bool,
    /// The ability whose effect could not be worked out any more.
    at: Option<AbilityIx>,
}

impl Clone for Work {
    fn clone(&self) -> Work {
        Work {
            done: AtomicU64::new(self.done.load(Relaxed)),
            ..*self
        }
    }
}

impl Work {
    /// So many cards, events or effects were looked at.
    #[inline]
    pub(super) fn add(&self, n: usize) {
        if !self.idle {
            // A game is stepped by one thread: no step is lost between reading and writing.
            self.done
                .store(self.done.load(Relaxed).saturating_add(n as u64), Relaxed);
        }
    }

    /// Whether it was too much. What is worked out from here on is not true of the game, which ends before the next step.
    #[inline]
    pub(super) fn is_too_much(&self) -> bool {
        !self.idle && self.done.load(Relaxed) > MOST
    }

    /// There is more than can be worked out at all.
    pub(super) fn exhaust(&self) {
        self.done.store(MOST.saturating_add(1), Relaxed);
    }

    /// It became too much with an effect of this ability.
    pub(super) fn blame(&mut self, ability: AbilityIx) {
        self.at.get_or_insert(ability);
    }

    /// With which ability it became too much.
    pub(super) fn blamed(&self) -> Option<AbilityIx> {
        self.at
    }

    /// Nothing runs from here on.
    pub(super) fn rest(&mut self) {
        self.idle = true;
    }

    /// A player has decided.
    pub(super) fn resume(&mut self) {
        let done = self.done.load(Relaxed);
        *self = Work {
            done: AtomicU64::new(done.saturating_sub(FORGIVEN)),
            ..Work::default()
        };
    }

    /// What looks on behalf of a check, which other builds do not make.
    pub(super) fn uncounted<T>(&self, look: impl FnOnce() -> T) -> T {
        let done = self.done.load(Relaxed);
        let seen = look();
        self.done.store(done, Relaxed);
        seen
    }
}

impl Game {
    /// How much work has been counted and not been forgiven: see [`Work`].
    pub fn work_done(&self) -> u64 {
        self.work.done.load(Relaxed)
    }
}
