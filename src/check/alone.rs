//! Heads of abilities read by themselves, to compare what they mean.

use super::Checker;
use crate::ast::{Category, Head};
use crate::ir::{Ability, Code};

/// What the head of an ability means. Two that are equal mean the same, however they are spelled.
#[derive(Debug, PartialEq)]
pub struct HeadAlone {
    ability: Ability,
    code: Code,
}

impl<'a, 's> Checker<'a, 's> {
    /// Reads a head in arenas of its own, so that equal heads number their nodes alike; none if there is an error in it.
    pub fn head_alone(&mut self, category: Category, heads: &'a [Head<'s>]) -> Option<HeadAlone> {
        self.forget_expansion();
        self.fresh();
        let before = self.refused;
        let mut ability = Ability {
            category,
            ..Ability::empty()
        };
        self.nested(|inner| inner.heads(heads, &mut ability));
        let mut code = std::mem::take(&mut self.code);
        // Where it was written is no part of the meaning.
        code.stmt_src.clear();
        (self.refused == before).then_some(HeadAlone { ability, code })
    }
}
