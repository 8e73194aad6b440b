//! Additional costs: what other texts of the card ask of them.

use super::super::code::{Cmp, Cond, CondIx, Num, Obj, SlotIx};
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked, Var};
use crate::ir::{self, AbilityId, CostUse, EventKind, Subject};

/// More additional costs of one card are not told apart.
const MOST: usize = 8;

fn is_extra(ability: &ir::Ability) -> bool {
    matches!(ability.cost, Some((_, CostUse::Extra(_))))
}

impl CardLinker<'_, '_> {
    /// The additional costs of the card in hand, in the order of its text.
    fn extras(&self) -> impl Iterator<Item = &ir::Ability> {
        self.code().abilities.iter().filter(|a| is_extra(a))
    }

    /// Whether the game asks for additional costs: it keeps with a card which of them were paid.
    pub(super) fn has_extras(&self) -> bool {
        self.attr_ix("paid-costs").is_some()
    }

    /// Which additional cost of its card an ability is.
    pub(super) fn extra_number(&self, id: AbilityId) -> Linked<u8> {
        let before = self.code().abilities.iter().take(id.0 as usize);
        match before.filter(|a| is_extra(a)).count() {
            n if n < MOST => Ok(u8::try_from(n).unwrap_or(u8::MAX)),
            _ => Err(Fail::limit(
                Limit::ExtraCost,
                format!("the engine knows {MOST} additional costs of a card at most"),
            )),
        }
    }

    /// `Surge was paid`: the name of the additional cost.
    pub(super) fn payment(&self, id: ir::EventId) -> Option<&str> {
        let ir::Event {
            kind: EventKind::Done(verb),
            subject: Some(Subject::Keyword(call)),
            roles,
            not: _,
            past: _,
            would: false,
            window: None,
            during,
        } = &self.code()[id]
        else {
            return None;
        };
        let plain = verb == "pay" && call.args.is_empty() && roles.is_empty() && during.is_empty();
        plain.then_some(call.name.as_str())
    }

    /// Whether the additional cost of that name was paid: what was paid is kept with the card.
    pub(super) fn extra_paid(&mut self, name: &str) -> Linked<CondIx> {
        let called = |a: &ir::Ability| matches!(&a.cost, Some((_, CostUse::Extra(Some(own)))) if own == name);
        let Some(number) = self.extras().position(called).filter(|n| *n < MOST) else {
            return Err(Fail::wording(
                format!("the card has no additional cost `{name}`"),
                "name an additional cost that the card has",
            ));
        };
        let this = self.add_obj(Obj::This);
        let attr = self.attr("paid-costs")?;
        let paid = self.add_num(Num::Attr(this, attr));
        // The bit of this cost: what is left by twos.
        let (unit, two, one) = (self.constant(1 << number), self.constant(2), self.constant(1));
        let above = self.add_num(Num::Div(paid, unit));
        let half = self.add_num(Num::Div(above, two));
        let even = self.add_num(Num::Mul(half, two));
        let bit = self.add_num(Num::Sub(above, even));
        Ok(self.add_cond(Cond::Compare(bit, Cmp::Is, one)))
    }

    /// Whether an additional cost of the card is paid as often as this letter says.
    pub(super) fn extra_variable(&self, name: &str) -> Linked<bool> {
        let letters: Vec<&str> = self.extras().filter_map(|ability| self.letter(ability)).collect();
        match letters.as_slice() {
            [] => Ok(false),
            [letter] => Ok(*letter == name),
            _ => Err(Fail::limit(
                Limit::ExtraCost,
                "the engine keeps one number of the additional costs of a card",
            )),
        }
    }

    /// The letter that the cost of an ability counts by.
    fn letter(&self, ability: &ir::Ability) -> Option<&str> {
        let (cost, _) = ability.cost.as_ref()?;
        self.counts_by(*cost, true)
    }

    /// The number that a cost has asked for, among the letters that came with it.
    pub(super) fn variable_since(&self, known: usize) -> Linked<Option<SlotIx>> {
        let new = self.scope.vars.get(known..).unwrap_or(&[]);
        match new {
            [] => Ok(None),
            [(_, Var::Slot(slot))] => Ok(Some(*slot)),
            _ => Err(Fail::limit(
                Limit::ExtraCost,
                "the engine keeps one number of an additional cost",
            )),
        }
    }
}
