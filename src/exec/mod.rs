//! The machinery: one generic interpreter for all games. A game plugs in through [`Kernel`]; cards plug in through the [`Pool`].

pub mod code;
mod game;
pub mod keys;
mod link;
mod pool;
mod seam;

pub use game::Game;
pub use pool::{LinkError, Pool, Source};
pub use seam::{
    DeckFault, EngineNotes, EventWord, Flow, Kernel, RulePass, Tables, TimeRow, VerbCall, VerbKind, VerbRow,
};
