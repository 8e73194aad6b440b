//! Riding (6.5.1.1, 8.5.3.1, 10.1.5).

use super::step::{Step, begin, check_then, enter, go};
use super::tables::{act, attr, card_type, note, orient, rule, time, window, zone};
use super::{circles, edition, layout, record};
use crate::exec::{Flow, Game, Why};
use crate::games::common::rows::places;
use crate::kernel::{Act, Atom, Cause, CauseKind, Ev, EvKind, KernelStep, Note, P, Ref};
use std::ops::ControlFlow;

places! {
    /// The ride step (6.5.1.1).
    step_at: BEGIN CHECK ASK ANSWER LAST_CHECK;
}

/// The ride step: one normal ride at most (6.5.1.1.2).
pub(super) fn step(game: &mut Game, s: KernelStep) -> Flow {
    let p = game.state.turn.player;
    match s.at {
        step_at::BEGIN => {
            if game.skips(p, time::RIDE) {
                game.skip_time(p, time::STRIDE_STEP);
                return Flow::Pop;
            }
            go(game, s, step_at::CHECK);
            let times: &[_] = if edition::of(game).stride_step {
                &[time::RIDE, time::RIDE_STEP]
            } else {
                &[time::RIDE]
            };
            enter(game, time::RIDE, times);
        }
        step_at::CHECK | step_at::LAST_CHECK => check_then(game, s, s.at.saturating_add(1)),
        step_at::ASK => {
            go(game, s, step_at::ANSWER);
            game.ask_to_act(p, window::RIDE, true, |game, atoms| list(game, p, atoms));
        }
        step_at::ANSWER => {
            go(game, s, step_at::LAST_CHECK);
            if let Some(Atom::Act(Act { card, .. })) = game.state.picks.first().copied() {
                record::do_it(game, record::RIDDEN);
                let cause = Cause {
                    kind: CauseKind::Play,
                    src: card,
                    ..Cause::rule(rule::NORMAL_RIDE, p)
                };
                push(game, p, card, NORMAL, cause);
            }
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

/// 8.5.2.1.1.1: cards of the hand with the grade of the vanguard or one more.
fn list(game: &Game, p: P, out: &mut Vec<Atom>) {
    for card in circles::cards(game, layout().of(p, zone::HAND)) {
        if Why::nothing(|why| hurdles(game, p, card, why)) {
            out.push(Atom::Act(Act {
                kind: act::RIDE,
                card,
                n: 0,
            }));
        }
    }
}

/// What stands in the way of a normal ride with a card of the hand.
pub(super) fn hurdles(game: &Game, p: P, card: Ref, why: &mut Why) -> ControlFlow<()> {
    let grade = circles::vanguard_grade(game, p);
    let its = game.info(card).attr(attr::GRADE.ix());
    let once = Cause::rule(rule::NORMAL_RIDE, p);
    let number = || {
        game.kernel()
            .tables()
            .rules
            .get(usize::from(rule::NORMAL_RIDE))
            .copied()
            .unwrap_or("")
    };
    if grade < 0 {
        why.not(number(), || "you have no vanguard to ride on".to_owned())?;
    }
    if record::is_done(game, record::RIDDEN) {
        why.not(number(), || "you have made the normal ride of this turn".to_owned())?;
    }
    if its != grade && its != grade + 1 {
        why.not("8.5.2.1.1.1", || {
            format!(
                "its grade is {its}, and a ride on grade {grade} takes {grade} or {}",
                grade + 1
            )
        })?;
    }
    rides(game, p, card, note::NORMAL_RIDE, once, why)
}

/// Whether nothing forbids the ride, as what it is and as a ride (1.3.3).
pub(super) fn may(game: &Game, p: P, card: Ref, kind: Note, cause: Cause) -> bool {
    Why::nothing(|why| rides(game, p, card, kind, cause, why))
}

fn rides(game: &Game, p: P, card: Ref, kind: Note, cause: Cause, why: &mut Why) -> ControlFlow<()> {
    let comes = game.move_ev(card, circles::vc(p), note::RIDE, cause);
    let told = |tag| noted(game, p, card, tag, cause);
    for ev in [told(kind), told(note::RIDE), comes] {
        why.unless_forbidden(game, &ev, "1.3.3")?;
    }
    ControlFlow::Continue(())
}

/// The ride is a normal one, made by playing the card (10.1.5.1.1).
const NORMAL: i32 = 1;
/// The card comes rested.
const RESTED: i32 = 2;

/// A card rides by an effect: a superior ride.
pub(super) fn superior(game: &mut Game, who: P, card: Ref, rested: bool, cause: Cause) {
    push(game, who, card, if rested { RESTED } else { 0 }, cause);
}

fn push(game: &mut Game, who: P, card: Ref, how: i32, cause: Cause) {
    let mut step = begin(Step::Ride, who);
    step.card = card;
    step.a = how;
    step.b = i32::from(cause.rule);
    game.push(step);
}

/// The unit that rides, the unit that is ridden (the Leader of a legion), and which word is said of it.
fn noted(game: &Game, p: P, card: Ref, tag: Note, cause: Cause) -> Ev {
    Ev {
        kind: EvKind::Note,
        tag,
        subj: card,
        obj: circles::vanguard(game, p).unwrap_or(Ref::NONE),
        who: p,
        from: game.state.card(card.ix).cell,
        to: circles::vc(p),
        cause,
        ..Ev::default()
    }
}

places! {
    /// A ride (10.1.5).
    ride_at: RIDE OVER;
}

/// A ride: `card` comes onto the circle, what was there goes.
pub(super) fn ride(game: &mut Game, s: KernelStep) -> Flow {
    if s.at > ride_at::RIDE {
        return Flow::Pop;
    }
    let from = game.zone_of(game.state.card(s.card.ix).cell);
    let normal = s.a & NORMAL != 0;
    let kind = if normal { note::NORMAL_RIDE } else { note::SUPERIOR_RIDE };
    let cause = if normal {
        Cause {
            kind: CauseKind::Play,
            src: s.card,
            ..Cause::rule(rule::NORMAL_RIDE, s.who)
        }
    } else {
        super::verbs::cause_of_run(game, s.who, u16::try_from(s.b).unwrap_or(rule::RIDE))
    };
    // 10.1.5.1: from neither the field nor the G zone; 1.3.3: what is forbidden leaves the vanguard where it is.
    let possible = game.state.alive(s.card) && !circles::is_circle(from) && from != zone::G;
    if !possible || !may(game, s.who, s.card, kind, cause) {
        game.state.done = 0;
        game.state.moved.clear();
        return Flow::Pop;
    }
    go(game, s, ride_at::OVER);
    let mut batch = ridden(game, s.who);
    let mut rides = game.move_ev(s.card, circles::vc(s.who), note::RIDE, cause);
    // 4.6.4.1, 8.5.1.1.1: standing, whatever the other was.
    rides.orient = if s.a & RESTED != 0 {
        orient::RESTED
    } else {
        orient::STANDING
    };
    batch.push(rides);
    for tag in [note::RIDE, kind] {
        batch.push(noted(game, s.who, s.card, tag, cause));
    }
    game.state.batch = batch;
    game.send();
    Flow::Go
}

/// What was on the circle goes into the soul: vanguards, hearts (10.1.5.1.2, 10.1.5.1.4); a G unit to its zone (10.1.5.1.3, ruling R22).
fn ridden(game: &Game, p: P) -> Vec<Ev> {
    let cause = Cause::rule(rule::RIDDEN, p);
    let mut batch = Vec::new();
    for card in circles::cards(game, circles::vc(p)) {
        let owner = game.state.card(card.ix).owner;
        let g = game.pool.def(game.state.card(card.ix).def).printed.types & card_type::G_UNIT != 0;
        let to = layout().of(owner, if g { zone::G } else { zone::SOUL });
        let mut ev = game.move_ev(card, to, note::PUT, cause);
        ev.face_down = false;
        batch.push(ev);
    }
    batch
}
