//! The machinery: one generic interpreter for all games. A game plugs in through [`Kernel`]; cards plug in through the [`Pool`].

mod answers;
mod apply;
mod check;
pub mod code;
mod decklist;
mod door;
mod ears;
mod edge;
mod eval;
mod game;
mod host;
mod infoset;
pub mod keys;
mod layers;
mod link;
mod listed;
mod loops;
mod parts;
mod pay;
mod permit;
mod pool;
mod replay;
mod run;
mod save;
mod score;
mod seam;
mod trigger;
mod undo;
mod usable;
mod verify;
mod view;
mod why;
mod words;

pub use answers::AnswerLine;
pub use code::PriceHow;
pub use decklist::{DeckList, count_names, count_of};
pub use eval::{CellList, Env, Look, NOTHING, Players, Refs};
pub use game::{Fault, Game, MAX_CARDS, Status};
pub use host::{Host, Hosted};
pub use infoset::Home;
pub use listed::Listed;
pub use permit::{OtherCost, PriceChange};
pub use pool::{LinkError, Pool, Source, zones_in};
pub use replay::{CHECK_EVERY, Replay, ReplayError, Start};
pub use save::{FORMAT, SaveError, pool_hash, spec_hash, text_hash};
pub use score::WON;
pub use seam::{
    AllowRow, Candidate, DeckFault, EngineNotes, EventWord, Extra, Flow, Kernel, Layers, NativeKind, RulePass,
    SendFrom, Tables, TimeRow, VerbCall, VerbKind, VerbRow,
};
pub use view::{AskView, AtomView, CardView, Choice, Handle, View};
pub use why::{Reason, UseRules, Why};
pub use words::player_word;
