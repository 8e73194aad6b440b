//! A game between two players, from where it stands to its end.

use super::{Endless, Player, Seat, TurnLimit};
use crate::exec::Status;
use crate::kernel::{Illegal, Outcome, P};
use crate::play::Contest;

/// Why a game of two players has no end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unfinished {
    /// A player gave an illegal answer.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// A turn went on for too long.
    #[error(transparent)]
    Endless(#[from] Endless),
}

/// Lets two players play a contest out: the first of them sits on the first seat. For many games at once, with a report, there is `sim`; this is for
/// programs that want a game of their own players and nothing else.
///
/// # Errors
///
/// An illegal answer of a player ends it there, and so does a turn that does not end.
pub fn play(contest: &mut Contest, players: &mut [Box<dyn Player>; 2]) -> Result<Outcome, Unfinished> {
    let mut limit = TurnLimit::default();
    loop {
        match contest.status() {
            Status::Over(outcome) => return Ok(outcome),
            Status::Decide(who) => {
                let [one, two] = players;
                let player = if who == P::ONE { one } else { two };
                limit.count(contest.game())?;
                let answer = player.decide(&Seat::new(contest.game(), who));
                contest.answer(answer)?;
            }
        }
    }
}
