//! Statements: flow of control.

use super::super::code::{ApplyTo, ModeOption, Num, NumIx, Obj, ObjIx, Op, SlotIx, Who};
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked, Scope};
use crate::ir::{
    self, AbilityId, ChoiceTime, CondId, CostId, Duration, ExprId, ModalOption, ObjId, Quant, Stmt, StmtId,
};

impl<'m> CardLinker<'_, 'm> {
    /// Remembers where a statement was written.
    pub(super) fn at(&mut self, id: StmtId) {
        if let Some(src) = self.code().stmt_src.get(id.0 as usize) {
            self.src = *src;
        }
        self.word = self.phrase(id).or(self.word);
    }

    /// Goes on behind what was refused as if it had not been there; slots go on counting.
    pub(super) fn forget(&mut self, before: Scope) {
        let next = self.scope.next;
        self.scope = before;
        self.scope.next = self.scope.next.max(next);
        self.gathers = None;
        self.counts = None;
    }

    /// Statements whose variables are forgotten afterwards: they may not have run.
    fn inner(&mut self, body: &'m [StmtId]) -> Linked<()> {
        let vars = self.scope.vars.len();
        self.body(body)?;
        self.scope.vars.truncate(vars);
        Ok(())
    }

    pub(super) fn jump_later(&mut self) -> usize {
        self.emit(Op::End)
    }

    pub(super) fn stmt(&mut self, id: StmtId) -> Linked<()> {
        self.at(id);
        let stmt = &self.code()[id];
        let done = match stmt {
            Stmt::Do { .. } if self.switch(stmt)? => None,
            Stmt::Do { .. } => self.action(stmt)?,
            Stmt::Gain { .. } | Stmt::Set { .. } | Stmt::Modality { .. } | Stmt::Price { .. } => {
                Some(self.lasting_change(id, stmt)?)
            }
            Stmt::If { cond, then, other } => {
                self.branch(*cond, then, other)?;
                None
            }
            Stmt::Override { base, arms, joins } => {
                self.instead(base, arms, joins)?;
                None
            }
            Stmt::Otherwise(of, body) => {
                self.otherwise(*of, body)?;
                None
            }
            // Counters are all alike: one lap for each.
            Stmt::ForEach { over, slot: _, body } if self.counter_count(*over)?.is_some() => {
                self.laps(*over, body)?;
                None
            }
            Stmt::ForEach { over, slot, body } => {
                let over = self.obj(*over)?;
                self.each(over, slot.0, |linker| linker.inner(body))?;
                None
            }
            Stmt::Repeat { times, body, until } => {
                self.repeat(*times, body, *until)?;
                None
            }
            Stmt::Delayed {
                once,
                ability,
                durations,
            } => {
                self.delayed(*once, *ability, durations)?;
                None
            }
            Stmt::Modal {
                verb: _,
                quant,
                overrides,
                options,
                time,
            } => {
                match (
                    time,
                    self.scope.modes.iter().find(|(s, _)| *s == id).map(|(_, slot)| *slot),
                ) {
                    (ChoiceTime::Play, Some(slot)) => self.announced_modal(slot, options)?,
                    // Where nothing is announced, options are chosen when they matter.
                    (ChoiceTime::Play | ChoiceTime::Resolution, _) => self.modal(quant, overrides, options)?,
                }
                None
            }
            Stmt::Define(name, expr) => {
                self.define(name, *expr)?;
                None
            }
            Stmt::May { who, cost, body } => Some(self.may(who, *cost, body)?),
            Stmt::Actor { who, body } => {
                self.acting(who, body)?;
                None
            }
            Stmt::Block(body) => {
                self.body(body)?;
                self.scope.last_done
            }
            Stmt::Given => {
                return Err(Fail::wording(
                    "the keyword was given no effect",
                    "give the keyword its effect: `Keyword { … }`",
                ));
            }
        };
        if let Some(slot) = done {
            self.scope.done.insert(id, slot);
        }
        self.scope.last_done = done;
        Ok(())
    }

    /// An ability that waits for its event.
    fn delayed(&mut self, once: bool, ability: AbilityId, durations: &'m [Duration]) -> Linked<()> {
        if self.scope.actor.is_some() {
            return Err(Fail::wording(
                "an ability that waits is the card's own: nobody else does what it says",
                "say inside it who acts: `at the end of turn { opponent { … } }`",
            ));
        }
        let lasting = if durations.is_empty() {
            super::super::code::Lasting::Game
        } else {
            self.lasting(durations)?
        };
        let outside = self.keep_event()?;
        let ability = self.nested(ability)?;
        self.scope.outer = outside;
        self.emit(Op::Delay { ability, once, lasting });
        Ok(())
    }

    fn repeat(&mut self, times: Option<ExprId>, body: &'m [StmtId], until: Option<CondId>) -> Linked<()> {
        let counter = match times {
            Some(times) => {
                let times = self.num(times)?;
                let slot = self.fresh();
                self.emit(Op::Set(slot, times));
                Some(slot)
            }
            None => None,
        };
        if counter.is_none() && until.is_none() {
            return Err(Fail::wording(
                "the engine does not repeat something without end",
                "write how often: `3 times`, or `until …`",
            ));
        }
        let start = self.here();
        let exit = counter.map(|slot| (self.jump_later(), slot));
        self.inner(body)?;
        match until {
            Some(until) => {
                let until = self.cond(until)?;
                self.emit(Op::Unless(until, start));
            }
            None => {
                self.emit(Op::Jump(start));
            }
        }
        let end = self.here();
        if let Some((at, slot)) = exit {
            self.patch(at, Op::Countdown(slot, end));
        }
        Ok(())
    }

    /// One lap for each counter.
    fn laps(&mut self, over: ObjId, body: &'m [StmtId]) -> Linked<()> {
        let Some(num) = self.counter_count(over)? else {
            return Err(Fail::limit(Limit::Amount, "the engine cannot count those"));
        };
        let num = self.add_num(num);
        let left = self.fresh();
        self.emit(Op::Set(left, num));
        let start = self.here();
        let exit = self.jump_later();
        self.inner(body)?;
        self.emit(Op::Jump(start));
        let end = self.here();
        self.patch(exit, Op::Countdown(left, end));
        Ok(())
    }

    fn otherwise(&mut self, of: StmtId, body: &'m [StmtId]) -> Linked<()> {
        let Some(slot) = self.scope.done.get(&of).copied() else {
            return Err(Fail::limit(
                Limit::Reference,
                "the engine cannot tell whether that was done",
            ));
        };
        let was = self.add_cond(super::super::code::Cond::Slot(slot));
        let not = self.add_cond(super::super::code::Cond::Not(was));
        let test = self.jump_later();
        self.inner(body)?;
        let end = self.here();
        self.patch(test, Op::Unless(not, end));
        Ok(())
    }

    /// The last arm whose condition holds, else the base.
    fn instead(&mut self, base: &'m StmtId, arms: &'m [(CondId, Vec<StmtId>)], joins: &'m [ir::Met]) -> Linked<()> {
        let mut ends = Vec::new();
        for (at, (cond, body)) in arms.iter().enumerate().rev() {
            let cond = self.cond(*cond)?;
            let test = self.jump_later();
            self.inner(body)?;
            for met in joins.iter().filter(|met| usize::from(met.arm) == at) {
                self.meet(*met);
            }
            ends.push(self.jump_later());
            self.replaced.extend(ends.last());
            let next = self.here();
            self.patch(test, Op::Unless(cond, next));
        }
        self.inner(std::slice::from_ref(base))?;
        let end = self.here();
        for at in ends {
            self.patch(at, Op::Jump(end));
        }
        Ok(())
    }

    /// What an arm kept is kept where the statement would have kept it that the arm took the place of.
    fn meet(&mut self, met: ir::Met) {
        let (from, to) = (met.from.0, met.to.0);
        self.emit(if met.cards {
            Op::Join(vec![from], to)
        } else {
            Op::Copy(from, to)
        });
        for list in [&mut self.scope.among, &mut self.scope.shown, &mut self.scope.gone] {
            let taken = list.iter().filter(|(base, _)| *base == from);
            let taken: Vec<_> = taken.map(|(_, made)| (to, *made)).collect();
            list.extend(taken);
        }
    }

    fn branch(&mut self, cond: CondId, then: &'m [StmtId], other: &'m [StmtId]) -> Linked<()> {
        let cond = self.cond(cond)?;
        let test = self.jump_later();
        self.inner(then)?;
        if other.is_empty() {
            let end = self.here();
            self.patch(test, Op::Unless(cond, end));
        } else {
            let skip = self.jump_later();
            let start = self.here();
            self.patch(test, Op::Unless(cond, start));
            self.inner(other)?;
            let end = self.here();
            self.patch(skip, Op::Jump(end));
        }
        Ok(())
    }

    /// What is given, set, allowed or priced; gives where it is kept that this was done.
    fn lasting_change(&mut self, id: StmtId, stmt: &'m Stmt) -> Linked<SlotIx> {
        let from = self.ops.len();
        if !self.certain(stmt)? && !self.cannot_next(stmt)? {
            self.apply(stmt)?;
        }
        let slot = self.fresh();
        if self.asked(id) {
            // Nothing was done if there was no card that it could begin for.
            let made = self.ops.iter().skip(from).rev().find_map(|(op, _)| match op {
                Op::Apply {
                    target: ApplyTo::Cards(cards),
                    ..
                } => Some(*cards),
                _ => None,
            });
            let count = match made {
                Some(cards) => self.add_num(Num::Count(cards)),
                None => self.one(),
            };
            self.emit(Op::Set(slot, count));
        }
        Ok(slot)
    }

    /// Keeps the parts of the event that abilities which wait speak of; gives what was kept outside.
    fn keep_event(&mut self) -> Linked<Vec<(ir::EventPart, SlotIx)>> {
        let mut parts: Vec<ir::EventPart> = Vec::new();
        for object in &self.code().objects {
            if let ir::Objects::Event(ir::EventPart::Outer(part), _) = object
                && !parts.contains(part)
            {
                parts.push((**part).clone());
            }
        }
        let mut kept = Vec::new();
        for part in parts {
            // A part that this event lacks belongs to another ability of the card; who speaks of it here is told so.
            if let Ok(obj) = self.event_part(&part) {
                let (obj, slot) = (self.add_obj(obj), self.fresh());
                self.emit(Op::Each(obj, slot));
                kept.push((part, slot));
            }
        }
        Ok(std::mem::replace(&mut self.scope.outer, kept))
    }

    /// Whether some condition asks for the result of the statement.
    fn asked(&self, id: StmtId) -> bool {
        let code = self.code();
        code.conds
            .iter()
            .any(|c| matches!(c, ir::Cond::Done(None)) || matches!(c, ir::Cond::Done(Some(s)) if *s == id))
            || code
                .stmts
                .iter()
                .any(|s| matches!(s, Stmt::Otherwise(of, _) if *of == id))
    }

    /// A loop over objects.
    pub(super) fn each(
        &mut self,
        over: ObjIx,
        element: SlotIx,
        body: impl FnOnce(&mut Self) -> Linked<()>,
    ) -> Linked<()> {
        let set = self.fresh();
        self.emit(Op::Each(over, set));
        let start = self.here();
        let next = self.jump_later();
        body(self)?;
        self.emit(Op::Jump(start));
        let end = self.here();
        self.patch(next, Op::NextEach(set, element, end));
        Ok(())
    }

    fn modal(
        &mut self,
        quant: &'m Quant,
        overrides: &'m [(Quant, ir::CondId)],
        options: &'m [ModalOption],
    ) -> Linked<()> {
        let (count, overrides) = self.mode_counts(quant, overrides, options.len())?;
        let slot = self.fresh();
        let modes = self.jump_later();
        let next = self.jump_later();
        let next_pc = u32::try_from(next).unwrap_or(u32::MAX);
        let mut linked = Vec::new();
        for option in options {
            let pc = self.here();
            linked.push(self.mode_option(option, pc)?);
            self.option_body(option)?;
            self.emit(Op::Jump(next_pc));
        }
        let end = self.here();
        self.patch(
            modes,
            Op::Modes {
                count,
                overrides,
                options: linked,
                slot,
            },
        );
        self.patch(next, Op::NextMode(u32::try_from(modes).unwrap_or(u32::MAX), end));
        Ok(())
    }

    /// The options that were chosen while announcing, one after another.
    fn announced_modal(&mut self, chosen: SlotIx, options: &'m [ModalOption]) -> Linked<()> {
        for (n, option) in options.iter().enumerate() {
            let cond = super::super::code::Cond::Mode(chosen, u8::try_from(n).unwrap_or(u8::MAX));
            let cond = self.add_cond(cond);
            let test = self.jump_later();
            self.option_body(option)?;
            let end = self.here();
            self.patch(test, Op::Unless(cond, end));
        }
        Ok(())
    }

    /// What a chosen option does. A cost in front of it is offered now, for all that follows in the option.
    fn option_body(&mut self, option: &'m ModalOption) -> Linked<()> {
        match option.cost {
            None => self.inner(&option.body),
            cost => self.may(&ir::Who::They, cost, &option.body).map(|_| ()),
        }
    }

    pub(super) fn mode_option(&mut self, option: &'m ModalOption, pc: u32) -> Linked<ModeOption> {
        let ModalOption {
            name: _,
            limit,
            condition,
            cost,
            body: _,
        } = option;
        if limit.is_some() {
            return Err(Fail::wording(
                "an option has no limit of its own",
                "put the limit in the head of the ability: `ACT once per turn …`",
            ));
        }
        if cost.is_some() && !self.tables().option_costs {
            return Err(Fail::limit(
                Limit::Options,
                "the engine cannot let options cost something yet",
            ));
        }
        let cond = condition.map(|c| self.cond(c)).transpose()?;
        Ok(ModeOption { cond, pc })
    }

    /// How many options are chosen, and how many instead.
    #[expect(clippy::type_complexity, reason = "a count and its overrides")]
    pub(super) fn mode_counts(
        &mut self,
        quant: &'m Quant,
        overrides: &'m [(Quant, ir::CondId)],
        options: usize,
    ) -> Linked<((NumIx, NumIx), Vec<((NumIx, NumIx), super::CondIx)>)> {
        let most = self.constant(i32::try_from(options).unwrap_or(i32::MAX));
        let count = self.mode_count(quant, most)?;
        let mut others = Vec::new();
        for (quant, cond) in overrides {
            let count = self.mode_count(quant, most)?;
            others.push((count, self.cond(*cond)?));
        }
        Ok((count, others))
    }

    fn mode_count(&mut self, quant: &Quant, most: NumIx) -> Linked<(NumIx, NumIx)> {
        if matches!(quant, Quant::All | Quant::Each) {
            return Ok((most, most));
        }
        Ok(match self.quant_range(quant)? {
            None => (self.one(), self.one()),
            Some((None, Some(n))) => (n, n),
            Some((min, max)) => {
                let min = match min {
                    Some(min) => min,
                    None => self.constant(0),
                };
                (min, max.unwrap_or(most))
            }
        })
    }

    /// A player may do something, perhaps at a cost. The slot keeps the answer.
    fn may(&mut self, who: &'m ir::Who, cost: Option<CostId>, body: &'m [StmtId]) -> Linked<SlotIx> {
        let answer = self.fresh();
        let zero = self.constant(0);
        self.emit(Op::Set(answer, zero));
        let linked = match who {
            ir::Who::They => Who::Actor,
            who => self.who(who)?,
        };
        if linked == Who::Each || linked == Who::Any {
            return Err(Fail::limit(Limit::EachPlayer, "the engine asks one player at a time"));
        }
        let before = self.scope.actor.clone();
        let same = linked == Who::Actor || linked == before.clone().unwrap_or(Who::You);
        let ask = self.jump_later();
        match cost {
            None => {
                if !same {
                    self.emit(Op::Actor(linked.clone()));
                    self.scope.actor = Some(linked.clone());
                }
                self.inner(body)?;
                self.answer_or_nothing(answer, body);
                if !same {
                    self.restore(before);
                }
                let end = self.here();
                self.patch(
                    ask,
                    Op::May {
                        who: linked,
                        other: end,
                        done: Some(answer),
                    },
                );
            }
            Some(cost) => {
                if !same {
                    self.scope.actor = Some(linked.clone());
                }
                let cost = self.cost(cost, if same { None } else { Some(&linked) })?;
                self.inner(body)?;
                if !same {
                    self.restore(before);
                }
                let end = self.here();
                self.patch(
                    ask,
                    Op::Offer {
                        cost,
                        who: linked,
                        other: end,
                        done: Some(answer),
                    },
                );
            }
        }
        Ok(answer)
    }

    /// A player who agreed and then did nothing, for nothing was chosen or could be done, has not done it.
    fn answer_or_nothing(&mut self, answer: SlotIx, body: &'m [StmtId]) {
        let Some(done) = body.first().and_then(|first| self.scope.done.get(first).copied()) else {
            return;
        };
        let done = self.add_cond(super::super::code::Cond::Slot(done));
        let zero = self.constant(0);
        let test = self.jump_later();
        let over = self.jump_later();
        let nothing = self.emit(Op::Set(answer, zero));
        let end = self.here();
        self.patch(test, Op::Unless(done, u32::try_from(nothing).unwrap_or(u32::MAX)));
        self.patch(over, Op::Jump(end));
    }

    pub(super) fn restore(&mut self, before: Option<Who>) {
        self.emit(Op::Actor(before.clone().unwrap_or(Who::You)));
        self.scope.actor = before;
    }

    fn acting(&mut self, who: &'m ir::Who, body: &'m [StmtId]) -> Linked<()> {
        let who = self.who(who)?;
        let before = self.scope.actor.clone();
        match who {
            Who::Each => {
                if self.scope.each_player || before.is_some() {
                    return Err(Fail::limit(
                        Limit::EachPlayer,
                        "the engine cannot let each player act inside another player's action yet",
                    ));
                }
                self.scope.actor = Some(Who::Actor);
                self.scope.each_player = true;
                let vars = self.scope.vars.len();
                let done = self.each_player(body);
                self.scope.vars.truncate(vars);
                self.scope.each_player = false;
                self.scope.actor = before;
                done?;
            }
            Who::Any => {
                return Err(Fail::wording(
                    "the engine must know who acts",
                    "name one player: `you`, `your opponent`",
                ));
            }
            who => {
                if self.scope.each_player {
                    return Err(Fail::limit(
                        Limit::EachPlayer,
                        "the engine cannot change who acts inside `each player` yet",
                    ));
                }
                self.emit(Op::Actor(who.clone()));
                self.scope.actor = Some(who);
                self.inner(body)?;
                self.restore(before);
            }
        }
        Ok(())
    }

    /// Each player acts, the turn player first. What is chosen at the start is chosen by both before either one acts: the one who chooses second
    /// knows the first choice, and nothing has happened yet.
    fn each_player(&mut self, body: &'m [StmtId]) -> Linked<()> {
        let mut lap = self.open_lap();
        // What each player chose while announcing.
        for (slot, base) in self.scope.apart.clone() {
            let own = self.add_obj(Obj::SlotOf(base, Who::Actor));
            self.emit(Op::Keep(own, slot));
        }
        let start = self.ops.len();
        let mut choosing = true;
        for id in body {
            let (statement, costs) = (self.ops.len(), self.costs.len());
            self.stmt(*id)?;
            let choices = self.ops.iter().skip(start).take_while(|(op, _)| is_choice(op)).count();
            let split = start + choices;
            if !choosing || split == self.ops.len() {
                continue;
            }
            choosing = false;
            let mut acts = self.ops.split_off(split);
            // Of a statement that goes back to its own choices nothing is done beforehand.
            if choices > 0 && (split == statement || !acts.iter().any(|(op, _)| op.jumps())) {
                lap = self.next_lap(lap, start);
                let by = u32::try_from(self.ops.len() - split).unwrap_or(u32::MAX);
                for (op, _) in &mut acts {
                    op.relocate(by);
                }
                for at in self.replaced.iter_mut().filter(|at| **at >= split) {
                    *at = at.saturating_add(by as usize);
                }
                let costs = self.costs.iter().skip(costs);
                for cost in costs {
                    if let Some(cost) = self.l.parts.costs.get_mut(cost.0 as usize) {
                        cost.pc = cost.pc.saturating_add(by);
                    }
                }
            }
            self.ops.extend(acts);
        }
        self.close_lap(lap);
        Ok(())
    }

    /// Ends the lap in which the players choose, with what each one chose since `start`, and begins the one in which they act.
    fn next_lap(&mut self, lap: (SlotIx, usize), start: usize) -> (SlotIx, usize) {
        if self.tables().choices_told {
            self.tell_choices(start);
        }
        let slots: Vec<SlotIx> = self.ops.iter().skip(start).filter_map(|(op, _)| kept_in(op)).collect();
        let pairs: Vec<(SlotIx, SlotIx)> = slots.into_iter().map(|slot| (slot, self.pair(slot))).collect();
        for (slot, base) in &pairs {
            self.emit(Op::KeepFor(*slot, *base));
        }
        self.close_lap(lap);
        let lap = self.open_lap();
        for (slot, base) in pairs {
            let own = self.add_obj(Obj::SlotOf(base, Who::Actor));
            self.emit(Op::Keep(own, slot));
        }
        lap
    }

    /// What was chosen since `start` is known to whoever chooses next.
    fn tell_choices(&mut self, start: usize) {
        for (op, _) in self.ops.iter().skip(start) {
            if let Op::Choose(pick, _) = op
                && let Some(pick) = self.l.parts.picks.get_mut(pick.0 as usize)
            {
                pick.told = true;
            }
        }
    }

    /// Begins a loop over the players: the slot that counts them, and where the next one is taken.
    pub(super) fn open_lap(&mut self) -> (SlotIx, usize) {
        let slot = self.fresh();
        self.emit(Op::EachPlayer(slot));
        (slot, self.jump_later())
    }

    pub(super) fn close_lap(&mut self, (slot, next): (SlotIx, usize)) {
        self.emit(Op::Jump(u32::try_from(next).unwrap_or(u32::MAX)));
        let end = self.here();
        self.patch(next, Op::NextPlayer(slot, end));
    }

    /// Keeps what a statement introduced for the player who acted, if later text asks for it by player.
    pub(super) fn keep_for(&mut self, slot: SlotIx) {
        let asked = self
            .code()
            .objects
            .iter()
            .any(|o| matches!(o, ir::Objects::Slot(s, ir::RefWord::OfPlayer(..)) if s.0 == slot));
        if asked {
            let base = self.pair(slot);
            self.emit(Op::KeepFor(slot, base));
        }
    }

    /// The cards of a slot.
    pub(super) fn slot_obj(&mut self, slot: SlotIx) -> ObjIx {
        self.add_obj(Obj::Slot(slot))
    }
}

/// Whether an operation does no more than choose cards.
fn is_choice(op: &Op) -> bool {
    matches!(op, Op::Choose(..) | Op::Join(..) | Op::KeepFor(..))
}

/// Where a choice keeps its cards.
fn kept_in(op: &Op) -> Option<SlotIx> {
    match op {
        Op::Choose(_, slot) | Op::Join(_, slot) => Some(*slot),
        _ => None,
    }
}
