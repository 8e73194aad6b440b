//! Conditions and times.

use super::{Env, Look};
use crate::exec::code::{AttrKey, Boundary, Cmp, Cond, CondIx, When};
use crate::exec::game::Game;
use crate::kernel::{Bits, Ref, Slot};

impl Game {
    /// Whether a condition holds.
    #[inline]
    pub fn holds(&self, ix: CondIx, env: &Env<'_>) -> bool {
        let holds = self.is_so(ix, env);
        self.count_cond(ix, holds);
        holds
    }

    fn is_so(&self, ix: CondIx, env: &Env<'_>) -> bool {
        match self.pool.cond(ix) {
            Cond::Const(b) => *b,
            Cond::And(all) => all.iter().all(|c| self.holds(*c, env)),
            Cond::Or(any) => any.iter().any(|c| self.holds(*c, env)),
            Cond::Not(c) => !self.holds(*c, env),
            Cond::Mode(slot, n) => matches!(env.slot(*slot), Slot::Num(mask) if mask.has_bit(*n)),
            Cond::Slot(slot) => match env.slot(*slot) {
                Slot::Num(n) => n > 0,
                Slot::Set { len, .. } => len > 0,
                Slot::Value(..) | Slot::Player(_) | Slot::Cell(_) => true,
                Slot::Empty => false,
            },
            Cond::Compare(a, cmp, b) => cmp.holds(self.number(*a, env), self.number(*b, env)),
            Cond::Fit {
                objs,
                every,
                was,
                filters,
            } => {
                let env = &Env { past: *was, ..*env };
                let cards = self.seen(*objs, env);
                let fits = |look: &Look<'_>| self.all_fit(filters, look, env);
                if *every {
                    cards.iter().all(fits)
                } else {
                    cards.iter().any(fits)
                }
            }
            Cond::Within(a, b) => {
                let inner = self.objects_for_test(*a, env);
                let outer = self.objects(*b, env);
                !inner.is_empty() && inner.iter().all(|r| outer.contains(r))
            }
            Cond::Happened(pattern, window) => self.happened(*pattern, window, env, Ref::NONE),
            Cond::During(when) => self.is_during(when, env),
            Cond::Declared { objs, was, key, slot } => {
                let env = &Env { past: *was, ..*env };
                let Some(Look { card: r, chars, .. }) = self.seen(*objs, env).first().copied() else {
                    return false;
                };
                match (env.slot(*slot), key) {
                    (Slot::Num(n), AttrKey::Num(attr)) => self.attr_of(chars, r, *attr) == n,
                    (Slot::Value(_, v), AttrKey::Num(attr)) => i64::from(self.attr_of(chars, r, *attr)) == i64::from(v),
                    (Slot::Value(_, v), AttrKey::Name) => chars.all_names().iter().any(|n| u32::from(n.0) == v),
                    (Slot::Value(_, v), AttrKey::Tags | AttrKey::TagsOf(_)) => chars
                        .tags
                        .has(crate::kernel::TagId(u16::try_from(v).unwrap_or(u16::MAX))),
                    (Slot::Value(_, v), AttrKey::Words(_)) => chars.values.has_bit(v),
                    (Slot::Value(_, v), AttrKey::Type) => chars.types.has_bit(v),
                    _ => false,
                }
            }
            Cond::CausedBy(kind) => env.ev.how == *kind,
            Cond::SamePlayer(a, b) => self.player(a, env) == self.player(b, env),
            Cond::PlayerHas(who, bits) => self.player_keywords(self.player(who, env)) & bits != 0,
            Cond::May(objs, pattern) => {
                let cards = self.objects(*objs, env);
                !cards.is_empty() && cards.iter().all(|r| !self.pattern_forbidden(*pattern, *r))
            }
            Cond::Host(which) => self.pool.host.is_some_and(|host| host.holds(self, *which, env)),
        }
    }

    /// Whether it is that time.
    pub fn is_during(&self, when: &When, env: &Env<'_>) -> bool {
        if let Some(whose) = &when.whose
            && !self.is_player(self.state.turn.player, whose, env)
        {
            return false;
        }
        if when.extra && !self.is_given_turn(when, env) {
            return false;
        }
        if let Some(within) = &when.within
            && !self.is_during(within, env)
        {
            return false;
        }
        let times = self.tables().times;
        let Some(row) = times.get(when.time.ix()) else {
            return false;
        };
        let of = when
            .of
            .map(|o| self.objects(o, env).first().copied().unwrap_or(Ref::NONE));
        // A turn or the game is always on; a phase is on if it is the phase, a step if it is the step.
        match row.word {
            "turn" | "game" => true,
            _ if self.state.turn.step == when.time => {
                of.is_none_or(|c| self.kernel().time_of(self, when.time, Some(c)))
            }
            _ if usize::from(row.phase) == when.time.ix() => self.state.turn.phase == when.time,
            _ => self.kernel().time_of(self, when.time, of),
        }
    }

    /// Whether this turn was given, and is the one that is meant: the later ones were given before it.
    pub(in crate::exec) fn is_given_turn(&self, when: &When, env: &Env<'_>) -> bool {
        let left = i32::try_from(self.state.turn.extra.len()).unwrap_or(i32::MAX);
        let meant = when.named.is_none_or(|slot| match env.slot(slot) {
            crate::kernel::Slot::Num(n) => n == left.saturating_add(1),
            _ => false,
        });
        self.state.turn.given && meant
    }

    /// Whether a point of time is meant by the pattern.
    pub fn is_edge(when: &When, time: crate::kernel::TimeId, edge: Boundary) -> bool {
        when.time == time && when.edge == Some(edge)
    }

    /// Compares two numbers, for the games.
    pub fn compare(cmp: Cmp, a: i32, b: i32) -> bool {
        cmp.holds(a, b)
    }
}
