//! No more options than are chosen.

use super::node::statements;
use crate::diag::{Code, Diagnostic};
use crate::ir::{Card, Expr, Quant, Stmt};

pub(super) fn check(card: &Card, out: &mut Vec<Diagnostic>) {
    for (_, stmt, span) in statements(card) {
        let Stmt::Modal {
            quant: Quant::Exactly(number),
            options,
            overrides,
            ..
        } = stmt
        else {
            continue;
        };
        let Expr::Num(number) = &card.code[*number] else {
            continue;
        };
        let bare = overrides.is_empty()
            && options
                .iter()
                .all(|o| o.condition.is_none() && o.limit.is_none() && o.cost.is_none());
        if bare && usize::try_from(*number).is_ok_and(|n| n >= options.len()) {
            let text = "there are no more options than are chosen: nothing is left to choose";
            out.push(
                Diagnostic::new(Code::NoChoice, span, text)
                    .with_help("add an option, or choose fewer; what is always done needs no options"),
            );
        }
    }
}
