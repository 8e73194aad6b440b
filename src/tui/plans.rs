//! How each game lays out its board, as data: rows of places, the middle of the table first. A zone that no row names is shown by its size as soon as it
//! holds cards, so that a game without a plan can be played too.

/// How a zone is shown in a row of piles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Show {
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
pub(super) enum Row {
    /// Places for one card each, by the names of the positions; an empty name is a gap.
    Spots(&'static [&'static str]),
    /// A zone whose cards are all shown with their numbers, on so many lines.
    List(&'static str, usize),
    /// Zones on one line.
    Piles(&'static [(&'static str, Show)]),
}

/// The plan of a game's board.
#[derive(Debug)]
pub(super) struct Plan {
    /// The game.
    game: &'static str,
    /// The rows, the middle of the table first.
    pub(super) rows: &'static [Row],
    /// The numbers of a card that are shown, by their attributes.
    pub(super) numbers: &'static [&'static str],
    /// The numbers of a player that are shown.
    pub(super) player: &'static [&'static str],
    /// Zones that are never shown: what lies there is no card to look at.
    pub(super) hidden: &'static [&'static str],
}

static PLANS: &[Plan] = &[
    Plan {
        game: "weiss",
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
        player: &["level"],
        // Markers are told of with the card they lie under.
        hidden: &["marker-area"],
    },
    Plan {
        game: "vanguard",
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
        player: &[],
        hidden: &[],
    },
    Plan {
        game: "fow",
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
        player: &["life"],
        hidden: &["nowhere", "outside-game"],
    },
    Plan {
        game: "evolve",
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
        player: &["play-points", "max-pp", "evolution-points"],
        hidden: &["nowhere"],
    },
];

/// What is shown where there is no plan: all zones by their sizes.
static PLAIN: Plan = Plan {
    game: "",
    rows: &[],
    numbers: &[],
    player: &[],
    hidden: &[],
};

impl Plan {
    /// The plan of a game.
    pub(super) fn of(game: &str) -> &'static Plan {
        PLANS.iter().find(|plan| plan.game == game).unwrap_or(&PLAIN)
    }
}
