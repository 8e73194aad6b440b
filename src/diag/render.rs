//! Text for people. The only place that knows ariadne.

use super::{Diagnostic, Severity};
use crate::source::{SourceMap, Span};
use ariadne::{CharSet, Color, Config, IndexType, Label, Report, ReportKind};

/// How to render.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// ANSI colours.
    pub color: bool,
}

type ReportSpan = (String, std::ops::Range<usize>);

/// Renders one diagnostic with the lines it is about.
pub fn render(diagnostic: &Diagnostic, sources: &SourceMap, style: Style) -> String {
    let Some(span) = diagnostic.span.filter(|s| sources.get(s.file).is_some()) else {
        return plain(diagnostic);
    };
    let (kind, color) = match diagnostic.severity() {
        Severity::Error => (ReportKind::Error, Color::Red),
        Severity::Warning => (ReportKind::Warning, Color::Yellow),
    };
    let config = Config::default().with_color(style.color).with_index_type(IndexType::Byte).with_char_set(CharSet::Unicode);
    let mut report = Report::build(kind, place(sources, span)).with_config(config).with_code(diagnostic.code.id()).with_message(&diagnostic.message);
    let own = Label::new(place(sources, span)).with_color(color).with_order(0);
    report = report.with_label(if diagnostic.labels.is_empty() { own.with_message("here") } else { own.with_message("this") });
    for (i, (span, text)) in diagnostic.labels.iter().enumerate() {
        report = report.with_label(Label::new(place(sources, *span)).with_message(text).with_color(Color::Blue).with_order(i32::try_from(i + 1).unwrap_or(1)));
    }
    for help in &diagnostic.helps {
        report = report.with_help(help);
    }
    for note in &diagnostic.notes {
        report = report.with_note(note);
    }
    let mut out = Vec::new();
    let files = diagnostic.labels.iter().map(|(s, _)| s.file).chain([span.file]);
    let mut seen: Vec<(String, String)> = Vec::new();
    for file in files {
        if let Some(file) = sources.get(file).filter(|f| seen.iter().all(|(n, _)| *n != f.name)) {
            seen.push((file.name.clone(), file.text.clone()));
        }
    }
    if report.finish().write(ariadne::sources(seen), &mut out).is_err() {
        return plain(diagnostic);
    }
    let text = String::from_utf8_lossy(&out);
    let mut trimmed: String = text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    trimmed.push('\n');
    trimmed
}

/// The place of a span, moved onto character boundaries of its file: ariadne panics on any other.
fn place(sources: &SourceMap, span: Span) -> ReportSpan {
    let Some(file) = sources.get(span.file) else { return (String::new(), 0..0) };
    let down = |mut at: usize| {
        at = at.min(file.text.len());
        while !file.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = down(span.start as usize);
    let end = down(span.end as usize).max(start);
    (file.name.clone(), start..end)
}

/// One line: `file:line:col: error[E0301]: message`.
pub fn short(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let head = format!("{}[{}]: {}", diagnostic.severity().word(), diagnostic.code.id(), diagnostic.message);
    match diagnostic.span {
        Some(span) => format!("{}: {head}", sources.place(span)),
        None => head,
    }
}

fn plain(diagnostic: &Diagnostic) -> String {
    let mut out = format!("[{}] {}: {}\n", diagnostic.code.id(), capital(diagnostic.severity().word()), diagnostic.message);
    for (head, lines) in [("Help", &diagnostic.helps), ("Note", &diagnostic.notes)] {
        for line in lines {
            out.push_str(&format!("  {head}: {line}\n"));
        }
    }
    out
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}
