//! The ends of piles: `on top of your deck`.

use super::super::code::{Cond, CondIx, Filter, Num, Obj, ObjIx};
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked};
use crate::ir;

impl CardLinker<'_, '_> {
    /// The card at an end of a pile, if that is what a place means: `on top of your deck`.
    pub(super) fn end_of_pile(&mut self, id: ir::PlaceId) -> Linked<Option<ObjIx>> {
        let ir::PlaceKind::End(top, of) = &self.code()[id].kind else {
            return Ok(None);
        };
        let (top, count) = (*top, self.one());
        let place = self.place(*of)?;
        Ok(Some(self.add_obj(Obj::Pile { top, count, place })))
    }

    pub(super) fn is_on_end(&mut self, id: ir::ObjId, was: bool, pile: ObjIx) -> Linked<CondIx> {
        if was {
            return Err(Fail::limit(
                Limit::Past,
                "the engine cannot ask where in a pile a card was",
            ));
        }
        if let ir::Objects::Select(selector) = &self.code()[id]
            && selector.places.is_empty()
            && selector.among.is_none()
            && !matches!(selector.quant, ir::Quant::All | ir::Quant::Each)
        {
            // `a climax is on top of your deck` asks for such a card there, wherever such cards are looked for else.
            let bare = ir::Selector {
                default_zones: Vec::new(),
                ..selector.as_ref().clone()
            };
            let everywhere = self.everywhere(false);
            let mut found = self.plain_select(&bare, &[everywhere])?;
            (found.among, found.places) = (Some(pile), Vec::new());
            let objs = self.add_obj(Obj::Select(Box::new(found)));
            let num = self.add_num(Num::Count(objs));
            let (how, n) = self.quant_test(&selector.quant)?;
            return Ok(self.add_cond(Cond::Compare(num, how, n)));
        }
        self.fit(id, false, vec![Filter::Among(pile)])
    }
}
