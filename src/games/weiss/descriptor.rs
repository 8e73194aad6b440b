//! What Weiß Schwarz is, in one value.

use super::style::STYLE;
use crate::games::{Descriptor, Edition};
use crate::style::{BoardPlan, Row, Show};

/// The game.
pub static GAME: Descriptor = Descriptor {
    name: "weiss",
    editions: &[Edition {
        kernel: &super::WEISS,
        rules: include_str!("rules.tsv"),
    }],
    style: &STYLE,
    board: &BOARD,
};

const BOARD: BoardPlan = BoardPlan {
    rows: &[
        Row::Spots(&["C1", "C2", "C3"]),
        Row::Spots(&["B4", "", "B5"]),
        Row::Piles(&[
            ("level-zone", Show::Names),
            ("clock", Show::Count),
            ("stock", Show::Count),
            ("waiting-room", Show::Count),
            ("deck", Show::Count),
            ("climax-area", Show::Some),
        ]),
    ],
    numbers: &["power", "soul"],
    player: &[("level", "level")],
    states: &["attacking", "attacked"],
    // Markers are told of with the card they lie under.
    hidden: &["marker-area"],
};
