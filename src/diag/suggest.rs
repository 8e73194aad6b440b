//! Nearest names.

/// The candidate nearest to `word`, if one is near enough to be meant; never the word itself.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let said = word;
    let word = word.to_ascii_lowercase();
    let length = word.chars().count();
    let limit = match length {
        0 | 1 => return None,
        2..=3 => 1,
        4..=7 => 2,
        _ => 3,
    };
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let other = candidate.to_ascii_lowercase();
        if other.chars().count().abs_diff(length) > limit || candidate == said {
            continue;
        }
        let distance = distance(&word, &other);
        let better = best.is_none_or(|(d, name)| distance < d || (distance == d && candidate < name));
        if distance <= limit && distance < length.max(2) && better {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, name)| name)
}

/// Edits (insert, delete, replace, swap of neighbours) between two words.
pub fn distance(a: &str, b: &str) -> usize {
    strsim::osa_distance(a, b)
}

/// `` `a`, `b` or `c` ``, at most `most` of them.
pub fn quoted_list<'a>(words: impl IntoIterator<Item = &'a str>, most: usize, last: &str) -> String {
    let mut shown: Vec<String> = Vec::new();
    let mut left_out = 0_usize;
    for word in words {
        if shown.len() < most {
            shown.push(format!("`{word}`"));
        } else {
            left_out += 1;
        }
    }
    if left_out > 0 {
        return format!("{} … ({left_out} more)", shown.join(", "));
    }
    match shown.split_last() {
        None => String::new(),
        Some((one, [])) => one.clone(),
        Some((end, init)) => format!("{} {last} {end}", init.join(", ")),
    }
}

/// `a card`, `an amulet`.
pub fn with_article(word: &str) -> String {
    let vowel = word.starts_with(['a', 'e', 'i', 'o', 'A', 'E', 'I', 'O']);
    format!("{} {word}", if vowel { "an" } else { "a" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let words = ["retire", "rest", "reveal", "return"];
        assert_eq!(nearest("retier", words), Some("retire"));
        assert_eq!(nearest("reset", words), Some("rest"));
        assert_eq!(nearest("explode", words), None);
        assert_eq!(nearest("", words), None);
    }
}
