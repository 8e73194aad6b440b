//! What a repair says.

use super::GUESS;
use super::candidates::{Candidate, Slip};
use super::edit::Log;
use super::judge::{TRIAL, Verdict};
use crate::diag::{Diagnostic, Fix};
use crate::source::Span;
use std::ops::Range;

/// The message of a mistake that was found, with the change that mends it. Nothing if it is only a guess among others.
///
/// A message that says more than that something cannot be read is kept when it is about the same words; the change then only takes the place
/// of what it suggested.
pub(super) fn of(text: &str, before: &Verdict, candidate: &Candidate, only: bool, log: &Log) -> Option<Diagnostic> {
    let guess = candidate.cost >= GUESS;
    if guess && !only {
        return None;
    }
    let marked = marked(text, candidate);
    let touches =
        |span: Span| span.file == TRIAL && (span.start as usize) <= marked.end && marked.start <= span.end as usize;
    let about = before.errors.iter().find(|d| d.span.is_some_and(touches));
    let first = before.errors.first()?;
    let mut problem = match about {
        Some(old) if !is_plain(old) || candidate.slip == Slip::Stray => log.told(old.clone()),
        None if guess && !is_plain(first) => log.told(first.clone()),
        _ => Diagnostic::new(first.code, log.span(&marked), words(text, candidate, &marked)),
    };
    let stale = |help: &String| help.starts_with("did you mean") || help.starts_with("`cardwright vocab");
    problem.helps.retain(|help| !stale(help));
    let says_more = !problem.helps.is_empty();
    let likely = matches!(candidate.slip, Slip::Misspelt | Slip::Form | Slip::Printed) && !guess;
    let said = format!("`{}`", inserted(candidate));
    if !says_more || likely && !problem.helps.iter().any(|help| help.contains(&said)) {
        problem.helps.insert(0, help(text, candidate));
    }
    problem
        .notes
        .extend(candidate.note.filter(|_| !says_more).map(str::to_owned));
    problem.fixes.push(Fix {
        title: help(text, candidate),
        edits: candidate
            .edits
            .iter()
            .map(|(range, with)| (log.span(range), with.clone()))
            .collect(),
        certain: only && is_sure(text, candidate),
    });
    Some(problem)
}

/// Whether a change is so near to what stands there that it can be made without asking.
fn is_sure(text: &str, candidate: &Candidate) -> bool {
    // Two letters of a short word are a guess: the word may be one that does not exist here.
    let letters = u32::try_from(replaced(text, candidate).chars().count()).unwrap_or(u32::MAX);
    let most = match letters {
        // A word of three letters is one letter away from many: only its letters in another order, its case, or one letter less is sure.
        0..=3 if !lacks_letters(replaced(text, candidate), inserted(candidate)) => 9,
        0..=3 => 12,
        4..=7 => 16,
        // Two letters and the first among them: another word as likely.
        _ => 21,
    };
    match candidate.slip {
        Slip::Misspelt => candidate.cost <= most,
        // A block that would become a cost may as well lack a word before it.
        Slip::Printed if replaced(text, candidate) == "{" => false,
        Slip::Form | Slip::Printed | Slip::Doubled | Slip::Missing | Slip::Stray => candidate.cost < GUESS,
        // Two words that can be exchanged may both be meant otherwise.
        Slip::Swapped => false,
    }
}

/// Whether a word is another one with letters left out.
fn lacks_letters(word: &str, meant: &str) -> bool {
    let mut meant = meant.chars();
    word.chars().all(|letter| meant.any(|other| other == letter))
}

/// Whether a message only says that something cannot be read.
fn is_plain(old: &Diagnostic) -> bool {
    use crate::diag::Code;
    matches!(
        old.code,
        Code::Syntax
            | Code::UnfinishedItem
            | Code::StrayText
            | Code::UnknownCharacter
            | Code::UnclosedBracket
            | Code::UnopenedBracket
    )
}

/// The words that the message points at.
fn marked(text: &str, candidate: &Candidate) -> Range<usize> {
    let (Some((first, _)), Some((last, _))) = (candidate.edits.first(), candidate.edits.last()) else {
        return 0..0;
    };
    let range = first.start..last.end;
    if !range.is_empty() {
        let lead = text.get(range.clone()).map_or(0, |t| t.len() - t.trim_start().len());
        return range.start + lead..range.end;
    }
    // Something is missing: the word before it is what can be seen, or at the beginning of a line the word behind it.
    let before = text.get(..range.start).unwrap_or("");
    if before.trim_end_matches([' ', '\t']).ends_with('\n') {
        let rest = text.get(range.start..).unwrap_or("");
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        return range.start..range.start + end;
    }
    let before = before.trim_end();
    let word = before.rfind(|c: char| c.is_whitespace()).map_or(0, |at| {
        at + before
            .get(at..)
            .and_then(|t| t.chars().next())
            .map_or(1, char::len_utf8)
    });
    word..before.len()
}

fn is_bracket(text: &str) -> bool {
    matches!(text, "(" | ")" | "[" | "]" | "{" | "}")
}

fn replaced<'t>(text: &'t str, candidate: &Candidate) -> &'t str {
    let range = candidate.edits.first().map_or(0..0, |(range, _)| range.clone());
    text.get(range).unwrap_or("").trim()
}

fn inserted(candidate: &Candidate) -> &str {
    candidate.edits.first().map_or("", |(_, with)| with.trim())
}

/// What is wrong, in one sentence.
fn words(text: &str, candidate: &Candidate, marked: &Range<usize>) -> String {
    let old = replaced(text, candidate);
    let new = inserted(candidate);
    match candidate.slip {
        Slip::Misspelt if is_bracket(old) => format!("`{old}` has the wrong shape here"),
        Slip::Misspelt => format!("`{old}` is not a word that can stand here"),
        Slip::Form => format!("`{old}` stands here in the wrong form"),
        Slip::Printed if old.is_empty() || candidate.edits.len() > 1 => "this is not how scripts say it".to_owned(),
        Slip::Printed => format!("`{old}` is not how scripts say it"),
        Slip::Doubled => format!("`{old}` is said twice"),
        Slip::Stray => format!("`{old}` does not belong here"),
        Slip::Missing => {
            let word = text.get(marked.clone()).unwrap_or("");
            let behind = candidate.start().is_some_and(|at| at >= marked.end);
            format!(
                "`{new}` is missing {} `{word}`",
                if behind { "behind" } else { "before" }
            )
        }
        Slip::Swapped => format!("`{old}`: these words stand the wrong way round"),
    }
}

/// What to do about it.
fn help(text: &str, candidate: &Candidate) -> String {
    let old = replaced(text, candidate);
    let new = inserted(candidate);
    match candidate.slip {
        Slip::Misspelt if is_bracket(old) => format!("write `{new}`"),
        Slip::Misspelt | Slip::Form => format!("did you mean `{new}`?"),
        Slip::Doubled => format!("say `{old}` once"),
        Slip::Stray => format!("take `{old}` away"),
        Slip::Missing => format!("add `{new}`"),
        Slip::Swapped => format!("write `{new}`"),
        Slip::Printed => match candidate.edits.as_slice() {
            [(_, with)] if with.is_empty() => format!("leave `{old}` out"),
            [_] => format!("write `{new}`"),
            edits => {
                let range = edits.first().map_or(0, |(r, _)| r.start)..edits.last().map_or(0, |(r, _)| r.end);
                let mut whole = text.get(range.clone()).unwrap_or("").to_owned();
                for (part, with) in edits.iter().rev() {
                    whole.replace_range(part.start - range.start..part.end - range.start, with);
                }
                if whole.contains('\n') {
                    "write the signs of the language instead".to_owned()
                } else {
                    format!("write `{whole}`")
                }
            }
        },
    }
}
