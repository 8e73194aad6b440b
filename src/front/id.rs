//! Who sits at the table, and who looks on.

use crate::kernel::P;
use serde::{Deserialize, Serialize};
use std::fmt;

/// One of the two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, schemars::JsonSchema)]
pub enum PlayerId {
    /// The first of the two decks is this player's.
    #[serde(rename = "p1")]
    One,
    /// The second one.
    #[serde(rename = "p2")]
    Two,
}

impl PlayerId {
    /// Both players, the first one first.
    pub const BOTH: [PlayerId; 2] = [PlayerId::One, PlayerId::Two];

    /// 0 or 1: the place among the decks of a game.
    pub fn index(self) -> usize {
        match self {
            PlayerId::One => 0,
            PlayerId::Two => 1,
        }
    }

    /// The other player.
    #[must_use]
    pub fn other(self) -> PlayerId {
        match self {
            PlayerId::One => PlayerId::Two,
            PlayerId::Two => PlayerId::One,
        }
    }

    pub(super) fn of(p: P) -> PlayerId {
        if p == P::ONE { PlayerId::One } else { PlayerId::Two }
    }

    pub(super) fn p(self) -> P {
        match self {
            PlayerId::One => P::ONE,
            PlayerId::Two => P::TWO,
        }
    }
}

impl fmt::Display for PlayerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(crate::exec::player_word(self.p()))
    }
}

/// Whose eyes a game is seen with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Viewer {
    /// A player: open cards and the own hidden ones.
    Player(PlayerId),
    /// Somebody who looks on: what both players know, and no question.
    Spectator,
    /// Whoever may know everything: the author of a test, a debugger, a referee.
    All,
}

impl Viewer {
    /// Whether something is known to the viewer that is known to these players (bit 0 and bit 1).
    pub(super) fn knows(self, seen: u8) -> bool {
        match self {
            Viewer::Player(player) => seen >> player.index() & 1 == 1,
            Viewer::Spectator => seen & 3 == 3,
            Viewer::All => true,
        }
    }

    /// Whether the viewer may see what a player is asked and can answer.
    pub(super) fn sees_answers(self, asked: PlayerId) -> bool {
        match self {
            Viewer::Player(player) => player == asked,
            Viewer::Spectator => false,
            Viewer::All => true,
        }
    }
}
