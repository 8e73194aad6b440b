//! Players: programs that answer questions.

use super::question::Choice;
use super::seat::Seat;
use crate::players;

/// Somebody who answers questions.
pub trait Player: Send {
    /// The answer to the open question, one of [`Seat::answers`].
    fn decide(&mut self, seat: &Seat<'_>) -> Choice;

    /// How it is called in reports.
    fn name(&self) -> String {
        "player".to_owned()
    }
}

/// The players that come with the program play here too: [`Random`](players::Random), [`Greedy`](players::Greedy), [`Search`](players::Search).
impl<T: players::Player> Player for T {
    fn decide(&mut self, seat: &Seat<'_>) -> Choice {
        seat.ask(self)
    }

    fn name(&self) -> String {
        players::Player::name(self)
    }
}
