//! Whole games of Shadowverse: Evolve between two of the bundled decks.

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
/// Two of its bundled decks: the ones with the most to decide.
const DECKS: [&str; 2] = ["Fired Twice", "What the Cellar Is Owed"];
/// One game is played for so many that are asked for: games differ in length.
const SHARE: u64 = 1;
/// No game of two random players takes as many decisions.
const MOST_DECISIONS: usize = 20_000;
