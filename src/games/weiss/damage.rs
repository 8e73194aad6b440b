//! The damage process (4.10): cards turn up one by one; a climax cancels, otherwise they go to the clock together.

use super::step::{Step, begin, go};
use super::tables::{card_type, certain, note, rule, zone};
use super::{layout, record};
use crate::exec::{Flow, Game, VerbCall};
use crate::games::common::rows::places;
use crate::kernel::{Cause, CauseKind, Ev, EvKind, KernelStep, P, Ref};

/// Damage by an effect. To both players: the turn player's process first, each complete (ruling D31).
pub(super) fn deal(game: &mut Game, call: &VerbCall) {
    game.state.done = 0;
    game.state.moved.clear();
    let players: Vec<P> = if call.both {
        vec![game.state.turn.player.other(), game.state.turn.player]
    } else {
        vec![call.who]
    };
    // The last pushed comes first.
    for who in players {
        let flags = if call.certain & certain::NO_CANCEL != 0 {
            BY_EFFECT | NO_CANCEL
        } else {
            BY_EFFECT
        };
        push(game, who, call.amount, call.cause.src, flags);
    }
}

/// The damage is an effect's, not an attack's.
const BY_EFFECT: i32 = 1 << 16;
/// It cannot be canceled: who deals it said so.
const NO_CANCEL: i32 = 1 << 17;

/// Pushes a damage process; `flags` tells whether an effect deals it, and how.
pub(super) fn push(game: &mut Game, who: P, amount: i32, source: Ref, flags: i32) {
    let mut step = begin(Step::Damage, who);
    step.a = amount;
    step.b = flags;
    step.card = source;
    game.push(step);
}

fn cause(game: &Game, s: KernelStep, rule: u16) -> Cause {
    let effect = s.b & BY_EFFECT != 0;
    let (ability, by) = match game.state.runs.last() {
        Some(run) if effect => (run.ability, run.me),
        _ => (Cause::NO_ABILITY, game.state.turn.player),
    };
    Cause {
        kind: if effect { CauseKind::Effect } else { CauseKind::Rule },
        by,
        src: s.card,
        ability,
        rule,
    }
}

/// The note that the damage is canceled (true) or taken.
fn outcome(game: &Game, s: KernelStep, canceled: bool) -> Ev {
    Ev {
        kind: EvKind::Note,
        tag: if canceled { note::CANCEL } else { note::TAKEN },
        subj: s.card,
        who: s.who,
        n: s.a,
        cause: cause(game, s, if canceled { rule::CANCEL } else { rule::DAMAGE_TAKEN }),
        ..Ev::default()
    }
}

places! {
    /// A damage process (4.10.1).
    place: DEAL BEGIN FLIP LOOK TAKEN CANCELED OVER;
}

/// One damage process: `a` damage to `who` from `card`; the low half of `b` counts the cards that turned up.
pub(super) fn process(game: &mut Game, s: KernelStep) -> Flow {
    let turned = s.b & 0xFFFF;
    let lane = layout().of(s.who, zone::RESOLUTION);
    match s.at {
        place::DEAL => {
            // 1.3.2.2, 7.5.1.2.1: no damage is no event.
            if s.a <= 0 {
                game.state.done = 0;
                return Flow::Pop;
            }
            go(game, s, place::BEGIN);
            let cause = cause(game, s, rule::DAMAGE);
            game.emit(Ev {
                kind: EvKind::Note,
                tag: note::DEAL,
                subj: s.card,
                who: s.who,
                n: s.a,
                cause,
                used: game.state.runs.last().map_or([0; Ev::USES], |r| r.used),
                ..Ev::default()
            });
        }
        place::BEGIN => {
            if game.state.done == 0 || game.state.moved.is_empty() && s.card.is_some() {
                // Replaced or forbidden.
                game.state.done = 0;
                return Flow::Pop;
            }
            record::damage_process(game, s.who, true);
            go(game, s, place::FLIP);
        }
        place::FLIP => {
            // 4.10.1.1; a refresh may come between.
            go(game, s, place::LOOK);
            let Some(card) = game.state.top(layout().of(s.who, zone::DECK)) else {
                record::damage_process(game, s.who, false);
                return Flow::Pop;
            };
            let cause = cause(game, s, rule::DAMAGE);
            let ev = game.move_ev(card, lane, note::FLIP, cause);
            game.goto(KernelStep {
                at: place::LOOK,
                b: s.b.saturating_add(1),
                ..s
            });
            game.emit(ev);
        }
        place::LOOK => {
            let top = game.state.top(lane);
            let climax = top.is_some_and(|c| game.info(c).types & card_type::CLIMAX != 0);
            // 1.3.1: what a card says goes before the rules; a climax that does not cancel is taken like any card.
            let cancels = climax && s.b & NO_CANCEL == 0 && !game.forbidden(&outcome(game, s, true));
            if cancels {
                // 4.10.1.2: all cards of this process go to the waiting room.
                go(game, s, place::CANCELED);
                send_lane(game, s, zone::WAITING_ROOM, note::PUT, rule::CANCEL);
            } else if turned >= s.a {
                // 4.10.1.3: onto the clock in the order they turned up (3.13.1.3.1).
                go(game, s, place::TAKEN);
                send_lane(game, s, zone::CLOCK, note::PUT, rule::DAMAGE_TAKEN);
            } else {
                go(game, s, place::FLIP);
            }
        }
        place::TAKEN | place::CANCELED => {
            let canceled = s.at == place::CANCELED;
            go(game, s, place::OVER);
            record::damage_process(game, s.who, false);
            let ev = outcome(game, s, canceled);
            game.emit(ev);
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

/// The cards of this process leave the resolution zone together: the topmost ones there.
fn send_lane(game: &mut Game, s: KernelStep, to: crate::kernel::ZoneId, tag: crate::kernel::Note, rule: u16) {
    let lane = game.state.cells.cards(layout().of(s.who, zone::RESOLUTION));
    let mine = usize::try_from(s.b & 0xFFFF).unwrap_or(0);
    let cards: Vec<u16> = lane.iter().copied().skip(lane.len().saturating_sub(mine)).collect();
    let cause = cause(game, s, rule);
    let batch: Vec<Ev> = cards
        .into_iter()
        .map(|ix| {
            let card = game.state.now(ix);
            game.move_ev(card, layout().of(s.who, to), tag, cause)
        })
        .collect();
    game.state.batch = batch;
    game.send();
}
