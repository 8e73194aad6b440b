//! The machinery: one generic interpreter for all games. A game plugs in through [`Kernel`]; cards plug in through the [`Pool`].

mod answers;
mod apply;
mod check;
pub mod code;
mod decklist;
mod determinize;
mod door;
mod eval;
mod fingerprint;
mod game;
mod host;
pub mod keys;
mod layers;
mod limits;
mod link;
mod listeners;
mod log_words;
mod loops;
mod moments;
mod parts;
mod pay;
mod permit;
mod pool;
mod replay;
mod run;
mod save;
mod score;
mod seam;
pub mod steps;
mod tables;
mod trigger;
mod undo;
mod usable;
mod verify;
mod view;
mod why;

pub use answers::AnswerLine;
pub use code::PriceHow;
pub use decklist::{DeckList, count_names, count_of};
pub use determinize::Home;
pub use eval::{CellList, Env, Look, NOTHING, Players, Refs};
pub use fingerprint::CardFingerprint;
pub use game::{Fault, Game, MAX_CARDS, Status};
pub use host::{Host, Hosted};
pub use log_words::player_word;
pub use permit::{OtherCost, PriceChange};
pub use pool::{LinkError, Pool, Source, zones_in};
pub use replay::{CHECK_EVERY, Replay, ReplayError, Start};
pub use save::{FORMAT, SaveError, pool_hash, spec_hash, text_hash};
pub use score::WON;
pub use seam::{Candidate, DeckFault, Flow, Kernel, RulePass, VerbCall};
pub use tables::{
    AllowRow, EngineNotes, EventWord, Extra, Layers, NativeKind, SendFrom, Tables, TimeRow, VerbKind, VerbRow,
};
pub use view::{AskView, AtomView, CardView, Choice, Handle, View};
pub use why::{Reason, UseRules, Why};
