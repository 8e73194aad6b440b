//! The steps of the rules: which there are, and the way from a step's number to its code.

use super::{assist, battle, call, check, damage, hearts, icons, main_phase, ride, rules, setup, stride, turn};
use crate::exec::Game;
use crate::games::common::rows::steps;
pub(super) use crate::games::common::step::{by_rule, check_then, go};
use crate::kernel::TimeId;

steps! {
    Setup setup::setup;
    Turn turn::turn;
    Stand turn::stand;
    Draw turn::draw;
    Assist assist::step;
    Rides ride::step;
    Strides stride::step;
    Main main_phase::phase;
    Battle battle::phase;
    End turn::end;
    Ride ride::ride;
    Stride stride::stride;
    Call call::call;
    Check check::check;
    Icon icons::icon;
    Damage damage::process;
    Heart hearts::choose;
    Crowd rules::crowd;
    FromSoul rules::from_soul;
}

/// Phases and steps begin together: the last one is where the game is now, and abilities hear of all of them.
pub(super) fn enter(game: &mut Game, phase: TimeId, times: &[TimeId]) {
    game.enter_time(phase, times.last().copied().unwrap_or(phase), times);
}
