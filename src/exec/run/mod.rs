//! The interpreter: one operation at a time of the topmost running ability. An operation that has to ask or to wait for an event keeps its place in
//! `stage` and is stepped again.

mod amount;
mod announce;
mod lasting;
mod moves;
mod options;
mod paying;
mod pick;
mod show;

use crate::ast::Category;
use crate::exec::code::{Op, PlaceIx, SlotIx};
use crate::exec::eval::{Env, Players, Refs};
use crate::exec::game::Game;
use crate::exec::host::Hosted;
use crate::exec::pool::Pool;
use crate::exec::seam::{Flow, VerbCall};
use crate::kernel::{
    Ask, AskKind, Atom, Cause, CauseKind, Delayed, Ev, EvKind, Frame, LogKind, Note, Outcome, P, Ref, Run, Slot,
};
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
    /// Operations of the topmost running ability, as long as nothing but the ability itself has changed: between them nobody has to look.
    pub(in crate::exec) fn step_run(&mut self, pool: &Pool) -> Flow {
        let stamp = self.state.stamp;
        loop {
            let flow = self.step_op(pool);
            let quiet = flow == Flow::Go
                && self.state.stamp == stamp
                && !self.state.dirty
                && self.state.ask.is_none()
                && self.state.over.is_none()
                && matches!(self.state.stack.last(), Some(Frame::Run));
            if !quiet || self.is_over_budget_soon() {
                return flow;
            }
            self.state.steps += 1;
        }
    }

    fn step_op(&mut self, pool: &Pool) -> Flow {
        let Some((pc, stage)) = self.state.runs.last().map(|r| (r.pc, r.stage)) else {
            return Flow::Pop;
        };
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
            Op::Target(pick, slot) => self.op_target(*pick, *slot, stage),
            Op::Divide {
                among,
                total,
                step,
                parts,
            } => self.op_divide(*among, (*total, *step), *parts, stage),
            Op::Announce {
                count,
                overrides,
                options,
                slot,
            } => self.op_announce((*count, overrides), options, *slot, stage),
            Op::Announced => {
                self.op_announced();
                return Flow::Pop;
            }
            Op::Recheck(pick, slot) => self.op_recheck(*pick, *slot),
            Op::Copy(from, to) => {
                let n = self.slot_number(*from);
                self.set_slot(*to, Slot::Num(n));
                self.next();
            }
            Op::Produce { runs, done } => self.op_produce(runs, *done, stage),
            Op::PayIcons(icons, done) => self.op_pay_icons(icons, *done, stage),
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
                side,
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
                    side: side.clone(),
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
            Op::Damage {
                by,
                amount,
                to,
                divided,
                tag,
                done,
            } => {
                let deal = amount::Deal {
                    by: *by,
                    amount: *amount,
                    to: *to,
                    divided: *divided,
                    tag: *tag,
                };
                self.op_damage(&deal, *done, stage);
            }
            Op::Mend { what, amount, done } => self.op_mend(*what, *amount, *done, stage),
            Op::Life {
                who,
                amount,
                gain,
                done,
            } => self.op_life(who, *amount, *gain, *done, stage),
            Op::Counters {
                what,
                kind,
                count,
                put,
                done,
            } => self.op_counters(*what, *kind, *count, *put, *done, stage),
            Op::Prevent {
                to,
                amount,
                of,
                pattern,
                lasting,
            } => {
                self.op_prevent(*to, *amount, *of, *pattern, lasting);
                self.next();
            }
            Op::Create {
                made,
                count,
                to,
                tag,
                orient,
                out,
                done,
            } => {
                let making = amount::Making {
                    made,
                    count: *count,
                    to: *to,
                    tag: *tag,
                    orient: *orient,
                };
                self.op_create(&making, *out, *done, stage);
            }
            Op::Shuffle(place, found) => {
                if stage == START {
                    let cell = self.first_cell(*place, &self.env());
                    let found = found.filter(|_| self.kernel().spares_found());
                    let found = found.map_or_else(Refs::new, |slot| slot_refs(&self.env(), slot));
                    self.state.spared.clear();
                    self.state.spared.extend(found.iter().map(|card| card.ix));
                    self.stage(HAPPENED);
                    if let Some(cell) = cell {
                        let ev = Ev {
                            kind: EvKind::Shuffle,
                            tag: self.tables().note.shuffle,
                            who: self.layout().cell(cell).player,
                            from: cell,
                            to: cell,
                            cause: self.cause(),
                            ..Ev::default()
                        };
                        self.emit_effect(ev);
                    }
                } else {
                    self.state.spared.clear();
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
                if let Some(run) = self.state.runs.last() {
                    let (src, me) = (run.src, run.me);
                    let before = run.held.as_ref().map_or(0, |held| held.start);
                    let start = if before > 0 { before } else { run.start };
                    self.state.stamp += 1;
                    let mut held = self.capture();
                    Arc::make_mut(&mut held).start = start;
                    let waiting = Delayed {
                        ability: *ability,
                        src,
                        me,
                        once: *once,
                        until,
                        held,
                        stamp: self.state.stamp,
                        turn: self.state.turn.number,
                    };
                    self.state.delayed.push(waiting);
                }
                self.did();
                self.next();
            }
            Op::Native {
                verb,
                who,
                what,
                to,
                count,
                word,
                firm,
                lay,
                out,
                done,
            } => {
                if stage == START {
                    let env = self.env();
                    let players = who
                        .as_ref()
                        .map_or(Players::from_slice(&[env.actor]), |w| self.players(w, &env));
                    let cards = what.map_or_else(Vec::new, |o| self.objects(o, &env).to_vec());
                    let to = to.map_or_else(Vec::new, |o| self.objects(o, &env).to_vec());
                    let cells = lay.place.map(|p| self.cells(p, &env).to_vec());
                    if cells.as_ref().is_some_and(Vec::is_empty) {
                        // There is no such place now.
                        self.stage(HAPPENED);
                        self.state.moved.clear();
                        self.state.done = 0;
                        return Flow::Go;
                    }
                    let call = VerbCall {
                        verb: *verb,
                        who: players.first().copied().unwrap_or(env.actor),
                        both: players.len() > 1,
                        card: cards.first().copied().unwrap_or(env.src),
                        cells: cells.unwrap_or_default(),
                        apart: lay.apart,
                        face: lay.face,
                        orient: lay.orient,
                        cards,
                        to,
                        amount: count.map_or(0, |n| self.number(n, &env)),
                        word: *word,
                        made: lay.made,
                        name: lay.name,
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
                        self.state.done = 0;
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
            Op::NextMode(modes, after) => match pool.op(*modes) {
                Op::Modes { options, slot, .. } => self.next_mode(options, *slot, *modes, *after),
                _ => self.jump(*after),
            },
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
                    let yes = self.state.picks.first() == Some(&Atom::Yes);
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
                    if self.own_cost_lost(*cost, payer) {
                        self.jump(self.after_cost(*cost));
                        return Flow::Go;
                    }
                    if let Some(done) = done {
                        self.set_slot(*done, Slot::Num(0));
                    }
                    if self.may_pay_own(*cost, payer) && self.can_pay_cost(*cost, payer, &self.env()) {
                        self.stage(PICKED);
                        self.ask_yes_no(payer, AskKind::Pay);
                    } else {
                        self.note_in_log(LogKind::Declined, self.env().src, payer, 1);
                        self.jump(*other);
                    }
                } else if self.state.picks.first() == Some(&Atom::Yes) {
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
                if stage == START && self.own_cost_lost(*cost, me) {
                    self.jump(self.after_cost(*cost));
                } else if stage == START {
                    self.start_paying(me);
                    self.stage(ORDERED);
                    self.ask_which_cost(*cost, me);
                } else {
                    self.pay_chosen(*cost, me);
                }
            }
            Op::PayEnd => {
                let own = self.ends_own_cost(pc);
                self.next();
                if self.state.runs.last().is_some_and(|r| r.only_cost) {
                    self.jump(u32::MAX);
                }
                self.end_paying(own);
            }
            Op::Actor(who) => {
                let p = self.player(who, &self.env());
                if let Some(run) = self.state.runs.last_mut() {
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
                let tp = self.state.turn.player;
                let actor = if n == 0 { tp } else { tp.other() };
                self.set_slot(*slot, Slot::Num(n + 1));
                if n < 2 {
                    if let Some(run) = self.state.runs.last_mut() {
                        run.actor = actor;
                    }
                    self.next();
                } else {
                    if let Some(run) = self.state.runs.last_mut() {
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
            Op::ExtraPhase(who, time) => {
                let p = self.player(who, &self.env());
                if self.state.turn.phases.len() < 64 {
                    self.state.turn.phases.push((p, *time));
                }
                self.did();
                self.next();
            }
            Op::Nullify { cards, raised, done } => {
                self.op_nullify(*cards, *raised, *done);
                self.next();
            }
            Op::ExtraTurn(who, slot) => {
                let p = self.player(who, &self.env());
                if self.state.turn.extra.len() < 64 {
                    self.state.turn.extra.push(p);
                }
                let which = i32::try_from(self.state.turn.extra.len()).unwrap_or(0);
                self.set_slot(*slot, Slot::Num(which));
                self.did();
                self.next();
            }
            Op::Finish(who, win) => {
                let p = self.player(who, &self.env());
                self.finish(Outcome::Win(if *win { p } else { p.other() }));
            }
            Op::Face {
                what,
                down,
                tag,
                out,
                done,
            } => self.op_face(what, (*down, *tag), *out, *done, stage),
            Op::SetValue { who, val, to } => {
                if stage == START {
                    self.stage(HAPPENED);
                    self.send_value(who, *val, *to);
                } else {
                    self.results(None, None);
                    self.next();
                }
            }
            Op::Host(body) => match pool.host.map_or(Hosted::Over, |host| host.step(self, *body, stage)) {
                Hosted::Again(stage) => self.stage(stage),
                Hosted::Over => self.next(),
            },
            Op::Freeze(list) => {
                for (slot, cond) in list {
                    let holds = self.holds(*cond, &self.env());
                    self.set_slot(*slot, Slot::Num(i32::from(holds)));
                }
                self.next();
            }
            Op::Within(verb) => {
                if let Some(run) = self.state.runs.last_mut() {
                    run.within = *verb;
                }
                self.next();
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

    fn end_run(&mut self, stage: u8) -> Flow {
        let Some(run) = self.state.runs.last() else {
            return Flow::Pop;
        };
        let (slots, words) = (run.slots as usize, run.words as usize);
        if stage == START {
            let ability = self.pool.ability(run.ability);
            let used = match ability.category {
                Category::Act => true,
                Category::Auto => ability.keywords != 0 && run.did,
                // An effect with a label is used when it is resolved (10.7.4 and its like).
                Category::Play => ability.keywords != 0,
                Category::Cont => false,
            };
            let note = self.tables().note.use_ability;
            let key = crate::exec::keys::notes(1 << (note.0 & 63));
            // Where abilities are announced, they are played then (903.2k and its like), not when they resolve.
            let announced = self.tables().chase.is_some();
            if used && !announced && (self.pool.all_keys | self.pool.past_keys) & key != 0 {
                let ev = Ev {
                    kind: EvKind::Note,
                    tag: note,
                    subj: run.src,
                    who: run.me,
                    n: i32::try_from(run.ability.0).unwrap_or(-1),
                    cause: self.cause(),
                    ..Ev::default()
                };
                self.stage(HAPPENED);
                self.emit(ev);
                return Flow::Go;
            }
        }
        self.state.runs.pop();
        self.state.slots.truncate(slots);
        self.state.words.truncate(words);
        if self.state.runs.is_empty() {
            self.hide_revealed();
        }
        Flow::Pop
    }

    fn jump(&mut self, to: u32) {
        if let Some(run) = self.state.runs.last_mut() {
            run.pc = to;
            run.stage = START;
            run.local = 0;
        }
    }

    fn next(&mut self) {
        if let Some(run) = self.state.runs.last_mut() {
            run.pc += 1;
            run.stage = START;
            run.local = 0;
        }
    }

    fn stage(&mut self, stage: u8) {
        if let Some(run) = self.state.runs.last_mut() {
            run.stage = stage;
        }
    }

    fn local(&self) -> u32 {
        self.state.runs.last().map_or(0, |r| r.local)
    }

    fn set_local(&mut self, local: u32) {
        if let Some(run) = self.state.runs.last_mut() {
            run.local = local;
        }
    }

    /// The effect did something: keywords count as used.
    pub fn did(&mut self) {
        if let Some(run) = self.state.runs.last_mut()
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

    /// Who acts in the running ability.
    #[inline]
    fn actor(&self) -> P {
        self.state.runs.last().map_or(P::ONE, |run| run.actor)
    }

    /// The cause of what the running ability does.
    pub fn cause(&self) -> Cause {
        match self.state.runs.last() {
            Some(run) => Cause {
                kind: if run.paying { CauseKind::Cost } else { CauseKind::Effect },
                by: run.me,
                src: run.src,
                ability: run.ability,
                // Of effects, the shorthand verb they belong to.
                rule: run.within,
            },
            None => Cause::default(),
        }
    }

    /// Keeps cards in a slot of the running ability.
    pub fn keep(&mut self, slot: SlotIx, refs: &[Ref]) {
        let Some(run) = self.state.runs.last() else { return };
        let at = run.slots as usize + usize::from(slot);
        let len = u32::try_from(refs.len()).unwrap_or(u32::MAX);
        // A set that fits into the slot's old place goes there; loops would fill the words otherwise.
        if let Some(Slot::Set { start, len: old }) = self.state.slots.get(at).copied()
            && old >= len
            && let Some(place) = self.state.words.get_mut(start as usize..start as usize + len as usize)
        {
            place.copy_from_slice(refs);
            self.put_slot(at, Slot::Set { start, len });
            return;
        }
        let start = u32::try_from(self.state.words.len()).unwrap_or(u32::MAX);
        self.state.words.extend_from_slice(refs);
        self.put_slot(at, Slot::Set { start, len });
    }

    /// A card of a slot of the running ability, by its number there.
    fn slot_card(&self, slot: SlotIx, n: u32) -> Option<Ref> {
        let run = self.state.runs.last()?;
        match self.state.slots.get(run.slots as usize + usize::from(slot))? {
            Slot::Set { start, len } if n < *len => self.state.words.get(start.checked_add(n)? as usize).copied(),
            _ => None,
        }
    }

    /// Takes over the result of an event.
    fn results(&mut self, out: Option<SlotIx>, done: Option<SlotIx>) {
        let n = self.state.done;
        if n > 0 {
            self.did();
        }
        if let Some(out) = out {
            let moved = std::mem::take(&mut self.state.moved);
            self.keep(out, &moved);
            self.state.moved = moved;
        }
        if let Some(done) = done {
            self.set_slot(done, Slot::Num(n));
        }
    }

    /// Sends one event of the running ability.
    fn emit_effect(&mut self, ev: Ev) {
        self.state.batch.clear();
        self.add_effect(ev);
        self.send();
    }

    /// Adds an event of the running ability to the batch.
    pub fn add_effect(&mut self, mut ev: Ev) {
        if let Some(run) = self.state.runs.last() {
            ev.used = run.used;
        }
        self.state.batch.push(ev);
    }

    fn ask_yes_no(&mut self, who: P, kind: AskKind) {
        self.state.atoms.clear();
        self.state.atoms.extend([Atom::No, Atom::Yes]);
        let ask = self.about(Ask::one(who, kind));
        self.ask(ask);
    }

    /// A question of the running ability.
    pub fn about(&self, mut ask: Ask) -> Ask {
        if let Some(run) = self.state.runs.last() {
            ask.source = run.src;
            ask.ability = run.ability;
        }
        ask
    }

    /// The order of the gathered cards is not for these players to know (3.1.5.1 and its like).
    fn blind_to_order(&mut self, players: u8) {
        if self.state.batch.len() > 1 {
            self.state.batch.iter_mut().for_each(|ev| ev.blind = players);
        }
    }

    /// A run that carries out statements from outside (a test's `does` block).
    pub fn run_ability(&mut self, run: Run) {
        self.push_run(run);
    }
}

/// How a move is made.
pub(super) struct MoveHow {
    to: PlaceIx,
    tag: Note,
    orient: Option<u8>,
    face_down: Option<bool>,
    side: Option<crate::exec::code::Side>,
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
