//! The files of the games and the pages of the handbook, found while building. Everything else a game is hangs on its descriptor in `games`.

/// The files of one game.
#[derive(Debug, Clone, Copy)]
pub struct Files {
    /// The game's name in `use`: the name of its folder.
    pub game: &'static str,
    /// Its words: `src/games/<game>/<game>.vocab`.
    pub vocabulary: &'static str,
    /// Its keywords, written in the language: `cards/<game>/prelude.card`; empty if it has none.
    pub prelude: &'static str,
    /// Its bundled card files, in the order of their names, without the prelude.
    pub sets: &'static [CardFile],
    /// What `cardwright new` begins with: `src/games/<game>/starter`.
    pub starter: Starter,
    /// What its cards print, and how scripts say it: `docs/phrases/<game>.md` with the files beside it.
    pub phrases: Phrases,
}

/// The beginnings of a game: card files with names that are replaced.
#[derive(Debug, Clone, Copy)]
pub struct Starter {
    /// Cards without text.
    pub plain: &'static str,
    /// Cards, a keyword and tests, each behind a line that says what it is.
    pub starts: &'static str,
    /// A deck of the plain cards that the rules allow.
    pub deck: &'static str,
}

/// The phrase book of a game.
#[derive(Debug, Clone, Copy)]
pub struct Phrases {
    /// The page.
    pub page: &'static str,
    /// The cards that its scripts speak of.
    pub cards: &'static str,
    /// The cards that its scripts stand on.
    pub frames: &'static str,
}

/// A page of the handbook.
#[derive(Debug, Clone, Copy)]
pub struct Page {
    /// Its file, from `docs` on.
    pub path: &'static str,
    /// Its title in the table of contents.
    pub title: &'static str,
    /// How deep it stands there.
    pub depth: usize,
    /// Its text.
    pub text: &'static str,
}

/// A card file that is part of the program.
#[derive(Debug, Clone, Copy)]
pub struct CardFile {
    /// The name of the file.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// The games, in the order of their names.
pub const GAMES: &[Files] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// The pages of the handbook, in the order of its table of contents.
pub const PAGES: &[Page] = include!(concat!(env!("OUT_DIR"), "/pages.rs"));

/// The files of a game.
pub fn files(game: &str) -> Option<&'static Files> {
    GAMES.iter().find(|files| files.game == game)
}
