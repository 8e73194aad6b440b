//! Commands about amounts: damage, life, counters; cards that go to a zone by a word of their own; cards that are made.

use super::super::code::{
    self, Cmp, Declare, Lasting, Num, NumIx, Obj, ObjIx, Op, Order, Place, Select, SlotIx, What, Who,
};
use super::super::tables::{EventWord, SendFrom};
use super::action::{Roles, Shape};
use super::object::Noun;
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked, Var, position};
use crate::ir::{self, Amount, Arg, Expr, Filter, ObjId, Objects, PlaceKind, Quant, Selector};
use crate::kernel::{End, Note, ZoneId};
use crate::vocab::{Data, NounKind};

/// The bit of a note.
fn bit(note: Note) -> u64 {
    note.bit()
}

impl<'m> CardLinker<'_, 'm> {
    fn noun_kind(&self, noun: &str) -> Option<NounKind> {
        self.l.vocab.pick(noun, |word, _| match &word.data {
            Data::Noun(data) => Some(data.kind),
            _ => None,
        })
    }

    /// Whether a noun means counters.
    pub(super) fn is_counter(&self, noun: &str) -> bool {
        self.noun_kind(noun) == Some(NounKind::Counter)
    }

    /// Whether an amount is one of the number that damage lowers.
    pub(super) fn is_life(&self, amount: &Amount) -> bool {
        let life = self.tables().player_attrs.get(usize::from(self.tables().life));
        life.is_some_and(|life| amount.of == *life) && self.noun_kind(&amount.of) == Some(NounKind::Amount)
    }

    /// The number of a kind of counters; sets define more than the rules know.
    pub(super) fn counter_kind(&mut self, name: &str) -> Linked<u8> {
        let (at, _) = self.l.parts.counters.insert_full(name.to_owned());
        u8::try_from(at)
            .ok()
            .filter(|kind| *kind < u8::MAX)
            .ok_or_else(|| Fail::limit(Limit::Size, "a pool has at most 255 kinds of counters"))
    }

    /// The kind of counters that an amount is of.
    pub(super) fn counters_of(&mut self, amount: &Amount) -> Linked<u8> {
        match amount.kinds.as_slice() {
            [kind] if amount.whose.is_none() && amount.filters.is_empty() => self.counter_kind(kind),
            _ => Err(Fail::wording(
                "the engine needs one kind of counters",
                "name one kind of counters: `2 \"…\" counters`",
            )),
        }
    }

    /// Which kinds of damage a noun means, as notes: the plain word means every kind.
    pub(super) fn damage_notes(&self, noun: &str) -> Linked<u64> {
        let rows = self.tables().verbs.iter();
        let all = rows.fold(0, |all, row| match row.event {
            Some(EventWord::Damage(bits)) => all | bits,
            _ => all,
        });
        if all == 0 || self.noun(noun) != Noun::Damage {
            return Err(Fail::limit(
                Limit::Verb,
                format!("the engine knows no `{noun}` to be dealt"),
            ));
        }
        if let Some((_, bits)) = self.tables().damage_kinds.iter().find(|(word, _)| *word == noun) {
            return Ok(*bits);
        }
        let note = position(self.tables().notes, &noun.replace('-', " ")).map(Note);
        match note {
            Some(note) if note == self.tables().note.deal => Ok(all),
            Some(note) if bit(note) & all != 0 => Ok(bit(note)),
            _ => Err(Fail::limit(
                Limit::Verb,
                format!("the engine does not know the damage `{noun}`"),
            )),
        }
    }

    /// The amount of damage that a sentence speaks of, and its kinds; everything if the text says no number.
    fn damage(&mut self, amount: &Amount) -> Linked<(Option<NumIx>, u64)> {
        let Amount {
            quant,
            of,
            kinds,
            whose,
            filters,
        } = amount;
        if !kinds.is_empty() || whose.is_some() || !filters.is_empty() {
            return Err(Fail::limit(Limit::Amount, format!("the engine knows plain {of} only")));
        }
        let notes = self.damage_notes(of)?;
        Ok(match quant {
            Quant::Exactly(n) => (Some(self.num(*n)?), notes),
            Quant::All | Quant::Bare | Quant::Each => (None, notes),
            _ => {
                return Err(Fail::wording(
                    format!("the engine needs a number of {of}"),
                    "write how many: `2`, `X`, `1 for each …`",
                ));
            }
        })
    }

    /// What stands behind a preposition: `from this`, `on this`.
    fn behind(&mut self, arg: Option<&'m Arg>, out: SlotIx) -> Linked<ObjIx> {
        match arg {
            Some(Arg::Objects(obj)) => self.receivers(*obj, out),
            Some(Arg::Place(place)) => match &self.code()[*place] {
                ir::Place {
                    kind: PlaceKind::By(_, obj),
                    whose: None,
                    quant: None,
                } => self.receivers(*obj, out),
                _ => Err(Fail::wording(
                    "the engine needs cards here, not a place",
                    "say which cards of the place: `all cards in …`",
                )),
            },
            _ => Err(Fail::wording(
                "the engine needs cards here",
                "name or describe cards here: `this`, `it`, `1 of your characters`",
            )),
        }
    }

    pub(super) fn deal(&mut self, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        let Some(Arg::Amount(amount)) = roles.take(&["what"]) else {
            return Err(Fail::wording(
                "the engine deals an amount of damage",
                "write how much: `deal 2 damage to …`",
            ));
        };
        let (Some(n), notes) = self.damage(amount)? else {
            return Err(Fail::wording(
                "the engine needs a number of damage",
                "write how much: `deal 2 damage to …`",
            ));
        };
        // What is dealt instead is the damage it replaces, unless the text names another source or receiver.
        let replaces = self.scope.replaces_damage;
        let by = match roles.take(&["by"]) {
            Some(Arg::Objects(obj)) => Some(self.obj(*obj)?),
            Some(_) => {
                return Err(Fail::wording(
                    "the engine needs a card that deals the damage",
                    "name one card that deals it: `this deals …`",
                ));
            }
            None if replaces => {
                self.reads = super::super::code::reads::ALL;
                Some(self.add_obj(Obj::EventSubject))
            }
            None => None,
        };
        let to_arg = roles.take(&["to"]);
        let to = match to_arg {
            Some(Arg::Objects(obj)) => {
                self.takes_damage(*obj)?;
                self.receivers(*obj, out)?
            }
            Some(_) => {
                return Err(Fail::wording(
                    "the engine deals damage to cards and players",
                    "say to which card or player: `to your opponent`, `to it`",
                ));
            }
            None if replaces => self.add_obj(Obj::EventObject),
            None => {
                return Err(Fail::wording(
                    "the engine must know to whom damage is dealt",
                    "say to whom: `to your opponent`, `to 1 of their …`",
                ));
            }
        };
        let divided = match roles.take(&["as"]) {
            None => None,
            Some(Arg::Words(words)) if words.iter().all(|w| w == "divided") => match to_arg {
                Some(Arg::Objects(obj)) => self.target_slot(*obj).and_then(|slot| self.divided_slot(slot)),
                _ => None,
            }
            .map_or_else(
                || {
                    Err(Fail::limit(
                        Limit::AnnouncedChoice,
                        "the engine divides damage among targets only",
                    ))
                },
                |s| Ok(Some(s)),
            )?,
            Some(_) => return Err(Fail::limit(Limit::VerbRole, "the engine cannot deal damage as that")),
        };
        let plain = self.tables().note.deal;
        let tag = if notes & bit(plain) == 0 {
            (0..64).map(Note).find(|note| bit(*note) == notes)
        } else if replaces {
            None
        } else {
            Some(plain)
        };
        self.emit(Op::Damage {
            by,
            amount: n,
            to,
            divided,
            tag,
            done: out,
        });
        Ok(())
    }

    /// `reduce your leader's defense by 2`: lost like by damage, but it is none.
    pub(super) fn reduce(&mut self, tag: Note, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        let Some(Arg::Attr(ir::AttrOf::Objects(obj), attr)) = roles.take(&["what"]) else {
            return Err(Fail::wording(
                "the engine reduces numbers of cards only",
                "say a number of cards: `reduce its … by 2`",
            ));
        };
        if !self.tables().reduced.contains(&attr.as_ref()) {
            return Err(Fail::limit(Limit::Verb, format!("the engine cannot reduce `{attr}`")));
        }
        let Some(Arg::Number(n)) = roles.take(&["by"]) else {
            return Err(Fail::wording(
                "the engine needs a number to reduce by",
                "write by how much: `by 2`",
            ));
        };
        let amount = self.num(*n)?;
        let to = self.receivers(*obj, out)?;
        self.emit(Op::Damage {
            by: None,
            amount,
            to,
            divided: None,
            tag: Some(tag),
            done: out,
        });
        Ok(())
    }

    /// `prevent 300 damage to this until end of turn`.
    pub(super) fn prevent(&mut self, roles: &mut Roles<'m>, lasting: Lasting, out: SlotIx) -> Linked<()> {
        let Some(Arg::Amount(amount)) = roles.take(&["what"]) else {
            return Err(Fail::wording(
                "the engine prevents an amount of damage",
                "write which damage: `prevent the next 2 damage dealt to …`",
            ));
        };
        let (n, of) = self.damage(amount)?;
        let to = match roles.take(&["to"]) {
            Some(Arg::Objects(obj)) => self.receivers(*obj, out)?,
            _ => {
                return Err(Fail::wording(
                    "the engine must know whose damage is prevented",
                    "say to whom the damage would be dealt: `dealt to this`",
                ));
            }
        };
        self.emit(Op::Prevent {
            to,
            amount: n,
            of,
            pattern: None,
            lasting,
        });
        let one = self.one();
        self.emit(Op::Set(out, one));
        Ok(())
    }

    /// `gain 300 life`, `lose 300 life`.
    pub(super) fn life(&mut self, amount: &Amount, gain: bool, out: SlotIx) -> Linked<()> {
        if !self.is_life(amount) {
            return Err(Fail::limit(
                Limit::Verb,
                format!("the engine does not know how to gain or lose {}", amount.of),
            ));
        }
        let amount = self.amount(amount)?;
        self.emit(Op::Life {
            who: Who::Actor,
            amount,
            gain,
            done: out,
        });
        Ok(())
    }

    /// `pay 500 life`, `pay X life`, `pay any amount of life` in a cost.
    pub(super) fn pay_life(&mut self, amount: &Amount, out: SlotIx) -> Linked<()> {
        if !self.scope.cost || !self.is_life(amount) {
            return Err(Fail::limit(Limit::Cost, "the engine can pay life in a cost only"));
        }
        let free = match &amount.quant {
            Quant::Exactly(n) => match &self.code()[*n] {
                Expr::Var(name) => {
                    let bound = self.scope.vars.iter().rev().find(|(known, _)| known == name);
                    match bound {
                        Some((_, Var::Slot(_) | Var::Counted(_) | Var::Expr(_) | Var::Later(_))) => None,
                        Some((_, Var::OfCard)) | None => Some(Some(name.clone())),
                    }
                }
                _ => None,
            },
            Quant::Any | Quant::AnyNumber => Some(None),
            _ => None,
        };
        let n = match free {
            None => self.amount(amount)?,
            Some(name) => {
                let slot = self.fresh();
                self.emit(Op::Declare(Declare::Life, slot));
                if let Some(name) = name {
                    self.scope.vars.push((name, Var::Slot(slot)));
                }
                self.add_num(Num::Slot(slot))
            }
        };
        self.emit(Op::Life {
            who: Who::Actor,
            amount: n,
            gain: false,
            done: out,
        });
        Ok(())
    }

    /// Whether the object of a verb is an amount of counters or of damage that lies on a card.
    pub(super) fn amount_on_card(&self, arg: Option<&'m Arg>) -> Option<&'m Amount> {
        match arg {
            Some(Arg::Amount(amount)) if self.is_counter(&amount.of) || self.noun(&amount.of) == Noun::Damage => {
                Some(amount)
            }
            _ => None,
        }
    }

    /// `put 2 mana counters on this`.
    pub(super) fn put_counters(&mut self, amount: &'m Amount, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        let kind = self.counters_of(amount)?;
        let count = self.counter_number(amount)?;
        let what = self.behind(roles.take(&["on", "onto"]), out)?;
        self.emit(Op::Counters {
            what,
            kind,
            count: Some(count),
            put: true,
            done: out,
        });
        Ok(())
    }

    fn counter_number(&mut self, amount: &Amount) -> Linked<NumIx> {
        match &amount.quant {
            Quant::Exactly(n) => self.num(*n),
            Quant::A | Quant::Bare | Quant::Another => Ok(self.one()),
            _ => Err(Fail::wording(
                "the engine needs a number of counters",
                "write how many counters: `2 … counters`",
            )),
        }
    }

    /// How many counters are taken away; all of them if none. `up to` and `any number` are a player's choice, made first.
    fn taken_number(&mut self, amount: &Amount, from: ObjIx, kind: u8) -> Linked<Option<NumIx>> {
        let most = match &amount.quant {
            Quant::All | Quant::Each => return Ok(None),
            Quant::UpTo(n) => self.num(*n)?,
            Quant::AnyNumber => self.add_num(Num::Counters(from, Some(kind))),
            _ => return self.counter_number(amount).map(Some),
        };
        if self.scope.cost {
            return Err(Fail::limit(
                Limit::Cost,
                "the engine cannot take a free number of counters as a cost yet",
            ));
        }
        let low = self.constant(0);
        let slot = self.fresh();
        self.emit(Op::Declare(Declare::Number(low, most), slot));
        Ok(Some(self.add_num(Num::Slot(slot))))
    }

    /// `remove 2 mana counters from this`, `remove all damage from it`.
    pub(super) fn take_off(&mut self, amount: &'m Amount, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        if self.is_counter(&amount.of) {
            let kind = self.counters_of(amount)?;
            let from = if self.scope.cost {
                self.payers(roles.take(&["from"]), amount, kind, out)?
            } else {
                self.behind(roles.take(&["from"]), out)?
            };
            let count = self.taken_number(amount, from, kind)?;
            self.emit(Op::Counters {
                what: from,
                kind,
                count,
                put: false,
                done: out,
            });
            return Ok(());
        }
        let from = self.behind(roles.take(&["from"]), out)?;
        let (n, notes) = self.damage(amount)?;
        if notes & bit(self.tables().note.deal) == 0 {
            return Err(Fail::wording(
                "damage on a card has no kind",
                "leave the kind out: `remove 2 damage from it`",
            ));
        }
        self.emit(Op::Mend {
            what: from,
            amount: n,
            done: out,
        });
        Ok(())
    }

    /// The cards that counters are removed from as a cost: a card that is chosen for it has as many as it asks for.
    fn payers(&mut self, arg: Option<&'m Arg>, amount: &'m Amount, kind: u8, out: SlotIx) -> Linked<ObjIx> {
        let id = match arg {
            Some(Arg::Objects(obj)) => Some(*obj),
            Some(Arg::Place(place)) => self.beside_plain(*place).map(|(_, obj)| obj),
            _ => None,
        };
        let (Some(id), Quant::Exactly(count)) = (id, &amount.quant) else {
            return self.behind(arg, out);
        };
        let picked = self.is_picked(id)?;
        let count = self.num(*count)?;
        let known = self.ops.len();
        let cards = if picked {
            self.chosen(id, out)?
        } else {
            self.behind(arg, out)?
        };
        // `your J/ruler` is a choice too if there are several.
        if !picked && self.ops.len() == known {
            return Ok(cards);
        }
        let Some((Op::Choose(pick, _), _)) = self.ops.last() else {
            return Err(Fail::limit(
                Limit::ChoiceInside,
                "the engine cannot choose a card for that part of a cost yet",
            ));
        };
        let pick = *pick;
        let enough = super::super::code::Filter::Counter(Some(kind), Cmp::AtLeast, count);
        self.narrow(pick, vec![enough]);
        Ok(cards)
    }

    /// `move 1 mana counter from this to it`: as many as there are.
    pub(super) fn move_counters(&mut self, amount: &'m Amount, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        if self.scope.cost {
            return Err(Fail::limit(
                Limit::Cost,
                "the engine cannot move counters as a cost yet",
            ));
        }
        let kind = self.counters_of(amount)?;
        let from = self.behind(roles.take(&["from"]), out)?;
        let kept = self.fresh();
        let to = self.behind(roles.take(&["to", "onto", "on"]), kept)?;
        let count = self.taken_number(amount, from, kind)?;
        let taken = self.fresh();
        self.emit(Op::Counters {
            what: from,
            kind,
            count,
            put: false,
            done: taken,
        });
        let taken = self.add_num(Num::Slot(taken));
        self.emit(Op::Counters {
            what: to,
            kind,
            count: Some(taken),
            put: true,
            done: out,
        });
        Ok(())
    }

    /// `number of mana counters on it`.
    pub(super) fn counter_count(&mut self, id: ObjId) -> Linked<Option<Num>> {
        let Objects::Select(selector) = &self.code()[id] else {
            return Ok(None);
        };
        let Some(thing) = super::thing::Thing::of(selector) else {
            return Ok(None);
        };
        if !thing.noun.is_some_and(|n| self.is_counter(n)) {
            return Ok(None);
        }
        let unknown = || Fail::limit(Limit::Amount, "the engine cannot describe counters that way yet");
        let all = matches!(thing.quant, Quant::Bare | Quant::All | Quant::Each);
        let more = selector.other || selector.target || selector.random || selector.next;
        if thing.whose.is_some() || !all || more {
            return Err(unknown());
        }
        let mut kind = None;
        let mut on = thing.among.map(|o| self.obj(o)).transpose()?;
        let places = selector.places.iter();
        let mut filters: Vec<Filter> = places.map(|p| Filter::At(*p)).collect();
        filters.extend(thing.filters.iter().map(|f| (*f).clone()));
        for filter in &filters {
            match filter {
                Filter::Value(_, word) if kind.is_none() => kind = Some(self.counter_kind(word)?),
                Filter::At(place) if on.is_none() => match self.beside_plain(*place) {
                    Some(("on", obj)) => on = Some(self.obj(obj)?),
                    _ => return Err(unknown()),
                },
                Filter::Of(obj) if on.is_none() => on = Some(self.obj(*obj)?),
                _ => return Err(unknown()),
            }
        }
        match on {
            Some(on) => Ok(Some(Num::Counters(on, kind))),
            None => Err(Fail::wording(
                "the engine must know whose counters to count",
                "say on which card they lie: `on this`, `on it`",
            )),
        }
    }

    /// `destroy`, `banish`, `discard`: cards go to a zone of their owners, by a word of their own.
    pub(super) fn send(
        &mut self,
        verb: &str,
        (zone, tag, source): (ZoneId, Note, SendFrom),
        roles: &mut Roles<'m>,
        out: SlotIx,
    ) -> Linked<()> {
        let from = match roles.take(&["from"]) {
            None => None,
            Some(Arg::Place(place)) if self.is_game(*place)? => None,
            Some(Arg::Place(place)) => Some(*place),
            Some(Arg::Time(time)) if time.span == "game" => None,
            Some(_) => {
                return Err(Fail::wording(
                    "the engine needs a place behind `from`",
                    "write a place behind `from`: `from your hand`",
                ));
            }
        };
        if from.is_none()
            && let Some(making) = self.made(roles.peek("what"))?
        {
            // `summon 2 "Sprite" tokens`: they are made in the zone, of the player who acts if no other is named.
            roles.take(&["what"]);
            let place = match roles.take(&["onto"]) {
                None => self.actors(zone),
                Some(Arg::Place(place)) => self.place(*place)?,
                Some(_) => {
                    return Err(Fail::wording(
                        format!("the engine needs a place to `{verb}` to"),
                        "say where to: `into your hand`, `on top of your deck`",
                    ));
                }
            };
            return self.create_at(place, making, tag, roles, out);
        }
        if from.is_none() {
            self.not_new(roles.peek("what"))?;
            self.can_send_this(verb, roles.peek("what"), source)?;
        }
        self.note_moved(roles.peek("what"), out);
        let what = self.sent(roles.take(&["what"]), from, source, out)?;
        self.comes_from_there(verb, &what, source, from)?;
        if !roles.has("onto") {
            self.comes_from_elsewhere(verb, &what, zone)?;
        }
        let mut shape = Shape::default();
        if let Some(arg) = roles.take(&["as"]) {
            self.state_of(arg, &mut shape)?;
        }
        if matches!(what, What::Pile { .. }) && (shape.side.is_some() || shape.orient.is_some()) {
            return Err(Fail::limit(
                Limit::VerbRole,
                format!("the engine cannot `{verb}` cards of a pile as that"),
            ));
        }
        let to = match roles.take(&["onto"]) {
            None => self.zone_list(vec![(zone, self.all_positions(zone))]),
            Some(Arg::Place(place)) => self.place(*place)?,
            Some(_) => {
                return Err(Fail::wording(
                    format!("the engine needs a place to `{verb}` to"),
                    "say where to: `into your hand`, `on top of your deck`",
                ));
            }
        };
        self.emit(Op::Move {
            what,
            to,
            tag,
            orient: shape.orient,
            face_down: shape.face_down,
            side: shape.side,
            order: Order::Owner,
            out,
            done: None,
        });
        Ok(())
    }

    /// A verb that takes cards from the hand takes this card only where the ability works in the hand.
    fn can_send_this(&self, verb: &str, what: Option<&Arg>, source: SendFrom) -> Linked<()> {
        let this = matches!(what, Some(Arg::Objects(obj)) if matches!(self.code()[*obj], Objects::This));
        if this && self.source_bits(source) & self.scope.works == 0 {
            let origin = self.origin_of(source);
            return Err(Fail::wording(
                format!("one can `{verb}` cards {origin} only, and this ability does not work there"),
                "let it work there: `ACT in hand …`, `AUTO in hand …`; or use the verb for where the card is",
            ));
        }
        Ok(())
    }

    /// What such a verb takes: the hand, or what its player controls, if the text does not say.
    pub(super) fn sent(
        &mut self,
        arg: Option<&'m Arg>,
        from: Option<ir::PlaceId>,
        source: SendFrom,
        out: SlotIx,
    ) -> Linked<What> {
        match arg {
            Some(Arg::Place(place)) if from.is_none() => {
                let place = self.place(*place)?;
                Ok(What::Objs(self.add_obj(Obj::At(place))))
            }
            Some(Arg::Number(n)) if self.source_zone(source).is_some() && from.is_none() => {
                let max = self.num(*n)?;
                let places = self
                    .source_zone(source)
                    .map(|zone| self.actors(zone))
                    .into_iter()
                    .collect();
                let from = self.add_obj(Obj::Select(Box::new(Select {
                    places,
                    ..Select::default()
                })));
                Ok(What::Pick(self.add_pick(super::super::code::Pick {
                    from,
                    min: None,
                    max: Some(max),
                    random: false,
                    rule: super::super::code::PickDemand::Any,
                    may_fail: false,
                    parts: None,
                    unseen: false,
                    told: false,
                })))
            }
            Some(Arg::Objects(obj)) => self.sent_cards(*obj, from, source, out),
            _ => Err(Fail::wording(
                "the engine needs cards here",
                "name or describe cards here: `this`, `it`, `1 of your characters`",
            )),
        }
    }

    pub(super) fn sent_cards(
        &mut self,
        obj: ir::ObjId,
        from: Option<ir::PlaceId>,
        source: SendFrom,
        out: SlotIx,
    ) -> Linked<What> {
        let what = match &self.code()[obj] {
            // What a cost takes from somewhere is paid from there only.
            Objects::This if self.scope.cost && self.source_bits(source) & self.scope.works != self.scope.works => {
                let bits = self.source_bits(source);
                let zones = (0u8..).zip(self.tables().zones).map(|(at, _)| ZoneId(at));
                let zones = zones.filter(|zone| zone.is_in(bits));
                let zones = zones.map(|zone| (zone, self.all_positions(zone))).collect();
                let place = self.zone_list(zones);
                let this = self.add_obj(Obj::This);
                What::Objs(self.add_obj(Obj::Select(Box::new(Select {
                    among: Some(this),
                    filters: vec![super::super::code::Filter::At(place)],
                    ..Select::default()
                }))))
            }
            Objects::Select(selector) if !selector.target && from.is_none() => {
                self.sent_select(obj, selector, source)?
            }
            _ => self.what(obj, from)?,
        };
        self.taken_what(obj, what, out)
    }

    /// The zone that a verb takes its cards from.
    fn source_zone(&self, source: SendFrom) -> Option<ZoneId> {
        match source {
            SendFrom::Hand => Some(self.tables().hand),
            SendFrom::Zone(zone) => Some(zone),
            SendFrom::Anywhere | SendFrom::Controlled | SendFrom::Board => None,
        }
    }

    /// That zone of the player who acts.
    fn actors(&mut self, zone: ZoneId) -> super::PlaceIx {
        let zones = vec![(zone, self.all_positions(zone))];
        self.add_place(Place::Zone {
            zones,
            whose: Some(Who::Actor),
            empty: false,
            end: End::Top,
        })
    }

    fn sent_select(&mut self, id: ObjId, selector: &'m Selector, source: SendFrom) -> Linked<What> {
        let bare = selector.places.is_empty() && selector.among.is_none();
        if !bare || matches!(source, SendFrom::Anywhere | SendFrom::Board) {
            return self.what(id, None);
        }
        if let Some(zone) = self.source_zone(source) {
            let place = self.actors(zone);
            if let Some(pick) = self.pick(id, &[place], false)? {
                return Ok(What::Pick(pick));
            }
            let found = self.plain_select(selector, &[place])?;
            return Ok(What::Objs(self.add_obj(Obj::Select(Box::new(found)))));
        }
        let what = self.what(id, None)?;
        if let What::Pick(pick) = &what
            && let Some(from) = self.l.parts.picks.get(pick.0 as usize).map(|p| p.from)
            && let Some(Obj::Select(select)) = self.l.parts.objs.get_mut(from.0 as usize)
            && select.whose.is_none()
            && !select.filters.iter().any(|f| matches!(f, code::Filter::Of(_)))
        {
            select.whose = Some(Who::Actor);
        }
        Ok(what)
    }

    /// Whether a pattern is of damage from a card.
    pub(super) fn is_damage(&self, kind: &super::super::code::PatKind) -> bool {
        let rows = self.tables().verbs.iter();
        let all = rows.fold(0, |all, row| match row.event {
            Some(EventWord::Damage(bits)) => all | bits,
            _ => all,
        });
        matches!(kind, super::super::code::PatKind::Note(bits) if bits & all != 0 && bits & !all == 0)
    }

    /// Whether the body in hand, which replaces damage, prevents it: nothing is done, less of it is dealt to the same one, or it says so.
    pub(super) fn prevents(&self) -> bool {
        let less = |n: &NumIx| match self.l.parts.nums.get(n.0 as usize) {
            Some(Num::Sub(a, _)) => matches!(self.l.parts.nums.get(a.0 as usize), Some(Num::EventAmount)),
            _ => false,
        };
        let same = |to: &ObjIx| matches!(self.l.parts.objs.get(to.0 as usize), Some(Obj::EventObject));
        let nothing = self.ops.iter().all(|(op, _)| match op {
            Op::End => true,
            Op::Damage { amount, to, .. } => less(amount) && same(to),
            _ => false,
        });
        nothing || self.ops.iter().any(|(op, _)| matches!(op, Op::Prevent { .. }))
    }
}
