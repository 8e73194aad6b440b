//! Every card of the language tests links.

use super::{Parts, link_all};
use crate::compile::{Compiled, compile};
use crate::exec::pool::{LinkError, Source};
use crate::source::SourceFile;
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

/// Links each file on its own: sets may use one name twice.
fn link(compiled: &Compiled) -> (Parts, Vec<LinkError>) {
    let cards: Vec<Source<'_>> = compiled
        .modules
        .iter()
        .flat_map(|m| m.cards.iter().map(move |c| (m, c)))
        .collect();
    let vocab = crate::vocab::game("weiss").expect("the game");
    link_all(
        crate::exec::Kernel::tables(&crate::games::weiss::WEISS),
        vocab,
        None,
        &cards,
    )
}

fn samples() -> Vec<(String, String)> {
    folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language/weiss"))
}

#[test]
fn all_cards_of_the_language_tests_link() {
    let mut errors = Vec::new();
    for (name, text) in samples() {
        let compiled = compiled(vec![(name, text)]);
        errors.extend(link(&compiled).1.iter().map(|e| format!("{}: {}", e.card, e.message)));
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
    let vocab = crate::vocab::game("weiss").expect("the game");
    let mut out = Vec::new();
    for module in &compiled.modules {
        for card in module.cards.iter().filter(|c| TELLING.contains(&c.name.as_str())) {
            let (parts, errors) = link_all(
                crate::exec::Kernel::tables(&crate::games::weiss::WEISS),
                vocab,
                None,
                &[(module, card)],
            );
            assert!(errors.is_empty(), "{errors:?}");
            out.push(show(&card.name, &parts));
        }
    }
    insta::assert_snapshot!("telling_cards", out.join("\n"));
}

fn show(name: &str, parts: &Parts) -> String {
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
    let (parts, errors) = link(&compiled);
    assert!(parts.defs.is_empty());
    let [error] = errors.as_slice() else {
        unreachable!("one error: {errors:?}");
    };
    assert_eq!(error.message, "the engine cannot demand `side-attack` yet");
    assert_eq!((error.card.as_str(), error.file.as_str()), ("Odd", "odd.card"));
    assert!(error.src.2 > error.src.1);
}
