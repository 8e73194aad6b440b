//! What happens in a game of Force of Will, besides what happens in every game.

use super::player;
use super::verbs::note;
use crate::exec::catalog::{EventRow, Happening, can, role};
use crate::kernel::Note;

const SUBJECT: u8 = role::SUBJECT;
const PAIR: u8 = role::SUBJECT | role::OBJECT;
const AIMED: u8 = PAIR | role::PLAYER;

const fn damage(note: Note) -> EventRow {
    EventRow::new(Happening::Damage, note, AIMED | role::AMOUNT, can::ALL)
}

const fn attach(note: Note) -> EventRow {
    EventRow::new(Happening::Attach, note, PAIR, can::ALL)
}

const fn life(note: Note) -> EventRow {
    EventRow::new(Happening::Value(player::LIFE), note, role::AMOUNT, can::ALL)
}

pub(super) const EVENTS: &[EventRow] = &[
    EventRow::moved(note::DESTROY),
    EventRow::moved(note::BANISH),
    EventRow::moved(note::DISCARD),
    EventRow::moved(note::CANCEL),
    EventRow::moved(note::REMOVE),
    EventRow::moved(note::EXPEL),
    EventRow::moved(note::SUMMON),
    EventRow::moved(note::OVERLAY),
    EventRow::moved(note::SET),
    EventRow::moved(note::RESOLVE),
    EventRow::moved(note::CONTROL),
    EventRow::moved(note::MULLIGAN),
    EventRow::moved(note::BREAK),
    // What is announced and declared is asked for first (104.4).
    EventRow::told(note::PLAY, SUBJECT | role::FROM | role::TO, can::DECLARE),
    EventRow::told(note::JUDGE, SUBJECT, can::ALL),
    EventRow::told(note::CALL, SUBJECT, can::HEAR),
    // Which stone comes is not known before (710.1).
    EventRow::told(note::CALL, 0, can::FORBID).near("forbid the call itself: `opponent cannot call`"),
    EventRow::told(note::ATTACK, AIMED | role::FROM | role::TO, can::DECLARE),
    EventRow::told(note::BLOCK, PAIR | role::FROM | role::TO, can::DECLARE),
    // 1008: whether something may be played above a card is only asked.
    EventRow::told(note::CHASE, SUBJECT, can::FORBID)
        .near("wait for what is played (`when opponent plays a card`); that players `cannot chase` can be said"),
    EventRow::told(note::PRODUCE, SUBJECT | role::AMOUNT, can::HEAR),
    EventRow::told(note::OUT_OF_BATTLE, SUBJECT, can::HEAR),
    EventRow::told(note::DISCARD_HAND, 0, can::HEAR),
    EventRow::told(note::ROLL, role::AMOUNT, can::HEAR),
    EventRow::told(note::LOSE_GAME, 0, can::ALL),
    EventRow::told(note::STARTS, 0, can::HEAR),
    damage(note::DEAL),
    damage(note::BATTLE_DEAL),
    EventRow::new(Happening::Mend, note::UNDAMAGE, SUBJECT | role::AMOUNT, can::ALL),
    EventRow::new(Happening::Counter, note::HEAL, SUBJECT | role::AMOUNT, can::ALL),
    attach(note::ADD),
    attach(note::BESTOW),
    attach(note::ATTACH),
    attach(note::OVERLAY),
    attach(Note::NONE),
    EventRow::new(Happening::Side, note::SHIFT, SUBJECT, can::ALL),
    EventRow::new(Happening::Side, note::INVERT, SUBJECT, can::ALL),
    EventRow::new(Happening::Side, Note::NONE, SUBJECT, 0),
    EventRow::new(Happening::Face, Note::NONE, SUBJECT, can::ALL),
    life(note::GAIN_LIFE),
    life(note::LOSE_LIFE),
    life(Note::NONE),
];
