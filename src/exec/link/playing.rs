//! Cards that an effect plays.

use super::super::code::{Num, NumIx, Op, Pick, PickDemand, SlotIx, What};
use super::action::Roles;
use super::base_verbs::{self, BaseVerb};
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked};
use crate::ir::{self, Arg, CostId, ObjId, Objects, PlaceId, Quant, Stmt, Subject};

impl<'m> CardLinker<'_, 'm> {
    /// `play it`, `play 1 spell from your cemetery without cost`, `play up to 2 spells from your cemetery without cost in any order`.
    pub(super) fn play(&mut self, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        let from = match roles.take(&["from"]) {
            Some(Arg::Place(place)) => Some(*place),
            None => None,
            Some(_) => return Err(Fail::limit(Limit::VerbRole, "the engine cannot play a card from that")),
        };
        let free = match roles.take(&["without"]) {
            None => false,
            Some(Arg::Without(word)) if word == "cost" => true,
            Some(_) => {
                return Err(Fail::limit(
                    Limit::VerbRole,
                    "the engine can play a card without its cost only",
                ));
            }
        };
        let price = match roles.take(&["for"]) {
            None => None,
            Some(Arg::Cost(cost)) => Some(self.price_of(*cost)?),
            Some(_) => return Err(Fail::limit(Limit::VerbRole, "the engine cannot play a card for that")),
        };
        let how = (free, price);
        let what = roles.take(&["what"]);
        if let Some(Arg::Objects(obj)) = what
            && self.is_ability(Some(&Subject::Objects(*obj)))
        {
            return Err(Fail::limit(
                Limit::VerbRole,
                "the engine lets effects play cards, not abilities of cards",
            ));
        }
        let what = match (what, roles.take(&["with"])) {
            (Some(Arg::Objects(obj)), None) if self.is_several(*obj) => {
                let order = roles.take(&["in"]);
                if !matches!(order, Some(Arg::Order(order)) if order == "any") {
                    return Err(Fail::wording(
                        "the engine plays several cards in any order only",
                        "write `in any order`",
                    ));
                }
                return self.play_all(*obj, from, how, out);
            }
            (arg, None) => self.single_from(arg, from, out)?,
            (Some(Arg::Objects(obj)), Some(Arg::Filter(filter))) => self.single_with(*obj, from, filter, out)?,
            _ => return Err(Fail::limit(Limit::VerbRole, "the engine cannot play a card with that")),
        };
        self.emit(Op::PlayCard {
            what,
            free,
            price,
            done: Some(out),
        });
        Ok(())
    }

    /// `for [pay 1]`: a price in the currency of the game that takes the place of the card's own (10.2.1.3.3 of Evolve).
    fn price_of(&mut self, id: CostId) -> Linked<NumIx> {
        let ir::Cost { parts, or, given } = &self.code()[id];
        if let ([part], None, false, true) = (parts.as_slice(), or, *given, self.tables().plays_for)
            && let Stmt::Do { verb, roles, .. } = &self.code()[*part]
            && base_verbs::command(verb) == Some(BaseVerb::Pay)
            && let [
                ir::Role {
                    arg: Arg::Number(n), ..
                },
            ] = roles.as_slice()
        {
            return self.num(*n);
        }
        Err(Fail::limit(
            Limit::ExtraCost,
            "the engine plays a card by an effect for a number of points only",
        ))
    }

    /// Whether more than one card can be meant.
    fn is_several(&self, obj: ObjId) -> bool {
        let Objects::Select(selector) = &self.code()[obj] else {
            return false;
        };
        match &selector.quant {
            Quant::Bare | Quant::A | Quant::Another => false,
            Quant::Exactly(n) | Quant::UpTo(n) => !matches!(self.code()[*n], ir::Expr::Num(1)),
            _ => true,
        }
    }

    /// Plays cards one after the other: before each play the player says which one it is.
    fn play_all(
        &mut self,
        obj: ObjId,
        from: Option<PlaceId>,
        (free, price): (bool, Option<NumIx>),
        out: SlotIx,
    ) -> Linked<()> {
        let (all, left, next, done) = (self.fresh(), self.fresh(), self.fresh(), self.fresh());
        // Their slot stays theirs: a play that is done must not take it.
        let What::Pick(among) = self.what(obj, from)? else {
            return Err(Fail::limit(
                Limit::ChoiceInside,
                "the engine plays several cards only if they are chosen",
            ));
        };
        self.emit(Op::Choose(among, all));
        let chosen = self.slot_obj(all);
        let count = self.add_num(Num::Count(chosen));
        self.emit(Op::Set(left, count));
        let none = self.constant(0);
        self.emit(Op::Set(out, none));
        let start = self.here();
        let exit = self.jump_later();
        let one = self.one();
        let pick = self.add_pick(Pick {
            from: chosen,
            min: None,
            max: Some(one),
            random: false,
            rule: PickDemand::Any,
            may_fail: false,
            parts: None,
            unseen: false,
            told: false,
        });
        self.emit(Op::Choose(pick, next));
        let what = self.slot_obj(next);
        self.emit(Op::PlayCard {
            what,
            free,
            price,
            done: Some(done),
        });
        let (before, now) = (self.add_num(Num::Slot(out)), self.add_num(Num::Slot(done)));
        let sum = self.add_num(Num::Add(before, now));
        self.emit(Op::Set(out, sum));
        self.emit(Op::Jump(start));
        let end = self.here();
        self.patch(exit, Op::Countdown(left, end));
        Ok(())
    }
}
