//! What players choose and declare while an ability resolves.

use super::super::code::{Declare, Obj, Op, Pick, PickIx, SlotIx};
use super::action::Roles;
use super::object::Described;
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked};
use crate::ir::{self, Arg, Objects, Quant};

/// Zero or any positive number can be declared where no bounds are said (weiss 1.3.5 and its like); no number of a game comes near this.
const MOST_DECLARED: i32 = 9_999;

impl<'m> CardLinker<'_, 'm> {
    /// `choose 1 resonator among them`: a pick whose cards another phrase names.
    fn pick_among(&mut self, id: ir::ObjId, among: ir::ObjId, out: SlotIx) -> Linked<PickIx> {
        let Objects::Select(selector) = &self.code()[id] else {
            return Err(Fail::limit(
                Limit::ChoiceInside,
                "the engine can choose described cards among others only",
            ));
        };
        if selector.among.is_some() {
            return Err(Fail::limit(
                Limit::ChoiceInside,
                "the engine chooses among one group of cards",
            ));
        }
        let Some((min, max)) = self.quant_range(&selector.quant)? else {
            return Err(Fail::wording(
                "the engine needs a number of cards to choose",
                "write how many: `choose 1 …`, `choose up to 2 …`",
            ));
        };
        let narrowed = ir::Selector {
            among: Some(among),
            ..selector.as_ref().clone()
        };
        let Described { select, rule } = self.select(&narrowed, &[])?;
        let from = self.add_obj(Obj::Select(Box::new(select)));
        if let Objects::Slot(base, _) = &self.code()[among] {
            self.scope.among.push((base.0, out));
        }
        Ok(self.add_pick(Pick {
            from,
            min,
            max,
            random: selector.random,
            rule,
            may_fail: false,
            parts: None,
            unseen: self.may_decline(selector),
            told: false,
        }))
    }

    pub(super) fn choose(&mut self, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        if let Some(arg) = roles.take(&["as"])
            && !matches!(arg, Arg::As(_))
        {
            return Err(Fail::limit(
                Limit::VerbRole,
                "the engine cannot choose cards as something",
            ));
        }
        let obj = match roles.take(&["what"]) {
            Some(Arg::Objects(obj)) => *obj,
            Some(Arg::Place(place)) => {
                let place = self.place(*place)?;
                self.emit(Op::ChooseCell(place, out));
                return Ok(());
            }
            Some(Arg::Declare(quant, what)) => return self.named(quant, what, None, None, None, out),
            _ => return Err(Fail::limit(Limit::ChoiceInside, "the engine can choose cards only")),
        };
        if let Objects::Select(selector) = &self.code()[obj]
            && selector.descs.iter().any(Self::is_player)
        {
            let Some((min, max)) = self.quant_range(&selector.quant)? else {
                return Err(Fail::wording(
                    "the engine needs a number of players to choose",
                    "write `choose a player`",
                ));
            };
            let (from, rule) = self.objects_with_players(selector)?;
            let pick = self.add_pick(Pick {
                from,
                min,
                max,
                random: selector.random,
                rule,
                may_fail: false,
                parts: None,
                unseen: false,
                told: false,
            });
            self.emit(Op::Choose(pick, out));
            return match self.pick_slot(obj) {
                Some(slot) if slot != out => Err(Fail::limit(
                    Limit::ChoiceInside,
                    "the engine keeps chosen players in one place only",
                )),
                _ => Ok(()),
            };
        }
        if let Objects::Join(list) = &self.code()[obj] {
            let mut slots = Vec::new();
            for one in list {
                let slot = match self.pick_slot(*one) {
                    Some(slot) => slot,
                    None => self.fresh(),
                };
                let Some(pick) = self.pick(*one, &[], false)? else {
                    return Err(self.nothing_to_choose(*one));
                };
                self.emit(Op::Choose(pick, slot));
                self.note_among(*one, slot);
                slots.push(slot);
            }
            self.emit(Op::Join(slots, out));
            return Ok(());
        }
        let pick = match roles.take(&["among"]) {
            None => self.pick(obj, &[], false)?,
            Some(Arg::Objects(among)) => Some(self.pick_among(obj, *among, out)?),
            Some(_) => {
                return Err(Fail::wording(
                    "the engine chooses among cards",
                    "write cards behind `among`: `among them`",
                ));
            }
        };
        let Some(pick) = pick else {
            return Err(self.nothing_to_choose(obj));
        };
        self.emit(Op::Choose(pick, out));
        self.scope.chosen.push(out);
        self.note_among(obj, out);
        match self.pick_slot(obj) {
            Some(slot) if slot != out => {
                self.note_among(obj, slot);
                self.emit(Op::Join(vec![out], slot));
            }
            _ => {}
        }
        Ok(())
    }

    /// Why cards that come without a number cannot be chosen: the end of a pile has no others.
    fn nothing_to_choose(&self, id: ir::ObjId) -> Fail {
        if matches!(self.code()[id], Objects::Stack { .. }) {
            return Fail::wording(
                "nothing is chosen here: which cards lie at the end of a pile is given",
                "say what happens to them: `put the bottom card of your … into …`",
            );
        }
        Fail::wording(
            "the engine needs a number of cards to choose",
            "write how many: `choose 1 …`, `choose up to 2 …`",
        )
    }

    pub(super) fn declare(&mut self, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        if let Some(arg) = roles.take(&["as"])
            && !matches!(arg, Arg::As(_))
        {
            return Err(Fail::limit(
                Limit::Declare,
                "the engine cannot declare something as that",
            ));
        }
        let (from, to) = (roles.take(&["from"]), roles.take(&["to"]));
        let among = roles.take(&["among"]);
        match roles.take(&["what"]) {
            Some(Arg::Declare(quant, what)) => self.named(quant, what, from, to, among, out),
            _ => Err(Fail::limit(Limit::Declare, "the engine cannot declare that")),
        }
    }

    fn named(
        &mut self,
        quant: &Quant,
        what: &str,
        from: Option<&'m Arg>,
        to: Option<&'m Arg>,
        among: Option<&'m Arg>,
        out: SlotIx,
    ) -> Linked<()> {
        match quant {
            Quant::Exactly(n) if matches!(self.code()[*n], ir::Expr::Num(1)) => {}
            Quant::A | Quant::Bare => {}
            _ => return Err(Fail::limit(Limit::Declare, "the engine declares one thing at a time")),
        }
        let tables = self.tables();
        let number = what == "number" || self.attr_ix(what).is_some();
        let declare = if number {
            let bound = |linker: &mut Self, arg: Option<&'m Arg>, other: i32| match arg {
                None => Ok(linker.constant(other)),
                Some(Arg::Number(n)) => linker.num(*n),
                Some(_) => Err(Fail::wording(
                    "the engine needs a number as a bound",
                    "write a number behind `from` and `to`",
                )),
            };
            let (low, high) = (bound(self, from, 0)?, bound(self, to, MOST_DECLARED)?);
            Declare::Number(low, high)
        } else {
            if from.is_some() || to.is_some() {
                return Err(Fail::wording(
                    format!("only numbers have bounds, not a {what}"),
                    "leave the bounds out",
                ));
            }
            if what == "name" {
                Declare::Name
            } else if what == "type" {
                Declare::Type(u32::MAX >> 32usize.saturating_sub(tables.types.len()))
            } else if tables.word_attrs.contains(&what) {
                Declare::Word(self.words_of(what) & !tables.none_words)
            } else if self.is_tags(what) {
                let among = match among {
                    None => None,
                    Some(Arg::Objects(obj)) => Some(self.obj(*obj)?),
                    Some(_) => return Err(Fail::limit(Limit::Declare, "the engine can declare among cards only")),
                };
                self.scope.declared.push((out, what.to_owned()));
                let kind = super::position(tables.tag_attrs, what);
                self.emit(Op::Declare(Declare::Tag(among, kind), out));
                return Ok(());
            } else {
                return Err(Fail::limit(
                    Limit::Declare,
                    format!("the engine cannot let a player declare a {what}"),
                ));
            }
        };
        if among.is_some() {
            return Err(Fail::limit(
                Limit::Declare,
                format!("the engine cannot declare a {what} among cards yet"),
            ));
        }
        self.scope.declared.push((out, what.to_owned()));
        self.emit(Op::Declare(declare, out));
        Ok(())
    }
}
