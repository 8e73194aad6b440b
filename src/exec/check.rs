//! The check timing: rule actions until none is due, then one waiting ability of the turn player, then from the start; then the other player's.
//! The serial move: cards leave a pile one at a time, and interrupts fit between.

use super::eval::Env;
use super::game::Game;
use super::seam::{Flow, RulePass};
use crate::kernel::{Ask, AskKind, Atom, Cause, EvInfo, Frame, Instance, LogKind, Outcome, P, Ref, Run};

/// So many abilities in a row without a choice of anybody are an endless loop: a draw (11.1.1.1 and its like).
const ENDLESS: u32 = 600;

impl Game {
    pub(super) fn step_check(&mut self, at: u8, who: P) -> Flow {
        match at {
            0 => {
                // Else nothing happened since the rules had nothing to demand.
                if self.state.unchecked {
                    self.find_state_triggers();
                    if self.kernel().rule_pass(self) != RulePass::Nothing {
                        self.state.laps += 1;
                        self.end_endless();
                        return Flow::Go;
                    }
                    // A state may hold on after its ability has resolved: such abilities are looked for every time.
                    self.state.unchecked = self.pool.state_zones != 0;
                    self.end_endless();
                }
                if self.state.standby.is_empty() && self.state.over.is_none() {
                    self.quiet_down();
                    return Flow::Pop;
                }
                self.set_check(1, self.state.turn.player);
                Flow::Go
            }
            1 => self.offer_instances(who),
            // A player said how often a loop is repeated.
            3 => {
                if !self.repeat_round() {
                    self.offer_now(who);
                }
                Flow::Go
            }
            _ => {
                if let Some(Atom::Instance(n)) = self.state.picks.first().copied() {
                    self.resolve_waiting(usize::from(n));
                } else {
                    self.set_check(0, self.state.turn.player);
                }
                Flow::Go
            }
        }
    }

    /// One more thing without a choice of anybody; too many of them are an endless loop that nobody can stop.
    pub fn lap(&mut self) {
        self.state.laps += 1;
        self.end_endless();
    }

    fn end_endless(&mut self) {
        if self.state.laps > ENDLESS {
            self.finish(Outcome::Draw);
        }
    }

    fn set_check(&mut self, at: u8, who: P) {
        if let Some(top) = self.state.stack.last_mut() {
            *top = Frame::Check { at, who };
        }
    }

    fn offer_instances(&mut self, who: P) -> Flow {
        if self.state.standby.iter().any(|i| i.me == who) {
            // A loop inside a check timing comes back to here.
            if self.find_round() {
                self.set_check(3, who);
            } else {
                self.offer_now(who);
            }
            return Flow::Go;
        }
        if who == self.state.turn.player {
            self.set_check(1, who.other());
            Flow::Go
        } else {
            self.quiet_down();
            Flow::Pop
        }
    }

    /// The player's waiting abilities: one alone is resolved, several are a question.
    fn offer_now(&mut self, who: P) {
        self.list_waiting(who);
        if let [Atom::Instance(n)] = self.state.atoms.as_slice() {
            let n = usize::from(*n);
            self.state.atoms.clear();
            self.resolve_waiting(n);
        } else {
            self.set_check(2, who);
            self.ask(Ask::one(who, AskKind::Instances));
        }
    }

    /// Lists the waiting abilities of a player as the atoms of a question; those that cannot be told apart are one.
    pub fn list_waiting(&mut self, who: P) {
        let mut atoms = std::mem::take(&mut self.state.atoms);
        atoms.clear();
        let mine = |i: &Instance| i.me == who;
        for (n, instance) in self.state.standby.iter().enumerate().filter(|(_, i)| mine(i)) {
            // Instances that cannot be told apart are one choice.
            let twin = self.state.standby.iter().take(n).any(|other| {
                other.ability == instance.ability
                    && other.src == instance.src
                    && self.same_event(other, instance)
                    && other.me == instance.me
                    && other.held == instance.held
            });
            if !twin {
                atoms.push(Atom::Instance(u16::try_from(n).unwrap_or(u16::MAX)));
            }
        }
        self.state.atoms = atoms;
    }

    /// Whether two instances of one ability answer to events that are one to it: in all that it speaks of.
    fn same_event(&self, a: &Instance, b: &Instance) -> bool {
        use super::code::reads;
        // Where abilities are announced, only what they will do counts; elsewhere players tell them apart by what set them off.
        if self.tables().stack_zone.is_none() {
            return a.ev == b.ev;
        }
        let read = self.pool.ability(a.ability).reads;
        let same = |part: u8, equal: bool| read & part == 0 || equal;
        same(reads::SUBJECT, a.ev.subj == b.ev.subj && a.ev.subj0 == b.ev.subj0)
            && same(reads::OBJECT, a.ev.obj == b.ev.obj)
            && same(reads::CAUSE, a.ev.cause == b.ev.cause)
            && same(reads::AMOUNT, a.ev.n == b.ev.n)
            && same(reads::WHO, a.ev.who == b.ev.who)
    }

    /// Takes a waiting ability out of the list, by its number there.
    pub fn take_instance(&mut self, n: usize) -> Option<Instance> {
        (n < self.state.standby.len()).then(|| self.state.standby.remove(n))
    }

    /// Last information is kept only while something running or waiting can ask for it, or questions about the past of the turn.
    pub fn quiet_down(&mut self) {
        if !self.pool.keeps_last {
            self.forget_last();
        }
    }

    /// Drops last information if nothing running or waiting can ask for it.
    pub(super) fn forget_last(&mut self) {
        let state = &self.state;
        let idle =
            state.runs.is_empty() && state.standby.is_empty() && state.pending.is_empty() && state.offers.is_empty();
        if idle && state.delayed.is_empty() && state.effects.iter().all(|e| e.held.is_none()) {
            self.state.lki.clear();
        }
    }

    fn resolve_waiting(&mut self, n: usize) {
        self.set_check(0, self.state.turn.player);
        self.state.laps += 1;
        let Some(i) = self.take_instance(n) else { return };
        if self.may_not_be_played(&i) {
            // What cannot be used any more is not played (11.2.1.3 and its like).
            self.log_ability(LogKind::Declined, i.ability, i.src, i.me);
            return;
        }
        let Some(i) = self.kernel().plays_waiting(self, i) else {
            return;
        };
        let run = self.new_run(i.ability, i.src, i.src0, i.me, i.ev, i.held);
        self.begin_run(run);
    }

    /// A resolving ability, not yet on the stack.
    pub fn new_run(
        &self,
        ability: crate::kernel::AbilityIx,
        src: Ref,
        src0: Ref,
        me: P,
        ev: EvInfo,
        held: Option<std::sync::Arc<crate::kernel::Captured>>,
    ) -> Run {
        Run {
            ability,
            pc: self.pool.ability(ability).pc,
            stage: 0,
            local: 0,
            src,
            src0,
            me,
            actor: me,
            acts: me,
            ev,
            slots: 0,
            words: 0,
            start: self.state.stamp + 1,
            paying: false,
            did: false,
            only_cost: false,
            lapsed: false,
            within: 0,
            used: [0; crate::kernel::Ev::USES],
            held,
        }
    }

    /// Begins to resolve an ability, if its condition holds now and nothing silences it.
    pub fn begin_run(&mut self, run: Run) -> bool {
        let ability = self.pool.ability(run.ability);
        let env = Env {
            src: run.src,
            src0: run.src0,
            ev: run.ev,
            ..Env::of_card(run.src, run.me).with_held(run.held.as_deref())
        };
        let env = Env { ev: run.ev, ..env }.in_ability(run.ability);
        let works = ability.condition.is_none_or(|c| self.holds(c, &env));
        if !works {
            self.log_ability(LogKind::Declined, run.ability, run.src, run.me);
            return false;
        }
        self.log_ability(LogKind::Resolve, run.ability, run.src, run.me);
        self.push_run(run);
        true
    }

    pub(super) fn step_serial(&mut self) -> Flow {
        let Some(Frame::Serial {
            tag,
            who,
            mut left,
            from,
            bottom,
            to,
            end,
            face_down,
            orient,
            ask,
            base,
            cause,
            stage,
        }) = self.state.stack.last().copied()
        else {
            return Flow::Pop;
        };
        if stage == 2 {
            // The card of the last lap.
            self.state.words.extend_from_slice(&self.state.moved);
            left -= 1;
        }
        let stop = ask && stage == 1 && self.state.picks.first() != Some(&Atom::Yes);
        let card = if bottom {
            self.state.cells.cards(from).first().copied()
        } else {
            self.state.cells.top(from)
        };
        // Whether to draw one more is asked before it turns out that there is none (5.9.3.1, 5.9.1.1 and their like); of other moves there is nothing
        // to decide then.
        let drawing = tag == self.tables().note.draw;
        let asking = ask && stage != 1 && left > 0 && (card.is_some() || drawing);
        if card.is_none() && left > 0 && !asking && !stop && (drawing || !ask) {
            self.kernel().ran_short(self, who, tag);
        }
        let goes_on = asking || card.is_some();
        let (true, false, true) = (goes_on, stop, left > 0) else {
            self.take_result(base);
            self.state.done = i32::try_from(self.state.moved.len()).unwrap_or(0);
            return Flow::Pop;
        };
        let next = Frame::Serial {
            tag,
            who,
            left,
            from,
            bottom,
            to,
            end,
            face_down,
            orient,
            ask,
            base,
            cause,
            stage: if asking { 1 } else { 2 },
        };
        if let Some(top) = self.state.stack.last_mut() {
            *top = next;
        }
        if asking {
            self.state.atoms.clear();
            self.state.atoms.extend([Atom::No, Atom::Yes]);
            let mut question = Ask::one(who, AskKind::More);
            question.source = cause.src;
            question.ability = cause.ability;
            self.ask(question);
            return Flow::Go;
        }
        let Some(ix) = card else { return Flow::Pop };
        let mut ev = self.move_ev(self.state.now(ix), to, tag, cause);
        ev.end = end;
        ev.face_down = face_down;
        ev.orient = orient;
        ev.who = who;
        if let Some(run) = self.state.runs.last()
            && cause.kind == crate::kernel::CauseKind::Effect
        {
            ev.used = run.used;
        }
        self.emit(ev);
        Flow::Go
    }

    /// A frame that moves `count` cards from the top of a pile to another cell, one at a time.
    pub fn serial(
        &self,
        from: crate::kernel::CellId,
        to: crate::kernel::CellId,
        count: i32,
        tag: crate::kernel::Note,
        cause: Cause,
    ) -> Frame {
        let layout = self.layout();
        Frame::Serial {
            tag,
            who: layout.cell(from).player,
            left: count,
            from,
            bottom: false,
            to,
            end: crate::kernel::End::Top,
            face_down: layout.zone(layout.cell(to).zone).face_down,
            orient: 0,
            ask: false,
            base: u32::try_from(self.state.words.len()).unwrap_or(u32::MAX),
            cause,
            stage: 0,
        }
    }
}
