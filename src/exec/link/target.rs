//! What is chosen while something is announced: options, targets, how an amount is divided among them. It becomes code of its own, which runs before the
//! cost is paid; the effect then finds its choices in the slots.

use super::super::code::{Cond, Filter, NumIx, Obj, ObjIx, Op, Pick, PickDemand, PickIx, Select, SlotIx, Who};
use super::action::Roles;
use super::base_verbs::{self, BaseVerb};
use super::object::Described;
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked, Var};
use crate::ir::{
    self, Arg, AttrOf, ChoiceTime, Complement, CondId, Desc, ModalOption, ObjId, Objects, PlaceId, PlaceKind, Quant,
    Role, Selector, Stmt, StmtId, Subject,
};
use crate::vocab::{ChoiceWhen, Data};

/// The most targets an amount can be divided among: that many slots are kept for the parts.
pub(super) const PARTS: u16 = 24;

impl<'m> CardLinker<'_, 'm> {
    /// The slot of a target that was chosen while announcing.
    pub(super) fn target_slot(&self, id: ObjId) -> Option<SlotIx> {
        match &self.code()[id] {
            Objects::Select(selector) if self.is_target(selector) => selector.slot.map(Self::slot),
            // What each player chose is kept apart.
            Objects::Slot(_, ir::RefWord::OfPlayer(..)) => None,
            Objects::Slot(slot, _) if self.scope.early.contains(&Self::slot(*slot)) => Some(Self::slot(*slot)),
            _ => None,
        }
    }

    /// Whether something is chosen while announcing: its text says so, or the verb that chooses it.
    pub(super) fn is_target(&self, selector: &Selector) -> bool {
        let early = |slot| self.scope.early.contains(&Self::slot(slot));
        selector.target || selector.slot.is_some_and(early)
    }

    /// Whether a verb chooses while something is announced, without a word about targets.
    fn chooses_early(&self, verb: &str) -> bool {
        let when = self.l.vocab.pick(verb, |word, _| match &word.data {
            Data::Verb(data) => data.choice,
            _ => None,
        });
        matches!(when, Some(ChoiceWhen::Play | ChoiceWhen::PublicPlay))
    }

    /// Whether a statement names a value while something is announced.
    pub(super) fn declares_early(&self, id: StmtId) -> bool {
        match &self.code()[id] {
            Stmt::Do {
                verb,
                choice: Some(ChoiceTime::Play),
                ..
            } => base_verbs::command(verb) == Some(BaseVerb::Declare),
            _ => false,
        }
    }

    /// The choices of a body, in order.
    pub(super) fn prologue(&mut self, body: &'m [StmtId]) -> Linked<()> {
        for id in body {
            self.at(*id);
            self.later(&self.code()[*id]);
            self.announced(*id)?;
        }
        Ok(())
    }

    /// The choices of one statement.
    fn announced(&mut self, id: StmtId) -> Linked<()> {
        match &self.code()[id] {
            Stmt::Do {
                verb,
                call,
                roles,
                slot,
                choice,
                per: _,
                durations: _,
                defs: _,
            } => {
                if let (Some(ChoiceTime::Play), Some(slot)) = (choice, slot)
                    && self.chooses_early(verb)
                {
                    self.scope.early.push(Self::slot(*slot));
                    self.parts_early(roles);
                }
                for role in roles {
                    self.targets_of_arg(&role.arg)?;
                }
                if *choice == Some(ChoiceTime::Play) && self.chooses_early(verb) {
                    self.targets_together(roles, slot.map(Self::slot));
                }
                self.division(roles)?;
                if self.declares_early(id)
                    && let Some(slot) = slot
                {
                    let left = roles.iter().collect();
                    self.declare(&mut Roles { left }, Self::slot(*slot))?;
                }
                if let Some((_, body)) = call {
                    self.prologue(body)?;
                }
                if !self.declares_early(id) {
                    self.made_later(slot.map(Self::slot));
                }
            }
            Stmt::Gain { subject, .. } | Stmt::Price { subject, .. } => self.targets_of_subject(subject)?,
            Stmt::Set { subject, to, .. } => {
                self.targets_of_subject(subject)?;
                if let Complement::Objects(obj) = to {
                    self.targets_of(*obj)?;
                }
                if let Complement::Info { filters, .. } | Complement::Filters(filters) = to {
                    self.targets_of_filters(filters)?;
                }
            }
            Stmt::Modality { subject, roles, .. } => {
                self.targets_of_subject(subject)?;
                for role in roles {
                    self.targets_of_arg(&role.arg)?;
                }
            }
            Stmt::If { cond, then, other } => self.announced_if(*cond, then, other)?,
            Stmt::Override { base, arms, joins: _ } => {
                let arms = arms.iter().map(|(_, body)| body.as_slice());
                if arms.clone().any(|body| self.chooses(body)) {
                    return Err(Fail::limit(
                        Limit::AnnouncedChoice,
                        "the engine cannot choose targets that depend on what happens later",
                    ));
                }
                self.prologue(std::slice::from_ref(base))?;
            }
            Stmt::Otherwise(_, body) | Stmt::Block(body) => self.prologue(body)?,
            Stmt::May { who, cost: _, body } => {
                self.targets_of_who(who)?;
                let lenient = self.tables().lenient_targets;
                let before = std::mem::replace(&mut self.scope.offered, lenient);
                let done = self.prologue(body);
                self.scope.offered = before;
                done?;
            }
            Stmt::Actor { who, body } => {
                self.targets_of_who(who)?;
                if self.tables().lenient_targets && self.chooses(body) {
                    self.chosen_by(who, body)?;
                } else {
                    self.prologue(body)?;
                }
            }
            Stmt::Repeat { body, .. } if self.chooses(body) => {
                return Err(Fail::wording(
                    "what is chosen while playing is chosen once, however often the rest is done",
                    "choose it before: `select 1 …; repeat 2 times { … it … }`; for a choice each time write the statements out",
                ));
            }
            Stmt::Repeat { body, .. } => self.prologue(body)?,
            Stmt::ForEach { over, body, .. } => {
                self.targets_of(*over)?;
                if self.chooses(body) {
                    return Err(Fail::limit(
                        Limit::AnnouncedChoice,
                        "the engine cannot choose targets for each of several yet",
                    ));
                }
            }
            Stmt::Modal {
                verb: _,
                quant,
                overrides,
                options,
                time: ChoiceTime::Play,
            } => self.early_modal(id, quant, overrides, options)?,
            Stmt::Modal { options, .. } => {
                for option in options {
                    self.prologue(&option.body)?;
                }
            }
            // What waits is announced on its own; numbers and given effects choose nothing.
            Stmt::Delayed { .. } | Stmt::Define(..) | Stmt::Given => {}
        }
        Ok(())
    }

    /// `select 1 … and 1 …`: each of the things that a verb chooses together is chosen by itself.
    fn parts_early(&mut self, roles: &[Role]) {
        for role in roles {
            let Arg::Objects(obj) = &role.arg else { continue };
            let Objects::Join(list) = &self.code()[*obj] else {
                continue;
            };
            for one in list {
                if let Objects::Select(selector) = &self.code()[*one]
                    && let Some(slot) = selector.slot
                {
                    self.scope.early.push(Self::slot(slot));
                }
            }
        }
    }

    /// A target behind a condition is chosen if the condition holds now.
    fn announced_if(&mut self, cond: CondId, then: &'m [StmtId], other: &'m [StmtId]) -> Linked<()> {
        if !self.chooses(then) && !self.chooses(other) {
            return Ok(());
        }
        match self.early_cond(cond)? {
            Some(cond) => {
                let test = self.emit(Op::End);
                self.prologue(then)?;
                let skip = self.emit(Op::End);
                let start = self.here();
                self.patch(test, Op::Unless(cond, start));
                self.prologue(other)?;
                let end = self.here();
                self.patch(skip, Op::Jump(end));
            }
            None => {
                self.prologue(then)?;
                self.prologue(other)?;
            }
        }
        Ok(())
    }

    /// Another player chooses, or each one, the turn player first. Who has nothing to choose chooses nothing.
    fn chosen_by(&mut self, who: &'m ir::Who, body: &'m [StmtId]) -> Linked<()> {
        let who = self.who(who)?;
        let before = self.scope.actor.clone();
        let offered = std::mem::replace(&mut self.scope.offered, true);
        if who == Who::Each {
            let lap = self.open_lap();
            self.scope.actor = Some(Who::Actor);
            let from = self.scope.early.len();
            let done = self.prologue(body);
            self.scope.actor = before;
            self.scope.offered = offered;
            done?;
            for slot in self.scope.early.iter().skip(from).copied().collect::<Vec<_>>() {
                let base = self.pair(slot);
                self.emit(Op::KeepFor(slot, base));
                self.scope.apart.push((slot, base));
            }
            self.close_lap(lap);
            return Ok(());
        }
        self.emit(Op::Actor(who.clone()));
        self.scope.actor = Some(who);
        let done = self.prologue(body);
        self.scope.offered = offered;
        self.restore(before);
        done
    }

    /// What a statement defines: worked out while announcing only if a target needs it.
    fn later(&mut self, stmt: &'m Stmt) {
        let mut push = |name: &String, expr: ir::ExprId| self.scope.vars.push((name.clone(), Var::Later(expr)));
        match stmt {
            Stmt::Define(name, expr) => push(name, *expr),
            Stmt::Do { defs, .. }
            | Stmt::Gain { defs, .. }
            | Stmt::Set { defs, .. }
            | Stmt::Modality { defs, .. }
            | Stmt::Price { defs, .. } => {
                for (name, expr) in defs {
                    push(name, *expr);
                }
            }
            _ => {}
        }
    }

    /// A condition as it stands while announcing; none if it asks for what the effect will have done.
    fn early_cond(&mut self, id: ir::CondId) -> Linked<Option<super::CondIx>> {
        if self.asks_later(id) {
            return Ok(None);
        }
        self.asked_early(|linker| linker.cond(id)).map(Some)
    }

    fn asks_later(&self, id: ir::CondId) -> bool {
        match &self.code()[id] {
            ir::Cond::Done(_) => true,
            ir::Cond::And(list) | ir::Cond::Or(list) => list.iter().any(|c| self.asks_later(*c)),
            ir::Cond::Not(inner) => self.asks_later(*inner),
            _ => false,
        }
    }

    /// Whether a body chooses something while announcing.
    fn chooses(&self, body: &[StmtId]) -> bool {
        let code = self.code();
        body.iter().any(|id| match &code[*id] {
            Stmt::Modal {
                time: ChoiceTime::Play, ..
            } => true,
            Stmt::Modal { options, .. } => options.iter().any(|o| self.chooses(&o.body)),
            Stmt::If { then, other, .. } => self.chooses(then) || self.chooses(other),
            Stmt::Override { base, arms, joins: _ } => {
                self.chooses(std::slice::from_ref(base)) || arms.iter().any(|(_, b)| self.chooses(b))
            }
            Stmt::Otherwise(_, body)
            | Stmt::Block(body)
            | Stmt::May { body, .. }
            | Stmt::Actor { body, .. }
            | Stmt::Repeat { body, .. }
            | Stmt::ForEach { body, .. } => self.chooses(body),
            Stmt::Do {
                verb,
                choice: Some(ChoiceTime::Play),
                ..
            } if self.chooses_early(verb) => true,
            Stmt::Do { roles, .. } => roles.iter().any(|r| self.arg_targets(&r.arg)),
            Stmt::Gain { subject, .. } | Stmt::Price { subject, .. } | Stmt::Set { subject, .. } => {
                self.subject_targets(subject)
            }
            Stmt::Modality { subject, roles, .. } => {
                self.subject_targets(subject) || roles.iter().any(|r| self.arg_targets(&r.arg))
            }
            Stmt::Delayed { .. } | Stmt::Define(..) | Stmt::Given => false,
        })
    }

    fn subject_targets(&self, subject: &Subject) -> bool {
        match subject {
            Subject::Objects(obj) | Subject::Attr(AttrOf::Objects(obj), _) => self.has_target(*obj),
            _ => false,
        }
    }

    pub(super) fn arg_targets(&self, arg: &Arg) -> bool {
        match arg {
            Arg::Objects(obj) => self.has_target(*obj),
            Arg::Place(place) => match &self.code()[*place].kind {
                PlaceKind::By(_, obj) => self.has_target(*obj),
                _ => false,
            },
            Arg::All(list) => list.iter().any(|a| self.arg_targets(a)),
            _ => false,
        }
    }

    fn has_target(&self, id: ObjId) -> bool {
        match &self.code()[id] {
            Objects::Select(selector) => self.is_target(selector),
            Objects::Join(list) => list.iter().any(|o| self.has_target(*o)),
            Objects::Part(_, of) => self.has_target(*of),
            _ => false,
        }
    }

    fn targets_of_subject(&mut self, subject: &'m Subject) -> Linked<()> {
        match subject {
            Subject::Objects(obj) | Subject::Attr(AttrOf::Objects(obj), _) => self.targets_of(*obj),
            Subject::Players(who) | Subject::Attr(AttrOf::Player(who), _) => self.targets_of_who(who),
            _ => Ok(()),
        }
    }

    fn targets_of_who(&mut self, who: &'m ir::Who) -> Linked<()> {
        match who {
            ir::Who::Of(obj, _) | ir::Who::Chosen(obj) => self.targets_of(*obj),
            ir::Who::OpponentOf(who) => self.targets_of_who(who),
            _ => Ok(()),
        }
    }

    fn targets_of_filters(&mut self, filters: &'m [ir::Filter]) -> Linked<()> {
        for filter in filters {
            match filter {
                ir::Filter::Of(obj) | ir::Filter::Same(_, obj) | ir::Filter::Among(obj) => self.targets_of(*obj)?,
                ir::Filter::All(list) | ir::Filter::Any(list) => self.targets_of_filters(list)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn targets_of_arg(&mut self, arg: &'m Arg) -> Linked<()> {
        match arg {
            Arg::Objects(obj) => self.targets_of(*obj),
            Arg::Place(place) => self.targets_of_place(*place),
            Arg::Amount(amount) => match &amount.whose {
                Some(AttrOf::Objects(obj)) => self.targets_of(*obj),
                _ => Ok(()),
            },
            Arg::Attr(AttrOf::Objects(obj), _) => self.targets_of(*obj),
            Arg::All(list) => list.iter().try_for_each(|a| self.targets_of_arg(a)),
            _ => Ok(()),
        }
    }

    fn targets_of_place(&mut self, id: PlaceId) -> Linked<()> {
        let ir::Place { kind, whose, .. } = &self.code()[id];
        if let Some(who) = whose {
            self.targets_of_who(who)?;
        }
        match kind {
            PlaceKind::By(_, obj) | PlaceKind::Relative(_, obj) => self.targets_of(*obj),
            PlaceKind::End(_, inner) => self.targets_of_place(*inner),
            _ => Ok(()),
        }
    }

    /// Chooses the targets of a phrase.
    fn targets_of(&mut self, id: ObjId) -> Linked<()> {
        match &self.code()[id] {
            Objects::Join(list) => {
                for one in list {
                    self.targets_of(*one)?;
                }
                Ok(())
            }
            Objects::Part(_, of) => self.targets_of(*of),
            Objects::Related(AttrOf::Objects(obj), _) => self.targets_of(*obj),
            Objects::Players(who) => self.targets_of_who(who),
            Objects::Select(selector) if self.is_target(selector) => {
                let Some(slot) = selector.slot.map(Self::slot) else {
                    return Err(Fail::limit(
                        Limit::Reference,
                        "the engine cannot tell where the target is kept",
                    ));
                };
                if self.scope.targets.iter().any(|(s, _)| *s == slot) {
                    return Ok(());
                }
                let pick = self.target_pick(selector)?;
                self.emit(Op::Target(pick, slot));
                self.scope.targets.push((slot, pick));
                Ok(())
            }
            Objects::Select(selector) => {
                self.made_later(selector.slot.map(Self::slot));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn target_pick(&mut self, selector: &'m Selector) -> Linked<PickIx> {
        let Some((min, max)) = self.quant_range(&selector.quant)? else {
            return Err(Fail::wording(
                "the engine needs a number of targets",
                "write how many: `1 target …`, `up to 2 target …`",
            ));
        };
        if selector.random {
            return Err(Fail::limit(Limit::AnnouncedChoice, "targets are not chosen at random"));
        }
        let each = |whose: &Option<ir::Who>| matches!(whose, Some(ir::Who::Each));
        if each(&selector.whose) || selector.places.iter().any(|place| each(&self.code()[*place].whose)) {
            return Err(Fail::wording(
                "one choice is made among the cards of both players, not one for each player",
                "write `each player { … }`, or name both: `1 of your … and 1 of opponent's …`",
            ));
        }
        self.scope.announcing = true;
        let linked = self.asked_early(|linker| linker.objects_with_players(selector));
        self.scope.announcing = false;
        let (from, rule) = linked?;
        let from = if selector.other {
            self.not_chosen_before(from)
        } else {
            from
        };
        Ok(self.add_pick(Pick {
            from,
            min,
            max,
            random: false,
            rule,
            may_fail: self.scope.offered,
            parts: None,
            unseen: false,
            told: false,
        }))
    }

    /// `select 1 other follower`: none of the targets before it either.
    fn not_chosen_before(&mut self, from: ObjIx) -> ObjIx {
        let Some(Obj::Select(select)) = self.l.parts.objs.get(from.0 as usize) else {
            return from;
        };
        let mut select = select.clone();
        self.leave_targets(&mut select);
        self.add_obj(Obj::Select(select))
    }

    /// Cards that are none of the targets so far.
    pub(super) fn leave_targets(&mut self, select: &mut Select) {
        let targets: Vec<SlotIx> = self.scope.targets.iter().map(|(slot, _)| *slot).collect();
        self.none_of(targets, select);
        self.leave_chosen(select);
    }

    /// None of the cards that the effect in hand has chosen so far.
    pub(super) fn leave_chosen(&mut self, select: &mut Select) {
        self.none_of(self.scope.chosen.clone(), select);
    }

    fn none_of(&mut self, slots: Vec<SlotIx>, select: &mut Select) {
        for slot in slots {
            let before = self.slot_obj(slot);
            select.filters.push(Filter::Not(Box::new(Filter::Among(before))));
        }
    }

    /// Whether a description never fits the card of the ability: behind a selection `other` can only mean what was selected. So it is with cards of
    /// the other player, and with the text of a card that is being played.
    pub(super) fn is_never_this(&self, selector: &Selector) -> bool {
        let theirs = |who: &ir::Who| matches!(who, ir::Who::Opponent | ir::Who::EachOpponent);
        let of = |f: &ir::Filter| matches!(f, ir::Filter::OfPlayer(who) if theirs(who));
        selector.whose.as_ref().is_some_and(theirs)
            || selector.filters.iter().any(of)
            || self.scope.works == self.tables().resolution.bit()
    }

    /// Whether a description is one of players.
    pub(super) fn is_player(desc: &Desc) -> bool {
        desc.noun.as_deref().is_some_and(|n| n == "player" || n == "opponent")
    }

    /// A description that may fit players as well as cards.
    pub(super) fn objects_with_players(&mut self, selector: &'m Selector) -> Linked<(super::ObjIx, PickDemand)> {
        if !selector.descs.iter().any(Self::is_player) {
            let Described { select, rule } = self.select(selector, &[])?;
            return Ok((self.add_obj(Obj::Select(Box::new(select))), rule));
        }
        if selector.next || selector.other && selector.descs.iter().all(Self::is_player) {
            return Err(Fail::limit(
                Limit::PlayerDescription,
                "the engine cannot describe players that way yet",
            ));
        }
        let mut parts = Vec::new();
        for desc in &selector.descs {
            match desc.noun.as_deref() {
                Some(noun @ ("player" | "opponent")) if desc.filters.is_empty() => {
                    let who = if noun == "player" { Who::Each } else { Who::Opponent };
                    parts.push(self.add_obj(Obj::Players(who)));
                }
                Some("player" | "opponent") => {
                    return Err(Fail::limit(
                        Limit::PlayerDescription,
                        "the engine cannot describe players that way yet",
                    ));
                }
                _ => {}
            }
        }
        let cards: Vec<Desc> = selector.descs.iter().filter(|d| !Self::is_player(d)).cloned().collect();
        let mut rule = PickDemand::Any;
        if !cards.is_empty() {
            let only = Selector {
                descs: cards,
                ..selector.clone()
            };
            let described = self.select(&only, &[])?;
            rule = described.rule;
            parts.push(self.add_obj(Obj::Select(Box::new(described.select))));
        } else if !selector.filters.is_empty() || selector.whose.is_some() {
            return Err(Fail::limit(
                Limit::PlayerDescription,
                "the engine cannot describe players that way yet",
            ));
        }
        Ok((self.add_obj(Obj::Join(parts)), rule))
    }

    /// `deal 600 damage to any number of target resonators as divided`: the parts are announced with the targets.
    fn division(&mut self, roles: &'m [Role]) -> Linked<()> {
        let divided = roles
            .iter()
            .any(|r| r.name == "as" && matches!(&r.arg, Arg::Words(words) if words.iter().any(|w| w == "divided")));
        if !divided {
            return Ok(());
        }
        let among = roles.iter().find_map(|r| match (&r.arg, r.name.as_ref()) {
            (Arg::Objects(obj), "to") => self.target_slot(*obj),
            (Arg::Place(place), _) => match &self.code()[*place].kind {
                PlaceKind::By(_, obj) => self.target_slot(*obj),
                _ => None,
            },
            _ => None,
        });
        let total = roles.iter().find_map(|r| match &r.arg {
            Arg::Amount(amount) if r.name == "what" => Some(amount),
            _ => None,
        });
        let (Some(among), Some(total)) = (among, total) else {
            return Err(Fail::limit(
                Limit::AnnouncedChoice,
                "the engine divides an amount among targets only",
            ));
        };
        let Quant::Exactly(n) = &total.quant else {
            return Err(Fail::limit(
                Limit::AnnouncedChoice,
                "the engine divides a certain amount only",
            ));
        };
        let damage = matches!(self.noun(&total.of), super::object::Noun::Damage);
        let n = self.num(*n)?;
        let step = self.constant(if damage { self.tables().division_step } else { 1 });
        if self.tables().lenient_targets {
            self.limit_targets(among, n);
        }
        let base = self.fresh();
        self.scope.next = self.scope.next.saturating_add(PARTS);
        self.scope.divided.push((among, base));
        self.emit(Op::Divide {
            among,
            total: n,
            step,
            parts: base,
        });
        Ok(())
    }

    /// Every target gets a part of an amount: there is at least one, and there are no more than parts (10.6.2.3.2.1 and its like).
    fn limit_targets(&mut self, among: SlotIx, parts: NumIx) {
        let one = self.one();
        let found = self.scope.targets.iter().find(|(slot, _)| *slot == among);
        let pick = found.and_then(|(_, pick)| self.l.parts.picks.get_mut(pick.0 as usize));
        if let Some(pick) = pick {
            // `up to` and `any number` have a smallest number of their own.
            if pick.min.is_some() {
                pick.min = Some(one);
            }
            pick.parts = Some(parts);
        }
    }

    /// The first of the slots that keep the parts of an amount divided among the targets of a slot.
    pub(super) fn divided_slot(&self, targets: SlotIx) -> Option<SlotIx> {
        let found = self.scope.divided.iter().find(|(slot, _)| *slot == targets);
        found.map(|(_, parts)| *parts)
    }

    /// Options that are chosen while announcing: those not chosen do not exist, and neither do their targets.
    fn early_modal(
        &mut self,
        id: StmtId,
        quant: &'m Quant,
        overrides: &'m [(Quant, ir::CondId)],
        options: &'m [ModalOption],
    ) -> Linked<()> {
        let (mut count, mut others) = self.mode_counts(quant, overrides, options.len())?;
        if self.tables().lenient_targets {
            // 5.17.2 of Evolve: up to so many options are one at least.
            let one = self.one();
            if matches!(quant, Quant::UpTo(_)) {
                count.0 = one;
            }
            for (((least, _), _), (quant, _)) in others.iter_mut().zip(overrides) {
                if matches!(quant, Quant::UpTo(_)) {
                    *least = one;
                }
            }
        }
        let slot = self.fresh();
        let modes = self.emit(Op::End);
        let mut linked = Vec::new();
        let mut starts = Vec::new();
        for (n, option) in options.iter().enumerate() {
            let chosen = self.add_cond(Cond::Mode(slot, u8::try_from(n).unwrap_or(u8::MAX)));
            let test = self.emit(Op::End);
            starts.push(self.here());
            // What only a cost brings that is offered later need not be there.
            let offered = self.scope.offered || option.cost.is_some();
            let before = std::mem::replace(&mut self.scope.offered, offered);
            let done = self.prologue(&option.body);
            self.scope.offered = before;
            done?;
            let next = self.here();
            self.patch(test, Op::Unless(chosen, next));
        }
        self.at(id);
        for (option, pc) in options.iter().zip(starts) {
            linked.push(self.mode_option(option, pc)?);
        }
        self.patch(
            modes,
            Op::Announce {
                count,
                overrides: others,
                options: linked,
                slot,
            },
        );
        self.scope.modes.push((id, slot));
        Ok(())
    }

    /// Targets that are not legal any more are left out when the effect begins (903.3a and its like).
    pub(super) fn recheck(&mut self) {
        if !self.tables().rechecks {
            return;
        }
        for (slot, pick) in self.scope.targets.clone() {
            self.emit(Op::Recheck(pick, slot));
        }
    }
}
