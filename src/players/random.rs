//! Any legal answer, each as likely as the others.

use super::{Player, Seat};
use crate::exec::View;
use crate::kernel::{Answer, Rng};

/// A player who does not think.
#[derive(Debug, Clone)]
pub struct Random {
    rng: Rng,
    view: View,
}

impl Random {
    /// A player whose answers depend on the seed and the questions alone.
    pub fn new(seed: u64) -> Random {
        Random {
            rng: Rng::new(seed),
            view: View::default(),
        }
    }
}

impl Player for Random {
    fn name(&self) -> String {
        "random".to_owned()
    }

    fn decide(&mut self, seat: &Seat<'_>) -> Answer {
        seat.view_into(&mut self.view);
        let view = &self.view;
        if let Some((low, high)) = view.ask.and_then(|ask| ask.range) {
            let count = u32::try_from(i64::from(high) - i64::from(low) + 1).unwrap_or(u32::MAX);
            return Answer::Pick(self.rng.below(count));
        }
        let count = u32::try_from(view.choices.len()).unwrap_or(u32::MAX);
        let picked = self.rng.below(count) as usize;
        view.choices
            .get(picked)
            .map_or(Answer::Pick(0), |choice| choice.answer())
    }
}
