//! The sets that come with the program: games can be played without any file at hand.

use crate::games;
use crate::source::SourceFile;

/// The bundled files of a game that hold cards and decks, ready to be compiled. Files of tests are left out: nobody plays with them.
pub fn bundled(game: &str) -> Vec<SourceFile> {
    let sets = games::descriptor(game).map_or(&[][..], |game| game.files().sets);
    sets.iter()
        .filter(|file| !file.name.starts_with("test"))
        .map(|file| SourceFile::new(format!("cards/{game}/{}", file.name), file.text.to_owned()))
        .collect()
}
