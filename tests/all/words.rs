//! Every word counts: a card with one word taken out or said twice is refused or means something else, unless the word is a filler of the list below.

use crate::support;
use cardwright::ast::{Item, Member};
use cardwright::lex::{self, TokenKind};
use cardwright::source::{FileId, SourceFile};
use cardwright::{compile, ir, parse};
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// How a card is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Change {
    Out,
    Twice,
}

/// One card with one word changed.
struct Mutant {
    /// Where it starts in the file of mutants.
    start: usize,
    /// The text of the card it was made from.
    original: usize,
    word: String,
    change: Change,
    /// The words before the changed one, and all around it.
    before: String,
    shown: String,
}

/// The parts of a card that are changed one at a time: its head and fields with one ability each.
pub(crate) fn parts(source: &str) -> Vec<(String, std::ops::Range<usize>)> {
    let parsed = parse::parse(FileId(0), source);
    let mut out = Vec::new();
    for item in &parsed.file.items {
        let Item::Card(card) = item else { continue };
        let span = card.span.range();
        let Some(open) = source[span.clone()].find('{') else {
            continue;
        };
        let head = &source[span.start..=span.start + open];
        let fields: Vec<&str> = card
            .members
            .iter()
            .filter_map(|member| match member {
                Member::Fields(fields) => Some((fields.first()?, fields.last()?)),
                _ => None,
            })
            .map(|(first, last)| &source[first.span.range().start..last.span.range().end])
            .collect();
        let spans = card.members.iter().filter_map(|member| match member {
            Member::Ability(ability) => Some(ability.span),
            Member::Keyword(line) => Some(line.span),
            Member::Face(face) => Some(face.span),
            Member::Fields(_) => None,
        });
        if !fields.is_empty() {
            let from = head.len() + 1;
            let text = format!("{head}\n{}\n}}\n", fields.join("\n"));
            let to = text.len() - 3;
            out.push((text, from..to));
        }
        for ability in spans {
            let mut text = format!("{head}\n{}\n", fields.join("\n"));
            let from = text.len();
            text.push_str(&source[ability.range()]);
            let to = text.len();
            text.push_str("\n}\n");
            out.push((text, from..to));
        }
    }
    out
}

/// Everything of a file but its cards, decks and tests.
pub(crate) fn frame(source: &str) -> String {
    let parsed = parse::parse(FileId(0), source);
    let mut out = source.to_owned();
    for item in parsed.file.items.iter().rev() {
        let span = match item {
            Item::Card(card) => card.span,
            Item::Deck(deck) => deck.span,
            Item::Test(test) => test.span,
            _ => continue,
        };
        out.replace_range(span.range(), "");
    }
    out
}

pub(crate) fn is_word(kind: TokenKind) -> bool {
    kind.is_reserved()
        || matches!(
            kind,
            TokenKind::Word | TokenKind::Var | TokenKind::Num | TokenKind::Str | TokenKind::Tag | TokenKind::Icon
        )
}

fn compiled(name: &str, text: String) -> BTreeMap<usize, String> {
    let compiled = compile::compile_with(vec![SourceFile::new(name, text)], &|path| {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let path = root.join(path);
        let text = std::fs::read_to_string(&path).ok()?;
        Some(SourceFile::new(path.display().to_string(), text))
    });
    let Some(module) = compiled.modules.first() else {
        return BTreeMap::new();
    };
    module
        .cards
        .iter()
        .map(|card| (card.src.1 as usize, ir::dump(card)))
        .collect()
}

/// What was tried, and what went through that should not.
#[derive(Default)]
struct Found {
    tried: usize,
    /// Words that were taken out without a difference, by filler.
    fillers: BTreeMap<&'static str, usize>,
    lost: Vec<String>,
    twice: Vec<String>,
}

/// Words that may be left out because the phrase says the same without them: the word, the words it must follow (any if none), the reason.
const FILLERS: [(&str, &[&str], &str); 14] = [
    (
        "the",
        &[],
        "an article: what a noun means is said by its quantity and its owner",
    ),
    (
        "a",
        &[],
        "an article behind `is`, `was`, `becomes`, `has`: one is meant anyway",
    ),
    ("an", &[], "as `a`"),
    (
        "of",
        &[],
        "behind a quantity: `1 of your characters`, `1 your characters`",
    ),
    (
        "card",
        &["this", "that"],
        "`this card's power`, `this's power`: the noun only says what is meant",
    ),
    ("cards", &["those"], "as `card`"),
    ("counter", &[], "behind the name of a counter"),
    ("counters", &[], "behind the name of a counter"),
    ("abilities", &["Enter"], "behind the name of a keyword"),
    ("all", &["loses"], "whoever loses races loses all of them"),
    ("different", &["of", "each"], "values are counted once in any case"),
    (
        "next",
        &["the"],
        "`the next end of turn`: the end that comes next is meant anyway",
    ),
    (
        "same",
        &["the"],
        "`at the time` can only be the time of the command itself",
    ),
    ("named", &["also"], "behind `also` a quoted name can only be a name"),
];

/// `this is in front-row`, `this is front-row`: behind `is` a place says where.
const PLACES: [&str; 2] = ["in", "on"];
const BEFORE_PLACES: [&str; 2] = ["is", "are"];

/// Icons add up, and some attributes print one value several times (2.11 of Weiß Schwarz).
fn may_be_twice(word: &str, before: &str) -> bool {
    word.starts_with('{') || before.split_whitespace().rev().take(2).any(|w| w == "trigger")
}

fn filler(mutant: &Mutant) -> Option<&'static str> {
    let before = mutant.before.split_whitespace().next_back().unwrap_or("");
    let before = before.trim_start_matches(|c: char| !c.is_alphanumeric());
    if PLACES.contains(&mutant.word.as_str()) && BEFORE_PLACES.contains(&before) {
        return Some("in / on");
    }
    FILLERS
        .iter()
        .find(|(word, behind, _)| *word == mutant.word && (behind.is_empty() || behind.contains(&before)))
        .map(|(word, ..)| *word)
}

/// One word in so many is tried; all with `CARDWRIGHT_WORDS=all`.
fn step() -> usize {
    match std::env::var("CARDWRIGHT_WORDS").as_deref() {
        Ok("all") => 1,
        _ => 9,
    }
}

/// A file of cards with one word changed in each, behind the cards they were made from.
struct Mutants {
    path: String,
    text: String,
    changed: Vec<Mutant>,
}

/// Changes words of a file, one in so many; `count` goes on from file to file.
fn mutants(path: String, source: &str, count: &mut usize) -> Mutants {
    let mut text = frame(source);
    let mut seen = BTreeSet::new();
    let mut originals = Vec::new();
    let mut mutants = Vec::new();
    for (part, range) in parts(source) {
        if !seen.insert(part[range.clone()].to_owned()) {
            continue;
        }
        originals.push(text.len());
        text.push_str(&part);
        let tokens: Vec<(usize, usize)> = {
            let mut at = range.start;
            lex::lex(&part[range.clone()])
                .iter()
                .map(|t| {
                    let len = t.text(&part[range.clone()]).len();
                    at += len;
                    (t.kind, at - len, at)
                })
                .filter(|(kind, ..)| is_word(*kind))
                .map(|(_, from, to)| (from, to))
                .collect()
        };
        for (from, to) in tokens {
            for change in [Change::Out, Change::Twice] {
                *count += 1;
                if !count.is_multiple_of(step()) {
                    continue;
                }
                let word = &part[from..to];
                let with = if change == Change::Out {
                    String::new()
                } else {
                    format!("{word} {word}")
                };
                let before: Vec<&str> = part[range.start..from].split_whitespace().rev().take(5).collect();
                let after: Vec<&str> = part[to..range.end].split_whitespace().take(5).collect();
                let before = before.into_iter().rev().collect::<Vec<_>>().join(" ");
                let shown = format!("{before} «{word}» {}", after.join(" "));
                mutants.push(Mutant {
                    start: text.len(),
                    original: originals[originals.len() - 1],
                    word: word.to_owned(),
                    change,
                    before,
                    shown,
                });
                let _ = writeln!(text, "{}{with}{}", &part[..from], &part[to..]);
            }
        }
    }
    Mutants {
        path,
        text,
        changed: mutants,
    }
}

/// What the changes of a file came to.
fn try_file(file: Mutants) -> Found {
    let Mutants {
        path,
        text,
        changed: mutants,
    } = file;
    let mut found = Found {
        tried: mutants.len(),
        ..Found::default()
    };
    let cards = compiled(&path, text);
    for mutant in mutants {
        let (Some(original), Some(changed)) = (cards.get(&mutant.original), cards.get(&mutant.start)) else {
            continue;
        };
        let shown = format!("{path}: {}", mutant.shown);
        match mutant.change {
            Change::Twice if !may_be_twice(&mutant.word, &mutant.before) => found.twice.push(shown),
            Change::Out if original == changed => match filler(&mutant) {
                Some(word) => *found.fillers.entry(word).or_default() += 1,
                None => found.lost.push(shown),
            },
            _ => {}
        }
    }
    found
}

#[test]
fn every_word_of_a_card_counts() {
    let mut count = 0;
    let files: Vec<Mutants> = ["cards", "tests/language"]
        .into_iter()
        .flat_map(support::card_files)
        .map(|(path, source)| mutants(path, &source, &mut count))
        .collect();
    let all: Vec<Found> = files.into_par_iter().map(try_file).collect();
    let mut found = Found::default();
    for of_file in all {
        found.tried += of_file.tried;
        found.lost.extend(of_file.lost);
        found.twice.extend(of_file.twice);
        for (word, times) in of_file.fillers {
            *found.fillers.entry(word).or_default() += times;
        }
    }
    let fillers: usize = found.fillers.values().sum();
    // Shown by `cargo test --test all words:: -- --nocapture`.
    let mut list = format!(
        "{} words changed, {fillers} of them fillers that were left out:\n",
        found.tried
    );
    for (word, times) in &found.fillers {
        let reason = FILLERS.iter().find(|(filler, ..)| filler == word);
        let reason = reason.map_or("behind `is` a place says where", |(.., reason)| reason);
        let _ = writeln!(list, "  {times:>4} {word}: {reason}");
    }
    std::io::Write::write_all(&mut std::io::stdout(), list.as_bytes()).expect("a place to write");
    assert!(found.tried > 5000, "only {} words were changed", found.tried);
    assert!(
        found.lost.is_empty() && found.twice.is_empty(),
        "{} words can be left out without a difference:\n{}\n{} words can be said twice:\n{}",
        found.lost.len(),
        found.lost.join("\n"),
        found.twice.len(),
        found.twice.join("\n")
    );
}
