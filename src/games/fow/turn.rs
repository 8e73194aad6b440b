//! The turn and its phases (500).

use super::step::{Step, begin, by_rule, enter, go};
use super::tables::{note, orient, player, prompt, rule, time, zone};
use super::{layout, priority, process, record, shape};
use crate::exec::code::bits;
use crate::exec::{Flow, Game};
use crate::games::common::cards;
use crate::games::common::rows::places;
use crate::kernel::{Cause, Ev, EvKind, KernelStep, P, TimeId};

places! {
    /// A turn (501.1).
    pub(super) turn_at: BEGIN DRAW RECOVERY MAIN END OVER;
}

/// A turn: its phases in order (501.1), then the next turn.
pub(super) fn turn(game: &mut Game, s: KernelStep) -> Flow {
    // A phase that was put into the turn comes right after the one in which that happened.
    let put = game
        .state
        .turn
        .phases
        .iter()
        .rposition(|(p, _)| *p == s.who)
        .filter(|_| s.at > turn_at::DRAW);
    if let Some(at) = put {
        game.state.turn.phases.remove(at);
        let mut step = begin(Step::DrawPhase, s.who);
        step.b = 1;
        game.push(step);
        return Flow::Go;
    }
    let phase = match s.at {
        turn_at::BEGIN => {
            game.state.turn.number = game.state.turn.number.saturating_add(1);
            game.state.turn.player = s.who;
            record::new_turn(game);
            record::count_turn(game, s.who);
            game.touch(bits::TURN | bits::TIME);
            game.forget_rounds();
            // What left in an earlier turn is not asked for any more, unless something still waits for it.
            game.quiet_down();
            go(game, s, turn_at::DRAW);
            // What lasts until a turn begins does not ask whether there is a draw phase.
            game.expire(time::TURN, true);
            return Flow::Go;
        }
        turn_at::DRAW => Step::DrawPhase,
        turn_at::RECOVERY => Step::RecoveryPhase,
        turn_at::MAIN => Step::MainPhase,
        turn_at::END => Step::EndPhase,
        _ if !game.left_times() => return Flow::Go,
        _ => {
            // 1025.1, 1025.2: extra turns come one after another; else the other player's turn begins (505.6).
            let who = game.hand_over();
            game.goto(begin(Step::Turn, who));
            return Flow::Go;
        }
    };
    go(game, s, s.at.saturating_add(1));
    game.push(begin(phase, s.who));
    Flow::Go
}

/// The turn player gains priority; the step goes on afterwards.
fn sequence(game: &mut Game, s: KernelStep) {
    go(game, s, s.at.saturating_add(1));
    priority::push(game);
}

places! {
    /// The draw phase (502).
    draw_at: BEGIN SEQUENCE DRAW LAST_SEQUENCE;
}

/// The draw phase (502). A draw phase that was put into the turn has a `b` of 1.
pub(super) fn draw(game: &mut Game, s: KernelStep) -> Flow {
    let p = game.state.turn.player;
    match s.at {
        draw_at::BEGIN => {
            // 1031.1: nothing of a skipped phase happens, the beginning of the turn included.
            if game.skips(p, time::DRAW) {
                return Flow::Pop;
            }
            go(game, s, draw_at::SEQUENCE);
            begin_draw_phase(game, s.b > 0);
        }
        draw_at::SEQUENCE | draw_at::LAST_SEQUENCE => sequence(game, s),
        draw_at::DRAW => {
            go(game, s, draw_at::LAST_SEQUENCE);
            // 502.3: not in the first turn of the game.
            if game.state.turn.number > 1 {
                draw_card(game, p);
            }
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

/// 502.1: the beginnings of the game, the turn and the phase are one moment.
fn begin_draw_phase(game: &mut Game, extra: bool) {
    let mut times = vec![time::DRAW];
    if !extra {
        if record::first_turn(game, game.state.turn.player) {
            times.insert(0, time::FIRST_TURN);
        }
        times.insert(0, time::TURN);
        if game.state.turn.number == 1 {
            times.insert(0, time::GAME);
        }
    }
    game.enter_time(time::DRAW, time::DRAW, &times);
}

/// 502.3; a card that is not there loses the game in the next rule process (1202.2).
fn draw_card(game: &mut Game, p: P) {
    let deck = layout().of(p, zone::DECK);
    let cause = Cause::rule(rule::DRAW_PHASE, p);
    cards::serially(game, (deck, layout().of(p, zone::HAND)), 1, note::DRAW, cause);
}

/// A player had to draw in the own draw phase and could not (1202.2, ruling R-14: by whatever made the player draw there).
pub(super) fn miss_draw(game: &mut Game, p: P) {
    if game.state.turn.phase == time::DRAW && game.state.turn.player == p {
        record::miss_draw(game, p, true);
        game.state.unchecked = true;
    }
}

places! {
    /// The recovery phase (503).
    recovery_at: BEGIN SEQUENCE WILL RECOVER END LAST_SEQUENCE EXPIRE OVER;
}

/// The recovery phase (503).
pub(super) fn recovery(game: &mut Game, s: KernelStep) -> Flow {
    let p = game.state.turn.player;
    match s.at {
        recovery_at::BEGIN => {
            // 503.1: a phase that does not exist in this turn uses up no effect that skips one.
            if record::first_turn(game, p) || game.skips(p, time::RECOVERY) {
                return Flow::Pop;
            }
            go(game, s, recovery_at::SEQUENCE);
            enter(game, time::RECOVERY, time::RECOVERY);
        }
        recovery_at::SEQUENCE | recovery_at::LAST_SEQUENCE => sequence(game, s),
        recovery_at::EXPIRE => {
            go(game, s, recovery_at::OVER);
            game.expire(time::RECOVERY, false);
        }
        recovery_at::WILL => {
            // 503.4
            go(game, s, recovery_at::RECOVER);
            clear_will(game);
        }
        recovery_at::RECOVER => {
            go(game, s, recovery_at::END);
            recover(game, p);
        }
        recovery_at::END => {
            // 503.6
            go(game, s, recovery_at::LAST_SEQUENCE);
            end_time(game, time::RECOVERY);
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

/// 503.5: everything the turn player controls in the field and the own ruler area.
fn recover(game: &mut Game, p: P) {
    let cause = by_rule(game, rule::RECOVER);
    let turns: Vec<Ev> = [zone::FIELD, zone::RULER]
        .into_iter()
        .flat_map(|z| game.state.cells.cards(layout().of(p, z)))
        .filter(|ix| game.state.card(**ix).orient == orient::RESTED)
        .map(|ix| game.turn_ev(game.state.now(*ix), orient::RECOVERED, cause))
        .collect();
    game.state.batch = turns;
    game.send();
}

/// All produced will ceases to exist, everybody's (503.4, 505.5c).
pub(super) fn clear_will(game: &mut Game) {
    game.expire(time::WILL_CLEARANCE, true);
    for player in &mut game.state.players {
        player.purse.fill(0);
    }
    game.touch(bits::PLAYERS);
    game.expire(time::WILL_CLEARANCE, false);
    game.state.batch = [EvKind::Begin(time::WILL_CLEARANCE), EvKind::End(time::WILL_CLEARANCE)]
        .map(|kind| game.time_ev(kind))
        .to_vec();
    game.send();
}

/// Abilities hear that a time ends.
pub(super) fn end_time(game: &mut Game, time: TimeId) {
    let ev = game.time_ev(EvKind::End(time));
    game.emit(ev);
}

places! {
    /// The main phase (504).
    pub(super) main_at: BEGIN SEQUENCE;
}

/// The main phase (504): one priority sequence with all its actions.
pub(super) fn main(game: &mut Game, s: KernelStep) -> Flow {
    match s.at {
        main_at::BEGIN => {
            let p = game.state.turn.player;
            if game.skips(p, time::MAIN) {
                return Flow::Pop;
            }
            go(game, s, main_at::SEQUENCE);
            enter(game, time::MAIN, time::MAIN);
        }
        main_at::SEQUENCE => sequence(game, s),
        _ => return Flow::Pop,
    }
    Flow::Go
}

places! {
    /// The end phase (505). Its final step (505.5) is from `FINAL` on.
    end_at: BEGIN SEQUENCE END_OF_TURN LAST_SEQUENCE FINAL ASK_DISCARDS DISCARD REPEAT;
}

/// The end phase (505).
pub(super) fn end(game: &mut Game, s: KernelStep) -> Flow {
    match s.at {
        end_at::BEGIN => {
            let p = game.state.turn.player;
            if game.skips(p, time::END) {
                return Flow::Pop;
            }
            go(game, s, end_at::SEQUENCE);
            enter(game, time::END, time::END);
        }
        end_at::SEQUENCE | end_at::LAST_SEQUENCE => sequence(game, s),
        end_at::END_OF_TURN => {
            // 505.3
            go(game, s, end_at::LAST_SEQUENCE);
            let first = record::first_turn(game, game.state.turn.player).then_some(time::FIRST_TURN);
            game.state.batch = std::iter::once(time::TURN)
                .chain(first)
                .map(|t| game.time_ev(EvKind::End(t)))
                .collect();
            game.send();
        }
        end_at::FINAL => {
            go(game, s, end_at::ASK_DISCARDS);
            final_step(game);
        }
        end_at::ASK_DISCARDS => {
            // 105.3: whoever controlled a card until end of turn does no longer.
            if shape::control(game) {
                return Flow::Go;
            }
            go(game, s, end_at::DISCARD);
            choose_discards(game);
        }
        end_at::DISCARD => {
            go(game, s, end_at::REPEAT);
            discard(game);
        }
        end_at::REPEAT if process::is_due(game) => {
            // 505.5e (ruling R-18: the sequence begins with the turn player), and from the start of the final step.
            go(game, s, end_at::FINAL);
            priority::push(game);
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

/// 505.5a to 505.5c, with nothing in between.
fn final_step(game: &mut Game) {
    for p in P::BOTH {
        let field: Vec<u16> = game.state.cells.cards(layout().of(p, zone::FIELD)).to_vec();
        for ix in field {
            game.state.lay(ix, |l| l.damage = 0);
        }
    }
    game.touch(bits::DAMAGE);
    game.expire(time::TURN, false);
    game.expire(time::FIRST_TURN, false);
    clear_will(game);
    game.settle();
}

/// 505.5d (ruling R-27): only the turn player's hand is counted.
fn choose_discards(game: &mut Game) {
    let p = game.state.turn.player;
    let limit = game.player_attr(p, player::HAND_LIMIT);
    cards::ask_excess(game, p, layout().of(p, zone::HAND), limit, prompt::DISCARD);
}

fn discard(game: &mut Game) {
    let p = game.state.turn.player;
    let cause = Cause::rule(rule::HAND_LIMIT, p);
    if cards::move_picked(game, layout().of(p, zone::GRAVEYARD), note::DISCARD, cause) > 0 {
        game.send();
    }
}
