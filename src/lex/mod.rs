//! The lossless token stream: every byte of a file is in exactly one token.

mod items;
mod kind;
mod split;

pub use items::{ItemHead, items};
pub use kind::TokenKind;
pub use split::{Chunk, ChunkKind, Split, split};

/// One token: its kind and its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: TokenKind,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Token {
    /// The text of the token.
    pub fn text<'s>(&self, source: &'s str) -> &'s str {
        source.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// A word of older cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OldWord {
    /// How older cards say it.
    pub word: &'static str,
    /// The words of today; none if it is to be ignored.
    pub today: &'static str,
    /// Only the first word of a card's or side's head is meant.
    pub head: bool,
    /// A keyword that the card has besides.
    pub has: Option<&'static str>,
    /// A keyword that the card must have in a line of its own to be of this kind.
    pub needs: Option<&'static str>,
}

/// Cuts a text into tokens; joined, they are the text again.
pub fn lex(text: &str) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(text.len() / 3);
    let offset = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    kind::scan(text, |kind, range| {
        tokens.push(Token {
            kind,
            start: offset(range.start),
            end: offset(range.end),
        });
    });
    join_ids(&tokens)
}

/// An id may begin with a digit: `card "Glorious Lion" 1-018`, `4 1-018` in a deck. Behind a name or a number no sum can stand, so digits
/// that are joined by `-` without a space are one word there.
fn join_ids(tokens: &[Token]) -> Vec<Token> {
    let kind = |at: usize| tokens.get(at).map(|t| t.kind);
    let mut out: Vec<Token> = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while let Some(token) = tokens.get(at).copied() {
        let mut joined = token;
        at += 1;
        let behind = matches!(
            out.as_slice(),
            [
                ..,
                Token {
                    kind: TokenKind::Str | TokenKind::Num,
                    ..
                },
                Token {
                    kind: TokenKind::Space,
                    ..
                }
            ]
        );
        if token.kind == TokenKind::Num && behind && kind(at) == Some(TokenKind::Minus) {
            while let (
                Some(TokenKind::Minus | TokenKind::Slash),
                Some(TokenKind::Num | TokenKind::Word | TokenKind::Var),
            ) = (kind(at), kind(at + 1))
            {
                joined.kind = TokenKind::Word;
                joined.end = tokens.get(at + 1).map_or(joined.end, |t| t.end);
                at += 2;
            }
        }
        out.push(joined);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_join_to_the_text() {
        let text = "card \"Mio (千花)\" HL/W01-003 { # x\n traits <Lantern>\r\n ACT [pay {1}] { draw 1 } }\u{feff} ☃☃ \"open\n";
        let joined: String = lex(text).iter().map(|t| t.text(text)).collect();
        assert_eq!(joined, text);
    }

    #[test]
    fn words_variables_and_reserved_words_are_told_apart() {
        use TokenKind::*;
        let kinds: Vec<_> = lex("X the J/resonator HL/W01-003 it's +1/+1 {W} { }")
            .into_iter()
            .map(|t| t.kind)
            .filter(|k| !k.is_trivia())
            .collect();
        assert_eq!(
            kinds,
            [
                Var, The, Word, Word, It, Apos, Plus, Num, Slash, Plus, Num, Icon, LBrace, RBrace
            ]
        );
    }

    #[test]
    fn ids_may_begin_with_a_digit_and_sums_stay_sums() {
        use TokenKind::*;
        let kinds = |text: &str| -> Vec<TokenKind> {
            let all = lex(text).into_iter().map(|t| t.kind);
            all.filter(|k| !k.is_trivia()).collect()
        };
        assert_eq!(kinds("\"Lion\" 1-018 {"), [Str, Word, LBrace]);
        assert_eq!(kinds("4 3-074"), [Num, Word]);
        assert_eq!(kinds("(1000-500)"), [LParen, Num, Minus, Num, RParen]);
        assert_eq!(kinds("\"A\" 2 - 1"), [Str, Num, Minus, Num]);
    }

    #[test]
    fn many_comments_and_escapes_do_not_overflow_the_stack() {
        let comments = "# a\n".repeat(100_000);
        assert_eq!(lex(&comments).len(), 200_000);
        let escapes = format!("\"{}\"", "\\\"".repeat(200_000));
        assert_eq!(lex(&escapes).len(), 1);
    }
}
