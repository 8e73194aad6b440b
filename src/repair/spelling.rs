//! How likely one word was meant where another stands.

use crate::diag::distance;

/// What a slip of one letter costs.
const LETTER: u32 = 10;

/// What it costs to read `word` as `meant`; nothing if they are too different.
pub(super) fn cost(word: &str, meant: &str) -> Option<u32> {
    if word == meant {
        return None;
    }
    let (small, other) = (word.to_lowercase(), meant.to_lowercase());
    if small == other {
        return Some(4);
    }
    let letters = small.chars().count();
    let most = match letters {
        0 | 1 => return None,
        2..=3 => 1,
        4..=7 => 2,
        _ => 3,
    };
    if other.chars().count().abs_diff(letters) > most {
        return None;
    }
    let edits = distance(&small, &other);
    if edits > most || edits >= letters {
        return None;
    }
    let edits = u32::try_from(edits).unwrap_or(u32::MAX);
    // The same letters in another order are the most frequent slip; the first letter is the least likely to be wrong.
    let same_letters = sorted(&small) == sorted(&other);
    let first = small.chars().next() != other.chars().next();
    let other_case = starts_upper(word) != starts_upper(meant);
    Some(edits * LETTER - u32::from(same_letters) * 3 + u32::from(first) * 2 + u32::from(other_case))
}

fn starts_upper(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
}

fn sorted(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.sort_unstable();
    letters
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn swapped_letters_are_nearer_than_missing_ones() {
        assert!(cost("carsd", "cards") < cost("carsd", "card"));
        assert_eq!(cost("auto", "AUTO"), Some(4));
        assert_eq!(cost("draw", "explode"), None);
        assert_eq!(cost("draw", "draw"), None);
    }
}
