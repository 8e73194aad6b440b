//! What Force of Will is, in one value.

use super::style::STYLE;
use crate::games::{Descriptor, Edition};
use crate::style::{BoardPlan, Row, Show};

/// The game.
pub static GAME: Descriptor = Descriptor {
    name: "fow",
    editions: &[Edition {
        kernel: &super::FOW,
        rules: include_str!("rules.tsv"),
    }],
    style: &STYLE,
    board: &BOARD,
};

const BOARD: BoardPlan = BoardPlan {
    rows: &[
        Row::List("field", 4),
        Row::Piles(&[
            ("ruler-area", Show::Names),
            ("stone-deck", Show::Count),
            ("graveyard", Show::Top),
            ("deck", Show::Count),
            ("chase", Show::Some),
        ]),
    ],
    numbers: &["ATK", "DEF"],
    player: &[("life", "life")],
    states: &["attacking", "blocking", "astral", "awakened", "inverted"],
    hidden: &["nowhere", "outside-game"],
};
