//! A hash of what the rules can see, for finding loops: without stamps, lives, randomness and the log.

use super::{Act, Atom, Captured, Card, Delayed, Effect, EffectTarget, Frame, P, Ref, State};
use crate::fnv::{BASIS, PRIME};
use std::hash::Hash;

/// Like FNV-1a, over 64-bit words.
#[derive(Debug, Clone, Copy)]
struct Hasher(u64);

impl Hasher {
    fn put(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(PRIME);
        self.0 ^= self.0 >> 29;
    }

    fn number(&mut self, n: i32) {
        self.put(u64::from(n.cast_unsigned()));
    }
}

impl std::hash::Hasher for Hasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.put(u64::from(*byte));
        }
    }
}

/// A position as the rules see it, for finding rounds of a loop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Position {
    /// The hash of all of it.
    pub exact: u64,
    /// The hash without what a loop may make grow for ever (11.1.1.4, 1301.1 and their like).
    pub form: u64,
    /// How much there is of what was left out: as many numbers in all positions of one form.
    pub amounts: Vec<i32>,
}

/// What an answer is known by whenever its question comes again: numbers of answers differ with what else is offered, and cards that come back have
/// another life.
pub fn answer_key(atom: Atom) -> u64 {
    let same = |r: Ref| Ref { life: 0, ..r };
    let plain = match atom {
        Atom::Act(act) => Atom::Act(Act {
            card: same(act.card),
            ..act
        }),
        Atom::Card(card) => Atom::Card(same(card)),
        other => other,
    };
    let mut h = Hasher(3);
    plain.hash(&mut h);
    h.0
}

/// A sum of mixed words instead of a chain: each word waits for no other. Where a word stands counts.
#[derive(Debug, Clone, Copy)]
struct Sum {
    sum: u64,
    salt: u64,
}

impl Sum {
    fn new() -> Sum {
        Sum { sum: 0, salt: 0 }
    }

    #[inline]
    fn put(&mut self, word: u64) {
        self.salt = self.salt.wrapping_add(0xA076_1D64_78BD_642F);
        let mixed = (word ^ self.salt).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.sum = self
            .sum
            .wrapping_add((mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93));
    }

    /// Numbers, two in a word.
    fn numbers(&mut self, all: &[i32]) {
        let (pairs, rest) = all.as_chunks::<2>();
        for [a, b] in pairs {
            self.put(u64::from(a.cast_unsigned()) | u64::from(b.cast_unsigned()) << 32);
        }
        for n in rest {
            self.put(u64::from(n.cast_unsigned()));
        }
    }

    /// Short numbers, four in a word.
    fn shorts(&mut self, all: &[u16]) {
        let (fours, rest) = all.as_chunks::<4>();
        for [a, b, c, d] in fours {
            // Written out, so that it is read as the one word it is.
            self.put(u64::from(*a) | u64::from(*b) << 16 | u64::from(*c) << 32 | u64::from(*d) << 48);
        }
        if !rest.is_empty() {
            self.put(rest.iter().rev().fold(0, |word, n| word << 16 | u64::from(*n)));
        }
    }
}

/// What the rules see of a card that the order of the cards does not tell.
#[inline]
fn stance(card: &Card) -> u64 {
    u64::from(card.orient) | u64::from(card.flags) << 8
}

impl State {
    /// A hash of where every card lies and how: the greater part of the work, which only events change.
    pub fn cards_hash(&self) -> u64 {
        let mut all = Sum::new();
        // The order of the cards and where each cell begins tell where every card is.
        all.shorts(self.cells.order());
        all.shorts(self.cells.starts());
        let (pairs, rest) = self.cards.as_chunks::<2>();
        for [a, b] in pairs {
            all.put(stance(a) | stance(b) << 32);
        }
        for card in rest {
            all.put(stance(card));
        }
        all.sum
    }

    /// The position as the rules see it; two positions of one game with one `exact` hash go on alike. Cards count by their numbers, not by what they are:
    /// a game in which hidden cards were dealt anew remembers the positions it has been in. `steps` is the hash of where the rules are, `cards` the one of
    /// the cards.
    pub fn position(&self, steps: u64, cards: u64) -> Position {
        let mut h = Hasher(BASIS);
        self.put_fixed(&mut h, steps, cards);
        let mut form = h;
        let amounts = self.put_form(&mut form);
        Position {
            exact: self.put_exact(h),
            form: form.0,
            amounts,
        }
    }

    /// The `exact` hash of the position alone.
    pub fn rules_hash(&self, steps: u64, cards: u64) -> u64 {
        let mut h = Hasher(BASIS);
        self.put_fixed(&mut h, steps, cards);
        self.put_exact(h)
    }

    /// What two rounds of one loop have in common, whatever they make grow.
    fn put_fixed(&self, h: &mut Hasher, steps: u64, cards: u64) {
        let mut record = Sum::new();
        record.numbers(&self.ext);
        h.put(cards);
        h.put(record.sum);
        for l in &self.laid {
            h.put(u64::from(l.card) << 32 | self.rank(l.host));
            h.number(l.damage);
            h.number(l.x);
        }
        for t in &self.ties {
            h.put(u64::from(t.kind) << 48 | self.rank(t.a) << 16 | self.rank(t.b));
        }
        for (card, ability) in &self.muted {
            h.put(self.rank(*card) << 32 | u64::from(ability.0));
        }
        for s in &self.shields {
            h.put(self.rank(s.to) << 32 | u64::from(s.pattern.unwrap_or(u32::MAX)));
            h.put(s.of);
            h.number(s.left);
            s.until.hash(h);
        }
        for p in &self.pending {
            h.put(u64::from(p.ability.0) << 16 | self.rank(p.card));
            h.put(u64::from(p.bits) << 16 | u64::from(p.kind) << 8 | u64::from(p.me.0));
            h.number(p.x[0]);
            h.number(p.x[1]);
            for (text, held) in &p.texts {
                h.put(u64::from(text.0));
                self.put_held(h, held.as_deref());
            }
        }
        h.put(u64::from(self.turn.number) | u64::from(self.turn.player.0) << 16 | u64::from(self.turn.step.0) << 24);
        for i in &self.standby {
            h.put(u64::from(i.ability.0) << 16 | self.rank(i.src));
        }
        // Turns and phases that are still to come or to be passed over: with one more of them the game goes on otherwise.
        for p in &self.turn.extra {
            h.put(0x100 | u64::from(p.0));
        }
        for (kind, coming) in [(0x200, &self.turn.phases), (0x300, &self.turn.skips)] {
            for (p, time) in coming {
                h.put(kind | u64::from(p.0) | u64::from(time.0) << 16);
            }
        }
        for u in &self.uses {
            h.put(u64::from(u.ability.0) << 32 | u64::from(u.card.ix) << 16 | u64::from(u.n));
        }
        h.put(steps);
    }

    /// Everything that may grow, as it is.
    fn put_exact(&self, mut h: Hasher) -> u64 {
        let mut all = Sum::new();
        for p in &self.players {
            all.numbers(&p.vals);
        }
        h.put(all.sum);
        for p in self.players.iter().filter(|p| p.purse != [0; 20]) {
            for (kind, n) in (1u64..).zip(p.purse) {
                if n != 0 {
                    h.put(kind << 8 | u64::from(n));
                }
            }
        }
        for c in &self.counters {
            h.put(u64::from(c.card) << 32 | u64::from(c.kind) << 16 | u64::from(c.n));
        }
        for e in &self.effects {
            h.put(self.effect_key(e));
        }
        for d in &self.delayed {
            h.put(self.delayed_key(d));
        }
        h.0
    }

    /// What is there to grow, and how much of it there is: numbers of players, what they may spend, counters, effects and abilities that wait which are
    /// there several times.
    fn put_form(&self, h: &mut Hasher) -> Vec<i32> {
        let mut amounts: Vec<i32> = Vec::with_capacity(64);
        for p in &self.players {
            amounts.extend_from_slice(&p.vals);
            for (kind, n) in (1u64..).zip(p.purse) {
                if n != 0 {
                    h.put(kind);
                    amounts.push(i32::from(n));
                }
            }
        }
        for c in &self.counters {
            h.put(u64::from(c.card) << 32 | u64::from(c.kind));
            amounts.push(i32::from(c.n));
        }
        let mut keys: Vec<u64> = self.effects.iter().map(|e| self.effect_key(e)).collect();
        keys.extend(self.delayed.iter().map(|d| self.delayed_key(d)));
        keys.sort_unstable();
        for same in keys.chunk_by(|a, b| a == b) {
            h.put(same.first().copied().unwrap_or(0));
            amounts.push(i32::try_from(same.len()).unwrap_or(i32::MAX));
        }
        amounts
    }

    /// An effect without its age.
    fn effect_key(&self, e: &Effect) -> u64 {
        let mut h = Hasher(1);
        h.put(u64::from(e.change) << 8 | u64::from(e.me.0));
        h.number(e.val);
        h.put(match e.target {
            EffectTarget::Card(r) => self.rank(r),
            EffectTarget::Player(p) => u64::from(p.0) + 1,
            EffectTarget::Open(objs) => u64::from(objs) << 8,
        });
        e.until.hash(&mut h);
        self.put_held(&mut h, e.held.as_deref());
        h.0
    }

    /// An ability that waits for its moment, without its age.
    fn delayed_key(&self, d: &Delayed) -> u64 {
        let mut h = Hasher(2);
        h.put(u64::from(d.ability.0) << 8 | u64::from(d.me.0) << 1 | u64::from(d.once));
        h.put(self.rank(d.src));
        d.until.hash(&mut h);
        self.put_held(&mut h, Some(&d.held));
        h.0
    }

    /// What an ability had chosen.
    fn put_held(&self, h: &mut Hasher, held: Option<&Captured>) {
        let Some(held) = held else { return };
        for slot in &held.slots {
            slot.hash(h);
        }
        for card in &held.words {
            h.put(self.rank(*card));
        }
    }

    /// A hash of where the rules are: who has priority and who has passed is part of the position. The place in the innermost step is not: a round is
    /// found at one place of it and repeated at another.
    pub fn steps_hash(&self) -> u64 {
        let mut h = Hasher(BASIS);
        let inner = self.stack.len().saturating_sub(1);
        for (depth, frame) in self.stack.iter().enumerate() {
            if let Frame::Kernel(s) = frame {
                let at = if depth == inner { 0 } else { s.at };
                let a = u64::from(s.a.cast_unsigned());
                h.put(u64::from(s.id) | u64::from(at) << 8 | u64::from(s.who.0) << 16 | a << 32);
                h.number(s.b);
            } else {
                h.put(1);
            }
        }
        h.0
    }

    /// The hash of a position at a question: also what is being resolved, and how far.
    pub fn question_hash(&self, position: u64) -> u64 {
        let mut h = Hasher(position);
        for run in &self.runs {
            h.put(u64::from(run.ability.0) << 32 | u64::from(run.pc));
            h.put(u64::from(run.stage) << 32 | u64::from(run.local));
        }
        h.put(u64::try_from(self.picks.len()).unwrap_or(0));
        h.0
    }

    /// A reference without its life: dead ones are all alike.
    fn rank(&self, r: Ref) -> u64 {
        if self.alive(r) { u64::from(r.ix) + 16 } else { 8 }
    }

    /// A hash of the whole state, for comparing two ways to the same point.
    pub fn exact_hash(&self) -> u64 {
        let mut h = Hasher(self.rules_hash(self.steps_hash(), self.cards_hash()));
        for c in &self.cards {
            h.put(u64::from(c.life) | u64::from(c.entered) << 16 | u64::from(c.turn) << 48);
            h.put(u64::from(c.def.0) | u64::from(c.placed) << 32);
        }
        h.put(self.rng.position);
        h.put(u64::from(self.stamp) | u64::from(self.seq) << 32);
        h.put(u64::try_from(self.atoms.len()).unwrap_or(0));
        h.put(u64::from(self.ask.map_or(P(9), |a| a.who).0));
        h.0
    }
}
