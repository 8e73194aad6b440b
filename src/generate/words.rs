//! Words that change places with others of their kind.

use super::parts::{Parts, one};
use crate::kernel::Rng;
use crate::lex::{self, TokenKind};
use crate::vocab::{Data, PlaceData, Vocab, Word};
use std::mem::discriminant;

/// Whether a word can stand where the other one does.
fn alike(a: &Word, b: &Word) -> bool {
    a.forms.len() == b.forms.len()
        && a.edition == b.edition
        && match (&a.data, &b.data) {
            (Data::Attr(a), Data::Attr(b)) => a.ty == b.ty && a.on == b.on,
            (Data::Adj(a), Data::Adj(b)) => a == b,
            (Data::Noun(a), Data::Noun(b)) => a.kind == b.kind,
            (Data::State(a), Data::State(b)) => a == b,
            (Data::Value(a), Data::Value(b)) => a == b,
            (Data::Time(a), Data::Time(b)) => a == b,
            (Data::Rel(a, b), Data::Rel(c, d)) => a == c && b == d,
            (Data::Zone(a), Data::Zone(b)) => a.shared == b.shared && a.stack == b.stack,
            (Data::Place(PlaceData::In(a)), Data::Place(PlaceData::In(b))) => a == b,
            (Data::Verb(a), Data::Verb(b)) => {
                let roles = |verb: &crate::vocab::VerbData| -> Vec<Vec<&'static str>> {
                    let needed = verb.roles.iter().filter(|role| role.required);
                    needed.map(|role| role.names.clone()).collect()
                };
                roles(a) == roles(b) && a.pay == b.pay && a.command == b.command && a.event == b.event
            }
            (a, b) => discriminant(a) == discriminant(b),
        }
}

/// Another word of the kind, in the same form.
fn other(vocab: &Vocab, word: &str, rng: &mut Rng) -> Option<&'static str> {
    let (id, form) = vocab.find(word).first().copied()?;
    let of = vocab.word(id)?;
    let all: Vec<&Word> = vocab.words().iter().filter(|w| w.id != id && alike(of, w)).collect();
    let at = rng.below(u32::try_from(all.len()).unwrap_or(u32::MAX)) as usize;
    all.get(at).and_then(|word| word.forms.get(usize::from(form))).copied()
}

/// The text with about so many of its words, numbers, names and tags changed.
pub(super) fn changed(vocab: &Vocab, parts: &Parts, text: &str, times: u32, rng: &mut Rng) -> String {
    let tokens = lex::lex(text);
    let count = u32::try_from(tokens.len()).unwrap_or(u32::MAX).max(1);
    let mut out = String::with_capacity(text.len());
    for token in &tokens {
        let word = token.text(text);
        let new = if rng.below(count) >= times.saturating_mul(2) {
            None
        } else if token.kind == TokenKind::Num {
            Some(rng.below(5).to_string()).filter(|_| word.len() == 1)
        } else if word.starts_with('<') {
            one(&parts.tags, rng).map(str::to_owned)
        } else if word.starts_with('"') {
            one(&parts.names, rng).map(str::to_owned)
        } else {
            other(vocab, word, rng).map(str::to_owned)
        };
        match new {
            Some(new) => out.push_str(&new),
            None => out.push_str(word),
        }
    }
    out
}
