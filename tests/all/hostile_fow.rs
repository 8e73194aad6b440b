//! Hostile scripts of Force of Will: chains on the chase that never end, tokens without number, copies of copies, numbers without bound. Every one ends
//! by the rules' handling of loops, or with a message that names the card, or goes on soundly within bounds.

use cardwright::compile;
use cardwright::exec::{Game, Kernel, Pool, Status};
use cardwright::games;
use cardwright::kernel::{Answer, Card, DefId, Outcome, P, TimeId};
use cardwright::source::SourceFile;
use std::sync::Arc;

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
    let compiled = compile::compile(vec![SourceFile::new("hostile.card", format!("{HEAD}{card}"))]);
    assert!(compiled.diagnostics.is_empty(), "{:#?}", compiled.diagnostics);
    let kernel: &'static dyn Kernel = games::kernel("fow", None).expect("the game");
    let module = compiled.modules.first().expect("a module");
    let sources: Vec<_> = module.cards.iter().map(|c| (module, c)).collect();
    let pool = Arc::new(Pool::link(kernel, &sources).expect("the cards link"));
    let mut game = Game::new(pool, 1);
    let layout = kernel.layout();
    let filler = game.pool.def_named("Filler").expect("the filler");
    let ruler = game.pool.def_named("Ruler").expect("the ruler");
    let hostile = game.pool.def_named("Hostile").expect("the card");
    let mut put = |def: DefId, owner: P, zone: &str, n: usize| {
        for _ in 0..n {
            let cell = layout.of(owner, layout.zone_named(zone).expect("a zone"));
            let ix = u16::try_from(game.state.cards.len()).expect("few cards");
            game.state.cards.push(Card::new(def, cell, owner));
            game.state.cells.add(cell, ix);
        }
    };
    for p in P::BOTH {
        put(filler, p, "deck", 20);
        put(filler, p, "graveyard", 3);
        put(ruler, p, "ruler-area", 1);
    }
    put(hostile, P::ONE, "field", 1);
    put(hostile, P::ONE, "hand", 3);
    for player in &mut game.state.players {
        player.purse = [9; 20];
        if let Some(life) = player.vals.first_mut() {
            *life = 4000;
        }
    }
    game.state.turn.number = 3;
    game.state.dirty = true;
    let times = kernel.tables().times;
    let main = times
        .iter()
        .position(|t| t.word == "main-phase")
        .expect("the main phase");
    let main = TimeId(u8::try_from(main).expect("few times"));
    assert!(kernel.begin_at(&mut game, main, false));
    game
}

/// Plays on for a bounded number of decisions, with the last legal answer or the first one after passing.
fn play(mut game: Game, eager: bool) -> (Option<Outcome>, Game) {
    for n in 0..400u32 {
        match game.advance() {
            Status::Over(outcome) => return (Some(outcome), game),
            Status::Decide(_) => {
                let last = game.answer_count() - 1;
                let pick = if eager { last } else { n % (last + 1) };
                game.answer(Answer::Pick(pick)).expect("a legal answer");
            }
        }
        game.check_invariants().expect("the state is sound");
    }
    (None, game)
}

fn resonator(text: &str) -> String {
    format!(
        "card \"Hostile\" HO-02 {{\n  resonator, attribute light, cost {{1}}, race <Human>, ATK 500, DEF 500\n\n{text}\n}}\n"
    )
}

fn chant(text: &str) -> String {
    format!("card \"Hostile\" HO-02 {{\n  chant, attribute light, cost {{0}}\n  Quickcast\n\n  PLAY {{ {text} }}\n}}\n")
}

/// It ends, or it is still sound and within bounds.
fn survives(card: &str) {
    for eager in [true, false] {
        let (_, game) = play(board(card), eager);
        assert!(game.state.cards.len() <= 4096, "{} cards", game.state.cards.len());
        assert!(
            game.state.pending.len() <= 4096,
            "{} on the chase",
            game.state.pending.len()
        );
        let bytes = game.save();
        assert!(Game::load(Arc::clone(&game.pool), &bytes).is_ok(), "its own save");
    }
}

#[test]
fn an_ability_that_answers_to_itself() {
    // 1301.1c: nobody can stop it, so the game is a draw.
    let text = resonator("  ACT [rest this] { gain 100 life }\n  AUTO when you gain life { gain 100 life }");
    let (outcome, _) = play(board(&text), true);
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
