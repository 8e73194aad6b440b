//! The beginnings of a game, from the files of its room: `src/games/<game>/starter`.
//!
//! `starts.card` has a line `#: card KIND`, `#: keyword`, `#: test` above each of them, and `#: code` with the form of a set's code. The names
//! in them are replaced: `Card Name`, `CODE-NUMBER`, `Keyword-Name`, `Test Name`, `LETTERS`; in the other files `Set Name`, `CODE` and `Deck Name`.

use super::Refusal;
use crate::catalog;

/// What a beginning is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Keyword,
    Test,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::Keyword => "keyword",
            Kind::Test => "test",
        }
    }
}

/// The beginnings of a game.
#[derive(Debug, Clone)]
pub(super) struct Templates {
    /// The file with cards without text.
    pub(super) plain: &'static str,
    /// A deck of them.
    pub(super) deck: &'static str,
    /// Each beginning with the line above it.
    starts: Vec<(&'static str, &'static str)>,
}

impl Templates {
    pub(super) fn of(game: &str) -> Result<Templates, Refusal> {
        let none = || {
            Refusal::new(
                format!("there are no beginnings for the game `{game}`"),
                "write the files by hand",
            )
        };
        let starter = catalog::files(game).map(|files| &files.starter).ok_or_else(none)?;
        let parts = starter.starts.split("#: ").skip(1);
        Ok(Templates {
            plain: starter.plain,
            deck: starter.deck,
            starts: parts
                .filter_map(|part| part.split_once('\n'))
                .map(|(head, body)| (head, body.trim()))
                .collect(),
        })
    }

    /// The code of a set, made from the letters of its name.
    pub(super) fn code(&self, letters: &str) -> String {
        let mut heads = self.starts.iter();
        let form = heads
            .find_map(|(head, _)| head.strip_prefix("code "))
            .unwrap_or("LETTERS");
        form.replace("LETTERS", letters)
    }

    /// All beginnings of a kind, in their order.
    pub(super) fn all(&self, kind: Kind) -> impl Iterator<Item = &'static str> {
        let word = kind.word();
        self.starts
            .iter()
            .filter(move |(head, _)| *head == word)
            .map(|(_, body)| *body)
    }

    /// The first beginning of a kind.
    pub(super) fn first(&self, kind: Kind) -> Result<&'static str, Refusal> {
        let none = || {
            Refusal::new(
                format!("this game has no {} to begin with", kind.word()),
                "write it by hand",
            )
        };
        self.all(kind).next().ok_or_else(none)
    }

    fn cards(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        let cards = self.starts.iter();
        cards.filter_map(|(head, body)| Some((head.strip_prefix("card ")?, *body)))
    }

    /// The beginning of a card of a kind, by default of the first.
    pub(super) fn card(&self, kind: Option<&str>) -> Result<&'static str, Refusal> {
        let found = self.cards().find(|(name, _)| kind.is_none_or(|kind| kind == *name));
        found.map(|(_, body)| body).ok_or_else(|| {
            let kinds: Vec<&str> = self.cards().map(|(name, _)| name).collect();
            Refusal::new(
                format!("there is no beginning for a card of the kind `{}`", kind.unwrap_or("")),
                format!("the kinds are {}", kinds.join(", ")),
            )
        })
    }
}
