//! The beginning of a game (6.2), and beginning in the middle of one for tests.

use super::step::{Step, ask, begin as at_start, go, picked, told};
use super::tables::{note, player, prompt, rule, time, zone};
use super::{layout, links, turn};
use crate::exec::{Flow, Game};
use crate::games::common::rows::places;
use crate::games::common::{cards, setup};
use crate::kernel::{Ask, AskKind, Atom, Cause, End, Ev, KernelStep, P, Ref, TimeId};

/// The size of the first hand (6.2.1.7).
const FIRST_HAND: i32 = 4;
/// The evolution points of the player who goes second (6.2.1.10).
const SECOND_POINTS: i32 = 3;
/// Numbers that both players begin with (6.2.1.9, 8.3.2, 4.7.3.1, 4.4.4.1, 4.8.3.1).
const NUMBERS: [(u8, i32); 6] = [
    (player::PLAY_POINTS, 0),
    (player::MAX_PP, 0),
    (player::EVOLVE_LIMIT, 1),
    (player::HAND_LIMIT, 7),
    (player::FIELD_LIMIT, 5),
    (player::EX_LIMIT, 5),
];

/// A game begins: the decks lie in their zones. A turn number of 1 says that the starting player is decided already.
pub(super) fn begin(game: &mut Game) {
    game.state.stack.clear();
    game.push(at_start(Step::Setup, P::ONE));
}

places! {
    /// The setup (6.2.1).
    place:
        SHUFFLE_ONE SHUFFLE_TWO ASK_STARTS STARTS HAND_FIRST HAND_OTHER ASK_FIRST ORDER_FIRST BACK_FIRST
        ASK_OTHER ORDER_OTHER BACK_OTHER POINTS OVER;
}

/// The setup, in the order of 6.2.1.
pub(super) fn setup(game: &mut Game, s: KernelStep) -> Flow {
    let first = game.state.turn.first;
    match s.at {
        // 6.2.1.4
        place::SHUFFLE_ONE | place::SHUFFLE_TWO => {
            go(game, s, s.at.saturating_add(1));
            let p = if s.at == place::SHUFFLE_ONE { P::ONE } else { P::TWO };
            let cause = Cause::rule(rule::SHUFFLE_UP, p);
            game.emit(setup::shuffle(p, layout().of(p, zone::DECK), note::SHUFFLE, cause));
        }
        place::ASK_STARTS => {
            // 6.2.1.6: chance picks a player, who decides.
            go(game, s, place::STARTS);
            game.state.picks.clear();
            if game.state.turn.number == 0 {
                let who = setup::anybody(game);
                let atoms = vec![Atom::Player(who), Atom::Player(who.other())];
                ask(game, who, prompt::FIRST, Ref::NONE, atoms);
            }
        }
        place::STARTS => {
            if let Some(Atom::Player(first)) = game.state.picks.first().copied() {
                game.state.turn.first = first;
            }
            let first = game.state.turn.first;
            go(game, s, place::HAND_FIRST);
            let cause = Cause::rule(rule::STARTING_PLAYER, first);
            game.emit(told(note::STARTS, Ref::NONE, Ref::NONE, first, cause));
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
                rule::FIRST_HAND,
            );
        }
        place::ASK_FIRST..=place::BACK_OTHER => {
            mulligan(game, s, if s.at < place::ASK_OTHER { first } else { first.other() });
        }
        place::POINTS => {
            go(game, s, place::OVER);
            for p in P::BOTH {
                for (which, n) in NUMBERS {
                    set(game, p, which, n);
                }
                set(game, p, player::EVOLUTION_POINTS, 0);
            }
            turn::value(
                game,
                first.other(),
                player::EVOLUTION_POINTS,
                SECOND_POINTS,
                rule::EVOLUTION_POINTS,
            );
        }
        _ => {
            // 6.2.1.12
            setup::begin_turns(game, at_start(Step::Turn, first));
        }
    }
    Flow::Go
}

/// 6.2.1.8: the whole hand to the bottom in any order, and four new cards; no shuffle.
fn mulligan(game: &mut Game, s: KernelStep, who: P) {
    match s.at {
        place::ASK_FIRST | place::ASK_OTHER => {
            go(game, s, s.at.saturating_add(1));
            ask(game, who, prompt::MULLIGAN, Ref::NONE, vec![Atom::No, Atom::Yes]);
        }
        place::ORDER_FIRST | place::ORDER_OTHER => {
            let (back, kept) = if s.at == place::ORDER_FIRST {
                (place::BACK_FIRST, place::ASK_OTHER)
            } else {
                (place::BACK_OTHER, place::POINTS)
            };
            if game.state.picks.first() != Some(&Atom::Yes) {
                go(game, s, kept);
                return;
            }
            go(game, s, back);
            let hand = links::cards(game, who, zone::HAND);
            game.state.picks.clear();
            let mut question = Ask::one(who, AskKind::Order);
            question.min = u16::try_from(hand.len()).unwrap_or(0);
            question.max = question.min;
            question.ordered = true;
            game.state.atoms = hand.into_iter().map(Atom::Card).collect();
            game.ask(question);
        }
        _ => {
            go(game, s, s.at.saturating_add(1));
            draw(game, who, rule::MULLIGAN);
            // The hand goes first: its frame is above that of the draw.
            let to = layout().of(who, zone::DECK);
            let cause = Cause::rule(rule::MULLIGAN, who);
            game.state.batch = picked(game)
                .into_iter()
                .map(|card| Ev {
                    end: End::Bottom,
                    ..game.move_ev(card, to, note::MULLIGAN, cause)
                })
                .collect();
            game.send();
        }
    }
}

fn set(game: &mut Game, p: P, which: u8, n: i32) {
    let vals = game.state.players.get_mut(p.ix()).map(|p| &mut p.vals);
    if let Some(slot) = vals.and_then(|v| v.get_mut(usize::from(which))) {
        *slot = n;
    }
}

fn draw(game: &mut Game, p: P, rule: u16) {
    let cause = Cause::rule(rule, p);
    let way = (layout().of(p, zone::DECK), layout().of(p, zone::HAND));
    cards::serially(game, way, FIRST_HAND, note::DRAW, cause);
}

/// Goes on at a phase of a turn whose board was set up by hand.
pub(super) fn begin_at(game: &mut Game, at: TimeId, start: bool) -> bool {
    // The place in the turn after the phase, the phase's step, and where in it: at its beginning, or behind the announcement.
    let (after, step) = match at {
        time::START | time::TURN => (turn::turn_at::MAIN, Step::Start),
        time::MAIN => (turn::turn_at::END, Step::Main),
        time::END => (turn::turn_at::OVER, Step::End),
        _ => return false,
    };
    let p = game.state.turn.player;
    let turn = KernelStep {
        at: after,
        ..at_start(Step::Turn, p)
    };
    let phase = KernelStep {
        at: u8::from(!start),
        ..at_start(step, p)
    };
    setup::resume(game, at, [turn, phase]);
    true
}
