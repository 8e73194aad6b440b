//! One file a command.

pub(super) mod check;
pub(super) mod compile;
pub(super) mod deck;
pub(super) mod explain;
pub(super) mod fmt;
pub(super) mod play;
pub(super) mod probe;
pub(super) mod replay;
pub(super) mod rules;
pub(super) mod schema;
pub(super) mod sim;
pub(super) mod soak;
pub(super) mod test;
pub(super) mod vocab;
