//! Verbs that the game does itself, and cards that change places.

use super::super::code::{Lay, Made, Num, Obj, ObjIx, Op, SlotIx, What};
use super::action::{Roles, Shape};
use super::refusal::{Fail, Limit};
use super::thing::Thing;
use super::{CardLinker, Linked};
use crate::ir::{self, Arg, Objects, Quant};

impl<'m> CardLinker<'_, 'm> {
    /// What the game does itself where a verb is about cards of a certain noun: a heart that returns was there all the time.
    pub(super) fn noun_verb(&self, verb: &str, what: Option<&Arg>) -> Option<u8> {
        let Some(Arg::Objects(obj)) = what else { return None };
        let Objects::Select(selector) = &self.code()[*obj] else {
            return None;
        };
        let of = |noun: &str| {
            let is = |desc: &ir::Desc| desc.noun.as_ref().is_some_and(|n| n == noun);
            !selector.descs.is_empty() && selector.descs.iter().all(is)
        };
        let mut rows = self.tables().noun_verbs.iter();
        rows.find(|(word, noun, _)| verb == *word && of(noun))
            .map(|(_, _, number)| *number)
    }

    /// A verb that the game does itself, with its roles evaluated.
    pub(super) fn native(&mut self, verb: &str, number: u8, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        let (mut who, mut what, mut count, mut word, mut to) = (None, None, None, 0, None);
        let mut lay = Lay::default();
        if self.gives_cards(verb) {
            self.note_moved(roles.peek("what"), out);
        }
        let spoken_of = matches!(roles.peek("what"), Some(Arg::Objects(obj)) if self.pick_slot(*obj) == Some(out));
        match roles.take(&["what"]) {
            None => {}
            Some(Arg::Amount(amount)) => count = Some(self.amount(amount)?),
            Some(Arg::Number(n)) => count = Some(self.num(*n)?),
            arg @ Some(Arg::Objects(obj)) => match self.icon_effect(*obj)? {
                Some(icon) => word = icon,
                None if roles.has("from") => {
                    let Some(Arg::Place(from)) = roles.take(&["from"]) else {
                        return Err(Fail::wording(
                            "the engine needs a place behind `from`",
                            "write a place behind `from`: `from your hand`",
                        ));
                    };
                    what = Some(self.single_from(arg, Some(*from), out)?);
                }
                None => what = Some(self.single(arg, out)?),
            },
            Some(Arg::Time(time)) if time.span == "game" => {}
            Some(_) => {
                return Err(Fail::limit(
                    Limit::VerbRole,
                    format!("the engine cannot do `{verb}` with that"),
                ));
            }
        }
        match roles.take(&["to", "on"]) {
            None => {}
            arg @ Some(Arg::Objects(obj)) => match &self.code()[*obj] {
                Objects::Players(to) => who = Some(self.who(to)?),
                _ => to = Some(self.single(arg, out)?),
            },
            Some(Arg::Place(place)) => match self.beside_plain(*place) {
                Some((_, obj)) => to = Some(self.obj(obj)?),
                None => (lay.place, lay.apart) = self.laid_at(*place)?,
            },
            Some(_) => {
                return Err(Fail::limit(
                    Limit::VerbRole,
                    format!("the engine cannot do `{verb}` to that"),
                ));
            }
        }
        if let Some(arg) = roles.take(&["into"]) {
            to = self.native_into(verb, arg, to, out, &mut lay)?;
        }
        if to.is_none()
            && let Some(arg @ Arg::Objects(_)) = roles.take(&["for"])
        {
            to = Some(self.single(Some(arg), out)?);
        }
        if let Some(Arg::Objects(obj)) = roles.peek("with")
            && count.is_none()
            && self.tables().counted_with.contains(&verb)
            && let Objects::Select(selector) = &self.code()[*obj]
            && let Some(thing) = super::thing::Thing::of(selector).filter(super::thing::Thing::is_plain)
        {
            roles.take(&["with"]);
            count = Some(match thing.quant {
                Quant::Exactly(n) => self.num(*n)?,
                Quant::A | Quant::Bare => self.one(),
                _ => {
                    return Err(Fail::wording(
                        format!("the engine needs a number to `{verb}` with"),
                        "write the number",
                    ));
                }
            });
        }
        if to.is_none()
            && let Some(arg @ Arg::Objects(_)) = roles.peek("with")
        {
            roles.take(&["with"]);
            to = Some(self.single(Some(arg), out)?);
        }
        if let Some(arg) = roles.take(&["without"]) {
            match arg {
                Arg::Objects(_) if what.is_none() => what = Some(self.single(Some(arg), out)?),
                _ => {
                    return Err(Fail::limit(
                        Limit::VerbRole,
                        format!("the engine cannot do `{verb}` without that"),
                    ));
                }
            }
        }
        self.native_as(verb, roles.take(&["as"]), &mut lay)?;
        if roles.peek("at").is_some_and(|arg| self.is_together(arg)) {
            // What one verb does happens together anyway.
            roles.take(&["at"]);
        }
        let kept = if self.gives_cards(verb) { Some(out) } else { None };
        let told = if kept.is_none() && spoken_of {
            self.keep_chosen(what, out)
        } else {
            out
        };
        self.emit(Op::Native {
            verb: number,
            who,
            what,
            to,
            count,
            word,
            certain: 0,
            lay,
            out: kept,
            done: if kept.is_some() { None } else { Some(told) },
        });
        Ok(())
    }

    /// `lock 1 of your rear-guards; … it …`: the card that was chosen is kept for the statement, not how many were locked. Gives where that is told.
    fn keep_chosen(&mut self, what: Option<ObjIx>, out: SlotIx) -> SlotIx {
        match what.and_then(|objs| self.l.parts.objs.get(objs.0 as usize)) {
            Some(Obj::Slot(chosen)) if *chosen != out => {
                let chosen = *chosen;
                self.emit(Op::Join(vec![chosen], out));
                self.counts_changed(out).unwrap_or_else(|| self.fresh())
            }
            _ => out,
        }
    }

    /// How what the verb puts lies.
    fn native_as(&mut self, verb: &str, arg: Option<&'m Arg>, lay: &mut Lay) -> Linked<()> {
        match arg {
            None | Some(Arg::As(_)) => {}
            Some(arg @ Arg::Words(_)) => {
                let mut shape = Shape::default();
                self.state_of(arg, &mut shape)?;
                if shape.side.is_some() {
                    return Err(Fail::limit(
                        Limit::VerbRole,
                        format!("the engine cannot do `{verb}` as that"),
                    ));
                }
                (lay.face, lay.orient) = (shape.face_down, shape.orient);
            }
            Some(_) => {
                return Err(Fail::limit(
                    Limit::VerbRole,
                    format!("the engine cannot do `{verb}` as that"),
                ));
            }
        }
        Ok(())
    }

    /// What something becomes: a card of a name, a token, or cards that are there.
    fn native_into(
        &mut self,
        verb: &str,
        arg: &'m Arg,
        to: Option<ObjIx>,
        out: SlotIx,
        lay: &mut Lay,
    ) -> Linked<Option<ObjIx>> {
        {
            match self.bare_name(arg) {
                // `into "X"`: whatever has the name, wherever the verb looks for it.
                Some(name) => lay.name = Some(self.name_id(name)),
                None => match self.made(Some(arg))? {
                    Some(making) => {
                        let several = matches!(making.made, Made::Several(_) | Made::Copy(_));
                        let one = matches!(self.l.parts.nums.get(making.count.0 as usize), Some(Num::Const(1)));
                        if several || !one {
                            return Err(Fail::limit(
                                Limit::VerbRole,
                                format!("the engine can `{verb}` a card into one token only"),
                            ));
                        }
                        lay.made = Some(making.made);
                    }
                    None if to.is_none() => return Ok(Some(self.single(Some(arg), out)?)),
                    None => {
                        return Err(Fail::limit(
                            Limit::VerbRole,
                            format!("the engine cannot do `{verb}` into that"),
                        ));
                    }
                },
            }
        }
        Ok(to)
    }

    /// `at the same time`: in one action.
    pub(super) fn is_together(&self, arg: &Arg) -> bool {
        match arg {
            Arg::Amount(amount) => {
                let ir::Amount {
                    quant,
                    of,
                    kinds,
                    whose,
                    filters,
                } = amount;
                of == "time" && *quant == Quant::Bare && kinds.is_empty() && whose.is_none() && filters.is_empty()
            }
            _ => false,
        }
    }

    /// Whether a verb leaves cards to speak of.
    pub(super) fn gives_cards(&self, verb: &str) -> bool {
        let gives = self.l.vocab.pick(verb, |word, _| match &word.data {
            crate::vocab::Data::Verb(data) => Some(!matches!(
                data.gives,
                crate::vocab::Gives::Nothing | crate::vocab::Gives::Value
            )),
            _ => None,
        });
        gives == Some(true)
    }

    /// What is turned face down is face up before, and the other way round.
    pub(super) fn lies_otherwise(&mut self, what: &What, down: bool) -> Linked<()> {
        let from = match what {
            What::Pick(pick) => self.l.parts.picks.get(pick.0 as usize).map(|p| p.from),
            What::Objs(objs) => Some(*objs),
            What::Pile { .. } => None,
        };
        match from.and_then(|from| self.l.parts.objs.get_mut(from.0 as usize)) {
            Some(super::super::code::Obj::Select(select)) => {
                select.filters.push(super::super::code::Filter::FaceDown(!down));
                Ok(())
            }
            _ => Err(Fail::limit(
                Limit::VerbRole,
                "the engine can turn over cards that are described there only",
            )),
        }
    }

    /// Whether the places of cards are meant and not the cards.
    pub(super) fn is_position(&self, arg: Option<&Arg>) -> bool {
        let Some(Arg::Objects(obj)) = arg else { return false };
        let Objects::Select(selector) = &self.code()[*obj] else {
            return false;
        };
        let thing = Thing::of(selector).filter(Thing::is_plain);
        thing.is_some_and(|t| matches!(t.quant, Quant::Bare | Quant::All) && t.noun.is_some_and(|n| n == "position"))
    }

    pub(super) fn exchange(&mut self, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        let what = roles.take(&["what"]);
        // `exchange positions of A and B` and `exchange A and B` say the same.
        let what = match roles.take(&["of"]) {
            of @ Some(_) if self.is_position(what) => of,
            None if !self.is_position(what) => what,
            _ => {
                return Err(Fail::wording(
                    "the engine must know whose positions are exchanged",
                    "write which cards: `exchange this and 1 of your …`",
                ));
            }
        };
        let mut shape = Shape::default();
        if let Some(arg) = roles.take(&["as"]) {
            self.state_of(arg, &mut shape)?;
        }
        let Shape {
            orient,
            face_down: None,
            side: None,
        } = shape
        else {
            return Err(Fail::limit(
                Limit::VerbRole,
                "the engine can exchange cards as standing and the like only",
            ));
        };
        if let Some(Arg::Objects(obj)) = what
            && let Objects::Join(list) = &self.code()[*obj]
        {
            let [a, b] = list.as_slice() else {
                return Err(Fail::wording(
                    "the engine exchanges two cards",
                    "write two cards: `exchange this and 1 of your …`",
                ));
            };
            let (a, b) = (self.chosen(*a, out)?, self.chosen(*b, out)?);
            self.emit(Op::Exchange {
                a,
                b: Some(b),
                orient,
                out,
                done: None,
            });
            return Ok(());
        }
        let a = self.single(what, out)?;
        let b = match roles.take(&["with"]) {
            None => None,
            arg => Some(self.single(arg, out)?),
        };
        self.emit(Op::Exchange {
            a,
            b,
            orient,
            out,
            done: None,
        });
        Ok(())
    }
}
