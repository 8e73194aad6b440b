//! Text for people. The only place that knows ariadne.

use super::{Diagnostic, Severity};
use crate::source::{FileId, SourceMap, Span};
use ariadne::{Cache, CharSet, Color, Config, IndexType, Label, Report, ReportKind, Source};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// How to render.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// ANSI colours.
    pub color: bool,
}

type ReportSpan = (FileId, std::ops::Range<usize>);

/// The longest line that is drawn.
const MAX_LINE_BYTES: usize = 1000;

/// Renders one diagnostic with the lines it is about. For many of them, a [`Renderer`] reads each file once.
pub fn render(diagnostic: &Diagnostic, sources: &SourceMap, style: Style) -> String {
    Renderer::new(sources, style).render(diagnostic)
}

/// Renders diagnostics of a run. The lines of a file are found when the first message about it is drawn and kept for the others, so that the work
/// grows with the files and the messages, and not with their product.
#[derive(Debug)]
pub struct Renderer<'s> {
    sources: &'s SourceMap,
    style: Style,
    files: BTreeMap<FileId, Source<String>>,
    read: usize,
}

impl<'s> Renderer<'s> {
    /// A renderer for the files of a run.
    pub fn new(sources: &'s SourceMap, style: Style) -> Self {
        Renderer {
            sources,
            style,
            files: BTreeMap::new(),
            read: 0,
        }
    }

    /// How many bytes of the files it has looked at.
    pub fn bytes_read(&self) -> usize {
        self.read
    }

    /// Renders one diagnostic with the lines it is about.
    pub fn render(&mut self, diagnostic: &Diagnostic) -> String {
        let Some(span) = diagnostic.span.filter(|s| self.sources.get(s.file).is_some()) else {
            return plain(diagnostic);
        };
        let spans: Vec<Span> = diagnostic.labels.iter().map(|(s, _)| *s).chain([span]).collect();
        if !self.can_draw(&spans) {
            return located(diagnostic, self.sources, span);
        }
        let sources = self.sources;
        let place = |span: Span| place(sources, span);
        let (kind, color) = match diagnostic.severity() {
            Severity::Error => (ReportKind::Error, Color::Red),
            Severity::Warning => (ReportKind::Warning, Color::Yellow),
        };
        let config = Config::default()
            .with_color(self.style.color)
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
        if report.finish().write(&mut *self, &mut out).is_err() {
            return plain(diagnostic);
        }
        let text = String::from_utf8_lossy(&out);
        let mut trimmed: String = text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n");
        trimmed.push('\n');
        trimmed
    }

    /// Whether the lines that the spans are about are short enough to draw.
    fn can_draw(&mut self, spans: &[Span]) -> bool {
        let sources = self.sources;
        spans
            .iter()
            .filter_map(|s| Some((s, sources.get(s.file)?)))
            .all(|(span, file)| {
                let mut line = file.line_col(span.start).0;
                let last = file.line_col(span.end).0;
                // A message about a whole card shows its first and last line; those between them are only looked at.
                loop {
                    let bytes = file.line(line).len();
                    self.read += bytes;
                    if bytes > MAX_LINE_BYTES {
                        return false;
                    }
                    if line >= last {
                        return true;
                    }
                    line += 1;
                }
            })
    }
}

impl Cache<FileId> for Renderer<'_> {
    type Storage = String;

    fn fetch(&mut self, id: &FileId) -> Result<&Source<String>, impl std::fmt::Debug> {
        let text = self.sources.text(*id);
        let read = &mut self.read;
        Ok::<_, std::convert::Infallible>(self.files.entry(*id).or_insert_with(|| {
            *read += text.len();
            Source::from(drawn(text))
        }))
    }

    fn display<'a>(&self, id: &'a FileId) -> Option<impl std::fmt::Display + 'a> {
        self.sources.get(*id).map(|file| file.name.clone())
    }
}

/// A text as it is drawn, byte for byte: ends of lines are newlines, and what other tools take for ends of lines, and files of cards do not, is blank.
fn drawn(text: &str) -> String {
    let mut rest = text.chars().peekable();
    let mut out = String::with_capacity(text.len());
    while let Some(c) = rest.next() {
        out.push(match c {
            '\r' if rest.peek() == Some(&'\n') => ' ',
            '\r' => '\n',
            '\x0b' | '\x0c' => ' ',
            '\u{85}' => '\u{a0}',
            '\u{2028}' | '\u{2029}' => '\u{2003}',
            _ => c,
        });
    }
    out
}

/// The place of a span, moved onto character boundaries of its file: ariadne panics on any other.
fn place(sources: &SourceMap, span: Span) -> ReportSpan {
    let text = sources.text(span.file);
    let down = |at: usize| {
        let mut at = at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        at
    };
    let start = down(span.start as usize);
    let end = down(span.end as usize).max(start);
    (span.file, start..end)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::Code;
    use crate::source::SourceFile;

    /// How many bytes are looked at to draw a message for each of so many lines.
    fn read(lines: usize) -> usize {
        let line = "  draw 1 card and 2 more\n";
        let mut sources = SourceMap::new();
        let id = sources.add(SourceFile::new("many.card", line.repeat(lines)));
        let mut renderer = Renderer::new(&sources, Style { color: false });
        for number in 0..lines {
            let start = number * line.len() + 2;
            let problem = Diagnostic::new(Code::Syntax, Span::new(id, start, start + 4), "wrong");
            let drawn = renderer.render(&problem);
            assert!(drawn.contains(&format!("many.card:{}:3", number + 1)), "{drawn}");
        }
        renderer.bytes_read()
    }

    #[test]
    fn drawing_many_messages_grows_with_the_file_and_not_with_its_square() {
        let (some, more) = (read(50), read(500));
        assert!(more <= some * 11, "{some} bytes for 50 messages, {more} for 500");
    }

    #[test]
    fn what_ends_no_line_of_a_card_file_ends_none_in_a_drawing() {
        let text = "a\u{2028}b\u{85}c\r\nd\re\nf";
        let shown = drawn(text);
        assert_eq!((shown.len(), shown.chars().count()), (text.len(), text.chars().count()));
        assert_eq!(Source::from(shown).lines().count(), 4);
        assert_eq!(
            SourceFile::new("x", text).line_col(u32::try_from(text.len()).unwrap()),
            (4, 2)
        );
    }
}
