//! One word said twice in a row: it would be read once, or as a second demand that nobody meant.

use crate::ast::{Item, Member, Value};
use crate::diag::{Code, Diagnostic};
use crate::lex::{Token, TokenKind};
use crate::source::{FileId, Span};

/// Kinds that may stand twice in a row. Icons add up; `that` may describe by a clause that itself starts with `that`;
/// variables stand side by side only in signatures, which know their own mistake.
fn may_repeat(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Icon | TokenKind::That | TokenKind::Var)
}

fn is_word(kind: TokenKind) -> bool {
    kind.is_reserved() || matches!(kind, TokenKind::Word | TokenKind::Num | TokenKind::Str | TokenKind::Tag)
}

/// The words of these tokens that repeat the word before them.
fn repeated<'t>(text: &'t str, tokens: &'t [Token]) -> impl Iterator<Item = &'t Token> {
    tokens
        .iter()
        .zip(tokens.iter().skip(1))
        .filter(|(first, second)| {
            // Words of today for one word of an older card stand at one place.
            is_word(second.kind)
                && !may_repeat(second.kind)
                && first.start != second.start
                && first.text(text) == second.text(text)
        })
        .map(|(_, second)| second)
}

/// The first word of a readable item that is said twice. A list of values may hold one value twice (`trigger soul soul`).
pub(super) fn in_item(id: FileId, text: &str, tokens: &[Token], item: &Item<'_>) -> Option<Diagnostic> {
    let members = match item {
        Item::Use(_) | Item::Set(_) | Item::Deck(_) => return None,
        Item::Card(card) => card.members.as_slice(),
        _ => &[],
    };
    repeated(text, tokens)
        .map(|token| (token, Span::new(id, token.start as usize, token.end as usize)))
        .find(|(_, span)| !in_fields(members, *span))
        .map(|(token, span)| said_twice(token.text(text), span))
}

/// The message for an item that cannot be read because of a word said twice.
pub(super) fn instead_of(id: FileId, text: &str, tokens: &[Token], problem: &Diagnostic) -> Option<Diagnostic> {
    repeated(text, tokens)
        .find(|token| token.start == problem.span.map_or(u32::MAX, |span| span.start))
        .map(|token| {
            said_twice(
                token.text(text),
                Span::new(id, token.start as usize, token.end as usize),
            )
        })
}

fn in_fields(members: &[Member<'_>], span: Span) -> bool {
    members.iter().any(|member| match member {
        // The word behind a field's name is its first value: only from there on may a value be said again.
        Member::Fields(fields) => fields.iter().any(|field| {
            let second = field.values.get(1);
            field.span.covers(span) && second.is_some() && field.values.first().is_some_and(|v| !starts_at(v, span))
        }),
        Member::Face(face) => in_fields(&face.members, span),
        Member::Ability(_) | Member::Keyword(_) => false,
    })
}

/// Whether a value of a field stands at this place.
fn starts_at(value: &Value<'_>, span: Span) -> bool {
    match value {
        Value::Word(text) | Value::Str(text) | Value::Text(text) | Value::Tag(text) | Value::Icon(text) => {
            text.span.start == span.start
        }
        Value::Quantity(_) | Value::Fraction(..) => false,
    }
}

fn said_twice(word: &str, span: Span) -> Diagnostic {
    Diagnostic::new(Code::SaidTwice, span, format!("`{word}` is said twice"))
        .with_help(format!("take one `{word}` away"))
}
