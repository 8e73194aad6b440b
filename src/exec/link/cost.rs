//! Costs.

use super::super::code::{Cost, CostIx, Declare, Demand, Obj, ObjIx, Op, What, Who};
use super::super::seam::Extra;
use super::{Cx, R};
use crate::ir::{self, CostId};

impl Cx<'_, '_> {
    /// Links a cost here: its operations, `PayEnd`, and, for each alternative, the same after a jump over it. `actor` acts while it is paid.
    pub(super) fn cost(&mut self, id: CostId, actor: Option<&Who>) -> R<CostIx> {
        self.cost_with(id, actor, Extra::None)
    }

    /// Whether objects are what a slot keeps.
    fn is_slot(&self, objs: ObjIx) -> bool {
        matches!(self.l.parts.objs.get(objs.0 as usize), Some(Obj::Slot(_)))
    }

    /// Links a cost with something more to pay.
    pub(super) fn cost_with(&mut self, id: CostId, actor: Option<&Who>, extra: Extra) -> R<CostIx> {
        let ir::Cost { parts, or, given } = &self.code()[id];
        if *given {
            return Err("the keyword was given no cost".to_owned());
        }
        let start = self.ops.len();
        let pc = self.here();
        if let Some(actor) = actor {
            self.emit(Op::Actor(actor.clone()));
        }
        let before = self.scope.cost;
        self.scope.cost = true;
        self.body(parts)?;
        self.extra_cost(extra);
        self.scope.cost = before;
        let mut demands = Vec::new();
        for (op, _) in self.ops.iter().skip(start) {
            if let Some(demand) = demand(op, |objs| self.is_slot(objs))? {
                demands.push(demand);
            }
        }
        self.emit(Op::PayEnd);
        let ix = self.add_cost(Cost { demands, pc, or: None });
        self.costs.push(ix);
        if let Some(or) = or {
            let skip = self.emit(Op::End);
            let other = self.cost_with(*or, actor, extra)?;
            let end = self.here();
            self.patch(skip, Op::Jump(end));
            if let Some(cost) = self.l.parts.costs.get_mut(ix.0 as usize) {
                cost.or = Some(other);
            }
        }
        Ok(ix)
    }
}

/// What an operation of a cost demands. Cards in slots were picked by an operation before, which demands them.
fn demand(op: &Op, picked: impl Fn(ObjIx) -> bool) -> R<Option<Demand>> {
    let of = |what: &What, to| match what {
        What::Pick(pick) => Demand::Pick(*pick, to),
        What::Objs(objs) => Demand::Objs(*objs, to),
        What::Pile { count, place, .. } => Demand::Pile(*place, *count, to),
    };
    Ok(Some(match op {
        Op::Pay(n, _) => Demand::Pay(*n),
        Op::PayIcons(icons, _) => Demand::Icons(icons.clone()),
        Op::Move { what, to, tag, .. } => of(what, Some((*to, *tag))),
        Op::Show { what, .. } | Op::Flip { what, .. } => of(what, None),
        Op::Turn { what, orient, .. } => Demand::Turn(what.clone(), *orient),
        Op::Face { what, down, .. } => Demand::Face(what.clone(), *down),
        Op::Damage { amount, to, .. } => Demand::Reduced(*to, *amount),
        Op::Life {
            amount, gain: false, ..
        } => Demand::Life(*amount),
        Op::Counters {
            what,
            kind,
            count: Some(count),
            put: false,
            ..
        } => Demand::Counters(*what, *kind, Some(*count)),
        Op::Counters { what, kind, .. } => Demand::Counters(*what, *kind, None),
        Op::Exchange { a, b, .. } => match (picked(*a), b.filter(|b| picked(*b))) {
            (true, Some(_)) => Demand::Free,
            (true, None) => b.map_or(Demand::Free, |b| Demand::Objs(b, None)),
            (false, Some(_)) => Demand::Objs(*a, None),
            (false, None) => Demand::Exchange(*a, *b),
        },
        Op::Choose(pick, _) => Demand::Pick(*pick, None),
        Op::Native {
            what: Some(objs),
            to: None,
            count: None,
            ..
        } if picked(*objs) => Demand::Free,
        Op::Native {
            what: Some(objs),
            to: None,
            count: None,
            ..
        } => Demand::Objs(*objs, None),
        Op::Shuffle(..) | Op::Draw { .. } => Demand::Free,
        Op::Set(..) | Op::Actor(_) | Op::KeepFor(..) | Op::Declare(Declare::Payable | Declare::Life, _) => {
            return Ok(None);
        }
        _ => return Err("the engine cannot take that as a cost yet".to_owned()),
    }))
}
