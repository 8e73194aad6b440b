//! Counters whose definition gives something to the card that bears them.

use super::{Active, Origin, ScopeOf};
use crate::exec::game::Game;
use crate::kernel::{Cause, EffectTarget};
use smallvec::SmallVec;

/// So many counters of a kind on one card give what they give; more of them give nothing more, so that no card text fills the memory.
const MOST_COUNTERS: u16 = 100;

impl Game {
    /// What counters give to the cards that bear them, each counter by itself; as old as the card is in its zone.
    pub(super) fn gather_counters(&self, out: &mut Vec<Active>) {
        for counter in &self.state.counters {
            let gifts = self.pool.counter_gifts.get(usize::from(counter.kind));
            for change in gifts.into_iter().flatten() {
                let card = self.state.now(counter.card);
                let (layer, early) = self.layers_of(change.0, false);
                let gift = Active {
                    change: change.0,
                    layer,
                    early,
                    given: SmallVec::new(),
                    from_turn: 0,
                    stamp: self.state.card(card.ix).entered,
                    src: card,
                    me: self.master(card),
                    ability: Cause::NO_ABILITY,
                    scope: ScopeOf::Target(EffectTarget::Card(card)),
                    conds: SmallVec::new(),
                    each: None,
                    val: None,
                    held: None,
                    origin: Origin::Resolved,
                    rule: false,
                };
                out.extend(std::iter::repeat_n(gift, usize::from(counter.n.min(MOST_COUNTERS))));
            }
        }
    }
}
