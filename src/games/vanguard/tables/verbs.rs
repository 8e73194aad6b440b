//! Words for what happens, and verbs.

use super::orient;
use super::zones::zone;
use crate::exec::code::Boundary;
use crate::exec::{EventWord, SendFrom, VerbKind, VerbRow};
use crate::games::common::rows::{event, native, notes, row, send};

notes! {
    pub(in crate::games::vanguard),
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
    LOSE "lose";
    DISCARD "discard";
    RETIRE "retire";
    BIND "bind";
    HEAL "heal";
    REMOVE "remove";
    SOUL_BLAST "soul blast";
    CALL "call";
    NORMAL_CALL "normal call";
    SUPERIOR_CALL "superior call";
    RIDE "ride";
    NORMAL_RIDE "normal ride";
    SUPERIOR_RIDE "superior ride";
    STRIDE "stride";
    LEGION "legion";
    HEART "heart";
    UNHEART "heart returns";
    COUNTER_BLAST "counter blast";
    TURN_UP "turn face up";
    TURN_DOWN "turn face down";
    LOCK "lock";
    UNLOCK "unlock";
    DELETE "delete";
    RESTORE "restore";
    HARMONY "harmony";
    ATTACK "attack";
    BOOST "boost";
    GUARD "guard";
    INTERCEPT "intercept";
    HIT "hit";
    DRIVE_CHECK "drive check";
    DAMAGE_CHECK "damage check";
    TRIGGER_ICON "trigger icon";
    // Damage is about to be dealt: what replacements and prohibitions see.
    DEAL "deal";
    // Damage was dealt.
    DAMAGE "damage";
    STAND_UP "stand up";
    MULLIGAN "mulligan";
    STARTS "starts";
    SECOND "goes second";
    PAY "pay";
    TRIGGER "trigger";
    ASSIST "G assist";
    // What texts put on cards and take off; the rules have none of their own.
    COUNTER "counter";
    UNCOUNTER "remove counter";
    CARRIED "carry out";
}

/// Native verbs.
pub(in crate::games::vanguard) mod verb {
    pub(crate) const CALL: u8 = 0;
    pub(crate) const RIDE: u8 = 1;
    pub(crate) const STRIDE: u8 = 2;
    pub(crate) const LEGION: u8 = 3;
    pub(crate) const LOCK: u8 = 4;
    pub(crate) const UNLOCK: u8 = 5;
    pub(crate) const DELETE: u8 = 6;
    pub(crate) const DEAL: u8 = 7;
    pub(crate) const ADD: u8 = 8;
    pub(crate) const UNHEART: u8 = 9;
    pub(crate) const HARMONIZE: u8 = 10;
}

// What the kernel tells, so that texts can hear it. A note has a subject, an object, a player and an amount; what is not named is empty.
//
// - Moves carry the word of what they are: DISCARD, RETIRE, BIND, HEAL, SOUL_BLAST, CALL, RIDE, PUT, RETURN, MOVE. Every unit that goes from the field
//   to the drop zone is retired (10.1.3.2).
// - NORMAL_CALL, SUPERIOR_CALL: besides the move, in the same batch: subject the called card, player the one who calls, `from` and `to` the cells.
// - RIDE and NORMAL_RIDE or SUPERIOR_RIDE; STRIDE: subject the card that comes, object the unit it comes upon, player the one who does it. The object
//   hears them as it was (`looks_back`), so they stand in one batch with the moves.
// - HEART, UNHEART, LOCK, UNLOCK, DELETE, RESTORE: as words of `Mark` events about the card; such events are judged before and after.
// - LEGION: one note for each of the two, subject that unit, object the other one (10.1.24.12, ruling R13).
// - HARMONY: one note for each unit that comes to be in harmony and was not before (10.2.13.1.3.1), object the other one.
// - ATTACK, HIT: subject the attacking unit, object the attacked one, a note for each. BOOST: subject the booster, object the boosted unit. GUARD:
//   subject the guardian, object the guarded unit, player the one who guards. INTERCEPT: subject the unit.
// - DRIVE_CHECK, DAMAGE_CHECK: subject the card in the trigger zone, player the one who checks: `your drive-check reveals a card`.
// - TRIGGER_ICON: only asked: subject the checked card. If it is forbidden, the icon does nothing (11.3.1).
// - DEAL: asked before damage is dealt: subject what deals it, object the vanguard, player its master, amount the points. DAMAGE: when it was dealt, the
//   same; the cause is an effect for damage of a skill (3.16.1.2).
// - USE, TRIGGER: asked before an ability is offered or set off: subject its card, amount the number of the ability.
//
// What native verbs get (`VerbCall`): `who` acts; `cards` are what the verb is about, chosen already; `cells` are the circles that the text allows, those
// of `who` if it says nobody's, and empty if it names none; `apart` asks for a circle each; `face` and `orient` as far as the text says them. CALL, RIDE,
// STRIDE, LEGION, LOCK, UNLOCK, DELETE and UNHEART: `cards`, and of CALL, RIDE and UNHEART the rest. DEAL: `amount`, `to` the units. ADD: `cards`.
// HARMONIZE: `cards` the unit with Harmony, `to` the other one.
pub(super) const VERBS: &[VerbRow] = &[
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
    send("discard", zone::DROP, note::DISCARD, SendFrom::Hand),
    // 10.1.3.1: from the field.
    send("retire", zone::DROP, note::RETIRE, SendFrom::Board),
    send("bind", zone::BIND, note::BIND, SendFrom::Anywhere),
    send("heal", zone::DROP, note::HEAL, SendFrom::Zone(zone::DAMAGE)),
    send("remove", zone::REMOVED, note::REMOVE, SendFrom::Anywhere),
    send("soul-blast", zone::DROP, note::SOUL_BLAST, SendFrom::Zone(zone::SOUL)),
    // 10.1.15.1: face-up cards of the damage zone are turned face down.
    row(
        "counter-blast",
        VerbKind::Face(zone::DAMAGE, true, note::COUNTER_BLAST),
        Some(EventWord::Note(note::COUNTER_BLAST.bit())),
    ),
    row(
        "turn",
        VerbKind::Over(note::TURN_UP, note::TURN_DOWN),
        Some(EventWord::Face),
    ),
    native("call", verb::CALL, EventWord::Moved(note::CALL)),
    native("ride", verb::RIDE, EventWord::Passive(note::RIDE.bit())),
    native("stride", verb::STRIDE, EventWord::Passive(note::STRIDE.bit())),
    native("legion", verb::LEGION, EventWord::Note(note::LEGION.bit())),
    native("lock", verb::LOCK, EventWord::Note(note::LOCK.bit())),
    native("unlock", verb::UNLOCK, EventWord::Note(note::UNLOCK.bit())),
    native("delete", verb::DELETE, EventWord::Note(note::DELETE.bit())),
    // As an event `deal` is damage that was dealt; what would be dealt is the note DEAL.
    native(
        "deal",
        verb::DEAL,
        EventWord::Amount {
            did: note::DAMAGE.bit(),
            would: note::DEAL.bit(),
            not: 0,
            suffered: false,
        },
    ),
    row("add", VerbKind::Native(verb::ADD), None),
    row("nullify", VerbKind::Nullify("trigger", note::TRIGGER_ICON), None),
    row("harmonize", VerbKind::Native(verb::HARMONIZE), None),
    event("place", EventWord::Enter),
    event("normal-call", EventWord::Note(note::NORMAL_CALL.bit())),
    event("superior-call", EventWord::Note(note::SUPERIOR_CALL.bit())),
    event("normal-ride", EventWord::Passive(note::NORMAL_RIDE.bit())),
    event("superior-ride", EventWord::Passive(note::SUPERIOR_RIDE.bit())),
    event("attack", EventWord::Passive(note::ATTACK.bit())),
    event("boost", EventWord::Passive(note::BOOST.bit())),
    event("intercept", EventWord::Note(note::INTERCEPT.bit())),
    event("guard", EventWord::Passive(note::GUARD.bit())),
    event("hit", EventWord::Passive(note::HIT.bit())),
    event("use", EventWord::OfPlayer(note::USE.bit())),
    event("shuffle", EventWord::OfPlayer(note::SHUFFLE.bit())),
    event("lose", EventWord::OfPlayer(note::LOSE.bit())),
    // 11.3.1: the icon of a checked card has its effect.
    event("activate", EventWord::Note(note::TRIGGER_ICON.bit())),
    event("pay", EventWord::OfPlayer(note::PAY.bit())),
    event("go-second", EventWord::OfPlayer(note::SECOND.bit())),
    event("begin", EventWord::Boundary(Boundary::Start)),
];
