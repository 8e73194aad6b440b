//! Cards that are made: tokens by name, one of several names, or of the name that another card has; copies.

use super::super::code::{Declare, Made, Num, NumIx, Obj, ObjIx, Op, PickIx, Place, PlaceIx, Select, SlotIx, What};
use super::super::tables::SendFrom;
use super::action::{Roles, Shape};
use super::refusal::{Fail, Limit};
use super::thing::Thing;
use super::{CardLinker, Linked, position};
use crate::ir::{Arg, ChoiceTime, Expr, Filter, ObjId, Objects, PlaceId, Quant, Selector, Stmt};
use crate::kernel::{Note, ZoneId};

/// The noun of cards that are made.
const TOKEN: &str = "token";

/// The most choices of a token that one sentence asks for.
const MOST_CHOICES: i64 = 20;

/// What a sentence makes.
pub(super) struct Making {
    pub(super) made: Made,
    pub(super) count: NumIx,
    /// `engaged`: how it comes.
    orient: Option<u8>,
}

/// The new cards that a phrase names.
struct Named<'m> {
    quant: &'m Quant,
    names: Vec<&'m str>,
    /// The word says that they are made; a name alone may mean a card that is there.
    token: bool,
    orient: Option<u8>,
}

impl<'m> CardLinker<'_, 'm> {
    /// `put 2 "Sprite" tokens into field`, `put 2 copies of it into field`: nothing that is there is meant. None if it is no such sentence.
    pub(super) fn made(&mut self, arg: Option<&'m Arg>) -> Linked<Option<Making>> {
        let Some(Arg::Objects(obj)) = arg else {
            return Ok(None);
        };
        match &self.code()[*obj] {
            Objects::Join(list) => self.made_together(list),
            Objects::Select(selector) => self.made_one(selector),
            _ => Ok(None),
        }
    }

    /// `1 "Sprite" token and 2 "Imp" tokens`: they come together. The word may stand behind the last name only.
    fn made_together(&mut self, list: &'m [ObjId]) -> Linked<Option<Making>> {
        let mut all = Vec::new();
        for obj in list {
            let Objects::Select(selector) = &self.code()[*obj] else {
                return Ok(None);
            };
            match self.named_tokens(selector) {
                Some(named) => all.push(named),
                None => return Ok(None),
            }
        }
        if !all.last().is_some_and(|last| last.token) {
            return Ok(None);
        }
        let orient = all.last().and_then(|last| last.orient);
        let mut made = Vec::new();
        for named in all {
            let [name] = named.names.as_slice() else {
                return Err(Fail::wording(
                    "one of several tokens is chosen in a sentence of its own only",
                    "write two sentences: `summon 1 \"A\" or \"B\" token; summon 1 \"C\" token`",
                ));
            };
            if named.orient.is_some_and(|own| Some(own) != orient) {
                return Err(Fail::limit(
                    Limit::VerbRole,
                    "the engine makes tokens that come together in one state only",
                ));
            }
            made.push((self.token(name)?, self.made_number(named.quant)?));
        }
        Ok(Some(Making {
            made: Made::Several(made),
            count: self.one(),
            orient,
        }))
    }

    fn made_one(&mut self, selector: &'m Selector) -> Linked<Option<Making>> {
        if let Some(named) = self.named_tokens(selector).filter(|named| named.token) {
            let orient = named.orient;
            let (made, count) = match named.names.as_slice() {
                [name] => (Made::Def(self.token(name)?), self.made_number(named.quant)?),
                names => self.one_of(names, named.quant)?,
            };
            return Ok(Some(Making { made, count, orient }));
        }
        let Some(thing) = Thing::of(selector).filter(Thing::is_general) else {
            return Ok(None);
        };
        let made = match (thing.noun.map(|n| n.as_ref()), thing.filters.as_slice()) {
            (Some("copy"), [Filter::Of(of)]) => Made::Copy(self.obj(*of)?),
            (Some(TOKEN), [Filter::Same(attr, of)]) if attr == "name" => {
                if self.tables().nowhere.is_none() {
                    return Err(Fail::limit(Limit::Verb, "this game makes no cards"));
                }
                Made::NameOf(self.obj(*of)?)
            }
            _ => return Ok(None),
        };
        let count = self.made_number(thing.quant)?;
        Ok(Some(Making {
            made,
            count,
            orient: None,
        }))
    }

    /// The names of what a phrase makes, if names, the word for it and the state it comes in are all that is said.
    fn named_tokens(&self, selector: &'m Selector) -> Option<Named<'m>> {
        let Selector {
            quant,
            whose,
            filters,
            descs,
            places,
            // A token that is made is looked for nowhere.
            default_zones: _,
            among,
            other,
            target,
            random,
            next,
            slot: _,
            named: _,
        } = selector;
        if whose.is_some() || among.is_some() || !places.is_empty() || *other || *target || *random || *next {
            return None;
        }
        let mut out = Named {
            quant,
            names: Vec::new(),
            token: false,
            orient: None,
        };
        for desc in descs {
            match desc.noun.as_ref() {
                None => {}
                Some(noun) if noun == TOKEN => out.token = true,
                Some(_) => return None,
            }
            let mut name = None;
            for filter in desc.filters.iter().chain(filters) {
                match filter {
                    Filter::Named(own) if name.is_none() => name = Some(own.as_ref()),
                    Filter::State(word) if word == TOKEN => out.token = true,
                    Filter::State(word) => out.orient = Some(position(self.tables().orients, word)?),
                    _ => return None,
                }
            }
            out.names.push(name?);
        }
        (!out.names.is_empty()).then_some(out)
    }

    /// `summon 1 "Sprite"`: a name alone means a card that is there, and the name of a token hardly does.
    pub(super) fn not_new(&mut self, arg: Option<&'m Arg>) -> Linked<()> {
        let Some(named) = self.own_choice(arg).and_then(|s| self.named_tokens(s)) else {
            return Ok(());
        };
        for name in named.names {
            self.l.wanted.insert((name.to_owned(), None));
            let mut tokens = self.l.tokens.iter().flatten();
            if tokens.any(|token| token.name.eq_ignore_ascii_case(name)) {
                return Err(Fail::wording(
                    format!("\"{name}\" alone means one that is there already"),
                    format!("write `1 \"{name}\" token` for a new one, `1 of your \"{name}\"` for one that is there"),
                ));
            }
        }
        Ok(())
    }

    /// The choice that a command makes itself, also where it was put before the command.
    fn own_choice(&self, arg: Option<&'m Arg>) -> Option<&'m Selector> {
        let Some(Arg::Objects(obj)) = arg else { return None };
        let code = self.code();
        match &code[*obj] {
            Objects::Select(selector) => Some(selector),
            Objects::Slot(slot, _) => {
                let here = |at: usize| code.stmt_src.get(at) == Some(&self.src);
                let mut chosen = code.stmts.iter().enumerate().filter_map(|(at, stmt)| match stmt {
                    Stmt::Do {
                        slot: own,
                        roles,
                        choice: Some(ChoiceTime::Play),
                        ..
                    } if *own == Some(*slot) && here(at) => roles.first(),
                    _ => None,
                });
                match &chosen.next()?.arg {
                    Arg::Objects(obj) => match &code[*obj] {
                        Objects::Select(selector) => Some(selector),
                        _ => None,
                    },
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The description of the cards that are taken, if they are chosen or described in this ability.
    fn taken_from(&self, what: &What) -> Option<&Select> {
        let parts = &self.l.parts;
        let pick = |pick: &PickIx| parts.picks.get(pick.0 as usize).map(|pick| pick.from);
        let obj = match what {
            What::Pick(chosen) => pick(chosen),
            What::Objs(obj) => Some(*obj),
            What::Pile { .. } => None,
        };
        let of = |obj: &ObjIx| parts.objs.get(obj.0 as usize);
        let from = match obj.as_ref().and_then(of) {
            Some(Obj::Slot(slot)) => {
                let target = self.scope.targets.iter().find(|(target, _)| target == slot);
                let now = || {
                    self.ops.iter().rev().find_map(|(op, _)| match op {
                        Op::Choose(chosen, kept) if kept == slot => Some(*chosen),
                        _ => None,
                    })
                };
                let chosen = target.map(|(_, chosen)| *chosen).or_else(now);
                chosen.as_ref().and_then(pick).as_ref().and_then(of)
            }
            other => other,
        };
        match from {
            Some(Obj::Select(select)) if select.among.is_none() => Some(select),
            _ => None,
        }
    }

    /// The zones that a verb takes its cards from (bits).
    pub(super) fn source_bits(&self, source: SendFrom) -> u32 {
        let zones = (0u8..).zip(self.tables().zones);
        match source {
            SendFrom::Hand => self.tables().hand.bit(),
            SendFrom::Zone(zone) => zone.bit(),
            SendFrom::Board => zones
                .filter(|(_, zone)| zone.board)
                .fold(0, |all, (at, _)| all | ZoneId(at).bit()),
            SendFrom::Anywhere | SendFrom::Controlled => u32::MAX,
        }
    }

    /// Where a verb takes its cards from, in words.
    pub(super) fn origin_of(&self, source: SendFrom) -> String {
        match source {
            SendFrom::Hand => "from the hand".to_owned(),
            SendFrom::Zone(zone) => {
                let zone = self.tables().zones.get(zone.ix());
                format!("from the {}", zone.map_or("zone", |zone| zone.name))
            }
            SendFrom::Board | SendFrom::Anywhere | SendFrom::Controlled => "that are in play".to_owned(),
        }
    }

    /// A verb that takes cards from somewhere takes none that were chosen elsewhere (5.11.1 of Evolve and its like).
    pub(super) fn comes_from_there(
        &self,
        verb: &str,
        what: &What,
        source: SendFrom,
        from: Option<PlaceId>,
    ) -> Linked<()> {
        let bits = self.source_bits(source);
        let there = |place: &PlaceIx| self.zone_bits(*place) & bits != 0;
        let elsewhere = match (what, self.taken_from(what)) {
            // What is discarded from another zone is said to be (`from`).
            _ if from.is_some() && source == SendFrom::Hand => false,
            (What::Pile { place, .. }, _) => source != SendFrom::Hand && !there(place),
            (_, Some(select)) => !select.places.is_empty() && !select.places.iter().any(there),
            _ => false,
        };
        if elsewhere {
            let origin = self.origin_of(source);
            return Err(Fail::wording(
                format!("one can `{verb}` cards {origin} only, and these are elsewhere"),
                "use the verb for where the cards are",
            ));
        }
        Ok(())
    }

    /// What is sent to a zone does not lie there already.
    pub(super) fn comes_from_elsewhere(&self, verb: &str, what: &What, zone: ZoneId) -> Linked<()> {
        let parts = &self.l.parts;
        let Some(select) = self.taken_from(what) else {
            return Ok(());
        };
        let there = |place: &PlaceIx| match parts.places.get(place.0 as usize) {
            Some(Place::Zone { zones, .. }) => zones.iter().all(|(own, _)| *own == zone),
            _ => false,
        };
        if select.places.is_empty() || select.among.is_some() || !select.places.iter().all(there) {
            return Ok(());
        }
        let name = self.tables().zones.get(zone.ix()).map_or("there", |zone| zone.name);
        Err(Fail::wording(
            format!("these cards lie in `{name}` already: nothing would `{verb}` them"),
            format!("say where they come from: `{verb} 1 card from your hand`; new cards are `tokens`"),
        ))
    }

    /// How many are made; `up to` is a player's choice, made first.
    fn made_number(&mut self, quant: &Quant) -> Linked<NumIx> {
        match quant {
            Quant::Exactly(n) => self.num(*n),
            Quant::A | Quant::Bare => Ok(self.one()),
            Quant::UpTo(n) => {
                let (low, most) = (self.constant(0), self.num(*n)?);
                let slot = self.fresh();
                self.emit(Op::Declare(Declare::Number(low, most), slot));
                Ok(self.add_num(Num::Slot(slot)))
            }
            _ => Err(Fail::wording(
                "the engine needs a number of cards to make",
                "write how many: `2 \"…\" tokens`",
            )),
        }
    }

    /// `2 "Sprite" or "Imp" tokens`: of each the player says which; all come together.
    fn one_of(&mut self, names: &[&str], quant: &Quant) -> Linked<(Made, NumIx)> {
        let (count, may_stop) = match quant {
            Quant::A | Quant::Bare => (1, false),
            Quant::Exactly(n) | Quant::UpTo(n) => match &self.code()[*n] {
                Expr::Num(n) => (*n, matches!(quant, Quant::UpTo(_))),
                _ => {
                    return Err(Fail::limit(
                        Limit::ChoiceInside,
                        "the engine needs a written number of tokens that a player chooses",
                    ));
                }
            },
            _ => {
                return Err(Fail::wording(
                    "the engine needs a number of cards to make",
                    "write how many: `2 \"…\" or \"…\" tokens`",
                ));
            }
        };
        if !(1..=MOST_CHOICES).contains(&count) {
            return Err(Fail::limit(
                Limit::Size,
                format!("a player chooses at most {MOST_CHOICES} tokens at once"),
            ));
        }
        let mut defs = Vec::new();
        for name in names {
            defs.push(self.token(name)?);
        }
        let mut slots = Vec::new();
        for _ in 0..count {
            let slot = self.fresh();
            self.emit(Op::Declare(Declare::Made(defs.clone(), may_stop), slot));
            slots.push(slot);
        }
        Ok((Made::Chosen(slots, defs), self.one()))
    }

    /// New cards are put somewhere.
    pub(super) fn create_cards(&mut self, making: Making, tag: Note, roles: &mut Roles<'m>, out: SlotIx) -> Linked<()> {
        let to = match roles.take(&["into", "onto", "on", "to"]) {
            Some(Arg::Place(place)) => self.place(*place)?,
            _ => {
                return Err(Fail::wording(
                    "the engine needs a place to put new cards",
                    "say where they are put: `onto your field`",
                ));
            }
        };
        self.create_at(to, making, tag, roles, out)
    }

    /// New cards come to a place.
    pub(super) fn create_at(
        &mut self,
        to: PlaceIx,
        Making { made, count, orient }: Making,
        tag: Note,
        roles: &mut Roles<'m>,
        out: SlotIx,
    ) -> Linked<()> {
        let mut shape = Shape {
            orient,
            ..Shape::default()
        };
        if let Some(arg) = roles.take(&["as"]) {
            self.state_of(arg, &mut shape)?;
        }
        if shape.face_down.is_some() || shape.side.is_some() || (orient.is_some() && orient != shape.orient) {
            return Err(Fail::limit(Limit::VerbRole, "the engine cannot make cards as that"));
        }
        self.emit(Op::Create {
            made,
            count,
            to,
            tag,
            orient: shape.orient,
            out,
            done: None,
        });
        Ok(())
    }
}
