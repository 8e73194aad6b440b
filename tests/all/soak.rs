//! Generated cards: most of them are valid, and games with them hold what all games hold.

use cardwright::generate::Generator;
use cardwright::kernel::Rng;
use cardwright::soak::{self, OPERATIONS, Plan};
use rayon::prelude::*;

/// The five sets of rules.
const RULES: [(&str, Option<&str>); 5] = [
    ("weiss", None),
    ("fow", None),
    ("evolve", None),
    ("vanguard", Some("g")),
    ("vanguard", Some("1.10")),
];

#[test]
fn most_generated_texts_are_valid() {
    ["weiss", "fow", "evolve", "vanguard"].par_iter().for_each(|game| {
        let generator = Generator::new(game).expect("a game");
        let (set, compiled) = generator.set(1).expect("a set");
        assert_eq!(compiled.counts().0, 0);
        assert!(set.made > 50, "{game}: only {} texts", set.made);
        assert!(
            set.valid * 2 >= set.made,
            "{game}: {} of {} are valid",
            set.valid,
            set.made
        );
    });
}

#[test]
fn a_seed_makes_the_same_cards() {
    let generator = Generator::new("fow").expect("a game");
    assert_eq!(generator.raw_set(3).joined(), generator.raw_set(3).joined());
    assert_ne!(generator.raw_set(3).joined(), generator.raw_set(4).joined());
    assert_eq!(generator.ability(&mut Rng::new(5)), generator.ability(&mut Rng::new(5)));
    assert!(Generator::new("whist").is_none());
}

#[test]
fn games_with_generated_cards_are_sound() {
    RULES.par_iter().for_each(|(game, edition)| {
        let plan = Plan {
            game,
            edition: *edition,
            seed: 1,
            games: 4,
        };
        let report = soak::soak(plan, &mut |_| true).expect("rules");
        assert!(report.found.is_empty(), "{}", report.text());
        assert!(report.decisions > 100, "{}", report.text());
        assert!(report.text().contains("4 games with 1 sets"), "{}", report.text());
    });
    let nothing = Plan {
        game: "whist",
        edition: None,
        seed: 1,
        games: 1,
    };
    assert!(soak::soak(nothing, &mut |_| true).is_none());
}

#[test]
fn every_kind_of_operation_is_counted() {
    let path = format!("{}/src/exec/code/op.rs", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the operations");
    let body = text
        .split("pub enum Op {")
        .nth(1)
        .and_then(|rest| rest.split("\n}").next());
    let named = |line: &&str| {
        line.strip_prefix("    ")
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()))
    };
    assert_eq!(body.expect("its variants").lines().filter(named).count(), OPERATIONS);
}
