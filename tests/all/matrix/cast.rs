//! What the sentences of the matrix are made of besides the verbs: for each game and edition, cards to write them on, nouns and places.

/// A description of cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Noun {
    pub(super) one: &'static str,
    pub(super) many: &'static str,
    /// The types it means, by the words of the table; all if none is given.
    pub(super) types: &'static [&'static str],
    /// Where such cards lie; anywhere if none is given.
    pub(super) zones: &'static [&'static str],
}

const fn noun(
    one: &'static str,
    many: &'static str,
    types: &'static [&'static str],
    zones: &'static [&'static str],
) -> Noun {
    Noun {
        one,
        many,
        types,
        zones,
    }
}

const CARD: Noun = noun("card", "cards", &[], &[]);

/// The players of the matrix in one edition of a game.
#[derive(Debug)]
pub(super) struct Cast {
    pub(super) game: &'static str,
    pub(super) edition: Option<&'static str>,
    /// The head of every card.
    pub(super) header: &'static str,
    /// The zone where the cards of the matrix lie.
    pub(super) zone: &'static str,
    /// What stands before the text of an ability so that it works there.
    pub(super) here: &'static str,
    pub(super) nouns: &'static [Noun],
    pub(super) places: &'static [&'static str],
    /// What effects are said to come from.
    pub(super) effects: &'static str,
    /// What is not a card and not a player, by the types of roles.
    pub(super) things: &'static [(&'static str, &'static str)],
    /// What makes the card itself greater, and by how much.
    pub(super) boost: &'static str,
    pub(super) boost_by: i32,
    /// Where a card lies that is called nothing but a card, and where it is meant besides because the verb takes it from there.
    pub(super) cards: &'static [&'static str],
    pub(super) taken: &'static [(&'static str, &'static str)],
}

pub(super) const CASTS: &[Cast] = &[
    Cast {
        game: "fow",
        edition: None,
        header: "resonator, attribute fire, cost {R}, race <Watcher>, ATK 500, DEF 900",
        zone: "field",
        here: "",
        nouns: &[
            noun("resonator", "resonators", &["resonator"], &["field"]),
            noun("magic-stone", "magic-stones", &["magic-stone"], &["field"]),
            noun("J/ruler", "J/rulers", &["ruler", "J-ruler"], &["field", "ruler-area"]),
            noun(
                "spell",
                "spells",
                &["resonator", "chant", "addition", "regalia"],
                &["chase"],
            ),
            CARD,
        ],
        places: &["field", "hand", "deck", "graveyard"],
        effects: "spells or abilities",
        things: &[
            ("damage", "damage"),
            ("amount:life", "life"),
            ("abilities", "abilities"),
            ("counters", "counters"),
            ("place", "deck"),
        ],
        boost: "this gets +70000/+0",
        boost_by: 70000,
        cards: &["field", "ruler-area"],
        taken: &[("draw", "deck"), ("discard", "hand"), ("cancel", "chase")],
    },
    Cast {
        game: "weiss",
        edition: None,
        header: "character, color red, level 0, cost 0, power 3000, soul 1\n  traits <Watcher>, side weiss",
        zone: "stage",
        here: "",
        nouns: &[
            noun("character", "characters", &["character"], &["stage"]),
            noun("climax", "climaxes", &["climax"], &["climax-area"]),
            CARD,
        ],
        places: &["stage", "hand", "deck", "waiting-room", "clock", "stock", "memory"],
        effects: "effects",
        things: &[
            ("damage", "damage"),
            ("abilities", "abilities"),
            ("counters", "counters"),
            ("place", "deck"),
        ],
        boost: "this gets +70000 power",
        boost_by: 70000,
        cards: &[],
        taken: &[],
    },
    Cast {
        game: "evolve",
        edition: None,
        header: "follower, class swordcraft, traits <Watcher>, cost 1, attack 2, defense 5",
        zone: "field",
        here: "",
        nouns: &[
            noun("follower", "followers", &["follower"], &["field"]),
            noun("amulet", "amulets", &["amulet"], &["field"]),
            noun("leader", "leaders", &["leader"], &["leader-area"]),
            CARD,
        ],
        places: &["field", "hand", "deck", "cemetery", "ex-area"],
        effects: "abilities",
        things: &[
            ("damage", "damage"),
            ("amount:play-point", "play-points"),
            ("abilities", "abilities"),
            ("counters", "counters"),
            ("place", "deck"),
        ],
        boost: "this gets +70/+0",
        boost_by: 70,
        cards: &["field"],
        taken: &[("draw", "deck"), ("discard", "hand")],
    },
    Cast {
        game: "vanguard",
        edition: Some("g"),
        header: "normal-unit, grade 1, power 7000, shield 5000, critical 1\n  clan <Watchers>, race <Human>",
        zone: "RC",
        here: "in RC",
        nouns: VANGUARD_NOUNS,
        places: VANGUARD_PLACES,
        effects: "effects",
        things: VANGUARD_THINGS,
        boost: "this gets +70000 power",
        boost_by: 70000,
        cards: &[],
        taken: &[],
    },
    Cast {
        game: "vanguard",
        edition: Some("1.10"),
        header: "normal-unit, grade 1, power 7000, shield 5000, critical 1\n  clan <Watchers>, race <Human>",
        zone: "RC",
        here: "in RC",
        nouns: VANGUARD_NOUNS,
        places: VANGUARD_PLACES,
        effects: "effects",
        things: VANGUARD_THINGS,
        boost: "this gets +70000 power",
        boost_by: 70000,
        cards: &[],
        taken: &[],
    },
];

const VANGUARD_NOUNS: &[Noun] = &[
    noun(
        "unit",
        "units",
        &["normal-unit", "trigger-unit", "g-unit"],
        &["VC", "RC", "GC"],
    ),
    noun("rear-guard", "rear-guards", &["normal-unit", "trigger-unit"], &["RC"]),
    noun(
        "vanguard",
        "vanguards",
        &["normal-unit", "trigger-unit", "g-unit"],
        &["VC"],
    ),
    CARD,
];

const VANGUARD_PLACES: &[&str] = &["RC", "hand", "deck", "drop", "soul", "damage-zone", "GC"];

const VANGUARD_THINGS: &[(&str, &str)] = &[
    ("damage", "damage"),
    ("abilities", "abilities"),
    ("counters", "counters"),
    ("place", "deck"),
];

impl Cast {
    /// The game and its edition, in words.
    pub(super) fn name(&self) -> String {
        match self.edition {
            Some(edition) => format!("{} {edition}", self.game),
            None => self.game.to_owned(),
        }
    }

    /// The head of a file with cards of this game.
    pub(super) fn head(&self) -> String {
        let edition = self.edition.map(|e| format!(" edition {e}")).unwrap_or_default();
        format!("use {}{edition}\nset \"Matrix\" code MX\n", self.game)
    }

    /// A card with these lines.
    pub(super) fn card(&self, name: &str, lines: &[String]) -> String {
        let mut text = format!("\ncard \"{name}\" {name} {{\n  {}\n", self.header);
        for line in lines {
            text += &format!("\n  {line}\n");
        }
        text + "}\n"
    }
}
