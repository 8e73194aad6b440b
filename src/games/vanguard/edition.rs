//! What differs between the two editions of the rules, as a table: one row a difference that changes how the shared code goes. Whatever else only one
//! edition has (G units, locks, legions, deletes, hearts, nations, keywords) is a word that the vocabulary of the other one lacks: no card can speak
//! of it there, so the code for it is never reached. Rule numbers without a prefix are those of g.

use crate::exec::Game;

/// How many drive checks an attacking vanguard makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Drive {
    /// As many as its drive says, read anew after each check; it must still be a vanguard (2.16.1, 7.5.1.2, 7.5.1.3, 10.2.1).
    Value,
    /// One always, a second one with Twin Drive if it still is a vanguard then (1.10:7.5.1.2, 7.5.1.3, 10.2.1.1).
    Twin,
}

/// How guardians come to the circle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Guard {
    /// One at a time, a check timing before each (7.4.1.2).
    OneByOne,
    /// All are chosen first and come together (1.10:7.4.1.1.1 to 7.4.1.1.2.3).
    Together,
}

/// The differences.
#[derive(Debug)]
pub(super) struct Edition {
    /// The word for it.
    pub(super) word: &'static str,
    /// Drive checks.
    pub(super) drive: Drive,
    /// Guarding.
    pub(super) guard: Guard,
    /// A card without a shield can be a guardian, with shield 0 (3.11.1.1); in 1.10 it cannot (1.10:3.11.1.1).
    pub(super) shieldless_guard: bool,
    /// The power of a boost counts before the check timing of the attack (7.3.1.7, 7.3.1.8); in 1.10 after it (1.10:7.3.1.6, 7.3.1.7).
    pub(super) boost_first: bool,
    /// A player without a vanguard rides from the soul or loses (9.5.1, 9.2.4); 1.10 has no such rule.
    pub(super) needs_vanguard: bool,
    /// The draw phase has a G assist step (6.4.1.2).
    pub(super) assist_step: bool,
    /// The ride phase has a stride step (6.5.1.2).
    pub(super) stride_step: bool,
    /// The end phase begins with unlocking, restoring and the return of G units (6.8.1.1, 6.8.1.2); 1.10 begins with the abilities (1.10:6.8.1.1).
    pub(super) end_cleanup: bool,
    /// A shuffle leaves out what a search has found (10.1.10.1.1).
    pub(super) spares_found: bool,
    /// At most four Sentinels, only normal and trigger units in the main deck (5.2.2.5, 5.2.2.6), and a G deck (5.3).
    pub(super) deck_of_g: bool,
}

/// The G edition.
pub(super) static G: Edition = Edition {
    word: "g",
    drive: Drive::Value,
    guard: Guard::OneByOne,
    shieldless_guard: true,
    boost_first: true,
    needs_vanguard: true,
    assist_step: true,
    stride_step: true,
    end_cleanup: true,
    spares_found: true,
    deck_of_g: true,
};

/// The edition 1.10.
pub(super) static V110: Edition = Edition {
    word: "1.10",
    drive: Drive::Twin,
    guard: Guard::Together,
    shieldless_guard: false,
    boost_first: false,
    needs_vanguard: false,
    assist_step: false,
    stride_step: false,
    end_cleanup: false,
    spares_found: false,
    deck_of_g: false,
};

/// The edition a game is played by.
pub(super) fn of(game: &Game) -> &'static Edition {
    by_word(game.kernel().edition())
}

/// The edition of a word; the first one if there is no other.
pub(super) fn by_word(word: &str) -> &'static Edition {
    if word == V110.word { &V110 } else { &G }
}
