//! The linker: every card of the language tests links, what the engine cannot do is an error, and the linked code of some telling cards.

use cardwright::compile::{Compiled, compile, compile_with};
use cardwright::exec::code::{Demand, Filter, Obj, Op, PatKind, PatObject, Place, What, Who};
use cardwright::exec::{Limit, LinkError, Pool, Refusal, Source};
use cardwright::games;
use cardwright::play;
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

/// Why a card with these abilities cannot be played.
fn refusal(game: &str, kind: &str, abilities: &str) -> String {
    let text = format!("use {game}\nset \"X\" code X\ncard \"Odd\" X-01 {{\n  {kind}\n  {abilities}\n}}\n");
    let compiled = compiled(vec![("odd.card".to_owned(), text)]);
    let errors = Pool::link(games::kernel(game, None).expect("the game"), &cards(&compiled)).expect_err("a refusal");
    errors.first().map(|e| e.message.clone()).unwrap_or_default()
}

#[test]
fn costs_that_nobody_could_ask_for_or_count_on_are_refused() {
    let follower = "follower, class neutral, cost 2, attack 1, defense 4";
    let of = |abilities: &str| refusal("evolve", follower, abilities);
    let two = of("PLAY may [pay X]\n  PLAY may [discard Y cards]\n  Fanfare { draw X }");
    assert_eq!(two, "the engine keeps one number of the additional costs of a card");
    let twice = of("ACT [discard X cards, pay X] { draw X }");
    assert_eq!(twice, "the engine cannot count by X twice in a cost");
    let one_of = of("ACT [discard X cards] or [pay X] { draw X }");
    assert_eq!(one_of, "the engine knows no letters in costs of which one is paid");
    let any = of("ACT [serve 1 of your followers] { draw 1 }");
    assert_eq!(any, "the engine cannot take that as a cost yet");
}

/// Links cards of Vanguard in an edition of its rules.
fn link_vanguard(edition: &str, cards: &[Source<'_>]) -> Result<Pool, Vec<LinkError>> {
    Pool::link(games::kernel("vanguard", Some(edition)).expect("the edition"), cards)
}

fn vanguard(text: &str) -> (Compiled, &'static str) {
    let text = format!(
        "use vanguard\nset \"Links\" code LK\ncard \"A\" LK-01 {{\n  normal-unit, grade 3, power 11000, critical 1\n  \
         clan <Ember Guild>, race <Human>, nation <Dragon Empire>\n\n{text}\n}}\n"
    );
    (compiled(vec![("links.card".to_owned(), text)]), "g")
}

fn linked(text: &str) -> Pool {
    let (compiled, edition) = vanguard(text);
    link_vanguard(edition, &cards(&compiled)).expect("the card links")
}

#[test]
fn all_cards_of_vanguard_link_but_those_of_later_formats() {
    let mut errors = Vec::new();
    for (name, text) in folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language/vanguard")) {
        let older = text.starts_with("use vanguard edition 1.10");
        let later = name.ends_with("rows-later.card");
        let compiled = compiled(vec![(name, text)]);
        let edition = if older { "1.10" } else { "g" };
        for source in cards(&compiled) {
            match link_vanguard(edition, &[source]) {
                Ok(_) if later && !source.1.token => errors.push(format!("{}: links", source.1.name)),
                Err(found) if later => {
                    let other = found
                        .iter()
                        .filter(|e| !e.message.contains("is a word of later formats"));
                    errors.extend(other.map(|e| format!("{}: {}", e.card, e.message)));
                }
                Err(found) if !later => errors.extend(found.iter().map(|e| format!("{}: {}", e.card, e.message))),
                _ => {}
            }
        }
    }
    assert!(errors.is_empty(), "{errors:#?}");
}

#[test]
fn all_cards_of_evolve_link_but_those_of_later_sets() {
    let kernel = || games::kernel("evolve", None).expect("the game");
    let mut wrong = Vec::new();
    for (name, text) in folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/language/evolve")) {
        let later = name.ends_with("rows-later.card");
        let compiled = compiled(vec![(name, text)]);
        for source in cards(&compiled) {
            match Pool::link(kernel(), &[source]) {
                Ok(_) if later => wrong.push(format!("{}: links", source.1.name)),
                Err(found) => {
                    let told = |e: &&LinkError| later && e.message.contains("is a word of later formats");
                    let others = found.iter().filter(|e| !told(e));
                    wrong.extend(others.map(|e| format!("{}: {}", e.card, e.message)));
                }
                Ok(_) => {}
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn cards_of_later_sets_are_refused() {
    let text = include_str!("../language/fow/rows-later.card");
    let compiled = compiled(vec![("rows-later.card".to_owned(), text.to_owned())]);
    let errors = Pool::link(games::kernel("fow", None).expect("the game"), &cards(&compiled)).expect_err("refusals");
    let mut told: Vec<(&str, &str)> = errors.iter().map(|e| (e.card.as_str(), e.message.as_str())).collect();
    told.dedup();
    assert_eq!(
        told,
        [
            ("Stacked Tower", "cards of this game have no cards under them"),
            ("Pact Unsigned", "the engine cannot do `contract` with `with` there yet"),
        ]
    );
}

#[test]
fn words_of_later_formats_are_told() {
    let (compiled, edition) = vanguard("  AUTO when this is placed on VC { acquire 1 Force gift }");
    let errors = link_vanguard(edition, &cards(&compiled)).expect_err("no rules for it");
    let told = |e: &LinkError| e.message.contains("is a word of later formats");
    assert!(errors.iter().all(told), "{errors:?}");
}

#[test]
fn a_counter_blast_demands_cards_that_lie_face_up() {
    let pool = linked("  ACT in VC [counter-blast 2 <Ember Guild> cards] { draw 1 }");
    let faces = pool.costs.iter().flat_map(|c| &c.demands);
    let faces = faces.filter(|d| matches!(d, Demand::Face(What::Pick(_), true, _)));
    assert_eq!(faces.count(), 1);
    let up = |o: &Obj| matches!(o, Obj::Select(s) if s.filters.contains(&Filter::FaceDown(false)));
    assert!(pool.objs.iter().any(up));
}

#[test]
fn units_are_told_apart_by_their_circles() {
    // The front row has the vanguard, too: a rear-guard there is on a rear-guard circle.
    let pool = linked("  ACT in VC { retire all rear-guards in front-row }");
    let asked =
        |o: &Obj| matches!(o, Obj::Select(s) if s.filters.iter().any(|f| matches!(f, Filter::At(_) | Filter::Noun(_))));
    assert!(pool.objs.iter().any(asked));
    let wide = |p: &Place| matches!(p, Place::Zone { zones, .. } if zones.len() == 2);
    assert!(pool.places.iter().any(wide), "the front row is part of two zones");
}

#[test]
fn cards_are_called_to_places_of_their_own() {
    let pool = linked("  ACT in VC { call 2 cards from your soul to different RC as rested }");
    let call = pool.ops.iter().find_map(|op| match op {
        Op::Native { lay, .. } => Some(lay.clone()),
        _ => None,
    });
    let lay = call.expect("a native verb");
    assert!(lay.apart && lay.place.is_some());
    assert_eq!(lay.orient, Some(1));
    let own = |p: &Place| matches!(p, Place::Zone { whose, .. } if *whose == Some(Who::Actor));
    assert!(pool.places.iter().any(own), "nobody's circle is the acting player's");
}

#[test]
fn a_forbidden_ability_is_neither_used_nor_set_off() {
    let pool = linked("  AUTO in VC, when this attacks { this ability cannot be used until end of turn }");
    let this = pool.patterns.iter().find(|p| p.object == Some(PatObject::ThisAbility));
    let kind = &this.expect("a prohibition").kind;
    assert!(
        matches!(kind, PatKind::Note(bits) if bits.count_ones() == 2),
        "{kind:?}"
    );
}

#[test]
fn a_token_of_an_imported_file_can_be_made() {
    let token =
        "use evolve\nset \"Orchard\" code OR\ntoken \"Acorn\" { follower, class forestcraft, attack 1, defense 1 }\n";
    let maker = "use evolve\nuse \"tokens.card\"\nset \"Sower\" code SO\ncard \"Seed Sower\" SO-01 {\n  follower, class forestcraft, \
                 cost 2, attack 2, defense 2\n  Fanfare { put 2 \"Acorn\" tokens into your ex-area }\n}\n";
    let own = SourceFile::new("maker.card".to_owned(), maker.to_owned());
    let load = |name: &str| (name == "tokens.card").then(|| SourceFile::new(name.to_owned(), token.to_owned()));
    let mut compiled = compile_with(vec![own], &load);
    play::check(&mut compiled);
    assert!(compiled.diagnostics.is_empty(), "{:?}", compiled.diagnostics);
}

#[test]
fn all_refusals_of_a_card_are_told_at_once() {
    let text = "use weiss\nset \"X\" code X\ncard \"Odd\" X-01 {\n  character, color blue, level 0, cost 0, power 2500, soul 1\n  \
                CONT { this must side-attack }\n  AUTO when this attacks { this must side-attack; draw 1; this must \
                frontal-attack }\n}\n";
    let compiled = compiled(vec![("odd.card".to_owned(), text.to_owned())]);
    let errors = Pool::link(games::kernel("weiss", None).expect("the game"), &cards(&compiled)).expect_err("refusals");
    assert_eq!(errors.len(), 3, "{errors:?}");
    assert!(errors.iter().all(|e| e.refusal == Refusal::Limit(Limit::Duty)));
}
