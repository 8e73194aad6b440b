//! Where text lives: files, byte spans, and line and column numbers.

use std::fmt;

/// Largest source file the compiler reads. A bigger one is refused before it is loaded, so memory stays bounded.
pub const MAX_FILE_BYTES: usize = 16 * 1024 * 1024;

/// Names one file of a [`SourceMap`].
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Default,
    serde::Serialize,
    serde::Deserialize,
    schemars::JsonSchema,
)]
#[serde(transparent)]
pub struct FileId(pub u32);

/// A half-open byte range of one file, always on character boundaries.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}..{}", self.file.0, self.start, self.end)
    }
}

impl Span {
    /// A span of `file` from `start` to `end`.
    pub fn new(file: FileId, start: usize, end: usize) -> Self {
        let clamp = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        Span {
            file,
            start: clamp(start),
            end: clamp(end),
        }
    }

    /// The smallest span that covers both; spans of different files give the first.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span {
            file: self.file,
            start: self.start.min(other.start),
            end: self.end.max(other.end),
        }
    }

    /// The bytes as a range of `usize`.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Whether `other` lies inside this span.
    pub fn covers(self, other: Span) -> bool {
        self.file == other.file && self.start <= other.start && other.end <= self.end
    }

    /// The empty span at the end of this one.
    #[must_use]
    pub fn at_end(self) -> Span {
        Span {
            start: self.end,
            ..self
        }
    }
}

/// One source file: its name as the user gave it, its text, and where its lines start.
#[derive(Debug, Clone)]
pub struct SourceFile {
    /// Path or `<stdin>`.
    pub name: String,
    /// The whole text.
    pub text: String,
    /// Whether the tool brings the file itself (a prelude).
    pub embedded: bool,
    lines: Vec<u32>,
}

impl SourceFile {
    /// Takes the text over and finds its lines.
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let mut lines = vec![0];
        let ends = |i: usize, byte: u8| match byte {
            b'\n' => true,
            b'\r' => text.as_bytes().get(i + 1) != Some(&b'\n'),
            _ => false,
        };
        lines.extend(
            text.bytes()
                .enumerate()
                .filter(|(i, b)| ends(*i, *b))
                .map(|(i, _)| u32::try_from(i + 1).unwrap_or(u32::MAX)),
        );
        SourceFile {
            name: name.into(),
            text,
            embedded: false,
            lines,
        }
    }

    /// Line and column, both from 1; the column counts characters.
    pub fn line_col(&self, byte: u32) -> (usize, usize) {
        let line = self.lines.partition_point(|start| *start <= byte).saturating_sub(1);
        let start = self.lines.get(line).copied().unwrap_or(0) as usize;
        let col = self.text.get(start..byte as usize).map_or(0, |s| s.chars().count());
        (line + 1, col + 1)
    }

    /// A line by its number from 1, without its end.
    pub fn line(&self, number: usize) -> &str {
        let start = number.checked_sub(1).and_then(|at| self.lines.get(at)).copied();
        let end = self
            .lines
            .get(number)
            .map_or(self.text.len(), |next| *next as usize - 1);
        start.and_then(|start| self.text.get(start as usize..end)).unwrap_or("")
    }

    /// The text of a span, empty if the span does not fit this file.
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or("")
    }
}

/// All files of one run, in the order they were added.
#[derive(Debug, Clone, Default)]
pub struct SourceMap {
    files: Vec<SourceFile>,
}

impl SourceMap {
    /// An empty map.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file and names it.
    pub fn add(&mut self, file: SourceFile) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        self.files.push(file);
        id
    }

    /// The file of an id.
    pub fn get(&self, id: FileId) -> Option<&SourceFile> {
        self.files.get(id.0 as usize)
    }

    /// The text of a file, empty if there is none.
    pub fn text(&self, id: FileId) -> &str {
        self.get(id).map_or("", |f| f.text.as_str())
    }

    /// All files, to be given other names; spans stay as they are.
    pub fn files_mut(&mut self) -> &mut [SourceFile] {
        &mut self.files
    }

    /// All files with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files
            .iter()
            .enumerate()
            .map(|(i, f)| (FileId(u32::try_from(i).unwrap_or(u32::MAX)), f))
    }

    /// The text of a span.
    pub fn slice(&self, span: Span) -> &str {
        self.get(span.file).map_or("", |f| f.slice(span))
    }

    /// `file:line:col` of the start of a span.
    pub fn place(&self, span: Span) -> String {
        self.get(span.file).map_or_else(String::new, |f| {
            let (line, col) = f.line_col(span.start);
            format!("{}:{line}:{col}", f.name)
        })
    }
}
