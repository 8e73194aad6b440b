//! Continuous effects: what gains, becomes, may and must not.

use super::super::code::{
    self, ApplyTo, Change, ChangeIx, ChangeOp, Lasting, NumIx, Obj, ObjIx, Op, Select, Static, Who, bits,
};
use super::super::seam::VerbKind;
use super::object::Noun;
use super::{Cx, R, Var};
use crate::ir::{
    self, Arg, AttrOf, Complement, CondId, Deed, Delta, Duration, Edge, Filter, Grant, ModalWord, ObjId, Objects,
    PlaceId, PlaceKind, PriceChange, Quant, RefWord, Role, Stmt, StmtId, Subject,
};
use crate::kernel::ZoneId;

/// Whom changes are for.
#[derive(Debug, Clone)]
enum Target {
    Cards(ObjIx),
    Players(Who),
}

/// A linked sentence about something continuous.
struct Made {
    target: Target,
    changes: Vec<ChangeIx>,
}

impl<'m> Cx<'_, 'm> {
    /// A statement of a continuous ability.
    pub(super) fn statics(
        &mut self,
        body: &'m [StmtId],
        cond: Option<CondId>,
        each: Option<(ObjIx, u16)>,
        out: &mut Vec<Static>,
    ) -> R<()> {
        for id in body {
            self.at(*id);
            match &self.code()[*id] {
                stmt @ (Stmt::Gain { .. } | Stmt::Set { .. } | Stmt::Modality { .. } | Stmt::Price { .. }) => {
                    let (made, durations) = self.change(stmt)?;
                    if !durations.is_empty() {
                        return Err("a continuous ability has no duration of its own".to_owned());
                    }
                    let cond = cond.map(|c| self.cond(c)).transpose()?;
                    for Made { target, changes } in made {
                        let scope = match target {
                            Target::Cards(obj) => ApplyTo::Cards(obj),
                            Target::Players(who) => ApplyTo::Players(who),
                        };
                        out.push(Static {
                            scope,
                            each,
                            changes,
                            cond,
                        });
                    }
                }
                Stmt::If {
                    cond: test,
                    then,
                    other,
                } => {
                    if cond.is_some() {
                        return Err("the engine knows one condition at a time in a continuous ability".to_owned());
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
                        return Err("the engine knows one `for each` in a continuous ability".to_owned());
                    }
                    let over = self.obj(*over)?;
                    self.statics(body, cond, Some((over, slot.0)), out)?;
                }
                Stmt::Define(name, expr) => self.scope.vars.push((name.clone(), Var::Expr(*expr))),
                Stmt::Block(body) => self.statics(body, cond, each, out)?,
                Stmt::Do { verb, .. } => {
                    return Err(format!("a continuous ability cannot do `{verb}`"));
                }
                Stmt::Override { .. }
                | Stmt::Otherwise(..)
                | Stmt::Repeat { .. }
                | Stmt::Delayed { .. }
                | Stmt::Modal { .. }
                | Stmt::May { .. }
                | Stmt::Actor { .. }
                | Stmt::Given => return Err("the engine cannot do that continuously".to_owned()),
            }
        }
        Ok(())
    }

    /// A continuous effect that begins while an ability resolves.
    pub(super) fn apply(&mut self, stmt: &'m Stmt) -> R<()> {
        let (made, durations) = self.change(stmt)?;
        let lasting = self.lasting(durations)?;
        for Made { target, changes } in made {
            let target = match target {
                Target::Cards(obj) => {
                    if self.l.vocab.policy("set-mode") == Some("locked") {
                        ApplyTo::Cards(obj)
                    } else {
                        return Err("the engine does not know which cards an effect is for in this game".to_owned());
                    }
                }
                Target::Players(who) => ApplyTo::Players(who),
            };
            self.emit(Op::Apply {
                target,
                changes,
                lasting: lasting.clone(),
            });
        }
        Ok(())
    }

    pub(super) fn lasting(&mut self, durations: &[Duration]) -> R<Lasting> {
        match durations {
            [] => match self.l.vocab.policy("default-duration") {
                Some("game") | None => Ok(Lasting::Game),
                Some(other) => Err(format!("the engine does not know the duration `{other}`")),
            },
            [Duration::Until(time)] => {
                let when = self.when(time)?;
                if when.edge.is_none() {
                    return Err("an effect lasts until the start or end of a time".to_owned());
                }
                Ok(Lasting::Until(when))
            }
            [Duration::While(cond)] => Ok(Lasting::While(self.cond(*cond)?)),
            [Duration::During(time)] if time.next => Err("the engine cannot begin an effect later yet".to_owned()),
            [Duration::During(time)] => {
                let mut when = self.when(time)?;
                when.edge = Some(super::super::code::Edge::End);
                Ok(Lasting::Until(when))
            }
            [Duration::UntilEvent(_)] => Err("the engine cannot end an effect with an event yet".to_owned()),
            _ => Err("the engine knows one duration at a time".to_owned()),
        }
    }

    /// Numbers a sentence defines: slots if something runs, else worked out each time.
    pub(super) fn define(&mut self, name: &str, expr: ir::ExprId) -> R<()> {
        if self.scope.continuous {
            self.scope.vars.push((name.to_owned(), Var::Expr(expr)));
        } else {
            let num = self.num(expr)?;
            let slot = self.fresh();
            self.emit(Op::Set(slot, num));
            self.scope.vars.push((name.to_owned(), Var::Slot(slot)));
        }
        Ok(())
    }

    fn change(&mut self, stmt: &'m Stmt) -> R<(Vec<Made>, &'m [Duration])> {
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
                let target = self.target(subject)?;
                let per = per.map(|p| self.obj(p)).transpose()?;
                let mut changes = Vec::new();
                for grant in grants {
                    for op in self.grant(&target, *lose, grant)? {
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
                    return Err("the engine cannot limit how often something is allowed yet".to_owned());
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
                let target = self.target(subject)?;
                if matches!(target, Target::Players(_)) {
                    return Err("only cards have a price".to_owned());
                }
                let Arg::Number(n) = amount else {
                    return Err("the engine can change a price by a number only".to_owned());
                };
                let n = self.num(*n)?;
                let per = per.map(|p| self.obj(p)).transpose()?;
                let op = match change {
                    PriceChange::Less => ChangeOp::Price(n, false),
                    PriceChange::More => ChangeOp::Price(n, true),
                    PriceChange::Instead => ChangeOp::PriceIs(n),
                };
                let changes = vec![self.changed(op, per)];
                Ok((vec![Made { target, changes }], durations))
            }
            _ => Err("the engine cannot do that continuously".to_owned()),
        }
    }

    fn changed(&mut self, op: ChangeOp, per: Option<ObjIx>) -> ChangeIx {
        let (layer, writes) = match &op {
            ChangeOp::Add { attr, .. } | ChangeOp::SetAttr(attr, _) => (1, bits::attr(attr.0)),
            ChangeOp::PlayerAdd { .. } | ChangeOp::PlayerSet(..) => (1, bits::PLAYERS),
            ChangeOp::Tag(..) | ChangeOp::TagSlot(..) | ChangeOp::NoTags => (0, bits::TAGS),
            ChangeOp::Words { .. } => (0, bits::WORDS),
            ChangeOp::Type(_) => (0, bits::TYPE),
            ChangeOp::Name(_) => (0, bits::NAME),
            ChangeOp::Abilities(..) => (0, bits::ABILITIES),
            ChangeOp::NoAbilities | ChangeOp::LoseThis => (0, bits::ABILITIES | bits::LOST),
            ChangeOp::Forbid(_) | ChangeOp::Allow(..) | ChangeOp::Must(_) => (0, bits::RULES),
            ChangeOp::Price(..) | ChangeOp::PriceIs(_) => (1, bits::RULES),
        };
        let mut reads = per.map_or(0, |p| self.obj_bits(p));
        match &op {
            ChangeOp::Add { by, .. } | ChangeOp::PlayerAdd { by, .. } => reads |= self.num_bits(*by),
            ChangeOp::SetAttr(_, n) | ChangeOp::PlayerSet(_, n) | ChangeOp::Price(n, _) | ChangeOp::PriceIs(n) => {
                reads |= self.num_bits(*n);
            }
            ChangeOp::Forbid(pattern) => reads |= self.pattern_bits(*pattern),
            ChangeOp::Tag(..)
            | ChangeOp::TagSlot(..)
            | ChangeOp::NoTags
            | ChangeOp::Words { .. }
            | ChangeOp::Type(_)
            | ChangeOp::Name(_)
            | ChangeOp::Abilities(..)
            | ChangeOp::NoAbilities
            | ChangeOp::LoseThis
            | ChangeOp::Allow(..)
            | ChangeOp::Must(_) => {}
        }
        self.add_change(Change {
            op,
            per,
            layer,
            reads,
            writes,
        })
    }

    fn target(&mut self, subject: &Subject) -> R<Target> {
        match subject {
            Subject::Objects(obj) => Ok(Target::Cards(self.affected(*obj)?)),
            Subject::Players(who) => Ok(Target::Players(self.who(who)?)),
            Subject::Attr(..)
            | Subject::Amount(_)
            | Subject::Place(_)
            | Subject::Number(_)
            | Subject::Word(_)
            | Subject::Time(_)
            | Subject::Icons(_)
            | Subject::Keyword(_) => Err("the engine can change cards and players only".to_owned()),
        }
    }

    /// The cards an effect is for; cards a player picks are picked first.
    fn affected(&mut self, id: ObjId) -> R<ObjIx> {
        if let Objects::Select(selector) = &self.code()[id]
            && !matches!(selector.quant, Quant::Bare | Quant::All | Quant::Each)
        {
            if self.scope.continuous {
                return Err("nobody chooses in a continuous ability".to_owned());
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

    fn grant(&mut self, target: &Target, lose: bool, grant: &'m Grant) -> R<Vec<ChangeOp>> {
        let cards = matches!(target, Target::Cards(_));
        let op = match grant {
            Grant::Delta(Delta { attr, minus, by }) => {
                if lose {
                    return Err("the engine knows gaining less, not losing more".to_owned());
                }
                let by = self.num(*by)?;
                if cards {
                    ChangeOp::Add {
                        attr: self.attr(attr)?,
                        by,
                        minus: *minus,
                    }
                } else {
                    ChangeOp::PlayerAdd {
                        val: self.player_attr(attr)?,
                        by,
                        minus: *minus,
                    }
                }
            }
            _ if !cards => return Err("players gain numbers only".to_owned()),
            Grant::Pair(..) => return Err("this game has no pair of numbers".to_owned()),
            Grant::Lines(lines) => {
                if lose {
                    return Err("the engine cannot take away a certain ability yet".to_owned());
                }
                let mut abilities = Vec::new();
                let mut keywords = 0;
                for line in lines {
                    self.granted(line, &mut abilities, &mut keywords)?;
                }
                ChangeOp::Abilities(abilities, keywords)
            }
            Grant::Keyword(line) => {
                if lose {
                    return Err("the engine cannot take away a certain keyword yet".to_owned());
                }
                let mut abilities = Vec::new();
                let mut keywords = 0;
                self.granted(line, &mut abilities, &mut keywords)?;
                ChangeOp::Abilities(abilities, keywords)
            }
            Grant::Tag(tag) => ChangeOp::Tag(self.tag_id(tag), !lose),
            Grant::Filters(filters) => return self.info(filters, !lose, false),
            Grant::Abilities(obj) if lose => self.lost(*obj)?,
            Grant::Abilities(_) => return Err("the engine cannot copy abilities yet".to_owned()),
            Grant::Slot(slot, name) => {
                let declared = self
                    .scope
                    .declared
                    .iter()
                    .find(|(s, _)| *s == slot.0)
                    .map(|(_, what)| what.clone());
                match declared {
                    Some(what) if self.is_tags(&what) => ChangeOp::TagSlot(slot.0, !lose),
                    _ => return Err(format!("the engine cannot give or take `{name}`")),
                }
            }
            Grant::Amount(amount) => return Err(format!("cards and players have no amount of {}", amount.of)),
            Grant::AllOf(attr) if lose && self.is_tags(attr) => ChangeOp::NoTags,
            Grant::AllOf(attr) if lose && self.tables().word_attrs.contains(&attr.as_ref()) => ChangeOp::Words {
                clear: self.words_of(attr),
                add: 0,
            },
            Grant::AllOf(attr) => return Err(format!("the engine cannot give every {attr} yet")),
        };
        Ok(vec![op])
    }

    fn lost(&mut self, id: ObjId) -> R<ChangeOp> {
        match &self.code()[id] {
            Objects::ThisAbility => Ok(ChangeOp::LoseThis),
            Objects::Select(_)
                if self
                    .thing(id, Noun::Ability)
                    .is_some_and(|t| t.is_plain() && matches!(t.quant, Quant::All | Quant::Bare)) =>
            {
                Ok(ChangeOp::NoAbilities)
            }
            _ => Err("the engine can take away all abilities or the one that speaks".to_owned()),
        }
    }

    /// New information: colours, types, tags, names. `replace` takes away the other words of the attribute first.
    fn info(&mut self, filters: &[Filter], gain: bool, replace: bool) -> R<Vec<ChangeOp>> {
        let mut out = Vec::new();
        for filter in filters {
            out.push(match filter {
                Filter::Value(attr, word) if attr != "type" => {
                    let bit = self.word_bit(attr, word)?;
                    let all = self.words_of(attr);
                    match (gain, replace) {
                        (true, true) => ChangeOp::Words { clear: all, add: bit },
                        (true, false) => ChangeOp::Words { clear: 0, add: bit },
                        (false, _) => ChangeOp::Words { clear: bit, add: 0 },
                    }
                }
                Filter::Tag(tag) if !replace => ChangeOp::Tag(self.tag_id(tag), gain),
                Filter::Named(name) if gain && !replace => ChangeOp::Name(self.name_id(name)),
                Filter::Is(word) if gain && !replace => match self.noun(word) {
                    Noun::Card(types) if types != 0 => ChangeOp::Type(types),
                    _ => return Err(format!("a card cannot become `{word}`")),
                },
                Filter::All(list) => {
                    out.extend(self.info(list, gain, replace)?);
                    continue;
                }
                _ => return Err("the engine cannot change that about a card yet".to_owned()),
            });
        }
        Ok(out)
    }

    fn set(&mut self, subject: &Subject, to: &Complement) -> R<(Target, Vec<ChangeOp>)> {
        match (subject, to) {
            (Subject::Attr(of, attr), Complement::Number(ir::Comparison { how, with })) => {
                if *how != ir::Compare::Is {
                    return Err("a number becomes another number".to_owned());
                }
                let with = self.num(*with)?;
                match of {
                    AttrOf::Objects(obj) => {
                        let attr = self.attr(attr)?;
                        Ok((Target::Cards(self.affected(*obj)?), vec![ChangeOp::SetAttr(attr, with)]))
                    }
                    AttrOf::Player(who) => {
                        let val = self.player_attr(attr)?;
                        Ok((Target::Players(self.who(who)?), vec![ChangeOp::PlayerSet(val, with)]))
                    }
                    AttrOf::Game | AttrOf::Subject => Err(format!("the engine cannot set the {attr} of that")),
                }
            }
            (Subject::Objects(obj), Complement::Info { also, filters }) => {
                let ops = self.info(filters, true, !also)?;
                Ok((Target::Cards(self.affected(*obj)?), ops))
            }
            (Subject::Objects(obj), Complement::Filters(filters)) => {
                let ops = self.info(filters, true, true)?;
                Ok((Target::Cards(self.affected(*obj)?), ops))
            }
            _ => Err("the engine cannot make that change yet".to_owned()),
        }
    }

    fn modality(
        &mut self,
        subject: &'m Subject,
        word: ModalWord,
        deeds: &'m [Deed],
        roles: &'m [Role],
        durations: &'m [Duration],
    ) -> R<(Vec<Made>, &'m [Duration])> {
        match word {
            ModalWord::Cannot => {
                // An amount is no object: that it cannot be dealt or canceled is a rule for whoever it goes to.
                let amount = matches!(subject, Subject::Amount(_));
                let target = if amount {
                    Target::Players(Who::Each)
                } else {
                    self.target(subject)?
                };
                let mut changes = Vec::new();
                for deed in deeds {
                    if amount != (deed.passive && self.is_amount(&deed.verb)) {
                        return Err(format!("the engine cannot forbid `{}` of that yet", deed.verb));
                    }
                    let pattern = self.deed_pattern(amount.then_some(subject), deed, roles)?;
                    changes.push(self.changed(ChangeOp::Forbid(pattern), None));
                }
                Ok((vec![Made { target, changes }], durations))
            }
            ModalWord::Can => {
                let mut without = "";
                let (mut what, mut from) = (None, None);
                for Role { name, arg } in roles {
                    match (name.as_ref(), arg) {
                        ("without", Arg::Without(word)) => without = word,
                        ("what", Arg::Objects(obj)) => what = Some(*obj),
                        ("from", Arg::Place(place)) => from = Some(*place),
                        _ => return Err(format!("the engine cannot allow that with `{name}` yet")),
                    }
                }
                // A permission to do something with cards is a permission of those cards; which cards of a zone it is for shows when they are
                // played, so that one is the player's.
                let (target, with) = match (what, from) {
                    (what, Some(from)) => (self.target(subject)?, Some(self.allowed_from(subject, what, from)?)),
                    (Some(obj), None) => (self.allowed(subject, obj)?, None),
                    (None, None) => (self.target(subject)?, None),
                };
                let mut changes = Vec::new();
                for Deed { verb, passive } in deeds {
                    let row = self.tables().allows.iter().position(|row| {
                        row.verb == verb.as_ref() && row.without == without && self.row_from(row.from, from)
                    });
                    match row.and_then(|r| u8::try_from(r).ok()) {
                        Some(allow) if !passive => changes.push(self.changed(ChangeOp::Allow(allow, with), None)),
                        _ => return Err(format!("the engine cannot allow `{verb}` that way yet")),
                    }
                }
                Ok((vec![Made { target, changes }], durations))
            }
            ModalWord::Must => {
                let target = self.target(subject)?;
                if !roles.is_empty() {
                    return Err("the engine cannot demand that of a certain kind yet".to_owned());
                }
                let mut changes = Vec::new();
                for Deed { verb, passive } in deeds {
                    match super::position(self.tables().musts, verb) {
                        Some(duty) if !passive => changes.push(self.changed(ChangeOp::Must(duty), None)),
                        _ => return Err(format!("the engine cannot demand `{verb}` yet")),
                    }
                }
                Ok((vec![Made { target, changes }], durations))
            }
        }
    }

    fn allowed(&mut self, subject: &Subject, id: ObjId) -> R<Target> {
        if !matches!(subject, Subject::Players(ir::Who::You)) {
            return Err("the engine can allow that to the ability's player only".to_owned());
        }
        if let Objects::Select(selector) = &self.code()[id] {
            match selector.quant {
                Quant::Bare | Quant::All | Quant::AnyNumber | Quant::Each | Quant::Any => {}
                _ => return Err("the engine cannot allow that for a certain number yet".to_owned()),
            }
            let found = self.plain_select(selector, &[])?;
            return Ok(Target::Cards(self.add_obj(Obj::Select(Box::new(found)))));
        }
        Ok(Target::Cards(self.obj(id)?))
    }

    /// The cards of a zone that a permission is for.
    fn allowed_from(&mut self, subject: &Subject, what: Option<ObjId>, from: PlaceId) -> R<ObjIx> {
        if !matches!(subject, Subject::Players(ir::Who::You)) {
            return Err("the engine can allow that to the ability's player only".to_owned());
        }
        if !matches!(self.code()[from].whose, None | Some(ir::Who::You)) {
            return Err("the engine can allow that from the player's own zones only".to_owned());
        }
        let place = self.place(from)?;
        let Some(what) = what else {
            return Ok(self.add_obj(Obj::At(place)));
        };
        let Objects::Select(selector) = &self.code()[what] else {
            let among = self.obj(what)?;
            return Ok(self.add_obj(Obj::Select(Box::new(Select {
                among: Some(among),
                filters: vec![code::Filter::At(place)],
                ..Select::default()
            }))));
        };
        match selector.quant {
            Quant::Bare | Quant::All | Quant::Each | Quant::Any => {}
            _ => return Err("the engine cannot allow that for a certain number yet".to_owned()),
        }
        let found = self.plain_select(selector, &[place])?;
        Ok(self.add_obj(Obj::Select(Box::new(found))))
    }

    /// Whether a row of the table of permissions is about the place.
    fn row_from(&self, zones: &[ZoneId], from: Option<PlaceId>) -> bool {
        match from.map(|place| &self.code()[place].kind) {
            None => zones.is_empty(),
            Some(PlaceKind::Zone(names, filters)) => {
                filters.is_empty()
                    && names.iter().all(|name| {
                        let cells = self.zone_cells(name);
                        cells.is_some_and(|(zone, positions)| {
                            zones.contains(&zone) && positions == self.all_positions(zone)
                        })
                    })
            }
            Some(_) => false,
        }
    }

    /// `that damage cannot be canceled` right behind what deals it: how it is dealt, not an effect of its own.
    pub(super) fn firm(&mut self, stmt: &'m Stmt) -> R<bool> {
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
        let late = || "the engine can say that of an amount only right behind what makes it".to_owned();
        if !roles.is_empty() || !durations.is_empty() || limit.is_some() || !defs.is_empty() {
            return Err(late());
        }
        let tables = self.tables();
        let Some((
            Op::Native {
                verb,
                firm,
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
            let row = tables.firm.iter().position(|(does, cannot)| {
                let row = tables.verbs.iter().find(|row| row.word == *does);
                row.map(|r| r.command) == Some(VerbKind::Native(*verb)) && *cannot == deed.verb && deed.passive
            });
            match row {
                Some(bit) => *firm |= 1 << (bit & 7),
                None => return Err(format!("the engine cannot forbid `{}` of that yet", deed.verb)),
            }
        }
        Ok(true)
    }

    /// `cannot stand during its next stand phase`: forbidden in that time, and over with it.
    pub(super) fn cannot_next(&mut self, stmt: &'m Stmt) -> R<bool> {
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
            edge: Some(Edge::End),
            ..time.clone()
        })?;
        end.next = true;
        let mut within = end.clone();
        within.edge = None;
        within.next = false;
        for Made { target, changes } in made {
            for change in &changes {
                let pattern = match self.l.parts.changes.get(change.0 as usize).map(|c| &c.op) {
                    Some(ChangeOp::Forbid(pattern)) => *pattern,
                    _ => continue,
                };
                if let Some(pattern) = self.l.parts.patterns.get_mut(pattern.0 as usize) {
                    pattern.during.push(within.clone());
                }
            }
            let target = match target {
                Target::Cards(obj) => ApplyTo::Cards(obj),
                Target::Players(who) => ApplyTo::Players(who),
            };
            self.emit(Op::Apply {
                target,
                changes,
                lasting: Lasting::Until(end.clone()),
            });
        }
        Ok(true)
    }

    /// A number that is always the same.
    pub(super) fn one(&mut self) -> NumIx {
        self.constant(1)
    }
}
