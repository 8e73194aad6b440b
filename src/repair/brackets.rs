//! Brackets that are missing or too many, put where the layout shows that they belong.

use super::candidates::{Candidate, Slip, Suspect};
use super::layout::{Line, lines};
use crate::lex::TokenKind;

/// Brackets of a text that do not pair up.
#[derive(Debug, Default)]
struct Unpaired {
    /// Tokens that open and are never closed.
    open: Vec<usize>,
    /// Tokens that close nothing.
    close: Vec<usize>,
    /// What stands open and what comes to close it, in another shape.
    crossed: Vec<(usize, usize)>,
}

fn unpaired(suspect: &Suspect<'_>) -> Unpaired {
    let mut out = Unpaired::default();
    let mut stack: Vec<usize> = Vec::new();
    for at in 0..suspect.tokens.len() {
        match suspect.kind(at) {
            Some(TokenKind::LBrace | TokenKind::LBracket | TokenKind::LParen) => stack.push(at),
            Some(TokenKind::RBrace | TokenKind::RBracket | TokenKind::RParen) => {
                let pairs = stack
                    .last()
                    .is_some_and(|open| closer(suspect.word(*open)) == suspect.word(at));
                let inside = stack
                    .iter()
                    .rposition(|open| closer(suspect.word(*open)) == suspect.word(at));
                if let (false, Some(open)) = (pairs, stack.last()) {
                    out.crossed.push((*open, at));
                }
                match (pairs, inside) {
                    (true, _) => drop(stack.pop()),
                    (false, Some(position)) => out.open.extend(stack.drain(position..).skip(1)),
                    (false, None) => out.close.push(at),
                }
            }
            _ => {}
        }
    }
    out.open.extend(stack);
    out
}

fn closer(open: &str) -> &'static str {
    match open {
        "(" => ")",
        "[" => "]",
        _ => "}",
    }
}

fn opener(close: &str) -> &'static str {
    match close {
        ")" => "(",
        "]" => "[",
        _ => "{",
    }
}

/// Changes of brackets, if some do not pair up.
pub(super) fn candidates(suspect: &Suspect<'_>, out: &mut Vec<Candidate>) {
    let unpaired = unpaired(suspect);
    let lines = lines(suspect.text);
    if !unpaired.open.is_empty() || !unpaired.close.is_empty() {
        twice(suspect, out);
        uneven_lines(suspect, &lines, out);
    }
    for (open, close) in &unpaired.crossed {
        other_shape(suspect, *open, *close, out);
    }
    for at in &unpaired.open {
        unclosed(suspect, &lines, *at, out);
    }
    for at in &unpaired.close {
        unopened(suspect, &lines, *at, out);
    }
    if unpaired.open.is_empty() && unpaired.close.is_empty() && suspect.syntax {
        exchanged(suspect, out);
    }
}

/// Two equal brackets side by side on a line.
fn twice(suspect: &Suspect<'_>, out: &mut Vec<Candidate>) {
    for at in 1..suspect.tokens.len() {
        let same = suspect.kind(at).is_some_and(TokenKind::is_bracket) && suspect.word(at) == suspect.word(at - 1);
        if let (true, Some(first), Some(second)) = (same, suspect.range(at - 1), suspect.range(at))
            && suspect
                .text
                .get(first.end..second.start)
                .is_some_and(|gap| !gap.contains('\n'))
        {
            out.push(Candidate::one(Slip::Doubled, first.end..second.end, "", 7));
        }
    }
}

/// A bracket of the wrong shape on one side of a pair.
fn other_shape(suspect: &Suspect<'_>, open: usize, close: usize, out: &mut Vec<Candidate>) {
    if let (Some(first), Some(last)) = (suspect.range(open), suspect.range(close)) {
        out.push(Candidate::one(Slip::Misspelt, first, opener(suspect.word(close)), 7));
        out.push(Candidate::one(Slip::Misspelt, last, closer(suspect.word(open)), 7));
    }
}

/// Lines on which more is closed than opened, or more opened than closed though no deeper line follows: what is missing is missing there.
fn uneven_lines(suspect: &Suspect<'_>, lines: &[Line], out: &mut Vec<Candidate>) {
    for (number, line) in lines.iter().enumerate() {
        let on_line: Vec<usize> = (0..suspect.tokens.len())
            .filter(|at| {
                suspect
                    .range(*at)
                    .is_some_and(|r| r.start >= line.start && r.end <= line.end)
            })
            .collect();
        let deeper = lines.get(number + 1).is_some_and(|next| next.indent > line.indent);
        for (open, close) in [("{", "}"), ("[", "]"), ("(", ")")] {
            let count = |mark: &str| on_line.iter().filter(|at| suspect.word(**at) == mark).count();
            let (opened, closed) = (count(open), count(close));
            if closed > opened && on_line.first().is_some_and(|at| suspect.word(*at) != close) {
                for at in &on_line {
                    opened_before(suspect, *at, open, out);
                }
            }
            if opened > closed && !(deeper && open == "{") {
                for at in &on_line {
                    closed_behind(suspect, *at, line, close, out);
                }
            }
        }
    }
}

fn opened_before(suspect: &Suspect<'_>, at: usize, open: &str, out: &mut Vec<Candidate>) {
    let Some(range) = suspect.range(at) else { return };
    let before = at.checked_sub(1).and_then(|b| suspect.kind(b));
    let with = if open == "{" {
        format!("{open} ")
    } else {
        open.to_owned()
    };
    let cost = if before == Some(TokenKind::RBracket) { 8 } else { 11 };
    out.push(Candidate::one(Slip::Missing, range.start..range.start, with, cost));
}

fn closed_behind(suspect: &Suspect<'_>, at: usize, line: &Line, close: &str, out: &mut Vec<Candidate>) {
    let Some(range) = suspect.range(at) else { return };
    let with = if close == "}" {
        format!(" {close}")
    } else {
        close.to_owned()
    };
    let next = suspect.kind(at + 1);
    let natural = range.end == line.end || next.is_some_and(TokenKind::is_bracket);
    let cost = if natural { 8 } else { 11 };
    out.push(Candidate::one(Slip::Missing, range.end..range.end, with, cost));
}

/// A bracket that is never closed: at the end of its line, before a block on its line, or where the indentation goes back.
fn unclosed(suspect: &Suspect<'_>, lines: &[Line], at: usize, out: &mut Vec<Candidate>) {
    let Some(open) = suspect.range(at) else { return };
    let close = closer(suspect.word(at));
    let Some(own) = lines.iter().rposition(|line| line.start <= open.start) else {
        return;
    };
    let Some(line) = lines.get(own).copied() else { return };
    // On the same line, behind each word: in front of a block and at the end of the line first.
    let on_line = |i: usize| suspect.range(i).is_some_and(|r| r.start < line.end);
    for i in (at + 1..suspect.tokens.len()).take_while(|i| on_line(*i)) {
        let Some(range) = suspect.range(i) else { continue };
        let last = !on_line(i + 1);
        let before_block = matches!(
            suspect.kind(i + 1),
            Some(TokenKind::LBrace | TokenKind::RBrace | TokenKind::RBracket | TokenKind::RParen)
        );
        let cost = if last || before_block { 10 } else { 16 };
        let with = if close == "}" {
            format!(" {close}")
        } else {
            close.to_owned()
        };
        out.push(Candidate::one(Slip::Missing, range.end..range.end, with, cost));
    }
    if close != "}" {
        out.push(Candidate::one(Slip::Stray, open, "", 20));
        return;
    }
    // Where a line goes back to the indentation of the opening line, or further.
    let mut last = line;
    for next in lines.iter().skip(own + 1) {
        if next.indent <= line.indent {
            break;
        }
        last = *next;
    }
    let with = format!("\n{}{close}", " ".repeat(line.indent));
    out.push(Candidate::one(Slip::Missing, last.end..last.end, with, 9));
    // Inner lines that go back: a block inside that was closed for this one.
    for pair in lines.windows(2).skip(own) {
        let [one, two] = pair else { continue };
        if two.indent < one.indent && one.end != last.end {
            let with = format!("\n{}{close}", " ".repeat(two.indent));
            out.push(Candidate::one(Slip::Missing, one.end..one.end, with, 12));
        }
    }
    out.push(Candidate::one(Slip::Stray, open, "", 24));
}

/// A bracket that closes nothing: taken away, or opened where a line is followed by a deeper one, or before a word of its line.
fn unopened(suspect: &Suspect<'_>, lines: &[Line], at: usize, out: &mut Vec<Candidate>) {
    let Some(close) = suspect.range(at) else { return };
    let open = opener(suspect.word(at));
    let own_line = lines.iter().rfind(|line| line.start <= close.start).copied();
    let alone = own_line.is_some_and(|line| line.start + line.indent == close.start && line.end == close.end);
    let start = if alone {
        own_line.map_or(close.start, |l| l.start.saturating_sub(1))
    } else {
        close.start
    };
    out.push(Candidate::one(Slip::Stray, start..close.end, "", 12));
    if open == "{" {
        let opens = |end: usize| {
            suspect
                .text
                .get(..end)
                .is_some_and(|t| t.ends_with(['{', ',', '(', '[']))
        };
        for pair in lines.windows(2) {
            let [one, two] = pair else { continue };
            if two.indent > one.indent && !opens(one.end) {
                out.push(Candidate::one(Slip::Missing, one.end..one.end, " {", 8));
            }
        }
    }
    let Some(line) = own_line else { return };
    let from = suspect
        .tokens
        .iter()
        .position(|t| t.start as usize >= line.start)
        .unwrap_or(at);
    for i in from..at {
        let Some(range) = suspect.range(i) else { continue };
        let before = i.checked_sub(1).and_then(|b| suspect.range(b));
        let with = if open == "{" {
            format!("{open} ")
        } else {
            open.to_owned()
        };
        let after_cost = before.is_some() && matches!(suspect.kind(i.saturating_sub(1)), Some(TokenKind::RBracket));
        out.push(Candidate::one(
            Slip::Missing,
            range.start..range.start,
            with,
            if after_cost { 9 } else { 15 },
        ));
    }
}

/// A pair in the wrong shape: a cost in round brackets, an effect in square ones.
fn exchanged(suspect: &Suspect<'_>, out: &mut Vec<Candidate>) {
    let mut stack: Vec<usize> = Vec::new();
    for at in 0..suspect.tokens.len() {
        match suspect.kind(at) {
            Some(TokenKind::LBrace | TokenKind::LBracket | TokenKind::LParen) => stack.push(at),
            Some(TokenKind::RBrace | TokenKind::RBracket | TokenKind::RParen) => {
                let Some(open) = stack.pop() else { continue };
                let near = open.abs_diff(suspect.at) <= 2 || at.abs_diff(suspect.at) <= 2;
                let (Some(first), Some(last)) = (suspect.range(open), suspect.range(at)) else {
                    continue;
                };
                if !near {
                    continue;
                }
                for shape in ["[", "{", "("].into_iter().filter(|shape| *shape != suspect.word(open)) {
                    out.push(Candidate {
                        slip: Slip::Printed,
                        edits: vec![
                            (first.clone(), shape.to_owned()),
                            (last.clone(), closer(shape).to_owned()),
                        ],
                        cost: 18,
                        note: Some("costs stand in `[ ]`, effects in `{ }`, parts of a sentence in `( )`"),
                    });
                }
            }
            _ => {}
        }
    }
}
