//! Counters whose definition gives something to the card that bears them.

use super::{Active, Origin, ScopeOf};
use crate::exec::game::{Game, MAX_GIFTS};
use crate::kernel::{Cause, EffectTarget};
use smallvec::SmallVec;

impl Game {
    /// How many counters give something to the cards that bear them.
    pub(in crate::exec) fn gifts_of_counters(&self) -> usize {
        if self.pool.counter_gifts.is_empty() {
            return 0;
        }
        let given = self.state.counters.iter().map(|counter| {
            let gifts = self.pool.counter_gifts.get(usize::from(counter.kind));
            let gives = gifts.is_some_and(|gifts| !gifts.is_empty());
            if gives { usize::from(counter.n) } else { 0 }
        });
        given.fold(0, usize::saturating_add)
    }

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
                // The game ends with a fault before the next step if there are more.
                out.extend(std::iter::repeat_n(gift, usize::from(counter.n).min(MAX_GIFTS)));
            }
        }
    }
}
