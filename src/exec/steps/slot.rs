//! Names for what is kept: `#1`, `#2`, in the order in which they appear. What nothing speaks of later gets no name.

use super::Reader;
use crate::exec::code::SlotIx;
use indexmap::IndexSet;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// The slots of an ability. It is read twice: once to learn which slots are spoken of, once to name these.
#[derive(Debug, Default)]
pub(super) struct Names {
    spoken: RefCell<BTreeSet<SlotIx>>,
    named: RefCell<IndexSet<SlotIx>>,
}

impl Names {
    /// The names for a second reading.
    pub(super) fn again(self) -> Names {
        Names {
            spoken: self.spoken,
            named: RefCell::default(),
        }
    }

    fn name(&self, slot: SlotIx) -> String {
        let (at, _) = self.named.borrow_mut().insert_full(slot);
        format!("#{}", at + 1)
    }
}

impl Reader<'_> {
    /// A slot that something speaks of.
    pub(super) fn slot(&self, slot: SlotIx) -> String {
        self.slots.spoken.borrow_mut().insert(slot);
        self.slots.name(slot)
    }

    /// Where something is kept, if it is spoken of: ` -> #1`; with a word, ` -> how many: #1`.
    pub(super) fn kept(&self, what: &str, slot: impl Into<Option<SlotIx>>) -> String {
        match slot.into() {
            Some(slot) if self.slots.spoken.borrow().contains(&slot) => format!(" -> {what}{}", self.slots.name(slot)),
            _ => String::new(),
        }
    }
}
