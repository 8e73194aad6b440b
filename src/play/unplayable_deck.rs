//! A deck that is meant to be played and breaks the rules of its game.

use super::decks::{Fault, faults, told};
use super::playable::{files, kernels};
use crate::compile::Compiled;
use crate::diag::{Code, Diagnostic, Severity};
use crate::ir::{Deck, Expect, Given, GivenLine, Module, Step};

/// A deck with fewer cards is only begun.
const MEANT: u64 = 30;

/// Warns once of each deck that the rules do not allow. The decks of tests say themselves what they are for.
pub(super) fn check(compiled: &Compiled) -> Vec<Diagnostic> {
    let files = files(compiled);
    let library: Vec<&Module> = compiled.modules.iter().chain(&compiled.imported).collect();
    let mut out = Vec::new();
    for module in &compiled.modules {
        let kernels = kernels(module);
        // Where something is wrong, it may be the deck: one mistake is one message.
        if is_broken(compiled, module) {
            continue;
        }
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

fn is_broken(compiled: &Compiled, module: &Module) -> bool {
    let mut errors = compiled.diagnostics.iter().filter(|d| d.severity() == Severity::Error);
    errors.any(|d| {
        let file = d.span.and_then(|span| compiled.sources.get(span.file));
        file.is_some_and(|file| module.files.first() == Some(&file.name))
    })
}

fn is_meant(deck: &Deck) -> bool {
    deck.lines.iter().map(|line| u64::from(line.count)).sum::<u64>() >= MEANT
}

/// Whether a test of the file deals it or asks whether it is legal.
fn is_tested(module: &Module, deck: &Deck) -> bool {
    let dealt = |line: &GivenLine| matches!(&line.given, Given::DeckList { deck: name, .. } if *name == deck.name);
    let judged = |step: &Step| match step {
        Step::Expect(lines) => lines
            .iter()
            .any(|line| matches!(&line.expect, Expect::Deck { deck: name, .. } if *name == deck.name)),
        Step::Do(_) => false,
    };
    let mut tests = module.tests.iter();
    tests.any(|test| test.given.iter().any(dealt) || test.steps.iter().any(judged))
}
