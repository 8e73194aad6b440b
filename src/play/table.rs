//! A table: the cards of some sets, linked for play, and the decks made of them.

use crate::exec::{CardFingerprint, DeckFault, DeckList, Game, Kernel, LinkError, Pool, Source};
use crate::games;
use crate::ir::Module;
use crate::kernel::DeckCard;
use indexmap::IndexMap;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Why a game cannot begin.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The engine has no rules for the game.
    #[error("`{0}` cannot be played yet")]
    NoRules(String),
    /// The engine has no behaviour for something the cards say.
    #[error("{}", list(.0))]
    Link(Vec<LinkError>),
    /// There is no such deck.
    #[error("there is no deck \"{0}\"")]
    NoDeck(String),
    /// A deck names a card that does not exist.
    #[error("the deck \"{0}\" has \"{1}\", which is not a card")]
    NoCard(String, String),
    /// The deck is against the rules.
    #[error("the deck \"{0}\" is against the rules: {faults}", faults = faults(.1))]
    Illegal(String, Vec<DeckFault>),
}

fn list(errors: &[LinkError]) -> String {
    let lines: Vec<String> = errors.iter().map(LinkError::to_string).collect();
    lines.join("\n")
}

fn faults(faults: &[DeckFault]) -> String {
    let lines: Vec<String> = faults.iter().map(|f| format!("{} ({})", f.message, f.rule)).collect();
    lines.join("; ")
}

/// The games that can be played, each with the editions of its rules, the default one first; a game with one set of rules has none.
pub fn games() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    let mut all: IndexMap<&'static str, Vec<&'static str>> = IndexMap::new();
    for kernel in games::kernels() {
        let editions = all.entry(kernel.name()).or_default();
        editions.extend(Some(kernel.edition()).filter(|edition| !edition.is_empty()));
    }
    all.into_iter()
}

/// Cards linked for play, and their decks. Games of one table share its cards.
#[derive(Debug, Clone)]
pub struct Table {
    /// The cards.
    pub pool: Arc<Pool>,
    /// The cards that the pool was linked from, in order.
    pub listed: Arc<[CardFingerprint]>,
    decks: IndexMap<String, Vec<DeckCard>>,
    faults: IndexMap<String, Vec<DeckFault>>,
}

impl Table {
    /// Links the cards of all decks of the modules of a game, to be played by the default edition of its rules. Of two cards with one name the first
    /// counts.
    pub fn from_modules(game: &str, modules: &[Module]) -> Result<Table, TableError> {
        let kernel = games::kernel(game, None).ok_or_else(|| TableError::NoRules(game.to_owned()))?;
        Table::link(kernel, modules)
    }

    /// The same by an edition of the rules; modules that are not for it are left out.
    pub fn of_edition(game: &str, edition: &str, modules: &[Module]) -> Result<Table, TableError> {
        let no_rules = || TableError::NoRules(format!("{game} edition {edition}"));
        Table::link(games::kernel(game, Some(edition)).ok_or_else(no_rules)?, modules)
    }

    fn link(kernel: &'static dyn Kernel, modules: &[Module]) -> Result<Table, TableError> {
        let edition = Some(kernel.edition()).filter(|edition| !edition.is_empty());
        let modules = modules.iter().filter(|m| m.game == kernel.name() && m.is_for(edition));
        let modules: Vec<&Module> = modules.collect();
        // Only what can come into play is linked: whatever else a pool holds makes looking for listeners slower.
        let lines = || modules.iter().flat_map(|m| &m.decks).flat_map(|d| &d.lines);
        let named: BTreeSet<&str> = lines().map(|l| l.card.as_str()).collect();
        let listed: BTreeSet<&str> = lines().filter_map(|l| l.id.as_deref()).collect();
        let mut taken = BTreeSet::new();
        let mut cards: Vec<Source<'_>> = Vec::new();
        for module in &modules {
            for card in &module.cards {
                let is_listed = card.id.as_deref().is_some_and(|id| listed.contains(id));
                if (card.token || named.contains(card.name.as_str())) && (taken.insert(card.name.as_str()) || is_listed)
                {
                    cards.push((module, card));
                }
            }
        }
        let pool = Pool::link(kernel, &cards).map_err(TableError::Link)?;
        let mut decks: IndexMap<String, Vec<DeckCard>> = IndexMap::new();
        let mut faults = IndexMap::new();
        for deck in modules.iter().flat_map(|m| &m.decks) {
            let mut list = Vec::new();
            let mut counted = DeckList::default();
            for line in &deck.lines {
                let def = pool
                    .def_listed(&line.card, line.id.as_deref())
                    .ok_or_else(|| TableError::NoCard(deck.name.clone(), line.card.clone()))?;
                let part = kernel.tables().deck_part(line.part.as_deref());
                list.push((DeckCard { def, part }, line.count));
                counted.add(DeckCard { def, part }, u64::from(line.count));
            }
            let wrong = kernel.deck_faults(&pool, &counted);
            // Only a deck that can be played is laid out; no game has more cards than this of one line.
            let copies = |(card, count): (DeckCard, u32)| (0..count.min(1000)).map(move |_| card);
            let laid_out = list.into_iter().filter(|_| wrong.is_empty()).flat_map(copies);
            decks.insert(deck.name.clone(), laid_out.collect());
            faults.insert(deck.name.clone(), wrong);
        }
        Ok(Table {
            pool: Arc::new(pool),
            listed: cards.iter().map(|(_, card)| CardFingerprint::of(card)).collect(),
            decks,
            faults,
        })
    }

    /// The names of the decks.
    pub fn decks(&self) -> impl Iterator<Item = &str> {
        self.decks.keys().map(String::as_str)
    }

    /// The cards of a deck that the rules allow.
    pub fn deck(&self, name: &str) -> Result<&[DeckCard], TableError> {
        let deck = self
            .decks
            .get(name)
            .ok_or_else(|| TableError::NoDeck(name.to_owned()))?;
        match self.faults.get(name) {
            Some(faults) if !faults.is_empty() => Err(TableError::Illegal(name.to_owned(), faults.clone())),
            _ => Ok(deck),
        }
    }

    /// A game between two decks. It stands before its first step: `advance` it.
    pub fn new_game(&self, one: &str, two: &str, seed: u64) -> Result<Game, TableError> {
        let decks = [self.deck(one)?, self.deck(two)?];
        Ok(Game::start(Arc::clone(&self.pool), decks, seed))
    }
}
