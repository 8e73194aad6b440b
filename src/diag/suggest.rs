//! Nearest names.

/// The candidate nearest to `word`, if one is near enough to be meant.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let chars: Vec<char> = word.chars().map(|c| c.to_ascii_lowercase()).collect();
    let limit = match chars.len() {
        0 | 1 => return None,
        2..=3 => 1,
        4..=7 => 2,
        _ => 3,
    };
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let other: Vec<char> = candidate.chars().map(|c| c.to_ascii_lowercase()).collect();
        if other.len().abs_diff(chars.len()) > limit {
            continue;
        }
        let distance = distance(&chars, &other);
        let better = best.is_none_or(|(d, name)| distance < d || (distance == d && candidate < name));
        if distance <= limit && distance < chars.len().max(2) && better {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, name)| name)
}

/// Edits (insert, delete, replace, swap of neighbours) between two words.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, cb) in b.iter().enumerate() {
            let at = |v: &[usize], k: usize| v.get(k).copied().unwrap_or(usize::MAX / 2);
            let mut cost = (at(&row, j + 1) + 1)
                .min(at(&next, j) + 1)
                .min(at(&row, j) + usize::from(ca != cb));
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(cb) && b.get(j - 1) == Some(ca);
            if swapped {
                cost = cost.min(at(&before, j - 1) + 1);
            }
            next.push(cost);
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or(0)
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
