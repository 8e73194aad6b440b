//! What the formatter must know of an item: its significant tokens and the part some of them play in the grammar.

use super::build::Pair;
use super::grammar::{CardParser, Rule};
use super::kinds::Kinds;
use crate::lex::{Token, TokenKind};
use pest::Parser;

/// The part a token plays, where its kind alone does not tell how it is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Role {
    /// Nothing special.
    #[default]
    Plain,
    /// The first token of an ability, keyword line or face.
    Ability,
    /// The first token of a cost or further clause in the head of an ability, or of the condition of a definition.
    Clause,
    /// A sign that belongs to the number behind it.
    Sign,
    /// A slash that divides two numbers.
    Divides,
    /// A token of `{...}` in a signature.
    Given,
    /// A word, name, number or mark in a line of a test.
    Cell,
}

/// The significant tokens of a sound item, with `Nl` where a newline ends a statement, and their roles.
#[derive(Debug)]
pub(crate) struct Outline {
    pub(crate) tokens: Vec<Token>,
    pub(crate) roles: Vec<Role>,
}

/// The significant tokens among `tokens`, with `Nl` where a newline ends a statement.
pub(crate) fn significant(tokens: &[Token]) -> Vec<Token> {
    let mut kinds = Kinds::default();
    kinds.fill(tokens);
    kinds.tokens
}

/// Outlines the tokens of one item with closed brackets; nothing if it has a syntax error.
pub(crate) fn outline(item: &[Token]) -> Option<Outline> {
    if item.iter().any(|t| t.kind.is_error()) {
        return None;
    }
    let mut kinds = Kinds::default();
    kinds.fill(item);
    if kinds.too_deep().is_some() {
        return None;
    }
    let mut roles = vec![Role::Plain; kinds.tokens.len()];
    for pair in CardParser::parse(Rule::item, &kinds.text).ok()?.flatten() {
        assign(&pair, &kinds.tokens, &mut roles);
    }
    Some(Outline {
        tokens: kinds.tokens,
        roles,
    })
}

/// Gives the tokens of one rule their roles.
fn assign(pair: &Pair<'_>, tokens: &[Token], roles: &mut [Role]) {
    let range = pair.as_span().start()..pair.as_span().end();
    let mut set = |at: usize, role: Role| {
        if let Some(slot) = roles.get_mut(at) {
            *slot = role;
        }
    };
    match pair.as_rule() {
        Rule::sign => set(range.start, Role::Sign),
        Rule::given_block => range.for_each(|at| set(at, Role::Given)),
        Rule::facet => set(range.start, Role::Ability),
        // Cases stand apart as abilities do.
        Rule::test_part if pair.clone().into_inner().any(|p| p.as_rule() == Rule::test_body) => {
            set(range.start, Role::Ability);
        }
        Rule::cell => {
            let at = range.start;
            let sign = tokens
                .get(at)
                .is_some_and(|t| matches!(t.kind, TokenKind::Plus | TokenKind::Minus))
                && tokens.get(at + 1).is_some_and(|t| t.kind == TokenKind::Num);
            set(at, if sign { Role::Sign } else { Role::Cell });
        }
        Rule::term => {
            for part in pair.clone().into_inner().filter(|p| p.as_rule() == Rule::slash) {
                set(part.as_span().start(), Role::Divides);
            }
        }
        Rule::label_item | Rule::condition_item => {
            for part in pair.clone().into_inner().filter(|p| p.as_rule() == Rule::cond) {
                set(part.as_span().start(), Role::Clause);
            }
        }
        rule @ (Rule::ability | Rule::keyword_line | Rule::delayed | Rule::option_arm) => {
            if matches!(rule, Rule::ability | Rule::keyword_line) {
                set(range.start, Role::Ability);
            }
            for part in pair.clone().into_inner() {
                let start = part.as_span().start();
                let before = start.checked_sub(1).filter(|before| *before > range.start);
                let behind_comma = before
                    .and_then(|at| tokens.get(at))
                    .is_some_and(|t| t.kind == TokenKind::Comma);
                let clause = match part.as_rule() {
                    Rule::cost => before.is_some(),
                    Rule::swap => false,
                    _ => behind_comma,
                };
                if clause {
                    set(start, Role::Clause);
                }
            }
        }
        _ => {}
    }
}
