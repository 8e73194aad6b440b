//! What is true of a card: printed or computed.

use super::{AbilityIx, AttrId, Captured, CellId, DefId, NameId, P, Ref, TagId};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How many words the set of tags has; a pool has at most 64 times as many tags.
pub const TAG_WORDS: usize = 16;

/// A set of tags of the pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Tags(pub [u64; TAG_WORDS]);

impl Tags {
    /// Whether the tag is in the set.
    #[inline]
    pub fn has(&self, tag: TagId) -> bool {
        self.0
            .get(tag.ix() / 64)
            .is_some_and(|word| word >> (tag.ix() % 64) & 1 == 1)
    }

    /// Puts a tag in.
    pub fn insert(&mut self, tag: TagId) {
        if let Some(word) = self.0.get_mut(tag.ix() / 64) {
            *word |= 1 << (tag.ix() % 64);
        }
    }

    /// Takes a tag out.
    pub fn remove(&mut self, tag: TagId) {
        if let Some(word) = self.0.get_mut(tag.ix() / 64) {
            *word &= !(1 << (tag.ix() % 64));
        }
    }

    /// Whether the two sets share a tag.
    pub fn meets(&self, other: &Tags) -> bool {
        self.0.iter().zip(&other.0).any(|(a, b)| a & b != 0)
    }

    /// Whether there is no tag.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|w| *w == 0)
    }

    /// The tags, lowest first.
    pub fn iter(&self) -> impl Iterator<Item = TagId> + '_ {
        let words = self.0.iter().enumerate().filter(|(_, word)| **word != 0);
        words.flat_map(|(at, word)| {
            let bits = (0..64).filter(move |bit| word >> bit & 1 == 1);
            bits.map(move |bit| TagId(u16::try_from(at * 64 + bit).unwrap_or(u16::MAX)))
        })
    }
}

/// The information of a card. Printed information has the same form, so that readers need not know which it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Chars {
    /// The definition it comes from.
    pub def: DefId,
    /// Numeric attributes, by the game's table.
    pub attrs: [i32; 6],
    /// Which of them the card has at all.
    pub has: u8,
    /// Card types, by the game's table.
    pub types: u32,
    /// How many names it has.
    pub name_count: u8,
    /// Its names, the printed one first.
    pub names: [NameId; 3],
    /// Tags.
    pub tags: Tags,
    /// Words of attributes such as colours, by the game's table.
    pub values: u64,
    /// Keywords and labels, by the pool's list.
    pub keywords: u128,
    /// Keywords that were taken away, with the abilities they stand for.
    pub lost_keywords: u128,
    /// Its printed abilities are gone.
    pub lost: bool,
    /// Whether an effect gave it abilities.
    pub granted: bool,
}

impl Chars {
    /// A numeric attribute.
    #[inline]
    pub fn attr(&self, attr: usize) -> i32 {
        self.attrs.get(attr).copied().unwrap_or(0)
    }

    /// Whether it has a numeric attribute at all.
    #[inline]
    pub const fn has_attr(&self, attr: AttrId) -> bool {
        self.has & attr.bit() != 0
    }

    /// Whether one of its names is this one.
    pub fn named(&self, name: NameId) -> bool {
        self.all_names().contains(&name)
    }

    /// Its names.
    pub fn all_names(&self) -> &[NameId] {
        self.names.get(..usize::from(self.name_count)).unwrap_or(&[])
    }

    /// Adds a name, if there is room for it.
    pub fn add_name(&mut self, name: NameId) {
        if !self.named(name)
            && let Some(slot) = self.names.get_mut(usize::from(self.name_count))
        {
            *slot = name;
            self.name_count += 1;
        }
    }
}

/// An ability that an effect gives to a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GrantedAbility {
    /// Which card has it.
    pub card: Ref,
    /// The ability.
    pub ability: AbilityIx,
    /// The effect that gives it, to tell two grants of one text apart: the stamp of the effect, or of its static's card.
    pub stamp: u32,
    /// What the giving effect had chosen.
    pub held: Option<Arc<Captured>>,
}

/// The last information of a card: as it was before it left its cell, or before it was turned where it is.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Lki {
    /// The card as it was.
    pub old: Ref,
    /// The card it became; the same if it stayed where it is.
    pub new: Ref,
    /// Its information.
    pub chars: Chars,
    /// Where it was.
    pub cell: CellId,
    /// Its orientation.
    pub orient: u8,
    /// Who mastered it.
    pub master: P,
    /// Its back was up.
    #[serde(default)]
    pub face_down: bool,
    /// The states of the game's table that it was in, as far as the pool asks for them (bits).
    #[serde(default)]
    pub states: u64,
    /// The cards that were under it.
    #[serde(default)]
    pub under: Vec<Ref>,
    /// The counters that were on it: kind and number.
    #[serde(default)]
    pub counters: Vec<(u8, u16)>,
    /// The damage that was on it.
    #[serde(default)]
    pub damage: i32,
    /// The number that was chosen for its X.
    #[serde(default)]
    pub x: i32,
    /// What it was added or attached to.
    #[serde(default)]
    pub host: Ref,
    /// When it left.
    pub stamp: u32,
}
