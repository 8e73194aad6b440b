//! Playing pending automatic abilities (10.7.3): like activated ones, with the instance gone whether that succeeds or not.

use super::ability;
use super::step::{Step, begin, go};
use crate::exec::{Env, Flow, Game};
use crate::games::common::pending;
use crate::games::common::rows::places;
use crate::kernel::{AbilityIx, Atom, Instance, KernelStep, LogKind};

/// A pending ability is played; what cannot be played is taken back, and its instance is gone (10.7.3.2).
pub(super) fn begin_instance(game: &mut Game, i: Instance) {
    // Ruling D14: what asks for a condition that does not hold selects nothing and does nothing.
    let env = Env {
        src: i.src,
        src0: i.src0,
        ev: i.ev,
        ..Env::of_card(i.src, i.me).with_held(i.held.as_deref())
    };
    let env = Env { ev: i.ev, ..env }.in_ability(i.ability);
    if game
        .pool
        .ability(i.ability)
        .condition
        .is_some_and(|c| !game.holds(c, &env))
    {
        game.log_ability(LogKind::Declined, i.ability, i.src, i.me);
        return;
    }
    game.mark(None);
    let mut s = begin(Step::Auto, i.me);
    s.card = i.src;
    s.a = i32::try_from(i.ability.0).unwrap_or(0);
    game.push(s);
    let object = (crate::kernel::Ref::NONE, ability::kind::ABILITY);
    let pending = pending::of_ability(object, i.me, i.ability, (i.src, i.src0), i.ev, i.held);
    pending::announce(game, pending);
}

places! {
    /// An automatic ability is played.
    place: ASK_EXTRA ANNOUNCE PAY RESOLVE OVER;
}

/// The procedure. `card` has the ability, `a` is its number.
pub(super) fn played(game: &mut Game, s: KernelStep) -> Flow {
    let at = AbilityIx(u32::try_from(s.a).unwrap_or(u32::MAX));
    match s.at {
        place::ASK_EXTRA => {
            // Ruling D29: an additional cost is decided when the ability is played.
            go(game, s, place::ANNOUNCE);
            ability::ask_extra(game, s, at);
        }
        place::ANNOUNCE => {
            go(game, s, place::PAY);
            if game.state.picks.first() == Some(&Atom::Yes) {
                ability::take_extra(game, at);
            }
            ability::announce(game, at, s);
        }
        place::PAY => {
            go(game, s, place::RESOLVE);
            ability::pay_extra(game, at, s);
        }
        place::RESOLVE => {
            go(game, s, place::OVER);
            game.unmark();
            if let Some(pending) = game.state.pending.last().cloned() {
                ability::resolve(game, &pending);
            }
        }
        _ => {
            game.state.pending.pop();
            ability::hide(game);
            return Flow::Pop;
        }
    }
    Flow::Go
}
