//! The steps of the rules: which there are, and the way from a step's number to its code.

use super::{attack, damage, icons, play, rules, setup, turn};
use crate::exec::Game;
use crate::games::common::rows::steps;
pub(super) use crate::games::common::step::{by_rule, go};
use crate::kernel::TimeId;

steps! {
    Setup setup::setup;
    Turn turn::turn;
    Stand turn::stand;
    Draw turn::draw;
    Clock turn::clock;
    Main turn::main;
    Climax turn::climax;
    Attack attack::phase;
    Encore attack::encore;
    End turn::end;
    PlayCard play::card;
    Damage damage::process;
    TriggerCheck icons::check;
    Icon icons::icon;
    Interrupt rules::interrupt;
    LevelUp rules::level_up;
    Refresh rules::refresh;
    Verdict rules::verdict;
}

/// A phase or step begins: it is where the game is now, and abilities hear of it.
pub(super) fn enter(game: &mut Game, phase: TimeId, time: TimeId) {
    game.enter_time(phase, time, &[time]);
}
