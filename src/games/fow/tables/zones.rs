//! Zones.

use crate::games::common::rows::OPEN;
use crate::kernel::{Sees, ZoneSpec};

/// Zones (301 to 318), in the order of their numbers.
pub(in crate::games::fow) mod zone {
    use crate::kernel::ZoneId;
    pub(crate) const DECK: ZoneId = ZoneId(0);
    pub(crate) const STONES: ZoneId = ZoneId(1);
    pub(crate) const HAND: ZoneId = ZoneId(2);
    pub(crate) const GRAVEYARD: ZoneId = ZoneId(3);
    pub(crate) const STANDBY: ZoneId = ZoneId(4);
    pub(crate) const REMOVED: ZoneId = ZoneId(5);
    pub(crate) const FIELD: ZoneId = ZoneId(6);
    pub(crate) const RULER: ZoneId = ZoneId(7);
    pub(crate) const CHASE: ZoneId = ZoneId(8);
    pub(crate) const ITEM: ZoneId = ZoneId(9);
    pub(crate) const EXTRA: ZoneId = ZoneId(10);
    pub(crate) const RUNE: ZoneId = ZoneId(11);
    pub(crate) const STRANGER: ZoneId = ZoneId(12);
    pub(crate) const LIFEBREAK: ZoneId = ZoneId(13);
    pub(crate) const OUTSIDE: ZoneId = ZoneId(14);
    /// Tokens to come and what stands for abilities that are on no chase: no zone of the rules.
    pub(crate) const NOWHERE: ZoneId = ZoneId(15);
}

pub(super) const ZONES: [ZoneSpec; 16] = [
    // 304.2: hidden, nobody looks; 304.3: several cards move one after another.
    ZoneSpec {
        name: "deck",
        sees: Sees::Nobody,
        ordered: true,
        face_down: true,
        serial: true,
        ..OPEN
    },
    // 305.2, 305.3
    ZoneSpec {
        name: "stone-deck",
        sees: Sees::Nobody,
        ordered: true,
        face_down: true,
        serial: true,
        apart: true,
        ..OPEN
    },
    // 306.2
    ZoneSpec {
        name: "hand",
        sees: Sees::Owner,
        ..OPEN
    },
    // 309.2
    ZoneSpec {
        name: "graveyard",
        ordered: true,
        ..OPEN
    },
    // 310.2: hidden, its player may look; the order is seen.
    ZoneSpec {
        name: "standby",
        sees: Sees::OwnerAndFaceUp,
        ordered: true,
        face_down: true,
        ..OPEN
    },
    // 311.2
    ZoneSpec {
        name: "removed-area",
        ..OPEN
    },
    // 307: one field; a cell holds what its player controls.
    ZoneSpec {
        name: "field",
        computed: true,
        board: true,
        ..OPEN
    },
    // 308.2
    ZoneSpec {
        name: "ruler-area",
        computed: true,
        board: true,
        ..OPEN
    },
    // 312.2: one chase; its order over both players is that of the announcements.
    ZoneSpec {
        name: "chase",
        ordered: true,
        computed: true,
        ..OPEN
    },
    // 313
    ZoneSpec {
        name: "item-area",
        ..OPEN
    },
    // 314.2
    ZoneSpec {
        name: "extra-deck",
        sees: Sees::OwnerAndFaceUp,
        face_down: true,
        apart: true,
        ..OPEN
    },
    // 315.2
    ZoneSpec {
        name: "rune-area",
        sees: Sees::OwnerAndFaceUp,
        face_down: true,
        apart: true,
        ..OPEN
    },
    // 316.2
    ZoneSpec {
        name: "stranger-deck",
        sees: Sees::OwnerAndFaceUp,
        face_down: true,
        apart: true,
        ..OPEN
    },
    // 1415.1.a.1
    ZoneSpec {
        name: "lifebreak-area",
        sees: Sees::Owner,
        ordered: true,
        face_down: true,
        ..OPEN
    },
    // 318
    ZoneSpec {
        name: "outside-game",
        sees: Sees::Owner,
        apart: true,
        ..OPEN
    },
    ZoneSpec {
        name: "nowhere",
        ..OPEN
    },
];
