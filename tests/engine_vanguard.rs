//! Whole games of Cardfight!! Vanguard between the bundled decks, by the edition g.

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
const GAME: &str = "vanguard";
/// The edition of the rules.
const EDITION: Option<&str> = Some("g");
/// Its bundled decks.
const DECKS: [&str; 2] = ["The Comet Turns", "The Long Road Burns"];
/// One game is played for so many that are asked for: games differ in length.
const SHARE: u64 = 8;
/// No game of two random players takes as many decisions.
const MOST_DECISIONS: usize = 60_000;
