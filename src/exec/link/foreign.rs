//! Words of formats that no edition which is played has.

use super::CardLinker;

impl CardLinker<'_, '_> {
    /// Whether a word of the vocabulary belongs to none of the rules that are played.
    pub(super) fn is_foreign(&self, word: &str) -> bool {
        self.tables().foreign.contains(&word)
    }

    /// Why a word has no meaning: it belongs to none of the rules that are played, or what is said.
    pub(super) fn unknown(&self, word: &str, otherwise: super::Fail) -> super::Fail {
        if self.is_foreign(word) {
            return super::later_format(word);
        }
        otherwise
    }
}
