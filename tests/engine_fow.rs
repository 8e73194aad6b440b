//! Whole games of Force of Will between the bundled decks, the chase included.

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
const GAME: &str = "fow";
/// It has one set of rules.
const EDITION: Option<&str> = None;
/// Its bundled decks.
const DECKS: [&str; 2] = ["Steam over the Floes", "Noon to Midnight"];
/// One game is played for so many that are asked for: games differ in length.
const SHARE: u64 = 6;
/// No game of two random players takes as many decisions.
const MOST_DECISIONS: usize = 60_000;
