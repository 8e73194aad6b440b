//! Costs in English pieces.

use super::Style;
use super::english::{capital, clauses};

/// A cost in its two printed forms.
#[derive(Debug)]
pub struct CostText {
    /// What is paid together.
    pub parts: Vec<Part>,
    /// What may be paid instead.
    pub or: Option<Box<CostText>>,
}

/// One thing to pay.
#[derive(Debug)]
pub struct Part {
    /// `(1)`, `{Rest}`: a sign instead of words.
    pub sign: Option<String>,
    /// `pay (1)`, `put 1 card from your hand into your waiting room`.
    pub clause: String,
}

impl Part {
    /// All parts, printed one by one.
    pub fn all(parts: &[Part], capitals: bool) -> Vec<String> {
        parts.iter().map(|part| part.printed(capitals)).collect()
    }

    /// The sign, or the words as the style writes them in a cost.
    pub fn printed(&self, capitals: bool) -> String {
        match &self.sign {
            Some(sign) => sign.clone(),
            None if capitals => capital(&self.clause),
            None => self.clause.clone(),
        }
    }
}

impl CostText {
    /// In front of an ability.
    pub fn bracketed(&self, style: &Style) -> String {
        let text = (style.cost)(&self.parts);
        match &self.or {
            Some(or) => format!("{text} or {}", or.bracketed(style)),
            None => text,
        }
    }

    /// Behind `you may`.
    pub fn clause(&self) -> String {
        let parts: Vec<_> = self.parts.iter().map(|part| part.clause.clone()).collect();
        let text = clauses(&parts);
        match &self.or {
            Some(or) => format!("{text}, or {}", or.clause()),
            None => text,
        }
    }
}
