//! From tokens to the grammar's input: one byte per significant token, newlines kept only where they end a statement.

use super::old::{self, Said};
use crate::lex::{OldWord, Token, TokenKind};

/// The significant tokens of an item and the bytes that stand for them; byte offset = token index.
#[derive(Debug, Default)]
pub(super) struct Kinds {
    pub(super) tokens: Vec<Token>,
    pub(super) text: String,
    /// What stands for words of older cards.
    pub(super) said: Said,
}

/// Deepest nesting of parentheses.
const MAX_PARENS: usize = 12;

/// Most words of one sentence that each nest what follows them.
const MAX_NESTED: usize = 64;

/// Words and marks behind which the same thing may stand again.
fn nests(kind: TokenKind) -> bool {
    use TokenKind as K;
    matches!(
        kind,
        K::Not
            | K::Half
            | K::Same
            | K::Until
            | K::While
            | K::During
            | K::That
            | K::Plus
            | K::Minus
            | K::Star
            | K::Slash
            | K::Or
            | K::Of
            | K::Under
    )
}

/// No statement starts with one of these, so a newline before them joins the lines.
fn continues(kind: TokenKind) -> bool {
    use TokenKind as K;
    matches!(
        kind,
        K::LBrace
            | K::LBracket
            | K::RParen
            | K::RBracket
            | K::Comma
            | K::And
            | K::Or
            | K::Of
            | K::In
            | K::On
            | K::With
            | K::From
            | K::To
            | K::Into
            | K::As
            | K::Under
            | K::Among
            | K::Than
            | K::Where
    )
}

/// No statement ends with one of these, so a newline after them joins the lines.
fn expects_more(kind: TokenKind) -> bool {
    use TokenKind as K;
    matches!(
        kind,
        K::Comma
            | K::LParen
            | K::LBracket
            | K::And
            | K::Or
            | K::Of
            | K::In
            | K::On
            | K::With
            | K::From
            | K::To
            | K::Into
            | K::As
            | K::Under
            | K::Among
            | K::Than
            | K::Where
            | K::Not
            | K::If
            | K::When
            | K::Until
            | K::During
            | K::While
            | K::At
            | K::For
    )
}

/// Whether a newline between two tokens outside round and square brackets joins the lines.
pub(crate) fn joins_lines(before: TokenKind, after: TokenKind) -> bool {
    continues(after) || expects_more(before)
}

/// Whether a newline between two tokens joins the lines of a test: there a line may start with any word.
pub(crate) fn joins_cells(before: TokenKind, after: TokenKind) -> bool {
    before == TokenKind::Comma || matches!(after, TokenKind::Comma | TokenKind::LBrace)
}

impl Kinds {
    /// Fills the buffers from the tokens of one item.
    pub(super) fn fill(&mut self, tokens: &[Token]) {
        self.tokens.clear();
        self.text.clear();
        let mut round = 0_usize;
        let mut stack: Vec<TokenKind> = Vec::new();
        let mut newline: Option<Token> = None;
        let test = tokens.first().is_some_and(|t| t.kind == TokenKind::ItemTest);
        // In a test: how many brackets are open around the block of the language that is being read.
        let mut language: Option<usize> = None;
        for token in tokens {
            match token.kind {
                TokenKind::Newline => {
                    newline.get_or_insert(*token);
                    continue;
                }
                TokenKind::Space | TokenKind::Comment => continue,
                _ => {}
            }
            if let Some(nl) = newline.take() {
                let joins = if test && language.is_none() {
                    joins_cells
                } else {
                    joins_lines
                };
                let joined = round > 0 || self.tokens.last().is_none_or(|t| joins(t.kind, token.kind));
                if !joined {
                    self.push(Token {
                        kind: TokenKind::Nl,
                        ..nl
                    });
                }
            }
            match token.kind {
                TokenKind::LParen | TokenKind::LBracket => {
                    stack.push(token.kind);
                    round += 1;
                }
                TokenKind::LBrace => {
                    let word = self.tokens.last().map(|t| t.kind);
                    if language.is_none() && matches!(word, Some(TokenKind::Does | TokenKind::Holds)) {
                        language = Some(stack.len());
                    }
                    stack.push(token.kind);
                    round = 0;
                }
                TokenKind::RParen | TokenKind::RBracket | TokenKind::RBrace => {
                    stack.pop();
                    language = language.filter(|around| stack.len() > *around);
                    round = stack.iter().rev().take_while(|k| **k != TokenKind::LBrace).count();
                }
                _ => {}
            }
            self.push(*token);
        }
    }

    /// `your spells cost {1} less`: the verb as it goes with several.
    pub(super) fn read_plural(&mut self, text: &str) {
        let priced = |at: usize| {
            let behind = self.tokens.get(at + 1..).unwrap_or_default();
            let amount = behind
                .iter()
                .take_while(|t| matches!(t.kind, TokenKind::Icon | TokenKind::Num))
                .count();
            amount > 0
                && behind
                    .get(amount)
                    .is_some_and(|t| matches!(t.text(text), "less" | "more"))
        };
        let is_cost =
            |(at, token): &(usize, &Token)| token.kind == TokenKind::Word && token.text(text) == "cost" && priced(*at);
        let found: Vec<usize> = self
            .tokens
            .iter()
            .enumerate()
            .filter(is_cost)
            .map(|(at, _)| at)
            .collect();
        for at in &found {
            if let Some(token) = self.tokens.get_mut(*at) {
                token.kind = TokenKind::Costs;
            }
        }
        if !found.is_empty() {
            self.respell();
        }
    }

    fn respell(&mut self) {
        self.text = self.tokens.iter().map(|token| char::from(token.kind.byte())).collect();
    }

    /// Puts words of today in the place of those of older cards.
    pub(super) fn read_old(&mut self, text: &str, old: &[OldWord]) {
        self.said.clear();
        if !old.is_empty() {
            let before = self.tokens.len();
            self.said = old::read(text, &mut self.tokens, old);
            if !self.said.is_empty() || self.tokens.len() != before {
                self.respell();
            }
        }
    }

    /// The token at which the item becomes too deep to read, if it does: the parser and all later stages recurse once per level.
    /// Braces and brackets are limited where items are cut; here are parentheses and the words that nest without brackets.
    pub(super) fn too_deep(&self) -> Option<Token> {
        let mut parens = 0_usize;
        let mut nested = 0_usize;
        let mut branches = 0_usize;
        for (i, token) in self.tokens.iter().enumerate() {
            match token.kind {
                TokenKind::LParen => parens += 1,
                TokenKind::RParen => parens = parens.saturating_sub(1),
                TokenKind::Nl | TokenKind::Semi | TokenKind::LBrace | TokenKind::RBrace => nested = 0,
                TokenKind::Otherwise if self.tokens.get(i + 1).is_some_and(|t| t.kind == TokenKind::If) => {
                    branches += 1;
                }
                kind if nests(kind) => nested += 1,
                _ => {}
            }
            if parens > MAX_PARENS || nested > MAX_NESTED || branches > MAX_NESTED {
                return Some(*token);
            }
        }
        None
    }

    fn push(&mut self, token: Token) {
        self.text.push(char::from(token.kind.byte()));
        self.tokens.push(token);
    }
}
