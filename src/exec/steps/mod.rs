//! What the engine will do with a card, read back from the linked code: when, who decides, among which cards of which zones, what happens to what, for
//! how long.
//!
//! The printed English proves that a text was read as its author meant it. This proves what becomes of it: nothing here looks at
//! the text or the IR. Every pattern names all fields of its node, so what the linker learns to say is an error of the compiler here until it is said.

mod ability;
mod change;
mod cost;
mod event;
mod flow;
mod names;
mod number;
mod object;
mod operation;
mod slot;

use super::pool::Pool;
use crate::kernel::{AbilityIx, DefId};
use serde::Serialize;
use std::fmt::Write as _;

/// What the engine does with one side of a card.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CardSteps {
    /// The name of the card.
    pub card: String,
    /// Its printed id, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The word of the side, if the card has several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// Its abilities in the order of the card.
    pub abilities: Vec<AbilitySteps>,
    /// The abilities that the rules of the game give to cards of its type, by their labels.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub by_rules: Vec<String>,
}

/// What the engine does with one ability.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct AbilitySteps {
    /// Its keyword or category.
    pub label: String,
    /// The line it is written on.
    pub line: u32,
    /// The lines, each with how deep it stands below others.
    pub steps: Vec<Step>,
}

/// One line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Step {
    /// How deep it stands below the lines before it.
    pub depth: usize,
    /// What is done or asked.
    pub text: String,
}

/// Reads linked code of a pool.
struct Reader<'p> {
    pool: &'p Pool,
    slots: slot::Names,
}

/// The lines of an ability while they are written.
#[derive(Default)]
struct Lines {
    steps: Vec<Step>,
    depth: usize,
}

impl Lines {
    fn add(&mut self, text: impl Into<String>) {
        self.steps.push(Step {
            depth: self.depth,
            text: text.into(),
        });
    }

    fn inside(&mut self, write: impl FnOnce(&mut Self)) {
        self.depth += 1;
        write(self);
        self.depth -= 1;
    }
}

/// What the engine does with a card, side by side.
pub fn of_card(pool: &Pool, front: DefId) -> Vec<CardSteps> {
    let def = pool.def(front);
    if def.sides.is_empty() {
        return vec![of_side(pool, front)];
    }
    def.sides.iter().map(|(_, side)| of_side(pool, *side)).collect()
}

fn of_side(pool: &Pool, side: DefId) -> CardSteps {
    let def = pool.def(side);
    let by_rules = |ability: &AbilityIx| pool.inherent.values().any(|all| all.contains(ability));
    let (rules, own): (Vec<AbilityIx>, Vec<AbilityIx>) = def.abilities.iter().partition(|a| by_rules(a));
    CardSteps {
        card: pool.front_name(side).to_owned(),
        id: def.id.clone(),
        side: (pool.def(def.front).sides.len() > 1).then(|| pool.side_word(side).to_owned()),
        abilities: own.iter().map(|a| ability::printed(pool, *a)).collect(),
        by_rules: rules.iter().map(|a| ability::label(pool, *a)).collect(),
    }
}

impl CardSteps {
    /// The lines as text, abilities below the card and steps below their ability.
    pub fn text(&self) -> String {
        let mut out = format!("\"{}\"", self.card);
        if let Some(id) = &self.id {
            let _ = write!(out, " {id}");
        }
        if let Some(side) = &self.side {
            let _ = write!(out, " ({side})");
        }
        out.push('\n');
        if self.abilities.is_empty() {
            out.push_str("  no ability of its own\n");
        }
        for ability in &self.abilities {
            let _ = writeln!(out, "  {} (line {})", ability.label, ability.line);
            for step in &ability.steps {
                let _ = writeln!(out, "    {}{}", "  ".repeat(step.depth), step.text);
            }
        }
        if !self.by_rules.is_empty() {
            let _ = writeln!(out, "  by the rules of the game: {}", self.by_rules.join(", "));
        }
        out
    }
}
