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

impl ZoneId {
    /// Its bit in sets of zones. The tables of a game have no more zones than such a set; a number beyond them has no bit.
    #[inline]
    pub const fn bit(self) -> u32 {
        match 1u32.checked_shl(self.0 as u32) {
            Some(bit) => bit,
            None => 0,
        }
    }

    /// Whether it is in a set of zones.
    #[inline]
    pub const fn is_in(self, zones: u32) -> bool {
        zones & self.bit() != 0
    }
}

impl AttrId {
    /// Its bit in the set of numbers that a card has; a number that is computed each time has none.
    #[inline]
    pub const fn bit(self) -> u8 {
        match 1u8.checked_shl(self.0 as u32) {
            Some(bit) => bit,
            None => 0,
        }
    }
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

#[cfg(test)]
mod tests {
    use super::{AttrId, ZoneId};
    use crate::kernel::Note;

    #[test]
    fn a_number_beyond_the_limit_has_no_bit_and_not_that_of_another() {
        assert_eq!((ZoneId(31).bit(), ZoneId(32).bit()), (1 << 31, 0));
        assert_eq!((Note(63).bit(), Note(64).bit()), (1 << 63, 0));
        assert_eq!((AttrId(7).bit(), AttrId(8).bit()), (1 << 7, 0));
        assert!(ZoneId(3).is_in(1 << 3) && !ZoneId(35).is_in(1 << 3));
        assert!(Note(3).is_in(1 << 3) && !Note(67).is_in(1 << 3));
    }
}
