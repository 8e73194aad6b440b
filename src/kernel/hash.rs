//! A hash of what the rules can see, for finding loops: without stamps, lives, randomness and the log.

use super::{EffectTarget, Frame, P, Ref, State};

/// FNV-1a over 64-bit words.
#[derive(Debug, Clone, Copy)]
struct Hasher(u64);

impl Hasher {
    fn put(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01B3);
        self.0 ^= self.0 >> 29;
    }

    fn number(&mut self, n: i32) {
        self.put(u64::from(n.cast_unsigned()));
    }
}

impl State {
    /// The hash of the position as the rules see it: two positions of one game with one hash go on alike. Cards count by their numbers, not by what they
    /// are: a game in which hidden cards were dealt anew remembers the positions it has been in. `steps` is the hash of where the rules are.
    pub fn rules_hash(&self, steps: u64) -> u64 {
        let mut h = Hasher(0xCBF2_9CE4_8422_2325);
        // A sum of mixed words instead of a chain: each word waits for no other, and there are a hundred of them.
        let mut cards = 0u64;
        for (place, ix) in (1u64..).zip(self.cells.order()) {
            let Some(c) = self.cards.get(usize::from(*ix)) else {
                continue;
            };
            let word = u64::from(*ix)
                | u64::from(c.cell.0) << 16
                | u64::from(c.orient) << 24
                | u64::from(c.flags) << 32
                | place << 48;
            let mixed = word.wrapping_mul(0x9E37_79B9_7F4A_7C15);
            cards = cards.wrapping_add((mixed ^ mixed >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93));
        }
        h.put(cards);
        for p in &self.players {
            for v in p.vals {
                h.number(v);
            }
        }
        for p in self.players.iter().filter(|p| p.purse != [0; 20]) {
            for (kind, n) in (1u64..).zip(p.purse) {
                if n != 0 {
                    h.put(kind << 8 | u64::from(n));
                }
            }
        }
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
        for c in &self.counters {
            h.put(u64::from(c.card) << 32 | u64::from(c.kind) << 16 | u64::from(c.n));
        }
        for s in &self.shields {
            h.put(self.rank(s.to));
            h.number(s.left);
        }
        for p in &self.pending {
            h.put(u64::from(p.ability.0) << 16 | self.rank(p.card));
        }
        for v in self.ext {
            h.number(v);
        }
        h.put(u64::from(self.turn.number) | u64::from(self.turn.player.0) << 16 | u64::from(self.turn.step.0) << 24);
        for e in &self.effects {
            h.put(u64::from(e.change));
            h.number(e.val);
            h.put(match e.target {
                EffectTarget::Card(r) => self.rank(r),
                EffectTarget::Player(p) => u64::from(p.0) + 1,
                EffectTarget::Open(objs) => u64::from(objs) << 8,
            });
        }
        for i in &self.standby {
            h.put(u64::from(i.ability.0) << 16 | self.rank(i.src));
        }
        for d in &self.delayed {
            h.put(u64::from(d.ability.0));
        }
        for u in &self.uses {
            h.put(u64::from(u.ability.0) << 32 | u64::from(u.card.ix) << 16 | u64::from(u.n));
        }
        h.put(steps);
        h.0
    }

    /// A hash of where the rules are: who has priority and who has passed is part of the position. The place in the innermost step is not: a round is
    /// found at one place of it and repeated at another.
    pub fn steps_hash(&self) -> u64 {
        let mut h = Hasher(0xCBF2_9CE4_8422_2325);
        let inner = self.stack.len().saturating_sub(1);
        for (depth, frame) in self.stack.iter().enumerate() {
            if let Frame::Kernel(s) = frame {
                let at = if depth == inner { 0 } else { s.at };
                h.put(u64::from(s.id) | u64::from(at) << 8 | u64::from(s.who.0) << 16);
                h.number(s.a);
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
        let mut h = Hasher(self.rules_hash(self.steps_hash()));
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
