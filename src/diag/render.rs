//! Text for people. The only place that knows ariadne.

use super::{Diagnostic, Severity};
use crate::source::{FileId, SourceMap, Span};
use std::fmt::Write as _;

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
    let spans: Vec<Span> = diagnostic.labels.iter().map(|(s, _)| *s).chain([span]).collect();
    let Some(excerpts) = excerpts(sources, &spans) else {
        return located(diagnostic, sources, span);
    };
    let place = |span: Span| place(&excerpts, sources, span);
    let (kind, color) = match diagnostic.severity() {
        Severity::Error => (ReportKind::Error, Color::Red),
        Severity::Warning => (ReportKind::Warning, Color::Yellow),
    };
    let config = Config::default()
        .with_color(style.color)
        .with_index_type(IndexType::Byte)
        .with_char_set(CharSet::Unicode);
    let mut report = Report::build(kind, place(span))
        .with_config(config)
        .with_code(diagnostic.code.id())
        .with_message(&diagnostic.message);
    let own = Label::new(place(span)).with_color(color).with_order(0);
    report = report.with_label(if diagnostic.labels.is_empty() {
        own.with_message("here")
    } else {
        own.with_message("this")
    });
    for (i, (span, text)) in diagnostic.labels.iter().enumerate() {
        report = report.with_label(
            Label::new(place(*span))
                .with_message(text)
                .with_color(Color::Blue)
                .with_order(i32::try_from(i + 1).unwrap_or(1)),
        );
    }
    for help in &diagnostic.helps {
        report = report.with_help(help);
    }
    for note in &diagnostic.notes {
        report = report.with_note(note);
    }
    let mut out = Vec::new();
    let seen: Vec<(String, String)> = excerpts.iter().map(|e| (e.name.clone(), e.text.clone())).collect();
    if report.finish().write(ariadne::sources(seen), &mut out).is_err() {
        return plain(diagnostic);
    }
    let text = String::from_utf8_lossy(&out);
    let mut trimmed: String = text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
    trimmed.push('\n');
    trimmed
}

/// The lines of a file that a diagnostic is about, behind as many empty lines as there are lines before them: cheap to draw, and numbered right.
struct Excerpt {
    file: FileId,
    name: String,
    text: String,
    /// How many bytes fewer than in the file there are before the lines.
    shift: usize,
}

/// The longest line that is drawn.
const MAX_LINE_BYTES: usize = 1000;

/// An excerpt of each file the spans are in; none if a line is too long to draw.
fn excerpts(sources: &SourceMap, spans: &[Span]) -> Option<Vec<Excerpt>> {
    let mut out: Vec<Excerpt> = Vec::new();
    for span in spans {
        let Some(file) = sources
            .get(span.file)
            .filter(|_| out.iter().all(|e| e.file != span.file))
        else {
            continue;
        };
        let own = || spans.iter().filter(|s| s.file == span.file);
        let first = own().map(|s| s.start as usize).min().unwrap_or(0);
        let last = own().map(|s| s.end as usize).max().unwrap_or(0).max(first);
        let first = file
            .text
            .get(..first.min(file.text.len()))
            .unwrap_or("")
            .rfind('\n')
            .map_or(0, |at| at + 1);
        let last = last
            + file
                .text
                .get(last..)
                .and_then(|rest| rest.find('\n'))
                .unwrap_or(file.text.len().saturating_sub(last));
        let lines = file.text.get(first..last).unwrap_or("");
        if lines.lines().any(|line| line.len() > MAX_LINE_BYTES) {
            return None;
        }
        let before = file
            .line_col(u32::try_from(first).unwrap_or(u32::MAX))
            .0
            .saturating_sub(1);
        out.push(Excerpt {
            file: span.file,
            name: file.name.clone(),
            text: format!("{}{lines}", "\n".repeat(before)),
            shift: first - before,
        });
    }
    Some(out)
}

/// The place of a span, moved onto character boundaries of its file: ariadne panics on any other.
fn place(excerpts: &[Excerpt], sources: &SourceMap, span: Span) -> ReportSpan {
    let (Some(file), Some(excerpt)) = (sources.get(span.file), excerpts.iter().find(|e| e.file == span.file)) else {
        return (String::new(), 0..0);
    };
    let down = |mut at: usize| {
        at = at.min(file.text.len());
        while !file.text.is_char_boundary(at) {
            at -= 1;
        }
        at.saturating_sub(excerpt.shift).min(excerpt.text.len())
    };
    let start = down(span.start as usize);
    let end = down(span.end as usize).max(start);
    (file.name.clone(), start..end)
}

/// One line: `file:line:col: error[E0301]: message`.
pub fn short(diagnostic: &Diagnostic, sources: &SourceMap) -> String {
    let head = format!(
        "{}[{}]: {}",
        diagnostic.severity().word(),
        diagnostic.code.id(),
        diagnostic.message
    );
    match diagnostic.span {
        Some(span) => format!("{}: {head}", sources.place(span)),
        None => head,
    }
}

/// Without the lines, which are too long to draw.
fn located(diagnostic: &Diagnostic, sources: &SourceMap, span: Span) -> String {
    format!("{}  At: {}\n", plain(diagnostic), sources.place(span))
}

fn plain(diagnostic: &Diagnostic) -> String {
    let mut out = format!(
        "[{}] {}: {}\n",
        diagnostic.code.id(),
        capital(diagnostic.severity().word()),
        diagnostic.message
    );
    for (head, lines) in [("Help", &diagnostic.helps), ("Note", &diagnostic.notes)] {
        for line in lines {
            let _ = writeln!(out, "  {head}: {line}");
        }
    }
    out
}

fn capital(word: &str) -> String {
    let mut chars = word.chars();
    chars
        .next()
        .map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}
