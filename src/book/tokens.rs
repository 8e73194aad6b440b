//! Printed words as they are compared: small letters, no stops, numbers and names alike, one word for those that mean the same.

/// Words that say nothing of what happens.
const IDLE: [&str; 14] = [
    "a", "an", "the", "of", "and", "then", "is", "are", "be", "it", "its", "that", "to", "at",
];

/// Words that mean the same, the one they are compared by first.
const SAME: [&[&str]; 30] = [
    &[
        "#", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "x",
    ],
    &[
        "put", "place", "placed", "puts", "putting", "send", "sends", "goes", "move", "moves", "moved",
    ],
    &["return", "returns", "returned", "bounce", "back"],
    &["look", "looks", "see"],
    &["search", "searches", "searched", "tutor", "find", "fetch"],
    &[
        "choose", "chooses", "chosen", "select", "selects", "selected", "target", "pick", "targeted",
    ],
    &["draw", "draws", "drew", "drawn"],
    &[
        "gets", "get", "gain", "gains", "gained", "give", "gives", "receives", "given",
    ],
    &["opponent", "opponents", "enemy", "enemies"],
    &["card", "cards"],
    &["destroy", "destroys", "destroyed", "kill"],
    &["discard", "discards", "discarded"],
    &["deal", "deals", "dealt"],
    &["attack", "attacks", "attacking", "attacked"],
    &["shuffle", "shuffles", "shuffled", "reshuffle"],
    &["reveal", "reveals", "revealed", "show"],
    &["rest", "rests", "rested", "tap", "engage", "engaged"],
    &[
        "stand",
        "stands",
        "standing",
        "recover",
        "recovers",
        "recovered",
        "untap",
        "refresh",
        "reserved",
    ],
    &["when", "whenever"],
    &["pay", "pays", "paid", "cost", "costs"],
    &["cannot", "can't", "unable"],
    &["play", "plays", "played", "cast"],
    &["banish", "banished", "banishes", "exile"],
    &["graveyard", "cemetery", "drop", "waitingroom"],
    &["retire", "retires", "retired"],
    &["call", "calls", "called", "summon", "summons", "summoned"],
    &["until", "till"],
    &["if", "provided", "while"],
    &["each", "every", "all"],
    &["number", "amount", "many"],
];

/// The words of a text for comparing.
pub(super) fn tokens(text: &str) -> Vec<String> {
    let plain = named(text).to_lowercase();
    // Apostrophes belong to a word, hyphens join none: scripts write `waiting-room` where cards print `waiting room`.
    let plain = plain
        .replace(['\u{2019}', '\u{2018}'], "'")
        .replace("'s ", " ")
        .replace("s' ", " ");
    let plain = plain
        .replace("waiting room", "waitingroom")
        .replace("waiting-room", "waitingroom");
    let words = plain.split(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '#' || c == '~' || c == '^'));
    words
        .filter(|word| !word.is_empty() && !IDLE.contains(word))
        .map(canonical)
        .collect()
}

/// The text with `~` in place of each quoted name and `^` in place of each trait.
fn named(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut until: Option<char> = None;
    for c in text.chars() {
        match (until, c) {
            (Some(end), c) if c == end => until = None,
            (Some(_), _) => {}
            (None, '"' | '\u{201c}') => {
                until = Some(if c == '"' { '"' } else { '\u{201d}' });
                out.push_str(" ~ ");
            }
            (None, '<' | '\u{300a}' | '\u{226a}' | '\u{ab}') => {
                until = Some(match c {
                    '<' => '>',
                    '\u{300a}' => '\u{300b}',
                    '\u{226a}' => '\u{226b}',
                    _ => '\u{bb}',
                });
                out.push_str(" ^ ");
            }
            (None, c) => out.push(c),
        }
    }
    out
}

fn canonical(word: &str) -> String {
    if word.chars().all(|c| c.is_ascii_digit()) {
        return "#".to_owned();
    }
    if let Some(row) = SAME.iter().find(|row| row.contains(&word)) {
        return row.first().copied().unwrap_or(word).to_owned();
    }
    let singular = word.strip_suffix("ies").map(|stem| format!("{stem}y")).or_else(|| {
        word.strip_suffix('s')
            .filter(|stem| stem.len() > 2 && !stem.ends_with('s'))
            .map(str::to_owned)
    });
    singular.unwrap_or_else(|| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_mean_the_same_are_alike() {
        assert_eq!(tokens("Look at the top 4 cards"), tokens("looks at top four card"));
        assert_eq!(
            tokens("a \u{300a}Music\u{300b} character"),
            tokens("<Sport> characters")
        );
        assert_eq!(
            tokens("your opponent's waiting-room"),
            tokens("your opponent's waiting room.")
        );
    }
}
