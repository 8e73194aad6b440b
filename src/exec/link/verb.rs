//! Commands: what each verb becomes. Those of the language are linked in `base_verbs.rs`, those of a game here.

use super::super::code::{Lay, Op, What};
use super::super::tables::{SendFrom, VerbKind};
use super::action::Roles;
use super::base_verbs::{self, BaseVerb};
use super::refusal::{Fail, Limit};
use super::thing::Thing;
use super::{CardLinker, Linked, NumIx, SlotIx};
use crate::ir::{Arg, Objects, Quant};
use crate::kernel::{Note, ZoneId};

impl<'m> CardLinker<'_, 'm> {
    /// Links a command; all of its roles must find their use.
    pub(super) fn verb(&mut self, verb: &'m str, mut roles: Roles<'m>, out: SlotIx) -> Linked<()> {
        let base = base_verbs::command(verb);
        if !self.on_card(base, &mut roles, out)? {
            if let Some(number) = self.noun_verb(verb, roles.peek("what")) {
                self.native(verb, number, &mut roles, out)?;
            } else {
                self.base_verb(base, verb, &mut roles, out)?;
            }
        }
        roles.finish(verb)
    }

    /// Counters and damage that are put on cards, moved between them or taken off; tells whether the command is one of these.
    fn on_card(&mut self, base: Option<BaseVerb>, roles: &mut Roles<'m>, out: SlotIx) -> Linked<bool> {
        let Some(amount) = self.amount_on_card(roles.peek("what")) else {
            return Ok(false);
        };
        let counters = self.is_counter(&amount.of);
        match base {
            Some(BaseVerb::Put) if counters => {
                roles.take(&["what"]);
                self.put_counters(amount, roles, out)?;
            }
            Some(BaseVerb::Move) if counters => {
                roles.take(&["what"]);
                self.move_counters(amount, roles, out)?;
            }
            Some(BaseVerb::Remove) => {
                roles.take(&["what"]);
                self.take_off(amount, roles, out)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// A verb of the game, by its row.
    pub(super) fn table_verb(&mut self, verb: &str, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        match self.command(verb) {
            None | Some(VerbKind::Event | VerbKind::Prevent | VerbKind::Release | VerbKind::Nullify(..)) => Err(self
                .unknown(
                    verb,
                    Fail::limit(Limit::Verb, format!("the engine cannot do `{verb}` yet")),
                )),
            Some(VerbKind::Face(zone, down, tag)) => self.turn_face(zone, down, tag, roles, out),
            Some(VerbKind::Over(up, down)) => self.turn_over(verb, (up, down), roles, out),
            Some(VerbKind::Produce) => self.produce(roles, out),
            Some(VerbKind::Send(zone, tag, from)) => self.send(verb, (zone, tag, from), roles, out),
            Some(VerbKind::Deal) => self.deal(roles, out),
            Some(VerbKind::Reduce(tag)) => self.reduce(tag, roles, out),
            Some(VerbKind::Life(gain)) => match roles.take(&["what"]) {
                Some(Arg::Amount(amount)) => self.life(amount, gain, out),
                Some(Arg::Objects(obj)) if gain => self.gain_item(*obj, out),
                _ => Err(Fail::limit(Limit::VerbRole, format!("the engine cannot `{verb}` that"))),
            },
            Some(VerbKind::Turn(orient)) => self.turn(orient, roles, out),
            Some(VerbKind::Flip(_)) => self.flip(roles, out),
            Some(VerbKind::Native(number)) => self.native(verb, number, roles, out),
            Some(VerbKind::Counted(number)) => self.counted_verb(verb, number, roles, out),
        }
    }

    fn turn_face(&mut self, zone: ZoneId, down: bool, tag: Note, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        let what = self.sent(roles.take(&["what"]), None, SendFrom::Zone(zone), out)?;
        self.lies_otherwise(&what, down)?;
        let done = self.counts_changed(out);
        self.emit(Op::Face {
            what,
            down,
            tag,
            out,
            done,
        });
        Ok(())
    }

    /// `turn … face up`, with the words for up and down.
    fn turn_over(&mut self, verb: &str, (up, down): (Note, Note), roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        let what = self.taken(roles.take(&["what"]), None, out)?;
        let down = match roles.take(&["to"]) {
            Some(Arg::Words(words)) => match words.as_slice() {
                [word] if word == "face-up" => Some((false, up)),
                [word] if word == "face-down" => Some((true, down)),
                _ => None,
            },
            _ => None,
        };
        let Some((down, tag)) = down.filter(|_| !matches!(what, What::Pile { .. })) else {
            return Err(Fail::wording(
                format!("the engine can `{verb}` cards face up or face down only"),
                "write `face up` or `face down` behind the cards",
            ));
        };
        let done = self.counts_changed(out);
        self.emit(Op::Face {
            what,
            down,
            tag,
            out,
            done,
        });
        Ok(())
    }

    /// Of cards that a statement leaves what they were, whether it did anything to them or not, a slot of its own tells how many it did something to.
    pub(super) fn counts_changed(&mut self, out: SlotIx) -> Option<SlotIx> {
        if self.scope.cost {
            return None;
        }
        let done = self.fresh();
        self.scope.changed.push((out, done));
        Some(done)
    }

    /// Where it is told how many cards the statement that keeps its cards there did something to.
    pub(super) fn told(&self, out: SlotIx) -> SlotIx {
        let mut changed = self.scope.changed.iter().rev();
        changed.find(|(slot, _)| *slot == out).map_or(out, |(_, done)| *done)
    }

    fn turn(&mut self, orient: u8, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        // `engage this and 2 of your cards`: in a cost each is a part of its own.
        if self.scope.cost
            && let Some(Arg::Objects(obj)) = roles.peek("what")
            && let Objects::Join(list) = &self.code()[*obj]
        {
            roles.take(&["what"]);
            return self.turn_each(list, orient, out);
        }
        // A player pays with cards of their own.
        let what = if self.scope.cost {
            self.sent(roles.take(&["what"]), None, SendFrom::Controlled, out)?
        } else {
            self.taken(roles.take(&["what"]), None, out)?
        };
        let done = self.counts_changed(out);
        self.emit(Op::Turn {
            what,
            orient,
            out,
            done,
        });
        Ok(())
    }

    fn flip(&mut self, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        let what = self.taken(roles.take(&["what"]), None, out)?;
        if !matches!(what, What::Pile { .. }) {
            return Err(Fail::limit(Limit::VerbRole, "the engine flips cards of a pile only"));
        }
        self.emit(Op::Flip { what, out, done: None });
        Ok(())
    }

    /// A verb of the game that takes a number and gives one.
    fn counted_verb(&mut self, verb: &str, number: u8, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        let count = self.verb_number(verb, roles.take(&["what"]))?;
        // The name of the result.
        if matches!(roles.peek("as"), Some(Arg::As(_))) {
            roles.take(&["as"]);
        }
        self.scope.result = Some(out);
        self.emit(Op::Native {
            verb: number,
            who: None,
            what: None,
            to: None,
            count: Some(count),
            word: 0,
            certain: 0,
            lay: Lay::default(),
            out: None,
            done: Some(out),
        });
        Ok(())
    }

    fn verb_number(&mut self, verb: &str, what: Option<&'m Arg>) -> Linked<NumIx> {
        match what {
            Some(Arg::Number(n)) => self.num(*n),
            // As much as the rules let happen.
            Some(Arg::Amount(amount)) if amount.quant == Quant::All => Ok(self.constant(super::grant::UNLIMITED)),
            Some(Arg::Amount(amount)) => self.amount(amount),
            Some(Arg::Objects(obj)) => {
                let quant = match &self.code()[*obj] {
                    Objects::Select(selector) => Thing::of(selector).filter(Thing::is_plain).map(|t| t.quant),
                    _ => None,
                };
                match quant {
                    Some(Quant::Exactly(n)) => self.num(*n),
                    Some(Quant::A | Quant::Bare) => Ok(self.one()),
                    _ => Err(Fail::wording(
                        format!("the engine needs a number to `{verb}`"),
                        "write the number",
                    )),
                }
            }
            _ => Err(Fail::wording(
                format!("the engine needs a number to `{verb}`"),
                "write the number",
            )),
        }
    }
}
