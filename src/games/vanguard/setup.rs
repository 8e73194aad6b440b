//! The beginning of a game (5.4, 6.1), and beginning in the middle of one for tests.

use super::step::{Step, begin as at_start, go};
use super::tables::{attr, note, prompt, rule, time, zone};
use super::turn::turn_at;
use super::{circles, layout};
use crate::exec::{Flow, Game};
use crate::games::common::rows::places;
use crate::games::common::{cards, setup};
use crate::kernel::{Ask, AskKind, Atom, Cause, Ev, EvKind, KernelStep, P, TimeId};

/// The size of the first hand (5.4.4).
const FIRST_HAND: i32 = 5;

/// A game begins: the decks lie in their zones. A turn number of 1 says that the starting player is decided already.
pub(super) fn begin(game: &mut Game) {
    game.state.stack.clear();
    game.push(at_start(Step::Setup, P::ONE));
}

places! {
    /// The setup (5.4).
    place:
        ASK_ONE PLACE_ONE ASK_TWO PLACE_TWO SHUFFLE_ONE SHUFFLE_TWO STARTS HAND_FIRST HAND_OTHER ASK_FIRST
        BACK_FIRST SHUFFLE_FIRST DRAW_FIRST ASK_OTHER BACK_OTHER SHUFFLE_OTHER DRAW_OTHER STAND_UP OVER;
}

/// The setup, in the order of 5.4. `a` counts the cards that were put back.
pub(super) fn setup(game: &mut Game, s: KernelStep) -> Flow {
    let first = game.state.turn.first;
    match s.at {
        // 5.4.3: the first vanguard, face down; nobody sees the other's choice.
        place::ASK_ONE | place::ASK_TWO => {
            go(game, s, s.at.saturating_add(1));
            ask_first_vanguard(game, if s.at == place::ASK_ONE { P::ONE } else { P::TWO });
        }
        place::PLACE_ONE | place::PLACE_TWO => {
            go(game, s, s.at.saturating_add(1));
            let p = if s.at == place::PLACE_ONE { P::ONE } else { P::TWO };
            if let Some(Atom::Card(card)) = game.state.picks.first().copied() {
                let mut ev = game.move_ev(card, circles::vc(p), note::PUT, Cause::rule(rule::FIRST_VANGUARD, p));
                ev.face_down = true;
                game.emit(ev);
            }
        }
        place::SHUFFLE_ONE | place::SHUFFLE_TWO => {
            go(game, s, s.at.saturating_add(1));
            shuffle(
                game,
                if s.at == place::SHUFFLE_ONE { P::ONE } else { P::TWO },
                rule::SHUFFLE_UP,
            );
        }
        place::STARTS => {
            // 5.4.3.2.1: chance alone decides, nobody chooses.
            let first = setup::decide_first(game);
            go(game, s, place::HAND_FIRST);
            game.state.batch.clear();
            let told = [(note::STARTS, first), (note::SECOND, first.other())];
            game.state.batch.extend(told.map(|(tag, who)| order(tag, who)));
            game.send();
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
            go(game, s, s.at.saturating_add(1));
            let who = hand_of(game, s.at);
            setup::ask_mulligan(game, who, layout().of(who, zone::HAND), prompt::MULLIGAN);
        }
        place::BACK_FIRST | place::BACK_OTHER => put_back(game, s),
        place::SHUFFLE_FIRST | place::SHUFFLE_OTHER => {
            // 5.4.4: who puts nothing back does not shuffle.
            go(game, s, s.at.saturating_add(1));
            if s.a > 0 {
                shuffle(game, hand_of(game, s.at), rule::FIRST_HAND);
            }
        }
        place::DRAW_FIRST | place::DRAW_OTHER => {
            go(game, s, s.at.saturating_add(1));
            if s.a > 0 {
                draw(game, hand_of(game, s.at), s.a);
            }
        }
        place::STAND_UP => {
            go(game, s, place::OVER);
            stand_up(game);
        }
        _ => {
            setup::begin_turns(game, at_start(Step::Turn, first));
        }
    }
    Flow::Go
}

/// Who begins and who does not (5.4.3.2).
fn order(tag: crate::kernel::Note, who: P) -> Ev {
    setup::told(who, tag, Cause::rule(rule::STARTING_PLAYER, who))
}

/// Whose hand is made at this place of the setup: the starting player's first.
fn hand_of(game: &Game, at: u8) -> P {
    let first = game.state.turn.first;
    if at < place::ASK_OTHER { first } else { first.other() }
}

fn ask_first_vanguard(game: &mut Game, p: P) {
    let deck = layout().of(p, zone::DECK);
    let mut seen: Vec<Atom> = Vec::new();
    for card in circles::cards(game, deck) {
        let atom = Atom::Card(card);
        // Copies are one choice.
        let copy = |a: &Atom| matches!(a, Atom::Card(c) if game.state.card(c.ix).def == game.state.card(card.ix).def);
        if game.info(card).attr(attr::GRADE.ix()) == 0 && !seen.iter().any(copy) {
            seen.push(atom);
        }
    }
    game.state.atoms = seen;
    game.ask(Ask::one(p, AskKind::Rule(prompt::FIRST_VANGUARD)));
}

fn put_back(game: &mut Game, s: KernelStep) {
    let p = hand_of(game, s.at);
    let cause = Cause::rule(rule::FIRST_HAND, p);
    let n = cards::move_picked(game, layout().of(p, zone::DECK), note::MULLIGAN, cause);
    game.goto(KernelStep {
        at: s.at.saturating_add(1),
        a: n,
        ..s
    });
    if n > 0 {
        game.send();
    }
}

/// 6.1.1: both turn their first vanguards face up.
fn stand_up(game: &mut Game) {
    let mut batch = Vec::new();
    for p in P::BOTH {
        for card in circles::cards(game, circles::vc(p)) {
            batch.push(Ev {
                kind: EvKind::Face,
                tag: note::STAND_UP,
                subj: card,
                who: p,
                from: circles::vc(p),
                to: circles::vc(p),
                n: 0,
                cause: Cause::rule(rule::STAND_UP, p),
                ..Ev::default()
            });
        }
    }
    game.state.batch = batch;
    game.send();
}

/// A player's deck is shuffled by the rules.
pub(super) fn shuffle(game: &mut Game, p: P, rule: u16) {
    let deck = layout().of(p, zone::DECK);
    game.emit(setup::shuffle(p, deck, note::SHUFFLE, Cause::rule(rule, p)));
}

/// Draws cards by the rules.
fn draw(game: &mut Game, p: P, n: i32) {
    let cause = Cause::rule(rule::FIRST_HAND, p);
    let way = (layout().of(p, zone::DECK), layout().of(p, zone::HAND));
    cards::serially(game, way, n, note::DRAW, cause);
}

/// Goes on at a phase or step of a turn whose board was set up by hand.
pub(super) fn begin_at(game: &mut Game, at: TimeId, start: bool) -> bool {
    // The place in the turn after the phase, the phase's step, and where in it: at its beginning, or behind the announcement.
    let (after, step, place) = match at {
        time::STAND | time::TURN => (turn_at::DRAW, Step::Stand, u8::from(!start)),
        time::DRAW | time::DRAW_STEP => (turn_at::ASSIST, Step::Draw, u8::from(!start)),
        time::ASSIST_STEP => (turn_at::RIDE, Step::Assist, u8::from(!start)),
        time::RIDE | time::RIDE_STEP => (turn_at::STRIDE, Step::Rides, u8::from(!start)),
        time::STRIDE_STEP => (turn_at::MAIN, Step::Strides, u8::from(!start)),
        time::MAIN => (turn_at::BATTLE, Step::Main, u8::from(!start)),
        time::BATTLE_PHASE | time::START_STEP => (turn_at::END, Step::Battle, u8::from(!start)),
        time::END => (turn_at::OVER, Step::End, 0),
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
    // The setup is a part of the past of such a game.
    game.remember(order(note::SECOND, game.state.turn.first.other()));
    true
}
