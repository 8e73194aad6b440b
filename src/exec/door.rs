//! The one door for change. Every change of the state is a batch of events that passes here: shaped by the rules, stopped by prohibitions, changed by
//! replacements, carried out together, written down, noticed, and followed by what the rules demand at once.

use super::code::{ChangeIx, ChangeOp, PatIx, bits};
use super::eval::Env;
use super::game::Game;
use super::keys;
use super::seam::Flow;
use super::trigger::Found;
use crate::kernel::{
    AbilityIx, Ask, AskKind, Atom, Card, Cause, CauseKind, CellId, EffectTarget, Ev, EvInfo, EvKind, Flag, Frame, Lki,
    LogEv, LogKind, P, PastEv, Ref, Run, Sees, Slot, TimeId,
};
use std::sync::Arc;

/// A replacement that could be applied to an event.
#[derive(Debug, Clone)]
struct Replacement {
    ability: AbilityIx,
    src: Ref,
    me: P,
    may: bool,
    held: Option<Arc<crate::kernel::Captured>>,
    /// Where it stands among the waiting abilities, if it is one of them.
    delayed: Option<u32>,
}

impl Replacement {
    /// What tells it apart from others, for "each at most once an event". Never 0.
    fn mark(&self) -> u32 {
        (self.ability.0 << 12) ^ u32::from(self.src.ix) ^ 0x8000_0000
    }
}

impl Game {
    /// Sends one event through the door. Its result is in `done` and `moved` when the caller's frame is stepped again.
    pub fn emit(&mut self, ev: Ev) {
        self.st.batch.clear();
        self.st.batch.push(ev);
        self.send();
    }

    /// Sends the batch through the door.
    pub fn send(&mut self) {
        self.kernel().together(self);
        let mut contested = false;
        let mut batch = std::mem::take(&mut self.st.batch);
        batch.retain_mut(|ev| self.admit(ev));
        for ev in &batch {
            contested |= self.is_contested(ev);
        }
        self.st.batch = batch;
        if contested {
            self.st.stack.push(Frame::Door { at: 0, event: 0 });
        } else {
            self.commit();
        }
    }

    /// Shapes an event and tells whether it can happen at all.
    fn admit(&mut self, ev: &mut Ev) -> bool {
        self.kernel().shape(self, ev);
        let possible = match ev.kind {
            EvKind::Move => self.st.alive(ev.subj) && self.st.card(ev.subj.ix).cell == ev.from && self.is_cell(ev.to),
            // A card that is in the state already does not come into it again.
            EvKind::Turn => self.st.alive(ev.subj) && i32::from(self.st.card(ev.subj.ix).orient) != ev.n,
            EvKind::Face => self.st.alive(ev.subj) && self.st.card(ev.subj.ix).is(Flag::FaceDown) != (ev.n != 0),
            EvKind::Reveal | EvKind::Look => self.st.alive(ev.subj),
            EvKind::Value => ev.n != 0,
            EvKind::Damage => ev.n > 0 && self.st.alive(ev.obj),
            EvKind::Counter => {
                // Only counters that are there can be taken away.
                let have = self.st.counter(ev.subj.ix, ev.orient);
                ev.n = ev.n.max(-have);
                ev.n != 0 && self.st.alive(ev.subj)
            }
            EvKind::Side => {
                let def = self.st.card(ev.subj.ix).def;
                self.st.alive(ev.subj) && self.pool.side(def, ev.orient).is_some_and(|side| side != def)
            }
            EvKind::Attach => self.st.alive(ev.subj) && self.st.card(ev.subj.ix).host != ev.obj,
            EvKind::Appear | EvKind::Vanish => self.st.alive(ev.subj) && self.is_cell(ev.to),
            EvKind::Shuffle => self.is_cell(ev.from),
            EvKind::Note | EvKind::Begin(_) | EvKind::End(_) => true,
        };
        if !possible {
            return false;
        }
        if self.forbidden(ev) {
            self.record(ev, LogKind::Stopped(ev.kind), ev.subj);
            return false;
        }
        true
    }

    fn is_cell(&self, cell: CellId) -> bool {
        cell.ix() < self.layout().len()
    }

    /// The key of an event.
    fn key(&self, ev: &Ev) -> u128 {
        keys::of(ev, self.zone_of(ev.to))
    }

    /// Whether a prohibition stands against the event.
    pub fn forbidden(&self, ev: &Ev) -> bool {
        if self.st.rule_mask & FORBIDS == 0 {
            return false;
        }
        let key = self.key(ev);
        self.st.rules.iter().any(|rule| {
            let ChangeOp::Forbid(pattern, of_object) = self.pool.change(ChangeIx(rule.change)).op else {
                return false;
            };
            if self.pool.pattern(pattern).keys & key == 0 {
                return false;
            }
            let about = match rule.target {
                EffectTarget::Card(card) if of_object => ev.obj == card,
                EffectTarget::Card(card) => ev.subj == card,
                EffectTarget::Player(p) if of_object => ev.obj.as_player() == Some(p),
                EffectTarget::Player(p) => ev.who == p,
                EffectTarget::Open(_) => false,
            };
            let env = Env::of_card(rule.src, rule.me).with_held(rule.held.as_deref());
            about && self.matches(pattern, ev, ev.subj, &env)
        })
    }

    /// Whether a prohibition of this pattern stands against a card.
    pub fn pattern_forbidden(&self, pattern: PatIx, card: Ref) -> bool {
        let pat = self.pool.pattern(pattern);
        self.st.rules.iter().any(|rule| {
            rule.target == EffectTarget::Card(card)
                && matches!(&self.pool.change(ChangeIx(rule.change)).op, ChangeOp::Forbid(p, false) if self.pool.pattern(*p).keys & pat.keys != 0)
        })
    }

    /// Whether some replacement could be applied to the event.
    fn is_contested(&self, ev: &Ev) -> bool {
        self.pool.replace_keys & self.key(ev) != 0 && !self.replacements(ev).is_empty()
    }

    /// The replacements that could be applied to an event.
    fn replacements(&self, ev: &Ev) -> Vec<Replacement> {
        let key = self.key(ev);
        let mut out = Vec::new();
        if self.pool.replace_keys & key == 0 {
            return out;
        }
        self.listeners(key, ev.subj, &mut |found: Found<'_>| {
            let ability = self.pool.ability(found.ability);
            let Some(may) = ability.replaces else { return };
            let replacement = Replacement {
                ability: found.ability,
                src: found.src,
                me: found.me,
                may,
                held: found.held.cloned(),
                delayed: found.delayed,
            };
            if ev.was_used(replacement.mark()) {
                return;
            }
            let env = Env::of_card(found.src, found.me).with_held(found.held.map(|h| &**h));
            if self.ability_answers(found.ability, ev, ev.subj, &env) && self.can_perform(&replacement, ev) {
                out.push(replacement);
            }
        });
        out
    }

    /// An optional replacement whose body cannot be performed is not applied (8.10.3 and its like).
    fn can_perform(&self, replacement: &Replacement, ev: &Ev) -> bool {
        if !replacement.may {
            return true;
        }
        let env = Env {
            ev: info_of(ev, ev.subj),
            ..Env::of_card(replacement.src, replacement.me).with_held(replacement.held.as_deref())
        };
        self.body_possible(self.pool.ability(replacement.ability).pc, &env)
    }

    /// The slow way through the door: event by event, replacement by replacement.
    pub(super) fn step_door(&mut self, at: u8, event: u16) -> Flow {
        let index = usize::from(event);
        let Some(ev) = self.st.batch.get(index).copied() else {
            self.st.stack.pop();
            self.commit();
            return Flow::Go;
        };
        let candidates = self.replacements(&ev);
        if at == 1 {
            match self.st.picks.first().copied() {
                Some(Atom::Replacement(n)) => {
                    if let Some(chosen) = candidates.get(usize::from(n)) {
                        // One that another player may use is up to that player.
                        if chosen.may && chosen.me != self.kernel().chooser(self, &ev) && candidates.len() > 1 {
                            self.offer_replacement(chosen, n);
                            self.set_door(2u8.saturating_add(u8::try_from(n).unwrap_or(0)), event);
                            return Flow::Go;
                        }
                        self.replace(index, chosen);
                    }
                }
                _ => {
                    // Declined: none of the optional ones is applied to this event.
                    if let Some(ev) = self.st.batch.get_mut(index) {
                        for c in &candidates {
                            ev.mark_used(c.mark());
                        }
                    }
                }
            }
            self.set_door(0, event);
            return Flow::Go;
        }
        if at >= 2 {
            let n = at - 2;
            if let Some(chosen) = candidates.get(usize::from(n)) {
                if matches!(self.st.picks.first(), Some(Atom::Replacement(_))) {
                    self.replace(index, chosen);
                } else if let Some(ev) = self.st.batch.get_mut(index) {
                    ev.mark_used(chosen.mark());
                }
            }
            self.set_door(0, event);
            return Flow::Go;
        }
        match candidates.as_slice() {
            [] => {
                self.set_door(0, event + 1);
                Flow::Go
            }
            [only] if !only.may => {
                self.replace(index, only);
                self.set_door(0, event);
                Flow::Go
            }
            [only] => {
                self.set_door(1, event);
                self.offer_replacement(only, 0);
                Flow::Go
            }
            several => {
                let who = self.kernel().chooser(self, &ev);
                self.st.atoms.clear();
                // One that must be applied leaves no way out, and whether another player's is used is not said here.
                if several.iter().all(|c| c.may && c.me == who) {
                    self.st.atoms.push(Atom::No);
                }
                let count = u16::try_from(several.len()).unwrap_or(u16::MAX);
                self.st.atoms.extend((0..count).map(Atom::Replacement));
                self.set_door(1, event);
                self.ask(Ask::one(who, AskKind::Replacements));
                Flow::Go
            }
        }
    }

    /// Asks the player of a replacement that may be used whether it is.
    fn offer_replacement(&mut self, replacement: &Replacement, n: u16) {
        self.st.atoms.clear();
        self.st.atoms.extend([Atom::No, Atom::Replacement(n)]);
        let mut ask = Ask::one(replacement.me, AskKind::Replacements);
        ask.source = replacement.src;
        ask.ability = replacement.ability;
        self.ask(ask);
    }

    /// What a candidate of the open question about replacements is: its ability and card.
    pub fn replacement_candidate(&self, n: u16) -> Option<(AbilityIx, Ref)> {
        let Some(Frame::Door { event, .. }) = self.st.stack.last() else {
            return None;
        };
        let ev = self.st.batch.get(usize::from(*event))?;
        let candidates = self.replacements(ev);
        candidates.get(usize::from(n)).map(|c| (c.ability, c.src))
    }

    fn set_door(&mut self, at: u8, event: u16) {
        if let Some(top) = self.st.stack.last_mut() {
            *top = Frame::Door { at, event };
        }
    }

    /// Applies a replacement: the event does not happen; its body runs when the rest of the batch has happened.
    fn replace(&mut self, index: usize, replacement: &Replacement) {
        if index >= self.st.batch.len() {
            return;
        }
        let mut ev = self.st.batch.remove(index);
        self.record(&ev, LogKind::Replaced(ev.kind), ev.subj);
        ev.mark_used(replacement.mark());
        let mut run = self.new_run(
            replacement.ability,
            replacement.src,
            replacement.src,
            replacement.me,
            info_of(&ev, ev.subj),
            replacement.held.clone(),
        );
        run.used = ev.used;
        // A replaced part of a cost counts as paid.
        run.paying = ev.cause.kind == CauseKind::Cost;
        if let Some(stamp) = replacement.delayed
            && let Some(at) = self.st.delayed.iter().position(|d| d.stamp == stamp && d.once)
        {
            self.st.delayed.remove(at);
        }
        self.st.bodies.push(run);
    }

    /// Carries out the batch.
    fn commit(&mut self) {
        let batch = std::mem::take(&mut self.st.batch);
        self.st.stamp += 1;
        let mut found = Vec::new();
        // What leaves the board is judged as it was there, by those who were there.
        for ev in &batch {
            if self.judged_before(ev) {
                self.find_triggers(ev, ev.subj, true, &mut found);
            }
        }
        self.st.moved.clear();
        self.st.done = i32::try_from(self.st.bodies.len()).unwrap_or(0);
        let mut changed = 0u64;
        let mut after: smallvec::SmallVec<[Ref; 8]> = smallvec::SmallVec::new();
        for ev in &batch {
            changed |= self.mutate(ev);
            let now = if ev.subj.is_some() {
                self.st.now(ev.subj.ix)
            } else {
                Ref::NONE
            };
            after.push(now);
            self.st.done += 1;
            if now.is_some() {
                self.st.moved.push(now);
            }
            if ev.kind == EvKind::Note {
                self.kernel().noted(self, ev);
            }
        }
        self.touch(changed);
        // The mere passing of time demands nothing of the rules.
        self.st.unchecked |= changed & !(bits::TIME | bits::TURN | bits::PAST) != 0;
        self.settle();
        for (ev, now) in batch.iter().zip(&after) {
            self.record(ev, LogKind::Event(ev.kind), *now);
            // A change of position inside a zone is nothing that a question about the past asks for.
            let stays = ev.kind == EvKind::Move && self.kernel().keeps_identity(ev.from, ev.to);
            if self.pool.past_keys & self.key(ev) != 0 && !stays {
                self.st.past.push(PastEv {
                    ev: *ev,
                    after: *now,
                    turn: self.st.turn.number,
                    stamp: self.st.stamp,
                });
            }
            if !self.judged_before(ev) {
                self.find_triggers(ev, *now, false, &mut found);
            }
        }
        for (ev, now) in batch.iter().zip(&after) {
            self.end_by_event(ev, *now);
        }
        self.watch_pending();
        self.stand_by(found);
        self.finish_commit();
        // The list keeps its room for the next batch.
        if self.st.batch.is_empty() {
            let mut batch = batch;
            batch.clear();
            self.st.batch = batch;
        }
    }

    /// Something that computed information may depend on has changed.
    pub fn touch(&mut self, changed: u64) {
        if changed & self.st.live_deps != 0 {
            self.st.dirty = true;
        }
    }

    fn judged_before(&self, ev: &Ev) -> bool {
        ev.kind == EvKind::Move && self.kernel().judged_before(ev.from, ev.to)
    }

    /// Bodies of replacements run now, then what the rules demand at once; the result of the batch is kept for the frame that asked for it.
    fn finish_commit(&mut self) {
        let depth = self.st.stack.len();
        let bodies = std::mem::take(&mut self.st.bodies);
        if !bodies.is_empty() {
            self.keep_result(depth);
        }
        if self.st.paying == 0 {
            self.kernel().interrupts(self);
            if bodies.is_empty() && self.st.stack.len() > depth {
                self.keep_result(depth);
            }
        }
        for run in bodies.into_iter().rev() {
            self.push_run(run);
        }
    }

    /// Keeps the result of the batch below what interrupts; frames of the rules have no words yet when they are pushed.
    fn keep_result(&mut self, depth: usize) {
        let base = u32::try_from(self.st.words.len()).unwrap_or(u32::MAX);
        let moved = std::mem::take(&mut self.st.moved);
        self.st.words.extend(moved);
        let done = self.st.done;
        self.st.stack.insert(depth, Frame::Keep { done, base });
    }

    /// Makes one event happen; gives the information it touches.
    fn mutate(&mut self, ev: &Ev) -> u64 {
        match ev.kind {
            EvKind::Move => self.mutate_move(ev),
            EvKind::Turn => {
                if let Some(card) = self.st.cards.get_mut(usize::from(ev.subj.ix)) {
                    card.orient = u8::try_from(ev.n).unwrap_or(0);
                }
                bits::ORIENT
            }
            EvKind::Face => {
                if let Some(card) = self.st.cards.get_mut(usize::from(ev.subj.ix)) {
                    card.set(Flag::FaceDown, ev.n != 0);
                }
                self.st.dirty = true;
                bits::ORIENT
            }
            EvKind::Shuffle => {
                // Everybody notices.
                let mut rng = self.st.rng;
                rng.shuffle(self.st.cells.cards_mut(ev.from));
                self.st.rng = rng;
                self.forget_cell(ev.from);
                // A loop with chance in it is none.
                self.st.visited.clear();
                self.st.answers.clear();
                0
            }
            EvKind::Reveal => {
                for p in P::BOTH {
                    self.learn(ev.subj.ix, p);
                    self.show(ev.subj.ix, p);
                }
                bits::PAST
            }
            EvKind::Look => {
                self.learn(ev.subj.ix, ev.who);
                self.show(ev.subj.ix, ev.who);
                0
            }
            EvKind::Value => {
                if let Some(val) = self
                    .st
                    .players
                    .get_mut(ev.who.ix())
                    .and_then(|p| p.vals.get_mut(usize::from(ev.orient)))
                {
                    *val = val.saturating_add(ev.n);
                }
                bits::PLAYERS
            }
            EvKind::Damage => {
                if let Some(p) = ev.obj.as_player() {
                    let life = usize::from(self.kernel().tables().life);
                    if let Some(val) = self.st.players.get_mut(p.ix()).and_then(|p| p.vals.get_mut(life)) {
                        *val = val.saturating_sub(ev.n).clamp(-1_000_000_000, 1_000_000_000);
                    }
                    bits::PLAYERS | bits::PAST
                } else {
                    if let Some(card) = self.st.cards.get_mut(usize::from(ev.obj.ix)) {
                        card.damage = card.damage.saturating_add(ev.n).clamp(0, 1_000_000_000);
                    }
                    bits::DAMAGE | bits::PAST
                }
            }
            EvKind::Counter => {
                let have = self.st.counter(ev.subj.ix, ev.orient);
                self.st.set_counter(ev.subj.ix, ev.orient, have.saturating_add(ev.n));
                self.st.dirty = true;
                bits::DAMAGE | bits::PAST
            }
            EvKind::Side => {
                self.turn_over(ev.subj.ix, ev.orient);
                self.st.dirty = true;
                bits::ORIENT | bits::PAST
            }
            EvKind::Attach => {
                let stamp = self.st.stamp;
                if let Some(card) = self.st.cards.get_mut(usize::from(ev.subj.ix)) {
                    card.host = ev.obj;
                    card.entered = stamp;
                }
                self.st.dirty = true;
                bits::ORIENT | bits::PAST
            }
            EvKind::Appear | EvKind::Vanish => {
                self.st.cells.shift(ev.subj.ix, ev.from, ev.to, ev.end);
                let (stamp, turn) = (self.st.stamp, self.st.turn.number);
                if let Some(card) = self.st.cards.get_mut(usize::from(ev.subj.ix)) {
                    card.cell = ev.to;
                    card.life = card.life.wrapping_add(1);
                    card.entered = stamp;
                    card.placed = stamp;
                    card.turn = turn;
                    card.arrived = turn;
                    card.chars_at = Card::PRINTED;
                }
                self.st.counters.retain(|c| c.card != ev.subj.ix);
                self.st.dirty = true;
                bits::zone(self.zone_of(ev.from).0) | bits::zone(self.zone_of(ev.to).0)
            }
            EvKind::Note => bits::PAST,
            EvKind::Begin(time) | EvKind::End(time) => {
                let turn = self
                    .kernel()
                    .tables()
                    .times
                    .get(time.ix())
                    .is_some_and(|row| row.word == "turn");
                if turn { bits::TIME | bits::TURN } else { bits::TIME }
            }
        }
    }

    fn mutate_move(&mut self, ev: &Ev) -> u64 {
        let layout = self.layout();
        let (from, to) = (layout.cell(ev.from), layout.cell(ev.to));
        let card = self.st.card(ev.subj.ix);
        let keeps = self.kernel().keeps_identity(ev.from, ev.to);
        let was_computed = layout.zone(from.zone).computed;
        let is_computed = layout.zone(to.zone).computed;
        let seen = self.seen_by(ev.subj);
        if was_computed && !keeps {
            let under = self.cell_under(ev.from).map_or(0, |c| self.st.cells.len(c));
            let new = Ref {
                ix: ev.subj.ix,
                life: card.life.wrapping_add(1),
            };
            let lki = Lki {
                old: ev.subj,
                new,
                chars: *self.info(ev.subj),
                cell: ev.from,
                orient: card.orient,
                master: from.player,
                under: u16::try_from(under).unwrap_or(u16::MAX),
                stamp: self.st.stamp,
            };
            self.st.lki.push(lki);
        }
        if !self.st.cells.shift(ev.subj.ix, ev.from, ev.to, ev.end) {
            return 0;
        }
        let stamp = self.st.stamp;
        let turn = self.st.turn.number;
        let mut new = ev.subj;
        if ev.side != Ev::ANY_SIDE || !keeps {
            self.turn_over(ev.subj.ix, if ev.side == Ev::ANY_SIDE { 0 } else { ev.side });
        }
        if let Some(c) = self.st.cards.get_mut(usize::from(ev.subj.ix)) {
            c.cell = ev.to;
            c.placed = stamp;
            if from.player != to.player {
                c.turn = turn;
            }
            if from.zone != to.zone {
                c.arrived = turn;
                c.damage = 0;
            }
            if !keeps {
                c.host = Ref::NONE;
                c.x = 0;
                c.base = to.player;
                c.life = c.life.wrapping_add(1);
                new.life = c.life;
                c.orient = ev.orient;
                c.entered = stamp;
                c.turn = turn;
                c.chars_at = Card::PRINTED;
                c.set(Flag::FaceDown, ev.face_down);
                c.set(Flag::ShownToOne, false);
                c.set(Flag::ShownToTwo, false);
            }
        }
        if !keeps {
            if !self.st.counters.is_empty() {
                self.st.counters.retain(|c| c.card != ev.subj.ix);
            }
            if !self.st.effects.is_empty() {
                let dead = EffectTarget::Card(ev.subj);
                let before = self.st.effects.len();
                self.st.effects.retain(|e| e.target != dead);
                if before != self.st.effects.len() {
                    self.st.dirty = true;
                }
            }
            if matches!(ev.cause.kind, CauseKind::Cost | CauseKind::Effect) {
                self.follow(ev.subj, new);
            }
            self.track_knowledge(ev, seen);
        }
        if was_computed || is_computed {
            self.st.dirty = true;
        } else if (self.pool.static_zones >> from.zone.0 | self.pool.static_zones >> to.zone.0) & 1 == 1 {
            let def = self.pool.def(card.def);
            if (def.static_zones >> from.zone.0 | def.static_zones >> to.zone.0) & 1 == 1 {
                self.st.dirty = true;
            }
        }
        bits::zone(from.zone.0) | bits::zone(to.zone.0)
    }

    /// Another side of a card is up from now on.
    fn turn_over(&mut self, ix: u16, side: u8) {
        if let Some(card) = self.st.cards.get_mut(usize::from(ix))
            && let Some(def) = self.pool.side(card.def, side)
        {
            card.def = def;
        }
    }

    /// The running ability goes on speaking of a card that it moved itself.
    fn follow(&mut self, old: Ref, new: Ref) {
        let Some(run) = self.st.runs.last_mut() else { return };
        if run.src == old {
            run.src = new;
        }
        if run.ev.subj == old {
            run.ev.subj = new;
        }
        if run.ev.obj == old {
            run.ev.obj = new;
        }
        let from = run.words as usize;
        for word in self.st.words.iter_mut().skip(from) {
            if *word == old {
                *word = new;
            }
        }
    }

    /// What the players know of a moved card: a card seen on either side of the move stays known; an unseen move out of an unordered hidden zone
    /// makes a player lose track of that zone.
    fn track_knowledge(&mut self, ev: &Ev, seen_before: u8) {
        let layout = self.layout();
        let from_zone = *layout.zone(layout.cell(ev.from).zone);
        for p in P::BOTH {
            let bit = 1u8 << p.0;
            let flag = Card::known_flag(p);
            if ev.blind & bit != 0 && !self.shows(ev.subj.ix, p) {
                if let Some(c) = self.st.cards.get_mut(usize::from(ev.subj.ix)) {
                    c.set(flag, false);
                }
            } else if seen_before & bit != 0 {
                self.learn(ev.subj.ix, p);
            } else if matches!(from_zone.sees, Sees::Owner | Sees::OwnerAndFaceUp)
                && !(from_zone.ordered && from_zone.sees == Sees::OwnerAndFaceUp)
                && layout.cell(ev.from).player != p
                && !self.shows(ev.subj.ix, p)
            {
                if let Some(c) = self.st.cards.get_mut(usize::from(ev.subj.ix)) {
                    c.set(flag, false);
                }
                for ix in self.st.cells.cards(ev.from).to_vec() {
                    if let Some(c) = self.st.cards.get_mut(usize::from(ix)) {
                        c.set(flag, false);
                    }
                }
            }
            if self.shows(ev.subj.ix, p) {
                self.learn(ev.subj.ix, p);
            }
        }
    }

    fn learn(&mut self, ix: u16, p: P) {
        if let Some(c) = self.st.cards.get_mut(usize::from(ix)) {
            c.set(Card::known_flag(p), true);
        }
    }

    fn show(&mut self, ix: u16, p: P) {
        if let Some(c) = self.st.cards.get_mut(usize::from(ix)) {
            c.set(Card::shown_flag(p), true);
        }
    }

    fn forget_cell(&mut self, cell: CellId) {
        for ix in self.st.cells.cards(cell).to_vec() {
            if let Some(c) = self.st.cards.get_mut(usize::from(ix)) {
                for flag in [Flag::KnownToOne, Flag::KnownToTwo, Flag::ShownToOne, Flag::ShownToTwo] {
                    c.set(flag, false);
                }
            }
        }
    }

    /// Whether a card's place shows its face to the player.
    pub fn shows(&self, ix: u16, p: P) -> bool {
        let card = self.st.card(ix);
        let layout = self.layout();
        let cell = layout.cell(card.cell);
        match layout.zone(cell.zone).sees {
            Sees::Nobody => false,
            Sees::Owner => cell.player == p,
            Sees::OwnerAndFaceUp => cell.player == p || !card.is(Flag::FaceDown),
            Sees::All => !card.is(Flag::FaceDown),
        }
    }

    /// Whether the player sees the face of a card now: its place shows it, or it is being shown. What a player remembers is more: [`Game::seen_by`].
    pub fn sees(&self, ix: u16, p: P) -> bool {
        self.shows(ix, p) || self.st.card(ix).is(Card::shown_flag(p))
    }

    /// Who knows what a card is: bit 0 and bit 1.
    pub fn seen_by(&self, r: Ref) -> u8 {
        let card = self.st.card(r.ix);
        let mut seen = 0;
        for p in P::BOTH {
            if card.is(Card::known_flag(p)) || self.shows(r.ix, p) {
                seen |= 1 << p.0;
            }
        }
        seen
    }

    /// Writes an event into the log.
    fn record(&mut self, ev: &Ev, kind: LogKind, now: Ref) {
        if !self.log.on {
            return;
        }
        let def = |r: Ref| (r.is_some() && r.as_player().is_none()).then(|| self.st.card(r.ix).def);
        let entry = LogEv {
            kind,
            tag: ev.tag,
            subj: def(ev.subj),
            obj: def(ev.obj),
            who: ev.who,
            from: ev.from,
            to: ev.to,
            n: ev.n,
            seen: if ev.subj.is_some() { self.seen_by(now) } else { 3 },
            cause: ev.cause.kind,
            cause_card: def(ev.cause.src),
            ability: ev.cause.ability,
            rule: ev.cause.rule,
            turn: self.st.turn.number,
            change: 0,
            which: ev.orient,
        };
        self.log.events.push(entry);
    }

    /// A move of a card to a cell, ready to be sent.
    pub fn move_ev(&self, card: Ref, to: CellId, tag: crate::kernel::Note, cause: Cause) -> Ev {
        let zone = self.layout().zone(self.zone_of(to));
        Ev {
            kind: EvKind::Move,
            tag,
            subj: card,
            who: self.layout().cell(to).player,
            from: self.st.card(card.ix).cell,
            to,
            face_down: zone.face_down,
            cause,
            ..Ev::default()
        }
    }

    /// A turn of a card, ready to be sent.
    pub fn turn_ev(&self, card: Ref, orient: u8, cause: Cause) -> Ev {
        Ev {
            kind: EvKind::Turn,
            subj: card,
            who: self.master(card),
            from: self.st.card(card.ix).cell,
            to: self.st.card(card.ix).cell,
            n: i32::from(orient),
            cause,
            ..Ev::default()
        }
    }

    /// A stretch of time starts: it is announced to all abilities.
    pub fn begin_time(&mut self, time: TimeId) {
        self.emit(Ev {
            kind: EvKind::Begin(time),
            who: self.st.turn.player,
            ..Ev::default()
        });
    }

    /// Effects that last until the start or end of a time end now.
    pub fn expire(&mut self, time: TimeId, start: bool) {
        let turn = self.st.turn.number;
        let player = self.st.turn.player;
        // What protects for a while ends with it, like any other effect.
        let over = |until: &crate::kernel::Until| match until {
            crate::kernel::Until::Time {
                time: t,
                start: s,
                whose,
                from_turn,
            } => *t == time && *s == start && turn >= *from_turn && whose.is_none_or(|w| w == player),
            _ => false,
        };
        let before = self.st.effects.len();
        self.st.effects.retain(|e| !over(&e.until));
        if self.st.effects.len() != before {
            self.st.dirty = true;
        }
        self.st.delayed.retain(|d| !over(&d.until));
        self.st.shields.retain(|s| !over(&s.until));
    }

    /// Keeps a slot's value in the topmost running ability.
    pub fn set_slot(&mut self, slot: u16, value: Slot) {
        let Some(run) = self.st.runs.last() else { return };
        let at = run.slots as usize + usize::from(slot);
        if at >= self.st.slots.len() && at < 1 << 16 {
            self.st.slots.resize(at + 1, Slot::Empty);
        }
        if let Some(s) = self.st.slots.get_mut(at) {
            *s = value;
        }
    }
}

/// The bit of `rule_mask` that says there are prohibitions.
pub(super) const FORBIDS: u64 = 1;

/// What an ability remembers of an event.
pub(super) fn info_of(ev: &Ev, now: Ref) -> EvInfo {
    EvInfo {
        subj: now,
        subj0: ev.subj,
        obj: ev.obj,
        n: ev.n,
        who: ev.who,
        cause: ev.cause.src,
    }
}

/// A run that begins with its own slots is pushed onto the stack by the interpreter.
impl Game {
    /// Pushes a prepared run.
    pub(super) fn push_run(&mut self, mut run: Run) {
        run.slots = u32::try_from(self.st.slots.len()).unwrap_or(u32::MAX);
        run.words = u32::try_from(self.st.words.len()).unwrap_or(u32::MAX);
        let want = usize::from(self.pool.ability(run.ability).slots);
        let have = self.st.slots.len();
        if let Some(held) = run.held.clone() {
            let base = u32::try_from(self.st.words.len()).unwrap_or(u32::MAX);
            self.st.words.extend_from_slice(&held.words);
            self.st.slots.extend(held.slots.iter().map(|s| match s {
                Slot::Set { start, len } => Slot::Set {
                    start: start.saturating_add(base),
                    len: *len,
                },
                other => *other,
            }));
        }
        if self.st.slots.len() < have + want {
            self.st.slots.resize(have + want, Slot::Empty);
        }
        self.st.runs.push(run);
        self.st.stack.push(Frame::Run);
    }
}
