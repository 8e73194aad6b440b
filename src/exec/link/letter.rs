//! Letters for numbers: which of them a player chooses while announcing, which ones with a payment, and which ones are those of the card.

use super::super::code::{Icon, Num, NumIx, Obj, Op, SlotIx};
use super::super::tables::NativeKind;
use super::base_verbs::{BaseVerb, command};
use super::refusal::Fail;
use super::{CardLinker, Linked, Var};
use crate::ast::Category;
use crate::ir::{self, Arg, CostId, CostUse, Expr, ExprId, Objects, Quant, Stmt};

impl CardLinker<'_, '_> {
    /// The numbers that a player chooses while announcing: those of the ability's own cost, or of the price of a card whose text it is. A letter
    /// of a cost that is paid while the effect resolves is asked for with that cost. Elsewhere the letter means the number that was chosen for
    /// the card, if its price or one of its own costs has it.
    pub(super) fn variables(
        &mut self,
        category: Category,
        usage: Option<&(CostId, CostUse)>,
    ) -> Linked<[Option<SlotIx>; 2]> {
        let mut out = [None; 2];
        if self.tables().stack_zone.is_none() {
            return Ok(out);
        }
        for (n, letter) in self.tables().variables.iter().enumerate().take(2) {
            let own = match usage {
                // How often a cost is paid that may be left is said with its payment.
                Some((cost, CostUse::Extra(_))) if self.counts_by(*cost, true) == Some(*letter) => continue,
                Some((cost, CostUse::Optional)) if self.cost_has(*cost, letter) => continue,
                Some((cost, _)) => self.cost_has(*cost, letter),
                None => false,
            };
            let printed = self.face_variables & 1 << n != 0;
            if own || printed && category == Category::Play {
                let slot = self.fresh();
                self.scope.vars.push(((*letter).to_owned(), Var::Slot(slot)));
                if let Some(place) = out.get_mut(n) {
                    *place = Some(slot);
                }
            } else if self.is_kept(letter) {
                // What a keyword brings to its card stays with the card, and so does its number.
                self.scope.vars.push(((*letter).to_owned(), Var::OfCard));
            } else if printed && !self.scope.vars.iter().any(|(known, _)| known == letter) {
                // Not in an ability that waits or is given: it knows the letters of the text around it.
                self.scope.vars.push(((*letter).to_owned(), Var::OfCard));
            }
        }
        Ok(out)
    }

    /// Whether a keyword of the card keeps the number that was chosen for its cost with the card.
    fn is_kept(&self, letter: &str) -> bool {
        let rows = self.tables().native_keywords;
        let keeps = |word: &str| {
            let mut rows = rows.iter();
            rows.any(|(name, kind)| *name == word && matches!(kind, NativeKind::Kept(_)))
        };
        self.code().abilities.iter().any(|ability| {
            let kept = ability.keyword.as_ref().is_some_and(|call| keeps(&call.name));
            kept && ability
                .cost
                .as_ref()
                .is_some_and(|(cost, _)| self.cost_has(*cost, letter))
        })
    }

    /// Whether a cost has a letter that is chosen before it is paid: in a price, or as the number of something.
    fn cost_has(&self, cost: CostId, letter: &str) -> bool {
        let ir::Cost { parts, or, .. } = &self.code()[cost];
        let in_price = |stmt: &ir::StmtId| match &self.code()[*stmt] {
            Stmt::Do { verb, roles, .. } if command(verb) == Some(BaseVerb::Pay) => {
                roles.iter().any(|r| match &r.arg {
                    Arg::Icons(runs) => runs.iter().any(|run| run.0.iter().any(|i| i == letter)),
                    _ => false,
                })
            }
            _ => false,
        };
        parts.iter().any(in_price)
            || self.counts_by(cost, false) == Some(letter)
            || or.is_some_and(|or| self.cost_has(or, letter))
    }

    /// The letter that a cost counts by, if it is no part of a price in icons: by anything, or without an amount that is a letter alone and named
    /// as it is paid.
    pub(super) fn counts_by(&self, cost: CostId, all: bool) -> Option<&str> {
        let role = |arg: &Arg, pays: bool| {
            let number = match arg {
                Arg::Number(n) => *n,
                Arg::Amount(amount) => self.exactly(&amount.quant)?,
                Arg::Objects(obj) => match &self.code()[*obj] {
                    Objects::Select(selector) => self.exactly(&selector.quant)?,
                    _ => return None,
                },
                _ => return None,
            };
            let alone = matches!(self.code()[number], Expr::Var(_));
            if alone && pays { None } else { self.letter_in(number) }
        };
        self.code()[cost]
            .parts
            .iter()
            .find_map(|stmt| match &self.code()[*stmt] {
                Stmt::Do { roles, verb, .. } => {
                    let pays = !all && command(verb) == Some(BaseVerb::Pay);
                    roles.iter().find_map(|r| role(&r.arg, pays))
                }
                _ => None,
            })
    }

    fn exactly(&self, quant: &Quant) -> Option<ExprId> {
        match quant {
            Quant::Exactly(n) => Some(*n),
            _ => None,
        }
    }

    /// The letter of a number: `X`, `(100 * X)`.
    fn letter_in(&self, number: ExprId) -> Option<&str> {
        match &self.code()[number] {
            Expr::Var(name) => Some(name.as_str()),
            Expr::Op(_, a, b) => self.letter_in(*a).or_else(|| self.letter_in(*b)),
            Expr::Half(of, _) | Expr::Was(of) => self.letter_in(*of),
            _ => None,
        }
    }

    /// A price in a cost: letters stand for the numbers that were chosen.
    pub(super) fn paid_icons(&mut self, icons: &[String]) -> Linked<Vec<Icon>> {
        let mut out = Vec::new();
        for icon in self.price(icons)? {
            if icon.kind < Icon::VARIABLE || icon.kind == Icon::ANY {
                out.push(icon);
                continue;
            }
            let letter = self.tables().variables.get(usize::from(icon.kind - Icon::VARIABLE));
            let count = self.variable(letter.copied().unwrap_or(""), icon.count)?;
            out.push(Icon { kind: Icon::ANY, count });
        }
        Ok(out)
    }

    fn variable(&mut self, letter: &str, times: NumIx) -> Linked<NumIx> {
        let found = self.scope.vars.iter().rev().find(|(n, _)| n == letter);
        let slot = match found.map(|(_, var)| var.clone()) {
            Some(Var::Slot(slot)) => slot,
            None if self.scope.cost => self.free_variable(letter),
            _ => return Err(Fail::unsaid(letter)),
        };
        let value = self.add_num(Num::Slot(slot));
        Ok(self.add_num(Num::Mul(value, times)))
    }

    /// A letter that a cost counts cards by and that nothing says yet: the payer takes as many as they like.
    pub(super) fn counted_variable(&self, n: ExprId) -> Option<String> {
        let Expr::Var(name) = &self.code()[n] else { return None };
        let known = self.scope.vars.iter().any(|(var, _)| var == name);
        (self.scope.cost && !known).then(|| name.clone())
    }

    /// The letter is as many cards as a part of the cost has taken.
    pub(super) fn count_variable(&mut self, out: SlotIx) {
        let Some(name) = self.scope.counted.take() else { return };
        let cards = self.add_obj(Obj::Slot(out));
        let count = self.add_num(Num::Count(cards));
        let slot = self.fresh();
        self.emit(Op::Set(slot, count));
        self.scope.vars.push((name, Var::Counted(slot)));
    }
}
