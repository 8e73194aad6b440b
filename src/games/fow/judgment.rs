//! Judgment (705, 1125): the ruler's action is performed, the judgment waits on the chase, and the ruler enters the field J-ruler side up.

use super::chase::{self, kind};
use super::step::{by_rule, go};
use super::tables::{act, card_type, keyword, note, orient, rule, zone};
use super::{ability, layout, pay, play, priority, record};
use crate::exec::{Env, Flow, Game, Refs, Why};
use crate::games::common::pending;
use crate::games::common::rows::places;
use crate::kernel::{AbilityIx, Atom, Ev, EvInfo, EvKind, KernelStep, P, Pending, Ref, Slot};
use std::ops::ControlFlow;

/// 705.1: recovered rulers with [Judgment] whose conditions and costs can be met; J-rulers of a first form judge where they are (1304.5).
pub(super) fn judges(game: &Game, who: P) -> Refs {
    let mut out = play::rulers(game, who);
    out.retain(|card| can_judge(game, who, *card));
    out
}

/// Notes why a ruler cannot perform its judgment.
pub(super) fn why_not(game: &Game, who: P, card: Ref, main: bool, why: &mut Why) {
    why.of_act(act::JUDGE, |why| {
        if !main {
            why.not("705.1", || "a judgment needs main timing".to_owned())?;
        }
        hurdles(game, who, card, why)
    });
}

fn judgment_of(game: &Game, card: Ref) -> Option<AbilityIx> {
    let bit = game.pool.known_keyword(keyword::JUDGMENT);
    if game.info(card).keywords & bit == 0 {
        return None;
    }
    let abilities = game.abilities_of(card);
    abilities
        .into_iter()
        .find(|a| game.pool.ability(*a).keywords & bit != 0)
}

fn can_judge(game: &Game, who: P, card: Ref) -> bool {
    Why::nothing(|why| hurdles(game, who, card, why))
}

/// What stands in the way of a judgment, at main timing.
fn hurdles(game: &Game, who: P, card: Ref, why: &mut Why) -> ControlFlow<()> {
    let c = game.state.card(card.ix);
    let area = game.zone_of(c.cell) == zone::RULER;
    if record::is(game, record::JUDGED) {
        why.not("705.1", || "there was a judgment this turn".to_owned())?;
    }
    let Some(at) = judgment_of(game, card) else {
        return why.not("705.1", || "it has no [Judgment]".to_owned());
    };
    if area && c.orient != orient::RECOVERED {
        why.not("705.1", || "it is rested".to_owned())?;
    }
    if next_side(game, card).is_none() {
        why.not("705.1", || "it has no side to turn to".to_owned())?;
    }
    let env = Env::of_card(card, who);
    let linked = game.pool.ability(at);
    if linked.gate.is_some_and(|g| !game.holds(g, &env)) {
        why.not("705.1", || "the condition of its [Judgment] does not hold".to_owned())?;
    }
    if linked.cost.is_some_and(|cost| !game.can_pay_cost(cost, who, &env)) {
        why.not("705.2", || "the cost of its [Judgment] cannot be paid".to_owned())?;
    }
    why.unless_forbidden(game, &judged(game, who, card), "104.4")
}

/// The side a judgment brings up: the J-ruler side of a ruler, the second form of a J-ruler (1304.5).
fn next_side(game: &Game, card: Ref) -> Option<u8> {
    let def = game.pool.def(game.state.card(card.ix).def);
    let front = game.pool.def(def.front);
    let wanted = if game.info(card).types & card_type::RULER != 0 {
        "j-ruler"
    } else {
        "back"
    };
    let at = front.sides.iter().position(|(word, _)| word == wanted)?;
    u8::try_from(at).ok()
}

fn judged(game: &Game, who: P, card: Ref) -> Ev {
    let mut ev = priority::noted(who, note::JUDGE, card, 0);
    ev.cause = by_rule(game, rule::JUDGMENT);
    ev.cause.by = who;
    ev
}

places! {
    /// A judgment is performed (705.2).
    played_at: APPEAR ASK_X PAY PLAYED;
}

/// 705.2. `card` is the ruler.
pub(super) fn played(game: &mut Game, s: KernelStep) -> Flow {
    let Some(at) = judgment_of(game, s.card) else {
        game.take_back();
        return Flow::Go;
    };
    match s.at {
        played_at::APPEAR => {
            go(game, s, played_at::ASK_X);
            let object = chase::appear(game, s.who, s.card);
            let src = (s.card, s.card);
            let pending = pending::of_ability((object, kind::JUDGMENT), s.who, at, src, EvInfo::default(), None);
            pending::announce(game, pending);
        }
        played_at::ASK_X => {
            go(game, s, played_at::PAY);
            ask_x(game, s, at);
        }
        played_at::PAY => {
            go(game, s, played_at::PLAYED);
            if let Some(Atom::Number(x)) = game.state.picks.first().copied() {
                ability::set_x(game, at, x);
            }
            ability::pay_cost(game, at, s);
        }
        _ => {
            game.unmark();
            game.forget_refused();
            record::put(game, record::JUDGED, true);
            return Flow::Pop;
        }
    }
    Flow::Go
}

fn ask_x(game: &mut Game, s: KernelStep, at: AbilityIx) {
    game.state.picks.clear();
    let linked = game.pool.ability(at);
    let (Some(slot), Some(cost)) = (linked.x.first().copied().flatten(), linked.cost) else {
        return;
    };
    let most = pay::most_x(|x| {
        let mut slots = vec![Slot::Empty; usize::from(slot) + 1];
        if let Some(place) = slots.get_mut(usize::from(slot)) {
            *place = Slot::Num(x);
        }
        let env = Env {
            slots: &slots,
            ..Env::of_card(s.card, s.who)
        };
        game.can_pay_cost(cost, s.who, &env)
    });
    pay::ask_x(game, s.who, s.card, most);
}

/// 705.3.a.1: judgment is done if the ruler became a J-ruler, and not if something kept it where it was.
pub(super) fn done(game: &mut Game, pending: &Pending) {
    let ruler = pending.src0;
    let happened = game.state.done > 0 && game.state.alive(ruler);
    if happened && game.zone_of(game.state.card(ruler.ix).cell) == zone::FIELD {
        let noted = judged(game, pending.me, ruler);
        game.emit(noted);
    }
}

/// 705.3: if the ruler is still there it enters the field J-ruler side up, the same card in the same orientation (302.3).
pub(super) fn resolve(game: &mut Game, pending: &Pending) {
    game.state.done = 0;
    let ruler = pending.src0;
    if !game.state.alive(ruler) {
        return;
    }
    let at = game.zone_of(game.state.card(ruler.ix).cell);
    // 1010.1b: one that has lost [Judgment] in the meantime stays where it is, ruler side up.
    let has = game.info(ruler).keywords & game.pool.known_keyword(keyword::JUDGMENT) != 0;
    let Some(side) = next_side(game, ruler).filter(|_| has) else {
        return;
    };
    let x = pending.x.first().copied().unwrap_or(0);
    let cause = by_rule(game, rule::JUDGMENT);
    let rules = game.info(ruler).types & card_type::RULER != 0;
    // 1304.5b: the judgment of a first form that is no longer there does nothing.
    let form = game.pool.ability(pending.ability).def;
    if form.ix() < game.pool.defs.len() && game.pool.def(form).printed.types & card_type::J_RULER != 0 && rules {
        return;
    }
    // 1010.1b: a ruler that has lost [Judgment] stays.
    if rules && judgment_of(game, ruler).is_none() {
        return;
    }
    game.state.batch.clear();
    if at == zone::RULER && rules {
        let mut ev = game.move_ev(ruler, layout().of(pending.me, zone::FIELD), note::PUT, cause);
        ev.side = side;
        ev.cause.by = pending.me;
        game.state.batch.push(ev);
    } else if at == zone::FIELD && !rules {
        let cell = game.state.card(ruler.ix).cell;
        game.state.batch.push(Ev {
            kind: EvKind::Side(side),
            subj: ruler,
            who: pending.me,
            from: cell,
            to: cell,
            cause,
            ..Ev::default()
        });
    } else {
        return;
    }
    game.state.lay(ruler.ix, |l| l.x = x);
    game.send();
}
