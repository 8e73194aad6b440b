//! What Cardfight!! Vanguard is, in one value.

use super::style::STYLE;
use crate::games::{Descriptor, Edition};
use crate::style::{BoardPlan, Row, Show};

/// The game.
pub static GAME: Descriptor = Descriptor {
    name: "vanguard",
    editions: &[
        Edition {
            kernel: &super::VANGUARD_G,
            rules: include_str!("rules.tsv"),
        },
        Edition {
            kernel: &super::VANGUARD_110,
            rules: include_str!("rules-1.10.tsv"),
        },
    ],
    style: &STYLE,
    board: &BOARD,
};

const BOARD: BoardPlan = BoardPlan {
    rows: &[
        Row::Spots(&["LF", "VC", "RF"]),
        Row::Spots(&["LB", "CB", "RB"]),
        Row::Piles(&[
            ("damage-zone", Show::Count),
            ("GC", Show::Some),
            ("soul", Show::Count),
            ("drop", Show::Top),
            ("deck", Show::Count),
        ]),
    ],
    numbers: &["power", "critical"],
    states: &["attacking", "attacked", "boosting", "locked", "deleted", "in-legion"],
    ..BoardPlan::PLAIN
};
