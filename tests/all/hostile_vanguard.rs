//! Hostile scripts of Cardfight!! Vanguard: units that stand again and again, calls that call, locks and deletes without end, numbers without bound. Every
//! one ends by the rules' handling of loops, or with a message that names the card, or goes on soundly within bounds; in both editions of the rules.

use crate::support::hostile::{def, empty, main_phase, put, survives as survives_for};
use cardwright::exec::Game;
use cardwright::kernel::P;

/// Decisions a game is played for.
const MOST: u32 = 150;

const HEAD: &str = r#"set "Hostile" code HO

card "Filler" HO-00 {
  normal-unit, grade 1, power 7000, shield 5000, critical 1
  clan <Alpha>, race <Human>

  Boost
}

card "Heal" HO-01 {
  trigger-unit, grade 0, power 5000, shield 10000, critical 1, trigger heal
  clan <Alpha>, race <Human>

  Boost
}

"#;

/// A board with the hostile card on every circle and in the hand of the turn player, in the main phase.
fn board(edition: &str, card: &str) -> Game {
    let text = format!("use vanguard edition {edition}\n{HEAD}{card}");
    let mut game = empty("vanguard", Some(edition), text);
    let (filler, heal, hostile) = (def(&game, "Filler"), def(&game, "Heal"), def(&game, "Hostile"));
    for p in P::BOTH {
        put(&mut game, filler, p, ("deck", 0), 20);
        put(&mut game, heal, p, ("deck", 0), 10);
        put(&mut game, filler, p, ("soul", 0), 5);
        put(&mut game, filler, p, ("damage-zone", 0), 3);
        put(&mut game, filler, p, ("drop", 0), 5);
    }
    put(&mut game, filler, P::TWO, ("VC", 0), 1);
    put(&mut game, filler, P::TWO, ("RC", 0), 1);
    put(&mut game, hostile, P::ONE, ("VC", 0), 1);
    for circle in 0..5 {
        put(&mut game, hostile, P::ONE, ("RC", circle), 1);
    }
    put(&mut game, hostile, P::ONE, ("hand", 0), 3);
    main_phase(game, false)
}

fn unit(text: &str) -> String {
    format!(
        "card \"Hostile\" HO-02 {{\n  normal-unit, grade 3, power 11000, critical 1\n  clan <Alpha>, race <Human>\n\n  Twin-Drive\n\n{text}\n}}\n"
    )
}

fn survives(editions: &[&str], card: &str) {
    for edition in editions {
        survives_for(|| board(edition, card), MOST);
    }
}

const BOTH: [&str; 2] = ["g", "1.10"];
const G: [&str; 1] = ["g"];

#[test]
fn units_that_stand_each_other() {
    survives(
        &BOTH,
        &unit("  AUTO in VC or RC, when this becomes rested { stand this }\n  ACT in VC or RC [rest this] { draw 1 }"),
    );
}

#[test]
fn an_ability_that_answers_to_itself() {
    survives(
        &BOTH,
        &unit("  AUTO in VC, when a card is put into your soul { soul-charge 1 }\n  ACT in VC { soul-charge 1 }"),
    );
}

#[test]
fn a_state_that_always_holds() {
    survives(
        &BOTH,
        &unit("  AUTO in VC, if your soul has 1 or more cards { this gets +1000 power until end of turn }"),
    );
}

#[test]
fn calls_that_call() {
    survives(
        &BOTH,
        &unit(
            "  AUTO when this is placed on RC { call 1 card from your hand to RC }\n  ACT in VC { call all cards in your drop to RC }",
        ),
    );
}

#[test]
fn rides_that_ride() {
    survives(
        &BOTH,
        &unit(
            "  AUTO when this is placed on VC { ride 1 card from your soul }\n  ACT in RC { ride 1 card from your soul }",
        ),
    );
}

#[test]
fn damage_that_deals_damage() {
    survives(
        &BOTH,
        &unit(
            "  AUTO in VC, when your damage-check reveals a card { deal 1 damage to your vanguard }\n  ACT in VC { deal 1000000 damage to opponent's vanguard }",
        ),
    );
}

#[test]
fn numbers_without_bound() {
    survives(
        &BOTH,
        &unit(
            "  CONT in VC or RC { this gets +1000000000 power and +1000000000 critical }\n  CONT in RC { your vanguard gets +1000000000 power for each of your cards in deck }",
        ),
    );
}

#[test]
fn drive_without_bound() {
    survives(&G, &unit("  CONT in VC { this gets +1000000000 drive }"));
}

#[test]
fn locks_and_unlocks() {
    survives(
        &G,
        &unit(
            "  AUTO in VC, when a card is locked { unlock all locked cards in your RC }\n  AUTO in VC, when a card is unlocked { lock all of your rear-guards }\n  ACT in VC { lock all of your rear-guards }",
        ),
    );
}

#[test]
fn deletes_of_everything() {
    survives(
        &G,
        &unit("  ACT in VC or RC { delete all units }\n  AUTO in RC, when a unit is deleted { draw 1 }"),
    );
}

#[test]
fn nobody_on_the_vanguard_circle() {
    survives(
        &BOTH,
        &unit("  ACT in VC { put this into your soul }\n  ACT in RC { put all of your vanguards into your drop }"),
    );
}

#[test]
fn replacements_of_each_other() {
    survives(
        &BOTH,
        &unit(
            "  CONT in VC, when you would draw, instead { discard 1 card }\n  CONT in RC, when you would discard a card, instead { draw 1 }\n  ACT in VC { draw 1 }",
        ),
    );
}
