//! Zones and circles (4), in the order of their numbers.

use crate::games::common::rows::PILE;
use crate::kernel::{Sees, ZoneId, ZoneSpec};

/// Zones.
pub(in crate::games::vanguard) mod zone {
    use super::ZoneId;
    pub(crate) const DECK: ZoneId = ZoneId(0);
    pub(crate) const HAND: ZoneId = ZoneId(1);
    pub(crate) const DROP: ZoneId = ZoneId(2);
    pub(crate) const VC: ZoneId = ZoneId(3);
    pub(crate) const RC: ZoneId = ZoneId(4);
    pub(crate) const GC: ZoneId = ZoneId(5);
    pub(crate) const SOUL: ZoneId = ZoneId(6);
    pub(crate) const DAMAGE: ZoneId = ZoneId(7);
    pub(crate) const BIND: ZoneId = ZoneId(8);
    pub(crate) const TRIGGER: ZoneId = ZoneId(9);
    pub(crate) const G: ZoneId = ZoneId(10);
    pub(crate) const REMOVED: ZoneId = ZoneId(11);
}

pub(super) const ZONES: [ZoneSpec; 12] = [
    // 4.2.1, 4.2.2: face down, nobody looks; 4.2.3: cards leave it one by one.
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
    // 4.4.2: its player may reorder it.
    ZoneSpec {
        name: "drop",
        ordered: false,
        ..PILE
    },
    // 4.6.8.1: what lies face down on a circle may be looked at by everybody.
    ZoneSpec {
        name: "VC",
        sees: Sees::Everybody,
        ordered: false,
        computed: true,
        board: true,
        ..PILE
    },
    ZoneSpec {
        name: "RC",
        positions: &["LF", "RF", "LB", "CB", "RB"],
        sees: Sees::Everybody,
        ordered: false,
        computed: true,
        board: true,
        ..PILE
    },
    ZoneSpec {
        name: "GC",
        sees: Sees::Everybody,
        ordered: false,
        computed: true,
        board: true,
        ..PILE
    },
    ZoneSpec {
        name: "soul",
        ordered: false,
        ..PILE
    },
    // 4.8.2.1: face-down cards can be looked at.
    ZoneSpec {
        name: "damage-zone",
        sees: Sees::Everybody,
        ordered: false,
        ..PILE
    },
    // 4.9.2.1: face-down cards only by their owner (ruling R05).
    ZoneSpec {
        name: "bind-zone",
        sees: Sees::OwnerAndFaceUp,
        ordered: false,
        ..PILE
    },
    ZoneSpec {
        name: "trigger-zone",
        ..PILE
    },
    // 4.11.2, 4.11.3: the face-down part only by its player.
    ZoneSpec {
        name: "g-zone",
        sees: Sees::OwnerAndFaceUp,
        ordered: false,
        face_down: true,
        apart: true,
        ..PILE
    },
    // 6.4.1.2.5.1 (ruling R32): not a zone of the rules; both players may look.
    ZoneSpec {
        name: "removed-zone",
        ordered: false,
        ..PILE
    },
];

/// Words for parts of the field; rows with one word are one place.
pub(super) const PARTS: &[(&str, ZoneId, u16)] = &[
    // 4.5.2
    ("field", zone::VC, 1),
    ("field", zone::RC, 0b1_1111),
    ("field", zone::GC, 1),
    // 4.6.3
    ("front-row", zone::VC, 1),
    ("front-row", zone::RC, 0b0_0011),
    ("back-row", zone::RC, 0b1_1100),
    ("back-center", zone::RC, 0b0_1000),
];
