//! The same text on many cards does the same: what such an effect does is worked out once for all of them, as long as nothing is written that it reads.

use super::{Active, Footprint, PLAIN_ADD, ScopeOf};
use crate::exec::code::{ChangeIx, CondIx, bits};
use crate::exec::game::Game;
use crate::kernel::{AbilityIx, EffectTarget, P, Until};
use smallvec::SmallVec;

/// The most texts that are kept at once; a board with more different ones works them out one by one.
const MOST: usize = 16;

/// Layers of no more effects than this are not worth the trouble.
pub(super) const FEW: usize = 16;

/// What two effects have in common that do the same.
#[derive(Debug, Clone, PartialEq)]
struct Text {
    change: u32,
    ability: AbilityIx,
    me: P,
    /// Its gate may count as met for one card and not for another.
    conds: SmallVec<[CondIx; 2]>,
}

impl Text {
    fn of(effect: &Active) -> Text {
        Text {
            change: effect.change,
            ability: effect.ability,
            me: effect.me,
            conds: effect.conds.clone(),
        }
    }
}

/// What texts of the layer that is being applied do, as things are.
#[derive(Debug, Default)]
pub(super) struct Alike(Vec<(Text, u64, Footprint)>);

impl Alike {
    /// Another layer begins.
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// This information was written.
    pub(super) fn forget(&mut self, written: u64) {
        self.0.retain(|(_, reads, _)| reads & written == 0);
    }

    /// What an effect does, if another one of the same text has shown it.
    pub(super) fn known(&self, effect: &Active) -> Option<&Footprint> {
        let text = Text::of(effect);
        self.0.iter().find(|(of, ..)| *of == text).map(|(.., does)| does)
    }

    /// An effect that reads this does that.
    pub(super) fn keep(&mut self, effect: &Active, reads: u64, does: &Footprint) {
        if self.0.len() < MOST {
            self.0.push((Text::of(effect), reads, does.clone()));
        }
    }
}

impl Game {
    /// Whether what an effect does is a matter of its text and its player alone, whichever card it is on.
    pub(super) fn is_alike(&self, effect: &Active) -> bool {
        if effect.change >= PLAIN_ADD || effect.each.is_some() || effect.held.is_some() || effect.val.is_some() {
            return false;
        }
        let change = self.pool.change(ChangeIx(effect.change));
        let reads = change.reads | self.pool.ability(effect.ability).deps;
        matches!(effect.scope, ScopeOf::Objs(_)) && change.during.is_none() && reads & bits::SOURCE == 0
    }

    /// The cards that keep what the effect did to them when they were played.
    pub(super) fn frozen_by(&self, effect: &Active) -> SmallVec<[u16; 4]> {
        // Only a game in which cards wait to resolve keeps effects on them.
        if self.tables().stack_zone.is_none() {
            return SmallVec::new();
        }
        self.work.add(self.state.effects.len() / 8);
        let kept = self
            .state
            .effects
            .iter()
            .filter(|e| e.until == Until::Here && e.change == effect.change && e.src.ix == effect.src.ix);
        kept.filter_map(|e| match e.target {
            EffectTarget::Card(card) if self.state.alive(card) => Some(card.ix),
            _ => None,
        })
        .collect()
    }
}
