//! Random legal answers that lean towards the probed card.

use crate::exec::Game;
use crate::kernel::{Answer, Atom, DefId, Ref, Rng};

/// How players answer in a try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mood {
    /// They do whatever they may.
    Eager,
    /// They decline as often as not.
    Choosy,
    /// They play on without any card in mind.
    Idle,
}

/// A player for both seats.
#[derive(Debug)]
pub(super) struct Directed<'d> {
    rng: Rng,
    defs: &'d [DefId],
    mood: Mood,
}

impl<'d> Directed<'d> {
    pub(super) fn new(seed: u64, defs: &'d [DefId], mood: Mood) -> Directed<'d> {
        Directed {
            rng: Rng::new(seed ^ 0x9_0B0E),
            defs,
            mood,
        }
    }

    /// An answer to the open question.
    pub(super) fn decide(&mut self, game: &Game) -> Answer {
        let count = game.answer_count();
        let Some(ask) = game.state.ask else {
            return Answer::Pick(0);
        };
        if ask.range.is_some() {
            // Great numbers are seldom wanted: half of the time one of the first few.
            let low = self.rng.below(2) == 0;
            return Answer::Pick(self.rng.below(if low { count.min(6) } else { count }));
        }
        let mut weights: Vec<u32> = game.state.atoms.iter().map(|atom| self.weight(game, *atom)).collect();
        // However much there is to do, the turn goes on.
        let all: u32 = weights.iter().sum();
        for (weight, atom) in weights.iter_mut().zip(&game.state.atoms) {
            if *atom == Atom::Pass {
                *weight = (*weight).max(all / 5);
            }
        }
        let total = weights.iter().sum();
        let mut at = self.rng.below(total);
        for (number, weight) in (0u32..).zip(weights) {
            if at < weight {
                return Answer::Pick(number);
            }
            at -= weight;
        }
        Answer::Pick(0)
    }

    fn is_probed(&self, game: &Game, card: Ref) -> bool {
        let card = game.state.card(card.ix);
        self.defs.contains(&card.def)
    }

    fn weight(&self, game: &Game, atom: Atom) -> u32 {
        match atom {
            Atom::Act(act) if self.is_probed(game, act.card) => 24,
            Atom::Card(card) if self.is_probed(game, card) => 8,
            Atom::Pass => 2,
            Atom::Done => 2,
            Atom::Yes if self.mood == Mood::Eager => 12,
            Atom::No | Atom::Yes => 2,
            _ => 3,
        }
    }
}
