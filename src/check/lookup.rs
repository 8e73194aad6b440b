//! Looking words up, marking them as used, and saying what was meant.

use super::Checker;
use crate::ast::Text;
use crate::diag::{Code, Diagnostic, nearest};
use crate::ir::Name;
use crate::source::Span;
use crate::vocab::{AttrData, Data, Word};

/// Words of printed cards that the language says in another way.
const PRINTED: &[(&str, &str)] = &[
    (
        "there",
        "say it of the cards: `if a card is among them`, `if your hand has 2 or more cards`",
    ),
    ("equal", "write the number itself in front: `deal (its …) damage to …`"),
    ("original", "cards go back as they lay `in the same order`"),
];

impl<'s> Checker<'_, 's> {
    /// The canonical name of a word, which is thereby in use.
    pub(super) fn name_of(&mut self, word: &'static Word, span: Span) -> Name {
        self.use_word(word, span);
        Name::Borrowed(word.name())
    }

    /// Marks a word as used and checks its edition.
    pub(super) fn use_word(&mut self, word: &'static Word, span: Span) {
        if let Some(flag) = self.findings.words.get_mut(usize::from(word.id.0)) {
            *flag = true;
        }
        self.in_editions(word.name(), word.edition, span);
    }

    /// Checks that a word of one edition is in all editions of the file.
    pub(super) fn in_editions(&mut self, word: &str, only: Option<&str>, span: Span) {
        if let Some(only) = only
            && self.scope.exceeds(only)
        {
            self.wrong_edition(word, only, span);
        }
    }

    /// Reports a word that some edition of the file does not have.
    pub(super) fn wrong_edition(&mut self, word: &str, only: &str, span: Span) {
        let message = format!(
            "`{word}` exists only in edition {only} of the rules; this file uses {}",
            self.scope.editions_words()
        );
        self.report(Diagnostic::new(Code::WrongEdition, span, message).with_help(format!(
            "write `use {} edition {only}`, or leave it out",
            self.scope.vocab.game
        )));
    }

    /// Marks a definition as used.
    pub(super) fn use_definition(&mut self, kind: &str, name: &str) {
        let key = format!("{kind}:{name}");
        self.findings.definitions.insert(key);
    }

    /// The word with this spelling that `pick` accepts.
    pub(super) fn pick<T>(&self, spelling: &str, pick: impl FnMut(&'static Word, u8) -> Option<T>) -> Option<T> {
        self.scope.vocab.pick(spelling, pick)
    }

    /// The attribute of this spelling.
    pub(super) fn attr(&self, spelling: &str) -> Option<(&'static Word, &'static AttrData)> {
        self.pick(spelling, |word, _| match &word.data {
            Data::Attr(attr) => Some((word, attr)),
            _ => None,
        })
    }

    /// The attribute of this spelling, or a message.
    pub(super) fn attr_or_error(&mut self, spelling: &str, span: Span) -> Option<(&'static Word, &'static AttrData)> {
        if let Some((word, attr)) = self.attr(spelling) {
            self.use_word(word, span);
            return Some((word, attr));
        }
        let candidates = self.spellings(|word| matches!(word.data, Data::Attr(_)));
        self.unknown(Code::UnknownWord, span, spelling, "an attribute", candidates);
        None
    }

    /// All spellings of words that `want` accepts.
    pub(super) fn spellings(&self, want: impl Fn(&Word) -> bool) -> Vec<&'static str> {
        self.scope
            .vocab
            .words()
            .iter()
            .filter(|w| want(w))
            .flat_map(|w| w.forms.iter().copied())
            .collect()
    }

    /// Reports an unknown word with the nearest of the legal ones, or what the word is instead.
    pub(super) fn unknown(&mut self, code: Code, span: Span, spelling: &str, wanted: &str, candidates: Vec<&str>) {
        let game = self.scope.vocab.game;
        let is = self.pick(spelling, |word, _| Some(word));
        let mut problem = match is {
            Some(word) => Diagnostic::new(
                code,
                span,
                format!(
                    "`{spelling}` is {} of {game}, not {wanted}",
                    crate::diag::with_article(word.kind_shown())
                ),
            )
            .with_note(word.doc),
            None => Diagnostic::new(code, span, format!("`{spelling}` is not {wanted} of {game}")),
        };
        let near = nearest(spelling, candidates.iter().copied());
        if let Some((_, say)) = PRINTED.iter().find(|(word, _)| *word == spelling && is.is_none()) {
            problem = problem.with_help(*say);
        } else if let Some(near) = near {
            problem = problem.with_help(format!("did you mean `{near}`?"));
        } else if is.is_none() && !candidates.is_empty() && candidates.len() <= 12 {
            problem = problem.with_help(format!(
                "it can be {}",
                crate::diag::quoted_list(candidates.iter().copied(), 12, "or")
            ));
        } else {
            problem = problem.with_help(format!("`cardwright vocab {game}` lists the words of the game"));
        }
        self.report(problem);
    }

    /// Reports a word that nothing knows, with suggestions from everything that may stand in a noun phrase.
    pub(super) fn unknown_noun(&mut self, span: Span, spelling: &str) {
        if self.wants_place {
            let candidates = self.spellings(|word| matches!(word.data, Data::Zone(_) | Data::Place(_)));
            self.unknown(Code::NotAZone, span, spelling, "a zone or place", candidates);
            return;
        }
        let mut candidates = self.spellings(|word| !matches!(word.data, Data::Verb(_) | Data::Icon(_)));
        candidates.extend(self.scope.keywords.keys().copied());
        candidates.extend(self.scope.labels.keys().copied());
        candidates.extend(self.scope.counters.keys().copied());
        candidates.extend(self.scope.states.keys().copied());
        candidates.extend(self.scope.state_values.keys().copied());
        candidates.extend(self.scope.groups.keys().copied());
        let names: Vec<&'s str> = self.frame().names.keys().copied().collect();
        candidates.extend(names);
        self.unknown(Code::UnknownWord, span, spelling, "a noun or adjective", candidates);
    }

    /// Whether nothing at all has this spelling.
    pub(super) fn is_unknown(&self, word: &str) -> bool {
        let scope = self.scope;
        scope.vocab.find(word).is_empty()
            && !crate::resolve::is_grammar_word(word)
            && !self.is_keyword(word)
            && !scope.counters.contains_key(word)
            && !scope.states.contains_key(word)
            && !scope.state_values.contains_key(word)
            && !scope.groups.contains_key(word)
            && !scope.conditions.contains_key(word)
    }

    /// Reports `the …` that names nothing.
    pub(super) fn unknown_name(&mut self, name: &Text<'s>) {
        let names: Vec<&'s str> = self.frame().names.keys().copied().collect();
        let mut problem = Diagnostic::new(
            Code::UnknownName,
            name.span,
            format!("nothing is named `the {}`", name.text),
        );
        problem = match nearest(name.text, names.iter().copied()) {
            Some(near) => problem.with_help(format!("did you mean `the {near}`?")),
            None => problem.with_help(format!(
                "give the name where it is chosen or declared: `… as the {}`",
                name.text
            )),
        };
        self.report(problem);
    }

    /// A card name, with a warning if no card has it.
    pub(super) fn card_name(&mut self, name: &str, span: Span) -> String {
        if let Some(given) = self.given_name(name) {
            return given;
        }
        self.unknown_card_name(name, span);
        name.to_owned()
    }

    /// What was given for the parameter of this name, if it is a name: in a definition `"S"` is what stands for `S: name`.
    pub(super) fn given_name(&mut self, name: &str) -> Option<String> {
        match self.frame().givens.params.get(name) {
            Some(super::refs::ParamValue::Arg(crate::ir::Arg::Name(given))) => Some(given.clone()),
            _ => None,
        }
    }

    /// A tag, with a warning if no card carries it; in a definition `<T>` is what stands for `T: tag`.
    pub(super) fn tag(&mut self, tag: &str, span: Span) -> String {
        if let Some(super::refs::ParamValue::Arg(crate::ir::Arg::Tag(given))) = self.frame().givens.params.get(tag) {
            return given.clone();
        }
        self.plain_tag(tag, span);
        self.unknown_tag(tag, span);
        tag.to_owned()
    }

    /// Quotation marks inside a tag would make another tag of it, which nothing else is.
    pub(super) fn plain_tag(&mut self, tag: &str, span: Span) {
        let quoted = tag.trim().strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        if let Some(inner) = quoted {
            self.report(
                Diagnostic::new(
                    Code::UnknownCharacter,
                    span,
                    "a tag stands between `<` and `>` without quotation marks, also one of several words",
                )
                .with_help(format!("write `<{inner}>`")),
            );
        }
    }

    /// A number literal.
    pub(super) fn literal(&mut self, text: &str, span: Span) -> i64 {
        match text.parse::<i64>() {
            Ok(n) if n <= 1_000_000_000 => n,
            Ok(_) => {
                self.error(
                    Code::NumberTooLarge,
                    span,
                    format!("{text} is too large: numbers go up to 1000000000"),
                );
                0
            }
            Err(_) if text.contains('.') => {
                self.report(
                    Diagnostic::new(Code::NotANumber, span, format!("{text} is not a whole number"))
                        .with_help("numbers are whole; use `half X up` or `half X down`"),
                );
                0
            }
            Err(_) => {
                self.error(
                    Code::NumberTooLarge,
                    span,
                    format!("{text} is too large: numbers go up to 1000000000"),
                );
                0
            }
        }
    }
}
