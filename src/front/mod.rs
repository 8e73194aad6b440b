//! The front door: what a program that embeds Cardwright needs, in names and words instead of the engine's numbers.
//!
//! [`Cards`] compiles card files, [`Table`] plays with them, [`Game`] is a game that stands at a decision, [`Seat`] is what the player who is asked may
//! decide by, and [`Board`], [`Question`] and [`Event`] say what somebody may know of it as plain data. `cardwright::prelude` has the names.

mod board;
mod cards;
mod deck;
mod error;
mod event;
mod game;
mod id;
mod link;
mod matches;
mod player;
mod question;
mod save;
mod seat;
mod table;

pub use board::{Board, BoardCard, PlayerBoard, Zone};
pub use cards::{Cards, CardsBuilder, Problem};
pub use deck::{Deck, DeckProblem};
pub use error::{Error, Result};
pub use event::{Cause, Cursor, Event, Fate, Seen, What};
pub use game::{Game, Outcome};
pub use id::{PlayerId, Viewer};
pub use matches::{Matches, Played, Report};
pub use player::Player;
pub use question::{Action, CardAt, Choice, Offer, Place, Question};
pub use seat::{Answers, Seat};
pub use table::Table;
