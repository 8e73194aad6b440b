//! Whole games between the bundled decks of every game and edition.
//!
//! `cargo test --test all engine::fow` plays those of one; `CARDWRIGHT_GAMES=5000` plays more than the usual 200.

use crate::support::game_rules;
use crate::support::games::{self, Setup};
use cardwright::compile;
use cardwright::exec::{Game, SaveError};
use cardwright::play::{Table, TableError};
use cardwright::source::SourceFile;
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// Every property of `support/games.rs`, of the game of the module.
macro_rules! properties {
    ($($property:ident)*) => {
        $(#[test]
        fn $property() {
            games::$property(&SETUP);
        })*
    };
}

/// One module of tests for each game and edition.
macro_rules! whole_games {
    ($($name:ident $setup:expr;)*) => {
        $(mod $name {
            use super::*;

            pub(super) static SETUP: Setup = $setup;

            properties! {
                soak
                copies_and_saves_go_on_alike
                hidden_cards_make_no_difference
                questions_tell_nothing_hidden
                views_show_what_is_seen
                new_deals_are_games
                passive_games_pass
                replays_are_exact
                illegal_answers_change_nothing
                broken_saves_are_refused
                saves_keep_settings
                a_log_can_be_read_as_it_comes
                repeated_rounds_are_as_if_played
            }
        })*

        #[test]
        fn every_game_is_listed() {
            let listed: BTreeSet<_> = [$(&$name::SETUP),*].iter().map(|of| (of.game, of.edition)).collect();
            assert_eq!(listed, game_rules().collect::<BTreeSet<_>>());
        }
    };
}

whole_games! {
    weiss Setup {
        game: "weiss",
        edition: None,
        decks: &["Lamplighters", "Deep Water"],
        share: 1,
        most_decisions: 20_000,
        table: OnceLock::new(),
    };
    fow Setup {
        game: "fow",
        edition: None,
        decks: &["Steam over the Floes", "Noon to Midnight"],
        share: 6,
        most_decisions: 60_000,
        table: OnceLock::new(),
    };
    vanguard_g Setup {
        game: "vanguard",
        edition: Some("g"),
        decks: &["The Comet Turns", "The Long Road Burns"],
        share: 8,
        most_decisions: 60_000,
        table: OnceLock::new(),
    };
    vanguard_110 Setup {
        game: "vanguard",
        edition: Some("1.10"),
        decks: &["Embers of the Long Road", "Night at the Drowned House"],
        share: 8,
        most_decisions: 60_000,
        table: OnceLock::new(),
    };
    evolve Setup {
        game: "evolve",
        edition: None,
        decks: &[
            "The Orchard Opens",
            "Seven Gates Shut",
            "Fired Twice",
            "Spring Tide",
            "What the Cellar Is Owed",
            "The Hours Are Kept"
        ],
        share: 1,
        most_decisions: 20_000,
        table: OnceLock::new(),
    };
}

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
    let game = weiss::SETUP.new_game(1);
    assert_eq!(Game::load(table.pool, &game.save()).err(), Some(SaveError::Pool));
}
