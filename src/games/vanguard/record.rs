//! The record of the turn and of the running battle, kept in the state's own numbers of the game.

use super::ties::{self, tie};
use crate::exec::Game;
use crate::games::common::record::{self, get, set};
use crate::kernel::{P, Ref};

/// How many battles there were this turn, the running one included (7.1.2.1).
const BATTLES: usize = 0;
/// What the running battle is: bits.
const BATTLE: usize = 1;
/// The attacking unit, and the Mate that attacks with it.
const ATTACKER: usize = 2;
const MATE: usize = 3;
/// What was done this turn: bits.
const DONE: usize = 4;
/// How many drive checks were made in this drive step.
const CHECKS: usize = 5;

/// A battle goes on.
const RUNNING: i32 = 1;
/// The power of the booster counts (7.3.1.7).
const BOOST_COUNTS: i32 = 8;

/// The normal ride of the turn was made (6.5.1.1.2).
pub(super) const RIDDEN: i32 = 1;
/// The normal stride of the turn was made (6.5.1.2.2).
pub(super) const STRIDDEN: i32 = 2;
/// A player has paid a cost with Homare this turn (10.2.15.1).
const HOMARE: i32 = 4;

/// A turn starts.
pub(super) fn new_turn(game: &mut Game) {
    for at in [BATTLES, BATTLE, ATTACKER, MATE, DONE, CHECKS] {
        set(game, at, 0);
    }
    ties::forget_gone(game);
}

/// Whether something of the turn is done.
pub(super) fn is_done(game: &Game, what: i32) -> bool {
    record::is(game, DONE, what)
}

/// Something of the turn is done.
pub(super) fn do_it(game: &mut Game, what: i32) {
    record::put(game, DONE, what, true);
}

/// The Homare of a player, as something of the turn.
pub(super) fn homare(who: P) -> i32 {
    record::of(HOMARE, who)
}

/// A battle begins (7.3.1.1).
pub(super) fn begin_battle(game: &mut Game) {
    let count = get(game, BATTLES).saturating_add(1);
    set(game, BATTLES, count);
    set(game, BATTLE, RUNNING);
    set(game, CHECKS, 0);
}

/// A battle is over: all its states end (7.7.1.4).
pub(super) fn end_battle(game: &mut Game) {
    for at in [BATTLE, ATTACKER, MATE, CHECKS] {
        set(game, at, 0);
    }
    for kind in [tie::ATTACK, tie::BOOST, tie::GUARD, tie::HIT] {
        ties::cut_all(game, kind);
    }
}

/// How many battles there were this turn.
pub(super) fn battles(game: &Game) -> i32 {
    get(game, BATTLES)
}

/// Whether a battle goes on.
pub(super) fn in_battle(game: &Game) -> bool {
    record::is(game, BATTLE, RUNNING)
}

/// The attacking unit; none if it is gone or has moved (7.3.1.4.3).
pub(super) fn attacker(game: &Game) -> Ref {
    record::living(game, ATTACKER)
}

/// The Mate that attacks with the attacking Leader (10.1.24.5).
pub(super) fn attacking_mate(game: &Game) -> Ref {
    record::living(game, MATE)
}

/// Whether a card is an attacking unit.
pub(super) fn is_attacking(game: &Game, card: Ref) -> bool {
    card.is_some() && (card == attacker(game) || card == attacking_mate(game))
}

/// Units attack from now on.
pub(super) fn set_attackers(game: &mut Game, attacker: Ref, mate: Ref) {
    record::set_card(game, ATTACKER, attacker);
    record::set_card(game, MATE, mate);
}

/// A card leaves its circle: it is no attacking unit any more (7.3.1.4.3).
pub(super) fn leaves(game: &mut Game, card: Ref) {
    for at in [ATTACKER, MATE] {
        if record::card(game, at) == card {
            set(game, at, 0);
        }
    }
}

/// The power of a booster counts from now on.
pub(super) fn count_boost(game: &mut Game) {
    record::put(game, BATTLE, BOOST_COUNTS, true);
}

/// Whether the power of a booster counts.
pub(super) fn boost_counts(game: &Game) -> bool {
    record::is(game, BATTLE, BOOST_COUNTS)
}

/// How many drive checks were made in this drive step.
pub(super) fn checks(game: &Game) -> i32 {
    get(game, CHECKS)
}

/// One more drive check, or the first is still to come.
pub(super) fn set_checks(game: &mut Game, n: i32) {
    set(game, CHECKS, n);
}
