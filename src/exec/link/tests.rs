#![expect(clippy::expect_used, reason = "a test may stop")]

use super::{Parts, link_all};
use crate::compile::{Compiled, compile};
use crate::exec::pool::{LinkError, Source};
use crate::source::SourceFile;
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
    link_all(crate::games::weiss::tables(), vocab, None, &cards)
}

fn samples() -> Vec<(String, String)> {
    folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language/weiss"))
}

#[test]
fn all_cards_of_the_language_tests_link_or_are_known() {
    let mut errors = Vec::new();
    for (name, text) in samples() {
        let compiled = compiled(vec![(name, text)]);
        errors.extend(link(&compiled).1.iter().map(|e| format!("{}: {}", e.card, e.message)));
    }
    insta::assert_snapshot!(errors.join("\n"), @"");
}

#[test]
fn zz_harbor() {
    let files = folder(Path::new("/work/wt-cards/cards/weiss"))
        .into_iter()
        .filter(|(n, _)| n.contains("harbor-"))
        .collect();
    let compiled = compiled(files);
    let errors: Vec<String> = link(&compiled).1.iter().map(|e| format!("{}: {}", e.card, e.message)).collect();
    assert!(errors.is_empty(), "{errors:#?}");
}
