//! Linked code: what the interpreter runs. The linker makes it from the ability IR once per pairing of decks; words have become numbers of the
//! game's tables, statements have become a flat list of operations, and everything the interpreter has no behaviour for was an error.

mod ability;
mod change;
mod op;
mod operand;
mod pattern;

pub use ability::{Ability, Cost, Def, Demand, ExtraCost, Icon, KeyArg, Limit, Sent, reads};
pub use change::{Change, ChangeOp, EnterAs, PriceHow, Static, WhichAbility, bits};
pub use op::Op;
pub(in crate::exec) use operand::Operand;
pub use operand::{ApplyTo, Declare, Lasting, Lay, Made, ModeOption, Order, Side, What};
pub use pattern::{PatCause, PatKind, PatObject, PatSubject, Pattern, Within};

use crate::kernel::{AttrId, NameId, TagId, TimeId, ZoneId};

macro_rules! indices {
    ($( $(#[$doc:meta])* $name:ident; )*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $name(pub u32);
        )*
    };
}

indices! {
    /// A number of the pool.
    NumIx;
    /// A condition of the pool.
    CondIx;
    /// Objects of the pool.
    ObjIx;
    /// A pick of the pool.
    PickIx;
    /// A place of the pool.
    PlaceIx;
    /// A pattern of events of the pool.
    PatIx;
    /// A change of the pool.
    ChangeIx;
    /// A cost of the pool.
    CostIx;
}

/// A slot of the running ability.
pub type SlotIx = u16;
/// An operation, by its place in the list.
pub type Pc = u32;

/// A player or players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Who {
    /// The player of the ability.
    You,
    /// The other one.
    Opponent,
    /// Both, the turn player first.
    Each,
    /// Whoever acts now.
    Actor,
    /// The player of the event.
    Event,
    /// The opponent of somebody.
    OpponentOf(Box<Who>),
    /// The owner of the first of these objects.
    OwnerOf(ObjIx),
    /// The master of the first of these objects.
    MasterOf(ObjIx),
    /// The player kept in the slot.
    Slot(SlotIx),
    /// The turn player.
    Turn,
    /// Anybody: in events and conditions.
    Any,
}

/// How two numbers compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cmp {
    /// Equal.
    Is,
    /// Equal or more.
    AtLeast,
    /// Equal or less.
    AtMost,
    /// More.
    More,
    /// Less.
    Less,
}

impl Cmp {
    /// Whether the comparison holds.
    #[inline]
    pub fn holds(self, a: i32, b: i32) -> bool {
        match self {
            Cmp::Is => a == b,
            Cmp::AtLeast => a >= b,
            Cmp::AtMost => a <= b,
            Cmp::More => a > b,
            Cmp::Less => a < b,
        }
    }
}

/// An attribute of cards, of whatever kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttrKey {
    /// A number.
    Num(AttrId),
    /// The names.
    Name,
    /// The tags.
    Tags,
    /// The tags that are values of one attribute, by the game's table.
    TagsOf(u8),
    /// Words: those bits of [`Chars::values`].
    Words(u64),
    /// The card types.
    Type,
    /// A text attribute (`title`), by its number in [`Def::texts`].
    Text(u8),
    /// The icons: the list in [`Def::icons`].
    Icons,
}

/// How far back a question about the past looks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Window {
    /// Since the running ability began, its cost included.
    ThisWay,
    /// In this turn.
    ThisTurn,
    /// In the turn before.
    LastTurn,
    /// In a stretch of time that is going on, since it began: this battle.
    Since(TimeId),
    /// In the stretch of time whose end the ability answers to.
    Ended(TimeId),
    /// In the whole game.
    Game,
}

/// A number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Num {
    /// A literal.
    Const(i32),
    /// The number in a slot: a variable, a declared number. A set counts its cards.
    Slot(SlotIx),
    /// Sum, difference, product, quotient downwards.
    Add(NumIx, NumIx),
    /// Difference.
    Sub(NumIx, NumIx),
    /// Product.
    Mul(NumIx, NumIx),
    /// Quotient, downwards; by zero it is zero.
    Div(NumIx, NumIx),
    /// Half, rounded up if true.
    Half(NumIx, bool),
    /// How many objects.
    Count(ObjIx),
    /// How many positions of a place, empty ones if it says so.
    Positions(PlaceIx),
    /// How many icons of the kind (all icons if none) the cards have together.
    Icons(ObjIx, Option<u8>),
    /// How often it happened.
    Times(PatIx, Window),
    /// How many cards it happened to, or did it: one that did it twice is one.
    Doers(PatIx, Window),
    /// The amounts of all such events together.
    Amounts(PatIx, Window),
    /// How many different values of the attribute.
    Distinct(AttrKey, ObjIx),
    /// The sum of the attribute.
    Total(AttrId, ObjIx),
    /// The highest (true) or lowest value of the attribute; 0 if there are no objects.
    Extreme(bool, AttrId, ObjIx),
    /// The attribute of the first object; of what left the board, the last known value.
    Attr(ObjIx, AttrId),
    /// The number, with the cards as they were.
    Was(NumIx),
    /// A number of a player, by the game's table of player numbers.
    Player(Who, u8),
    /// How many counters of the kind the cards have together; of every kind if none.
    Counters(ObjIx, Option<u8>),
    /// How many abilities of the cards are there and do nothing (10.3.2 and its like).
    Invalid(ObjIx),
    /// The amount of the event.
    EventAmount,
    /// The last whose condition holds, else the first.
    Override(NumIx, Vec<(NumIx, CondIx)>),
}

/// A stretch or point of time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct When {
    /// Which time of the game's table.
    pub time: TimeId,
    /// Its start or end; none for the whole stretch.
    pub edge: Option<Boundary>,
    /// Whose.
    pub whose: Option<Who>,
    /// Of which card: the battle of this card.
    pub of: Option<ObjIx>,
    /// Inside which other stretch.
    pub within: Option<Box<When>>,
    /// The next one, not the running one.
    pub next: bool,
    /// Only of a turn that was given.
    pub extra: bool,
    /// Only of the turn that was given and is kept in the slot.
    pub named: Option<SlotIx>,
}

/// Start or end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Boundary {
    /// The start.
    Start,
    /// The end.
    End,
}

/// A condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cond {
    /// Always or never.
    Const(bool),
    /// All hold.
    And(Vec<CondIx>),
    /// One holds.
    Or(Vec<CondIx>),
    /// It does not hold.
    Not(CondIx),
    /// The slot has a number above 0, or a set that is not empty.
    Slot(SlotIx),
    /// The option with this number is among those the slot keeps.
    Mode(SlotIx, u8),
    /// Two numbers compare so.
    Compare(NumIx, Cmp, NumIx),
    /// The objects fit. With `every`, each of them must, and none at all also holds; otherwise there must be one that does.
    Fit {
        /// Which objects.
        objs: ObjIx,
        /// All of them rather than at least one.
        every: bool,
        /// As they were rather than as they are.
        was: bool,
        /// What they must be.
        filters: Vec<Filter>,
    },
    /// Every object of the first is one of the second, and there is at least one.
    Within(ObjIx, ObjIx),
    /// It happened.
    Happened(PatIx, Window),
    /// It is that time.
    During(When),
    /// The objects' attribute has the value that was declared in the slot.
    Declared {
        /// Which objects.
        objs: ObjIx,
        /// As they were rather than as they are.
        was: bool,
        /// Which attribute.
        key: AttrKey,
        /// Where the value is.
        slot: SlotIx,
    },
    /// The event came about in this way.
    CausedBy(crate::kernel::CauseKind),
    /// The player is that player.
    SamePlayer(Who, Who),
    /// The player has one of these keywords, given by effects.
    PlayerHas(Who, u128),
    /// The card or player could do this, as the rules stand: the pattern with that subject is not forbidden.
    May(ObjIx, PatIx),
    /// The host says, by its number. The linker never makes it.
    Host(u16),
}

/// Cards (and where said, players).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obj {
    /// The card of the ability.
    This,
    /// The card whose information is being computed, or which a filter describes.
    Subject,
    /// The cards in the slot.
    Slot(SlotIx),
    /// The cards in the slot of that player: the first player's slot, the second player's is the next.
    SlotOf(SlotIx, Who),
    /// The cards of the first slot without those of the others.
    Rest(SlotIx, Vec<SlotIx>),
    /// What the event is about.
    EventSubject,
    /// What the event is done to.
    EventObject,
    /// The card behind the event.
    EventCause,
    /// A description.
    Select(Box<Select>),
    /// A relation of cards by the game's table: the battle opponent of these.
    Related(u8, ObjIx),
    /// A card the game knows: the attacker.
    Known(u8),
    /// The top (true) or bottom cards of a pile, so many.
    Pile {
        /// From the top.
        top: bool,
        /// How many.
        count: NumIx,
        /// Which pile; `Each` of two players gives the cards of both.
        place: PlaceIx,
    },
    /// Several together.
    Join(Vec<ObjIx>),
    /// All cards at the place.
    At(PlaceIx),
    /// Players as objects.
    Players(Who),
    /// What the host says, by its number. The linker never makes it.
    Host(u16),
}

/// A description of cards.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Select {
    /// Whose: the master.
    pub whose: Option<Who>,
    /// Where: any of these. Empty only if `among` is given, or in patterns.
    pub places: Vec<PlaceIx>,
    /// Among which objects.
    pub among: Option<ObjIx>,
    /// Not this card.
    pub other: bool,
    /// Card types: any of the bits; 0 for any card.
    pub types: u32,
    /// What they must be.
    pub filters: Vec<Filter>,
    /// Of those that fit, only the ones with the highest (true) or lowest attribute.
    pub extreme: Option<(bool, AttrId)>,
}

/// A demand on a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filter {
    /// Is of one of the types.
    Type(u32),
    /// Has the tag.
    Tag(TagId),
    /// Has exactly this name.
    Named(NameId),
    /// Has the name in the slot.
    NamedAs(SlotIx),
    /// Has one of these names (all names of the pool that contain the text).
    NameAmong(Vec<NameId>, Vec<String>),
    /// Its text attribute contains one of these.
    TextHas(u8, Vec<String>),
    /// Has this orientation.
    Orient(u8),
    /// Its back is up (true) or its face.
    FaceDown(bool),
    /// Is in a state only the game knows, by its table.
    State(u8),
    /// Has all these words: bits of [`Chars::values`].
    Words(u64),
    /// Has none of these words.
    NoWords(u64),
    /// The attribute compares so; a card without the attribute counts as 0 (climaxes have level 0).
    Attr(AttrId, Cmp, NumIx),
    /// Has one of these keywords or labels, by the pool's list.
    Keyword(u128),
    /// Has so many counters of the kind (of every kind together if none).
    Counter(Option<u8>, Cmp, NumIx),
    /// Has so many icons (of the kind, if said).
    Icons(Option<u8>, Cmp, NumIx),
    /// Its printed price has icons of this kind: one of the game's table, or those of a letter or a number (see [`Icon`]).
    Price(u8),
    /// Has so many cards under it, which fit.
    Under(Vec<Filter>, Cmp, NumIx),
    /// The attribute shares a value with the objects'.
    Same(AttrKey, ObjIx),
    /// Is one of these.
    Among(ObjIx),
    /// Is at one of these places.
    At(PlaceIx),
    /// Is mastered by the player.
    Of(Who),
    /// Is owned by the player.
    OwnedBy(Who),
    /// Was part of such an event: its subject.
    Did(PatIx, Window),
    /// The condition holds with the card as the subject.
    If(CondIx),
    /// There is a related card that fits: `facing-character with level 2`.
    Related(u8, Vec<Filter>),
    /// Not that.
    Not(Box<Filter>),
    /// Any of them.
    Any(Vec<Filter>),
    /// All of them.
    All(Vec<Filter>),
    /// In the place that belongs to the meaning of its noun; of what would happen, the card may be going there.
    Noun(PlaceIx),
}

impl Filter {
    /// Whether only somebody who knows the face of the card can tell that it fits.
    pub fn asks_face(&self) -> bool {
        match self {
            Filter::Type(_)
            | Filter::Tag(_)
            | Filter::Named(_)
            | Filter::NamedAs(_)
            | Filter::NameAmong(..)
            | Filter::TextHas(..)
            | Filter::Words(_)
            | Filter::NoWords(_)
            | Filter::Attr(..)
            | Filter::Keyword(_)
            | Filter::Icons(..)
            | Filter::Price(_)
            | Filter::Same(..) => true,
            Filter::Not(inner) => inner.asks_face(),
            Filter::Any(all) | Filter::All(all) => all.iter().any(Filter::asks_face),
            _ => false,
        }
    }
}

/// A place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    /// Cells of zones. As a destination: the end of the pile, or a position that a player chooses if there are several.
    Zone {
        /// The zones and, for zones with positions, which of them (bits).
        zones: Vec<(ZoneId, u16)>,
        /// Whose; none means the owner's of what is moved, or every player's when asked about.
        whose: Option<Who>,
        /// Only positions without a card.
        empty: bool,
        /// To which end, as a destination.
        end: crate::kernel::End,
    },
    /// The cards under a card.
    Under(ObjIx),
    /// The positions in a relation of the game's table to a card: in front of it, behind it.
    Relative(u8, ObjIx),
    /// The position where a card is, or was when it was last on one.
    PositionOf(ObjIx),
    /// The cell in a slot.
    Slot(SlotIx),
    /// A set of cards only the game knows, by its table of states: in battle.
    State(u8),
    /// The positions to which a card lies in a relation of the game's table: those with a card opposite.
    Faced(u8),
    /// Where the card that goes does not lie already; where this card does not lie, if none goes.
    Elsewhere,
    /// Any of these.
    Or(Vec<PlaceIx>),
    /// What belongs to the one and to the other: `open RC in the same column as this`.
    Both(PlaceIx, PlaceIx),
}

impl Place {
    /// Whether only positions without a card belong to a place of the list.
    pub fn asks_empty(places: &[Place], place: PlaceIx) -> bool {
        match places.get(place.0 as usize) {
            Some(Place::Zone { empty, .. }) => *empty,
            Some(Place::Both(one, _)) => Place::asks_empty(places, *one),
            _ => false,
        }
    }
}

/// A choice of cards by a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pick {
    /// Among which.
    pub from: ObjIx,
    /// The fewest; none means the same as `max` (as many as possible).
    pub min: Option<NumIx>,
    /// The most; none for any number.
    pub max: Option<NumIx>,
    /// The engine picks at random.
    pub random: bool,
    /// What the picks must satisfy together.
    pub rule: PickDemand,
    /// A search: cards of a hidden zone that must fit a description may be left unfound. Of targets: without any, that part is left out.
    pub may_fail: bool,
    /// An amount is divided among the picks into so many parts at most.
    pub parts: Option<NumIx>,
    /// Candidates that the other player does not see may be left unchosen.
    pub unseen: bool,
    /// Whoever chooses after the turn player knows what was chosen, also of hidden cards.
    pub told: bool,
}

/// A demand on all picks together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PickDemand {
    /// None.
    Any,
    /// They differ in the attribute.
    Different(AttrKey),
    /// The sum of the attribute compares so.
    Total(AttrId, Cmp, NumIx),
}
