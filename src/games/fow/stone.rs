//! Actions of main timing that use no chase: calling a magic stone (710), setting a card (706); and the life break of Valhalla (1415).

use super::step::{by_rule, go};
use super::tables::{act, card_type, note, orient, rule, zone};
use super::{layout, options, pay, play, priority, record};
use crate::exec::code::Icon;
use crate::exec::{Flow, Game, Refs, Why};
use crate::games::common::rows::places;
use crate::kernel::{Cause, Ev, KernelStep, P, Ref};
use std::ops::ControlFlow;

/// 706.1: what setting a card costs.
const SET_PRICE: [(u8, i32); 1] = [(Icon::ANY, 2)];

/// 710.1: the J/rulers a player can rest to call a stone now.
pub(super) fn callers(game: &Game, who: P) -> Refs {
    if !Why::nothing(|why| turn_hurdles(game, why)) {
        return Refs::new();
    }
    able_to_call(game, who)
}

/// 710.1: once a turn, and not in a turn with a judgment.
fn turn_hurdles(game: &Game, why: &mut Why) -> ControlFlow<()> {
    if record::is(game, record::CALLED) {
        why.not("710.1", || "a stone was called this turn".to_owned())?;
    }
    if record::is(game, record::JUDGED) {
        why.not("710.1", || "there was a judgment this turn".to_owned())?;
    }
    ControlFlow::Continue(())
}

/// Notes why a ruler cannot be rested to call a stone.
pub(super) fn why_not_call(game: &Game, who: P, card: Ref, main: bool, why: &mut Why) {
    why.of_act(act::CALL, |why| {
        if !main {
            why.not("710.1", || "calling a stone needs main timing".to_owned())?;
        }
        turn_hurdles(game, why)?;
        call_hurdles(game, who, card, why)
    });
}

/// The J/rulers that can be rested for a call, if there is a stone to call.
pub(super) fn able_to_call(game: &Game, who: P) -> Refs {
    let mut out = play::rulers(game, who);
    out.retain(|card| Why::nothing(|why| call_hurdles(game, who, *card, why)));
    out
}

/// What stands in the way of resting a J/ruler to call a stone, whenever it is.
fn call_hurdles(game: &Game, who: P, card: Ref, why: &mut Why) -> ControlFlow<()> {
    if game.state.cells.is_empty(layout().of(who, zone::STONES)) {
        why.not("710.1", || "your stone deck is empty".to_owned())?;
    }
    if game.state.card(card.ix).orient != orient::RECOVERED {
        why.not("710.1", || "it is rested".to_owned())?;
    }
    if game.info(card).types & card_type::ANY_RULER == 0 {
        why.not("710.1", || "it is no ruler".to_owned())?;
    }
    why.unless_forbidden(game, &priority::noted(who, note::CALL, Ref::NONE, 0), "104.4")?;
    let rests = game.turn_ev(card, orient::RESTED, Cause::rule(rule::CALL_STONE, who));
    why.unless_forbidden(game, &rests, "104.4")
}

places! {
    /// A stone is called (710).
    call_at: REST CALL OVER;
}

/// The procedure: the J/ruler rests, the top card of the stone deck enters the field under its player's control.
pub(super) fn call(game: &mut Game, s: KernelStep) -> Flow {
    let cause = by_rule(game, rule::CALL_STONE);
    match s.at {
        call_at::REST => {
            go(game, s, call_at::CALL);
            let ev = game.turn_ev(s.card, orient::RESTED, cause);
            game.emit(ev);
        }
        call_at::CALL => {
            go(game, s, call_at::OVER);
            if game.state.done == 0 {
                return Flow::Pop;
            }
            if s.who == game.state.turn.player {
                record::put(game, record::CALLED, true);
            }
            let Some(stone) = game.state.top(layout().of(s.who, zone::STONES)) else {
                return Flow::Go;
            };
            let mut ev = game.move_ev(stone, layout().of(s.who, zone::FIELD), note::PUT, cause);
            ev.cause.by = s.who;
            let called = priority::noted(s.who, note::CALL, stone, 0);
            game.state.batch.clear();
            game.state.batch.extend([ev, called]);
            game.send();
        }
        _ => {
            game.state.done = 1;
            return Flow::Pop;
        }
    }
    Flow::Go
}

/// 706.1: whether a player can pay for setting a card.
pub(super) fn can_pay_set(means: &pay::Means<'_>) -> bool {
    means.can(&pay::of(&SET_PRICE))
}

/// Whether nothing forbids that the card is set (104.4).
pub(super) fn may_set(game: &Game, who: P, card: Ref) -> bool {
    !game.forbidden(&set_down(game, who, card))
}

/// The card goes face down into the standby area.
fn set_down(game: &Game, who: P, card: Ref) -> Ev {
    let to = layout().of(who, zone::STANDBY);
    let mut ev = game.move_ev(card, to, note::SET, by_rule(game, rule::SET_CARD));
    ev.face_down = true;
    ev
}

places! {
    /// A card is set (706).
    set_at: PAY SET OVER;
}

/// 706.2: the price is paid and the card lies face down in the standby area at once.
pub(super) fn set_card(game: &mut Game, s: KernelStep) -> Flow {
    match s.at {
        set_at::PAY => {
            go(game, s, set_at::SET);
            pay::price(game, s.who, &SET_PRICE);
        }
        set_at::SET => {
            go(game, s, set_at::OVER);
            game.unmark();
            let ev = set_down(game, s.who, s.card);
            game.emit(ev);
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}

/// 1415.1d: the top card of the lifebreak area can be broken while there are more cards than thousands of life.
pub(super) fn breakable(game: &Game, who: P) -> Vec<Ref> {
    if !record::is(game, record::VALHALLA) {
        return Vec::new();
    }
    let cards = options::cards(game, who, zone::LIFEBREAK);
    let life = game.state.val(who, super::tables::player::LIFE).max(0) / 1000;
    let more = i32::try_from(cards.len()).unwrap_or(0) > life;
    cards.into_iter().next_back().filter(|_| more).into_iter().collect()
}

/// 1415.1.d.1 to d.3: the card is removed; with [Break] its ability is played, and the card goes to the graveyard when that has left the chase.
pub(super) fn life_break(game: &mut Game, who: P, card: Ref) {
    let cause = Cause::rule(rule::BREAK, who);
    let ev = game.move_ev(card, layout().of(who, zone::REMOVED), note::BREAK, cause);
    game.emit(ev);
    if !super::verbs::broken(game, who, card) {
        super::chase::after_break(game, game.state.now(card.ix));
    }
}
