//! The tables of Force of Will: what a reader of the rules would put in a table. Numbers of rows are used by the other files through the constants.

use crate::exec::code::{Edge, bits};
use crate::exec::{
    AllowRow, EngineNotes, EventWord, Extra, Layers, NativeKind, SendFrom, Tables, TimeRow, VerbKind, VerbRow,
};
use crate::kernel::{AttrId, Note, Sees, TimeId, ZoneId, ZoneSpec};

/// Zones (301 to 318), in the order of their numbers.
pub(super) mod zone {
    use super::ZoneId;
    pub(crate) const DECK: ZoneId = ZoneId(0);
    pub(crate) const STONES: ZoneId = ZoneId(1);
    pub(crate) const HAND: ZoneId = ZoneId(2);
    pub(crate) const GRAVEYARD: ZoneId = ZoneId(3);
    pub(crate) const STANDBY: ZoneId = ZoneId(4);
    pub(crate) const REMOVED: ZoneId = ZoneId(5);
    pub(crate) const FIELD: ZoneId = ZoneId(6);
    pub(crate) const RULER: ZoneId = ZoneId(7);
    pub(crate) const CHASE: ZoneId = ZoneId(8);
    pub(crate) const ITEM: ZoneId = ZoneId(9);
    pub(crate) const EXTRA: ZoneId = ZoneId(10);
    pub(crate) const RUNE: ZoneId = ZoneId(11);
    pub(crate) const STRANGER: ZoneId = ZoneId(12);
    pub(crate) const LIFEBREAK: ZoneId = ZoneId(13);
    pub(crate) const OUTSIDE: ZoneId = ZoneId(14);
    /// Tokens to come and what stands for abilities that are on no chase: no zone of the rules.
    pub(crate) const NOWHERE: ZoneId = ZoneId(15);
}

const OPEN: ZoneSpec = ZoneSpec {
    name: "",
    positions: &[],
    sees: Sees::All,
    ordered: false,
    computed: false,
    face_down: false,
    serial: false,
    from_top: false,
};

const ZONES: [ZoneSpec; 16] = [
    // 304.2: hidden, nobody looks; 304.3: several cards move one after another.
    ZoneSpec {
        name: "deck",
        sees: Sees::Nobody,
        ordered: true,
        face_down: true,
        serial: true,
        ..OPEN
    },
    // 305.2, 305.3
    ZoneSpec {
        name: "stone-deck",
        sees: Sees::Nobody,
        ordered: true,
        face_down: true,
        serial: true,
        ..OPEN
    },
    // 306.2
    ZoneSpec {
        name: "hand",
        sees: Sees::Owner,
        ..OPEN
    },
    // 309.2
    ZoneSpec {
        name: "graveyard",
        ordered: true,
        ..OPEN
    },
    // 310.2: hidden, its player may look; the order is seen.
    ZoneSpec {
        name: "standby",
        sees: Sees::OwnerAndFaceUp,
        ordered: true,
        face_down: true,
        ..OPEN
    },
    // 311.2
    ZoneSpec {
        name: "removed-area",
        ..OPEN
    },
    // 307: one field; a cell holds what its player controls.
    ZoneSpec {
        name: "field",
        computed: true,
        ..OPEN
    },
    // 308.2
    ZoneSpec {
        name: "ruler-area",
        computed: true,
        ..OPEN
    },
    // 312.2: one chase; its order over both players is that of the announcements.
    ZoneSpec {
        name: "chase",
        ordered: true,
        computed: true,
        ..OPEN
    },
    // 313
    ZoneSpec {
        name: "item-area",
        ..OPEN
    },
    // 314.2
    ZoneSpec {
        name: "extra-deck",
        sees: Sees::OwnerAndFaceUp,
        face_down: true,
        ..OPEN
    },
    // 315.2
    ZoneSpec {
        name: "rune-area",
        sees: Sees::OwnerAndFaceUp,
        face_down: true,
        ..OPEN
    },
    // 316.2
    ZoneSpec {
        name: "stranger-deck",
        sees: Sees::OwnerAndFaceUp,
        face_down: true,
        ..OPEN
    },
    // 1415.1.a.1
    ZoneSpec {
        name: "lifebreak-area",
        sees: Sees::Owner,
        ordered: true,
        face_down: true,
        ..OPEN
    },
    // 318
    ZoneSpec {
        name: "outside-game",
        sees: Sees::Owner,
        ..OPEN
    },
    ZoneSpec {
        name: "nowhere",
        ..OPEN
    },
];

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
}

/// Card types (201.2), as bits.
pub(super) mod card_type {
    pub(crate) const RULER: u16 = 1;
    pub(crate) const J_RULER: u16 = 1 << 1;
    pub(crate) const SUB_RULER: u16 = 1 << 2;
    pub(crate) const RESONATOR: u16 = 1 << 3;
    pub(crate) const STONE: u16 = 1 << 4;
    pub(crate) const CHANT: u16 = 1 << 5;
    pub(crate) const ADDITION: u16 = 1 << 6;
    pub(crate) const RESONATOR_ADDITION: u16 = 1 << 7;
    pub(crate) const REGALIA: u16 = 1 << 8;
    pub(crate) const RUNE: u16 = 1 << 9;
    /// The five magic stone types (201.4): the first is light.
    pub(crate) const LIGHT_STONE: u16 = 1 << 10;
    /// J/resonators (201.2a).
    pub(crate) const FIGHTER: u16 = J_RULER | RESONATOR;
    /// J/rulers (201.2b).
    pub(crate) const ANY_RULER: u16 = RULER | J_RULER;
    /// Additions of every kind.
    pub(crate) const ANY_ADDITION: u16 = ADDITION | RESONATOR_ADDITION;
    /// What stays in the field when it has resolved (702.3).
    pub(crate) const LASTING: u16 = RESONATOR | ANY_ADDITION | REGALIA | STONE;
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
    pub(crate) const UNDER_CONTRACT: u8 = 8;
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
}

/// Relations between cards.
pub(super) mod rel {
    pub(crate) const HOST: u8 = 0;
}

/// Cards the running battle knows.
pub(super) mod known {
    pub(crate) const ATTACKER: u8 = 0;
    pub(crate) const BLOCKER: u8 = 1;
}

/// Numbers of players. Life is kept by the state; the others are computed, with changes by effects on top.
pub(super) mod player {
    pub(crate) const LIFE: u8 = 0;
    pub(crate) const HAND_LIMIT: u8 = 1;
    pub(crate) const REMAINING_DIVINITY: u8 = 2;
    pub(crate) const WEATHER: u8 = 3;
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

const fn at(word: &'static str, phase: u8) -> TimeRow {
    TimeRow { word, phase }
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
    at("main-timing", 4),
    at("first-turn", 0),
    at("will-clearance", 3),
];

macro_rules! notes {
    ($( $name:ident $word:literal; )*) => {
        /// Notes: words for what happens.
        pub(super) mod note {
            use super::Note;
            notes!(@count 0u8; $( $name )*);
        }
        const NOTES: &[&str] = &[$( $word ),*];
    };
    (@count $n:expr; $name:ident $($rest:ident)*) => {
        pub(crate) const $name: Note = Note($n);
        notes!(@count $n + 1; $($rest)*);
    };
    (@count $n:expr;) => {};
}

notes! {
    NONE "";
    PUT "put";
    DRAW "draw";
    RETURN "return";
    MOVE "move";
    EXCHANGE "exchange";
    FLIP "flip";
    CHOOSE "choose";
    USE "use";
    PLAY "play";
    REVEAL "reveal";
    SHUFFLE "shuffle";
    LOSE_GAME "lose";
    TARGET "target";
    DESTROY "destroy";
    BANISH "banish";
    DISCARD "discard";
    CANCEL "cancel";
    REMOVE "remove";
    EXPEL "expel";
    SUMMON "summon";
    ADD "add";
    BESTOW "bestow";
    ATTACH "attach";
    OVERLAY "overlay";
    CALL "call";
    SHIFT "shift";
    INVERT "invert";
    HEAL "heal";
    JUDGE "judgment";
    ATTACK "attack";
    BLOCK "block";
    DEAL "damage";
    BATTLE_DEAL "battle damage";
    GAIN_LIFE "gain";
    LOSE_LIFE "lose life";
    COUNTER "counter";
    UNCOUNTER "remove counter";
    SET "set";
    CHASE "chase";
    TRIGGER "trigger";
    RESOLVE "resolve";
    PRODUCE "produce";
    PAY "pay";
    CONTROL "control";
    ROLL "force";
    MULLIGAN "mulligan";
    STARTS "starts";
    RESTART "restart";
    BREAK "life break";
    UNDAMAGE "remove damage";
    CEASE "cease";
    WEATHER "weather";
    OUT_OF_BATTLE "remove from battle";
}

pub(super) const fn bit(note: Note) -> u64 {
    1 << note.0
}

/// Every kind of damage.
pub(super) const DAMAGE: u64 = bit(note::DEAL) | bit(note::BATTLE_DEAL);

/// Native verbs.
pub(super) mod verb {
    pub(crate) const CANCEL: u8 = 0;
    pub(crate) const SUMMON: u8 = 1;
    pub(crate) const ADD: u8 = 2;
    pub(crate) const BESTOW: u8 = 3;
    pub(crate) const ATTACH: u8 = 4;
    pub(crate) const OVERLAY: u8 = 5;
    pub(crate) const CONTRACT: u8 = 6;
    pub(crate) const CALL: u8 = 7;
    pub(crate) const SHIFT: u8 = 8;
    pub(crate) const INVERT: u8 = 9;
    pub(crate) const HEAL: u8 = 10;
    pub(crate) const REMOVE_FROM_BATTLE: u8 = 11;
    pub(crate) const RELEASE: u8 = 12;
    pub(crate) const MOBILIZE: u8 = 13;
    pub(crate) const COPY: u8 = 14;
    pub(crate) const RETARGET: u8 = 15;
    pub(crate) const ROLL: u8 = 16;
    pub(crate) const RESTART: u8 = 17;
}

const fn row(word: &'static str, command: VerbKind, event: Option<EventWord>) -> VerbRow {
    VerbRow { word, command, event }
}

const fn send(word: &'static str, to: ZoneId, tag: Note, from: SendFrom) -> VerbRow {
    row(word, VerbKind::Send(to, tag, from), Some(EventWord::Moved(tag)))
}

const fn native(word: &'static str, verb: u8, event: Option<EventWord>) -> VerbRow {
    row(word, VerbKind::Native(verb), event)
}

const VERBS: &[VerbRow] = &[
    row(
        "rest",
        VerbKind::Turn(orient::RESTED),
        Some(EventWord::Turn(orient::RESTED)),
    ),
    row(
        "recover",
        VerbKind::Turn(orient::RECOVERED),
        Some(EventWord::Turn(orient::RECOVERED)),
    ),
    send("destroy", zone::GRAVEYARD, note::DESTROY, SendFrom::Anywhere),
    send("banish", zone::GRAVEYARD, note::BANISH, SendFrom::Controlled),
    send("discard", zone::GRAVEYARD, note::DISCARD, SendFrom::Hand),
    send("remove", zone::REMOVED, note::REMOVE, SendFrom::Anywhere),
    send("expel", zone::OUTSIDE, note::EXPEL, SendFrom::Anywhere),
    native("cancel", verb::CANCEL, Some(EventWord::Moved(note::CANCEL))),
    native("summon", verb::SUMMON, Some(EventWord::Moved(note::SUMMON))),
    native("add", verb::ADD, Some(EventWord::Passive(bit(note::ADD)))),
    native("bestow", verb::BESTOW, Some(EventWord::Passive(bit(note::BESTOW)))),
    native("attach", verb::ATTACH, Some(EventWord::Passive(bit(note::ATTACH)))),
    native("overlay", verb::OVERLAY, Some(EventWord::Passive(bit(note::OVERLAY)))),
    native("contract", verb::CONTRACT, None),
    row(
        "call",
        VerbKind::Counted(verb::CALL),
        Some(EventWord::OfPlayer(bit(note::CALL))),
    ),
    native("shift", verb::SHIFT, Some(EventWord::Note(bit(note::SHIFT)))),
    native("invert", verb::INVERT, Some(EventWord::Note(bit(note::INVERT)))),
    native("heal", verb::HEAL, Some(EventWord::Note(bit(note::HEAL)))),
    native(
        "remove-from-battle",
        verb::REMOVE_FROM_BATTLE,
        Some(EventWord::Note(bit(note::OUT_OF_BATTLE))),
    ),
    native("release", verb::RELEASE, None),
    native("mobilize", verb::MOBILIZE, None),
    native("copy", verb::COPY, None),
    native("retarget", verb::RETARGET, None),
    native("roll", verb::ROLL, Some(EventWord::OfPlayer(bit(note::ROLL)))),
    native("restart", verb::RESTART, None),
    row("deal", VerbKind::Deal, Some(EventWord::Damage(DAMAGE))),
    row("prevent", VerbKind::Prevent, None),
    row(
        "gain",
        VerbKind::Life(true),
        Some(EventWord::Life(bit(note::GAIN_LIFE))),
    ),
    row(
        "lose",
        VerbKind::Life(false),
        Some(EventWord::Life(bit(note::LOSE_LIFE))),
    ),
    row(
        "produce",
        VerbKind::Produce,
        Some(EventWord::OfPlayer(bit(note::PRODUCE))),
    ),
    row("pay", VerbKind::Event, Some(EventWord::OfPlayer(bit(note::PAY)))),
    row("enter", VerbKind::Event, Some(EventWord::Enter)),
    row("leave", VerbKind::Event, Some(EventWord::Leave)),
    row("attack", VerbKind::Event, Some(EventWord::Passive(bit(note::ATTACK)))),
    row("block", VerbKind::Event, Some(EventWord::Passive(bit(note::BLOCK)))),
    row("target", VerbKind::Event, Some(EventWord::Passive(bit(note::TARGET)))),
    row("trigger", VerbKind::Event, Some(EventWord::Note(bit(note::TRIGGER)))),
    row("judge", VerbKind::Event, Some(EventWord::OfPlayer(bit(note::JUDGE)))),
    row("chase", VerbKind::Event, Some(EventWord::OfPlayer(bit(note::CHASE)))),
    row("play", VerbKind::Event, Some(EventWord::OfPlayer(bit(note::PLAY)))),
    row("use", VerbKind::Event, Some(EventWord::OfPlayer(bit(note::USE)))),
    row(
        "shuffle",
        VerbKind::Event,
        Some(EventWord::OfPlayer(bit(note::SHUFFLE))),
    ),
    row("begin", VerbKind::Event, Some(EventWord::Edge(Edge::Start))),
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
    /// The first weather; a player without one has 0.
    pub(crate) const RAIN: u8 = 10;
}

/// Icons of will (203.2), by number: the five attributes, then the two characteristics.
pub(super) mod icon {
    pub(crate) const ATTRIBUTES: u8 = 5;
    pub(crate) const MOON: u8 = 5;
    pub(crate) const TIME: u8 = 6;
}

/// Counters the rules know, by number.
pub(super) mod counter {
    pub(crate) const PLUS: u8 = 0;
    pub(crate) const MINUS: u8 = 1;
    pub(crate) const ASTRAL: u8 = 2;
    pub(crate) const MANA: u8 = 3;
    pub(crate) const LIMIT: u8 = 4;
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

/// Keywords and labels the rules ask for, in the order of [`KEYWORDS`].
pub(super) mod keyword {
    pub(crate) const PIERCE: usize = 0;
    pub(crate) const FIRST_STRIKE: usize = 1;
    pub(crate) const SWIFTNESS: usize = 2;
    pub(crate) const IMPERISHABLE: usize = 3;
    pub(crate) const MOBILIZE: usize = 4;
    pub(crate) const QUICKCAST: usize = 5;
    pub(crate) const AWAKENING: usize = 6;
    pub(crate) const MASTERY: usize = 7;
    pub(crate) const GODS_ART: usize = 8;
    pub(crate) const TRIGGER: usize = 9;
    pub(crate) const STEALTH: usize = 10;
    pub(crate) const SHIFT: usize = 11;
    pub(crate) const INHERITANCE: usize = 12;
    pub(crate) const DIVE: usize = 13;
    pub(crate) const RESONANCE: usize = 14;
    pub(crate) const BREAK: usize = 15;
    pub(crate) const JUDGMENT: usize = 16;
    pub(crate) const ENERGIZE: usize = 17;
    pub(crate) const MANA: usize = 18;
    pub(crate) const DIVINITY: usize = 19;
    pub(crate) const GRIMOIRE: usize = 20;
    pub(crate) const STRANGER: usize = 21;
    pub(crate) const TAG: usize = 22;
    pub(crate) const BARRIER: usize = 23;
    pub(crate) const REMNANT: usize = 24;
    pub(crate) const WILL: usize = 25;
    pub(crate) const BESTOW: usize = 26;
    pub(crate) const FLYING: usize = 27;
    pub(crate) const PRECISION: usize = 28;
    pub(crate) const DRAIN: usize = 29;
    pub(crate) const EXPLODE: usize = 30;
    pub(crate) const TORRENT: usize = 31;
    pub(crate) const SEAL: usize = 32;
    pub(crate) const ENTER: usize = 33;
    pub(crate) const INCARNATION: usize = 34;
}

const KEYWORDS: &[&str] = &[
    "Pierce",
    "First-Strike",
    "Swiftness",
    "Imperishable",
    "Mobilize",
    "Quickcast",
    "Awakening",
    "Mastery",
    "Gods-Art",
    "Trigger",
    "Stealth",
    "Shift",
    "Inheritance",
    "Dive",
    "Resonance",
    "Break",
    "Judgment",
    "Energize",
    "Mana",
    "Divinity",
    "Grimoire",
    "Stranger",
    "Tag",
    "Barrier",
    "Remnant",
    "Will",
    "Bestow",
    "Flying",
    "Precision",
    "Drain",
    "Explode",
    "Torrent",
    "Seal",
    "Enter",
    "Incarnation",
];

/// Where rulers, J-rulers and other entities have their abilities (902.1).
const IN_PLAY: &[ZoneId] = &[zone::FIELD, zone::RULER];
/// Everywhere: abilities that are read rather than used.
const ANYWHERE: &[ZoneId] = &[
    zone::DECK,
    zone::STONES,
    zone::HAND,
    zone::GRAVEYARD,
    zone::STANDBY,
    zone::REMOVED,
    zone::FIELD,
    zone::RULER,
    zone::CHASE,
    zone::EXTRA,
    zone::RUNE,
    zone::STRANGER,
    zone::LIFEBREAK,
    zone::OUTSIDE,
];

const NATIVE: &[(&str, NativeKind)] = &[
    ("Pierce", NativeKind::Word),
    ("First-Strike", NativeKind::Word),
    ("Swiftness", NativeKind::Word),
    ("Imperishable", NativeKind::Word),
    ("Quickcast", NativeKind::Word),
    ("Mobilize", NativeKind::Kept(ANYWHERE)),
    ("Awakening", NativeKind::Kept(ANYWHERE)),
    ("Mastery", NativeKind::Kept(ANYWHERE)),
    ("Gods-Art", NativeKind::Act(IN_PLAY, Extra::None)),
    ("Trigger", NativeKind::Offer(&[zone::HAND, zone::STANDBY])),
    ("Stealth", NativeKind::Offer(&[zone::STANDBY])),
    // 1126.2: the card itself is discarded.
    (
        "Inheritance",
        NativeKind::Act(&[zone::HAND], Extra::Send(zone::GRAVEYARD, note::DISCARD)),
    ),
    // 1144.2: the card itself is revealed.
    ("Dive", NativeKind::Act(&[zone::HAND], Extra::Reveal)),
    ("Resonance", NativeKind::Enters(zone::FIELD, 10)),
    ("Break", NativeKind::Kept(&[zone::LIFEBREAK])),
    ("Judgment", NativeKind::Kept(ANYWHERE)),
    ("Energize", NativeKind::Kept(ANYWHERE)),
    ("Mana", NativeKind::Kept(ANYWHERE)),
    ("Divinity", NativeKind::Kept(ANYWHERE)),
    ("Grimoire", NativeKind::Kept(ANYWHERE)),
    ("Stranger", NativeKind::Kept(ANYWHERE)),
    ("Tag", NativeKind::Kept(ANYWHERE)),
    ("Barrier", NativeKind::Kept(ANYWHERE)),
];

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
    pub(crate) const BANISH: u8 = 14;
    pub(crate) const RULER: u8 = 15;
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
];

/// Permissions.
pub(super) mod allow {
    pub(crate) const PLAY: u8 = 0;
    pub(crate) const PLAY_FREE: u8 = 1;
    pub(crate) const PLAY_FROM: u8 = 2;
    pub(crate) const ATTACK: u8 = 3;
    pub(crate) const CALL: u8 = 4;
    pub(crate) const PLAY_FROM_FREE: u8 = 5;
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
    },
    AllowRow {
        verb: "play",
        without: "cost",
        from: &[],
    },
    AllowRow {
        verb: "play",
        without: "",
        from: &PLAY_FROM,
    },
    AllowRow {
        verb: "attack",
        without: "",
        from: &[],
    },
    AllowRow {
        verb: "call",
        without: "",
        from: &[],
    },
    AllowRow {
        verb: "play",
        without: "cost",
        from: &PLAY_FROM,
    },
];

/// Duties.
pub(super) mod must {
    pub(crate) const ATTACK: u8 = 0;
    pub(crate) const BLOCK: u8 = 1;
}

macro_rules! rules {
    ($( $name:ident $number:literal; )*) => {
        /// Rule numbers for causes.
        pub(super) mod rule {
            rules!(@count 0u16; $( $name )*);
        }
        const RULES: &[&str] = &[$( $number ),*];
    };
    (@count $n:expr; $name:ident $($rest:ident)*) => {
        pub(crate) const $name: u16 = $n;
        rules!(@count $n + 1; $($rest)*);
    };
    (@count $n:expr;) => {};
}

rules! {
    NONE "";
    OWNERS_ZONE "302.6";
    MOVE_RULER "317.1";
    SHUFFLE_UP "403.2";
    STARTING_LIFE "403.3";
    FIRST_PLAYER "403.4";
    FIRST_HAND "403.5";
    MULLIGAN "403.5a";
    DRAW_PHASE "502.3";
    WILL_VANISHES "503.4";
    RECOVER "503.5";
    DAMAGE_GOES "505.5a";
    HAND_LIMIT "505.5d";
    RESOLVE_LASTING "702.3";
    RESOLVE_CHANT "703.3";
    JUDGMENT "705.3a";
    SET_CARD "706.2";
    CALL_STONE "710.1";
    RUNE "711.2";
    ATTACK "803.5";
    BLOCK "804.4";
    FIRST_STRIKE "805.2";
    BATTLE_DAMAGE "806.2";
    PLAY "903.2d";
    PAY "903.2j";
    NOT_PLAYED "906.6a";
    AUTO_REVEALED "708.2";
    DESTROYED_RULER "1010.1";
    COIN "1119.2";
    MANA "1122.2a";
    LOST "1202.1";
    DECKED "1202.2";
    COUNTERS "1203.1";
    LETHAL "1204.1";
    NO_DEF "1204.2";
    ROUND_LIFE "1205.1";
    ADDITION "1206.1b";
    TOKEN "1303.3a";
    BREAK "1415.1";
    CONTROL "105.3";
    PURSUE "1002.2";
    TWO_FACES "1306.2";
}

/// The tables of the game.
pub(super) static TABLES: Tables = Tables {
    zones: &ZONES,
    parts: &[],
    sides: &[],
    empty: "",
    relations: &[],
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
    ],
    word_attrs: &["attribute", "general", "suffix", "weather"],
    words: WORDS,
    icon_attr: "",
    icon_noun: "",
    text_attrs: &[],
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
    ],
    orients: &["recovered", "rested"],
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
    ],
    rels: &["host"],
    rel_deps: &[bits::ORIENT],
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
    options: &[],
    rules: RULES,
    allows: ALLOWS,
    musts: &["attack", "block"],
    firm: &[],
    amount_attr: "amount",
    extra_turn: "extra-turn",
    life: player::LIFE,
    icons: &["W", "R", "U", "G", "B", "M", "T"],
    icon_words: &[1, 1 << 1, 1 << 2, 1 << 3, 1 << 4],
    variables: &["X", "Y"],
    price: Some(("cost", attr::TOTAL_COST)),
    counters: &["+100/+100", "-100/-100", "astral", "mana", "limit", "cyberbrain"],
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
    chase: Some(zone::CHASE),
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
    under: None,
    finishes: true,
    // 1135.3
    unique: &["Drain"],
    // 1146.4
    sole: card_type::ANY_RULER,
    // 907.1
    will_noun: "will-ability",
    known_keywords: KEYWORDS,
    note: EngineNotes {
        draw: note::DRAW,
        put: note::PUT,
        give_back: note::RETURN,
        exchange: note::EXCHANGE,
        shift: note::MOVE,
        flip: note::FLIP,
        choose: note::CHOOSE,
        use_ability: note::USE,
        play: note::PLAY,
        reveal: note::REVEAL,
        shuffle: note::SHUFFLE,
        lose: note::LOSE_GAME,
        target: note::TARGET,
        deal: note::DEAL,
        gain: note::GAIN_LIFE,
        lose_value: note::LOSE_LIFE,
        counter: note::COUNTER,
        uncounter: note::UNCOUNTER,
        undamage: note::UNDAMAGE,
        produce: note::PRODUCE,
    },
};
