//! Names and traits of the printed text that the script does not have.

use super::printed::Printed;
use crate::diag::{Code, Diagnostic};

/// What stands around names and traits in printed texts.
const MARKS: [(char, char); 8] = [
    ('"', '"'),
    ('“', '”'),
    ('<', '>'),
    ('«', '»'),
    ('《', '》'),
    ('≪', '≫'),
    ('〈', '〉'),
    ('「', '」'),
];

pub(super) fn check(printed: &Printed<'_>, out: &mut Vec<Diagnostic>) {
    let mut missing: Vec<&str> = Vec::new();
    for clause in printed.clauses.iter().filter(|clause| !clause.keyword) {
        if clause.script.words.is_empty() {
            continue;
        }
        for name in names(&clause.printed) {
            let said = |own: &&str| own.contains(name) || name.contains(*own);
            // A keyword in quotes is a word of the script, whose parts have hyphens between.
            let word = name.replace(' ', "-");
            let known = printed.abilities.names.iter().any(said) || printed.abilities.words.contains(word.as_str());
            if !known && !missing.contains(&name) {
                missing.push(name);
            }
        }
    }
    if !missing.is_empty() {
        let list: Vec<String> = missing.iter().map(|name| format!("\"{name}\"")).collect();
        let text = format!("the printed text names {}, the script does not", list.join(", "));
        out.push(
            Diagnostic::new(Code::TextNames, printed.span, text)
                .with_help("is the name written otherwise in the script, or another card meant?"),
        );
    }
}

/// The names in a text, without the marks around them.
fn names(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut rest = text;
    while let Some((at, close)) = rest
        .char_indices()
        .find_map(|(at, c)| Some((at + c.len_utf8(), MARKS.iter().find(|(open, _)| *open == c)?.1)))
    {
        rest = rest.get(at..).unwrap_or("");
        let Some(end) = rest.find(close) else { break };
        out.extend(rest.get(..end).filter(|name| is_name(name)));
        rest = rest.get(end + close.len_utf8()..).unwrap_or("");
    }
    out
}

/// An ability that is given stands in quotes too.
fn is_name(text: &str) -> bool {
    let sentence = text.contains(['.', '[', '\n', ':']) || text.split_whitespace().count() > 6;
    !text.is_empty() && !sentence
}
