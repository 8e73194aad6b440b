//! `cardwright.toml`: what a project says about all its files. Reads text, never files.

mod read;

pub use read::read;

use crate::diag::{Code, Diagnostic};
use std::collections::BTreeMap;

/// The name of the file.
pub const NAME: &str = "cardwright.toml";

/// What is done with a warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Nothing: it is not told.
    Allow,
    /// It is told.
    Warn,
    /// It is an error.
    Deny,
}

impl Level {
    /// The words of the levels.
    pub const WORDS: [(&'static str, Level); 3] =
        [("allow", Level::Allow), ("warn", Level::Warn), ("deny", Level::Deny)];
}

/// The settings of a project.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Settings {
    /// What is searched if a command is given no paths, relative to the file.
    pub paths: Vec<String>,
    /// The game of the project.
    pub game: Option<String>,
    /// The edition of its rules.
    pub edition: Option<String>,
    /// How `check` shows problems.
    pub format: Option<String>,
    /// What is done with all warnings that have no level of their own.
    pub all: Option<Level>,
    /// What is done with single warnings.
    pub lints: BTreeMap<Code, Level>,
}

impl Settings {
    /// What is done with a warning.
    pub fn level(&self, code: Code) -> Level {
        let own = self.lints.get(&code).copied();
        own.or(self.all).unwrap_or(Level::Warn)
    }

    /// Whether a problem is told; one that is denied becomes an error.
    pub fn tells(&self, diagnostic: &mut Diagnostic) -> bool {
        if diagnostic.severity() == crate::diag::Severity::Error {
            return true;
        }
        match self.level(diagnostic.code) {
            Level::Allow => false,
            Level::Warn => true,
            Level::Deny => {
                diagnostic.denied = true;
                true
            }
        }
    }
}
