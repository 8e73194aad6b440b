//! Moments of time: phases and steps that end and begin, and moments that are announced more than once, while each ability answers to them once (the
//! end of a turn, the end of a battle).

use super::code::bits;
use super::game::Game;
use super::seam::Flow;
use crate::kernel::{Captured, Ev, EvKind, Frame, Instance, LogKind, TimeChange, TimeId, Use};
use std::sync::Arc;

/// The turn: row 0 of every table of times.
const TURN: TimeId = TimeId(0);

impl Game {
    /// A phase and its step begin. The ones that run until now end first: abilities hear of it and have their say, then what lasts until then is over.
    /// `told` are the times whose beginning is announced, four at most.
    pub fn enter_time(&mut self, phase: TimeId, step: TimeId, told: &[TimeId]) {
        let running = &self.state.turn;
        let mut turn = TimeChange {
            phase,
            step,
            told: u8::try_from(told.len().min(4)).unwrap_or(0),
            ..TimeChange::default()
        };
        for (to, from) in turn.begins.iter_mut().zip(told) {
            *to = *from;
        }
        let ends = |time: TimeId| !self.kernel().ends_itself(time);
        if running.step != running.phase && running.step != step && ends(running.step) {
            turn.ends[0] = running.step;
        }
        if running.phase != phase && ends(running.phase) {
            turn.ends[1] = running.phase;
        }
        let ended = turn.ends.into_iter().filter(|t| *t != TURN);
        let batch: Vec<Ev> = ended.map(|t| self.time_ev(EvKind::End(t))).collect();
        let waiting = self.state.standby.len();
        if !batch.is_empty() {
            self.state.batch = batch;
            self.send();
        }
        if self.state.standby.len() > waiting {
            self.state.stack.push(Frame::Times { turn, done: false });
            self.kernel().settle_end(self);
        } else {
            self.change_time(turn);
        }
    }

    /// Every phase of the turn is over; true once that is so and nothing answers to it any more.
    pub fn left_times(&mut self) -> bool {
        if self.state.turn.phase == TURN && self.state.turn.step == TURN {
            return true;
        }
        self.enter_time(TURN, TURN, &[]);
        false
    }

    /// Times that are no phases or steps end: abilities hear of it and have their say.
    pub fn tell_end(&mut self, times: &[TimeId]) {
        let waiting = self.state.standby.len();
        self.state.batch = times.iter().map(|t| self.time_ev(EvKind::End(*t))).collect();
        self.send();
        if self.state.standby.len() > waiting {
            self.kernel().settle_end(self);
        }
    }

    pub(super) fn step_times(&mut self, turn: TimeChange, done: bool) -> Flow {
        if done {
            return Flow::Pop;
        }
        if let Some(top) = self.state.stack.last_mut() {
            *top = Frame::Times { turn, done: true };
        }
        self.change_time(turn);
        Flow::Go
    }

    fn change_time(&mut self, turn: TimeChange) {
        for time in turn.ends.into_iter().filter(|t| *t != TURN) {
            self.expire(time, false);
        }
        self.state.turn.phase = turn.phase;
        self.state.turn.step = turn.step;
        self.touch(bits::TIME);
        let told = turn.begins.into_iter().take(usize::from(turn.told));
        let mut batch = Vec::new();
        for time in told {
            self.expire(time, true);
            batch.push(self.time_ev(EvKind::Begin(time)));
        }
        if !batch.is_empty() {
            self.state.batch = batch;
            self.send();
        }
    }

    /// A moment of time of the running turn.
    pub fn time_ev(&self, kind: EvKind) -> Ev {
        Ev {
            kind,
            who: self.state.turn.player,
            ..Ev::default()
        }
    }

    /// Announces a moment. If it was announced `before`, only abilities answer that have not done so since [`Game::forget_answers`]; `mark` keeps the
    /// moments apart that can be open together.
    pub fn announce_once(&mut self, moment: &[EvKind], before: bool, mark: u16) {
        let waiting = self.state.standby.len();
        self.state.batch.clear();
        for kind in moment {
            let ev = self.time_ev(*kind);
            self.state.batch.push(ev);
        }
        // Who answered before is not told of again.
        let told = self.log.on;
        self.log.on = told && !before;
        self.send();
        self.log.on = told;
        let turn = self.state.turn.number;
        let mut fresh = self.state.standby.split_off(waiting.min(self.state.standby.len()));
        // An ability that waited for this moment once is not the one that answered before, though both have one text (8.7.5.1 and its like).
        let spent = |i: &Instance| {
            let still = |held: &Arc<Captured>| {
                let granted = |g: &crate::kernel::GrantedAbility| g.held.as_ref().is_some_and(|h| Arc::ptr_eq(h, held));
                self.state.delayed.iter().any(|d| Arc::ptr_eq(&d.held, held)) || self.state.granted.iter().any(granted)
            };
            i.held.as_ref().is_some_and(|held| !still(held))
        };
        let answered = |i: &Instance| {
            let of = |u: &Use| u.ability == i.ability && u.card == i.src0 && u.turn == turn && u.n == mark;
            self.state.uses.iter().any(of)
        };
        fresh.retain(|i| !before || spent(i) || !answered(i));
        for i in &fresh {
            if before {
                self.log_ability(LogKind::Standby, i.ability, i.src, i.me);
            }
            self.state.uses.push(Use {
                ability: i.ability,
                card: i.src0,
                who: i.me,
                turn,
                n: mark,
            });
        }
        self.state.standby.extend(fresh);
    }

    /// The moment is over: all may answer to the next one of its kind.
    pub fn forget_answers(&mut self, mark: u16) {
        self.state.uses.retain(|u| u.n != mark);
    }
}
