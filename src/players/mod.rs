//! Players that are programs. They decide through a [`Seat`]: what its player may know, and games that look the same to that player.

mod greedy;
mod hasty;
mod name;
mod option;
mod playout;
mod random;
mod roll;
mod search;
mod seat;
mod tree;
mod turn_limit;

pub use greedy::Greedy;
pub use name::{NAMES, PlayerError, by_name};
pub use playout::{Unfinished, play};
pub use random::Random;
pub use search::{Budget, Search};
pub use seat::Seat;
pub use turn_limit::{Endless, TurnLimit};

use crate::kernel::Answer;

/// Somebody who answers questions.
pub trait Player: Send {
    /// How it is called, with its settings: what a report names.
    fn name(&self) -> String;

    /// The answer to the question that is open to the player of the seat.
    fn decide(&mut self, seat: &Seat<'_>) -> Answer;
}
