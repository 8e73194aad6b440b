//! Who listens to what, worked out once for a pool: an event finds those that may hear it without a look at every card.

use super::code::{Ability, Def};
use super::pool::zones_in;
use crate::kernel::{AbilityIx, ZoneId};

/// What abilities listen for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ListenFor {
    /// To answer to what happened.
    Answer,
    /// To let something else happen instead.
    Replace,
}

impl ListenFor {
    /// What an ability that hears an event listens for.
    #[inline]
    pub(super) fn of(ability: &Ability) -> ListenFor {
        if ability.replaces.is_some() {
            ListenFor::Replace
        } else {
            ListenFor::Answer
        }
    }
}

/// The zones where cards listen to events of one key (bits).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Zones {
    /// To those of other cards too.
    all: u32,
    /// To their own.
    own: u32,
}

/// The abilities of a pool that listen for one thing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listeners {
    /// The keys that any ability listens to, given ones included.
    pub(super) keys: u128,
    /// Where printed abilities listen, by the bit of the key.
    zones: Vec<Zones>,
    /// Which definitions listen to events of other cards, a bit for each; so many words for every bit of the key.
    watch: Vec<u64>,
    /// How many words that is.
    words: usize,
}

/// Who listens to an event.
#[derive(Debug, Clone, Copy)]
pub(super) struct Listening<'p> {
    /// The zones where cards listen to what happens to others too.
    pub(super) all: u32,
    /// The zones where cards listen to what happens to themselves.
    pub(super) own: u32,
    watch: Option<&'p [u64]>,
}

impl Listening<'_> {
    /// The zones to look at for an event about a card in this zone.
    #[inline]
    pub(super) fn zones(&self, of_card: Option<ZoneId>) -> impl Iterator<Item = ZoneId> + use<> {
        let own = of_card.map_or(0, |zone| zone.bit());
        zones_in(self.all | self.own & own)
    }

    /// The definitions that listen, a bit for each; none if that has to be looked up.
    #[inline]
    pub(super) fn watching(&self) -> Option<&[u64]> {
        self.watch
    }
}

impl Listeners {
    /// The listeners of all abilities that listen for this.
    pub(super) fn new(ear: ListenFor, defs: &[Def], abilities: &[Ability]) -> Listeners {
        let words = defs.len().div_ceil(64);
        let listens = |ability: &&Ability| ListenFor::of(ability) == ear;
        let mut listeners = Listeners {
            keys: abilities.iter().filter(listens).fold(0, |keys, a| keys | a.keys),
            zones: vec![Zones::default(); 128],
            watch: vec![0; 128 * words],
            words,
        };
        for (at, def) in defs.iter().enumerate() {
            let printed = def.abilities.iter().filter_map(|ix: &AbilityIx| abilities.get(ix.ix()));
            for ability in printed.filter(listens) {
                listeners.add(at, ability);
            }
        }
        listeners
    }

    fn add(&mut self, def: usize, ability: &Ability) {
        for (bit, zones) in self.zones.iter_mut().enumerate() {
            if ability.keys >> bit & 1 == 0 {
                continue;
            }
            if ability.own {
                zones.own |= ability.works;
                continue;
            }
            zones.all |= ability.works;
            if let Some(word) = self.watch.get_mut(bit * self.words + def / 64) {
                *word |= 1 << (def % 64);
            }
        }
    }

    /// Who listens to events of a key.
    #[inline]
    pub(super) fn listening(&self, mut key: u128) -> Listening<'_> {
        let bit = key.trailing_zeros() as usize;
        // The key of most events is one bit.
        let alone = key & key.wrapping_sub(1) == 0;
        let mut all = Listening {
            all: 0,
            own: 0,
            watch: self
                .watch
                .get(bit * self.words..(bit + 1) * self.words)
                .filter(|_| alone),
        };
        while key != 0 {
            if let Some(zones) = self.zones.get(key.trailing_zeros() as usize) {
                all.all |= zones.all;
                all.own |= zones.own;
            }
            key &= key.wrapping_sub(1);
        }
        all
    }
}
