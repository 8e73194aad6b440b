//! The games: one room each, with its vocabulary, tables and rule kernel. Games know the seam of the engine and nothing of each other.

pub mod evolve;
pub mod fow;
pub mod vanguard;
pub mod weiss;

use crate::exec::Kernel;

/// The rules that can be played: one for each edition of each game, the default edition of a game first.
static KERNELS: [&dyn Kernel; 5] = [
    &evolve::EVOLVE,
    &fow::FOW,
    &vanguard::VANGUARD_G,
    &vanguard::VANGUARD_110,
    &weiss::WEISS,
];

/// All rules that can be played: game by game, the default edition of a game first.
pub fn kernels() -> impl Iterator<Item = &'static dyn Kernel> {
    KERNELS.iter().copied()
}

/// The rule kernel of a game in an edition of its rules, the default one if none is named; none if it cannot be played yet or has no such edition.
pub fn kernel(game: &str, edition: Option<&str>) -> Option<&'static dyn Kernel> {
    let fits = |edition: &str, k: &dyn Kernel| !edition.is_empty() && k.edition() == edition;
    kernels().find(|k| k.name() == game && edition.is_none_or(|edition| fits(edition, *k)))
}
