//! Cards of the matrix through the front end and the linker: which of them can be played, and why the others cannot.

use super::cast::Cast;
use cardwright::compile::{self, Compiled};
use cardwright::diag::Severity;
use cardwright::play;
use cardwright::source::SourceFile;

/// What became of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Reading {
    Accepted,
    /// With the code of its first error and the message.
    Refused(String, String),
}

/// Compiles one card for each of these lists of lines; the cards that are refused are told apart.
pub(super) fn read(cast: &Cast, cards: &[(String, Vec<String>)]) -> Vec<Reading> {
    let mut out = Vec::new();
    for some in cards.chunks(400) {
        out.extend(read_some(cast, some));
    }
    out
}

fn read_some(cast: &Cast, cards: &[(String, Vec<String>)]) -> Vec<Reading> {
    let mut text = cast.head();
    let mut starts = Vec::new();
    for (name, lines) in cards {
        starts.push(text.len() as u32);
        text += &cast.card(name, lines);
    }
    let compiled = compiled(text);
    let mut out = vec![Reading::Accepted; cards.len()];
    for problem in compiled.diagnostics.iter().filter(|d| d.severity() == Severity::Error) {
        let start = problem.span.expect("a place").start;
        let at = starts.partition_point(|s| *s <= start) - 1;
        if out[at] == Reading::Accepted {
            out[at] = Reading::Refused(problem.code.id().to_owned(), problem.message.clone());
        }
    }
    out
}

/// Compiles a file of cards.
pub(super) fn compiled(text: String) -> Compiled {
    let mut compiled = compile::compile(vec![SourceFile::new("matrix.card", text)]);
    play::check(&mut compiled);
    compiled
}
