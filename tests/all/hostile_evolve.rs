//! Hostile scripts of Shadowverse: Evolve: tokens that make tokens, followers that refresh and attack again and again, damage that answers to damage, fields
//! without room, numbers without bound. Every one ends by the rules' handling of loops, or with a message that names the card, or goes on soundly within bounds.

use cardwright::compile;
use cardwright::exec::{Game, Kernel, Pool, Status};
use cardwright::games;
use cardwright::kernel::{Answer, Card, DefId, Flag, Outcome, P, TimeId};
use cardwright::source::SourceFile;
use std::sync::Arc;

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
    let compiled = compile::compile(vec![SourceFile::new("hostile.card", format!("{HEAD}{card}"))]);
    assert!(compiled.diagnostics.is_empty(), "{:#?}", compiled.diagnostics);
    let kernel: &'static dyn Kernel = games::kernel("evolve", None).expect("the game");
    let module = compiled.modules.first().expect("a module");
    let sources: Vec<_> = module.cards.iter().map(|c| (module, c)).collect();
    let pool = Arc::new(Pool::link(kernel, &sources).expect("the cards link"));
    let mut game = Game::new(pool, 1);
    let layout = kernel.layout();
    let filler = game.pool.def_named("Filler").expect("the filler");
    let leader = game.pool.def_named("Leader").expect("the leader");
    let hostile = game.pool.def_named("Hostile").expect("the card");
    let mut put = |def: DefId, owner: P, zone: &str, n: usize| {
        for _ in 0..n {
            let cell = layout.of(owner, layout.zone_named(zone).expect("a zone"));
            let ix = u16::try_from(game.state.cards.len()).expect("few cards");
            let mut new = Card::new(def, cell, owner);
            new.set(Flag::FaceDown, zone == "deck" || zone == "evolve-deck");
            game.state.cards.push(new);
            game.state.cells.add(cell, ix);
        }
    };
    for p in P::BOTH {
        put(filler, p, "deck", 30);
        put(filler, p, "cemetery", 5);
        put(filler, p, "ex-area", 2);
        put(leader, p, "leader-area", 1);
    }
    put(filler, P::TWO, "field", 3);
    put(hostile, P::ONE, "field", 3);
    put(hostile, P::ONE, "hand", 3);
    let names = kernel.tables().player_attrs;
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
    game.state.turn.number = 3;
    game.state.dirty = true;
    let times = kernel.tables().times;
    let main = times.iter().position(|t| t.word == "main-phase");
    let main = TimeId(u8::try_from(main.expect("the main phase")).expect("few times"));
    assert!(kernel.begin_at(&mut game, main, false));
    game
}

/// Plays on for a bounded number of decisions, with the last legal answer or one after the other.
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

fn follower(text: &str) -> String {
    format!(
        "card \"Hostile\" HO-02 {{\n  follower, class neutral, cost 0, attack 2, defense 5\n  Storm\n\n{text}\n}}\n"
    )
}

fn spell(text: &str) -> String {
    format!("card \"Hostile\" HO-02 {{\n  spell, class neutral, cost 0\n  Quick\n\n  PLAY {{ {text} }}\n}}\n")
}

/// It ends, or it is still sound and within bounds.
fn survives(card: &str) {
    for eager in [true, false] {
        let (_, game) = play(board(card), eager);
        assert!(game.state.cards.len() <= 4096, "{} cards", game.state.cards.len());
        assert!(
            game.state.standby.len() <= 4096,
            "{} stand by",
            game.state.standby.len()
        );
        assert!(game.state.ties.len() <= 4096, "{} ties", game.state.ties.len());
        assert!(
            game.state.pending.len() <= 4096,
            "{} are being played",
            game.state.pending.len()
        );
        let bytes = game.save();
        assert!(Game::load(Arc::clone(&game.pool), &bytes).is_ok(), "its own save");
    }
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
