//! The machinery: one generic interpreter for all games. A game plugs in through [`Kernel`]; cards plug in through the [`Pool`].

mod check;
pub mod code;
mod door;
mod eval;
mod game;
pub mod keys;
mod layers;
mod link;
mod loops;
mod pay;
mod pool;
mod run;
mod seam;
mod trigger;
mod words;

pub use eval::{CellList, Env, Look, Players, Refs};
pub use game::{Fault, Game, Status};
pub use pool::{LinkError, Pool, Source};
pub use seam::{
    DeckFault, EngineNotes, EventWord, Flow, Kernel, RulePass, Tables, TimeRow, VerbCall, VerbKind, VerbRow,
};
pub use words::player_word;
