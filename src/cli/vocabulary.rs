//! The words of a game in one shape: those of its table and those its prelude defines.

use super::exit::Stop;
use crate::ast::{Definition, DefinitionBody, Doc, Item, Member, Value};
use crate::diag;
use crate::lex::OldWord;
use crate::parse;
use crate::play;
use crate::source::{FileId, Span};
use crate::vocab::{self, Data, Vocab, Word};
use serde::Serialize;

/// A word with everything there is to say about it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
pub(super) struct Entry {
    /// The kind as the table calls it; `keyword`, `label`, `condition`, `counter`, `state` or `define` (a verb) for words of the prelude.
    pub(super) kind: &'static str,
    /// The kind in words for people.
    #[serde(skip)]
    pub(super) kind_shown: &'static str,
    /// The canonical spelling.
    pub(super) name: String,
    /// All spellings.
    pub(super) forms: Vec<String>,
    /// Roles, parameters, where it belongs.
    pub(super) signature: String,
    /// One sentence.
    pub(super) documentation: String,
    /// Rule numbers.
    pub(super) rules: Vec<String>,
    /// The only edition that has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) edition: Option<String>,
    /// Why the engine does it itself, if it does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) native: Option<String>,
    /// It belongs to none of the rules that are played: cards with it can be read, and are refused for play.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) later: bool,
}

/// What people are told of such a word.
pub(super) const LATER: &str = "word of later formats: not played";

impl Entry {
    /// The key under which a compilation notes its use: `verb:draw`.
    pub(super) fn key(&self) -> String {
        format!("{}:{}", self.kind, self.name)
    }

    /// Whether the word exists in an edition of the rules.
    pub(super) fn is_in(&self, edition: &str) -> bool {
        self.edition.as_deref().is_none_or(|e| e == edition)
    }
}

/// The vocabulary of a game that a user named.
pub(super) fn vocab(name: &str) -> Result<&'static Vocab, Stop> {
    vocab::game(name).ok_or_else(|| {
        let games = diag::quoted_list(vocab::games(), usize::MAX, "and");
        let stop = Stop::new(format!("there is no game `{name}`"));
        match diag::nearest(name, vocab::games()) {
            Some(near) => stop.with_help(format!("did you mean `{near}`?")),
            None => stop.with_help(format!("the games are {games}")),
        }
    })
}

/// Whether the game has the edition; else an error that says which ones it has.
pub(super) fn known_edition(vocab: &Vocab, edition: &str) -> Result<(), Stop> {
    if vocab.editions().any(|e| e == edition) {
        return Ok(());
    }
    let editions = diag::quoted_list(vocab.editions(), usize::MAX, "and");
    let known = if editions.is_empty() {
        format!("the rules of {} have only one edition", vocab.game)
    } else {
        format!("the editions are {editions}")
    };
    Err(Stop::new(format!("{} has no edition `{edition}`", vocab.game)).with_help(known))
}
/// All words of a game: its table in the order of the table, then its prelude in the order of the prelude.
pub(super) fn entries(vocab: &Vocab) -> Vec<Entry> {
    let mut entries: Vec<Entry> = vocab.words().iter().map(table_entry).collect();
    entries.extend(vocab.old().map(|(word, doc, rules)| old_entry(word, doc, rules)));
    // The tables of the rules say which words no edition has: what check refuses by them is marked by them.
    let foreign = play::tables(vocab.game, None).map_or(&[][..], |tables| tables.foreign);
    if let Some(text) = vocab::prelude(vocab.game) {
        let parsed = parse::parse(FileId::default(), text);
        entries.extend(parsed.file.items.iter().filter_map(|item| prelude_entry(item, text)));
    }
    for entry in &mut entries {
        entry.later = foreign.contains(&entry.name.as_str());
    }
    entries
}

fn table_entry(word: &Word) -> Entry {
    Entry {
        kind: word.kind(),
        kind_shown: word.kind_shown(),
        name: word.name().to_owned(),
        forms: word.forms.iter().map(|&f| f.to_owned()).collect(),
        signature: word.signature.to_owned(),
        documentation: word.doc.to_owned(),
        rules: word
            .rules
            .split(',')
            .map(str::trim)
            .filter(|r| !r.is_empty())
            .map(str::to_owned)
            .collect(),
        edition: word.edition.map(str::to_owned),
        native: match &word.data {
            Data::Verb(verb) => verb.native.map(str::to_owned),
            _ => None,
        },
        later: false,
    }
}

fn old_entry(word: &OldWord, doc: &str, rules: &str) -> Entry {
    let today = if word.today.is_empty() { "nothing" } else { word.today };
    let place = if word.head { " as a type" } else { "" };
    Entry {
        kind: "old",
        kind_shown: "word of older cards",
        name: word.word.to_owned(),
        forms: vec![word.word.to_owned()],
        signature: format!("read{place} as: {today}"),
        documentation: doc.to_owned(),
        rules: rules.split_whitespace().map(str::to_owned).collect(),
        edition: None,
        native: None,
        later: false,
    }
}

fn prelude_entry(item: &Item<'_>, text: &str) -> Option<Entry> {
    let slice = |span: Span| {
        text.get(span.range())
            .unwrap_or("")
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
    };
    Some(match item {
        Item::Definition(definition) => definition_entry(definition, slice(definition.signature.span)),
        Item::Counter(counter) => entry(
            "counter",
            "counter",
            counter.name.text,
            counter.name.text.to_owned(),
            counter.doc.as_ref(),
            &counter.members,
        ),
        Item::State(state) => {
            let values: Vec<&str> = state.values.iter().map(|v| v.text).collect();
            let signature = if values.is_empty() {
                format!("of {}", state.of.text)
            } else {
                format!("of {}: {}", state.of.text, values.join(", "))
            };
            entry(
                "state",
                "state",
                state.name.text,
                signature,
                state.doc.as_ref(),
                &state.members,
            )
        }
        Item::Use(_) | Item::Set(_) | Item::Card(_) | Item::Group(_) | Item::Deck(_) | Item::Test(_) => {
            return None;
        }
    })
}

fn definition_entry(definition: &Definition<'_>, signature: String) -> Entry {
    let (kind, shown, members): (_, _, &[Member<'_>]) = match &definition.body {
        DefinitionBody::Keyword(members) => ("keyword", "keyword", members),
        DefinitionBody::Label(_) => ("label", "label", &[]),
        DefinitionBody::Verb(_) => ("define", "verb of the prelude", &[]),
        DefinitionBody::Condition(_) => ("condition", "condition", &[]),
    };
    entry(
        kind,
        shown,
        definition.signature.name.text,
        signature,
        definition.doc.as_ref(),
        members,
    )
}

fn entry(
    kind: &'static str,
    kind_shown: &'static str,
    name: &str,
    signature: String,
    doc: Option<&Doc<'_>>,
    members: &[Member<'_>],
) -> Entry {
    let doc_fields = |name: &str| {
        doc.iter()
            .flat_map(|d| &d.fields)
            .filter(|(n, _)| n.text == name)
            .map(|(_, v)| v.text.to_owned())
            .collect::<Vec<_>>()
    };
    Entry {
        kind,
        kind_shown,
        name: name.to_owned(),
        forms: vec![name.to_owned()],
        signature,
        documentation: doc.map_or_else(String::new, |d| d.text.text.to_owned()),
        rules: doc_fields("rule"),
        edition: doc_fields("edition")
            .into_iter()
            .next()
            .or_else(|| member_field(members, "edition")),
        native: member_field(members, "native"),
        later: false,
    }
}

/// The value of a field such as `native "why"` in the body of a definition.
fn member_field(members: &[Member<'_>], name: &str) -> Option<String> {
    let fields = members
        .iter()
        .filter_map(|m| {
            if let Member::Fields(fields) = m {
                Some(fields)
            } else {
                None
            }
        })
        .flatten();
    fields
        .filter(|f| f.name.text == name)
        .find_map(|f| match f.values.first()? {
            Value::Word(text) | Value::Str(text) | Value::Text(text) => Some(text.text.to_owned()),
            Value::Quantity(_) | Value::Fraction(..) | Value::Tag(_) | Value::Icon(_) => None,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(game: &str, key: &str) -> Entry {
        entries(vocab(game).expect("a game"))
            .into_iter()
            .find(|e| e.key() == key)
            .expect(key)
    }

    #[test]
    fn words_of_table_and_prelude_have_one_shape() {
        let draw = find("weiss", "verb:draw");
        assert_eq!(draw.forms, ["draw", "draws", "drawn", "drew"]);
        let backup = find("weiss", "keyword:Backup");
        assert_eq!(backup.signature, "Backup P level L [...]");
        assert_eq!(backup.rules, ["10.5.2"]);
        assert_eq!(
            find("weiss", "keyword:Great-Performance")
                .native
                .as_deref()
                .map(|n| n.starts_with("it changes")),
            Some(true)
        );
    }

    #[test]
    fn editions_are_read_from_the_prelude() {
        let drive = find("vanguard", "keyword:Triple-Drive");
        assert!(drive.is_in("g") && !drive.is_in("1.10"));
        let twin = find("vanguard", "keyword:Twin-Drive");
        assert!(twin.is_in("g") && twin.is_in("1.10"));
    }

    #[test]
    fn words_of_later_formats_are_marked_and_exist() {
        for game in vocab::games() {
            let entries = entries(vocab(game).expect("a game"));
            let foreign = play::tables(game, None).expect("rules").foreign;
            for word in foreign {
                assert!(entries.iter().any(|e| e.name == *word && e.later), "{game}: {word}");
            }
            let marked = entries.iter().filter(|e| e.later).map(|e| e.name.as_str());
            assert!(marked.into_iter().all(|name| foreign.contains(&name)), "{game}");
        }
        assert!(find("vanguard", "zone:prison").later && !find("vanguard", "zone:drop").later);
    }

    #[test]
    fn verbs_and_counters_of_the_prelude_are_words() {
        assert_eq!(find("fow", "define:foresee").signature, "foresee N");
        assert_eq!(find("fow", "counter:+100/+100").rules, ["1022.2"]);
    }
}
