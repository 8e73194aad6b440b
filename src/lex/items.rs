//! The items of a card file as their first tokens tell them, sound or not: for whoever asks what a file holds, not what it means.

use super::{ChunkKind, Token, lex, split};

/// An item of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ItemHead<'s> {
    /// The word it begins with: `card`, `test`.
    pub word: &'s str,
    /// What stands behind the word, without the quotes: the name of a card, a game, the name of a keyword.
    pub name: &'s str,
    /// Whether the name was quoted.
    pub quoted: bool,
    /// The first word behind the name: the id of a card.
    pub id: &'s str,
    /// The whole item.
    pub text: &'s str,
    /// The first byte of the item.
    pub start: usize,
}

/// The items of a file, in order; text between them is left out.
pub fn items(text: &str) -> Vec<ItemHead<'_>> {
    let mut tokens = lex(text);
    let split = split(text, &mut tokens);
    let heads = split.chunks.iter().filter(|chunk| chunk.kind == ChunkKind::Item);
    heads
        .filter_map(|chunk| head(text, tokens.get(chunk.start..chunk.end)?))
        .collect()
}

fn head<'s>(text: &'s str, tokens: &[Token]) -> Option<ItemHead<'s>> {
    let (first, last) = (tokens.first()?, tokens.last()?);
    let mut words = tokens.iter().filter(|token| !token.kind.is_trivia()).skip(1);
    let name = words.next().map_or("", |token| token.text(text));
    let inner = name
        .strip_prefix('"')
        .map(|name| name.strip_suffix('"').unwrap_or(name));
    Some(ItemHead {
        word: first.text(text),
        name: inner.unwrap_or(name),
        quoted: inner.is_some(),
        id: words.next().map_or("", |token| token.text(text)),
        text: text.get(first.start as usize..last.end as usize)?,
        start: first.start as usize,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_are_told_by_their_heads() {
        let text = "use weiss\n# a comment\ncard \"Mio\" HL-01 { darw 1 }\nkeyword Glow \"x\" { }\n";
        let heads: Vec<_> = items(text).iter().map(|i| (i.word, i.name, i.id)).collect();
        assert_eq!(
            heads,
            [
                ("use", "weiss", ""),
                ("card", "Mio", "HL-01"),
                ("keyword", "Glow", "\"x\"")
            ]
        );
        assert_eq!(items(text)[1].text, "card \"Mio\" HL-01 { darw 1 }");
    }
}
