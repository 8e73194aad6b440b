//! Hostile scripts of Shadowverse: Evolve: tokens that make tokens, followers that refresh and attack again and again, damage that answers to damage, fields
//! without room, numbers without bound. Every one ends by the rules' handling of loops, or with a message that names the card, or goes on soundly within bounds.

use crate::support::hostile::{def, empty, main_phase, put, survives as survives_for};
use cardwright::exec::Game;
use cardwright::kernel::P;

/// Decisions a game is played for.
const MOST: u32 = 400;

const HEAD: &str = r#"use evolve
set "Hostile" code HO

card "Filler" HO-00 {
  follower, class neutral, cost 1, attack 1, defense 2
}

card "Leader" HO-01 {
  leader, class neutral
}

token "Mote" {
  follower, class neutral, cost 0, attack 1, defense 1
  Fanfare { summon 1 "Mote" token }
  Last-Words { summon 2 "Mote" tokens }
}

"#;

/// A board with the hostile card on the field, in the hand and in the evolve deck of the turn player, in the main phase.
fn board(card: &str) -> Game {
    let mut game = empty("evolve", None, format!("{HEAD}{card}"));
    let (filler, leader, hostile) = (def(&game, "Filler"), def(&game, "Leader"), def(&game, "Hostile"));
    for p in P::BOTH {
        put(&mut game, filler, p, ("deck", 0), 30);
        put(&mut game, filler, p, ("cemetery", 0), 5);
        put(&mut game, filler, p, ("ex-area", 0), 2);
        put(&mut game, leader, p, ("leader-area", 0), 1);
    }
    put(&mut game, filler, P::TWO, ("field", 0), 3);
    put(&mut game, hostile, P::ONE, ("field", 0), 3);
    put(&mut game, hostile, P::ONE, ("hand", 0), 3);
    let names = game.kernel().tables().player_attrs;
    let value = |name: &str| match name {
        "play-points" | "max-pp" => 10,
        "evolution-points" => 3,
        "evolve-limit" => 1,
        "hand-limit" => 7,
        _ => 5,
    };
    for player in &mut game.state.players {
        for (val, name) in player.vals.iter_mut().zip(names) {
            *val = value(name);
        }
    }
    main_phase(game, false)
}

fn follower(text: &str) -> String {
    format!(
        "card \"Hostile\" HO-02 {{\n  follower, class neutral, cost 0, attack 2, defense 5\n  Storm\n\n{text}\n}}\n"
    )
}

fn spell(text: &str) -> String {
    format!("card \"Hostile\" HO-02 {{\n  spell, class neutral, cost 0\n  Quick\n\n  PLAY {{ {text} }}\n}}\n")
}

fn survives(card: &str) {
    survives_for(|| board(card), MOST);
}

#[test]
fn tokens_that_make_tokens() {
    survives(&follower(
        "  Fanfare { summon 5 \"Mote\" tokens }\n  ACT { destroy all of your other followers }\n  Last-Words { put 5 \"Mote\" tokens into your ex-area }",
    ));
}

#[test]
fn followers_that_refresh_each_other() {
    survives(&follower(
        "  AUTO when your follower becomes engaged { refresh all of your followers }\n  ACT [engage this] { draw 1 }\n  Strike { refresh this }",
    ));
}

#[test]
fn an_ability_that_answers_to_itself() {
    survives(&follower(
        "  AUTO when your leader's defense increases { reduce your leader's defense by 1 }\n  AUTO when your leader's defense is reduced { your leader gets +1 defense }\n  ACT { your leader gets +1 defense }",
    ));
}

#[test]
fn damage_that_deals_damage() {
    survives(&follower(
        "  AUTO when a leader takes damage { deal 1 damage to each enemy leader }\n  AUTO when this takes damage { deal 1 damage to all followers }\n  ACT { deal 1 damage to all followers }",
    ));
}

#[test]
fn numbers_without_bound() {
    survives(&follower(
        "  CONT { your followers get +1000000000/+1000000000 }\n  CONT { your leader gets +1000000000 defense }\n  ACT { deal 1000000000 damage to each enemy leader; your leader gets +1000000000 defense }\n  ACT { summon 1000000 \"Mote\" tokens; draw 1000000 }",
    ));
}

#[test]
fn nothing_left_of_a_follower() {
    survives(&follower(
        "  CONT { all followers get -1000000000/-1000000000 }\n  Last-Words { return this to your hand }",
    ));
}

#[test]
fn an_evolution_without_end() {
    survives(
        "card \"Hostile\" HO-02 {\n  follower, class neutral, cost 0, attack 2, defense 5\n  Evolve [pay 0]\n  On-Evolve { evolve this }\n\n  face evolved HO-02E {\n    attack 9, defense 9\n    On-Evolve { evolve this; return this to your hand }\n    Last-Words { summon 1 \"Mote\" token }\n  }\n}\n",
    );
}

#[test]
fn spells_that_bring_themselves_back() {
    survives(&spell("return 1 spell from your cemetery to your hand; draw 1"));
}

#[test]
fn a_spell_that_takes_both_leaders() {
    survives(&spell(
        "deal 1000 damage to all leaders; destroy all followers; discard all cards",
    ));
}

#[test]
fn thieves_of_thieves() {
    survives(&follower(
        "  Fanfare { steal all enemy followers }\n  AUTO when this leaves field { steal all enemy followers }\n  ACT [bury this] { steal all enemy followers }",
    ));
}

#[test]
fn replacements_of_each_other() {
    survives(&follower(
        "  CONT when you would draw, instead { discard 1 card }\n  CONT when you would discard a card, instead { draw 1 }\n  CONT when this would be destroyed, instead { deal 1 damage to this }\n  ACT { draw 1 }",
    ));
}

#[test]
fn transformations_of_everything() {
    survives(&follower(
        "  ACT { transform all followers into \"Mote\" tokens }\n  AUTO when a follower is put onto your field { transform it into 1 \"Mote\" token }",
    ));
}

#[test]
fn quick_answers_to_quick_answers() {
    survives(&follower(
        "  Quick\n  ACT Quick [pay 0] { your leader gets +1 defense }\n  AUTO when you play a card { recover 10 play-points }\n  AUTO at the start of your end-phase { summon 1 \"Mote\" token }",
    ));
}

#[test]
fn limits_of_limits() {
    survives(&follower(
        "  CONT { you get -100 field-limit and -100 hand-limit }\n  ACT { your ex-limit becomes 0; put 5 \"Mote\" tokens into your ex-area }\n  ACT { you get +1000000000 field-limit; summon 100 \"Mote\" tokens }",
    ));
}
