//! Abilities and keywords in English pieces.

use super::cost::CostText;
use crate::ast::Category;
use crate::ir::CostUse;

/// An ability in English pieces; the style puts them in its order.
#[derive(Debug)]
pub struct Parts {
    /// What kind of ability it is.
    pub category: Category,
    /// Each label and what stands behind its word.
    pub labels: Vec<(String, String)>,
    /// The zones by their words.
    pub zones: Option<String>,
    /// `this card is in your hand`
    pub works: Option<String>,
    /// How often, and per what.
    pub limit: Option<(String, Vec<String>)>,
    /// `this card attacks`
    pub events: Vec<String>,
    /// Points of time that set it off besides the events.
    pub points: Vec<String>,
    /// `the beginning of your climax phase`
    pub time: Option<String>,
    /// The condition itself sets it off.
    pub on_state: bool,
    /// The times at which it works.
    pub during: Vec<String>,
    /// What must be so.
    pub condition: Option<String>,
    /// It replaces its event, perhaps at will.
    pub replaces: Option<bool>,
    /// Its cost.
    pub cost: Option<(CostText, CostUse)>,
    /// What it does, clause by clause.
    pub body: Vec<String>,
    /// Abilities it brings.
    pub lines: Vec<String>,
}

/// A keyword in English pieces.
#[derive(Debug)]
pub struct KeywordParts {
    /// Each keyword and what stands behind its word.
    pub names: Vec<(String, String)>,
    /// What kind of ability it is.
    pub category: Option<Category>,
    /// Labels in front of it.
    pub labels: Vec<(String, String)>,
    /// Labels of the ability it stands for, those in front of it among them.
    pub marks: Vec<(String, String)>,
    /// Its cost.
    pub cost: Option<CostText>,
    /// What the card gives to it.
    pub given: Option<Parts>,
    /// Abilities it brings.
    pub lines: Vec<String>,
    /// What the keyword means, if it has no text of its own.
    pub reminder: Option<String>,
}

/// The texts of a keyword's line, printed.
#[derive(Debug)]
pub struct KeywordText {
    /// Its name, with the labels in front of it where they stand there.
    pub name: String,
    /// Its cost.
    pub cost: Option<String>,
    /// What the card gives to it; empty if that is nothing.
    pub effect: String,
    /// Its explanation, with a blank in front of it; empty if there is none.
    pub reminder: String,
}
