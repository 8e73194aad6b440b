//! The tables of Shadowverse: Evolve: what a reader of the rules would put in a table. Numbers of rows are used by the other files through the
//! constants.

mod events;
mod keywords;
mod rules;
mod verbs;
mod zones;

pub(super) use keywords::keyword;
pub(super) use rules::rule;
pub(super) use verbs::{note, verb};
pub(super) use zones::zone;

use crate::exec::code::bits;
use crate::exec::{AllowRow, EngineNotes, Layers, Tables, TimeRow};
use crate::games::common::rows::at;
use crate::kernel::{AttrId, TimeId, ZoneId};
use keywords::{KEYWORDS, NATIVE};
use rules::RULES;
use verbs::{ATTACK_DAMAGE, COMBAT_DAMAGE, NOTES, VERBS};
use zones::{PARTS, ZONES};

/// Numeric attributes. The base cost is worked out when it is asked for.
pub(super) mod attr {
    use super::AttrId;
    pub(crate) const COST: AttrId = AttrId(0);
    pub(crate) const ATTACK: AttrId = AttrId(1);
    pub(crate) const DEFENSE: AttrId = AttrId(2);
    pub(crate) const BASE_COST: AttrId = AttrId(6);
    /// The number that was chosen for an additional cost.
    pub(crate) const X_VALUE: AttrId = AttrId(7);
    /// The additional costs that were paid, as bits.
    pub(crate) const PAID_COSTS: AttrId = AttrId(8);
}

/// Card types (2.3.2), as bits.
pub(super) mod card_type {
    pub(crate) const LEADER: u32 = 1;
    pub(crate) const FOLLOWER: u32 = 1 << 1;
    pub(crate) const AMULET: u32 = 1 << 2;
    pub(crate) const SPELL: u32 = 1 << 3;
    pub(crate) const CARROT: u32 = 1 << 4;
    /// What stays on the field when it has resolved (10.6.2.7.1).
    pub(crate) const LASTING: u32 = FOLLOWER | AMULET;
    /// What can be played (8.2).
    pub(crate) const PLAYABLE: u32 = LASTING | SPELL;
}

/// Orientations (4.2.2).
pub(super) mod orient {
    pub(crate) const RESERVED: u8 = 0;
    pub(crate) const ENGAGED: u8 = 1;
}

/// States only the rules know.
pub(super) mod state {
    pub(crate) const EVOLVED: u8 = 0;
    pub(crate) const LINKED: u8 = 1;
    pub(crate) const IN_COMBAT: u8 = 2;
    pub(crate) const TOKEN: u8 = 3;
    pub(crate) const DAMAGED: u8 = 4;
}

/// Relations between cards.
pub(super) mod rel {
    pub(crate) const LEADER: u8 = 0;
    pub(crate) const COMBAT_OPPONENT: u8 = 1;
}

/// Cards the running attack knows.
pub(super) mod known {
    pub(crate) const ATTACKER: u8 = 0;
}

/// Numbers of players (3.2, 4.4.4, 4.7.3, 4.8.3, 8.3.2), kept by the state.
pub(super) mod player {
    pub(crate) const PLAY_POINTS: u8 = 0;
    pub(crate) const MAX_PP: u8 = 1;
    pub(crate) const EVOLUTION_POINTS: u8 = 2;
    pub(crate) const EVOLVE_LIMIT: u8 = 3;
    pub(crate) const HAND_LIMIT: u8 = 4;
    pub(crate) const FIELD_LIMIT: u8 = 5;
    pub(crate) const EX_LIMIT: u8 = 6;
    /// 6.2.1.6: 1 for the player who went second; not kept, and no number of the rules.
    pub(crate) const WENT_SECOND: u8 = 8;
}

/// Times (7).
pub(super) mod time {
    use super::TimeId;
    pub(crate) const TURN: TimeId = TimeId(0);
    // 1 is the whole game.
    pub(crate) const START: TimeId = TimeId(2);
    pub(crate) const MAIN: TimeId = TimeId(3);
    pub(crate) const END: TimeId = TimeId(4);
}

const TIMES: [TimeRow; 5] = [
    at("turn", 0),
    at("game", 1),
    at("start-phase", 2),
    at("main-phase", 3),
    at("end-phase", 4),
];

/// Classes (2.2.2); the place in the list is the bit.
const WORDS: &[(&str, &str)] = &[
    ("class", "neutral"),
    ("class", "forestcraft"),
    ("class", "swordcraft"),
    ("class", "runecraft"),
    ("class", "dragoncraft"),
    ("class", "abysscraft"),
    ("class", "havencraft"),
];

/// Classes, as bits.
pub(super) mod word {
    pub(crate) const NEUTRAL: u64 = 1;
    /// All classes.
    pub(crate) const CLASSES: u64 = 0b111_1111;
}

/// Attributes whose values are tags.
pub(super) mod tag_attr {
    // 0 is the traits.
    pub(crate) const UNIVERSE: usize = 1;
}

/// Counters the rules know, by number.
pub(super) mod counter {
    pub(crate) const STACK: u8 = 0;
}

/// Actions of players.
pub(super) mod act {
    pub(crate) const PLAY: u8 = 0;
    pub(crate) const USE: u8 = 1;
    pub(crate) const ATTACK: u8 = 2;
}

/// Windows in which a player may act.
pub(super) mod window {
    /// The active player's main phase (7.3.3).
    pub(crate) const MAIN: u8 = 0;
    /// The other player's Quick window (7.4.4, 8.4.7).
    pub(crate) const QUICK: u8 = 1;
}

/// The game's own questions.
pub(super) mod prompt {
    pub(crate) const FIRST: u8 = 0;
    pub(crate) const MULLIGAN: u8 = 1;
    // 2 is the order of the cards that go to the bottom.
    pub(crate) const TARGET: u8 = 3;
    pub(crate) const WARD: u8 = 4;
    pub(crate) const END_WARD: u8 = 5;
    pub(crate) const DISCARD: u8 = 6;
    pub(crate) const POINT: u8 = 7;
    pub(crate) const EVOLVED: u8 = 8;
    pub(crate) const KEEP: u8 = 9;
    pub(crate) const EXTRA: u8 = 10;
    pub(crate) const RITE: u8 = 11;
    pub(crate) const WAY: u8 = 12;
    pub(crate) const LINK: u8 = 13;
}

const PROMPTS: &[&str] = &[
    "who goes first",
    "whether to put the hand back",
    "in which order they go to the bottom",
    "what to attack",
    "whether to engage it",
    "which followers to engage",
    "which cards to discard",
    "whether to use an evolution point",
    "which card of the evolve deck",
    "which cards to keep",
    "whether to pay the additional cost",
    "which amulet to take a Stack counter from",
    "how to pay",
    "which link to keep",
];

/// Permissions.
pub(super) mod allow {
    pub(crate) const PLAY: u8 = 0;
    pub(crate) const PLAY_FREE: u8 = 1;
    pub(crate) const PLAY_FROM: u8 = 2;
    pub(crate) const PLAY_FROM_FREE: u8 = 3;
    pub(crate) const ATTACK: u8 = 4;
}

/// Zones that cards can be played from: the EX area by the rules (8.2.1), the others by a permission.
pub(super) const PLAY_FROM: [ZoneId; 4] = [zone::EX, zone::CEMETERY, zone::BANISHED, zone::DECK];

const fn allow(verb: &'static str, without: &'static str, from: &'static [ZoneId]) -> AllowRow {
    AllowRow {
        verb,
        without,
        from,
        part: "",
    }
}

const ALLOWS: &[AllowRow] = &[
    allow("play", "", &[]),
    allow("play", "cost", &[]),
    allow("play", "", &PLAY_FROM),
    allow("play", "cost", &PLAY_FROM),
    allow("attack", "", &[]),
];

/// Duties.
pub(super) mod must {
    pub(crate) const ATTACK: u8 = 0;
}

/// The tables of the game.
pub(super) static TABLES: Tables = Tables {
    zones: &ZONES,
    parts: PARTS,
    empty: "",
    attrs: &[
        "cost",
        "attack",
        "defense",
        "",
        "",
        "",
        "base-cost",
        "x-value",
        "paid-costs",
    ],
    word_attrs: &["class"],
    words: WORDS,
    tag_attrs: &["traits", "universe"],
    types: &["leader", "follower", "amulet", "spell", "carrot"],
    orients: &["reserved", "engaged"],
    states: &["evolved", "linked", "in-combat", "token", "damaged"],
    rels: &["leader", "combat-opponent"],
    rel_deps: &[bits::zone(zone::LEADER.0), bits::EXT],
    knowns: &["attacker", "attack-target"],
    player_attrs: &[
        "play-points",
        "max-pp",
        "evolution-points",
        "evolve-limit",
        "hand-limit",
        "field-limit",
        "ex-limit",
    ],
    player_deps: &[bits::PLAYERS; 7],
    times: &TIMES,
    verbs: VERBS,
    notes: NOTES,
    acts: &["play", "use", "attack"],
    windows: &[&["play", "use", "attack"], &["play", "use"]],
    prompts: PROMPTS,
    rules: RULES,
    allows: ALLOWS,
    musts: &["attack"],
    life: 7,
    counters: &["stack"],
    paying: &[verb::SERVE],
    player_states: &[("going-second", player::WENT_SECOND)],
    becoming: &[("in-combat", note::COMBAT.bit())],
    noun_states: &[("token", state::TOKEN)],
    // 1.3.1, 14.1.1: words of sets newer than the rules document.
    foreign: &[
        "crest",
        "equipment",
        "equipped-follower",
        "fuse",
        "equip",
        "lesson",
        "Ride",
        "Drive",
        "Twin-Drive",
        "On-Drive",
        "Starting-Amulet",
        "On-Super-Evolve",
    ],
    deck_parts: &["main", "leader", "evolve"],
    shared: &[zone::RESOLUTION],
    stack_zone: Some(zone::RESOLUTION),
    // 10.1.1.4
    texts_are_abilities: true,
    nowhere: Some(zone::NOWHERE),
    // 10.9.1: abilities, other information that is no number, numbers.
    layers: Layers {
        kinds: 1,
        abilities: 0,
        words: 1,
        numbers: 2,
        new: None,
    },
    native_keywords: NATIVE,
    deck: zone::DECK,
    hand: zone::HAND,
    resolution: zone::RESOLUTION,
    finishes: true,
    // 5.7.1.2, 5.7.2
    search_settles: true,
    // 5.13.1: lost defense is part of the information of a card.
    finish_deps: bits::DAMAGE,
    rebases: true,
    // 12.13.3, 12.14.3
    unique: &["Drain", "Bane"],
    known_keywords: KEYWORDS,
    // 10.6.2.4.1
    division_step: 1,
    reduced: &["defense"],
    damage_kinds: &[
        ("attack-damage", ATTACK_DAMAGE),
        ("combat-damage", COMBAT_DAMAGE),
        ("ability-damage", note::DEAL.bit()),
    ],
    // Ruling D13: nobody looks at the targets again.
    rechecks: false,
    // 10.6.2.3.3, 10.6.2.3.2.1, 5.17.2
    lenient_targets: true,
    // 10.2.1.3.3
    plays_for: true,
    // 10.4.7.2, 10.4.7.5
    option_costs: true,
    // 8.2.1
    plays_from: &[zone::EX],
    // 13.2.1.2, 10.6.2.1
    plays_count_at_once: true,
    // 8.4.3.1
    idle_permissions: &[(
        "attack",
        "leader",
        "write `Storm`: it lets a follower that came this turn attack leaders",
    )],
    // 10.10.2.4
    set_prices_first: true,
    // 15.2.1.2
    idle_rounds: true,
    // 2.13.2
    name_attrs: &["alternate-name"],
    // 13.3.1.4, 13.5.1.3.2
    frozen: &["Spellchain", "Necrocharge"],
    // 10.1.1.4
    spoken: card_type::SPELL,
    // 10.6.2.5, 10.6.2.7
    paid_texts: true,
    // 13.3.3.2
    cost_conditions: &["Earth-Rite"],
    // 4.4.3
    card_zones: &[zone::FIELD],
    // 3.2.1
    kept_values: &[player::PLAY_POINTS, player::MAX_PP, player::EVOLUTION_POINTS],
    counted_with: &["serve"],
    // 5.15.2: what an evolved side does not say is said by the card of its name.
    sides_inherit: true,
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
        search: note::SEARCH,
        lose: note::LOSE,
        target: note::TARGET,
        deal: note::DEAL,
        gain: note::GAIN,
        lose_value: note::LOSE_VALUE,
        counter: note::COUNTER,
        uncounter: note::UNCOUNTER,
        undamage: note::UNDAMAGE,
        increase: note::INCREASE,
        decrease: note::DECREASE,
        ..EngineNotes::NONE
    },
    ..Tables::BASE
};
