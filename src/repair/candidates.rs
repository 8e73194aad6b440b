//! The changes that are worth a trial, the likeliest first.

use super::dictionary::Dictionary;
use super::judge::{Stage, Verdict};
use super::layout::Ends;
use super::spelling;
use super::{BETTER, GUESS, brackets, printed};
use crate::diag::Code;
use crate::lex::{self, Token, TokenKind};
use std::ops::Range;

/// What kind of slip a change takes back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Slip {
    /// A word is spelled nearly like another one.
    Misspelt,
    /// A word stands in another of its forms.
    Form,
    /// Printed English, said in the words of the language.
    Printed,
    /// A word or mark stands twice.
    Doubled,
    /// A word or mark does not belong there.
    Stray,
    /// A word or mark is missing.
    Missing,
    /// Two words stand the wrong way round.
    Swapped,
}

/// A change of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) slip: Slip,
    /// What is replaced by what, in order and apart from each other.
    pub(super) edits: Vec<(Range<usize>, String)>,
    pub(super) cost: u32,
    /// What else there is to say about it.
    pub(super) note: Option<&'static str>,
}

impl Candidate {
    /// A change of one place.
    pub(super) fn one(slip: Slip, range: Range<usize>, with: impl Into<String>, cost: u32) -> Candidate {
        Candidate {
            slip,
            edits: vec![(range, with.into())],
            cost,
            note: None,
        }
    }

    /// The text with the change.
    pub(super) fn applied(&self, text: &str) -> String {
        let mut out = text.to_owned();
        for (range, with) in self.edits.iter().rev() {
            out.replace_range(range.clone(), with);
        }
        out
    }

    /// Where the change begins.
    pub(super) fn start(&self) -> Option<usize> {
        self.edits.first().map(|(range, _)| range.start)
    }
}

/// A text with a mistake, and where to look for it.
#[derive(Debug)]
pub(super) struct Suspect<'t> {
    pub(super) text: &'t str,
    /// The tokens that are no blanks and comments.
    pub(super) tokens: Vec<Token>,
    /// The token at which reading failed.
    pub(super) at: usize,
    /// Whether the text cannot even be read.
    pub(super) syntax: bool,
    /// Whether the first error may come of two parts of a list that no comma keeps apart.
    runs_on: bool,
    /// The tokens that the errors are about.
    marked: Vec<Range<usize>>,
}

/// How many tokens before the failure are looked at.
const BACK: usize = 10;

impl<'t> Suspect<'t> {
    /// Looks at the first error of a text.
    pub(super) fn new(text: &'t str, verdict: &Verdict) -> Suspect<'t> {
        let tokens: Vec<Token> = lex::lex(text).into_iter().filter(|t| !t.kind.is_trivia()).collect();
        let place = verdict.first().unwrap_or(0);
        let at = tokens.iter().position(|t| t.end as usize > place);
        Suspect {
            text,
            at: at.unwrap_or(tokens.len()),
            tokens,
            syntax: verdict.stage == Stage::Syntax,
            runs_on: verdict.errors.first().is_some_and(|d| {
                use Code::{UnknownField, UnknownWord, WrongFieldValue};
                matches!(d.code, WrongFieldValue | UnknownWord | UnknownField)
            }),
            marked: verdict
                .errors
                .iter()
                .filter_map(|d| d.span)
                .map(|s| s.range())
                .collect(),
        }
    }

    pub(super) fn word(&self, at: usize) -> &'t str {
        self.tokens.get(at).map_or("", |t| t.text(self.text))
    }

    pub(super) fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|t| t.kind)
    }

    pub(super) fn range(&self, at: usize) -> Option<Range<usize>> {
        self.tokens.get(at).map(|t| t.start as usize..t.end as usize)
    }

    /// The tokens that are looked at: those around the failure, and in a text that can be read those that the errors are about.
    fn window(&self) -> Range<usize> {
        let marked = self.marked.iter().filter(|_| !self.syntax);
        let end = marked.map(|m| m.end).max().unwrap_or(0);
        let last = self
            .tokens
            .iter()
            .rposition(|t| (t.start as usize) < end)
            .unwrap_or(self.at);
        let to = (self.at + 2).max(last + 2).min(self.at + 3 * BACK);
        self.at.saturating_sub(BACK)..to.min(self.tokens.len())
    }

    /// The names that the text itself gives (`as the twin`), but for one that stands at a token.
    fn given(&self, at: usize) -> Vec<&'t str> {
        let named = |i: &usize| *i != at && self.word(i - 1) == "the" && self.word(i - 2) == "as";
        (2..self.tokens.len()).filter(named).map(|i| self.word(i)).collect()
    }

    /// How far a token is from the failure, as a cost.
    fn far(&self, at: usize) -> u32 {
        let inside = self.range(at).is_some_and(|r| {
            let holds = |m: &Range<usize>| m.start <= r.start && r.end <= m.end && m.len() < 60;
            self.marked.iter().any(holds)
        });
        if inside {
            return 0;
        }
        let steps = at.abs_diff(self.at);
        u32::try_from(steps.min(BACK)).unwrap_or(0) / 3
    }
}

/// All changes that are tried, the cheapest first.
pub(super) fn all(suspect: &Suspect<'_>, dictionary: &Dictionary) -> Vec<Candidate> {
    let mut out = Vec::new();
    printed::candidates(suspect, dictionary, &mut out);
    brackets::candidates(suspect, &mut out);
    misspelt(suspect, dictionary, &mut out);
    for at in suspect.window() {
        doubled(suspect, at, &mut out);
        forms(suspect, dictionary, at, &mut out);
        joined(suspect, dictionary, at, &mut out);
        // What can be read is not made right by changing words that exist until nobody complains.
        if suspect.syntax {
            swapped(suspect, at, &mut out);
            real_words(suspect, dictionary, at, &mut out);
            unclosed(suspect, at, &mut out);
            stray(suspect, at, &mut out);
            missing(suspect, at, &mut out);
        } else if suspect.runs_on {
            comma(suspect, at, &mut out);
        }
    }
    pairs(suspect, &mut out);
    out.sort_by_key(|c| c.cost);
    out
}

/// Two slips on the line of the failure: who writes as cards do writes whole sentences so, and neither change helps without the other. A change that
/// helps alone is told alone.
fn pairs(suspect: &Suspect<'_>, out: &mut Vec<Candidate>) {
    const EACH: u32 = 13;
    const MOST: usize = 24;
    let Some(failed) = suspect.range(suspect.at.min(suspect.tokens.len().saturating_sub(1))) else {
        return;
    };
    let ends = Ends::of(suspect.text);
    let line = ends.line_of(failed.start);
    let on_line = |c: &&Candidate| {
        let starts = c.edits.iter().all(|(range, _)| ends.line_of(range.start) == line);
        starts && c.cost <= EACH && matches!(c.slip, Slip::Misspelt | Slip::Printed)
    };
    let mut likely: Vec<Candidate> = out.iter().filter(on_line).cloned().collect();
    likely.sort_by_key(|c| c.cost);
    likely.truncate(MOST);
    for (n, one) in likely.iter().enumerate() {
        for two in likely.iter().skip(n + 1) {
            let apart =
                |(a, _): &(Range<usize>, String)| two.edits.iter().all(|(b, _)| a.end < b.start || b.end < a.start);
            if !one.edits.iter().all(apart) {
                continue;
            }
            let mut edits = one.edits.clone();
            edits.extend(two.edits.iter().cloned());
            edits.sort_by_key(|(range, _)| range.start);
            out.push(Candidate {
                slip: Slip::Printed,
                edits,
                cost: one.cost + two.cost + BETTER,
                note: one.note.or(two.note),
            });
        }
    }
}

/// Words that nothing knows, wherever they stand: they are the first suspects.
fn misspelt(suspect: &Suspect<'_>, dictionary: &Dictionary, out: &mut Vec<Candidate>) {
    const MOST_WORDS: usize = 40;
    let unknown = (0..suspect.tokens.len()).filter(|at| {
        suspect.kind(*at) == Some(TokenKind::Word) && !dictionary.knows(suspect.word(*at))
            || suspect.kind(*at).is_some_and(TokenKind::is_item) && *at == 0 && !dictionary.knows(suspect.word(*at))
    });
    for at in unknown.take(MOST_WORDS) {
        let Some(range) = suspect.range(at) else { continue };
        let away = if suspect.window().contains(&at) {
            suspect.far(at)
        } else {
            6
        };
        let given = suspect.given(at).into_iter();
        let given = given.filter_map(|name| Some((spelling::cost(suspect.word(at), name)?, name)));
        for (cost, near) in dictionary.near(suspect.word(at), 6).into_iter().chain(given) {
            let agrees = u32::from(!agrees(suspect, at, near));
            out.push(Candidate::one(
                Slip::Misspelt,
                range.clone(),
                near,
                cost + away + agrees,
            ));
        }
    }
}

/// Whether a word has the number that the words before it ask for: `1 card`, `this gets`.
fn agrees(suspect: &Suspect<'_>, at: usize, noun: &str) -> bool {
    if matches!(noun, "get" | "become" | "lose" | "gets" | "becomes" | "loses" | "costs") {
        let subject = at.checked_sub(1).map_or("", |i| suspect.word(i));
        let several =
            matches!(subject, "them" | "they" | "those" | "you") || subject.ends_with('s') && subject != "this";
        return noun.ends_with('s') != several;
    }
    let before = (at.saturating_sub(4)..at).rev().map(|i| suspect.word(i));
    let plural = noun.ends_with('s');
    for word in before {
        match word {
            "1" | "a" | "an" | "this" | "that" | "each" | "another" => return !plural,
            "all" | "those" | "number" | "2" | "3" | "4" | "5" | "X" => return plural,
            _ => {}
        }
    }
    true
}

fn doubled(suspect: &Suspect<'_>, at: usize, out: &mut Vec<Candidate>) {
    let (Some(before), Some(range)) = (at.checked_sub(1).and_then(|i| suspect.range(i)), suspect.range(at)) else {
        return;
    };
    // An opening bracket that pairs up lacks a word before it as likely; one that does not is looked for elsewhere.
    let opens = matches!(
        suspect.kind(at),
        Some(TokenKind::LBrace | TokenKind::LBracket | TokenKind::LParen)
    );
    if suspect.word(at) != suspect.word(at - 1) || opens {
        return;
    }
    let far = suspect.far(at);
    if suspect.kind(at) == Some(TokenKind::Str) {
        // Two cards of one name in a list: a comma is missing as likely.
        out.push(Candidate::one(Slip::Missing, before.end..before.end, ",", 4 + far));
    }
    out.push(Candidate::one(Slip::Doubled, before.end..range.end, "", 5 + far));
}

fn forms(suspect: &Suspect<'_>, dictionary: &Dictionary, at: usize, out: &mut Vec<Candidate>) {
    let Some(range) = suspect.range(at) else { return };
    for form in dictionary.forms(suspect.word(at)) {
        out.push(Candidate::one(
            Slip::Form,
            range.clone(),
            form.as_str(),
            12 + suspect.far(at),
        ));
    }
}

/// `waiting room`: two words that are one with a hyphen.
fn joined(suspect: &Suspect<'_>, dictionary: &Dictionary, at: usize, out: &mut Vec<Candidate>) {
    let (Some(first), Some(second)) = (suspect.range(at), suspect.range(at + 1)) else {
        return;
    };
    let (one, two) = (suspect.word(at), suspect.word(at + 1));
    for with in [format!("{one}-{two}"), format!("{one}{two}")] {
        if dictionary.knows(&with) {
            let cost = 6 + suspect.far(at);
            out.push(Candidate::one(Slip::Misspelt, first.start..second.end, with, cost));
        }
    }
}

/// A name or tag without its closing sign: it may end behind each of its words.
fn unclosed(suspect: &Suspect<'_>, at: usize, out: &mut Vec<Candidate>) {
    let close = match suspect.kind(at) {
        Some(TokenKind::OpenStr) => "\"",
        Some(TokenKind::OpenTag) => ">",
        _ => return,
    };
    let Some(range) = suspect.range(at) else { return };
    let text = suspect.word(at).trim_end();
    let ends = text.match_indices([' ', ',']).map(|(end, _)| end).chain([text.len()]);
    for end in ends.filter(|end| *end > 1) {
        let place = range.start + end;
        out.push(Candidate::one(Slip::Missing, place..place, close, 8));
    }
}

/// A mark that does not belong there.
fn stray(suspect: &Suspect<'_>, at: usize, out: &mut Vec<Candidate>) {
    use TokenKind::{Colon, Comma, Minus, Semi, Unknown};
    let (Some(Unknown | Comma | Semi | Colon | Minus), Some(range)) = (suspect.kind(at), suspect.range(at)) else {
        return;
    };
    // The blank before it goes as well.
    let before = at.checked_sub(1).and_then(|i| suspect.range(i)).map(|r| r.end);
    let gap = before.and_then(|b| suspect.text.get(b..range.start));
    let start = match (before, gap) {
        (Some(b), Some(gap)) if gap.bytes().all(|c| c == b' ') => b,
        _ => range.start,
    };
    // Between two of a kind, and before a colon, a word is missing as likely.
    let between = at.checked_sub(1).and_then(|i| suspect.kind(i)) == suspect.kind(at + 1);
    let cost = if between || suspect.kind(at) == Some(Colon) {
        GUESS
    } else {
        14
    };
    out.push(Candidate::one(
        Slip::Stray,
        start..range.end,
        "",
        cost + suspect.far(at),
    ));
}

/// A comma that separates what is told to be wrong.
fn comma(suspect: &Suspect<'_>, at: usize, out: &mut Vec<Candidate>) {
    let told = |r: &Range<usize>| {
        suspect
            .marked
            .iter()
            .any(|m| m.start <= r.start && r.end <= m.end && m.len() < 60)
    };
    let before = at.checked_sub(1).and_then(|i| suspect.range(i));
    let (Some(before), Some(range)) = (before, suspect.range(at)) else {
        return;
    };
    if told(&range) && suspect.text.get(before.end..range.start) == Some(" ") {
        out.push(Candidate::one(Slip::Missing, before.end..before.end, ",", 19));
    }
}

/// Words and marks that a sentence lacks most often.
const LACKED: [&str; 34] = [
    ",", "of", "your", "the", "to", "in", "on", "into", "from", "with", "is", "if", "when", "it", "this", "1", "up",
    "or", "and", "as", "at", "'s", "end", "that", "be", "get", "gets", "until", "for", "each", "card", "than",
    "cannot", "may",
];

fn missing(suspect: &Suspect<'_>, at: usize, out: &mut Vec<Candidate>) {
    if at.abs_diff(suspect.at) > 2 {
        return;
    }
    let Some(before) = at.checked_sub(1).and_then(|i| suspect.range(i)) else {
        return;
    };
    let closes = suspect.kind(at).is_some_and(TokenKind::is_bracket);
    for word in LACKED.into_iter().filter(|word| !(closes && *word == ",")) {
        let with = if matches!(word, "," | "'s") {
            word.to_owned()
        } else {
            format!(" {word}")
        };
        let cost = if word == "," { 18 } else { 32 };
        out.push(Candidate::one(
            Slip::Missing,
            before.end..before.end,
            with,
            cost + suspect.far(at),
        ));
    }
}

fn swapped(suspect: &Suspect<'_>, at: usize, out: &mut Vec<Candidate>) {
    let (Some(first), Some(second)) = (suspect.range(at), suspect.range(at + 1)) else {
        return;
    };
    let bracket = |i: usize| suspect.kind(i).is_some_and(TokenKind::is_bracket);
    let gap = suspect.text.get(first.end..second.start);
    if bracket(at) || bracket(at + 1) || suspect.word(at) == suspect.word(at + 1) || gap != Some(" ") {
        return;
    }
    let with = format!("{} {}", suspect.word(at + 1), suspect.word(at));
    out.push(Candidate::one(
        Slip::Swapped,
        first.start..second.end,
        with,
        22 + suspect.far(at),
    ));
}

/// Words that exist and stand for another one: `form` for `from`.
fn real_words(suspect: &Suspect<'_>, dictionary: &Dictionary, at: usize, out: &mut Vec<Candidate>) {
    let word = suspect.word(at);
    let is_word = suspect
        .kind(at)
        .is_some_and(|k| k == TokenKind::Word || k.is_reserved());
    let Some(range) = suspect.range(at).filter(|_| is_word && dictionary.knows(word)) else {
        return;
    };
    for (cost, near) in dictionary.near(word, 4).into_iter().filter(|(cost, _)| *cost <= 12) {
        let cost = 14 + cost + suspect.far(at);
        out.push(Candidate::one(Slip::Misspelt, range.clone(), near, cost));
    }
}
