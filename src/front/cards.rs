//! Cards: from the texts of card files to sets that can be played.

use super::error::{Error, Result};
use super::table::Table;
use crate::compile::{Compiled, compile};
use crate::diag::{Code, Diagnostic, Severity};
use crate::ir::Module;
use crate::source::{SourceFile, SourceMap, Span};
use crate::{games, play, prose};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// What is wrong, or probably wrong, in a card file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[non_exhaustive]
pub struct Problem {
    /// The code: `cardwright explain E0301` has its page.
    pub code: String,
    /// It keeps the card from being played; else it is a warning.
    pub is_error: bool,
    /// What is wrong.
    pub message: String,
    /// How to mend it.
    pub helps: Vec<String>,
    /// The file, by the name it was given; none if it is about no file.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl Problem {
    fn of(diagnostic: &Diagnostic, sources: &SourceMap) -> Problem {
        let file = diagnostic.span.and_then(|span| Some((span, sources.get(span.file)?)));
        let (line, column) = file.map_or((1, 1), |(span, file)| file.line_col(span.start));
        Problem {
            code: diagnostic.code.id().to_owned(),
            is_error: diagnostic.severity() == Severity::Error,
            message: diagnostic.message.clone(),
            helps: diagnostic.helps.clone(),
            file: file.map(|(_, file)| file.name.clone()),
            line,
            column,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(file) = &self.file {
            write!(f, "{file}:{}:{}: ", self.line, self.column)?;
        }
        let word = if self.is_error { "error" } else { "warning" };
        write!(f, "{word}[{}]: {}", self.code, self.message)
    }
}

/// Card files to be compiled.
#[derive(Debug, Clone)]
pub struct CardsBuilder {
    game: String,
    edition: Option<String>,
    own: Vec<SourceFile>,
    bundled: bool,
}

impl CardsBuilder {
    /// Adds the sets and decks that come with the program. An own card with the name of a bundled one takes its place.
    #[must_use]
    pub fn bundled(mut self) -> CardsBuilder {
        self.bundled = true;
        self
    }

    /// Adds the text of a card file; the name is what messages call it by.
    #[must_use]
    pub fn source(mut self, name: impl Into<String>, text: impl Into<String>) -> CardsBuilder {
        self.own.push(SourceFile::new(name, text));
        self
    }

    /// The edition of the rules to play by, for a game with several.
    #[must_use]
    pub fn edition(mut self, edition: impl Into<String>) -> CardsBuilder {
        self.edition = Some(edition.into());
        self
    }

    /// Compiles the files and looks whether the engine can play everything that they say.
    ///
    /// # Errors
    ///
    /// If a file has an error. Warnings are kept: [`Cards::warnings`].
    pub fn compile(self) -> Result<Cards> {
        let edition = self.edition.as_deref();
        let kernel = games::kernel(&self.game, edition).ok_or_else(|| {
            Error::NoGame(edition.map_or_else(
                || self.game.clone(),
                |edition| format!("{} edition {edition}", self.game),
            ))
        })?;
        let own = self.own.len();
        let mut files = self.own;
        if self.bundled {
            files.extend(play::bundled(&self.game));
        }
        let own_names: Vec<String> = files.iter().take(own).map(|file| file.name.clone()).collect();
        let mut compiled = compile(files);
        play::check(&mut compiled);
        same_names(&mut compiled, &own_names);
        let problems: Vec<Problem> = compiled
            .diagnostics
            .iter()
            .map(|diagnostic| Problem::of(diagnostic, &compiled.sources))
            .collect();
        if problems.iter().any(|problem| problem.is_error) {
            return Err(Error::Cards(problems.into_iter().filter(|p| p.is_error).collect()));
        }
        Ok(Cards {
            kernel,
            warnings: problems,
            modules: own_first(compiled, &own_names).into(),
        })
    }
}

/// Warns of own cards that have the names of bundled ones: these cannot be played with any more.
fn same_names(compiled: &mut Compiled, own: &[String]) {
    let is_own = |module: &&Module| module.files.first().is_some_and(|file| own.contains(file));
    let bundled: BTreeSet<&str> = compiled
        .modules
        .iter()
        .filter(|module| !is_own(module))
        .flat_map(|module| module.cards.iter().map(|card| card.name.as_str()))
        .collect();
    let mut found = Vec::new();
    for module in compiled.modules.iter().filter(is_own) {
        for card in module.cards.iter().filter(|card| bundled.contains(card.name.as_str())) {
            let name = module.files.get(card.src.0 as usize);
            let file = compiled.sources.iter().find(|(_, file)| Some(&file.name) == name);
            let place = file.map_or_else(Span::default, |(id, _)| Span {
                file: id,
                start: card.src.1,
                end: card.src.2,
            });
            let message = format!("a bundled card is named \"{}\" too", card.name);
            found.push(
                Diagnostic::new(Code::DuplicateName, place, message)
                    .with_help("this card takes its place; give it another name to play with both"),
            );
        }
    }
    compiled.diagnostics.extend(found);
}

/// The sets of the own files stand before the others: of two cards with one name the first is played.
fn own_first(compiled: Compiled, own: &[String]) -> Vec<Module> {
    let mut modules = compiled.modules;
    modules.sort_by_key(|module| !module.files.first().is_some_and(|file| own.contains(file)));
    modules
}

/// Compiled cards that the engine can play.
#[derive(Debug, Clone)]
pub struct Cards {
    pub(super) kernel: &'static dyn crate::exec::Kernel,
    warnings: Vec<Problem>,
    pub(super) modules: Arc<[Module]>,
}

impl Cards {
    /// Cards of a game, by its word: `weiss`, `vanguard`, `evolve`, `fow`.
    pub fn of(game: impl Into<String>) -> CardsBuilder {
        CardsBuilder {
            game: game.into(),
            edition: None,
            own: Vec::new(),
            bundled: false,
        }
    }

    /// What is legal and probably wrong, in the own files and in the bundled ones.
    pub fn warnings(&self) -> &[Problem] {
        &self.warnings
    }

    /// The compiled sets, for programs that read the ability IR.
    pub fn modules(&self) -> &[Module] {
        &self.modules
    }

    /// The names of all cards, in the order of the files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.modules
            .iter()
            .flat_map(|m| &m.cards)
            .map(|card| card.name.as_str())
    }

    /// What is printed on a card, in English.
    pub fn text(&self, name: &str) -> Option<String> {
        let vocab = self.kernel.vocab();
        let mut cards = self
            .modules
            .iter()
            .flat_map(|m| m.cards.iter().map(move |card| (m, card)));
        let (module, card) = cards.find(|(_, card)| card.name == name)?;
        Some(prose::card(card, module, vocab))
    }

    /// A table to play at with these cards.
    pub fn table(&self) -> Table {
        Table::new(self)
    }
}
