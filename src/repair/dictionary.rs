//! Every word that may stand in a file: grammar, vocabulary, what the set defines, the language of tests.

use super::spelling;
use crate::lex::TokenKind;
use crate::resolve::Scope;
use crate::vocab::Printed;
use std::collections::{BTreeMap, BTreeSet};

/// Words that begin items, and words of tests.
const WRITTEN: &str = "use set card token keyword label verb condition group counter state deck test edition code \
     given do expect golden case rules p1 p2 yes no pass choose order play move trigger concede until over turn resolve all none option \
     offered asked choices wins not has lacks empty markers granted sees log seed phase draw setup game random hidden damage purse \
     illegal legal counters side faces front made does holds text";

/// The words of a file.
#[derive(Debug)]
pub(super) struct Dictionary {
    words: BTreeSet<String>,
    /// Other forms of a word, by each of its forms.
    forms: BTreeMap<String, Vec<String>>,
    printed: Vec<Printed>,
}

impl Dictionary {
    /// The words of a scope.
    pub(super) fn of(scope: &Scope<'_, '_>) -> Dictionary {
        let mut words: BTreeSet<String> = WRITTEN.split_whitespace().map(str::to_owned).collect();
        let mut forms: BTreeMap<String, Vec<String>> = BTreeMap::new();
        words.extend(TokenKind::reserved_words().map(str::to_owned));
        for word in scope.vocab.words() {
            words.extend(word.forms.iter().map(|form| (*form).to_owned()));
            for form in &word.forms {
                let others = word.forms.iter().filter(|other| *other != form);
                forms
                    .entry((*form).to_owned())
                    .or_default()
                    .extend(others.map(|other| (*other).to_owned()));
            }
        }
        words.extend(scope.vocab.acts().iter().map(|act| act.word.to_owned()));
        words.extend(scope.vocab.positions().map(str::to_owned));
        words.extend(scope.vocab.test_states().map(str::to_owned));
        words.extend(scope.vocab.position_zones().map(str::to_owned));
        for policy in ["purse", "faces", "player-numbers"] {
            let listed = scope.vocab.policy(policy).unwrap_or("").split_whitespace();
            words.extend(listed.map(str::to_owned));
        }
        words.extend(scope.names().map(str::to_owned));
        Dictionary {
            words,
            forms,
            printed: scope.vocab.printed().copied().collect(),
        }
    }

    /// Whether something has this spelling.
    pub(super) fn knows(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// The printed phrases that the language says in another way.
    pub(super) fn printed(&self) -> &[Printed] {
        &self.printed
    }

    /// The other forms of a word: `card`, `cards`; `attack`, `attacks`, `attacked`.
    pub(super) fn forms(&self, word: &str) -> &[String] {
        self.forms.get(word).map_or(&[], Vec::as_slice)
    }

    /// The words that may have been meant, the likeliest first, with what each costs.
    pub(super) fn near(&self, word: &str, most: usize) -> Vec<(u32, &str)> {
        let mut found: Vec<(u32, &str)> = self
            .words
            .iter()
            .filter_map(|other| Some((spelling::cost(word, other)?, other.as_str())))
            .collect();
        found.sort_unstable();
        found.truncate(most);
        found
    }
}
