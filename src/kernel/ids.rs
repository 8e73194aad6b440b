//! Small names for things.

use serde::{Deserialize, Serialize};

/// A player: the first or the second of the match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct P(pub u8);

impl P {
    /// The first player.
    pub const ONE: P = P(0);
    /// The second player.
    pub const TWO: P = P(1);
    /// Both.
    pub const BOTH: [P; 2] = [P(0), P(1)];

    /// The other player.
    #[inline]
    #[must_use]
    pub fn other(self) -> P {
        P(1 - (self.0 & 1))
    }

    /// The player's number as an index.
    #[inline]
    pub fn ix(self) -> usize {
        usize::from(self.0 & 1)
    }
}

macro_rules! ids {
    ($( $(#[$doc:meta])* $name:ident($inner:ty); )*) => {
        $(
            $(#[$doc])*
            #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
            pub struct $name(pub $inner);

            impl $name {
                /// As an index.
                #[inline]
                pub fn ix(self) -> usize {
                    self.0 as usize
                }
            }
        )*
    };
}

ids! {
    /// A card definition of the pool.
    DefId(u16);
    /// An ability of the pool, printed or granted.
    AbilityIx(u32);
    /// A zone of the game's table.
    ZoneId(u8);
    /// A cell: a zone of a player, or one position of it.
    CellId(u8);
    /// A numeric attribute of cards.
    AttrId(u8);
    /// A stretch of time of the game's table.
    TimeId(u8);
    /// A tag of the pool.
    TagId(u16);
    /// A name of the pool.
    NameId(u16);
}

/// A card at one time of its life. A card that becomes a new object by the rules gets a new `life`; references to the old one are dead.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Ref {
    /// The card's number in the match.
    pub ix: u16,
    /// Which life of it.
    pub life: u16,
}

impl Ref {
    /// No card at all.
    pub const NONE: Ref = Ref { ix: u16::MAX, life: 0 };

    /// The first number that means a player and not a card: sets of objects may hold players.
    const PLAYERS: u16 = u16::MAX - 2;

    /// A player as an object.
    pub const fn player(p: P) -> Ref {
        Ref {
            ix: Ref::PLAYERS + p.0 as u16,
            life: 0,
        }
    }

    /// The player it means, if it means one.
    #[inline]
    pub fn as_player(self) -> Option<P> {
        match self.ix {
            Ref::PLAYERS => Some(P::ONE),
            ix if ix == Ref::PLAYERS + 1 => Some(P::TWO),
            _ => None,
        }
    }

    /// Whether it means something: a card, dead or alive, or a player.
    #[inline]
    pub fn is_some(self) -> bool {
        self.ix != u16::MAX
    }
}

impl Default for Ref {
    fn default() -> Self {
        Ref::NONE
    }
}
