//! Options of a choice: alike, or too few to choose from.

use super::node::{alike, statements};
use crate::diag::{Code, Diagnostic};
use crate::ir::{self, Card, Expr, Quant, Stmt};
use std::collections::BTreeSet;

pub(super) fn check(card: &Card, out: &mut Vec<Diagnostic>) {
    for (_, stmt, span) in statements(card) {
        let Stmt::Modal {
            quant,
            options,
            overrides,
            ..
        } = stmt
        else {
            continue;
        };
        let mut seen = BTreeSet::new();
        let text = |option: &ir::ModalOption| {
            let cond = option.condition.map(|cond| ir::condition(&card.code, cond));
            (alike(&ir::statements(&card.code, &option.body)), cond)
        };
        let costs = options.iter().any(|option| option.cost.is_some());
        if !costs && !options.iter().all(|option| seen.insert(text(option))) {
            let text = "two of these options do the same";
            out.push(Diagnostic::new(Code::RepeatedOption, span, text).with_help("change one of them, or remove it"));
        }
        let number = match quant {
            Quant::Exactly(n) => match &card.code[*n] {
                Expr::Num(n) => usize::try_from(*n).ok(),
                _ => None,
            },
            _ => None,
        };
        let bare = overrides.is_empty()
            && options
                .iter()
                .all(|o| o.condition.is_none() && o.limit.is_none() && o.cost.is_none());
        if bare && number.is_some_and(|n| n >= options.len()) {
            let text = "there are no more options than are chosen: nothing is left to choose";
            out.push(
                Diagnostic::new(Code::NoChoice, span, text)
                    .with_help("add an option, or choose fewer; what is always done needs no options"),
            );
        }
    }
}
