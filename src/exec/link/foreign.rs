//! Words of formats that no edition which is played has.

use super::CardLinker;
use crate::ir;

impl<'m> CardLinker<'_, 'm> {
    /// Whether a word of the vocabulary belongs to none of the rules that are played.
    pub(super) fn is_foreign(&self, word: &str) -> bool {
        self.tables().foreign.contains(&word)
    }

    /// The noun of a phrase that belongs to none of the rules that are played: what is done with such a card is no word of them either.
    pub(super) fn foreign_noun(&self, phrase: &'m ir::Arg) -> Option<&'m str> {
        let ir::Arg::Objects(id) = phrase else { return None };
        let ir::Objects::Select(selector) = &self.code()[*id] else {
            return None;
        };
        let mut nouns = selector.descs.iter().filter_map(|desc| desc.noun.as_deref());
        nouns.rfind(|noun| self.is_foreign(noun))
    }

    /// Why a word has no meaning: it belongs to none of the rules that are played, or what is said.
    pub(super) fn unknown(&self, word: &str, otherwise: super::Fail) -> super::Fail {
        if self.is_foreign(word) {
            return later_format(word);
        }
        otherwise
    }
}

/// Why a word of a later format cannot be played.
pub(super) fn later_format(word: &str) -> super::Fail {
    super::Fail::limit(
        super::Limit::LaterFormat,
        format!("`{word}` is a word of later formats; no edition of the rules that is played has it"),
    )
}
