//! Words of one phrase that say the same twice, and nouns in a row that fit no card together.

use super::Checker;
use crate::ast::{Atom, RunAtom};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Desc, Filter, Name};
use crate::source::Span;
use crate::vocab::{Data, NounKind};

impl<'s> Checker<'_, 's> {
    /// A word, tag or name that stood before in the same alternative of a run.
    pub(super) fn repeated_atom(&mut self, atoms: &[RunAtom<'s>], at: usize) {
        let Some((text, span)) = atoms.get(at).and_then(|a| spelled(&a.atom)) else {
            return;
        };
        let before = atoms.get(..at).unwrap_or_default();
        if atoms.get(at).is_some_and(|a| a.or) {
            return;
        }
        let start = before.iter().rposition(|a| a.or).unwrap_or(0);
        let alternative = before.get(start..).unwrap_or_default();
        if alternative
            .iter()
            .any(|a| spelled(&a.atom).is_some_and(|(t, _)| t == text))
        {
            self.said_twice(text, span);
        }
    }

    pub(super) fn said_twice(&mut self, word: &str, span: Span) {
        self.report(
            Diagnostic::new(Code::SaidTwice, span, format!("`{word}` is said twice"))
                .with_help(format!("take one `{word}` away")),
        );
    }

    /// A noun behind other nouns: one that adds nothing, or one that no card is together with them.
    pub(super) fn nouns_combine(&mut self, desc: &Desc, noun: Option<&Name>, kind: NounKind, atom: &Atom<'s>) {
        let (Some(noun), Some((spelling, span))) = (noun, spelled(atom)) else {
            return;
        };
        for filter in &desc.filters {
            let Filter::Is(before) = filter else { continue };
            if before == noun {
                self.said_twice(spelling, span);
            } else if before == "card" && kind == NounKind::Card || !self.can_be_both(before, noun, kind) {
                self.report(
                    Diagnostic::new(
                        Code::NounsClash,
                        span,
                        format!("`{before}` and `{noun}` in a row describe nothing"),
                    )
                    .with_help(format!(
                        "keep one of them; for either of the two write `{before} or {noun}`"
                    )),
                );
            }
        }
    }

    /// Whether one thing can be what both nouns say.
    fn can_be_both(&self, first: &str, second: &str, kind: NounKind) -> bool {
        let types = |noun: &str| -> Option<(Vec<&'static str>, NounKind)> {
            self.pick(noun, |w, _| match &w.data {
                Data::Type(t) if t.of.is_empty() => Some((vec![w.name()], NounKind::Card)),
                Data::Type(t) => Some((t.of.clone(), NounKind::Card)),
                Data::Noun(n) => Some((n.of.clone(), n.kind)),
                _ => None,
            })
        };
        let (Some((a, first_kind)), Some((b, _))) = (types(first), types(second)) else {
            return true;
        };
        if self.scope.vocab.policy("card-types") != Some("one") {
            return first_kind == kind;
        }
        // `card` and words for a part in the game (`vanguard`, `entity`) exclude no type.
        first_kind == kind && (a.is_empty() || b.is_empty() || a.iter().any(|t| b.contains(t)))
    }
}

fn spelled<'s>(atom: &Atom<'s>) -> Option<(&'s str, Span)> {
    match atom {
        Atom::Word(text) | Atom::Tag(text) | Atom::Str(text) => Some((text.text, text.span)),
        Atom::Icon(_) | Atom::Fraction(..) | Atom::Counter(_) => None,
    }
}
