//! Holds many games at once and tells how much memory they take: a game is a value, so a program can keep thousands of them side by side, and copies of
//! each for looking ahead.
//!
//! Run with `cargo run --release --example many_games -- 10000`. Without a number it holds a hundred games of each game and edition.

#![expect(clippy::print_stdout, reason = "an example talks to its reader")]

use cardwright::exec::{Game, Status};
use cardwright::kernel::{Answer, State};
use cardwright::play::{Table, bundled};
use cardwright::{compile, games, vocab};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};
use std::alloc::System;
use std::error::Error;

/// Counts what is allocated. It costs a little time, so no benchmark has it.
#[global_allocator]
static COUNTED: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// The bytes that are allocated now.
fn allocated() -> usize {
    let stats = COUNTED.stats();
    stats.bytes_allocated.saturating_sub(stats.bytes_deallocated)
}

/// The bytes of this process that are in memory, where the system tells.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes * 1024)
}

/// A small generator: the games must differ, nothing more.
fn next(dice: &mut u64) -> u64 {
    *dice = dice
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    *dice >> 33
}

/// A game in its middle, at a decision; none if it was over before.
fn middle(table: &Table, decks: [&str; 2], seed: u64) -> Result<Option<Game>, Box<dyn Error>> {
    let mut dice = seed;
    let mut game = table.new_game(decks[0], decks[1], seed)?;
    let depth = 40 + next(&mut dice) % 120;
    for _ in 0..depth {
        let Status::Decide(_) = game.advance() else {
            return Ok(None);
        };
        let pick = next(&mut dice) % u64::from(game.answer_count().max(1));
        game.answer(Answer::Pick(u32::try_from(pick)?))?;
    }
    Ok(matches!(game.advance(), Status::Decide(_)).then_some(game))
}

/// Everything that a copy of a state takes: itself, and what it allocates.
fn bytes_of(state: &State) -> usize {
    let before = allocated();
    let copy = state.clone();
    let bytes = allocated() - before + size_of::<State>();
    drop(copy);
    bytes
}

/// Games in their middle, and a line about what they take.
fn hold(name: &str, table: &Table, count: usize) -> Result<Vec<Game>, Box<dyn Error>> {
    let decks: Vec<&str> = table.decks().filter(|deck| table.deck(deck).is_ok()).collect();
    let [one, two, ..] = decks.as_slice() else {
        println!("{name}: fewer than two decks");
        return Ok(Vec::new());
    };
    let mut held: Vec<Game> = Vec::with_capacity(count);
    let before = allocated();
    let mut seed = 0;
    while held.len() < count && seed < 100 * count as u64 {
        held.extend(middle(table, [one, two], seed)?);
        seed += 1;
    }
    let games = held.len().max(1);
    let taken = (allocated() - before) / games + size_of::<Game>();
    let states: Vec<usize> = held.iter().take(1000).map(|game| bytes_of(&game.state)).collect();
    let mean = states.iter().sum::<usize>() / states.len().max(1);
    let most = states.iter().max().copied().unwrap_or(0);
    println!("{name:<16} {mean:>6} bytes a state, {most} at most; {games} games held: {taken} bytes each as played");
    Ok(held)
}

fn main() -> Result<(), Box<dyn Error>> {
    let count = std::env::args().nth(1).map_or(Ok(100), |n| n.parse())?;
    let mut all = Vec::new();
    for game in vocab::games() {
        let compiled = compile::compile(bundled(game));
        let editions: Vec<&str> = vocab::game(game).into_iter().flat_map(|v| v.editions()).collect();
        let editions = if editions.is_empty() {
            vec![None]
        } else {
            editions.into_iter().map(Some).collect()
        };
        for edition in editions {
            if games::kernel(game, edition).is_none() {
                continue;
            }
            let table = match edition {
                Some(edition) => Table::of_edition(game, edition, &compiled.modules)?,
                None => Table::from_modules(game, &compiled.modules)?,
            };
            let name = edition.map_or_else(|| game.to_owned(), |edition| format!("{game} {edition}"));
            all.extend(hold(&name, &table, count)?);
        }
    }
    let memory = resident().map_or("unknown".to_owned(), |bytes| format!("{} MiB", bytes >> 20));
    println!(
        "{} games held at once, with the cards: resident memory {memory}",
        all.len()
    );
    Ok(())
}
