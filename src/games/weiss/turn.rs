//! The turn and its phases (6).

use super::layout;
use super::play;
use super::record;
use super::rules;
use super::step::{Step, begin, by_rule, enter, go};
use super::tables::{act, note, orient, player, prompt, rule, time, window, zone};
use crate::exec::{Flow, Game};
use crate::games::common::cards;
use crate::games::common::rows::places;
use crate::kernel::{Act, Atom, Cause, Ev, EvKind, KernelStep, P, Ref, TimeId};

places! {
    /// A turn (6.1.1).
    pub(super) turn_at: BEGIN STAND DRAW CLOCK MAIN CLIMAX ATTACK ENCORE END OVER;
}

/// A turn: its phases in order (6.1.1), then the next turn.
pub(super) fn turn(game: &mut Game, s: KernelStep) -> Flow {
    let next = KernelStep {
        at: s.at.saturating_add(1),
        ..s
    };
    let phase = match s.at {
        turn_at::BEGIN => {
            game.state.turn.number += 1;
            game.state.turn.player = s.who;
            record::new_turn(game);
            game.forget_answers(ANNOUNCED);
            game.forget_rounds();
            game.goto(next);
            return Flow::Go;
        }
        turn_at::STAND => Step::Stand,
        turn_at::DRAW => Step::Draw,
        turn_at::CLOCK => Step::Clock,
        turn_at::MAIN => Step::Main,
        turn_at::CLIMAX => Step::Climax,
        turn_at::ATTACK => Step::Attack,
        turn_at::ENCORE => Step::Encore,
        turn_at::END => Step::End,
        _ if !game.left_times() => return Flow::Go,
        _ => {
            // 11.2.1, 11.2.2: the extra turn that was given last comes first; the others wait for the next handover.
            let who = game.hand_over();
            game.goto(begin(Step::Turn, who));
            return Flow::Go;
        }
    };
    game.goto(next);
    game.push(begin(phase, s.who));
    Flow::Go
}

places! {
    /// The stand phase (6.2.1).
    stand_at: BEGIN CHECK STAND LAST_CHECK;
}

/// The stand phase (6.2.1).
pub(super) fn stand(game: &mut Game, s: KernelStep) -> Flow {
    let p = game.state.turn.player;
    match s.at {
        stand_at::BEGIN => {
            // 6.2.1.1: the beginning of the turn and of the phase are one moment; a turn without the phase begins all the same.
            let (times, next): (&[TimeId], u8) = if game.skips(p, time::STAND) {
                (&[time::TURN], stand_at::LAST_CHECK)
            } else {
                (&[time::TURN, time::STAND], stand_at::CHECK)
            };
            go(game, s, next);
            let now = times.last().copied().unwrap_or(time::TURN);
            game.enter_time(now, now, times);
        }
        stand_at::CHECK | stand_at::LAST_CHECK => {
            go(game, s, s.at.saturating_add(1));
            game.push_check();
        }
        stand_at::STAND => {
            go(game, s, stand_at::LAST_CHECK);
            let cause = by_rule(game, rule::STAND_PHASE);
            let turns: Vec<Ev> = layout()
                .cells_of(p, zone::STAGE)
                .flat_map(|c| game.state.cells.cards(c).to_vec())
                .map(|ix| game.turn_ev(game.state.now(ix), orient::STANDING, cause))
                .collect();
            game.state.batch = turns;
            game.send();
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

places! {
    /// The draw phase (6.3.1).
    draw_at: BEGIN CHECK DRAW LAST_CHECK;
}

/// The draw phase (6.3.1).
pub(super) fn draw(game: &mut Game, s: KernelStep) -> Flow {
    let p = game.state.turn.player;
    match s.at {
        draw_at::BEGIN => {
            if game.skips(p, time::DRAW) {
                return Flow::Pop;
            }
            go(game, s, draw_at::CHECK);
            enter(game, time::DRAW, time::DRAW);
        }
        draw_at::CHECK | draw_at::LAST_CHECK => {
            go(game, s, s.at.saturating_add(1));
            game.push_check();
        }
        draw_at::DRAW => {
            go(game, s, draw_at::LAST_CHECK);
            draw_cards(game, p, 1, rule::DRAW_PHASE);
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

fn draw_cards(game: &mut Game, p: P, n: i32, rule: u16) {
    let cause = Cause::rule(rule, p);
    let way = (layout().of(p, zone::DECK), layout().of(p, zone::HAND));
    cards::serially(game, way, n, note::DRAW, cause);
}

places! {
    /// The clock phase (6.4.1).
    clock_at: BEGIN CHECK ASK ANSWER DRAW LAST_CHECK;
}

/// A card of the hand is put into the clock in the clock phase.
fn clocked(game: &Game, p: P, card: Ref) -> Ev {
    let cause = Cause::rule(rule::CLOCK_PHASE, p);
    game.move_ev(card, layout().of(p, zone::CLOCK), note::CLOCK, cause)
}

/// The clock phase (6.4.1).
pub(super) fn clock(game: &mut Game, s: KernelStep) -> Flow {
    let p = game.state.turn.player;
    match s.at {
        clock_at::BEGIN => {
            if game.skips(p, time::CLOCK) {
                return Flow::Pop;
            }
            go(game, s, clock_at::CHECK);
            enter(game, time::CLOCK, time::CLOCK);
        }
        clock_at::CHECK | clock_at::LAST_CHECK => {
            go(game, s, s.at.saturating_add(1));
            game.push_check();
        }
        clock_at::ASK => {
            go(game, s, clock_at::ANSWER);
            game.ask_to_act(p, window::CLOCK, true, |game, atoms| {
                for ix in game.state.cells.cards(layout().of(p, zone::HAND)) {
                    let card = game.state.now(*ix);
                    if !game.forbidden(&clocked(game, p, card)) {
                        atoms.push(Atom::Act(Act {
                            kind: act::CLOCK,
                            card,
                            n: 0,
                        }));
                    }
                }
            });
        }
        clock_at::ANSWER => {
            if let Some(Atom::Act(Act { card, .. })) = game.state.picks.first().copied() {
                go(game, s, clock_at::DRAW);
                let ev = clocked(game, p, card);
                game.emit(ev);
            } else {
                go(game, s, clock_at::LAST_CHECK);
            }
        }
        clock_at::DRAW => {
            // 6.4.1.2: two cards if a card was put; a level up has come first (9.1.2.1).
            go(game, s, clock_at::LAST_CHECK);
            if game.state.done > 0 {
                draw_cards(game, p, 2, rule::CLOCK_PHASE);
            }
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

places! {
    /// The main phase (6.5.1).
    main_at: BEGIN CHECK ROUND ASK REPEAT ANSWER;
}

/// The main phase (6.5.1): actions until the player passes.
pub(super) fn main(game: &mut Game, s: KernelStep) -> Flow {
    let p = game.state.turn.player;
    match s.at {
        main_at::BEGIN => {
            if game.skips(p, time::MAIN) {
                return Flow::Pop;
            }
            go(game, s, main_at::CHECK);
            enter(game, time::MAIN, time::MAIN);
        }
        main_at::CHECK => {
            go(game, s, main_at::ROUND);
            game.push_check();
        }
        main_at::ROUND => {
            go(game, s, main_at::ASK);
            // 11.1.1.2: a round of actions that comes back to where it began.
            if game.find_round() {
                go(game, s, main_at::REPEAT);
            }
        }
        main_at::REPEAT => {
            if !game.repeat_round() {
                go(game, s, main_at::ASK);
            }
        }
        main_at::ASK => {
            go(game, s, main_at::ANSWER);
            game.ask_to_act(p, window::MAIN, true, |game, atoms| play::list_main(game, p, atoms));
        }
        _ => match game.state.picks.first().copied() {
            Some(Atom::Act(action)) => {
                go(game, s, main_at::CHECK);
                play::act(game, p, action);
            }
            _ => return Flow::Pop,
        },
    }
    Flow::Go
}

places! {
    /// The climax phase (6.6.1).
    climax_at: BEGIN CHECK ASK ANSWER LAST_CHECK;
}

/// The climax phase (6.6.1): one climax at most.
pub(super) fn climax(game: &mut Game, s: KernelStep) -> Flow {
    let p = game.state.turn.player;
    match s.at {
        climax_at::BEGIN => {
            if game.skips(p, time::CLIMAX) {
                return Flow::Pop;
            }
            go(game, s, climax_at::CHECK);
            enter(game, time::CLIMAX, time::CLIMAX);
        }
        climax_at::CHECK | climax_at::LAST_CHECK => {
            go(game, s, s.at.saturating_add(1));
            game.push_check();
        }
        climax_at::ASK => {
            go(game, s, climax_at::ANSWER);
            game.ask_to_act(p, window::CLIMAX, true, |game, atoms| {
                play::list_climaxes(game, p, atoms);
            });
        }
        climax_at::ANSWER => {
            go(game, s, climax_at::LAST_CHECK);
            if let Some(Atom::Act(action)) = game.state.picks.first().copied() {
                play::act(game, p, action);
            }
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

places! {
    /// The end phase (6.8.1).
    end_at: BEGIN CHECK HAND DISCARD CLIMAX LAST_CHECK EXPIRE AGAIN LATE;
}

/// The end phase (6.8.1): it starts over until nothing is left to do. `b` counts the rounds.
pub(super) fn end(game: &mut Game, s: KernelStep) -> Flow {
    let p = game.state.turn.player;
    match s.at {
        end_at::BEGIN if game.state.turn.step != time::END => game.enter_time(time::END, time::END, &[]),
        end_at::BEGIN => {
            game.goto(KernelStep { at: end_at::CHECK, ..s });
            game.announce_once(&END_OF_TURN, s.b > 0, ANNOUNCED);
        }
        end_at::CHECK | end_at::LAST_CHECK => {
            go(game, s, s.at.saturating_add(1));
            game.push_check();
        }
        end_at::HAND => {
            // 6.8.1.2: only the turn player's hand is counted.
            go(game, s, end_at::DISCARD);
            let limit = game.player_attr(p, player::HAND_LIMIT);
            cards::ask_excess(game, p, layout().of(p, zone::HAND), limit, prompt::DISCARD);
        }
        end_at::DISCARD => {
            go(game, s, end_at::CLIMAX);
            let cause = Cause::rule(rule::HAND_LIMIT, p);
            cards::move_picked(game, layout().of(p, zone::WAITING_ROOM), note::PUT, cause);
            game.send();
        }
        end_at::CLIMAX => {
            go(game, s, end_at::LAST_CHECK);
            let cause = Cause::rule(rule::CLIMAX_LEAVES, p);
            let area = layout().of(p, zone::CLIMAX);
            let leaving: Vec<Ev> = game
                .state
                .cells
                .cards(area)
                .iter()
                .map(|ix| {
                    let card = game.state.now(*ix);
                    game.move_ev(card, layout().of(p, zone::WAITING_ROOM), note::PUT, cause)
                })
                .collect();
            game.state.batch = leaving;
            game.send();
        }
        end_at::EXPIRE => {
            // 6.8.1.4: what lasts until the end of the turn is over.
            game.expire(time::TURN, false);
            go(game, s, end_at::AGAIN);
        }
        end_at::AGAIN => {
            // 6.8.1.5 (ruling D19): if the hand is too large again, or something is due or waits, the phase starts over.
            let hand = i32::try_from(game.state.cells.len(layout().of(p, zone::HAND))).unwrap_or(i32::MAX);
            let again = hand > game.player_attr(p, player::HAND_LIMIT).max(0)
                || !game.state.standby.is_empty()
                || rules::is_due(game);
            if again {
                game.goto(KernelStep {
                    at: end_at::BEGIN,
                    b: s.b.saturating_add(1),
                    ..s
                });
            } else {
                go(game, s, end_at::LATE);
                game.announce_once(&END_OF_TURN, true, ANNOUNCED);
            }
        }
        _ => {
            // Abilities that came too late for the first announcement have heard it now.
            if game.state.standby.is_empty() {
                return Flow::Pop;
            }
            game.goto(KernelStep {
                at: end_at::CHECK,
                b: s.b.saturating_add(1),
                ..s
            });
        }
    }
    Flow::Go
}

/// 6.8.1.1: the beginning of the end phase and the end of the turn; each ability answers once a turn.
const END_OF_TURN: [EvKind; 2] = [EvKind::Begin(time::END), EvKind::End(time::TURN)];

/// Marks an ability that has heard the end of the turn among the used-up limits.
const ANNOUNCED: u16 = u16::MAX;
