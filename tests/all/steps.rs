//! What the engine will do with every bundled card, kept: a change of the linker shows here as a change of what cards do.

use super::support::{self, game_names};
use cardwright::compile::compile;
use cardwright::play::{self, CardInPlay};
use cardwright::source::SourceFile;
use std::fmt::Write as _;
use std::{env, fs, path::Path};

fn steps(game: &str) -> String {
    let files = support::card_files(&format!("cards/{game}")).into_iter();
    // Cards that only tests use say nothing new.
    let files = files.filter(|(name, _)| !name.contains("/test"));
    let compiled = compile(files.map(|(name, text)| SourceFile::new(name, text)).collect());
    assert_eq!(compiled.counts().0, 0, "{:?}", compiled.diagnostics);
    let mut out = String::new();
    for card in play::steps(&compiled).iter().map(CardInPlay::text) {
        let _ = writeln!(out, "{card}");
    }
    out
}

#[test]
fn steps_of_all_bundled_cards_are_kept() {
    for game in game_names() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/steps/{game}.steps"));
        let now = steps(game);
        assert!(now.lines().count() > 500, "{game} has {} lines", now.lines().count());
        if env::var_os("UPDATE_STEPS").is_some() {
            fs::write(&path, &now).expect("a file of the project");
            continue;
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        let first = kept.lines().zip(now.lines()).position(|(a, b)| a != b);
        assert!(
            kept == now,
            "{game}: the steps differ from line {} on: UPDATE_STEPS=1 cargo test --test all steps:: rewrites the file; read the difference",
            first.unwrap_or(0) + 1
        );
    }
}
