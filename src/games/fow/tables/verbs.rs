//! Words for what happens, and verbs.

use super::orient;
use super::zones::zone;
use crate::exec::code::Boundary;
use crate::exec::{EventWord, SendFrom, VerbKind, VerbRow};
use crate::games::common::rows::notes;
use crate::kernel::{Note, ZoneId};

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

const fn bit(note: Note) -> u64 {
    1 << note.0
}

/// Every kind of damage.
const DAMAGE: u64 = bit(note::DEAL) | bit(note::BATTLE_DEAL);

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

const fn row(word: &'static str, command: VerbKind, event: Option<EventWord>) -> VerbRow {
    VerbRow { word, command, event }
}

const fn send(word: &'static str, to: ZoneId, tag: Note, from: SendFrom) -> VerbRow {
    row(word, VerbKind::Send(to, tag, from), Some(EventWord::Moved(tag)))
}

const fn native(word: &'static str, verb: u8, event: Option<EventWord>) -> VerbRow {
    row(word, VerbKind::Native(verb), event)
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
    row("release", VerbKind::Release, None),
    native("erase", verb::ERASE, None),
    native("mobilize", verb::MOBILIZE, None),
    native("copy", verb::COPY, None),
    native("retarget", verb::RETARGET, None),
    row(
        "roll",
        VerbKind::Counted(verb::ROLL),
        Some(EventWord::OfPlayer(bit(note::ROLL))),
    ),
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
    // 1015.2: an activate ability triggers when it is played.
    row(
        "trigger",
        VerbKind::Event,
        Some(EventWord::OfAbility(bit(note::TRIGGER) | bit(note::USE))),
    ),
    row("judge", VerbKind::Event, Some(EventWord::OfPlayer(bit(note::JUDGE)))),
    row("chase", VerbKind::Event, Some(EventWord::OfPlayer(bit(note::CHASE)))),
    row("play", VerbKind::Event, Some(EventWord::OfPlayer(bit(note::PLAY)))),
    row("use", VerbKind::Event, Some(EventWord::OfPlayer(bit(note::USE)))),
    row(
        "shuffle",
        VerbKind::Event,
        Some(EventWord::OfPlayer(bit(note::SHUFFLE))),
    ),
    row("begin", VerbKind::Event, Some(EventWord::Boundary(Boundary::Start))),
];
