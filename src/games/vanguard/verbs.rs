//! The verbs that the rules do themselves (10.1).

use super::marks::{self, mark};
use super::tables::{note, rule, verb, zone};
use super::ties::{self, tie};
use super::{call, circles, damage, record, ride, stride};
use crate::exec::{Game, VerbCall};
use crate::kernel::{Cause, CauseKind, Ev, EvKind, P, Ref};

/// Does a verb.
pub(super) fn perform(game: &mut Game, call: VerbCall) {
    match call.verb {
        verb::CALL => call::superior(game, &call),
        verb::RIDE => rides(game, &call),
        verb::STRIDE => strides(game, &call),
        verb::LEGION => legion(game, &call),
        verb::LOCK | verb::UNLOCK | verb::DELETE => mark_all(game, &call),
        verb::DEAL => damage::by_effect(game, &call),
        verb::ADD => add(game, &call),
        verb::HARMONIZE => harmonize(game, &call),
        verb::UNHEART => end_hearts(game, &call),
        _ => nothing(game),
    }
}

fn nothing(game: &mut Game) {
    game.state.done = 0;
    game.state.moved.clear();
}

/// The running ability as a cause, by a rule; without one, the rules alone.
pub(super) fn cause_of_run(game: &Game, who: P, rule: u16) -> Cause {
    match game.state.runs.last() {
        Some(run) => Cause {
            kind: CauseKind::Effect,
            by: run.me,
            src: run.src,
            ability: run.ability,
            rule,
        },
        None => Cause::rule(rule, who),
    }
}

fn rides(game: &mut Game, call: &VerbCall) {
    nothing(game);
    if let Some(card) = call.cards.first().copied() {
        let rested = call.orient == Some(super::tables::orient::RESTED);
        ride::superior(
            game,
            call.who,
            card,
            rested,
            Cause {
                rule: rule::RIDE,
                ..call.cause
            },
        );
    }
}

fn strides(game: &mut Game, call: &VerbCall) {
    nothing(game);
    if let Some(card) = call.cards.first().copied() {
        stride::superior(game, call.who, card);
    }
}

/// 10.1.24.1: the Mate comes beside the vanguard of the player whose effect it is, if that is in no legion, with its orientation. Whose text says so does not
/// matter: a rear-guard or a card of the soul can bring the vanguard its Mate. The text of a vanguard speaks of that vanguard alone: one that has left its
/// circle leads no legion, and its successor does not come in for it.
fn legion(game: &mut Game, call: &VerbCall) {
    nothing(game);
    let Some(leader) = leader_to_be(game, call) else {
        return;
    };
    let Some(mate) = call.cards.first().copied() else {
        return;
    };
    let on = game.state.card(leader.ix);
    if !game.state.alive(mate) || circles::is_circle(game.zone_of(game.state.card(mate.ix).cell)) {
        return;
    }
    let cause = Cause {
        rule: rule::LEGION,
        ..call.cause
    };
    let mut comes = game.move_ev(mate, on.cell, note::LEGION, cause);
    comes.obj = leader;
    comes.orient = on.orient;
    // Of both it is told: each of them is in legion now (10.1.24.12, ruling R13).
    let both = told_legion(call.who, leader, mate, cause);
    game.state.batch.clear();
    game.state.batch.push(comes);
    game.state.batch.extend(both);
    game.send();
}

/// Who leads the legion that a text makes: the vanguard that the text is on, or else the vanguard of the player.
fn leader_to_be(game: &Game, call: &VerbCall) -> Option<Ref> {
    let of_a_vanguard = |ability: &crate::exec::code::Ability| ability.works == 1 << zone::VC.0;
    let own = game
        .pool
        .abilities
        .get(call.cause.ability.ix())
        .is_some_and(of_a_vanguard);
    let leader = circles::vanguard(game, call.who)?;
    let free = ties::with(game, tie::LEGION, leader).is_none();
    (free && (!own || leader == call.cause.src)).then_some(leader)
}

fn told_legion(who: P, leader: Ref, mate: Ref, cause: Cause) -> [Ev; 2] {
    [(leader, mate), (mate, leader)].map(|(subj, obj)| Ev {
        kind: EvKind::Note,
        tag: note::LEGION,
        subj,
        obj,
        who,
        cause,
        ..Ev::default()
    })
}

/// Locks, unlocks or deletes cards, all together.
fn mark_all(game: &mut Game, call: &VerbCall) {
    let cards = call.cards.iter().filter(|c| lies_on_circle(game, **c));
    let batch: Vec<Ev> = cards.map(|card| marked(game, call.verb, *card, call.cause)).collect();
    game.state.batch = batch;
    game.send();
}

fn lies_on_circle(game: &Game, card: Ref) -> bool {
    game.state.alive(card) && circles::is_circle(game.zone_of(game.state.card(card.ix).cell))
}

/// A card is locked, unlocked or deleted.
fn marked(game: &Game, verb: u8, card: Ref, cause: Cause) -> Ev {
    let by = |rule| Cause { rule, ..cause };
    match verb {
        verb::LOCK => marks::lock(game, card, by(rule::LOCK)),
        verb::UNLOCK => marks::unlock(game, card, by(rule::UNLOCK)),
        _ => marks::delete(game, card, by(rule::DELETE)),
    }
}

/// Whether a verb can be done to a card (1.3.2.1, 1.3.3): what cannot be done pays no cost (8.5.2.3).
pub(super) fn can_be_done(game: &Game, verb: u8, card: Ref, cause: Cause) -> bool {
    let mark = match verb {
        verb::LOCK | verb::UNLOCK => marks::mark::LOCKED,
        verb::DELETE => marks::mark::DELETED,
        _ => return true,
    };
    lies_on_circle(game, card)
        && marks::has(game, card, mark) == (verb == verb::UNLOCK)
        && !game.forbidden(&marked(game, verb, card, cause))
}

/// 7.3.1.4.5: units are attacked too in the running battle; never a Mate (7.3.1.4.7).
fn add(game: &mut Game, call: &VerbCall) {
    nothing(game);
    let attacker = record::attacker(game);
    if !attacker.is_some() {
        return;
    }
    for card in &call.cards {
        let mate = ties::to(game, tie::LEGION, *card).is_some();
        if circles::is_unit(game, *card) && !mate {
            ties::bind(game, tie::ATTACK, attacker, *card);
            game.state.done += 1;
        }
    }
}

/// 10.2.13.1: two units are in harmony, as long as both are on the field; only who was in none becomes so (10.2.13.1.3.1).
fn harmonize(game: &mut Game, call: &VerbCall) {
    nothing(game);
    let first = |cards: &[Ref]| cards.first().copied().unwrap_or(Ref::NONE);
    let (a, b) = (first(&call.cards), first(&call.to));
    let there = |c: Ref| c.is_some() && game.state.alive(c) && circles::is_unit(game, c);
    if !there(a) || !there(b) || a == b {
        return;
    }
    let fresh: Vec<Ref> = [a, b]
        .into_iter()
        .filter(|c| ties::with(game, tie::HARMONY, *c).is_none())
        .collect();
    ties::bind(game, tie::HARMONY, a, b);
    let cause = Cause {
        rule: rule::HARMONY,
        ..call.cause
    };
    game.state.batch = fresh
        .into_iter()
        .map(|card| Ev {
            kind: EvKind::Note,
            tag: note::HARMONY,
            subj: card,
            obj: if card == a { b } else { a },
            who: game.master(card),
            cause,
            ..Ev::default()
        })
        .collect();
    game.send();
    game.state.done = 1;
}

/// Hearts that come back by an effect: they are vanguards again, with the orientation of the vanguard that they are hearts of (10.1.27.5).
fn end_hearts(game: &mut Game, call: &VerbCall) {
    let cause = Cause {
        rule: rule::HEART_RETURNS,
        ..call.cause
    };
    let hearts = call.cards.iter().filter(|c| marks::has(game, **c, mark::HEART));
    let batch: Vec<Ev> = hearts
        .map(|card| {
            let over = circles::vanguard(game, game.master(*card));
            let orient = over.map_or(0, |v| game.state.card(v.ix).orient);
            marks::end_heart(game, *card, orient, cause)
        })
        .collect();
    game.state.batch = batch;
    game.send();
}

/// A card of a board that was set up by hand is in a state.
pub(super) fn lay(game: &mut Game, card: Ref, state: &str) -> bool {
    let on = game.state.card(card.ix);
    let zone = game.zone_of(on.cell);
    let flag = match state {
        "locked" => mark::LOCKED,
        "deleted" => mark::DELETED,
        "heart" => mark::HEART,
        "in-legion" if zone == zone::VC => {
            // The first card on the circle is the Leader, the others are Mates; of hearts, the first heart.
            let (heart, turn) = (on.is(mark::HEART), on.turn);
            let leader = circles::cards(game, on.cell).find(|c| game.state.card(c.ix).is(mark::HEART) == heart);
            if let Some(leader) = leader.filter(|l| *l != card) {
                ties::bind(game, tie::LEGION, leader, card);
                // What lies there together came together, but for what came only this turn.
                let first = game.state.card(leader.ix);
                let (placed, together) = (first.placed, first.turn == turn);
                if let Some(mate) = game.state.cards.get_mut(usize::from(card.ix)).filter(|_| together) {
                    mate.placed = placed;
                }
                for ev in told_legion(game.master(leader), leader, card, Cause::default()) {
                    game.write_down(&ev, 0);
                }
            }
            return true;
        }
        _ => return false,
    };
    if !circles::is_circle(zone) || flag == mark::HEART && zone != zone::VC {
        return false;
    }
    if let Some(card) = game.state.cards.get_mut(usize::from(card.ix)) {
        card.set(flag, true);
        card.set(crate::kernel::Flag::FaceDown, flag != mark::HEART);
        if flag == mark::LOCKED {
            card.orient = super::tables::orient::NONE;
        }
    }
    super::hearts::settle(game, game.master(card));
    game.state.dirty = true;
    true
}
