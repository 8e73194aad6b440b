//! The main phase (7.3): cards and abilities are played, followers attack, until the player ends it.

use super::step::{Step, begin, check_then, enter, go};
use super::tables::{act, time, window, zone};
use super::{ability, attack, links, play};
use crate::exec::{Flow, Game, Why};
use crate::games::common::rows::places;
use crate::kernel::{Act, Atom, KernelStep, P, Ref, ZoneId};
use std::ops::ControlFlow;

places! {
    /// The main phase (7.3).
    place: BEGIN CHECK ROUND REPEAT ASK ANSWER;
}

/// The phase.
pub(super) fn phase(game: &mut Game, s: KernelStep) -> Flow {
    let p = game.state.turn.player;
    match s.at {
        place::BEGIN => {
            // 7.3.1
            go(game, s, place::CHECK);
            enter(game, &[time::MAIN]);
        }
        // 7.3.2, 7.3.4
        place::CHECK => check_then(game, s, place::ROUND),
        place::ROUND => {
            // 15.2.1.1: a round of actions that comes back to where it began.
            let round = game.find_round();
            go(game, s, if round { place::REPEAT } else { place::ASK });
        }
        place::REPEAT => {
            if !game.repeat_round() {
                go(game, s, place::ASK);
            }
        }
        place::ASK => {
            go(game, s, place::ANSWER);
            let may_pass = !attack::must_attack(game, p);
            game.ask_to_act(p, window::MAIN, may_pass, |game, atoms| {
                list_plays(game, p, false, atoms);
                for card in attack::attackers(game, p) {
                    push(game, atoms, act::ATTACK, card, 0);
                }
            });
        }
        _ => match game.state.picks.first().copied() {
            Some(Atom::Act(action)) => {
                // What is taken back is asked for again.
                go(game, s, place::ASK);
                game.mark(Some(action));
                go(game, s, place::CHECK);
                if action.kind == act::ATTACK {
                    let mut step = begin(Step::Attack, p);
                    step.card = action.card;
                    game.push(step);
                } else {
                    begin_play(game, p, action);
                }
            }
            _ => {
                game.forget_refused();
                return Flow::Pop;
            }
        },
    }
    Flow::Go
}

fn push(game: &Game, out: &mut Vec<Atom>, kind: u8, card: Ref, n: u32) {
    let act = Act { kind, card, n };
    if !game.is_refused(act) {
        out.push(Atom::Act(act));
    }
}

/// The cards and abilities that a player can play now (8.2, 8.3); in the other player's turn only those with Quick.
pub(super) fn list_plays(game: &Game, who: P, quick: bool, out: &mut Vec<Atom>) {
    for card in play::candidates(game, who) {
        if play::playable(game, who, card, quick) {
            push(game, out, act::PLAY, card, 0);
        }
    }
    for z in 0..super::layout().zones().len() {
        if game.pool.act_zones >> z & 1 == 0 {
            continue;
        }
        let zone = ZoneId(u8::try_from(z).unwrap_or(u8::MAX));
        for card in links::cards(game, who, zone) {
            for at in ability::acts_of(game, card) {
                if ability::usable(game, who, card, at, quick) {
                    push(game, out, act::USE, card, at.0);
                }
            }
        }
    }
}

/// Notes why a player cannot do something with a card.
pub(super) fn why_not(game: &Game, who: P, card: Ref, asked: u8, why: &mut Why) {
    let quick = asked == window::QUICK;
    let refused = |kind: u8, n: u32, why: &mut Why| {
        if game.is_refused(Act { kind, card, n }) {
            why.not("10.6.2.1.1", || "it was tried and could not be completed".to_owned())?;
        }
        ControlFlow::Continue(())
    };
    let playable = play::candidates(game, who).contains(&card);
    if playable {
        why.of_act(act::PLAY, |why| {
            refused(act::PLAY, 0, why)?;
            play::hurdles(game, who, card, quick, why)
        });
    }
    let acts = ability::acts_of(game, card);
    for at in &acts {
        why.of_ability(act::USE, *at, |why| {
            refused(act::USE, at.0, why)?;
            ability::hurdles(game, who, card, *at, quick, why)
        });
    }
    let fights = links::zone_of(game, card) == zone::FIELD;
    if fights && quick {
        why.of_act(act::ATTACK, |why| {
            why.not("8.4.2", || "followers attack in the own main phase".to_owned())
        });
    } else if fights {
        why.of_act(act::ATTACK, |why| {
            refused(act::ATTACK, 0, why)?;
            attack::hurdles(game, card, why)
        });
    } else if !playable && acts.is_empty() {
        why.of_act(act::USE, |why| {
            why.not("8.3.1", || "it has no ability that is played by its player".to_owned())
        });
    }
}

/// Begins to play a card or an ability; the game is marked already.
pub(super) fn begin_play(game: &mut Game, who: P, action: Act) {
    let step = if action.kind == act::PLAY {
        Step::Play
    } else {
        Step::Ability
    };
    let mut s = begin(step, who);
    s.card = action.card;
    s.a = i32::try_from(action.n).unwrap_or(0);
    game.push(s);
}
