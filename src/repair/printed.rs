//! Printed English: what authors type first because cards say it, and how the language says it.

use super::candidates::{Candidate, Slip, Suspect};
use super::turned;
use crate::lex::TokenKind;

/// Printed words and what the language says, `_` where nothing is said.
const PHRASES: &[(&str, &str)] = &[
    ("whenever", "when"),
    ("at the beginning of", "at the start of"),
    ("at beginning of", "at the start of"),
    ("at the end of this turn", "until end of turn"),
    ("during this turn", "until end of turn"),
    ("until the end of the turn", "until end of turn"),
    ("if you do not", "if not done"),
    ("if you don't", "if not done"),
    ("if you do", "if done"),
    ("if you did", "if done"),
    ("you may", "may"),
    ("you win the game", "win the game"),
    ("you lose the game", "lose the game"),
    ("you draw", "draw"),
    ("draw a card", "draw 1"),
    ("draw one card", "draw 1"),
    ("draws a card", "draw 1"),
    ("can't", "cannot"),
    ("can not", "cannot"),
    ("gain", "get"),
    ("gains", "gets"),
    ("or higher", "or more"),
    ("or greater", "or more"),
    ("or above", "or more"),
    ("or lower", "or less"),
    ("or fewer", "or less"),
    ("or below", "or less"),
    ("except", "that is not"),
    ("then", "_"),
    ("otherwise ,", "otherwise"),
    ("unless", "if not"),
    ("as long as", "if"),
    ("dealt to", "that is dealt to"),
    ("put this way", "that were put this way"),
    ("beginning", "start"),
    ("end of the turn", "end of turn"),
    ("this turn", "until end of turn"),
    ("please", "_"),
    ("and then", "_"),
    ("select", "choose"),
    ("choose", "select"),
    ("from among", "among"),
    ("among those cards", "among them"),
    ("among those", "among them"),
    ("among these cards", "among them"),
    ("among these", "among them"),
    ("of those cards", "of them"),
    ("of these cards", "of them"),
    ("the other cards", "the rest"),
    ("he or she", "that player"),
    ("his or her", "their"),
    ("him or her", "that player"),
];

/// Numbers in letters.
const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];

/// Where a printed phrase or sign stands on the lines around the failure, how the language says it.
pub(super) fn candidates(suspect: &Suspect<'_>, out: &mut Vec<Candidate>) {
    signs(suspect, out);
    turned::candidates(suspect, around(suspect), out);
    for at in around(suspect) {
        for (printed, said) in PHRASES {
            phrase(suspect, at, printed, said, out);
        }
        number(suspect, at, out);
        article(suspect, at, out);
        target(suspect, at, out);
        category(suspect, at, out);
    }
}

/// The tokens of the lines around the failure.
fn around(suspect: &Suspect<'_>) -> std::ops::Range<usize> {
    const EACH_WAY: usize = 24;
    suspect.at.saturating_sub(EACH_WAY)..(suspect.at + EACH_WAY / 2).min(suspect.tokens.len())
}

fn away(suspect: &Suspect<'_>, at: usize) -> u32 {
    u32::try_from(at.abs_diff(suspect.at)).unwrap_or(u32::MAX) / 4
}

fn phrase(suspect: &Suspect<'_>, at: usize, printed: &str, said: &str, out: &mut Vec<Candidate>) {
    let mut last = at;
    let mut next = at;
    for word in printed.split(' ') {
        // `don't` is three tokens; so many are looked at together.
        let joined = (1..=3).find(|n| {
            let text: String = (next..next + n).map(|i| suspect.word(i)).collect();
            text.eq_ignore_ascii_case(word)
        });
        let Some(n) = joined else { return };
        last = next + n - 1;
        next += n;
    }
    let (Some(first), Some(end)) = (suspect.range(at), suspect.range(last)) else {
        return;
    };
    let cost = 5 + away(suspect, at);
    if said == "_" {
        // A comma that led to the word goes with it.
        let comma = at.checked_sub(1).filter(|b| suspect.kind(*b) == Some(TokenKind::Comma));
        let start = comma.and_then(|b| suspect.range(b)).map_or(first.start, |r| r.start);
        out.push(Candidate::one(Slip::Printed, start..end.end, "", cost + 6));
        if suspect.kind(next) == Some(TokenKind::Comma)
            && let Some(comma) = suspect.range(next)
        {
            out.push(Candidate::one(Slip::Printed, first.start..comma.end, "", cost + 6));
        }
        return;
    }
    out.push(Candidate::one(Slip::Printed, first.start..end.end, said, cost));
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
    let mut edits: Vec<(std::ops::Range<usize>, String)> = Vec::new();
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
        if let (true, Some(TokenKind::Unknown), Some(range)) = (ends_line, suspect.kind(at), suspect.range(at)) {
            let mut candidate = Candidate::one(Slip::Printed, range, "", 5);
            candidate.note = Some("a statement ends with its line");
            out.push(candidate);
        }
    }
}

fn signs_as(edits: Vec<(std::ops::Range<usize>, String)>, cost: u32) -> Candidate {
    Candidate {
        slip: Slip::Printed,
        edits,
        cost,
        note: Some("names stand in plain quotes \"…\", traits in `<…>`, categories without a sign: AUTO"),
    }
}
