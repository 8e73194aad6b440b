//! Hostile scripts: what a card may say that would never end, grow without bound or overflow. Every one ends by the rules' handling of loops, or
//! with a message that names the card and the line.

use cardwright::compile::{self, Compiled};
use cardwright::exec::{Fault, Game, Kernel, Pool, Status};
use cardwright::games;
use cardwright::kernel::{Answer, Card, DefId, Outcome, P, TimeId};
use cardwright::source::SourceFile;
use std::sync::Arc;

const HEAD: &str = "use weiss\nset \"Hostile\" code HO\n\ncard \"Filler\" HO-00 {\n  character, color red, level 0, cost 0, power 500, soul 1\n  side weiss\n}\n\n";

fn compiled(card: &str) -> Compiled {
    let compiled = compile::compile(vec![SourceFile::new("hostile.card", format!("{HEAD}{card}"))]);
    assert!(compiled.diagnostics.is_empty(), "{:#?}", compiled.diagnostics);
    compiled
}

/// A board with the hostile card on the stage, in the main phase.
fn board(card: &str) -> Game {
    let compiled = compiled(card);
    let kernel: &'static dyn Kernel = games::kernel("weiss", None).expect("the game");
    let module = compiled.modules.first().expect("a module");
    let sources: Vec<_> = module.cards.iter().map(|c| (module, c)).collect();
    let pool = Arc::new(Pool::link(kernel, &sources).expect("the cards link"));
    let mut game = Game::new(pool, 1);
    let layout = kernel.layout();
    let zone = |name: &str| layout.zone_named(name).expect("a zone");
    let filler = game.pool.def_named("Filler").expect("the filler");
    let hostile = game.pool.def_named("Hostile").expect("the card");
    let mut put = |def: DefId, owner: P, zone_name: &str, n: usize| {
        for _ in 0..n {
            let cell = layout.of(owner, zone(zone_name));
            let ix = u16::try_from(game.state.cards.len()).expect("few cards");
            game.state.cards.push(Card::new(def, cell, owner));
            game.state.cells.add(cell, ix);
        }
    };
    for p in P::BOTH {
        put(filler, p, "deck", 20);
        put(filler, p, "waiting-room", 5);
        put(filler, p, "stock", 5);
    }
    put(hostile, P::ONE, "stage", 1);
    game.state.turn.number = 3;
    game.state.dirty = true;
    let main = kernel
        .tables()
        .times
        .iter()
        .position(|t| t.word == "main-phase")
        .and_then(|t| u8::try_from(t).ok())
        .map(TimeId)
        .expect("the main phase");
    assert!(kernel.begin_at(&mut game, main, true));
    game
}

/// Plays on with the last legal answer each time, which is the most adventurous one, for a bounded number of decisions.
fn play(mut game: Game) -> (Option<Outcome>, Game) {
    for _ in 0..2000 {
        match game.advance() {
            Status::Over(outcome) => return (Some(outcome), game),
            Status::Decide(_) => {
                let last = game.answer_count() - 1;
                game.answer(Answer::Pick(last)).expect("a legal answer");
            }
        }
        game.check_invariants().expect("the state is sound");
    }
    (None, game)
}

fn card(text: &str) -> String {
    format!(
        "card \"Hostile\" HO-01 {{\n  character, color red, level 0, cost 0, power 1000, soul 1\n  side weiss\n\n{text}\n}}\n"
    )
}

/// Endless without a choice: a draw by 11.1.1.1.
#[test]
fn an_endless_chain_is_a_draw() {
    for text in [
        "  AUTO if your memory has no cards { this gets +500 power until end of turn }",
        "  AUTO when this becomes rested { stand this }\n  AUTO when this becomes standing { rest this }\n  AUTO at the start of your main-phase { rest this }",
        "  AUTO if this is on stage { your characters get { AUTO when this attacks { draw 1 } } until end of turn }",
    ] {
        let (outcome, _) = play(board(&card(text)));
        assert_eq!(outcome, Some(Outcome::Draw), "{text}");
    }
}

/// Abilities that give abilities that give abilities: each is a new text, so the nesting of the script bounds it; the trigger chain ends as a loop.
#[test]
fn grants_that_copy_themselves_end() {
    let text = "  AUTO if this is on stage {
    this gets {
      AUTO if this is on stage {
        this gets {
          AUTO when this becomes rested { stand this }
        } until end of turn
      }
    } until end of turn
  }";
    let (outcome, _) = play(board(&card(text)));
    assert!(
        matches!(outcome, Some(Outcome::Draw | Outcome::Fault(..))),
        "{outcome:?}"
    );
}

/// Numbers stay in bounds and do not overflow.
#[test]
fn huge_numbers_are_bounded() {
    let text = "  AUTO at the start of your main-phase {
    X is 999999999
    this gets +X power until end of turn
    this gets +(X - 1) power until end of turn
    this gets +(X * X) power until end of turn
    this gets -(X * X * X) soul until end of turn
  }
  CONT { this gets +(1000000000 * 1000000000) power }";
    let mut game = board(&card(text));
    let status = game.advance();
    assert!(matches!(status, Status::Decide(_)), "{status:?}");
    let (outcome, game) = play(game);
    assert!(!matches!(outcome, Some(Outcome::Fault(..))), "{:?}", game.fault_words());
}

/// Drawing a thousand million cards is a deck that runs out, not a machine that does.
#[test]
fn a_huge_repetition_ends_by_the_rules() {
    for text in [
        "  AUTO at the start of your main-phase { draw 1000000000 }",
        "  AUTO at the start of your main-phase { put the top 1000000000 cards of your deck into your waiting-room }",
    ] {
        let (outcome, game) = play(board(&card(text)));
        let end = outcome.expect("an end");
        match end {
            Outcome::Win(_) | Outcome::Draw => {}
            Outcome::Fault(code, _) => {
                assert!([Fault::Steps as u16, Fault::Words as u16].contains(&code), "{code}");
                let words = game.fault_words().expect("words");
                assert!(words.contains("AUTO of \"Hostile\" (hostile.card:"), "{words}");
            }
        }
    }
}

/// A loop of statements that never ends is a fault that names the card and the line.
#[test]
fn a_loop_of_statements_names_its_card_and_line() {
    let text = "  AUTO at the start of your main-phase {\n    repeat 1000000000 times { this gets +500 power until end of turn }\n  }";
    let (outcome, game) = play(board(&card(text)));
    assert!(matches!(outcome, Some(Outcome::Fault(..))), "{outcome:?}");
    let words = game.fault_words().expect("words");
    assert!(words.contains("\"Hostile\" (hostile.card:"), "{words}");
}

/// Counts below zero do nothing (1.3.2.2).
#[test]
fn negative_counts_do_nothing() {
    let text = "  AUTO at the start of your main-phase {
    X is number of your characters - 5
    draw X
    put the top X cards of your deck into your stock
    deal X damage to opponent
  }";
    let mut game = board(&card(text));
    let before = game.state.cells.clone();
    game.advance();
    assert_eq!(game.state.cells, before);
}
