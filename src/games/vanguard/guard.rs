//! The guard step (7.4): guardians are called and intercept, one at a time or together, as the edition says.

use super::battle::battle_at;
use super::step::{enter, go};
use super::tables::{act, attr, keyword, note, orient, prompt, rule, time, window, zone};
use super::ties::{self, tie};
use super::{call, circles, edition, layout, main_phase};
use crate::exec::{Game, Why};
use crate::games::common::cards::picked;
use crate::kernel::{Act, Ask, AskKind, Atom, Cause, CauseKind, Ev, EvKind, KernelStep, P, Ref};
use std::ops::ControlFlow;

/// The step; true when it is over. A check timing comes before each play timing (7.4.1.2). `card` is the
/// card that was chosen.
pub(super) fn step(game: &mut Game, s: KernelStep) -> bool {
    let p = game.state.turn.player.other();
    let one_by_one = edition::of(game).guard == edition::Guard::OneByOne;
    match s.at {
        battle_at::GUARD => {
            if game.skips(game.state.turn.player, time::GUARD_STEP) {
                return true;
            }
            go(game, s, battle_at::GUARD_CHECK);
            enter(game, time::BATTLE_PHASE, &[time::GUARD_STEP]);
        }
        battle_at::GUARD_CHECK => {
            go(game, s, battle_at::ASK_GUARD);
            game.push_check();
        }
        battle_at::ASK_GUARD if game.passes_unasked() => {
            go(game, s, battle_at::GUARD_ACTION);
            game.state.picks.clear();
        }
        battle_at::ASK_GUARD => {
            let mut atoms = Vec::new();
            list(game, p, &mut atoms);
            let pledged = ties::all(game, tie::PLEDGE).next().is_some();
            if atoms.is_empty() && !pledged {
                // 7.4.1.2.3.1
                return true;
            }
            atoms.insert(0, Atom::Pass);
            go(game, s, battle_at::GUARD_ACTION);
            game.state.atoms = atoms;
            game.ask(Ask::one(p, AskKind::Act(window::GUARD)));
        }
        battle_at::GUARD_ACTION => match game.state.picks.first().copied() {
            Some(Atom::Act(action)) => {
                go(game, KernelStep { card: action.card, ..s }, battle_at::GUARDED);
                ask_guarded(game, p, action.card);
            }
            _ if one_by_one => return true,
            _ => {
                // 1.10:7.4.1.1.2.3: all are put there together.
                let cards: Vec<(Ref, Ref)> = ties::all(game, tie::PLEDGE).map(|t| (t.a, t.b)).collect();
                ties::cut_all(game, tie::PLEDGE);
                if cards.is_empty() {
                    return true;
                }
                go(game, s, battle_at::GUARD_OVER);
                come(game, p, &cards);
            }
        },
        battle_at::GUARDED => {
            let unit = picked(game).first().copied().unwrap_or(Ref::NONE);
            if one_by_one {
                go(game, s, battle_at::GUARD_CHECK);
                come(game, p, &[(s.card, unit)]);
            } else {
                go(game, s, battle_at::ASK_GUARD);
                ties::bind(game, tie::PLEDGE, s.card, unit);
            }
        }
        _ => return true,
    }
    false
}

/// 7.4.1.2.1, 10.1.6.1.3.1: which of the attacked units a guardian guards; the answer is the picked card, none if it can guard none.
pub(super) fn ask_guarded(game: &mut Game, p: P, card: Ref) {
    let units = ties::all(game, tie::ATTACK).map(|t| t.b);
    let allowed = |u: &Ref| !game.forbidden(&guard_ev(game, p, card, *u, Cause::rule(rule::GUARD_CALL, p)));
    let mut units: Vec<Ref> = units.filter(allowed).collect();
    units.dedup();
    game.state.atoms = units.into_iter().map(Atom::Card).collect();
    let mut ask = Ask::one(p, AskKind::Rule(prompt::GUARDED));
    ask.source = card;
    game.ask(ask);
}

/// The plays of the step: cards of the hand (7.4.1.2.1), units with Intercept (7.4.1.2.2).
fn list(game: &Game, p: P, out: &mut Vec<Atom>) {
    for card in circles::cards(game, layout().of(p, zone::HAND)) {
        if Why::nothing(|why| call_hurdles(game, p, card, why)) {
            out.push(Atom::Act(Act {
                kind: act::CALL,
                card,
                n: u32::from(circles::gc(p).0),
            }));
        }
    }
    for cell in circles::front_rcs(p) {
        for card in circles::units(game, cell) {
            if Why::nothing(|why| intercept_hurdles(game, p, card, why)) {
                out.push(Atom::Act(Act {
                    kind: act::INTERCEPT,
                    card,
                    n: 0,
                }));
            }
        }
    }
}

/// The number of a rule in the edition that is played.
fn number(game: &Game, rule: u16) -> &'static str {
    game.kernel()
        .tables()
        .rules
        .get(usize::from(rule))
        .copied()
        .unwrap_or("")
}

/// A card is chosen already and waits for the others (1.10:7.4.1.1.2.3).
fn unless_pledged(game: &Game, card: Ref, why: &mut Why) -> ControlFlow<()> {
    if ties::all(game, tie::PLEDGE).any(|t| t.a == card) {
        why.not("7.4.1.1.2.3", || "it was chosen already".to_owned())?;
    }
    ControlFlow::Continue(())
}

/// What stands in the way of calling a card of the hand as a guardian.
fn call_hurdles(game: &Game, p: P, card: Ref, why: &mut Why) -> ControlFlow<()> {
    if !may_be_guardian(game, card) {
        why.not("3.11.1.1", || "it has no shield".to_owned())?;
    }
    unless_pledged(game, card, why)?;
    main_phase::call_hurdles(game, p, card, why)?;
    call::hurdles(game, p, card, circles::gc(p), rule::GUARD_CALL, why)?;
    if !may_guard(game, p, card) {
        why.not("1.3.3", || "an effect forbids to guard with it".to_owned())?;
    }
    ControlFlow::Continue(())
}

/// What stands in the way of intercepting with a unit (10.2.2.1).
fn intercept_hurdles(game: &Game, p: P, card: Ref, why: &mut Why) -> ControlFlow<()> {
    if !circles::front_rcs(p).contains(&game.state.card(card.ix).cell) {
        why.not("10.2.2.1", || "only rear-guards of the front row intercept".to_owned())?;
    }
    if game.info(card).keywords & game.pool.known_keyword(keyword::INTERCEPT) == 0 {
        why.not("10.2.2.1", || "it has no Intercept".to_owned())?;
    }
    if ties::to(game, tie::ATTACK, card).is_some() {
        why.not("10.2.2.1", || "it is attacked itself".to_owned())?;
    }
    // 10.2.2.1: another unit of its player must be attacked.
    if ties::all(game, tie::ATTACK).next().is_none() {
        why.not("10.2.2.1", || "no unit of yours is attacked".to_owned())?;
    }
    unless_pledged(game, card, why)?;
    let comes = move_ev(game, card, Cause::rule(rule::INTERCEPT, p));
    why.unless_forbidden(game, &comes, "1.3.3")?;
    why.unless_forbidden(game, &call::told(&comes, note::INTERCEPT), "1.3.3")?;
    if !may_guard(game, p, card) {
        why.not("1.3.3", || "an effect forbids to guard with it".to_owned())?;
    }
    ControlFlow::Continue(())
}

/// Notes why a card cannot guard.
pub(super) fn why_not(game: &Game, p: P, card: Ref, why: &mut Why) {
    match game.zone_of(game.state.card(card.ix).cell) {
        zone::HAND => why.of_act(act::CALL, |why| call_hurdles(game, p, card, why)),
        zone::VC | zone::RC => why.of_act(act::INTERCEPT, |why| intercept_hurdles(game, p, card, why)),
        _ => why.of_act(act::CALL, |why| {
            why.not(number(game, rule::GUARD_CALL), || {
                "only cards of the hand and rear-guards with Intercept become guardians".to_owned()
            })
        }),
    }
}

/// 1.10:3.11.1.1: a card without a shield cannot be placed on the guardian circle there; who intercepts is not placed, only moved (10.1.4.1).
pub(super) fn may_be_guardian(game: &Game, card: Ref) -> bool {
    game.info(card).has_attr(attr::SHIELD) || edition::of(game).shieldless_guard
}

/// Whether nothing forbids to guard with a card.
fn may_guard(game: &Game, p: P, card: Ref) -> bool {
    let attacked: Vec<Ref> = ties::all(game, tie::ATTACK).map(|t| t.b).collect();
    let allowed = |unit: Ref| !game.forbidden(&guard_ev(game, p, card, unit, Cause::rule(rule::GUARD_CALL, p)));
    if attacked.is_empty() {
        allowed(Ref::NONE)
    } else {
        attacked.into_iter().any(allowed)
    }
}

fn guard_ev(game: &Game, p: P, card: Ref, unit: Ref, cause: Cause) -> Ev {
    Ev {
        kind: EvKind::Note,
        tag: note::GUARD,
        subj: card,
        obj: unit,
        who: p,
        from: game.state.card(card.ix).cell,
        to: circles::gc(p),
        cause,
        ..Ev::default()
    }
}

/// The move of a unit that intercepts: it is not placed, only moved, and rests (7.4.1.2.2).
fn move_ev(game: &Game, card: Ref, cause: Cause) -> Ev {
    let mut ev = game.move_ev(card, circles::gc(game.master(card)), note::MOVE, cause);
    ev.orient = orient::RESTED;
    ev
}

/// Cards come to the guardian circle together, each to guard a unit.
fn come(game: &mut Game, p: P, cards: &[(Ref, Ref)]) {
    let mut batch = Vec::new();
    for (card, unit) in cards {
        let play = |rule| Cause {
            kind: CauseKind::Play,
            src: *card,
            ..Cause::rule(rule, p)
        };
        let (mut ev, tag) = if circles::is_circle(game.zone_of(game.state.card(card.ix).cell)) {
            (move_ev(game, *card, play(rule::INTERCEPT)), note::INTERCEPT)
        } else {
            let called = call::normal(game, p, *card, circles::gc(p), play(rule::GUARD_CALL));
            (called, note::NORMAL_CALL)
        };
        let told = call::told(&ev, tag);
        ev.obj = *unit;
        batch.extend([ev, told]);
        if unit.is_some() {
            batch.push(guard_ev(game, p, *card, *unit, ev.cause));
        }
    }
    game.state.batch = batch;
    game.send();
}

/// A card has come to the guardian circle: the unit that its move names is guarded from now on (7.4.1.3).
pub(super) fn arrived(game: &mut Game, ev: &Ev) {
    if ev.obj.is_some() && game.zone_of(ev.to) == zone::GC && game.state.alive(ev.obj) {
        let card = game.state.now(ev.subj.ix);
        ties::bind(game, tie::GUARD, card, ev.obj);
    }
}

/// The note of guarding, for a card that an effect calls.
pub(super) fn told(game: &Game, p: P, ev: &Ev) -> Ev {
    guard_ev(game, p, ev.subj, ev.obj, ev.cause)
}
