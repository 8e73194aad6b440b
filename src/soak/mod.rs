//! Long plays of generated cards: every game must end or go on soundly, whatever the cards say. What fails is made small.
//!
//! Looked at on the way: the invariants of the state, saves, copies, and whether cards that a player cannot know make a difference to that player's view.

mod game;
mod reach;
mod shrink;

use crate::exec::Fault;
use crate::games;
use crate::generate::{Generator, Set};
use crate::kernel::Rng;
use crate::play::Table;
pub use game::Trouble;
use game::{Game, play};
pub use reach::{OPERATIONS, Reach};
use std::collections::BTreeMap;

/// How many games are played with one set of cards.
pub const GAMES_PER_SET: u64 = 4;

/// What is played.
#[derive(Debug, Clone, Copy)]
pub struct Plan<'p> {
    /// The game.
    pub game: &'p str,
    /// The edition of its rules, if not the usual one.
    pub edition: Option<&'p str>,
    /// The seed of the first set.
    pub seed: u64,
    /// The most games.
    pub games: u64,
}

/// Something that went wrong, with the cards it went wrong with.
#[derive(Debug)]
pub struct Found {
    /// The seed of the set.
    pub set: u64,
    /// What.
    pub trouble: Trouble,
    /// The cards, as few made texts as show it.
    pub text: String,
    /// How many made texts are left.
    pub left: usize,
}

/// What came of it.
#[derive(Debug, Default)]
pub struct Report {
    /// Sets that were played.
    pub sets: u64,
    /// Sets of which nothing could be made.
    pub dropped: u64,
    /// Texts that were made.
    pub made: usize,
    /// Those of them that were valid at once.
    pub valid: usize,
    /// Games.
    pub games: u64,
    /// Decisions.
    pub decisions: u64,
    /// Games that were stopped because they went on for long.
    pub stopped: u64,
    /// How often hidden cards changed places and nobody noticed.
    pub swaps: u64,
    /// The most work between decisions that any game was at, as it is counted against the budget.
    pub most_work: u64,
    /// Faults of the engine by code: budgets that generated cards went over.
    pub faults: BTreeMap<u16, u64>,
    /// What the cards used of the language.
    pub reach: Reach,
    /// What went wrong.
    pub found: Vec<Found>,
}

impl Report {
    /// The report as text.
    pub fn text(&self) -> String {
        let share = |part: usize, all: usize| part.saturating_mul(1000) / all.max(1);
        let percent = |part: usize, all: usize| format!("{}.{} %", share(part, all) / 10, share(part, all) % 10);
        let mut lines = vec![
            format!(
                "{} games with {} sets of generated cards, {} decisions; {} games were stopped, {} sets dropped",
                self.games, self.sets, self.decisions, self.stopped, self.dropped
            ),
            format!(
                "texts: {} made, {} valid at once ({})",
                self.made,
                self.valid,
                percent(self.valid, self.made)
            ),
            format!("hidden cards that changed places unnoticed: {}", self.swaps),
            format!("most work at once: {}", self.most_work),
        ];
        for (what, part, all) in self.reach.shares() {
            lines.push(format!("{what}: {part} of {all} ({})", percent(part, all)));
        }
        for (code, count) in &self.faults {
            lines.push(format!(
                "{count} games ended with the fault {code}: {}",
                Fault::words(*code)
            ));
        }
        for found in &self.found {
            lines.push(format!(
                "FAILED set {}, {} texts left: {}",
                found.set, found.left, found.trouble
            ));
        }
        lines.join("\n") + "\n"
    }
}

/// Plays, as long as the caller says so after each set.
pub fn soak(plan: Plan<'_>, go_on: &mut dyn FnMut(&Report) -> bool) -> Option<Report> {
    let generator = Generator::new(plan.game)?;
    games::kernel(plan.game, plan.edition)?;
    let mut report = Report::default();
    let mut seed = plan.seed;
    while report.games < plan.games && go_on(&report) {
        let most = GAMES_PER_SET.min(plan.games - report.games);
        play_set(&generator, plan, seed, most, &mut report);
        seed = seed.wrapping_add(1);
    }
    Some(report)
}

/// The cards of a set, ready to be played.
fn table(plan: Plan<'_>, modules: &[crate::ir::Module]) -> Result<Table, String> {
    let table = match plan.edition {
        Some(edition) => Table::of_edition(plan.game, edition, modules),
        None => Table::from_modules(plan.game, modules),
    };
    table.map_err(|error| error.to_string())
}

fn play_set(generator: &Generator, plan: Plan<'_>, seed: u64, most: u64, report: &mut Report) {
    let Some((set, compiled)) = generator.set(seed) else {
        report.dropped += 1;
        report.games += 1;
        return;
    };
    report.sets += 1;
    report.made += set.made;
    report.valid += set.valid;
    let table = match table(plan, &compiled.modules) {
        Ok(table) => table,
        Err(why) => {
            // A card that `check` takes can be played.
            report.games += most;
            keep(generator, plan, seed, &set, Trouble::Link(why), report);
            return;
        }
    };
    report.reach.add(plan.game, &compiled, &table.pool);
    for number in 0..most {
        report.games += 1;
        match play(&table, game_seed(seed, number)) {
            Ok(game) => note(game, report),
            Err(trouble) => {
                keep(generator, plan, seed, &set, trouble, report);
                return;
            }
        }
    }
}

fn game_seed(set: u64, number: u64) -> u64 {
    Rng::new(set.wrapping_mul(GAMES_PER_SET).wrapping_add(number)).wide()
}

fn note(game: Game, report: &mut Report) {
    report.decisions += game.decisions;
    report.swaps += game.swaps;
    report.most_work = report.most_work.max(game.most_work);
    report.stopped += u64::from(game.stopped);
    if let Some(fault) = game.fault {
        *report.faults.entry(fault).or_default() += 1;
    }
}

/// Makes the set small and keeps it.
fn keep(generator: &Generator, plan: Plan<'_>, seed: u64, set: &Set, trouble: Trouble, report: &mut Report) {
    let fails = |set: &Set| {
        let compiled = generator.compile(set)?;
        match table(plan, &compiled.modules) {
            Err(why) => Some(Trouble::Link(why)),
            Ok(table) => (0..GAMES_PER_SET).find_map(|number| play(&table, game_seed(seed, number)).err()),
        }
    };
    let small = shrink::shrink(set, &trouble, &fails);
    report.found.push(Found {
        set: seed,
        left: small.left().len(),
        text: small.joined(),
        trouble,
    });
}
