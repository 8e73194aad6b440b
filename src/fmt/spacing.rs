//! Which neighbours stand without a blank between them, and where a long line may break.

use super::piece::Piece;
use crate::lex::TokenKind as K;
use crate::parse::{Role, joins_lines};

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

/// Whether a long line may break between two neighbours: behind a comma, before a preposition, a conjunction or a cost.
pub(super) fn may_break(before: &Piece<'_>, after: &Piece<'_>, behind: Option<&Piece<'_>>) -> bool {
    // At the start of a line outside all brackets an item word would start a new item.
    if after.kind == K::Word && K::item_word(after.text).is_some() {
        return false;
    }
    if before.kind == K::Comma {
        return true;
    }
    // `up to`, `or more`, `1 of` and `more than` read as one word.
    let belongs_to_before = match after.kind {
        K::Of | K::Than => true,
        K::To => before.kind == K::Up,
        K::Or => behind.is_some_and(|p| p.kind == K::More),
        kind => matches!(kind, K::Comma | K::RParen | K::RBracket | K::LBrace),
    };
    !belongs_to_before && !tight(before, after) && joins_lines(K::Word, after.kind)
}
