//! Linked code: what the interpreter runs. The linker makes it from the ability IR once per pairing of decks; words have become numbers of the
//! game's tables, statements have become a flat list of operations, and everything the interpreter has no behaviour for was an error.

use crate::ast::Category;
use crate::ir::Src;
use crate::kernel::{AbilityIx, AttrId, Chars, DefId, NameId, Note, TagId, TimeId, ZoneId};

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
    /// How many icons of the kind (all icons if none) the cards have together.
    Icons(ObjIx, Option<u8>),
    /// How often it happened.
    Times(PatIx, Window),
    /// How many different values of the attribute.
    Distinct(AttrKey, ObjIx),
    /// The sum of the attribute.
    Total(AttrId, ObjIx),
    /// The highest (true) or lowest value of the attribute; 0 if there are no objects.
    Extreme(bool, AttrId, ObjIx),
    /// The attribute of the first object; of what is gone, the last known value.
    Attr(ObjIx, AttrId),
    /// A number of a player, by the game's table of player numbers.
    Player(Who, u8),
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
    pub edge: Option<Edge>,
    /// Whose.
    pub whose: Option<Who>,
    /// Of which card: the battle of this card.
    pub of: Option<ObjIx>,
    /// Inside which other stretch.
    pub within: Option<Box<When>>,
    /// The next one, not the running one.
    pub next: bool,
}

/// Start or end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
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
    /// Two numbers compare so.
    Compare(NumIx, Cmp, NumIx),
    /// The objects fit. With `every`, each of them must, and none at all also holds; otherwise there must be one that does.
    Fit {
        /// Which objects.
        objs: ObjIx,
        /// All of them rather than at least one.
        every: bool,
        /// Last seen rather than now.
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
    Declared(ObjIx, AttrKey, SlotIx),
    /// The player is that player.
    SamePlayer(Who, Who),
    /// The card or player could do this, as the rules stand: the pattern with that subject is not forbidden.
    May(ObjIx, PatIx),
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
    pub types: u16,
    /// What they must be.
    pub filters: Vec<Filter>,
    /// Of those that fit, only the ones with the highest (true) or lowest attribute.
    pub extreme: Option<(bool, AttrId)>,
}

/// A demand on a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Filter {
    /// Is of one of the types.
    Type(u16),
    /// Has the tag.
    Tag(TagId),
    /// Has exactly this name.
    Named(NameId),
    /// Has the name in the slot.
    NamedAs(SlotIx),
    /// Has one of these names (all names of the pool that contain the text).
    NameAmong(Vec<NameId>),
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
    /// Has so many icons (of the kind, if said).
    Icons(Option<u8>, Cmp, NumIx),
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
    /// Any of these.
    Or(Vec<PlaceIx>),
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
    /// A search: cards of a hidden zone that must fit a description may be left unfound.
    pub may_fail: bool,
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

/// What a move takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// Cards a player picks first.
    Pick(PickIx),
    /// These cards, all together.
    Objs(ObjIx),
    /// The top (or bottom) cards of a pile, one at a time, with interrupts between.
    Pile {
        /// From the top.
        top: bool,
        /// How many.
        count: NumIx,
        /// The player may stop before each card.
        up_to: bool,
        /// Which pile.
        place: PlaceIx,
    },
}

impl What {
    /// The pick, if a player picks.
    pub fn pick(&self) -> Option<PickIx> {
        match self {
            What::Pick(pick) => Some(*pick),
            What::Objs(_) | What::Pile { .. } => None,
        }
    }
}

/// What a player names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Declare {
    /// A number in a range.
    Number(NumIx, NumIx),
    /// A number up to what the player can pay.
    Payable,
    /// A name of a card of the pool.
    Name,
    /// A word of an attribute: any of the bits.
    Word(u64),
    /// A card type: any of the bits.
    Type(u16),
    /// A tag, among those of these objects or all of the pool.
    Tag(Option<ObjIx>),
}

/// An option of a modal choice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModeOption {
    /// When it may be chosen.
    pub cond: Option<CondIx>,
    /// Where its operations begin; they end with a jump to [`Op::NextMode`].
    pub pc: Pc,
}

/// How long an effect lasts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lasting {
    /// For the rest of the game.
    Game,
    /// Until the start or end of a time.
    Until(When),
    /// While a condition holds (tested with the effect's card as `this`).
    While(CondIx),
}

/// An operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Op {
    /// The ability is over.
    End,
    /// Goes on elsewhere.
    Jump(Pc),
    /// Goes on elsewhere unless the condition holds.
    Unless(CondIx, Pc),
    /// Keeps a number.
    Set(SlotIx, NumIx),
    /// The actor chooses; the picks go to the slot.
    Choose(PickIx, SlotIx),
    /// Joins the sets of slots into one.
    Join(Vec<SlotIx>, SlotIx),
    /// Keeps objects as they are now.
    Keep(ObjIx, SlotIx),
    /// Keeps the cards of the first slot for the player who acts: in the second slot if that is the first player, else in the one after it.
    /// [`Obj::SlotOf`] reads them.
    KeepFor(SlotIx, SlotIx),
    /// The actor chooses a position; the cell goes to the slot.
    ChooseCell(PlaceIx, SlotIx),
    /// Cards move.
    Move {
        /// Which.
        what: What,
        /// Where to.
        to: PlaceIx,
        /// The word for it.
        tag: Note,
        /// The orientation they get.
        orient: Option<u8>,
        /// Face down (true) or up.
        face_down: Option<bool>,
        /// The actor puts them in an order (false: any order the engine keeps).
        ordered: bool,
        /// They go in random order.
        random_order: bool,
        /// Where the moved cards are kept.
        out: SlotIx,
        /// Where the number of moved cards is kept.
        done: Option<SlotIx>,
    },
    /// The players draw.
    Draw {
        /// Who; the actor if none.
        who: Who,
        /// How many.
        count: NumIx,
        /// The player may stop before each card.
        up_to: bool,
        /// The drawn cards.
        out: SlotIx,
        /// Their number.
        done: Option<SlotIx>,
    },
    /// Cards are shown to all (reveal) or to the actor (look); they stay where they are.
    Show {
        /// Which; piles are shown card by card if `up_to`.
        what: What,
        /// To all.
        all: bool,
        /// Reveal cards of the pile until one fits (it is the last one shown).
        until: Option<Vec<Filter>>,
        /// The shown cards.
        out: SlotIx,
        /// Their number.
        done: Option<SlotIx>,
    },
    /// Cards of a pile are put face up into the zone where played cards lie, one at a time (`flip`).
    Flip {
        /// How many, from which pile.
        what: What,
        /// The flipped cards.
        out: SlotIx,
        /// Their number.
        done: Option<SlotIx>,
    },
    /// The pile is put in random order.
    Shuffle(PlaceIx),
    /// Cards turn.
    Turn {
        /// Which.
        what: What,
        /// To which orientation.
        orient: u8,
        /// The cards that really turned.
        out: SlotIx,
        /// Their number.
        done: Option<SlotIx>,
    },
    /// Two cards, or two positions' contents, change places.
    Exchange {
        /// The first, or both if the second is missing.
        a: ObjIx,
        /// The second.
        b: Option<ObjIx>,
        /// The cards.
        out: SlotIx,
        /// 1 if it was done.
        done: Option<SlotIx>,
    },
    /// Continuous effects begin.
    Apply {
        /// On which cards (fixed now), on which player, or on whatever fits.
        target: ApplyTo,
        /// The changes.
        changes: Vec<ChangeIx>,
        /// How long.
        lasting: Lasting,
    },
    /// An ability waits from now on.
    Delay {
        /// Which.
        ability: AbilityIx,
        /// Only once.
        once: bool,
        /// How long.
        lasting: Lasting,
    },
    /// A verb of the game, by its table.
    Native {
        /// Which.
        verb: u8,
        /// For which players; the actor if none.
        who: Option<Who>,
        /// With which objects.
        what: Option<ObjIx>,
        /// With which amount.
        count: Option<NumIx>,
        /// With which word.
        word: u8,
        /// What cannot be done about it (bits), by the game's table of certainties.
        firm: u8,
        /// The cards of the result.
        out: Option<SlotIx>,
        /// The number of the result.
        done: Option<SlotIx>,
    },
    /// The currency of the game is paid, so much.
    Pay(NumIx, Option<SlotIx>),
    /// The actor plays a card by the rules for it.
    PlayCard {
        /// Which.
        what: ObjIx,
        /// Without paying.
        free: bool,
        /// 1 if it was played.
        done: Option<SlotIx>,
    },
    /// The actor names something.
    Declare(Declare, SlotIx),
    /// The actor chooses options; their operations follow in order, each ending with `NextMode`.
    Modes {
        /// How many: fewest and most.
        count: (NumIx, NumIx),
        /// Other counts, the last whose condition holds.
        overrides: Vec<((NumIx, NumIx), CondIx)>,
        /// The options.
        options: Vec<ModeOption>,
        /// Where the chosen options are kept.
        slot: SlotIx,
    },
    /// The next chosen option of the `Modes` operation there, or on to the given place.
    NextMode(Pc, Pc),
    /// Asks a player; the slot gets 1 or 0; goes on elsewhere if not.
    May {
        /// Who.
        who: Who,
        /// Where to go if not.
        other: Pc,
        /// Where the answer is kept.
        done: Option<SlotIx>,
    },
    /// Offers a cost to a player if it can be paid; goes on elsewhere if it is not paid.
    Offer {
        /// The cost; its operations follow.
        cost: CostIx,
        /// Who pays.
        who: Who,
        /// Where to go if not.
        other: Pc,
        /// Where the answer is kept.
        done: Option<SlotIx>,
    },
    /// The operations of a cost begin (those of a required cost; `Offer` begins its own).
    PayStart(CostIx),
    /// The cost is paid: what waited for it happens now.
    PayEnd,
    /// Who acts from here on.
    Actor(Who),
    /// For each object: begins the loop over the set, kept in the slot.
    Each(ObjIx, SlotIx),
    /// The next element of the loop goes to the second slot, or on to the given place.
    NextEach(SlotIx, SlotIx, Pc),
    /// For each player, the turn player first: the slot counts; the player acts.
    EachPlayer(SlotIx),
    /// The next player acts, or on to the given place, where the ability's player acts again.
    NextPlayer(SlotIx, Pc),
    /// Counts down the slot, or on to the given place if it is 0 or less.
    Countdown(SlotIx, Pc),
    /// An extra turn.
    ExtraTurn(Who),
    /// A player wins (true) or loses.
    Finish(Who, bool),
    /// A phase or step is passed over the next time, by the game's table of times.
    Skip(Who, TimeId),
}

/// What an effect is applied to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ApplyTo {
    /// These cards: those there are when an effect begins; in a continuous ability, whatever fits at any time.
    Cards(ObjIx),
    /// These players.
    Players(Who),
}

/// One change that a continuous effect makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// What.
    pub op: ChangeOp,
    /// Times the number of these.
    pub per: Option<ObjIx>,
    /// The layer, by the game's table.
    pub layer: u8,
    /// Which information it reads: see [`bits`].
    pub reads: u64,
    /// Which information it writes.
    pub writes: u64,
}

/// The kinds of change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChangeOp {
    /// A number grows, or shrinks if `minus`.
    Add {
        /// Which.
        attr: AttrId,
        /// By how much.
        by: NumIx,
        /// Less.
        minus: bool,
    },
    /// A number becomes another.
    SetAttr(AttrId, NumIx),
    /// A player's number grows or shrinks.
    PlayerAdd {
        /// Which, by the game's table.
        val: u8,
        /// By how much.
        by: NumIx,
        /// Less.
        minus: bool,
    },
    /// A player's number becomes another.
    PlayerSet(u8, NumIx),
    /// Gains a tag (true), or loses it.
    Tag(TagId, bool),
    /// Gains (true) or loses the tag in the slot.
    TagSlot(SlotIx, bool),
    /// Loses all tags.
    NoTags,
    /// Gains words; the bits of `clear` are lost first.
    Words {
        /// Lost.
        clear: u64,
        /// Gained.
        add: u64,
    },
    /// Is also of this type.
    Type(u16),
    /// Is also named so.
    Name(NameId),
    /// Gains abilities, with the keywords they bring.
    Abilities(Vec<AbilityIx>, u128),
    /// Loses all abilities.
    NoAbilities,
    /// Loses the ability that makes this effect.
    LoseThis,
    /// Events of the pattern with the target as subject cannot happen.
    Forbid(PatIx),
    /// The target may do something the rules would not let it: a permission of the game's table. With objects, only with what is among them
    /// when it is done.
    Allow(u8, Option<ObjIx>),
    /// The target must do it if it can: a duty of the game's table.
    Must(u8),
    /// Playing costs so much more (true) or less.
    Price(NumIx, bool),
    /// Playing costs this.
    PriceIs(NumIx),
}

/// Bits of information that changes read and write, and that conditions depend on.
pub mod bits {
    /// Names.
    pub const NAME: u64 = 1 << 8;
    /// Tags.
    pub const TAGS: u64 = 1 << 9;
    /// Words: colours, sides.
    pub const WORDS: u64 = 1 << 10;
    /// Types.
    pub const TYPE: u64 = 1 << 11;
    /// Abilities.
    pub const ABILITIES: u64 = 1 << 12;
    /// Rules.
    pub const RULES: u64 = 1 << 13;
    /// Players' numbers.
    pub const PLAYERS: u64 = 1 << 14;
    /// Phase and step.
    pub const TIME: u64 = 1 << 15;
    /// Whose turn it is.
    pub const TURN: u64 = 1 << 19;
    /// Orientation or face of cards on the board.
    pub const ORIENT: u64 = 1 << 16;
    /// The game's own record: battle and the like.
    pub const EXT: u64 = 1 << 17;
    /// The past.
    pub const PAST: u64 = 1 << 18;
    /// Abilities are taken away.
    pub const LOST: u64 = 1 << 20;
    /// The contents of a zone: this bit shifted left by the zone's number.
    pub const ZONE: u64 = 1 << 24;

    /// The bit of a numeric attribute.
    pub const fn attr(attr: u8) -> u64 {
        1 << (attr & 7)
    }

    /// The bit of a zone.
    pub const fn zone(zone: u8) -> u64 {
        ZONE << (zone & 31)
    }
}

/// A pattern of events.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern {
    /// What happens.
    pub kind: PatKind,
    /// What it is about.
    pub subject: PatSubject,
    /// What it is done to.
    pub object: Option<PatObject>,
    /// Whose event it is.
    pub who: Option<Who>,
    /// How large its amount is.
    pub amount: Option<(Cmp, NumIx)>,
    /// By what.
    pub by: Option<PatCause>,
    /// Only during these times.
    pub during: Vec<When>,
    /// The keys of events it can match.
    pub keys: u128,
    /// It is about things that would happen: only replacements use it.
    pub would: bool,
}

/// What happens in a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatKind {
    /// A card moves.
    Move {
        /// With this word, if it matters: draw.
        tag: Option<Note>,
        /// From one of these places.
        from: Option<PlaceIx>,
        /// To one of these places.
        to: Option<PlaceIx>,
        /// Between positions of one zone too; otherwise only from zone to zone.
        within: bool,
    },
    /// A card turns to one of these orientations (bits).
    Turn(u16),
    /// One of these notes (bits of the game's table).
    Note(u64),
    /// A point of time.
    Time(When),
}

/// The subject of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatSubject {
    /// Anything.
    Any,
    /// This card.
    This,
    /// One of these objects.
    Objs(ObjIx),
    /// A card that fits; its places and default zones are not asked.
    Fits(Box<Select>),
}

/// The object of a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PatObject {
    /// One of these objects.
    Objs(ObjIx),
    /// A card that fits.
    Fits(Box<Select>),
    /// An ability with one of these keywords or labels.
    Keyword(u128),
    /// An ability of this category.
    Category(Category),
    /// Any of these.
    Any(Vec<PatObject>),
}

/// The cause in a pattern.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PatCause {
    /// An effect (not a cost, not a rule).
    pub effect: bool,
    /// Of an ability with one of these keywords; 0 for any.
    pub keyword: u128,
    /// Of an ability of this category.
    pub category: Option<Category>,
    /// Whose: the player of the effect.
    pub whose: Option<Who>,
    /// Of a card that fits.
    pub card: Option<Box<Select>>,
}

/// One part of a continuous ability.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Static {
    /// What it is applied to.
    pub scope: ApplyTo,
    /// Once for each of these, kept in the slot.
    pub each: Option<(ObjIx, SlotIx)>,
    /// The changes.
    pub changes: Vec<ChangeIx>,
    /// Only while this holds (besides the ability's gate).
    pub cond: Option<CondIx>,
}

/// What a cost demands, for finding out whether it can be paid.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Demand {
    /// The currency of the game.
    Pay(NumIx),
    /// So many cards of a pile, from the top or bottom; they go to the place, if they move.
    Pile(PlaceIx, NumIx, Option<PlaceIx>),
    /// Cards a player picks; they go to the place, if they move.
    Pick(PickIx, Option<PlaceIx>),
    /// These cards must be there and move.
    Objs(ObjIx, Option<PlaceIx>),
    /// These cards (picked if the flag says so) must be there and not have the orientation yet.
    Turn(What, u8),
    /// Two exchanged cards must be there.
    Exchange(ObjIx, Option<ObjIx>),
    /// Always possible.
    Free,
}

/// A cost.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cost {
    /// What it demands, in order.
    pub demands: Vec<Demand>,
    /// Where its operations begin; they end with [`Op::PayEnd`].
    pub pc: Pc,
    /// Or this one.
    pub or: Option<CostIx>,
}

/// `2 times per turn`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limit {
    /// How often.
    pub times: NumIx,
    /// In the whole game rather than in a turn.
    pub game: bool,
    /// All cards of that name of the player share it.
    pub by_name: bool,
}

/// An ability.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ability {
    /// The card it is printed on, or on which the ability that gives it is printed.
    pub def: DefId,
    /// Its category.
    pub category: Category,
    /// Its keyword and labels, by the pool's list.
    pub keywords: u128,
    /// The zones where it works (bits).
    pub works: u32,
    /// It works face down too.
    pub works_face_down: bool,
    /// What must hold for it to work at all, when it could trigger, or when it could be played.
    pub gate: Option<CondIx>,
    /// What must hold when it resolves.
    pub condition: Option<CondIx>,
    /// How often.
    pub limit: Option<Limit>,
    /// What sets it off.
    pub triggers: Vec<PatIx>,
    /// It stands by whenever its condition holds.
    pub state: bool,
    /// It replaces its event: `Some(true)` if the player may choose.
    pub replaces: Option<bool>,
    /// Its cost, paid when it is played.
    pub cost: Option<CostIx>,
    /// Where its operations begin: the payment first, if there is a cost.
    pub pc: Pc,
    /// How many slots it uses.
    pub slots: u16,
    /// What it does continuously.
    pub statics: Vec<Static>,
    /// What its statics and gate depend on.
    pub deps: u64,
    /// The keys of the events it listens to.
    pub keys: u128,
    /// It listens only to events about its own card.
    pub own: bool,
    /// How the log names it: the keyword, or its category.
    pub label: String,
    /// The file it was written in.
    pub file: String,
    /// Where in that file.
    pub src: Src,
    /// The line in that file.
    pub line: u32,
}

/// A card definition.
#[derive(Debug, Clone, PartialEq)]
pub struct Def {
    /// Its name.
    pub name: String,
    /// Its printed id.
    pub id: Option<String>,
    /// What is printed on it.
    pub printed: Chars,
    /// Its icons in order, as words of the game's table.
    pub icons: Vec<u8>,
    /// Text attributes.
    pub texts: [Option<String>; 2],
    /// Its abilities.
    pub abilities: Vec<AbilityIx>,
    /// The keys its abilities listen to in their own cards' events.
    pub own_keys: u128,
    /// The keys they listen to in other cards' events, and the points of time.
    pub watch_keys: u128,
    /// The zones where it has continuous abilities.
    pub static_zones: u32,
    /// The zones where it listens.
    pub watch_zones: u32,
    /// It is made by effects.
    pub token: bool,
}
