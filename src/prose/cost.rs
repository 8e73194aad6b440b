//! Costs: as signs in front of an ability, or as something a player does.

use super::Printer;
use super::english::{capital, clauses};
use super::stmt::Voice;
use super::style::Style;
use crate::ir::{Arg, CostId, Objects, Stmt, StmtId};

/// A cost in its two printed forms.
#[derive(Debug)]
pub(super) struct CostText {
    parts: Vec<Part>,
    or: Option<Box<CostText>>,
}

/// One thing to pay.
#[derive(Debug)]
pub(super) struct Part {
    /// `(1)`, `{Rest}`: a sign instead of words.
    pub(super) sign: Option<String>,
    /// `pay (1)`, `put 1 card from your hand into your waiting room`.
    pub(super) clause: String,
}

impl Part {
    /// The sign, or the words as the style writes them in a cost.
    pub(super) fn printed(&self, capitals: bool) -> String {
        match &self.sign {
            Some(sign) => sign.clone(),
            None if capitals => capital(&self.clause),
            None => self.clause.clone(),
        }
    }
}

impl CostText {
    /// In front of an ability.
    pub(super) fn bracketed(&self, style: &Style) -> String {
        let text = style.cost(&self.parts);
        match &self.or {
            Some(or) => format!("{text} or {}", or.bracketed(style)),
            None => text,
        }
    }

    /// Behind `you may`.
    pub(super) fn clause(&self) -> String {
        let parts: Vec<_> = self.parts.iter().map(|part| part.clause.clone()).collect();
        let text = clauses(&parts);
        match &self.or {
            Some(or) => format!("{text}, or {}", or.clause()),
            None => text,
        }
    }
}

impl Printer<'_> {
    pub(super) fn cost(&self, id: CostId) -> CostText {
        let cost = &self.code[id];
        let mut parts: Vec<_> = cost.parts.iter().map(|part| self.cost_part(*part)).collect();
        if cost.given {
            parts.push(Part {
                sign: None,
                clause: "pay the given cost".into(),
            });
        }
        CostText {
            parts,
            or: cost.or.map(|or| Box::new(self.cost(or))),
        }
    }

    fn cost_part(&self, id: StmtId) -> Part {
        let clause = clauses(&self.stmt(id, &Voice::command()));
        let mut sign = None;
        if let Stmt::Do { verb, roles, .. } = &self.code[id]
            && let [role] = roles.as_slice()
            && role.name == "what"
        {
            if let (Arg::Number(number), "pay") = (&role.arg, verb.as_ref()) {
                sign = Some(self.style.price(&self.number(*number)));
            } else if let (Arg::Icons(runs), "pay") = (&role.arg, verb.as_ref()) {
                sign = Some(self.icons(runs));
            } else if let Arg::Objects(of) = &role.arg
                && self.code[*of] == Objects::This
            {
                sign = self.style.turned(verb).map(str::to_owned);
            }
        }
        Part { sign, clause }
    }
}
