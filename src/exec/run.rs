//! The interpreter: one operation at a time of the topmost running ability. An operation that has to ask or to wait for an event keeps its place in
//! `stage` and is stepped again.

use super::code::{ApplyTo, ChangeOp, Edge, Lasting, Op, PickIx, PlaceIx, SlotIx, What, When, Who};
use super::eval::{CellList, Env, Players, Refs};
use super::game::Game;
use super::seam::{Flow, VerbCall};
use crate::ast::Category;
use crate::kernel::{
    Ask, AskKind, Atom, Captured, Cause, CauseKind, CellId, Delayed, Effect, EffectTarget, End, Ev, EvKind, Frame,
    LogKind, Note, Outcome, P, PickRule, Ref, Run, Slot, Until,
};
use smallvec::SmallVec;
use std::sync::Arc;

/// An operation begins.
const START: u8 = 0;
/// Cards were picked.
const PICKED: u8 = 1;
/// A place was picked for a card.
const PLACED: u8 = 2;
/// An order was picked.
const ORDERED: u8 = 3;
/// The event happened.
const HAPPENED: u8 = 4;
/// A player answered whether one more card.
const MORE: u8 = 5;

impl Game {
    pub(super) fn step_run(&mut self) -> Flow {
        let Some((pc, stage)) = self.st.runs.last().map(|r| (r.pc, r.stage)) else {
            return Flow::Pop;
        };
        let pool = Arc::clone(&self.pool);
        match pool.op(pc) {
            Op::End => return self.end_run(stage),
            Op::Jump(to) => self.jump(*to),
            Op::Unless(cond, other) => {
                if self.holds(*cond, &self.env()) {
                    self.next();
                } else {
                    self.jump(*other);
                }
            }
            Op::Set(slot, num) => {
                let n = self.number(*num, &self.env());
                self.set_slot(*slot, Slot::Num(n));
                self.next();
            }
            Op::Choose(pick, slot) => self.op_choose(*pick, *slot, stage),
            Op::Join(slots, into) => {
                let env = self.env();
                let mut all = Refs::new();
                for slot in slots {
                    all.extend(slot_refs(&env, *slot));
                }
                self.keep(*into, &all);
                self.next();
            }
            Op::Keep(objs, slot) => {
                let refs = self.objects(*objs, &self.env());
                self.keep(*slot, &refs);
                self.next();
            }
            Op::KeepFor(from, base) => {
                let env = self.env();
                let refs = slot_refs(&env, *from);
                let actor = env.actor;
                self.keep(base.saturating_add(u16::from(actor.0)), &refs);
                self.next();
            }
            Op::ChooseCell(place, slot) => self.op_choose_cell(*place, *slot, stage),
            Op::Move {
                what,
                to,
                tag,
                orient,
                face_down,
                ordered,
                random_order,
                out,
                done,
            } => {
                let how = MoveHow {
                    to: *to,
                    tag: *tag,
                    orient: *orient,
                    face_down: *face_down,
                    ordered: *ordered,
                    random_order: *random_order,
                };
                self.op_move(what, &how, *out, *done, stage);
            }
            Op::Draw {
                who,
                count,
                up_to,
                out,
                done,
            } => self.op_draw(who, *count, *up_to, *out, *done, stage),
            Op::Show {
                what,
                all,
                until,
                out,
                done,
            } => self.op_show(what, *all, until.as_deref(), *out, *done, stage),
            Op::Flip { what, out, done } => self.op_flip(what, *out, *done, stage),
            Op::Shuffle(place) => {
                if stage == START {
                    let cell = self.cells(*place, &self.env()).first().copied();
                    self.stage(HAPPENED);
                    if let Some(cell) = cell {
                        let ev = Ev {
                            kind: EvKind::Shuffle,
                            tag: self.kernel().tables().note.shuffle,
                            who: self.kernel().layout().cell(cell).player,
                            from: cell,
                            to: cell,
                            cause: self.cause(),
                            ..Ev::default()
                        };
                        self.emit_effect(ev);
                    }
                } else {
                    self.next();
                }
            }
            Op::Turn {
                what,
                orient,
                out,
                done,
            } => self.op_turn(what, *orient, *out, *done, stage),
            Op::Exchange { a, b, out, done } => self.op_exchange(*a, *b, *out, *done, stage),
            Op::Apply {
                target,
                changes,
                lasting,
            } => {
                self.op_apply(target, changes, lasting);
                self.next();
            }
            Op::Delay { ability, once, lasting } => {
                let until = self.until(lasting);
                if let Some(run) = self.st.runs.last() {
                    let (src, me) = (run.src, run.me);
                    self.st.stamp += 1;
                    let waiting = Delayed {
                        ability: *ability,
                        src,
                        me,
                        once: *once,
                        until,
                        held: self.capture(),
                        stamp: self.st.stamp,
                        turn: self.st.turn.number,
                    };
                    self.st.delayed.push(waiting);
                }
                self.did();
                self.next();
            }
            Op::Native {
                verb,
                who,
                what,
                count,
                word,
                firm,
                out,
                done,
            } => {
                if stage == START {
                    let env = self.env();
                    let players = who
                        .as_ref()
                        .map_or(Players::from_slice(&[env.actor]), |w| self.players(w, &env));
                    let card = what.and_then(|o| self.objects(o, &env).first().copied());
                    let call = VerbCall {
                        verb: *verb,
                        who: players.first().copied().unwrap_or(env.actor),
                        both: players.len() > 1,
                        card: card.unwrap_or(env.src),
                        amount: count.map_or(0, |n| self.number(n, &env)),
                        word: *word,
                        firm: *firm,
                        cause: self.cause(),
                    };
                    self.stage(HAPPENED);
                    self.kernel().verb(self, call);
                } else {
                    self.results(*out, *done);
                    self.next();
                }
            }
            Op::Pay(num, done) => {
                if stage == START {
                    let env = self.env();
                    let (who, n) = (env.actor, self.number(*num, &env));
                    let cause = self.cause();
                    self.stage(HAPPENED);
                    self.kernel().pay(self, who, n, cause);
                } else {
                    self.results(None, *done);
                    self.next();
                }
            }
            Op::PlayCard { what, free, done } => {
                if stage == START {
                    let env = self.env();
                    let (who, card) = (env.actor, self.objects(*what, &env).first().copied());
                    self.stage(HAPPENED);
                    let played = card.is_some_and(|c| self.kernel().play_card(self, who, c, *free));
                    if !played {
                        self.st.done = 0;
                    }
                } else {
                    self.results(None, *done);
                    self.next();
                }
            }
            Op::Declare(what, slot) => self.op_declare(what, *slot, stage),
            Op::Modes {
                count,
                overrides,
                options,
                slot,
            } => self.op_modes(*count, overrides, options, *slot, pc, stage),
            Op::NextMode(modes, after) => self.next_mode(*modes, *after),
            Op::May { who, other, done } => {
                let who = self.player(who, &self.env());
                if stage == START {
                    let env = self.env();
                    // What cannot be done is not offered.
                    if self.body_possible(pc + 1, &env) && self.this_is_there(pc + 1, *other, &env) {
                        self.stage(PICKED);
                        self.ask_yes_no(who, AskKind::May);
                    } else {
                        if let Some(done) = done {
                            self.set_slot(*done, Slot::Num(0));
                        }
                        self.jump(*other);
                    }
                } else {
                    let yes = self.st.picks.first() == Some(&Atom::Yes);
                    if let Some(done) = done {
                        self.set_slot(*done, Slot::Num(i32::from(yes)));
                    }
                    if yes {
                        self.next();
                    } else {
                        self.note_in_log(LogKind::Declined, self.env().src, who, 0);
                        self.jump(*other);
                    }
                }
            }
            Op::Offer { cost, who, other, done } => {
                let payer = self.player(who, &self.env());
                if stage == ORDERED {
                    self.pay_chosen(*cost, payer);
                } else if stage == START {
                    if let Some(done) = done {
                        self.set_slot(*done, Slot::Num(0));
                    }
                    if self.can_pay_cost(*cost, payer, &self.env()) {
                        self.stage(PICKED);
                        self.ask_yes_no(payer, AskKind::Pay);
                    } else {
                        self.note_in_log(LogKind::Declined, self.env().src, payer, 1);
                        self.jump(*other);
                    }
                } else if self.st.picks.first() == Some(&Atom::Yes) {
                    if let Some(done) = done {
                        self.set_slot(*done, Slot::Num(1));
                    }
                    self.start_paying(payer);
                    self.stage(ORDERED);
                    self.ask_which_cost(*cost, payer);
                } else {
                    self.note_in_log(LogKind::Declined, self.env().src, payer, 0);
                    self.jump(*other);
                }
            }
            Op::PayStart(cost) => {
                let me = self.env().me;
                if stage == START {
                    self.start_paying(me);
                    self.stage(ORDERED);
                    self.ask_which_cost(*cost, me);
                } else {
                    self.pay_chosen(*cost, me);
                }
            }
            Op::PayEnd => {
                self.st.paying = self.st.paying.saturating_sub(1);
                if let Some(run) = self.st.runs.last_mut() {
                    run.paying = false;
                    run.actor = run.me;
                }
                self.next();
                if self.st.paying == 0 {
                    // What waited for the cost to be paid happens before the effect.
                    self.kernel().interrupts(self);
                }
            }
            Op::Actor(who) => {
                let p = self.player(who, &self.env());
                if let Some(run) = self.st.runs.last_mut() {
                    run.actor = p;
                }
                self.next();
            }
            Op::Each(objs, slot) => {
                let refs = self.objects(*objs, &self.env());
                self.keep(*slot, &refs);
                self.next();
            }
            Op::NextEach(set, element, after) => {
                let env = self.env();
                let refs = slot_refs(&env, *set);
                if let Some((first, rest)) = refs.split_first() {
                    let rest = Refs::from_slice(rest);
                    self.keep(*element, &[*first]);
                    self.keep(*set, &rest);
                    self.next();
                } else {
                    self.jump(*after);
                }
            }
            Op::EachPlayer(slot) => {
                self.set_slot(*slot, Slot::Num(0));
                self.next();
            }
            Op::NextPlayer(slot, after) => {
                let n = self.slot_number(*slot);
                let tp = self.st.turn.player;
                let actor = if n == 0 { tp } else { tp.other() };
                self.set_slot(*slot, Slot::Num(n + 1));
                if n < 2 {
                    if let Some(run) = self.st.runs.last_mut() {
                        run.actor = actor;
                    }
                    self.next();
                } else {
                    if let Some(run) = self.st.runs.last_mut() {
                        run.actor = run.me;
                    }
                    self.jump(*after);
                }
            }
            Op::Countdown(slot, after) => {
                let n = self.slot_number(*slot);
                if n > 0 {
                    self.set_slot(*slot, Slot::Num(n - 1));
                    self.next();
                } else {
                    self.jump(*after);
                }
            }
            Op::ExtraTurn(who) => {
                let p = self.player(who, &self.env());
                if self.st.turn.extra.len() < 64 {
                    self.st.turn.extra.push(p);
                }
                self.did();
                self.next();
            }
            Op::Finish(who, win) => {
                let p = self.player(who, &self.env());
                self.finish(Outcome::Win(if *win { p } else { p.other() }));
            }
            Op::Skip(who, time) => {
                let p = self.player(who, &self.env());
                self.skip_time(p, *time);
                self.did();
                self.next();
            }
        }
        Flow::Go
    }

    /// A phase or step of the player is passed over the next time it would come.
    pub fn skip_time(&mut self, p: P, time: crate::kernel::TimeId) {
        if self.st.turn.skips.len() < 64 {
            self.st.turn.skips.push((p, time));
        }
    }

    /// Whether the time is to be passed over; then it is, once.
    pub fn skips(&mut self, p: P, time: crate::kernel::TimeId) -> bool {
        let at = self.st.turn.skips.iter().position(|s| *s == (p, time));
        if let Some(at) = at {
            self.st.turn.skips.remove(at);
        }
        at.is_some()
    }

    fn end_run(&mut self, stage: u8) -> Flow {
        let Some(run) = self.st.runs.last().cloned() else {
            return Flow::Pop;
        };
        if stage == START {
            let ability = self.pool.ability(run.ability);
            let used = match ability.category {
                Category::Act => true,
                Category::Auto => ability.keywords != 0 && run.did,
                // An effect with a label is used when it is resolved (10.7.4 and its like).
                Category::Play => ability.keywords != 0,
                Category::Cont => false,
            };
            let note = self.kernel().tables().note.use_ability;
            let key = super::keys::notes(1 << (note.0 & 63));
            if used && (self.pool.all_keys | self.pool.past_keys) & key != 0 {
                self.stage(HAPPENED);
                self.emit(Ev {
                    kind: EvKind::Note,
                    tag: note,
                    subj: run.src,
                    who: run.me,
                    n: i32::try_from(run.ability.0).unwrap_or(-1),
                    cause: self.cause(),
                    ..Ev::default()
                });
                return Flow::Go;
            }
        }
        self.st.runs.pop();
        self.st.slots.truncate(run.slots as usize);
        self.st.words.truncate(run.words as usize);
        Flow::Pop
    }

    fn jump(&mut self, to: u32) {
        if let Some(run) = self.st.runs.last_mut() {
            run.pc = to;
            run.stage = START;
            run.local = 0;
        }
    }

    fn next(&mut self) {
        if let Some(run) = self.st.runs.last_mut() {
            run.pc += 1;
            run.stage = START;
            run.local = 0;
        }
    }

    fn stage(&mut self, stage: u8) {
        if let Some(run) = self.st.runs.last_mut() {
            run.stage = stage;
        }
    }

    fn local(&self) -> u32 {
        self.st.runs.last().map_or(0, |r| r.local)
    }

    fn set_local(&mut self, local: u32) {
        if let Some(run) = self.st.runs.last_mut() {
            run.local = local;
        }
    }

    /// The effect did something: keywords count as used.
    fn did(&mut self) {
        if let Some(run) = self.st.runs.last_mut()
            && !run.paying
        {
            run.did = true;
        }
    }

    fn slot_number(&self, slot: SlotIx) -> i32 {
        match self.env().slots.get(usize::from(slot)) {
            Some(Slot::Num(n)) => *n,
            _ => 0,
        }
    }

    /// The cause of what the running ability does.
    pub fn cause(&self) -> Cause {
        match self.st.runs.last() {
            Some(run) => Cause {
                kind: if run.paying { CauseKind::Cost } else { CauseKind::Effect },
                by: run.me,
                src: run.src,
                ability: run.ability,
                rule: 0,
            },
            None => Cause::default(),
        }
    }

    /// Keeps cards in a slot.
    fn keep(&mut self, slot: SlotIx, refs: &[Ref]) {
        let Some(run) = self.st.runs.last() else { return };
        let at = run.slots as usize + usize::from(slot);
        let len = u32::try_from(refs.len()).unwrap_or(u32::MAX);
        // A set that fits into the slot's old place goes there; loops would fill the words otherwise.
        if let Some(Slot::Set { start, len: old }) = self.st.slots.get(at).copied()
            && old >= len
            && let Some(place) = self.st.words.get_mut(start as usize..start as usize + len as usize)
        {
            place.copy_from_slice(refs);
            self.set_slot(slot, Slot::Set { start, len });
            return;
        }
        let start = u32::try_from(self.st.words.len()).unwrap_or(u32::MAX);
        self.st.words.extend_from_slice(refs);
        self.set_slot(slot, Slot::Set { start, len });
    }

    /// Takes over the result of an event.
    fn results(&mut self, out: Option<SlotIx>, done: Option<SlotIx>) {
        let n = self.st.done;
        if n > 0 {
            self.did();
        }
        if let Some(out) = out {
            let moved = Refs::from_slice(&self.st.moved);
            self.keep(out, &moved);
        }
        if let Some(done) = done {
            self.set_slot(done, Slot::Num(n));
        }
    }

    /// Sends one event of the running ability.
    fn emit_effect(&mut self, ev: Ev) {
        self.st.batch.clear();
        self.add_effect(ev);
        self.send();
    }

    /// Adds an event of the running ability to the batch.
    fn add_effect(&mut self, mut ev: Ev) {
        if let Some(run) = self.st.runs.last() {
            ev.used = run.used;
        }
        self.st.batch.push(ev);
    }

    fn ask_yes_no(&mut self, who: P, kind: AskKind) {
        self.st.atoms.clear();
        self.st.atoms.extend([Atom::No, Atom::Yes]);
        let ask = self.about(Ask::one(who, kind));
        self.ask(ask);
    }

    /// A question of the running ability.
    fn about(&self, mut ask: Ask) -> Ask {
        if let Some(run) = self.st.runs.last() {
            ask.source = run.src;
            ask.ability = run.ability;
        }
        ask
    }

    fn start_paying(&mut self, payer: P) {
        self.st.paying += 1;
        if let Some(run) = self.st.runs.last_mut() {
            run.paying = true;
            run.actor = payer;
        }
    }

    /// The alternatives of a cost that can be paid now.
    fn payable(&self, cost: super::code::CostIx, payer: P) -> Vec<super::code::CostIx> {
        let env = self.env();
        let mut out = Vec::new();
        let mut at = Some(cost);
        while let Some(cost) = at {
            if out.len() > 16 {
                break;
            }
            if self.can_pay_alone(cost, payer, &env) {
                out.push(cost);
            }
            at = self.pool.cost(cost).or;
        }
        out
    }

    /// Asks which of several alternatives is paid; one alone is no question.
    fn ask_which_cost(&mut self, cost: super::code::CostIx, payer: P) {
        self.st.picks.clear();
        if self.pool.cost(cost).or.is_none() {
            return;
        }
        let count = u8::try_from(self.payable(cost, payer).len()).unwrap_or(u8::MAX);
        self.st.atoms.clear();
        self.st.atoms.extend((0..count).map(Atom::Option));
        let ask = self.about(Ask::one(payer, AskKind::Options));
        self.ask(ask);
    }

    /// Goes on with the operations of the alternative that was chosen.
    fn pay_chosen(&mut self, cost: super::code::CostIx, payer: P) {
        let chosen = match self.st.picks.first() {
            Some(Atom::Option(n)) => self.payable(cost, payer).get(usize::from(*n)).copied(),
            _ => None,
        };
        self.jump(self.pool.cost(chosen.unwrap_or(cost)).pc);
    }

    /// The cards a pick may take, as the rules stand.
    pub(super) fn candidates(&self, pick: PickIx, env: &Env<'_>) -> Refs {
        let mut refs = self.objects(self.pool.pick(pick).from, env);
        if self.st.rule_mask & super::door::FORBIDS != 0 {
            let cause = self.cause();
            let note = self.kernel().tables().note.choose;
            refs.retain(|r| {
                !self.forbidden(&Ev {
                    kind: EvKind::Note,
                    tag: note,
                    subj: *r,
                    who: env.actor,
                    cause,
                    ..Ev::default()
                })
            });
        }
        refs
    }

    /// Asks the actor for a pick, or takes it at random. False if the result is there at once.
    fn ask_pick(&mut self, pick: PickIx) {
        let pool = Arc::clone(&self.pool);
        let spec = pool.pick(pick);
        let env = self.env();
        let mut refs = self.candidates(pick, &env);
        if self.st.runs.last().is_some_and(|r| r.paying) {
            self.keep_payable(pick, &mut refs);
        }
        let env = self.env();
        let have = i32::try_from(refs.len()).unwrap_or(i32::MAX);
        let max = spec.max.map_or(have, |n| self.number(n, &env)).clamp(0, have);
        let min = if spec.may_fail {
            0
        } else {
            spec.min
                .map_or(if spec.max.is_none() { 0 } else { max }, |n| self.number(n, &env))
        }
        .clamp(0, max);
        let rule = self.pick_rule(spec, &env);
        let who = env.actor;
        if spec.random {
            self.pick_at_random(refs, max);
            return;
        }
        self.st.atoms.clear();
        self.st.picks.clear();
        if max == 0 {
            return;
        }
        if rule == PickRule::Any && !spec.may_fail {
            self.keep_uppermost(&mut refs, max);
        }
        let have = i32::try_from(refs.len()).unwrap_or(i32::MAX);
        self.st.atoms.extend(refs.iter().map(|r| Atom::Card(*r)));
        let mut ask = self.about(Ask::one(who, AskKind::Cards));
        ask.min = u16::try_from(min).unwrap_or(u16::MAX);
        ask.max = u16::try_from(max).unwrap_or(u16::MAX);
        ask.rule = rule;
        // All of them, without a choice.
        if min == max && max == have && rule == PickRule::Any {
            let all = std::mem::take(&mut self.st.atoms);
            self.st.picks.extend(all);
            return;
        }
        if max == 1 && min == 0 {
            self.st.atoms.insert(0, Atom::Done);
        }
        self.ask(ask);
    }

    /// Of the cards of a pile that is taken from the top, only the uppermost can be meant.
    fn keep_uppermost(&self, refs: &mut Refs, max: i32) {
        let max = usize::try_from(max).unwrap_or(0);
        let layout = self.kernel().layout();
        let height = |r: &Ref| {
            let cell = self.st.card(r.ix).cell;
            let taken_from_top = layout.zone(layout.cell(cell).zone).from_top;
            let at = self.st.cells.cards(cell).iter().position(|ix| *ix == r.ix);
            at.filter(|_| taken_from_top).map(|at| (cell, at))
        };
        let heights: SmallVec<[(CellId, usize); 8]> = refs.iter().filter_map(height).collect();
        if heights.is_empty() {
            return;
        }
        refs.retain(|r| {
            height(r).is_none_or(|(cell, at)| heights.iter().filter(|(c, h)| *c == cell && *h > at).count() < max)
        });
    }

    fn pick_rule(&self, spec: &super::code::Pick, env: &Env<'_>) -> PickRule {
        use super::code::{AttrKey, Cmp, PickDemand};
        match &spec.rule {
            PickDemand::Any => PickRule::Any,
            PickDemand::Different(AttrKey::Num(attr)) => PickRule::Different(attr.0),
            PickDemand::Different(_) => PickRule::DifferentNames,
            PickDemand::Total(attr, cmp, n) => {
                let n = self.number(*n, env);
                match cmp {
                    Cmp::Is => PickRule::TotalIs(attr.0, n),
                    Cmp::AtMost => PickRule::TotalAtMost(attr.0, n),
                    Cmp::Less => PickRule::TotalAtMost(attr.0, n - 1),
                    Cmp::AtLeast => PickRule::TotalAtLeast(attr.0, n),
                    Cmp::More => PickRule::TotalAtLeast(attr.0, n + 1),
                }
            }
        }
    }

    fn pick_at_random(&mut self, mut refs: Refs, max: i32) {
        self.st.picks.clear();
        for _ in 0..max {
            let n = self.st.rng.below(u32::try_from(refs.len()).unwrap_or(0)) as usize;
            if n < refs.len() {
                let card = refs.remove(n);
                self.st.picks.push(Atom::Card(card));
            }
        }
        // A loop with chance in it is none.
        self.st.visited.clear();
        self.st.answers.clear();
    }

    /// The cards that were picked. Of a pile that cards leave from its top only, as many from the top as were picked.
    fn picked_cards(&self, pick: Option<PickIx>) -> Refs {
        let cards = self.st.picks.iter().filter_map(|a| match a {
            Atom::Card(r) => Some(*r),
            _ => None,
        });
        let mut picked: Refs = cards.collect();
        let cell_of = |r: &Ref| self.st.card(r.ix).cell;
        let Some(pick) = pick.filter(|_| picked.iter().any(|r| self.leaves_from_top(cell_of(r)))) else {
            return picked;
        };
        let spec = self.pool.pick(pick);
        if spec.rule != super::code::PickDemand::Any || spec.may_fail || spec.random {
            return picked;
        }
        let all = self.candidates(pick, &self.env());
        let chosen = picked.clone();
        for (n, r) in picked.iter_mut().enumerate() {
            let cell = cell_of(r);
            if self.leaves_from_top(cell) {
                let above = chosen.iter().take(n).filter(|c| cell_of(c) == cell).count();
                let pile = self.st.cells.cards(cell).iter().rev().map(|ix| self.st.now(*ix));
                if let Some(upper) = pile.filter(|c| all.contains(c)).nth(above) {
                    *r = upper;
                }
            }
        }
        picked
    }

    fn leaves_from_top(&self, cell: CellId) -> bool {
        let layout = self.kernel().layout();
        layout.zone(layout.cell(cell).zone).from_top
    }

    fn op_choose(&mut self, pick: PickIx, slot: SlotIx, stage: u8) {
        if stage == START {
            self.stage(PICKED);
            self.ask_pick(pick);
            return;
        }
        let cards = self.picked_cards(Some(pick));
        let who = self.env().actor;
        for card in &cards {
            self.note_in_log(LogKind::Chose, *card, who, 0);
        }
        self.keep(slot, &cards);
        self.next();
    }

    fn op_choose_cell(&mut self, place: PlaceIx, slot: SlotIx, stage: u8) {
        if stage == START {
            let cells = self.cells(place, &self.env());
            self.stage(PICKED);
            self.ask_cell(&cells);
            return;
        }
        if let Some(Atom::Cell(cell)) = self.st.picks.first().copied() {
            self.set_slot(slot, Slot::Cell(cell));
        }
        self.next();
    }

    fn ask_cell(&mut self, cells: &[CellId]) {
        let who = self.env().actor;
        self.st.atoms.clear();
        self.st.atoms.extend(cells.iter().map(|c| Atom::Cell(*c)));
        let ask = self.about(Ask::one(who, AskKind::Cells));
        self.ask(ask);
    }

    /// The pile of a `What::Pile`, with its count.
    fn pile(&self, place: PlaceIx, count: super::code::NumIx) -> Option<(CellId, i32)> {
        let env = self.env();
        let n = self.number(count, &env);
        self.cells(place, &env).first().map(|c| (*c, n))
    }

    fn op_move(&mut self, what: &What, how: &MoveHow, out: SlotIx, done: Option<SlotIx>, stage: u8) {
        match stage {
            START => match what {
                What::Pick(pick) => {
                    self.stage(PICKED);
                    self.ask_pick(*pick);
                }
                What::Objs(objs) => {
                    let refs = self.objects(*objs, &self.env());
                    self.keep(out, &refs);
                    self.place_next(how, out);
                }
                What::Pile {
                    top,
                    count,
                    up_to,
                    place,
                } => self.move_pile(*top, *count, *up_to, *place, how),
            },
            PICKED => {
                let cards = self.picked_cards(what.pick());
                self.keep(out, &cards);
                self.place_next(how, out);
            }
            PLACED => {
                if let Some(Atom::Cell(cell)) = self.st.picks.first().copied() {
                    self.add_move(how, out, cell);
                }
                self.place_next(how, out);
            }
            ORDERED => {
                let order = self.picked_cards(None);
                self.keep(out, &order);
                self.send_moves(out);
            }
            _ => {
                self.results(Some(out), done);
                self.next();
            }
        }
    }

    fn move_pile(&mut self, top: bool, count: super::code::NumIx, up_to: bool, place: PlaceIx, how: &MoveHow) {
        self.stage(HAPPENED);
        self.st.moved.clear();
        self.st.done = 0;
        let env = self.env();
        let Some((from, n)) = self.pile(place, count) else {
            return;
        };
        let card = self.st.top(from).unwrap_or(Ref::NONE);
        let Some(to) = self.destinations(how.to, card, &env).first().copied() else {
            return;
        };
        let cause = self.cause();
        let mut frame = self.serial(from, to, n, how.tag, cause);
        if let Frame::Serial {
            bottom,
            end,
            face_down,
            ask,
            who,
            ..
        } = &mut frame
        {
            *bottom = !top;
            *end = self.end_of(how.to);
            *ask = up_to;
            *who = self.env().actor;
            if let Some(down) = how.face_down {
                *face_down = down;
            }
        }
        self.push_serial(frame);
    }

    fn end_of(&self, place: PlaceIx) -> End {
        match self.pool.place(place) {
            super::code::Place::Zone { end, .. } => *end,
            _ => End::Top,
        }
    }

    /// The cells a card can go to.
    fn destinations(&self, place: PlaceIx, card: Ref, env: &Env<'_>) -> CellList {
        if let super::code::Place::Zone { zones, whose: None, .. } = self.pool.place(place) {
            // A place of nobody in particular is the owner's.
            let owner = self.st.card(card.ix).owner;
            return zones
                .iter()
                .flat_map(|(zone, positions)| {
                    self.kernel()
                        .layout()
                        .cells_of(owner, *zone)
                        .enumerate()
                        .filter(|(n, _)| positions >> n & 1 == 1)
                        .map(|(_, c)| c)
                        .collect::<Vec<_>>()
                })
                .collect();
        }
        self.cells(place, env)
    }

    /// Finds a place for the next card of a move; asks if there are several. The batch is gathered meanwhile.
    fn place_next(&mut self, how: &MoveHow, out: SlotIx) {
        if self.local() == 0 {
            self.st.batch.clear();
        }
        loop {
            let env = self.env();
            let cards = slot_refs(&env, out);
            let Some(card) = cards.get(self.local() as usize).copied() else {
                self.order_moves(how);
                return;
            };
            let cells = self.destinations(how.to, card, &env);
            match cells.as_slice() {
                [] => {
                    self.set_local(self.local() + 1);
                }
                [only] => {
                    let only = *only;
                    self.add_move(how, out, only);
                }
                several => {
                    let several = CellList::from_slice(several);
                    self.stage(PLACED);
                    self.ask_cell(&several);
                    return;
                }
            }
        }
    }

    fn add_move(&mut self, how: &MoveHow, out: SlotIx, cell: CellId) {
        let env = self.env();
        let card = slot_refs(&env, out)
            .get(self.local() as usize)
            .copied()
            .unwrap_or(Ref::NONE);
        let cause = self.cause();
        let mut ev = self.move_ev(card, cell, how.tag, cause);
        ev.end = self.end_of(how.to);
        ev.orient = how.orient.unwrap_or(0);
        if let Some(down) = how.face_down {
            ev.face_down = down;
        }
        // Going to where it is already changes nothing, unless the place is a pile.
        if ev.from != ev.to || self.kernel().layout().zone(self.zone_of(cell)).ordered {
            self.add_effect(ev);
        }
        self.set_local(self.local() + 1);
    }

    /// Several cards into one pile: their player puts them in order.
    fn order_moves(&mut self, how: &MoveHow) {
        let layout = self.kernel().layout();
        let piles = self
            .st
            .batch
            .first()
            .map(|ev| ev.to)
            .filter(|to| layout.zone(layout.cell(*to).zone).ordered && self.st.batch.iter().all(|ev| ev.to == *to));
        if how.random_order {
            let mut rng = self.st.rng;
            rng.shuffle(&mut self.st.batch);
            self.st.rng = rng;
            // Nobody knows which card lies where.
            self.blind_to_order(3);
        } else if let Some(to) = piles
            && self.st.batch.len() > 1
        {
            let who = if how.ordered {
                self.env().actor
            } else {
                layout.cell(to).player
            };
            let cards: Vec<Atom> = self.st.batch.iter().map(|ev| Atom::Card(ev.subj)).collect();
            self.st.atoms.clear();
            self.st.atoms.extend(cards);
            let mut ask = self.about(Ask::one(who, AskKind::Order));
            ask.min = u16::try_from(self.st.batch.len()).unwrap_or(u16::MAX);
            ask.max = ask.min;
            ask.ordered = true;
            self.blind_to_order(1 << who.other().0);
            self.stage(ORDERED);
            self.ask(ask);
            return;
        }
        self.stage(HAPPENED);
        self.send_or_nothing();
    }

    /// The order of the gathered cards is not for these players to know (3.1.5.1 and its like).
    fn blind_to_order(&mut self, players: u8) {
        if self.st.batch.len() > 1 {
            self.st.batch.iter_mut().for_each(|ev| ev.blind = players);
        }
    }

    /// Sends the gathered moves in the order that was chosen.
    fn send_moves(&mut self, out: SlotIx) {
        let env = self.env();
        let order = slot_refs(&env, out);
        self.st
            .batch
            .sort_by_key(|ev| order.iter().position(|r| *r == ev.subj).unwrap_or(usize::MAX));
        self.stage(HAPPENED);
        self.send_or_nothing();
    }

    fn send_or_nothing(&mut self) {
        self.st.moved.clear();
        self.st.done = 0;
        if !self.st.batch.is_empty() {
            self.send();
        }
    }

    fn op_draw(
        &mut self,
        who: &Who,
        count: super::code::NumIx,
        up_to: bool,
        out: SlotIx,
        done: Option<SlotIx>,
        stage: u8,
    ) {
        let env = self.env();
        let players = self.players(who, &env);
        let at = self.local() as usize;
        if stage == HAPPENED {
            self.results(Some(out), done);
            self.set_local(u32::try_from(at + 1).unwrap_or(u32::MAX));
            self.stage(START);
            if at + 1 >= players.len() {
                self.next();
            }
            return;
        }
        let Some(p) = players.get(at).copied() else {
            self.next();
            return;
        };
        let n = self.number(count, &env);
        let tables = self.kernel().tables();
        let layout = self.kernel().layout();
        let cause = self.cause();
        let mut frame = self.serial(
            layout.of(p, tables.deck),
            layout.of(p, tables.hand),
            n,
            tables.note.draw,
            cause,
        );
        if let Frame::Serial { ask, .. } = &mut frame {
            *ask = up_to;
        }
        self.stage(HAPPENED);
        self.push_serial(frame);
    }

    fn op_flip(&mut self, what: &What, out: SlotIx, done: Option<SlotIx>, stage: u8) {
        if stage == HAPPENED {
            self.results(Some(out), done);
            self.next();
            return;
        }
        self.stage(HAPPENED);
        self.st.moved.clear();
        self.st.done = 0;
        let What::Pile {
            count, up_to, place, ..
        } = what
        else {
            return;
        };
        let Some((from, n)) = self.pile(*place, *count) else {
            return;
        };
        let layout = self.kernel().layout();
        let tables = self.kernel().tables();
        let to = layout.of(layout.cell(from).player, tables.resolution);
        let cause = self.cause();
        let mut frame = self.serial(from, to, n, tables.note.flip, cause);
        if let Frame::Serial { ask, .. } = &mut frame {
            *ask = *up_to;
        }
        self.push_serial(frame);
    }

    fn op_show(
        &mut self,
        what: &What,
        all: bool,
        until: Option<&[super::code::Filter]>,
        out: SlotIx,
        done: Option<SlotIx>,
        stage: u8,
    ) {
        if let What::Pile {
            top,
            count,
            up_to,
            place,
        } = what
        {
            self.show_pile((*top, *count, *up_to, *place), all, until, out, done, stage);
            return;
        }
        match stage {
            START => match what {
                What::Pick(pick) => {
                    self.stage(PICKED);
                    self.ask_pick(*pick);
                }
                What::Objs(objs) => {
                    let refs = self.objects(*objs, &self.env());
                    self.keep(out, &refs);
                    self.show_cards(&refs, all);
                }
                What::Pile { .. } => {}
            },
            PICKED => {
                let refs = self.picked_cards(what.pick());
                self.keep(out, &refs);
                self.show_cards(&refs, all);
            }
            _ => {
                let n = slot_refs(&self.env(), out).len();
                if n > 0 {
                    self.did();
                }
                if let Some(done) = done {
                    self.set_slot(done, Slot::Num(i32::try_from(n).unwrap_or(i32::MAX)));
                }
                self.next();
            }
        }
    }

    fn show_ev(&self, card: Ref, all: bool) -> Ev {
        Ev {
            kind: if all { EvKind::Reveal } else { EvKind::Look },
            tag: if all {
                self.kernel().tables().note.reveal
            } else {
                Note::NONE
            },
            subj: card,
            who: self.env().actor,
            from: self.st.card(card.ix).cell,
            to: self.st.card(card.ix).cell,
            cause: self.cause(),
            ..Ev::default()
        }
    }

    fn show_cards(&mut self, refs: &[Ref], all: bool) {
        self.st.batch.clear();
        for card in refs {
            let ev = self.show_ev(*card, all);
            self.add_effect(ev);
        }
        self.stage(HAPPENED);
        self.send_or_nothing();
    }

    /// Cards of a pile are shown one after another; they stay in the pile.
    fn show_pile(
        &mut self,
        (top, count, up_to, place): (bool, super::code::NumIx, bool, PlaceIx),
        all: bool,
        until: Option<&[super::code::Filter]>,
        out: SlotIx,
        done: Option<SlotIx>,
        stage: u8,
    ) {
        if stage == START {
            self.keep(out, &[]);
        }
        let shown = if stage == START { 0 } else { self.local() as usize };
        let Some((cell, n)) = self.pile(place, count) else {
            self.next();
            return;
        };
        let finished = {
            let env = self.env();
            let last = slot_refs(&env, out).last().copied();
            let fits = until.is_some_and(|filters| {
                stage == HAPPENED
                    && last.is_some_and(|r| self.look(r).is_some_and(|l| self.filters_fit(filters, &l, &env)))
            });
            let declined = stage == MORE && self.st.picks.first() != Some(&Atom::Yes);
            fits || declined || i32::try_from(shown).is_ok_and(|s| s >= n) || shown >= self.st.cells.len(cell)
        };
        if finished {
            if shown > 0 {
                self.did();
            }
            if let Some(done) = done {
                self.set_slot(done, Slot::Num(i32::try_from(shown).unwrap_or(i32::MAX)));
            }
            self.next();
            return;
        }
        if up_to && stage != MORE {
            let who = self.env().actor;
            self.stage(MORE);
            self.ask_yes_no(who, AskKind::More);
            return;
        }
        let cards = self.st.cells.cards(cell);
        let ix = if top {
            cards.iter().rev().nth(shown)
        } else {
            cards.get(shown)
        }
        .copied();
        let Some(ix) = ix else {
            self.next();
            return;
        };
        let card = self.st.now(ix);
        let env = self.env();
        let mut seen = Refs::from_slice(&slot_refs(&env, out));
        seen.push(card);
        self.keep(out, &seen);
        self.set_local(u32::try_from(shown + 1).unwrap_or(u32::MAX));
        self.stage(HAPPENED);
        let ev = self.show_ev(card, all);
        self.emit_effect(ev);
    }

    fn op_turn(&mut self, what: &What, orient: u8, out: SlotIx, done: Option<SlotIx>, stage: u8) {
        let refs = match (stage, what) {
            (START, What::Pick(pick)) => {
                self.stage(PICKED);
                self.ask_pick(*pick);
                return;
            }
            (START, What::Objs(objs)) => self.objects(*objs, &self.env()),
            (PICKED, what) => self.picked_cards(what.pick()),
            _ => {
                self.results(Some(out), done);
                self.next();
                return;
            }
        };
        self.keep(out, &refs);
        self.st.batch.clear();
        let cause = self.cause();
        for card in refs {
            let ev = self.turn_ev(card, orient, cause);
            self.add_effect(ev);
        }
        self.stage(HAPPENED);
        self.send_or_nothing();
    }

    fn op_exchange(
        &mut self,
        a: super::code::ObjIx,
        b: Option<super::code::ObjIx>,
        out: SlotIx,
        done: Option<SlotIx>,
        stage: u8,
    ) {
        if stage != START {
            self.results(Some(out), done);
            self.next();
            return;
        }
        let env = self.env();
        let mut pair = self.objects(a, &env);
        if let Some(b) = b {
            pair.truncate(1);
            pair.extend(self.objects(b, &env).into_iter().take(1));
        }
        self.stage(HAPPENED);
        self.st.batch.clear();
        if let [x, y] = pair.as_slice()
            && x.ix != y.ix
        {
            let (x, y) = (*x, *y);
            let (cx, cy) = (self.st.card(x.ix).cell, self.st.card(y.ix).cell);
            let tag = self.kernel().tables().note.exchange;
            let cause = self.cause();
            for (card, to) in [(x, cy), (y, cx)] {
                let ev = self.move_ev(card, to, tag, cause);
                self.add_effect(ev);
            }
        }
        self.send_or_nothing();
    }

    fn op_apply(&mut self, target: &ApplyTo, changes: &[super::code::ChangeIx], lasting: &Lasting) {
        self.st.stamp += 1;
        let until = self.until(lasting);
        let Some(run) = self.st.runs.last().cloned() else {
            return;
        };
        let needs_held = matches!(until, Until::While(_))
            || changes.iter().any(|c| {
                matches!(
                    self.pool.change(*c).op,
                    ChangeOp::Abilities(..) | ChangeOp::Forbid(_) | ChangeOp::TagSlot(..) | ChangeOp::Allow(_, Some(_))
                )
            });
        let held = needs_held.then(|| self.capture());
        let env = self.env();
        let targets: Vec<(EffectTarget, Ref)> = match target {
            ApplyTo::Cards(objs) => self
                .objects(*objs, &env)
                .into_iter()
                .map(|r| (EffectTarget::Card(r), r))
                .collect(),
            ApplyTo::Players(who) => self
                .players(who, &env)
                .into_iter()
                .map(|p| (EffectTarget::Player(p), Ref::NONE))
                .collect(),
        };
        let mut made = Vec::new();
        for (target, subject) in targets {
            for change in changes {
                let env = Env { subject, ..env };
                made.push(Effect {
                    change: change.0,
                    target,
                    src: run.src,
                    ability: run.ability,
                    me: run.me,
                    stamp: self.st.stamp,
                    until,
                    val: self.change_amount(*change, &env),
                    held: held.clone(),
                });
            }
        }
        if !made.is_empty() {
            self.did();
            self.st.dirty = true;
            self.log_effects(&made);
            self.st.effects.extend(made);
        }
    }

    /// What the running ability has chosen, for what it leaves behind.
    fn capture(&self) -> Arc<Captured> {
        let Some(run) = self.st.runs.last() else {
            return Arc::new(Captured {
                slots: Vec::new(),
                words: Vec::new(),
                ev: crate::kernel::EvInfo::default(),
                src: Ref::NONE,
            });
        };
        let base = run.words;
        let words = self.st.words.get(base as usize..).unwrap_or(&[]).to_vec();
        let slots = self
            .st
            .slots
            .get(run.slots as usize..)
            .unwrap_or(&[])
            .iter()
            .map(|s| match s {
                Slot::Set { start, len } => Slot::Set {
                    start: start.saturating_sub(base),
                    len: *len,
                },
                other => *other,
            })
            .collect();
        Arc::new(Captured {
            slots,
            words,
            ev: run.ev,
            src: run.src,
        })
    }

    /// When an effect of the running ability ends.
    fn until(&self, lasting: &Lasting) -> Until {
        match lasting {
            Lasting::Game => Until::Game,
            Lasting::While(cond) => Until::While(cond.0),
            Lasting::Until(when) => self.until_time(when),
        }
    }

    fn until_time(&self, when: &When) -> Until {
        let env = self.env();
        let whose = match &when.whose {
            None | Some(Who::Any | Who::Each) => None,
            Some(who) => Some(self.player(who, &env)),
        };
        Until::Time {
            time: when.time,
            start: when.edge == Some(Edge::Start),
            whose,
            from_turn: self.st.turn.number + u16::from(when.next),
        }
    }

    fn op_declare(&mut self, what: &super::code::Declare, slot: SlotIx, stage: u8) {
        use super::code::Declare;
        if stage != START {
            let value = match self.st.picks.first().copied() {
                Some(Atom::Number(n)) => Slot::Num(n),
                Some(Atom::Name(n)) => Slot::Value(0, u32::from(n.0)),
                Some(Atom::Tag(t)) => Slot::Value(1, u32::from(t.0)),
                Some(Atom::Word(w)) => Slot::Value(2, u32::from(w)),
                _ => Slot::Empty,
            };
            if let Slot::Num(n) = value {
                self.note_in_log(LogKind::Said, Ref::NONE, self.env().actor, n);
            }
            self.set_slot(slot, value);
            self.next();
            return;
        }
        let env = self.env();
        let mut ask = self.about(Ask::one(env.actor, AskKind::Declare));
        let mut atoms: Vec<Atom> = Vec::new();
        match what {
            Declare::Number(low, high) => {
                let low = self.number(*low, &env);
                ask.range = Some((low, self.number(*high, &env).max(low)));
            }
            Declare::Payable => ask.range = Some((0, self.kernel().can_pay(self, env.actor).max(0))),
            Declare::Name => {
                let defs = u16::try_from(self.pool.defs.len()).unwrap_or(u16::MAX);
                atoms.extend((0..defs).filter_map(|d| {
                    let printed = self.pool.def(crate::kernel::DefId(d)).printed;
                    printed.all_names().first().map(|n| Atom::Name(*n))
                }));
            }
            Declare::Word(bits) => {
                atoms.extend((0..64u8).filter(|b| bits >> b & 1 == 1).map(Atom::Word));
            }
            Declare::Type(bits) => {
                atoms.extend((0..16u8).filter(|b| bits >> b & 1 == 1).map(Atom::Word));
            }
            Declare::Tag(among) => {
                let mut tags = crate::kernel::Tags::default();
                match among {
                    Some(objs) => {
                        for r in self.objects(*objs, &env) {
                            for t in self.info(r).tags.iter() {
                                tags.insert(t);
                            }
                        }
                    }
                    None => tags = self.all_tags(),
                }
                atoms.extend(tags.iter().map(Atom::Tag));
            }
        }
        self.st.atoms = atoms;
        self.stage(PICKED);
        self.ask(ask);
    }

    fn op_modes(
        &mut self,
        count: (super::code::NumIx, super::code::NumIx),
        overrides: &[((super::code::NumIx, super::code::NumIx), super::code::CondIx)],
        options: &[super::code::ModeOption],
        slot: SlotIx,
        pc: u32,
        stage: u8,
    ) {
        if stage != START {
            let mut mask = 0;
            let who = self.env().actor;
            for atom in self.st.picks.clone() {
                if let Atom::Option(n) = atom {
                    mask |= 1i32.checked_shl(u32::from(n)).unwrap_or(0);
                    self.note_in_log(LogKind::Said, Ref::NONE, who, i32::from(n) + 1);
                }
            }
            self.set_slot(slot, Slot::Num(mask));
            self.next_mode(pc, pc);
            return;
        }
        let env = self.env();
        let count = overrides
            .iter()
            .rev()
            .find(|(_, cond)| self.holds(*cond, &env))
            .map_or(count, |(count, _)| *count);
        let possible: Vec<Atom> = options
            .iter()
            .enumerate()
            .filter(|(_, o)| o.cond.is_none_or(|c| self.holds(c, &env)))
            .map(|(n, _)| Atom::Option(u8::try_from(n).unwrap_or(u8::MAX)))
            .collect();
        let have = i32::try_from(possible.len()).unwrap_or(0);
        let max = self.number(count.1, &env).clamp(0, have);
        let min = self.number(count.0, &env).clamp(0, max);
        let mut ask = self.about(Ask::one(env.actor, AskKind::Options));
        ask.min = u16::try_from(min).unwrap_or(0);
        ask.max = u16::try_from(max).unwrap_or(0);
        self.stage(PICKED);
        self.st.atoms = possible;
        if max == 0 {
            self.st.atoms.clear();
            self.st.picks.clear();
            return;
        }
        if max == 1 && min == 0 {
            self.st.atoms.insert(0, Atom::Done);
        }
        self.ask(ask);
    }

    /// Goes to the next chosen option; `after` is where the operations go on when all are done (the place of the modes itself when it is just beginning).
    fn next_mode(&mut self, modes: u32, after: u32) {
        let pool = Arc::clone(&self.pool);
        let Op::Modes { options, slot, .. } = pool.op(modes) else {
            self.jump(after);
            return;
        };
        let mask = self.slot_number(*slot);
        let next = options
            .iter()
            .enumerate()
            .find(|(n, _)| mask >> n & 1 == 1)
            .map(|(n, o)| (n, o.pc));
        match next {
            Some((n, pc)) => {
                self.set_slot(*slot, Slot::Num(mask & !(1 << n)));
                self.jump(pc);
            }
            None if after == modes => {
                // Nothing chosen: behind the modes stands a jump over all options.
                self.jump(modes + 1);
            }
            None => self.jump(after),
        }
    }

    /// Whether the operations of a body that move or exchange this very card find it.
    fn this_is_there(&self, from: u32, to: u32, env: &Env<'_>) -> bool {
        let gone = |objs: &super::code::ObjIx| {
            matches!(self.pool.obj(*objs), super::code::Obj::This) && !self.st.alive(env.src)
        };
        (from..to).all(|pc| match self.pool.op(pc) {
            Op::Exchange { a, b, .. } => !gone(a) && !b.as_ref().is_some_and(gone),
            _ => true,
        })
    }

    /// Whether the first operation of a body could do anything, for replacements that a player may use.
    pub(super) fn body_possible(&self, pc: u32, env: &Env<'_>) -> bool {
        match self.pool.op(pc) {
            Op::Turn {
                what: What::Objs(objs),
                orient,
                ..
            } => self
                .objects(*objs, env)
                .iter()
                .any(|r| self.st.card(r.ix).orient != *orient),
            Op::Turn {
                what: What::Pick(pick), ..
            }
            | Op::Choose(pick, _)
            | Op::Move {
                what: What::Pick(pick), ..
            } => {
                let have = i32::try_from(self.candidates(*pick, env).len()).unwrap_or(0);
                let spec = self.pool.pick(*pick);
                let want = spec.max.map_or(0, |n| self.number(n, env));
                have >= want.min(spec.min.map_or(want, |n| self.number(n, env)))
            }
            Op::Move {
                what: What::Objs(objs), ..
            } => !self.objects(*objs, env).is_empty(),
            Op::PayStart(cost) => self.can_pay_cost(*cost, env.me, env),
            _ => true,
        }
    }

    /// A run that carries out statements from outside (a test's `does` block).
    pub fn run_ability(&mut self, run: Run) {
        self.push_run(run);
    }
}

/// How a move is made.
struct MoveHow {
    to: PlaceIx,
    tag: Note,
    orient: Option<u8>,
    face_down: Option<bool>,
    ordered: bool,
    random_order: bool,
}

/// The cards of a slot.
fn slot_refs(env: &Env<'_>, slot: SlotIx) -> Refs {
    match env.slots.get(usize::from(slot)) {
        Some(Slot::Set { start, len }) => Refs::from_slice(
            env.words
                .get(*start as usize..(*start as usize).saturating_add(*len as usize))
                .unwrap_or(&[]),
        ),
        _ => Refs::new(),
    }
}
