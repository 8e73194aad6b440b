//! What outlasts the ability: effects, waiting abilities, times to be passed over.

use crate::exec::code::{ApplyTo, ChangeOp, Edge, Lasting, When, Who};
use crate::exec::eval::Env;
use crate::exec::game::Game;
use crate::kernel::{Captured, Effect, EffectTarget, P, Ref, Slot, Until};
use std::sync::Arc;

impl Game {
    /// A phase or step of the player is passed over the next time it would come.
    pub fn skip_time(&mut self, p: P, time: crate::kernel::TimeId) {
        if self.st.turn.skips.len() < 64 {
            self.st.turn.skips.push((p, time));
        }
    }

    /// Whether the time is to be passed over; then it is, once.
    pub fn skips(&mut self, p: P, time: crate::kernel::TimeId) -> bool {
        let at = self.st.turn.skips.iter().position(|s| *s == (p, time));
        if let Some(at) = at {
            self.st.turn.skips.remove(at);
        }
        at.is_some()
    }

    pub(super) fn op_apply(&mut self, target: &ApplyTo, changes: &[crate::exec::code::ChangeIx], lasting: &Lasting) {
        self.st.stamp += 1;
        let until = self.until(lasting);
        let Some(run) = self.st.runs.last().cloned() else {
            return;
        };
        let needs_held = matches!(until, Until::While(_))
            || changes.iter().any(|c| {
                matches!(
                    self.pool.change(*c).op,
                    ChangeOp::Abilities(..) | ChangeOp::Forbid(_) | ChangeOp::TagSlot(..) | ChangeOp::Allow(_, Some(_))
                )
            });
        let held = needs_held.then(|| self.capture());
        let env = self.env();
        let targets: Vec<(EffectTarget, Ref)> = match target {
            ApplyTo::Cards(objs) => self
                .objects(*objs, &env)
                .into_iter()
                .map(|r| (EffectTarget::Card(r), r))
                .collect(),
            ApplyTo::Players(who) => self
                .players(who, &env)
                .into_iter()
                .map(|p| (EffectTarget::Player(p), Ref::NONE))
                .collect(),
        };
        let mut made = Vec::new();
        for (target, subject) in targets {
            for change in changes {
                let env = Env { subject, ..env };
                made.push(Effect {
                    change: change.0,
                    target,
                    src: run.src,
                    ability: run.ability,
                    me: run.me,
                    stamp: self.st.stamp,
                    until,
                    val: self.change_amount(*change, &env),
                    held: held.clone(),
                });
            }
        }
        if !made.is_empty() {
            self.did();
            self.st.dirty = true;
            self.log_effects(&made);
            self.st.effects.extend(made);
        }
    }

    /// What the running ability has chosen, for what it leaves behind.
    pub(super) fn capture(&self) -> Arc<Captured> {
        let Some(run) = self.st.runs.last() else {
            return Arc::new(Captured {
                slots: Vec::new(),
                words: Vec::new(),
                ev: crate::kernel::EvInfo::default(),
                src: Ref::NONE,
            });
        };
        let base = run.words;
        let words = self.st.words.get(base as usize..).unwrap_or(&[]).to_vec();
        let slots = self
            .st
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
        })
    }

    /// When an effect of the running ability ends.
    pub(super) fn until(&self, lasting: &Lasting) -> Until {
        match lasting {
            Lasting::Game => Until::Game,
            Lasting::While(cond) => Until::While(cond.0),
            Lasting::Until(when) => self.until_time(when),
        }
    }

    pub(super) fn until_time(&self, when: &When) -> Until {
        let env = self.env();
        let whose = match &when.whose {
            None | Some(Who::Any | Who::Each) => None,
            Some(who) => Some(self.player(who, &env)),
        };
        Until::Time {
            time: when.time,
            start: when.edge == Some(Edge::Start),
            whose,
            from_turn: self.st.turn.number + u16::from(when.next),
        }
    }
}
