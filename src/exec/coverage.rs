//! What linked code did in games: how often each operation was reached and changed something, each condition was true and false, each cost could be
//! paid, each change made a difference. A game counts only if it was given a sink; a copy of a game counts nothing.

use super::code::{ChangeIx, ChangeOp, CondIx, CostIx, ObjIx, Op, PatIx, Pc, SlotIx};
use super::game::Game;
use super::pool::Pool;
use super::seam::Flow;
use crate::kernel::{AbilityIx, LogKind, Slot};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// Two counts: of no and of yes.
#[derive(Debug, Default)]
struct Tally([AtomicU32; 2]);

impl Tally {
    fn add(&self, yes: bool) {
        let [no, so] = &self.0;
        let count = if yes { so } else { no };
        // Nobody needs to know more than that it was often.
        if count.load(Relaxed) < u32::MAX / 2 {
            count.fetch_add(1, Relaxed);
        }
    }

    fn counts(&self) -> Counts {
        let [no, yes] = &self.0;
        Counts {
            no: no.load(Relaxed),
            yes: yes.load(Relaxed),
        }
    }
}

/// How often something was so, and how often not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// It was not so: a condition that was false, an operation that changed nothing.
    pub no: u32,
    /// It was so.
    pub yes: u32,
}

impl Counts {
    /// How often it was asked or reached at all.
    pub fn all(self) -> u32 {
        self.no.saturating_add(self.yes)
    }
}

/// The counts of a pool, by the numbers of its linked code. Several games may count into one.
#[derive(Debug)]
pub struct Coverage {
    ops: Vec<Tally>,
    conds: Vec<Tally>,
    objs: Vec<Tally>,
    patterns: Vec<Tally>,
    changes: Vec<Tally>,
    costs: Vec<Tally>,
    abilities: Vec<Tally>,
}

impl Coverage {
    /// Nothing was counted yet.
    pub fn new(pool: &Pool) -> Coverage {
        let room = |n: usize| (0..n).map(|_| Tally::default()).collect();
        Coverage {
            ops: room(pool.ops.len()),
            conds: room(pool.conds.len()),
            objs: room(pool.objs.len()),
            patterns: room(pool.patterns.len()),
            changes: room(pool.changes.len()),
            costs: room(pool.costs.len()),
            abilities: room(pool.abilities.len()),
        }
    }

    /// An operation: how often it was carried out and changed nothing, or something.
    pub fn op(&self, pc: Pc) -> Counts {
        at(&self.ops, pc)
    }

    /// A condition: false, true.
    pub fn cond(&self, ix: CondIx) -> Counts {
        at(&self.conds, ix.0)
    }

    /// A description: it found nothing, or something.
    pub fn objects(&self, ix: ObjIx) -> Counts {
        at(&self.objs, ix.0)
    }

    /// A pattern of an ability: how often it did not fit an event that the ability listened to, or did.
    pub fn pattern(&self, ix: PatIx) -> Counts {
        at(&self.patterns, ix.0)
    }

    /// A change: how often it was made and made no difference, or one.
    pub fn change(&self, ix: ChangeIx) -> Counts {
        at(&self.changes, ix.0)
    }

    /// A cost: how often it could not be paid when that was asked, or could.
    pub fn cost(&self, ix: CostIx) -> Counts {
        at(&self.costs, ix.0)
    }

    /// An ability: how often it was set off (`no`) and carried out (`yes`).
    pub fn ability(&self, ix: AbilityIx) -> Counts {
        at(&self.abilities, ix.0)
    }
}

fn at(list: &[Tally], ix: u32) -> Counts {
    list.get(ix as usize).map(Tally::counts).unwrap_or_default()
}

fn add(list: &[Tally], ix: u32, yes: bool) {
    if let Some(tally) = list.get(ix as usize) {
        tally.add(yes);
    }
}

/// An operation that has begun and is not over yet.
#[derive(Debug, Clone, Copy)]
struct Begun {
    depth: usize,
    pc: Pc,
    mark: u64,
}

/// A game that counts.
#[derive(Debug)]
pub(super) struct Counting {
    sink: Arc<Coverage>,
    begun: Vec<Begun>,
}

impl Game {
    /// From now on the game counts what its code does.
    pub fn count_into(&mut self, sink: Arc<Coverage>) {
        self.counting = Some(Box::new(Counting {
            sink,
            begun: Vec::new(),
        }));
    }

    #[inline]
    fn sink(&self) -> Option<&Coverage> {
        self.counting.as_ref().map(|counting| &*counting.sink)
    }

    #[inline]
    pub(super) fn count_cond(&self, ix: CondIx, holds: bool) {
        if let Some(sink) = self.sink() {
            add(&sink.conds, ix.0, holds);
        }
    }

    #[inline]
    pub(super) fn count_objects(&self, ix: ObjIx, found: bool) {
        if let Some(sink) = self.sink() {
            add(&sink.objs, ix.0, found);
        }
    }

    #[inline]
    pub(super) fn count_pattern(&self, ix: PatIx, fits: bool) {
        if let Some(sink) = self.sink() {
            add(&sink.patterns, ix.0, fits);
        }
    }

    #[inline]
    pub(super) fn count_cost(&self, ix: CostIx, payable: bool) {
        if let Some(sink) = self.sink() {
            add(&sink.costs, ix.0, payable);
        }
    }

    #[inline]
    pub(super) fn count_ability(&self, ix: AbilityIx, begins: bool) {
        if let Some(sink) = self.sink() {
            add(&sink.abilities, ix.0, begins);
        }
    }

    /// A change was made; rules that effects make count when somebody goes by them.
    #[inline]
    pub(super) fn count_change(&self, change: u32, differs: bool) {
        if let Some(sink) = self.sink() {
            add(&sink.changes, change, differs);
        }
    }

    /// A rule was made by an effect. Most of them matter when they are asked for, and are counted then.
    pub(super) fn count_rule(&self, change: u32) {
        let Some(sink) = self.sink() else { return };
        let asked_for = matches!(
            self.pool.change(ChangeIx(change)).op,
            ChangeOp::Forbid(..)
                | ChangeOp::Must(_)
                | ChangeOp::MustWith(..)
                | ChangeOp::Allow(..)
                | ChangeOp::AllowSome(..)
                | ChangeOp::AllowFor(..)
                | ChangeOp::NoCost { .. }
                | ChangeOp::Price(..)
                | ChangeOp::PriceIs(_)
                | ChangeOp::PriceIcons { .. }
                | ChangeOp::EnterAs(_)
        );
        add(&sink.changes, change, !asked_for);
    }

    /// One operation, counted.
    #[cold]
    pub(super) fn step_counted(&mut self, pool: &Pool) -> Flow {
        let depth = self.state.runs.len();
        let Some((pc, stage)) = self.state.runs.last().map(|run| (run.pc, run.stage)) else {
            return self.step_op(pool);
        };
        let going_on = |begun: &Begun| begun.depth == depth && begun.pc == pc && stage != 0;
        let open = self.counting.as_ref().and_then(|c| c.begun.last());
        if !open.is_some_and(going_on) {
            let mark = self.mark_of_state();
            if let Some(counting) = &mut self.counting {
                counting.begun.retain(|begun| begun.depth < depth);
                counting.begun.push(Begun { depth, pc, mark });
            }
        }
        let flow = self.step_op(pool);
        let same = |run: &crate::kernel::Run| run.pc == pc && run.stage != 0;
        let goes_on = self.state.runs.len() > depth
            || self.state.runs.len() == depth && flow == Flow::Go && self.state.runs.last().is_some_and(same);
        if !goes_on {
            self.op_is_over(pool, depth, pc);
        }
        flow
    }

    fn op_is_over(&mut self, pool: &Pool, depth: usize, pc: Pc) {
        let Some(at) = self
            .counting
            .as_ref()
            .and_then(|c| c.begun.iter().position(|b| b.depth == depth && b.pc == pc))
        else {
            return;
        };
        let mark = self.counting.as_mut().map(|c| c.begun.swap_remove(at).mark);
        let acted = match kept_in(pool.op(pc)) {
            Some(slot) => self.state.runs.len() >= depth && self.has_something(slot),
            None => mark != Some(self.mark_of_state()),
        };
        if let Some(sink) = self.sink() {
            add(&sink.ops, pc, acted);
        }
    }

    fn has_something(&self, slot: SlotIx) -> bool {
        match self.env().slot(slot) {
            Slot::Empty => false,
            Slot::Num(_) | Slot::Value(..) | Slot::Player(_) | Slot::Cell(_) => true,
            Slot::Set { len, .. } => len > 0,
        }
    }

    /// A number that is another one as soon as anything of the game is, but for what an ability remembers.
    fn mark_of_state(&self) -> u64 {
        let state = &self.state;
        let mut hash = DefaultHasher::new();
        state.cards.hash(&mut hash);
        state.cells.order().hash(&mut hash);
        state.players.hash(&mut hash);
        state.turn.hash(&mut hash);
        state.ext.hash(&mut hash);
        state.counters.hash(&mut hash);
        state.laid.hash(&mut hash);
        state.ties.hash(&mut hash);
        state.effects.len().hash(&mut hash);
        state.effects.last().map(|e| e.stamp).hash(&mut hash);
        state.delayed.len().hash(&mut hash);
        state.delayed.last().map(|d| d.stamp).hash(&mut hash);
        state.shields.len().hash(&mut hash);
        state.muted.len().hash(&mut hash);
        state.pending.len().hash(&mut hash);
        state.over.hash(&mut hash);
        let told = |kind: LogKind| !matches!(kind, LogKind::Declined | LogKind::Standby | LogKind::Resolve);
        let told = self.log.events.iter().filter(|ev| told(ev.kind)).count();
        told.hash(&mut hash);
        hash.finish()
    }
}

/// Where an operation that only finds something keeps it: it has done something if there is something.
fn kept_in(op: &Op) -> Option<SlotIx> {
    match op {
        Op::Choose(_, slot)
        | Op::Target(_, slot)
        | Op::Recheck(_, slot)
        | Op::Keep(_, slot)
        | Op::Each(_, slot)
        | Op::ChooseCell(_, slot)
        | Op::Declare(_, slot) => Some(*slot),
        _ => None,
    }
}
