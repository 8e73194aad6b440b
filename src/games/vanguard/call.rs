//! Calls by effects (10.1.6): the cards and their circles are chosen, then all are placed together.

use super::step::{Step, begin, go};
use super::tables::{note, orient, prompt, rule, zone};
use super::{circles, guard};
use crate::exec::{Flow, Game, VerbCall, Why};
use crate::games::common::cards::picked;
use crate::games::common::rows::places;
use crate::kernel::{Ask, AskKind, Atom, Cause, CellId, Ev, EvKind, KernelStep, Note, P, Ref};
use std::ops::ControlFlow;

/// A card whose circle is still to be chosen.
const OPEN: CellId = CellId(u8::MAX);
/// Each card needs a circle of its own.
const APART: i32 = 1;

/// A superior call. The moves wait in the batch until each has its circle; the circles that the text allows are bits of `a`.
pub(super) fn superior(game: &mut Game, call: &VerbCall) {
    let cells = allowed(game, call);
    let mut cause = call.cause;
    cause.rule = rule::CALL;
    let mut batch = Vec::new();
    for card in &call.cards {
        // 10.1.6.1: from outside the field.
        if !game.state.alive(*card) || circles::is_circle(game.zone_of(game.state.card(card.ix).cell)) {
            continue;
        }
        let first = cells.first().copied().unwrap_or(OPEN);
        let mut ev = game.move_ev(*card, first, note::CALL, cause);
        ev.to = OPEN;
        ev.who = call.who;
        ev.face_down = call.face.unwrap_or(false);
        ev.orient = call.orient.unwrap_or(orient::STANDING);
        batch.push(ev);
    }
    game.state.done = 0;
    game.state.moved.clear();
    if batch.is_empty() || cells.is_empty() {
        return;
    }
    // 10.1.6.1.1.1: who calls chooses which cards are called, if there are too few circles for all.
    let too_many = call.apart && batch.len() > cells.len();
    if !too_many {
        unveil(game, &batch);
    }
    game.state.batch = batch;
    let mut step = begin(Step::Call, call.who);
    step.at = if too_many { place::SURPLUS } else { place::CIRCLE };
    step.a = cells.iter().fold(0, |all, c| all | bit(call.who, *c));
    step.b = if call.apart { APART } else { 0 };
    game.push(step);
}

/// 10.1.6.1.4: what is being called is known, before its circle is chosen.
fn unveil(game: &mut Game, batch: &[Ev]) {
    for ev in batch.iter().filter(|ev| !ev.face_down) {
        game.unveil(ev.subj);
    }
}

/// 10.1.6.1.1.1, 1.3.2: of too many cards as many are chosen as there are circles; the others stay where they are.
fn choose_called(game: &mut Game, s: KernelStep) -> Flow {
    let mut batch = std::mem::take(&mut game.state.batch);
    if s.at == place::SURPLUS {
        go(game, s, place::SURPLUS_ANSWER);
        game.state.atoms = batch.iter().map(|ev| Atom::Card(ev.subj)).collect();
        let mut ask = Ask::one(s.who, AskKind::Rule(prompt::CALLED));
        ask.max = u16::try_from(s.a.count_ones()).unwrap_or(1);
        ask.min = ask.max;
        game.ask(ask);
    } else {
        go(game, s, place::CIRCLE);
        let called = picked(game);
        batch.retain(|ev| called.contains(&ev.subj));
        unveil(game, &batch);
    }
    game.state.batch = batch;
    Flow::Go
}

/// The circles of the player that the text allows and that can be called to: rear-guard circles, the guardian circle if it is named.
fn allowed(game: &Game, call: &VerbCall) -> Vec<CellId> {
    let mine = |c: &CellId| {
        let zone = game.zone_of(*c);
        game.layout().cell(*c).player == call.who && (zone == zone::GC || circles::is_rc(game, *c))
    };
    if call.cells.is_empty() {
        circles::rcs(call.who).filter(mine).collect()
    } else {
        call.cells.iter().copied().filter(mine).collect()
    }
}

/// A circle of a player as a bit: rear-guard circles in their order, then the guardian circle.
fn bit(p: P, cell: CellId) -> i32 {
    circles::rcs(p)
        .chain([circles::gc(p)])
        .position(|c| c == cell)
        .map_or(0, |n| 1 << n)
}

places! {
    /// A call by an effect (10.1.6.1).
    place: CIRCLE PLACE GUARDED CALLED SURPLUS SURPLUS_ANSWER;
}

/// The choice of the circles, then the call.
pub(super) fn call(game: &mut Game, s: KernelStep) -> Flow {
    if s.at >= place::SURPLUS {
        return choose_called(game, s);
    }
    let open = game
        .state
        .batch
        .iter()
        .position(|ev| ev.kind == EvKind::Move && ev.to == OPEN);
    match (s.at, open) {
        (place::CIRCLE, Some(n)) => {
            let taken: Vec<CellId> = game.state.batch.iter().map(|ev| ev.to).collect();
            let cells: Vec<CellId> = circles::rcs(s.who)
                .chain([circles::gc(s.who)])
                .filter(|c| s.a & bit(s.who, *c) != 0)
                .filter(|c| s.b & APART == 0 || !taken.contains(c))
                .collect();
            let card = game.state.batch.get(n).map_or(Ref::NONE, |ev| ev.subj);
            let could = |c: &CellId| {
                let tried = game.state.batch.get(n).copied().unwrap_or_default();
                let fits = game.zone_of(*c) != zone::GC || guard::may_be_guardian(game, card);
                let tried = Ev { to: *c, ..tried };
                fits && !game.forbidden(&tried) && !game.forbidden(&told(&tried, note::SUPERIOR_CALL))
            };
            let cells: Vec<CellId> = cells.into_iter().filter(could).collect();
            if cells.is_empty() {
                // 1.3.2: what cannot be placed stays where it is.
                game.state.batch.remove(n);
                game.hide(card);
                return Flow::Go;
            }
            go(game, s, place::PLACE);
            let batch = std::mem::take(&mut game.state.batch);
            game.state.atoms = cells.into_iter().map(Atom::Cell).collect();
            let mut ask = Ask::one(s.who, AskKind::Rule(prompt::CIRCLE));
            ask.source = card;
            game.ask(ask);
            game.state.batch = batch;
        }
        (place::PLACE, Some(n)) => {
            go(game, s, place::CIRCLE);
            let Some(Atom::Cell(cell)) = game.state.picks.first().copied() else {
                return Flow::Go;
            };
            let card = game.state.batch.get_mut(n).map_or(Ref::NONE, |ev| {
                ev.to = cell;
                ev.subj
            });
            if game.zone_of(cell) == zone::GC {
                // 10.1.6.1.3.1
                game.goto(KernelStep {
                    at: place::GUARDED,
                    card,
                    ..s
                });
                let batch = std::mem::take(&mut game.state.batch);
                guard::ask_guarded(game, s.who, card);
                game.state.batch = batch;
            }
        }
        (place::GUARDED, _) => {
            go(game, s, place::CIRCLE);
            let unit = picked(game).first().copied().unwrap_or(Ref::NONE);
            if let Some(ev) = game.state.batch.iter_mut().find(|ev| ev.subj == s.card) {
                ev.obj = unit;
                ev.orient = orient::RESTED;
            }
        }
        (place::CIRCLE | place::PLACE, None) => {
            go(game, s, place::CALLED);
            let mut more: Vec<Ev> = game
                .state
                .batch
                .iter()
                .map(|ev| told(ev, note::SUPERIOR_CALL))
                .collect();
            let guards = game.state.batch.iter().filter(|ev| ev.obj.is_some());
            more.extend(guards.map(|ev| guard::told(game, s.who, ev)));
            game.state.batch.extend(more);
            game.send();
        }
        (place::CALLED, _) => {
            // The notes told of the same cards.
            let mut seen: Vec<Ref> = Vec::new();
            game.state.moved.retain(|c| {
                let new = !seen.contains(c);
                seen.push(*c);
                new
            });
            game.state.done = i32::try_from(game.state.moved.len()).unwrap_or(0);
            return Flow::Pop;
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

/// The note of a call that is a move.
pub(super) fn told(ev: &Ev, tag: Note) -> Ev {
    Ev {
        kind: EvKind::Note,
        tag,
        obj: Ref::NONE,
        ..*ev
    }
}

/// 8.5.3.2, 8.5.3.3: a card of the hand is called by the rules.
pub(super) fn normal(game: &Game, who: P, card: Ref, to: CellId, cause: Cause) -> Ev {
    let mut ev = game.move_ev(card, to, note::CALL, cause);
    ev.who = who;
    ev.orient = if game.zone_of(to) == zone::GC {
        orient::RESTED
    } else {
        orient::STANDING
    };
    ev
}

/// Whether a card of the hand could be called there by the rules: nothing forbids it.
pub(super) fn can(game: &Game, who: P, card: Ref, to: CellId, rule: u16) -> bool {
    Why::nothing(|why| hurdles(game, who, card, to, rule, why))
}

/// What stands in the way of calling a card of the hand there.
pub(super) fn hurdles(game: &Game, who: P, card: Ref, to: CellId, rule: u16, why: &mut Why) -> ControlFlow<()> {
    let ev = normal(game, who, card, to, Cause::rule(rule, who));
    why.unless_forbidden(game, &ev, "1.3.3")?;
    why.unless_forbidden(game, &told(&ev, note::NORMAL_CALL), "1.3.3")
}
