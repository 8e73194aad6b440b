//! The turn and its simple phases (6).

use super::marks::{self, mark};
use super::step::{Step, begin, by_rule, check_then, enter, go};
use super::tables::{card_type, note, orient, rule, time, zone};
use super::ties::{self, tie};
use super::{circles, edition, layout, record, rules};
use crate::exec::{Flow, Game};
use crate::games::common::cards;
use crate::games::common::rows::places;
use crate::kernel::{Ev, EvKind, KernelStep};

places! {
    /// A turn (6.2.1).
    pub(super) turn_at: BEGIN STAND DRAW ASSIST RIDE STRIDE MAIN BATTLE END OVER;
}

/// A turn: its phases in order (6.2.1), then the next turn.
pub(super) fn turn(game: &mut Game, s: KernelStep) -> Flow {
    let next = KernelStep {
        at: s.at.saturating_add(1),
        ..s
    };
    let rules = edition::of(game);
    let phase = match s.at {
        turn_at::BEGIN => {
            game.state.turn.number += 1;
            game.state.turn.player = s.who;
            record::new_turn(game);
            game.forget_answers(END_MARK);
            game.forget_rounds();
            game.goto(next);
            return Flow::Go;
        }
        turn_at::STAND => Step::Stand,
        turn_at::DRAW => Step::Draw,
        turn_at::ASSIST if rules.assist_step => Step::Assist,
        turn_at::RIDE => Step::Rides,
        turn_at::STRIDE if rules.stride_step => Step::Strides,
        turn_at::MAIN => Step::Main,
        turn_at::BATTLE => Step::Battle,
        turn_at::END => Step::End,
        turn_at::ASSIST | turn_at::STRIDE => {
            game.goto(next);
            return Flow::Go;
        }
        _ if !game.left_times() => return Flow::Go,
        _ => {
            // 11.4.1, 11.4.2: the extra turn that was given last comes first.
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
    /// The stand phase (6.3.1).
    stand_at: BEGIN CHECK STAND LAST_CHECK;
}

/// The stand phase (6.3.1).
pub(super) fn stand(game: &mut Game, s: KernelStep) -> Flow {
    let p = game.state.turn.player;
    match s.at {
        stand_at::BEGIN => {
            // 6.3.1.1: the beginning of the turn and of the phase are one moment; a turn without the phase begins all the same.
            let skipped = game.skips(p, time::STAND);
            go(game, s, if skipped { stand_at::LAST_CHECK } else { stand_at::CHECK });
            let times: &[_] = if skipped {
                &[time::TURN]
            } else {
                &[time::TURN, time::STAND]
            };
            enter(game, times.last().copied().unwrap_or(time::TURN), times);
        }
        stand_at::CHECK | stand_at::LAST_CHECK => check_then(game, s, s.at.saturating_add(1)),
        stand_at::STAND => {
            go(game, s, stand_at::LAST_CHECK);
            let cause = by_rule(game, rule::STAND_PHASE);
            let cells = [circles::vc(p), circles::gc(p)].into_iter().chain(circles::rcs(p));
            let units = cells.flat_map(|c| circles::units(game, c)).collect::<Vec<_>>();
            game.state.batch = units
                .into_iter()
                .map(|c| game.turn_ev(c, orient::STANDING, cause))
                .collect();
            game.send();
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

places! {
    /// The draw step (6.4.1.1).
    draw_at: BEGIN CHECK DRAW LAST_CHECK;
}

/// The draw step of the draw phase (6.4.1.1).
pub(super) fn draw(game: &mut Game, s: KernelStep) -> Flow {
    let p = game.state.turn.player;
    match s.at {
        draw_at::BEGIN => {
            if game.skips(p, time::DRAW) {
                // The G assist is a part of the phase.
                game.skip_time(p, time::ASSIST_STEP);
                return Flow::Pop;
            }
            go(game, s, draw_at::CHECK);
            let steps: &[_] = if edition::of(game).assist_step {
                &[time::DRAW, time::DRAW_STEP]
            } else {
                &[time::DRAW]
            };
            enter(game, time::DRAW, steps);
        }
        draw_at::CHECK | draw_at::LAST_CHECK => check_then(game, s, s.at.saturating_add(1)),
        draw_at::DRAW => {
            go(game, s, draw_at::LAST_CHECK);
            let cause = by_rule(game, rule::DRAW_STEP);
            let (deck, hand) = (layout().of(p, zone::DECK), layout().of(p, zone::HAND));
            cards::serially(game, (deck, hand), 1, note::DRAW, cause);
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

/// 6.8.1.3: the beginning of the end phase and the end of the turn; each ability answers once an end phase.
const END_OF_TURN: [EvKind; 2] = [EvKind::Begin(time::END), EvKind::End(time::TURN)];

/// Marks abilities that have heard the end of the turn.
const END_MARK: u16 = u16::MAX;

places! {
    /// The end phase (6.8.1).
    end_at: BEGIN CHECK TELL LAST_CHECK EXPIRE AGAIN LATE;
}

/// The end phase (6.8.1): it starts over until nothing is left to do. `b` counts the rounds.
pub(super) fn end(game: &mut Game, s: KernelStep) -> Flow {
    match s.at {
        end_at::BEGIN if game.state.turn.step != time::END => game.enter_time(time::END, time::END, &[]),
        end_at::BEGIN => {
            go(game, s, end_at::TELL);
            if edition::of(game).end_cleanup {
                go(game, s, end_at::CHECK);
                clean_up(game);
            }
        }
        // 6.8.1.2
        end_at::CHECK => check_then(game, s, end_at::TELL),
        end_at::TELL => {
            go(game, s, end_at::LAST_CHECK);
            game.announce_once(&END_OF_TURN, s.b > 0, END_MARK);
        }
        end_at::LAST_CHECK => check_then(game, s, end_at::EXPIRE),
        end_at::EXPIRE => {
            // 6.8.1.4: what lasts until the end of the turn is over, harmony too (10.2.13.1).
            go(game, s, end_at::AGAIN);
            game.expire(time::TURN, false);
            ties::cut_all(game, tie::HARMONY);
        }
        end_at::AGAIN => {
            // 6.8.1.5
            if !game.state.standby.is_empty() || rules::is_due(game) {
                again(game, s);
            } else {
                go(game, s, end_at::LATE);
                game.announce_once(&END_OF_TURN, true, END_MARK);
            }
        }
        _ => {
            // Abilities that came too late for the first announcement have heard it now.
            if game.state.standby.is_empty() {
                return Flow::Pop;
            }
            again(game, s);
        }
    }
    Flow::Go
}

fn again(game: &mut Game, s: KernelStep) {
    game.goto(KernelStep {
        at: end_at::BEGIN,
        b: s.b.saturating_add(1),
        ..s
    });
}

/// 6.8.1.1: the turn player's locked cards and deleted units are turned face up, G units go back to the G zone, all together (ruling R12: the own ones).
fn clean_up(game: &mut Game) {
    let p = game.state.turn.player;
    let mut batch: Vec<Ev> = Vec::new();
    let unlocks = by_rule(game, rule::UNLOCKS);
    batch.extend(
        marks::marked(game, p, mark::LOCKED)
            .into_iter()
            .map(|c| marks::unlock(game, c, unlocks)),
    );
    let restores = by_rule(game, rule::RESTORES);
    batch.extend(
        marks::marked(game, p, mark::DELETED)
            .into_iter()
            .map(|c| marks::restore(game, c, restores)),
    );
    let returns = by_rule(game, rule::G_RETURNS);
    let g_zone = layout().of(p, zone::G);
    // Hearts that are G units are among them (10.1.26.5.1 calls them so).
    for card in circles::cards(game, circles::vc(p)) {
        if game.pool.def(game.state.card(card.ix).def).printed.types & card_type::G_UNIT != 0 {
            let mut ev = game.move_ev(card, g_zone, note::RETURN, returns);
            ev.face_down = false;
            batch.push(ev);
        }
    }
    game.state.batch = batch;
    game.send();
}
