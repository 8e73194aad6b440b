//! Cards that cannot be probed because they cannot be played: those with errors.

use crate::compile::Compiled;
use crate::diag::Severity;
use crate::lex::{self, ChunkKind, TokenKind};
use crate::source::{FileId, SourceFile};

/// A card with an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refused {
    /// The file it is written in.
    pub file: String,
    /// The line it begins on.
    pub line: usize,
    /// Its name.
    pub card: String,
    /// The first of its errors.
    pub why: String,
}

/// The cards of a compilation that have errors, in the order of their files; `only` those with this in their names.
pub fn refused(compiled: &Compiled, only: Option<&str>) -> Vec<Refused> {
    let files = compiled.sources.iter().filter(|(_, file)| !file.embedded);
    let mut all: Vec<Refused> = files.flat_map(|(id, file)| in_file(compiled, id, file)).collect();
    all.retain(|card| only.is_none_or(|name| card.card.contains(name)));
    all
}

fn in_file(compiled: &Compiled, id: FileId, file: &SourceFile) -> Vec<Refused> {
    let errors = compiled.diagnostics.iter().filter(|d| d.severity() == Severity::Error);
    let here: Vec<(u32, &str)> = errors
        .filter_map(|d| Some((d.span.filter(|s| s.file == id)?.start, d.message.as_str())))
        .collect();
    if here.is_empty() {
        return Vec::new();
    }
    let mut tokens = lex::lex(&file.text);
    let split = lex::split(&file.text, &mut tokens);
    let mut out = Vec::new();
    for chunk in split.chunks.iter().filter(|c| c.kind == ChunkKind::Item) {
        let own = tokens.get(chunk.start..chunk.end).unwrap_or_default();
        let (Some(first), Some(last)) = (own.first(), own.last()) else {
            continue;
        };
        let why = here.iter().find(|(at, _)| (first.start..last.end).contains(at));
        let (TokenKind::ItemCard, Some((_, why))) = (first.kind, why) else {
            continue;
        };
        let name = own
            .iter()
            .find(|t| t.kind == TokenKind::Str)
            .map(|t| t.text(&file.text));
        out.push(Refused {
            file: file.name.clone(),
            line: file.line_col(first.start).0,
            card: name.unwrap_or_default().trim_matches('"').to_owned(),
            why: (*why).to_owned(),
        });
    }
    out
}
