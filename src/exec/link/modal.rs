//! What may, must and must not be done.

use super::super::code::{self, ChangeIx, ChangeOp, Cond, EnterAs, Lasting, NumIx, Obj, ObjIx, Op, Static, Who};
use super::super::tables::VerbKind;
use super::change::{Made, Target};
use super::object::Noun;
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked};
use crate::ir::{
    self, Amount, Arg, Boundary, Deed, Duration, ModalWord, ObjId, Objects, PlaceId, PlaceKind, Quant, RefWord, Role,
    Stmt, Subject,
};
use crate::kernel::Bits;

impl<'m> CardLinker<'_, 'm> {
    pub(super) fn modality(
        &mut self,
        subject: &'m Subject,
        word: ModalWord,
        deeds: &'m [Deed],
        roles: &'m [Role],
        durations: &'m [Duration],
    ) -> Linked<(Vec<Made>, &'m [Duration])> {
        if self.scope.building
            && let Some(made) = self.at_most(subject, word, deeds, roles)?
        {
            return Ok((vec![made], durations));
        }
        match word {
            ModalWord::Cannot => {
                // An amount is no object: that it cannot be dealt or canceled is a rule for whoever it goes to. Nor is an ability that nobody has used yet.
                let amount = matches!(subject, Subject::Amount(_));
                let abilities =
                    deeds.iter().all(|deed| self.is_of_abilities(&deed.verb)) || self.is_ability(Some(subject));
                // What a card shows by being checked is a rule for all such cards, wherever they are (11.3.1 and its like).
                let open = abilities || self.is_open(subject, deeds, roles);
                // What a player deals comes from that player's cards, whoever it goes to.
                let dealt = matches!(subject, Subject::Players(_)) && deeds.iter().all(|deed| self.is_dealt(deed));
                let target = if amount || open || dealt {
                    Target::Players(Who::Each)
                } else {
                    self.forbidden(subject, deeds)?
                };
                let mut changes = Vec::new();
                for deed in deeds {
                    self.happens_there(subject, deed, roles)?;
                    if amount != (deed.passive && self.is_amount(&deed.verb)) {
                        return Err(Fail::limit(
                            Limit::Forbid,
                            format!("the engine cannot forbid `{}` of that yet", deed.verb),
                        ));
                    }
                    let players = matches!((&target, deed.passive), (Target::Players(_), false));
                    self.scope.forbids_player = !dealt && players && (abilities || !open);
                    let pattern = self.deed_pattern((amount || open || dealt).then_some(subject), deed, roles);
                    self.scope.forbids_player = false;
                    let pattern = pattern?;
                    self.done_to_own(deed, &target, pattern)?;
                    self.where_it_comes_from(subject, &target, pattern)?;
                    self.is_brought_there(deed, &target, pattern)?;
                    for pattern in self.cards_and_abilities(pattern) {
                        changes.push(self.changed(ChangeOp::Forbid(pattern), None));
                    }
                }
                Ok((vec![Made { target, changes }], durations))
            }
            ModalWord::Can => Ok((vec![self.can(subject, deeds, roles)?], durations)),
            ModalWord::Must => Ok((vec![self.must(subject, deeds, roles)?], durations)),
        }
    }

    /// `you cannot have 5 or more cards with Sentinel` in deck construction. None if something else is said.
    fn at_most(
        &mut self,
        subject: &Subject,
        word: ModalWord,
        deeds: &[Deed],
        roles: &'m [Role],
    ) -> Linked<Option<Made>> {
        let ([deed], [Role { name, arg }], ModalWord::Cannot) = (deeds, roles, word) else {
            return Ok(None);
        };
        if deed.verb != "have" || deed.passive || name != "what" {
            return Ok(None);
        }
        let unknown = || {
            Fail::limit(
                Limit::Deck,
                "the engine knows how many cards with a keyword a deck may have, nothing else",
            )
        };
        let (Arg::Objects(obj), Subject::Players(ir::Who::You)) = (arg, subject) else {
            return Err(unknown());
        };
        let Objects::Select(selector) = &self.code()[*obj] else {
            return Err(unknown());
        };
        let thing = super::thing::Thing::of(selector).filter(|t| t.is_general() && self.is_any_card(t.noun));
        let Some((Quant::AtLeast(n), [filter])) = thing.as_ref().map(|t| (t.quant, t.filters.as_slice())) else {
            return Err(unknown());
        };
        let keywords = self.keyword_filter(filter)?.ok_or_else(unknown)?;
        let most = match self.code()[*n] {
            ir::Expr::Num(n) => u16::try_from(n.saturating_sub(1)).map_err(|_| unknown())?,
            _ => return Err(unknown()),
        };
        let changes = vec![self.changed(ChangeOp::AtMost(keywords, most), None)];
        Ok(Some(Made {
            target: Target::Players(Who::You),
            changes,
        }))
    }

    /// A permission, by the game's table.
    fn can(&mut self, subject: &'m Subject, deeds: &[Deed], roles: &'m [Role]) -> Linked<Made> {
        let word = self.tables().substitute;
        if !word.is_empty() && deeds.iter().any(|deed| deed.verb == word) {
            return self.substitute(subject, deeds, roles);
        }
        if let Some(made) = self.copies(subject, deeds, roles)? {
            return Ok(made);
        }
        let mut without = "";
        let (mut what, mut from, mut cost) = (None, None, None);
        for Role { name, arg } in roles {
            match (name.as_ref(), arg) {
                ("without", Arg::Without(word)) => without = word,
                ("what", Arg::Objects(obj)) => what = Some(*obj),
                ("from", Arg::Place(place)) => from = Some(*place),
                ("for", Arg::Cost(id)) => cost = Some(*id),
                // What one attack does happens together anyway.
                ("at", arg) if self.is_together(arg) => {}
                _ => {
                    return Err(Fail::limit(
                        Limit::Allow,
                        format!("the engine cannot allow that with `{name}` yet"),
                    ));
                }
            }
        }
        if let Some(obj) = what {
            self.is_idle(deeds, obj)?;
        }
        // A part of a zone belongs to the permission; it is given to cards.
        let part = from.and_then(|place| self.part_word(place)).unwrap_or("");
        if !part.is_empty() {
            from = None;
        }
        if let (Subject::Objects(_), Some(obj), None, None) = (subject, what, from, cost)
            && let Some((objs, most)) = self.so_many(obj)?
        {
            let target = self.target(subject)?;
            let mut changes = Vec::new();
            for Deed { verb, passive } in deeds {
                let mut rows = self.tables().allows.iter();
                let row = rows.position(|row| {
                    row.verb == verb.as_ref() && row.without == without && row.part == part && row.from.is_empty()
                });
                let op = match row.and_then(|r| u8::try_from(r).ok()) {
                    Some(allow) if !passive => ChangeOp::AllowSome(allow, objs, most),
                    _ => {
                        return Err(Fail::limit(
                            Limit::Allow,
                            format!("the engine cannot allow `{verb}` that way yet"),
                        ));
                    }
                };
                changes.push(self.changed(op, None));
            }
            return Ok(Made { target, changes });
        }
        // A permission to do something with cards is a permission of those cards; which cards of a zone it is for shows when they are
        // played, so that one is the player's; what a card may do to others is its own.
        let (target, with) = match (subject, what, from) {
            (Subject::Objects(_), Some(obj), None) => (self.target(subject)?, Some(self.plain_group(obj)?)),
            (_, what, Some(from)) => (self.target(subject)?, Some(self.allowed_from(subject, what, from)?)),
            (_, Some(obj), None) if deeds.iter().all(|deed| deed.verb == "play") => {
                let target = self.allowed(subject, obj)?;
                (self.where_played(obj, target, Vec::new(), Some(Who::You)), None)
            }
            (_, Some(obj), None) if deeds.iter().all(|deed| self.brings_into_play(&deed.verb)) => {
                let target = self.allowed(subject, obj)?;
                (self.brought_from(obj, target), None)
            }
            (_, Some(obj), None) => (self.allowed(subject, obj)?, None),
            (_, None, None) => (self.target(subject)?, None),
        };
        let cost = match (cost, with) {
            (None, _) => None,
            (Some(id), None) => {
                self.can_cost_else(what)?;
                // The payment is a piece of code of its own.
                let at = self.emit(Op::End);
                let cost = self.cost(id, None)?;
                self.patch(at, Op::PayStart(cost));
                self.emit(Op::End);
                Some(cost)
            }
            (Some(_), Some(_)) => {
                return Err(Fail::limit(
                    Limit::Price,
                    "the engine can let certain cards cost something else only",
                ));
            }
        };
        let mut changes = Vec::new();
        for Deed { verb, passive } in deeds {
            let row = self.tables().allows.iter().position(|row| {
                row.verb == verb.as_ref() && row.without == without && row.part == part && self.row_from(row.from, from)
            });
            let op = match (row.and_then(|r| u8::try_from(r).ok()), cost) {
                (Some(allow), None) if !passive => ChangeOp::Allow(allow, with),
                (Some(allow), Some(cost)) if !passive => ChangeOp::AllowFor(allow, cost),
                _ => {
                    return Err(Fail::limit(
                        Limit::Allow,
                        format!("the engine cannot allow `{verb}` that way yet"),
                    ));
                }
            };
            changes.push(self.changed(op, None));
        }
        Ok(Made { target, changes })
    }

    /// `you can have up to 16 "Ashen Imp"` in deck construction. None if something else is allowed.
    fn copies(&mut self, subject: &'m Subject, deeds: &[Deed], roles: &'m [Role]) -> Linked<Option<Made>> {
        let [deed] = deeds else { return Ok(None) };
        // A game with a permission of its own for it says itself what it means.
        let own = self.tables().allows.iter().any(|row| row.verb == "have");
        if deed.verb != "have" || deed.passive || !self.scope.building || own {
            return Ok(None);
        }
        let own_name = &self.card.name;
        let repair =
            format!("write `you can have up to 16 \"{own_name}\"`, with its number and nothing behind the name");
        let unknown = || {
            Fail::wording(
                "the engine knows how many cards of its own name a card lets a deck have, nothing else",
                repair.as_str(),
            )
        };
        let (
            [
                Role {
                    name,
                    arg: Arg::Objects(obj),
                },
            ],
            Subject::Players(ir::Who::You),
        ) = (roles, subject)
        else {
            return Err(unknown());
        };
        if name != "what" {
            return Err(unknown());
        }
        let Objects::Select(selector) = &self.code()[*obj] else {
            return Err(unknown());
        };
        let thing = super::thing::Thing::of(selector).filter(|t| t.is_general() && t.noun.is_none());
        let Some((Quant::UpTo(n), [ir::Filter::Named(name)])) = thing.as_ref().map(|t| (t.quant, t.filters.as_slice()))
        else {
            return Err(unknown());
        };
        let n = match self.code()[*n] {
            ir::Expr::Num(n) => u16::try_from(n).map_err(|_| unknown())?,
            _ => return Err(unknown()),
        };
        if *name != self.card.name {
            return Err(unknown());
        }
        let name = self.name_id(name);
        let changes = vec![self.changed(ChangeOp::Copies(name, n), None)];
        Ok(Some(Made {
            target: Target::Players(Who::You),
            changes,
        }))
    }

    /// `you can substitute {M} for {B}`.
    fn substitute(&mut self, subject: &'m Subject, deeds: &[Deed], roles: &'m [Role]) -> Linked<Made> {
        let unknown = || {
            Fail::limit(
                Limit::Price,
                "the engine can let one kind of icons pay for another only",
            )
        };
        let ([Deed { passive: false, .. }], target @ Target::Players(_)) = (deeds, self.target(subject)?) else {
            return Err(unknown());
        };
        let (mut with, mut of) = (None, None);
        for Role { name, arg } in roles {
            let Arg::Icons(runs) = arg else { return Err(unknown()) };
            let [ir::IconRun(icons)] = runs.as_slice() else {
                return Err(unknown());
            };
            let [icon] = icons.as_slice() else {
                return Err(unknown());
            };
            // Icons that any kind pays are paid so anyway.
            let kind = super::position(self.tables().icons, icon).ok_or_else(unknown)?;
            match name.as_ref() {
                "what" if with.is_none() => with = Some(kind),
                "for" if of.is_none() => of = Some(kind),
                _ => return Err(unknown()),
            }
        }
        let (Some(with), Some(of)) = (with, of) else {
            return Err(unknown());
        };
        let changes = vec![self.changed(ChangeOp::Substitute(with, of), None)];
        Ok(Made { target, changes })
    }

    /// The word of a part of a zone, if the game's permissions know it.
    fn part_word(&self, place: PlaceId) -> Option<&'static str> {
        let ir::Place { kind, whose, quant } = &self.code()[place];
        let PlaceKind::Zone(names, filters) = kind else {
            return None;
        };
        let own = matches!(whose, None | Some(ir::Who::You)) && quant.is_none() && filters.is_empty();
        let ([name], true) = (names.as_slice(), own) else {
            return None;
        };
        let mut rows = self.tables().allows.iter();
        rows.find(|row| !row.part.is_empty() && name == row.part)
            .map(|row| row.part)
    }

    /// `up to 3 of opponent's units`: which, and how many of them at once. None if any number is meant.
    fn so_many(&mut self, id: ObjId) -> Linked<Option<(ObjIx, NumIx)>> {
        let Objects::Select(selector) = &self.code()[id] else {
            return Ok(None);
        };
        let (Quant::UpTo(n) | Quant::Exactly(n)) = &selector.quant else {
            return Ok(None);
        };
        let most = self.num(*n)?;
        let found = self.plain_select(selector, &[])?;
        let objs = self.add_obj(Obj::Select(Box::new(found)));
        Ok(Some((objs, most)))
    }

    /// All cards of a description.
    fn plain_group(&mut self, id: ObjId) -> Linked<ObjIx> {
        match &self.code()[id] {
            Objects::Select(selector) => {
                match selector.quant {
                    Quant::Bare | Quant::All | Quant::Each | Quant::Any | Quant::A => {}
                    _ => {
                        return Err(Fail::limit(
                            Limit::Allow,
                            "the engine cannot allow that for a certain number yet",
                        ));
                    }
                }
                let found = self.plain_select(selector, &[])?;
                Ok(self.add_obj(Obj::Select(Box::new(found))))
            }
            _ => self.obj(id),
        }
    }

    /// A duty, by the game's table; or how cards come into a place.
    fn must(&mut self, subject: &'m Subject, deeds: &[Deed], roles: &'m [Role]) -> Linked<Made> {
        if let [deed] = deeds
            && deed.verb == "enter"
            && !deed.passive
        {
            return self.must_enter(subject, roles);
        }
        let target = self.target(subject)?;
        let with = match roles {
            [] => None,
            [
                Role {
                    name,
                    arg: Arg::Objects(obj),
                },
            ] if name == "what" => Some(self.plain_group(*obj)?),
            _ => {
                return Err(Fail::limit(
                    Limit::Duty,
                    "the engine cannot demand that of a certain kind yet",
                ));
            }
        };
        let mut changes = Vec::new();
        for Deed { verb, passive } in deeds {
            match (super::position(self.tables().musts, verb), with) {
                (Some(duty), Some(objs)) if !passive => {
                    changes.push(self.changed(ChangeOp::MustWith(duty, objs), None));
                }
                (Some(duty), None) if !passive => changes.push(self.changed(ChangeOp::Must(duty), None)),
                _ => {
                    return Err(Fail::limit(
                        Limit::Duty,
                        format!("the engine cannot demand `{verb}` yet"),
                    ));
                }
            }
        }
        Ok(Made { target, changes })
    }

    /// `must enter field as rested`, `must enter field with 2 limit counters`.
    fn must_enter(&mut self, subject: &'m Subject, roles: &'m [Role]) -> Linked<Made> {
        let Subject::Objects(id) = subject else {
            return Err(Fail::wording(
                "only cards enter a place",
                "say of a card that it enters",
            ));
        };
        let what = match &self.code()[*id] {
            Objects::This if self.scope.continuous => None,
            Objects::Select(selector) => Some(self.fits(selector)?),
            _ => {
                return Err(Fail::limit(
                    Limit::Entering,
                    "the engine can say how this card or cards of a kind enter only",
                ));
            }
        };
        let (mut place, mut orient, mut counters) = (None, None, Vec::new());
        for Role { name, arg } in roles {
            match (name.as_ref(), arg) {
                ("what" | "into", Arg::Place(id)) if place.is_none() => place = Some(self.place(*id)?),
                ("as", Arg::Words(words)) if orient.is_none() => {
                    let [word] = words.as_slice() else {
                        return Err(Fail::limit(
                            Limit::Entering,
                            "the engine knows one state of an entering card",
                        ));
                    };
                    let found = super::position(self.tables().orients, word);
                    orient = Some(found.ok_or_else(|| {
                        Fail::limit(
                            Limit::Entering,
                            format!("the engine cannot let a card enter as `{word}` yet"),
                        )
                    })?);
                }
                ("with", Arg::Amount(amount)) => counters.push(self.counter_amount(amount)?),
                _ => {
                    return Err(Fail::limit(
                        Limit::Entering,
                        format!("the engine cannot let a card enter with `{name}` that way yet"),
                    ));
                }
            }
        }
        let Some(place) = place else {
            return Err(Fail::wording(
                "the engine must know which place is entered",
                "say which place: `enters your field`",
            ));
        };
        let how = EnterAs {
            what,
            place,
            orient,
            counters,
        };
        let changes = vec![self.changed(ChangeOp::EnterAs(Box::new(how)), None)];
        Ok(Made {
            target: Target::Players(Who::You),
            changes,
        })
    }

    /// So many counters of one kind.
    fn counter_amount(&mut self, amount: &Amount) -> Linked<(u8, NumIx)> {
        let Amount {
            quant,
            of,
            kinds,
            whose: None,
            filters,
        } = amount
        else {
            return Err(Fail::limit(
                Limit::Entering,
                "the engine cannot tell whose counters those are",
            ));
        };
        let ([kind], true) = (kinds.as_slice(), of == "counter" && filters.is_empty()) else {
            return Err(Fail::limit(
                Limit::Entering,
                "the engine knows counters of one kind there",
            ));
        };
        let n = match quant {
            Quant::Exactly(n) => self.num(*n)?,
            Quant::A => self.constant(1),
            _ => {
                return Err(Fail::wording(
                    "the engine must know how many counters",
                    "write how many counters: `with 2 … counters`",
                ));
            }
        };
        let (at, _) = self.l.parts.counters.insert_full(kind.to_string());
        let kind =
            u8::try_from(at).map_err(|_| Fail::limit(Limit::Size, "a pool has at most 255 kinds of counters"))?;
        Ok((kind, n))
    }

    /// Zones where a continuous ability works besides those of its card's type, because it says how the card itself is played.
    pub(super) fn played_zones(&self, statics: &[Static]) -> u32 {
        let tables = self.tables();
        let this = |one: &Static| match one.scope {
            code::ApplyTo::Cards(objs) => matches!(self.l.parts.objs.get(objs.0 as usize), Some(Obj::This)),
            _ => false,
        };
        let plays = |one: &Static, change: &ChangeIx| match self.l.parts.changes.get(change.0 as usize).map(|c| &c.op) {
            Some(ChangeOp::Forbid(pattern)) => self.forbids_playing_this(*pattern, this(one)),
            // Where nothing waits to resolve, the price is asked in the hand.
            Some(ChangeOp::Price(..) | ChangeOp::PriceIs(_)) if this(one) => true,
            _ if tables.stack_zone.is_none() || !this(one) => false,
            Some(ChangeOp::Price(..) | ChangeOp::PriceIs(_) | ChangeOp::PriceIcons { keywords: 0, .. }) => true,
            Some(ChangeOp::Allow(row, None) | ChangeOp::AllowFor(row, _)) => {
                let row = tables.allows.get(usize::from(*row));
                row.is_some_and(|row| row.verb == "play")
            }
            _ => false,
        };
        let said = statics
            .iter()
            .flat_map(|one| one.changes.iter().map(move |c| (this(one), c)))
            .fold(0, |all, (own, c)| {
                all | self.played_from(*c) | self.forbidden_from(own, *c)
            });
        if !statics.iter().any(|one| one.changes.iter().any(|c| plays(one, c))) {
            return said;
        }
        let from = tables.plays_from.iter().chain(&tables.stack_zone);
        let usual = from.fold(tables.hand.bit(), |all, zone| all | zone.bit());
        // The price is asked wherever the card can be played from.
        let priced = |one: &Static, change: &ChangeIx| {
            let op = self.l.parts.changes.get(change.0 as usize).map(|c| &c.op);
            this(one)
                && matches!(
                    op,
                    Some(ChangeOp::PriceIcons { keywords: 0, .. } | ChangeOp::AllowFor(..))
                )
        };
        let elsewhere = if statics.iter().any(|one| one.changes.iter().any(|c| priced(one, c))) {
            let from = tables.allows.iter().flat_map(|row| row.from);
            from.filter(|zone| **zone != tables.deck)
                .fold(0, |all, zone| all | zone.bit())
        } else {
            0
        };
        said | usual | elsewhere
    }

    /// The zones that a permission lets its own card be played from: it is given there.
    fn played_from(&self, change: ChangeIx) -> u32 {
        let Some(ChangeOp::Allow(row, Some(objs))) = self.l.parts.changes.get(change.0 as usize).map(|c| &c.op) else {
            return 0;
        };
        let play = self
            .tables()
            .allows
            .get(usize::from(*row))
            .is_some_and(|row| row.verb == "play");
        let Some(Obj::Select(select)) = self.l.parts.objs.get(objs.0 as usize) else {
            return 0;
        };
        let own = select
            .among
            .is_some_and(|of| matches!(self.l.parts.objs.get(of.0 as usize), Some(Obj::This)));
        if !play || !own {
            return 0;
        }
        let at = select.filters.iter().filter_map(|filter| match filter {
            code::Filter::At(place) => Some(*place),
            _ => None,
        });
        at.fold(0, |all, place| all | self.zone_bits(place))
    }

    /// Whether what is forbidden is that the card itself is played, which is handled where it is played from (10.3.4 of Evolve and its like).
    fn forbids_playing_this(&self, pattern: code::PatIx, of_this: bool) -> bool {
        let Some(pattern) = self.l.parts.patterns.get(pattern.0 as usize) else {
            return false;
        };
        let play = code::PatKind::Note(self.tables().note.play.bit());
        let own = match pattern.subject {
            // What is demanded besides (`from hand`) is demanded of this card.
            code::PatSubject::Any | code::PatSubject::Fits(_) => of_this,
            code::PatSubject::This => true,
            code::PatSubject::Objs(_) => false,
        };
        own && pattern.kind == play
    }

    /// Whether a condition is about the status of the ability's own card and nothing that was chosen.
    pub(super) fn is_own_status(&self, cond: code::CondIx) -> bool {
        let this = |objs: &ObjIx| matches!(self.l.parts.objs.get(objs.0 as usize), Some(Obj::This));
        match self.l.parts.conds.get(cond.0 as usize) {
            Some(Cond::And(list) | Cond::Or(list)) => list.iter().all(|c| self.is_own_status(*c)),
            Some(Cond::Not(inner)) => self.is_own_status(*inner),
            Some(Cond::Fit { objs, .. }) => this(objs),
            Some(Cond::Within(a, _)) => this(a),
            _ => false,
        }
    }

    /// `that damage cannot be canceled` right behind what deals it: how it is dealt, not an effect of its own.
    pub(super) fn certain(&mut self, stmt: &'m Stmt) -> Linked<bool> {
        let Stmt::Modality {
            subject: Subject::Objects(obj),
            word: ModalWord::Cannot,
            deeds,
            roles,
            durations,
            limit,
            defs,
        } = stmt
        else {
            return Ok(false);
        };
        let Objects::Slot(slot, word) = &self.code()[*obj] else {
            return Ok(false);
        };
        let meant = match word {
            RefWord::That(noun) | RefWord::Those(noun) => self.noun(noun) == Noun::Damage,
            RefWord::It | RefWord::Them | RefWord::The(_) | RefWord::OfPlayer(..) => false,
        };
        if !meant {
            return Ok(false);
        }
        let late = || {
            Fail::limit(
                Limit::Certainty,
                "the engine can say that of an amount only right behind what makes it",
            )
        };
        if !roles.is_empty() || !durations.is_empty() || limit.is_some() || !defs.is_empty() {
            return Err(late());
        }
        let tables = self.tables();
        let Some((
            Op::Native {
                verb,
                certain,
                done: Some(done),
                ..
            },
            _,
        )) = self.ops.last_mut()
        else {
            return Err(late());
        };
        if *done != slot.0 {
            return Err(late());
        }
        for deed in deeds {
            let row = tables.certainties.iter().position(|(does, cannot)| {
                let row = tables.verbs.iter().find(|row| row.word == *does);
                row.map(|r| r.command) == Some(VerbKind::Native(*verb)) && *cannot == deed.verb && deed.passive
            });
            match row {
                Some(bit) => *certain |= u8::bit(bit),
                None => {
                    return Err(Fail::limit(
                        Limit::Forbid,
                        format!("the engine cannot forbid `{}` of that yet", deed.verb),
                    ));
                }
            }
        }
        Ok(true)
    }

    /// `cannot stand during its next stand phase`: forbidden in that time, and over with it.
    pub(super) fn cannot_next(&mut self, stmt: &'m Stmt) -> Linked<bool> {
        let Stmt::Modality {
            subject,
            word: ModalWord::Cannot,
            deeds,
            roles,
            durations,
            limit: None,
            defs,
        } = stmt
        else {
            return Ok(false);
        };
        let [Duration::During(time)] = durations.as_slice() else {
            return Ok(false);
        };
        if !time.next || time.edge.is_some() || !defs.is_empty() {
            return Ok(false);
        }
        let (made, _) = self.modality(subject, ModalWord::Cannot, deeds, roles, &[])?;
        let mut end = self.when(&ir::TimeRef {
            edge: Some(Boundary::End),
            ..time.clone()
        })?;
        end.next = true;
        let mut within = end.clone();
        within.edge = None;
        within.next = false;
        for Made { target, changes } in made {
            // Like a number that changes in that time: not in the running one.
            for change in &changes {
                if let Some(change) = self.l.parts.changes.get_mut(change.0 as usize) {
                    change.during = Some(within.clone());
                }
            }
            let target = self.begun(target)?;
            self.emit(Op::Apply {
                target,
                changes,
                lasting: Lasting::Until(end.clone()),
            });
        }
        Ok(true)
    }
}
