//! How a game lays out its board, as data: rows of places, the middle of the table first. A zone that no row names is shown by its size as soon as it
//! holds cards, so that a game without a plan can be played too.

/// How a zone is shown in a row of piles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Show {
    /// How many cards it has.
    Count,
    /// How many, and the one on top.
    Top,
    /// All that can be seen, by name.
    Names,
    /// The same, as long as there is any.
    Some,
}

/// A row of one player's side.
#[derive(Debug, Clone, Copy)]
pub enum Row {
    /// Places for one card each, by the names of the positions; an empty name is a gap.
    Spots(&'static [&'static str]),
    /// A zone whose cards are all shown with their numbers, on so many lines.
    List(&'static str, usize),
    /// Zones on one line.
    Piles(&'static [(&'static str, Show)]),
}

/// The plan of a game's board.
#[derive(Debug, Clone, Copy)]
pub struct BoardPlan {
    /// The rows, the middle of the table first.
    pub rows: &'static [Row],
    /// The numbers of a card that are shown, by their attributes.
    pub numbers: &'static [&'static str],
    /// The numbers of a player that are shown, each with the word for it.
    pub player: &'static [(&'static str, &'static str)],
    /// States of cards that are worth a word; the others follow from what is seen.
    pub states: &'static [&'static str],
    /// Zones that are never shown: what lies there is no card to look at.
    pub hidden: &'static [&'static str],
}

impl BoardPlan {
    /// What is shown where there is no plan: all zones by their sizes.
    pub const PLAIN: BoardPlan = BoardPlan {
        rows: &[],
        numbers: &[],
        player: &[],
        states: &[],
        hidden: &[],
    };
}
