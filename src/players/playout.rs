//! A game between two players, from where it stands to its end.

use super::{Patience, Player, Seat};
use crate::exec::Status;
use crate::kernel::{Illegal, Outcome, P};
use crate::play::Contest;

/// Lets two players play a contest out: the first of them sits on the first seat. An illegal answer of a player ends it there. For many games at once,
/// with a report, there is `sim`; this is for programs that want a game of their own players and nothing else.
pub fn play(contest: &mut Contest, players: &mut [Box<dyn Player>; 2]) -> Result<Outcome, Illegal> {
    let mut patience = Patience::default();
    loop {
        match contest.status() {
            Status::Over(outcome) => return Ok(outcome),
            Status::Decide(who) => {
                let [one, two] = players;
                let player = if who == P::ONE { one } else { two };
                // A turn that does not end even so is nobody's win.
                let Ok(tired) = patience.tired(contest.game()) else {
                    return Ok(Outcome::Draw);
                };
                let answer = tired.unwrap_or_else(|| player.decide(&Seat::new(contest.game(), who)));
                contest.answer(answer)?;
            }
        }
    }
}
