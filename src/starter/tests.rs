//! Everything that is begun checks, stands in the standard layout and passes.

use super::*;
use crate::compile::{self, compile};
use crate::source::SourceFile;
use crate::{fmt, games, play};

/// A folder in memory.
struct Folder {
    game: &'static str,
    edition: Option<&'static str>,
    files: Vec<SourceFile>,
}

impl Folder {
    fn of(game: &'static str, edition: Option<&'static str>) -> Folder {
        let mut folder = Folder {
            game,
            edition,
            files: Vec::new(),
        };
        folder.begin(|ground| set(ground, "Lamp Street", None));
        folder
    }

    fn ground(&self) -> Ground {
        Ground::new(self.game, self.edition, false, &self.files)
    }

    fn begin(&mut self, start: impl Fn(&Ground) -> Result<Vec<Start>, Refusal>) {
        let starts = start(&self.ground()).unwrap_or_else(|refusal| panic!("{}: {refusal:?}", self.game));
        for start in starts.iter().filter(|start| {
            std::path::Path::new(&start.file)
                .extension()
                .is_some_and(|e| e == "card")
        }) {
            match self.files.iter_mut().find(|file| file.name == start.file) {
                Some(file) => {
                    assert!(!start.new, "{} is written over", start.file);
                    *file = SourceFile::new(start.file.as_str(), format!("{}{}", file.text, start.text));
                }
                None => self
                    .files
                    .push(SourceFile::new(start.file.as_str(), start.text.as_str())),
            }
        }
    }

    fn is_green(&self) {
        let mut compiled = compile(self.files.clone());
        play::check(&mut compiled);
        let mut said: Vec<_> = compiled.diagnostics.clone();
        said.extend(play::check_decks(&compiled));
        assert!(said.is_empty(), "{}: {said:?}", self.game);
        for file in &self.files {
            assert_eq!(fmt::format(&file.text), file.text, "{}: {}", self.game, file.name);
        }
    }
}

/// The games by their editions; a game without editions once.
fn grounds() -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
    games::kernels().map(|kernel| {
        (
            kernel.name(),
            Some(kernel.edition()).filter(|edition| !edition.is_empty()),
        )
    })
}

#[test]
fn every_beginning_of_every_game_is_green() {
    for (game, edition) in grounds() {
        let mut folder = Folder::of(game, edition);
        let starts = crate::catalog::files(game).expect("the files").starter.starts;
        let kinds = starts.lines().filter_map(|line| line.strip_prefix("#: card "));
        // A kind may belong to one edition: its words are unknown in the others.
        let known = |kind: &str| {
            let mut one = Folder::of(game, edition);
            one.begin(|ground| card(ground, "Someone", From::Kind(kind), None));
            compile(one.files).diagnostics.is_empty()
        };
        let kinds: Vec<&str> = kinds.filter(|kind| known(kind)).collect();
        assert!(kinds.len() >= 2, "{game} {edition:?}: {kinds:?}");
        for (n, kind) in kinds.iter().enumerate() {
            let name = format!(
                "The {} Friend",
                ["First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh"][n]
            );
            folder.begin(|ground| card(ground, &name, From::Kind(kind), None));
            folder.begin(|ground| test(ground, &name, None));
        }
        // A second test says something else, or there is none.
        if test(&folder.ground(), "The First Friend", None).is_ok() {
            folder.begin(|ground| test(ground, "The First Friend", None));
        }
        folder.begin(|ground| keyword(ground, "Lamp Light", None));
        folder.begin(|ground| deck(ground, "Street at Night", None));
        folder.is_green();
        let decks = &folder
            .files
            .iter()
            .find(|file| file.name == "decks.card")
            .expect("the decks")
            .text;
        assert!(decks.contains("\"The First Friend\""), "{game}: {decks}");
        assert!(!decks.contains("# stays"), "{game}: {decks}");
        folder.begin(|ground| deck(ground, "Street by Day", None));
        folder.is_green();
    }
}

#[test]
fn every_phrase_of_the_book_begins_a_card_that_is_green() {
    for game in games::GAMES.iter().map(|game| game.name) {
        for entry in book::phrases(game) {
            let mut folder = Folder::of(game, None);
            folder.begin(|ground| card(ground, "Someone", From::Phrase(&entry.phrase), None));
            let file = folder.files.iter().find(|file| file.name == "lamp-street.card");
            let text = &file.expect("the set").text;
            assert!(
                text.contains(&format!("# {}\n", entry.phrase)),
                "{game}: {}: {text}",
                entry.phrase
            );
            folder.is_green();
        }
    }
}

#[test]
fn what_cannot_be_begun_is_refused() {
    let mut folder = Folder::of("weiss", None);
    folder.begin(|ground| card(ground, "Mio", From::Usual, None));
    folder.begin(|ground| keyword(ground, "Glow", None));
    folder.begin(|ground| deck(ground, "First", None));
    let ground = folder.ground();
    let refused = |starts: Result<Vec<Start>, Refusal>| starts.expect_err("a refusal").message;
    assert_eq!(
        refused(set(&ground, "Lamp Street", None)),
        "there is a file lamp-street.card already"
    );
    assert_eq!(
        refused(card(&ground, "Mio", From::Usual, None)),
        "there is a card \"Mio\" already, in lamp-street.card"
    );
    assert_eq!(
        refused(keyword(&ground, "Glow", None)),
        "there is a word `Glow` already"
    );
    assert_eq!(
        refused(keyword(&ground, "Encore", None)),
        "there is a word `Encore` already"
    );
    assert_eq!(
        refused(keyword(&ground, "glow", None)),
        "`glow` cannot be the name of a keyword"
    );
    assert_eq!(
        refused(deck(&ground, "First", None)),
        "there is a deck \"First\" already, in decks.card"
    );
    assert_eq!(refused(test(&ground, "Rin", None)), "there is no card \"Rin\" here");
    assert!(refused(card(&ground, "Rin", From::Kind("unit"), None)).contains("the kind `unit`"));
    assert!(refused(card(&ground, "Rin", From::Phrase("qwertz"), None)).contains("nothing like"));
    assert!(refused(card(&ground, "R\"in", From::Usual, None)).contains("cannot be a name"));
    assert!(refused(card(&ground, "Rin", From::Usual, Some("other.card"))).contains("other.card"));
}

#[test]
fn a_test_of_a_card_with_an_error_is_not_begun() {
    let mut folder = Folder::of("weiss", None);
    folder.begin(|ground| card(ground, "Mio", From::Usual, None));
    for file in &mut folder.files {
        *file = SourceFile::new(
            file.name.as_str(),
            file.text.replace("when this attacks", "when this atacks"),
        );
    }
    let refusal = test(&folder.ground(), "Mio", None).expect_err("a refusal");
    assert!(refusal.message.contains("no test"), "{refusal:?}");
    let compiled = compile::compile(folder.files);
    assert_eq!(compiled.counts().0, 1);
}
