//! What happens in a game of Vanguard, besides what happens in every game. `verbs.rs` says who takes part in it.

use super::verbs::note;
use crate::exec::catalog::{EventRow, Happening, can, role};
use crate::kernel::Note;

const SUBJECT: u8 = role::SUBJECT;
const PAIR: u8 = role::SUBJECT | role::OBJECT;
const WAY: u8 = role::FROM | role::TO;
const DEALT: u8 = PAIR | role::AMOUNT;

const fn moved_onto(note: Note) -> EventRow {
    EventRow::new(Happening::Move, note, PAIR | WAY, can::ALL)
}

const fn face(note: Note) -> EventRow {
    EventRow::new(Happening::Face, note, SUBJECT, can::ALL)
}

const fn mark(note: Note) -> EventRow {
    EventRow::new(Happening::Mark, note, PAIR, can::ALL)
}

pub(super) const EVENTS: &[EventRow] = &[
    EventRow::moved(note::DISCARD),
    EventRow::moved(note::RETIRE),
    EventRow::moved(note::BIND),
    EventRow::moved(note::HEAL),
    EventRow::moved(note::REMOVE),
    EventRow::moved(note::SOUL_BLAST),
    moved_onto(note::CALL),
    moved_onto(note::RIDE),
    moved_onto(note::STRIDE),
    moved_onto(note::LEGION),
    EventRow::moved(note::DRIVE_CHECK),
    EventRow::moved(note::DAMAGE_CHECK),
    EventRow::moved(note::MULLIGAN),
    EventRow::moved(note::ASSIST),
    // 1.3.3: what players declare is asked for first.
    EventRow::told(note::NORMAL_CALL, SUBJECT | WAY, can::DECLARE),
    EventRow::told(note::SUPERIOR_CALL, SUBJECT | WAY, can::DECLARE),
    EventRow::told(note::RIDE, PAIR | WAY, can::DECLARE),
    EventRow::told(note::NORMAL_RIDE, PAIR | WAY, can::DECLARE),
    EventRow::told(note::SUPERIOR_RIDE, PAIR | WAY, can::DECLARE),
    EventRow::told(note::STRIDE, PAIR | WAY, can::DECLARE),
    EventRow::told(note::LEGION, PAIR, can::HEAR),
    EventRow::told(note::HARMONY, PAIR, can::HEAR),
    EventRow::told(note::ATTACK, PAIR, can::DECLARE),
    EventRow::told(note::BOOST, PAIR, can::DECLARE),
    EventRow::told(note::GUARD, PAIR, can::DECLARE),
    EventRow::told(note::INTERCEPT, SUBJECT | WAY, can::DECLARE),
    // 7.6.1.2: a hit is asked for before it is one.
    EventRow::told(note::HIT, PAIR, can::DECLARE),
    EventRow::told(note::DRIVE_CHECK, PAIR, can::HEAR),
    EventRow::told(note::DAMAGE_CHECK, PAIR, can::HEAR),
    // 11.3.1: whether the icon has its effect is only asked.
    EventRow::told(note::TRIGGER_ICON, SUBJECT, can::FORBID).near(
        "wait for the check (`when your drive-check reveals a card with …`); that it `cannot be activated` can be said",
    ),
    EventRow::told(note::DEAL, DEALT, can::REPLACE | can::FORBID),
    EventRow::told(note::DAMAGE, DEALT, can::HEAR),
    // 9.2: the verdict asks whether a player can lose, and the game is over then.
    EventRow::told(note::LOSE, 0, can::FORBID)
        .near("say what happens before the loss is due; that a player `cannot lose the game` can be said"),
    EventRow::told(note::STARTS, 0, can::HEAR),
    EventRow::told(note::SECOND, 0, can::HEAR),
    face(note::COUNTER_BLAST),
    face(note::TURN_UP),
    face(note::TURN_DOWN),
    face(note::STAND_UP),
    mark(note::HEART),
    mark(note::UNHEART),
    mark(note::LOCK),
    mark(note::UNLOCK),
    mark(note::DELETE),
    mark(note::RESTORE),
];
