//! The printed texts of the cards.

use crate::exec::Pool;
use crate::ir::{Card, Module};
use crate::kernel::DefId;
use crate::prose;

/// The compiled sets that a game is played with.
#[derive(Debug)]
pub struct Texts {
    modules: Vec<Module>,
}

impl Texts {
    /// The texts of some sets.
    pub fn new(modules: Vec<Module>) -> Texts {
        Texts { modules }
    }

    /// The sets.
    pub fn modules(&self) -> &[Module] {
        &self.modules
    }

    /// What is printed on a card, in English.
    pub fn card(&self, pool: &Pool, def: DefId) -> String {
        let linked = pool.def(def);
        let front = pool.def(linked.front);
        let named = |card: &&Card| card.name == front.name;
        let sets = || self.modules.iter().chain(pool.kernel.inherent());
        let all = || sets().flat_map(|m| m.cards.iter().map(move |c| (m, c)));
        let exact = all().find(|(_, c)| named(c) && front.id.is_some() && c.id == front.id);
        match exact.or_else(|| all().find(|(_, c)| named(c))) {
            Some((module, card)) => prose::card(card, module, pool.kernel.vocab()),
            // What the rules make themselves has no printed text.
            None => linked.name.clone(),
        }
    }
}
