//! What a game offers to scripts, as data: one table per game, read once.

mod table;
mod word;

pub(crate) use table::{participle, third_person};

pub use word::{
    ActData, AdjKind, AttrData, ChoiceWhen, Data, Gives, NounData, NounKind, PlaceData, RelFrom, RelTo, Role, Scope,
    TimeKind, TypeData, Types, ValueType, VerbData, Visibility, Word, WordId, ZoneData,
};

use crate::catalog;
use crate::fnv::Fnv;
use crate::lex::OldWord;
use indexmap::IndexMap;
use std::hash::BuildHasherDefault;
use std::sync::{LazyLock, OnceLock};

/// A phrase as cards print it, which the language says in another way. `N` in it is a number, `W` a word; they stand in what is said as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Printed {
    /// The printed words.
    pub phrase: &'static str,
    /// What the language says; empty if it says nothing there.
    pub said: &'static str,
    /// What else there is to say about it.
    pub note: Option<&'static str>,
}

/// The vocabulary of one game.
#[derive(Debug, Default)]
pub struct Vocab {
    /// The game's name in `use`.
    pub game: &'static str,
    /// All words, those of every game first.
    words: Vec<Word>,
    /// Words are short and come from our own tables, so a keyed hash buys nothing; order never depends on it.
    index: IndexMap<&'static str, Vec<(WordId, u8)>, BuildHasherDefault<Fnv>>,
    policies: IndexMap<&'static str, &'static str>,
    acts: Vec<ActData>,
    old: Vec<OldWord>,
    /// What each of the old words is, and the rule that says so.
    old_docs: Vec<(&'static str, &'static str)>,
    printed: Vec<Printed>,
    /// Lines of the table that could not be read; a test demands that there are none.
    pub defects: Vec<String>,
}

const BASE: &str = include_str!("base.vocab");

/// The names of all games.
pub fn games() -> impl Iterator<Item = &'static str> {
    catalog::GAMES.iter().map(|files| files.game)
}

/// The vocabulary of a game.
pub fn game(name: &str) -> Option<&'static Vocab> {
    static VOCABS: [OnceLock<Vocab>; catalog::GAMES.len()] = [const { OnceLock::new() }; catalog::GAMES.len()];
    let mut games = catalog::GAMES.iter().zip(&VOCABS);
    let (files, vocab) = games.find(|(files, _)| files.game == name)?;
    Some(vocab.get_or_init(|| Vocab::read(files.game, files.vocabulary)))
}

/// The vocabulary of a game, or one without words.
pub(crate) fn game_or_empty(name: &str) -> &'static Vocab {
    static EMPTY: LazyLock<Vocab> = LazyLock::new(Vocab::default);
    game(name).unwrap_or(&EMPTY)
}

/// The words of older cards that the rules of a game read as words of today.
pub fn old_words(game: &str) -> &'static [OldWord] {
    game_or_empty(game).old.as_slice()
}

/// The prelude of a game: its keywords, written in the language.
pub fn prelude(name: &str) -> Option<&'static str> {
    catalog::files(name).map(|files| files.prelude)
}

impl Vocab {
    fn read(game: &'static str, text: &'static str) -> Vocab {
        let mut vocab = Vocab {
            game,
            words: Vec::new(),
            index: IndexMap::default(),
            policies: IndexMap::new(),
            acts: Vec::new(),
            old: Vec::new(),
            old_docs: Vec::new(),
            printed: Vec::new(),
            defects: Vec::new(),
        };
        let base: Vec<_> = table::read(BASE, &mut vocab);
        let own: Vec<_> = table::read(text, &mut vocab);
        // A game's own word takes the place of the base word of that spelling and kind.
        let replaced = |word: &Word| own.iter().any(|o| o.name() == word.name() && o.kind() == word.kind());
        let kept: Vec<_> = base.into_iter().filter(|w| !replaced(w)).collect();
        for word in kept.into_iter().chain(own) {
            let id = WordId(u16::try_from(vocab.words.len()).unwrap_or(u16::MAX));
            for (form, spelling) in word.forms.iter().enumerate() {
                let entries = vocab.index.entry(spelling).or_default();
                if !entries.iter().any(|(other, _)| *other == id) || matches!(word.data, Data::Verb(_)) {
                    entries.push((id, u8::try_from(form).unwrap_or(u8::MAX)));
                }
            }
            vocab.words.push(Word { id, ..word });
        }
        vocab
    }

    /// All words with this spelling, each with the number of the form.
    pub fn find(&self, spelling: &str) -> &[(WordId, u8)] {
        self.index.get(spelling).map_or(&[], Vec::as_slice)
    }

    /// The word of an id.
    pub fn word(&self, id: WordId) -> Option<&Word> {
        self.words.get(usize::from(id.0))
    }

    /// All words in table order.
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// The first word with this spelling that `pick` accepts.
    pub fn pick<'v, T>(&'v self, spelling: &str, mut pick: impl FnMut(&'v Word, u8) -> Option<T>) -> Option<T> {
        self.find(spelling)
            .iter()
            .find_map(|(id, form)| self.word(*id).and_then(|w| pick(w, *form)))
    }

    /// The noun that the card of a relation surely is.
    pub fn noun_of(&self, relation: &str) -> Option<&'static str> {
        let rows = self.policy("related-cards").unwrap_or("").split_whitespace();
        let mut rows = rows.filter_map(|row| row.split_once(':'));
        rows.find(|(word, _)| *word == relation).map(|(_, noun)| noun)
    }

    /// A policy of the game.
    pub fn policy(&self, key: &str) -> Option<&'static str> {
        self.policies.get(key).copied()
    }

    /// The actions of the rules that a test calls by their word.
    pub fn acts(&self) -> &[ActData] {
        &self.acts
    }

    /// Words of older cards, each with what it means and the rules that say so.
    pub fn old(&self) -> impl Iterator<Item = (&OldWord, &'static str, &'static str)> {
        let docs = self.old_docs.iter();
        self.old
            .iter()
            .zip(docs)
            .map(|(word, (doc, rules))| (word, *doc, *rules))
    }

    /// Printed phrases, those of the game itself first.
    pub fn printed(&self) -> impl Iterator<Item = &Printed> {
        self.printed.iter().rev()
    }

    /// The names of the game's positions.
    pub fn positions(&self) -> impl Iterator<Item = &'static str> {
        self.policy("positions").unwrap_or("").split_whitespace()
    }

    /// The zones that a test can name like a position.
    pub fn position_zones(&self) -> impl Iterator<Item = &'static str> {
        self.policy("position-zones").unwrap_or("").split_whitespace()
    }

    /// Numbers of players that only tests have a word for.
    pub fn player_numbers(&self) -> impl Iterator<Item = &'static str> {
        self.policy("player-numbers").unwrap_or("").split_whitespace()
    }

    /// Words that only tests have: what can stand behind a card in a list besides the states of the game.
    pub fn test_states(&self) -> impl Iterator<Item = &'static str> {
        self.policy("test-states").unwrap_or("").split_whitespace()
    }

    /// What lies in zones that a test does not list: the zone, how many of which card.
    pub fn unlisted(&self) -> impl Iterator<Item = (&'static str, usize, &'static str)> {
        let rows = self.policy("unlisted").unwrap_or("").split(',');
        rows.filter_map(|row| {
            let (zone, rest) = row.trim().split_once(' ')?;
            let (count, card) = rest.split_once(' ')?;
            Some((zone, count.parse().ok()?, card))
        })
    }

    /// Numbers of players that a test does not say.
    pub fn unsaid(&self) -> impl Iterator<Item = (&'static str, i32)> {
        let rows = self.policy("unsaid").unwrap_or("").split(',');
        rows.filter_map(|row| {
            let (name, value) = row.trim().split_once(' ')?;
            Some((name, value.parse().ok()?))
        })
    }

    /// The editions of the rules, the default first; empty if there is only one.
    pub fn editions(&self) -> impl Iterator<Item = &'static str> {
        self.policy("editions").unwrap_or("").split_whitespace()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_reads_without_defects() {
        for name in games() {
            let vocab = game(name).expect("a game");
            assert_eq!(vocab.defects, Vec::<String>::new(), "{name}");
            assert!(vocab.words().len() > 80);
        }
    }

    #[test]
    fn defaults_of_tests_are_read() {
        for name in games() {
            let vocab = game(name).expect("a game");
            let rows = |key: &str| vocab.policy(key).map_or(0, |value| value.split(',').count());
            assert_eq!(vocab.unlisted().count(), rows("unlisted"), "{name}");
            assert_eq!(vocab.unsaid().count(), rows("unsaid"), "{name}");
            let zone = |zone: &str| vocab.pick(zone, |word, _| matches!(word.data, Data::Zone(_)).then_some(()));
            assert!(vocab.unlisted().all(|(word, ..)| zone(word).is_some()), "{name}");
        }
        let fow: Vec<_> = game("fow").expect("a game").unlisted().collect();
        assert_eq!(
            fow,
            [
                ("deck", 20, "Filler"),
                ("ruler-area", 1, "Ruler"),
                ("stone-deck", 10, "Stone")
            ]
        );
    }

    #[test]
    fn no_word_is_reserved() {
        for name in games() {
            for word in game(name).expect("a game").words() {
                // `lose` is a verb of the game as well as a grammar word, and its forms with it.
                let reserved: Vec<_> = word
                    .forms
                    .iter()
                    .filter(|f| crate::lex::TokenKind::reserved(f) && word.name() != "lose")
                    .collect();
                assert!(reserved.is_empty(), "{name}: {reserved:?}");
            }
        }
    }

    #[test]
    fn every_word_of_a_signature_exists() {
        for name in games() {
            let vocab = game(name).expect("a game");
            for word in vocab.words() {
                for used in word.mentions() {
                    assert!(
                        !vocab.find(used).is_empty(),
                        "{name}: `{}` mentions unknown `{used}`",
                        word.name()
                    );
                }
            }
        }
    }
}
