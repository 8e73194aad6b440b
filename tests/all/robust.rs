//! Broken scripts of every kind: the compiler answers with diagnostics, never with a panic, and a word changed is never a crash.

use crate::support;

use cardwright::lex;
use cardwright::source::SourceFile;
use cardwright::{compile, fmt, prose, vocab};
use rayon::prelude::*;

/// A small generator of its own, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % (n.max(1) as u64)).unwrap_or(0)
    }
}

/// One card of a file with the lines that every file starts with.
fn cards(text: &str) -> Vec<String> {
    let head: Vec<&str> = text
        .lines()
        .filter(|l| l.starts_with("use ") || l.starts_with("set "))
        .collect();
    let mut out = Vec::new();
    for part in text.split("\ncard ").skip(1) {
        out.push(format!("{}\n\ncard {part}", head.join("\n")));
    }
    out
}

/// Deletes, doubles, swaps or cuts tokens.
fn damaged(text: &str, random: &mut Random) -> String {
    let mut words: Vec<&str> = lex::lex(text).iter().map(|t| t.text(text)).collect();
    for _ in 0..=random.below(3) {
        let (a, b) = (random.below(words.len()), random.below(words.len()));
        match random.below(4) {
            0 => drop(words.remove(a)),
            1 => words.insert(a, words.get(b).copied().unwrap_or("")),
            2 => words.swap(a, b),
            _ => words.truncate(words.len() - random.below(words.len() / 2)),
        }
    }
    words.concat()
}

/// What still compiles must print; what does not must at least format. Counts the texts in which something is wrong.
fn survives(round: u32, text: &str) -> usize {
    let compiled = compile::compile(vec![SourceFile::new("damaged.card", text)]);
    for module in &compiled.modules {
        let Some(vocab) = vocab::game(&module.game) else {
            continue;
        };
        for card in &module.cards {
            assert!(!prose::card(card, module, vocab).is_empty(), "round {round}");
        }
    }
    assert_eq!(fmt::format(&fmt::format(text)), fmt::format(text), "round {round}");
    usize::from(!compiled.diagnostics.is_empty())
}

#[test]
fn damaged_cards_never_break_the_compiler() {
    let mut random = Random(0x5EED_CA4D);
    let all: Vec<String> = support::card_files("tests/language")
        .iter()
        .flat_map(|(_, text)| cards(text))
        .collect();
    let rounds = (0..4).flat_map(|round| all.iter().map(move |card| (round, card)));
    let texts: Vec<(u32, String)> = rounds
        .map(|(round, card)| (round, damaged(card, &mut random)))
        .collect();
    let broken: usize = texts.par_iter().map(|(round, text)| survives(*round, text)).sum();
    assert!(broken > all.len(), "the damage does damage: {broken}");
}

/// Definitions that use the next one twenty times each: a few lines that stand for more than anything can hold.
fn tower(kind: &str) -> String {
    let level = |at: u8| {
        let name = format!("Q{}", char::from(b'a' + at));
        if kind == "verb" { name.to_lowercase() } else { name }
    };
    let definition = |at: u8| {
        let (name, inner) = (level(at), vec![level(at + 1); 20]);
        match kind {
            "condition" => format!("condition {name} \"x\" if {}\n", inner.join(" and ")),
            "verb" => format!("verb {name} \"x\" {{ {} }}\n", inner.join("; ")),
            _ => format!("keyword {name} \"x\" {{\n{}\n}}\n", inner.join("\n")),
        }
    };
    let definitions: Vec<String> = (0..10).map(definition).collect();
    let (last, line) = match kind {
        "condition" => (
            "condition Qk \"x\" if your hand has 1 or more cards",
            "AUTO when this attacks, if Qa { draw 1 }",
        ),
        "verb" => ("verb qk \"x\" { draw 1 }", "AUTO when this attacks { qa }"),
        _ => ("keyword Qk \"x\" { CONT { this gets +500 power } }", "Qa"),
    };
    let stats = "character, color red, level 0, cost 0, power 500, soul 1\n  side weiss";
    format!(
        "use weiss\nset \"T\" code T\n{}{last}\ncard \"A\" T-1 {{\n  {stats}\n  {line}\n}}\n",
        definitions.concat()
    )
}

#[test]
fn definitions_that_multiply_are_one_clear_message() {
    for kind in ["condition", "verb", "keyword"] {
        let compiled = compile::compile(vec![SourceFile::new("tower.card", tower(kind))]);
        let told: Vec<_> = compiled.diagnostics.iter().map(|d| d.code.id()).collect();
        assert_eq!(told, ["E0523"], "{kind}");
        assert!(
            compiled.modules.iter().all(|m| m.cards.is_empty()),
            "{kind}: the card is refused"
        );
    }
}
