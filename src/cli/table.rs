//! The cards, the rules and the decks that a game is played with: options that `play`, `sim` and `replay` share.

use super::exit::Stop;
use super::vocabulary;
use super::{files, report, term};
use crate::compile::{self, Compiled};
use crate::diag::{self, Code};
use crate::ir::{Module, Src};
use crate::play::{self, Table, TableError};
use clap::Args;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Where the cards come from.
#[derive(Debug, Clone, Args)]
pub(super) struct CardArgs {
    /// Card files and folders to play with instead of the bundled sets; bundled cards that their decks name are there too
    #[arg(long, num_args = 1.., value_name = "PATHS")]
    pub(super) cards: Vec<PathBuf>,
}

/// What is played: the game, its edition, the cards and the decks.
#[derive(Debug, Clone, Args)]
pub(super) struct TableArgs {
    /// The game: weiss, vanguard, evolve or fow
    #[arg(value_name = "GAME")]
    pub(super) game: String,
    /// The edition of the rules; by default the first one the game has
    #[arg(long, value_name = "E")]
    pub(super) edition: Option<String>,
    /// The decks, by name or the beginning of a name
    #[arg(long, num_args = 1.., value_name = "DECKS")]
    pub(super) decks: Vec<String>,
    #[command(flatten)]
    pub(super) cards: CardArgs,
}

impl CardArgs {
    /// The compiled sets of a game: those at the paths, or the bundled ones. Sets with errors are not played with.
    pub(super) fn modules(&self, game: &str) -> Result<Vec<Module>, Stop> {
        self.compiled(game).map(all_modules)
    }

    fn compiled(&self, game: &str) -> Result<Compiled, Stop> {
        let compiled = if self.cards.is_empty() {
            compile::compile(play::bundled(game))
        } else {
            with_bundled(files::load(&self.cards)?)
        };
        if report::has_errors(&compiled.diagnostics) {
            report::complain(&compiled.diagnostics, &compiled.sources);
            return Err(Stop::new("the cards have errors: nothing can be played with them")
                .with_help("mend them first; `cardwright check` shows them again"));
        }
        Ok(compiled)
    }

    /// The option as it was given, with a blank before it: for a command that needs the same cards.
    pub(super) fn again(&self) -> String {
        let mut option = String::new();
        for (n, path) in self.cards.iter().enumerate() {
            option.push_str(if n == 0 { " --cards " } else { " " });
            let path = files::shown(path);
            if path.contains(char::is_whitespace) {
                option.extend(["\"", &path, "\""]);
            } else {
                option.push_str(&path);
            }
        }
        option
    }
}

fn all_modules(compiled: Compiled) -> Vec<Module> {
    let Compiled { modules, imported, .. } = compiled;
    modules.into_iter().chain(imported).collect()
}

/// Compiles card files. Cards that their decks name and that they do not hold come from the bundled sets of their games, without the decks of those.
pub(super) fn with_bundled(loaded: files::Loaded) -> Compiled {
    let alone = loaded.clone().compile();
    if !alone.diagnostics.iter().any(|d| d.code == Code::UnknownCard) {
        return alone;
    }
    let names: BTreeSet<String> = loaded.names().map(str::to_owned).collect();
    let games: BTreeSet<&str> = alone.modules.iter().map(|m| m.game.as_str()).collect();
    let bundled = games.into_iter().flat_map(play::bundled).collect();
    let mut compiled = loaded.with(bundled).compile();
    for module in &mut compiled.modules {
        let own = |src: Src| {
            module
                .files
                .get(src.0 as usize)
                .is_some_and(|file| names.contains(file))
        };
        module.decks.retain(|deck| own(deck.src));
    }
    compiled
}

impl TableArgs {
    /// The table: the cards linked by the rules of the edition, with the decks.
    pub(super) fn table(&self) -> Result<Table, Stop> {
        self.table_of(&self.modules()?)
    }

    /// The compiled sets of the game, which must be one that can be played.
    pub(super) fn modules(&self) -> Result<Vec<Module>, Stop> {
        let game = self.game.as_str();
        let vocab = vocabulary::vocab(game)?;
        if let Some(edition) = &self.edition {
            vocabulary::known_edition(vocab, edition)?;
        }
        if !play::games().any(|(known, _)| known == game) {
            return Err(cannot_play(&TableError::NoRules(game.to_owned())));
        }
        let compiled = self.cards.compiled(game)?;
        let twice = play::same_names(&compiled);
        if !twice.is_empty() {
            report::complain(&twice, &compiled.sources);
            return Err(Stop::new("two decks have one name: nothing can be played with them")
                .with_help("give one of them another name"));
        }
        Ok(all_modules(compiled))
    }

    /// The table of sets that are compiled already.
    pub(super) fn table_of(&self, modules: &[Module]) -> Result<Table, Stop> {
        let table = match &self.edition {
            Some(edition) => Table::of_edition(&self.game, edition, modules),
            None => Table::from_modules(&self.game, modules),
        };
        table.map_err(|error| cannot_play(&error))
    }

    /// The decks that were asked for, by their full names; without any, all decks of the table that the rules allow.
    pub(super) fn decks(&self, table: &Table) -> Result<Vec<String>, Stop> {
        if self.decks.is_empty() {
            let mut legal: Vec<String> = Vec::new();
            for name in table.decks() {
                match table.deck(name) {
                    Ok(_) => legal.push(name.to_owned()),
                    Err(error) => term::complain(&format!("left out: {error}")),
                }
            }
            if legal.is_empty() {
                return Err(Stop::new(format!("there is no deck of {} to play with", self.game))
                    .with_help("a deck is an item of a card file: deck \"Name\" { 4 \"Card\" … }; `cardwright deck check` says what is wrong with one"));
            }
            return Ok(legal);
        }
        self.decks.iter().map(|name| find_deck(table, name)).collect()
    }
}

/// A deck by its name, or by the beginning of it if there is only one such; capitals do not matter.
pub(super) fn find_deck(table: &Table, name: &str) -> Result<String, Stop> {
    let wanted = name.to_lowercase();
    let exact = table.decks().find(|d| *d == name);
    let exact = exact.or_else(|| table.decks().find(|d| d.to_lowercase() == wanted));
    let near: Vec<&str> = table
        .decks()
        .filter(|d| d.to_lowercase().starts_with(&wanted))
        .collect();
    let found = match (exact, near.as_slice()) {
        (Some(exact), _) => exact,
        (None, [one]) => one,
        (None, []) => {
            let names = table.decks().map(|d| format!("\"{d}\"")).collect::<Vec<_>>().join(", ");
            let stop = Stop::new(format!("there is no deck \"{name}\""));
            return Err(match diag::nearest(name, table.decks()) {
                Some(near) => stop.with_help(format!("did you mean \"{near}\"?")),
                None if names.is_empty() => stop.with_help("these cards come without any deck"),
                None => stop.with_help(format!("the decks are {names}")),
            });
        }
        (None, several) => {
            let names = several
                .iter()
                .map(|d| format!("\"{d}\""))
                .collect::<Vec<_>>()
                .join(" and ");
            return Err(
                Stop::new(format!("\"{name}\" means several decks: {names}")).with_help("write more of the name")
            );
        }
    };
    match table.deck(found) {
        Ok(_) => Ok(found.to_owned()),
        Err(error) => Err(cannot_play(&error)),
    }
}

/// Why there is nothing to play.
pub(super) fn cannot_play(error: &TableError) -> Stop {
    let stop = Stop::new(error.to_string());
    match error {
        TableError::NoRules(_) => {
            let games = diag::quoted_list(play::games().map(|(game, _)| game), usize::MAX, "and");
            stop.with_help(format!("the games that can be played are {games}"))
        }
        TableError::Illegal(..) => stop.with_help("`cardwright deck check` shows the lines of the deck"),
        TableError::Link(_) => stop.with_help("`cardwright check` shows the lines of the cards"),
        TableError::NoDeck(_) | TableError::NoCard(..) => stop,
    }
}

/// The number a run begins with: the one that was asked for, or one by chance, which is told so that the run can be had again.
pub(super) fn seed(asked: Option<u64>) -> u64 {
    if let Some(seed) = asked {
        return seed;
    }
    let time = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    // Six digits are easy to type again.
    let seed = time.map_or(0, |t| t.as_micros() % 1_000_000);
    let seed = u64::try_from(seed).unwrap_or(0);
    term::complain(&format!("seed {seed}: the same again with --seed {seed}"));
    seed
}
