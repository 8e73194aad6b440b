//! Cards that are taken from among others: `1 of them`, `the rest`.

use super::super::code::{Obj, ObjIx, SlotIx};
use super::{CardLinker, Linked};
use crate::ir::{self, ObjId, Objects, RefWord};

impl CardLinker<'_, '_> {
    /// What was looked at, without what was chosen among it since.
    pub(super) fn rest(&mut self, slot: SlotIx) -> Obj {
        let base = self.shown_with(slot);
        let taken = self
            .scope
            .among
            .iter()
            .filter(|(b, _)| *b == base)
            .map(|(_, made)| *made);
        Obj::Rest(base, taken.collect())
    }

    /// Remembers that a slot is filled from another one, for `the rest`.
    pub(super) fn note_among(&mut self, id: ObjId, made: SlotIx) {
        let among = match &self.code()[id] {
            Objects::Join(all) => return all.iter().for_each(|one| self.note_among(*one, made)),
            Objects::Select(selector) => selector.among,
            Objects::Part(_, of) => Some(*of),
            _ => None,
        };
        let base = match among.map(|of| &self.code()[of]) {
            Some(Objects::Slot(base, _)) => base.0,
            // What is taken from the rest is taken from all of it.
            Some(Objects::Rest(slot)) => self.shown_with(slot.0),
            _ => return,
        };
        if base != made {
            self.scope.among.push((base, made));
        }
    }

    /// The cards that were shown together with those of a slot: of what was chosen among them, all of them.
    fn shown_with(&self, slot: SlotIx) -> SlotIx {
        let mut among = self.scope.among.iter();
        among.find(|(_, made)| *made == slot).map_or(slot, |(base, _)| *base)
    }

    /// Remembers what a verb has moved of cards that were spoken of: it is no longer one of them for who chooses among them next.
    pub(super) fn note_gone(&mut self, arg: Option<&ir::Arg>, out: SlotIx) {
        let Some(ir::Arg::Objects(obj)) = arg else { return };
        let made = match &self.code()[*obj] {
            Objects::Slot(slot, _) => slot.0,
            Objects::Select(_) | Objects::Part(..) => self.pick_slot(*obj).unwrap_or(out),
            _ => return,
        };
        let all = self.scope.among.iter().chain(&self.scope.shown);
        let gone: Vec<_> = all.filter(|(_, taken)| *taken == made).copied().collect();
        self.scope.gone.extend(gone);
    }

    /// Cards among which something is chosen or taken: without those that the effect has moved away from them.
    pub(super) fn still_among(&mut self, id: ObjId) -> Linked<ObjIx> {
        if let Objects::Slot(slot, word) = &self.code()[id]
            && !matches!(word, RefWord::OfPlayer(..))
        {
            let gone = self.scope.gone.iter().filter(|(base, _)| *base == slot.0);
            let gone: Vec<SlotIx> = gone.map(|(_, taken)| *taken).collect();
            if !gone.is_empty() {
                return Ok(self.add_obj(Obj::Rest(slot.0, gone)));
            }
        }
        self.obj(id)
    }

    /// What was only shown among others is taken from them by moving it.
    pub(super) fn note_moved(&mut self, arg: Option<&ir::Arg>, out: SlotIx) {
        if let Some(ir::Arg::Objects(obj)) = arg
            && let Objects::Slot(slot, _) = &self.code()[*obj]
            && let Some((base, _)) = self.scope.shown.iter().find(|(_, shown)| *shown == slot.0)
        {
            self.scope.among.push((*base, out));
        }
    }
}
