//! Words for what happens, and verbs.

use super::orient;
use super::zones::zone;
use crate::exec::code::Boundary;
use crate::exec::{EventWord, SendFrom, VerbKind, VerbRow};
use crate::games::common::rows::{event, native, notes, row, send};

notes! {
    pub(in crate::games::fow),
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
    BREAK "life break";
    UNDAMAGE "remove damage";
    OUT_OF_BATTLE "remove from battle";
    DISCARD_HAND "discard hand";
    INCREASE "increase";
    DECREASE "decrease";
    CARRIED "carry out";
}

/// Every kind of damage.
const DAMAGE: u64 = note::DEAL.bit() | note::BATTLE_DEAL.bit();

/// Native verbs.
pub(in crate::games::fow) mod verb {
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
    pub(crate) const ERASE: u8 = 12;
    pub(crate) const MOBILIZE: u8 = 13;
    pub(crate) const COPY: u8 = 14;
    pub(crate) const RETARGET: u8 = 15;
    pub(crate) const ROLL: u8 = 16;
    pub(crate) const RESTART: u8 = 17;
}

pub(super) const VERBS: &[VerbRow] = &[
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
    native("cancel", verb::CANCEL, EventWord::Moved(note::CANCEL)),
    native("summon", verb::SUMMON, EventWord::Moved(note::SUMMON)),
    // What is added is the subject, what it is added to the object (1002); bestowing is adding (1121.3).
    native("add", verb::ADD, EventWord::Note(note::ADD.bit() | note::BESTOW.bit())),
    native("bestow", verb::BESTOW, EventWord::Note(note::BESTOW.bit())),
    native("attach", verb::ATTACH, EventWord::Note(note::ATTACH.bit())),
    native("overlay", verb::OVERLAY, EventWord::Note(note::OVERLAY.bit())),
    row("contract", VerbKind::Native(verb::CONTRACT), None),
    row(
        "call",
        VerbKind::Counted(verb::CALL),
        Some(EventWord::OfPlayer(note::CALL.bit())),
    ),
    native("shift", verb::SHIFT, EventWord::Note(note::SHIFT.bit())),
    native("invert", verb::INVERT, EventWord::Note(note::INVERT.bit())),
    native("heal", verb::HEAL, EventWord::Note(note::HEAL.bit())),
    native(
        "remove-from-battle",
        verb::REMOVE_FROM_BATTLE,
        EventWord::Note(note::OUT_OF_BATTLE.bit()),
    ),
    row("release", VerbKind::Release, None),
    row("erase", VerbKind::Native(verb::ERASE), None),
    row("mobilize", VerbKind::Native(verb::MOBILIZE), None),
    row("copy", VerbKind::Native(verb::COPY), None),
    row("retarget", VerbKind::Native(verb::RETARGET), None),
    row(
        "roll",
        VerbKind::Counted(verb::ROLL),
        Some(EventWord::OfPlayer(note::ROLL.bit())),
    ),
    row("restart", VerbKind::Native(verb::RESTART), None),
    row("deal", VerbKind::Deal, Some(EventWord::Damage(DAMAGE))),
    row("prevent", VerbKind::Prevent, None),
    row(
        "gain",
        VerbKind::Life(true),
        Some(EventWord::Life(note::GAIN_LIFE.bit())),
    ),
    row(
        "lose",
        VerbKind::Life(false),
        Some(EventWord::Life(note::LOSE_LIFE.bit())),
    ),
    row(
        "produce",
        VerbKind::Produce,
        Some(EventWord::OfPlayer(note::PRODUCE.bit())),
    ),
    event("pay", EventWord::OfPlayer(note::PAY.bit())),
    row("enter", VerbKind::Event, Some(EventWord::Enter)),
    row("leave", VerbKind::Event, Some(EventWord::Leave)),
    event("attack", EventWord::Passive(note::ATTACK.bit())),
    event("block", EventWord::Passive(note::BLOCK.bit())),
    event("target", EventWord::Passive(note::TARGET.bit())),
    // 1015.2: an activate ability triggers when it is played.
    event("trigger", EventWord::OfAbility(note::TRIGGER.bit() | note::USE.bit())),
    event("judge", EventWord::OfPlayer(note::JUDGE.bit())),
    event("chase", EventWord::OfPlayer(note::CHASE.bit())),
    event("play", EventWord::OfPlayer(note::PLAY.bit())),
    event("use", EventWord::OfPlayer(note::USE.bit())),
    event("shuffle", EventWord::OfPlayer(note::SHUFFLE.bit())),
    event("begin", EventWord::Boundary(Boundary::Start)),
];
