//! The steps of the rules: which there are, and the way from a step's number to its code.

use super::{assist, battle, call, check, damage, hearts, icons, main_phase, ride, rules, setup, stride, turn};
use crate::exec::{Flow, Game};
use crate::kernel::{Cause, KernelStep, P, TimeId};

macro_rules! steps {
    ($( $name:ident $code:path; )*) => {
        /// A step.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum Step { $( $name ),* }

        /// Runs a step.
        pub(super) fn run(game: &mut Game, s: KernelStep) -> Flow {
            $( if s.id == Step::$name as u8 { return $code(game, s); } )*
            Flow::Pop
        }
    };
}

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

/// A step at its beginning.
pub(super) fn begin(step: Step, who: P) -> KernelStep {
    KernelStep {
        id: step as u8,
        who,
        ..KernelStep::default()
    }
}

/// The step goes on at another place when it is stepped again.
pub(super) fn go(game: &mut Game, s: KernelStep, at: u8) {
    game.goto(KernelStep { at, ..s });
}

/// The step goes on at another place behind a check timing.
pub(super) fn check_then(game: &mut Game, s: KernelStep, at: u8) {
    go(game, s, at);
    game.push_check();
}

/// The rules as a cause.
pub(super) fn by_rule(game: &Game, rule: u16) -> Cause {
    Cause::rule(rule, game.state.turn.player)
}

/// Phases and steps begin together: the last one is where the game is now, and abilities hear of all of them.
pub(super) fn enter(game: &mut Game, phase: TimeId, times: &[TimeId]) {
    game.enter_time(phase, times.last().copied().unwrap_or(phase), times);
}
