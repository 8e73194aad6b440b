//! Choosing cards, places and ways to pay.

use super::{PICKED, START};
use crate::exec::code::{Op, PickIx, PlaceIx, SlotIx};
use crate::exec::eval::{Env, Refs};
use crate::exec::game::Game;
use crate::kernel::{AbilityIx, Ask, AskKind, Atom, CellId, Ev, EvKind, LogKind, P, PickRule, Ref, Sees, Slot};
use smallvec::SmallVec;

impl Game {
    /// The alternatives of a cost that can be paid now.
    pub(super) fn payable(&self, cost: crate::exec::code::CostIx, payer: P) -> Vec<crate::exec::code::CostIx> {
        let env = self.env();
        let mut out = Vec::new();
        let mut at = Some(cost);
        while let Some(cost) = at {
            if out.len() > 16 {
                break;
            }
            if self.can_pay_alone(cost, payer, &env) {
                out.push(cost);
            }
            at = self.pool.cost(cost).or;
        }
        out
    }

    /// The costs of the running ability itself, with their alternatives; not those that its effect speaks of.
    fn own_costs(&self) -> SmallVec<[crate::exec::code::CostIx; 4]> {
        let mut out = SmallVec::new();
        let Some(run) = self.state.runs.last() else {
            return out;
        };
        let ability = self.pool.ability(run.ability);
        for first in [ability.cost, ability.offered] {
            let mut next = first;
            while let Some(cost) = next.filter(|_| out.len() < 32) {
                out.push(cost);
                next = self.pool.cost(cost).or;
            }
        }
        out
    }

    /// Whether this is the running ability's own cost, and it was lost.
    pub(super) fn own_cost_lost(&self, cost: crate::exec::code::CostIx, payer: P) -> bool {
        let Some(run) = self.state.runs.last() else {
            return false;
        };
        self.own_costs().contains(&cost) && self.cost_lost(run.ability, run.src0, payer)
    }

    /// Whether the game lets the player pay this cost, if it is the running ability's own.
    pub(super) fn may_pay_own(&self, cost: crate::exec::code::CostIx, payer: P) -> bool {
        let Some(run) = self.state.runs.last() else { return true };
        !self.own_costs().contains(&cost) || self.kernel().may_pay(self, payer, run.ability)
    }

    /// Where the operations of a cost end.
    fn end_of_cost(&self, cost: crate::exec::code::CostIx) -> u32 {
        let from = self.pool.cost(cost).pc;
        let ops = self.pool.ops.get(from as usize..).unwrap_or(&[]);
        let len = ops.iter().take_while(|op| !matches!(op, Op::PayEnd | Op::End)).count();
        from.saturating_add(u32::try_from(len).unwrap_or(u32::MAX))
    }

    /// Where the effect goes on that a cost is paid for.
    pub(super) fn after_cost(&self, cost: crate::exec::code::CostIx) -> u32 {
        self.end_of_cost(cost).saturating_add(1)
    }

    /// The running ability, if the operation there ends its own cost.
    pub(super) fn ends_own_cost(&self, pc: u32) -> Option<AbilityIx> {
        let run = self.state.runs.last()?;
        let ends = self.own_costs().into_iter().any(|cost| self.end_of_cost(cost) == pc);
        ends.then_some(run.ability)
    }

    /// Asks which of several alternatives is paid; one alone is no question.
    pub(super) fn ask_which_cost(&mut self, cost: crate::exec::code::CostIx, payer: P) {
        self.state.picks.clear();
        if self.pool.cost(cost).or.is_none() {
            return;
        }
        let count = u8::try_from(self.payable(cost, payer).len()).unwrap_or(u8::MAX);
        self.state.atoms.clear();
        self.state.atoms.extend((0..count).map(Atom::Option));
        let ask = self.about(Ask::one(payer, AskKind::Options));
        self.ask(ask);
    }

    /// Goes on with the operations of the alternative that was chosen.
    pub(super) fn pay_chosen(&mut self, cost: crate::exec::code::CostIx, payer: P) {
        let chosen = match self.state.picks.first() {
            Some(Atom::Option(n)) => self.payable(cost, payer).get(usize::from(*n)).copied(),
            _ => None,
        };
        self.jump(self.pool.cost(chosen.unwrap_or(cost)).pc);
    }

    /// The cards a pick may take, as the rules stand.
    #[inline]
    pub(in crate::exec) fn candidates(&self, pick: PickIx, env: &Env<'_>) -> Refs {
        let mut refs = self.objects(self.pool.pick(pick).from, env);
        if self.state.rule_mask & crate::exec::door::FORBIDS != 0 {
            self.keep_choosable(&mut refs, env.actor);
        }
        refs
    }

    /// Leaves only the cards that the player may choose.
    fn keep_choosable(&self, refs: &mut Refs, who: P) {
        let cause = self.cause();
        let note = self.tables().note.choose;
        refs.retain(|r| {
            !self.forbidden(&Ev {
                kind: EvKind::Note,
                tag: note,
                subj: *r,
                who,
                cause,
                ..Ev::default()
            })
        });
    }

    /// Asks the actor for a pick, or takes it at random. False if the result is there at once.
    pub(super) fn ask_pick(&mut self, pick: PickIx) {
        let spec = self.pool.pick(pick);
        let env = self.env();
        let mut refs = self.candidates(pick, &env);
        if self.state.runs.last().is_some_and(|r| r.paying) {
            self.keep_payable(pick, &mut refs);
        }
        let have = i32::try_from(refs.len()).unwrap_or(i32::MAX);
        let max = spec.max.map_or(have, |n| self.number(n, &env)).clamp(0, have);
        let min = spec
            .min
            .map_or(if spec.max.is_none() { 0 } else { max }, |n| self.number(n, &env))
            .clamp(0, max);
        let min = if spec.may_fail {
            min.min(self.in_public(&refs))
        } else {
            min
        };
        let min = if spec.unseen {
            min.min(have - self.unseen(&refs))
        } else {
            min
        };
        let rule = self.pick_rule(spec, &env);
        // Of cards that must differ, no more are chosen than do.
        let max = match rule {
            PickRule::DifferentNames | PickRule::Different(_) => {
                let most = self.most_together(rule, &refs, (0, usize::try_from(max).unwrap_or(0)));
                most.and_then(|n| i32::try_from(n).ok()).unwrap_or(max)
            }
            _ => max,
        };
        let min = min.min(max);
        let (who, may_fail) = (env.actor, spec.may_fail);
        if spec.random {
            self.pick_at_random(refs, max);
            return;
        }
        self.state.atoms.clear();
        self.state.picks.clear();
        if max == 0 {
            return;
        }
        if rule == PickRule::Any && !may_fail {
            self.keep_uppermost(&mut refs, max);
        }
        let have = i32::try_from(refs.len()).unwrap_or(i32::MAX);
        self.state.atoms.extend(refs.iter().map(|r| atom_of(*r)));
        let mut ask = self.about(Ask::one(who, AskKind::Cards));
        ask.min = u16::try_from(min).unwrap_or(u16::MAX);
        ask.max = u16::try_from(max).unwrap_or(u16::MAX);
        ask.rule = rule;
        // All of them, without a choice.
        if min == max && max == have && rule == PickRule::Any {
            self.state.picks.append(&mut self.state.atoms);
            return;
        }
        if max == 1 && min == 0 {
            self.state.atoms.insert(0, Atom::Done);
        }
        self.ask(ask);
    }

    /// How many of the cards lie in a hidden zone where the player who does not choose cannot see them.
    fn unseen(&self, refs: &[Ref]) -> i32 {
        let other = self.actor().other();
        let layout = self.layout();
        let hidden = |r: &&Ref| {
            let zone = layout.zone(layout.cell(self.state.card(r.ix).cell).zone);
            r.as_player().is_none() && !matches!(zone.sees, Sees::All | Sees::Everybody) && !self.sees(r.ix, other)
        };
        i32::try_from(refs.iter().filter(hidden).count()).unwrap_or(i32::MAX)
    }

    /// How many of the cards lie where everybody sees them: a search must find those (10.1.9.1.2 of Vanguard, 1014.1 of Force of Will).
    fn in_public(&self, refs: &[Ref]) -> i32 {
        let layout = self.layout();
        let public = |r: &&Ref| {
            let zone = layout.zone(layout.cell(self.state.card(r.ix).cell).zone);
            r.as_player().is_none() && matches!(zone.sees, Sees::All | Sees::Everybody)
        };
        i32::try_from(refs.iter().filter(public).count()).unwrap_or(i32::MAX)
    }

    /// Of the cards of a pile that is taken from the top, only the uppermost can be meant.
    pub(super) fn keep_uppermost(&self, refs: &mut Refs, max: i32) {
        let max = usize::try_from(max).unwrap_or(0);
        let piled = |r: &Ref| self.leaves_from_top(self.state.card(r.ix).cell);
        if !refs.iter().any(piled) || refs.iter().any(|r| r.as_player().is_some()) {
            return;
        }
        let height = |r: &Ref| {
            let cell = self.state.card(r.ix).cell;
            if !self.leaves_from_top(cell) {
                return None;
            }
            let at = self.state.cells.cards(cell).iter().position(|ix| *ix == r.ix);
            at.map(|at| (cell, at))
        };
        let heights: SmallVec<[(CellId, usize); 8]> = refs.iter().filter_map(height).collect();
        if heights.is_empty() {
            return;
        }
        refs.retain(|r| {
            height(r).is_none_or(|(cell, at)| heights.iter().filter(|(c, h)| *c == cell && *h > at).count() < max)
        });
    }

    pub(in crate::exec) fn pick_rule(&self, spec: &crate::exec::code::Pick, env: &Env<'_>) -> PickRule {
        use crate::exec::code::{AttrKey, Cmp, PickDemand};
        match &spec.rule {
            PickDemand::Any => PickRule::Any,
            PickDemand::Different(AttrKey::Num(attr)) => PickRule::Different(attr.0),
            PickDemand::Different(_) => PickRule::DifferentNames,
            PickDemand::Total(attr, cmp, n) => {
                let n = self.number(*n, env);
                match cmp {
                    Cmp::Is => PickRule::TotalIs(attr.0, n),
                    Cmp::AtMost => PickRule::TotalAtMost(attr.0, n),
                    Cmp::Less => PickRule::TotalAtMost(attr.0, n - 1),
                    Cmp::AtLeast => PickRule::TotalAtLeast(attr.0, n),
                    Cmp::More => PickRule::TotalAtLeast(attr.0, n + 1),
                }
            }
        }
    }

    pub(super) fn pick_at_random(&mut self, mut refs: Refs, max: i32) {
        self.state.picks.clear();
        for _ in 0..max {
            let n = self.state.rng.below(u32::try_from(refs.len()).unwrap_or(0)) as usize;
            if n < refs.len() {
                let card = refs.remove(n);
                self.state.picks.push(atom_of(card));
            }
        }
        // A loop with chance in it is none.
        self.state.visited.clear();
        self.state.answers.clear();
    }

    /// The cards that were picked. Of a pile that cards leave from its top only, as many from the top as were picked.
    #[inline]
    pub(super) fn picked_cards(&self, pick: Option<PickIx>) -> Refs {
        let mut picked = Refs::new();
        for atom in &self.state.picks {
            match atom {
                Atom::Card(r) => picked.push(*r),
                Atom::Player(p) => picked.push(Ref::player(*p)),
                _ => {}
            }
        }
        if let Some(pick) = pick.filter(|_| {
            let mut cells = picked.iter().map(|r| self.state.card(r.ix).cell);
            cells.any(|cell| self.leaves_from_top(cell))
        }) {
            self.take_uppermost(pick, &mut picked);
        }
        picked
    }

    /// Of a pile that cards leave from its top only, as many from the top are taken as were picked.
    fn take_uppermost(&self, pick: PickIx, picked: &mut Refs) {
        let cell_of = |r: &Ref| self.state.card(r.ix).cell;
        if picked.iter().any(|r| r.as_player().is_some()) {
            return;
        }
        let spec = self.pool.pick(pick);
        if spec.rule != crate::exec::code::PickDemand::Any || spec.may_fail || spec.random {
            return;
        }
        let all = self.candidates(pick, &self.env());
        let chosen = picked.clone();
        for (n, r) in picked.iter_mut().enumerate() {
            let cell = cell_of(r);
            if self.leaves_from_top(cell) {
                let above = chosen.iter().take(n).filter(|c| cell_of(c) == cell).count();
                let pile = self.state.cells.cards(cell).iter().rev().map(|ix| self.state.now(*ix));
                if let Some(upper) = pile.filter(|c| all.contains(c)).nth(above) {
                    *r = upper;
                }
            }
        }
    }

    #[inline]
    pub(super) fn leaves_from_top(&self, cell: CellId) -> bool {
        self.layout().is_from_top(cell)
    }

    pub(super) fn op_choose(&mut self, pick: PickIx, slot: SlotIx, stage: u8) {
        if stage == START {
            self.stage(PICKED);
            self.ask_pick(pick);
            return;
        }
        let cards = self.picked_cards(Some(pick));
        let who = self.actor();
        if self.pool.pick(pick).told && who == self.state.turn.player {
            for card in cards.iter().filter(|c| c.as_player().is_none()) {
                self.disclose(*card, who.other());
            }
        }
        // What is chosen for a cost that is paid at once is told by the payment.
        let paying = self.state.runs.last().is_some_and(|r| r.paying) && self.tables().costs_at_once;
        for card in cards.iter().filter(|_| !paying) {
            match card.as_player() {
                Some(p) => self.note_in_log(LogKind::Chose, Ref::NONE, who, i32::from(p.0) + 1),
                None => self.note_in_log(LogKind::Chose, *card, who, 0),
            }
        }
        self.keep(slot, &cards);
        self.next();
    }

    pub(super) fn op_choose_cell(&mut self, place: PlaceIx, slot: SlotIx, stage: u8) {
        if stage == START {
            let cells = self.cells(place, &self.env());
            self.stage(PICKED);
            self.ask_cell(&cells);
            return;
        }
        if let Some(Atom::Cell(cell)) = self.state.picks.first().copied() {
            self.set_slot(slot, Slot::Cell(cell));
        }
        self.next();
    }

    pub(super) fn ask_cell(&mut self, cells: &[CellId]) {
        let who = self.actor();
        self.state.atoms.clear();
        self.state.atoms.extend(cells.iter().map(|c| Atom::Cell(*c)));
        let ask = self.about(Ask::one(who, AskKind::Cells));
        self.ask(ask);
    }
}

/// A card or player as an answer.
fn atom_of(r: Ref) -> Atom {
    match r.as_player() {
        Some(p) => Atom::Player(p),
        None => Atom::Card(r),
    }
}
