//! Changes of cards that no test notices.

use super::Case;
use super::change::{Change, changes};
use super::coverage::{CardCover, Cover};
use crate::compile::Compiled;
use crate::exec::steps::{self, CardSteps};
use crate::exec::{Pool, pool_hash};
use crate::games;
use crate::golden::{Job, Shared, once};
use crate::ir::{Card, Module};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What may be spent.
#[derive(Debug, Clone, Copy, Default)]
pub struct Budget<'b> {
    /// Only cards with this in their names.
    pub only: Option<&'b str>,
    /// Also the changes that leave a clause in its place but for a demand, a quantity, a part of its event or the time it lasts.
    pub thorough: bool,
    /// No change is tried any more after this time.
    pub within: Option<Duration>,
}

/// What became of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fate {
    /// A test noticed it, by its number.
    Noticed(usize),
    /// Every test of the card passed as before.
    Survived,
    /// The card has no test.
    Untested,
    /// There was no time left.
    NotTried,
}

/// A change of a card that the engine plays in another way.
#[derive(Debug, Clone)]
pub struct Mutant {
    /// What was changed.
    pub what: &'static str,
    /// The phrase, in the file of the card.
    pub range: (u32, u32),
    /// What the engine does with the card then and did before, line by line: `- draw 1`, `+ draw 2`.
    pub steps: Vec<String>,
    /// What became of it.
    pub fate: Fate,
}

/// The changes of a card.
#[derive(Debug, Clone)]
pub struct Mutated {
    /// The number of its set among those of the run, and its own there.
    pub at: (usize, usize),
    /// The file of the card.
    pub file: String,
    /// The card.
    pub card: String,
    /// Its printed id.
    pub id: Option<String>,
    /// The edition of the rules, if the set is for several.
    pub edition: Option<String>,
    /// The changes, in the order of the source.
    pub mutants: Vec<Mutant>,
}

impl Mutated {
    /// How many changes a test noticed, and how many were tried.
    pub fn noticed(&self) -> (usize, usize) {
        let tried = self.mutants.iter().filter(|m| m.fate != Fate::NotTried);
        let noticed = self.mutants.iter().filter(|m| matches!(m.fate, Fate::Noticed(_)));
        (noticed.count(), tried.count())
    }
}

/// A card and what is left of the run for it.
struct Subject<'c> {
    module: &'c Module,
    card: &'c Card,
    cover: &'c CardCover,
    edition: Option<&'c str>,
}

/// Changes one clause after another of every card that the budget is about, and plays the tests of the card each time. A test that did not pass before
/// the change is not asked. `told` hears how many cards are done.
pub fn mutate(
    compiled: &Compiled,
    cases: &[Case<'_>],
    cover: &Cover,
    budget: Budget<'_>,
    told: &(dyn Fn(usize, usize) + Sync),
) -> Vec<Mutated> {
    let start = Instant::now();
    let late = || budget.within.is_some_and(|most| start.elapsed() >= most);
    let subjects: Vec<Subject<'_>> = cover
        .cards
        .iter()
        .filter(|cover| budget.only.is_none_or(|name| cover.card.contains(name)))
        .filter_map(|cover| {
            let module = compiled.modules.get(cover.at.0)?;
            let card = module.cards.get(cover.at.1)?;
            let editions = module.played_by();
            let edition = match &cover.edition {
                Some(named) => Some(named.as_str()),
                None => editions.first().copied().flatten(),
            };
            Some(Subject {
                module,
                card,
                cover,
                edition,
            })
        })
        .collect();
    let done = AtomicUsize::new(0);
    subjects
        .par_iter()
        .map(|subject| {
            let mutated = subject.mutated(cases, cover, budget.thorough, &late);
            told(done.fetch_add(1, Ordering::Relaxed) + 1, subjects.len());
            mutated
        })
        .collect()
}

/// The linked code of a card alone, and what is read back from it.
struct Linked {
    code: u64,
    steps: Vec<String>,
}

impl Subject<'_> {
    fn mutated(&self, cases: &[Case<'_>], cover: &Cover, thorough: bool, late: &(dyn Fn() -> bool + Sync)) -> Mutated {
        let tests = self.tests(cover);
        let mut mutants: Vec<Mutant> = self
            .different(thorough)
            .into_par_iter()
            .map(|(change, card, steps)| {
                let fate = if late() {
                    Fate::NotTried
                } else {
                    self.fate(&card, &tests, cases, cover)
                };
                let src = change.src.unwrap_or(self.card.src);
                Mutant {
                    what: change.what,
                    range: (src.1, src.2),
                    steps,
                    fate,
                }
            })
            .collect();
        mutants.sort_by_key(|mutant| mutant.range);
        Mutated {
            at: self.cover.at,
            file: self.cover.file.clone(),
            card: self.cover.card.clone(),
            id: self.cover.id.clone(),
            edition: self.cover.edition.clone(),
            mutants,
        }
    }

    /// The tests that can notice something, the quickest first.
    fn tests(&self, cover: &Cover) -> Vec<usize> {
        let passed = |n: &usize| cover.tests.get(*n).is_some_and(|test| test.passed);
        let mut tests: Vec<usize> = self.cover.tests.iter().copied().filter(passed).collect();
        tests.sort_by_key(|n| cover.tests.get(*n).map(|test| test.took));
        tests
    }

    /// The changes that the engine plays in another way, each code once.
    fn different(&self, thorough: bool) -> Vec<(Change, Card, Vec<String>)> {
        let Some(whole) = self.linked(self.card) else {
            return Vec::new();
        };
        let Some(kernel) = games::kernel(&self.module.game, self.edition) else {
            return Vec::new();
        };
        let zones: Vec<&'static str> = kernel.tables().zones.iter().map(|zone| zone.name).collect();
        let mut known = BTreeSet::from([whole.code]);
        let mut out = Vec::new();
        for change in changes(self.card, &zones).into_iter().filter(|c| thorough || !c.fine) {
            let card = change.made(self.card);
            // What is refused is no change that a test has to notice: `check` does.
            let Some(other) = self.linked(&card) else { continue };
            let steps = difference(&whole.steps, &other.steps);
            // Where the same is done, as by a keyword that the rules give to the card anyway, there is nothing to notice.
            if known.insert(other.code) && !steps.is_empty() {
                out.push((change, card, steps));
            }
        }
        out
    }

    fn linked(&self, card: &Card) -> Option<Linked> {
        let kernel = games::kernel(&self.module.game, self.edition)?;
        let pool = Pool::link(kernel, &[(self.module, card)]).ok()?;
        let def = pool.def_listed(&card.name, card.id.as_deref())?;
        let text: String = steps::of_card(&pool, def).iter().map(CardSteps::text).collect();
        Some(Linked {
            code: pool_hash(&Arc::new(pool)),
            steps: text.lines().map(str::to_owned).collect(),
        })
    }

    /// Plays the tests with the changed card until one notices it.
    fn fate(&self, card: &Card, tests: &[usize], cases: &[Case<'_>], cover: &Cover) -> Fate {
        if tests.is_empty() {
            return Fate::Untested;
        }
        let mut changed = self.module.clone();
        if let Some(place) = changed.cards.get_mut(self.cover.at.1) {
            place.clone_from(card);
        }
        // Tests of one file share their cards.
        let mut shared: BTreeMap<&str, (Vec<&Module>, Shared)> = BTreeMap::new();
        for number in tests {
            let (Some(case), Some(seen)) = (cases.get(*number), cover.tests.get(*number)) else {
                continue;
            };
            let (library, shared) = shared.entry(seen.file.as_str()).or_insert_with(|| {
                let swap = |module: &&'_ Module| std::ptr::eq(*module, self.module);
                let library = case.job.library.iter();
                let library = library.map(|module| if swap(module) { &changed } else { *module });
                (library.collect(), Shared::default())
            });
            let own = std::ptr::eq(case.job.module, self.module);
            let job = Job {
                module: if own { &changed } else { case.job.module },
                library,
                test: case.job.test,
                edition: case.job.edition,
                shared,
                trace: false,
            };
            let again = once(&job, false);
            if again.failure.is_some() || job.test.golden && again.log != seen.log {
                return Fate::Noticed(*number);
            }
        }
        Fate::Survived
    }
}

/// The lines that differ, without those that are the same.
fn difference(old: &[String], new: &[String]) -> Vec<String> {
    let gone = |list: &[String], other: &[String], sign: char| -> Vec<String> {
        let mut left: Vec<&String> = other.iter().collect();
        let mut out = Vec::new();
        for line in list {
            match left.iter().position(|l| *l == line) {
                Some(at) => drop(left.swap_remove(at)),
                None => out.push(format!("{sign} {}", line.trim())),
            }
        }
        out
    };
    let mut out = gone(old, new, '-');
    out.extend(gone(new, old, '+'));
    out
}
