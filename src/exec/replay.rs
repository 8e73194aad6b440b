//! Replays: a game as its seed, its decks and the answers that were given.

use super::game::{Game, Status};
use super::pool::Pool;
use super::save::{FORMAT, pool_hash, spec_hash};
use crate::kernel::{Answer, Card, DeckCard, Flag, P};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How many decisions lie between two checks of a replay.
const CHECK_EVERY: usize = 32;

/// A game as the answers that were given.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Replay {
    /// The version of the format.
    pub format: u32,
    /// The engine and the game.
    pub spec: u64,
    /// The cards.
    pub pool: u64,
    /// The seed.
    pub seed: u64,
    /// The decks of the players, as definitions of the pool.
    pub decks: [Vec<DeckCard>; 2],
    /// The answers, by their numbers.
    pub answers: Vec<u32>,
    /// Who gave up after the last answer.
    pub concede: Option<P>,
    /// A part of the exact hash after every 32 answers, to find the place where two runs part.
    pub checks: Vec<u16>,
}

/// Why a replay does not go through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// It has another format.
    #[error("the replay has format {0}, and this engine reads format {FORMAT}")]
    Format(u32),
    /// It is of another engine, another game or other cards.
    #[error("the replay was made by another version of the engine, for another game or with other cards")]
    Other,
    /// The deck names cards that do not exist.
    #[error("a deck of the replay has cards that do not exist")]
    Deck,
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
        Replay {
            format: FORMAT,
            spec: spec_hash(pool),
            pool: pool_hash(pool),
            seed,
            decks,
            answers: Vec::new(),
            concede: None,
            checks: Vec::new(),
        }
    }

    /// Notes an answer that the game took; `game` is the game after it was advanced.
    pub fn note(&mut self, answer: Answer, game: &Game) {
        match answer {
            Answer::Pick(number) => {
                self.answers.push(number);
                if self.answers.len().is_multiple_of(CHECK_EVERY) {
                    self.checks.push(check(game));
                }
            }
            Answer::Concede(p) => self.concede = Some(p),
        }
    }

    /// Plays the game again, up to the last answer.
    pub fn play(&self, pool: &Arc<Pool>) -> Result<Game, ReplayError> {
        if self.format != FORMAT {
            return Err(ReplayError::Format(self.format));
        }
        if self.spec != spec_hash(pool) || self.pool != pool_hash(pool) {
            return Err(ReplayError::Other);
        }
        let known = |deck: &Vec<DeckCard>| deck.iter().all(|d| d.def.ix() < pool.defs.len());
        let [one, two] = &self.decks;
        if !known(one) || !known(two) || one.len().max(two.len()) > 4096 {
            return Err(ReplayError::Deck);
        }
        let mut game = Game::start(Arc::clone(pool), [one, two], self.seed);
        game.advance();
        for (n, answer) in self.answers.iter().enumerate() {
            game.answer(Answer::Pick(*answer))
                .map_err(|_| ReplayError::Illegal(n))?;
            game.advance();
            let done = n + 1;
            if done.is_multiple_of(CHECK_EVERY)
                && let Some(expected) = self.checks.get(done / CHECK_EVERY - 1)
                && *expected != check(&game)
            {
                return Err(ReplayError::Parted(done));
            }
        }
        if let Some(p) = self.concede {
            game.answer(Answer::Concede(p))
                .map_err(|_| ReplayError::Illegal(self.answers.len()))?;
            let _: Status = game.advance();
        }
        Ok(game)
    }

    /// Plays the game again and gives the exact hash of its last state.
    pub fn replay(&self, pool: &Arc<Pool>) -> Result<u64, ReplayError> {
        self.play(pool).map(|game| game.st.exact_hash())
    }
}

/// The last bits of the exact hash.
fn check(game: &Game) -> u16 {
    u16::try_from(game.st.exact_hash() & 0xFFFF).unwrap_or(0)
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
                let Ok(ix) = u16::try_from(game.st.cards.len()) else {
                    break;
                };
                let mut card = Card::new(kernel.side_in(&game.pool, zone, listed.def), cell, owner);
                card.set(Flag::FaceDown, layout.zone(zone).face_down);
                game.st.cards.push(card);
                game.st.cells.add(cell, ix);
            }
        }
        kernel.begin(&mut game);
        game
    }
}
