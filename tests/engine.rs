//! Whole games of Weiß Schwarz between the bundled decks.

#![expect(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::cast_possible_truncation,
    reason = "a test may fail loudly"
)]

use cardwright::compile;
use cardwright::exec::{Game, SaveError};
use cardwright::play::{Table, TableError};
use cardwright::source::SourceFile;

#[path = "support/games.rs"]
mod games;

/// The game.
const GAME: &str = "weiss";
/// It has one set of rules.
const EDITION: Option<&str> = None;
/// Its bundled decks.
const DECKS: [&str; 2] = ["Lamplighters", "Deep Water"];
/// One game is played for so many that are asked for: games differ in length.
const SHARE: u64 = 1;
/// No game of two random players takes as many decisions.
const MOST_DECISIONS: usize = 20_000;

#[test]
fn other_cards_are_another_game() {
    let text = "use weiss\nset \"Reed Bed\" code RB\ncard \"Bittern\" RB-01 {\n  character, color green, level 0, cost 0, power 2500, soul 1\n}\ndeck \"Reeds\" { 50 \"Bittern\" }\n";
    let compiled = compile::compile(vec![SourceFile::new("reeds.card", text)]);
    let table = Table::from_modules("weiss", &compiled.modules).expect("a table");
    assert!(matches!(
        table.new_game("Reeds", "Reeds", 1),
        Err(TableError::Illegal(..))
    ));
    assert!(matches!(
        table.new_game("Weeds", "Reeds", 1),
        Err(TableError::NoDeck(_))
    ));
    assert!(matches!(Table::from_modules("whist", &[]), Err(TableError::NoRules(_))));
    let game = games::new_game(1);
    assert_eq!(Game::load(table.pool, &game.save()).err(), Some(SaveError::Pool));
}
