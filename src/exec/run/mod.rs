//! The interpreter: one operation at a time of the topmost running ability. An operation that has to ask or to wait for an event keeps its place in
//! `stage` and is stepped again.

mod acts;
mod amount;
mod announce;
mod control;
mod foresee;
mod lasting;
mod moves;
mod operands;
mod options;
mod paying;
mod pick;
mod show;

use crate::ast::Category;
use crate::exec::code::{Op, Order, PlaceIx, SlotIx};
use crate::exec::eval::{Env, Refs};
use crate::exec::game::Game;
use crate::exec::pool::Pool;
use crate::exec::seam::Flow;
use crate::kernel::{Ask, AskKind, Atom, Cause, CauseKind, Ev, EvKind, Frame, Note, P, Ref, Run, Slot};

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
            let flow = if self.counting.is_some() {
                self.step_counted(pool)
            } else {
                self.step_op(pool)
            };
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

    pub(in crate::exec) fn step_op(&mut self, pool: &Pool) -> Flow {
        let Some((pc, stage)) = self.state.runs.last().map(|r| (r.pc, r.stage)) else {
            return Flow::Pop;
        };
        let op = pool.op(pc);
        match op {
            Op::End => return self.end_run(stage),
            Op::Announced => return self.op_announced(),
            Op::Jump(to) => self.jump(*to),
            Op::Unless(cond, other) => self.op_unless(*cond, *other),
            Op::Set(slot, num) => self.op_set(*slot, *num),
            Op::Copy(from, to) => self.op_copy(*from, *to),
            Op::Join(slots, into) => self.op_join(slots, *into),
            Op::Keep(objs, slot) => self.op_keep(*objs, *slot),
            Op::Each(objs, slot) => self.op_each(*objs, *slot),
            Op::KeepFor(from, base) => self.op_keep_for(*from, *base),
            Op::Freeze(list) => self.op_freeze(list),
            Op::Within(verb) => self.op_within(*verb),
            Op::Carried(done) => self.op_carried(*done, stage),
            Op::Actor(who) => self.op_actor(who),
            Op::NextEach(set, element, after) => self.op_next_each(*set, *element, *after),
            Op::EachPlayer(slot) => self.op_each_player(*slot),
            Op::NextPlayer(slot, after) => self.op_next_player(*slot, *after),
            Op::Countdown(slot, after) => self.op_countdown(*slot, *after),
            Op::Choose(pick, slot) => self.op_choose(*pick, *slot, stage),
            Op::Target(pick, slot) => self.op_target(*pick, *slot, stage),
            Op::Recheck(pick, slot) => self.op_recheck(*pick, *slot),
            Op::ChooseCell(place, slot) => self.op_choose_cell(*place, *slot, stage),
            Op::Declare(what, slot) => self.op_declare(what, *slot, stage),
            Op::Divide { .. } => self.step_divide(op, stage),
            Op::Announce { .. } => self.step_announce(op, stage),
            Op::Modes { .. } => self.step_modes(op, pc, stage),
            Op::NextMode(modes, after) => self.op_next_mode(pool, *modes, *after),
            Op::May { who, other, done } => self.op_may(who, *other, *done, pc, stage),
            Op::Offer { .. } => self.step_offer(op, stage),
            Op::PayStart(cost) => self.op_pay_start(*cost, stage),
            Op::PayEnd => self.op_pay_end(pc),
            Op::Pay(num, done) => self.op_pay(*num, *done, stage),
            Op::PayIcons(icons, done) => self.op_pay_icons(icons, *done, stage),
            Op::Produce { runs, done } => self.op_produce(runs, *done, stage),
            Op::Move { .. } => self.step_move(op, stage),
            Op::Draw { .. } => self.step_draw(op, stage),
            Op::Show { .. } => self.step_show(op, stage),
            Op::Flip { what, out, done } => self.op_flip(what, *out, *done, stage),
            Op::Turn { .. } => self.step_turn(op, stage),
            Op::Face { .. } => self.step_face(op, stage),
            Op::Exchange {
                a,
                b,
                orient,
                out,
                done,
            } => self.op_exchange((*a, *b), *orient, *out, *done, stage),
            Op::Searched(place) => self.op_searched(*place, stage),
            Op::Shuffle(place, found) => self.op_shuffle(*place, *found, stage),
            Op::PlayCard {
                what,
                free,
                price,
                done,
            } => self.op_play_card(*what, (*free, *price), *done, stage),
            Op::Damage { .. } => self.step_damage(op, stage),
            Op::Mend { what, amount, done } => self.op_mend(*what, *amount, *done, stage),
            Op::Life { .. } => self.step_life(op, stage),
            Op::Counters { .. } => self.step_counters(op, stage),
            Op::SetValue { who, val, to } => self.op_set_value(who, *val, *to, stage),
            Op::Create { .. } => self.step_create(op, stage),
            Op::Prevent { .. } => self.step_prevent(op),
            Op::Apply { .. } => self.step_apply(op),
            Op::Delay { ability, once, lasting } => self.op_delay(*ability, *once, lasting),
            Op::Nullify { cards, raised, done } => self.op_nullify(*cards, *raised, *done),
            Op::ExtraPhase(who, time) => self.op_extra_phase(who, *time),
            Op::ExtraTurn(who, slot) => self.op_extra_turn(who, *slot),
            Op::Skip(who, time) => self.op_skip(who, *time),
            Op::Finish(who, win) => self.op_finish(who, *win, stage),
            Op::Native { .. } => self.step_native(op, stage),
            Op::Host(body) => self.op_host(pool, *body, stage),
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
            let key = crate::exec::keys::notes(note.bit());
            // Where abilities are announced, they are played then (903.2k and its like), not when they resolve.
            let announced = self.tables().stack_zone.is_some();
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
    order: Order,
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
