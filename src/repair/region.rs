//! The parts of a file that are mended on their own: an item with the stray text behind it, which a bracket may have cut off.

use crate::lex::{self, ChunkKind};
use std::ops::Range;

/// The byte ranges of the regions of a file, in order.
pub(super) fn regions(text: &str) -> Vec<Range<usize>> {
    let mut tokens = lex::lex(text);
    let split = lex::split(text, &mut tokens);
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut starts_with_item = false;
    for chunk in &split.chunks {
        let (Some(first), Some(last)) = (tokens.get(chunk.start), tokens.get(chunk.end.saturating_sub(1))) else {
            continue;
        };
        let range = first.start as usize..last.end as usize;
        let is_item = chunk.kind == ChunkKind::Item;
        match out.last_mut() {
            Some(before) if !is_item && starts_with_item => before.end = range.end,
            _ => {
                starts_with_item = is_item;
                out.push(range);
            }
        }
    }
    out
}
