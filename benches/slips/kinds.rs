//! The kinds of slip: what fingers, memory and the habits of printed English do to a script.

use super::harness::{Chances, Slip};
use cardwright::lex::{Token, TokenKind};

/// A token of a script.
pub(crate) struct Place<'s> {
    pub(crate) text: &'s str,
    pub(crate) tokens: &'s [Token],
    pub(crate) in_test: &'s [bool],
    pub(crate) at: usize,
}

impl<'s> Place<'s> {
    fn token(&self) -> Token {
        self.tokens[self.at]
    }

    fn word(&self) -> &'s str {
        self.token().text(self.text)
    }

    fn is_word(&self) -> bool {
        self.token().kind == TokenKind::Word || self.token().kind.is_reserved()
    }

    /// The next token that is no blank, if it is on the same line.
    fn next(&self) -> Option<Token> {
        let mut rest = self.tokens.iter().skip(self.at + 1);
        rest.find(|t| t.kind != TokenKind::Space)
            .filter(|t| !t.kind.is_trivia())
            .copied()
    }

    fn line(&self) -> &'s str {
        let start = self.text[..self.token().start as usize]
            .rfind('\n')
            .map_or(0, |at| at + 1);
        self.text[start..].lines().next().unwrap_or("")
    }

    /// Headers and ids are data: any word may stand there.
    fn is_prose(&self) -> bool {
        !self.line().starts_with(|c: char| !c.is_whitespace())
    }

    fn replaced(&self, with: impl Into<String>) -> Option<Slip> {
        Some(Slip {
            start: self.token().start as usize,
            end: self.token().end as usize,
            with: with.into(),
        })
    }

    /// The token without the blank before it.
    fn dropped(&self) -> Option<Slip> {
        let start = self.token().start as usize;
        // A blank goes with it only if another one keeps its neighbours apart.
        let blank =
            self.text[..start].ends_with(' ') && self.text[self.token().end as usize..].starts_with([' ', '\n', ',']);
        Some(Slip {
            start: start - usize::from(blank),
            end: self.token().end as usize,
            with: String::new(),
        })
    }
}

/// One kind of slip.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    /// A misspelling: the right word should be the first suggestion.
    pub(crate) spelling: bool,
    pub(crate) make: fn(&Place<'_>, &mut Chances) -> Option<Slip>,
}

const fn kind(name: &'static str, make: fn(&Place<'_>, &mut Chances) -> Option<Slip>) -> Kind {
    Kind {
        name,
        spelling: false,
        make,
    }
}

const fn spelling(name: &'static str, make: fn(&Place<'_>, &mut Chances) -> Option<Slip>) -> Kind {
    Kind {
        name,
        spelling: true,
        make,
    }
}

/// All kinds.
pub(crate) const KINDS: &[Kind] = &[
    spelling("letters swapped", |place, chances| {
        spelled(place, chances, |letters, at| letters.swap(at, at + 1))
    }),
    spelling("letter dropped", |place, chances| {
        spelled(place, chances, |letters, at| {
            letters.remove(at + 1);
        })
    }),
    spelling("letter doubled", |place, chances| {
        spelled(place, chances, |letters, at| letters.insert(at, letters[at]))
    }),
    spelling("letter wrong", |place, chances| {
        let letter = char::from(b'a' + chances.below(26) as u8);
        spelled(place, chances, |letters, at| letters[at + 1] = letter)
    }),
    spelling("letter too many", |place, chances| {
        let letter = char::from(b'a' + chances.below(26) as u8);
        spelled(place, chances, |letters, at| letters.insert(at + 1, letter))
    }),
    spelling("capital letter", |place, _| {
        let word = place.word();
        let lower = word.chars().all(|c| c.is_ascii_lowercase() || c == '-') && word.len() >= 4;
        (prose_word(place) && lower)
            .then(|| place.replaced(capital(word)))
            .flatten()
    }),
    spelling("hyphen forgotten", |place, _| {
        (prose_word(place) && place.word().contains('-'))
            .then(|| place.replaced(place.word().replacen('-', " ", 1)))
            .flatten()
    }),
    kind("word dropped", |place, _| {
        prose_word(place).then(|| place.dropped()).flatten()
    }),
    kind("word doubled", |place, _| {
        prose_word(place)
            .then(|| place.replaced(format!("{0} {0}", place.word())))
            .flatten()
    }),
    kind("words swapped", |place, _| swapped(place)),
    kind("foreign word", |place, chances| {
        const FOREIGN: [&str; 8] = [
            "tap",
            "sacrifice",
            "creature",
            "graveyards",
            "mana",
            "bench",
            "trainer",
            "exile",
        ];
        (prose_word(place) && place.token().kind == TokenKind::Word)
            .then(|| place.replaced(FOREIGN[chances.below(FOREIGN.len())]))
            .flatten()
    }),
    kind("wrong word", |place, chances| {
        let other = place.tokens[chances.below(place.tokens.len())];
        (prose_word(place) && other.kind == place.token().kind)
            .then(|| place.replaced(other.text(place.text)))
            .flatten()
    }),
    kind("bracket dropped", |place, _| {
        place.token().kind.is_bracket().then(|| place.dropped()).flatten()
    }),
    kind("bracket doubled", |place, _| {
        place
            .token()
            .kind
            .is_bracket()
            .then(|| place.replaced(format!("{0} {0}", place.word())))
            .flatten()
    }),
    kind("bracket of other shape", |place, _| {
        let with = match place.word() {
            "{" => "[",
            "}" => "]",
            "[" => "(",
            "]" => ")",
            "(" => "[",
            ")" => "]",
            _ => return None,
        };
        place.replaced(with)
    }),
    kind("comma dropped", |place, _| {
        (place.token().kind == TokenKind::Comma && place.is_prose())
            .then(|| place.dropped())
            .flatten()
    }),
    kind("comma too many", |place, _| {
        (prose_word(place) && place.next().is_some())
            .then(|| place.replaced(format!("{},", place.word())))
            .flatten()
    }),
    kind("number in letters", |place, _| {
        let with = match place.word() {
            "1" => "one",
            "2" => "two",
            "3" => "three",
            "4" => "four",
            _ => return None,
        };
        place.is_prose().then(|| place.replaced(with)).flatten()
    }),
    kind("a for 1", |place, _| {
        let noun = place.next().is_some_and(|t| t.kind == TokenKind::Word);
        (place.word() == "1" && noun && effect(place))
            .then(|| place.replaced("a"))
            .flatten()
    }),
    kind("whenever", |place, _| {
        (place.word() == "when" && effect(place))
            .then(|| place.replaced("whenever"))
            .flatten()
    }),
    kind("at the beginning of", |place, _| {
        (place.word() == "start" && effect(place))
            .then(|| place.replaced("beginning"))
            .flatten()
    }),
    kind("if you do", |place, _| {
        (place.word() == "done" && effect(place))
            .then(|| place.replaced("you do"))
            .flatten()
    }),
    kind("you may", |place, _| {
        (place.word() == "may" && effect(place))
            .then(|| place.replaced("you may"))
            .flatten()
    }),
    kind("gains", |place, _| {
        let with = match place.word() {
            "gets" => "gains",
            "get" => "gain",
            _ => return None,
        };
        place.replaced(with)
    }),
    kind("or higher", |place, _| {
        let with = match (
            place.word(),
            place.text[..place.token().start as usize].ends_with("or "),
        ) {
            ("more", true) => "higher",
            ("less", true) => "lower",
            _ => return None,
        };
        place.replaced(with)
    }),
    kind("can't", |place, _| {
        (place.word() == "cannot" && effect(place))
            .then(|| place.replaced("can't"))
            .flatten()
    }),
    kind("curly quotes", |place, _| {
        let inner = place.word().strip_prefix('"')?.strip_suffix('"')?;
        (place.token().kind == TokenKind::Str && place.is_prose())
            .then(|| place.replaced(format!("“{inner}”")))
            .flatten()
    }),
    kind("【AUTO】", |place, _| {
        let category = matches!(place.word(), "AUTO" | "ACT" | "CONT");
        category
            .then(|| place.replaced(format!("【{}】", place.word())))
            .flatten()
    }),
    kind("«trait»", |place, _| {
        let inner = place.word().strip_prefix('<')?.strip_suffix('>')?;
        place.is_prose().then(|| place.replaced(format!("«{inner}»"))).flatten()
    }),
    kind("full stop", |place, _| {
        let last = place.line().trim_end().ends_with(place.word())
            && place.text[place.token().end as usize..].starts_with('\n');
        (prose_word(place) && last)
            .then(|| place.replaced(format!("{}.", place.word())))
            .flatten()
    }),
    kind("target without number", |place, _| {
        let next = place.next()?;
        (place.word() == "1" && next.text(place.text) == "target")
            .then(|| place.dropped())
            .flatten()
    }),
    kind("other number of a noun", |place, _| {
        let word = place.word();
        let with = match word.strip_suffix('s') {
            Some(one) if !word.ends_with("ss") => one.to_owned(),
            _ => format!("{word}s"),
        };
        (prose_word(place) && place.token().kind == TokenKind::Word)
            .then(|| place.replaced(with))
            .flatten()
    }),
    kind("choose one of", |place, _| {
        let next = place.next()?;
        (place.word() == "1" && next.text(place.text) == "of" && effect(place))
            .then(|| place.replaced("one"))
            .flatten()
    }),
    kind("up to one", |place, _| {
        let before = place.text[..place.token().start as usize].ends_with("up to ");
        (place.word() == "1" && before && effect(place))
            .then(|| place.replaced("one"))
            .flatten()
    }),
    kind("draw a card", |place, _| {
        let with = match (
            place.word(),
            place.text[..place.token().start as usize].ends_with("draw "),
        ) {
            ("1", true) => "a card",
            ("2", true) => "two cards",
            _ => return None,
        };
        effect(place).then(|| place.replaced(with)).flatten()
    }),
    kind("their owner's", |place, _| {
        let owner = place.next().is_some_and(|t| t.text(place.text) == "owner");
        (place.word() == "its" && owner && effect(place))
            .then(|| place.replaced("their"))
            .flatten()
    }),
    spelling("test: letter wrong", |place, chances| {
        let letter = char::from(b'a' + chances.below(26) as u8);
        place.in_test[place.at]
            .then(|| spelled(place, chances, |letters, at| letters[at + 1] = letter))
            .flatten()
    }),
    spelling("test: letters swapped", |place, chances| {
        place.in_test[place.at]
            .then(|| spelled(place, chances, |letters, at| letters.swap(at, at + 1)))
            .flatten()
    }),
    spelling("test: name misspelt", |place, chances| {
        let inner = place.word().strip_prefix('"')?.strip_suffix('"')?;
        let mut letters: Vec<char> = inner.chars().collect();
        if place.token().kind != TokenKind::Str || !card_line(place) || letters.len() < 4 {
            return None;
        }
        letters.remove(1 + chances.below(letters.len() - 2));
        place.replaced(format!("\"{}\"", letters.into_iter().collect::<String>()))
    }),
    kind("test: word dropped", |place, _| {
        (prose_word(place) && place.in_test[place.at])
            .then(|| place.dropped())
            .flatten()
    }),
    kind("test: words swapped", |place, _| {
        place.in_test[place.at].then(|| swapped(place)).flatten()
    }),
    kind("test: colon dropped", |place, _| {
        (place.token().kind == TokenKind::Colon && place.in_test[place.at])
            .then(|| place.dropped())
            .flatten()
    }),
    kind("test: comma dropped", |place, _| {
        (place.token().kind == TokenKind::Comma && place.in_test[place.at])
            .then(|| place.dropped())
            .flatten()
    }),
    kind("test: bracket dropped", |place, _| {
        (place.token().kind.is_bracket() && place.in_test[place.at])
            .then(|| place.dropped())
            .flatten()
    }),
];

/// A line of a test that names cards.
fn card_line(place: &Place<'_>) -> bool {
    let line = place.line().trim_start();
    place.in_test[place.at] && place.is_prose() && (line.starts_with("p1 ") || line.starts_with("p2 "))
}

/// Two words of a line, the wrong way round.
fn swapped(place: &Place<'_>) -> Option<Slip> {
    let next = place
        .next()
        .filter(|t| t.kind == TokenKind::Word || t.kind.is_reserved())?;
    let (one, two) = (place.word(), next.text(place.text));
    let side_by_side = &place.text[place.token().end as usize..next.start as usize] == " ";
    (prose_word(place) && one != two && side_by_side).then(|| Slip {
        start: place.token().start as usize,
        end: next.end as usize,
        with: format!("{two} {one}"),
    })
}

/// A word of a sentence, in a card or a test.
fn prose_word(place: &Place<'_>) -> bool {
    place.is_word() && place.is_prose() && place.word().len() >= 2
}

/// A word of the language itself, not of the lines of a test.
fn effect(place: &Place<'_>) -> bool {
    place.is_prose() && !place.in_test[place.at]
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters
        .next()
        .map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A slip inside a word of four or more letters.
fn spelled(place: &Place<'_>, chances: &mut Chances, change: impl FnOnce(&mut Vec<char>, usize)) -> Option<Slip> {
    let word = place.word();
    let mut letters: Vec<char> = word.chars().collect();
    if !prose_word(place) || letters.len() < 4 || !word.is_ascii() {
        return None;
    }
    let at = chances.below(letters.len() - 2);
    change(&mut letters, at);
    let with: String = letters.into_iter().collect();
    (with != word).then(|| place.replaced(with)).flatten()
}
