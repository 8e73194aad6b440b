//! The linker: every card of the language tests links, what the engine cannot do is an error, and the linked code of some telling cards.

#![expect(clippy::expect_used, clippy::unreachable, reason = "a test may fail loudly")]

use cardwright::compile::{Compiled, compile};
use cardwright::exec::{LinkError, Pool, Source};
use cardwright::games;
use cardwright::source::SourceFile;
use std::fmt::Write;
use std::fs;
use std::path::Path;

fn compiled(files: Vec<(String, String)>) -> Compiled {
    let out = compile(files.into_iter().map(|(n, t)| SourceFile::new(n, t)).collect());
    assert_eq!(out.counts().0, 0, "{:?}", out.diagnostics);
    out
}

fn folder(path: &Path) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for entry in fs::read_dir(path).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|e| e == "card") {
            out.push((path.display().to_string(), fs::read_to_string(&path).expect("a text")));
        }
    }
    out.sort();
    out
}

/// Links cards into one pool.
fn link(cards: &[Source<'_>]) -> Result<Pool, Vec<LinkError>> {
    Pool::link(games::kernel("weiss", None).expect("the game"), cards)
}

/// All cards of a run.
fn cards(compiled: &Compiled) -> Vec<Source<'_>> {
    compiled
        .modules
        .iter()
        .flat_map(|m| m.cards.iter().map(move |c| (m, c)))
        .collect()
}

fn samples() -> Vec<(String, String)> {
    folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language/weiss"))
}

#[test]
fn all_cards_of_the_language_tests_link() {
    let mut errors = Vec::new();
    for (name, text) in samples() {
        let compiled = compiled(vec![(name, text)]);
        if let Err(found) = link(&cards(&compiled)) {
            errors.extend(found.iter().map(|e| format!("{}: {}", e.card, e.message)));
        }
    }
    assert!(errors.is_empty(), "{errors:#?}");
}

/// Cards whose code shows one mechanism each.
const TELLING: [&str; 12] = [
    "Sample 01",
    "Sample 05",
    "Sample 07",
    "Sample 09",
    "Sample 13",
    "Sample 14",
    "Sample 15",
    "Sample 19",
    "Sample 22",
    "Sample 23",
    "Sample 24",
    "Sample 25",
];

#[test]
fn telling_cards() {
    let files = samples()
        .into_iter()
        .filter(|(n, _)| n.ends_with("samples.card"))
        .collect();
    let compiled = compiled(files);
    let mut out = Vec::new();
    for (module, card) in cards(&compiled) {
        if TELLING.contains(&card.name.as_str()) {
            let pool = link(&[(module, card)]).expect("the card links");
            out.push(show(&card.name, &pool));
        }
    }
    insta::assert_snapshot!("telling_cards", out.join("\n"));
}

fn show(name: &str, parts: &Pool) -> String {
    fn list<T: std::fmt::Debug>(out: &mut String, what: &str, nodes: &[T]) {
        for (at, node) in nodes.iter().enumerate() {
            let _ = writeln!(out, "  {what} {at}: {node:?}");
        }
    }
    let mut out = format!("{name}\n");
    for (at, a) in parts.abilities.iter().enumerate() {
        let _ = writeln!(
            out,
            "  ability {at}: {} works {:#x} gate {:?} condition {:?} triggers {:?} state {} replaces {:?} cost {:?} pc {} slots {} deps {:#x} keys {:#x} own {} statics {:?}",
            a.label,
            a.works,
            a.gate,
            a.condition,
            a.triggers,
            a.state,
            a.replaces,
            a.cost,
            a.pc,
            a.slots,
            a.deps,
            a.keys,
            a.own,
            a.statics
        );
    }
    list(&mut out, "op", &parts.ops);
    list(&mut out, "num", &parts.nums);
    list(&mut out, "cond", &parts.conds);
    list(&mut out, "obj", &parts.objs);
    list(&mut out, "pick", &parts.picks);
    list(&mut out, "place", &parts.places);
    list(&mut out, "pattern", &parts.patterns);
    list(&mut out, "change", &parts.changes);
    list(&mut out, "cost", &parts.costs);
    out
}

#[test]
fn what_the_engine_cannot_do_is_an_error() {
    let card = r#"use weiss
set "X" code X
card "Odd" X-01 {
  character, color red, level 0, cost 0, power 500, soul 1
  AUTO when this attacks { choose 1 of your characters; it must side-attack until end of turn }
}
"#;
    let compiled = compiled(vec![("odd.card".to_owned(), card.to_owned())]);
    let errors = link(&cards(&compiled)).err().unwrap_or_default();
    let [error] = errors.as_slice() else {
        unreachable!("one error: {errors:?}");
    };
    assert_eq!(error.message, "the engine cannot demand `side-attack` yet");
    assert_eq!((error.card.as_str(), error.file.as_str()), ("Odd", "odd.card"));
    assert!(error.src.2 > error.src.1);
}
