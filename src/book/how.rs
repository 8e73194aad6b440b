//! How is this said? The entries of the phrase book whose wordings are nearest to a phrase: words and pairs of words that both have, seldom ones for more.

use super::phrases::{Entry, phrases};
use super::tokens::tokens;
use std::collections::{BTreeMap, BTreeSet};

/// An entry that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct Hit {
    /// The game.
    pub game: &'static str,
    /// The entry.
    pub entry: Entry,
    /// How near it is, of a thousand; a thousand is the phrase itself.
    pub near: u32,
}

/// What counts more: a wording of the book that is part of the question, or one that says all of it.
const OF_THE_QUESTION: u64 = 3;
const OF_THE_WORDING: u64 = 2;
/// What a word of the script is worth where no wording has it, of a hundred.
const SCRIPT: u64 = 25;

/// The words of a text and each two that stand together, each once.
fn features(text: &str) -> BTreeSet<String> {
    let words = tokens(text);
    let pairs = words.windows(2).map(|pair| pair.join(" "));
    let mut all: BTreeSet<String> = pairs.collect();
    all.extend(words);
    all
}

/// An entry with its wordings, ready for comparing.
struct Known {
    game: &'static str,
    entry: Entry,
    wordings: Vec<BTreeSet<String>>,
    script: BTreeSet<String>,
}

/// How near the very words of an entry are: numbers and word order, which are no part of a comparison, tell phrases of the book apart.
const EXACT: u32 = 1001;

/// The nearest entries of the games, the nearest first; none that has nothing in common with the question.
pub fn how(games: &[&'static str], question: &str, most: usize) -> Vec<Hit> {
    let known: Vec<Known> = games
        .iter()
        .flat_map(|game| phrases(game).into_iter().map(move |entry| known(game, entry)))
        .collect();
    let weights = Weights::of(&known);
    let asked = features(question);
    let whole = weights.sum(asked.iter());
    let mut hits: Vec<Hit> = known
        .into_iter()
        .map(|known| Hit {
            near: if known.entry.phrase.trim() == question.trim() {
                EXACT
            } else {
                let of_each = known
                    .wordings
                    .iter()
                    .map(|of| near(&weights, &asked, whole, of, &known.script));
                of_each.max().unwrap_or(0)
            },
            game: known.game,
            entry: known.entry,
        })
        .filter(|hit| hit.near > 0)
        .collect();
    // Of equally near ones the first of the book; the sort keeps their order.
    hits.sort_by_key(|hit| std::cmp::Reverse(hit.near));
    hits.truncate(most);
    hits
}

fn known(game: &'static str, entry: Entry) -> Known {
    let mut wordings = vec![features(&entry.phrase)];
    wordings.extend(entry.also.iter().map(|words| features(words)));
    Known {
        game,
        wordings,
        script: tokens(&entry.script).into_iter().collect(),
        entry,
    }
}

/// How near a wording is to the question, of a thousand: the weight of what both have, against the weight of each.
fn near(
    weights: &Weights,
    asked: &BTreeSet<String>,
    whole: u64,
    wording: &BTreeSet<String>,
    script: &BTreeSet<String>,
) -> u32 {
    let both = weights.sum(asked.intersection(wording));
    let only_script = asked
        .iter()
        .filter(|word| !wording.contains(*word) && script.contains(*word));
    let both = both.saturating_mul(100) + weights.sum(only_script).saturating_mul(SCRIPT);
    let against = (OF_THE_QUESTION * whole + OF_THE_WORDING * weights.sum(wording.iter())).max(1);
    let near = both.saturating_mul(10 * (OF_THE_QUESTION + OF_THE_WORDING)) / against;
    u32::try_from(near).unwrap_or(u32::MAX).min(1000)
}

/// What words are worth: the fewer wordings have one, the more.
struct Weights {
    wordings: u64,
    having: BTreeMap<String, u64>,
}

impl Weights {
    fn of(known: &[Known]) -> Weights {
        let mut having = BTreeMap::new();
        let mut wordings = 0;
        for wording in known.iter().flat_map(|known| &known.wordings) {
            wordings += 1;
            for word in wording {
                *having.entry(word.clone()).or_insert(0) += 1;
            }
        }
        Weights { wordings, having }
    }

    /// Doublings, in sixteenths, by which a word narrows the search; a word that no wording has counts as one of a few.
    fn weight(&self, word: &str) -> u64 {
        let having = self.having.get(word).copied().unwrap_or(3);
        let share = (self.wordings + 1).saturating_mul(4) / having.max(1);
        let whole = u64::from(share.max(1).ilog2());
        let rest = (share << 4 >> whole).saturating_sub(16);
        let pair = word.contains(' ');
        (whole * 16 + rest) / if pair { 2 } else { 1 }
    }

    fn sum<'w>(&self, words: impl Iterator<Item = &'w String>) -> u64 {
        words.map(|word| self.weight(word)).sum()
    }
}
