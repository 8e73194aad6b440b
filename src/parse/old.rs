//! Words of older cards that the rules of a game read as words of today, put in their place before the grammar reads them. Which words these are is
//! said by whoever calls the parser; the places in the text stay those of the old words.

use crate::lex::{self, OldWord, Token, TokenKind};
use std::collections::BTreeMap;

/// What stands for some of the significant tokens of an item, by their numbers.
pub(super) type Said = BTreeMap<usize, &'static str>;

/// The tokens of an item in the words of today, and what the new ones say.
pub(super) fn read(text: &str, tokens: &mut Vec<Token>, old: &[OldWord]) -> Said {
    let said = |token: &Token| token.kind == TokenKind::Word && old.iter().any(|o| o.word == token.text(text));
    let mut out = Said::new();
    if !tokens.iter().any(said) {
        return out;
    }
    let before = std::mem::take(tokens);
    // The keywords that open brackets bring to the block they close.
    let mut open: Vec<Option<&'static str>> = Vec::new();
    for (at, token) in before.iter().enumerate() {
        match token.kind {
            TokenKind::LBrace => open.push(None),
            TokenKind::RBrace => {
                if let Some(keyword) = open.pop().flatten() {
                    tokens.push(Token {
                        kind: TokenKind::Nl,
                        ..*token
                    });
                    say(tokens, &mut out, token, keyword);
                }
            }
            _ => {}
        }
        let head = is_head(&before, at);
        let meant = |o: &&OldWord| {
            token.kind == TokenKind::Word
                && o.word == token.text(text)
                && o.head == head
                && o.needs.is_none_or(|keyword| has_line(text, &before, keyword))
        };
        let Some(word) = old.iter().find(meant) else {
            tokens.push(*token);
            continue;
        };
        say(tokens, &mut out, token, word.today);
        if let (Some(keyword), Some(block)) = (word.has, open.last_mut()) {
            *block = (!has_line(text, &before, keyword)).then_some(keyword);
        }
    }
    out
}

/// Whether a token is the first word in the braces of a card, a token or a side.
fn is_head(tokens: &[Token], at: usize) -> bool {
    let before = tokens.get(..at).unwrap_or_default();
    let mut back = before
        .iter()
        .rev()
        .map(|t| t.kind)
        .skip_while(|kind| *kind == TokenKind::Nl);
    if tokens.first().map(|t| t.kind) != Some(TokenKind::ItemCard) || back.next() != Some(TokenKind::LBrace) {
        return false;
    }
    let side = back
        .take_while(|kind| *kind != TokenKind::Nl)
        .any(|kind| kind == TokenKind::Face);
    side || before.iter().filter(|t| t.kind == TokenKind::LBrace).count() == 1
}

/// Whether an item has a line that begins with a word, at least in one of its blocks.
fn has_line(text: &str, tokens: &[Token], word: &str) -> bool {
    tokens.iter().zip(tokens.iter().skip(1)).any(|(before, token)| {
        matches!(
            before.kind,
            TokenKind::Nl | TokenKind::Semi | TokenKind::LBrace | TokenKind::Comma
        ) && token.text(text) == word
    })
}

/// Puts words of today where a token was.
fn say(tokens: &mut Vec<Token>, out: &mut Said, token: &Token, today: &'static str) {
    for word in lex::lex(today).into_iter().filter(|t| !t.kind.is_trivia()) {
        out.insert(tokens.len(), word.text(today));
        tokens.push(Token {
            kind: word.kind,
            ..*token
        });
    }
}
