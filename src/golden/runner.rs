//! The seam to the engine: one function that plays a test.

use crate::ir::{Module, Src, Test};

/// A test to be run, with all cards it may use.
#[derive(Debug, Clone, Copy)]
pub struct Job<'a> {
    /// The module the test stands in.
    pub module: &'a Module,
    /// All modules of the game: the test's own first, then what its file imports, then the others. The first card of a name counts.
    pub library: &'a [&'a Module],
    /// The test.
    pub test: &'a Test,
    /// Collect a trace of everything that happens.
    pub trace: bool,
}

/// What came of a test.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Played {
    /// The log of the game, as golden files keep it.
    pub log: Vec<String>,
    /// The trace, if it was asked for.
    pub trace: Vec<String>,
    /// Why the test fails, if it does.
    pub failure: Option<Failure>,
}

/// Why a test fails.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Failure {
    /// The line of the test it is about.
    pub src: Option<Src>,
    /// What was expected and what was found, in as many lines as it takes.
    pub message: String,
}

/// Plays a test.
pub fn play(_job: &Job<'_>) -> Played {
    Played {
        failure: Some(Failure {
            src: None,
            message: "the engine is not linked in".to_owned(),
        }),
        ..Played::default()
    }
}
