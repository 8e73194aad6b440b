//! Whoever plays on below the tree of a search: the best of a few answers, one step ahead.

use super::option::{self, Candidate};
use super::roll::{self, Style};
use crate::exec::{AtomView, Choice, Game, Status};
use crate::kernel::{Answer, Ask, AskKind, Rng};

/// How many answers are looked at for a decision.
const WIDE: usize = 6;
/// The most decisions on the way to the end of a turn.
const MOST: u32 = 60;

/// Plays for both players. Whoever is asked does not know what that player cannot know: the way that is played would else be one for players who foresee
/// every card, and what it ends in would say little of real ones.
#[derive(Debug, Default)]
pub(super) struct Hasty {
    choices: Vec<Choice>,
    open: Vec<Candidate>,
    room: Option<Room>,
}

/// Games to try things in, used again and again.
#[derive(Debug)]
struct Room {
    unknown: Game,
    tried: Game,
}

impl Hasty {
    /// Plays to the end of a turn, or until somebody may act and nothing is half done if that takes too long.
    pub(super) fn play_on(&mut self, game: &mut Game, last_turn: u16, rng: &mut Rng) {
        for _ in 0..MOST {
            match game.advance_until(&|game| game.state.turn.number > last_turn) {
                None | Some(Status::Over(_)) => return,
                Some(Status::Decide(_)) => {
                    let Some(ask) = game.state.ask else { return };
                    let answer = self.decide(game, ask, rng);
                    if game.answer(answer).is_err() {
                        return;
                    }
                }
            }
        }
        roll::settle(game, Style::Hold, rng);
    }

    fn decide(&mut self, game: &Game, ask: Ask, rng: &mut Rng) -> Answer {
        option::list_open(game, &mut self.choices, &mut self.open);
        if let [only] = self.open.as_slice() {
            return only.answer;
        }
        if self.open.len() > WIDE {
            // Doing nothing is always looked at: all else must be better.
            let idle =
                matches!(ask.kind, AskKind::Act(_)) && self.open.first().is_some_and(|c| c.key == AtomView::Pass);
            if let Some(rest) = self.open.get_mut(usize::from(idle)..) {
                rng.shuffle(rest);
            }
            self.open.truncate(WIDE);
        }
        let room = self.room.get_or_insert_with(|| Room {
            unknown: game.clone(),
            tried: game.clone(),
        });
        room.unknown.clone_from(game);
        room.unknown.determinize(ask.who, rng.wide());
        let mut best: Option<(i64, Answer)> = None;
        for candidate in &self.open {
            room.tried.clone_from(&room.unknown);
            let score = roll::judge(&mut room.tried, ask.who, candidate.answer, Style::Hold, rng);
            if let Some(score) = score
                && best.is_none_or(|(most, _)| score > most)
            {
                best = Some((score, candidate.answer));
            }
        }
        best.map_or(Answer::Pick(0), |(_, answer)| answer)
    }
}
