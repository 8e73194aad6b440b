//! Which cards a pool was linked from, so that it can be linked again from the same cards found elsewhere.

use super::save::text_hash;
use crate::ir::{Card, dump};

/// A card by its name, its printed id and what it says.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct CardFingerprint {
    /// Its name.
    pub name: String,
    /// Its printed id, if it has one.
    pub id: Option<String>,
    /// A hash of what it says.
    pub print: u64,
}

impl CardFingerprint {
    /// How a card is listed.
    pub fn of(card: &Card) -> CardFingerprint {
        CardFingerprint {
            name: card.name.clone(),
            id: card.id.clone(),
            print: text_hash(&dump(card)),
        }
    }
}
