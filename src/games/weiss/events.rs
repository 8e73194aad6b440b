//! What happens in a game of Weiß Schwarz, besides what happens in every game.

use super::tables::{note, player};
use crate::exec::catalog::{EventRow, Happening, can, role};
use crate::kernel::Note;

const SUBJECT: u8 = role::SUBJECT;
const PAIR: u8 = role::SUBJECT | role::OBJECT;
const AMOUNT: u8 = role::SUBJECT | role::AMOUNT;

pub(super) const EVENTS: &[EventRow] = &[
    EventRow::moved(note::FLIP),
    EventRow::moved(note::PLAY),
    EventRow::moved(note::REFRESH),
    EventRow::moved(note::CHECK),
    EventRow::moved(note::PAY),
    EventRow::moved(note::CLOCK),
    EventRow::moved(note::REFRESH_POINT),
    EventRow::moved(note::LEVEL),
    EventRow::moved(note::MULLIGAN),
    // 7.2.1.3: who may attack, and in which way, is asked for before the declaration.
    EventRow::told(note::FRONTAL_ATTACK, PAIR, can::DECLARE),
    EventRow::told(note::SIDE_ATTACK, PAIR, can::DECLARE),
    EventRow::told(note::DIRECT_ATTACK, SUBJECT, can::DECLARE),
    // 4.10.1: damage that is about to be dealt, then that it was taken or canceled.
    EventRow::told(note::DEAL, AMOUNT, can::REPLACE | can::FORBID),
    EventRow::told(note::TAKEN, AMOUNT, can::HEAR),
    EventRow::told(note::CANCEL, AMOUNT, can::DECLARE)
        .near("answer to it (`when … is canceled`), or replace the damage"),
    EventRow::told(note::LEVEL_UP, PAIR, can::HEAR),
    EventRow::told(note::REFRESH, 0, can::HEAR),
    EventRow::told(note::CHECK, PAIR, can::HEAR),
    EventRow::told(note::PLAY, SUBJECT | role::FROM | role::TO, can::DECLARE),
    // 1.2.2, 1.2.5, 9.2.2.1: a loss that nothing forbids or replaces ends the game, so nothing answers to it.
    EventRow::told(note::LOSE, 0, can::REPLACE | can::FORBID)
        .near("the game is over then: write `would lose the game, instead` or `cannot lose the game`"),
    EventRow::told(note::STARTS, 0, can::HEAR),
    EventRow::new(
        Happening::Value(player::REFRESH_POINTS),
        Note::NONE,
        role::AMOUNT,
        can::ALL,
    ),
];
