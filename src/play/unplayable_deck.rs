//! A deck that is meant to be played and breaks the rules of its game.

use super::decks::{Fault, faults, told};
use super::playable::{files, kernels};
use crate::compile::Compiled;
use crate::diag::{Code, Diagnostic};
use crate::ir::{Deck, Given, Module};

/// A deck with fewer cards is only begun.
const MEANT: u64 = 30;

/// Warns once of each deck that the rules do not allow. The decks of tests say themselves what they are for.
pub(super) fn check(compiled: &Compiled) -> Vec<Diagnostic> {
    let files = files(compiled);
    let library: Vec<&Module> = compiled.modules.iter().chain(&compiled.imported).collect();
    let mut out = Vec::new();
    for module in &compiled.modules {
        let kernels = kernels(module);
        for deck in module
            .decks
            .iter()
            .filter(|deck| is_meant(deck) && !is_tested(module, deck))
        {
            let mut broken = faults(&kernels, module, deck, &library)
                .into_iter()
                .filter(|(fault, _)| matches!(fault, Fault::Rule(..)));
            if let Some((fault, edition)) = broken.next() {
                let mut problem = told(module, deck, &fault, edition, &files);
                problem.code = Code::UnplayableDeck;
                problem = match broken.count() {
                    0 => problem,
                    more => problem.with_note(format!("and {more} more of its rules")),
                };
                out.push(problem.with_help("`cardwright deck check` lists all that is against the rules"));
            }
        }
    }
    out
}

fn is_meant(deck: &Deck) -> bool {
    deck.lines.iter().map(|line| u64::from(line.count)).sum::<u64>() >= MEANT
}

fn is_tested(module: &Module, deck: &Deck) -> bool {
    let mut given = module.tests.iter().flat_map(|test| &test.given);
    given.any(|line| matches!(&line.given, Given::DeckList { deck: name, .. } if *name == deck.name))
}
