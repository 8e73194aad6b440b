//! The sets that come with the program: games can be played without any file at hand.

use crate::source::SourceFile;

/// A card file that is part of the program.
#[derive(Debug, Clone, Copy)]
pub struct Bundled {
    /// The game it is for.
    pub game: &'static str,
    /// The name of the file.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

/// All bundled files, game by game, in the order of their names; preludes belong to the vocabularies.
pub const BUNDLED: &[Bundled] = include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// The bundled files of a game that hold cards and decks, ready to be compiled. Files of tests are left out: nobody plays with them.
pub fn bundled(game: &str) -> Vec<SourceFile> {
    BUNDLED
        .iter()
        .filter(|file| file.game == game && !file.name.starts_with("test"))
        .map(|file| SourceFile::new(format!("cards/{game}/{}", file.name), file.text.to_owned()))
        .collect()
}
