//! Replays: a game as how it began (a seed and decks, or a board) and the answers that were given.

use super::game::{Game, MAX_CARDS, Status};
use super::pool::Pool;
use super::save::{FORMAT, SaveError, pool_hash, spec_hash};
use crate::kernel::{Answer, Card, DeckCard, Flag, Log, P};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How many decisions lie between two checks of a replay.
pub const CHECK_EVERY: usize = 32;

/// How a recorded game began.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Start {
    /// With two decks and a seed.
    Decks {
        /// The decks of the players, as definitions of the pool.
        decks: [Vec<DeckCard>; 2],
        /// The seed.
        seed: u64,
    },
    /// From a board that was set up by hand.
    Board {
        /// The game as it stood before its first step, saved without its log.
        save: Vec<u8>,
        /// Players were asked even where they could only pass.
        polite: bool,
    },
}

/// A game as the answers that were given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replay {
    /// The version of the format.
    pub format: u32,
    /// The engine and the game.
    pub spec: u64,
    /// The cards.
    pub pool: u64,
    /// How it began.
    pub start: Start,
    /// The answers, by their numbers.
    pub answers: Vec<u32>,
    /// Who gave up after the last answer.
    pub concede: Option<P>,
    /// A part of the exact hash after every 32 answers, to find the place where two runs part: never more, never fewer.
    pub checks: Vec<u16>,
}

/// Why a replay does not go through.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// It has another format.
    #[error("the replay has format {0}, and this engine reads format {FORMAT}")]
    Format(u32),
    /// It is of another engine or another game.
    #[error("the replay was made by another version of the engine or by other rules")]
    Spec,
    /// It is of other cards.
    #[error("the replay was made with other cards")]
    Pool,
    /// The deck names cards that do not exist.
    #[error("a deck of the replay has cards that do not exist")]
    Deck,
    /// The decks are larger than a game.
    #[error("the decks of the replay have {0} cards, and a game can have {MAX_CARDS}")]
    Cards(usize),
    /// Checks are missing, or there are too many: how many there are, and how many there must be.
    #[error("the replay has {0} checks, and for its answers there must be {1}: one after every {CHECK_EVERY}")]
    Checks(usize, usize),
    /// The board it begins with cannot be loaded.
    #[error("the board that the replay begins with cannot be loaded: {0}")]
    Board(#[from] SaveError),
    /// An answer is not legal.
    #[error("answer {0} of the replay is not legal")]
    Illegal(usize),
    /// The game went another way.
    #[error("the game went another way before answer {0} of the replay")]
    Parted(usize),
}

impl Replay {
    /// An empty replay of a game that begins.
    pub fn new(pool: &Arc<Pool>, decks: [Vec<DeckCard>; 2], seed: u64) -> Replay {
        Replay::begun(pool, Start::Decks { decks, seed })
    }

    /// An empty replay of a game that goes on from a board that was set up by hand.
    pub fn of_board(game: &Game) -> Replay {
        let mut bare = game.clone();
        bare.log = Log::default();
        let start = Start::Board {
            save: bare.save(),
            polite: game.polite,
        };
        Replay::begun(&game.pool, start)
    }

    fn begun(pool: &Arc<Pool>, start: Start) -> Replay {
        Replay {
            format: FORMAT,
            spec: spec_hash(pool),
            pool: pool_hash(pool),
            start,
            answers: Vec::new(),
            concede: None,
            checks: Vec::new(),
        }
    }

    /// Notes an answer that the game took; `game` is the game after it was advanced.
    pub fn note(&mut self, answer: Answer, game: &Game) {
        self.push(answer);
        self.check(game);
    }

    /// Notes an answer that the game took and was not advanced with yet: [`Replay::check`] follows when it was.
    pub fn push(&mut self, answer: Answer) {
        match answer {
            Answer::Pick(number) => self.answers.push(number),
            Answer::Concede(p) => self.concede = Some(p),
        }
    }

    /// Notes the state after the last answer, if it is the turn of a check.
    pub fn check(&mut self, game: &Game) {
        if self.answers.len() == (self.checks.len() + 1) * CHECK_EVERY {
            self.checks.push(check(game));
        }
    }

    /// How many decisions there are, giving up included.
    pub fn len(&self) -> usize {
        self.answers.len() + usize::from(self.concede.is_some())
    }

    /// Whether nothing was decided yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The game as it began, at its first decision; with a log if that is wanted.
    pub fn begin(&self, pool: &Arc<Pool>, log: bool) -> Result<Game, ReplayError> {
        if self.format != FORMAT {
            return Err(ReplayError::Format(self.format));
        }
        if self.spec != spec_hash(pool) {
            return Err(ReplayError::Spec);
        }
        if self.pool != pool_hash(pool) {
            return Err(ReplayError::Pool);
        }
        // Who goes on from here notes later checks behind these: with a gap they would stand for other answers.
        let wanted = self.answers.len() / CHECK_EVERY;
        if self.checks.len() != wanted {
            return Err(ReplayError::Checks(self.checks.len(), wanted));
        }
        let mut game = match &self.start {
            Start::Decks {
                decks: [one, two],
                seed,
            } => {
                let known = |deck: &Vec<DeckCard>| deck.iter().all(|d| d.def.ix() < pool.defs.len());
                if !known(one) || !known(two) {
                    return Err(ReplayError::Deck);
                }
                let cards = one.len() + two.len();
                if cards > MAX_CARDS {
                    return Err(ReplayError::Cards(cards));
                }
                // What happens while a game is laid out is no part of its log.
                Game::start(Arc::clone(pool), [one, two], *seed)
            }
            Start::Board { save, polite } => {
                let mut game = Game::load(Arc::clone(pool), save)?;
                game.polite = *polite;
                game
            }
        };
        game.log = Log {
            on: log,
            ..Log::default()
        };
        let _: Status = game.advance();
        Ok(game)
    }

    /// Gives the answer with a number to a game that has got all answers before it, and goes on to the next decision.
    pub fn step(&self, game: &mut Game, at: usize) -> Result<Status, ReplayError> {
        let answer = match (self.answers.get(at), self.concede) {
            (Some(number), _) => Answer::Pick(*number),
            (None, Some(p)) if at == self.answers.len() => Answer::Concede(p),
            _ => return Err(ReplayError::Illegal(at)),
        };
        game.answer(answer).map_err(|_| ReplayError::Illegal(at))?;
        let status = game.advance();
        let done = at + 1;
        if done <= self.answers.len()
            && done.is_multiple_of(CHECK_EVERY)
            && self.checks.get(done / CHECK_EVERY - 1) != Some(&check(game))
        {
            return Err(ReplayError::Parted(done));
        }
        Ok(status)
    }

    /// Plays the game again, up to the last answer.
    pub fn play(&self, pool: &Arc<Pool>) -> Result<Game, ReplayError> {
        let mut game = self.begin(pool, false)?;
        for at in 0..self.len() {
            self.step(&mut game, at)?;
        }
        Ok(game)
    }

    /// Plays the game again and gives the exact hash of its last state.
    pub fn replay(&self, pool: &Arc<Pool>) -> Result<u64, ReplayError> {
        self.play(pool).map(|game| game.state.exact_hash())
    }
}

/// The last bits of the exact hash.
fn check(game: &Game) -> u16 {
    u16::try_from(game.state.exact_hash() & 0xFFFF).unwrap_or(0)
}

impl Game {
    /// Begins a game: puts the decks into their zones, unshuffled, and hands over to the rules. It stands before its first step.
    pub fn start(pool: Arc<Pool>, decks: [&[DeckCard]; 2], seed: u64) -> Game {
        let kernel = pool.kernel;
        let mut game = Game::new(pool, seed);
        let layout = kernel.layout();
        for (owner, deck) in P::BOTH.into_iter().zip(decks) {
            for listed in deck {
                let zone = kernel.deck_zone(&game.pool, *listed);
                let cell = layout.of(owner, zone);
                let Ok(ix) = u16::try_from(game.state.cards.len()) else {
                    break;
                };
                let mut card = Card::new(kernel.side_in(&game.pool, zone, listed.def), cell, owner);
                card.set(Flag::FaceDown, layout.zone(zone).face_down);
                game.state.cards.push(card);
                game.state.cells.add(cell, ix);
            }
        }
        kernel.begin(&mut game);
        game
    }
}
