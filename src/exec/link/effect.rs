//! The effect of an ability with its cost: what is chosen while announcing, paid, offered, and done.

use super::super::code::{ChangeIx, CostIx, ExtraCost, Op, Pc, Static, Who};
use super::super::tables::Extra;
use super::keyword::Native;
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked};
use crate::ir::{self, AbilityId, CostId, CostUse};

/// What kind of ability an effect belongs to.
#[derive(Clone, Copy)]
pub(super) struct Kind {
    pub(super) id: AbilityId,
    /// It is announced before it resolves.
    pub(super) announces: bool,
    pub(super) continuous: bool,
}

/// An effect whose operations are in hand; places are relative to them.
#[derive(Default)]
pub(super) struct Effect {
    pub(super) statics: Vec<Static>,
    pub(super) paid: Option<CostIx>,
    pub(super) offered: Option<CostIx>,
    pub(super) extra: Option<ExtraCost>,
    pub(super) announce: Option<Pc>,
    pub(super) payment: Option<Pc>,
    /// Where the effect itself begins.
    pub(super) begins: Pc,
    pub(super) brings: Option<ChangeIx>,
}

impl<'m> CardLinker<'_, 'm> {
    /// Links cost and effect.
    pub(super) fn effect(&mut self, ability: &'m ir::Ability, kind: Kind, native: Option<&Native>) -> Linked<Effect> {
        let mut out = Effect::default();
        if kind.announces {
            let vars = self.scope.vars.len();
            self.prologue(&ability.body)?;
            self.scope.vars.truncate(vars);
            if !self.ops.is_empty() {
                out.announce = Some(0);
                self.emit(Op::Announced);
            }
        }
        out.brings = self.brought(&ability.lines)?;
        if !kind.continuous {
            self.resolving(ability, kind, native, &mut out)?;
        } else if ability.cost.is_some() {
            return Err(Fail::wording(
                "a continuous ability has no cost",
                "leave the cost out, or write an `ACT` ability",
            ));
        } else {
            self.statics(&ability.body, None, None, &mut out.statics)?;
        }
        Ok(out)
    }

    /// An effect that is carried out, with what is paid for it.
    fn resolving(
        &mut self,
        ability: &'m ir::Ability,
        kind: Kind,
        native: Option<&Native>,
        out: &mut Effect,
    ) -> Linked<()> {
        // Who may replace something at a cost pays when the replacement is chosen: there is no second question.
        let chosen = ability.replaces.as_ref().is_some_and(|r| r.may);
        let usage = ability.cost.as_ref().map(|(cost, usage)| match usage {
            CostUse::Optional if chosen => (*cost, &CostUse::Required),
            usage => (*cost, usage),
        });
        let mut freeze = None;
        let scope = self.scope.clone();
        let extra = native.map_or(Extra::None, |n| n.extra);
        let offer = self.pays(usage, extra, kind, &mut freeze, out).unwrap_or_else(|fail| {
            self.refuse(fail);
            self.forget(scope);
            None
        });
        if kind.announces {
            if out.paid.is_none() {
                out.begins = match offer {
                    Some((at, _)) => u32::try_from(freeze.unwrap_or(at)).unwrap_or(u32::MAX),
                    None => self.here(),
                };
            }
            if freeze.is_none() {
                freeze = self.freeze(true);
            }
            self.recheck();
        }
        self.scope.freezes = freeze.is_some();
        let linked = self.body(&ability.body);
        self.scope.freezes = false;
        linked?;
        if let Some(at) = freeze {
            let frozen = std::mem::take(&mut self.scope.frozen);
            self.patch(at, Op::Freeze(frozen));
        }
        if let Some((at, cost)) = offer {
            let other = self.here();
            self.patch(
                at,
                Op::Offer {
                    cost,
                    who: Who::You,
                    other,
                    done: None,
                },
            );
        }
        self.src = ability.src;
        self.emit(Op::End);
        Ok(())
    }

    /// The cost of an effect; gives the place of its offer, if it is offered.
    fn pays(
        &mut self,
        usage: Option<(CostId, &CostUse)>,
        extra: Extra,
        kind: Kind,
        freeze: &mut Option<usize>,
        out: &mut Effect,
    ) -> Linked<Option<(usize, CostIx)>> {
        match usage {
            None => Ok(None),
            Some((cost, CostUse::Required)) => {
                self.required_cost(cost, extra, kind, out)?;
                Ok(None)
            }
            Some((cost, CostUse::Optional)) => {
                *freeze = self.freeze(kind.announces);
                let at = self.emit(Op::End);
                let ix = self.cost(cost, None)?;
                out.offered = Some(ix);
                Ok(Some((at, ix)))
            }
            Some((cost, CostUse::Extra(_))) if kind.announces && self.has_extras() => {
                out.extra = Some(self.besides(cost, kind.id)?);
                Ok(None)
            }
            Some((_, CostUse::Extra(_))) => Err(Fail::limit(Limit::ExtraCost, "the engine knows no extra costs yet")),
        }
    }

    /// A cost that is paid before the effect.
    fn required_cost(&mut self, cost: CostId, extra: Extra, kind: Kind, out: &mut Effect) -> Linked<()> {
        out.payment = Some(self.here());
        let at = self.emit(Op::End);
        let ix = self.cost_with(cost, None, extra)?;
        self.patch(at, Op::PayStart(ix));
        out.paid = Some(ix);
        if kind.announces {
            self.emit(Op::Announced);
            out.begins = self.here();
        }
        Ok(())
    }

    /// A cost that may be paid besides while announcing.
    fn besides(&mut self, cost: CostId, id: AbilityId) -> Linked<ExtraCost> {
        let slot = self.fresh();
        let payment = self.here();
        let at = self.emit(Op::End);
        let known = self.scope.vars.len();
        let ix = self.cost(cost, None)?;
        self.patch(at, Op::PayStart(ix));
        self.emit(Op::Announced);
        Ok(ExtraCost {
            cost: ix,
            payment,
            slot,
            number: self.extra_number(id)?,
            x: self.variable_since(known)?,
        })
    }

    /// A place at the beginning of an effect for conditions that are asked there, if some text of the card asks such ones.
    fn freeze(&mut self, announces: bool) -> Option<usize> {
        let frozen = self.tables().frozen;
        let asks = |c: &ir::Cond| matches!(c, ir::Cond::Named(call, _) if frozen.contains(&call.name.as_ref()));
        (announces && self.code().conds.iter().any(asks)).then(|| self.emit(Op::End))
    }
}
