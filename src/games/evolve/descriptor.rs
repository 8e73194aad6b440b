//! What Shadowverse: Evolve is, in one value.

use super::style::STYLE;
use crate::games::{Descriptor, Edition};
use crate::style::{BoardPlan, Row, Show};

/// The game.
pub static GAME: Descriptor = Descriptor {
    name: "evolve",
    editions: &[Edition {
        kernel: &super::EVOLVE,
        rules: include_str!("rules.tsv"),
    }],
    style: &STYLE,
    board: &BOARD,
};

const BOARD: BoardPlan = BoardPlan {
    rows: &[
        Row::List("field", 3),
        Row::List("ex-area", 1),
        Row::List("leader-area", 1),
        Row::Piles(&[
            ("evolve-deck", Show::Count),
            ("cemetery", Show::Top),
            ("deck", Show::Count),
        ]),
    ],
    numbers: &["attack", "defense"],
    player: &[("play-points", "PP"), ("max-pp", "max PP"), ("evolution-points", "EP")],
    states: &["evolved"],
    hidden: &["nowhere"],
};
