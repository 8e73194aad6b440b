//! Hostile scripts of Force of Will: chains on the chase that never end, tokens without number, copies of copies, numbers without bound. Every one ends
//! by the rules' handling of loops, or with a message that names the card, or goes on soundly within bounds.

use crate::support::hostile::{def, empty, main_phase, play, put, survives as survives_for};
use cardwright::exec::{Game, Status};
use cardwright::kernel::{Answer, Outcome, P};

/// Decisions a game is played for.
const MOST: u32 = 400;

const HEAD: &str = r#"use fow
set "Hostile" code HO

card "Filler" HO-00 {
  resonator, attribute void, cost {2}, race <Golem>, ATK 200, DEF 200
}

card "Ruler" HO-01 {
  ruler, attribute light, race <Human>
}

token "Mote" {
  resonator, attribute light, race <Fairy>, ATK 100, DEF 100
}

"#;

/// A board with the hostile card in the field and in the hand of the turn player, in the main phase.
fn board(card: &str) -> Game {
    let mut game = empty("fow", None, format!("{HEAD}{card}"));
    let (filler, ruler, hostile) = (def(&game, "Filler"), def(&game, "Ruler"), def(&game, "Hostile"));
    for p in P::BOTH {
        put(&mut game, filler, p, ("deck", 0), 20);
        put(&mut game, filler, p, ("graveyard", 0), 3);
        put(&mut game, ruler, p, ("ruler-area", 0), 1);
    }
    put(&mut game, hostile, P::ONE, ("field", 0), 1);
    put(&mut game, hostile, P::ONE, ("hand", 0), 3);
    for player in &mut game.state.players {
        player.purse = [9; 20];
        if let Some(life) = player.vals.first_mut() {
            *life = 4000;
        }
    }
    main_phase(game, false)
}

fn resonator(text: &str) -> String {
    format!(
        "card \"Hostile\" HO-02 {{\n  resonator, attribute light, cost {{1}}, race <Human>, ATK 500, DEF 500\n\n{text}\n}}\n"
    )
}

fn chant(text: &str) -> String {
    format!("card \"Hostile\" HO-02 {{\n  chant, attribute light, cost {{0}}\n  Quickcast\n\n  PLAY {{ {text} }}\n}}\n")
}

fn survives(card: &str) {
    survives_for(|| board(card), MOST);
}

#[test]
fn an_ability_that_answers_to_itself() {
    // 1301.1c: nobody can stop it, so the game is a draw.
    let text = resonator("  ACT [rest this] { gain 100 life }\n  AUTO when you gain life { gain 100 life }");
    let (outcome, _) = play(board(&text), true, MOST);
    assert!(
        matches!(outcome, Some(Outcome::Draw | Outcome::Fault(..)) | None),
        "{outcome:?}"
    );
    survives(&text);
}

#[test]
fn a_status_that_always_holds() {
    survives(&resonator("  AUTO if your life is 1 or more { gain 100 life }"));
}

#[test]
fn tokens_that_bring_tokens() {
    survives(&resonator(
        "  ACT [pay {1}] { put 1 \"Mote\" token into field }\n  AUTO when a token enters field { put 2 \"Mote\" tokens into field }",
    ));
}

#[test]
fn tokens_without_number() {
    survives(&resonator("  ACT [pay {0}] { put 50 \"Mote\" tokens into field }"));
}

#[test]
fn numbers_without_bound() {
    survives(&resonator(
        "  CONT { this gets +1000000000/+1000000000 }\n  CONT { this gets +1000000000/+1000000000 for each of your cards in deck }\n  ACT [pay {0}] { put 60000 +100/+100 counters on this }\n  ACT [pay {0}] { deal 1000000000 damage to each player }",
    ));
}

#[test]
fn will_without_bound() {
    survives(&resonator(
        "  ACT Will [pay {0}] { produce {9}{9}{9} }\n  ACT [pay {X}] { deal (X * 1000000) damage to this }",
    ));
}

#[test]
fn copies_of_copies() {
    survives(&chant("copy this as the echo; copy this as the shade"));
}

#[test]
fn plays_inside_plays() {
    survives(&chant("may play 1 card in your hand without cost"));
    survives(&resonator("  Enter { may play 1 card in your hand without cost }"));
}

#[test]
fn discards_that_draw() {
    survives(&resonator(
        "  AUTO when you discard a card { draw 2 }\n  AUTO when you draw a card { discard 1 card }\n  ACT [pay {0}] { draw 1 }",
    ));
}

#[test]
fn replacements_of_each_other() {
    survives(&resonator(
        "  CONT when you would gain life, instead { lose 100 life; gain that much life }\n  CONT when you would lose life, instead { gain 100 life }\n  ACT [pay {0}] { gain 100 life }",
    ));
}

/// What the engine says when it gives up on a board.
fn gives_up(card: &str) -> String {
    let (_, game) = play(board(card), true, MOST);
    game.fault_words().unwrap_or_default()
}

#[test]
fn a_board_that_is_too_much_to_work_out_ends_with_a_fault() {
    let motes = |text: &str| {
        format!(
            "token \"Swarm\" {{\n  resonator, attribute light, race <Fairy>, ATK 100, DEF 100\n\n  {text}\n}}\n{}",
            resonator("  ACT [pay {0}] { put 900 \"Swarm\" tokens into field }")
        )
    };
    let fault = "the engine gave up: too much to work out";
    let granting = motes("CONT { your resonators get { CONT { your resonators get +100/+100 } } }");
    assert!(gives_up(&granting).starts_with(fault), "{}", gives_up(&granting));
    let giving = resonator(
        "  ACT [pay {0}] { repeat 1000 times { your resonators get { CONT { your resonators get { CONT { this gets +100/+100 } } } } until end of turn } }",
    );
    assert!(
        gives_up(&giving).starts_with("the engine gave up: "),
        "{}",
        gives_up(&giving)
    );
    assert!(gives_up(&giving).contains("of \"Hostile\""), "{}", gives_up(&giving));
}

#[test]
fn every_card_of_a_large_board_is_computed() {
    let text = resonator(
        "  ACT [pay {0}] { put 300 \"Mote\" tokens into field }\n\n  CONT { your other resonators get +100/+100 }",
    );
    let mut game = board(&text);
    let motes = |game: &Game| -> Vec<i32> {
        let all = (0..u16::try_from(game.state.cards.len()).expect("few cards")).map(|ix| game.state.now(ix));
        let named = all.filter(|card| game.pool.def(game.state.card(card.ix).def).name == "Mote");
        let atk = cardwright::kernel::AttrId(0);
        named.map(|card| game.attr(card, atk)).collect()
    };
    for _ in 0..20 {
        let Status::Decide(_) = game.advance() else { break };
        if motes(&game).len() == 300 {
            break;
        }
        let last = game.answer_count() - 1;
        game.answer(Answer::Pick(last)).expect("a legal answer");
    }
    assert_eq!(motes(&game), vec![200; 300]);
}
