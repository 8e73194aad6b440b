//! Random card files: sound ones, the same with other blanks and comments, and soup.

use cardwright::lex::{self, TokenKind};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

const CONDITIONS: &[&str] = &[
    "done",
    "your level is 2 or more",
    "number of your characters is (X + 1) or more",
    "this is in your back-stage and not your hand has 5 or more cards",
    "\"Night of Lamps\" is in your climax-area or you have 3 or more <Lantern> characters",
    "Overflow",
    "opponent's damage-zone has less cards than your damage-zone",
];

const SENTENCES: &[&str] = &[
    "draw 1",
    "draw (2, or 4 if Overflow)",
    "X is number of your other characters * 500 + (X / 3)",
    "choose up to 1 <Lantern> character among them as the guest",
    "put the top 4 cards of your deck into your waiting-room or on the bottom of your opponent's deck in any order",
    "it gets +2000 power and +1 soul until end of turn",
    "this gets +1/-1 and Boost",
    "your characters with level 2 or less in front of this get +(500 * their level) power during your turn",
    "the voyager gets +X power until end of turn where X is 100 * number of cards in your stock + 100 * number of cards in your hand",
    "it cannot attack or be chosen by opponent's effects",
    "may put that character on top of its owner's deck",
    "opponent may [pay {W}{2}, discard 1 card]",
    "this costs {1}{R} less",
    "pay {W}",
    "remove 1 +1/+1 counter from this",
    "search your deck for up to 1 card with \"Lamp\" in its name and put it into your hand",
];

const HEADS: &[&str] = &[
    "in VC or RC",
    "once per turn",
    "2 times per turn",
    "when this attacks",
    "when this is placed on stage from hand or when this becomes reversed",
    "if your level is 2 or more and this is in your back-stage",
    "during your turn",
    "when this would leave field, instead",
];

const COSTS: &[&str] = &[
    "[pay 1]",
    "[...]",
    "[pay 1, rest this] or [discard 2 cards]",
    "[put the bottom card of your clock on top of your deck, put the top card of your deck into your clock]",
];

const FIELDS: &[&str] = &[
    "character, color yellow, level 1, cost {W}{1}, power 5500, soul 1, trigger soul",
    "traits <Lantern> <Harbor>",
    "Rush, Assail",
    "stats 4/5",
    "text \"\"\"One line.\"\"\"",
    "text \"\"\"Two lines,\n   of \"text\" # no comment.\"\"\"",
];

const ITEMS: &[&str] = &[
    "use weiss",
    "use vanguard edition 1.10",
    "set \"Harbor Lights\" code HL/W01",
    "label CXCombo \"A climax combo.\"",
    "label Limit-Break N \"Active with N or more damage.\" rule \"10.2\" if your damage-zone has N or more cards in your damage-zone",
    "condition Overflow if your max-pp is 7 or more",
    "group Relic \"Old Bell\", \"Broken Compass\", \"A lamp with a very long name\", \"Another lamp with a very long name\"",
    "counter arrow \"An arrow.\"",
    "counter +100/+100",
    "state weather of game: Snow, Storm, Clear \"Exactly one at a time.\"",
    "deck \"Starter\" { main: ; 4 \"Mio\" ; 2 HL/W01-004 }",
    "test \"T\" rules \"1.2\" \"3\" { given { p1 hand: \"A\" , \"B\" * 2 rested ; p1 level - 5 ; seed 7 } ; do { p1 yes } ; golden }",
    "test \"U\" { given { p1 does { draw 1 ; put it on top of your deck } } ; case \"one\" { expect { p1 holds { your hand has 3 or more cards } ; p1 C1 has <Tag> } } }",
];

/// A block of statements, `depth` blocks deep at most.
fn block(depth: u32) -> BoxedStrategy<String> {
    vec(statement(depth), 0..4)
        .prop_map(|all| format!("{{ {} }}", all.join(" ; ")))
        .boxed()
}

fn statement(depth: u32) -> BoxedStrategy<String> {
    let sentence = select(SENTENCES).prop_map(str::to_owned);
    if depth == 0 {
        return sentence.boxed();
    }
    let inner = || block(depth - 1);
    let condition = || select(CONDITIONS);
    prop_oneof![
        6 => sentence,
        1 => (condition(), inner()).prop_map(|(c, b)| format!("if {c} {b}")),
        1 => (condition(), inner(), inner(), any::<bool>())
            .prop_map(|(c, a, b, apart)| format!("if {c} {a} {} otherwise {b}", if apart { ";" } else { "" })),
        1 => (condition(), inner()).prop_map(|(c, b)| format!("instead if {c} {b}")),
        1 => inner().prop_map(|b| format!("for each climax among them {b}")),
        1 => (inner(), condition()).prop_map(|(b, c)| format!("repeat {b} until {c}")),
        1 => inner().prop_map(|b| format!("opponent may {b}")),
        1 => inner().prop_map(|b| format!("at the end of turn, if done [pay 1] {b}")),
        1 => (inner(), inner()).prop_map(|(a, b)| format!("choose 1 option {{ option {a} ; option \"B\" if Overflow {b} }}")),
        1 => members(depth - 1).prop_map(|m| format!("until end of turn, it gets +2000 power and {m} and Boost")),
    ]
    .boxed()
}

fn ability(depth: u32) -> BoxedStrategy<String> {
    let start = select(
        &[
            "ACT",
            "AUTO",
            "CONT Assist",
            "PLAY",
            "AUTO Limit-Break 4",
            "Encore",
            "Fanfare or Last-Words",
        ][..],
    );
    let heads = proptest::sample::subsequence(HEADS.to_vec(), 0..=3);
    (start, heads, proptest::option::of(select(COSTS)), block(depth))
        .prop_map(|(start, heads, cost, block)| format!("{start} {} {} {block}", heads.join(", "), cost.unwrap_or("")))
        .boxed()
}

fn members(depth: u32) -> BoxedStrategy<String> {
    let fields = select(FIELDS).prop_map(str::to_owned);
    let encore = Just("Encore [put 1 character from your hand into your waiting-room]".to_owned());
    let member = match depth {
        0 => prop_oneof![2 => fields, 1 => encore, 3 => ability(0)].boxed(),
        _ => prop_oneof![
            4 => fields,
            1 => encore,
            6 => ability(depth - 1),
            1 => members(depth - 1).prop_map(|m| format!("face back \"Name\" {m}")),
        ]
        .boxed(),
    };
    vec(member, 0..4)
        .prop_map(|all| format!("{{ {} }}", all.join(" ; ")))
        .boxed()
}

fn item() -> BoxedStrategy<String> {
    prop_oneof![
        3 => select(ITEMS).prop_map(str::to_owned),
        3 => members(3).prop_map(|m| format!("card \"Mio, Keeper\" HL/W01-003 {m}")),
        1 => members(2).prop_map(|m| format!("keyword Backup P level L S: name [...] {{...}} \"Reminder.\" rule \"10.5\" {m}")),
        1 => block(3).prop_map(|b| format!("verb time-leap C: card {b}")),
        1 => members(1).prop_map(|m| format!("state boxed of card {m}")),
    ]
    .boxed()
}

/// A sound file, one item a line, statements separated by `;`.
pub(crate) fn file() -> impl Strategy<Value = String> {
    vec(item(), 1..6).prop_map(|items| items.join("\n"))
}

/// The choices of [`respaced`].
pub(crate) fn noise() -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 1..200)
}

/// Hands out choices in a circle, and numbered comments.
struct Noise<'n> {
    choices: std::iter::Cycle<std::iter::Copied<std::slice::Iter<'n, u8>>>,
    comments: usize,
}

impl Noise<'_> {
    fn pick(&mut self, options: &[&str]) -> String {
        let choice = usize::from(self.choices.next().unwrap_or(0));
        let picked = options.get(choice % options.len()).copied().unwrap_or(" ");
        let mut out = String::new();
        for c in picked.chars() {
            out.push(c);
            if c == '#' {
                self.comments += 1;
                out.push_str(" c");
                out.push_str(&self.comments.to_string());
            }
        }
        out
    }
}

/// The same file with other blanks, line breaks, separators and comments.
pub(crate) fn respaced(text: &str, noise: &[u8]) -> String {
    let mut noise = Noise {
        choices: noise.iter().copied().cycle(),
        comments: 0,
    };
    let tokens: Vec<_> = lex::lex(text)
        .into_iter()
        .filter(|t| t.kind != TokenKind::Space)
        .collect();
    let mut out = String::new();
    let mut open: Vec<TokenKind> = Vec::new();
    for (n, token) in tokens.iter().enumerate() {
        let before = n.checked_sub(1).and_then(|i| tokens.get(i)).map(|t| t.kind);
        match token.kind {
            TokenKind::RBrace | TokenKind::RParen | TokenKind::RBracket => {
                open.pop();
            }
            _ => {}
        }
        let in_round = matches!(open.last(), Some(TokenKind::LParen | TokenKind::LBracket));
        let starts_item = open.is_empty() && TokenKind::item_word(token.text(text)).is_some();
        let gap = match (before, token.kind) {
            (None, _) => noise.pick(&["", "\n\n", "# \n", " "]),
            (_, TokenKind::Newline) => noise.pick(&["", " ", " #", ";", " ; # \t", "\r"]),
            (Some(TokenKind::Newline), _) => noise.pick(&["", "", "\n", "\n\n\n", "#\n", "\n#\n\n", "  #\n#\n"]),
            (Some(TokenKind::Dots), _) | (_, TokenKind::Dots) => noise.pick(&["", " ", "\t"]),
            (Some(TokenKind::LBrace), _) | (_, TokenKind::RBrace) => noise.pick(&[
                " ",
                " ",
                " ",
                " ",
                "\n ",
                " \n\n\t",
                " #\n ",
                "\n#\n ",
                " ;\n ",
                "\r\n #\r\n\n ",
            ]),
            (Some(TokenKind::Semi), _) => {
                noise.pick(&[" ", " ", "\t", "\n ", "\n\n\n ", " #\n ", "\n #\n\n # \n ", " ;; "])
            }
            (_, TokenKind::Semi) => noise.pick(&["", "", " ", "\n ", " #\n "]),
            (Some(before), kind) if in_round || (joins(before, kind) && !starts_item) => noise.pick(&[
                " ",
                " ",
                " ",
                " ",
                " ",
                "  ",
                "\t",
                "\n ",
                "\r\n\n\t",
                " #\n ",
                "\n #\n #\n ",
            ]),
            (Some(TokenKind::Plus | TokenKind::Minus | TokenKind::Slash), _)
            | (_, TokenKind::Slash | TokenKind::Apos | TokenKind::Colon) => noise.pick(&["", " "]),
            _ => noise.pick(&[" ", " ", "  ", "\t "]),
        };
        let crowd = matches!(before, Some(TokenKind::Comma | TokenKind::LParen | TokenKind::LBracket)) && gap == "  ";
        out.push_str(if crowd { "" } else { &gap });
        out.push_str(token.text(text));
        if matches!(token.kind, TokenKind::LBrace | TokenKind::LParen | TokenKind::LBracket) {
            open.push(token.kind);
        }
    }
    out + &noise.pick(&["", "\n", " ", "\n\n\n", " #", ";\n#\n"])
}

/// Where the language lets a sentence go on in the next line.
fn joins(before: TokenKind, after: TokenKind) -> bool {
    use TokenKind as K;
    let both = |k| {
        matches!(
            k,
            K::Comma
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
        )
    };
    both(before)
        || both(after)
        || matches!(
            before,
            K::LParen | K::Not | K::If | K::When | K::Until | K::During | K::While | K::At | K::For
        )
        || matches!(after, K::LBrace | K::RParen | K::RBracket)
}

/// Pieces of card files in any order.
pub(crate) fn soup() -> impl Strategy<Value = String> {
    let pieces = &[
        "card \"A\" A-1 {",
        "use weiss",
        "test \"T\" {",
        "given {",
        "p1 hand: \"A\",",
        "p1 does",
        "p1 holds {",
        "in main-phase",
        "golden",
        "label L",
        "verb v {",
        "draw 1",
        "AUTO when this attacks",
        "[pay 1]",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ";",
        ",",
        "'s",
        "+",
        "/",
        "...",
        "{W}",
        "\"",
        "\"\"\"",
        "<",
        ">",
        "<Tag>",
        "#",
        "# c",
        "\n",
        "\n",
        "\n",
        "\n\n\n",
        "\r\n",
        "\r",
        "\t",
        " ",
        "  ",
        "\u{feff}",
        "☃",
        "\\",
        "of",
        "and",
        "otherwise",
        "if done",
        "counter +1/+1",
        "group G \"x\", \"y\"",
        "X",
        "1",
        "card",
        "it",
        "gets",
        "option",
    ][..];
    vec((select(pieces), select(&["", " ", " ", "\n"][..])), 0..60)
        .prop_map(|all| all.into_iter().flat_map(|(a, b)| [a, b]).collect())
}
