//! The one door for change. Every change of the state is a batch of events that passes here: shaped by the rules, stopped by prohibitions, changed by
//! replacements, carried out together, written down, noticed, and followed by what the rules demand at once.

mod knowledge;
mod mutate;
mod replace;

use super::code::{ChangeIx, ChangeOp, PatIx, PatKind, PatObject, bits};
use super::eval::Env;
use super::game::Game;
use super::heard::Heard;
use super::keys;
use super::trigger::{Back, SetOff};
use crate::kernel::{
    Ask, AskKind, Atom, Cause, CauseKind, CellId, Effect, EffectTarget, Ev, EvInfo, EvKind, Flag, Frame, LogEv,
    LogKind, Note, Outcome, PastEv, Ref, Run, Slot, TimeId,
};

impl Game {
    /// Sends one event through the door. Its result is in `done` and `moved` when the caller's frame is stepped again.
    pub fn emit(&mut self, ev: Ev) {
        self.state.batch.clear();
        self.state.batch.push(ev);
        self.send();
    }

    /// Sends the batch through the door.
    pub fn send(&mut self) {
        if self.is_crowded() {
            return;
        }
        self.enter_door();
    }

    /// Whether the batch waits for a choice of what fits where it goes. Who chooses among none leaves them all.
    fn is_crowded(&mut self) -> bool {
        while let Some((moves, room)) = self.kernel().crowded(self) {
            if room > 0 {
                let who = moves
                    .first()
                    .and_then(|n| self.state.batch.get(*n))
                    .map_or(self.state.turn.player, |ev| ev.cause.by);
                let event = u16::try_from(room).unwrap_or(u16::MAX);
                self.state.stack.push(Frame::Door { at: Self::CROWD, event });
                let cards = moves
                    .iter()
                    .filter_map(|n| self.state.batch.get(*n))
                    .map(|ev| Atom::Card(ev.subj));
                self.state.atoms = cards.collect();
                let mut ask = Ask::one(who, AskKind::Cards);
                ask.min = event;
                ask.max = event;
                self.state.picks.clear();
                self.ask(ask);
                return true;
            }
            self.leave_out(&moves, &[]);
        }
        false
    }

    /// The place in the door of a batch that waits for a choice of what fits.
    const CROWD: u8 = u8::MAX;

    /// Moves of the batch do not happen, but for those of these cards.
    fn leave_out(&mut self, moves: &[usize], kept: &[Ref]) {
        let mut n = 0;
        self.state.batch.retain(|ev| {
            let out = moves.contains(&n) && !kept.contains(&ev.subj);
            n += 1;
            !out
        });
    }

    /// What fits was chosen; the rest of the batch goes on.
    pub(super) fn step_crowd(&mut self) -> super::seam::Flow {
        let card = |a: &Atom| match a {
            Atom::Card(card) => Some(*card),
            _ => None,
        };
        let kept: Vec<Ref> = self.state.picks.iter().filter_map(card).collect();
        if let Some((moves, _)) = self.kernel().crowded(self) {
            self.leave_out(&moves, &kept);
        }
        self.state.stack.pop();
        self.send();
        super::seam::Flow::Go
    }

    fn enter_door(&mut self) {
        self.kernel().together(self);
        let mut contested = false;
        let mut batch = std::mem::take(&mut self.state.batch);
        batch.retain_mut(|ev| self.admit(ev));
        for ev in &batch {
            contested |= self.is_contested(ev);
        }
        self.state.batch = batch;
        if contested {
            self.state.stack.push(Frame::Door { at: 0, event: 0 });
        } else {
            self.commit();
        }
    }

    /// Shapes an event and tells whether it can happen at all.
    fn admit(&mut self, ev: &mut Ev) -> bool {
        self.kernel().shape(self, ev);
        let possible = match ev.kind {
            EvKind::Move => {
                self.state.alive(ev.subj) && self.state.card(ev.subj.ix).cell == ev.from && self.is_cell(ev.to)
            }
            // A card that is in the state already does not come into it again; only cards on the board lie one way or another.
            EvKind::Turn => {
                let card = self.state.card(ev.subj.ix);
                let board = self.layout().zone(self.zone_of(card.cell)).board;
                self.state.alive(ev.subj) && board && i32::from(card.orient) != ev.n
            }
            EvKind::Face => self.state.alive(ev.subj) && self.state.card(ev.subj.ix).is(Flag::FaceDown) != (ev.n != 0),
            EvKind::Reveal | EvKind::Look => self.state.alive(ev.subj),
            EvKind::Value(_) => ev.n != 0,
            EvKind::Damage => ev.n > 0 && self.state.alive(ev.obj),
            EvKind::Mend => {
                ev.n = ev.n.min(self.state.laid(ev.subj.ix).damage);
                ev.n > 0 && self.state.alive(ev.subj)
            }
            EvKind::Counter(kind) => {
                // Only counters that are there can be taken away.
                let have = self.state.counter(ev.subj.ix, kind);
                ev.n = ev.n.max(-have);
                ev.n != 0 && self.state.alive(ev.subj)
            }
            EvKind::Side(side) => {
                let def = self.state.card(ev.subj.ix).def;
                self.state.alive(ev.subj) && self.pool.side(def, side).is_some_and(|other| other != def)
            }
            EvKind::Attach => self.state.alive(ev.subj) && self.state.laid(ev.subj.ix).host != ev.obj,
            EvKind::Mark(which) => {
                self.state.alive(ev.subj) && self.state.card(ev.subj.ix).is(mark_flag(which)) != (ev.n != 0)
            }
            EvKind::Appear | EvKind::Vanish => self.state.alive(ev.subj) && self.is_cell(ev.to),
            EvKind::Shuffle => self.is_cell(ev.from),
            EvKind::Note | EvKind::Number(_) | EvKind::Begin(_) | EvKind::End(_) => true,
        };
        if !possible {
            return false;
        }
        // That an ability was used is told when it is too late to forbid it: whether it may be used is asked before it is.
        let is_told = ev.kind == EvKind::Note && ev.tag == self.tables().note.use_ability && ev.tag != Note::NONE;
        if !is_told && self.forbidden(ev) {
            self.record(ev, LogKind::Stopped(ev.kind), ev.subj);
            return false;
        }
        true
    }

    /// Whether a move could happen: the rules let the card go there, and nothing forbids it.
    pub fn could_move(&self, mut ev: Ev) -> bool {
        self.kernel().shape(self, &mut ev);
        self.state.alive(ev.subj) && self.is_cell(ev.to) && !self.forbidden(&ev)
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
        self.forbidding(ev).is_some()
    }

    /// The oldest prohibition that stands against the event.
    pub fn forbidding(&self, ev: &Ev) -> Option<&Effect> {
        if self.state.rule_mask & FORBIDS == 0 {
            return None;
        }
        debug_assert!(
            super::catalog::asks(self.tables(), ev),
            "the catalogue of events lacks {:?} {:?}",
            ev.kind,
            self.tables().notes.get(usize::from(ev.tag.0))
        );
        let key = self.key(ev);
        self.state.rules.iter().find(|rule| {
            let ChangeOp::Forbid(pattern) = self.pool.change(ChangeIx(rule.change)).op else {
                return false;
            };
            if self.pool.pattern(pattern).keys & key == 0 {
                return false;
            }
            let done_to = self.pool.pattern(pattern).about_object;
            let by_pattern = matches!(self.pool.pattern(pattern).object, Some(PatObject::Fits(_)));
            let about = match rule.target {
                EffectTarget::Card(card) if done_to => ev.obj == card,
                EffectTarget::Card(card) => ev.subj == card,
                // Cards that are described when it happens to them are told by the pattern.
                EffectTarget::Player(p) if done_to && !by_pattern => ev.obj.as_player() == Some(p),
                EffectTarget::Player(p) if self.done_by_its_cause(pattern) => ev.cause.by == p,
                EffectTarget::Player(p) => ev.who == p,
                EffectTarget::Open(_) => false,
            };
            let env = Env::of_card(rule.src, rule.me)
                .with_held(rule.held.as_deref())
                .in_ability(rule.ability);
            let stands = about && self.matches(pattern, ev, ev.subj, &env);
            if stands {
                self.count_change(rule.change, true);
            }
            stands
        })
    }

    /// `opponent cannot rest characters`: events in which cards turn and move are those of the card's player, so who does it is told by the cause. A
    /// draw is its player's, whatever lets that player draw.
    fn done_by_its_cause(&self, pattern: PatIx) -> bool {
        match self.pool.pattern(pattern).kind {
            PatKind::Turn(_) | PatKind::Face(_) => true,
            PatKind::Move { tag, .. } => tag != Some(self.tables().note.draw),
            _ => false,
        }
    }

    /// Whether a prohibition of this pattern stands against a card.
    pub fn pattern_forbidden(&self, pattern: PatIx, card: Ref) -> bool {
        let pat = self.pool.pattern(pattern);
        self.state.rules.iter().any(|rule| {
            rule.target == EffectTarget::Card(card)
                && matches!(&self.pool.change(ChangeIx(rule.change)).op, ChangeOp::Forbid(p) if self.pool.pattern(*p).keys & pat.keys != 0 && !self.pool.pattern(*p).about_object)
        })
    }

    /// Something has happened that nobody hears of now, or that happened before the game was set up: only questions about the past know it.
    pub fn write_down(&mut self, ev: &Ev, turn: u16) {
        if self.pool.past_keys & self.key(ev) != 0 {
            self.state.past.push(PastEv {
                ev: *ev,
                after: ev.subj,
                turn,
                stamp: self.state.stamp,
            });
            self.touch(bits::PAST);
        }
    }

    /// Carries out the batch.
    fn commit(&mut self) {
        let mut batch = std::mem::take(&mut self.state.batch);
        if batch.iter().any(|ev| ev.along) {
            let all = batch.clone();
            batch.retain(|ev| !ev.along || self.kernel().still_along(self, ev, &all));
        }
        self.state.stamp += 1;
        let mut found = Vec::new();
        // What leaves the board is judged as it was there, by those who were there.
        // Who gets or loses a mark of the game is judged as it was and as it is: it may be another card then.
        let mut both: Vec<(usize, Vec<Heard>)> = Vec::new();
        let mut back: Vec<(usize, Vec<Back>)> = Vec::new();
        for (at, ev) in batch.iter().enumerate() {
            if self.judged_twice(ev) {
                let mut all = Vec::new();
                self.find_triggers(ev, ev.subj, true, &[], &mut all);
                both.push((at, all.iter().map(SetOff::heard).collect()));
                found.append(&mut all);
            } else if self.judged_before(ev) {
                self.find_triggers(ev, ev.subj, true, &[], &mut found);
            } else if self.looks_back(ev) {
                back.push((at, self.listens_before(ev)));
            }
        }
        self.state.moved.clear();
        self.state.done = i32::try_from(self.state.bodies.len()).unwrap_or(0);
        let mut changed = 0u64;
        let mut after: smallvec::SmallVec<[Ref; 8]> = smallvec::SmallVec::new();
        for ev in &batch {
            debug_assert!(
                super::catalog::announces(self.tables(), ev),
                "the catalogue of events lacks {:?} {:?}",
                ev.kind,
                self.tables().notes.get(usize::from(ev.tag.0))
            );
            changed |= self.mutate(ev);
            let now = match ev.kind {
                // What deals damage may be gone; it is spoken of as it last was, and the result is what was dealt damage.
                EvKind::Damage => ev.subj,
                _ if ev.subj.is_some() && ev.subj.as_player().is_none() => self.state.now(ev.subj.ix),
                _ => ev.subj,
            };
            after.push(now);
            let count = match ev.kind {
                EvKind::Damage | EvKind::Mend | EvKind::Counter(_) | EvKind::Value(_) => ev.n.saturating_abs(),
                _ => 1,
            };
            let result = if ev.kind == EvKind::Damage { ev.obj } else { now };
            // What only goes along is no result: `it` and `that many` are what was moved.
            if !ev.along {
                self.state.done = self.state.done.saturating_add(count).min(MOST);
                if result.is_some() {
                    self.state.moved.push(result);
                }
            }
            match ev.kind {
                EvKind::Note => {
                    self.kernel().noted(self, ev);
                    // What an effect says of losing counts at once; when the rules say it, they speak the verdict.
                    if ev.tag == self.tables().note.lose && ev.cause.kind == CauseKind::Effect {
                        self.finish(Outcome::Win(ev.who.other()));
                    }
                }
                EvKind::Move => self.kernel().moved(self, ev),
                EvKind::Mark(_) => self.kernel().marked(self, ev),
                _ => {}
            }
        }
        self.touch(changed);
        // The mere passing of time demands nothing of the rules.
        self.state.unchecked |= changed & !(bits::TIME | bits::TURN | bits::PAST) != 0;
        self.settle();
        for (at, (ev, now)) in batch.iter().zip(&after).enumerate() {
            self.record(ev, LogKind::Event(ev.kind), *now);
            // A change of position inside a zone is nothing that most questions about the past ask for.
            let stays = || {
                ev.kind == EvKind::Move
                    && self.pool.past_keys & keys::POSITIONS == 0
                    && self.kernel().keeps_identity(ev.from, ev.to)
                    && !self.judged_twice(ev)
            };
            if self.pool.past_keys & self.key(ev) != 0 && !stays() {
                self.state.past.push(PastEv {
                    ev: *ev,
                    after: *now,
                    turn: self.state.turn.number,
                    stamp: self.state.stamp,
                });
            }
            if !self.judged_before(ev) {
                let heard = both.iter().find(|(n, _)| *n == at).map_or(&[][..], |(_, heard)| heard);
                self.find_triggers(ev, *now, false, heard, &mut found);
            }
            if let Some((_, back)) = back.iter().find(|(n, _)| *n == at) {
                self.hear_back(ev, *now, back, &mut found);
            }
        }
        // What was just written down may be what a continuous effect asks for.
        if self.state.past.last().is_some_and(|p| p.stamp == self.state.stamp) {
            self.touch(bits::PAST);
        }
        let watched = |e: &crate::kernel::Effect| {
            matches!(e.until, crate::kernel::Until::Event(_)) || matches!(e.target, EffectTarget::Open(_))
        };
        if self.state.effects.iter().any(watched) {
            for (ev, now) in batch.iter().zip(&after) {
                self.end_by_event(ev, *now);
            }
        }
        self.watch_pending();
        self.stand_by(found);
        self.finish_commit();
        // The list keeps its room for the next batch.
        if self.state.batch.is_empty() {
            let mut batch = batch;
            batch.clear();
            self.state.batch = batch;
        }
    }

    /// Something that computed information may depend on has changed.
    pub fn touch(&mut self, changed: u64) {
        if changed & self.state.live_deps != 0 {
            self.state.dirty = true;
        }
    }

    /// Whether the card of an event is judged as it was and as it is: it may be another card then, and either may be meant.
    pub(super) fn judged_twice(&self, ev: &Ev) -> bool {
        match ev.kind {
            EvKind::Mark(_) => true,
            EvKind::Move => self.kernel().judged_twice(ev.from, ev.to),
            _ => false,
        }
    }

    fn judged_before(&self, ev: &Ev) -> bool {
        ev.kind == EvKind::Move && self.kernel().judged_before(ev.from, ev.to)
    }

    /// Bodies of replacements run now, then what the rules demand at once; the result of the batch is kept for the frame that asked for it.
    fn finish_commit(&mut self) {
        let depth = self.state.stack.len();
        self.eliminate();
        let bodies = std::mem::take(&mut self.state.bodies);
        if !bodies.is_empty() {
            self.keep_result(depth);
        }
        if self.state.paying == 0 {
            self.kernel().interrupts(self);
            if bodies.is_empty() && self.state.stack.len() > depth {
                self.keep_result(depth);
            }
        }
        for run in bodies.into_iter().rev() {
            self.push_run(run);
        }
    }

    /// What must not be where it is ceases to exist.
    fn eliminate(&mut self) {
        let gone = self.kernel().eliminated(self);
        for ev in &gone {
            let changed = self.mutate(ev);
            self.touch(changed);
            self.record(ev, LogKind::Event(ev.kind), ev.subj);
        }
        if !gone.is_empty() {
            self.settle();
        }
    }

    /// Keeps the result of the batch below what interrupts; frames of the rules have no words yet when they are pushed.
    fn keep_result(&mut self, depth: usize) {
        let base = u32::try_from(self.state.words.len()).unwrap_or(u32::MAX);
        self.state.words.append(&mut self.state.moved);
        let done = self.state.done;
        self.state.stack.insert(depth, Frame::Keep { done, base });
    }

    /// What the log tells of an amount: of a number that stands for a word, the word it has become.
    fn logged_amount(&self, ev: &Ev) -> i32 {
        let tables = self.tables();
        let word = |name: &&str| tables.word_attrs.contains(name);
        match ev.kind {
            EvKind::Value(which) if tables.player_attrs.get(usize::from(which)).is_some_and(word) => {
                self.state.val(ev.who, which)
            }
            _ => ev.n,
        }
    }

    /// Something belongs to the past of a game whose board was set up by hand, as far as cards ask for it.
    pub fn remember(&mut self, ev: Ev) {
        if self.pool.past_keys & self.key(&ev) != 0 {
            self.state.past.push(PastEv {
                ev,
                after: ev.subj,
                turn: 0,
                stamp: 0,
            });
            self.state.dirty = true;
        }
    }

    /// Writes an event into the log.
    fn record(&mut self, ev: &Ev, kind: LogKind, now: Ref) {
        // That a cost is paid in full is told only where some card listens to it: what was paid stands in the log already.
        let paid = ev.kind == EvKind::Note && ev.tag != crate::kernel::Note::NONE && ev.tag == self.tables().note.pay;
        if !self.log.on || paid {
            return;
        }
        let def = |r: Ref| (r.is_some() && r.as_player().is_none()).then(|| self.state.card(r.ix).def);
        let entry = LogEv {
            kind,
            tag: ev.tag,
            subj: def(ev.subj),
            obj: def(ev.obj),
            who: ev.who,
            from: ev.from,
            to: ev.to,
            n: self.logged_amount(ev),
            seen: if ev.subj.is_some() { self.seen_by(now) } else { 3 },
            cause: ev.cause.kind,
            cause_card: def(ev.cause.src),
            ability: ev.cause.ability,
            rule: ev.cause.rule,
            turn: self.state.turn.number,
            change: 0,
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
            from: self.state.card(card.ix).cell,
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
            from: self.state.card(card.ix).cell,
            to: self.state.card(card.ix).cell,
            n: i32::from(orient),
            cause,
            ..Ev::default()
        }
    }

    /// A card is turned face down or face up where it lies, with this word.
    pub fn face_ev(&self, card: Ref, (down, tag): (bool, Note), cause: Cause) -> Ev {
        let cell = self.state.card(card.ix).cell;
        Ev {
            kind: EvKind::Face,
            tag,
            subj: card,
            who: self.master(card),
            from: cell,
            to: cell,
            n: i32::from(down),
            cause,
            ..Ev::default()
        }
    }

    /// Effects that last until the start or end of a time end now.
    pub fn expire(&mut self, time: TimeId, start: bool) {
        let turn = self.state.turn.number;
        let player = self.state.turn.player;
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
        let before = self.state.effects.len();
        self.state.effects.retain(|e| !over(&e.until));
        if self.state.effects.len() != before {
            self.state.dirty = true;
        }
        self.state.delayed.retain(|d| !over(&d.until));
        self.state.shields.retain(|s| !over(&s.until));
    }

    /// Keeps a slot's value in the topmost running ability.
    pub fn set_slot(&mut self, slot: u16, value: Slot) {
        let Some(run) = self.state.runs.last() else { return };
        let at = run.slots as usize + usize::from(slot);
        self.put_slot(at, value);
    }

    /// Keeps a value in a slot, by its number among all slots.
    #[inline]
    pub(super) fn put_slot(&mut self, at: usize, value: Slot) {
        if at >= self.state.slots.len() && at < 1 << 16 {
            self.state.slots.resize(at + 1, Slot::Empty);
        }
        if let Some(s) = self.state.slots.get_mut(at) {
            *s = value;
        }
    }
}

/// The flag of a mark of the game.
pub(super) fn mark_flag(mark: u8) -> Flag {
    match mark {
        0 => Flag::Marked,
        1 => Flag::Second,
        _ => Flag::Third,
    }
}

/// No result of a batch grows beyond this.
const MOST: i32 = 1_000_000_000;

/// The bit of `rule_mask` that says there are prohibitions.
pub(super) const FORBIDS: u64 = 1;

/// The bit that says that some cards are shown to everybody.
pub(super) const SHOWS: u64 = 4;

/// What an ability remembers of an event.
pub(super) fn info_of(ev: &Ev, now: Ref) -> EvInfo {
    EvInfo {
        subj: now,
        subj0: ev.subj,
        obj: ev.obj,
        // A loss is told by its word, not by its sign.
        n: match ev.kind {
            EvKind::Value(_) | EvKind::Counter(_) => ev.n.saturating_abs(),
            _ => ev.n,
        },
        tag: ev.tag,
        who: ev.who,
        cause: ev.cause.src,
        how: ev.cause.kind,
    }
}

/// A run that begins with its own slots is pushed onto the stack by the interpreter.
impl Game {
    /// Pushes a prepared run.
    pub(super) fn push_run(&mut self, mut run: Run) {
        self.count_ability(run.ability, true);
        run.slots = u32::try_from(self.state.slots.len()).unwrap_or(u32::MAX);
        run.words = u32::try_from(self.state.words.len()).unwrap_or(u32::MAX);
        let want = usize::from(self.pool.ability(run.ability).slots);
        let have = self.state.slots.len();
        if let Some(held) = &run.held {
            let base = u32::try_from(self.state.words.len()).unwrap_or(u32::MAX);
            self.state.words.extend_from_slice(&held.words);
            self.state.slots.extend(held.slots.iter().map(|s| match s {
                Slot::Set { start, len } => Slot::Set {
                    start: start.saturating_add(base),
                    len: *len,
                },
                other => *other,
            }));
        }
        if self.state.slots.len() < have + want {
            self.state.slots.resize(have + want, Slot::Empty);
        }
        self.state.runs.push(run);
        self.state.stack.push(Frame::Run);
    }
}
