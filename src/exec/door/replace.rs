//! Replacements: what happens instead, and who decides.

use super::info_of;
use crate::exec::code::PatIx;
use crate::exec::eval::Env;
use crate::exec::game::Game;
use crate::exec::listeners::ListenFor;
use crate::exec::seam::{Candidate, Flow};
use crate::exec::trigger::Found;
use crate::kernel::{
    AbilityIx, Ask, AskKind, Atom, Captured, Cause, CauseKind, Ev, EvKind, Frame, LogKind, P, Ref, Shield,
};
use std::sync::Arc;

/// How a replacement works.
#[derive(Debug, Clone)]
enum How {
    /// The body of an ability happens instead.
    Body {
        ability: AbilityIx,
        held: Option<Arc<Captured>>,
        /// Where it stands among the waiting abilities, if it is one of them.
        delayed: Option<u32>,
    },
    /// A part of the amount is prevented, by the shield that began then.
    Shield(u32),
}

/// A replacement that could be applied to an event.
#[derive(Debug, Clone)]
struct Replacement {
    how: How,
    src: Ref,
    me: P,
    may: bool,
    prevents: bool,
}

impl Replacement {
    /// What tells it apart from others, for "each at most once an event". Never 0. A shield needs no mark: it uses up itself or the event.
    fn mark(&self) -> u32 {
        match self.how {
            How::Body { ability, .. } => (ability.0 << 12) ^ u32::from(self.src.ix) ^ 0x8000_0000,
            How::Shield(stamp) => 0x4000_0000 | (stamp & 0x3FFF_FFFF),
        }
    }

    fn ability(&self) -> AbilityIx {
        match self.how {
            How::Body { ability, .. } => ability,
            How::Shield(_) => Cause::NO_ABILITY,
        }
    }
}

impl Game {
    /// Whether some replacement could be applied to the event.
    pub(super) fn is_contested(&self, ev: &Ev) -> bool {
        (self.pool.replace_keys & self.key(ev) != 0 || self.may_be_shielded(ev)) && !self.replacements(ev).is_empty()
    }

    fn may_be_shielded(&self, ev: &Ev) -> bool {
        ev.kind == EvKind::Damage && !self.state.shields.is_empty()
    }

    /// The replacements that could be applied to an event.
    fn replacements(&self, ev: &Ev) -> Vec<Replacement> {
        let key = self.key(ev);
        let mut out = Vec::new();
        if self.pool.replace_keys & key != 0 {
            self.bodies_for(ev, key, &mut out);
        }
        if self.may_be_shielded(ev) {
            let shields = self.state.shields.iter().filter(|s| self.shields_against(s, ev));
            out.extend(shields.map(|shield| Replacement {
                how: How::Shield(shield.stamp),
                src: shield.src,
                me: shield.me,
                may: false,
                prevents: true,
            }));
        }
        out
    }

    fn bodies_for(&self, ev: &Ev, key: u128, out: &mut Vec<Replacement>) {
        self.listeners(ListenFor::Replace, key, ev.subj, &mut |found: Found<'_>| {
            let ability = self.pool.ability(found.ability);
            let Some(may) = ability.replaces else { return };
            let replacement = Replacement {
                how: How::Body {
                    ability: found.ability,
                    held: found.held.cloned(),
                    delayed: found.delayed,
                },
                src: found.src,
                me: found.me,
                may,
                prevents: ability.prevents,
            };
            if ev.was_used(replacement.mark()) {
                return;
            }
            let env = Env::of_card(found.src, found.me).with_held(found.held.map(|h| &**h));
            if self.ability_answers(found.ability, ev, ev.subj, &env) && self.can_perform(&replacement, ev) {
                out.push(replacement);
            }
        });
    }

    /// Whether a shield protects against an event.
    fn shields_against(&self, shield: &Shield, ev: &Ev) -> bool {
        let kind = ev.tag.bit();
        if shield.to != ev.obj || shield.of & kind == 0 || shield.left <= 0 {
            return false;
        }
        let env = Env::of_card(shield.src, shield.me).with_held(shield.held.as_deref());
        shield.pattern.is_none_or(|p| self.matches(PatIx(p), ev, ev.subj, &env))
    }

    /// An optional replacement whose body cannot be performed is not applied (8.10.3 and its like).
    fn can_perform(&self, replacement: &Replacement, ev: &Ev) -> bool {
        let How::Body { ability, held, .. } = &replacement.how else {
            return true;
        };
        if !replacement.may {
            return true;
        }
        let env = Env {
            ev: info_of(ev, ev.subj),
            ..Env::of_card(replacement.src, replacement.me).with_held(held.as_deref())
        };
        self.body_possible(self.pool.ability(*ability).pc, &env)
    }

    /// Who chooses among the candidates, and the numbers of those that are open to the choice. Rules may let some wait for others (910.2a and
    /// its like).
    fn open_to_choice(&self, ev: &Ev, candidates: &[Replacement]) -> (P, Vec<u16>) {
        let seen: Vec<Candidate> = candidates
            .iter()
            .map(|c| Candidate {
                src: c.src,
                me: c.me,
                may: c.may,
                prevents: c.prevents,
            })
            .collect();
        let (who, open) = self.kernel().chooser(self, ev, &seen);
        let count = u16::try_from(candidates.len()).unwrap_or(u16::MAX);
        let mut offered: Vec<u16> = (0..count).filter(|n| *n < 64 && open >> n & 1 == 1).collect();
        if offered.is_empty() {
            // Something must be applied as long as something can be.
            offered.extend(0..count);
        }
        (who, offered)
    }

    /// The slow way through the door: event by event, replacement by replacement.
    pub(in crate::exec) fn step_door(&mut self, at: u8, event: u16) -> Flow {
        if at == Self::CROWD {
            return self.step_crowd();
        }
        let index = usize::from(event);
        let Some(ev) = self.state.batch.get(index).copied() else {
            self.state.stack.pop();
            self.commit();
            return Flow::Go;
        };
        let candidates = self.replacements(&ev);
        if candidates.is_empty() {
            self.set_door(0, event + 1);
            return Flow::Go;
        }
        let (who, open) = self.open_to_choice(&ev, &candidates);
        let offered: Vec<(u16, &Replacement)> = open
            .iter()
            .filter_map(|n| candidates.get(usize::from(*n)).map(|c| (*n, c)))
            .collect();
        match at {
            0 => self.offer_replacements(who, &offered, event),
            1 => {
                match self.state.picks.first().copied() {
                    Some(Atom::Replacement(n)) => {
                        if let Some(chosen) = candidates.get(usize::from(n)) {
                            // One that another player may use is up to that player.
                            if chosen.may && chosen.me != who && offered.len() > 1 {
                                self.offer_replacement(chosen, n);
                                self.set_door(2u8.saturating_add(u8::try_from(n).unwrap_or(0)), event);
                                return Flow::Go;
                            }
                            self.replace(index, chosen);
                        }
                    }
                    // Declined: none of the optional ones is applied to this event.
                    _ => self.decline(index, offered.iter().map(|(_, c)| *c)),
                }
                self.set_door(0, event);
            }
            _ => {
                if let Some(chosen) = candidates.get(usize::from(at - 2)) {
                    if matches!(self.state.picks.first(), Some(Atom::Replacement(_))) {
                        self.replace(index, chosen);
                    } else {
                        self.decline(index, std::iter::once(chosen));
                    }
                }
                self.set_door(0, event);
            }
        }
        Flow::Go
    }

    fn decline<'r>(&mut self, index: usize, declined: impl Iterator<Item = &'r Replacement>) {
        if let Some(ev) = self.state.batch.get_mut(index) {
            for replacement in declined {
                ev.mark_used(replacement.mark());
            }
        }
    }

    /// Applies the only candidate, or asks.
    fn offer_replacements(&mut self, who: P, offered: &[(u16, &Replacement)], event: u16) {
        match offered {
            [(_, only)] if !only.may => {
                self.replace(usize::from(event), only);
                self.set_door(0, event);
            }
            [(n, only)] => {
                self.set_door(1, event);
                self.offer_replacement(only, *n);
            }
            several => {
                self.state.atoms.clear();
                // One that must be applied leaves no way out, and whether another player's is used is not said here.
                if several.iter().all(|(_, c)| c.may && c.me == who) {
                    self.state.atoms.push(Atom::No);
                }
                self.state
                    .atoms
                    .extend(several.iter().map(|(n, _)| Atom::Replacement(*n)));
                self.set_door(1, event);
                self.ask(Ask::one(who, AskKind::Replacements));
            }
        }
    }

    /// Asks the player of a replacement that may be used whether it is.
    fn offer_replacement(&mut self, replacement: &Replacement, n: u16) {
        self.state.atoms.clear();
        self.state.atoms.extend([Atom::No, Atom::Replacement(n)]);
        let mut ask = Ask::one(replacement.me, AskKind::Replacements);
        ask.source = replacement.src;
        ask.ability = replacement.ability();
        self.ask(ask);
    }

    /// What a candidate of the open question about replacements is: its ability and card.
    pub fn replacement_candidate(&self, n: u16) -> Option<(AbilityIx, Ref)> {
        let Some(Frame::Door { event, .. }) = self.state.stack.last() else {
            return None;
        };
        let ev = self.state.batch.get(usize::from(*event))?;
        let candidates = self.replacements(ev);
        candidates.get(usize::from(n)).map(|c| (c.ability(), c.src))
    }

    fn set_door(&mut self, at: u8, event: u16) {
        if let Some(top) = self.state.stack.last_mut() {
            *top = Frame::Door { at, event };
        }
    }

    /// Applies a replacement: the event does not happen; its body runs when the rest of the batch has happened. A shield takes away a part of the
    /// event instead.
    fn replace(&mut self, index: usize, replacement: &Replacement) {
        if index >= self.state.batch.len() {
            return;
        }
        let How::Body { ability, held, delayed } = &replacement.how else {
            if let How::Shield(stamp) = replacement.how {
                self.shield(index, stamp);
            }
            return;
        };
        let mut ev = self.state.batch.remove(index);
        self.record(&ev, LogKind::Replaced(ev.kind), ev.subj);
        ev.mark_used(replacement.mark());
        let mut run = self.new_run(
            *ability,
            replacement.src,
            replacement.src,
            replacement.me,
            info_of(&ev, ev.subj),
            held.clone(),
        );
        run.used = ev.used;
        // A replaced part of a cost counts as paid.
        run.paying = ev.cause.kind == CauseKind::Cost;
        if let Some(stamp) = delayed
            && let Some(at) = self.state.delayed.iter().position(|d| d.stamp == *stamp && d.once)
        {
            self.state.delayed.remove(at);
        }
        self.state.bodies.push(run);
    }

    /// Takes away the part of an event that a shield prevents; what is reduced to nothing is no event (1018.1 and its like).
    fn shield(&mut self, index: usize, stamp: u32) {
        let (Some(ev), Some(at)) = (
            self.state.batch.get(index).copied(),
            self.state.shields.iter().position(|s| s.stamp == stamp),
        ) else {
            return;
        };
        let left = self.state.shields.get(at).map_or(0, |s| s.left);
        let part = ev.n.min(left);
        self.record(&Ev { n: part, ..ev }, LogKind::Prevented(ev.kind), ev.subj);
        if left != i32::MAX {
            if let Some(shield) = self.state.shields.get_mut(at) {
                shield.left -= part;
            }
            self.state.shields.retain(|s| s.left > 0);
        }
        if ev.n > part {
            if let Some(ev) = self.state.batch.get_mut(index) {
                ev.n -= part;
            }
        } else {
            self.state.batch.remove(index);
        }
    }
}
