//! The steps of the rules: which there are, and the way from a step's number to its code.

use super::{ability, addition, auto, battle, judgment, pay, play, priority, process, setup, stone, turn, verbs};
use crate::exec::Game;
use crate::games::common::rows::steps;
pub(super) use crate::games::common::step::{by_rule, go};
use crate::kernel::TimeId;

steps! {
    Setup setup::setup;
    Turn turn::turn;
    DrawPhase turn::draw;
    RecoveryPhase turn::recovery;
    MainPhase turn::main;
    EndPhase turn::end;
    Battle battle::battle;
    Priority priority::sequence;
    Play play::card;
    Ability ability::played;
    Auto auto::played;
    Offer auto::offer;
    Judgment judgment::played;
    Call stone::call;
    Set stone::set_card;
    Resolve priority::resolve;
    Order process::order;
    Pay pay::will;
    Verb verbs::step;
    Addition addition::step;
}

/// A phase or step begins: it is where the game is now, and abilities hear of it.
pub(super) fn enter(game: &mut Game, phase: TimeId, time: TimeId) {
    game.enter_time(phase, time, &[time]);
}
