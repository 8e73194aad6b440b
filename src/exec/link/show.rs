//! Showing cards: look, reveal, search.

use super::super::code::{Obj, Op, SlotIx, What};
use super::action::Roles;
use super::refusal::{Fail, Limit};
use super::thing::Thing;
use super::{CardLinker, Linked};
use crate::ir::{self, Arg, EventKind, Objects, PlaceId, PlaceKind, Quant, Subject};

impl<'m> CardLinker<'_, 'm> {
    pub(super) fn show(&mut self, all: bool, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        let until = match roles.take(&["until"]) {
            None => None,
            Some(Arg::Event(event)) => Some(self.until_shown(*event)?),
            Some(_) => {
                return Err(Fail::limit(
                    Limit::Pile,
                    "the engine can reveal until a card is revealed only",
                ));
            }
        };
        let from = match roles.take(&["from"]) {
            None => None,
            Some(Arg::Place(place)) => Some(*place),
            Some(_) => {
                return Err(Fail::wording(
                    "the engine needs a place behind `from`",
                    "write a place behind `from`: `from your hand`",
                ));
            }
        };
        if matches!(roles.left.first(), Some(role) if role.name == "as" && matches!(role.arg, Arg::As(_))) {
            roles.take(&["as"]);
        }
        let among = match roles.take(&["among"]) {
            None => None,
            Some(Arg::Objects(obj)) => Some(*obj),
            Some(_) => {
                return Err(Fail::wording(
                    "the engine needs cards behind `among`",
                    "write cards behind `among`: `among them`",
                ));
            }
        };
        let arg = roles.take(&["what", "at"]);
        let what = match arg {
            // `reveal 1 card among them`: it stays one of them.
            Some(Arg::Objects(obj)) if among.is_some() && from.is_none() => {
                let what = self.what(*obj, None)?;
                self.narrowed(&what, among)?;
                if let Some(Objects::Slot(base, _)) = among.map(|of| &self.code()[of]) {
                    let kept = self.pick_slot(*obj).unwrap_or(out);
                    self.scope.shown.extend([(base.0, kept), (base.0, out)]);
                }
                self.taken_what(*obj, what, out)?
            }
            _ if among.is_some() => {
                return Err(Fail::limit(
                    Limit::ChoiceInside,
                    "the engine cannot show those cards among others",
                ));
            }
            // `reveal up to 3 cards from the top of the deck`
            Some(Arg::Objects(obj)) if from.is_some_and(|p| matches!(self.code()[p].kind, PlaceKind::End(..))) => {
                self.pile_of(*obj, from, until.is_some())?
            }
            Some(Arg::Objects(_)) => self.taken(arg, from, out)?,
            Some(Arg::Place(place)) if from.is_none() => match &self.code()[*place].kind {
                PlaceKind::By(word, obj) if word == "at" => {
                    // The cards say whose they are and how many.
                    if self.code()[*place].whose.is_some() || self.code()[*place].quant.is_some() {
                        return Err(Fail::wording(
                            "the engine needs cards to show",
                            "say which cards: `the top card of your deck`, `1 of them`",
                        ));
                    }
                    let what = self.what(*obj, None)?;
                    if matches!(what, What::Pick(_)) {
                        return Err(Fail::limit(
                            Limit::ChoiceInside,
                            "the engine cannot choose what to look at there",
                        ));
                    }
                    what
                }
                _ => {
                    let place = self.place(*place)?;
                    let objs = self.add_obj(Obj::At(place));
                    What::Objs(objs)
                }
            },
            _ => {
                return Err(Fail::wording(
                    "the engine needs cards to show",
                    "say which cards: `the top card of your deck`, `1 of them`",
                ));
            }
        };
        if until.is_some() && !matches!(what, What::Pile { .. }) {
            return Err(Fail::limit(
                Limit::Pile,
                "the engine reveals cards of a pile until one fits",
            ));
        }
        // `as the omens` only gives a name.
        if let Some(arg) = roles.take(&["as"])
            && !matches!(arg, Arg::As(_))
        {
            return Err(Fail::limit(
                Limit::VerbRole,
                "the engine cannot show cards as something",
            ));
        }
        self.emit(Op::Show {
            what,
            all,
            until,
            out,
            done: None,
        });
        Ok(())
    }

    /// What is picked is picked among these objects.
    fn narrowed(&mut self, what: &What, among: Option<ir::ObjId>) -> Linked<()> {
        let unknown = || Fail::limit(Limit::ChoiceInside, "the engine cannot show those cards among others");
        let (What::Pick(pick), Some(among)) = (what, among) else {
            return Err(unknown());
        };
        let among = self.obj(among)?;
        let from = self
            .l
            .parts
            .picks
            .get(pick.0 as usize)
            .map(|p| p.from)
            .ok_or_else(unknown)?;
        match self.l.parts.objs.get_mut(from.0 as usize) {
            Some(Obj::Select(select)) if select.among.is_none() => {
                select.places.clear();
                select.among = Some(among);
                Ok(())
            }
            _ => Err(unknown()),
        }
    }

    fn pile_of(&mut self, id: ir::ObjId, from: Option<PlaceId>, until: bool) -> Linked<What> {
        let unknown = || Fail::limit(Limit::ChoiceInside, "the engine cannot show those cards of a pile");
        let (Objects::Select(selector), Some(from)) = (&self.code()[id], from) else {
            return Err(unknown());
        };
        let PlaceKind::End(top, _) = &self.code()[from].kind else {
            return Err(unknown());
        };
        let Some(thing) = Thing::of(selector).filter(|t| t.is_plain() && self.is_any_card(t.noun)) else {
            return Err(unknown());
        };
        let place = self.place(from)?;
        let (count, up_to) = match thing.quant {
            Quant::Exactly(n) => (self.num(*n)?, false),
            // Until a card fits, `up to` is the bound and not a choice.
            Quant::UpTo(n) => (self.num(*n)?, !until),
            Quant::Bare if until => (self.constant(i32::from(i16::MAX)), false),
            _ => return Err(unknown()),
        };
        Ok(What::Pile {
            top: *top,
            count,
            up_to,
            place,
        })
    }

    /// `until a climax is revealed`: what the last card must be.
    fn until_shown(&mut self, id: ir::EventId) -> Linked<Vec<super::super::code::Filter>> {
        let unknown = || Fail::limit(Limit::Pile, "the engine can reveal until a card is revealed only");
        let ir::Event {
            kind: EventKind::Done(verb),
            subject: Some(Subject::Objects(obj)),
            roles,
            not: false,
            past: _,
            would: false,
            window: None,
            during,
        } = &self.code()[id]
        else {
            return Err(unknown());
        };
        if verb != "reveal" || !roles.is_empty() || !during.is_empty() {
            return Err(unknown());
        }
        match self.pat_subject(*obj)? {
            super::super::code::PatSubject::Fits(select)
                if select.whose.is_none() && select.among.is_none() && !select.other && select.extreme.is_none() =>
            {
                let mut filters = select.filters;
                if select.types != 0 {
                    filters.push(super::super::code::Filter::Type(select.types));
                }
                Ok(filters)
            }
            _ => Err(unknown()),
        }
    }

    pub(super) fn search(&mut self, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        let (Some(Arg::Place(place)), Some(Arg::Objects(obj))) = (roles.take(&["what"]), roles.take(&["for"])) else {
            return Err(Fail::wording(
                "the engine searches a place for cards",
                "write `search your deck for …`",
            ));
        };
        let place = self.place(*place)?;
        // Whoever looks for any card finds one; only what is described may be left unfound.
        let described = match &self.code()[*obj] {
            Objects::Select(selector) => {
                let plain = Thing::of(selector).is_some_and(|t| t.is_plain() && self.is_any_card(t.noun));
                !plain
            }
            _ => true,
        };
        let Some(pick) = self.pick(*obj, &[place], described)? else {
            return Err(Fail::wording(
                "the engine needs a number of cards to search for",
                "write how many: `for up to 1 …`",
            ));
        };
        self.emit(Op::Choose(pick, out));
        if self.tables().note.search != crate::kernel::Note::NONE {
            self.emit(Op::Searched(place));
        }
        self.scope.found = Some(self.pick_slot(*obj).unwrap_or(out));
        match self.pick_slot(*obj) {
            Some(slot) if slot != out => {
                self.emit(Op::Join(vec![out], slot));
            }
            _ => {}
        }
        Ok(())
    }
}
