//! The rows of the table: which ability of which card, and how it is set off.

/// What one row measures.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    /// Its number, and that of its body for the hosts.
    pub(crate) number: u16,
    /// The card with the ability.
    pub(crate) card: &'static str,
    /// How it is set off.
    pub(crate) start: Start,
}

/// How a row is set off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Start {
    /// The ability that its player uses begins to resolve.
    Use,
    /// The same, and a check timing follows, in which what was set off resolves too.
    UseAndCheck,
    /// The information of all cards is computed.
    Compute,
}

/// The cards that row 14 gives power to.
pub(crate) const LAMP_CARDS: u16 = 14;
/// The cards that row 14 counts.
pub(crate) const TEA_CARDS: u16 = 15;

const fn row(number: u16, card: &'static str, start: Start) -> Row {
    Row { number, card, start }
}

/// All rows; the first has a body that does nothing.
pub(crate) const ALL: &[Row] = &[
    row(0, "00 nothing", Start::Use),
    row(1, "01 draw", Start::Use),
    row(2, "02 draw and discard", Start::Use),
    row(3, "03 search", Start::Use),
    row(4, "04 salvage", Start::Use),
    row(5, "05 power", Start::Use),
    row(6, "06 power for each", Start::Use),
    row(7, "07 condition", Start::Use),
    row(8, "08 cost", Start::Use),
    row(9, "09 return", Start::Use),
    row(10, "10 look", Start::Use),
    row(11, "11 damage", Start::Use),
    row(12, "12 brainstorm", Start::Use),
    row(13, "13 modes", Start::Use),
    row(14, "14 continuous", Start::Compute),
    row(15, "15 grant", Start::UseAndCheck),
    row(16, "16 delayed", Start::UseAndCheck),
    row(17, "17 replacement", Start::Use),
    row(18, "18 reaction", Start::UseAndCheck),
    row(19, "19 history", Start::Use),
    row(20, "20 nested grant", Start::UseAndCheck),
];
