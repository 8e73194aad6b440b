//! What the engine will do with the cards of compiled sets.

use super::playable::{imports, kernels};
use crate::compile::Compiled;
use crate::exec::steps::{self, CardSteps};
use crate::exec::{Kernel, Pool};
use crate::ir::{Card, Module};
use rayon::prelude::*;
use serde::Serialize;

/// What the engine does with one side of a card by some rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CardInPlay {
    /// The game.
    pub game: String,
    /// The editions of its rules; empty if it has no editions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub editions: Vec<&'static str>,
    /// What it does.
    #[serde(flatten)]
    pub steps: CardSteps,
}

impl CardInPlay {
    /// The steps as text, the editions in front if not all of the set's editions do the same.
    pub fn text(&self) -> String {
        match self.editions.as_slice() {
            [] => self.steps.text(),
            editions => format!("edition {}: {}", editions.join(" and "), self.steps.text()),
        }
    }
}

/// What the engine does with every card that can be played, in the order of the sets. Each card is linked alone, so that other cards do not matter
/// but those that its file imports: what its text makes may be defined there.
pub fn steps(compiled: &Compiled) -> Vec<CardInPlay> {
    let modules = compiled.modules.iter();
    let cards: Vec<(&Module, &Card)> = modules.flat_map(|m| m.cards.iter().map(move |c| (m, c))).collect();
    cards
        .par_iter()
        .flat_map_iter(|(module, card)| of_card(&kernels(module), module, card, &imports(compiled, module)))
        .collect()
}

fn of_card(kernels: &[&'static dyn Kernel], module: &Module, card: &Card, imported: &[&Module]) -> Vec<CardInPlay> {
    let mut out: Vec<CardInPlay> = Vec::new();
    for kernel in kernels {
        let Ok(pool) = Pool::link_with(*kernel, &[(module, card)], imported) else {
            continue;
        };
        let Some(def) = pool.def_listed(&card.name, card.id.as_deref()) else {
            continue;
        };
        for side in steps::of_card(&pool, def) {
            match out.iter_mut().find(|known| known.steps == side) {
                Some(known) => known.editions.push(kernel.edition()),
                None => out.push(CardInPlay {
                    game: module.game.clone(),
                    editions: vec![kernel.edition()],
                    steps: side,
                }),
            }
        }
    }
    for card in &mut out {
        if card.editions.len() == kernels.len() {
            card.editions.clear();
        }
    }
    out
}
