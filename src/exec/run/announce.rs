//! What is chosen and paid while something is announced, and what is left of it when it resolves.

use super::{HAPPENED, PICKED, START, slot_refs};
use crate::exec::code::{CondIx, Filter, Icon, ModeOption, NumIx, Obj, Pick, PickIx, SlotIx};
use crate::exec::eval::{Env, Refs};
use crate::exec::game::Game;
use crate::exec::seam::Flow;
use crate::kernel::{Ask, AskKind, Atom, Bits, Cause, Ev, EvKind, LogKind, P, PickRule, Ref, Slot};
use std::sync::Arc;

/// How many options: fewest and most, and what they are instead.
pub(super) type ModeCount<'o> = ((NumIx, NumIx), &'o [((NumIx, NumIx), CondIx)]);

impl Game {
    /// Something becomes the target of what is being announced.
    fn target_ev(&self, target: Ref, cause: &Cause) -> Ev {
        Ev {
            kind: EvKind::Note,
            tag: self.tables().note.target,
            subj: cause.src,
            obj: target,
            who: cause.by,
            cause: *cause,
            ..Ev::default()
        }
    }

    /// Whether something may be chosen as a target of what is being announced.
    pub fn may_target(&self, target: Ref, cause: &Cause) -> bool {
        self.kernel().can_target(self, target, cause) && !self.forbidden(&self.target_ev(target, cause))
    }

    /// Abilities hear what became a target, in games that have a word for it; an announcement that is taken back takes that back too.
    pub fn tell_targets(&mut self, targets: &[Ref], cause: &Cause) {
        if self.tables().note.target == crate::kernel::Note::NONE || targets.is_empty() {
            return;
        }
        self.state.batch = targets.iter().map(|t| self.target_ev(*t, cause)).collect();
        self.send();
    }

    /// What may be chosen as targets of a pick.
    pub fn legal_targets(&self, pick: PickIx, env: &Env<'_>, cause: &Cause) -> Refs {
        let from = self.pool.pick(pick).from;
        let mut refs = self.objects(from, env);
        refs.retain(|r| self.may_target(*r, cause));
        // 903.2.g.2 and its like: what a target must be has to be plain to everybody.
        let shown = self.tables().back.map_or(0, |back| back.types);
        if let Obj::Select(select) = self.pool.obj(from)
            && (select.types & !shown != 0 || select.filters.iter().any(Filter::asks_face))
        {
            let plain = |r: &Ref| r.as_player().is_some() || P::BOTH.into_iter().all(|p| self.sees(r.ix, p));
            refs.retain(|r| plain(r));
        }
        refs
    }

    /// How many of these targets are chosen, fewest and most, if there are so many that fit together; none if it cannot be announced.
    pub(super) fn target_range(&self, spec: &Pick, refs: &Refs, env: &Env<'_>) -> Option<(i32, i32)> {
        let lenient = self.tables().lenient_targets;
        let have = i32::try_from(refs.len()).unwrap_or(i32::MAX);
        let most = spec.max.map_or(have, |n| self.number(n, env)).max(0);
        let together = self.most_together(self.pick_rule(spec, env), refs, (0, usize::try_from(most).unwrap_or(0)))?;
        let have = i32::try_from(together).unwrap_or(i32::MAX);
        let mut least = spec.min.map_or(most, |n| self.number(n, env)).max(0);
        let mut most = most.min(have);
        if lenient && have > 0 || spec.may_fail {
            least = least.min(have);
        }
        if let Some(parts) = spec.parts {
            most = most.min(self.number(parts, env));
        }
        (least <= most).then_some((least, most))
    }

    pub(super) fn op_target(&mut self, pick: PickIx, slot: SlotIx, stage: u8) {
        if stage != START {
            let mut cards = Refs::new();
            for atom in &self.state.picks {
                match atom {
                    Atom::Card(r) => cards.push(*r),
                    Atom::Player(p) => cards.push(Ref::player(*p)),
                    _ => {}
                }
            }
            let who = self.env().actor;
            for card in &cards {
                match card.as_player() {
                    Some(p) => self.note_in_log(LogKind::Chose, Ref::NONE, who, i32::from(p.0) + 1),
                    None => self.note_in_log(LogKind::Chose, *card, who, 0),
                }
            }
            self.keep(slot, &cards);
            self.next();
            let cause = self.cause();
            self.tell_targets(&cards, &cause);
            return;
        }
        let env = self.env();
        let mut cause = self.cause();
        if self.tables().lenient_targets {
            // What a player does not choose is not chosen by that player (12.15.3 and its like).
            cause.by = env.actor;
        }
        let refs = self.legal_targets(pick, &env, &cause);
        let spec = self.pool.pick(pick).clone();
        let env = self.env();
        let have = i32::try_from(refs.len()).unwrap_or(i32::MAX);
        let Some((least, most)) = self.target_range(&spec, &refs, &env) else {
            // Not enough legal targets: it cannot be announced at all.
            self.take_back();
            return;
        };
        let rule = self.pick_rule(&spec, &env);
        let mut ask = self.about(Ask::one(env.actor, AskKind::Cards));
        self.stage(PICKED);
        self.state.picks.clear();
        if most == 0 {
            return;
        }
        let atoms = refs.iter().map(|r| match r.as_player() {
            Some(p) => Atom::Player(p),
            None => Atom::Card(*r),
        });
        if least == have && rule == PickRule::Any && self.tables().lenient_targets {
            // There is no choice.
            self.state.picks.extend(atoms);
            return;
        }
        ask.min = u16::try_from(least).unwrap_or(u16::MAX);
        ask.max = u16::try_from(most).unwrap_or(u16::MAX);
        ask.rule = rule;
        self.state.atoms.clear();
        if most == 1 && least == 0 {
            self.state.atoms.push(Atom::Done);
        }
        self.state.atoms.extend(atoms);
        self.ask(ask);
    }

    /// Every target gets at least one step; the last gets the rest.
    pub(super) fn op_divide(&mut self, among: SlotIx, (total, step): (NumIx, NumIx), parts: SlotIx, stage: u8) {
        let env = self.env();
        let count = i32::try_from(slot_refs(&env, among).len()).unwrap_or(0);
        let (total, step) = (self.number(total, &env), self.number(step, &env).max(1));
        let at = i32::try_from(self.local()).unwrap_or(i32::MAX);
        let slot = |n: i32| parts.saturating_add(u16::try_from(n).unwrap_or(u16::MAX));
        if stage == PICKED
            && let Some(Atom::Number(n)) = self.state.picks.first().copied()
        {
            self.set_slot(slot(at), Slot::Num(n));
            self.set_local(u32::try_from(at + 1).unwrap_or(u32::MAX));
            self.stage(START);
            return;
        }
        if at == 0 && count.saturating_mul(step) > total {
            // More targets than parts: it cannot be announced so.
            self.take_back();
            return;
        }
        let given: i32 = (0..at).map(|n| self.slot_number(slot(n))).sum();
        let left = total - given;
        let others = count - at - 1;
        if others < 0 {
            self.next();
            return;
        }
        if others == 0 {
            self.set_slot(slot(at), Slot::Num(left));
            self.next();
            return;
        }
        let most = left - others * step;
        self.state.atoms.clear();
        let mut n = step;
        while n <= most && self.state.atoms.len() < 1000 {
            self.state.atoms.push(Atom::Number(n));
            n += step;
        }
        self.stage(PICKED);
        let ask = self.about(Ask::one(self.env().actor, AskKind::Number));
        self.ask(ask);
    }

    /// Options are chosen: only those whose targets there are.
    pub(super) fn op_announce(
        &mut self,
        (count, overrides): ModeCount<'_>,
        options: &[ModeOption],
        slot: SlotIx,
        stage: u8,
    ) {
        if stage != START {
            let mut mask = 0;
            let who = self.env().actor;
            for atom in self.state.picks.clone() {
                if let Atom::Option(n) = atom {
                    mask |= i32::bit(n);
                    self.note_in_log(LogKind::Said, Ref::NONE, who, i32::from(n) + 1);
                }
            }
            self.set_slot(slot, Slot::Num(mask));
            self.next();
            return;
        }
        let env = self.env();
        let cause = self.cause();
        let count = overrides
            .iter()
            .rev()
            .find(|(_, cond)| self.holds(*cond, &env))
            .map_or(count, |(count, _)| *count);
        let possible: Vec<Atom> = options
            .iter()
            .enumerate()
            .filter(|(_, o)| o.cond.is_none_or(|c| self.holds(c, &env)) && self.announceable(o.pc, &env, &cause))
            .map(|(n, _)| Atom::Option(u8::try_from(n).unwrap_or(u8::MAX)))
            .collect();
        let have = i32::try_from(possible.len()).unwrap_or(0);
        let least = self.number(count.0, &env).max(0);
        let most = self.number(count.1, &env).clamp(0, have);
        if have < least {
            self.take_back();
            return;
        }
        let mut ask = self.about(Ask::one(env.actor, AskKind::Options));
        ask.min = u16::try_from(least).unwrap_or(0);
        ask.max = u16::try_from(most).unwrap_or(0);
        self.stage(PICKED);
        self.state.picks.clear();
        self.state.atoms = possible;
        if most == 0 {
            self.state.atoms.clear();
            return;
        }
        if most == 1 && least == 0 {
            self.state.atoms.insert(0, Atom::Done);
        }
        self.ask(ask);
    }

    /// What was chosen or paid is kept, and the announcing run is over.
    pub(super) fn op_announced(&mut self) -> Flow {
        let mut held = self.capture();
        let Some(run) = self.state.runs.pop() else {
            return Flow::Pop;
        };
        // Where nothing happens between the payment and the effect, what was paid was done this way too.
        if !self.tables().rechecks {
            let before = run.held.as_ref().map_or(0, |held| held.start);
            Arc::make_mut(&mut held).start = if before > 0 { before } else { run.start };
        }
        self.state.slots.truncate(run.slots as usize);
        self.state.words.truncate(run.words as usize);
        self.kernel().announced(self, run.ability, held);
        Flow::Pop
    }

    /// Leaves only the targets that are still there and still legal.
    pub(super) fn op_recheck(&mut self, pick: PickIx, slot: SlotIx) {
        let env = self.env();
        let chosen = slot_refs(&env, slot);
        if !chosen.is_empty() {
            let cause = self.cause();
            let legal = self.legal_targets(pick, &env, &cause);
            // The others keep their places, so that what was divided among them stays with them.
            let kept: Refs = chosen
                .iter()
                .map(|r| if legal.contains(r) { *r } else { Ref::NONE })
                .collect();
            self.keep(slot, &kept);
        }
        self.next();
    }

    /// Adds one of the rows of icons to the actor's purse.
    pub(super) fn op_produce(&mut self, runs: &[Vec<Icon>], done: Option<SlotIx>, stage: u8) {
        if stage == HAPPENED {
            if let Some(done) = done {
                let n = self.state.done;
                self.set_slot(done, Slot::Num(n));
            }
            self.next();
            return;
        }
        let env = self.env();
        let (who, src) = (env.actor, env.src);
        let rows = runs.iter().map(|run| self.icons(run, &env)).collect();
        let rows: Vec<Vec<(u8, i32)>> = self.kernel().produces(self, who, src, rows);
        let void = self.tables().icons.len();
        // One icon each: the question is about kinds of icons.
        let kind = |row: &Vec<(u8, i32)>| match row.as_slice() {
            [(kind, 1)] if *kind == Icon::ANY => u8::try_from(void).ok(),
            [(kind, 1)] => Some(*kind),
            _ => None,
        };
        let kinds: Option<Vec<u8>> = rows.iter().map(kind).collect();
        let asked = self.tables().produce_prompt.zip(kinds);
        let chosen = match (stage, self.state.picks.first(), &asked) {
            (PICKED, Some(Atom::Option(n)), _) => usize::from(*n),
            (PICKED, Some(Atom::Word(w)), Some((_, kinds))) => kinds.iter().position(|k| k == w).unwrap_or(0),
            _ => 0,
        };
        if stage == START && rows.len() > 1 {
            self.stage(PICKED);
            let kind = if let Some((prompt, kinds)) = asked {
                self.state.atoms = kinds.into_iter().map(Atom::Word).collect();
                AskKind::Rule(prompt)
            } else {
                let count = u8::try_from(rows.len()).unwrap_or(u8::MAX);
                self.state.atoms = (0..count).map(Atom::Option).collect();
                AskKind::Options
            };
            let ask = self.about(Ask::one(who, kind));
            self.ask(ask);
            return;
        }
        let icons = rows.into_iter().nth(chosen).unwrap_or_default();
        let mut total = 0;
        if let Some(player) = self.state.players.get_mut(who.ix()) {
            for (kind, n) in icons {
                let at = if kind == Icon::ANY { void } else { usize::from(kind) };
                let n = u8::try_from(n.clamp(0, 100)).unwrap_or(0);
                if let Some(slot) = player.purse.get_mut(at) {
                    *slot = slot.saturating_add(n).min(200);
                    total += i32::from(n);
                }
            }
        }
        self.did();
        self.stage(HAPPENED);
        let note = self.tables().note.produce;
        let (src, cause) = (self.env().src, self.cause());
        self.emit(Ev {
            kind: EvKind::Note,
            tag: note,
            subj: src,
            who,
            n: total,
            cause,
            ..Ev::default()
        });
        self.state.done = total;
    }

    pub(super) fn op_pay_icons(&mut self, icons: &[Icon], done: Option<SlotIx>, stage: u8) {
        if stage == START {
            let env = self.env();
            let mut price = self.icons(icons, &env);
            let (who, cause) = (env.actor, self.cause());
            if let Some(run) = self.state.runs.last() {
                // Between the place of its payment and its effect lies the ability's own cost; what its effect lets a player pay is no price of it.
                let ability = self.pool.ability(run.ability);
                if ability.payment.is_some_and(|from| (from..ability.pc).contains(&run.pc)) {
                    price = self.kernel().reprice(self, who, run.src, run.ability, price);
                }
            }
            self.stage(HAPPENED);
            self.kernel().pay_icons(self, who, &price, cause);
        } else {
            self.results(None, done);
            self.next();
        }
    }
}
