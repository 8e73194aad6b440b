//! The phrase book, `docs/phrases`: every script compiles without a word, stands as the formatter lays it out, and no phrase is said twice.
//! The form of the pages is in its README.

use cardwright::diag::{self, Style};
use cardwright::source::SourceFile;
use cardwright::{compile, fmt, play};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The least number of entries of a page.
const LEAST: usize = 120;

/// What a script stands on: the word of its comment, none for the usual card, and the head of the card.
type Frame = (&'static str, &'static str);

/// The games with what their scripts stand on, in the order of the README.
const GAMES: [(&str, &[Frame]); 4] = [
    (
        "weiss",
        &[
            (
                "",
                "character, color red, level 0, cost 0, power 1000, soul 1\ntraits <Music> <Sport>, side weiss",
            ),
            ("event", "event, color red, level 0, cost 0, side weiss"),
            ("climax", "climax, color red, trigger soul standby, side weiss"),
        ],
    ),
    (
        "vanguard",
        &[
            (
                "",
                "normal-unit, grade 3, power 11000, critical 1\nclan <Harbour Watch>, race <Human>",
            ),
            (
                "g-unit",
                "g-unit, grade 4, power 15000, critical 1\nclan <Harbour Watch>, race <Human>",
            ),
        ],
    ),
    (
        "evolve",
        &[
            (
                "",
                "follower, class neutral, traits <Mage> <Beast>, cost 2, attack 2, defense 2",
            ),
            ("spell", "spell, class neutral, traits <Mage>, cost 2"),
            ("amulet", "amulet, class neutral, traits <Mage>, cost 2"),
            (
                "evolved",
                "follower, class neutral, traits <Mage> <Beast>, cost 2, attack 2, defense 2\nEvolve [pay 1]\nface evolved {\nattack 4, defense 4",
            ),
            (
                "race",
                "follower, class neutral, universe <Lantern Run>, traits <Mage>, cost 2, attack 2, defense 2",
            ),
        ],
    ),
    (
        "fow",
        &[
            (
                "",
                "resonator, attribute fire, cost {R}, race <Knight>, ATK 400, DEF 400",
            ),
            ("chant", "chant, attribute fire, cost {R}"),
            ("addition", "addition, attribute fire, cost {R}"),
            ("regalia", "regalia, attribute fire, cost {R}"),
            ("ruler", "ruler, attribute fire, race <Knight>"),
        ],
    ),
];

/// An entry of a page.
#[derive(Debug, Clone, Default)]
struct Entry {
    /// The line of its heading.
    line: usize,
    phrase: String,
    also: Vec<String>,
    frame: String,
    script: String,
    engine: String,
}

fn file(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/phrases").join(name);
    fs::read_to_string(&path).unwrap_or_else(|_| panic!("{} can be read", path.display()))
}

/// Reads a page. What is not of its form is an error with its line.
fn entries(page: &str) -> Result<Vec<Entry>, String> {
    let mut out: Vec<Entry> = Vec::new();
    let mut chapter = false;
    let mut lines = page.lines().enumerate();
    while let Some((n, line)) = lines.next() {
        let wrong = || Err(format!("line {}: what is this? {line}", n + 1));
        if let Some(phrase) = line.strip_prefix("### ") {
            if !chapter {
                return wrong();
            }
            out.push(Entry {
                line: n + 1,
                phrase: phrase.to_owned(),
                ..Entry::default()
            });
            continue;
        }
        if line.starts_with("## ") {
            chapter = true;
            continue;
        }
        let Some(entry) = out.last_mut() else { continue };
        if line == "```card" {
            for (_, line) in lines.by_ref().take_while(|(_, l)| *l != "```") {
                let _ = writeln!(entry.script, "{line}");
            }
        } else if let Some(words) = line.strip_prefix("- also: ") {
            entry.also.push(words.to_owned());
        } else if let Some(rest) = line.strip_prefix("  ") {
            let Some(last) = entry.also.last_mut() else {
                return wrong();
            };
            let _ = write!(last, " {rest}");
        } else if let Some(frame) = line.strip_prefix("<!-- in: ").and_then(|l| l.strip_suffix(" -->")) {
            frame.clone_into(&mut entry.frame);
        } else if line.starts_with("The engine: ") {
            line.clone_into(&mut entry.engine);
        } else if !line.is_empty() {
            if entry.engine.is_empty() {
                return wrong();
            }
            let _ = write!(entry.engine, " {line}");
        }
    }
    Ok(out)
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
    let frames = GAMES.iter().find(|g| g.0 == game).expect("a game of the book").1;
    let mut out = file(&format!("{game}.card"));
    for (n, entry) in entries.iter().enumerate() {
        let (_, head) = frames
            .iter()
            .find(|f| f.0 == entry.frame)
            .unwrap_or_else(|| panic!("{game}.md:{}: in {}?", entry.line, entry.frame));
        let (name, script) = (name(entry), named(entry));
        let end = if head.contains("face ") { "}\n}" } else { "}" };
        let code = if game == "weiss" { "PH/P-" } else { "PH-" };
        let _ = write!(out, "\ncard \"{name}\" {code}{} {{\n{head}\n{script}{end}\n", n + 101);
    }
    out
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
    for (game, _) in GAMES {
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
    for (game, frames) in GAMES {
        let entries = page(game);
        for entry in &entries {
            let at = format!("{game}.md:{}: {}", entry.line, entry.phrase);
            assert!(!entry.script.trim().is_empty(), "{at} has no script");
            let words = entry.engine.strip_prefix("The engine: ").unwrap_or("");
            assert!(words.len() > 15 && words.ends_with('.'), "{at}: the engine does what?");
            // A heading that ends with a brace is read as one with attributes.
            assert!(!entry.phrase.ends_with('}'), "{at} ends with a brace");
        }
        for (frame, _) in frames {
            assert!(
                entries.iter().any(|e| e.frame == *frame),
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
    for (game, _) in GAMES {
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
    for (game, _) in GAMES {
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
