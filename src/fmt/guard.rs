//! The last check of the formatter: what it wrote must be the same program with the same comments.

use crate::lex::{self, ChunkKind, Token, TokenKind};
use crate::parse;

/// Whether `formatted` is one item with the tokens, statement ends and comments of `item`.
pub(super) fn same_program(text: &str, item: &[Token], formatted: &str) -> bool {
    let mut tokens = lex::lex(formatted);
    let split = lex::split(formatted, &mut tokens);
    let [chunk] = split.chunks.as_slice() else {
        return false;
    };
    let Some(written) = tokens.get(chunk.start..chunk.end) else {
        return false;
    };
    chunk.kind == ChunkKind::Item
        && words(text, item) == words(formatted, written)
        && comments(text, item).eq(comments(formatted, &tokens))
}

/// The significant tokens, each with whether a separator that counts stands before it.
fn words<'s>(text: &'s str, tokens: &[Token]) -> Vec<(TokenKind, &'s str, bool)> {
    let mut words: Vec<(TokenKind, &str, bool)> = Vec::with_capacity(tokens.len() / 2);
    let mut separated = false;
    for token in parse::significant(tokens) {
        if matches!(token.kind, TokenKind::Nl | TokenKind::Semi) {
            separated = true;
            continue;
        }
        let idle = token.kind == TokenKind::RBrace || words.last().is_none_or(|(kind, ..)| *kind == TokenKind::LBrace);
        words.push((token.kind, token.text(text), separated && !idle));
        separated = false;
    }
    words
}

fn comments<'s>(text: &'s str, tokens: &[Token]) -> impl Iterator<Item = &'s str> {
    tokens
        .iter()
        .filter(|t| t.kind == TokenKind::Comment)
        .map(move |t| t.text(text).trim_end())
}
