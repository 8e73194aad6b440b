//! The course of an ability: jumps, slots, loops, who acts, offers and their answers.

use super::{ORDERED, PICKED, START, slot_refs};
use crate::ast::Category;
use crate::exec::code::{CondIx, CostIx, NumIx, ObjIx, Op, Pc, SlotIx, Who};
use crate::exec::eval::Refs;
use crate::exec::game::Game;
use crate::exec::pool::Pool;
use crate::kernel::{AskKind, Atom, LogKind, P, Run, Slot};

impl Game {
    pub(super) fn op_unless(&mut self, cond: CondIx, other: Pc) {
        if self.holds(cond, &self.env()) {
            self.next();
        } else {
            self.jump(other);
        }
    }

    pub(super) fn op_set(&mut self, slot: SlotIx, num: NumIx) {
        let n = self.number(num, &self.env());
        self.set_slot(slot, Slot::Num(n));
        self.next();
    }

    pub(super) fn op_copy(&mut self, from: SlotIx, to: SlotIx) {
        let n = self.slot_number(from);
        self.set_slot(to, Slot::Num(n));
        self.next();
    }

    pub(super) fn op_join(&mut self, slots: &[SlotIx], into: SlotIx) {
        let env = self.env();
        let mut all = Refs::new();
        for slot in slots {
            all.extend(slot_refs(&env, *slot));
        }
        self.keep(into, &all);
        self.next();
    }

    pub(super) fn op_keep(&mut self, objs: ObjIx, slot: SlotIx) {
        let refs = self.objects(objs, &self.env());
        self.keep(slot, &refs);
        self.next();
    }

    /// What a loop goes over: nothing can be done any more to what is gone, but it counts.
    pub(super) fn op_each(&mut self, objs: ObjIx, slot: SlotIx) {
        let refs = self.spoken_of(objs, &self.env());
        self.keep(slot, &refs);
        self.next();
    }

    pub(super) fn op_keep_for(&mut self, from: SlotIx, base: SlotIx) {
        let env = self.env();
        let refs = slot_refs(&env, from);
        let actor = env.actor;
        self.keep(base.saturating_add(u16::from(actor.0)), &refs);
        self.next();
    }

    pub(super) fn op_freeze(&mut self, list: &[(SlotIx, CondIx)]) {
        for (slot, cond) in list {
            let holds = self.holds(*cond, &self.env());
            self.set_slot(*slot, Slot::Num(i32::from(holds)));
        }
        self.next();
    }

    pub(super) fn op_within(&mut self, verb: u16) {
        if let Some(run) = self.state.runs.last_mut() {
            run.within = verb;
        }
        self.next();
    }

    pub(super) fn op_actor(&mut self, who: &Who) {
        let p = self.player(who, &self.env());
        if let Some(run) = self.state.runs.last_mut() {
            run.actor = p;
        }
        self.next();
    }

    pub(super) fn op_next_each(&mut self, set: SlotIx, element: SlotIx, after: Pc) {
        let env = self.env();
        let refs = slot_refs(&env, set);
        if let Some((first, rest)) = refs.split_first() {
            let rest = Refs::from_slice(rest);
            self.keep(element, &[*first]);
            self.keep(set, &rest);
            self.next();
        } else {
            self.jump(after);
        }
    }

    pub(super) fn op_each_player(&mut self, slot: SlotIx) {
        self.set_slot(slot, Slot::Num(0));
        self.next();
    }

    pub(super) fn op_next_player(&mut self, slot: SlotIx, after: Pc) {
        let n = self.slot_number(slot);
        let tp = self.state.turn.player;
        let actor = if n == 0 { tp } else { tp.other() };
        self.set_slot(slot, Slot::Num(n + 1));
        if n < 2 {
            if let Some(run) = self.state.runs.last_mut() {
                run.actor = actor;
            }
            self.next();
        } else {
            if let Some(run) = self.state.runs.last_mut() {
                run.actor = run.me;
            }
            self.jump(after);
        }
    }

    pub(super) fn op_countdown(&mut self, slot: SlotIx, after: Pc) {
        let n = self.slot_number(slot);
        if n > 0 {
            self.set_slot(slot, Slot::Num(n - 1));
            self.next();
        } else {
            self.jump(after);
        }
    }

    pub(super) fn op_next_mode(&mut self, pool: &Pool, modes: Pc, after: Pc) {
        if let Op::Modes { options, slot, .. } = pool.op(modes) {
            self.next_mode(options, *slot, modes, after);
        } else {
            self.jump(after);
        }
    }

    pub(super) fn op_may(&mut self, who: &Who, other: Pc, done: Option<SlotIx>, pc: Pc, stage: u8) {
        let who = self.player(who, &self.env());
        if stage == START {
            let env = self.env();
            // What cannot be done is not offered.
            if self.body_possible(pc + 1, &env) && self.this_is_there(pc + 1, other, &env) {
                self.stage(PICKED);
                self.ask_yes_no(who, AskKind::May);
            } else {
                self.answered(done, false);
                self.jump(other);
            }
            return;
        }
        let yes = self.state.picks.first() == Some(&Atom::Yes);
        self.answered(done, yes);
        if yes {
            self.next();
        } else {
            self.note_in_log(LogKind::Declined, self.env().src, who, 0);
            self.jump(other);
        }
    }

    /// Keeps the answer to an offer.
    fn answered(&mut self, slot: Option<SlotIx>, yes: bool) {
        if let Some(slot) = slot {
            self.set_slot(slot, Slot::Num(i32::from(yes)));
        }
    }

    pub(super) fn step_offer(&mut self, op: &Op, stage: u8) {
        let Op::Offer { cost, who, other, done } = op else {
            return;
        };
        let payer = self.player(who, &self.env());
        if stage == ORDERED {
            self.pay_chosen(*cost, payer);
        } else if stage == START {
            if self.own_cost_lost(*cost, payer) {
                self.jump(self.after_cost(*cost));
                return;
            }
            self.answered(*done, false);
            if self.may_pay_own(*cost, payer) && self.can_pay_cost(*cost, payer, &self.env()) {
                self.stage(PICKED);
                self.ask_yes_no(payer, AskKind::Pay);
            } else {
                self.note_in_log(LogKind::Declined, self.env().src, payer, 1);
                self.jump(*other);
            }
        } else if self.state.picks.first() == Some(&Atom::Yes) {
            self.answered(*done, true);
            self.start_paying(payer);
            self.stage(ORDERED);
            self.ask_which_cost(*cost, payer);
        } else {
            self.note_in_log(LogKind::Declined, self.env().src, payer, 0);
            self.jump(*other);
        }
    }

    pub(super) fn op_pay_start(&mut self, cost: CostIx, stage: u8) {
        let me = self.env().me;
        if stage == START && self.own_cost_lost(cost, me) {
            self.jump(self.after_cost(cost));
        } else if stage == START && !self.text_payable(cost, me) {
            // A text whose cost cannot be paid in full is not carried out, and what is being announced is taken back.
            self.jump(u32::MAX);
            if !self.state.marks.is_empty() {
                self.take_back();
            }
        } else if stage == START {
            self.start_paying(me);
            self.stage(ORDERED);
            self.ask_which_cost(cost, me);
        } else {
            self.pay_chosen(cost, me);
        }
    }

    /// Whether the cost of a text of a played card can be paid; other abilities are used only if theirs can.
    fn text_payable(&self, cost: CostIx, payer: P) -> bool {
        let text = |run: &Run| self.pool.ability(run.ability).category == Category::Play;
        !self.state.runs.last().is_some_and(text) || self.can_pay_cost(cost, payer, &self.env())
    }

    pub(super) fn op_pay_end(&mut self, pc: Pc) {
        let own = self.ends_own_cost(pc);
        self.next();
        if self.state.runs.last().is_some_and(|r| r.only_cost) {
            self.jump(u32::MAX);
        }
        self.end_paying(own);
    }
}
