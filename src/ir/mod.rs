//! The ability IR: what a script means, as plain data.
//!
//! A [`Module`] is a compiled set. Each card has its own arenas ([`Code`]) with typed ids, so a card is portable on its own. Nothing of a script is
//! lost but its layout: the room `prose` prints a card back from here alone.

mod arena;
mod object;
mod spans;
mod stmt;
mod test;
mod text;

pub use arena::{AbilityId, Code, CondId, CostId, EventId, ExprId, NodeId, ObjId, PlaceId, StmtId};
pub use object::{
    AttrOf, Compare, Comparison, Desc, EventPart, Expr, Extreme, Filter, IconRun, NumOp, Objects, Place, PlaceKind,
    Quant, RefWord, Selector, SlotId, Thats, Who,
};
pub use spans::Spans;
pub use stmt::{
    Ability, Amount, Arg, Boundary, Call, ChoiceTime, Complement, Cond, Cost, CostUse, Deed, Delta, Duration, Event,
    EventKind, Grant, Label, Limit, Line, Met, ModalOption, ModalWord, PriceChange, Replacement, Role, Stmt, Subject,
    TimeRef, Trigger, Window,
};
pub use test::{
    Answer, CardRef, Do, DoLine, Expect, ExpectLine, Feature, Given, GivenLine, Pick, Spot, Step, Test, TestCard,
    TestCards, TestCounters, TestPlayer, Until, Which,
};
pub use text::{ability_body, ability_head, condition, demand, dump, statements};

use crate::source::Span;
use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// The version of this data format.
pub const VERSION: u32 = 1;

/// A word of the vocabulary, or one that a set defines.
pub type Name = Cow<'static, str>;

/// A compiled set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Module {
    /// [`VERSION`] of the writer.
    pub version: u32,
    /// The game.
    pub game: String,
    /// The editions of its rules that the set is for, in the order of the game; none if the game has one set of rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub editions: Vec<String>,
    /// The source files, by the number that spans use.
    pub files: Vec<String>,
    /// Cards and tokens in source order.
    pub cards: Vec<Card>,
    /// Keywords, labels, verbs and conditions the set defines.
    pub definitions: Vec<Definition>,
    /// Counters the set defines.
    pub counters: Vec<Counter>,
    /// States the set defines.
    pub states: Vec<State>,
    /// Groups of names.
    pub groups: IndexMap<String, Vec<String>>,
    /// Decks.
    pub decks: Vec<Deck>,
    /// Tests, in source order; a test with cases stands here once a case.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tests: Vec<Test>,
}

impl Module {
    /// The editions of the rules it is played by, one after the other: a single nameless one if the game has one set of rules.
    pub fn played_by(&self) -> Vec<Option<&str>> {
        if self.editions.is_empty() {
            return vec![None];
        }
        self.editions.iter().map(|edition| Some(edition.as_str())).collect()
    }

    /// Whether its cards can be used by an edition of its game's rules.
    pub fn is_for(&self, edition: Option<&str>) -> bool {
        edition.is_none_or(|edition| self.editions.iter().any(|e| e == edition))
    }
}

/// A place in a source file: file number, first byte, one past the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Src(pub u32, pub u32, pub u32);

impl From<Span> for Src {
    fn from(span: Span) -> Self {
        Src(span.file.0, span.start, span.end)
    }
}

/// A card or token.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Card {
    /// Its name.
    pub name: String,
    /// Its printed id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The set it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub set: Option<String>,
    /// Made by effects, never in a deck.
    #[serde(default, skip_serializing_if = "is_false")]
    pub token: bool,
    /// Its sides; the first is the front.
    pub faces: Vec<Face>,
    /// The arenas its ids point into.
    pub code: Code,
    /// Where it was written.
    pub src: Src,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_false(flag: &bool) -> bool {
    !*flag
}

/// One side of a card.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Face {
    /// The word of the side, a row of the vocabulary; none for the front.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<String>,
    /// Its own name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Its own printed id.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Its card types.
    pub types: Vec<Name>,
    /// Its attributes as printed.
    pub attrs: IndexMap<Name, Value>,
    /// Abilities and keywords in printed order.
    pub lines: Vec<Line>,
    /// The printed text, if the script keeps it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// A remark of the author.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A printed value of an attribute.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Value {
    /// A number.
    Number(i64),
    /// Words of the vocabulary.
    Words(Vec<Name>),
    /// Tags.
    Tags(Vec<String>),
    /// A name.
    Name(String),
    /// Icons.
    Icons(Vec<String>),
}

/// What kind of word a set defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum DefinitionKind {
    /// A keyword.
    Keyword,
    /// A label or gate.
    Label,
    /// A verb.
    Verb,
    /// A named condition.
    Condition,
}

/// A word a set or the prelude defines.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Definition {
    /// What it is.
    pub kind: DefinitionKind,
    /// The word.
    pub name: String,
    /// Parameters and fixed words as written.
    pub signature: String,
    /// Reminder text or documentation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// Rule numbers.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// Why the engine does it itself, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub native: Option<String>,
}

/// A counter a set defines.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Counter {
    /// Its name.
    pub name: String,
    /// The change it makes to the game's pair of numbers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pair: Option<(i64, i64)>,
    /// Documentation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// What it gives to the card it is on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// The arenas of `lines`.
    #[serde(default, skip_serializing_if = "Code::is_empty")]
    pub code: Code,
}

/// A state a set defines.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct State {
    /// Its name.
    pub name: String,
    /// `game`, `player` or `card`.
    pub of: String,
    /// Its values; on/off if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
    /// Documentation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// What it gives to what has it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<Line>,
    /// The arenas of `lines`.
    #[serde(default, skip_serializing_if = "Code::is_empty")]
    pub code: Code,
}

/// A deck list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Deck {
    /// Its name.
    pub name: String,
    /// How many of which card, in which part of the deck.
    pub lines: Vec<DeckLine>,
    /// How many cards of which part have names that no card has. Such a deck is an error and never written.
    #[serde(skip)]
    pub unknown: Vec<(Option<String>, u64)>,
    /// Where its name stands.
    pub src: Src,
}

/// A line of a deck list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DeckLine {
    /// The part of the deck; the main deck if none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// How many.
    pub count: u32,
    /// The card's name.
    pub card: String,
    /// The printed id, if the list calls the card by it: another card may have the same name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// Where it stands.
    pub src: Src,
}
