//! Cuts a file into items by bracket depth: the error recovery of the whole front end. A broken item spoils itself only.

use super::{Token, TokenKind};

/// Deepest nesting of brackets the compiler accepts.
const MAX_DEPTH: usize = 64;

/// What a run of tokens is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChunkKind {
    /// An item; its first significant token is an item word.
    Item,
    /// Text outside all items.
    Stray,
}

/// A run of tokens, given by indices into the token vector.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chunk {
    /// Item or stray text.
    pub kind: ChunkKind,
    /// First token (significant).
    pub start: usize,
    /// One past the last significant token.
    pub end: usize,
}

/// The chunks of a file and what is wrong with its brackets.
#[derive(Debug, Clone, Default)]
pub struct Split {
    /// Items and stray runs in order.
    pub chunks: Vec<Chunk>,
    /// Opening brackets without a closing one: token index of the bracket, chunk index.
    pub unclosed: Vec<(usize, usize)>,
    /// Closing brackets without an opening one, or of the wrong shape: the bracket, and what it was tried against.
    pub unopened: Vec<(usize, Option<usize>, usize)>,
    /// Brackets nested deeper than [`MAX_DEPTH`]: token index, chunk index.
    pub too_deep: Vec<(usize, usize)>,
}

fn closes(open: TokenKind, close: TokenKind) -> bool {
    matches!(
        (open, close),
        (TokenKind::LBrace, TokenKind::RBrace)
            | (TokenKind::LBracket, TokenKind::RBracket)
            | (TokenKind::LParen, TokenKind::RParen)
    )
}

/// Finds the items of a token stream.
///
/// An item starts at an item word that is the first word of a line outside all brackets. Inside brackets an item word at the very
/// start of a line, followed by a name or word, starts one too: the brackets before it were never closed.
pub fn split(text: &str, tokens: &mut [Token]) -> Split {
    let mut out = Split::default();
    let mut open: Vec<usize> = Vec::new();
    let mut deepest_reported = false;
    let mut line_first = true;
    let mut column_zero = true;
    let mut current: Option<Chunk> = None;
    let mut ended = false;
    let mut after_dots = false;
    let mut i = 0;
    while let Some(token) = tokens.get(i).copied() {
        match token.kind {
            TokenKind::Newline => {
                line_first = true;
                column_zero = true;
                // Stray text ends with its line, so that each stray line is one message.
                if open.is_empty() && current.is_some_and(|c| c.kind == ChunkKind::Stray) {
                    out.chunks.extend(current.take());
                }
                i += 1;
                continue;
            }
            TokenKind::Space => {
                column_zero = false;
                i += 1;
                continue;
            }
            TokenKind::Comment => {
                i += 1;
                continue;
            }
            _ => {}
        }
        let item = if line_first && token.kind == TokenKind::Word {
            TokenKind::item_word(token.text(text))
        } else {
            None
        };
        // An item that ends with a block ends there: what follows on a line of its own belongs to nothing.
        if line_first
            && open.is_empty()
            && ended
            && item.is_none()
            && current.is_some_and(|c| c.kind == ChunkKind::Item)
        {
            out.chunks.extend(current.take());
        }
        ended = false;
        let in_test = current.is_some_and(|c| tokens.get(c.start).is_some_and(|t| t.kind == TokenKind::ItemTest));
        let line_of_test = in_test && item == Some(TokenKind::ItemDeck) && !names_block(tokens, i);
        let starts =
            item.is_some_and(|_| open.is_empty() || (column_zero && followed_by_name(tokens, i) && !line_of_test));
        if starts {
            let chunk_index = out.chunks.len();
            out.chunks.extend(current.take());
            out.unclosed.extend(open.drain(..).map(|at| (at, chunk_index)));
            deepest_reported = false;
            if let (Some(kind), Some(t)) = (item, tokens.get_mut(i)) {
                t.kind = kind;
            }
            current = Some(Chunk {
                kind: ChunkKind::Item,
                start: i,
                end: i + 1,
            });
        } else {
            let chunk = current.get_or_insert(Chunk {
                kind: ChunkKind::Stray,
                start: i,
                end: i + 1,
            });
            chunk.end = i + 1;
            let chunk_index = out.chunks.len();
            match token.kind {
                TokenKind::Word => {
                    if let Some(kind) = TokenKind::block_word(token.text(text))
                        && in_test
                        && opens_block(tokens, i)
                        && let Some(t) = tokens.get_mut(i)
                    {
                        t.kind = kind;
                    }
                }
                TokenKind::LBrace | TokenKind::LBracket | TokenKind::LParen => {
                    open.push(i);
                    if open.len() > MAX_DEPTH && !deepest_reported {
                        out.too_deep.push((i, chunk_index));
                        deepest_reported = true;
                    }
                }
                TokenKind::RBrace | TokenKind::RBracket | TokenKind::RParen => {
                    close(&mut out, tokens, &mut open, i, token.kind, chunk_index);
                    // `{...}` in a signature is no block.
                    ended = open.is_empty() && token.kind == TokenKind::RBrace && !after_dots;
                }
                _ => {}
            }
        }
        after_dots = token.kind == TokenKind::Dots;
        line_first = false;
        column_zero = false;
        i += 1;
    }
    let chunk_index = out.chunks.len();
    out.chunks.extend(current.take());
    out.unclosed.extend(open.drain(..).map(|at| (at, chunk_index)));
    out
}

/// Takes a closing bracket: the innermost open one of its shape, with those inside it unclosed; else it closes nothing.
fn close(out: &mut Split, tokens: &[Token], open: &mut Vec<usize>, at: usize, kind: TokenKind, chunk: usize) {
    let shape_of = |i: usize| tokens.get(i).map(|t| t.kind);
    match open.last().copied() {
        Some(last) if shape_of(last).is_some_and(|k| closes(k, kind)) => {
            open.pop();
        }
        last => {
            let matching = open.iter().rposition(|i| shape_of(*i).is_some_and(|k| closes(k, kind)));
            out.unopened.push((at, last, chunk));
            if let Some(position) = matching {
                open.truncate(position);
            }
        }
    }
}

/// Whether a name and a block follow, as in a deck list; `deck "Starter" legal` is a line of a test.
fn names_block(tokens: &[Token], at: usize) -> bool {
    let mut next = tokens.iter().skip(at + 1).filter(|t| !t.kind.is_trivia());
    next.next().is_some_and(|t| t.kind == TokenKind::Str) && next.next().is_some_and(|t| t.kind == TokenKind::LBrace)
}

/// Whether the next token that is no trivia opens a block.
fn opens_block(tokens: &[Token], at: usize) -> bool {
    tokens
        .iter()
        .skip(at + 1)
        .find(|t| !t.kind.is_trivia())
        .is_some_and(|t| t.kind == TokenKind::LBrace)
}

fn followed_by_name(tokens: &[Token], at: usize) -> bool {
    tokens
        .iter()
        .skip(at + 1)
        .find(|t| t.kind != TokenKind::Space)
        .is_some_and(|t| {
            matches!(
                t.kind,
                TokenKind::Str | TokenKind::Word | TokenKind::Plus | TokenKind::Minus
            )
        })
}
