//! Cards are played and abilities are used, but texts say either word of both: `cannot use events or "Backup"`.

use super::super::code::{Filter, PatIx, PatKind, PatObject, PatSubject};
use super::CardLinker;
use super::event::bit;
use super::object::Noun;
use crate::ir::{Desc, ObjId, Objects, Subject};

impl CardLinker<'_, '_> {
    /// Whether these notes mean that something is played or used.
    pub(super) fn is_played(&self, bits: u64) -> bool {
        let notes = &self.tables().note;
        bits != 0 && bits & !(bit(notes.play) | bit(notes.use_ability)) == 0
    }

    /// The notes of a verb that is about an ability with a keyword: the ability is used, or a card is played whose text it is.
    pub(super) fn used_or_played(&self, bits: u64) -> u64 {
        let notes = &self.tables().note;
        if self.is_played(bits) {
            bit(notes.play) | bit(notes.use_ability)
        } else {
            bits
        }
    }

    /// A list of cards and abilities (`cannot play events or "Backup"`, `when opponent plays an event or "Backup"`), as one of the cards and one of the abilities.
    pub(super) fn cards_and_abilities(&mut self, at: PatIx) -> Vec<PatIx> {
        let Some(pattern) = self.l.parts.patterns.get(at.0 as usize).cloned() else {
            return vec![at];
        };
        let (PatKind::Note(bits), PatSubject::Fits(select), None) = (&pattern.kind, &pattern.subject, &pattern.object)
        else {
            return vec![at];
        };
        if !self.is_played(*bits) {
            return vec![at];
        }
        let (played, both) = (bit(self.tables().note.play), self.used_or_played(*bits));
        let (mut keywords, mut any_ability) = (0, false);
        let (mut of_cards, mut of_abilities) = (select.clone(), select.clone());
        of_cards.filters.clear();
        of_abilities.filters.clear();
        for filter in &select.filters {
            let Filter::Any(list) = filter else {
                of_cards.filters.push(filter.clone());
                of_abilities.filters.push(filter.clone());
                continue;
            };
            if list.iter().any(|f| self.is_ability_only(f)) {
                // `spells or abilities`, `cards or abilities`
                any_ability = true;
                let rest: Vec<Filter> = list.iter().filter(|f| !self.is_ability_only(f)).cloned().collect();
                of_cards.filters.push(Filter::Any(rest));
                continue;
            }
            let rest: Vec<Filter> = list.iter().filter(|f| keyword_only(f).is_none()).cloned().collect();
            // Keywords alone are what cards have: abilities without a card were understood as such before.
            if rest.is_empty() {
                of_cards.filters.push(filter.clone());
                of_abilities.filters.push(filter.clone());
                continue;
            }
            keywords |= list.iter().filter_map(keyword_only).fold(0, |all, bits| all | bits);
            if rest.len() == list.len() {
                of_abilities.filters.push(filter.clone());
            }
            of_cards.filters.push(Filter::Any(rest));
        }
        let mut cards = pattern.clone();
        cards.kind = PatKind::Note(played);
        cards.keys = self.keys(&cards.kind);
        cards.subject = PatSubject::Fits(of_cards);
        if let Some(place) = self.l.parts.patterns.get_mut(at.0 as usize) {
            *place = cards;
        }
        if keywords == 0 && !any_ability {
            return vec![at];
        }
        let mut abilities = pattern;
        if any_ability {
            abilities.kind = PatKind::Note(bit(self.tables().note.use_ability));
            abilities.keys = self.keys(&abilities.kind);
            abilities.subject = PatSubject::Fits(of_abilities);
            return vec![at, self.add_pattern(abilities)];
        }
        abilities.kind = PatKind::Note(both);
        abilities.keys = self.keys(&abilities.kind);
        abilities.subject = PatSubject::Fits(of_abilities);
        abilities.object = Some(PatObject::Keyword(keywords));
        vec![at, self.add_pattern(abilities)]
    }

    /// Whether a demand is that something is an ability, and nothing else.
    fn is_ability_only(&self, filter: &Filter) -> bool {
        match filter {
            Filter::State(state) => {
                let mut rows = self.tables().noun_states.iter();
                rows.any(|(word, known)| known == state && self.noun(word) == Noun::Ability)
            }
            Filter::All(all) => matches!(all.as_slice(), [one] if self.is_ability_only(one)),
            _ => false,
        }
    }

    /// Whether what is said to be forbidden is so of cards and of abilities in one sentence: `this and all abilities of this`.
    pub(super) fn is_cards_and_abilities(&self, subject: &Subject) -> bool {
        let Subject::Objects(obj) = subject else { return false };
        let ability =
            |id: &ObjId| matches!(self.code()[*id], Objects::ThisAbility) || self.thing(*id, Noun::Ability).is_some();
        match &self.code()[*obj] {
            Objects::Join(parts) => parts.iter().any(ability) && !parts.iter().all(ability),
            Objects::Select(selector) => {
                let is = |desc: &Desc| desc.noun.as_ref().is_some_and(|n| self.noun(n) == Noun::Ability);
                selector.descs.iter().any(is) && !selector.descs.iter().all(is)
            }
            _ => false,
        }
    }
}

/// The keywords that a demand asks for, if it asks for nothing else.
fn keyword_only(filter: &Filter) -> Option<u128> {
    match filter {
        Filter::Keyword(bits) => Some(*bits),
        Filter::All(all) => match all.as_slice() {
            [one] => keyword_only(one),
            _ => None,
        },
        _ => None,
    }
}
