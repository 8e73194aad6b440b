//! The cards of a test, linked for play. Tests of one file share one pool unless they bring code of their own.

use super::runner::{Failure, Job};
use crate::ast::Category;
use crate::exec::{CardFingerprint, Kernel, LinkError, Pool, Source};
use crate::ir::{self, Card, Expect, Face, Given, Line, Module, Step, Test};
use crate::kernel::AbilityIx;
use indexmap::IndexMap;
use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

/// The card that holds the code of a test; no script can name it so.
pub const OWN: &str = "<test>";

/// Linked cards that the tests of one file share; linked when the first of them is played.
#[derive(Debug, Default)]
pub struct Shared(OnceLock<Result<Linked, Failure>>);

/// A pool, and what could not be linked into it.
#[derive(Debug, Clone)]
pub(super) struct Linked {
    pub(super) pool: Arc<Pool>,
    errors: Vec<LinkError>,
}

/// The cards of a test.
#[derive(Debug)]
pub(super) struct Cards {
    pub(super) linked: Linked,
    /// The abilities of the test itself: its `does` blocks, then its `holds` conditions, in source order.
    pub(super) own: Vec<AbilityIx>,
}

/// Links what a test may use.
pub(super) fn cards(job: &Job<'_>, kernel: &'static dyn Kernel) -> Result<Cards, Failure> {
    let Some(card) = own_card(job.test, kernel) else {
        let linked = job.shared.0.get_or_init(|| link(job.library, kernel, None)).clone()?;
        return Ok(Cards {
            linked,
            own: Vec::new(),
        });
    };
    let linked = link(job.library, kernel, Some((job.module, &card)))?;
    linked.usable(OWN)?;
    let own = linked
        .pool
        .def_named(OWN)
        .map(|def| linked.pool.def(def).abilities.clone())
        .unwrap_or_default();
    Ok(Cards { linked, own })
}

impl Linked {
    /// Fails if the card could not be linked.
    pub(super) fn usable(&self, name: &str) -> Result<(), Failure> {
        match self.errors.iter().find(|e| e.card == name) {
            None => Ok(()),
            Some(error) if name == OWN => Err(Failure {
                src: Some(error.src),
                message: format!("the engine cannot carry this out: {}", error.message),
            }),
            Some(error) => Err(Failure {
                src: None,
                message: format!("the engine cannot play this card: {error}"),
            }),
        }
    }
}

/// All cards of the library, of two with one name the first; tokens of the rules; the code of the test behind them.
fn sources<'s>(library: &[&'s Module], kernel: &'static dyn Kernel, own: Option<Source<'s>>) -> Vec<Source<'s>> {
    let mut names = BTreeSet::new();
    // Deck lists may call several cards of one name by their ids.
    let lines = library.iter().flat_map(|m| &m.decks).flat_map(|d| &d.lines);
    let listed: BTreeSet<&str> = lines.filter_map(|line| line.id.as_deref()).collect();
    let mut sources: Vec<Source<'_>> = Vec::new();
    for module in library {
        for card in &module.cards {
            if names.insert(card.name.as_str()) || card.id.as_deref().is_some_and(|id| listed.contains(id)) {
                sources.push((module, card));
            }
        }
    }
    // A test can name tokens that the rules define.
    let tokens = kernel
        .inherent()
        .into_iter()
        .flat_map(|m| m.cards.iter().map(move |c| (m, c)));
    sources.extend(tokens.filter(|(_, card)| card.token && names.insert(card.name.as_str())));
    sources.extend(own);
    sources
}

/// The cards that the pool of a test was linked from.
pub(super) fn listed(job: &Job<'_>, kernel: &'static dyn Kernel, cards: &Cards) -> Vec<CardFingerprint> {
    let own = own_card(job.test, kernel);
    let errors = &cards.linked.errors;
    let linked = sources(job.library, kernel, own.as_ref().map(|card| (job.module, card)));
    linked
        .into_iter()
        .filter(|(_, card)| !errors.iter().any(|e| e.card == card.name))
        .map(|(_, card)| CardFingerprint::of(card))
        .collect()
}

/// Links all cards of the library but those that cannot be linked.
fn link(library: &[&Module], kernel: &'static dyn Kernel, own: Option<Source<'_>>) -> Result<Linked, Failure> {
    let mut sources = sources(library, kernel, own);
    let mut errors: Vec<LinkError> = Vec::new();
    loop {
        match Pool::link(kernel, &sources) {
            Ok(pool) => {
                return Ok(Linked {
                    pool: Arc::new(pool),
                    errors,
                });
            }
            Err(found) => {
                let before = sources.len();
                sources.retain(|(_, card)| !found.iter().any(|e| e.card == card.name));
                if sources.len() == before {
                    // The fault is in no card of the library: nothing can be played.
                    let messages: Vec<String> = found.iter().map(ToString::to_string).collect();
                    return Err(Failure {
                        src: None,
                        message: messages.join("\n"),
                    });
                }
                errors.extend(found);
            }
        }
    }
}

/// The cards of a library linked for play, as the tests of a file get them; those that cannot be linked are left out.
pub fn pool(library: &[&Module], kernel: &'static dyn Kernel) -> Option<Arc<Pool>> {
    Some(link(library, kernel, None).ok()?.pool)
}

/// The code of a test as a card; none if it has no code.
pub fn own_card(test: &Test, kernel: &dyn Kernel) -> Option<Card> {
    let mut code = test.code.clone();
    // What a test says works nowhere in particular, but an ability has to work somewhere.
    let works: Vec<ir::Name> = kernel
        .tables()
        .zones
        .iter()
        .take(1)
        .map(|zone| zone.name.into())
        .collect();
    let mut lines = Vec::new();
    for line in &test.given {
        if let Given::Does { ability, .. } = &line.given {
            if let Some(ability) = code.abilities.get_mut(ability.0 as usize) {
                ability.default_works.clone_from(&works);
            }
            lines.push(Line::Ability(*ability));
        }
    }
    for line in test.steps.iter().filter_map(|step| match step {
        Step::Expect(lines) => Some(lines),
        Step::Do(_) => None,
    }) {
        for line in line {
            if let Expect::Holds { cond, .. } = &line.expect {
                let ability = code.add_ability(ir::Ability {
                    category: Category::Play,
                    condition: Some(*cond),
                    default_works: works.clone(),
                    src: line.src,
                    ..ir::Ability::empty()
                });
                lines.push(Line::Ability(ability));
            }
        }
    }
    if lines.is_empty() {
        return None;
    }
    Some(Card {
        name: OWN.to_owned(),
        id: None,
        set: None,
        token: false,
        faces: vec![Face {
            side: None,
            name: None,
            id: None,
            types: Vec::new(),
            attrs: IndexMap::new(),
            lines,
            text: None,
            note: None,
        }],
        code,
        src: test.src,
    })
}
