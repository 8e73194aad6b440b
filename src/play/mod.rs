//! Playing with compiled sets: which cards can be played, and the way from deck lists to a game that runs.

mod playable;
mod table;

pub use playable::check;
pub use table::{Table, TableError};
