//! What is not there yet while something is announced: the effect makes it later.

use super::refusal::Fail;
use super::{CardLinker, Linked, SlotIx};
use crate::ir::{ObjId, Objects};

impl CardLinker<'_, '_> {
    /// Keeps in mind that a statement makes something only when the effect resolves.
    pub(super) fn made_later(&mut self, slot: Option<SlotIx>) {
        if let Some(slot) = slot.filter(|slot| !self.scope.early.contains(slot)) {
            self.scope.unmade.push(slot);
        }
    }

    /// Links something that is asked while announcing.
    pub(super) fn asked_early<T>(&mut self, link: impl FnOnce(&mut Self) -> Linked<T>) -> Linked<T> {
        let before = std::mem::replace(&mut self.scope.asks_early, true);
        let out = link(self);
        self.scope.asks_early = before;
        out
    }

    /// What is asked while announcing cannot speak of what the effect makes.
    pub(super) fn is_made(&self, id: ObjId) -> Linked<()> {
        match &self.code()[id] {
            Objects::Slot(slot, _) | Objects::Rest(slot) => self.slot_is_made(slot.0),
            _ => Ok(()),
        }
    }

    /// The same of a number or cards that are kept.
    pub(super) fn slot_is_made(&self, slot: SlotIx) -> Linked<()> {
        if self.scope.asks_early && self.scope.unmade.contains(&slot) {
            return Err(Fail::wording(
                "targets and options are chosen while it is played, and this is known only when it resolves",
                "choose first, and ask the condition of what is done to the chosen ones; `A or B` while it resolves is `may A; if not done { B }`",
            ));
        }
        Ok(())
    }
}
