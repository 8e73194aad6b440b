//! One game of a plan.

use super::cards::Noted;
use super::plan::{Plan, Setup};
use super::run::SimError;
use crate::exec::Status;
use crate::kernel::{Outcome, P};
use crate::play::{Contest, ReplayFile, Table, result_words};
use crate::players::{self, Player, Seat, TurnLimit};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The player of a seat won.
    Won(P),
    /// Nobody won.
    Draw,
    /// The engine failed: why.
    Failed(String),
}

/// What is kept of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameResult {
    /// Which game of the plan.
    pub setup: Setup,
    /// Who had the first turn.
    pub first: P,
    /// How it ended.
    pub verdict: Verdict,
    /// How many turns it had.
    pub turns: u16,
    /// How many decisions the players made.
    pub decisions: u32,
}

impl GameResult {
    /// Whether the engine failed.
    pub fn failed(&self) -> bool {
        matches!(self.verdict, Verdict::Failed(_))
    }
}

/// A game that was played: what is kept of it, what happened to the cards, and the game itself.
pub(super) struct PlayedGame {
    pub(super) result: GameResult,
    pub(super) noted: Noted,
    /// None if it failed before its first decision.
    contest: Option<Contest>,
    names: [String; 2],
}

impl PlayedGame {
    /// The game as a replay file, if there was anything to decide.
    pub(super) fn file(&self) -> Option<ReplayFile> {
        let contest = self.contest.as_ref()?;
        Some(ReplayFile::new(contest, self.names.clone()))
    }

    pub(super) fn winner(&self) -> Option<P> {
        match self.result.verdict {
            Verdict::Won(p) => Some(p),
            Verdict::Draw | Verdict::Failed(_) => None,
        }
    }
}

/// Plays a game of a plan.
pub(super) fn play(table: &Table, plan: &Plan, setup: Setup) -> Result<PlayedGame, SimError> {
    let deck = |at: usize| plan.decks.get(at).map_or("", String::as_str);
    let [one, two] = setup.decks;
    let mut seats = seats(plan, setup)?;
    let names = seats.each_ref().map(|player| player.name());
    let mut noted = Noted::new(&table.pool);
    let mut contest = match guarded(|| Contest::with_log(table, deck(one), deck(two), setup.seed)) {
        Ok(contest) => contest?,
        Err(why) => {
            return Ok(PlayedGame {
                result: unbegun(setup, &why),
                noted,
                contest: None,
                names,
            });
        }
    };
    let failure = play_out(&mut contest, &mut seats, &mut noted);
    let game = contest.game();
    let verdict = match (failure, game.state.over) {
        (Some(why), _) => Verdict::Failed(why),
        (None, Some(Outcome::Win(p))) => Verdict::Won(p),
        (None, Some(Outcome::Draw)) => Verdict::Draw,
        (None, Some(outcome @ Outcome::Fault(..))) => Verdict::Failed(result_words(game, outcome)),
        (None, None) => Verdict::Failed("the game did not end".to_owned()),
    };
    Ok(PlayedGame {
        result: GameResult {
            setup,
            first: game.state.turn.first,
            verdict,
            turns: game.state.turn.number,
            decisions: u32::try_from(contest.replay().len()).unwrap_or(u32::MAX),
        },
        noted,
        contest: Some(contest),
        names,
    })
}

/// The result of a game that failed before its first decision.
fn unbegun(setup: Setup, why: &str) -> GameResult {
    GameResult {
        setup,
        first: P::ONE,
        verdict: Verdict::Failed(format!("the program failed before the first decision: {why}")),
        turns: 0,
        decisions: 0,
    }
}

/// Plays a game to its end and notes what happens to the cards. What went wrong, if anything did.
fn play_out(contest: &mut Contest, seats: &mut [Box<dyn Player>; 2], noted: &mut Noted) -> Option<String> {
    let pool = Arc::clone(&contest.game().pool);
    contest.read_log(|ev| noted.read(&pool, ev));
    let mut limit = TurnLimit::default();
    loop {
        let who = match contest.status() {
            Status::Over(Outcome::Fault(..)) => {
                let words = contest.game().fault_words();
                return Some(words.unwrap_or_else(|| "the engine gave up".to_owned()));
            }
            Status::Over(_) => return None,
            Status::Decide(who) => who,
        };
        let [one, two] = &mut *seats;
        let player = if who == P::ONE { one } else { two };
        let decision = contest.replay().len();
        if let Err(endless) = limit.count(contest.game()) {
            return Some(format!("{endless}; the last decision was for {}", player.name()));
        }
        let answered = guarded(|| {
            let answer = player.decide(&Seat::new(contest.game(), who));
            contest.answer(answer).map_err(|error| (answer, error))
        });
        match answered {
            Ok(Ok(_)) => contest.read_log(|ev| noted.read(&pool, ev)),
            Ok(Err((answer, error))) => {
                return Some(format!("{} gave an illegal answer, {answer:?}: {error}", player.name()));
            }
            Err(why) => return Some(format!("the program failed at decision {decision}: {why}")),
        }
    }
}

fn seats(plan: &Plan, setup: Setup) -> Result<[Box<dyn Player>; 2], SimError> {
    let sit = |seat: P| {
        let name = setup.players.get(seat.ix()).and_then(|at| plan.players.get(*at));
        players::by_name(name.map_or("", String::as_str), setup.player_seed(seat))
    };
    Ok([sit(P::ONE)?, sit(P::TWO)?])
}

/// Does a part of a game, or gives what a panic in it said: a batch must not lose its other games to a fault of the engine, and the replay tells how to
/// come there again.
fn guarded<T>(part: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(part)).map_err(|panic| words(&*panic))
}

/// What a panic said.
fn words(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("it did not say why").to_owned()
}

#[cfg(test)]
mod tests {
    use super::guarded;

    #[test]
    fn a_panic_is_told_and_goes_no_further() {
        assert_eq!(guarded(|| 7), Ok(7));
        let no: Result<(), String> = guarded(|| std::panic::resume_unwind(Box::new("no wind")));
        assert_eq!(no, Err("no wind".to_owned()));
        let no: Result<(), String> = guarded(|| std::panic::resume_unwind(Box::new(7)));
        assert_eq!(no, Err("it did not say why".to_owned()));
    }
}
