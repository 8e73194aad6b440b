//! The Quick window of the player whose turn it is not (7.4.4, 8.4.7, 12.3.4).

use super::main_phase;
use super::step::{check_then, go};
use super::tables::window;
use crate::exec::{Flow, Game};
use crate::games::common::rows::places;
use crate::kernel::{Atom, KernelStep};

places! {
    /// The Quick window (7.4.4).
    place: ROUND REPEAT ASK ANSWER CHECK;
}

/// Plays cards and abilities with Quick, with a Confirmation Timing behind each (7.4.5, 8.4.8), until the player passes.
pub(super) fn window(game: &mut Game, s: KernelStep) -> Flow {
    match s.at {
        place::ROUND => {
            // A round of actions that comes back to where it began (15.2.1.1).
            let round = game.find_round();
            go(game, s, if round { place::REPEAT } else { place::ASK });
        }
        place::REPEAT => {
            if !game.repeat_round() {
                go(game, s, place::ASK);
            }
        }
        place::ASK => {
            go(game, s, place::ANSWER);
            game.ask_to_act(s.who, window::QUICK, true, |game, atoms| {
                main_phase::list_plays(game, s.who, true, atoms);
            });
        }
        place::ANSWER => match game.state.picks.first().copied() {
            Some(Atom::Act(action)) => {
                // What is taken back is asked for again.
                go(game, s, place::ASK);
                game.mark(Some(action));
                go(game, s, place::CHECK);
                main_phase::begin_play(game, s.who, action);
            }
            _ => {
                game.forget_refused();
                return Flow::Pop;
            }
        },
        _ => check_then(game, s, place::ROUND),
    }
    Flow::Go
}
