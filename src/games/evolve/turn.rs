//! The turn, its start phase and its end phase (7.2, 7.4).

use super::step::{Step, ask_cards, begin, by_rule, check_then, enter, go, picked};
use super::tables::{keyword, note, orient, player, prompt, rule, time, zone};
use super::{has, layout, links, record};
use crate::exec::{Flow, Game};
use crate::games::common::cards;
use crate::games::common::rows::places;
use crate::kernel::{Ev, EvKind, KernelStep, P};

places! {
    /// A turn (7.1.2).
    pub(super) turn_at: BEGIN START MAIN END OVER;
}

/// A turn: its phases in order (7.1.2), then the next turn (7.4.8).
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
            game.forget_rounds();
            game.goto(next);
            return Flow::Go;
        }
        turn_at::START => Step::Start,
        turn_at::MAIN => Step::Main,
        turn_at::END => Step::End,
        _ if !game.left_times() => return Flow::Go,
        _ => {
            let who = game.state.turn.extra.pop().unwrap_or(game.state.turn.player.other());
            game.goto(begin(Step::Turn, who));
            return Flow::Go;
        }
    };
    game.goto(next);
    game.push(begin(phase, s.who));
    Flow::Go
}

/// A number of a player changes by the rules.
pub(super) fn value(game: &mut Game, who: P, which: u8, change: i32, rule: u16) {
    let cause = by_rule(game, rule);
    game.emit(Ev {
        kind: EvKind::Value(which),
        tag: note::POINTS,
        who,
        n: change,
        cause,
        ..Ev::default()
    });
}

places! {
    /// The start phase (7.2).
    start_at: BEGIN GROW REFILL REFRESH DRAW CHECK OVER;
}

/// The start phase (7.2): no decisions, and one Confirmation Timing at its end.
pub(super) fn start(game: &mut Game, s: KernelStep) -> Flow {
    let p = game.state.turn.player;
    match s.at {
        start_at::BEGIN => {
            go(game, s, start_at::GROW);
            enter(game, &[time::TURN, time::START]);
        }
        start_at::GROW => {
            // 7.2.1: the limit is kept where numbers change (3.2.4).
            go(game, s, start_at::REFILL);
            value(game, p, player::MAX_PP, 1, rule::GROW);
        }
        start_at::REFILL => {
            go(game, s, start_at::REFRESH);
            let change = game.player_attr(p, player::MAX_PP) - game.state.val(p, player::PLAY_POINTS);
            value(game, p, player::PLAY_POINTS, change, rule::REFILL);
        }
        start_at::REFRESH => {
            go(game, s, start_at::DRAW);
            let cause = by_rule(game, rule::REFRESH);
            game.state.batch = links::cards(game, p, zone::FIELD)
                .into_iter()
                .map(|c| game.turn_ev(c, orient::RESERVED, cause))
                .collect();
            game.send();
        }
        start_at::DRAW => {
            go(game, s, start_at::CHECK);
            // 7.2.4.1
            if game.state.turn.number > 1 || p != game.state.turn.first {
                let cause = by_rule(game, rule::DRAW);
                let (deck, hand) = (layout().of(p, zone::DECK), layout().of(p, zone::HAND));
                cards::serially(game, (deck, hand), 1, note::DRAW, cause);
            }
        }
        // 7.2.5
        start_at::CHECK => check_then(game, s, start_at::OVER),
        _ => return Flow::Pop,
    }
    Flow::Go
}

places! {
    /// The end phase (7.4); the end of the turn is told right behind its beginning.
    end_at: BEGIN CHECK ASK_WARD WARD QUICK HAND DISCARD LAST_CHECK OVER END_OF_TURN;
}

/// The end phase (7.4).
pub(super) fn end(game: &mut Game, s: KernelStep) -> Flow {
    let p = game.state.turn.player;
    match s.at {
        end_at::BEGIN => {
            // 7.4.1
            go(game, s, end_at::END_OF_TURN);
            enter(game, &[time::END]);
        }
        end_at::END_OF_TURN => {
            // What waits for the end of the turn answers together with what waits for the end phase.
            go(game, s, end_at::CHECK);
            let ev = game.time_ev(EvKind::End(time::TURN));
            game.emit(ev);
        }
        // 7.4.2
        end_at::CHECK => check_then(game, s, end_at::ASK_WARD),
        end_at::ASK_WARD => {
            // 7.4.3
            go(game, s, end_at::WARD);
            game.state.picks.clear();
            let mut wards = links::cards(game, p, zone::FIELD);
            wards.retain(|c| game.state.card(c.ix).orient == orient::RESERVED && has(game, *c, keyword::WARD));
            if !wards.is_empty() {
                ask_cards(game, p, prompt::END_WARD, &wards, (0, wards.len()));
            }
        }
        end_at::WARD => {
            go(game, s, end_at::QUICK);
            let cause = by_rule(game, rule::END_WARD);
            let engaged = picked(game);
            game.state.batch = engaged
                .into_iter()
                .map(|c| game.turn_ev(c, orient::ENGAGED, cause))
                .collect();
            if !game.state.batch.is_empty() {
                game.send();
            }
        }
        end_at::QUICK => {
            // 7.4.4, 7.4.5
            go(game, s, end_at::HAND);
            game.push(begin(Step::Quick, p.other()));
        }
        end_at::HAND => {
            // 7.4.6
            let hand = links::cards(game, p, zone::HAND);
            let limit = usize::try_from(game.player_attr(p, player::HAND_LIMIT).max(0)).unwrap_or(0);
            let over = hand.len().saturating_sub(limit);
            go(game, s, if over > 0 { end_at::DISCARD } else { end_at::OVER });
            if over > 0 {
                ask_cards(game, p, prompt::DISCARD, &hand, (over, over));
            }
        }
        end_at::DISCARD => {
            go(game, s, end_at::LAST_CHECK);
            let cause = by_rule(game, rule::HAND_LIMIT);
            cards::move_picked(game, layout().of(p, zone::CEMETERY), note::DISCARD, cause);
            game.send();
        }
        end_at::LAST_CHECK => check_then(game, s, end_at::HAND),
        _ => {
            // 7.4.7: no Confirmation Timing follows.
            game.expire(time::TURN, false);
            return Flow::Pop;
        }
    }
    Flow::Go
}
