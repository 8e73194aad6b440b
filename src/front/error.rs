//! What can go wrong at the front door.

use super::cards::Problem;
use super::deck::DeckProblem;
use crate::exec::SaveError;
use crate::players::PlayerError;
use std::fmt::Write as _;

/// What the functions of the front door give.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why something was not done.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is no such game, or no such edition of its rules.
    #[error("there is no game `{0}`")]
    NoGame(String),
    /// The cards have errors, or say what the engine cannot play.
    #[error("{}", told(.0))]
    Cards(Vec<Problem>),
    /// There is no such deck.
    #[error("there is no deck \"{0}\"")]
    NoDeck(String),
    /// A deck is against the rules.
    #[error("the deck \"{deck}\" cannot be played: {}", faults(.problems))]
    Deck {
        /// The name of the deck.
        deck: String,
        /// What is wrong with it.
        problems: Vec<DeckProblem>,
    },
    /// There is no such player.
    #[error(transparent)]
    NoPlayer(#[from] PlayerError),
    /// The choice is for another decision than the one that is open.
    #[error("this choice was for another decision")]
    Stale,
    /// The choice is for the other player.
    #[error("this choice is not for the player who is asked")]
    NotYours,
    /// The question has no such answer.
    #[error("the question has {0} answers, and this is none of them")]
    NoSuchAnswer(u32),
    /// Nothing is asked: the game is over.
    #[error("nothing is asked: the game is over")]
    Over,
    /// A save cannot be loaded.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// The engine gave up a game, or a player panicked: why.
    #[error("{0}")]
    Failed(String),
}

fn told(problems: &[Problem]) -> String {
    let mut out = String::new();
    for (n, problem) in problems.iter().enumerate() {
        let _ = write!(out, "{}{problem}", if n == 0 { "" } else { "\n" });
    }
    out
}

fn faults(problems: &[DeckProblem]) -> String {
    let words: Vec<String> = problems.iter().map(ToString::to_string).collect();
    words.join("; ")
}
