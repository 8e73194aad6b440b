//! Other games that look the same to a player: for agents that must not peek.

use super::game::Game;
use super::parts::{Part, each_offered, each_running};
use crate::kernel::{DefId, P, Rng, ZoneId};
use std::sync::Arc;

/// The deck that a hidden card is of: cards of two homes never change places.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Home {
    owner: P,
    apart: Option<ZoneId>,
}

impl Game {
    /// Deals the cards the viewer cannot know anew, and the chances to come with them. What the viewer sees stays as it is.
    ///
    /// The cards of each owner change places among those of the owner's cards that the viewer does not know, deck by deck: everybody knows that what
    /// lies unseen in a deck of its own belongs there. Cards that running or waiting work speaks of stay: an open question of the other player keeps its
    /// answers and they keep being legal, and an ability that has picked a card unseen goes on with a card it could have picked. Building such a question
    /// anew would need the asking frame to be stepped again, which is not possible in the middle of an ability. The price is that those few cards are
    /// not dealt anew.
    pub fn determinize(&mut self, viewer: P, seed: u64) {
        let mut rng = Rng::new(seed);
        let mut hidden: Vec<(Home, u16)> = self
            .hidden_from(viewer)
            .into_iter()
            .map(|ix| (self.home(ix), ix))
            .collect();
        hidden.sort_unstable();
        let mut defs: Vec<DefId> = Vec::new();
        for deck in hidden.chunk_by(|(a, _), (b, _)| a == b) {
            defs.clear();
            defs.extend(deck.iter().map(|(_, ix)| self.state.card(*ix).def));
            // Which of them lies where must not count: games that look the same are dealt the same.
            defs.sort_unstable();
            rng.shuffle(&mut defs);
            for ((_, ix), def) in deck.iter().zip(&defs) {
                self.redefine(*ix, *def);
            }
        }
        for mark in &mut self.state.marks {
            Arc::make_mut(mark).rng = rng;
        }
        self.state.rng = rng;
        self.state.dirty = true;
        self.settle();
    }

    /// Which deck a hidden card is of, as far as everybody can tell.
    pub fn home(&self, ix: u16) -> Home {
        let card = self.state.card(ix);
        let zone = self.zone_of(card.cell);
        Home {
            owner: card.owner,
            apart: self.layout().zone(zone).apart.then_some(zone),
        }
    }

    /// A hidden card is another one from now on: in the game, and where it would go back to if what is being announced is taken back.
    fn redefine(&mut self, ix: u16, def: DefId) {
        let ix = usize::from(ix);
        if let Some(card) = self.state.cards.get_mut(ix) {
            card.def = def;
        }
        for mark in &mut self.state.marks {
            if let Some(card) = Arc::make_mut(mark).cards.get_mut(ix) {
                card.def = def;
            }
        }
    }

    /// Which cards running and waiting work speaks of. A question to the viewer speaks only of the cards whose faces it shows: it offers the others by
    /// where they lie.
    fn fixed_cards(&self, viewer: P) -> Vec<bool> {
        let mut fixed = vec![false; self.state.cards.len()];
        let mut fix = |part| {
            if let Part::Card(r) = part
                && self.state.alive(r)
                && let Some(flag) = fixed.get_mut(usize::from(r.ix))
            {
                *flag = true;
            }
        };
        each_running(&self.state, &mut fix);
        let own = self.state.ask.is_some_and(|ask| ask.who == viewer);
        each_offered(&self.state, &mut |part| match part {
            Part::Card(card) if own && !self.is_offered_open(viewer, card) => {}
            _ => fix(part),
        });
        fixed
    }

    /// The cards a player does not know and that nothing running speaks of: any two of one [`Game::home`] can change places without the player noticing.
    pub fn hidden_from(&self, viewer: P) -> Vec<u16> {
        let fixed = self.fixed_cards(viewer);
        (0..)
            .zip(&fixed)
            .filter(|(ix, fixed)| !**fixed && !self.knows(viewer, *ix))
            .map(|(ix, _)| ix)
            .collect()
    }

    /// Makes two cards change their definitions; false if one does not exist. For tests of what players can know.
    pub fn swap_hidden(&mut self, a: u16, b: u16) -> bool {
        let def = |ix: u16| self.state.cards.get(usize::from(ix)).map(|c| c.def);
        let (Some(of_a), Some(of_b)) = (def(a), def(b)) else {
            return false;
        };
        for (ix, def) in [(a, of_b), (b, of_a)] {
            self.redefine(ix, def);
        }
        self.state.dirty = true;
        self.settle();
        true
    }
}
