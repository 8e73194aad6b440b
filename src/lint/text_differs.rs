//! Numbers of the printed text against numbers of the script, clause by clause.

use super::printed::{Clause, Printed};
use crate::diag::{Code, Diagnostic};

/// Smaller numbers are costs in symbols, or left out.
const LARGE: u64 = 100;
/// `one` is `a`, and ten is the last number that texts write in letters.
const LETTERS: [&str; 9] = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

pub(super) fn check(printed: &Printed<'_>, out: &mut Vec<Diagnostic>) {
    let mut missing: Vec<u64> = Vec::new();
    for clause in &printed.clauses {
        let said = digits(&clause.printed);
        let large = said.into_iter().filter(|number| *number >= LARGE);
        let small = letters(&clause.printed)
            .into_iter()
            .filter(|number| !sums_to(clause, *number));
        for number in large.chain(small.filter(|_| !clause.keyword)) {
            if !clause.script.numbers.contains(&number) && !missing.contains(&number) {
                missing.push(number);
            }
        }
    }
    if !missing.is_empty() {
        let list: Vec<String> = missing.iter().map(u64::to_string).collect();
        out.push(
            Diagnostic::new(
                Code::TextDiffers,
                printed.span,
                format!("the printed text says {}, the script does not", list.join(", ")),
            )
            .with_help("correct the one that is wrong"),
        );
    }
}

/// `choose two … and two others` may be one number in a script, and `two` be said by two things that are each `1`.
fn sums_to(clause: &Clause<'_>, number: u64) -> bool {
    number == 2
        && ["both", "twice", "each"]
            .iter()
            .any(|word| clause.script.words.contains(word))
}

/// The numbers in digits; `1,000` is one.
fn digits(text: &str) -> Vec<u64> {
    let mut out = Vec::new();
    let mut number = String::new();
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        let thousands = c == ',' && !number.is_empty() && letters.peek().is_some_and(char::is_ascii_digit);
        if c.is_ascii_digit() {
            number.push(c);
        } else if !thousands {
            out.extend(number.parse::<u64>());
            number.clear();
        }
    }
    out.extend(number.parse::<u64>());
    out
}

/// The numbers in letters.
fn letters(text: &str) -> Vec<u64> {
    let words = text.split(|c: char| !c.is_alphanumeric() && c != '-');
    words
        .filter_map(|word| {
            let at = LETTERS.iter().position(|letters| word.eq_ignore_ascii_case(letters))?;
            u64::try_from(at + 2).ok()
        })
        .collect()
}
