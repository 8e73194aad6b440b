//! Changes that continuous effects make.

use super::{ApplyTo, ChangeIx, CondIx, NumIx, ObjIx, PatIx, SlotIx};
use crate::kernel::{AbilityIx, AttrId, NameId, TagId};

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
    /// Damage and counters on cards.
    pub const DAMAGE: u64 = 1 << 21;
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
