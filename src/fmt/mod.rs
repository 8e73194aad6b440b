//! The formatter: one canonical layout for every card file.
//!
//! It works on tokens, so nothing that was written can get lost: words keep their order and comments their place. Items with syntax errors are left as they are.

mod guard;
mod layout;
mod piece;
mod spacing;
mod tree;

use crate::lex::{self, Chunk, ChunkKind, Split, Token, TokenKind};
use crate::parse;
use piece::Gap;
use std::collections::BTreeSet;

/// Formats a file: sound items get the canonical layout, broken ones are kept byte for byte; a file without words and comments becomes empty.
pub fn format(text: &str) -> String {
    let mut tokens = lex::lex(text);
    let split = lex::split(text, &mut tokens);
    let broken = broken_chunks(&split);
    let mut out = String::with_capacity(text.len() + text.len() / 8);
    let mut above: Option<Unit> = None;
    for (index, chunk) in split.chunks.iter().enumerate() {
        let unit = Unit::new(text, &tokens, *chunk, broken.contains(&index));
        let from = above.as_ref().map_or(0, |u| u.end);
        let mut gap = Gap::read(text, tokens.get(from..chunk.start).unwrap_or_default(), above.is_some());
        if above.as_ref().is_some_and(|above| !above.may_touch(&unit)) {
            gap.ensure_blank();
        }
        write_gap(&mut out, &gap);
        if gap.blank && !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&unit.text);
        above = Some(unit);
    }
    let from = above.as_ref().map_or(0, |u| u.end);
    write_gap(
        &mut out,
        &Gap::read(text, tokens.get(from..).unwrap_or_default(), above.is_some()),
    );
    out
}

/// Ends the line of the item above and writes the comments below it.
fn write_gap(out: &mut String, gap: &Gap<'_>) {
    if let Some(comment) = gap.trail {
        out.push_str("  ");
        out.push_str(comment);
    }
    if !out.is_empty() {
        out.push('\n');
    }
    for comment in &gap.comments {
        if comment.blank && !out.is_empty() {
            out.push('\n');
        }
        out.push_str(comment.text);
        out.push('\n');
    }
}

/// The chunks whose brackets do not match.
fn broken_chunks(split: &Split) -> BTreeSet<usize> {
    let pairs = split.unclosed.iter().chain(&split.too_deep).map(|(_, chunk)| *chunk);
    pairs.chain(split.unopened.iter().map(|(_, _, chunk)| *chunk)).collect()
}

/// An item or a stray line, laid out.
struct Unit {
    text: String,
    /// The kind of its first token; `Unknown` for stray text.
    kind: TokenKind,
    /// One past its last token.
    end: usize,
}

impl Unit {
    fn new(text: &str, tokens: &[Token], chunk: Chunk, broken: bool) -> Unit {
        let item = tokens.get(chunk.start..chunk.end).unwrap_or_default();
        let kind = match chunk.kind {
            ChunkKind::Item => item.first().map_or(TokenKind::Unknown, |t| t.kind),
            ChunkKind::Stray => TokenKind::Unknown,
        };
        if !broken && chunk.kind == ChunkKind::Item {
            // A `;` behind an item says nothing; what stands between it and the item belongs to the gap.
            let kept = item
                .iter()
                .rposition(|t| !t.kind.is_trivia() && t.kind != TokenKind::Semi);
            let length = kept.map_or(item.len(), |last| last + 1);
            let item = item.get(..length).unwrap_or_default();
            if let Some(text) = format_item(text, item) {
                return Unit {
                    text,
                    kind,
                    end: chunk.start + length,
                };
            }
        }
        Unit {
            text: as_written(text, item),
            kind,
            end: chunk.end,
        }
    }

    /// Whether `below` may follow without a blank line.
    fn may_touch(&self, below: &Unit) -> bool {
        let stray = TokenKind::Unknown;
        if self.kind == stray || below.kind == stray {
            return true;
        }
        let family = |kind| match kind {
            TokenKind::ItemUse | TokenKind::ItemSet => Some(TokenKind::ItemUse),
            TokenKind::ItemLabel | TokenKind::ItemCondition | TokenKind::ItemCounter | TokenKind::ItemGroup => {
                Some(kind)
            }
            _ => None,
        };
        let one_line = !self.text.contains('\n') && !below.text.contains('\n');
        one_line && family(self.kind).is_some() && family(self.kind) == family(below.kind)
    }
}

/// Lays out one item; nothing if it is not sound.
fn format_item(text: &str, item: &[Token]) -> Option<String> {
    let outline = parse::outline(item)?;
    let pieces = piece::pieces(text, item, &outline);
    let statement = tree::item(&pieces)?;
    let formatted = layout::print(&pieces, &statement);
    guard::same_program(text, item, &formatted).then_some(formatted)
}

/// The bytes of a broken item with the indentation of its first line.
fn as_written(text: &str, item: &[Token]) -> String {
    let (Some(first), Some(last)) = (item.first(), item.last()) else {
        return String::new();
    };
    let before = text.get(..first.start as usize).unwrap_or("");
    let indentation = before
        .rsplit(['\n', '\r'])
        .next()
        .unwrap_or("")
        .chars()
        .filter(|c| matches!(c, ' ' | '\t'));
    let bytes = text.get(first.start as usize..last.end as usize).unwrap_or("");
    indentation.chain(bytes.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_newline_never_joins_two_statements() {
        let text = "verb v { choose 2 of; draw 1; draw 2 }\n";
        let formatted = "verb v {\n  choose 2 of;\n  draw 1\n  draw 2\n}\n";
        assert_eq!(format(text), formatted);
        assert_eq!(format(formatted), formatted);
    }

    #[test]
    fn the_guard_sees_lost_words_separators_and_comments() {
        let text = "verb v { draw 1; draw 2 } # c";
        let mut tokens = lex::lex(text);
        lex::split(text, &mut tokens);
        assert!(guard::same_program(
            text,
            &tokens,
            "verb v {\n  draw 1\n  draw 2\n}  # c"
        ));
        assert!(!guard::same_program(text, &tokens, "verb v { draw 1; draw } # c"));
        assert!(!guard::same_program(text, &tokens, "verb v { draw 1 draw 2 } # c"));
        assert!(!guard::same_program(text, &tokens, "verb v { draw 1; draw 2 }"));
        assert!(!guard::same_program(
            text,
            &tokens,
            "verb v { draw 1; draw 2 } # c\nuse weiss"
        ));
    }
}
