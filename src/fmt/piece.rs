//! Tokens with what stood between them: comments, line breaks, blank lines.

use crate::lex::{Token, TokenKind};
use crate::parse::{Outline, Role};

/// A comment on a line of its own.
#[derive(Debug, Clone, Copy)]
pub(super) struct Comment<'s> {
    pub(super) text: &'s str,
    /// Whether a blank line stands before it.
    pub(super) blank: bool,
}

/// What stands between two significant tokens that are not separators.
#[derive(Debug, Default)]
pub(super) struct Gap<'s> {
    /// The comment on the line of the token before.
    pub(super) trail: Option<&'s str>,
    /// The comments on lines of their own.
    pub(super) comments: Vec<Comment<'s>>,
    /// Whether a blank line stands right before the token behind.
    pub(super) blank: bool,
    /// Whether the two tokens stood on different lines.
    pub(super) newline: bool,
}

impl<'s> Gap<'s> {
    /// Reads trivia and separators; without a token before, no comment trails.
    pub(super) fn read(text: &'s str, between: &[Token], token_before: bool) -> Self {
        let mut gap = Gap::default();
        let mut newlines = 0;
        for token in between {
            match token.kind {
                TokenKind::Newline => {
                    newlines += 1;
                    gap.newline = true;
                }
                TokenKind::Semi => newlines = 0,
                TokenKind::Comment => {
                    let comment = token.text(text).trim_end();
                    if token_before && newlines == 0 && gap.trail.is_none() && gap.comments.is_empty() {
                        gap.trail = Some(comment);
                    } else {
                        gap.comments.push(Comment {
                            text: comment,
                            blank: newlines > 1,
                        });
                    }
                    newlines = 0;
                }
                _ => {}
            }
        }
        gap.blank = newlines > 1;
        gap
    }

    /// Sees to it that a blank line stands somewhere in the gap, before the comments if it had none.
    pub(super) fn ensure_blank(&mut self) {
        if self.blank || self.comments.iter().any(|c| c.blank) {
            return;
        }
        match self.comments.first_mut() {
            Some(first) => first.blank = true,
            None => self.blank = true,
        }
    }
}

/// A significant token that is not a separator, with what stands around it.
#[derive(Debug)]
pub(super) struct Piece<'s> {
    pub(super) kind: TokenKind,
    pub(super) text: &'s str,
    pub(super) role: Role,
    /// What stands before it, but for the comment that trails the piece before.
    pub(super) gap: Gap<'s>,
    /// Whether a separator stands before it.
    pub(super) separated: bool,
    /// Whether it stands between `(` and `)`.
    pub(super) parenthesized: bool,
    /// The comment behind it on its line.
    pub(super) trail: Option<&'s str>,
}

impl Piece<'_> {
    /// Its width on a line.
    pub(super) fn width(&self) -> usize {
        self.text.chars().count()
    }
}

/// Pairs the tokens of an item with its outline.
pub(super) fn pieces<'s>(text: &'s str, item: &[Token], outline: &Outline) -> Vec<Piece<'s>> {
    let mut pieces: Vec<Piece<'s>> = Vec::with_capacity(outline.tokens.len());
    let mut roles = outline.tokens.iter().zip(&outline.roles);
    let mut gap_start = 0;
    let mut parentheses = 0_usize;
    for (index, token) in item.iter().enumerate() {
        if token.kind.is_trivia() || token.kind == TokenKind::Semi {
            continue;
        }
        let mut separated = false;
        let mut role = Role::Plain;
        for (outlined, its_role) in roles.by_ref() {
            if matches!(outlined.kind, TokenKind::Nl | TokenKind::Semi) {
                separated = true;
            } else {
                role = *its_role;
                break;
            }
        }
        let mut gap = Gap::read(text, item.get(gap_start..index).unwrap_or_default(), !pieces.is_empty());
        if let Some(before) = pieces.last_mut() {
            before.trail = gap.trail.take();
        }
        pieces.push(Piece {
            kind: token.kind,
            text: token.text(text),
            role,
            gap,
            separated,
            parenthesized: parentheses > 0,
            trail: None,
        });
        match token.kind {
            TokenKind::LParen => parentheses += 1,
            TokenKind::RParen => parentheses = parentheses.saturating_sub(1),
            _ => {}
        }
        gap_start = index + 1;
    }
    pieces
}
