//! Probing: each card of a set is put on boards made from the words of its own text and played with; what every clause did is counted. A clause that
//! never did anything in all tries is probably not what its author meant, or not what the engine does.

mod board;
mod clause;
mod dead_clause;
mod directed;
mod refused;
mod report;
mod stage;
mod stale_reason;
mod table;
mod wants;

pub use board::Lay;
pub use clause::{Clause, Kind, Reason, all_clauses};
pub use refused::{Refused, refused};
pub use report::{diagnostics, json, summary, text};
pub use stage::{Players, Stage};

use crate::compile::Compiled;
use crate::exec::{Coverage, Game, Kernel, Pool, Status, text_hash};
use crate::games;
use crate::ir::{Card, Module};
use crate::kernel::DefId;
use board::{Habits, Maker};
use directed::{Directed, Mood};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use table::Position;
use wants::Wants;

/// Types of cards, as bits.
type Types = u32;

/// How hard to try.
#[derive(Debug, Clone, Copy)]
pub struct Effort {
    /// The fewest tries a card.
    pub fewest: u32,
    /// The most tries a card.
    pub most: u32,
    /// The most decisions a try.
    pub decisions: u32,
    /// The most turns a try.
    pub turns: u16,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort {
            fewest: 8,
            most: 600,
            decisions: 120,
            turns: 5,
        }
    }
}

/// What was found out about a card.
#[derive(Debug, Clone)]
pub struct Probed {
    /// The file of the set.
    pub file: String,
    /// The card.
    pub card: String,
    /// Its printed id.
    pub id: Option<String>,
    /// The edition of the rules, if the set is for several.
    pub edition: Option<String>,
    /// The clauses, ability by ability.
    pub clauses: Vec<Found>,
    /// How many tries it took.
    pub tries: u32,
    /// How long it took.
    pub took: Duration,
    /// Why it could not be probed.
    pub refused: Option<String>,
}

/// A clause with its words.
#[derive(Debug, Clone)]
pub struct Found {
    /// What it did.
    pub clause: Clause,
    /// The label of its ability.
    pub label: String,
    /// The file it was written in.
    pub file: String,
    /// Where: the first byte and the one behind the last; in the file of the card, the line that brought it.
    pub range: (u32, u32),
    /// The same of its ability.
    pub ability: (u32, u32),
    /// An example, if it was asked for.
    pub example: Vec<String>,
}

/// What to probe, and how.
#[derive(Debug, Clone, Copy, Default)]
pub struct Task<'t> {
    /// Only cards with this in their names.
    pub only: Option<&'t str>,
    /// Keep examples.
    pub examples: bool,
    /// How hard to try.
    pub effort: Effort,
}

impl Task<'_> {
    fn is_about(&self, card: &Card) -> bool {
        self.only.is_none_or(|name| card.name.contains(name))
    }
}

/// Probes all cards of a compilation that the task is about; `told` hears how many of them are done.
pub fn probe(compiled: &Compiled, task: &Task<'_>, told: &(dyn Fn(usize, usize) + Sync)) -> Vec<Probed> {
    let mut bundled: BTreeMap<&str, Vec<Module>> = BTreeMap::new();
    for module in &compiled.modules {
        bundled
            .entry(module.game.as_str())
            .or_insert_with(|| table::bundled(&module.game));
    }
    let mut rounds: Vec<(&Module, Option<&str>)> = Vec::new();
    for module in compiled.modules.iter().filter(|m| !m.cards.is_empty()) {
        rounds.extend(module.played_by().into_iter().map(|edition| (module, edition)));
    }
    let wanted = |module: &Module| module.cards.iter().filter(|card| task.is_about(card)).count();
    rounds.retain(|(module, _)| wanted(module) > 0);
    let total = rounds.iter().map(|(module, _)| wanted(module)).sum();
    let done = std::sync::atomic::AtomicUsize::new(0);
    let tick = || {
        let n = done.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
        told(n, total);
    };
    let probed: Vec<Vec<Probed>> = rounds
        .par_iter()
        .map(|(module, edition)| {
            let Some(kernel) = games::kernel(&module.game, *edition) else {
                return Vec::new();
            };
            let library = bundled.get(module.game.as_str()).map_or(&[][..], Vec::as_slice);
            let round = Round {
                compiled,
                module,
                edition: *edition,
                kernel,
                library,
                task,
            };
            round.run(&tick)
        })
        .collect();
    probed.into_iter().flatten().collect()
}

/// One set, by one edition of the rules.
struct Round<'c> {
    compiled: &'c Compiled,
    module: &'c Module,
    edition: Option<&'c str>,
    kernel: &'static dyn Kernel,
    library: &'c [Module],
    task: &'c Task<'c>,
}

/// A card to be probed.
struct Subject<'c> {
    card: &'c Card,
    defs: Vec<DefId>,
    wants: Wants,
}

/// What all cards of a round share.
struct Shared {
    pool: Arc<Pool>,
    positions: Vec<Position>,
    habits: Habits,
}

impl<'c> Round<'c> {
    fn run(&self, tick: &(dyn Fn() + Sync)) -> Vec<Probed> {
        let others = self.others();
        let sources = table::sources(self.module, &others, self.edition);
        let (pool, errors) = table::link(self.kernel, sources, self.module.cards.len(), &others);
        let wanted = || self.module.cards.iter().filter(|card| self.task.is_about(card));
        let Some(pool) = pool else {
            let why = "the set cannot be linked with the bundled cards";
            return wanted().map(|card| self.refused(card, why)).collect();
        };
        let refused = wanted().filter_map(|card| {
            let error = errors.iter().find(|e| e.card == card.name)?;
            tick();
            Some(self.refused(card, &error.message))
        });
        let refused: Vec<Probed> = refused.collect();
        let decks = table::decks(&pool, &others, self.edition);
        let bases = table::bases(&pool, &decks);
        let pool = Arc::new(pool);
        let positions = table::positions(&pool, &decks);
        let habits = Habits::of(&pool, &positions);
        // Nobody plays any more: cards may be added to the pool.
        let Some(mut pool) = Arc::into_inner(pool) else {
            return Vec::new();
        };
        let subjects: Vec<Subject<'_>> = wanted()
            .filter(|card| refused.iter().all(|r| r.card != card.name))
            .filter_map(|card| self.subject(&mut pool, card, &bases, &habits))
            .collect();
        let shared = Shared {
            pool: Arc::new(pool),
            positions,
            habits,
        };
        let probed = subjects.par_iter().map(|subject| {
            let probed = self.card(&shared, subject);
            tick();
            probed
        });
        let mut all: Vec<Probed> = probed.collect();
        all.extend(refused);
        all
    }

    /// The sets whose cards may lie on the table too.
    fn others(&self) -> Vec<&'c Module> {
        let names = self
            .module
            .files
            .first()
            .and_then(|file| self.compiled.imports.get(file));
        let sets = self.compiled.modules.iter().chain(&self.compiled.imported);
        let imported = sets.filter(|set| {
            let file = set.files.first();
            names.is_some_and(|names| file.is_some_and(|file| names.contains(file)))
        });
        let fits = |set: &&Module| set.game == self.module.game;
        imported.chain(self.library).filter(fits).collect()
    }

    fn subject(&self, pool: &mut Pool, card: &'c Card, bases: &[DefId], habits: &Habits) -> Option<Subject<'c>> {
        let defs = sides(pool, card)?;
        let mut rng = crate::kernel::Rng::new(text_hash(&card.name));
        let wants = wants::wants(pool, &defs, (bases, habits), &mut rng);
        Some(Subject { card, defs, wants })
    }

    fn refused(&self, card: &Card, why: &str) -> Probed {
        Probed {
            file: self.module.files.first().cloned().unwrap_or_default(),
            card: card.name.clone(),
            id: card.id.clone(),
            edition: self.edition_word(),
            clauses: Vec::new(),
            tries: 0,
            took: Duration::ZERO,
            refused: Some(why.to_owned()),
        }
    }

    fn edition_word(&self) -> Option<String> {
        self.edition
            .filter(|_| self.module.editions.len() > 1)
            .map(str::to_owned)
    }

    fn card(&self, shared: &Shared, subject: &Subject<'_>) -> Probed {
        let start = Instant::now();
        let own = clause::abilities(&shared.pool, &subject.defs);
        if own.is_empty() {
            return Probed {
                refused: None,
                ..self.refused(subject.card, "")
            };
        }
        let works = own.iter().fold(0, |all, at| all | shared.pool.ability(*at).works);
        let maker = Maker {
            pool: &shared.pool,
            positions: &shared.positions,
            habits: &shared.habits,
            wants: &subject.wants,
            card: subject.defs.first().copied().unwrap_or(DefId(0)),
            works,
            first_helper: 0,
        };
        let seed = text_hash(&subject.card.name);
        let coverage = Arc::new(Coverage::new(&shared.pool));
        let mut tries = 0;
        let mut clauses = Vec::new();
        while tries < self.task.effort.most {
            self.play(&maker, subject, tries, seed, &coverage);
            tries += 1;
            if tries >= self.task.effort.fewest && (tries % 4 == 0 || tries < 40) {
                clauses = clause::clauses(&shared.pool, &subject.defs, &coverage);
                if clauses.iter().all(|c| c.dead.is_none()) {
                    break;
                }
            }
        }
        if clauses.is_empty() {
            clauses = clause::clauses(&shared.pool, &subject.defs, &coverage);
        }
        let mut found: Vec<Found> = clauses
            .into_iter()
            .map(|c| located(&shared.pool, self.module, subject.card, c))
            .collect();
        if self.task.examples {
            self.examples(&maker, subject, tries, seed, &mut found);
        }
        Probed {
            file: self.module.files.first().cloned().unwrap_or_default(),
            card: subject.card.name.clone(),
            id: subject.card.id.clone(),
            edition: self.edition_word(),
            clauses: found,
            tries,
            took: start.elapsed(),
            refused: None,
        }
    }

    /// One try; gives the game as it ended, unless no board could be made.
    fn play(
        &self,
        maker: &Maker<'_>,
        subject: &Subject<'_>,
        number: u32,
        seed: u64,
        sink: &Arc<Coverage>,
    ) -> Option<Game> {
        self.play_until(maker, subject, number, seed, sink, &mut |_| false)
    }

    /// The same, ended as soon as `stop` says so after an answer.
    fn play_until(
        &self,
        maker: &Maker<'_>,
        subject: &Subject<'_>,
        number: u32,
        seed: u64,
        sink: &Arc<Coverage>,
        stop: &mut dyn FnMut(&Game) -> bool,
    ) -> Option<Game> {
        let seed = seed ^ u64::from(number).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut game = maker.board(number, seed)?;
        game.count_into(Arc::clone(sink));
        let mood = if number % 3 == 2 { Mood::Choosy } else { Mood::Eager };
        let mut player = Directed::new(seed, &subject.defs, mood);
        let last = game.state.turn.number.saturating_add(self.task.effort.turns);
        for _ in 0..self.task.effort.decisions {
            let Status::Decide(_) = game.advance() else { break };
            if stop(&game) || game.state.turn.number > last {
                break;
            }
            let answer = player.decide(&game);
            if game.answer(answer).is_err() {
                break;
            }
        }
        Some(game)
    }

    /// For every clause that did something, what happened when it first did.
    fn examples(&self, maker: &Maker<'_>, subject: &Subject<'_>, tries: u32, seed: u64, found: &mut [Found]) {
        let sink = Arc::new(Coverage::new(maker.pool));
        for number in 0..tries {
            let mut logged = 0;
            let mut look = |game: &Game| {
                let now = clause::clauses(maker.pool, &subject.defs, &sink);
                for one in found.iter_mut().filter(|f| f.example.is_empty()) {
                    let same = |c: &&Clause| c.kind == one.clause.kind && c.src == one.clause.src;
                    if now.iter().find(same).is_some_and(|c| c.acted > 0) {
                        one.example = lines(game, logged);
                    }
                }
                logged = game.log.events.len();
                false
            };
            self.play_until(maker, subject, number, seed, &sink, &mut look);
            if found.iter().all(|f| !f.example.is_empty() || f.clause.acted == 0) {
                break;
            }
        }
    }
}

/// The definitions of all sides of a card, in the order of the pool; none if it is not in the pool.
pub fn sides(pool: &Pool, card: &Card) -> Option<Vec<DefId>> {
    let front = pool.def_listed(&card.name, card.id.as_deref())?;
    let sides = pool.def(front).sides.iter().map(|(_, def)| *def);
    let mut defs: Vec<DefId> = sides.chain([front]).collect();
    defs.sort_unstable_by_key(|def| def.0);
    defs.dedup();
    Some(defs)
}

/// Where a clause stands for its author: in the file of the card.
pub fn located(pool: &Pool, module: &Module, card: &Card, clause: Clause) -> Found {
    let ability = pool.ability(clause.ability);
    let own = card.src.0;
    let whole = if ability.src.0 == own {
        ability.src
    } else {
        let line = card.code.spans.of_keyword(&ability.label);
        line.filter(|src| src.0 == own).unwrap_or(card.src)
    };
    let src = if clause.src.0 == own { clause.src } else { whole };
    let files = &module.files;
    let file = files.get(src.0 as usize).or_else(|| files.first());
    Found {
        label: ability.label.clone(),
        file: file.cloned().unwrap_or_default(),
        range: (src.1, src.2),
        ability: (whole.1, whole.2),
        example: Vec::new(),
        clause,
    }
}

/// What happened since the log was so long.
fn lines(game: &Game, from: usize) -> Vec<String> {
    const MOST: usize = 12;
    let events = game.log.events.get(from..).unwrap_or_default();
    let words = events.iter().filter_map(|ev| game.log_line(ev, None));
    let mut lines: Vec<String> = words.take(MOST).collect();
    if lines.is_empty() {
        lines.push("(no line of the log)".to_owned());
    }
    lines
}
