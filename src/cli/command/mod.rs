//! One file a command.

pub(super) mod book;
pub(super) mod check;
pub(super) mod compile;
pub(super) mod deck;
pub(super) mod explain;
pub(super) mod fmt;
pub(super) mod how;
pub(super) mod new;
pub(super) mod play;
pub(super) mod probe;
pub(super) mod replay;
pub(super) mod rules;
pub(super) mod schema;
pub(super) mod sim;
pub(super) mod status;
pub(super) mod test;
pub(super) mod vocab;
pub(super) mod words;
