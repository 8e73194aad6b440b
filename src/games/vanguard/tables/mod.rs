//! The tables of Cardfight!! Vanguard: what a reader of the rules would put in a table. Numbers of rows are used by the other files through the
//! constants.

mod events;
mod rules;
mod verbs;
mod zones;

pub(super) use rules::rule;
pub(super) use verbs::{note, verb};
pub(super) use zones::zone;

use crate::exec::code::bits;
use crate::exec::{AllowRow, EngineNotes, Layers, NativeKind, Tables, TimeRow};
use crate::games::common::rows::{at, quiet};
use crate::kernel::{AttrId, TimeId};
use rules::{RULES_110, RULES_G};
use verbs::{NOTES, VERBS};
use zones::{PARTS, ZONES};

/// Numeric attributes. The printed power is worked out when it is asked for.
pub(super) mod attr {
    use super::AttrId;
    pub(crate) const GRADE: AttrId = AttrId(0);
    pub(crate) const POWER: AttrId = AttrId(1);
    pub(crate) const SHIELD: AttrId = AttrId(2);
    pub(crate) const CRITICAL: AttrId = AttrId(3);
    pub(crate) const DRIVE: AttrId = AttrId(4);
    pub(crate) const ORIGINAL_POWER: AttrId = AttrId(5);
    pub(crate) const PRINTED_POWER: AttrId = AttrId(6);
}

/// Attributes whose values are tags.
pub(super) mod tag_attr {
    pub(crate) const CLAN: usize = 0;
    // 1 is the race, 2 the nation.
}

/// Card types, as bits.
pub(super) mod card_type {
    pub(crate) const NORMAL_UNIT: u32 = 1;
    pub(crate) const TRIGGER_UNIT: u32 = 2;
    pub(crate) const G_UNIT: u32 = 4;
    pub(crate) const UNIT: u32 = NORMAL_UNIT | TRIGGER_UNIT | G_UNIT;
}

/// Orientations (3.18.1).
pub(super) mod orient {
    pub(crate) const STANDING: u8 = 0;
    pub(crate) const RESTED: u8 = 1;
    /// Of a locked card: it has none (10.1.21.4).
    pub(crate) const NONE: u8 = 2;
}

/// States only the rules know.
pub(super) mod state {
    pub(crate) const ATTACKING: u8 = 0;
    pub(crate) const ATTACKED: u8 = 1;
    pub(crate) const BOOSTING: u8 = 2;
    pub(crate) const LOCKED: u8 = 3;
    pub(crate) const DELETED: u8 = 4;
    pub(crate) const IN_LEGION: u8 = 5;
    pub(crate) const IN_HARMONY: u8 = 6;
    pub(crate) const HEART: u8 = 7;
    pub(crate) const LENDS: u8 = 8;
}

/// Relations between cards.
pub(super) mod rel {
    pub(crate) const BATTLE_OPPONENT: u8 = 0;
    pub(crate) const ATTACK_TARGET: u8 = 1;
    pub(crate) const GUARDED_UNIT: u8 = 2;
    pub(crate) const MATE: u8 = 3;
    pub(crate) const LEADER: u8 = 4;
    pub(crate) const ASSOCIATE: u8 = 5;
    pub(crate) const BOOSTED_UNIT: u8 = 6;
}

/// Cards the running battle knows.
pub(super) mod known {
    pub(crate) const ATTACKER: u8 = 0;
    // 1 is the booster.
}

/// Relations between circles (4.6.2, 4.6.3).
pub(super) mod relation {
    pub(crate) const FRONT: u8 = 0;
    pub(crate) const BEHIND: u8 = 1;
    pub(crate) const COLUMN: u8 = 2;
    // 3 is the row.
}

/// Numbers of players that the rules work out.
pub(super) mod player {
    pub(crate) const BATTLE_COUNT: u8 = 0;
}

/// Times (6 and 7).
pub(super) mod time {
    use super::TimeId;
    pub(crate) const TURN: TimeId = TimeId(0);
    // 1 is the whole game.
    pub(crate) const STAND: TimeId = TimeId(2);
    pub(crate) const DRAW: TimeId = TimeId(3);
    pub(crate) const DRAW_STEP: TimeId = TimeId(4);
    pub(crate) const ASSIST_STEP: TimeId = TimeId(5);
    pub(crate) const RIDE: TimeId = TimeId(6);
    pub(crate) const RIDE_STEP: TimeId = TimeId(7);
    pub(crate) const STRIDE_STEP: TimeId = TimeId(8);
    pub(crate) const MAIN: TimeId = TimeId(9);
    pub(crate) const BATTLE_PHASE: TimeId = TimeId(10);
    pub(crate) const START_STEP: TimeId = TimeId(11);
    pub(crate) const ATTACK_STEP: TimeId = TimeId(12);
    pub(crate) const GUARD_STEP: TimeId = TimeId(13);
    pub(crate) const DRIVE_STEP: TimeId = TimeId(14);
    pub(crate) const DAMAGE_STEP: TimeId = TimeId(15);
    pub(crate) const CLOSE_STEP: TimeId = TimeId(16);
    pub(crate) const END: TimeId = TimeId(17);
    pub(crate) const BATTLE: TimeId = TimeId(18);
    pub(crate) const ATTACK: TimeId = TimeId(19);
}

const TIMES: [TimeRow; 20] = [
    at("turn", 0),
    at("game", 1),
    at("stand-phase", 2),
    at("draw-phase", 3),
    at("draw-step", 3),
    at("g-assist-step", 3),
    at("ride-phase", 6),
    at("ride-step", 6),
    at("stride-step", 6),
    at("main-phase", 9),
    at("battle-phase", 10),
    at("start-step", 10),
    at("attack-step", 10),
    at("guard-step", 10),
    at("drive-step", 10),
    at("damage-step", 10),
    at("close-step", 10),
    at("end-phase", 17),
    at("battle", 10),
    quiet("attack", 10),
];

/// Trigger icons (2.8.1.1), by their numbers in the list of words.
pub(super) mod icon {
    pub(crate) const CRITICAL: u8 = 0;
    pub(crate) const DRAW: u8 = 1;
    pub(crate) const STAND: u8 = 2;
    pub(crate) const HEAL: u8 = 3;
}

const WORDS: [(&str, &str); 4] = [
    ("trigger", "critical"),
    ("trigger", "draw"),
    ("trigger", "stand"),
    ("trigger", "heal"),
];

/// Actions of players.
pub(super) mod act {
    pub(crate) const USE: u8 = 0;
    pub(crate) const ASSIST: u8 = 1;
    pub(crate) const RIDE: u8 = 2;
    pub(crate) const STRIDE: u8 = 3;
    pub(crate) const CALL: u8 = 4;
    pub(crate) const MOVE: u8 = 5;
    pub(crate) const BATTLE: u8 = 6;
    pub(crate) const ATTACK: u8 = 7;
    pub(crate) const INTERCEPT: u8 = 8;
}

const ACTS: [&str; 9] = [
    "use",
    "assist",
    "ride",
    "stride",
    "call",
    "move",
    "battle",
    "attack",
    "intercept",
];

/// Windows in which a player may act.
pub(super) mod window {
    pub(crate) const ASSIST: u8 = 0;
    pub(crate) const RIDE: u8 = 1;
    pub(crate) const STRIDE: u8 = 2;
    pub(crate) const MAIN: u8 = 3;
    pub(crate) const START: u8 = 4;
    pub(crate) const ATTACK: u8 = 5;
    pub(crate) const GUARD: u8 = 6;
}

/// The actions of the windows, in the order of their numbers.
const WINDOWS: [&[&str]; 7] = [
    &["assist"],
    &["ride"],
    &["stride"],
    &["call", "use", "move"],
    &["battle"],
    &["attack"],
    &["call", "intercept"],
];

/// The game's own questions.
pub(super) mod prompt {
    pub(crate) const FIRST_VANGUARD: u8 = 0;
    pub(crate) const MULLIGAN: u8 = 1;
    pub(crate) const ASSIST_TAKE: u8 = 2;
    pub(crate) const ASSIST_HAND: u8 = 3;
    pub(crate) const ASSIST_G: u8 = 4;
    pub(crate) const CIRCLE: u8 = 5;
    pub(crate) const TARGET: u8 = 6;
    pub(crate) const BOOST: u8 = 7;
    pub(crate) const GUARDED: u8 = 8;
    pub(crate) const ICON_ORDER: u8 = 9;
    pub(crate) const ICON_CRITICAL: u8 = 10;
    pub(crate) const ICON_POWER: u8 = 11;
    pub(crate) const ICON_STAND: u8 = 12;
    pub(crate) const ICON_HEAL: u8 = 13;
    pub(crate) const KEEP: u8 = 14;
    pub(crate) const RIDE_FROM_SOUL: u8 = 15;
    pub(crate) const HEART: u8 = 16;
    pub(crate) const STRIDE_COST: u8 = 17;
    pub(crate) const CALLED: u8 = 18;
}

const PROMPTS: [&str; 19] = [
    "which card is the first vanguard",
    "which cards to put back",
    "which card to take",
    "which cards of the hand to remove from the game",
    "which cards of the G zone to remove from the game",
    "which circle",
    "which unit to attack",
    "whether to boost",
    "which unit is guarded",
    "which action of the trigger comes first",
    "which unit gets critical +1",
    "which unit gets power +5000",
    "which rear-guard stands",
    "which card to heal",
    "which unit stays",
    "which card of the soul to ride",
    "which heart lends its name and power",
    "which cards to discard for the stride",
    "which cards to call",
];

/// Permissions.
pub(super) mod allow {
    /// A card of the hand can be called though its grade is too great.
    pub(crate) const CALL_WITHOUT_LIMIT: u8 = 0;
    pub(crate) const ATTACK_FROM_BACK: u8 = 1;
    /// It can attack several units at once: `Game::allowed_several` says which and how many.
    pub(crate) const ATTACK_SEVERAL: u8 = 2;
    /// Its attack can be aimed at several units, asked for in the same way (10.1.19.1).
    pub(crate) const BATTLE_SEVERAL: u8 = 3;
}

const fn allow(verb: &'static str, without: &'static str, part: &'static str) -> AllowRow {
    AllowRow {
        verb,
        without,
        from: &[],
        part,
    }
}

const ALLOWS: [AllowRow; 4] = [
    allow("normal-call", "grade-limit", ""),
    allow("attack", "", "back-row"),
    allow("attack", "", ""),
    allow("battle", "", ""),
];

/// Duties: `Game::duties` says which units they are about.
pub(super) mod must {
    pub(crate) const ATTACK: u8 = 0;
    pub(crate) const BATTLE: u8 = 1;
}

/// Keywords and labels the rules ask for.
pub(super) mod keyword {
    pub(crate) const BOOST: usize = 0;
    pub(crate) const INTERCEPT: usize = 1;
    pub(crate) const TWIN_DRIVE: usize = 2;
    pub(crate) const TRIPLE_DRIVE: usize = 3;
    // 4 is Sentinel.
    pub(crate) const STRIDE: usize = 5;
    pub(crate) const HOMARE: usize = 6;
}

const KEYWORDS: &[&str] = &[
    "Boost",
    "Intercept",
    "Twin-Drive",
    "Triple-Drive",
    "Sentinel",
    "Stride",
    "Homare",
];

/// 2.17.4: the nation of a card without a nation icon, by its clan.
const NATIONS: &[(&str, &str)] = &[
    ("Royal Paladin", "United Sanctuary"),
    ("Oracle Think Tank", "United Sanctuary"),
    ("Angel Feather", "United Sanctuary"),
    ("Shadow Paladin", "United Sanctuary"),
    ("Gold Paladin", "United Sanctuary"),
    ("Genesis", "United Sanctuary"),
    ("Kagero", "Dragon Empire"),
    ("Nubatama", "Dragon Empire"),
    ("Tachikaze", "Dragon Empire"),
    ("Murakumo", "Dragon Empire"),
    ("Narukami", "Dragon Empire"),
    ("Nova Grappler", "Star Gate"),
    ("Dimension Police", "Star Gate"),
    ("Etranger", "Star Gate"),
    ("Link Joker", "Star Gate"),
    ("Spike Brothers", "Dark Zone"),
    ("Dark Irregulars", "Dark Zone"),
    ("Pale Moon", "Dark Zone"),
    ("Gear Chronicle", "Dark Zone"),
    ("Granblue", "Magallanica"),
    ("Bermuda Triangle", "Magallanica"),
    ("Aqua Force", "Magallanica"),
    ("Megacolony", "Zoo"),
    ("Great Nature", "Zoo"),
    ("Neo Nectar", "Zoo"),
];

/// Words of later formats. The vocabulary has them so that such cards can be read; neither edition says what they do.
const FOREIGN: &[&str] = &[
    "normal-order",
    "set-order",
    "order-card",
    "subtype",
    "token",
    "gift",
    "order-zone",
    "prison",
    "over",
    "persona-ride",
    "acquire",
    "attach",
];

/// What a card becomes: in legion (10.1.24.12), a heart (10.1.26.1), in harmony (10.2.13.1.3).
const BECOMING: &[(&str, u64)] = &[
    ("in-legion", note::LEGION.bit()),
    ("heart", note::HEART.bit()),
    ("in-harmony", note::HARMONY.bit()),
];

/// Keywords that the game does itself.
const NATIVE_KEYWORDS: &[(&str, NativeKind)] = &[
    ("Boost", NativeKind::Word),
    ("Intercept", NativeKind::Word),
    ("Twin-Drive", NativeKind::Word),
    ("Triple-Drive", NativeKind::Word),
    ("Stride", NativeKind::Kept(&[zone::G])),
    ("Homare", NativeKind::Word),
];

/// The notes that the engine itself writes.
const ENGINE_NOTES: EngineNotes = EngineNotes {
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
    lose: note::LOSE,
    pay: note::PAY,
    deal: note::DEAL,
    counter: note::COUNTER,
    uncounter: note::UNCOUNTER,
    ..EngineNotes::NONE
};

/// Times of which a turn can have several.
const BATTLE_TIMES: &[&str] = &[
    "attack",
    "battle",
    "start-step",
    "attack-step",
    "guard-step",
    "drive-step",
    "damage-step",
    "close-step",
];

/// The fields of both editions; only the numbers of rules differ.
const fn tables(rules: &'static [&'static str]) -> Tables {
    Tables {
        zones: &ZONES,
        parts: PARTS,
        empty: "open",
        relations: &["front", "behind", "column", "row"],
        attrs: &[
            "grade",
            "power",
            "shield",
            "critical",
            "drive",
            "original-power",
            "printed-power",
        ],
        bases: &[(attr::ORIGINAL_POWER, attr::POWER)],
        word_attrs: &["trigger"],
        words: &WORDS,
        tag_attrs: &["clan", "race", "nation"],
        implied_tags: NATIONS,
        types: &["normal-unit", "trigger-unit", "g-unit"],
        orients: &["standing", "rested"],
        states: &[
            "attacking",
            "attacked",
            "boosting",
            "locked",
            "deleted",
            "in-legion",
            "in-harmony",
            "heart",
            "lending",
        ],
        rels: &[
            "battle-opponent",
            "attack-target",
            "guarded-unit",
            "mate",
            "leader",
            "associate",
            "boosted-unit",
        ],
        rel_deps: &[bits::EXT; 7],
        // A boost, a guard and a battle go on until it ends (7.7.1.4).
        meanwhile: &[
            ("attack", rel::ATTACK_TARGET),
            ("boost", rel::BOOSTED_UNIT),
            ("guard", rel::GUARDED_UNIT),
            ("battle", rel::BATTLE_OPPONENT),
        ],
        // 2.9.2
        // A `unit card` is a card that can be a unit, wherever it is.
        type_words: &[
            ("normal", card_type::NORMAL_UNIT),
            (
                "unit",
                card_type::NORMAL_UNIT | card_type::TRIGGER_UNIT | card_type::G_UNIT,
            ),
        ],
        knowns: &["attacker", "booster"],
        player_attrs: &["battle-count"],
        player_deps: &[bits::EXT],
        times: &TIMES,
        verbs: VERBS,
        notes: NOTES,
        acts: &ACTS,
        windows: &WINDOWS,
        prompts: &PROMPTS,
        options: &[(prompt::ICON_ORDER, &["effect-first", "power-first"])],
        rules,
        allows: &ALLOWS,
        musts: &["attack", "battle"],
        aimed_musts: true,
        noun_verbs: &[("return", "heart", verb::UNHEART)],
        becoming: BECOMING,
        noun_states: &[("heart", state::HEART)],
        foreign: FOREIGN,
        deck_parts: &["main", "g-deck"],
        // 8.7.1: what is printed (and original), what is no number, numbers.
        layers: Layers {
            kinds: 1,
            abilities: 1,
            words: 1,
            numbers: 2,
            new: None,
        },
        native_keywords: NATIVE_KEYWORDS,
        deck: zone::DECK,
        hand: zone::HAND,
        resolution: zone::TRIGGER,
        finishes: true,
        rebases: true,
        looks_back: note::RIDE.bit()
            | note::NORMAL_RIDE.bit()
            | note::SUPERIOR_RIDE.bit()
            | note::STRIDE.bit()
            | note::HEART.bit(),
        kept_keywords: &["Battle-Rule"],
        calls: &[("soul-charge", "soul-charge"), ("counter-charge", "counter-charge")],
        turning_calls: &[("counter-charge", false)],
        costs_at_once: true,
        // 11.2.1.2, 11.2.1.3
        uses_waiting: true,
        // 8.5.2.2.1.1 speaks of the guard step of the player who guards, 10.2.2.1 of the opponent's.
        nobodys_times: &["guard-step"],
        repeated_times: BATTLE_TIMES,
        // 7.2.1.1, 7.3.1.2: they begin before 7.3.1.3.
        times_before_attack: &["battle-phase", "start-step", "attack-step"],
        // 1.3.4
        choices_told: true,
        open_verbs: &["activate"],
        open_rules: true,
        known_keywords: KEYWORDS,
        events: events::EVENTS,
        note: ENGINE_NOTES,
        ..Tables::BASE
    }
}

/// The tables of the edition g.
pub(super) static TABLES_G: Tables = tables(RULES_G);
/// The tables of the edition 1.10.
pub(super) static TABLES_110: Tables = tables(RULES_110);
