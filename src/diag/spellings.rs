//! Many names, sorted so that one that is near to a misspelt word is found without a look at all of them.

use super::nearest;

/// Of so many names each is compared with the word.
const FEW: usize = 256;
/// How far is looked, either way, in each order of a longer list.
const WINDOW: usize = 32;

/// Names in two orders: as they are read, and as they are read backwards. A word with a slip in it shares its beginning or its end with what was meant.
#[derive(Debug, Clone, Default)]
pub struct Spellings {
    /// In small letters, and as it is written.
    forwards: Vec<(String, String)>,
    backwards: Vec<(String, String)>,
}

impl Spellings {
    /// The names, each once.
    pub fn new<'s>(names: impl IntoIterator<Item = &'s str>) -> Spellings {
        let lower = |name: &str| (name.to_ascii_lowercase(), name.to_owned());
        let mut forwards: Vec<(String, String)> = names.into_iter().map(lower).collect();
        forwards.sort_unstable();
        forwards.dedup();
        if forwards.len() <= FEW {
            return Spellings {
                forwards,
                backwards: Vec::new(),
            };
        }
        let turned = forwards.iter().map(|(name, of)| (reversed(name), of.clone()));
        let mut backwards: Vec<(String, String)> = turned.collect();
        backwards.sort_unstable();
        Spellings { forwards, backwards }
    }

    /// The name nearest to a word, if one is near enough to be meant. In a long list only the neighbours of the word are compared.
    pub fn nearest(&self, word: &str) -> Option<&str> {
        if self.backwards.is_empty() {
            return nearest(word, self.forwards.iter().map(|(_, name)| name.as_str()));
        }
        let word_small = word.to_ascii_lowercase();
        let ahead = around(&self.forwards, &word_small);
        let behind = around(&self.backwards, &reversed(&word_small));
        nearest(word, ahead.iter().chain(behind).map(|(_, name)| name.as_str()))
    }
}

fn reversed(name: &str) -> String {
    name.chars().rev().collect()
}

/// The entries on both sides of where a word would stand.
fn around<'a>(list: &'a [(String, String)], word: &str) -> &'a [(String, String)] {
    let at = list.partition_point(|(name, _)| name.as_str() < word);
    let end = at.saturating_add(WINDOW).min(list.len());
    list.get(at.saturating_sub(WINDOW)..end).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_anywhere_are_found_in_short_and_long_lists() {
        for count in [20, 4000] {
            let names: Vec<String> = (0..count).map(|n| format!("Warden {n} of the Lamp")).collect();
            let spellings = Spellings::new(names.iter().map(String::as_str));
            for slip in [
                "Wadren 17 of the Lamp",
                "Warden 17 of the Lmap",
                "warden 17 off the Lamp",
                "Warden 17 of teh Lamp",
            ] {
                assert_eq!(
                    spellings.nearest(slip),
                    Some("Warden 17 of the Lamp"),
                    "{slip} among {count}"
                );
            }
            assert_eq!(spellings.nearest("The Drowned House"), None);
        }
    }

    #[test]
    fn an_empty_list_has_no_nearest() {
        assert_eq!(Spellings::default().nearest("Mio"), None);
    }
}
