//! Prints diagnostics.

use super::args::Format;
use super::term::{self, Out};
use crate::diag::{self, Diagnostic, Severity, Style};
use crate::lex::{self, ChunkKind, TokenKind};
use crate::source::SourceMap;

/// Prints all diagnostics in a format.
pub(super) fn print(out: &mut Out, diagnostics: &[Diagnostic], sources: &SourceMap, format: Format, style: Style) {
    if format == Format::Sarif {
        out.line(&format!("{:#}", diag::sarif(diagnostics, sources)));
        return;
    }
    for diagnostic in diagnostics {
        match format {
            Format::Text => out.line(&diag::render(diagnostic, sources, style)),
            Format::Short => out.line(&diag::short(diagnostic, sources)),
            Format::Json => out.line(&diag::json(diagnostic, sources).to_string()),
            Format::Github => out.line(&diag::github(diagnostic, sources)),
            Format::Sarif => {}
        }
    }
}

/// Prints all diagnostics to standard error, as a command does whose product is something else.
pub(super) fn complain(diagnostics: &[Diagnostic], sources: &SourceMap) {
    let style = Style {
        color: term::color_err(),
    };
    for diagnostic in diagnostics {
        term::complain(&diag::render(diagnostic, sources, style));
    }
}

/// How many of a severity there are.
pub(super) fn count(diagnostics: &[Diagnostic], severity: Severity) -> usize {
    diagnostics.iter().filter(|d| d.severity() == severity).count()
}

/// Whether one of them is an error.
pub(super) fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    count(diagnostics, Severity::Error) > 0
}

/// `12 cards in 3 files: 2 errors, 1 warning`.
pub(super) fn summary(diagnostics: &[Diagnostic], sources: &SourceMap, files: usize) -> String {
    let cards = sources
        .iter()
        .filter(|(_, f)| !f.embedded)
        .map(|(_, f)| cards(&f.text))
        .sum();
    let parts: Vec<String> = [
        ("error", count(diagnostics, Severity::Error)),
        ("warning", count(diagnostics, Severity::Warning)),
    ]
    .into_iter()
    .filter(|(_, n)| *n > 0)
    .map(|(word, n)| counted(n, word))
    .collect();
    let result = if parts.is_empty() {
        "no problems".to_owned()
    } else {
        parts.join(", ")
    };
    format!("{} in {}: {result}", counted(cards, "card"), counted(files, "file"))
}

/// `1 card`, `2 cards`.
pub(super) fn counted(number: usize, word: &str) -> String {
    if number == 1 {
        format!("1 {word}")
    } else {
        format!("{number} {word}s")
    }
}

/// How many cards and tokens a text has; broken ones, which no module holds, count too.
fn cards(text: &str) -> usize {
    let mut tokens = lex::lex(text);
    let split = lex::split(text, &mut tokens);
    let starts_card = |at: usize| tokens.get(at).is_some_and(|t| t.kind == TokenKind::ItemCard);
    split
        .chunks
        .iter()
        .filter(|c| c.kind == ChunkKind::Item && starts_card(c.start))
        .count()
}
