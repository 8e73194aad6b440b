//! Who and what something is done to: cards and players that take damage, get counters or are changed.

use super::super::catalog::{self, EventRow, Happening, role};
use super::super::code::{ObjIx, SlotIx};
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked};
use crate::ir::{ObjId, Objects};

impl CardLinker<'_, '_> {
    /// Players are dealt damage only in games that tell of it; elsewhere a card stands for the player.
    pub(super) fn takes_damage(&self, id: ObjId) -> Linked<()> {
        let told = |row: EventRow| row.what == Happening::Damage && row.roles & role::PLAYER != 0;
        if !matches!(self.code()[id], Objects::Players(_)) || catalog::rows(self.tables()).any(told) {
            return Ok(());
        }
        Err(Fail::wording(
            "no player is dealt damage in this game, cards are",
            "name the card that stands for the player and takes the damage",
        ))
    }

    /// Cards and players that something is done to; those a player picks are picked first.
    pub(super) fn receivers(&mut self, id: ObjId, out: SlotIx) -> Linked<ObjIx> {
        if let Objects::Players(_) = &self.code()[id] {
            return self.obj(id);
        }
        if self.scope.cost && self.is_picked(id)? {
            return Err(Fail::limit(
                Limit::ChoiceInside,
                "the engine cannot choose a card for that part of a cost yet",
            ));
        }
        self.chosen(id, out)
    }

    pub(super) fn is_picked(&mut self, id: ObjId) -> Linked<bool> {
        Ok(match &self.code()[id] {
            Objects::Select(selector) if !selector.target => self.quant_range(&selector.quant)?.is_some(),
            Objects::Part(quant, _) => self.quant_range(quant)?.is_some(),
            _ => false,
        })
    }
}
