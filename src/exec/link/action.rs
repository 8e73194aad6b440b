//! What players do: the verbs every game shares, and those of the game's table.

use super::super::code::{Num, Obj, ObjIx, Op, Order, Place, PlaceIx, Side, SlotIx, What, Who};
use super::super::tables::{SendFrom, VerbKind};
use super::base_verbs::{self, BaseVerb};
use super::object::Noun;
use super::refusal::{Fail, Limit};
use super::thing::Thing;
use super::{CardLinker, Linked, position};
use crate::ir::{self, Arg, ChoiceTime, Filter, Objects, PlaceId, PlaceKind, Quant, Role, Stmt, StmtId};
use crate::kernel::Note;

/// The roles of a verb; each is taken once, and none may be left.
pub(super) struct Roles<'m> {
    pub(super) left: Vec<&'m Role>,
}

/// A number of a verb that `for each` multiplies.
#[derive(Debug, Clone, Copy)]
pub(super) struct Multiplied {
    pub(super) number: ir::ExprId,
    pub(super) times: super::NumIx,
    /// The verb has asked for the number.
    pub(super) done: bool,
}

/// How a card is put somewhere.
#[derive(Default)]
pub(super) struct Shape {
    pub(super) orient: Option<u8>,
    pub(super) face_down: Option<bool>,
    pub(super) side: Option<Side>,
}

impl<'m> Roles<'m> {
    /// What fills a role, which is left there.
    pub(super) fn peek(&self, name: &str) -> Option<&'m Arg> {
        let at = self.left.iter().find(|r| r.name == name)?;
        Some(&at.arg)
    }

    pub(super) fn take(&mut self, names: &[&str]) -> Option<&'m Arg> {
        let at = self.left.iter().position(|r| names.contains(&r.name.as_ref()))?;
        Some(&self.left.remove(at).arg)
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.left.iter().any(|r| r.name == name)
    }

    pub(super) fn finish(self, verb: &str) -> Linked<()> {
        match self.left.first() {
            None => Ok(()),
            Some(role) => Err(Fail::limit(
                Limit::VerbRole,
                format!("the engine cannot do `{verb}` with `{}` there yet", role.name),
            )),
        }
    }
}

impl<'m> CardLinker<'_, 'm> {
    /// Links an action; gives the slot that tells whether it was done.
    pub(super) fn action(&mut self, stmt: &'m Stmt) -> Linked<Option<SlotIx>> {
        let Stmt::Do {
            verb,
            call,
            roles,
            slot,
            choice,
            per,
            durations,
            defs,
        } = stmt
        else {
            return Err(Fail::wording(
                "the engine expects an action here",
                "write a command here: `draw 1`, `put this into …`",
            ));
        };
        if *choice == Some(ChoiceTime::Play)
            && base_verbs::command(verb) == Some(BaseVerb::Choose)
            && self.chosen_early(roles)
        {
            // It was chosen while announcing; what is left of it is there.
            self.targets_together(roles, slot.map(|s| s.0));
            return Ok(slot.map(|s| s.0));
        }
        if *choice == Some(ChoiceTime::Play)
            && base_verbs::command(verb) == Some(BaseVerb::Declare)
            && slot.is_some_and(|slot| self.scope.early.contains(&slot.0))
        {
            return Ok(slot.map(|s| s.0));
        }
        if let Some(VerbKind::Nullify(noun, tag)) = self.command(verb) {
            if per.is_some() || call.is_some() {
                return Err(Fail::limit(
                    Limit::VerbRole,
                    format!("the engine cannot `{verb}` that way"),
                ));
            }
            for (name, expr) in defs {
                self.define(name, *expr)?;
            }
            let out = slot.map_or_else(|| self.fresh(), |s| s.0);
            self.nullify(roles, (noun, tag), durations, out)?;
            return Ok(Some(out));
        }
        if matches!(self.command(verb), Some(VerbKind::Release)) && per.is_none() {
            self.release(roles, durations)?;
            return Ok(*slot).map(|s| s.map(|s| s.0));
        }
        let prevents = matches!(self.command(verb), Some(VerbKind::Prevent));
        if !durations.is_empty() && !prevents && !self.lasts_anyway(verb, durations) {
            return Err(Fail::limit(
                Limit::VerbDuration,
                format!("the engine cannot do `{verb}` for a while yet"),
            ));
        }
        for (name, expr) in defs {
            self.define(name, *expr)?;
        }
        let out = match slot {
            Some(slot) => slot.0,
            None => self.fresh(),
        };
        if let Some((_, body)) = call {
            if per.is_some() {
                return Err(Fail::limit(
                    Limit::Repeat,
                    format!("the engine cannot repeat `{verb}` that way yet"),
                ));
            }
            return self.defined(verb, body);
        }
        let mut roles = Roles {
            left: roles.iter().collect(),
        };
        if prevents {
            if durations.is_empty() || per.is_some() {
                return Err(Fail::wording(
                    "the engine must know how long damage is prevented",
                    "say how long: `this turn`, `until end of turn`",
                ));
            }
            let lasting = self.lasting(durations)?;
            self.prevent(&mut roles, lasting, out)?;
            roles.finish(verb)?;
            return Ok(Some(out));
        }
        let from_hand = matches!(self.command(verb), Some(VerbKind::Send(_, _, SendFrom::Hand)));
        let whole_hand = from_hand && matches!(roles.peek("what"), Some(Arg::Place(_)));
        let what = roles.peek("what");
        match per {
            Some(per) => self.verb_for_each(verb, roles, *per, out)?,
            None => self.verb(verb, roles, out)?,
        }
        if self.takes_away(verb) {
            self.note_gone(what, out);
        }
        self.count_variable(out);
        if self.scope.each_player {
            self.keep_for(out);
        }
        if whole_hand {
            // A hand without cards was discarded all the same.
            let (done, one) = (self.fresh(), self.one());
            self.emit(Op::Set(done, one));
            return Ok(Some(done));
        }
        Ok(Some(self.told(out)))
    }

    /// Whether a verb takes cards from where they are to another zone; a change of position leaves them where they are.
    fn takes_away(&self, verb: &str) -> bool {
        let gives = self.l.vocab.pick(verb, |word, _| match &word.data {
            crate::vocab::Data::Verb(data) => Some(data.gives),
            _ => None,
        });
        gives == Some(crate::vocab::Gives::Moved) && base_verbs::command(verb) != Some(BaseVerb::Move)
    }

    /// The body of a verb that a set defines.
    fn defined(&mut self, verb: &str, body: &'m [StmtId]) -> Linked<Option<SlotIx>> {
        let mut words = self.tables().cost_conditions.iter();
        if let Some(word) = words.find(|word| word.eq_ignore_ascii_case(verb)) {
            self.scope.additional_costs |= self.keyword_bit(word);
        }
        let named = self.tables().calls.iter().any(|(_, word)| verb == *word);
        if named {
            let within = self.call_number(verb);
            self.emit(Op::Within(within));
        }
        let before = std::mem::replace(&mut self.scope.in_verb, true);
        let done = self.body(body);
        self.scope.in_verb = before;
        done?;
        if named {
            self.emit(Op::Carried(self.scope.last_done));
        }
        Ok(self.scope.last_done)
    }

    /// Whether what a verb of the game does lasts exactly as long as is said, by the game's table.
    fn lasts_anyway(&self, verb: &str, durations: &[ir::Duration]) -> bool {
        let [ir::Duration::Until(time)] = durations else {
            return false;
        };
        let plain = time.edge == Some(ir::Boundary::End)
            && time.whose.is_none()
            && time.of.is_none()
            && time.within.is_none()
            && !time.next
            && !time.each
            && time.named.is_none();
        let mut rows = self.tables().lasting_verbs.iter();
        plain && rows.any(|(word, span)| verb == *word && time.span == *span)
    }

    /// What was chosen one by one while announcing is spoken of together from here on.
    pub(super) fn targets_together(&mut self, roles: &[Role], out: Option<SlotIx>) {
        let joined = roles.iter().find_map(|r| match &r.arg {
            Arg::Objects(obj) => match &self.code()[*obj] {
                Objects::Join(list) => Some(list),
                _ => None,
            },
            _ => None,
        });
        if let (Some(list), Some(out)) = (joined, out) {
            let parts = list.iter().filter_map(|one| self.target_slot(*one)).collect();
            self.emit(Op::Join(parts, out));
        }
    }

    /// Whether everything that a statement chooses was chosen while announcing.
    fn chosen_early(&self, roles: &[Role]) -> bool {
        let is_target = |obj: &ir::ObjId| self.target_slot(*obj).is_some();
        roles.iter().all(|r| match &r.arg {
            Arg::Objects(obj) => match &self.code()[*obj] {
                Objects::Join(list) => list.iter().all(is_target),
                _ => is_target(obj),
            },
            Arg::As(_) => true,
            _ => false,
        })
    }

    /// `produce {Linked} or {G}`: icons for the purse of the acting player.
    pub(super) fn produce(&mut self, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        let Some(Arg::Icons(runs)) = roles.take(&["what"]) else {
            return Err(Fail::wording(
                "the engine produces icons only",
                "write the icons: `produce {W}`",
            ));
        };
        let mut linked = Vec::new();
        for run in runs {
            linked.push(self.paid_icons(&run.0)?);
        }
        self.emit(Op::Produce {
            runs: linked,
            done: Some(out),
        });
        Ok(())
    }

    /// What a word of the game's table does as a command.
    pub(super) fn command(&self, verb: &str) -> Option<VerbKind> {
        let row = self.tables().verbs.iter().find(|row| row.word == verb);
        row.map(|r| r.command)
    }

    /// A plain amount: `2 damage`.
    pub(super) fn amount(&mut self, amount: &ir::Amount) -> Linked<super::NumIx> {
        let ir::Amount {
            quant,
            of,
            kinds,
            whose,
            filters,
        } = amount;
        if !kinds.is_empty() || whose.is_some() || !filters.is_empty() {
            return Err(Fail::limit(Limit::Amount, format!("the engine knows plain {of} only")));
        }
        match quant {
            Quant::Exactly(n) => self.num(*n),
            Quant::A | Quant::Bare => Ok(self.one()),
            _ => Err(Fail::wording(
                format!("the engine needs a number of {of}"),
                "write how many: `2`, `X`, `1 for each …`",
            )),
        }
    }

    /// `deal 100 damage to it for each …`: the number that the verb takes is multiplied, and all of it happens at once (fow 1007.3a and
    /// its like). What has no number is done again for each.
    fn verb_for_each(&mut self, verb: &'m str, roles: Roles<'m>, per: ir::ObjId, out: SlotIx) -> Linked<()> {
        let amount = match roles.peek("what") {
            Some(Arg::Number(n)) => Some(*n),
            Some(Arg::Amount(ir::Amount { quant, of, .. })) => match quant {
                Quant::Exactly(n) | Quant::UpTo(n) => Some(*n),
                _ => {
                    return Err(Fail::wording(
                        format!("`for each` multiplies a number of {of}, and there is none"),
                        "write how many: `1`, `2`",
                    ));
                }
            },
            _ => match roles.peek("by") {
                Some(Arg::Number(n)) => Some(*n),
                _ => None,
            },
        };
        let Some(amount) = amount else {
            if roles.left.iter().any(|role| self.arg_targets(&role.arg)) {
                return Err(Fail::limit(
                    Limit::AnnouncedChoice,
                    "the engine cannot choose targets for each of several yet",
                ));
            }
            let over = self.obj(per)?;
            let element = self.fresh();
            return self.each(over, element, |linker| linker.verb(verb, roles, out));
        };
        // What is divided is divided while announcing, before it is known how often.
        if roles.has("as") {
            return Err(Fail::limit(
                Limit::AnnouncedChoice,
                format!("the engine cannot `{verb}` that way for each of several yet"),
            ));
        }
        let times = match self.per(Some(per))? {
            (_, Some(times)) => times,
            (Some(objs), None) => self.add_num(Num::Count(objs)),
            (None, None) => self.one(),
        };
        let before = self.scope.multiplied.replace(Multiplied {
            number: amount,
            times,
            done: false,
        });
        let linked = self.verb(verb, roles, out);
        let multiplied = std::mem::replace(&mut self.scope.multiplied, before);
        linked?;
        if multiplied.is_none_or(|m| !m.done) {
            return Err(Fail::wording(
                format!("the engine cannot multiply what `{verb}` takes"),
                "repeat it: `for each … { … }`",
            ));
        }
        Ok(())
    }

    /// What an action takes; picks that have a slot of their own are made first.
    pub(super) fn taken(&mut self, arg: Option<&'m Arg>, from: Option<PlaceId>, out: SlotIx) -> Linked<What> {
        let Some(Arg::Objects(obj)) = arg else {
            return Err(Fail::wording(
                "the engine needs cards here",
                "name or describe cards here: `this`, `it`, `1 of your characters`",
            ));
        };
        let what = self.what(*obj, from)?;
        self.taken_what(*obj, what, out)
    }

    /// Picks that have a slot of their own are made first.
    pub(super) fn taken_what(&mut self, obj: ir::ObjId, what: What, out: SlotIx) -> Linked<What> {
        let obj = &obj;
        if let What::Pick(pick) = what {
            let kept = self.pick_slot(*obj).unwrap_or(out);
            self.note_among(*obj, kept);
            // Of what each player does the choices come first, as steps of their own.
            let own = if kept == out && self.scope.each_player {
                self.fresh()
            } else {
                kept
            };
            if own != out && !self.scope.cost {
                self.emit(Op::Choose(pick, own));
                let objs = self.slot_obj(own);
                return Ok(What::Objs(objs));
            }
        } else {
            self.note_among(*obj, out);
        }
        Ok(what)
    }

    /// Objects where a pick must have been made first.
    pub(super) fn single(&mut self, arg: Option<&'m Arg>, out: SlotIx) -> Linked<ObjIx> {
        let Some(Arg::Objects(obj)) = arg else {
            return Err(Fail::wording(
                "the engine needs cards here",
                "name or describe cards here: `this`, `it`, `1 of your characters`",
            ));
        };
        self.chosen(*obj, out)
    }

    /// Objects; a pick among them is made first.
    pub(super) fn chosen(&mut self, obj: ir::ObjId, out: SlotIx) -> Linked<ObjIx> {
        self.chosen_from(obj, None, out)
    }

    /// Objects of the argument that come from a place; a pick among them is made first.
    pub(super) fn single_from(&mut self, arg: Option<&'m Arg>, from: Option<PlaceId>, out: SlotIx) -> Linked<ObjIx> {
        let Some(Arg::Objects(obj)) = arg else {
            return Err(Fail::wording(
                "the engine needs cards here",
                "name or describe cards here: `this`, `it`, `1 of your characters`",
            ));
        };
        self.chosen_from(*obj, from, out)
    }

    /// Objects with one more demand on them; a pick among them is made first.
    pub(super) fn single_with(
        &mut self,
        obj: ir::ObjId,
        place: Option<PlaceId>,
        filter: &Filter,
        out: SlotIx,
    ) -> Linked<ObjIx> {
        let unknown = || {
            Fail::limit(
                Limit::ChoiceInside,
                "the engine can demand that of cards that are chosen only",
            )
        };
        let filter = self.filter(filter)?;
        let What::Pick(pick) = self.what(obj, place)? else {
            return Err(unknown());
        };
        let from = self.l.parts.picks.get(pick.0 as usize).map(|pick| pick.from);
        match from.and_then(|from| self.l.parts.objs.get_mut(from.0 as usize)) {
            Some(super::super::code::Obj::Select(select)) => select.filters.push(filter),
            _ => return Err(unknown()),
        }
        self.chosen_what(obj, What::Pick(pick), out)
    }

    fn chosen_from(&mut self, obj: ir::ObjId, from: Option<PlaceId>, out: SlotIx) -> Linked<ObjIx> {
        let what = self.what(obj, from)?;
        self.chosen_what(obj, what, out)
    }

    fn chosen_what(&mut self, obj: ir::ObjId, what: What, out: SlotIx) -> Linked<ObjIx> {
        let obj = &obj;
        match what {
            What::Pick(pick) => {
                let slot = match self.pick_slot(*obj) {
                    Some(slot) if slot != out => slot,
                    _ => self.fresh(),
                };
                self.emit(Op::Choose(pick, slot));
                self.note_among(*obj, slot);
                Ok(self.slot_obj(slot))
            }
            What::Objs(objs) => {
                self.note_among(*obj, out);
                Ok(objs)
            }
            What::Pile { .. } => self.obj(*obj),
        }
    }

    pub(super) fn draw(&mut self, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        let (count, up_to) = match roles.take(&["what"]) {
            Some(Arg::Number(n)) => (self.num(*n)?, false),
            Some(Arg::Amount(amount)) => {
                let ir::Amount {
                    quant,
                    of,
                    kinds,
                    whose,
                    filters,
                } = amount;
                if self.noun(of) != Noun::Card(0) || !kinds.is_empty() || whose.is_some() || !filters.is_empty() {
                    return Err(Fail::limit(Limit::Amount, "the engine draws any cards only"));
                }
                self.drawn(quant)?
            }
            Some(Arg::Objects(obj)) => match &self.code()[*obj] {
                Objects::Select(selector) => match Thing::of(selector) {
                    Some(thing) if thing.is_plain() && self.is_any_card(thing.noun) => self.drawn(thing.quant)?,
                    _ => return Err(Fail::limit(Limit::Amount, "the engine draws any cards only")),
                },
                _ => return Err(Fail::limit(Limit::Amount, "the engine draws any cards only")),
            },
            _ => {
                return Err(Fail::wording(
                    "the engine needs a number of cards to draw",
                    "write how many: `draw 2`",
                ));
            }
        };
        self.emit(Op::Draw {
            who: Who::Actor,
            count,
            up_to,
            out,
            done: None,
        });
        Ok(())
    }

    /// Whether a noun, if there is one, means cards whatever they are.
    pub(super) fn is_any_card(&self, noun: Option<&ir::Name>) -> bool {
        noun.is_none_or(|n| self.noun(n) == Noun::Card(0))
    }

    fn drawn(&mut self, quant: &Quant) -> Linked<(super::NumIx, bool)> {
        match quant {
            Quant::Exactly(n) => Ok((self.num(*n)?, false)),
            Quant::UpTo(n) => Ok((self.num(*n)?, true)),
            Quant::A | Quant::Bare => Ok((self.one(), false)),
            _ => Err(Fail::wording(
                "the engine needs a number of cards to draw",
                "write how many: `draw 2`",
            )),
        }
    }

    pub(super) fn move_cards(&mut self, verb: &str, tag: Note, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
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
        if from.is_none()
            && let Some(making) = self.made(roles.peek("what"))?
        {
            roles.take(&["what"]);
            return self.create_cards(making, tag, roles, out);
        }
        if from.is_none() {
            self.not_new(roles.peek("what"))?;
        }
        self.note_moved(roles.peek("what"), out);
        let (what, out) = self.moved_cards(verb, roles.take(&["what"]), from, out)?;
        self.not_under_a_pile(roles.peek("under"))?;
        let to = match roles.take(&["into", "onto", "on", "to", "under"]) {
            Some(Arg::Place(place)) => self.place(*place)?,
            _ => {
                return Err(Fail::wording(
                    format!("the engine needs a place to `{verb}` cards to"),
                    "say where to: `into your hand`, `on top of your deck`",
                ));
            }
        };
        let to = self.owners_of_moved(to, &what, out);
        let mut shape = Shape::default();
        if let Some(arg) = roles.take(&["as"]) {
            self.state_of(arg, &mut shape)?;
        }
        if matches!(what, What::Pile { .. }) && shape.side.is_some() {
            return Err(Fail::limit(
                Limit::VerbRole,
                format!("the engine cannot `{verb}` cards of a pile as that"),
            ));
        }
        let order = match roles.take(&["in"]) {
            None => Order::Owner,
            Some(Arg::Order(order)) if order == "any" => Order::Actor,
            Some(Arg::Order(order)) if order == "random" => Order::Random,
            Some(Arg::Order(order)) if order == "same" => Order::Kept,
            Some(_) => {
                return Err(Fail::wording(
                    "the engine does not know that order",
                    "write `in any order`, `in random order` or `in the same order`",
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
            order,
            out,
            done: None,
        });
        Ok(())
    }

    /// A card goes under a card; of a pile it is said at which end it goes in.
    fn not_under_a_pile(&mut self, under: Option<&'m Arg>) -> Linked<()> {
        let Some(Arg::Place(place)) = under else { return Ok(()) };
        if !matches!(self.code()[*place].kind, PlaceKind::Zone(..)) {
            return Ok(());
        }
        let place = self.place(*place)?;
        let piles = self.tables().deck.bit();
        if self.zone_bits(place) & piles == 0 {
            return Ok(());
        }
        Err(Fail::wording(
            "cards go to an end of a pile",
            "write `on the bottom of your deck`",
        ))
    }

    /// What is moved and where it is kept what was. A card that is chosen to change its position is chosen first: where there is none for it, it is still
    /// spoken of (1.3.2 of Weiß Schwarz and its like).
    fn moved_cards(
        &mut self,
        verb: &str,
        arg: Option<&'m Arg>,
        from: Option<PlaceId>,
        out: SlotIx,
    ) -> Linked<(What, SlotIx)> {
        let chosen = match arg {
            Some(Arg::Objects(obj)) => self.pick_slot(*obj) == Some(out),
            _ => false,
        };
        if !chosen || self.scope.cost || base_verbs::command(verb) != Some(BaseVerb::Move) {
            return Ok((self.taken(arg, from, out)?, out));
        }
        let moved = self.fresh();
        self.scope.changed.push((out, moved));
        Ok((self.taken(arg, from, moved)?, moved))
    }

    /// `to its owner's hand`, of what is moved: each card goes to its own owner's, whichever is picked and however many there are.
    fn owners_of_moved(&mut self, to: PlaceIx, what: &What, out: SlotIx) -> PlaceIx {
        let Some(Place::Zone {
            zones,
            whose: Some(Who::OwnerOf(objs)),
            empty: false,
            end,
        }) = self.l.parts.places.get(to.0 as usize)
        else {
            return to;
        };
        let moved = match self.l.parts.objs.get(objs.0 as usize) {
            Some(Obj::Slot(slot)) if *slot == out => true,
            Some(named) => matches!(what, What::Objs(moved) if self.l.parts.objs.get(moved.0 as usize) == Some(named)),
            None => false,
        };
        // What comes to a place of both players has a word of its own about whose it becomes.
        if !moved || zones.iter().any(|(zone, _)| self.tables().shared.contains(zone)) {
            return to;
        }
        let own = Place::Zone {
            zones: zones.clone(),
            whose: None,
            empty: false,
            end: *end,
        };
        self.add_place(own)
    }

    /// `as rested`, `as face-down marker`, `as J-ruler`.
    pub(super) fn state_of(&mut self, arg: &'m Arg, shape: &mut Shape) -> Linked<()> {
        let mut word = |linker: &Self, word: &str| {
            let inverted = position(linker.tables().states, word).is_some() && word == "inverted";
            if let Some(o) = position(linker.tables().orients, word) {
                shape.orient = Some(o);
                Ok(())
            } else if word == "face-down" || word == "face-up" {
                shape.face_down = Some(word == "face-down");
                Ok(())
            } else if inverted {
                shape.side = Some(Side::Other);
                Ok(())
            } else if linker.is_under(word) {
                Ok(())
            } else {
                Err(Fail::limit(
                    Limit::VerbRole,
                    format!("the engine cannot put a card somewhere as `{word}`"),
                ))
            }
        };
        let unknown = || Fail::limit(Limit::VerbRole, "the engine cannot put a card somewhere as that");
        match arg {
            Arg::Words(words) => words.iter().try_for_each(|w| word(self, w)),
            Arg::Objects(obj) => {
                let Objects::Select(selector) = &self.code()[*obj] else {
                    return Err(unknown());
                };
                let Some(thing) = Thing::of(selector).filter(Thing::is_general) else {
                    return Err(unknown());
                };
                if !matches!(thing.quant, Quant::Bare | Quant::A) {
                    return Err(unknown());
                }
                if !thing.noun.is_some_and(|n| self.is_under(n)) {
                    // `as J-ruler`: the side of that type.
                    let Some(Noun::Card(types)) = thing.noun.map(|n| self.noun(n)).filter(|n| *n != Noun::Card(0))
                    else {
                        return Err(unknown());
                    };
                    shape.side = Some(Side::Type(types));
                    return if thing.filters.is_empty() {
                        Ok(())
                    } else {
                        Err(unknown())
                    };
                }
                for filter in thing.filters {
                    match filter {
                        Filter::State(w) => word(self, w)?,
                        _ => return Err(unknown()),
                    }
                }
                Ok(())
            }
            _ => Err(unknown()),
        }
    }
}
