//! The Quick window of the player whose turn it is not (7.4.4, 8.4.7, 12.3.4).

use super::main_phase;
use super::step::{check_then, go};
use super::tables::window;
use crate::exec::{Flow, Game};
use crate::kernel::{Atom, KernelStep};

/// Plays cards and abilities with Quick, with a Confirmation Timing behind each (7.4.5, 8.4.8), until the player passes.
pub(super) fn window(game: &mut Game, s: KernelStep) -> Flow {
    match s.at {
        0 => {
            // A round of actions that comes back to where it began (15.2.1.1).
            let round = game.find_round();
            go(game, s, if round { 1 } else { 2 });
        }
        1 => {
            if !game.repeat_round() {
                go(game, s, 2);
            }
        }
        2 => {
            go(game, s, 3);
            game.ask_to_act(s.who, window::QUICK, true, |game, atoms| {
                main_phase::list_plays(game, s.who, true, atoms);
            });
        }
        3 => match game.state.picks.first().copied() {
            Some(Atom::Act(action)) => {
                // What is taken back is asked for again.
                go(game, s, 2);
                game.mark(Some(action));
                go(game, s, 4);
                main_phase::begin_play(game, s.who, action);
            }
            _ => {
                game.forget_refused();
                return Flow::Pop;
            }
        },
        _ => check_then(game, s, 0),
    }
    Flow::Go
}
