//! A stable text form of the IR for snapshots and for reading.

use super::Card;

/// The card as indented text.
pub fn dump(card: &Card) -> String {
    format!("{card:#?}\n")
}
