//! Every word counts, the other way round: a phrase that is put into a sentence which had its meaning before is refused, warned of, or changes what the
//! engine does. What authors really type is tried at every place of the abilities of the bundled cards and the samples of the language.

use crate::support;
use crate::words::{frame, is_word, parts};
use cardwright::compile;
use cardwright::diag::Code;
use cardwright::exec::steps::{self, CardSteps};
use cardwright::exec::{Pool, pool_hash};
use cardwright::games;
use cardwright::ir::{Card, Module};
use cardwright::lex;
use cardwright::source::SourceFile;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::Arc;

/// What authors type: places, owners, ways to pick, durations, descriptions, doers, numbers, stray words. `{C}` is a type of card, `{Z}` a zone, `{K}`
/// a keyword and `{N}` a number of the game.
const PHRASES: [&str; 72] = [
    "under your control",
    "under opponent's control",
    "of you",
    "of your opponent",
    "of opponent",
    "of that player",
    "of this",
    "of the turn",
    "in your hand",
    "in your {Z}",
    "in {Z}",
    "in battle",
    "in this battle",
    "in main-phase",
    "in the next turn",
    "from your hand",
    "from {Z}",
    "from opponent's {Z}",
    "from the game",
    "on top of your deck",
    "on this",
    "under this",
    "behind this",
    "into your hand",
    "among them",
    "among your {C}s",
    "at random",
    "at the end of turn",
    "at the start of your turn",
    "until end of turn",
    "until end of opponent's turn",
    "during your turn",
    "this turn",
    "next turn",
    "each turn",
    "this way",
    "once per turn",
    "twice",
    "2 times",
    "with {K}",
    "with {N} 1 or more",
    "with different names",
    "with the highest {N}",
    "with 2 counters",
    "with it",
    "without {K}",
    "without cost",
    "that is rested",
    "that has {N} 1 or more",
    "that attacked this turn",
    "by this",
    "by opponent",
    "by an effect",
    "by a {C}",
    "by battle",
    "to it",
    "to opponent",
    "for each {C}",
    "for each of your {C}s",
    "for this turn",
    "as rested",
    "as face-down",
    "and {K}",
    "or {C}",
    "other",
    "random",
    "target",
    "also",
    "only",
    "again",
    "{K}",
    "{Z}",
];

/// How each game says the places in the phrases.
const GAMES: [(&str, [(&str, &str); 5]); 4] = [
    (
        "evolve",
        [
            ("{C}", "follower"),
            ("{Z}", "cemetery"),
            ("{K}", "Rush"),
            ("{N}", "attack"),
            ("rested", "engaged"),
        ],
    ),
    (
        "fow",
        [
            ("{C}", "resonator"),
            ("{Z}", "graveyard"),
            ("{K}", "Flying"),
            ("{N}", "ATK"),
            ("rested", "rested"),
        ],
    ),
    (
        "vanguard",
        [
            ("{C}", "unit"),
            ("{Z}", "drop"),
            ("{K}", "Boost"),
            ("{N}", "power"),
            ("rested", "rested"),
        ],
    ),
    (
        "weiss",
        [
            ("{C}", "character"),
            ("{Z}", "waiting-room"),
            ("{K}", "Assist"),
            ("{N}", "power"),
            ("rested", "rested"),
        ],
    ),
];

/// Phrases that say what is so in any case, with words before them (any if none) and the reason.
const SYNONYMS: [(&str, &str, &str); 5] = [
    (
        "under your control",
        "you have ",
        "what a player has is what that player controls",
    ),
    (
        "by this",
        "",
        "damage and effects are this card's if nobody else is named",
    ),
    ("also", "", "numbers that are set hold beside whatever else the card is"),
    ("in {Z}", "", "where the sentence already speaks of that zone"),
    ("from {Z}", "", "where the sentence already speaks of that zone"),
];

fn phrases(game: &str) -> Vec<(&'static str, String)> {
    let (_, words) = GAMES
        .iter()
        .find(|(name, _)| *name == game)
        .expect("a game of the list");
    let fill = |phrase: &str| {
        words
            .iter()
            .fold(phrase.to_owned(), |text, (mark, word)| text.replace(mark, word))
    };
    PHRASES.iter().map(|phrase| (*phrase, fill(phrase))).collect()
}

/// A card with a phrase in one of its abilities.
struct Mutant {
    start: usize,
    end: usize,
    original: usize,
    phrase: &'static str,
    before: String,
    shown: String,
}

/// What the engine makes of a card: its code, and the steps without the lines of the file.
struct Linked {
    code: u64,
    steps: String,
}

fn linked(module: &Module, card: &Card) -> Option<Linked> {
    let kernel = games::kernel(&module.game, module.editions.first().map(String::as_str))?;
    let pool = Pool::link(kernel, &[(module, card)]).ok()?;
    let def = pool.def_listed(&card.name, card.id.as_deref())?;
    let text: String = steps::of_card(&pool, def).iter().map(CardSteps::text).collect();
    let mut steps = String::new();
    for (i, piece) in text.split("(line ").enumerate() {
        steps.push_str(if i == 0 {
            piece
        } else {
            piece.split_once(')').map_or("", |(_, rest)| rest)
        });
    }
    let code = pool_hash(&Arc::new(pool));
    Some(Linked { code, steps })
}

fn known(mutant: &Mutant) -> bool {
    SYNONYMS
        .iter()
        .any(|(phrase, before, _)| *phrase == mutant.phrase && mutant.before.contains(before))
}

/// One insertion in so many is tried; all with `CARDWRIGHT_INSERTIONS=1`.
fn every() -> usize {
    let asked = std::env::var("CARDWRIGHT_INSERTIONS").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(397)
}

/// The mutants of a file behind its frame, and the number of places tried so far.
fn mutants(source: &str, phrases: &[(&'static str, String)], count: &mut usize) -> (String, Vec<Mutant>) {
    let mut text = frame(source);
    let mut seen = BTreeSet::new();
    let mut out = Vec::new();
    for (part, range) in parts(source) {
        if !seen.insert(part[range.clone()].to_owned()) {
            continue;
        }
        let original = text.len();
        text.push_str(&part);
        let mut at = range.start;
        for token in lex::lex(&part[range.clone()]) {
            at += token.text(&part[range.start..range.end]).len();
            if !is_word(token.kind) {
                continue;
            }
            for (phrase, said) in phrases {
                *count += 1;
                if !count.is_multiple_of(every()) {
                    continue;
                }
                let before: Vec<&str> = part[range.start..at].split_whitespace().rev().take(6).collect();
                let after: Vec<&str> = part[at..range.end].split_whitespace().take(6).collect();
                let before = before.into_iter().rev().collect::<Vec<_>>().join(" ");
                let shown = format!("{before} «{said}» {}", after.join(" "));
                let start = text.len();
                let _ = writeln!(text, "{} {said} {}", &part[..at], &part[at..]);
                out.push(Mutant {
                    start,
                    end: text.len(),
                    original,
                    phrase,
                    before,
                    shown,
                });
            }
        }
    }
    (text, out)
}

/// What was tried in one file, what went through, and what of it was lost.
fn try_file(path: &str, text: String, mutants: &[Mutant]) -> (usize, Vec<String>) {
    let compiled = compile::compile_with(vec![SourceFile::new(path, text)], &|path| {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        let text = std::fs::read_to_string(&path).ok()?;
        Some(SourceFile::new(path.display().to_string(), text))
    });
    let Some(module) = compiled.modules.first() else {
        return (0, Vec::new());
    };
    let cards: BTreeMap<usize, &Card> = module.cards.iter().map(|card| (card.src.1 as usize, card)).collect();
    let told = |mutant: &&Mutant| {
        // That the mutants share name and number with their original says nothing about the phrase.
        let shared = [Code::DuplicateName, Code::DuplicateId];
        let mut said = compiled.diagnostics.iter().filter(|d| !shared.contains(&d.code));
        said.any(|d| {
            d.span
                .is_some_and(|span| (mutant.start..mutant.end).contains(&(span.start as usize)))
        })
    };
    let accepted: Vec<(&Mutant, &Card)> = mutants
        .iter()
        .filter(|mutant| !told(mutant))
        .filter_map(|mutant| Some((mutant, *cards.get(&mutant.start)?)))
        .collect();
    let wholes: BTreeSet<usize> = accepted.iter().map(|(mutant, _)| mutant.original).collect();
    let wholes: BTreeMap<usize, Linked> = wholes
        .into_iter()
        .filter_map(|at| Some((at, linked(module, cards.get(&at)?)?)))
        .collect();
    let lost = accepted.iter().filter_map(|(mutant, card)| {
        let whole = wholes.get(&mutant.original)?;
        let other = linked(module, card)?;
        let same = other.code == whole.code || other.steps == whole.steps;
        (same && !known(mutant)).then(|| format!("{path}: {}", mutant.shown))
    });
    let lost = lost.collect();
    (accepted.len(), lost)
}

#[test]
fn a_phrase_more_is_refused_or_changes_what_is_played() {
    let mut count = 0;
    let mut files = Vec::new();
    for (game, _) in GAMES {
        let phrases = phrases(game);
        for folder in ["cards", "tests/language"] {
            for (path, source) in support::card_files(&format!("{folder}/{game}")) {
                let (text, mutants) = mutants(&source, &phrases, &mut count);
                files.push((path, text, mutants));
            }
        }
    }
    let tried: usize = files.iter().map(|(.., mutants)| mutants.len()).sum();
    let found: Vec<(usize, Vec<String>)> = files
        .into_par_iter()
        .map(|(path, text, mutants)| try_file(&path, text, &mutants))
        .collect();
    let accepted: usize = found.iter().map(|(accepted, _)| accepted).sum();
    let lost: Vec<String> = found.into_iter().flat_map(|(_, lost)| lost).collect();
    // Shown by `cargo test --test all insertions:: -- --nocapture`.
    let list = format!(
        "{tried} of {count} insertions tried, {accepted} accepted, {} lost\n",
        lost.len()
    );
    std::io::Write::write_all(&mut std::io::stdout(), list.as_bytes()).expect("a place to write");
    assert!(tried > 2000 && accepted > 50, "{tried} tried, {accepted} accepted");
    assert!(
        lost.is_empty(),
        "{} phrases say nothing:\n{}",
        lost.len(),
        lost.join("\n")
    );
}
