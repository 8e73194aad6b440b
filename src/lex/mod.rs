//! The lossless token stream: every byte of a file is in exactly one token.

mod kind;
mod split;

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
    tokens
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
    fn many_comments_and_escapes_do_not_overflow_the_stack() {
        let comments = "# a\n".repeat(100_000);
        assert_eq!(lex(&comments).len(), 200_000);
        let escapes = format!("\"{}\"", "\\\"".repeat(200_000));
        assert_eq!(lex(&escapes).len(), 1);
    }
}
