//! Which neighbours stand without a blank between them, and where a long line may break.

use super::piece::Piece;
use crate::lex::TokenKind as K;
use crate::parse::Role;

/// Whether no blank stands between two neighbours on a line.
pub(super) fn tight(before: &Piece<'_>, after: &Piece<'_>) -> bool {
    let ratio = |p: &Piece<'_>| p.kind == K::Slash && p.role != Role::Divides;
    matches!(
        after.kind,
        K::Comma | K::Semi | K::Colon | K::Apos | K::RParen | K::RBracket
    ) || matches!(before.kind, K::LParen | K::LBracket)
        || before.role == Role::Sign
        || (before.role == Role::Given && after.role == Role::Given)
        || ratio(before)
        || ratio(after)
        || (before.kind == K::Icon && after.kind == K::Icon)
}

/// How well a long line breaks between two neighbours; nothing if it may not break there.
pub(super) fn break_quality(before: &Piece<'_>, after: &Piece<'_>, behind: Option<&Piece<'_>>) -> Option<u8> {
    // At the start of a line outside all brackets an item word would start a new item.
    if after.kind == K::Word && K::item_word(after.text).is_some() {
        return None;
    }
    let behind = behind.map(|p| p.kind);
    let quality = match after.kind {
        _ if after.role == Role::Clause => 4,
        _ if before.kind == K::Comma => 3,
        // A newline ends a line of a test.
        _ if after.role == Role::Cell => return None,
        _ if tight(before, after) || leans_on_next(before.kind) => return None,
        // `up to`, `or more`, `1 of` and `more than` read as one word.
        K::To if before.kind == K::Up => return None,
        K::Or if behind == Some(K::More) => return None,
        // A signature stays together.
        K::LBracket if behind == Some(K::Dots) => return None,
        K::Or if behind == Some(K::When) => 3,
        K::Where | K::LBracket => 3,
        K::And | K::Or => 2,
        K::In | K::On | K::With | K::From | K::To | K::Into | K::As | K::Under | K::Among => 1,
        _ => return None,
    };
    Some(if after.parenthesized { 0 } else { quality })
}

/// Whether the reader wants the next word on the same line.
fn leans_on_next(kind: K) -> bool {
    kind >= K::Of && kind <= K::Costs
}
