//! Tests that are themselves tested: which clauses of which card the tests reach, and which changes of a card none of them notices, how far
//! every card is. No input or output of its own.

mod change;
mod coverage;
mod mutate;
mod report;
mod status;
mod vacuous_test;

pub use change::{Change, changes};
pub use coverage::{CardCover, ClauseCover, Cover, Seen, cover};
pub use mutate::{Budget, Fate, Mutant, Mutated, mutate};
pub use report::{cover_json, cover_text, lcov, mutants_json, mutants_text};
pub use status::{Standing, standing, status_json, status_text};
pub use vacuous_test::vacuous;

use crate::golden::Job;

/// A test with everything it is judged by.
#[derive(Debug, Clone, Copy)]
pub struct Case<'c> {
    /// The test.
    pub job: Job<'c>,
    /// The kept log, if the test is golden and one is kept.
    pub kept: Option<&'c [String]>,
}

/// A share in percent with one decimal, as reports give it: everything of nothing is all of it.
fn percent(part: usize, all: usize) -> String {
    let tenths = (part * 1000).checked_div(all).unwrap_or(1000);
    format!("{}.{} %", tenths / 10, tenths % 10)
}
