//! A cost that may be paid for nothing: whatever stands behind it happens anyway.

use super::node::{bodies, statements};
use crate::diag::{Code, Diagnostic};
use crate::ir::{self, Card, Cond, Stmt, StmtId};

pub(super) fn check(card: &Card, out: &mut Vec<Diagnostic>) {
    for (id, stmt, span) in statements(card) {
        let Stmt::May {
            cost: Some(_), body, ..
        } = stmt
        else {
            continue;
        };
        let empty = |id: &StmtId| matches!(&card.code[*id], Stmt::Block(list) if list.is_empty());
        if body.iter().all(empty) && !is_asked_for(card, id) && !is_spoken_of(card, id) {
            let text = "nothing happens for this cost";
            out.push(Diagnostic::new(Code::IdleCost, span, text).with_help(
                "put the effect behind it: `may [pay 1] { draw 1 }`; what stands after it happens whether it is paid or not",
            ));
        }
    }
}

/// Whether something asks if it was paid: `if done`, `otherwise`.
fn is_asked_for(card: &Card, id: StmtId) -> bool {
    let asks = |cond: &Cond| matches!(cond, Cond::Done(of) if of.is_none_or(|of| of == id));
    let otherwise = |stmt: &Stmt| matches!(stmt, Stmt::Otherwise(of, _) if *of == id);
    card.code.conds.iter().any(asks) || card.code.stmts.iter().any(otherwise)
}

/// Whether what was paid with is spoken of behind it.
fn is_spoken_of(card: &Card, id: StmtId) -> bool {
    let own = ir::statements(&card.code, &[id]);
    let mut slots = own.split(" -> $").skip(1).map(number);
    let all: Vec<String> = bodies(card)
        .iter()
        .map(|body| ir::statements(&card.code, body))
        .collect();
    slots.any(|slot| {
        let times = |text: &str| text.split('$').skip(1).filter(|rest| number(rest) == slot).count();
        all.iter().any(|text| times(text) > times(&own))
    })
}

/// The digits that a text begins with.
fn number(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text.get(..end).unwrap_or("")
}
