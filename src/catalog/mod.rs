//! The files of the games: what the folder of each holds, found while building. Everything else a game is hangs on its descriptor in `games`.

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

/// The files of a game.
pub fn files(game: &str) -> Option<&'static Files> {
    GAMES.iter().find(|files| files.game == game)
}
