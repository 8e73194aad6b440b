//! A game that stands at a decision or is over.

use super::board::Board;
use super::deck::Deck;
use super::error::{Error, Result};
use super::event::{Cursor, Event};
use super::id::{PlayerId, Viewer};
use super::player::Player;
use super::question::Choice;
use super::save;
use super::seat::Seat;
use crate::exec;
use crate::kernel::{self, Answer, Illegal};
use crate::players::TurnLimit;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Outcome {
    /// A player won.
    Won(PlayerId),
    /// Nobody won.
    Draw,
    /// The engine gave the game up: why.
    Failed(String),
}

impl Outcome {
    pub(super) fn of(game: &exec::Game, outcome: kernel::Outcome) -> Outcome {
        match outcome {
            kernel::Outcome::Win(p) => Outcome::Won(PlayerId::of(p)),
            kernel::Outcome::Draw => Outcome::Draw,
            kernel::Outcome::Fault(..) => {
                Outcome::Failed(game.fault_words().unwrap_or_else(|| "the engine gave up".to_owned()))
            }
        }
    }

    /// Who won, if somebody did.
    pub fn winner(&self) -> Option<PlayerId> {
        match self {
            Outcome::Won(player) => Some(*player),
            Outcome::Draw | Outcome::Failed(_) => None,
        }
    }
}

/// A game. It is a value: a copy goes on by itself, and a save is a copy as bytes.
#[derive(Debug, Clone)]
pub struct Game {
    engine: exec::Game,
    decks: Arc<[Deck; 2]>,
}

impl Game {
    /// A game that has just been laid out, or was loaded; it goes on to its first decision.
    pub(super) fn of(mut engine: exec::Game, decks: Arc<[Deck; 2]>) -> Game {
        engine.advance();
        Game { engine, decks }
    }

    pub(super) fn engine(&self) -> &exec::Game {
        &self.engine
    }

    /// The decks, that of the first player first.
    pub fn decks(&self) -> &[Deck; 2] {
        &self.decks
    }

    /// The seat of the player who is asked; none if the game is over.
    pub fn asked(&self) -> Option<Seat<'_>> {
        let ask = self.engine.state.ask.filter(|_| self.engine.state.over.is_none())?;
        Some(Seat::new(self, PlayerId::of(ask.who)))
    }

    /// Gives an answer and goes on to the next decision.
    ///
    /// # Errors
    ///
    /// If the answer is for another decision or another player, or none of the legal ones. The game is as it was.
    pub fn choose(&mut self, choice: &Choice) -> Result<()> {
        let Some(seat) = self.asked() else {
            return Err(Error::Over);
        };
        if choice.decision != self.engine.state.decisions {
            return Err(Error::Stale);
        }
        if choice.player != seat.me() {
            return Err(Error::NotYours);
        }
        match self.engine.answer(Answer::Pick(choice.number)) {
            Ok(()) => {
                self.engine.advance();
                Ok(())
            }
            Err(Illegal::NoSuchAtom(count)) => Err(Error::NoSuchAnswer(count)),
            Err(Illegal::NotAsking) => Err(Error::Over),
        }
    }

    /// A player gives up.
    pub fn concede(&mut self, player: PlayerId) {
        if self.engine.answer(Answer::Concede(player.p())).is_ok() {
            self.engine.advance();
        }
    }

    /// Lets two players play the game out.
    ///
    /// # Errors
    ///
    /// If a player gives an answer that is refused, or a turn has thousands of decisions and does not end.
    pub fn play(&mut self, mut players: [&mut dyn Player; 2]) -> Result<Outcome> {
        let mut limit = TurnLimit::default();
        while let Some(seat) = self.asked() {
            limit
                .count(&self.engine)
                .map_err(|endless| Error::Failed(endless.to_string()))?;
            let [one, two] = &mut players;
            let choice = match seat.me() {
                PlayerId::One => one.decide(&seat),
                PlayerId::Two => two.decide(&seat),
            };
            self.choose(&choice)?;
        }
        Ok(self.outcome().unwrap_or(Outcome::Draw))
    }

    /// How the game ended, if it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.engine.state.over.map(|outcome| Outcome::of(&self.engine, outcome))
    }

    /// Everything that somebody may know of the game now.
    pub fn board(&self, viewer: Viewer) -> Board {
        Board::of(&self.engine, viewer)
    }

    /// The beginning of what has happened.
    pub fn cursor(&self) -> Cursor {
        Cursor::default()
    }

    /// What happened since the cursor, as somebody may know it; the cursor moves behind it. What may still be taken back is told later, so that nothing is
    /// ever told that did not happen.
    pub fn events(&self, cursor: &mut Cursor, viewer: Viewer) -> Vec<Event> {
        super::event::read(&self.engine, cursor, viewer)
    }

    /// The game without what has happened: copies of it are cheaper, and it keeps no events from now on.
    #[must_use]
    pub fn without_events(&self) -> Game {
        Game {
            engine: self.engine.bare(),
            decks: Arc::clone(&self.decks),
        }
    }

    pub(super) fn dealt(&self, me: PlayerId, seed: u64) -> Game {
        let mut dealt = self.without_events();
        dealt.engine.determinize(me.p(), seed);
        dealt
    }

    /// The game as bytes; [`Table::load`](super::Table::load) makes the game of them again. What has happened so far is not kept: a cursor goes on behind it.
    pub fn save(&self) -> Vec<u8> {
        let mut engine = self.engine.bare();
        engine.log.on = self.engine.log.on;
        engine.log.forgotten = self.engine.log.count();
        save::write(&self.decks, &engine.save())
    }
}
