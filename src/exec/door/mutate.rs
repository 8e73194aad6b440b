//! What one event does to the state.

use crate::exec::code::bits;
use crate::exec::game::Game;
use crate::kernel::{Card, CauseKind, EffectTarget, Ev, EvKind, Flag, Lki, P, Ref};

impl Game {
    /// Makes one event happen; gives the information it touches.
    pub(super) fn mutate(&mut self, ev: &Ev) -> u64 {
        match ev.kind {
            EvKind::Move => self.mutate_move(ev),
            EvKind::Turn => {
                self.remember_here(ev);
                if let Some(card) = self.state.cards.get_mut(usize::from(ev.subj.ix)) {
                    card.orient = u8::try_from(ev.n).unwrap_or(0);
                }
                bits::ORIENT
            }
            EvKind::Face => {
                self.remember_here(ev);
                if let Some(card) = self.state.cards.get_mut(usize::from(ev.subj.ix)) {
                    card.set(Flag::FaceDown, ev.n != 0);
                }
                self.state.dirty = true;
                bits::ORIENT
            }
            EvKind::Shuffle => self.mutate_shuffle(ev),
            EvKind::Reveal => self.mutate_reveal(ev),
            EvKind::Look => {
                self.learn(ev.subj.ix, ev.who);
                self.show(ev.subj.ix, ev.who);
                0
            }
            EvKind::Value(which) => {
                if let Some(val) = self
                    .state
                    .players
                    .get_mut(ev.who.ix())
                    .and_then(|p| p.vals.get_mut(usize::from(which)))
                {
                    *val = val.saturating_add(ev.n);
                }
                bits::PLAYERS
            }
            EvKind::Damage => self.mutate_damage(ev),
            EvKind::Mend => {
                self.state
                    .lay(ev.subj.ix, |l| l.damage = l.damage.saturating_sub(ev.n).max(0));
                bits::DAMAGE | bits::PAST
            }
            EvKind::Counter(kind) => {
                let have = self.state.counter(ev.subj.ix, kind);
                self.state.set_counter(ev.subj.ix, kind, have.saturating_add(ev.n));
                self.state.dirty = true;
                bits::DAMAGE | bits::PAST
            }
            EvKind::Side(side) => {
                self.remember_here(ev);
                self.turn_over(ev.subj.ix, side);
                self.state.dirty = true;
                bits::ORIENT | bits::PAST
            }
            EvKind::Attach => {
                let stamp = self.state.stamp;
                if let Some(card) = self.state.cards.get_mut(usize::from(ev.subj.ix)) {
                    card.entered = stamp;
                }
                self.state.lay(ev.subj.ix, |l| l.host = ev.obj);
                self.state.dirty = true;
                bits::ORIENT | bits::PAST
            }
            EvKind::Mark(which) => self.mutate_mark(ev, which),
            EvKind::Appear | EvKind::Vanish => self.mutate_being(ev),
            EvKind::Note | EvKind::Number(_) => bits::PAST,
            EvKind::Begin(time) | EvKind::End(time) => {
                let turn = self
                    .kernel()
                    .tables()
                    .times
                    .get(time.ix())
                    .is_some_and(|row| row.word == "turn");
                if turn {
                    // Of effects of one age the turn player's come first.
                    self.state.dirty = true;
                    bits::TIME | bits::TURN
                } else {
                    bits::TIME
                }
            }
        }
    }

    /// Tokens and pseudo-cards come from nowhere and go there.
    fn mutate_being(&mut self, ev: &Ev) -> u64 {
        self.state.cells.shift(ev.subj.ix, ev.from, ev.to, ev.end);
        let (stamp, turn) = (self.state.stamp, self.state.turn.number);
        if let Some(card) = self.state.cards.get_mut(usize::from(ev.subj.ix)) {
            card.cell = ev.to;
            card.life = card.life.wrapping_add(1);
            card.entered = stamp;
            card.placed = stamp;
            card.turn = turn;
            card.arrived = turn;
            card.chars_at = Card::PRINTED;
        }
        self.state.counters.retain(|c| c.card != ev.subj.ix);
        self.state.laid.retain(|l| l.card != ev.subj.ix);
        self.state.dirty = true;
        bits::zone(self.zone_of(ev.from).0) | bits::zone(self.zone_of(ev.to).0)
    }

    fn mutate_damage(&mut self, ev: &Ev) -> u64 {
        if let Some(p) = ev.obj.as_player() {
            let life = usize::from(self.tables().life);
            if let Some(val) = self.state.players.get_mut(p.ix()).and_then(|p| p.vals.get_mut(life)) {
                *val = val.saturating_sub(ev.n).clamp(-1_000_000_000, 1_000_000_000);
            }
            bits::PLAYERS | bits::PAST
        } else {
            self.state.lay(ev.obj.ix, |l| {
                l.damage = l.damage.saturating_add(ev.n).clamp(0, 1_000_000_000);
            });
            bits::DAMAGE | bits::PAST
        }
    }

    fn mutate_reveal(&mut self, ev: &Ev) -> u64 {
        for p in P::BOTH {
            self.learn(ev.subj.ix, p);
            self.show(ev.subj.ix, p);
        }
        // What an effect reveals is shown until it has resolved; what the rules reveal, as long as they say.
        let fleeting = ev.cause.kind != CauseKind::Rule;
        if let Some(c) = self.state.cards.get_mut(usize::from(ev.subj.ix)) {
            c.set(Flag::Revealed, fleeting);
            self.state.revealed |= fleeting;
        }
        bits::PAST
    }

    fn mutate_shuffle(&mut self, ev: &Ev) -> u64 {
        // Everybody notices.
        let spared = std::mem::take(&mut self.state.spared);
        let mut rng = self.state.rng;
        let pile = self.state.cells.cards_mut(ev.from);
        if spared.is_empty() {
            rng.shuffle(pile);
        } else {
            let mut others: Vec<u16> = pile.iter().copied().filter(|ix| !spared.contains(ix)).collect();
            rng.shuffle(&mut others);
            let places = pile.iter_mut().filter(|ix| !spared.contains(ix));
            places.zip(others).for_each(|(place, ix)| *place = ix);
        }
        self.state.rng = rng;
        self.forget_cell(ev.from, &spared);
        // A loop with chance in it is none.
        self.state.visited.clear();
        self.state.answers.clear();
        bits::zone(self.zone_of(ev.from).0)
    }

    fn mutate_move(&mut self, ev: &Ev) -> u64 {
        let layout = self.layout();
        let (from, to) = (layout.cell(ev.from), layout.cell(ev.to));
        let card = self.state.card(ev.subj.ix);
        let keeps = self.kernel().keeps_identity(ev.from, ev.to);
        let was_computed = layout.zone(from.zone).computed;
        let is_computed = layout.zone(to.zone).computed;
        let seen = self.seen_by(ev.subj);
        if !keeps && (was_computed || self.is_spoken_of(ev.subj)) {
            self.remember_last(ev.subj, ev.from);
        } else if keeps && self.judged_twice(ev) && self.pool.past_keys & self.key(ev) != 0 {
            self.keep_memory(ev.subj, ev.subj, ev.from);
        }
        if !self.state.cells.shift(ev.subj.ix, ev.from, ev.to, ev.end) {
            return 0;
        }
        let stamp = self.state.stamp;
        let turn = self.state.turn.number;
        let reorients = keeps && self.kernel().reorients(ev.from, ev.to);
        let mut new = ev.subj;
        if ev.side != Ev::ANY_SIDE || !keeps {
            self.turn_over(ev.subj.ix, if ev.side == Ev::ANY_SIDE { 0 } else { ev.side });
        }
        if let Some(c) = self.state.cards.get_mut(usize::from(ev.subj.ix)) {
            c.cell = ev.to;
            c.placed = stamp;
            if from.player != to.player {
                c.turn = turn;
            }
            if from.zone != to.zone {
                c.arrived = turn;
            }
            if keeps && reorients {
                c.orient = ev.orient;
            }
            if !keeps {
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
                c.set(Flag::Revealed, false);
            }
        }
        if !self.state.laid.is_empty() {
            if !keeps {
                self.state.laid.retain(|l| l.card != ev.subj.ix);
            } else if from.zone != to.zone {
                self.state.lay(ev.subj.ix, |l| l.damage = 0);
            }
        }
        if !keeps {
            if !self.state.counters.is_empty() {
                self.state.counters.retain(|c| c.card != ev.subj.ix);
            }
            if !self.state.effects.is_empty() {
                let dead = EffectTarget::Card(ev.subj);
                let before = self.state.effects.len();
                if self.kernel().carries_effects(ev.from, ev.to) {
                    // What a card is played with stays on it while it waits to resolve (903.2d and its like).
                    for effect in self.state.effects.iter_mut().filter(|e| e.target == dead) {
                        effect.target = EffectTarget::Card(new);
                    }
                } else {
                    self.state.effects.retain(|e| e.target != dead);
                }
                if before != self.state.effects.len() {
                    self.state.dirty = true;
                }
            }
            if matches!(ev.cause.kind, CauseKind::Cost | CauseKind::Effect) {
                self.follow(ev.subj, new);
            }
            self.track_knowledge(ev, seen);
        }
        if was_computed || is_computed {
            self.state.dirty = true;
        } else if (self.pool.static_zones >> from.zone.0 | self.pool.static_zones >> to.zone.0) & 1 == 1 {
            let def = self.pool.def(card.def);
            if (def.static_zones >> from.zone.0 | def.static_zones >> to.zone.0) & 1 == 1 {
                self.state.dirty = true;
            }
        }
        bits::zone(from.zone.0) | bits::zone(to.zone.0)
    }

    /// Keeps the last information of a card that will be another object.
    fn remember_last(&mut self, old: Ref, cell: crate::kernel::CellId) {
        let life = self.state.card(old.ix).life.wrapping_add(1);
        self.keep_memory(old, Ref { ix: old.ix, life }, cell);
    }

    /// Keeps what a card was before the running ability turned it, if some text asks how cards were.
    fn remember_here(&mut self, ev: &Ev) {
        let own = matches!(ev.cause.kind, CauseKind::Cost | CauseKind::Effect);
        if own && self.pool.asks_was && !self.state.runs.is_empty() && self.state.alive(ev.subj) {
            self.keep_memory(ev.subj, ev.subj, self.state.card(ev.subj.ix).cell);
        }
    }

    fn keep_memory(&mut self, old: Ref, new: Ref, cell: crate::kernel::CellId) {
        let card = self.state.card(old.ix);
        let under = self.cell_under(cell).map_or(&[][..], |c| self.state.cells.cards(c));
        let under = under.iter().map(|ix| self.state.now(*ix)).collect();
        let laid = self.state.laid(old.ix);
        let asked = self.pool.asked_states;
        let is_in = |state: &u8| asked >> state & 1 == 1 && self.kernel().state(self, old, *state);
        let states = (0..64u8).take_while(|state| asked >> state != 0).filter(is_in);
        let states = states.fold(0, |all, state| all | 1u64 << state);
        let lki = Lki {
            old,
            new,
            chars: *self.info(old),
            cell,
            orient: card.orient,
            master: self.layout().cell(cell).player,
            face_down: card.is(Flag::FaceDown),
            states,
            under,
            counters: self.state.counters_of(old.ix),
            damage: laid.damage,
            x: laid.x,
            host: laid.host,
            stamp: self.state.stamp,
        };
        self.state.lki.push(lki);
    }

    /// Whether something that runs or waits speaks of a card, so that it may ask later what the card was.
    fn is_spoken_of(&self, r: Ref) -> bool {
        let state = &self.state;
        let of_event = |ev: &crate::kernel::EvInfo| ev.subj == r || ev.subj0 == r || ev.obj == r;
        let of_run = |run: &crate::kernel::Run| of_event(&run.ev) || run.src == r;
        state.words.contains(&r)
            || state.runs.iter().any(of_run)
            || state.standby.iter().any(|i| of_event(&i.ev) || i.src == r)
            || state.delayed.iter().any(|d| d.held.words.contains(&r))
    }

    /// A card gets or loses a mark of the game; the game says whether it is another card then.
    fn mutate_mark(&mut self, ev: &Ev, which: u8) -> u64 {
        let renews = self.kernel().renews(which);
        if renews {
            self.remember_last(ev.subj, ev.from);
        }
        let (stamp, turn) = (self.state.stamp, self.state.turn.number);
        if let Some(card) = self.state.cards.get_mut(usize::from(ev.subj.ix)) {
            if renews {
                // Another object has nothing of what the old one was.
                for flag in [Flag::Marked, Flag::Second, Flag::Third] {
                    card.set(flag, false);
                }
            }
            card.set(super::mark_flag(which), ev.n != 0);
            card.set(Flag::FaceDown, ev.face_down);
            if renews {
                card.life = card.life.wrapping_add(1);
                card.orient = 0;
                card.entered = stamp;
                card.turn = turn;
                card.chars_at = Card::PRINTED;
            }
            if ev.side != Ev::ANY_SIDE {
                card.orient = ev.side;
            }
        }
        if renews {
            let dead = EffectTarget::Card(ev.subj);
            self.state.effects.retain(|e| e.target != dead);
            self.state.counters.retain(|c| c.card != ev.subj.ix);
            self.state.laid.retain(|l| l.card != ev.subj.ix);
            if matches!(ev.cause.kind, CauseKind::Cost | CauseKind::Effect) {
                self.follow(ev.subj, self.state.now(ev.subj.ix));
            }
        }
        self.state.dirty = true;
        bits::ORIENT | bits::PAST | bits::EXT
    }

    /// Another side of a card is up from now on.
    fn turn_over(&mut self, ix: u16, side: u8) {
        // Most cards have one side, and it is up.
        if side == 0 && self.pool.def(self.state.card(ix).def).side == 0 {
            return;
        }
        if let Some(card) = self.state.cards.get_mut(usize::from(ix))
            && let Some(def) = self.pool.side(card.def, side)
        {
            card.def = def;
        }
    }

    /// The running ability goes on speaking of a card that it moved itself.
    fn follow(&mut self, old: Ref, new: Ref) {
        let Some(run) = self.state.runs.last_mut() else { return };
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
        for word in self.state.words.iter_mut().skip(from) {
            if *word == old {
                *word = new;
            }
        }
    }
}
