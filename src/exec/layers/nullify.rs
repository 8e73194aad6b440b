//! Continuous effects that are nullified.

use super::{Origin, PLAIN_ADD};
use crate::exec::code::{ChangeIx, ChangeOp};
use crate::exec::eval::Refs;
use crate::exec::game::Game;
use crate::kernel::AttrId;

/// Which continuous effects are nullified.
#[derive(Debug)]
pub(in crate::exec) enum Nullified {
    /// Those whose source is one of these cards.
    Of(Refs),
    /// Those that raise this number of one of these cards.
    Raising(AttrId, Refs),
}

impl Game {
    /// Continuous effects do nothing from now on, each as a whole (8.7.6 and its like): those of these cards, or those that raise a number of cards.
    pub(in crate::exec) fn nullify(&mut self, which: &Nullified) -> i32 {
        let mut active = Vec::new();
        self.gather(&mut active);
        for granted in self.state.granted.clone() {
            let me = self.master(granted.card);
            let origin = Origin::Given(granted.stamp);
            self.add_statics(
                granted.ability,
                granted.card,
                me,
                granted.held.as_ref(),
                origin,
                &mut active,
            );
        }
        let mut muted = Vec::new();
        let mut ended = Vec::new();
        for effect in &active {
            let hit = match which {
                Nullified::Of(cards) => cards.contains(&effect.src),
                Nullified::Raising(attr, cards) => {
                    let adds = if effect.change >= PLAIN_ADD {
                        effect.change - PLAIN_ADD == u32::from(attr.0)
                    } else {
                        let op = &self.pool.change(ChangeIx(effect.change)).op;
                        matches!(op, ChangeOp::Add { attr: a, .. } if a == attr)
                    };
                    adds && self
                        .footprint(effect)
                        .iter()
                        .any(|(card, n)| *n > 0 && cards.contains(card))
                }
            };
            if !hit {
                continue;
            }
            match effect.origin {
                Origin::Resolved => ended.push((effect.src, effect.ability, effect.stamp)),
                Origin::Printed | Origin::Given(_) => muted.push((effect.src, effect.ability)),
            }
        }
        muted.sort_unstable_by_key(|(card, ability)| (card.ix, ability.0));
        muted.dedup();
        ended.dedup();
        let before = self.state.effects.len();
        self.state
            .effects
            .retain(|e| !ended.contains(&(e.src, e.ability, e.stamp)));
        let count = muted.len() + before.saturating_sub(self.state.effects.len());
        let mut kept = std::mem::take(&mut self.state.muted);
        kept.retain(|(card, _)| self.state.alive(*card));
        kept.extend(muted);
        self.state.muted = kept;
        self.state.dirty = true;
        i32::try_from(count).unwrap_or(i32::MAX)
    }
}
