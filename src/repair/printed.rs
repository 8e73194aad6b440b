//! Printed English: what authors type first because cards say it, and how the language says it.

use super::candidates::{Candidate, Slip, Suspect};
use super::dictionary::Dictionary;
use super::turned;
use crate::lex::TokenKind;
use crate::vocab::Printed;
use std::ops::Range;

/// Numbers in letters.
const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];

/// Where a printed phrase or sign stands on the lines around the failure, how the language says it.
pub(super) fn candidates(suspect: &Suspect<'_>, dictionary: &Dictionary, out: &mut Vec<Candidate>) {
    signs(suspect, out);
    turned::candidates(suspect, around(suspect), out);
    for at in around(suspect) {
        for printed in dictionary.printed() {
            phrase(suspect, at, printed, out);
        }
        number(suspect, at, out);
        article(suspect, at, out);
        target(suspect, at, out);
        category(suspect, at, out);
    }
}

/// The tokens of the lines around the failure.
fn around(suspect: &Suspect<'_>) -> Range<usize> {
    const EACH_WAY: usize = 24;
    suspect.at.saturating_sub(EACH_WAY)..(suspect.at + EACH_WAY / 2).min(suspect.tokens.len())
}

fn away(suspect: &Suspect<'_>, at: usize) -> u32 {
    u32::try_from(at.abs_diff(suspect.at)).unwrap_or(u32::MAX) / 4
}

/// A phrase of the vocabulary, if it stands at a token.
fn phrase(suspect: &Suspect<'_>, at: usize, printed: &Printed, out: &mut Vec<Candidate>) {
    let Some((next, held)) = found(suspect, at, printed.phrase) else {
        return;
    };
    let (Some(first), Some(end)) = (suspect.range(at), suspect.range(next - 1)) else {
        return;
    };
    // Who was, who were: as the word before it says.
    let several = at
        .checked_sub(1)
        .is_some_and(|before| suspect.word(before).ends_with('s'));
    let says = |word: &str| printed.said.split(' ').any(|w| w == word);
    let disagrees = says("was") && several || says("were") && !several;
    let cost = 5 + away(suspect, at) + u32::from(disagrees);
    let mut one = |range: Range<usize>, with: String, cost: u32| {
        out.push(Candidate {
            note: printed.note,
            ..Candidate::one(Slip::Printed, range, with, cost)
        });
    };
    if !printed.said.is_empty() {
        let mut held = held.into_iter();
        let words = printed.said.split(' ').map(|word| match word {
            "N" | "W" => held.next().unwrap_or(word),
            _ => word,
        });
        let said: Vec<&str> = words.collect();
        return one(first.start..end.end, said.join(" "), cost);
    }
    // A comma that led to the word goes with it, or the one that follows.
    let comma = at.checked_sub(1).filter(|b| suspect.kind(*b) == Some(TokenKind::Comma));
    let start = comma.and_then(|b| suspect.range(b)).map_or(first.start, |r| r.start);
    one(start..end.end, String::new(), cost + 6);
    if let (Some(TokenKind::Comma), Some(comma)) = (suspect.kind(next), suspect.range(next)) {
        one(first.start..comma.end, String::new(), cost + 6);
    }
}

/// The token behind a phrase that begins at a token, and the numbers and words that stand for its `N` and `W`.
fn found<'t>(suspect: &Suspect<'t>, at: usize, phrase: &str) -> Option<(usize, Vec<&'t str>)> {
    let mut next = at;
    let mut held = Vec::new();
    for word in phrase.split(' ') {
        match word {
            "N" => {
                (suspect.kind(next) == Some(TokenKind::Num)).then_some(())?;
                held.push(suspect.word(next));
                next += 1;
            }
            "W" => {
                suspect
                    .kind(next)
                    .filter(|kind| *kind == TokenKind::Word || kind.is_reserved())?;
                held.push(suspect.word(next));
                next += 1;
            }
            // `don't` is three tokens; so many are looked at together.
            _ => {
                let joined = (1..=3).find(|n| {
                    let text: String = (next..next + n).map(|i| suspect.word(i)).collect();
                    text.eq_ignore_ascii_case(word)
                });
                next += joined?;
            }
        }
    }
    Some((next, held))
}

/// `two cards`, `up to one`.
fn number(suspect: &Suspect<'_>, at: usize, out: &mut Vec<Candidate>) {
    let word = suspect.word(at).to_lowercase();
    let (Some(value), Some(range)) = (NUMBERS.iter().position(|n| *n == word), suspect.range(at)) else {
        return;
    };
    let mut candidate = Candidate::one(Slip::Printed, range, value.to_string(), 4 + away(suspect, at));
    candidate.note = Some("numbers are written in digits");
    out.push(candidate);
}

/// `discard a card`: a command says how many.
fn article(suspect: &Suspect<'_>, at: usize, out: &mut Vec<Candidate>) {
    if let (Some(TokenKind::A), Some(range)) = (suspect.kind(at), suspect.range(at)) {
        let mut candidate = Candidate::one(Slip::Printed, range, "1", 6 + away(suspect, at));
        candidate.note = Some("a command says how many: `1 card`, `up to 2 cards`, `all cards`");
        out.push(candidate);
    }
}

/// `destroy target resonator`: targets are counted.
fn target(suspect: &Suspect<'_>, at: usize, out: &mut Vec<Candidate>) {
    let counted = at.checked_sub(1).and_then(|b| suspect.kind(b)) == Some(TokenKind::Num);
    if let (true, false, Some(range)) = (suspect.word(at) == "target", counted, suspect.range(at)) {
        let mut candidate = Candidate::one(Slip::Printed, range, "1 target", 6 + away(suspect, at));
        candidate.note = Some("targets are counted: `1 target resonator`");
        out.push(candidate);
    }
}

/// `[AUTO]` and `[ACT]`: categories stand without brackets.
fn category(suspect: &Suspect<'_>, at: usize, out: &mut Vec<Candidate>) {
    use TokenKind::{Act, Auto, Cont, LBracket, Play, RBracket};
    let is = |i: usize, kind: TokenKind| suspect.kind(i) == Some(kind);
    let category = matches!(suspect.kind(at + 1), Some(Act | Auto | Cont | Play));
    if let (true, true, true, Some(first), Some(last)) = (
        is(at, LBracket),
        category,
        is(at + 2, RBracket),
        suspect.range(at),
        suspect.range(at + 2),
    ) {
        let with = suspect.word(at + 1);
        out.push(Candidate::one(Slip::Printed, first.start..last.end, with, 4));
    }
}

/// Signs of printed cards: curly quotes, 【AUTO】, «Trait», a full stop at the end of a line.
fn signs(suspect: &Suspect<'_>, out: &mut Vec<Candidate>) {
    let signs: Vec<(usize, char)> = suspect
        .text
        .char_indices()
        .filter(|(_, c)| "“”„«»≪≫《》【】．".contains(*c))
        .collect();
    let pairs = signs.chunks_exact(2).filter_map(|pair| match pair {
        [(start, open), (end, close)] => Some(((*start, *open), (*end, *close))),
        _ => None,
    });
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for ((start, open), (end, close)) in pairs {
        let (with, closing) = match open {
            '“' | '„' | '”' => ("\"", "\""),
            '【' => ("", ""),
            _ => ("<", ">"),
        };
        let one = vec![
            (start..start + open.len_utf8(), with.to_owned()),
            (end..end + close.len_utf8(), closing.to_owned()),
        ];
        edits.extend(one.clone());
        out.push(signs_as(one, 3));
    }
    if !edits.is_empty() {
        out.push(signs_as(edits, 4));
    }
    for at in around(suspect) {
        let ends_line = suspect.range(at).is_some_and(|r| {
            let rest = suspect.text.get(r.end..).unwrap_or("").trim_start_matches([' ', '\t']);
            rest.is_empty() || rest.starts_with(['\n', '}', '#'])
        });
        if let (Some(TokenKind::Unknown), Some(range)) = (suspect.kind(at), suspect.range(at)) {
            let with = match (ends_line, suspect.word(at)) {
                (true, _) => "",
                (false, ".") => ";",
                _ => continue,
            };
            let mut candidate = Candidate::one(Slip::Printed, range, with, 5);
            candidate.note = Some("a statement ends with its line or with `;`");
            out.push(candidate);
        }
    }
}

fn signs_as(edits: Vec<(Range<usize>, String)>, cost: u32) -> Candidate {
    Candidate {
        slip: Slip::Printed,
        edits,
        cost,
        note: Some("names stand in plain quotes \"…\", traits in `<…>`, categories without a sign: AUTO"),
    }
}
