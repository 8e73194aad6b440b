//! Keywords the rules ask for, and those the game does itself.

use super::zones::zone;
use crate::exec::{Extra, NativeKind};
use crate::kernel::ZoneId;

macro_rules! keywords {
    ($( $name:ident $word:literal; )*) => {
        /// Keywords the rules ask for, by their numbers in the table.
        pub(in crate::games::evolve) mod keyword {
            keywords!(@count 0usize; $( $name )*);
        }
        pub(super) const KEYWORDS: &[&str] = &[$( $word ),*];
    };
    (@count $n:expr; $name:ident $($rest:ident)*) => {
        pub(crate) const $name: usize = $n;
        keywords!(@count $n + 1; $($rest)*);
    };
    (@count $n:expr;) => {};
}

keywords! {
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
