//! The games: one room each, with its vocabulary, tables and rule kernel. Games know the seam of the engine and nothing of each other.

pub mod fow;
pub mod vanguard;
pub mod weiss;

use crate::exec::Kernel;

/// The rule kernel of a game; none if the game cannot be played yet.
pub fn kernel(game: &str) -> Option<&'static dyn Kernel> {
    match game {
        "fow" => Some(&fow::FOW),
        "vanguard" => Some(&vanguard::VANGUARD_G),
        "weiss" => Some(&weiss::WEISS),
        _ => None,
    }
}
