//! Items and the members of cards.

use super::{Ability, Block, Cond, Delta, KeywordLine, Quantity, Test, Text};
use crate::source::Span;
use serde::Serialize;

/// The items of one file.
#[derive(Debug, Clone, Default, Serialize)]
pub struct File<'s> {
    /// In source order; broken items are missing.
    pub items: Vec<Item<'s>>,
}

/// A top-level item.
#[derive(Debug, Clone, Serialize)]
pub enum Item<'s> {
    /// `use weiss`
    Use(Use<'s>),
    /// `set "Harbor Lights" code HL/W01`
    Set(Set<'s>),
    /// `card …` or `token …`
    Card(Card<'s>),
    /// `keyword …`, `label …`, `verb …`, `condition …`
    Definition(Definition<'s>),
    /// `group Relic "Old Bell", "Broken Compass"`
    Group(Group<'s>),
    /// `counter arrow`
    Counter(Counter<'s>),
    /// `state weather of game: Snow, Storm`
    State(State<'s>),
    /// `deck "Starter" { … }`
    Deck(Deck<'s>),
    /// `test "name" { … }`
    Test(Test<'s>),
}

/// `use GAME [edition E…]` or `use "file.card"`.
#[derive(Debug, Clone, Serialize)]
pub struct Use<'s> {
    /// The game, or the file.
    pub what: Text<'s>,
    /// Whether `what` is a quoted file.
    pub file: bool,
    /// The words behind it.
    pub rest: Vec<Text<'s>>,
    /// The whole item.
    #[serde(skip)]
    pub span: Span,
}

/// `set "name" code X`.
#[derive(Debug, Clone, Serialize)]
pub struct Set<'s> {
    /// Its name.
    pub name: Text<'s>,
    /// Further fields.
    pub fields: Vec<Field<'s>>,
    /// The whole item.
    #[serde(skip)]
    pub span: Span,
}

/// A card or token.
#[derive(Debug, Clone, Serialize)]
pub struct Card<'s> {
    /// `token` rather than `card`.
    pub token: bool,
    /// Its name.
    pub name: Text<'s>,
    /// Its printed id.
    pub id: Option<Text<'s>>,
    /// Fields, keywords, abilities, faces.
    pub members: Vec<Member<'s>>,
    /// The whole item.
    #[serde(skip)]
    pub span: Span,
}

/// A keyword, label, verb or named condition.
#[derive(Debug, Clone, Serialize)]
pub struct Definition<'s> {
    /// Name and parameters.
    pub signature: Signature<'s>,
    /// Documentation.
    pub doc: Option<Doc<'s>>,
    /// What it stands for.
    pub body: DefinitionBody<'s>,
    /// The whole item.
    #[serde(skip)]
    pub span: Span,
}

/// What a definition stands for.
#[derive(Debug, Clone, Serialize)]
pub enum DefinitionBody<'s> {
    /// A keyword's abilities.
    Keyword(Vec<Member<'s>>),
    /// A label, perhaps with the condition it gates on.
    Label(Option<Cond<'s>>),
    /// A verb's statements.
    Verb(Block<'s>),
    /// A condition.
    Condition(Cond<'s>),
}

/// `Backup P level L [...] {...}`.
#[derive(Debug, Clone, Serialize)]
pub struct Signature<'s> {
    /// The defined word.
    pub name: Text<'s>,
    /// Parameters and fixed words in order.
    pub parts: Vec<SignaturePart<'s>>,
    /// Takes a cost, `[...]`.
    pub cost: bool,
    /// Takes an effect, `{...}`.
    pub block: bool,
    /// From the name to the last part.
    #[serde(skip)]
    pub span: Span,
}

/// A part of a signature.
#[derive(Debug, Clone, Serialize)]
pub enum SignaturePart<'s> {
    /// `N` or `C: card`
    Param(Param<'s>),
    /// A fixed word between parameters.
    Word(Text<'s>),
}

/// A parameter with its type.
#[derive(Debug, Clone, Serialize)]
pub struct Param<'s> {
    /// The variable.
    pub name: Text<'s>,
    /// Its type; a number if left out.
    pub ty: Option<Text<'s>>,
}

/// Documentation, with fields such as `rule "10.2"` behind it.
#[derive(Debug, Clone, Serialize)]
pub struct Doc<'s> {
    /// The sentence.
    pub text: Text<'s>,
    /// `rule "10.2"`, `edition g`.
    pub fields: Vec<(Text<'s>, Text<'s>)>,
}

/// `group Relic "Old Bell", "Broken Compass"`.
#[derive(Debug, Clone, Serialize)]
pub struct Group<'s> {
    /// The group's word.
    pub name: Text<'s>,
    /// The names in it.
    pub names: Vec<Text<'s>>,
    /// The whole item.
    #[serde(skip)]
    pub span: Span,
}

/// `counter arrow` or `counter +100/+100`.
#[derive(Debug, Clone, Serialize)]
pub struct Counter<'s> {
    /// A word, or the pair as written.
    pub name: Text<'s>,
    /// The change it makes, if it is a pair.
    pub delta: Option<Delta<'s>>,
    /// Documentation.
    pub doc: Option<Doc<'s>>,
    /// Abilities it gives.
    pub members: Vec<Member<'s>>,
    /// The whole item.
    #[serde(skip)]
    pub span: Span,
}

/// `state weather of game: Snow, Storm`.
#[derive(Debug, Clone, Serialize)]
pub struct State<'s> {
    /// The state's word.
    pub name: Text<'s>,
    /// `game`, `player` or `card`.
    pub of: Text<'s>,
    /// Its values; on/off if empty.
    pub values: Vec<Text<'s>>,
    /// Documentation.
    pub doc: Option<Doc<'s>>,
    /// Abilities it gives.
    pub members: Vec<Member<'s>>,
    /// The whole item.
    #[serde(skip)]
    pub span: Span,
}

/// `deck "Starter" { … }`.
#[derive(Debug, Clone, Serialize)]
pub struct Deck<'s> {
    /// Its name.
    pub name: Text<'s>,
    /// Its lines.
    pub lines: Vec<DeckLine<'s>>,
    /// The whole item.
    #[serde(skip)]
    pub span: Span,
}

/// A line of a deck.
#[derive(Debug, Clone, Serialize)]
pub enum DeckLine<'s> {
    /// `4 "Mio"`
    Cards {
        /// How many.
        count: Text<'s>,
        /// Name or id.
        card: Text<'s>,
        /// Whether `card` is a quoted name.
        quoted: bool,
    },
    /// `evolve-deck:` starts another part of the deck.
    Part(Text<'s>),
}

/// A member of a card, face, keyword or granted block.
#[derive(Debug, Clone, Serialize)]
pub enum Member<'s> {
    /// `face evolved { … }`
    Face(Face<'s>),
    /// `ACT …`, `AUTO …`, `CONT …`, `PLAY …`
    Ability(Ability<'s>),
    /// A keyword with a cost, a block or a head.
    Keyword(KeywordLine<'s>),
    /// Comma-separated fields; bare keywords look the same.
    Fields(Vec<Field<'s>>),
}

/// Another side of a card.
#[derive(Debug, Clone, Serialize)]
pub struct Face<'s> {
    /// `evolved`, `j-ruler`, `shift` …; a printed id may follow.
    pub words: Vec<Text<'s>>,
    /// Its own name.
    pub name: Option<Text<'s>>,
    /// Its printed id, behind the name.
    pub id: Option<Text<'s>>,
    /// Fields, keywords, abilities.
    pub members: Vec<Member<'s>>,
    /// The whole member.
    #[serde(skip)]
    pub span: Span,
}

/// A word with values: `color yellow`, `traits <A> <B>`, or a bare keyword.
#[derive(Debug, Clone, Serialize)]
pub struct Field<'s> {
    /// The attribute, type or keyword.
    pub name: Text<'s>,
    /// Its values.
    pub values: Vec<Value<'s>>,
    /// The whole field.
    #[serde(skip)]
    pub span: Span,
}

/// A value of a field.
#[derive(Debug, Clone, Serialize)]
pub enum Value<'s> {
    /// A number, variable or parenthesised expression.
    Quantity(Quantity<'s>),
    /// `4/5`
    Fraction(Text<'s>, Text<'s>),
    /// A word.
    Word(Text<'s>),
    /// A quoted name.
    Str(Text<'s>),
    /// A quoted text over lines.
    Text(Text<'s>),
    /// A tag.
    Tag(Text<'s>),
    /// An icon.
    Icon(Text<'s>),
}

/// A label or keyword with its arguments: `Limit-Break 4`, `Bond "Mio"`.
#[derive(Debug, Clone, Serialize)]
pub struct Label<'s> {
    /// The word.
    pub name: Text<'s>,
    /// Its arguments.
    pub args: Vec<Arg<'s>>,
    /// The whole label.
    #[serde(skip)]
    pub span: Span,
}

/// An argument of a label or keyword.
#[derive(Debug, Clone, Serialize)]
pub enum Arg<'s> {
    /// A number; with `or more` / `or less` behind it.
    Quantity(Quantity<'s>, Option<Text<'s>>),
    /// A fixed word or a word value; a keyword's second word parses as a label of its own and is joined by the resolver.
    Word(Text<'s>),
    /// A quoted name.
    Str(Text<'s>),
    /// A tag.
    Tag(Text<'s>),
    /// An icon.
    Icon(Text<'s>),
    /// `this`
    This(Text<'s>),
}
