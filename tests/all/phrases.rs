//! The phrase book, `docs/phrases`: every script compiles without a word, stands as the formatter lays it out, and no phrase is said twice.
//! The form of the pages is in its README.

use cardwright::book::{self, Entry, entries};
use cardwright::diag::{self, Style};
use cardwright::source::SourceFile;
use cardwright::{compile, fmt, lex, play};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The least number of entries of a page.
const LEAST: usize = 120;

/// The games, in the order of the README.
const GAMES: [&str; 4] = ["weiss", "vanguard", "evolve", "fow"];

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/phrases").join(name);
    fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} can be read", path.display()))
}

/// The name of the card that an entry becomes: it tells the line of the page, and is as long as `This Card`, so that it is laid out alike.
fn name(entry: &Entry) -> String {
    format!("Card {:04}", entry.line)
}

/// The script with the name of its card.
fn named(entry: &Entry) -> String {
    entry.script.replace("This Card", &name(entry))
}

/// The cards of a page as one file, behind those that its scripts speak of.
fn card_file(game: &str, entries: &[Entry]) -> String {
    let mut out = file(&format!("{game}.card"));
    for (n, entry) in entries.iter().enumerate() {
        let code = if game == "weiss" { "PH/P-" } else { "PH-" };
        let card = book::card(game, entry, &name(entry), &format!("{code}{}", n + 101));
        let card = card.unwrap_or_else(|| panic!("{game}.md:{}: in {}?", entry.line, entry.frame));
        let _ = write!(out, "\n{card}");
    }
    out
}

/// The words of the frames of a game, those of the comments `in:`; none for the usual one.
fn frames(game: &str) -> Vec<String> {
    let text = file(&format!("{game}-frames.card"));
    let cards = lex::items(&text).into_iter().filter(|item| item.word == "card");
    cards.map(|card| card.name.replace("usual", "")).collect()
}

/// All that `check` says of a page.
fn said(game: &str, entries: &[Entry]) -> Vec<String> {
    let source = SourceFile::new(format!("{game}.md"), card_file(game, entries));
    let mut compiled = compile::compile(vec![source]);
    play::check(&mut compiled);
    let sources = &compiled.sources;
    let said = compiled.diagnostics.iter();
    said.map(|d| diag::render(d, sources, Style { color: false })).collect()
}

/// A phrase for comparing: small letters, without stops, one blank between words.
fn plain(phrase: &str) -> String {
    let small = phrase.to_lowercase();
    let words: Vec<&str> = small
        .split(|c: char| c.is_whitespace() || ".,;:".contains(c))
        .filter(|w| !w.is_empty())
        .collect();
    words.join(" ")
}

fn page(game: &str) -> Vec<Entry> {
    entries(&file(&format!("{game}.md"))).unwrap_or_else(|error| panic!("{game}.md, {error}"))
}

#[test]
fn scripts_compile_without_a_word() {
    for game in GAMES {
        let entries = page(game);
        assert!(entries.len() >= LEAST, "{game} has {} entries", entries.len());
        let said = said(game, &entries);
        assert!(said.is_empty(), "{}", said.join("\n"));
    }
}

#[test]
fn a_broken_script_is_found() {
    let mut entries = page("weiss");
    let broken = entries.iter_mut().find(|e| e.script.contains("when this attacks"));
    let broken = broken.expect("an entry about attacks");
    broken.script = broken.script.replace("when this attacks", "when this atacks");
    let said = said("weiss", &entries);
    assert_eq!(said.len(), 1, "{said:#?}");
    assert!(said[0].contains("atacks"), "{}", said[0]);
}

#[test]
fn entries_are_whole() {
    let readme = file("README.md");
    for game in GAMES {
        let entries = page(game);
        for entry in &entries {
            let at = format!("{game}.md:{}: {}", entry.line, entry.phrase);
            assert!(!entry.script.trim().is_empty(), "{at} has no script");
            let words = &entry.engine;
            assert!(words.len() > 15 && words.ends_with('.'), "{at}: the engine does what?");
            // A heading that ends with a brace is read as one with attributes.
            assert!(!entry.phrase.ends_with('}'), "{at} ends with a brace");
        }
        for frame in frames(game) {
            assert!(
                entries.iter().any(|e| e.frame == frame),
                "{game}: nothing is in `{frame}`"
            );
            assert!(
                readme.contains(&format!("`{frame}`")) || frame.is_empty(),
                "the README knows no `{frame}`"
            );
        }
    }
    for broken in ["## A\n\n### a\n\nWords.\n", "## A\n\n### a\n\n  more\n", "### a\n"] {
        assert!(entries(broken).is_err(), "{broken:?} was read");
    }
}

#[test]
fn no_phrase_stands_twice() {
    for game in GAMES {
        let mut seen = BTreeSet::new();
        for entry in page(game) {
            for phrase in entry.also.iter().chain([&entry.phrase]) {
                assert!(seen.insert(plain(phrase)), "{game}.md:{}: twice: {phrase}", entry.line);
            }
        }
    }
}

#[test]
fn scripts_are_laid_out() {
    for game in GAMES {
        let entries = page(game);
        let laid_out = fmt::format(&card_file(game, &entries));
        for entry in &entries {
            let script = named(entry);
            let indented = |by: &str| -> String {
                let lines = script.lines().map(|l| match l {
                    "" => "\n".to_owned(),
                    l => format!("{by}{l}\n"),
                });
                lines.collect()
            };
            assert!(
                laid_out.contains(&indented("  ")) || laid_out.contains(&indented("    ")),
                "{game}.md:{}: `cardwright fmt` lays it out in another way:\n{script}",
                entry.line
            );
        }
    }
}
