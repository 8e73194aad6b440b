//! Continuous effects: what gains, becomes, may and must not.

use super::super::code::{
    ApplyTo, AttrKey, Boundary, Change, ChangeIx, ChangeOp, Cond, Lasting, Num, NumIx, Obj, ObjIx, Op, PatKind,
    PatSubject, Pattern, Static, When, Who, bits,
};
use super::event::Use;
use super::object::Noun;
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked, Var};
use crate::ir::{self, Arg, CondId, Duration, ObjId, Objects, Quant, Selector, Stmt, StmtId, Subject};

/// Whom changes are for.
#[derive(Debug, Clone)]
pub(super) enum Target {
    /// Cards; the flag says that they are described rather than named or chosen.
    Cards(ObjIx, bool),
    Players(Who),
}

/// For each of these cards, or so many times.
pub(super) type Per = (Option<ObjIx>, Option<NumIx>);

/// A linked sentence about something continuous.
pub(super) struct Made {
    pub(super) target: Target,
    pub(super) changes: Vec<ChangeIx>,
}

impl<'m> CardLinker<'_, 'm> {
    /// A statement of a continuous ability.
    pub(super) fn statics(
        &mut self,
        body: &'m [StmtId],
        cond: Option<CondId>,
        each: Option<(ObjIx, u16)>,
        out: &mut Vec<Static>,
    ) -> Linked<()> {
        for id in body {
            self.at(*id);
            let scope = self.scope.clone();
            if let Err(fail) = self.one_static(*id, cond, each, out) {
                self.refuse(fail);
                self.forget(scope);
            }
        }
        Ok(())
    }

    /// A statement of a continuous ability.
    fn one_static(
        &mut self,
        id: StmtId,
        cond: Option<CondId>,
        each: Option<(ObjIx, u16)>,
        out: &mut Vec<Static>,
    ) -> Linked<()> {
        match &self.code()[id] {
            stmt @ (Stmt::Gain { .. } | Stmt::Set { .. } | Stmt::Modality { .. } | Stmt::Price { .. }) => {
                self.static_change(stmt, cond, each, out)?;
            }
            Stmt::If {
                cond: test,
                then,
                other,
            } => {
                if cond.is_some() {
                    return Err(Fail::limit(
                        Limit::Continuous,
                        "the engine knows one condition at a time in a continuous ability",
                    ));
                }
                self.statics(then, Some(*test), each, out)?;
                if !other.is_empty() {
                    let from = out.len();
                    self.statics(other, Some(*test), each, out)?;
                    for one in out.iter_mut().skip(from) {
                        if let Some(c) = one.cond {
                            one.cond = Some(self.add_cond(super::super::code::Cond::Not(c)));
                        }
                    }
                }
            }
            Stmt::ForEach { over, slot, body } => {
                if each.is_some() {
                    return Err(Fail::limit(
                        Limit::Continuous,
                        "the engine knows one `for each` in a continuous ability",
                    ));
                }
                let over = self.obj(*over)?;
                self.statics(body, cond, Some((over, slot.0)), out)?;
            }
            Stmt::Define(name, expr) => self.scope.vars.push((name.clone(), Var::Expr(*expr))),
            Stmt::Block(body) => self.statics(body, cond, each, out)?,
            Stmt::Do { verb, .. } => {
                return Err(Fail::wording(
                    format!("a continuous ability cannot do `{verb}`"),
                    "write it as an effect of `AUTO`, `ACT` or `PLAY`",
                ));
            }
            Stmt::Override { .. }
            | Stmt::Otherwise(..)
            | Stmt::Repeat { .. }
            | Stmt::Delayed { .. }
            | Stmt::Modal { .. }
            | Stmt::May { .. }
            | Stmt::Actor { .. }
            | Stmt::Given => return Err(Fail::limit(Limit::Continuous, "the engine cannot do that continuously")),
        }
        Ok(())
    }

    /// Changes that hold as long as the ability does.
    fn static_change(
        &mut self,
        stmt: &'m Stmt,
        cond: Option<CondId>,
        each: Option<(ObjIx, u16)>,
        out: &mut Vec<Static>,
    ) -> Linked<()> {
        let (made, durations) = self.change(stmt)?;
        let mut conds = Vec::new();
        if let Some(cond) = cond {
            conds.push(self.cond(cond)?);
        }
        for duration in durations {
            conds.push(self.meanwhile(duration)?);
        }
        let cond = self.all(conds);
        for Made { target, changes } in made {
            let scope = match target {
                Target::Cards(obj, _) => ApplyTo::Cards(obj),
                Target::Players(who) => ApplyTo::Players(who),
            };
            out.push(Static {
                scope,
                each,
                changes,
                cond,
            });
        }
        Ok(())
    }

    /// A continuous effect that begins while an ability resolves.
    pub(super) fn apply(&mut self, stmt: &'m Stmt) -> Linked<()> {
        if self.set_value(stmt)? || self.gain_value(stmt)? || self.set_state(stmt)? {
            return Ok(());
        }
        let next = self.next_of_kind(stmt)?;
        let (made, durations) = self.change(stmt)?;
        self.scope.next_ok = false;
        for Made { target, changes } in made {
            for change in &changes {
                if let Some(change) = self.l.parts.changes.get_mut(change.0 as usize) {
                    change.next = next;
                }
            }
            match (next, target) {
                (None, target) => self.begin(target, changes, durations)?,
                // The next card may come later, whatever else effects are for.
                (Some(_), Target::Cards(obj, true)) => {
                    let lasting = self.lasting(durations)?;
                    self.emit(Op::Apply {
                        target: ApplyTo::Open(obj),
                        changes,
                        lasting,
                    });
                }
                (Some(_), _) => {
                    return Err(Fail::limit(
                        Limit::ChoiceInside,
                        "the engine can wait for the next one of described cards only",
                    ));
                }
            }
        }
        Ok(())
    }

    /// `your next chant`: the event by which a card becomes the next of its kind. It is the one that is played next.
    fn next_of_kind(&mut self, stmt: &'m Stmt) -> Linked<Option<super::PatIx>> {
        let (Stmt::Price {
            subject: Subject::Objects(obj),
            ..
        }
        | Stmt::Modality {
            subject: Subject::Objects(obj),
            word: ir::ModalWord::Cannot,
            ..
        }) = stmt
        else {
            return Ok(None);
        };
        let Objects::Select(selector) = &self.code()[*obj] else {
            return Ok(None);
        };
        if !selector.next || self.thing(*obj, Noun::Ability).is_some() || self.tables().stack_zone.is_none() {
            return Ok(None);
        }
        let descs = selector.descs.iter().flat_map(|desc| &desc.filters);
        if selector.filters.iter().chain(descs).any(tells_past) {
            return Err(Fail::wording(
                "what happened to a card does not tell which one is the next",
                "leave it out and say how long it waits: `your next … card costs … less until end of turn`",
            ));
        }
        let mut described = Selector {
            next: false,
            ..selector.as_ref().clone()
        };
        // A card that is being played is no longer where it was: the note tells from where it came.
        let from = match described.places.as_slice() {
            [] => None,
            [one] if matches!(stmt, Stmt::Price { .. }) => Some(self.place(*one)?),
            _ => {
                return Err(Fail::wording(
                    "a card that is played is in that place no longer",
                    "leave the place out: `your next … cannot …`",
                ));
            }
        };
        described.places.clear();
        let select = self.fits(&described)?;
        let note = self.tables().note.play;
        let kind = PatKind::Note(note.bit());
        let keys = self.keys(&kind);
        self.scope.next_ok = true;
        Ok(Some(self.add_pattern(Pattern {
            kind,
            subject: PatSubject::Fits(Box::new(select)),
            object: None,
            who: None,
            amount: None,
            by: None,
            during: Vec::new(),
            keys,
            would: false,
            together: None,
            from,
            to: None,
            about_object: false,
            free: false,
            in_all: false,
        })))
    }

    /// Lets changes begin, for as long as is said.
    pub(super) fn begin(&mut self, target: Target, changes: Vec<ChangeIx>, durations: &'m [Duration]) -> Linked<()> {
        let lasting = match durations {
            [Duration::During(time)] if time.next => {
                let mut end = self.when(time)?;
                for change in &changes {
                    if let Some(change) = self.l.parts.changes.get_mut(change.0 as usize) {
                        change.during = Some(When {
                            next: false,
                            ..end.clone()
                        });
                    }
                }
                end.edge = Some(Boundary::End);
                Lasting::Until(end)
            }
            // `until end of turn, while they are on field`
            [until @ Duration::Until(_), Duration::While(cond)]
            | [Duration::While(cond), until @ Duration::Until(_)] => {
                let cond = self.cond(*cond)?;
                for change in &changes {
                    if let Some(change) = self.l.parts.changes.get_mut(change.0 as usize) {
                        change.only = Some(cond);
                    }
                }
                self.lasting(std::slice::from_ref(until))?
            }
            _ => self.lasting(durations)?,
        };
        let target = match target {
            Target::Cards(obj, _) if self.tables().open_rules && self.are_rules(&changes) && self.is_mixed(obj) => {
                return Err(Fail::limit(
                    Limit::MixedEffect,
                    "the engine cannot begin one effect on named and described cards",
                ));
            }
            Target::Cards(obj, true) if self.tables().open_rules && self.are_rules(&changes) => ApplyTo::Open(obj),
            target => self.begun(target)?,
        };
        self.emit(Op::Apply {
            target,
            changes,
            lasting,
        });
        Ok(())
    }

    /// Whether changes are all about what may, must and must not be done.
    fn are_rules(&self, changes: &[ChangeIx]) -> bool {
        let op = |change: &ChangeIx| self.l.parts.changes.get(change.0 as usize).map(|c| &c.op);
        changes.iter().all(|change| {
            matches!(
                op(change),
                Some(
                    ChangeOp::Forbid(_)
                        | ChangeOp::Allow(..)
                        | ChangeOp::AllowSome(..)
                        | ChangeOp::Must(_)
                        | ChangeOp::MustWith(..)
                        | ChangeOp::NoCost { .. }
                )
            )
        })
    }

    /// Whether some of the cards are described and others are not.
    fn is_mixed(&self, obj: ObjIx) -> bool {
        let Some(Obj::Join(list)) = self.l.parts.objs.get(obj.0 as usize) else {
            return false;
        };
        let described = |obj: &ObjIx| matches!(self.l.parts.objs.get(obj.0 as usize), Some(Obj::Select(_)));
        list.iter().any(described) && !list.iter().all(described)
    }

    /// What an effect that begins now is for: in some games a described group stays open (909.4 and its like).
    pub(super) fn begun(&self, target: Target) -> Linked<ApplyTo> {
        match (target, self.l.vocab.policy("set-mode")) {
            (Target::Players(who), _) => Ok(ApplyTo::Players(who)),
            (Target::Cards(obj, true), Some("open")) => {
                let found = self.l.parts.objs.get(obj.0 as usize);
                if matches!(found, Some(super::super::code::Obj::Select(select)) if select.whose == Some(Who::Actor)) {
                    return Err(Fail::wording(
                        "what lasts has no acting player of its own",
                        "say whose cards they are: `your …`, `opponent's …`, or `all …`",
                    ));
                }
                Ok(ApplyTo::Open(obj))
            }
            (Target::Cards(obj, _), Some("open" | "locked")) => Ok(ApplyTo::Cards(obj)),
            _ => Err(Fail::limit(
                Limit::Change,
                "the engine does not know which cards an effect is for in this game",
            )),
        }
    }

    /// A duration inside a continuous ability is a condition.
    fn meanwhile(&mut self, duration: &'m Duration) -> Linked<super::CondIx> {
        match duration {
            Duration::While(cond) => self.cond(*cond),
            Duration::During(time) if !time.next => {
                let when = self.when(time)?;
                Ok(self.add_cond(Cond::During(when)))
            }
            _ => Err(Fail::wording(
                "a continuous ability has no duration of its own",
                "leave the duration out, or write it as an effect of `AUTO`, `ACT` or `PLAY`",
            )),
        }
    }

    pub(super) fn lasting(&mut self, durations: &'m [Duration]) -> Linked<Lasting> {
        match durations {
            [] => match self.l.vocab.policy("default-duration") {
                Some("game") | None => Ok(Lasting::Game),
                Some("object") => Ok(Lasting::Here),
                Some(other) => Err(Fail::limit(
                    Limit::Duration,
                    format!("the engine does not know the duration `{other}`"),
                )),
            },
            [Duration::Until(time)] => {
                let when = self.when(time)?;
                if when.edge.is_none() {
                    return Err(Fail::wording(
                        "an effect lasts until the start or end of a time",
                        "write `until end of turn`, `until the start of your next turn`",
                    ));
                }
                Ok(Lasting::Until(when))
            }
            [Duration::While(cond)] => {
                let cond = self.cond(*cond)?;
                if self.is_own_status(cond) {
                    self.scope.whiles.push(cond);
                }
                Ok(Lasting::While(cond))
            }
            [Duration::During(time)] if time.next => Err(Fail::limit(
                Limit::Duration,
                "the engine cannot begin an effect later yet",
            )),
            // `your turn` comes again and again, and the effect would begin now, whosever turn it is.
            [Duration::During(time)] if !time.this && time.of.is_none() => Err(Fail::wording(
                "an effect that begins now does not wait for such a time",
                "say how long it lasts, as in `until end of turn` or `during this turn`; or give the card an ability of its own: `it gets { CONT { during …, this gets … } }`",
            )),
            [Duration::During(time)] => {
                let mut when = self.when(time)?;
                when.edge = Some(Boundary::End);
                Ok(Lasting::Until(when))
            }
            [Duration::UntilEvent(event)] => {
                let event = &self.code()[*event];
                let (pattern, _) = self.pattern(event, Use::Trigger)?;
                Ok(Lasting::Event(self.add_pattern(pattern)))
            }
            _ => Err(Fail::limit(Limit::Duration, "the engine knows one duration at a time")),
        }
    }

    /// Numbers a sentence defines: slots if something runs, else worked out each time.
    pub(super) fn define(&mut self, name: &str, expr: ir::ExprId) -> Linked<()> {
        let fixed = self.scope.fixed.iter().find(|(e, _)| *e == expr).map(|(_, slot)| *slot);
        if self.scope.continuous {
            self.scope.vars.push((name.to_owned(), Var::Expr(expr)));
        } else if let Some(slot) = fixed {
            self.scope.vars.push((name.to_owned(), Var::Slot(slot)));
        } else {
            let num = self.num(expr)?;
            // `where X is 500 * their level`: another number for each card that the sentence is about.
            if self.num_is_of_subject(num) {
                self.scope.vars.push((name.to_owned(), Var::Expr(expr)));
                return Ok(());
            }
            let slot = self.fresh();
            self.emit(Op::Set(slot, num));
            self.scope.vars.push((name.to_owned(), Var::Slot(slot)));
        }
        Ok(())
    }

    fn change(&mut self, stmt: &'m Stmt) -> Linked<(Vec<Made>, &'m [Duration])> {
        match stmt {
            Stmt::Gain {
                subject,
                lose,
                grants,
                durations,
                per,
                defs,
            } => {
                for (name, expr) in defs {
                    self.define(name, *expr)?;
                }
                if let (true, None, [ir::Grant::AllOf(attr)]) = (*lose, per, grants.as_slice())
                    && attr == "cost"
                {
                    return Ok((vec![self.no_cost(subject)?], durations));
                }
                let target = self.target(subject)?;
                let (per, times) = self.per(*per)?;
                let mut changes = Vec::new();
                for grant in grants {
                    for mut op in self.grant(&target, *lose, grant)? {
                        if let Some(times) = times {
                            let (ChangeOp::Add { by, .. } | ChangeOp::PlayerAdd { by, .. }) = &mut op else {
                                return Err(Fail::limit(
                                    Limit::Continuous,
                                    "the engine can change a number for each value only",
                                ));
                            };
                            *by = self.add_num(Num::Mul(*by, times));
                        }
                        changes.push(self.changed(op, per));
                    }
                }
                Ok((vec![Made { target, changes }], durations))
            }
            Stmt::Set {
                subject,
                is: _,
                to,
                durations,
                defs,
            } => {
                for (name, expr) in defs {
                    self.define(name, *expr)?;
                }
                let (target, ops) = self.set(subject, to)?;
                let changes = ops.into_iter().map(|op| self.changed(op, None)).collect();
                Ok((vec![Made { target, changes }], durations))
            }
            Stmt::Modality {
                subject,
                word,
                deeds,
                roles,
                durations,
                limit,
                defs,
            } => {
                for (name, expr) in defs {
                    self.define(name, *expr)?;
                }
                if limit.is_some() {
                    return Err(Fail::limit(
                        Limit::Frequency,
                        "the engine cannot limit how often something is allowed yet",
                    ));
                }
                self.modality(subject, *word, deeds, roles, durations)
            }
            Stmt::Price {
                subject,
                amount,
                change,
                durations,
                per,
                defs,
            } => {
                for (name, expr) in defs {
                    self.define(name, *expr)?;
                }
                self.is_price_in_time(subject)?;
                let per = self.per(*per)?;
                Ok((vec![self.price_change(subject, amount, *change, per)?], durations))
            }
            _ => Err(Fail::limit(Limit::Continuous, "the engine cannot do that continuously")),
        }
    }

    /// What a change is made for: as many times as there are cards, or as there is something else than cards.
    pub(super) fn per(&mut self, per: Option<ObjId>) -> Linked<Per> {
        let Some(per) = per else { return Ok((None, None)) };
        // `for each different clan among them`: as many times as there are values.
        let times = match &self.code()[per] {
            Objects::Values(attr, among) => Some(Num::Distinct(self.attr_key(attr)?, self.obj(*among)?)),
            _ => match (self.counter_count(per)?, self.open_count(per)?) {
                (Some(num), _) | (None, Some(num)) => Some(num),
                (None, None) => self.play_count(per)?,
            },
        };
        Ok(match times {
            Some(times) => (None, Some(self.add_num(times))),
            None => (Some(self.obj(per)?), None),
        })
    }

    pub(super) fn changed(&mut self, op: ChangeOp, per: Option<ObjIx>) -> ChangeIx {
        let layers = self.tables().layers;
        let (layer, writes) = match &op {
            // What something is before anything changes it comes before all changes.
            ChangeOp::SetAttr(attr, _) if self.tables().bases.iter().any(|(base, _)| base == attr) => {
                let moved = self.tables().bases.iter().filter(|(base, _)| base == attr);
                let writes = moved.fold(bits::attr(attr.0), |all, (_, moved)| all | bits::attr(moved.0));
                (0, writes)
            }
            ChangeOp::Add { attr, .. } | ChangeOp::SetAttr(attr, _) => (layers.numbers, bits::attr(attr.0)),
            ChangeOp::PlayerAdd { .. } | ChangeOp::PlayerSet(..) => (layers.numbers, bits::PLAYERS),
            ChangeOp::Tag(..) | ChangeOp::TagSlot(..) | ChangeOp::NoTags | ChangeOp::TagsAre(_) => {
                (layers.kinds, bits::TAGS)
            }
            ChangeOp::Type(_) | ChangeOp::TypeIs(_) => (layers.kinds, bits::TYPE),
            ChangeOp::Words { .. } => (layers.words, bits::WORDS),
            ChangeOp::Name(_) | ChangeOp::NameIs(_) => (layers.words, bits::NAME),
            ChangeOp::Declared { key, .. } => match key {
                AttrKey::Tags | AttrKey::TagsOf(_) => (layers.kinds, bits::TAGS),
                AttrKey::Type => (layers.kinds, bits::TYPE),
                AttrKey::Name => (layers.words, bits::NAME),
                AttrKey::Num(_) | AttrKey::Words(_) | AttrKey::Text(_) | AttrKey::Icons => (layers.words, bits::WORDS),
            },
            ChangeOp::Abilities(..) | ChangeOp::AbilitiesOf(..) => (layers.abilities, bits::ABILITIES),
            ChangeOp::NoAbilities
            | ChangeOp::NoGranted
            | ChangeOp::LoseThis
            | ChangeOp::LoseKeyword(_)
            | ChangeOp::Invalid(_) => (layers.abilities, bits::ABILITIES | bits::LOST),
            // Copies are made before all layers.
            ChangeOp::CopyOf(_) => (0, u64::MAX),
            ChangeOp::Forbid(..)
            | ChangeOp::Allow(..)
            | ChangeOp::AllowFor(..)
            | ChangeOp::Must(_)
            | ChangeOp::AllowSome(..)
            | ChangeOp::MustWith(..)
            | ChangeOp::AtMost(..)
            | ChangeOp::NoCost { .. }
            | ChangeOp::Substitute(..)
            | ChangeOp::Copies(..)
            | ChangeOp::EnterAs(_)
            | ChangeOp::Controller(_)
            | ChangeOp::Release(_)
            | ChangeOp::Shown
            | ChangeOp::PlayerAbilities(..) => (layers.abilities, bits::RULES),
            ChangeOp::Price(..) | ChangeOp::PriceIs(_) | ChangeOp::PriceIcons { .. } => (layers.numbers, bits::RULES),
        };
        let mut reads = per.map_or(0, |p| self.obj_bits(p));
        let mut each = per.is_some_and(|p| self.obj_is_of_subject(p));
        match &op {
            ChangeOp::Add { by: n, .. }
            | ChangeOp::PlayerAdd { by: n, .. }
            | ChangeOp::SetAttr(_, n)
            | ChangeOp::PlayerSet(_, n)
            | ChangeOp::Price(n, _)
            | ChangeOp::PriceIs(n) => {
                reads |= self.num_bits(*n);
                each |= self.num_is_of_subject(*n);
            }
            ChangeOp::PriceIcons { icons, .. } => {
                reads |= icons.iter().fold(0, |all, icon| all | self.num_bits(icon.count));
            }
            ChangeOp::Forbid(pattern) => reads |= self.pattern_bits(*pattern),
            ChangeOp::EnterAs(how) => {
                reads |= how.what.as_ref().map_or(0, |s| self.select_bits(s));
                reads |= how.counters.iter().fold(0, |all, (_, n)| all | self.num_bits(*n));
            }
            ChangeOp::Controller(who) => reads |= self.who_bits(who),
            ChangeOp::CopyOf(obj) => reads |= self.obj_bits(*obj),
            ChangeOp::AbilitiesOf(obj, _) => reads |= self.obj_bits(*obj) | bits::ABILITIES | bits::LOST,
            ChangeOp::Tag(..)
            | ChangeOp::TagSlot(..)
            | ChangeOp::NoTags
            | ChangeOp::TagsAre(_)
            | ChangeOp::Words { .. }
            | ChangeOp::Type(_)
            | ChangeOp::TypeIs(_)
            | ChangeOp::Name(_)
            | ChangeOp::NameIs(_)
            | ChangeOp::Declared { .. }
            | ChangeOp::Abilities(..)
            | ChangeOp::LoseKeyword(_)
            | ChangeOp::Invalid(_)
            | ChangeOp::PlayerAbilities(..)
            | ChangeOp::NoAbilities
            | ChangeOp::NoGranted
            | ChangeOp::LoseThis
            | ChangeOp::Release(_)
            | ChangeOp::Shown
            | ChangeOp::Allow(..)
            | ChangeOp::AllowFor(..)
            | ChangeOp::Substitute(..)
            | ChangeOp::Copies(..)
            | ChangeOp::AllowSome(..)
            | ChangeOp::MustWith(..)
            | ChangeOp::AtMost(..)
            | ChangeOp::NoCost { .. }
            | ChangeOp::Must(_) => {}
        }
        self.add_change(Change {
            op,
            per,
            each,
            during: None,
            only: None,
            next: None,
            layer,
            reads,
            writes,
        })
    }

    pub(super) fn target(&mut self, subject: &Subject) -> Linked<Target> {
        match subject {
            Subject::Objects(obj) => self.cards(*obj),
            Subject::Players(who) => Ok(Target::Players(self.who(who)?)),
            Subject::Attr(..)
            | Subject::Amount(_)
            | Subject::Place(_)
            | Subject::Number(_)
            | Subject::Word(_)
            | Subject::Time(_)
            | Subject::Icons(_)
            | Subject::Keyword(_) => Err(Fail::limit(
                Limit::MixedEffect,
                "the engine can change cards and players only",
            )),
        }
    }

    /// Cards as what an effect is for.
    pub(super) fn cards(&mut self, id: ObjId) -> Linked<Target> {
        let described = self.is_described(id)?;
        Ok(Target::Cards(self.affected(id)?, described))
    }

    /// Whether cards are described rather than named or chosen, so that others may fit later.
    fn is_described(&self, id: ObjId) -> Linked<bool> {
        Ok(match &self.code()[id] {
            Objects::Select(selector) => {
                let Selector {
                    quant, among, target, ..
                } = selector.as_ref();
                matches!(quant, Quant::Bare | Quant::All | Quant::Each) && among.is_none() && !target
            }
            Objects::CardsAt(_) => true,
            Objects::Part(Quant::All | Quant::Each | Quant::Bare, of) => self.is_described(*of)?,
            Objects::Join(list) => {
                let mut kinds = Vec::new();
                for one in list {
                    kinds.push(self.is_described(*one)?);
                }
                let open = self.l.vocab.policy("set-mode") == Some("open");
                if open && !self.scope.continuous && kinds.contains(&true) && kinds.contains(&false) {
                    return Err(Fail::limit(
                        Limit::MixedEffect,
                        "the engine cannot begin one effect on named and described cards",
                    ));
                }
                kinds.first() == Some(&true)
            }
            _ => false,
        })
    }

    /// The cards an effect is for; cards a player picks are picked first.
    pub(super) fn affected(&mut self, id: ObjId) -> Linked<ObjIx> {
        if let Objects::Select(selector) = &self.code()[id]
            && !matches!(selector.quant, Quant::Bare | Quant::All | Quant::Each)
            && !selector.target
        {
            if self.scope.continuous {
                return Err(Fail::wording(
                    "nobody chooses in a continuous ability",
                    "describe all cards that it is for: `all your …`",
                ));
            }
            if let Some(pick) = self.pick(id, &[], false)? {
                let slot = match self.pick_slot(id) {
                    Some(slot) => slot,
                    None => self.fresh(),
                };
                self.emit(Op::Choose(pick, slot));
                self.note_among(id, slot);
                return Ok(self.add_obj(Obj::Slot(slot)));
            }
        }
        self.obj(id)
    }

    /// Whether a number is another one for each card that an effect is for.
    fn num_is_of_subject(&self, ix: NumIx) -> bool {
        match self.l.parts.nums.get(ix.0 as usize) {
            Some(Num::Add(a, b) | Num::Sub(a, b) | Num::Mul(a, b) | Num::Div(a, b)) => {
                self.num_is_of_subject(*a) || self.num_is_of_subject(*b)
            }
            Some(Num::Half(n, _) | Num::Was(n)) => self.num_is_of_subject(*n),
            Some(Num::Override(n, arms)) => {
                self.num_is_of_subject(*n) || arms.iter().any(|(n, _)| self.num_is_of_subject(*n))
            }
            Some(
                Num::Count(obj)
                | Num::Icons(obj, _)
                | Num::Distinct(_, obj)
                | Num::Total(_, obj)
                | Num::Extreme(_, _, obj)
                | Num::Attr(obj, _),
            ) => self.obj_is_of_subject(*obj),
            _ => false,
        }
    }

    fn obj_is_of_subject(&self, ix: ObjIx) -> bool {
        match self.l.parts.objs.get(ix.0 as usize) {
            Some(Obj::Subject) => true,
            Some(Obj::Related(_, of)) => self.obj_is_of_subject(*of),
            Some(Obj::Join(list)) => list.iter().any(|o| self.obj_is_of_subject(*o)),
            _ => false,
        }
    }

    /// The number of a shorthand verb among the keywords of the pool, from 1.
    pub(super) fn call_number(&mut self, verb: &str) -> u16 {
        let (at, _) = self.l.parts.keywords.insert_full(verb.to_owned());
        u16::try_from(at).unwrap_or(u16::MAX).saturating_add(1)
    }

    /// `release Seal of your resonators until end of turn`.
    pub(super) fn release(&mut self, roles: &'m [ir::Role], durations: &'m [Duration]) -> Linked<()> {
        let mut roles = super::action::Roles {
            left: roles.iter().collect(),
        };
        let (Some(Arg::Keyword(call)), Some(Arg::Objects(of))) = (roles.take(&["what"]), roles.take(&["of"])) else {
            return Err(Fail::limit(Limit::LoseAbility, "the engine releases a label of cards"));
        };
        let bits = self.call_bit(call)?;
        let target = self.cards(*of)?;
        let change = self.changed(ChangeOp::Release(bits), None);
        roles.finish("release")?;
        self.begin(target, vec![change], durations)
    }

    /// A number that is always the same.
    pub(super) fn one(&mut self) -> NumIx {
        self.constant(1)
    }
}

/// Whether a description tells what happened.
fn tells_past(filter: &ir::Filter) -> bool {
    match filter {
        ir::Filter::Did(_) | ir::Filter::During(_) => true,
        ir::Filter::All(list) | ir::Filter::Any(list) => list.iter().any(tells_past),
        _ => false,
    }
}
