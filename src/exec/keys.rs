//! Keys of events: a coarse sorting, so that an event nobody listens to costs a bit test.

use super::limits::ORIENTS;
use crate::kernel::{Ev, EvKind, Note, ZoneId};

/// All moves.
pub const ALL_MOVES: u128 = (1 << 32) - 1;
/// Points of time.
pub const TIMES: u128 = 1 << 104;

/// Numbers of players.
pub const VALUES: u128 = 1 << 107;

/// No event has it: the past is asked for changes of position, which it does not keep otherwise.
pub const POSITIONS: u128 = 1 << 108;

/// Cards are turned face up or face down where they lie.
pub const fn faced(down: bool) -> u128 {
    1 << (105 + down as u8)
}

/// Moves into a zone.
pub const fn moved_to(zone: ZoneId) -> u128 {
    zone.bit() as u128
}

/// Turns to an orientation.
pub const fn turned(orient: u8) -> u128 {
    if (orient as usize) < ORIENTS {
        1 << (32 + orient)
    } else {
        0
    }
}

/// Notes, by the bits of the game's table.
pub const fn notes(bits: u64) -> u128 {
    (bits as u128) << 40
}

/// The key of an event that is told by its word; without a word nobody can ask for it.
fn noted(tag: Note) -> u128 {
    if tag == Note::NONE {
        return 0;
    }
    notes(tag.bit())
}

/// The key of an event; moves are told apart by the zone they go to.
pub fn of(ev: &Ev, to: ZoneId) -> u128 {
    match ev.kind {
        EvKind::Move => moved_to(to),
        EvKind::Turn => turned(u8::try_from(ev.n).unwrap_or(0)),
        EvKind::Note
        | EvKind::Number(_)
        | EvKind::Reveal
        | EvKind::Shuffle
        | EvKind::Damage
        | EvKind::Mend
        | EvKind::Counter(_)
        | EvKind::Side(_)
        | EvKind::Attach => noted(ev.tag),
        EvKind::Value(_) => noted(ev.tag) | VALUES,
        EvKind::Face => noted(ev.tag) | faced(ev.n != 0),
        EvKind::Mark(_) => noted(ev.tag) | faced(ev.face_down),
        EvKind::Begin(_) | EvKind::End(_) => TIMES,
        EvKind::Look | EvKind::Appear | EvKind::Vanish => 0,
    }
}
