//! What happens in a game of Shadowverse: Evolve, besides what happens in every game.

use super::player;
use super::verbs::note;
use crate::exec::catalog::{EventRow, Happening, can, role};
use crate::kernel::Note;

const SUBJECT: u8 = role::SUBJECT;
const PAIR: u8 = role::SUBJECT | role::OBJECT;
const DEALT: u8 = role::SUBJECT | role::OBJECT | role::AMOUNT;

const fn damage(note: Note) -> EventRow {
    EventRow::new(Happening::Damage, note, DEALT, can::ALL)
}

const fn value(which: u8, note: Note) -> EventRow {
    EventRow::new(Happening::Value(which), note, role::AMOUNT, can::ALL)
}

pub(super) const EVENTS: &[EventRow] = &[
    EventRow::moved(note::DESTROY),
    EventRow::moved(note::BURY),
    EventRow::moved(note::BANISH),
    EventRow::moved(note::DISCARD),
    EventRow::moved(note::SUMMON),
    EventRow::moved(note::STEAL),
    EventRow::moved(note::SWAP),
    EventRow::moved(note::TRANSFORM),
    EventRow::moved(note::MULLIGAN),
    EventRow::moved(note::RESOLVE),
    // Who may play, use, attack, evolve and select is asked for first.
    EventRow::told(note::PLAY, SUBJECT | role::FROM | role::TO, can::DECLARE),
    EventRow::told(note::ATTACK, PAIR, can::DECLARE),
    EventRow::told(note::EVOLVE, PAIR, can::DECLARE),
    EventRow::told(note::SERVE, SUBJECT, can::HEAR),
    EventRow::told(note::RACE, SUBJECT, can::HEAR),
    EventRow::told(note::COMBAT, PAIR, can::HEAR),
    EventRow::told(note::FIGHT, PAIR, can::HEAR),
    EventRow::told(note::ROLL, SUBJECT | role::AMOUNT, can::HEAR),
    EventRow::told(note::LOSE, 0, can::ALL),
    EventRow::told(note::STARTS, 0, can::HEAR),
    damage(note::DEAL),
    damage(note::ATTACK_DEAL),
    damage(note::REDUCE),
    damage(note::COMBAT_DEAL),
    damage(note::BACK_DEAL),
    EventRow::new(Happening::Mend, note::UNDAMAGE, SUBJECT | role::AMOUNT, can::ALL),
    EventRow::new(Happening::Attach, note::LINK, PAIR, can::ALL),
    EventRow::new(Happening::Face, note::TURN_UP, SUBJECT, can::ALL),
    EventRow::new(Happening::Face, note::TURN_DOWN, SUBJECT, can::ALL),
    value(player::PLAY_POINTS, note::RECOVER),
    value(player::PLAY_POINTS, note::PAY),
    value(player::PLAY_POINTS, note::POINTS),
    value(player::MAX_PP, note::POINTS),
    value(player::EVOLUTION_POINTS, note::POINTS),
    value(player::EVOLUTION_POINTS, note::PAY),
];
