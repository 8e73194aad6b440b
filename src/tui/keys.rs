//! Keys: which one means what.

/// A key as far as the screen knows keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Key {
    /// A letter, digit or sign.
    Char(char),
    /// Up.
    Up,
    /// Down.
    Down,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// To the beginning.
    Home,
    /// To the end.
    End,
    /// Take it.
    Enter,
    /// Away from here.
    Esc,
    /// Take the last letter away.
    Backspace,
    /// Leave the program.
    Leave,
}

/// The keys of the answers of a page, in their order: those that no command needs.
pub(super) const ANSWERS: &str = "123456789abcdefijkmnopvwxy";

/// The place on the page that a key means.
pub(super) fn place(key: char) -> Option<usize> {
    ANSWERS.chars().position(|c| c == key)
}

/// The key of a place on the page.
pub(super) fn of_place(place: usize) -> Option<char> {
    ANSWERS.chars().nth(place)
}

/// What the keys do, for the help page.
pub(super) const HELP: &[&str] = &[
    "1-9 a-y     the answer with that key; keys belong to the lines that are shown",
    "arrows      move the mark; Enter takes the marked answer",
    "PgUp PgDn   turn the page of a long list (also < and >)",
    "/           type a part of an answer to find it; Esc ends it",
    "",
    "t           the printed text of a card",
    "?           why can I not play this card?",
    "z           look into a zone: waiting room, graveyard, deck …",
    "g           the whole log; each line names the card or [rule] behind it",
    "u           undo: back to the last decision of a person",
    "s  l        save, load",
    "R           resign",
    "q           quit",
    "Esc         back to the question",
];
