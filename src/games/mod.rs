//! The games: one room each, with its vocabulary, tables, rule kernel and descriptor. Games know the seam of the engine, what `common` holds, and nothing of
//! each other.

mod common;
pub mod evolve;
pub mod fow;
pub mod vanguard;
pub mod weiss;

use crate::catalog::{self, Files, Phrases, Starter};
use crate::exec::Kernel;
use crate::style::{BoardPlan, Style};

/// Everything a game is. The rest of the program asks for it here and knows no game by name.
#[derive(Debug, Clone, Copy)]
pub struct Descriptor {
    /// The game's name in `use`: the name of its folder, which holds its vocabulary and, below `cards`, its prelude and bundled sets.
    pub name: &'static str,
    /// Its rules: one for each edition, the default one first.
    pub editions: &'static [Edition],
    /// How its cards are printed.
    pub style: &'static Style,
    /// How its board is shown.
    pub board: &'static BoardPlan,
}

/// A game by one edition of its rules.
#[derive(Debug, Clone, Copy)]
pub struct Edition {
    /// What plays it: tables, procedures, the rules of decks.
    pub kernel: &'static dyn Kernel,
    /// The index of its rules: a line of titles, then a rule a line, its parts between tabs.
    pub rules: &'static str,
}

impl Descriptor {
    /// The files of the game: vocabulary, prelude, bundled sets.
    pub fn files(&self) -> &'static Files {
        const NONE: Files = Files {
            game: "",
            vocabulary: "",
            prelude: "",
            sets: &[],
            starter: Starter {
                plain: "",
                starts: "",
                deck: "",
            },
            phrases: Phrases {
                page: "",
                cards: "",
                frames: "",
            },
        };
        catalog::files(self.name).unwrap_or(&NONE)
    }

    /// The game by an edition of its rules, the default one if none is named; none if it has no such edition.
    pub fn edition(&self, edition: Option<&str>) -> Option<&'static Edition> {
        let fits = |edition: &str, of: &Edition| !edition.is_empty() && of.kernel.edition() == edition;
        let mut all = self.editions.iter();
        all.find(|of| edition.is_none_or(|edition| fits(edition, of)))
    }
}

/// All games, in the order of their names.
pub static GAMES: &[&Descriptor] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// A game by its name.
pub fn descriptor(game: &str) -> Option<&'static Descriptor> {
    GAMES.iter().find(|of| of.name == game).copied()
}

/// All rules that can be played: game by game, the default edition of a game first.
pub fn kernels() -> impl Iterator<Item = &'static dyn Kernel> {
    GAMES
        .iter()
        .flat_map(|game| game.editions)
        .map(|edition| edition.kernel)
}

/// The rule kernel of a game in an edition of its rules, the default one if none is named; none if it cannot be played yet or has no such edition.
pub fn kernel(game: &str, edition: Option<&str>) -> Option<&'static dyn Kernel> {
    Some(descriptor(game)?.edition(edition)?.kernel)
}

/// How the cards of a game are printed: plainly if it is not known.
pub fn style(game: &str) -> &'static Style {
    descriptor(game).map_or(&Style::PLAIN, |game| game.style)
}

/// How the board of a game is shown: plainly if it is not known.
pub fn board(game: &str) -> &'static BoardPlan {
    descriptor(game).map_or(&BoardPlan::PLAIN, |game| game.board)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vocab;

    #[test]
    fn descriptors_agree_with_folders_kernels_and_vocabularies() {
        let folders: Vec<&str> = catalog::GAMES.iter().map(|files| files.game).collect();
        let names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
        assert_eq!(names, folders);
        for game in GAMES {
            let vocab = vocab::game(game.name).expect("a vocabulary");
            let editions: Vec<&str> = game.editions.iter().map(|of| of.kernel.edition()).collect();
            let words: Vec<&str> = vocab.editions().collect();
            assert_eq!(
                editions,
                if words.is_empty() { vec![""] } else { words },
                "{}",
                game.name
            );
            assert!(
                game.editions.iter().all(|of| of.kernel.name() == game.name),
                "{}",
                game.name
            );
            assert!(!game.files().sets.is_empty(), "{}", game.name);
        }
    }

    #[test]
    fn tables_stay_within_their_limits() {
        for kernel in kernels() {
            let faults = kernel.tables().faults();
            assert_eq!(faults, Vec::<String>::new(), "{} {}", kernel.name(), kernel.edition());
        }
    }
}
