//! Deeds that are neither moves nor amounts: shuffling, verbs of the game, prices, turns and phases, abilities that wait.

use super::{HAPPENED, START, slot_refs};
use crate::exec::code::{Lasting, NumIx, ObjIx, Op, PlaceIx, SlotIx, Who};
use crate::exec::eval::{Players, Refs};
use crate::exec::game::Game;
use crate::exec::host::Hosted;
use crate::exec::pool::Pool;
use crate::exec::seam::VerbCall;
use crate::kernel::{AbilityIx, Delayed, Ev, EvKind, Note, Outcome, Slot, TimeId};
use std::sync::Arc;

impl Game {
    pub(super) fn op_shuffle(&mut self, place: PlaceIx, found: Option<SlotIx>, stage: u8) {
        if stage != START {
            self.state.spared.clear();
            self.next();
            return;
        }
        let cell = self.first_cell(place, &self.env());
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
    }

    pub(super) fn op_searched(&mut self, place: PlaceIx, stage: u8) {
        if stage != START {
            self.next();
            return;
        }
        let env = self.env();
        let (who, cell) = (env.actor, self.first_cell(place, &env));
        self.stage(HAPPENED);
        if let Some(cell) = cell {
            let ev = Ev {
                kind: EvKind::Note,
                tag: self.tables().note.search,
                who,
                from: cell,
                to: cell,
                cause: self.cause(),
                ..Ev::default()
            };
            self.emit_effect(ev);
        }
    }

    /// The effect of a shorthand verb is over. It is told as the deed of the one who acts, while the cause still names the verb.
    pub(super) fn op_carried(&mut self, done: Option<SlotIx>, stage: u8) {
        if stage != START {
            if let Some(run) = self.state.runs.last_mut() {
                run.within = 0;
            }
            self.next();
            return;
        }
        let env = self.env();
        let nothing = done.is_some_and(|slot| matches!(env.slot(slot), Slot::Empty | Slot::Num(0)));
        let who = env.actor;
        self.stage(HAPPENED);
        let tag = self.tables().note.call;
        if nothing || tag == Note::NONE {
            return;
        }
        let ev = Ev {
            kind: EvKind::Note,
            tag,
            who,
            cause: self.cause(),
            ..Ev::default()
        };
        self.emit_effect(ev);
    }

    pub(super) fn op_delay(&mut self, ability: AbilityIx, once: bool, lasting: &Lasting) {
        let until = self.until(lasting);
        if let Some(run) = self.state.runs.last() {
            let (src, me) = (run.src, run.me);
            let before = run.held.as_ref().map_or(0, |held| held.start);
            let start = if before > 0 { before } else { run.start };
            self.state.stamp += 1;
            let mut held = self.capture();
            Arc::make_mut(&mut held).start = start;
            let waiting = Delayed {
                ability,
                src,
                me,
                once,
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

    pub(super) fn step_native(&mut self, op: &Op, stage: u8) {
        let Op::Native {
            verb,
            who,
            what,
            to,
            count,
            word,
            certain,
            lay,
            out,
            done,
        } = op
        else {
            return;
        };
        if stage != START {
            self.results(*out, *done);
            self.next();
            return;
        }
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
            return;
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
            made: lay
                .made
                .as_ref()
                .and_then(|made| self.made_defs(made, &env).first().map(|(def, _)| *def)),
            name: lay.name,
            certain: *certain,
            cause: self.cause(),
        };
        self.stage(HAPPENED);
        self.kernel().verb(self, call);
    }

    pub(super) fn op_pay(&mut self, num: NumIx, done: Option<SlotIx>, stage: u8) {
        if stage == START {
            let env = self.env();
            let (who, n) = (env.actor, self.number(num, &env));
            let cause = self.cause();
            self.stage(HAPPENED);
            self.kernel().pay(self, who, n, cause);
        } else {
            self.results(None, done);
            // How much was paid is what `that much` behind it means.
            let n = self.number(num, &self.env());
            if let Some(slot) = done.filter(|_| n > 0 && self.state.done > 0) {
                self.set_slot(slot, crate::kernel::Slot::Num(n));
            }
            self.next();
        }
    }

    pub(super) fn op_play_card(
        &mut self,
        what: ObjIx,
        (free, price): (bool, Option<NumIx>),
        done: Option<SlotIx>,
        stage: u8,
    ) {
        if stage == START {
            let env = self.env();
            let (who, card) = (env.actor, self.objects(what, &env).first().copied());
            let price = price.map(|n| self.number(n, &env).max(0));
            self.stage(HAPPENED);
            let played = card.is_some_and(|c| match price {
                Some(price) => self.kernel().play_card_for(self, who, c, price),
                None => self.kernel().play_card(self, who, c, free),
            });
            if !played {
                self.state.done = 0;
            }
        } else {
            self.results(None, done);
            self.next();
        }
    }

    pub(super) fn op_set_value(&mut self, who: &Who, val: u8, to: NumIx, stage: u8) {
        if stage == START {
            self.stage(HAPPENED);
            self.send_value(who, val, to);
        } else {
            self.results(None, None);
            self.next();
        }
    }

    pub(super) fn op_extra_phase(&mut self, who: &Who, time: TimeId) {
        let p = self.player(who, &self.env());
        if self.state.turn.phases.len() < 64 {
            self.state.turn.phases.push((p, time));
        }
        self.did();
        self.next();
    }

    pub(super) fn op_extra_turn(&mut self, who: &Who, slot: SlotIx) {
        let p = self.player(who, &self.env());
        if self.state.turn.extra.len() < 64 {
            self.state.turn.extra.push(p);
        }
        let which = i32::try_from(self.state.turn.extra.len()).unwrap_or(0);
        self.set_slot(slot, Slot::Num(which));
        self.did();
        self.next();
    }

    pub(super) fn op_skip(&mut self, who: &Who, time: TimeId) {
        let p = self.player(who, &self.env());
        self.skip_time(p, time);
        self.did();
        self.next();
    }

    /// Winning ends the game. A loss passes the door, where it can be forbidden or replaced.
    pub(super) fn op_finish(&mut self, who: &Who, win: bool, stage: u8) {
        if stage != START {
            self.next();
            return;
        }
        let p = self.player(who, &self.env());
        if win {
            self.finish(Outcome::Win(p));
            return;
        }
        let loss = Ev {
            kind: EvKind::Note,
            tag: self.tables().note.lose,
            who: p,
            cause: self.cause(),
            ..Ev::default()
        };
        self.stage(HAPPENED);
        if crate::exec::catalog::announces(self.tables(), &loss) {
            self.emit_effect(loss);
        } else if !self.forbidden(&loss) {
            // Where a loss can only be forbidden, nothing comes between.
            self.finish(Outcome::Win(p.other()));
        }
    }

    pub(super) fn op_host(&mut self, pool: &Pool, body: u16, stage: u8) {
        match pool.host.map_or(Hosted::Over, |host| host.step(self, body, stage)) {
            Hosted::Again(stage) => self.stage(stage),
            Hosted::Over => self.next(),
        }
    }
}
