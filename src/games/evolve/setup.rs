//! The beginning of a game (6.2), and beginning in the middle of one for tests.

use super::step::{Step, ask, begin as at_start, go, picked, told};
use super::tables::{note, player, prompt, rule, time, zone};
use super::{layout, links, turn};
use crate::exec::{Flow, Game};
use crate::kernel::{Ask, AskKind, Atom, Cause, End, Ev, EvKind, KernelStep, P, Ref, TimeId};

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

/// The setup, in the order of 6.2.1.
pub(super) fn setup(game: &mut Game, s: KernelStep) -> Flow {
    let first = game.state.turn.first;
    match s.at {
        // 6.2.1.4
        0 | 1 => {
            go(game, s, s.at.saturating_add(1));
            shuffle(game, if s.at == 0 { P::ONE } else { P::TWO });
        }
        2 => {
            // 6.2.1.6: chance picks a player, who decides.
            go(game, s, 3);
            game.state.picks.clear();
            if game.state.turn.number == 0 {
                let who = P(u8::try_from(game.state.rng.below(2)).unwrap_or(0));
                let atoms = vec![Atom::Player(who), Atom::Player(who.other())];
                ask(game, who, prompt::FIRST, Ref::NONE, atoms);
            }
        }
        3 => {
            if let Some(Atom::Player(first)) = game.state.picks.first().copied() {
                game.state.turn.first = first;
            }
            let first = game.state.turn.first;
            go(game, s, 4);
            let cause = Cause::rule(rule::STARTING_PLAYER, first);
            game.emit(told(note::STARTS, Ref::NONE, Ref::NONE, first, cause));
        }
        4 | 5 => {
            go(game, s, s.at.saturating_add(1));
            draw(game, if s.at == 4 { first } else { first.other() }, rule::FIRST_HAND);
        }
        6..=11 => mulligan(game, s, if s.at < 9 { first } else { first.other() }),
        12 => {
            go(game, s, 13);
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
            game.state.stack.pop();
            game.state.turn.number = 0;
            game.state.turn.player = first;
            game.push(at_start(Step::Turn, first));
        }
    }
    Flow::Go
}

/// 6.2.1.8: the whole hand to the bottom in any order, and four new cards; no shuffle.
fn mulligan(game: &mut Game, s: KernelStep, who: P) {
    match s.at {
        6 | 9 => {
            go(game, s, s.at + 1);
            ask(game, who, prompt::MULLIGAN, Ref::NONE, vec![Atom::No, Atom::Yes]);
        }
        7 | 10 => {
            if game.state.picks.first() != Some(&Atom::Yes) {
                go(game, s, s.at + 2);
                return;
            }
            go(game, s, s.at + 1);
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
            go(game, s, s.at + 1);
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

/// A player's deck is shuffled.
fn shuffle(game: &mut Game, p: P) {
    let deck = layout().of(p, zone::DECK);
    game.emit(Ev {
        kind: EvKind::Shuffle,
        tag: note::SHUFFLE,
        who: p,
        from: deck,
        to: deck,
        cause: Cause::rule(rule::SHUFFLE_UP, p),
        ..Ev::default()
    });
}

fn draw(game: &mut Game, p: P, rule: u16) {
    let cause = Cause::rule(rule, p);
    let (deck, hand) = (layout().of(p, zone::DECK), layout().of(p, zone::HAND));
    let frame = game.serial(deck, hand, FIRST_HAND, note::DRAW, cause);
    game.push_serial(frame);
}

/// Goes on at a phase of a turn whose board was set up by hand.
pub(super) fn begin_at(game: &mut Game, at: TimeId, start: bool) -> bool {
    // The place in the turn after the phase, the phase's step, and where in it: at its beginning, or behind the announcement.
    let (after, step) = match at {
        time::START | time::TURN => (2, Step::Start),
        time::MAIN => (3, Step::Main),
        time::END => (4, Step::End),
        _ => return false,
    };
    let p = game.state.turn.player;
    game.state.turn.phase = at;
    game.state.turn.step = at;
    game.state.stack.clear();
    let mut turn = at_start(Step::Turn, p);
    turn.at = after;
    game.push(turn);
    let mut phase = at_start(step, p);
    phase.at = u8::from(!start);
    game.push(phase);
    true
}
