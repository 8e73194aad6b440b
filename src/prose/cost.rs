//! Costs: as signs in front of an ability, or as something a player does.

use super::Printer;
use super::stmt::Voice;
use crate::ir::{Arg, CostId, Objects, Stmt, StmtId};
use crate::style::english::clauses;
use crate::style::{CostText, Part};

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
