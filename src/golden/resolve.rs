//! Letting what waits resolve.

use super::runner::{Failure, Trial, fail, over_words};
use super::{answer, place};
use crate::exec::{Game, Status};
use crate::ir::Src;
use crate::kernel::{AskKind, Ref, TimeId};

/// Whether a player may act or pass now, with nothing going on that must be finished first.
fn is_window(game: &Game) -> bool {
    let window = |ask| matches!(ask, AskKind::Act(_));
    game.state
        .ask
        .is_some_and(|ask| window(ask.kind) && !answer::is_payment(game, &ask))
}

/// Whether the open window belongs to no sequence of plays and responses: somebody is to be named for something.
fn is_declaration(game: &Game) -> bool {
    let Some(AskKind::Act(window)) = game.state.ask.map(|ask| ask.kind) else {
        return false;
    };
    let row = game.kernel().tables().windows.get(usize::from(window));
    is_window(game) && row.is_some_and(|words| !words.contains(&"play"))
}

/// Whether a player is asked something with a choice that is neither about acting nor about paying nor about a mere order.
fn is_question(game: &Game) -> bool {
    let about = |ask: crate::kernel::Ask| {
        !matches!(ask.kind, AskKind::Act(_) | AskKind::Order) && !answer::is_payment(game, &ask)
    };
    game.answer_count() > 1 && game.state.ask.is_some_and(about)
}

/// Where in the game we are.
fn moment(game: &Game) -> (u16, TimeId, TimeId) {
    let turn = &game.state.turn;
    (turn.number, turn.phase, turn.step)
}

impl Trial<'_> {
    /// Everybody takes the default answers until the topmost thing that waits has resolved or left, or until nothing waits if `all`. As the last
    /// line of a block it stops at a question that comes up while something resolves: no line of the block speaks to it, but what is expected may.
    pub(super) fn resolve(&mut self, all: bool, last: bool, src: Src) -> Result<(), Failure> {
        if self.game.kernel().tables().stack_zone.is_none() {
            return Err(fail(src, "nothing waits to resolve in this game"));
        }
        // What is being played is announced first.
        while let Status::Decide(_) = self.advance() {
            self.use_position()?;
            if is_window(&self.game) {
                break;
            }
            self.pick_default(src)?;
        }
        if let Some(outcome) = self.game.state.over {
            return Err(fail(src, format!("nothing resolves any more: {}", over_words(outcome))));
        }
        let top: Option<Ref> = place::waiting_row(&self.game).last().copied();
        let began = moment(&self.game);
        let over = |game: &Game| match top {
            _ if all => false,
            Some(top) => !place::waiting_row(game).contains(&top),
            None => is_declaration(game) || moment(game) != began || !place::waiting_row(game).is_empty(),
        };
        loop {
            let Some(status) = self.game.advance_until(&over) else {
                self.game.settle();
                return Ok(());
            };
            self.at_decision(status);
            self.use_position()?;
            if let Status::Over(_) = status {
                return Ok(());
            }
            if all && is_window(&self.game) && place::waiting_row(&self.game).is_empty() {
                return Ok(());
            }
            if last && !all && is_question(&self.game) {
                return Ok(());
            }
            self.pick_default(src)?;
        }
    }

    /// Makes the payment that is open, as no line speaks to it any more.
    pub(super) fn finish_payment(&mut self, src: Src) -> Result<(), Failure> {
        while let Some(ask) = self.game.state.ask {
            if !answer::is_payment(&self.game, &ask) {
                break;
            }
            self.pick_default(src)?;
            self.advance();
        }
        Ok(())
    }
}
