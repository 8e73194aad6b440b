//! Playing with compiled sets: the way from deck lists to a game that runs.

mod table;

pub use table::{Table, TableError};
