//! The tables of Force of Will: what a reader of the rules would put in a table. Numbers of rows are used by the other files through the constants.

mod events;
mod keywords;
mod rules;
mod verbs;
mod zones;

use crate::exec::code::bits;
use crate::exec::{AllowRow, EngineNotes, Layers, NOTHING, Tables, TimeRow};
use crate::games::common::rows::{at, quiet};
use crate::kernel::{AttrId, Chars, TimeId, ZoneId};
pub(super) use keywords::keyword;
use keywords::{KEYWORDS, NATIVE};
use rules::RULES;
pub(super) use rules::rule;
use verbs::{NOTES, VERBS};
pub(super) use verbs::{note, verb};
use zones::ZONES;
pub(super) use zones::zone;

/// Numeric attributes. Those from 6 on are worked out when they are asked for.
pub(super) mod attr {
    use super::AttrId;
    pub(crate) const TOTAL_COST: AttrId = AttrId(0);
    pub(crate) const ATK: AttrId = AttrId(1);
    pub(crate) const DEF: AttrId = AttrId(2);
    pub(crate) const DIVINITY: AttrId = AttrId(3);
    pub(crate) const BASE_ATK: AttrId = AttrId(6);
    pub(crate) const PRINTED_ATK: AttrId = AttrId(7);
    pub(crate) const PRINTED_DEF: AttrId = AttrId(8);
    pub(crate) const CAPACITY: AttrId = AttrId(9);
    pub(crate) const X_VALUE: AttrId = AttrId(10);
    pub(crate) const DAMAGE: AttrId = AttrId(11);
    pub(crate) const PAID_COSTS: AttrId = AttrId(12);
}

/// 303.2b: everybody can tell a magic stone by its back.
static STONE_BACK: Chars = Chars {
    types: card_type::STONE,
    ..NOTHING
};

/// Card types (201.2), as bits.
pub(super) mod card_type {
    pub(crate) const RULER: u32 = 1;
    pub(crate) const J_RULER: u32 = 1 << 1;
    pub(crate) const SUB_RULER: u32 = 1 << 2;
    pub(crate) const RESONATOR: u32 = 1 << 3;
    pub(crate) const STONE: u32 = 1 << 4;
    pub(crate) const CHANT: u32 = 1 << 5;
    /// Additions of every kind: those with a subtype are additions too (1406.1).
    pub(crate) const ADDITION: u32 = 1 << 6;
    pub(crate) const RESONATOR_ADDITION: u32 = 1 << 7;
    pub(crate) const REGALIA: u32 = 1 << 8;
    pub(crate) const RUNE: u32 = 1 << 9;
    // The magic stone types have the bits from 10 to 14.
    pub(crate) const RULER_ADDITION: u32 = 1 << 15;
    pub(crate) const J_RULER_ADDITION: u32 = 1 << 16;
    pub(crate) const FIGHTER_ADDITION: u32 = 1 << 17;
    pub(crate) const ANY_RULER_ADDITION: u32 = 1 << 18;
    /// J/resonators (201.2a).
    pub(crate) const FIGHTER: u32 = J_RULER | RESONATOR;
    /// J/rulers (201.2b).
    pub(crate) const ANY_RULER: u32 = RULER | J_RULER;
    /// Old additions with a subtype other than Field, and the type of what they are added to (1406.2a).
    pub(crate) const ADDED_TO: [(u32, u32); 5] = [
        (RESONATOR_ADDITION, RESONATOR),
        (RULER_ADDITION, RULER),
        (J_RULER_ADDITION, J_RULER),
        (FIGHTER_ADDITION, FIGHTER),
        (ANY_RULER_ADDITION, ANY_RULER),
    ];
    /// What can be played (701).
    pub(crate) const PLAYABLE: u32 = RESONATOR | ADDITION | REGALIA | CHANT;
    /// What stays in the field when it has resolved (702.3).
    pub(crate) const LASTING: u32 = RESONATOR | ADDITION | REGALIA | STONE;
}

/// Orientations (303.1).
pub(super) mod orient {
    pub(crate) const RECOVERED: u8 = 0;
    pub(crate) const RESTED: u8 = 1;
}

/// States only the rules know.
pub(super) mod state {
    pub(crate) const ATTACKING: u8 = 0;
    pub(crate) const BLOCKING: u8 = 1;
    pub(crate) const BLOCKED: u8 = 2;
    pub(crate) const BATTLING: u8 = 3;
    pub(crate) const ASTRAL: u8 = 4;
    pub(crate) const OVERLAID: u8 = 5;
    pub(crate) const AWAKENED: u8 = 6;
    pub(crate) const INVERTED: u8 = 7;
    pub(crate) const ESTABLISHED: u8 = 9;
    pub(crate) const BESTOWED: u8 = 10;
    pub(crate) const TOKEN: u8 = 11;
    pub(crate) const COPY: u8 = 12;
    pub(crate) const SPELL: u8 = 13;
    pub(crate) const ABILITY: u8 = 14;
    pub(crate) const GEM: u8 = 15;
    pub(crate) const CRYSTAL: u8 = 16;
    pub(crate) const COIN: u8 = 17;
    pub(crate) const EMBLEM: u8 = 18;
    pub(crate) const LIMIT_BREAK: u8 = 19;
    pub(crate) const SHIFTED: u8 = 20;
    pub(crate) const CARD: u8 = 21;
    pub(crate) const TORRENTIAL: u8 = 22;
    pub(crate) const JUDGMENT: u8 = 23;
}

/// Relations between cards.
pub(super) mod rel {
    pub(crate) const HOST: u8 = 0;
    /// Of an ability on the chase, the card that has it.
    pub(crate) const SOURCE: u8 = 1;
    /// The card it battles with (804.5).
    pub(crate) const FOE: u8 = 2;
}

/// Cards the running battle knows.
pub(super) mod known {
    pub(crate) const ATTACKER: u8 = 0;
}

/// Numbers of players. Life is kept by the state; the others are computed, with changes by effects on top.
pub(super) mod player {
    pub(crate) const LIFE: u8 = 0;
    pub(crate) const HAND_LIMIT: u8 = 1;
    pub(crate) const REMAINING_DIVINITY: u8 = 2;
}

/// Times (500 and 800).
pub(super) mod time {
    use super::TimeId;
    pub(crate) const TURN: TimeId = TimeId(0);
    pub(crate) const GAME: TimeId = TimeId(1);
    pub(crate) const DRAW: TimeId = TimeId(2);
    pub(crate) const RECOVERY: TimeId = TimeId(3);
    pub(crate) const MAIN: TimeId = TimeId(4);
    pub(crate) const END: TimeId = TimeId(5);
    pub(crate) const BATTLE: TimeId = TimeId(6);
    pub(crate) const ATTACK_STEP: TimeId = TimeId(7);
    pub(crate) const BLOCK_STEP: TimeId = TimeId(8);
    pub(crate) const STRIKE_STEP: TimeId = TimeId(9);
    pub(crate) const DAMAGE_STEP: TimeId = TimeId(10);
    pub(crate) const CLOSE_STEP: TimeId = TimeId(11);
    pub(crate) const MAIN_TIMING: TimeId = TimeId(12);
    pub(crate) const FIRST_TURN: TimeId = TimeId(13);
    pub(crate) const WILL_CLEARANCE: TimeId = TimeId(14);
}

const TIMES: [TimeRow; 15] = [
    at("turn", 0),
    at("game", 1),
    at("draw-phase", 2),
    at("recovery-phase", 3),
    at("main-phase", 4),
    at("end-phase", 5),
    at("battle", 4),
    at("attack-step", 4),
    at("block-step", 4),
    at("strike-step", 4),
    at("damage-step", 4),
    at("close-step", 4),
    quiet("main-timing", 4),
    quiet("first-turn", 0),
    quiet("will-clearance", 3),
];

/// Words of attributes; the place in the list is the bit.
const WORDS: &[(&str, &str)] = &[
    ("attribute", "light"),
    ("attribute", "fire"),
    ("attribute", "water"),
    ("attribute", "wind"),
    ("attribute", "darkness"),
    ("attribute", "void"),
    ("general", "basic"),
    ("general", "special"),
    ("general", "master"),
    ("suffix", "stranger"),
    ("weather", "Rain"),
    ("weather", "Snow"),
    ("weather", "Storm"),
];

/// Words of attributes, as bits.
pub(super) mod word {
    /// The five attributes (208.2).
    pub(crate) const ATTRIBUTES: u64 = 0b1_1111;
    /// No attribute (208.4).
    pub(crate) const VOID: u64 = 1 << 5;
    pub(crate) const BASIC: u64 = 1 << 6;
    pub(crate) const MASTER: u64 = 1 << 8;
    pub(crate) const STRANGER: u64 = 1 << 9;
}

/// Counters the rules know, by number.
pub(super) mod counter {
    pub(crate) const PLUS: u8 = 0;
    pub(crate) const MINUS: u8 = 1;
    pub(crate) const ASTRAL: u8 = 2;
    pub(crate) const MANA: u8 = 3;
    pub(crate) const CYBERBRAIN: u8 = 5;
}

/// Actions of players.
pub(super) mod act {
    pub(crate) const PLAY: u8 = 0;
    pub(crate) const USE: u8 = 1;
    pub(crate) const JUDGE: u8 = 2;
    pub(crate) const SET: u8 = 3;
    pub(crate) const CALL: u8 = 4;
    pub(crate) const BATTLE: u8 = 5;
    pub(crate) const ATTACK: u8 = 6;
    pub(crate) const BLOCK: u8 = 7;
    pub(crate) const BREAK: u8 = 8;
}

/// Windows in which a player may act.
pub(super) mod window {
    /// A player has priority (602.1c).
    pub(crate) const PRIORITY: u8 = 0;
    /// The turn player declares an attack (803.3).
    pub(crate) const ATTACK: u8 = 1;
    /// The other player declares a block (804.3).
    pub(crate) const BLOCK: u8 = 2;
    /// A player pays and may use will abilities (903.2j).
    pub(crate) const PAYMENT: u8 = 3;
}

/// The game's own questions.
pub(super) mod prompt {
    pub(crate) const MULLIGAN: u8 = 0;
    pub(crate) const BOTTOM: u8 = 1;
    pub(crate) const DISCARD: u8 = 2;
    pub(crate) const SIDE: u8 = 3;
    pub(crate) const AWAKEN: u8 = 4;
    pub(crate) const X: u8 = 5;
    pub(crate) const OBJECT: u8 = 6;
    pub(crate) const PIERCE: u8 = 7;
    pub(crate) const SPEND: u8 = 8;
    pub(crate) const REDUCE: u8 = 9;
    pub(crate) const REVEAL: u8 = 10;
    pub(crate) const COST: u8 = 11;
    pub(crate) const PRODUCE: u8 = 12;
    pub(crate) const HOST: u8 = 13;
    pub(crate) const RULER: u8 = 15;
    pub(crate) const EXTRA: u8 = 16;
}

const PROMPTS: &[&str] = &[
    "which cards to put back",
    "in which order they go to the bottom",
    "which cards to discard",
    "which side to play",
    "whether to awaken it",
    "how much X is",
    "what to attack",
    "how much damage the blocker gets",
    "which will to spend",
    "which part of the cost is reduced",
    "whether to reveal it",
    "how to pay for it",
    "which will to produce",
    "which card it is added to",
    "which resonators to banish",
    "which J/ruler",
    "whether to pay the additional cost",
];

/// Permissions.
pub(super) mod allow {
    pub(crate) const PLAY: u8 = 0;
    pub(crate) const PLAY_FREE: u8 = 1;
    pub(crate) const PLAY_FROM: u8 = 2;
    pub(crate) const ATTACK: u8 = 3;
    pub(crate) const PLAY_FROM_FREE: u8 = 5;
    /// From the hand, where cards are played from anyway.
    pub(crate) const PLAY_HAND_FREE: u8 = 6;
}

/// Zones cards can be played from by a permission.
pub(super) const PLAY_FROM: [ZoneId; 8] = [
    zone::GRAVEYARD,
    zone::REMOVED,
    zone::DECK,
    zone::STONES,
    zone::STANDBY,
    zone::EXTRA,
    zone::STRANGER,
    zone::OUTSIDE,
];

const ALLOWS: &[AllowRow] = &[
    AllowRow {
        verb: "play",
        without: "",
        from: &[],
        part: "",
    },
    AllowRow {
        verb: "play",
        without: "cost",
        from: &[],
        part: "",
    },
    AllowRow {
        verb: "play",
        without: "",
        from: &PLAY_FROM,
        part: "",
    },
    AllowRow {
        verb: "attack",
        without: "",
        from: &[],
        part: "",
    },
    AllowRow {
        verb: "call",
        without: "",
        from: &[],
        part: "",
    },
    AllowRow {
        verb: "play",
        without: "cost",
        from: &PLAY_FROM,
        part: "",
    },
    AllowRow {
        verb: "play",
        without: "cost",
        from: &[zone::HAND],
        part: "",
    },
];

/// Duties.
pub(super) mod must {
    pub(crate) const ATTACK: u8 = 0;
    pub(crate) const BLOCK: u8 = 1;
}

/// The tables of the game.
pub(super) static TABLES: Tables = Tables {
    zones: &ZONES,
    empty: "",
    attrs: &[
        "total-cost",
        "ATK",
        "DEF",
        "divinity",
        "",
        "",
        "base-ATK",
        "printed-ATK",
        "printed-DEF",
        "capacity",
        "x-value",
        "damage",
        "paid-costs",
    ],
    word_attrs: &["attribute", "general", "suffix", "weather"],
    words: WORDS,
    types: &[
        "ruler",
        "J-ruler",
        "sub-ruler",
        "resonator",
        "magic-stone",
        "chant",
        "addition",
        "resonator-addition",
        "regalia",
        "rune",
        "light-stone",
        "fire-stone",
        "water-stone",
        "wind-stone",
        "darkness-stone",
        "ruler-addition",
        "J-ruler-addition",
        "J/resonator-addition",
        "J/ruler-addition",
        "field-addition",
    ],
    // 1406.1
    kinds_of: &[
        ("resonator-addition", "addition"),
        ("ruler-addition", "addition"),
        ("J-ruler-addition", "addition"),
        ("J/resonator-addition", "addition"),
        ("J/ruler-addition", "addition"),
        ("field-addition", "addition"),
    ],
    orients: &["recovered", "rested"],
    back: Some(&STONE_BACK),
    states: &[
        "attacking",
        "blocking",
        "blocked",
        "battling",
        "astral",
        "overlaid",
        "awakened",
        "inverted",
        "under-contract",
        "established",
        "bestowed",
        "token",
        "copy",
        "spell",
        "ability",
        "gem",
        "crystal",
        "will-coin",
        "emblem",
        "limit-break",
        "shifted",
        "card",
        "torrential",
        "judgment",
    ],
    rels: &["host", "source", "battle-opponent"],
    standing: &[("add", rel::HOST), ("bestow", rel::HOST), ("attach", rel::HOST)],
    rel_deps: &[bits::ORIENT, bits::zone(zone::CHASE.0), bits::EXT],
    knowns: &["attacker", "blocker"],
    player_attrs: &["life", "hand-limit", "remaining-divinity", "weather"],
    player_deps: &[
        bits::PLAYERS,
        0,
        bits::ORIENT | bits::zone(zone::RUNE.0) | bits::zone(zone::RULER.0) | bits::zone(zone::FIELD.0),
        bits::PLAYERS,
    ],
    times: &TIMES,
    verbs: VERBS,
    notes: NOTES,
    acts: &[
        "play", "use", "judge", "set", "call", "battle", "attack", "block", "break",
    ],
    // A payment is part of something that is going on.
    windows: &[
        &["play", "use", "judge", "set", "call", "battle", "break"],
        &["attack"],
        &["block"],
        &[],
    ],
    prompts: PROMPTS,
    rules: RULES,
    allows: ALLOWS,
    musts: &["attack", "block"],
    life: player::LIFE,
    icons: &["W", "R", "U", "G", "B", "M", "T"],
    // 1119.2
    made: &["Will Coin"],
    produce_prompt: Some(prompt::PRODUCE),
    icon_words: &[1, 1 << 1, 1 << 2, 1 << 3, 1 << 4],
    variables: &["X", "Y"],
    price: Some(("cost", attr::TOTAL_COST)),
    counters: &["+100/+100", "-100/-100", "astral", "mana", "limit", "cyberbrain"],
    // 1022.2
    counts_pairs: true,
    // 909.3b
    orders_ages: true,
    // 1413.2
    keyword_nouns: &[(
        "symbol-skill",
        &[
            "Pierce",
            "Precision",
            "First-Strike",
            "Explode",
            "Flying",
            "Swiftness",
            "Imperishable",
        ],
    )],
    // 318.1b, 318.2
    outside: Some((zone::OUTSIDE, zone::REMOVED)),
    // 208.4
    none_words: word::VOID,
    // 1303.1d
    named_tokens: true,
    // 1307: a ruler with such a side is a colossal one (1304).
    // 1011.2
    own_moves: 1 << verbs::note::BANISH.0,
    // 1019.2a
    // 1012.1: only what is in the chase area is canceled.
    stack_moves: &[note::CANCEL],
    whole_zone_moves: Some((note::DISCARD, note::DISCARD_HAND)),
    halves: Some(("back", card_type::PLAYABLE)),
    noun_states: &[
        ("token", state::TOKEN),
        ("copy", state::COPY),
        ("spell", state::SPELL),
        ("ability", state::ABILITY),
        ("gem", state::GEM),
        ("crystal", state::CRYSTAL),
        ("will-coin", state::COIN),
        ("emblem", state::EMBLEM),
        ("limit-break", state::LIMIT_BREAK),
        ("entity", state::CARD),
    ],
    deck_parts: &["main", "stones", "ruler", "runes", "extra", "stranger", "side"],
    shared: &[zone::FIELD, zone::CHASE],
    stack_zone: Some(zone::CHASE),
    nowhere: Some(zone::NOWHERE),
    layers: Layers {
        new: Some((0, 4)),
        kinds: 1,
        abilities: 2,
        words: 3,
        numbers: 5,
    },
    native_keywords: NATIVE,
    deck: zone::DECK,
    hand: zone::HAND,
    resolution: zone::CHASE,
    finishes: true,
    // 1135.3
    // 1136.3
    kept_keywords: &["Divinity"],
    // 1038
    calls: &[("Exploration", "explore")],
    // 502.1
    extra_phases: &[("extra-draw-phase", time::DRAW)],
    // 1204.1
    lethal: Some(rule::LETHAL),
    // 903.2.i.1
    substitute: "substitute",
    // 1129.3
    lasting_verbs: &[("mobilize", "turn")],
    // 1124.2, 1017.1.c.1
    played_with: &[("Torrent", state::TORRENTIAL)],
    // 804.5
    meanwhile: &[("battle", rel::FOE)],
    unique: &["Drain"],
    // 1146.4
    sole: card_type::ANY_RULER,
    // 711.1
    plays_from: &[zone::RUNE],
    // 904.2
    base_abilities: true,
    // 702.3, 703.3
    spoken: card_type::CHANT | card_type::RUNE,
    // 907.1
    // 307.6: an entity is a card in the field; counting asks the ruler areas too (307.4a).
    // So is a card of which nothing is said (307.4).
    acted_zones: &[("entity", "field"), ("card", "field")],
    producer_noun: "will-ability",
    known_keywords: KEYWORDS,
    division_step: 100,
    rechecks: true,
    card_zones: &[zone::FIELD, zone::RULER],
    events: events::EVENTS,
    note: EngineNotes {
        draw: note::DRAW,
        put: note::PUT,
        give_back: note::RETURN,
        exchange: note::EXCHANGE,
        shift: note::MOVE,
        flip: note::FLIP,
        choose: note::CHOOSE,
        use_ability: note::USE,
        trigger: Some(note::TRIGGER),
        play: note::PLAY,
        reveal: note::REVEAL,
        shuffle: note::SHUFFLE,
        call: note::CARRIED,
        lose: note::LOSE_GAME,
        target: note::TARGET,
        deal: note::DEAL,
        gain: note::GAIN_LIFE,
        lose_value: note::LOSE_LIFE,
        counter: note::COUNTER,
        uncounter: note::UNCOUNTER,
        undamage: note::UNDAMAGE,
        increase: note::INCREASE,
        decrease: note::DECREASE,
        produce: note::PRODUCE,
        ..EngineNotes::NONE
    },
    ..Tables::BASE
};
