//! `probe`: planted misreadings are found, every clause of a share of the bundled cards does something, counts do not depend on threads.

use cardwright::compile::{self, Compiled};
use cardwright::diag::{self, Code};
use cardwright::play;
use cardwright::probe::{self, Effort, Kind, Probed, Reason, Task};
use cardwright::source::SourceFile;
use std::fs;
use std::path::Path;

fn compiled(paths: &[&str]) -> Compiled {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| fs::read_to_string(root.join(path)).expect("a card file");
    let files = paths.iter().map(|path| SourceFile::new(*path, read(path))).collect();
    let mut compiled = compile::compile(files);
    play::check(&mut compiled);
    assert_eq!(compiled.counts().0, 0, "{:?}", compiled.diagnostics);
    compiled
}

fn probed(compiled: &Compiled, tries: u32) -> Vec<Probed> {
    let task = Task {
        effort: Effort {
            most: tries,
            ..Effort::default()
        },
        ..Task::default()
    };
    probe::probe(compiled, &task, &|_, _| ())
}

/// The card, and how it is found: what kind of clause never did anything, and why.
const PLANTED: [(&str, Kind, Reason); 10] = [
    ("A condition that is never true", Kind::Condition, Reason::NeverTrue),
    ("A cost that nobody can pay", Kind::Cost, Reason::NeverPayable),
    ("A description that nothing fits", Kind::Statement, Reason::NothingFits),
    ("A trigger that never comes", Kind::Condition, Reason::NeverTrue),
    ("A replacement of nothing", Kind::Ability, Reason::NeverTriggered),
    ("A time that is over at once", Kind::Change, Reason::NeverActed),
    ("A choice from an empty place", Kind::Statement, Reason::NothingFits),
    ("A reference to nothing", Kind::Statement, Reason::NeverActed),
    ("An effect that changes nothing", Kind::Statement, Reason::NeverActed),
    ("A prohibition of nothing", Kind::Change, Reason::NothingFits),
];

#[test]
fn planted_misreadings_are_found() {
    let compiled = compiled(&["tests/probe/planted.card"]);
    let all = probed(&compiled, 40);
    let mut wrong = Vec::new();
    for (name, kind, reason) in PLANTED {
        let card = all.iter().find(|p| p.card == name).expect("the card was probed");
        let dead: Vec<(Kind, Reason)> = card
            .clauses
            .iter()
            .filter_map(|f| Some((f.clause.kind, f.clause.dead?)))
            .collect();
        if !dead.contains(&(kind, reason)) {
            wrong.push(format!("{name}: {dead:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let warnings = probe::diagnostics(&all, &[], &compiled.sources);
    assert!(warnings.iter().all(|d| d.code == Code::DeadClause), "{warnings:?}");
    assert!(warnings.len() >= PLANTED.len(), "{warnings:?}");
}

#[test]
fn every_clause_of_a_share_of_the_bundled_cards_does_something() {
    for path in [
        "cards/weiss/harbor-yellow.card",
        "cards/evolve/belfry-haven.card",
        "cards/vanguard/caravan.card",
        "cards/fow/stones.card",
    ] {
        let compiled = compiled(&[path]);
        let all = probed(&compiled, Effort::default().most);
        let clauses: usize = all.iter().map(|p| p.clauses.len()).sum();
        assert!(clauses > 10, "{path}: only {clauses} clauses");
        let found = probe::diagnostics(&all, &[], &compiled.sources);
        let lines: Vec<String> = found.iter().map(|d| diag::short(d, &compiled.sources)).collect();
        assert!(lines.is_empty(), "{lines:#?}");
    }
}

#[test]
fn counts_do_not_depend_on_threads() {
    let compiled = compiled(&["tests/probe/planted.card"]);
    let counts = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("threads");
        let all = pool.install(|| probed(&compiled, 12));
        let clauses = all.into_iter().flat_map(|p| p.clauses).map(|f| f.clause);
        clauses.collect::<Vec<_>>()
    };
    assert_eq!(counts(1), counts(3));
}

#[test]
fn a_card_with_an_error_does_not_keep_the_others_from_being_probed() {
    let text = "use weiss\nset \"Mixed\" code MX\n
card \"Sound\" MX-01 {
  character, color blue, level 0, cost 0, power 500, soul 1
  side weiss
  AUTO when this attacks { draw 1 }
}
card \"Broken\" MX-02 {
  character, color blue, level 0, cost 0, power 500, soul 1
  side weiss
  AUTO when this attacks { drw 1 }
}
card \"Unplayable\" MX-03 {
  character, color blue, level 0, cost 0, power 500, soul 1
  side weiss
  AUTO when this attacks { put 1 \"Nobody\" token onto your stage }
}
";
    let mut compiled = compile::compile(vec![SourceFile::new("mixed.card", text)]);
    play::check(&mut compiled);
    let refused = probe::refused(&compiled, None);
    let names: Vec<&str> = refused.iter().map(|r| r.card.as_str()).collect();
    assert_eq!(names, ["Broken", "Unplayable"], "{refused:?}");
    assert_eq!(refused.iter().map(|r| r.line).collect::<Vec<_>>(), [9, 14]);
    let all = probed(&compiled, 20);
    let sound = all.iter().find(|p| p.card == "Sound").expect("it was probed");
    assert!(sound.refused.is_none() && sound.clauses.iter().all(|f| f.clause.dead.is_none()));
    // Its error is told by the compiler, not a second time as a clause that does nothing.
    assert!(probe::diagnostics(&all, &refused, &compiled.sources).is_empty());
    let words = probe::summary(&all, &refused, std::time::Duration::ZERO);
    assert!(words.starts_with("1 cards"), "{words}");
    assert!(words.ends_with("2 cards with errors were not probed"), "{words}");
    assert!(probe::refused(&compiled, Some("Sound")).is_empty());
}
