//! Zones (4), in the order of their numbers.

use crate::games::common::rows::OPEN;
use crate::kernel::{Sees, ZoneId, ZoneSpec};

/// Zones.
pub(in crate::games::evolve) mod zone {
    use super::ZoneId;
    pub(crate) const DECK: ZoneId = ZoneId(0);
    pub(crate) const HAND: ZoneId = ZoneId(1);
    pub(crate) const EVOLVE_DECK: ZoneId = ZoneId(2);
    pub(crate) const CEMETERY: ZoneId = ZoneId(3);
    pub(crate) const FIELD: ZoneId = ZoneId(4);
    pub(crate) const LEADER: ZoneId = ZoneId(5);
    pub(crate) const EX: ZoneId = ZoneId(6);
    pub(crate) const BANISHED: ZoneId = ZoneId(7);
    pub(crate) const RESOLUTION: ZoneId = ZoneId(8);
    pub(crate) const EVOLVE: ZoneId = ZoneId(9);
    pub(crate) const RACE: ZoneId = ZoneId(10);
    /// Tokens to come and tokens that were eliminated: no zone of the rules.
    pub(crate) const NOWHERE: ZoneId = ZoneId(11);
}

pub(super) const ZONES: [ZoneSpec; 12] = [
    // 4.5.2: nobody looks; 5.9.2: cards are drawn in succession.
    ZoneSpec {
        name: "deck",
        sees: Sees::Nobody,
        ordered: true,
        face_down: true,
        serial: true,
        ..OPEN
    },
    // 4.7.2; effects can reach cards that are still to be played (4.4.3.1).
    ZoneSpec {
        name: "hand",
        sees: Sees::Owner,
        computed: true,
        ..OPEN
    },
    // 4.6.2: only its player looks; what came back lies face up, for everybody to see (ruling D17).
    ZoneSpec {
        name: "evolve-deck",
        sees: Sees::OwnerAndFaceUp,
        face_down: true,
        apart: true,
        ..OPEN
    },
    // 4.9.2
    ZoneSpec {
        name: "cemetery",
        ..OPEN
    },
    // 4.4.2
    ZoneSpec {
        name: "field",
        computed: true,
        board: true,
        ..OPEN
    },
    // 4.3.2
    ZoneSpec {
        name: "leader-area",
        computed: true,
        board: true,
        ..OPEN
    },
    // 4.8.2; 4.8.3.3: effects can be applied to its cards.
    ZoneSpec {
        name: "ex-area",
        computed: true,
        ..OPEN
    },
    // 4.10.2: what lies face down is hidden from both (ruling D43).
    ZoneSpec {
        name: "banished-zone",
        ..OPEN
    },
    // 4.11.2: one zone; a cell holds what its player has played (ruling D24).
    ZoneSpec {
        name: "resolution-zone",
        ordered: true,
        computed: true,
        ..OPEN
    },
    // 4.12.2
    ZoneSpec {
        name: "evolve-zone",
        ..OPEN
    },
    // 4.13.2
    ZoneSpec {
        name: "race-zone",
        ..OPEN
    },
    ZoneSpec {
        name: "nowhere",
        ..OPEN
    },
];

/// 12.4.3, 9.1.2.2 (ruling D44): any zone but a field, or no zone at all.
pub(super) const PARTS: &[(&str, ZoneId, u16)] = &[
    ("outside-field", zone::DECK, 1),
    ("outside-field", zone::HAND, 1),
    ("outside-field", zone::EVOLVE_DECK, 1),
    ("outside-field", zone::CEMETERY, 1),
    ("outside-field", zone::LEADER, 1),
    ("outside-field", zone::EX, 1),
    ("outside-field", zone::BANISHED, 1),
    ("outside-field", zone::RESOLUTION, 1),
    ("outside-field", zone::EVOLVE, 1),
    ("outside-field", zone::RACE, 1),
    ("outside-field", zone::NOWHERE, 1),
];
