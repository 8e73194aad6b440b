//! A game as a row of a table, for programs.

use super::one_game::{GameResult, Verdict};
use super::plan::Plan;
use crate::exec::player_word;
use serde::Serialize;

/// The columns, in order.
pub const COLUMNS: [&str; 11] = [
    "game",
    "seed",
    "deck1",
    "deck2",
    "player1",
    "player2",
    "first",
    "result",
    "turns",
    "decisions",
    "fault",
];

/// A row: the fields are the columns. Seats are called `p1` and `p2`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Row<'p> {
    /// The number of the game, from 0.
    pub game: u64,
    /// Its seed.
    pub seed: u64,
    /// The deck of the first seat.
    pub deck1: &'p str,
    /// The deck of the second seat.
    pub deck2: &'p str,
    /// The player of the first seat.
    pub player1: &'p str,
    /// The player of the second seat.
    pub player2: &'p str,
    /// The seat with the first turn.
    pub first: &'static str,
    /// The seat that won, `draw` or `fault`.
    pub result: &'static str,
    /// How many turns.
    pub turns: u16,
    /// How many decisions.
    pub decisions: u32,
    /// What went wrong; empty if nothing did.
    pub fault: &'p str,
}

/// The row of a game.
pub fn row<'p>(plan: &'p Plan, game: &'p GameResult) -> Row<'p> {
    let deck = |at: usize| plan.decks.get(at).map_or("", String::as_str);
    let player = |at: usize| plan.players.get(at).map_or("", String::as_str);
    let ([d1, d2], [p1, p2]) = (game.setup.decks, game.setup.players);
    let (result, fault) = match &game.verdict {
        Verdict::Won(p) => (player_word(*p), ""),
        Verdict::Draw => ("draw", ""),
        Verdict::Failed(why) => ("fault", why.as_str()),
    };
    Row {
        game: game.setup.number,
        seed: game.setup.seed,
        deck1: deck(d1),
        deck2: deck(d2),
        player1: player(p1),
        player2: player(p2),
        first: player_word(game.first),
        result,
        turns: game.turns,
        decisions: game.decisions,
        fault,
    }
}
