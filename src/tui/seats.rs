//! Who sits where: as it was asked for, or as a saved game says.

use crate::exec::player_word;
use crate::kernel::P;
use crate::play::ReplayFile;
use crate::players::{self, Player, PlayerError};

/// What a person is called in a saved game.
pub(super) const PERSON: &str = "person";
/// Who plays if nobody says so.
const OTHERWISE: &str = "random";

/// The players of the seats; a seat without a program is a person's.
pub type Seats = [Option<Box<dyn Player>>; 2];

/// What was asked for. What was not is as a saved game says, or for a new game: the first seat, against a player who does not think.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Seating {
    /// Seat by seat, whether it is a person's.
    pub people: Option<[bool; 2]>,
    /// The program on the other seat.
    pub against: Option<String>,
    /// Where the chances of programs come from.
    pub seed: u64,
}

/// Why nobody can sit down.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SeatError {
    /// There is no such program.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// Somebody would see cards that were hidden from the people of the saved game.
    #[error("the person of this game is {}: the other hand is hidden", player_word(*.0))]
    Hidden(P),
    /// A program that sat there is unknown here.
    #[error("in this game {} is `{}`, who is no player of this program", player_word(*.0), .1)]
    Unknown(P, String),
}

impl SeatError {
    /// What to do about it.
    pub fn help(&self) -> String {
        match self {
            SeatError::Player(_) => format!("the players are {}", players::NAMES.join(", ")),
            SeatError::Hidden(p) => format!("leave --me out, or say --me {}", p.0 + 1),
            SeatError::Unknown(..) => format!("say who is to sit there: --against {OTHERWISE}"),
        }
    }
}

impl Seating {
    /// The seats of a new game.
    pub fn fresh(&self) -> Result<Seats, SeatError> {
        let people = self.people.unwrap_or([true, false]);
        let [one, two] = [P::ONE, P::TWO].map(|p| self.seat(people, p, || Ok(OTHERWISE)));
        Ok([one?, two?])
    }

    /// The seats of a saved game. Only who sat there before takes a seat: nobody gets to see what was hidden from them.
    pub fn of_file(&self, file: &ReplayFile) -> Result<Seats, SeatError> {
        let names = file.players();
        let sat = names.map(|name| name == PERSON);
        let people = match (sat, self.people) {
            // Programs among themselves hide nothing from anybody.
            ([false, false], asked) => asked.unwrap_or([true, false]),
            (sat, None) => sat,
            (sat, Some(asked)) => {
                if let Some(p) = P::BOTH.into_iter().find(|p| is(asked, *p) && !is(sat, *p)) {
                    return Err(SeatError::Hidden(p.other()));
                }
                asked
            }
        };
        let [one, two] = P::BOTH.map(|p| {
            self.seat(people, p, || match names.get(p.ix()).copied().unwrap_or_default() {
                PERSON => Ok(OTHERWISE),
                // The board of a test has no players yet.
                _ if file.test().is_some() && sat == [false, false] => Ok(OTHERWISE),
                name if players::by_name(name, 0).is_ok() => Ok(name),
                name => Err(SeatError::Unknown(p, name.to_owned())),
            })
        });
        Ok([one?, two?])
    }

    fn seat<'n>(
        &'n self,
        people: [bool; 2],
        p: P,
        known: impl FnOnce() -> Result<&'n str, SeatError>,
    ) -> Result<Option<Box<dyn Player>>, SeatError> {
        if is(people, p) {
            return Ok(None);
        }
        let name = match &self.against {
            Some(name) => name,
            None => known()?,
        };
        // The chances of the game and those of the player have nothing to do with each other.
        Ok(Some(players::by_name(name, self.seed ^ 0x5EA7)?))
    }
}

fn is(seats: [bool; 2], p: P) -> bool {
    seats.get(p.ix()).copied().unwrap_or(false)
}
