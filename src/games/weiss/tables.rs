//! The tables of Weiß Schwarz: what a reader of the rules would put in a table. Numbers of rows are used by the other files through the constants.

use crate::exec::code::{Boundary, bits};
use crate::exec::{AllowRow, EngineNotes, EventWord, NativeKind, Tables, TimeRow, VerbKind, VerbRow};
use crate::games::common::rows::{PILE, at, event, notes, quiet, row, rules};
use crate::kernel::{AttrId, Sees, TimeId, ZoneId, ZoneSpec};

/// Zones (3.1 to 3.13), in the order of their numbers.
pub(super) mod zone {
    use super::ZoneId;
    pub(crate) const DECK: ZoneId = ZoneId(0);
    pub(crate) const HAND: ZoneId = ZoneId(1);
    pub(crate) const WAITING_ROOM: ZoneId = ZoneId(2);
    pub(crate) const STOCK: ZoneId = ZoneId(3);
    pub(crate) const CLOCK: ZoneId = ZoneId(4);
    pub(crate) const RESOLUTION: ZoneId = ZoneId(5);
    pub(crate) const STAGE: ZoneId = ZoneId(6);
    pub(crate) const MARKERS: ZoneId = ZoneId(7);
    pub(crate) const CLIMAX: ZoneId = ZoneId(8);
    pub(crate) const LEVEL: ZoneId = ZoneId(9);
    pub(crate) const MEMORY: ZoneId = ZoneId(10);
}

const ZONES: [ZoneSpec; 11] = [
    // 3.2.2: face down, nobody looks; 3.2.3: cards leave it one at a time.
    ZoneSpec {
        name: "deck",
        sees: Sees::Nobody,
        face_down: true,
        serial: true,
        ..PILE
    },
    ZoneSpec {
        name: "hand",
        sees: Sees::Owner,
        ordered: false,
        ..PILE
    },
    ZoneSpec {
        name: "waiting-room",
        ordered: false,
        ..PILE
    },
    // 3.10.2: not even its player looks; cards leave it from the top.
    ZoneSpec {
        name: "stock",
        sees: Sees::Nobody,
        face_down: true,
        from_top: true,
        ..PILE
    },
    ZoneSpec { name: "clock", ..PILE },
    ZoneSpec {
        name: "resolution-zone",
        ..PILE
    },
    ZoneSpec {
        name: "stage",
        positions: &["C1", "C2", "C3", "B4", "B5"],
        ordered: false,
        computed: true,
        board: true,
        ..PILE
    },
    // 3.7.2: face down unless put face up; cards leave it from the top.
    ZoneSpec {
        name: "marker-area",
        positions: &["C1 markers", "C2 markers", "C3 markers", "B4 markers", "B5 markers"],
        face_down: true,
        from_top: true,
        ..PILE
    },
    ZoneSpec {
        name: "climax-area",
        ordered: false,
        computed: true,
        board: true,
        ..PILE
    },
    ZoneSpec {
        name: "level-zone",
        ..PILE
    },
    ZoneSpec {
        name: "memory",
        ordered: false,
        ..PILE
    },
];

/// Numeric attributes.
pub(super) mod attr {
    use super::AttrId;
    pub(crate) const LEVEL: AttrId = AttrId(0);
    pub(crate) const COST: AttrId = AttrId(1);
    pub(crate) const POWER: AttrId = AttrId(2);
    pub(crate) const SOUL: AttrId = AttrId(3);
}

/// Card types, as bits.
pub(super) mod card_type {
    pub(crate) const CHARACTER: u32 = 1;
    pub(crate) const EVENT: u32 = 2;
    pub(crate) const CLIMAX: u32 = 4;
}

/// Orientations (4.6.1).
pub(super) mod orient {
    pub(crate) const STANDING: u8 = 0;
    pub(crate) const RESTED: u8 = 1;
    pub(crate) const REVERSED: u8 = 2;
}

/// States of the running attack (7.2.1.5).
pub(super) mod state {
    pub(crate) const ATTACKING: u8 = 0;
    pub(crate) const SIDE_ATTACKING: u8 = 1;
    pub(crate) const ATTACKED: u8 = 2;
    pub(crate) const FRONTAL_ATTACKED: u8 = 3;
    pub(crate) const BATTLE: u8 = 4;
    pub(crate) const FRONTAL_ATTACKING: u8 = 5;
    pub(crate) const DIRECT_ATTACKING: u8 = 6;
}

/// Relations between cards.
pub(super) mod rel {
    pub(crate) const BATTLE_OPPONENT: u8 = 0;
    pub(crate) const FACING: u8 = 1;
    // 2 are the markers.
}

/// Cards the running attack knows.
pub(super) mod known {
    pub(crate) const ATTACKER: u8 = 0;
    // 1 is the defender.
}

/// Relations between positions (3.6.4).
pub(super) mod relation {
    pub(crate) const FRONT: u8 = 0;
    pub(crate) const BEHIND: u8 = 1;
    /// 3.6.5
    pub(crate) const FACING: u8 = 2;
}

/// Numbers of players. The state keeps the refresh points; the others are computed, with changes by effects on top.
pub(super) mod player {
    pub(crate) const LEVEL: u8 = 0;
    pub(crate) const HAND_LIMIT: u8 = 1;
    pub(crate) const TRIGGER_CHECKS: u8 = 2;
    pub(crate) const REFRESH_POINTS: u8 = 3;
}

/// Times (6 and 7).
pub(super) mod time {
    use super::TimeId;
    pub(crate) const TURN: TimeId = TimeId(0);
    // 1 is the whole game.
    pub(crate) const STAND: TimeId = TimeId(2);
    pub(crate) const DRAW: TimeId = TimeId(3);
    pub(crate) const CLOCK: TimeId = TimeId(4);
    pub(crate) const MAIN: TimeId = TimeId(5);
    pub(crate) const CLIMAX: TimeId = TimeId(6);
    pub(crate) const ATTACK_PHASE: TimeId = TimeId(7);
    pub(crate) const ATTACK_STEP: TimeId = TimeId(8);
    pub(crate) const TRIGGER_STEP: TimeId = TimeId(9);
    pub(crate) const COUNTER_STEP: TimeId = TimeId(10);
    pub(crate) const DAMAGE_STEP: TimeId = TimeId(11);
    pub(crate) const BATTLE_STEP: TimeId = TimeId(12);
    pub(crate) const ENCORE_STEP: TimeId = TimeId(13);
    pub(crate) const END: TimeId = TimeId(14);
    pub(crate) const ATTACK: TimeId = TimeId(15);
    pub(crate) const BATTLE: TimeId = TimeId(16);
}

const TIMES: [TimeRow; 17] = [
    at("turn", 0),
    at("game", 1),
    at("stand-phase", 2),
    at("draw-phase", 3),
    at("clock-phase", 4),
    at("main-phase", 5),
    at("climax-phase", 6),
    at("attack-phase", 7),
    at("attack-step", 7),
    at("trigger-step", 7),
    at("counter-step", 7),
    at("damage-step", 7),
    at("battle-step", 7),
    at("encore-step", 7),
    at("end-phase", 14),
    quiet("attack", 7),
    quiet("battle", 7),
];

notes! {
    pub(super),
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
    FRONTAL_ATTACK "frontal attack";
    SIDE_ATTACK "side attack";
    DIRECT_ATTACK "direct attack";
    // Damage is about to be dealt: what replacements and prohibitions see.
    DEAL "deal";
    // Damage was taken.
    TAKEN "damage";
    // Damage was canceled (4.10.1.2.1).
    CANCEL "canceled";
    LEVEL_UP "level up";
    REFRESH "refresh";
    // A trigger check turned up a card.
    CHECK "trigger check";
    // A card was paid from the stock.
    PAY "pay";
    // A card was put into the clock in the clock phase.
    CLOCK "clock";
    REFRESH_POINT "refresh point";
    LEVEL "level";
    MULLIGAN "mulligan";
    STARTS "starts";
    SHUFFLE "shuffle";
    LOSE "lose";
    // Counters of sets; the rules have none.
    COUNTER "counter";
    UNCOUNTER "remove counter";
}

/// Every way to attack.
pub(super) const ATTACKS: u64 = note::FRONTAL_ATTACK.bit() | note::SIDE_ATTACK.bit() | note::DIRECT_ATTACK.bit();

/// Native verbs.
pub(super) mod verb {
    pub(crate) const DEAL: u8 = 0;
    pub(crate) const PERFORM: u8 = 1;
    pub(crate) const DEFEND: u8 = 2;
}

const VERBS: [VerbRow; 20] = [
    row(
        "rest",
        VerbKind::Turn(orient::RESTED),
        Some(EventWord::Turn(orient::RESTED)),
    ),
    row(
        "stand",
        VerbKind::Turn(orient::STANDING),
        Some(EventWord::Turn(orient::STANDING)),
    ),
    row(
        "reverse",
        VerbKind::Turn(orient::REVERSED),
        Some(EventWord::Turn(orient::REVERSED)),
    ),
    row("flip", VerbKind::Flip(zone::RESOLUTION), None),
    // As an event `deal` is damage that was taken; what would be dealt is the note DEAL.
    row(
        "deal",
        VerbKind::Native(verb::DEAL),
        Some(EventWord::Amount {
            did: note::TAKEN.bit(),
            would: note::DEAL.bit(),
            not: 0,
            suffered: false,
        }),
    ),
    // Damage that is dealt and not canceled is taken (4.10.1.3).
    row(
        "cancel",
        VerbKind::Event,
        Some(EventWord::Amount {
            did: note::CANCEL.bit(),
            would: note::CANCEL.bit(),
            not: note::TAKEN.bit(),
            // 4.10.1.2: whoever would take it turns up the climax that cancels it.
            suffered: true,
        }),
    ),
    row("perform", VerbKind::Native(verb::PERFORM), None),
    event("level-up", EventWord::OfPlayer(note::LEVEL_UP.bit())),
    event("refresh", EventWord::OfPlayer(note::REFRESH.bit())),
    event("attack", EventWord::Passive(ATTACKS)),
    event("frontal-attack", EventWord::Passive(note::FRONTAL_ATTACK.bit())),
    event("side-attack", EventWord::Passive(note::SIDE_ATTACK.bit())),
    event("direct-attack", EventWord::Passive(note::DIRECT_ATTACK.bit())),
    // A card triggers when a trigger check reveals it (7.3.1.2).
    event("trigger", EventWord::Note(note::CHECK.bit())),
    row("defend-with", VerbKind::Native(verb::DEFEND), None),
    event("use", EventWord::OfPlayer(note::USE.bit())),
    event("shuffle", EventWord::OfPlayer(note::SHUFFLE.bit())),
    event("lose", EventWord::OfPlayer(note::LOSE.bit())),
    event("play", EventWord::OfPlayer(note::PLAY.bit())),
    event("begin", EventWord::Boundary(Boundary::Start)),
];

/// Words of attributes; the place in the list is the bit.
pub(super) const WORDS: [(&str, &str); 18] = [
    ("color", "yellow"),
    ("color", "green"),
    ("color", "red"),
    ("color", "blue"),
    ("color", "purple"),
    ("side", "weiss"),
    ("side", "schwarz"),
    ("trigger", "soul"),
    ("trigger", "return"),
    ("trigger", "pool"),
    ("trigger", "comeback"),
    ("trigger", "draw"),
    ("trigger", "shot"),
    ("trigger", "treasure"),
    ("trigger", "standby"),
    ("trigger", "open-set"),
    ("trigger", "gate"),
    ("trigger", "choice"),
];

/// All colors.
pub(super) const COLORS: u64 = 0b1_1111;

/// Trigger icons (4.12.2), by their numbers in the list of words.
pub(super) mod icon {
    pub(crate) const SOUL: u8 = 7;
    pub(crate) const RETURN: u8 = 8;
    pub(crate) const POOL: u8 = 9;
    pub(crate) const COMEBACK: u8 = 10;
    pub(crate) const DRAW: u8 = 11;
    pub(crate) const SHOT: u8 = 12;
    pub(crate) const TREASURE: u8 = 13;
    pub(crate) const STANDBY: u8 = 14;
    // 15 is the open-set icon: 4.12.2.9 is missing in the document and the icon has no text there, so performing it does nothing (ruling D2).
    /// Not in the document: the text printed on the climaxes counts (ruling D34).
    pub(crate) const GATE: u8 = 16;
    pub(crate) const CHOICE: u8 = 17;
}

/// Actions of players.
pub(super) mod act {
    pub(crate) const PLAY: u8 = 0;
    pub(crate) const USE: u8 = 1;
    pub(crate) const ATTACK: u8 = 2;
    pub(crate) const MOVE: u8 = 3;
    pub(crate) const CLOCK: u8 = 4;
}

/// Keywords and labels the rules ask for.
pub(super) mod keyword {
    pub(crate) const COUNTER: usize = 0;
    pub(crate) const GREAT_PERFORMANCE: usize = 1;
}

/// Windows in which a player may act.
pub(super) mod window {
    pub(crate) const CLOCK: u8 = 0;
    pub(crate) const MAIN: u8 = 1;
    pub(crate) const CLIMAX: u8 = 2;
    pub(crate) const ATTACK: u8 = 3;
    pub(crate) const COUNTER: u8 = 4;
}

/// The actions of the windows, in the order of their numbers.
const WINDOWS: [&[&str]; 5] = [
    &["clock"],
    &["play", "use", "move"],
    &["play"],
    &["attack"],
    &["play", "use"],
];

/// The game's own questions.
pub(super) mod prompt {
    pub(crate) const MULLIGAN: u8 = 0;
    pub(crate) const LEVEL_UP: u8 = 1;
    pub(crate) const INTERRUPT: u8 = 2;
    pub(crate) const DISCARD: u8 = 3;
    pub(crate) const ENCORE: u8 = 4;
    pub(crate) const ICON_CARD: u8 = 5;
    pub(crate) const ICON: u8 = 6;
    pub(crate) const POSITION: u8 = 7;
    pub(crate) const ICON_WHERE: u8 = 8;
}

const PROMPTS: [&str; 9] = [
    "which cards to put back",
    "which card to level up with",
    "which comes first",
    "which cards to discard",
    "which reversed character comes next",
    "which card the icon is about",
    "whether to use the icon",
    "where to",
    "where the card goes",
];

/// Permissions.
pub(super) mod allow {
    pub(crate) const PLAY_WITHOUT_COLOR: u8 = 0;
    pub(crate) const ANY_NUMBER_IN_DECK: u8 = 1;
    pub(crate) const PLAY_FROM: u8 = 2;
    pub(crate) const SIDE_ATTACK_WHOLE: u8 = 3;
}

/// Zones cards can be played from by a permission: open ones whose cards lie there on their own.
pub(super) const PLAY_FROM: [ZoneId; 3] = [zone::WAITING_ROOM, zone::MEMORY, zone::CLOCK];

const ALLOWS: [AllowRow; 4] = [
    AllowRow {
        verb: "play",
        without: "color-requirement",
        from: &[],
        part: "",
    },
    AllowRow {
        verb: "have",
        without: "",
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
        verb: "side-attack",
        without: "soul-decrease",
        from: &[],
        part: "",
    },
];

/// Duties.
pub(super) mod must {
    pub(crate) const ATTACK: u8 = 0;
}

/// Certainties, as bits.
pub(super) mod certain {
    /// Damage that cannot be canceled.
    pub(crate) const NO_CANCEL: u8 = 1;
}

rules! {
    pub(super),
    MARKERS_GO_ALONG "3.7.3.1";
    MARKERS_FALL "3.7.3.2";
    DAMAGE "4.10.1.1";
    CANCEL "4.10.1.2";
    DAMAGE_TAKEN "4.10.1.3";
    ICON_SOUL "4.12.2.2";
    ICON_RETURN "4.12.2.3";
    ICON_POOL "4.12.2.4";
    ICON_COMEBACK "4.12.2.5";
    ICON_DRAW "4.12.2.6";
    ICON_SHOT "4.12.2.7";
    ICON_TREASURE "4.12.2.8";
    ICON_STANDBY "4.12.2.10";
    SHUFFLE_UP "5.2.1.2";
    STARTING_PLAYER "5.2.1.3";
    FIRST_HAND "5.2.1.4";
    STAND_PHASE "6.2.1.2";
    DRAW_PHASE "6.3.1.2";
    CLOCK_PHASE "6.4.1.2";
    SWAP "6.5.1.2.4";
    HAND_LIMIT "6.8.1.2";
    CLIMAX_LEAVES "6.8.1.3";
    ATTACKS "7.2.1.5";
    ATTACKER_RESTS "7.2.1.5.3";
    TRIGGER_CHECK "7.3.1.2";
    BATTLE "7.6.1.2";
    ENCORE_STEP "7.7.1.2";
    PAY_COST "8.4.3";
    PLAY_CARD "8.6.2.1";
    PLACE_CHARACTER "8.6.2.4.1";
    RESOLVE_EVENT "8.6.2.4.2";
    PLACE_CLIMAX "8.6.2.4.3";
    REFRESH "9.2.2";
    LEVEL_UP "9.3.2";
    NO_POWER "9.5.1";
    CROWDED "9.6.1";
    CROWDED_CLIMAX "9.7.1";
    LOOSE_MARKER "9.8.1";
    REFRESH_POINT "9.9.1";
    CROWDED_TOGETHER "9.6.2";
    CLIMAXES_TOGETHER "9.7.2";
    ENCORE_STEP_OTHER "7.7.1.3";
    LOSING "9.4.1";
    NO_CARDS "9.2.2.1";
}

/// The tables of the game.
pub(super) static TABLES: Tables = Tables {
    zones: &ZONES,
    parts: &[
        ("center-stage", zone::STAGE, 0b0_0111),
        ("back-stage", zone::STAGE, 0b1_1000),
        ("position", zone::STAGE, 0b1_1111),
    ],
    sides: &[("left", 0b0_1001), ("middle", 0b0_0010), ("right", 0b1_0100)],
    relations: &["front", "behind", "facing"],
    faced: &[("facing-character", relation::FACING)],
    attrs: &["level", "cost", "power", "soul"],
    word_attrs: &["color", "side", "trigger"],
    words: &WORDS,
    icon_attr: "trigger",
    icon_noun: "trigger-icon",
    text_attrs: &["title"],
    types: &["character", "event", "climax"],
    orients: &["standing", "rested", "reversed"],
    states: &[
        "attacking",
        "side-attacking",
        "attacked",
        "frontal-attacked",
        "battle",
        "frontal-attacking",
        "direct-attacking",
    ],
    rels: &["battle-opponent", "facing-character", "markers"],
    // The facing character and the markers follow the stage, which is computed anew whenever something moves there.
    rel_deps: &[
        bits::EXT,
        bits::zone(zone::STAGE.0),
        bits::zone(zone::STAGE.0) | bits::zone(zone::MARKERS.0),
    ],
    knowns: &["attacker", "defender"],
    player_attrs: &["level", "hand-limit", "trigger-check-count", "refresh-points"],
    player_deps: &[bits::zone(zone::LEVEL.0), 0, 0, bits::PLAYERS],
    times: &TIMES,
    verbs: &VERBS,
    notes: NOTES,
    acts: &["play", "use", "attack", "move", "clock"],
    windows: &WINDOWS,
    prompts: &PROMPTS,
    options: &[
        (prompt::INTERRUPT, &["level-up", "refresh"]),
        (prompt::ICON_WHERE, &["hand", "stock"]),
    ],
    rules: RULES,
    allows: &ALLOWS,
    musts: &["attack"],
    certainties: &[("deal", "cancel")],
    native_keywords: &[("Great-Performance", NativeKind::Word)],
    deck: zone::DECK,
    hand: zone::HAND,
    resolution: zone::RESOLUTION,
    under: Some((zone::MARKERS, zone::STAGE)),
    known_keywords: &["Counter", "Great-Performance"],
    events: super::events::EVENTS,
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
        lose: note::LOSE,
        counter: note::COUNTER,
        uncounter: note::UNCOUNTER,
        deal: note::DEAL,
        ..EngineNotes::NONE
    },
    // 7.3.1.2
    shown_notes: note::CHECK.bit(),
    // 8.7.3, 8.7.3.2: an ability on standby is played; one that cannot be is gone.
    uses_waiting: true,
    repeated_times: &[
        "attack",
        "battle",
        "attack-step",
        "trigger-step",
        "counter-step",
        "damage-step",
        "battle-step",
    ],
    // 7.2.1.1, 7.2.1.2: they begin before 7.2.1.3.
    times_before_attack: &["attack-phase", "attack-step"],
    // 1.3.4
    choices_told: true,
    ..Tables::BASE
};
