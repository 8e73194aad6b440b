//! The steps of the rules: which there are, and the way from a step's number to its code.

use super::{ability, addition, auto, battle, judgment, pay, play, priority, process, setup, stone, turn, verbs};
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

/// The rules as a cause.
pub(super) fn by_rule(game: &Game, rule: u16) -> Cause {
    Cause::rule(rule, game.state.turn.player)
}

/// A phase or step begins: it is where the game is now, and abilities hear of it.
pub(super) fn enter(game: &mut Game, phase: TimeId, time: TimeId) {
    game.enter_time(phase, time, &[time]);
}
