//! Which abilities have heard an event already.

use super::trigger::Found;
use crate::kernel::AbilityIx;

/// An ability that has heard an event.
#[derive(Debug, Clone, Copy)]
pub(super) struct Heard {
    pub(super) ability: AbilityIx,
    pub(super) card: u16,
    pub(super) delayed: Option<u32>,
}

impl Heard {
    pub(super) fn is_of(&self, found: &Found<'_>) -> bool {
        self.ability == found.ability && self.card == found.src.ix && self.delayed == found.delayed
    }
}
