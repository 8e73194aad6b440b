//! Changes that continuous effects make.

use super::{
    ApplyTo, AttrKey, ChangeIx, CondIx, CostIx, Icon, NumIx, ObjIx, PatIx, PlaceIx, Select, SlotIx, When, Who,
};
use crate::ast::Category;
use crate::kernel::{AbilityIx, AttrId, NameId, TagId};

/// One change that a continuous effect makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// What.
    pub op: ChangeOp,
    /// Times the number of these.
    pub per: Option<ObjIx>,
    /// The amount is another one for each card it is applied to, so it cannot be fixed for all cards of an open set.
    pub each: bool,
    /// Only during this time: `during your next turn`.
    pub during: Option<When>,
    /// Only while this holds, besides the time it lasts.
    pub only: Option<CondIx>,
    /// It is for the next card of its kind: the one about which such an event happens first. Until then only prices ask for it.
    pub next: Option<PatIx>,
    /// The layer, by the game's table.
    pub layer: u8,
    /// Which information it reads: see [`bits`].
    pub reads: u64,
    /// Which information it writes.
    pub writes: u64,
}

impl Change {
    /// Whether it matters which of two changes applies first: they write the same information in one layer, and one of them says what it is rather
    /// than adding to it.
    pub fn clashes(&self, other: &Change) -> bool {
        let settles = |op: &ChangeOp| {
            matches!(
                op,
                ChangeOp::SetAttr(..)
                    | ChangeOp::TypeIs(_)
                    | ChangeOp::NameIs(_)
                    | ChangeOp::NoTags
                    | ChangeOp::TagsAre(_)
                    | ChangeOp::Tag(_, false)
                    | ChangeOp::Words { .. }
            )
        };
        self.layer == other.layer && self.writes & other.writes != 0 && (settles(&self.op) || settles(&other.op))
    }
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
    /// Has these tags and no others.
    TagsAre(Vec<TagId>),
    /// Is also of this type.
    Type(u32),
    /// Is of these types and no others.
    TypeIs(u32),
    /// Is also named so.
    Name(NameId),
    /// Has this name and no other.
    NameIs(NameId),
    /// Gains (or loses) what was declared in the slot, in this attribute; with `replace` it loses the attribute's other values first.
    Declared {
        /// Where the value is.
        slot: SlotIx,
        /// Of which attribute.
        key: AttrKey,
        /// Gains rather than loses.
        gain: bool,
        /// Instead of what it had.
        replace: bool,
    },
    /// Becomes a copy of the first of these: its printed information is that card's, before anything else is applied (1017.2 and its like).
    CopyOf(ObjIx),
    /// The player controls it.
    Controller(Who),
    /// Gains abilities, with the keywords they bring.
    Abilities(Vec<AbilityIx>, u128),
    /// Has the abilities of this category that these cards have.
    AbilitiesOf(ObjIx, Category),
    /// Loses these keywords, and the abilities they stand for.
    LoseKeyword(u128),
    /// Its abilities with these keywords do nothing, though it has them (10.3.2 and its like).
    Invalid(u128),
    /// The player gains abilities, with the keywords they bring.
    PlayerAbilities(Vec<AbilityIx>, u128),
    /// What its labels with these keywords ask for counts as met.
    Release(u128),
    /// Everybody sees it, wherever it lies.
    Shown,
    /// Loses all abilities.
    NoAbilities,
    /// Loses all abilities that effects have given to it.
    NoGranted,
    /// Loses the ability that makes this effect.
    LoseThis,
    /// Events of the pattern with the target as subject cannot happen, or those with the target as object if the pattern says so.
    Forbid(PatIx),
    /// The target may do something the rules would not let it: a permission of the game's table. With objects, only with what is among them
    /// when it is done.
    Allow(u8, Option<ObjIx>),
    /// A permission of the game's table about up to so many of these objects at once, counted when it is used.
    AllowSome(u8, ObjIx, NumIx),
    /// A duty of the game's table about all of these objects there are then.
    MustWith(u8, ObjIx),
    /// A deck may have so many cards with one of these keywords: only the rules of decks ask for it.
    AtMost(u128, u16),
    /// Abilities cost nothing: of this category, with one of these keywords (0 for any), or a certain one.
    NoCost {
        /// Of which category; of any if none.
        category: Option<Category>,
        /// With which keywords.
        keywords: u128,
        /// Which one; any if none.
        which: Option<WhichAbility>,
    },
    /// A permission of the game's table that costs this instead of the price.
    AllowFor(u8, CostIx),
    /// A deck may have so many cards of this name: only the rules of decks ask for it.
    Copies(NameId, u16),
    /// Icons of the first kind pay for those of the second (903.2.i.1 and its like).
    Substitute(u8, u8),
    /// The target must do it if it can: a duty of the game's table.
    Must(u8),
    /// Cards that fit come into a place in another way than they would.
    EnterAs(Box<EnterAs>),
    /// Playing costs other icons: what is played is the target, or an ability of it with one of the keywords. The amount says how many times.
    PriceIcons {
        /// More, less, or this instead.
        how: PriceHow,
        /// The icons.
        icons: Vec<Icon>,
        /// Of an ability with one of these keywords; 0 for the card itself.
        keywords: u128,
    },
    /// Playing costs so much more (true) or less.
    Price(NumIx, bool),
    /// Playing costs this.
    PriceIs(NumIx),
}

/// A certain ability of a card.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhichAbility {
    /// The one that the effect is of.
    This,
    /// The one that the event is about.
    Event,
}

/// How a price changes. The order is that in which such changes are made (903.2i and its like).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PriceHow {
    /// It is this instead.
    Instead,
    /// It is higher.
    More,
    /// It is lower.
    Less,
}

/// How cards come into a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnterAs {
    /// Which cards; none for the card of the ability itself.
    pub what: Option<Select>,
    /// Into which place.
    pub place: PlaceIx,
    /// With this orientation.
    pub orient: Option<u8>,
    /// With so many counters of a kind.
    pub counters: Vec<(u8, NumIx)>,
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
    /// Which card the text is on and what it remembers: two cards with the text may mean different things by it. Nothing writes this.
    pub const SOURCE: u64 = 1 << 22;
    /// Damage and counters on cards.
    pub const DAMAGE: u64 = 1 << 21;
    /// Abilities are taken away.
    pub const LOST: u64 = 1 << 20;
    /// The contents of a zone: this bit shifted left by the zone's number.
    pub const ZONE: u64 = 1 << 24;

    /// How many numeric attributes of a card are kept; those beyond are worked out by the game.
    pub const KEPT: u8 = 6;

    /// The bit of a numeric attribute. What the game works out may depend on all of them, and on damage and counters.
    pub const fn attr(attr: u8) -> u64 {
        if attr < KEPT {
            1 << attr
        } else {
            ((1 << KEPT) - 1) | DAMAGE | ORIENT
        }
    }

    /// The bit of a zone.
    pub const fn zone(zone: u8) -> u64 {
        // The tables have no more zones (limits.rs).
        if (zone as usize) < crate::exec::limits::ZONES {
            ZONE << zone
        } else {
            0
        }
    }
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
