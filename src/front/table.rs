//! A table: cards that can be played with, and the decks made of them.

use super::cards::Cards;
use super::deck::{Deck, DeckProblem};
use super::error::{Error, Result};
use super::game::Game;
use super::link;
use super::matches::Matches;
use super::save;
use crate::exec::{self, Pool};
use std::sync::{Arc, Mutex, PoisonError};

/// So many pools are kept: games between the same decks share their cards.
const MOST_POOLS: usize = 16;

/// The lists of two decks and the cards linked for them.
type Linked = ([Deck; 2], Arc<Pool>);

/// Cards that can be played with. Copies of a table are the same table.
#[derive(Debug, Clone)]
pub struct Table {
    cards: Cards,
    pools: Arc<Mutex<Vec<Linked>>>,
}

impl Table {
    pub(super) fn new(cards: &Cards) -> Table {
        Table {
            cards: cards.clone(),
            pools: Arc::default(),
        }
    }

    /// The cards.
    pub fn cards(&self) -> &Cards {
        &self.cards
    }

    /// The decks that stand in the card files.
    pub fn decks(&self) -> impl Iterator<Item = Deck> {
        let kernel = self.cards.kernel;
        let edition = Some(kernel.edition()).filter(|edition| !edition.is_empty());
        let modules = self.cards.modules.iter().filter(move |m| m.is_for(edition));
        modules.flat_map(|m| &m.decks).map(Deck::of)
    }

    /// A deck of the card files, by its name.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn deck(&self, name: &str) -> Result<Deck> {
        let found = self.decks().find(|deck| deck.name() == name);
        found.ok_or_else(|| Error::NoDeck(name.to_owned()))
    }

    /// What is wrong with a deck: cards that do not exist, and what the rules forbid. Nothing, if it can be played with.
    pub fn check(&self, deck: &Deck) -> Vec<DeckProblem> {
        let unknown = link::unknown(&self.cards, deck);
        if !unknown.is_empty() {
            return unknown;
        }
        match self.pool([deck, deck]) {
            Ok(pool) => link::faults(&pool, deck),
            Err(error) => vec![DeckProblem {
                message: error.to_string(),
                rule: None,
                cards: Vec::new(),
            }],
        }
    }

    /// A game between two decks, at its first decision. The same decks and seed are the same game.
    ///
    /// # Errors
    ///
    /// If a deck cannot be played with.
    pub fn start(&self, decks: [&Deck; 2], seed: u64) -> Result<Game> {
        for deck in decks {
            let problems = self.check(deck);
            if !problems.is_empty() {
                return Err(Error::Deck {
                    deck: deck.name().to_owned(),
                    problems,
                });
            }
        }
        let pool = self.pool(decks)?;
        let [one, two] = decks.map(|deck| link::laid_out(&pool, deck));
        let mut engine = exec::Game::start(pool, [&one, &two], seed);
        engine.log.on = true;
        Ok(Game::of(engine, Arc::new(decks.map(Deck::clone))))
    }

    /// A game that was saved. Bytes from anywhere are safe to give.
    ///
    /// # Errors
    ///
    /// If the bytes are no save, or one of other cards or another version of the engine.
    pub fn load(&self, bytes: &[u8]) -> Result<Game> {
        let (decks, game) = save::read(bytes)?;
        let [one, two] = &decks;
        let engine = exec::Game::load(self.pool([one, two])?, game)?;
        Ok(Game::of(engine, Arc::new(decks)))
    }

    /// Many games between two decks.
    pub fn matches(&self, decks: [&Deck; 2]) -> Matches {
        Matches::new(self.clone(), decks.map(Deck::clone))
    }

    /// The cards of two decks, linked.
    fn pool(&self, decks: [&Deck; 2]) -> Result<Arc<Pool>> {
        let same = |(known, _): &&Linked| known.each_ref().map(|deck| &deck.lines) == decks.map(|deck| &deck.lines);
        let kept = || self.pools.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, pool)) = kept().iter().find(same) {
            return Ok(Arc::clone(pool));
        }
        let pool = Arc::new(link::pool(&self.cards, &decks).map_err(Error::Failed)?);
        let mut pools = kept();
        if pools.len() >= MOST_POOLS {
            pools.remove(0);
        }
        pools.push((decks.map(Deck::clone), Arc::clone(&pool)));
        Ok(pool)
    }
}
