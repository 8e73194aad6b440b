//! Conditions that so many of several cards meet, where the cards are meant by what they belong to: `an addition's host`.

use super::super::code::{Cond, CondIx, Filter, Num, Obj, Select};
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked};
use crate::ir::{AttrOf, ObjId, Objects, Quant};

impl<'m> CardLinker<'_, 'm> {
    /// How many cards a description speaks of, if it is so many rather than all of them; also of what such cards have (`a card's host`).
    pub(super) fn counted_quant(&self, of: ObjId) -> Option<&'m Quant> {
        let selector = match &self.code()[of] {
            Objects::Related(AttrOf::Objects(inner), _) => match &self.code()[*inner] {
                Objects::Select(selector) => selector,
                _ => return None,
            },
            Objects::Select(selector) if !self.is_target(selector) => selector,
            _ => return None,
        };
        let counts = matches!(
            selector.quant,
            Quant::No | Quant::A | Quant::Any | Quant::Exactly(_) | Quant::AtLeast(_) | Quant::AtMost(_)
        );
        counts.then_some(&selector.quant)
    }

    /// `a card's host is …`: of all that such cards have, so many are so.
    pub(super) fn so_many_related(&mut self, id: ObjId, was: bool, filters: Vec<Filter>) -> Linked<CondIx> {
        if was {
            return Err(Fail::limit(Limit::Past, "the engine cannot count cards as they were"));
        }
        let quant = self.counted_quant(id).unwrap_or(&Quant::A);
        let (how, n) = self.quant_test(quant)?;
        let found = Select {
            among: Some(self.obj(id)?),
            filters,
            ..Select::default()
        };
        let objs = self.add_obj(Obj::Select(Box::new(found)));
        let num = self.add_num(Num::Count(objs));
        Ok(self.add_cond(Cond::Compare(num, how, n)))
    }
}
