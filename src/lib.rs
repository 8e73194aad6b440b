//! Cardwright makes card text run: a language for the text of trading cards, its compiler, and an engine that plays the cards by the rules of their game.
//!
//! ```
//! use cardwright::{compile, diag, prose, source::SourceFile, vocab};
//!
//! let script = r#"
//! use weiss
//! set "Harbor Lights" code HL
//!
//! card "Mio" HL-01 {
//!   character, color yellow, level 0, cost 0, power 2000, soul 1
//!   AUTO when this is placed on stage from hand { draw 1 }
//! }
//! "#;
//! let compiled = compile::compile(vec![SourceFile::new("harbor.card", script)]);
//! assert!(compiled.diagnostics.is_empty());
//!
//! let module = &compiled.modules[0];
//! let vocab = vocab::game(&module.game).expect("a known game");
//! let english = prose::card(&module.cards[0], module, vocab);
//! assert!(english.contains("When this card is placed on the stage from your hand, draw 1 card."));
//!
//! // A mistake is a value with a stable code, a place and a suggestion.
//! let wrong = compile::compile(vec![SourceFile::new("harbor.card", script.replace("draw 1", "darw 1"))]);
//! assert_eq!(diag::short(&wrong.diagnostics[0], &wrong.sources), "harbor.card:7:49: error[E0301]: `darw` is not a verb of weiss");
//! ```
//!
//! Compiled sets with decks make a table; a game runs until a player must decide.
//!
//! ```
//! use cardwright::exec::{Choice, Status};
//! use cardwright::kernel::{Answer, Outcome};
//! use cardwright::play::Table;
//! use cardwright::{compile, source::SourceFile};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut files = Vec::new();
//! for name in ["harbor-yellow.card", "harbor-blue.card", "harbor-red.card", "harbor-green.card", "decks.card"] {
//!     files.push(SourceFile::new(name, std::fs::read_to_string(format!("cards/weiss/{name}"))?));
//! }
//! let compiled = compile::compile(files);
//! let table = Table::from_modules("weiss", &compiled.modules)?;
//! let mut game = table.new_game("Lamplighters", "Deep Water", 7)?;
//! while let Status::Decide(player) = game.advance() {
//!     // What this player may know, with the legal answers. This one always takes the last answer.
//!     let view = game.view(player);
//!     let answer = view.choices.last().map_or(Answer::Pick(0), Choice::answer);
//!     game.answer(answer)?;
//! }
//! assert!(matches!(game.state.over, Some(Outcome::Win(_))));
//! # Ok(())
//! # }
//! ```
//!
//! The rooms, in the order of the data: [`source`], [`diag`], [`lex`], [`ast`], [`parse`], [`fmt`], [`catalog`], [`vocab`], [`resolve`], [`ir`], [`check`], [`repair`], [`lint`], [`compile`], [`settings`],
//! [`kernel`], [`exec`], [`style`], [`games`], [`prose`], [`golden`], [`rules`], [`play`], [`book`], [`completion`], [`starter`], [`players`], [`probe`], [`proving`], [`sim`], [`generate`], [`soak`], [`front`], [`tui`], [`cli`]. `ARCHITECTURE.md` says what each holds and what must hold.

extern crate alloc;

pub mod ast;
pub mod book;
pub mod catalog;
pub mod check;
pub mod cli;
pub mod compile;
pub mod completion;
pub mod diag;
pub mod exec;
pub mod fmt;
mod fnv;
pub mod front;
pub mod games;
pub mod generate;
pub mod golden;
pub mod ir;
pub mod kernel;
pub mod lex;
pub mod lint;
pub mod parse;
pub mod play;
pub mod players;
pub mod probe;
pub mod prose;
pub mod proving;
pub mod repair;
pub mod resolve;
pub mod rules;
pub mod settings;
pub mod sim;
pub mod soak;
pub mod source;
pub mod starter;
pub mod style;
pub mod tui;
pub mod vocab;

/// What a program that embeds Cardwright needs: `use cardwright::prelude::*;`
pub mod prelude {
    pub use crate::front::{
        Action, Board, Cards, Choice, Deck, Error, Event, Game, Outcome, Player, PlayerId, Problem, Question, Result,
        Seat, Table, Viewer,
    };
    pub use crate::players::{Budget, Greedy, Random, Search};
}
