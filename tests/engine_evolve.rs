//! Whole games of Shadowverse: Evolve between the bundled decks.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    reason = "a test may fail loudly"
)]

#[path = "support/games.rs"]
mod games;

/// The game.
const GAME: &str = "evolve";
/// It has one set of rules.
const EDITION: Option<&str> = None;
/// Its bundled decks.
const DECKS: [&str; 6] = [
    "The Orchard Opens",
    "Seven Gates Shut",
    "Fired Twice",
    "Spring Tide",
    "What the Cellar Is Owed",
    "The Hours Are Kept",
];
/// One game is played for so many that are asked for: games differ in length.
const SHARE: u64 = 1;
/// No game of two random players takes as many decisions.
const MOST_DECISIONS: usize = 20_000;
