//! Proves of every ability that what it speaks of is there: on every way from its beginning to an operation that reads a slot, something has filled the
//! slot, or a player or a condition has decided that nothing does.
//!
//! A slot that no way at all fills, and one that only the statement fills which `instead` has replaced, would be read as nobody in silence; the card is
//! refused instead.

use super::super::code::{ChangeIx, ChangeOp, Cond, CondIx, CostIx, ExtraCost, Op, Pc, SlotIx};
use super::refusal::Fail;
use super::slots::Reads;
use super::{CardLinker, Parts};
use crate::ir::Src;
use crate::kernel::AbilityIx;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Nothing has filled it, and nothing has decided so.
const UNSET: u8 = 1;
/// It was decided that nothing fills it: a player declined, a condition does not hold, there was nothing.
const NOBODY: u8 = 2;
/// It is filled.
const SET: u8 = 4;
/// It is filled with a number: how much there was of something.
const COUNTED: u8 = 8;

/// Most ways with different answers that are kept apart.
const MOST_WAYS: usize = 64;

/// The operations of linked abilities, and which jumps leave out a statement that something replaces.
#[derive(Debug, Default)]
pub(super) struct Programs {
    ranges: BTreeMap<AbilityIx, Range<Pc>>,
    replaced: BTreeSet<Pc>,
}

impl Programs {
    /// The operations of an ability were put into the pool; so were the jumps over replaced statements among them.
    pub(super) fn placed(&mut self, ability: AbilityIx, range: Range<Pc>, replaced: &[usize]) {
        let jumps = replaced.iter().filter_map(|at| u32::try_from(*at).ok());
        self.replaced.extend(jumps.map(|at| range.start.saturating_add(at)));
        self.ranges.insert(ability, range);
    }
}

/// Ways that have led to a place with the same answers to what is asked later.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Way {
    /// Slots of which it is known whether they have something.
    known: BTreeMap<SlotIx, bool>,
    /// What may be in each slot.
    slots: BTreeMap<SlotIx, u8>,
}

impl Way {
    fn slot(&self, slot: SlotIx) -> u8 {
        self.slots.get(&slot).copied().unwrap_or(UNSET)
    }

    fn set(&mut self, slot: SlotIx, what: u8) {
        self.slots.insert(slot, what);
    }

    /// It was decided that nothing fills these.
    fn leave(&mut self, slots: &BTreeSet<SlotIx>) {
        for slot in slots {
            let before = self.slot(*slot);
            if before & UNSET != 0 {
                self.set(*slot, before & !UNSET | NOBODY);
            }
        }
    }

    /// What was possible there is possible here; true if that is news.
    fn join(&mut self, other: &Way) -> bool {
        let mut news = false;
        let slots: BTreeSet<SlotIx> = self.slots.keys().chain(other.slots.keys()).copied().collect();
        for slot in slots {
            let (before, both) = (self.slot(slot), self.slot(slot) | other.slot(slot));
            news |= before != both;
            self.set(slot, both);
        }
        news
    }
}

/// A slot that is read though nothing can be in it, or though nothing is in it where something was replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Empty {
    Always,
    Replaced,
    /// A number is there, and cards are spoken of.
    Number,
}

/// The proof for one ability and those it sets up.
struct Proof<'p> {
    parts: &'p Parts,
    programs: &'p Programs,
    found: Vec<(Empty, Src)>,
    /// Abilities around the one in hand.
    depth: usize,
}

impl CardLinker<'_, '_> {
    /// Refuses the ability that was linked last if it speaks of what is not there.
    pub(super) fn prove(&mut self, ability: AbilityIx) {
        let mut proof = Proof {
            parts: &self.l.parts,
            programs: &self.programs,
            found: Vec::new(),
            depth: 0,
        };
        proof.ability(ability, &Way::default());
        for (empty, src) in proof.found {
            let own = Some(src).filter(|src| src.0 == self.card.src.0).or(self.word);
            self.refuse(
                match empty {
                    Empty::Always => Fail::wording(
                        "this speaks of something that is never there: nothing that is done before it chooses, moves or finds it",
                        "speak of what was there before (`it`, or a name that was given with `as the …`), or put this behind what chooses it",
                    ),
                    Empty::Number => Fail::wording(
                        "no cards are kept here: the statement before tells only how much there was",
                        "choose the cards first, or describe them again",
                    ),
                    Empty::Replaced => Fail::wording(
                        "this speaks of something that is not there where `instead` takes the place of a statement",
                        "say it in both cases: `if … { … } otherwise { … }`",
                    ),
                }
                .at(own),
            );
        }
    }
}

impl Proof<'_> {
    /// An ability that begins with these slots filled.
    fn ability(&mut self, ix: AbilityIx, begins: &Way) {
        let parts = self.parts;
        let Some(ability) = parts.abilities.get(ix.ix()) else {
            return;
        };
        if self.depth > 8 {
            return;
        }
        let mut way = begins.clone();
        way.known.clear();
        let extra = ability.extra.iter().flat_map(|extra| [Some(extra.slot), extra.x]);
        let given = [ability.together, ability.chosen_cost]
            .into_iter()
            .chain(ability.x)
            .chain(extra);
        for slot in given.flatten() {
            way.set(slot, SET);
        }
        let mut reads = Reads::new(parts);
        ability
            .gate
            .iter()
            .chain(&ability.condition)
            .for_each(|c| reads.cond(*c));
        for p in &ability.triggers {
            reads.pattern(*p);
        }
        if let Some(limit) = &ability.limit {
            reads.num(limit.times);
        }
        self.judge(&reads, [&way].into_iter(), ability.src);
        self.depth += 1;
        if let Some(change) = &ability.brings {
            self.given(*change, &way);
        }
        for one in &ability.statics {
            let mut way = way.clone();
            one.each.iter().for_each(|(_, slot)| way.set(*slot, SET));
            for change in &one.changes {
                self.given(*change, &way);
            }
        }
        if let Some(range) = self.programs.ranges.get(&ix) {
            self.run(range.clone(), &way, ability.extra.as_ref());
        }
        self.depth -= 1;
    }

    /// The abilities that a change gives.
    fn given(&mut self, change: ChangeIx, way: &Way) {
        let parts = self.parts;
        let change = parts.changes.get(change.0 as usize);
        if let Some(ChangeOp::Abilities(list, _) | ChangeOp::PlayerAbilities(list, _)) = change.map(|c| &c.op) {
            for ability in list {
                self.ability(*ability, way);
            }
        }
    }

    /// All ways through the operations of an ability, then what each operation reads on them.
    fn run(&mut self, range: Range<Pc>, begins: &Way, extra: Option<&ExtraCost>) {
        let parts = self.parts;
        let ops = parts
            .ops
            .get(range.start as usize..range.end as usize)
            .unwrap_or_default();
        let walk = Walk {
            parts,
            programs: self.programs,
            start: range.start,
            ops,
            extra,
            asked: asked(parts, ops),
        };
        let ways = walk.ways(begins);
        for ((op, at), here) in ops.iter().zip(range).zip(&ways) {
            let mut reads = Reads::new(parts);
            reads.op(op);
            let src = parts.op_src.get(at as usize).copied().unwrap_or(Src(0, 0, 0));
            self.judge(&reads, here.iter(), src);
            // What is set up here waits for all ways that lead here.
            let Some((first, others)) = here.split_first() else {
                continue;
            };
            let all = || {
                let mut all = first.clone();
                for way in others {
                    all.join(way);
                }
                all
            };
            match op {
                Op::Delay { ability, .. } => self.ability(*ability, &all()),
                Op::Apply { changes, .. } => {
                    let all = all();
                    for change in changes {
                        self.given(*change, &all);
                    }
                }
                _ => {}
            }
        }
    }

    /// Slots that are read on these ways.
    fn judge<'w>(&mut self, reads: &Reads<'_>, ways: impl Iterator<Item = &'w Way> + Clone, src: Src) {
        for slot in &reads.found {
            let all = ways.clone().fold(0, |all, way| all | way.slot(*slot));
            let empty = match all {
                0 => continue,
                all if all & (SET | COUNTED) == 0 => Empty::Always,
                all if all & SET == 0 && reads.cards.contains(slot) => Empty::Number,
                all if all & UNSET != 0 => Empty::Replaced,
                _ => continue,
            };
            if !self.found.contains(&(empty, src)) {
                self.found.push((empty, src));
            }
        }
    }
}

/// The operations of an ability, as the ways lead through them.
struct Walk<'p> {
    parts: &'p Parts,
    programs: &'p Programs,
    start: Pc,
    ops: &'p [Op],
    extra: Option<&'p ExtraCost>,
    /// Slots that some condition asks whether they have something.
    asked: BTreeSet<SlotIx>,
}

impl Walk<'_> {
    /// The ways that lead to each operation.
    fn ways(&self, begins: &Way) -> Vec<Vec<Way>> {
        let mut ways: Vec<Vec<Way>> = vec![Vec::new(); self.ops.len()];
        let mut todo: Vec<(Pc, Way)> = vec![(self.start, begins.clone())];
        while let Some((pc, mut way)) = todo.pop() {
            let Some(at) = pc.checked_sub(self.start).map(|at| at as usize) else {
                continue;
            };
            let (Some(here), Some(op)) = (ways.get_mut(at), self.ops.get(at)) else {
                continue;
            };
            // What was asked is forgotten where there are too many answers.
            if here.len() >= MOST_WAYS {
                way.known.clear();
            }
            if let Some(known) = here.iter_mut().find(|w| w.known == way.known) {
                if !known.join(&way) {
                    continue;
                }
                way.clone_from(known);
            } else {
                here.push(way.clone());
            }
            self.step(pc, op, &way, &mut todo);
        }
        ways
    }

    /// Where an operation leads.
    fn step(&self, pc: Pc, op: &Op, way: &Way, todo: &mut Vec<(Pc, Way)>) {
        let next = pc.saturating_add(1);
        match op {
            Op::End => {}
            Op::Jump(to) => todo.push((*to, self.leap(way, pc, *to))),
            Op::Unless(cond, to) => {
                let truth = self.truth(*cond, way);
                if truth != Some(false) {
                    todo.push((next, self.learn(*cond, true, way.clone())));
                }
                if truth != Some(true) {
                    todo.push((*to, self.learn(*cond, false, self.leap(way, pc, *to))));
                }
            }
            Op::May { other, done, .. } => {
                todo.push((next, self.answered(way.clone(), *done, true)));
                todo.push((*other, self.answered(self.leap(way, pc, *other), *done, false)));
            }
            Op::Offer { cost, other, done, .. } => {
                let paid = self.answered(way.clone(), *done, true);
                todo.extend(self.costs(*cost).into_iter().map(|at| (at, paid.clone())));
                todo.push((*other, self.answered(self.leap(way, pc, *other), *done, false)));
            }
            Op::PayStart(cost) => {
                todo.extend(self.costs(*cost).into_iter().map(|at| (at, way.clone())));
                if self.extra.is_some_and(|extra| extra.cost == *cost) {
                    let behind = self.behind_payment(next);
                    todo.push((behind, self.leap(way, pc, behind)));
                }
            }
            Op::NextEach(_, element, after) => {
                let mut lap = way.clone();
                lap.set(*element, SET);
                todo.push((next, lap));
                todo.push((*after, self.leap(way, pc, *after)));
            }
            Op::NextPlayer(_, after) | Op::Countdown(_, after) => {
                todo.push((next, way.clone()));
                todo.push((*after, self.leap(way, pc, *after)));
            }
            Op::NextMode(modes, after) => {
                let at = modes.checked_sub(self.start).map(|at| at as usize);
                if let Some(Op::Modes { options, .. }) = at.and_then(|at| self.ops.get(at)) {
                    todo.extend(options.iter().map(|option| (option.pc, way.clone())));
                }
                todo.push((*after, self.leap(way, pc, *after)));
            }
            _ => self.write(op, way, next, todo),
        }
    }

    /// An operation that fills slots; what is asked about later goes on as two ways.
    fn write(&self, op: &Op, way: &Way, next: Pc, todo: &mut Vec<(Pc, Way)>) {
        let filled = op.writes();
        let mut done = way.clone();
        let what = if counts(op) { COUNTED } else { SET };
        for slot in &filled {
            done.set(*slot, what);
            done.known.remove(slot);
        }
        let Some(asked) = filled.iter().find(|slot| self.asked.contains(slot)).copied() else {
            todo.push((next, done));
            return;
        };
        let constant = match op {
            Op::Set(_, n) => match self.parts.nums.get(n.0 as usize) {
                Some(super::super::code::Num::Const(n)) => Some(*n > 0),
                _ => None,
            },
            _ => None,
        };
        // What is only turned is still what is spoken of, and a number is there even if it is nothing.
        let stays = matches!(
            op,
            Op::Turn { .. } | Op::Face { .. } | Op::Set(..) | Op::Copy(..) | Op::Declare(..) | Op::Freeze(_)
        );
        for answer in [true, false] {
            if constant.is_some_and(|constant| constant != answer) {
                continue;
            }
            let mut way = done.clone();
            way.known.insert(asked, answer);
            if !answer && !stays {
                for slot in &filled {
                    way.set(*slot, NOBODY);
                }
            }
            todo.push((next, way));
        }
    }

    fn answered(&self, mut way: Way, done: Option<SlotIx>, answer: bool) -> Way {
        if let Some(done) = done {
            way.set(done, SET);
            if self.asked.contains(&done) {
                way.known.insert(done, answer);
            }
        }
        way
    }

    /// Behind a jump what it leaves out was decided against, unless that was replaced by something else.
    fn leap(&self, way: &Way, from: Pc, to: Pc) -> Way {
        let mut way = way.clone();
        if to > from && !self.programs.replaced.contains(&from) {
            let at = |pc: Pc| pc.saturating_sub(self.start) as usize;
            let skipped = self.ops.get(at(from)..at(to)).unwrap_or_default();
            way.leave(&skipped.iter().flat_map(Op::writes).collect());
        }
        way
    }

    /// Where the operations of a cost begin, and those of its alternatives.
    fn costs(&self, cost: CostIx) -> Vec<Pc> {
        let mut all = Vec::new();
        let mut cost = self.parts.costs.get(cost.0 as usize);
        while let Some(one) = cost.filter(|one| !all.contains(&one.pc)) {
            all.push(one.pc);
            cost = one.or.and_then(|or| self.parts.costs.get(or.0 as usize));
        }
        all
    }

    /// What comes behind a payment that was not made.
    fn behind_payment(&self, from: Pc) -> Pc {
        let at = from.saturating_sub(self.start) as usize;
        let payment = self.ops.iter().skip(at).take_while(|op| **op != Op::Announced);
        let length = u32::try_from(payment.count()).unwrap_or(u32::MAX);
        from.saturating_add(length).saturating_add(1)
    }

    /// Whether a condition holds on a way, if that is known.
    fn truth(&self, cond: CondIx, way: &Way) -> Option<bool> {
        match self.parts.conds.get(cond.0 as usize)? {
            Cond::Const(holds) => Some(*holds),
            Cond::Slot(slot) => way.known.get(slot).copied(),
            Cond::Not(inner) => self.truth(*inner, way).map(|holds| !holds),
            Cond::And(list) => {
                let all: Vec<_> = list.iter().map(|c| self.truth(*c, way)).collect();
                if all.contains(&Some(false)) {
                    return Some(false);
                }
                all.iter().all(|one| *one == Some(true)).then_some(true)
            }
            Cond::Or(list) => {
                let all: Vec<_> = list.iter().map(|c| self.truth(*c, way)).collect();
                if all.contains(&Some(true)) {
                    return Some(true);
                }
                all.iter().all(|one| *one == Some(false)).then_some(false)
            }
            _ => None,
        }
    }

    /// Where a condition holds, or does not, it is known what it asked.
    fn learn(&self, cond: CondIx, holds: bool, mut way: Way) -> Way {
        match self.parts.conds.get(cond.0 as usize) {
            Some(Cond::Slot(slot)) => {
                way.known.insert(*slot, holds);
            }
            Some(Cond::Not(inner)) => way = self.learn(*inner, !holds, way),
            Some(Cond::And(list)) if holds => {
                for cond in list {
                    way = self.learn(*cond, true, way);
                }
            }
            _ => {}
        }
        way
    }
}

/// Slots that conditions of jumps ask whether they have something.
fn asked(parts: &Parts, ops: &[Op]) -> BTreeSet<SlotIx> {
    let mut out = BTreeSet::new();
    let mut todo: Vec<CondIx> = ops
        .iter()
        .filter_map(|op| match op {
            Op::Unless(cond, _) => Some(*cond),
            _ => None,
        })
        .collect();
    while let Some(cond) = todo.pop() {
        match parts.conds.get(cond.0 as usize) {
            Some(Cond::Slot(slot)) => {
                out.insert(*slot);
            }
            Some(Cond::Not(inner)) => todo.push(*inner),
            Some(Cond::And(list) | Cond::Or(list)) => todo.extend(list),
            _ => {}
        }
    }
    out
}

/// Whether an operation fills its slot with a number: how much damage, life or how many counters there were.
fn counts(op: &Op) -> bool {
    matches!(
        op,
        Op::Damage { .. } | Op::Mend { .. } | Op::Life { .. } | Op::Counters { .. } | Op::Set(..)
    )
}
