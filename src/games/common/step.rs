//! What the steps of every game do alike.

use crate::exec::Game;
use crate::kernel::{Cause, KernelStep};

/// The step goes on at another place when it is stepped again.
pub(in crate::games) fn go(game: &mut Game, s: KernelStep, at: u8) {
    game.goto(KernelStep { at, ..s });
}

/// The step goes on at another place behind a check of what the rules do by themselves.
pub(in crate::games) fn check_then(game: &mut Game, s: KernelStep, at: u8) {
    go(game, s, at);
    game.push_check();
}

/// The rules as a cause.
pub(in crate::games) fn by_rule(game: &Game, rule: u16) -> Cause {
    Cause::rule(rule, game.state.turn.player)
}
