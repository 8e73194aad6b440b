//! The beginning of a game (5.2.1), and beginning in the middle of one for tests.

use super::attack::attack_at;
use super::layout;
use super::step::{Step, begin as at_start, go};
use super::tables::{note, prompt, rule, time, zone};
use super::turn::turn_at;
use crate::exec::{Flow, Game};
use crate::games::common::rows::places;
use crate::games::common::{cards, setup};
use crate::kernel::{Cause, KernelStep, P, TimeId};

/// The size of the first hand (5.2.1.4).
const FIRST_HAND: i32 = 5;

/// A game begins: the decks lie in their zones. A turn number of 1 says that the starting player is decided already.
pub(super) fn begin(game: &mut Game) {
    game.state.stack.clear();
    game.push(at_start(Step::Setup, P::ONE));
}

places! {
    /// The set-up (5.2.1).
    place: SHUFFLE_ONE SHUFFLE_TWO STARTS HAND_FIRST HAND_OTHER ASK_FIRST BACK_FIRST ASK_OTHER BACK_OTHER DRAW_FIRST DRAW_OTHER OVER;
}

/// The setup, in the order of 5.2.1.
pub(super) fn setup(game: &mut Game, s: KernelStep) -> Flow {
    let first = game.state.turn.first;
    match s.at {
        place::SHUFFLE_ONE | place::SHUFFLE_TWO => {
            go(game, s, s.at.saturating_add(1));
            let p = if s.at == place::SHUFFLE_ONE { P::ONE } else { P::TWO };
            let cause = Cause::rule(rule::SHUFFLE_UP, p);
            game.emit(setup::shuffle(p, layout().of(p, zone::DECK), note::SHUFFLE, cause));
        }
        place::STARTS => {
            // 5.2.1.3.1: chance alone decides, the winner does not choose.
            let first = setup::decide_first(game);
            go(game, s, place::HAND_FIRST);
            let cause = Cause::rule(rule::STARTING_PLAYER, first);
            game.emit(setup::told(first, note::STARTS, cause));
        }
        place::HAND_FIRST | place::HAND_OTHER => {
            go(game, s, s.at.saturating_add(1));
            draw(
                game,
                if s.at == place::HAND_FIRST {
                    first
                } else {
                    first.other()
                },
                FIRST_HAND,
            );
        }
        place::ASK_FIRST | place::ASK_OTHER => {
            let p = if s.at == place::ASK_FIRST { first } else { first.other() };
            go(game, s, s.at.saturating_add(1));
            setup::ask_mulligan(game, p, layout().of(p, zone::HAND), prompt::MULLIGAN);
        }
        place::BACK_FIRST | place::BACK_OTHER => {
            let p = if s.at == place::BACK_FIRST {
                first
            } else {
                first.other()
            };
            let cause = Cause::rule(rule::FIRST_HAND, p);
            let n = cards::move_picked(game, layout().of(p, zone::WAITING_ROOM), note::MULLIGAN, cause);
            let next = if s.at == place::BACK_FIRST {
                place::DRAW_FIRST
            } else {
                place::DRAW_OTHER
            };
            game.goto(KernelStep { at: next, a: n, ..s });
            if n > 0 {
                game.send();
            }
        }
        place::DRAW_FIRST | place::DRAW_OTHER => {
            let (p, next) = if s.at == place::DRAW_FIRST {
                (first, place::ASK_OTHER)
            } else {
                (first.other(), place::OVER)
            };
            go(game, s, next);
            if s.a > 0 {
                draw(game, p, s.a);
            }
        }
        _ => {
            setup::begin_turns(game, at_start(Step::Turn, first));
        }
    }
    Flow::Go
}

/// Draws cards by the rules.
fn draw(game: &mut Game, p: P, n: i32) {
    let cause = Cause::rule(rule::FIRST_HAND, p);
    let way = (layout().of(p, zone::DECK), layout().of(p, zone::HAND));
    cards::serially(game, way, n, note::DRAW, cause);
}

/// Goes on at a phase of a turn whose board was set up by hand.
pub(super) fn begin_at(game: &mut Game, at: TimeId, start: bool) -> bool {
    // The place in the turn after the phase, the phase's step, and where in it.
    let (after, step, place) = match at {
        time::STAND | time::TURN => (turn_at::DRAW, Step::Stand, u8::from(!start)),
        time::DRAW => (turn_at::CLOCK, Step::Draw, u8::from(!start)),
        time::CLOCK => (turn_at::MAIN, Step::Clock, u8::from(!start)),
        time::MAIN => (turn_at::CLIMAX, Step::Main, u8::from(!start)),
        time::CLIMAX => (turn_at::ATTACK, Step::Climax, u8::from(!start)),
        time::ATTACK_PHASE => (turn_at::ENCORE, Step::Attack, u8::from(!start)),
        time::ATTACK_STEP => (turn_at::ENCORE, Step::Attack, attack_at::DECLARE),
        time::ENCORE_STEP => (turn_at::END, Step::Encore, u8::from(!start)),
        time::END => (turn_at::OVER, Step::End, u8::from(!start)),
        _ => return false,
    };
    let p = game.state.turn.player;
    let turn = KernelStep {
        at: after,
        ..at_start(Step::Turn, p)
    };
    let phase = KernelStep {
        at: place,
        ..at_start(step, p)
    };
    setup::resume(game, at, [turn, phase]);
    true
}
