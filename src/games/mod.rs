//! The games: one room each, with its vocabulary, tables and rule kernel. Games know the seam of the engine and nothing of each other.

pub mod evolve;
pub mod fow;
pub mod vanguard;
pub mod weiss;

use crate::exec::Kernel;

/// The rule kernel of a game in an edition of its rules, the default one if none is named; none if it cannot be played yet or has no such edition.
pub fn kernel(game: &str, edition: Option<&str>) -> Option<&'static dyn Kernel> {
    match (game, edition) {
        ("evolve", None) => Some(&evolve::EVOLVE),
        ("fow", None) => Some(&fow::FOW),
        ("vanguard", None | Some("g")) => Some(&vanguard::VANGUARD_G),
        ("vanguard", Some("1.10")) => Some(&vanguard::VANGUARD_110),
        ("weiss", None) => Some(&weiss::WEISS),
        _ => None,
    }
}
