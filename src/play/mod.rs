//! Playing with compiled sets: which cards can be played, the way from deck lists to a game that runs, and games that remember their answers.

mod board;
mod bundled;
mod contest;
mod decks;
mod file;
mod playable;
mod playback;
mod search_without_shuffle;
mod steps;
mod table;
mod unplayable_deck;

pub use board::board;
pub use bundled::bundled;
pub use contest::{Contest, Moment};
pub use decks::{check_decks, same_names};
pub use file::{FileError, MOST_BYTES, ReplayFile, result_words};
pub use playable::check;
pub use playback::Playback;
pub use steps::{CardInPlay, steps};
pub use table::{Table, TableError, games};

/// The tables of the rules that a game is played by, in an edition or the default one; none if it is not played.
pub fn tables(game: &str, edition: Option<&str>) -> Option<&'static crate::exec::Tables> {
    crate::games::kernel(game, edition).map(crate::exec::Kernel::tables)
}
