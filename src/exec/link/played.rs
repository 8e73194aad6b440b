//! Cards are played and abilities are used, but texts say either word of both: `cannot use events or "Backup"`.

use super::super::code::{Filter, PatIx, PatKind, PatObject, PatSubject};
use super::CardLinker;
use super::event::bit;

impl CardLinker<'_, '_> {
    /// Whether these notes mean that something is played or used.
    fn is_played(&self, bits: u64) -> bool {
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
        let mut keywords = 0;
        let (mut of_cards, mut of_abilities) = (select.clone(), select.clone());
        of_cards.filters.clear();
        of_abilities.filters.clear();
        for filter in &select.filters {
            let Filter::Any(list) = filter else {
                of_cards.filters.push(filter.clone());
                of_abilities.filters.push(filter.clone());
                continue;
            };
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
        if keywords == 0 {
            return vec![at];
        }
        let mut abilities = pattern;
        abilities.kind = PatKind::Note(both);
        abilities.keys = self.keys(&abilities.kind);
        abilities.subject = PatSubject::Fits(of_abilities);
        abilities.object = Some(PatObject::Keyword(keywords));
        vec![at, self.add_pattern(abilities)]
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
