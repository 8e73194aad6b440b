//! Keywords the rules ask for, and those the game does itself.

use super::zones::zone;
use crate::exec::{Extra, NativeKind};
use crate::games::common::rows::keywords;
use crate::kernel::ZoneId;

keywords! {
    pub(in crate::games::evolve),
    EVOLVE "Evolve";
    FEED "Feed";
    QUICK "Quick";
    WARD "Ward";
    STORM "Storm";
    RUSH "Rush";
    STACK "Stack";
}

/// 10.3.5: on the field.
const FIELD: &[ZoneId] = &[zone::FIELD];

pub(super) const NATIVE: &[(&str, NativeKind)] = &[
    // 12.2.2, 14.2.2.3: what else they cost is paid by the game.
    ("Evolve", NativeKind::Act(FIELD, Extra::None)),
    ("Feed", NativeKind::Act(FIELD, Extra::None)),
    ("Quick", NativeKind::Word),
    ("Ward", NativeKind::Word),
    ("Storm", NativeKind::Word),
    ("Rush", NativeKind::Word),
];
