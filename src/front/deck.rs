//! Decks that programs make.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A deck: how many of which card, in which part.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Deck {
    pub(super) name: String,
    pub(super) lines: Vec<Line>,
}

/// A line of a deck.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
pub(super) struct Line {
    pub(super) count: u32,
    pub(super) card: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) part: Option<String>,
}

impl Deck {
    /// A deck without cards.
    pub fn new(name: impl Into<String>) -> Deck {
        Deck {
            name: name.into(),
            lines: Vec::new(),
        }
    }

    /// Adds copies of a card, by its name, to the main deck.
    #[must_use]
    pub fn add(self, count: u32, card: impl Into<String>) -> Deck {
        self.line(count, card.into(), None)
    }

    /// Adds copies of a card to a part of the deck, by the word of the game: `evolve-deck`, `g-zone`, `stone-deck`.
    #[must_use]
    pub fn add_to(self, part: impl Into<String>, count: u32, card: impl Into<String>) -> Deck {
        self.line(count, card.into(), Some(part.into()))
    }

    fn line(mut self, count: u32, card: String, part: Option<String>) -> Deck {
        self.lines.push(Line {
            count,
            card,
            id: None,
            part,
        });
        self
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many of which card.
    pub fn cards(&self) -> impl Iterator<Item = (u32, &str)> {
        self.lines.iter().map(|line| (line.count, line.card.as_str()))
    }

    pub(super) fn of(deck: &crate::ir::Deck) -> Deck {
        let lines = deck.lines.iter().map(|line| Line {
            count: line.count,
            card: line.card.clone(),
            id: line.id.clone(),
            part: line.part.clone(),
        });
        Deck {
            name: deck.name.clone(),
            lines: lines.collect(),
        }
    }
}

/// What is wrong with a deck.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct DeckProblem {
    /// What is wrong.
    pub message: String,
    /// The number of the rule that forbids it; none for a card or a part that does not exist.
    pub rule: Option<String>,
    /// The cards it is about.
    pub cards: Vec<String>,
}

impl fmt::Display for DeckProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.rule {
            Some(rule) => write!(f, " ({rule})"),
            None => Ok(()),
        }
    }
}
