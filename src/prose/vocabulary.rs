//! Vocabulary words in print.

use super::Printer;
use crate::style::english::{with_ed, with_s};
use crate::vocab::{Data, NounKind, Word};

/// The forms of a verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Base,
    Third,
    Participle,
    Past,
}

impl Printer<'_> {
    /// A spelling as it is printed: hyphens become blanks where the game has none.
    pub(super) fn spaced(&self, spelling: &str) -> String {
        if self.style.hyphenated.contains(&spelling)
            || spelling.starts_with("face-")
            || spelling.starts_with("J-")
            || spelling.starts_with("j-")
            || spelling.starts_with(['+', '-'])
        {
            spelling.to_owned()
        } else {
            spelling.replace('-', " ")
        }
    }

    /// A word that is neither counted nor inflected: a value, a state, an attribute.
    pub(super) fn word(&self, spelling: &str) -> String {
        self.noun(spelling, false)
    }

    /// A name that the text gives to something: printed like a noun of the game if it is one, never like a verb.
    pub(super) fn given_name(&self, name: &str) -> String {
        let noun = self.vocab.pick(name, |word, _| {
            (!matches!(word.data, Data::Verb(_) | Data::Adj(_))).then_some(())
        });
        noun.map_or_else(|| self.spaced(name), |()| self.noun(name, false))
    }

    /// A state as it is printed on a card that is in it.
    pub(super) fn state(&self, spelling: &str) -> String {
        let printed = self.vocab.pick(spelling, |word, _| {
            matches!(word.data, Data::State(_) | Data::Adj(_)).then_some(word)
        });
        printed.map_or_else(
            || self.spaced(spelling),
            |word| word.printed[0].map_or_else(|| self.spaced(word.name()), str::to_owned),
        )
    }

    /// A noun, one or several.
    pub(super) fn noun(&self, spelling: &str, many: bool) -> String {
        let Some(word) = self.vocab.pick(spelling, |word, _| {
            (!matches!(word.data, Data::Verb(_) | Data::Adj(_))).then_some(word)
        }) else {
            return self.unknown(spelling, many);
        };
        let uncounted = matches!(&word.data, Data::State(_) | Data::Value(_)) || self.uncounted(spelling);
        match (word.printed, many && !uncounted) {
            ([Some(printed), ..], false) | ([_, Some(printed), _], true) => printed.to_owned(),
            ([Some(printed), None, _], true) => with_s(printed),
            ([None, ..], false) => self.spaced(singular(word)),
            ([None, None, _], true) => self.spaced(&plural(word)),
        }
    }

    fn unknown(&self, spelling: &str, many: bool) -> String {
        let text = self
            .vocab
            .pick(spelling, |word, _| word.printed[0])
            .map_or_else(|| self.spaced(spelling), str::to_owned);
        if many { with_s(&text) } else { text }
    }

    /// Damage, life and the like have no plural.
    pub(super) fn uncounted(&self, spelling: &str) -> bool {
        spelling == "life"
            || self
                .vocab
                .pick(spelling, |word, _| {
                    matches!(&word.data, Data::Noun(noun) if noun.kind == NounKind::Damage).then_some(())
                })
                .is_some()
    }

    /// A verb in a form; a verb that the set defines is regular.
    pub(super) fn verb(&self, spelling: &str, form: Form) -> String {
        let Some(word) = self
            .vocab
            .pick(spelling, |word, _| matches!(word.data, Data::Verb(_)).then_some(word))
        else {
            return regular(&self.spaced(spelling), form);
        };
        let at = match form {
            Form::Base => 0,
            Form::Third => 1,
            Form::Participle | Form::Past => 2,
        };
        if let Some(printed) = word.printed.get(at).copied().flatten() {
            // `do`, unlike other verbs in print, has a past of its own.
            let done = printed.strip_prefix("done ").filter(|_| form == Form::Past);
            return done.map_or_else(|| printed.to_owned(), |rest| format!("did {rest}"));
        }
        if let Some(printed) = word.printed[0] {
            // `flip over`: only its first word changes.
            let (first, rest) = printed
                .split_once(' ')
                .map_or((printed, String::new()), |(first, rest)| (first, format!(" {rest}")));
            let changed = if word.forms.contains(&first) || self.vocab.find(first).is_empty() {
                regular_or_known(word, first, form)
            } else {
                self.verb(first, form)
            };
            return changed + &rest;
        }
        let past = (form == Form::Past).then(|| word.forms.get(3)).flatten();
        past.or_else(|| word.forms.get(at))
            .map_or_else(|| regular(word.name(), form), |spelling| self.spaced(spelling))
    }
}

fn regular_or_known(word: &Word, first: &str, form: Form) -> String {
    let at = usize::from(form != Form::Base) + usize::from(matches!(form, Form::Participle | Form::Past));
    match word.forms.get(at) {
        Some(known) if word.name() == first => (*known).to_owned(),
        _ => regular(first, form),
    }
}

fn regular(base: &str, form: Form) -> String {
    match form {
        Form::Base => base.to_owned(),
        Form::Third => with_s(base),
        Form::Participle | Form::Past => with_ed(base),
    }
}

/// Some tables name an attribute by its plural: `traits trait`.
fn singular(word: &Word) -> &'static str {
    match word.forms.get(1) {
        Some(second) if word.name().strip_suffix('s') == Some(second) => second,
        _ => word.name(),
    }
}

fn plural(word: &Word) -> String {
    match word.forms.get(1) {
        Some(second) if word.name().strip_suffix('s') != Some(second) => (*second).to_owned(),
        Some(_) => word.name().to_owned(),
        None => with_s(word.name()),
    }
}
