//! Keywords that the rules read into the sentence they stand for (1411.3, 1417.1 and their like): a card that spells one out has it.

use super::{CardLinker, Linker};
use crate::ir::{self, AbilityId, Card, Line};

/// A keyword whose sentence is read as the keyword.
#[derive(Debug)]
pub(super) struct Spelled {
    keyword: String,
    /// What it answers to.
    head: String,
    /// What it does, if that is not given with the keyword.
    body: Option<String>,
}

impl Linker {
    /// A card of the rules' own script that is named after no type lists such keywords.
    pub(super) fn note_spelled(&mut self, card: &Card) {
        for line in card.faces.iter().flat_map(|face| &face.lines) {
            if let Line::Keyword {
                calls,
                given,
                abilities,
                native: false,
                ..
            } = line
                && let ([call], [ability]) = (calls.as_slice(), abilities.as_slice())
            {
                self.spelled.push(Spelled {
                    keyword: call.name.clone(),
                    head: ir::ability_head(&card.code, *ability),
                    body: given.is_none().then(|| ir::ability_body(&card.code, *ability)),
                });
            }
        }
    }
}

impl CardLinker<'_, '_> {
    /// The keyword that an ability spells out, as its bit.
    pub(super) fn spelled_out(&mut self, id: AbilityId) -> u128 {
        let ability = &self.code()[id];
        if self.l.spelled.is_empty()
            || ability.keyword.is_some()
            || ability.works.is_some()
            || ability.replaces.is_some()
        {
            return 0;
        }
        let (head, body) = (ir::ability_head(self.code(), id), ir::ability_body(self.code(), id));
        let bare = is_bare(ability);
        let said = |one: &&Spelled| one.head == head && one.body.as_ref().is_none_or(|own| bare && *own == body);
        let found = self.l.spelled.iter().find(said).map(|one| one.keyword.clone());
        found.map_or(0, |keyword| self.keyword_bit(&keyword))
    }
}

/// Whether an ability is nothing but what it does: no condition, no limit, no price.
fn is_bare(ability: &ir::Ability) -> bool {
    ability.labels.is_empty()
        && ability.condition.is_none()
        && ability.limit.is_none()
        && ability.cost.is_none()
        && ability.during.is_empty()
}
