//! Which clauses of which card the tests reach.

use super::Case;
use crate::compile::Compiled;
use crate::exec::{Coverage, Pool};
use crate::games;
use crate::golden::{self, once};
use crate::ir::{Card, Given, GivenLine, Module, TestCard};
use crate::kernel::DefId;
use crate::probe::{self, Clause, Found, Kind};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// What the tests show of the cards.
#[derive(Debug, Clone)]
pub struct Cover {
    /// The cards, in the order of their files, once an edition.
    pub cards: Vec<CardCover>,
    /// The tests, in the order they were given.
    pub tests: Vec<Seen>,
}

/// A test that was played.
#[derive(Debug, Clone)]
pub struct Seen {
    /// Its title.
    pub title: String,
    /// Its file.
    pub file: String,
    /// Whether everything was as it expects, the kept log included.
    pub passed: bool,
    /// Its log, if it is golden.
    pub log: Vec<String>,
    /// How long it took.
    pub took: Duration,
}

/// What the tests show of a card.
#[derive(Debug, Clone)]
pub struct CardCover {
    /// The number of its set among those of the run, and its own there.
    pub at: (usize, usize),
    /// The file of the set.
    pub file: String,
    /// The card.
    pub card: String,
    /// Its printed id.
    pub id: Option<String>,
    /// The edition of the rules, if the set is for several.
    pub edition: Option<String>,
    /// Its clauses, ability by ability.
    pub clauses: Vec<ClauseCover>,
    /// The tests that reach it or put it on the board, by their numbers.
    pub tests: Vec<usize>,
}

/// What the tests show of a clause.
#[derive(Debug, Clone)]
pub struct ClauseCover {
    /// The clause with its words, and what it did in all tests.
    pub found: Found,
    /// The tests that reached it, by their numbers.
    pub tests: Vec<usize>,
}

impl ClauseCover {
    /// Whether the tests show what it says: it did something; a condition was true and false.
    pub fn is_shown(&self) -> bool {
        let clause = &self.found.clause;
        match clause.kind {
            Kind::Condition => clause.yes > 0 && clause.no > 0,
            _ => clause.acted > 0,
        }
    }
}

impl CardCover {
    /// How many clauses the tests show, and how many there are.
    pub fn shown(&self) -> (usize, usize) {
        let shown = self.clauses.iter().filter(|c| c.is_shown()).count();
        (shown, self.clauses.len())
    }
}

/// A card of the run: the number of its set, its own, the edition it is played by.
type Key<'c> = (usize, usize, Option<&'c str>);

/// What one test reached: the clauses of each card, in the order that they always have.
struct Reached<'c> {
    seen: Seen,
    cards: Vec<(Key<'c>, Vec<Clause>)>,
    named: BTreeSet<Key<'c>>,
}

/// Plays the tests and counts what the clauses of the cards of the run do in them; `told` hears how many are done.
pub fn cover(compiled: &Compiled, cases: &[Case<'_>], told: &(dyn Fn(usize, usize) + Sync)) -> Cover {
    let done = std::sync::atomic::AtomicUsize::new(0);
    let reached: Vec<Reached<'_>> = cases
        .par_iter()
        .map(|case| {
            let one = reached(compiled, case);
            told(done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1, cases.len());
            one
        })
        .collect();
    let mut cards = all_cards(compiled);
    let mut tests = Vec::new();
    for (number, one) in reached.into_iter().enumerate() {
        for key in one.named {
            if let Some(cover) = cards.get_mut(&key) {
                cover.tests.push(number);
            }
        }
        for (key, clauses) in one.cards {
            let Some(cover) = cards.get_mut(&key) else { continue };
            if cover.tests.last() != Some(&number) {
                cover.tests.push(number);
            }
            for (known, clause) in cover.clauses.iter_mut().zip(clauses) {
                add(known, &clause, number);
            }
        }
        tests.push(one.seen);
    }
    Cover {
        cards: cards.into_values().collect(),
        tests,
    }
}

fn add(known: &mut ClauseCover, clause: &Clause, test: usize) {
    let sum = &mut known.found.clause;
    // The clauses of a card always come in one order; if they ever did not, nothing would be counted for the wrong one.
    if (sum.kind, sum.src) != (clause.kind, clause.src) || clause.reached == 0 {
        return;
    }
    sum.reached = sum.reached.saturating_add(clause.reached);
    sum.yes = sum.yes.saturating_add(clause.yes);
    sum.no = sum.no.saturating_add(clause.no);
    sum.acted = sum.acted.saturating_add(clause.acted);
    known.tests.push(test);
}

/// Every card of the run that can be linked, with clauses that did nothing yet.
fn all_cards(compiled: &Compiled) -> BTreeMap<Key<'_>, CardCover> {
    let mut out = BTreeMap::new();
    for (m, module) in compiled.modules.iter().enumerate() {
        for edition in module.played_by() {
            let Some(kernel) = games::kernel(&module.game, edition) else {
                continue;
            };
            let all = compiled.modules.iter().chain(&compiled.imported);
            let others = all.filter(|other| other.game == module.game && other.is_for(edition));
            let library: Vec<&Module> = std::iter::once(module).chain(others).collect();
            let Some(pool) = golden::pool(&library, kernel).filter(|_| !module.cards.is_empty()) else {
                continue;
            };
            let nothing = Coverage::new(&pool);
            for (c, card) in module.cards.iter().enumerate() {
                let Some(defs) = own_sides(&pool, module, card) else {
                    continue;
                };
                let clauses = probe::all_clauses(&pool, &defs, &nothing).into_iter();
                let clauses = clauses.map(|clause| ClauseCover {
                    found: probe::located(&pool, module, card, clause),
                    tests: Vec::new(),
                });
                let cover = CardCover {
                    at: (m, c),
                    file: module.files.first().cloned().unwrap_or_default(),
                    card: card.name.clone(),
                    id: card.id.clone(),
                    edition: edition.filter(|_| module.editions.len() > 1).map(str::to_owned),
                    clauses: clauses.collect(),
                    tests: Vec::new(),
                };
                out.insert((m, c, edition), cover);
            }
        }
    }
    out
}

/// The sides of a card in a pool, if the pool's card of that name is this one.
fn own_sides(pool: &Pool, module: &Module, card: &Card) -> Option<Vec<DefId>> {
    let defs = probe::sides(pool, card)?;
    let file = module.files.get(card.src.0 as usize)?;
    let written = |def: &DefId| {
        let abilities = pool.def(*def).abilities.iter().map(|at| pool.ability(*at));
        // What the rules give to every card of a type belongs to no card.
        let mut own = abilities.filter(|ability| ability.def == *def);
        own.all(|ability| ability.src.0 != card.src.0 || ability.file == *file)
    };
    defs.iter().all(written).then_some(defs)
}

fn reached<'c>(compiled: &Compiled, case: &Case<'c>) -> Reached<'c> {
    let job = &case.job;
    let start = Instant::now();
    let played = once(job, true);
    let took = start.elapsed();
    let kept = !job.test.golden || case.kept.is_none_or(|kept| kept == played.log);
    let names = named(&job.test.given);
    let mut cards = Vec::new();
    let mut on_board = BTreeSet::new();
    if let Some((pool, coverage)) = &played.counted {
        let own = compiled.modules.iter().enumerate();
        for (m, module) in own.filter(|(_, own)| job.library.iter().any(|module| std::ptr::eq(*module, *own))) {
            for (c, card) in module.cards.iter().enumerate() {
                let key = (m, c, job.edition);
                if names.contains(card.name.as_str()) {
                    on_board.insert(key);
                }
                let Some(defs) = own_sides(pool, module, card) else {
                    continue;
                };
                let clauses = probe::all_clauses(pool, &defs, coverage);
                if clauses.iter().any(|clause| clause.reached > 0) {
                    cards.push((key, clauses));
                }
            }
        }
    }
    Reached {
        seen: Seen {
            title: golden::title(job.module, job.test, job.edition),
            file: job.module.files.first().cloned().unwrap_or_default(),
            passed: played.failure.is_none() && kept,
            log: played.log,
            took,
        },
        cards,
        named: on_board,
    }
}

/// The cards that a board names.
fn named(given: &[GivenLine]) -> BTreeSet<&str> {
    let lists = given.iter().filter_map(|line| match &line.given {
        Given::Cards { cards, .. } => Some(cards),
        _ => None,
    });
    lists
        .flatten()
        .filter_map(|entry| match &entry.what {
            TestCard::Named(name) => Some(name.as_str()),
            TestCard::Random(_) | TestCard::Hidden => None,
        })
        .collect()
}
