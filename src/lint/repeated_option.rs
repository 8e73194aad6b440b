//! Two options of a choice that do the same.

use super::node::{alike, statements};
use crate::diag::{Code, Diagnostic};
use crate::ir::{self, Card, ModalOption, Stmt};
use std::collections::BTreeSet;

pub(super) fn check(card: &Card, out: &mut Vec<Diagnostic>) {
    for (_, stmt, span) in statements(card) {
        let Stmt::Modal { options, .. } = stmt else { continue };
        let text = |option: &ModalOption| {
            let cond = option.condition.map(|cond| ir::condition(&card.code, cond));
            (alike(&ir::statements(&card.code, &option.body)), cond)
        };
        // The same for another price is another option.
        let costs = options.iter().any(|option| option.cost.is_some());
        let mut seen = BTreeSet::new();
        if !costs && !options.iter().all(|option| seen.insert(text(option))) {
            let text = "two of these options do the same";
            out.push(Diagnostic::new(Code::RepeatedOption, span, text).with_help("change one of them, or remove it"));
        }
    }
}
