//! The table: what became of every sentence.

use super::cast::Cast;
use super::ground::{self, Ground, Play};
use super::judge;
use super::made::{self, Reading};
use super::sentence::{self, Form, Sentence};
use std::collections::BTreeMap;

/// How many plays of a verb are looked through for what its sentences tell.
const PLAYS: u64 = 60;

/// What became of a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
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
pub struct Row {
    pub verb: &'static str,
    pub text: String,
    pub verdict: Verdict,
}

/// The rows of a form; `only` keeps some of the sentences.
pub fn rows(cast: &'static Cast, form: Form, only: &dyn Fn(usize, &str) -> bool) -> Vec<Row> {
    let all = sentence::all(cast).into_iter().enumerate();
    let sentences: Vec<Sentence> = all.filter(|(n, s)| only(*n, s.verb)).map(|(_, s)| s).collect();
    let named = |(n, s): (usize, &Sentence)| (format!("C{n}"), vec![judge::line(cast, form, s)]);
    let cards: Vec<(String, Vec<String>)> = sentences.iter().enumerate().map(named).collect();
    let read = made::read(cast, &cards);
    let both = cards.iter().zip(&read);
    let accepted: Vec<_> = both.filter(|(_, r)| **r == Reading::Accepted).map(|(c, _)| c.clone()).collect();
    let verbs: Vec<&str> = sentences.iter().map(|s| s.verb).collect();
    let mut actors = ground::actors(cast);
    actors.retain(|(_, verb, _)| verbs.contains(verb));
    let ground = Ground::new(cast, &actors, &accepted);
    let mut plays: BTreeMap<&str, Vec<Play>> = BTreeMap::new();
    let mut out = Vec::new();
    for ((sentence, (card, _)), reading) in sentences.iter().zip(&cards).zip(read) {
        let verdict = match reading {
            Reading::Refused(code, why) => Verdict::Refused(code, why),
            Reading::Accepted => {
                let plain = plays.entry(sentence.verb).or_insert_with(|| ground.plays(sentence.verb, PLAYS));
                judge::judge(&ground, form, *sentence, card, plain)
            }
        };
        out.push(Row {
            verb: sentence.verb,
            text: sentence.text(cast, form),
            verdict,
        });
    }
    out
}
