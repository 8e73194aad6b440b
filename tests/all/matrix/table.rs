//! The table: what became of every sentence.

use super::cast::Cast;
use super::ground::{self, Ground, Play};
use super::judge;
use super::made::{self, Reading};
use super::sentence::{self, Form, Sentence};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// How many plays of a verb are looked through for what its sentences tell.
const PLAYS: u64 = 60;

/// What became of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Verdict {
    /// With the code and the message.
    Refused(String, String),
    /// It acted in so many plays.
    Shown(usize),
    /// What it tells never happened on any board.
    Unseen,
    /// It did not do what it says: in so many plays of so many, and how the first one went.
    Wrong(usize, usize, String),
}

/// A row of the table.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) form: Form,
    pub(super) verb: &'static str,
    pub(super) text: String,
    pub(super) verdict: Verdict,
}

/// The forms, in their order.
pub(super) const FORMS: [Form; 4] = [Form::Cannot, Form::When, Form::Past, Form::Instead];

/// The rows of some verbs in some forms.
pub(super) fn rows(cast: &'static Cast, forms: &[Form], only: &dyn Fn(usize, &str) -> bool) -> Vec<Row> {
    let sentences = sentence::all(cast);
    let mut verbs: Vec<&str> = sentences.iter().map(|s| s.verb).collect();
    verbs.dedup();
    let verbs: Vec<&str> = verbs
        .into_iter()
        .enumerate()
        .filter(|(n, v)| only(*n, v))
        .map(|(_, v)| v)
        .collect();
    let kept = sentences.into_iter().filter(|s| verbs.contains(&s.verb));
    let said: Vec<(Form, Sentence)> = kept.flat_map(|s| forms.iter().map(move |form| (*form, s))).collect();
    let named = |(n, (form, s)): (usize, &(Form, Sentence))| (format!("C{n}"), vec![judge::line(cast, *form, s)]);
    let cards: Vec<(String, Vec<String>)> = said.iter().enumerate().map(named).collect();
    let read = made::read(cast, &cards);
    let both = cards.iter().zip(&read);
    let accepted: Vec<_> = both
        .filter(|(_, r)| **r == Reading::Accepted)
        .map(|(c, _)| c.clone())
        .collect();
    let actors = ground::actors(cast, &verbs);
    let ground = Ground::new(cast, &actors, &accepted);
    let plays: BTreeMap<&str, Vec<Play>> = verbs.iter().map(|verb| (*verb, ground.plays(verb, PLAYS))).collect();
    let numbers: Vec<usize> = (0..said.len()).collect();
    let row = |n: &usize| {
        let ((form, sentence), (card, _)) = (said[*n], &cards[*n]);
        let verdict = match &read[*n] {
            Reading::Refused(code, why) => Verdict::Refused(code.clone(), why.clone()),
            Reading::Accepted => judge::judge(&ground, form, sentence, card, &plays[sentence.verb]),
        };
        Row {
            form,
            verb: sentence.verb,
            text: sentence.text(cast, form),
            verdict,
        }
    };
    numbers.par_iter().map(row).collect()
}
