//! One or several: what a singular noun may mean where the engine needs one card.

use super::refusal::Fail;
use super::{CardLinker, Linked};
use crate::ir::{AttrOf, ObjId, Objects, Quant, Selector};

impl CardLinker<'_, '_> {
    /// A number or a player of `your resonator`, of `a resonator`: there may be several, and nobody said which. What the game has only one of has one,
    /// and a quoted name counts as one card.
    pub(super) fn surely_one(&self, id: ObjId) -> Linked<()> {
        if !self.may_be_several(id) {
            return Ok(());
        }
        Err(Fail::wording(
            "there may be several of these cards, and each has its own; this does not say whose is meant",
            "ask about the cards themselves (`if you have a … with … 3 or more`), say the number of all of them (`total … of your …`, `highest … among your …`), or choose one before",
        ))
    }

    /// Whether one of several cards is meant, whichever: `a card's host`.
    pub(super) fn indefinite(&self, id: ObjId) -> bool {
        match &self.code()[id] {
            Objects::Select(selector) => matches!(selector.quant, Quant::A | Quant::Any | Quant::Another),
            Objects::Related(AttrOf::Objects(of), _) => self.indefinite(*of) || self.may_be_several(*of),
            _ => false,
        }
    }

    /// Whether a player has one such card: `your leader`. Of two all the same, it is the first.
    fn one_each(&self, selector: &Selector) -> bool {
        let known = self.l.vocab.policy("one-each").unwrap_or("");
        let one = |noun: &crate::ir::Name| known.split_whitespace().any(|word| word == noun.as_ref());
        selector.whose.is_some() && selector.descs.iter().all(|desc| desc.noun.as_ref().is_some_and(one))
    }

    fn may_be_several(&self, id: ObjId) -> bool {
        match &self.code()[id] {
            Objects::Select(selector) => {
                matches!(selector.quant, Quant::Bare | Quant::A | Quant::Any | Quant::Another)
                    && selector.slot.is_none()
                    && !selector.target
                    && !only_named(selector)
                    && !self.one_each(selector)
            }
            Objects::Related(AttrOf::Objects(of), _) => self.may_be_several(*of),
            _ => false,
        }
    }
}

/// A quoted name and nothing else.
fn only_named(selector: &Selector) -> bool {
    matches!(selector.quant, Quant::Bare)
        && matches!(selector.descs.as_slice(), [desc] if desc.noun.is_none() && matches!(desc.filters.as_slice(), [crate::ir::Filter::Named(_)]))
}
