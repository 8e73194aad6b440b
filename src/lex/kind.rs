//! The kinds of token. The only place that knows logos, and the only place that knows how words are spelled.

use logos::Logos;

/// Declares every kind once: variant, name of its terminal in the grammar, what a message calls it, and its spelling.
macro_rules! kinds {
    ($( $(#[$attr:meta])* $variant:ident $terminal:ident $shown:literal; )*) => {
        /// A kind of token; its number plus one is its byte in the text that the grammar reads.
        #[derive(Logos, Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum TokenKind {
            $( #[doc = $shown] $(#[$attr])* $variant, )*
        }

        impl TokenKind {
            /// All kinds in order.
            pub const ALL: &'static [TokenKind] = &[$(TokenKind::$variant),*];

            /// The name of the terminal in `grammar/tokens.pest`.
            pub fn terminal(self) -> &'static str {
                match self { $(TokenKind::$variant => stringify!($terminal)),* }
            }

            /// What a message calls this kind.
            pub fn shown(self) -> &'static str {
                match self { $(TokenKind::$variant => $shown),* }
            }
        }
    };
}

kinds! {
    // Classes
    #[regex(r"\p{L}[\p{L}\p{N}]*([-/][\p{L}\p{N}]+)*", priority = 1)]
    #[regex(r"[0-9]+\p{L}[\p{L}\p{N}]*([-/][\p{L}\p{N}]+)*", priority = 1)]
    Word word "a word";
    #[regex(r"[A-Z]", priority = 5)]
    Var var "a variable";
    #[regex(r"[0-9]+(\.[0-9]+)?")]
    Num num "a number";
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    Str str "a quoted name";
    #[regex(r#""""([^"]|"[^"]|""[^"])*""""#)]
    Text text "a quoted text";
    #[regex(r"<[^<>\n]*>")]
    Tag tag "a tag in `< >`";
    #[regex(r"\{[\p{L}\p{N}]+\}")]
    Icon icon "an icon in `{ }`";
    Nl nl "the end of the line";

    // Marks
    #[token("{")] LBrace lbrace "`{`";
    #[token("}")] RBrace rbrace "`}`";
    #[token("[")] LBracket lbracket "`[`";
    #[token("]")] RBracket rbracket "`]`";
    #[token("(")] LParen lparen "`(`";
    #[token(")")] RParen rparen "`)`";
    #[token(",")] Comma comma "`,`";
    #[token(";")] Semi semi "`;`";
    #[token(":")] Colon colon "`:`";
    #[token("+")] Plus plus "`+`";
    #[token("-")] Minus minus "`-`";
    #[token("*")] Star star "`*`";
    #[token("/")] Slash slash "`/`";
    #[token("...")] Dots dots "`...`";
    #[token("'s")] #[token("’s")] Apos apos "`'s`";

    // Determiners
    #[token("a")] #[token("an")] A kw_a "`a`";
    #[token("the")] The kw_the "`the`";
    #[token("this")] This kw_this "`this`";
    #[token("that")] That kw_that "`that`";
    #[token("those")] Those kw_those "`those`";
    #[token("each")] Each kw_each "`each`";
    #[token("all")] All kw_all "`all`";
    #[token("any")] Any kw_any "`any`";
    #[token("no")] No kw_no "`no`";
    #[token("other")] Other kw_other "`other`";
    #[token("another")] Another kw_another "`another`";
    #[token("same")] Same kw_same "`same`";
    #[token("different")] Different kw_different "`different`";

    // Persons
    #[token("you")] You kw_you "`you`";
    #[token("your")] Your kw_your "`your`";
    #[token("opponent")] #[token("opponents")] Opponent kw_opponent "`opponent`";
    #[token("player")] #[token("players")] Player kw_player "`player`";
    #[token("it")] It kw_it "`it`";
    #[token("its")] Its kw_its "`its`";
    #[token("them")] #[token("they")] Them kw_them "`them`";
    #[token("their")] Their kw_their "`their`";

    // Prepositions
    #[token("of")] Of kw_of "`of`";
    #[token("in")] In kw_in "`in`";
    #[token("on")] On kw_on "`on`";
    #[token("with")] #[token("without")] With kw_with "`with`";
    #[token("from")] From kw_from "`from`";
    #[token("to")] To kw_to "`to`";
    #[token("into")] #[token("onto")] #[token("by")] Into kw_into "`into`";
    #[token("at")] At kw_at "`at`";
    #[token("for")] For kw_for "`for`";
    #[token("as")] As kw_as "`as`";
    #[token("under")] #[token("behind")] Under kw_under "`under`";
    #[token("among")] Among kw_among "`among`";
    #[token("until")] Until kw_until "`until`";
    #[token("during")] During kw_during "`during`";
    #[token("than")] Than kw_than "`than`";

    // Auxiliaries
    #[token("is")] #[token("are")] Is kw_is "`is`";
    #[token("was")] #[token("were")] Was kw_was "`was`";
    #[token("be")] Be kw_be "`be`";
    #[token("has")] #[token("have")] Has kw_has "`has`";
    #[token("had")] Had kw_had "`had`";
    #[token("get")] #[token("gets")] Get kw_get "`gets`";
    #[token("lose")] #[token("loses")] Lose kw_lose "`loses`";
    #[token("become")] #[token("becomes")] Become kw_become "`becomes`";
    #[token("can")] #[token("must")] Can kw_can "`can`";
    #[token("cannot")] Cannot kw_cannot "`cannot`";
    #[token("may")] May kw_may "`may`";
    #[token("would")] Would kw_would "`would`";
    #[token("costs")] Costs kw_costs "`costs`";

    // Conjunctions
    #[token("and")] And kw_and "`and`";
    #[token("or")] Or kw_or "`or`";
    #[token("not")] Not kw_not "`not`";
    #[token("if")] If kw_if "`if`";
    #[token("otherwise")] Otherwise kw_otherwise "`otherwise`";
    #[token("when")] When kw_when "`when`";
    #[token("while")] While kw_while "`while`";
    #[token("where")] Where kw_where "`where`";
    #[token("instead")] Instead kw_instead "`instead`";

    // Counting
    #[token("up")] Up kw_up "`up`";
    #[token("down")] Down kw_down "`down`";
    #[token("number")] Number kw_number "`number`";
    #[token("total")] Total kw_total "`total`";
    #[token("highest")] #[token("lowest")] Highest kw_highest "`highest`";
    #[token("half")] Half kw_half "`half`";
    #[token("more")] #[token("less")] More kw_more "`more`";
    #[token("much")] #[token("many")] Much kw_much "`much`";
    #[token("times")] Times kw_times "`times`";
    #[token("top")] #[token("bottom")] Top kw_top "`top`";
    #[token("start")] #[token("end")] Start kw_start "`start`";
    #[token("next")] Next kw_next "`next`";
    #[token("once")] Once kw_once "`once`";
    #[token("per")] Per kw_per "`per`";

    // Statements
    #[token("repeat")] Repeat kw_repeat "`repeat`";
    #[token("option")] #[token("options")] Option kw_option "`option`";
    #[token("done")] Done kw_done "`done`";
    #[token("face")] Face kw_face "`face`";

    // Categories
    #[token("ACT")] Act kw_act "`ACT`";
    #[token("AUTO")] Auto kw_auto "`AUTO`";
    #[token("CONT")] Cont kw_cont "`CONT`";
    #[token("PLAY")] Play kw_play "`PLAY`";

    // Item words: special only as the first word of a line outside all brackets
    ItemUse item_use "`use`";
    ItemSet item_set "`set`";
    ItemCard item_card "`card`";
    ItemKeyword item_keyword "`keyword`";
    ItemLabel item_label "`label`";
    ItemVerb item_verb "`verb`";
    ItemCondition item_condition "`condition`";
    ItemGroup item_group "`group`";
    ItemCounter item_counter "`counter`";
    ItemState item_state "`state`";
    ItemDeck item_deck "`deck`";
    ItemTest item_test "`test`";

    // Words of a test: special only in a test and before a block
    Does line_does "`does`";
    Holds line_holds "`holds`";

    // A possessive of several, which no word and `'s` make up
    #[token("owners'")] #[token("owners’")] Owners kw_owners "`owners'`";

    // Never seen by the grammar
    #[regex(r"[ \t\f\u{FEFF}]+")]
    Space space "a blank";
    #[regex(r"\r?\n|\r")]
    Newline newline "a newline";
    #[regex(r"#[^\r\n]*", allow_greedy = true)]
    Comment comment "a comment";
    #[regex(r#""([^"\\\n]|\\[^\n])*"#)]
    OpenStr open_str "an unclosed name";
    #[regex(r"<[^<>\n]*")]
    OpenTag open_tag "an unclosed tag";
    Unknown unknown "an unknown character";
}

impl TokenKind {
    /// The byte that stands for this kind in the grammar's input.
    pub fn byte(self) -> u8 {
        self as u8 + 1
    }

    /// Whether the grammar never sees the kind.
    pub fn is_trivia(self) -> bool {
        matches!(self, TokenKind::Space | TokenKind::Newline | TokenKind::Comment)
    }

    /// Whether the kind is a mistake of its own.
    pub fn is_error(self) -> bool {
        matches!(self, TokenKind::OpenStr | TokenKind::OpenTag | TokenKind::Unknown)
    }

    /// Whether the kind is a reserved word of the language.
    pub fn is_reserved(self) -> bool {
        self >= TokenKind::A && self <= TokenKind::Play
    }

    /// The item word of this spelling, if it is one.
    pub fn item_word(text: &str) -> Option<TokenKind> {
        Some(match text {
            "use" => TokenKind::ItemUse,
            "set" => TokenKind::ItemSet,
            "card" | "token" => TokenKind::ItemCard,
            "keyword" => TokenKind::ItemKeyword,
            "label" => TokenKind::ItemLabel,
            "verb" => TokenKind::ItemVerb,
            "condition" => TokenKind::ItemCondition,
            "group" => TokenKind::ItemGroup,
            "counter" => TokenKind::ItemCounter,
            "state" => TokenKind::ItemState,
            "deck" => TokenKind::ItemDeck,
            "test" => TokenKind::ItemTest,
            _ => return None,
        })
    }

    /// The word of a test of this spelling that brings a block of the language, if it is one.
    pub fn block_word(text: &str) -> Option<TokenKind> {
        Some(match text {
            "does" => TokenKind::Does,
            "holds" => TokenKind::Holds,
            _ => return None,
        })
    }

    /// Whether this kind starts an item.
    pub fn is_item(self) -> bool {
        self >= TokenKind::ItemUse && self <= TokenKind::ItemTest
    }

    /// All spellings of reserved words.
    pub fn reserved_words() -> impl Iterator<Item = &'static str> {
        RESERVED.iter().copied()
    }

    /// Whether the kind opens or closes a bracket.
    pub fn is_bracket(self) -> bool {
        self >= TokenKind::LBrace && self <= TokenKind::RParen
    }

    /// Whether `text` is a reserved word.
    pub fn reserved(text: &str) -> bool {
        let mut lexer = TokenKind::lexer(text);
        matches!(lexer.next(), Some(Ok(kind)) if kind.is_reserved()) && lexer.span().end == text.len()
    }
}

/// The spellings of the reserved kinds; a test holds them against the kinds.
const RESERVED: [&str; 101] = [
    "a",
    "an",
    "the",
    "this",
    "that",
    "those",
    "each",
    "all",
    "any",
    "no",
    "other",
    "another",
    "same",
    "different",
    "you",
    "your",
    "opponent",
    "opponents",
    "player",
    "players",
    "it",
    "its",
    "them",
    "they",
    "their",
    "of",
    "in",
    "on",
    "with",
    "without",
    "from",
    "to",
    "into",
    "onto",
    "by",
    "at",
    "for",
    "as",
    "under",
    "behind",
    "among",
    "until",
    "during",
    "than",
    "is",
    "are",
    "was",
    "were",
    "be",
    "has",
    "have",
    "had",
    "get",
    "gets",
    "lose",
    "loses",
    "become",
    "becomes",
    "can",
    "must",
    "cannot",
    "may",
    "would",
    "costs",
    "and",
    "or",
    "not",
    "if",
    "otherwise",
    "when",
    "while",
    "where",
    "instead",
    "up",
    "down",
    "number",
    "total",
    "highest",
    "lowest",
    "half",
    "more",
    "less",
    "much",
    "many",
    "times",
    "top",
    "bottom",
    "start",
    "end",
    "next",
    "once",
    "per",
    "repeat",
    "option",
    "options",
    "done",
    "face",
    "ACT",
    "AUTO",
    "CONT",
    "PLAY",
];

// INVARIANT: the grammar reads one ASCII byte a token.
const _: () = assert!(TokenKind::ALL.len() < 127);

/// Cuts text into kinds with their byte ranges; nothing is skipped, neighbouring unknown characters are one token.
pub(crate) fn scan(text: &str, mut each: impl FnMut(TokenKind, std::ops::Range<usize>)) {
    let mut unknown: Option<std::ops::Range<usize>> = None;
    for (kind, range) in TokenKind::lexer(text).spanned() {
        match kind {
            Ok(kind) => {
                if let Some(bad) = unknown.take() {
                    each(TokenKind::Unknown, bad);
                }
                each(kind, range);
            }
            Err(()) => match &mut unknown {
                Some(bad) => bad.end = range.end,
                None => unknown = Some(range),
            },
        }
    }
    if let Some(bad) = unknown {
        each(TokenKind::Unknown, bad);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kinds know their spelling only as attributes, so the list is held against the source.
    #[test]
    fn reserved_words_are_those_of_the_kinds() {
        let source = include_str!("kind.rs");
        let (_, kinds) = source.split_once("// Determiners").expect("the first reserved kind");
        let (kinds, _) = kinds
            .split_once("// Item words")
            .expect("the end of the reserved kinds");
        let spelled: Vec<&str> = kinds
            .split("#[token(\"")
            .skip(1)
            .filter_map(|rest| rest.split('"').next())
            .collect();
        assert_eq!(spelled, RESERVED);
        assert!(RESERVED.iter().all(|word| TokenKind::reserved(word)));
    }
}
