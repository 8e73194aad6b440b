//! Costs.

use super::super::code::{
    Cost, CostIx, Declare, Demand, Filter, Obj, ObjIx, Op, PickIx, Select, Sent, SlotIx, What, Who,
};
use super::super::tables::{Extra, SendFrom};
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked, Var};
use crate::ir::{self, CostId};

impl CardLinker<'_, '_> {
    /// Links a cost here: its operations, `PayEnd`, and, for each alternative, the same after a jump over it. `actor` acts while it is paid.
    pub(super) fn cost(&mut self, id: CostId, actor: Option<&Who>) -> Linked<CostIx> {
        self.cost_with(id, actor, Extra::None)
    }

    /// Lets all cards of a cost be chosen before anything is paid: what one part brings is none of them, and none is chosen twice.
    fn choose_first(&mut self, start: usize) {
        let mut ops: Vec<_> = self.ops.drain(start..).collect();
        let (mut first, mut chosen): (Vec<_>, Vec<ObjIx>) = (Vec::new(), Vec::new());
        ops.retain(|(op, src)| {
            let actor = matches!(op, Op::Actor(_));
            if actor {
                first.push((op.clone(), *src));
            }
            !actor
        });
        let mut rest = Vec::new();
        for (mut op, src) in ops {
            let (pick, slot) = match &mut op {
                Op::Choose(pick, slot) => (*pick, Some(*slot)),
                Op::Move { what, .. } | Op::Turn { what, .. } | Op::Face { what, .. } | Op::Show { what, .. } => {
                    let What::Pick(pick) = *what else {
                        rest.push((op, src));
                        continue;
                    };
                    (pick, None)
                }
                _ => {
                    rest.push((op, src));
                    continue;
                }
            };
            let own = slot.unwrap_or_else(|| self.fresh());
            let objs = self.add_obj(Obj::Slot(own));
            if slot.is_none()
                && let Op::Move { what, .. } | Op::Turn { what, .. } | Op::Face { what, .. } | Op::Show { what, .. } =
                    &mut op
            {
                *what = What::Objs(objs);
                rest.push((op, src));
            }
            self.leave_out(pick, &chosen);
            chosen.push(objs);
            first.push((Op::Choose(pick, own), src));
        }
        self.ops.extend(first);
        self.ops.extend(rest);
    }

    /// Lets a number be named before anything is paid: it is as large as all parts together allow.
    fn declare_first(&mut self, start: usize) -> Linked<()> {
        let ops = self.ops.get_mut(start..).unwrap_or_default();
        let names = |(op, _): &(Op, _)| matches!(op, Op::Declare(Declare::Payable, _));
        let Some(at) = ops.iter().position(names) else {
            return Ok(());
        };
        let before = ops.get_mut(..=at).unwrap_or_default();
        if before.iter().any(|(op, _)| matches!(op, Op::Unless(..))) {
            return Err(Fail::limit(
                Limit::Cost,
                "the engine cannot let a number be named behind a condition of a cost",
            ));
        }
        let actors = before.iter().take_while(|(op, _)| matches!(op, Op::Actor(_))).count();
        before.get_mut(actors..).unwrap_or_default().rotate_right(1);
        Ok(())
    }

    /// A pick does not take what was picked before it.
    pub(super) fn leave_out(&mut self, pick: PickIx, chosen: &[ObjIx]) {
        if chosen.is_empty() {
            return;
        }
        let taken = chosen
            .iter()
            .map(|objs| Filter::Not(Box::new(Filter::Among(*objs))))
            .collect();
        self.narrow(pick, taken);
    }

    /// A pick takes only what fits these too.
    pub(super) fn narrow(&mut self, pick: PickIx, filters: Vec<Filter>) {
        let Some(from) = self.l.parts.picks.get(pick.0 as usize).map(|p| p.from) else {
            return;
        };
        let left = self.add_obj(Obj::Select(Box::new(Select {
            among: Some(from),
            filters,
            ..Select::default()
        })));
        if let Some(pick) = self.l.parts.picks.get_mut(pick.0 as usize) {
            pick.from = left;
        }
    }

    /// Whether objects are what a slot keeps.
    fn is_slot(&self, objs: ObjIx) -> bool {
        matches!(self.l.parts.objs.get(objs.0 as usize), Some(Obj::Slot(_)))
    }

    /// Whether an operation takes counters from a card that is chosen for it: the choice demands them.
    fn chosen_for(&self, op: &Op, start: usize, at: usize) -> bool {
        let Op::Counters { what, put: false, .. } = op else {
            return false;
        };
        let Some(Obj::Slot(slot)) = self.l.parts.objs.get(what.0 as usize) else {
            return false;
        };
        let before = self.ops.iter().take(at).skip(start);
        before
            .into_iter()
            .any(|(op, _)| matches!(op, Op::Choose(_, to) if to == slot))
    }

    /// The choice of the cards that a verb of the game is done to: only cards that it can be done to are chosen.
    fn done_with(&self, op: &Op, start: usize, at: usize) -> Option<(PickIx, u8)> {
        let Op::Native {
            verb,
            what: Some(objs),
            to: None,
            count: None,
            ..
        } = op
        else {
            return None;
        };
        let Some(Obj::Slot(slot)) = self.l.parts.objs.get(objs.0 as usize) else {
            return None;
        };
        let mut before = self.ops.iter().take(at).skip(start).rev();
        before.find_map(|(op, _)| match op {
            Op::Choose(pick, to) if to == slot && !self.tables().paying.contains(verb) => Some((*pick, *verb)),
            _ => None,
        })
    }

    /// What an earlier part of the cost takes, if this operation moves or turns the same cards: they are not known before that part is paid.
    fn paid_with(&self, op: &Op, start: usize, at: usize) -> Option<&What> {
        let (Op::Move { what, .. } | Op::Turn { what, .. } | Op::Face { what, .. } | Op::Show { what, .. }) = op else {
            return None;
        };
        let What::Objs(objs) = what else { return None };
        let Some(Obj::Slot(slot)) = self.l.parts.objs.get(objs.0 as usize) else {
            return None;
        };
        self.ops.iter().take(at).skip(start).rev().find_map(|(op, _)| match op {
            Op::Move { what, out, .. }
            | Op::Turn { what, out, .. }
            | Op::Face { what, out, .. }
            | Op::Show { what, out, .. }
                if out == slot =>
            {
                Some(what)
            }
            _ => None,
        })
    }

    /// Cards that are turned one part after the other; what was turned is kept together.
    pub(super) fn turn_each(&mut self, list: &[ir::ObjId], orient: u8, out: SlotIx) -> Linked<()> {
        let mut parts = Vec::new();
        for obj in list {
            let own = self.fresh();
            let what = self.sent_cards(*obj, None, SendFrom::Controlled, own)?;
            self.emit(Op::Turn {
                what,
                orient,
                out: own,
                done: None,
            });
            parts.push(own);
        }
        self.emit(Op::Join(parts, out));
        Ok(())
    }

    /// Links a cost with something more to pay.
    pub(super) fn cost_with(&mut self, id: CostId, actor: Option<&Who>, extra: Extra) -> Linked<CostIx> {
        let cost = self.cost_node(id, actor, extra);
        cost.map_err(|fail| fail.at(self.phrase(id)))
    }

    fn cost_node(&mut self, id: CostId, actor: Option<&Who>, extra: Extra) -> Linked<CostIx> {
        let ir::Cost { parts, or, given } = &self.code()[id];
        if *given {
            return Err(Fail::wording(
                "the keyword was given no cost",
                "give the keyword its cost: `Keyword [ … ]`",
            ));
        }
        let start = self.ops.len();
        let pc = self.here();
        if let Some(actor) = actor {
            self.emit(Op::Actor(actor.clone()));
        }
        let before = self.scope.cost;
        let known = self.scope.vars.len();
        self.scope.cost = true;
        self.body(parts)?;
        self.extra_cost(extra);
        self.scope.cost = before;
        for (_, var) in self.scope.vars.iter_mut().skip(known) {
            if let Var::Counted(slot) = var {
                *var = Var::Slot(*slot);
            }
        }
        let mut demands = Vec::new();
        let mut until = 0;
        for (at, (op, _)) in self.ops.iter().enumerate().skip(start) {
            // What is done only if something holds is a consequence of what is paid: nothing is demanded for it.
            if let Op::Unless(_, end) = op {
                until = until.max(*end as usize);
            }
            if at < until || self.chosen_for(op, start, at) {
                continue;
            }
            if let Some((pick, verb)) = self.done_with(op, start, at) {
                chosen_for_verb(pick, verb, &mut demands);
            } else if let Some(with) = self.paid_with(op, start, at) {
                paid_again(op, with, &mut demands)?;
            } else if let Some(demand) = demand(op, self.tables().paying, |objs| self.is_slot(objs))? {
                demands.push(demand);
            }
        }
        if self.tables().costs_at_once {
            self.choose_first(start);
        }
        self.declare_first(start)?;
        self.emit(Op::PayEnd);
        let ix = self.add_cost(Cost { demands, pc, or: None });
        self.costs.push(ix);
        if let Some(or) = or {
            let skip = self.emit(Op::End);
            let other = self.cost_with(*or, actor, extra)?;
            // Which of the two says what the letter is would be known only when one is paid.
            if self.scope.vars.len() > known {
                return Err(Fail::limit(
                    Limit::Cost,
                    "the engine knows no letters in costs of which one is paid",
                ));
            }
            let end = self.here();
            self.patch(skip, Op::Jump(end));
            if let Some(cost) = self.l.parts.costs.get_mut(ix.0 as usize) {
                cost.or = Some(other);
            }
        }
        Ok(ix)
    }
}

/// The cards of a choice are those that a verb of the game is done to.
fn chosen_for_verb(pick: PickIx, verb: u8, demands: &mut [Demand]) {
    for demand in demands {
        if *demand == Demand::Pick(pick, None) {
            *demand = Demand::Done(What::Pick(pick), verb);
        }
    }
}

/// A part about the cards of an earlier part: what is shown and then sent away is demanded once, and must be able to go there.
fn paid_again(op: &Op, with: &What, demands: &mut [Demand]) -> Linked<()> {
    let goes = match op {
        Op::Move { to, tag, face_down, .. } => Some(Sent {
            to: *to,
            tag: *tag,
            down: *face_down,
        }),
        _ => None,
    };
    for demand in demands {
        match (&*demand, with, goes) {
            (Demand::Show(What::Pick(shown)), What::Pick(pick), Some(_)) if pick == shown => {
                *demand = Demand::Pick(*pick, goes);
                return Ok(());
            }
            (Demand::Show(What::Objs(shown)), What::Objs(objs), Some(_)) if objs == shown => {
                *demand = Demand::Objs(*objs, goes);
                return Ok(());
            }
            (Demand::Pick(pick, None), What::Pick(shown), Some(_)) if pick == shown => {
                *demand = Demand::Pick(*pick, goes);
                return Ok(());
            }
            (Demand::Pile(place, n, None), What::Pile { place: shown, .. }, Some(_)) if place == shown => {
                *demand = Demand::Pile(*place, *n, goes);
                return Ok(());
            }
            _ => {}
        }
    }
    Err(Fail::wording(
        "whether this part can be paid is not known before an earlier part is paid",
        "let the cost end before it and begin the effect with it: `[rest 1 of your … as the offering] { put the offering … }`",
    ))
}

/// What an operation of a cost demands. Cards in slots were picked by an operation before, which demands them.
fn demand(op: &Op, paying: &[u8], picked: impl Fn(ObjIx) -> bool) -> Linked<Option<Demand>> {
    let of = |what: &What, to| match what {
        What::Pick(pick) => Demand::Pick(*pick, to),
        What::Objs(objs) => Demand::Objs(*objs, to),
        What::Pile { count, place, .. } => Demand::Pile(*place, *count, to),
    };
    Ok(Some(match op {
        Op::Pay(n, _) => Demand::Pay(*n),
        Op::PayIcons(icons, _) => Demand::Icons(icons.clone()),
        Op::Move {
            what,
            to,
            tag,
            face_down,
            ..
        } => {
            let sent = Sent {
                to: *to,
                tag: *tag,
                down: *face_down,
            };
            of(what, Some(sent))
        }
        // Cards of a pile are as many as are there, whatever is done to them.
        Op::Show { what, .. } if !matches!(what, What::Pile { .. }) => Demand::Show(what.clone()),
        Op::Show { what, .. } | Op::Flip { what, .. } => of(what, None),
        Op::Turn { what, orient, .. } => Demand::Turn(what.clone(), *orient),
        Op::Face { what, down, tag, .. } => Demand::Face(what.clone(), *down, *tag),
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
        // A choice of cards for it would have to leave out those that it is impossible with.
        Op::Native {
            verb,
            what: Some(objs),
            to: None,
            count,
            ..
        } if paying.contains(verb) && !picked(*objs) => Demand::Native(*verb, *objs, *count),
        Op::Native { verb, .. } if paying.contains(verb) => {
            return Err(Fail::limit(Limit::Cost, "the engine cannot take that as a cost yet"));
        }
        Op::Native {
            what: Some(objs),
            to: None,
            count: None,
            ..
        } if picked(*objs) => Demand::Free,
        Op::Native {
            verb,
            what: Some(objs),
            to: None,
            count: None,
            ..
        } => Demand::Done(What::Objs(*objs), *verb),
        Op::Shuffle(..) | Op::Draw { .. } => Demand::Free,
        Op::Set(..)
        | Op::Join(..)
        | Op::Actor(_)
        | Op::KeepFor(..)
        | Op::Declare(Declare::Payable | Declare::Life, _) => {
            return Ok(None);
        }
        _ => return Err(Fail::limit(Limit::Cost, "the engine cannot take that as a cost yet")),
    }))
}
