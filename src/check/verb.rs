//! Finding verbs in their forms.

use super::Checker;
use super::event::Form;
use crate::ast::{Definition, Text};
use crate::diag::{Code, Diagnostic};
use crate::ir::Name;
use crate::resolve::VerbForm;
use crate::source::Span;
use crate::vocab::{Data, Role as VocabRole, Types, VerbData, Word};

/// A verb of the vocabulary or of a set.
#[derive(Debug, Clone, Copy)]
pub(super) enum VerbRef<'a, 's> {
    Vocab(&'static Word, &'static VerbData),
    Defined(&'a Definition<'s>),
}

impl<'s> VerbRef<'_, 's> {
    pub(super) fn name(&self) -> &'s str {
        match self {
            VerbRef::Vocab(word, _) => word.name(),
            VerbRef::Defined(d) => d.signature.name.text,
        }
    }

    pub(super) fn ir_name(&self) -> Name {
        match self {
            VerbRef::Vocab(word, _) => Name::Borrowed(word.name()),
            VerbRef::Defined(d) => Name::Owned(d.signature.name.text.to_owned()),
        }
    }

    pub(super) fn roles(&self) -> &'static [VocabRole] {
        match self {
            VerbRef::Vocab(_, data) => &data.roles,
            VerbRef::Defined(_) => &[],
        }
    }

    /// Whether it chooses what it is about.
    pub(super) fn chooses(&self) -> bool {
        matches!(self, VerbRef::Vocab(_, data) if data.choice.is_some())
    }

    pub(super) fn subject(&self) -> Types {
        match self {
            VerbRef::Vocab(_, data) => data.subject.clone(),
            VerbRef::Defined(_) => Types {
                words: vec!["players", "cards"],
            },
        }
    }

    pub(super) fn is_event(&self) -> bool {
        match self {
            VerbRef::Vocab(_, data) => data.event,
            VerbRef::Defined(_) => true,
        }
    }

    pub(super) fn replaceable(&self) -> bool {
        match self {
            VerbRef::Vocab(_, data) => data.replace,
            VerbRef::Defined(_) => true,
        }
    }

    /// Whether it gives an amount to cards.
    pub(super) fn deals_to_cards(&self) -> bool {
        let has = |name: &str, word: &str| {
            self.roles()
                .iter()
                .any(|r| r.names.contains(&name) && r.types.has(&[word]))
        };
        has("what", "damage") && has("to", "cards")
    }

    /// Whether the event has an amount for `that much`. A role that cards fill has none, nor has what something happens as.
    pub(super) fn has_amount(&self, by_cards: Option<&str>) -> bool {
        let amount = |w: &&str| matches!(*w, "damage" | "number" | "amount") || w.starts_with("amount:");
        let tells =
            |role: &&VocabRole| !role.names.contains(&"as") && by_cards.is_none_or(|by| !role.names.contains(&by));
        let mut roles = self.roles().iter().filter(tells);
        roles.any(|r| r.types.words.iter().any(&amount)) || self.subject().words.iter().any(amount)
    }
}

impl<'a, 's> Checker<'a, 's> {
    /// The verb of this spelling and form.
    pub(super) fn find_verb(&self, text: &str, form: Form) -> Option<VerbRef<'a, 's>> {
        let wanted = |n: u8, word: &Word| match form {
            Form::Base => n == 0,
            Form::Third => n <= 1,
            Form::Participle => n == 2,
            Form::Past => {
                n == 3 || (n == 2 && word.forms.len() < 4) || word.forms.get(2) == word.forms.get(usize::from(n))
            }
        };
        let own = self.pick(text, |word, n| match &word.data {
            Data::Verb(data) if wanted(n, word) => Some(VerbRef::Vocab(word, data)),
            _ => None,
        });
        own.or_else(|| {
            let (definition, found) = self.scope.verbs.get(text)?;
            let fits = match form {
                Form::Base => *found == VerbForm::Base,
                Form::Third => *found != VerbForm::Participle,
                Form::Participle | Form::Past => *found == VerbForm::Participle,
            };
            fits.then_some(VerbRef::Defined(definition))
        })
    }

    /// The verb of this spelling and form, or a message.
    pub(super) fn verb(&mut self, text: &'a Text<'s>, form: Form) -> Option<VerbRef<'a, 's>> {
        if let Some(found) = self.find_verb(text.text, form) {
            return Some(found);
        }
        let span = text.span;
        // The right verb in the wrong form.
        let other = self.pick(text.text, |word, n| {
            matches!(word.data, Data::Verb(_)).then_some((word, n))
        });
        if let Some((word, _)) = other {
            let index = match form {
                Form::Base => 0,
                Form::Third => 1,
                Form::Participle => 2,
                Form::Past => word.forms.len().saturating_sub(1),
            };
            let right = word.forms.get(index).copied().unwrap_or(word.name());
            self.report(
                Diagnostic::new(
                    Code::UnknownVerb,
                    span,
                    format!("`{}` is the wrong form of the verb here", text.text),
                )
                .with_help(format!("write `{right}`")),
            );
            return None;
        }
        let is = self.pick(text.text, |word, _| Some(word));
        if let Some(word) = is {
            let mut problem = Diagnostic::new(
                Code::NotAVerb,
                span,
                format!(
                    "`{}` is {} of {}, but a verb must stand here",
                    text.text,
                    crate::diag::with_article(word.kind_shown()),
                    self.scope.vocab.game
                ),
            );
            problem = match form {
                Form::Third => problem.with_help("a subject before a verb of the game is short; put a longer one in parentheses: when (your unit with \"Blaster\" in its name) attacks"),
                Form::Base | Form::Participle | Form::Past => problem.with_help("a line that starts with a plain word is a command; a sentence needs a determiner: `your …`, `all …`, `this …`"),
            };
            self.report(problem.with_note(word.doc));
            return None;
        }
        let forms: Vec<String> = self
            .scope
            .vocab
            .words()
            .iter()
            .filter(|w| matches!(w.data, Data::Verb(_)))
            .filter_map(|w| match form {
                Form::Base => w.forms.first(),
                Form::Third => w.forms.get(1),
                Form::Participle => w.forms.get(2),
                Form::Past => w.forms.last(),
            })
            .map(|s| (*s).to_owned())
            .chain(self.scope.verbs.keys().cloned())
            .chain(
                (form == Form::Base)
                    .then(|| self.scope.keywords.keys().map(|k| (*k).to_owned()))
                    .into_iter()
                    .flatten(),
            )
            .collect();
        self.unknown(
            Code::UnknownVerb,
            span,
            text.text,
            "a verb",
            forms.iter().map(String::as_str).collect(),
        );
        None
    }

    pub(super) fn use_verb(&mut self, verb: &VerbRef<'a, 's>, span: Span) {
        match verb {
            VerbRef::Vocab(word, _) => self.use_word(word, span),
            VerbRef::Defined(d) => {
                self.use_definition("define", d.signature.name.text);
                if let Err(edition) = self.scope.in_edition(d) {
                    self.wrong_edition(d.signature.name.text, edition, span);
                }
            }
        }
    }
}
