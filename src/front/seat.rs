//! A place at the table: all that the player who is asked may decide by.

use super::board::Board;
use super::event::{Cursor, Event};
use super::game::Game;
use super::id::{PlayerId, Viewer};
use super::question::{Action, Choice, Question, action, choice, number_of};
use crate::exec::{Choice as Offered, View};
use crate::players;

/// The seat of the player who is asked. What comes out of it is the same for every game that looks the same from here, so no player can peek.
#[derive(Debug, Clone, Copy)]
pub struct Seat<'g> {
    game: &'g Game,
    me: PlayerId,
}

impl<'g> Seat<'g> {
    pub(super) fn new(game: &'g Game, me: PlayerId) -> Seat<'g> {
        Seat { game, me }
    }

    /// Whose seat it is.
    pub fn me(&self) -> PlayerId {
        self.me
    }

    /// What the player may know of the game.
    pub fn board(&self) -> Board {
        self.game.board(Viewer::Player(self.me))
    }

    /// The open question with its answers in words.
    pub fn question(&self) -> Option<Question> {
        Question::of(self.game.engine(), Viewer::Player(self.me))
    }

    /// The legal answers: a list, or a range of numbers. There is always one.
    pub fn answers(&self) -> Answers {
        let game = self.game.engine();
        let mut listed = Vec::new();
        let range = game.state.ask.and_then(|ask| ask.range);
        if range.is_none() {
            game.choices_into(&mut listed);
        }
        let first = choice(game, self.me.p(), 0);
        Answers {
            left: match range {
                Some(_) => game.answer_count() as usize,
                None => listed.len(),
            },
            listed,
            range,
            first,
            at: 0,
        }
    }

    /// What an answer means. None if it is no answer to the open question.
    pub fn action(&self, answer: &Choice) -> Option<Action> {
        let game = self.game.engine();
        let asked = answer.player == self.me && answer.decision == game.state.decisions;
        if !asked {
            return None;
        }
        if let Some((low, _)) = game.state.ask.and_then(|ask| ask.range) {
            let number = i32::try_from(i64::from(low) + i64::from(answer.number)).ok()?;
            return (answer.number < game.answer_count()).then(|| Action::say(number));
        }
        let mut listed = Vec::new();
        game.choices_into(&mut listed);
        let offered = listed.iter().find(|offered| number_of(offered) == answer.number)?;
        Some(action(game, self.me.p(), offered))
    }

    /// What happened since the cursor, as the player may know it.
    pub fn events(&self, cursor: &mut Cursor) -> Vec<Event> {
        self.game.events(cursor, Viewer::Player(self.me))
    }

    /// A game that looks the same from here: cards that the player cannot know are dealt anew, and so are the chances to come. The answers to the open
    /// question are those of the real game. It keeps no events.
    #[must_use]
    pub fn deal(&self, seed: u64) -> Game {
        self.game.dealt(self.me, seed)
    }

    /// The answer of a player that comes with the program to the open question.
    pub(super) fn ask(&self, player: &mut dyn players::Player) -> Choice {
        let game = self.game.engine();
        let number = match player.decide(&players::Seat::new(game, self.me.p())) {
            crate::kernel::Answer::Pick(number) => number,
            crate::kernel::Answer::Concede(_) => u32::MAX,
        };
        choice(game, self.me.p(), number)
    }

    /// What the player may know, in the engine's numbers: quicker than a [`Board`], for programs that play millions of games.
    pub fn view_into(&self, view: &mut View) {
        self.game.engine().view_into(self.me.p(), view);
    }
}

/// The legal answers to a question, in an order that tells nothing hidden.
#[derive(Debug, Clone)]
pub struct Answers {
    listed: Vec<Offered>,
    range: Option<(i32, i32)>,
    first: Choice,
    at: usize,
    left: usize,
}

impl Answers {
    /// The lowest and the highest number, if a number is asked for.
    pub fn range(&self) -> Option<(i32, i32)> {
        self.range
    }

    /// The answer at a place, from 0.
    pub fn get(&self, at: usize) -> Option<Choice> {
        let number = match self.range {
            Some((low, high)) => {
                let last = usize::try_from(i64::from(high) - i64::from(low)).ok()?;
                u32::try_from(at).ok().filter(|_| at <= last)?
            }
            None => number_of(self.listed.get(at)?),
        };
        Some(Choice { number, ..self.first })
    }
}

impl Iterator for Answers {
    type Item = Choice;

    fn next(&mut self) -> Option<Choice> {
        let answer = self.get(self.at)?;
        self.at += 1;
        self.left = self.left.saturating_sub(1);
        Some(answer)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }
}

impl ExactSizeIterator for Answers {}
