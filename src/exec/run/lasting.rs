//! What outlasts the ability: effects, waiting abilities, times to be passed over.

use crate::exec::code::{ApplyTo, Boundary, ChangeOp, Lasting, When, Who};
use crate::exec::code::{ChangeIx, CondIx, NumIx, ObjIx, PatIx, SlotIx};
use crate::exec::eval::Env;
use crate::exec::game::Game;
use crate::exec::layers::Nullified;
use crate::kernel::{AttrId, Captured, Effect, EffectTarget, Ev, EvKind, P, Pending, Ref, Slot, Until};
use smallvec::SmallVec;
use std::sync::Arc;

impl Game {
    /// Continuous effects are nullified.
    pub(super) fn op_nullify(&mut self, cards: ObjIx, raised: Option<AttrId>, done: SlotIx) {
        let cards = self.objects(cards, &self.env());
        let which = match raised {
            Some(attr) => Nullified::Raising(attr, cards),
            None => Nullified::Of(cards),
        };
        let count = self.nullify(&which);
        self.settle();
        self.set_slot(done, Slot::Num(count));
        self.did();
        self.next();
    }

    /// Who has the next turn: who was given one last, else the other player.
    pub fn hand_over(&mut self) -> P {
        let given = self.state.turn.extra.pop();
        self.state.turn.given = given.is_some();
        given.unwrap_or(self.state.turn.player.other())
    }

    /// A phase or step of the player is passed over the next time it would come.
    pub fn skip_time(&mut self, p: P, time: crate::kernel::TimeId) {
        if self.state.turn.skips.len() < 64 {
            self.state.turn.skips.push((p, time));
        }
    }

    /// Whether the time is to be passed over; then it is, once.
    pub fn skips(&mut self, p: P, time: crate::kernel::TimeId) -> bool {
        let at = self.state.turn.skips.iter().position(|s| *s == (p, time));
        if let Some(at) = at {
            self.state.turn.skips.remove(at);
        }
        at.is_some()
    }

    pub(super) fn op_apply(&mut self, target: &ApplyTo, changes: &[ChangeIx], lasting: &Lasting) {
        self.state.stamp += 1;
        let until = self.until(lasting);
        let Some(run) = self.state.runs.last() else {
            return;
        };
        let (src, ability, me) = (run.src, run.ability, run.me);
        if self.lapsed() && matches!(until, Until::While(_)) {
            return;
        }
        let needs_held = matches!(until, Until::While(_) | Until::Event(_))
            || matches!(target, ApplyTo::Open(_))
            || changes.iter().any(|c| self.needs_held(*c));
        let held = needs_held.then(|| self.capture());
        let made = Effect {
            change: 0,
            target: EffectTarget::Player(me),
            src,
            ability,
            me,
            stamp: self.state.stamp,
            until,
            val: 0,
            held,
        };
        match target {
            ApplyTo::Cards(objs) => {
                let cards = self.objects(*objs, &self.env());
                self.begin_effects(&cards, |card| (EffectTarget::Card(card), card), changes, &made);
            }
            ApplyTo::Open(objs) => {
                self.begin_effects(&[objs.0], |objs| (EffectTarget::Open(objs), Ref::NONE), changes, &made);
            }
            ApplyTo::Players(who) => {
                let players = self.players(who, &self.env());
                self.begin_effects(&players, |p| (EffectTarget::Player(p), Ref::NONE), changes, &made);
            }
        }
    }

    /// Changes begin to work on all that they are about: effects like `made`, with their own target and amount.
    fn begin_effects<T: Copy>(
        &mut self,
        about: &[T],
        target: impl Fn(T) -> (EffectTarget, Ref),
        changes: &[ChangeIx],
        made: &Effect,
    ) {
        // All amounts are found out before the first effect begins.
        let mut amounts: SmallVec<[i32; 4]> = SmallVec::new();
        let mut env = self.env();
        for one in about {
            env.subject = target(*one).1;
            for change in changes {
                amounts.push(self.change_amount(*change, &env));
            }
        }
        if amounts.is_empty() {
            return;
        }
        self.did();
        let each = about
            .iter()
            .flat_map(|one| changes.iter().map(|change| (*one, change.0)));
        for ((one, change), val) in each.zip(amounts.iter().copied()) {
            self.begin_effect(Effect {
                change,
                target: target(one).0,
                val,
                ..made.clone()
            });
        }
    }

    /// A lasting effect begins.
    pub fn begin_effect(&mut self, effect: Effect) {
        self.state.dirty = true;
        self.log_effects(std::slice::from_ref(&effect));
        let op = &self.pool.change(ChangeIx(effect.change)).op;
        if let (ChangeOp::SetAttr(attr, _), EffectTarget::Card(card)) = (op, effect.target) {
            let attr = *attr;
            self.kernel().number_set(self, card, attr);
        }
        self.state.effects.push(effect);
    }

    /// Whether a change asks later for what the ability had chosen.
    fn needs_held(&self, change: ChangeIx) -> bool {
        let change = self.pool.change(change);
        change.during.is_some()
            || change.only.is_some()
            || matches!(
                change.op,
                ChangeOp::Abilities(..)
                    | ChangeOp::PlayerAbilities(..)
                    | ChangeOp::Forbid(..)
                    | ChangeOp::TagSlot(..)
                    | ChangeOp::Declared { .. }
                    | ChangeOp::Allow(_, Some(_))
                    | ChangeOp::AllowSome(..)
                    | ChangeOp::MustWith(..)
                    | ChangeOp::AllowFor(..)
                    | ChangeOp::EnterAs(_)
                    | ChangeOp::PriceIcons { .. }
            )
    }

    /// Whether a status for which effects of the running ability would last lapsed while the ability waited (909.8 and its like).
    pub fn lapsed(&self) -> bool {
        self.state.runs.last().is_some_and(|run| run.lapsed)
    }

    /// Looks whether a status for which effects would last has lapsed of what waits to resolve; called after every batch.
    pub(in crate::exec) fn watch_pending(&mut self) {
        for n in 0..self.state.pending.len() {
            let Some(waiting) = self.state.pending.get(n) else {
                return;
            };
            // Its own cost may bring the status about.
            if waiting.bits & Pending::PLAYED == 0 {
                continue;
            }
            let abilities = waiting.texts.iter().map(|(a, held)| (*a, held.as_deref()));
            let lapsed = abilities.chain([(waiting.ability, None)]).any(|(ability, held)| {
                let env = Env::of_card(waiting.src, waiting.me).with_held(held);
                let whiles: &[CondIx] = &self.pool.ability(ability).whiles;
                whiles.iter().any(|cond| !self.holds(*cond, &env))
            });
            if lapsed && let Some(waiting) = self.state.pending.get_mut(n) {
                waiting.bits |= Pending::LAPSED;
            }
        }
    }

    /// An effect for the next card of a kind finds it.
    fn find_next(&mut self, ev: &Ev, now: Ref) {
        let waits = |e: &Effect| match e.target {
            EffectTarget::Open(_) => self.pool.change(ChangeIx(e.change)).next,
            _ => None,
        };
        let meets = |e: &Effect| {
            let env = Env::of_card(e.src, e.me).with_held(e.held.as_deref());
            waits(e).is_some_and(|pattern| self.matches(pattern, ev, now, &env))
        };
        let found: Vec<usize> = (0..)
            .zip(&self.state.effects)
            .filter(|(_, e)| meets(e))
            .map(|(n, _)| n)
            .collect();
        for n in found {
            if let Some(effect) = self.state.effects.get_mut(n) {
                effect.target = EffectTarget::Card(now);
                self.state.dirty = true;
            }
        }
    }

    /// Effects that last until something like this happens end now.
    pub(in crate::exec) fn end_by_event(&mut self, ev: &Ev, now: Ref) {
        self.find_next(ev, now);
        let over = |e: &Effect| match e.until {
            Until::Event(pattern) => {
                let env = Env::of_card(e.src, e.me).with_held(e.held.as_deref());
                self.matches(PatIx(pattern), ev, now, &env) || self.matches(PatIx(pattern), ev, ev.subj, &env)
            }
            _ => false,
        };
        let kept: Vec<Effect> = self.state.effects.iter().filter(|e| !over(e)).cloned().collect();
        if kept.len() != self.state.effects.len() {
            self.state.effects = kept;
            self.state.dirty = true;
        }
    }

    /// A number of players that the state keeps becomes another: it grows or shrinks by the difference (104.6 and its like).
    pub(super) fn send_value(&mut self, who: &crate::exec::code::Who, val: u8, to: NumIx) {
        let env = self.env();
        let to = self.number(to, &env);
        let notes = self.tables().note;
        let life = val == self.tables().life;
        let cause = self.cause();
        let events: Vec<Ev> = self
            .players(who, &env)
            .into_iter()
            .map(|p| {
                let n = to.saturating_sub(self.state.val(p, val));
                Ev {
                    kind: EvKind::Value(val),
                    tag: match life {
                        true if n < 0 => notes.lose_value,
                        true => notes.gain,
                        false => crate::kernel::Note::NONE,
                    },
                    who: p,
                    n,
                    cause,
                    ..Ev::default()
                }
            })
            .collect();
        self.state.batch.clear();
        for ev in events {
            self.add_effect(ev);
        }
        self.send();
    }

    /// What the running ability has chosen, for what it leaves behind.
    pub fn capture(&self) -> Arc<Captured> {
        let Some(run) = self.state.runs.last() else {
            return Arc::new(Captured {
                slots: Vec::new(),
                words: Vec::new(),
                ev: crate::kernel::EvInfo::default(),
                src: Ref::NONE,
                start: 0,
            });
        };
        let base = run.words;
        let words = self.state.words.get(base as usize..).unwrap_or(&[]).to_vec();
        let slots = self
            .state
            .slots
            .get(run.slots as usize..)
            .unwrap_or(&[])
            .iter()
            .map(|s| match s {
                Slot::Set { start, len } => Slot::Set {
                    start: start.saturating_sub(base),
                    len: *len,
                },
                other => *other,
            })
            .collect();
        Arc::new(Captured {
            slots,
            words,
            ev: run.ev,
            src: run.src,
            start: 0,
        })
    }

    /// When an effect of the running ability ends.
    pub(super) fn until(&self, lasting: &Lasting) -> Until {
        match lasting {
            Lasting::Game => Until::Game,
            Lasting::While(cond) => Until::While(cond.0),
            Lasting::Here => Until::Here,
            Lasting::Event(pattern) => Until::Event(pattern.0),
            Lasting::Until(when) => self.until_time(when),
        }
    }

    pub(super) fn until_time(&self, when: &When) -> Until {
        let whose = match &when.whose {
            None | Some(Who::Any | Who::Each) => None,
            Some(who) => Some(self.player(who, &self.env())),
        };
        Until::Time {
            time: when.time,
            start: when.edge == Some(Boundary::Start),
            whose,
            from_turn: self.state.turn.number + u16::from(when.next),
        }
    }
}
