//! Other games that look the same to a player: for agents that must not peek.

use super::game::Game;
use super::parts::{Part, each_running};
use crate::kernel::{Card, DefId, P, Rng};
use std::sync::Arc;

impl Game {
    /// Deals the cards the viewer cannot know anew, and the chances to come with them. What the viewer sees stays as it is.
    ///
    /// The cards of each owner change places among those of the owner's cards that the viewer does not know, wherever they lie. Cards that running or
    /// waiting work speaks of stay: an open question of the other player keeps its answers and they keep being legal, and an ability that has picked
    /// a card unseen goes on with a card it could have picked. Building such a question anew would need the asking frame to be stepped again, which
    /// is not possible in the middle of an ability. The price is that those few cards are not dealt anew.
    pub fn determinize(&mut self, viewer: P, seed: u64) {
        let fixed = self.fixed_cards();
        let mut rng = Rng::new(seed);
        let mut places: Vec<usize> = Vec::new();
        let mut defs: Vec<DefId> = Vec::new();
        for owner in P::BOTH {
            places.clear();
            defs.clear();
            for (ix, card) in self.st.cards.iter().enumerate() {
                let number = u16::try_from(ix).unwrap_or(u16::MAX);
                let known = card.is(Card::known_flag(viewer)) || self.shows(number, viewer);
                if card.owner == owner && !known && fixed.get(ix).is_some_and(|f| !*f) {
                    places.push(ix);
                    defs.push(card.def);
                }
            }
            // Which of them lies where must not count: games that look the same are dealt the same.
            defs.sort_unstable();
            rng.shuffle(&mut defs);
            for (ix, def) in places.iter().zip(&defs) {
                self.redefine(*ix, *def);
            }
        }
        self.st.rng = rng;
        self.st.dirty = true;
        self.settle();
    }

    /// A hidden card is another one from now on: in the game, and where it would go back to if what is being announced is taken back.
    fn redefine(&mut self, ix: usize, def: DefId) {
        if let Some(card) = self.st.cards.get_mut(ix) {
            card.def = def;
        }
        for mark in &mut self.st.marks {
            if let Some(card) = Arc::make_mut(mark).cards.get_mut(ix) {
                card.def = def;
            }
        }
    }

    /// Which cards running and waiting work speaks of.
    fn fixed_cards(&self) -> Vec<bool> {
        let mut fixed = vec![false; self.st.cards.len()];
        each_running(&self.st, &mut |part| {
            if let Part::Card(r) = part
                && self.st.alive(r)
                && let Some(flag) = fixed.get_mut(usize::from(r.ix))
            {
                *flag = true;
            }
        });
        fixed
    }

    /// The cards a player does not know and that nothing running speaks of: any two of one owner can change places without the player noticing.
    pub fn hidden_from(&self, viewer: P) -> Vec<u16> {
        let fixed = self.fixed_cards();
        (0..self.st.cards.len())
            .filter(|ix| fixed.get(*ix).is_some_and(|f| !*f))
            .filter_map(|ix| u16::try_from(ix).ok())
            .filter(|ix| self.seen_by(self.st.now(*ix)) >> viewer.0 & 1 == 0)
            .collect()
    }

    /// Makes two cards change their definitions; false if one does not exist. For tests of what players can know.
    pub fn swap_hidden(&mut self, a: u16, b: u16) -> bool {
        let (a, b) = (usize::from(a), usize::from(b));
        let (Some(of_a), Some(of_b)) = (self.st.cards.get(a).map(|c| c.def), self.st.cards.get(b).map(|c| c.def))
        else {
            return false;
        };
        for (ix, def) in [(a, of_b), (b, of_a)] {
            self.redefine(ix, def);
        }
        self.st.dirty = true;
        self.settle();
        true
    }
}
