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
    if format == Format::Text {
        text(diagnostics, sources, style, |line| out.line(line));
        return;
    }
    for diagnostic in diagnostics {
        match format {
            Format::Short => out.line(&diag::short(diagnostic, sources)),
            Format::Json => out.line(&diag::json(diagnostic, sources).to_string()),
            Format::Github => out.line(&diag::github(diagnostic, sources)),
            Format::Text | Format::Sarif => {}
        }
    }
}

/// Prints all diagnostics to standard error, as a command does whose product is something else.
pub(super) fn complain(diagnostics: &[Diagnostic], sources: &SourceMap) {
    let style = Style {
        color: term::color_err(),
    };
    text(diagnostics, sources, style, term::complain);
}

/// Most messages that are drawn with the lines they are about: nobody reads more, and the formats for programs have them all.
const MOST_DRAWN: usize = 500;

/// Draws messages, the errors first if there are too many; a closing line says how many more there are.
fn text(diagnostics: &[Diagnostic], sources: &SourceMap, style: Style, mut line: impl FnMut(&str)) {
    let errors = count(diagnostics, Severity::Error).min(MOST_DRAWN);
    let mut left = (errors, MOST_DRAWN - errors);
    let mut more = (0, 0);
    let mut renderer = diag::Renderer::new(sources, style);
    for diagnostic in diagnostics {
        let (left, more) = match diagnostic.severity() {
            Severity::Error => (&mut left.0, &mut more.0),
            Severity::Warning => (&mut left.1, &mut more.1),
        };
        if *left == 0 {
            *more += 1;
            continue;
        }
        *left -= 1;
        line(&renderer.render(diagnostic));
    }
    let more: Vec<String> = [("error", more.0), ("warning", more.1)]
        .into_iter()
        .filter(|(_, n)| *n > 0)
        .map(|(word, n)| format!("{n} more {word}{}", if n == 1 { "" } else { "s" }))
        .collect();
    if !more.is_empty() {
        line(&format!("and {}; `--format short` shows all", more.join(" and ")));
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
