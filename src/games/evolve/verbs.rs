//! The verbs that the rules do themselves (5, 14.2).

use super::step::{Step, begin, go, told};
use super::tables::{note, player, rule, verb, zone};
use super::{attack, evolution, graft, layout, links, record};
use crate::exec::{Flow, Game, VerbCall};
use crate::games::common::rows::places;
use crate::kernel::{Cause, DefId, Ev, EvKind, KernelStep, Ref};

/// More dice are not rolled at once.
const MOST_DICE: i32 = 100;

/// Does a verb.
pub(super) fn perform(game: &mut Game, call: VerbCall) {
    game.state.done = 0;
    game.state.moved.clear();
    match call.verb {
        verb::STEAL => steal(game, &call),
        verb::TRANSFORM => begin_transform(game, &call),
        verb::SWAP => swap(game, &call),
        verb::EVOLVE => evolve(game, &call),
        verb::SERVE => serve(game, &call),
        verb::RACE => race(game, &call),
        verb::ATTACK => attacks(game, &call),
        verb::RECOVER => recover(game, &call),
        verb::ROLL => roll(game, &call),
        _ => {}
    }
}

/// 5.21.1: the card comes to the player's field as the same card, if there is room.
fn steal(game: &mut Game, call: &VerbCall) {
    let to = layout().of(call.who, zone::FIELD);
    let cause = Cause {
        rule: rule::STEAL,
        ..call.cause
    };
    let stolen = call.cards.iter().copied();
    game.state.batch = stolen
        .filter(|c| links::on_field(game, *c) && game.master(*c) != call.who)
        .map(|c| Ev {
            orient: game.state.card(c.ix).orient,
            ..game.move_ev(c, to, note::STEAL, cause)
        })
        .collect();
    game.send();
}

/// 5.12.1: both or none.
fn swap(game: &mut Game, call: &VerbCall) {
    let (Some(a), Some(b)) = (call.cards.first().copied(), call.to.first().copied()) else {
        return;
    };
    if !game.state.alive(a) || !game.state.alive(b) {
        return;
    }
    let cause = Cause {
        rule: rule::SWAP,
        ..call.cause
    };
    let (from, to) = (game.state.card(a.ix).cell, game.state.card(b.ix).cell);
    let both = [
        game.move_ev(a, to, note::SWAP, cause),
        game.move_ev(b, from, note::SWAP, cause),
    ];
    if both.iter().any(|ev| game.forbidden(ev)) {
        return;
    }
    game.state.batch = both.to_vec();
    game.send();
}

fn evolve(game: &mut Game, call: &VerbCall) {
    if call.to.is_empty() {
        evolution::begin_evolve(game, call.who, &call.cards, call.name, call.cause);
    } else {
        graft::begin_graft(game, call.who, &call.cards, &call.to, call.cause);
    }
}

fn serve(game: &mut Game, call: &VerbCall) {
    // 14.2.1.1.1
    let count = if call.amount > 0 { call.amount } else { 1 };
    evolution::begin_serve(game, call.who, &call.cards, count, call.cause);
}

/// 14.2.3.1 (ruling D19): who is linked races, as often as is said.
fn race(game: &mut Game, call: &VerbCall) {
    let cause = Cause {
        rule: rule::RACE,
        ..call.cause
    };
    let mut batch = Vec::new();
    for card in &call.cards {
        if links::on_field(game, *card) && !links::linked(game, *card, zone::RACE).is_empty() {
            record::raced(game, *card);
            let race = told(note::RACE, *card, Ref::NONE, game.master(*card), cause);
            batch.extend((0..call.amount.max(1)).map(|_| race));
        }
    }
    game.state.batch = batch;
    game.send();
}

/// One attack after the other, each of one follower on one target (8.4.2, 8.4.3).
fn attacks(game: &mut Game, call: &VerbCall) {
    let own = [call.cause.src];
    let attackers = if call.to.is_empty() { &own } else { call.to.as_slice() };
    for attacker in attackers.iter().rev() {
        for target in call.cards.iter().rev() {
            attack::tell(game, call.who, *attacker, *target);
        }
    }
}

/// 5.14.1, 5.14.1.1: up to the maximum, which is kept where numbers change.
fn recover(game: &mut Game, call: &VerbCall) {
    game.emit(Ev {
        kind: EvKind::Value(player::PLAY_POINTS),
        tag: note::RECOVER,
        who: call.who,
        n: call.amount.max(0),
        cause: Cause {
            rule: rule::RECOVER,
            ..call.cause
        },
        ..Ev::default()
    });
}

/// 5.19.1; of several dice the total counts.
fn roll(game: &mut Game, call: &VerbCall) {
    let dice = 0..call.amount.clamp(0, MOST_DICE);
    let n = dice
        .map(|_| i32::try_from(game.state.rng.below(6)).unwrap_or(0) + 1)
        .sum();
    // A loop with chance in it is none.
    game.state.visited.clear();
    game.state.answers.clear();
    game.emit(Ev {
        n,
        ..told(note::ROLL, call.cause.src, Ref::NONE, call.who, call.cause)
    });
    game.state.done = n;
}

/// 5.16.1: the cards are banished; `a` is what they become.
fn begin_transform(game: &mut Game, call: &VerbCall) {
    let Some(made) = call.made else { return };
    let mut s = begin(Step::Transform, call.who);
    s.a = i32::from(made.0);
    s.b = i32::try_from(call.cause.ability.0).unwrap_or(-1);
    s.card = call.cause.src;
    game.push(s);
    let cause = Cause {
        rule: rule::TRANSFORM,
        ..call.cause
    };
    let gone = call.cards.iter().copied().filter(|c| game.state.alive(*c));
    game.state.batch = gone
        .map(|c| {
            let owner = game.state.card(c.ix).owner;
            game.move_ev(c, layout().of(owner, zone::BANISHED), note::BANISH, cause)
        })
        .collect();
    game.send();
}

places! {
    /// A transformation.
    transform_at: CREATE OVER;
}

/// For each card really banished a token comes where it was.
pub(super) fn transform(game: &mut Game, s: KernelStep) -> Flow {
    match s.at {
        transform_at::CREATE => {
            go(game, s, transform_at::OVER);
            let Ok(def) = u16::try_from(s.a).map(DefId) else {
                return Flow::Pop;
            };
            let cause = Cause {
                kind: crate::kernel::CauseKind::Effect,
                by: s.who,
                src: s.card,
                ability: u32::try_from(s.b).map_or(Cause::NO_ABILITY, crate::kernel::AbilityIx),
                rule: rule::TRANSFORM,
            };
            let banished = std::mem::take(&mut game.state.moved);
            game.state.batch.clear();
            for card in banished {
                let Some(last) = game
                    .state
                    .lki
                    .iter()
                    .rev()
                    .find(|l| l.new.ix == card.ix)
                    .map(|l| l.cell)
                else {
                    continue;
                };
                let Some(token) = game.create(def, layout().cell(last).player, false) else {
                    break;
                };
                let ev = game.move_ev(token, last, note::TRANSFORM, cause);
                game.state.batch.push(ev);
            }
            game.send();
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}
