//! The language on all four games: the sample abilities as snapshots, and every word of every vocabulary in use.

use crate::support::{self, game_names};

use cardwright::source::SourceFile;
use cardwright::{compile, ir, prose, vocab};
use std::fmt::Write as _;

fn compiled(folder: &str) -> compile::Compiled {
    let files = support::card_files(folder)
        .into_iter()
        .map(|(path, text)| SourceFile::new(path, text))
        .collect();
    let compiled = compile::compile(files);
    let messages: Vec<String> = compiled
        .diagnostics
        .iter()
        .map(|d| cardwright::diag::short(d, &compiled.sources))
        .collect();
    assert!(messages.is_empty(), "{}", messages.join("\n"));
    compiled
}

/// The 25 samples of a game, in order.
fn samples(game: &str) -> (ir::Module, Vec<ir::Card>) {
    let module = compiled(&format!("tests/language/{game}"))
        .modules
        .into_iter()
        .find(|m| m.files[0].ends_with("samples.card"))
        .expect("samples");
    let cards: Vec<ir::Card> = module
        .cards
        .iter()
        .filter(|c| c.name.starts_with("Sample "))
        .cloned()
        .collect();
    assert_eq!(cards.len(), 25, "{game}");
    (module, cards)
}

#[test]
fn samples_print_back_as_english() {
    for game in game_names() {
        let (module, cards) = samples(game);
        let vocab = vocab::game(game).expect("a game");
        let mut out = String::new();
        for card in &cards {
            let printed = card.faces[0].text.as_deref().unwrap_or("");
            let english = prose::card(card, &module, vocab);
            let _ = writeln!(
                out,
                "{}\n  sample:\n{}\n  printed back:\n{}",
                card.name,
                indent(printed),
                indent(english.trim_end())
            );
        }
        insta::assert_snapshot!(format!("english_{game}"), out);
    }
}

#[test]
fn samples_compile_to_ir() {
    for game in game_names() {
        let (_, cards) = samples(game);
        let out: Vec<String> = cards.iter().map(ir::dump).collect();
        insta::assert_snapshot!(format!("ir_{game}"), out.join("\n"));
    }
}

fn indent(text: &str) -> String {
    text.lines()
        .map(|l| format!("    {}", l.trim()))
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn every_word_is_used_by_a_card() {
    for game in game_names() {
        let compiled = compiled(&format!("tests/language/{game}"));
        let used = &compiled.used[game];
        let unused: Vec<String> = vocab::game(game)
            .expect("a game")
            .words()
            .iter()
            .map(|w| format!("{}:{}", w.kind(), w.name()))
            .filter(|k| !used.contains(k))
            .collect();
        assert!(unused.is_empty(), "{game}: {unused:?}");
        let prelude = compile::prelude(game).expect("a prelude");
        for definition in &prelude.definitions {
            let kind = match definition.kind {
                ir::DefinitionKind::Keyword => "keyword",
                ir::DefinitionKind::Label => "label",
                ir::DefinitionKind::Verb => "define",
                ir::DefinitionKind::Condition => "condition",
            };
            let key = format!("{kind}:{}", definition.name);
            assert!(used.contains(&key), "{game}: no card uses {key}");
        }
        for counter in &prelude.counters {
            assert!(
                used.contains(&format!("counter:{}", counter.name)),
                "{game}: no card uses the counter {}",
                counter.name
            );
        }
    }
}

#[test]
fn preludes_are_documented_and_say_why_they_are_native() {
    for game in game_names() {
        let prelude = compile::prelude(game).expect("a prelude");
        for definition in &prelude.definitions {
            assert!(
                definition.doc.is_some(),
                "{game}: {} has no documentation",
                definition.name
            );
            assert!(
                !definition.rules.is_empty(),
                "{game}: {} has no rule number",
                definition.name
            );
            assert!(
                definition.native.as_deref().is_none_or(|why| why.len() > 10),
                "{game}: {} does not say why it is native",
                definition.name
            );
        }
    }
}

#[test]
fn ir_survives_serialisation() {
    for game in game_names() {
        for module in compiled(&format!("tests/language/{game}")).modules {
            let json = serde_json::to_string(&module).expect("plain data");
            let back: ir::Module = serde_json::from_str(&json).expect("the same data");
            assert_eq!(back, module);
        }
    }
}

#[test]
fn output_does_not_depend_on_threads_or_file_order() {
    let files: Vec<SourceFile> = support::card_files("tests/language/weiss")
        .into_iter()
        .map(|(p, t)| SourceFile::new(p, t))
        .collect();
    let first = compile::compile(files.clone());
    let mut reversed = files;
    reversed.reverse();
    let mut second = compile::compile(reversed);
    second.modules.sort_by(|a, b| a.files.cmp(&b.files));
    assert_eq!(first.modules, second.modules);
}

#[test]
fn cards_of_the_project_are_formatted() {
    for folder in ["cards", "tests/language", "tests/scenarios"] {
        for (path, text) in support::card_files(folder) {
            assert_eq!(cardwright::fmt::format(&text), text, "{path}: run `cardwright fmt`");
        }
    }
}
