//! What noun phrases mean: cards, players, places, numbers.

use super::{Call, CondId, EventId, ExprId, Name, ObjId, PlaceId, TimeRef};
use crate::ast::Category;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A value that an ability remembers while it resolves: chosen cards, a declared number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct SlotId(pub u16);

/// A player or players.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Who {
    /// The player of the ability.
    You,
    /// The other player.
    Opponent,
    /// Both, the turn player first.
    Each,
    /// Each opponent.
    EachOpponent,
    /// The actor of the enclosing block, or each of the sentence's subjects.
    They,
    /// The player of the event.
    That,
    /// The opponent of another player.
    OpponentOf(Box<Who>),
    /// `its owner`, `this card's master`.
    Of(ObjId, Name),
    /// A chosen player.
    Chosen(ObjId),
    /// A player the rules know by a word: `the turn-player`.
    Known(Name),
    /// Any player: in events and conditions.
    Any,
}

/// How many, and who decides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Quant {
    /// No quantity written: all that fit, or the one meant.
    Bare,
    /// `2`
    Exactly(ExprId),
    /// `up to 2`
    UpTo(ExprId),
    /// `2 or more`
    AtLeast(ExprId),
    /// `3 or less`
    AtMost(ExprId),
    /// `any number of`
    AnyNumber,
    /// `all`
    All,
    /// `each`
    Each,
    /// `any`
    Any,
    /// `no`
    No,
    /// `a`, in events and conditions
    A,
    /// `another`
    Another,
    /// `that many`
    ThatMany,
}

/// The word a reference was made with.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum RefWord {
    /// `it`
    It,
    /// `them`
    Them,
    /// `that character`
    That(Name),
    /// `those cards`
    Those(Name),
    /// `the bearer`
    The(String),
    /// `their pledge`, `your pledge`: a name of each player
    OfPlayer(Who, String),
}

/// A part of the event an ability answers to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum EventPart {
    /// What the event is about: its first card.
    Principal,
    /// What it is done to.
    Object,
    /// What stands in a role: `by`, `to` …
    Role(Name),
    /// Inside an ability that waits: a part of the event of the ability that set it up.
    Outer(Box<EventPart>),
}

/// Cards, abilities or other objects.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Objects {
    /// The card that has the ability.
    This,
    /// Each subject of the sentence: `their master`.
    Subject,
    /// `this ability`
    ThisAbility,
    /// The card that the enclosing clause describes: `its` in `that has … in its cost`.
    Described,
    /// What an earlier statement introduced.
    Slot(SlotId, RefWord),
    /// A part of the event.
    Event(EventPart, RefWord),
    /// What was looked at, without what was chosen among it since.
    Rest(SlotId),
    /// `2 of them`
    Part(Quant, ObjId),
    /// A description.
    Select(Box<Selector>),
    /// `this card's battle-opponent`
    Related(AttrOf, Name),
    /// `the top 4 cards of your deck`
    Stack {
        /// `top` rather than `bottom`.
        top: bool,
        /// How many; one if none.
        count: Option<ExprId>,
        /// `up to`
        up_to: bool,
        /// Of which zone.
        place: PlaceId,
        /// The noun, if one was written.
        noun: Option<Name>,
    },
    /// Several together.
    Join(Vec<ObjId>),
    /// `the attacker`: known to the rules.
    Known(Name),
    /// Players as objects.
    Players(Who),
    /// A parameter of a definition that is not yet given.
    Param(String),
    /// A place taken for the cards in it: `opponent's hand`.
    CardsAt(PlaceId),
    /// The values of an attribute among objects: `each clan among your rear-guards`.
    Values(Name, ObjId),
}

/// A description of objects.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Selector {
    /// How many.
    pub quant: Quant,
    /// Whose.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whose: Option<Who>,
    /// Filters that hold for every alternative.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<Filter>,
    /// What fits: any of these.
    pub descs: Vec<Desc>,
    /// Where: any of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<PlaceId>,
    /// The zones of the nouns, if no place was written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub default_zones: Vec<Name>,
    /// Among which objects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub among: Option<ObjId>,
    /// `other`: not this card.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub other: bool,
    /// Chosen when the card or ability is played.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub target: bool,
    /// Chosen at random.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub random: bool,
    /// `next`: the first of its kind from now on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub next: bool,
    /// Where the chosen ones are kept, if a player chooses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slot: Option<SlotId>,
    /// The name given to the chosen ones.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub named: Option<String>,
}

/// One alternative of a description: a noun and its filters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Desc {
    /// The noun; none if only a name or tag was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub noun: Option<Name>,
    /// What it must be.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub filters: Vec<Filter>,
}

/// Highest or lowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Extreme {
    /// The highest.
    Highest,
    /// The lowest.
    Lowest,
}

/// A demand on an object.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Filter {
    /// Has the tag.
    Tag(String),
    /// Has exactly this name.
    Named(String),
    /// Has the name that was declared.
    NamedAs(ObjId),
    /// Has one of these in its name (or other text attribute).
    NamePart(Vec<String>, Name),
    /// Is in the state, or is what the adjective says.
    State(Name),
    /// Is of the card type or noun.
    Is(Name),
    /// Has the value in the attribute.
    Value(Name, Name),
    /// The attribute compares so.
    Attr(Name, Comparison),
    /// The pair of numbers.
    Pair(i64, i64),
    /// Has the keyword, label or gate.
    Keyword(Call),
    /// Has so many of the counter.
    Counter(Name, Comparison),
    /// Has the icon.
    Icon(String),
    /// Is of the ability category.
    Category(Category),
    /// The attribute is the same as that of another object.
    Same(Name, ObjId),
    /// The chosen ones differ in the attribute.
    Different(Name),
    /// The chosen ones have this total.
    Total(Name, Comparison),
    /// The attribute is the highest or lowest among those that fit.
    Extreme(Extreme, Name),
    /// Has objects of its own: `that has a marker`.
    Has(ObjId),
    /// Is one of these objects.
    Among(ObjId),
    /// Is at the place.
    At(PlaceId),
    /// Belongs to these objects: `abilities of followers`.
    Of(ObjId),
    /// Belongs to the player.
    OfPlayer(Who),
    /// Happened or exists in the time.
    During(TimeRef),
    /// Is in the group of names.
    Group(Name),
    /// Was part of such an event.
    Did(EventId),
    /// May, must or cannot do this.
    Can(EventId),
    /// Only these, and no others of their kind: `with only <Genesis>`.
    Only(Box<Filter>),
    /// The state of the object's player or the game.
    StateIs(Name, Name),
    /// A condition on the object, which is `it` there.
    If(CondId),
    /// Not that.
    Not(Box<Filter>),
    /// Any of them.
    Any(Vec<Filter>),
    /// All of them.
    All(Vec<Filter>),
    /// The number is even, odd … (a property the game names).
    Quality(Name),
}

/// How two numbers compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Compare {
    /// Equal.
    Is,
    /// Equal or more.
    OrMore,
    /// Equal or less.
    OrLess,
    /// More.
    More,
    /// Less.
    Less,
}

/// A comparison with a number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Comparison {
    /// How.
    pub how: Compare,
    /// With what.
    pub with: ExprId,
}

/// A place: a zone, a position, an end of a deck.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// What place.
    pub kind: PlaceKind,
    /// Whose; the owner's of what is moved if none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whose: Option<Who>,
    /// How many of such places, if said: `any position`, `1 of their RC`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quant: Option<Quant>,
}

impl Place {
    /// No place at all.
    pub(crate) fn nowhere() -> Self {
        Place {
            kind: PlaceKind::Zone(Vec::new(), Vec::new()),
            whose: None,
            quant: None,
        }
    }
}

/// The kinds of place.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum PlaceKind {
    /// Any of these zones or positions, with adjectives.
    Zone(Vec<Name>, Vec<Filter>),
    /// A position of a zone: `middle position of your center-stage`.
    Within(PlaceId, PlaceId),
    /// The top (true) or bottom of a zone.
    End(bool, PlaceId),
    /// `under`, `behind`, `on` a card.
    By(Name, ObjId),
    /// `in front of this`
    Relative(Name, ObjId),
    /// `in the same column as this`
    Same(Name, ObjId),
    /// `this card's previous-position`
    Attr(AttrOf, Name),
    /// One of several.
    Or(Vec<PlaceId>),
    /// A place that was chosen or named before.
    Chosen(ObjId),
    /// `from the game`
    Game,
}

/// What an attribute or relation belongs to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum AttrOf {
    /// Objects.
    Objects(ObjId),
    /// A player.
    Player(Who),
    /// The game, or the running battle.
    Game,
    /// Each subject of the sentence: `their level`.
    Subject,
}

/// Where `that much` comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Thats {
    /// The amount of the event.
    EventAmount,
    /// How many objects the event had.
    EventCount,
    /// How many the statement with this slot really affected.
    Statement(SlotId),
}

/// An operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum NumOp {
    /// `+`
    Add,
    /// `-`
    Sub,
    /// `*`
    Mul,
    /// `/`, downwards
    Div,
}

/// A number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Expr {
    /// A literal.
    Num(i64),
    /// A variable.
    Var(String),
    /// An operation.
    Op(NumOp, ExprId, ExprId),
    /// How many.
    Count(ObjId),
    /// How many times it happened.
    Times(EventId),
    /// How many different values of the attribute.
    Distinct(Name, ObjId),
    /// The sum of the attribute.
    Total(Name, ObjId),
    /// The highest or lowest value of the attribute.
    Extreme(Extreme, Name, ObjId),
    /// Half, rounded up if true.
    Half(ExprId, bool),
    /// `that much`, `that many`
    That(Thats),
    /// An attribute of something; of what left the board, the last known value.
    Attr(AttrOf, Name),
    /// The number with the cards as they were: `its power was …`.
    Was(ExprId),
    /// A declared or rolled value.
    Named(SlotId, String),
    /// A number the game knows: `the battle-count`.
    Known(Name),
    /// The last whose condition holds, else the first number.
    Override(ExprId, Vec<(ExprId, CondId)>),
}

/// Icons in a row: `{W}{2}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct IconRun(pub Vec<String>);
