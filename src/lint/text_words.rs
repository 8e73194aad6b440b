//! Words that change what a clause means: printed and not in its script, or in its script and not printed.

use super::printed::{Clause, Printed};
use crate::diag::{Code, Diagnostic};

/// A word of printed texts: how texts say it, the words of a script that say the same, and the words of a text that a script says with it.
struct Word {
    name: &'static str,
    printed: &'static [&'static str],
    script: &'static [&'static str],
    /// What a script says with these words only is printed with one of `text`; none where scripts use the words for other things too.
    strict: &'static [&'static str],
    text: &'static [&'static str],
}

const WORDS: [Word; 8] = [
    Word {
        name: "may",
        printed: &["you may"],
        script: &["may", "can", "[", "any", "up"],
        strict: &["may"],
        text: &["may", "can ", "up to", "any number", "choose to", "[", "unless"],
    },
    Word {
        name: "if",
        printed: &["if "],
        script: &["if", "unless", "while", "during", "with", "instead"],
        strict: &["if"],
        text: &[
            "if ",
            "as long as",
            "while",
            "when",
            "unless",
            "only",
            "otherwise",
            "with ",
            "during",
            "instead",
            "whose",
            " :",
            "each",
        ],
    },
    Word {
        name: "unless",
        printed: &["unless"],
        script: &["unless", "if", "while", "may", "otherwise"],
        strict: &["unless"],
        text: &["unless", "if ", "otherwise"],
    },
    Word {
        name: "until",
        printed: &["until"],
        script: &["until", "during", "this", "while"],
        strict: &["until"],
        text: &["until", "this turn", "during", "for the turn", "this battle"],
    },
    Word {
        name: "instead",
        printed: &["instead"],
        script: &["instead", "would", "or", "otherwise"],
        strict: &["instead"],
        text: &["instead", "rather", "would", "cost"],
    },
    Word {
        name: "for each",
        printed: &["for each", "for every"],
        script: &["each", "*", "per", "number"],
        strict: &["*"],
        text: &[
            "each",
            "every",
            "times",
            "equal to",
            "twice",
            "double",
            "number of",
            "per ",
            "multiplied",
            "x",
        ],
    },
    Word {
        name: "up to",
        printed: &["up to"],
        script: &["up", "may", "once", "any"],
        strict: &["up"],
        text: &[
            "up to",
            "any number",
            "may",
            "or fewer",
            "or less",
            "one or both",
            "at most",
            "up",
            "until",
        ],
    },
    Word {
        name: "at random",
        printed: &["at random", "random"],
        script: &["random"],
        strict: &["random"],
        text: &["random"],
    },
];

pub(super) fn check(printed: &Printed<'_>, out: &mut Vec<Diagnostic>) {
    let mut missing: Vec<&str> = Vec::new();
    let mut added: Vec<&str> = Vec::new();
    // A keyword brings a text of its own, which the card may print.
    for clause in printed.clauses.iter().filter(|clause| !clause.keyword) {
        let text = said(clause);
        if clause.script.words.is_empty() || text.trim().is_empty() {
            continue;
        }
        let in_script = |words: &[&str]| words.iter().any(|word| clause.script.words.contains(word));
        let in_text = |words: &[&str]| words.iter().any(|word| text.contains(word));
        for word in &WORDS {
            if in_text(word.printed) && !in_script(word.script) && !missing.contains(&word.name) {
                missing.push(word.name);
            }
            if in_script(word.strict) && !in_text(word.text) && !added.contains(&word.name) {
                added.push(word.name);
            }
        }
    }
    let list = |words: &[&str]| {
        let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
        quoted.join(", ")
    };
    let (text, help) = if !missing.is_empty() {
        let text = format!("the printed text says {}, the script does not", list(&missing));
        (text, "is a part of the text missing in the script?")
    } else if !added.is_empty() {
        let text = format!("the script says {}, the printed text does not", list(&added));
        (text, "is it missing in the text, or too much in the script?")
    } else {
        return;
    };
    out.push(Diagnostic::new(Code::TextWords, printed.span, text).with_help(help));
}

/// What a clause prints, in small letters and with a blank at both ends; `if you do` is no condition.
fn said(clause: &Clause<'_>) -> String {
    let text: String = clause.printed.to_lowercase();
    let text = text
        .replace("if you do", "")
        .replace("if you don't", "")
        .replace('\n', " ");
    format!(" {} ", text.trim())
}
