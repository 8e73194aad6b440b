//! What may follow a text: each word is put behind it and the front end is asked. All tries are cards of one file, so that they are read at once.

use crate::book;
use crate::compile::compile;
use crate::diag::Severity;
use crate::play;
use crate::source::{FileId, SourceFile};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A word that could follow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The word.
    pub text: String,
    /// What it is, for people.
    pub kind: &'static str,
}

impl Candidate {
    /// A word of a kind.
    pub fn new(text: impl Into<String>, kind: &'static str) -> Candidate {
        Candidate {
            text: text.into(),
            kind,
        }
    }
}

/// The words that may follow.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Follow {
    /// With them the text is whole.
    pub ends: Vec<Candidate>,
    /// With them it can go on.
    pub goes_on: Vec<Candidate>,
}

/// The words by which an ability begins: what begins with none of them stands in an effect.
const HEADS: [&str; 4] = ["AUTO", "ACT", "CONT", "PLAY"];

/// What may have been said before the text, so that `it`, `them` and `the rest` speak of something: what every game can say.
const BEFORE: [&str; 3] = ["draw 1\n", "draw 2\n", "look at the top 3 cards of your deck\n"];

/// The candidates with which a text of a game can go on; `files` define words besides those of the game.
pub fn after(game: &str, text: &str, candidates: &[Candidate], files: &[SourceFile]) -> Follow {
    let begun = text.trim_end();
    let head = HEADS.iter().any(|head| begun.trim_start().starts_with(head));
    let follow = |before: &str| {
        let mut tries = Tries::new(game, files);
        for candidate in candidates {
            tries.add(&format!("{before}{begun}"), &candidate.text, head);
        }
        tries.judge(candidates)
    };
    // What makes sense of its own needs nothing before it.
    let alone = follow("");
    if head || !alone.ends.is_empty() {
        return alone;
    }
    let spoken = BEFORE
        .iter()
        .map(|before| follow(before))
        .find(|follow| !follow.ends.is_empty());
    spoken.unwrap_or(alone)
}

/// The file of tries, with the byte behind each word and the one behind its card.
struct Tries {
    text: String,
    words: Vec<(usize, usize)>,
    head: String,
    others: Vec<SourceFile>,
}

/// The name of the file of tries, which no file has.
const NAME: &str = "<words>";

impl Tries {
    fn new(game: &str, files: &[SourceFile]) -> Tries {
        let frame = book::frame(game).unwrap_or_default();
        let mut text = format!("use {game}\n");
        for file in files {
            let _ = writeln!(text, "use \"{}\"", file.name);
        }
        Tries {
            text,
            words: Vec::new(),
            head: frame,
            others: files.to_vec(),
        }
    }

    fn add(&mut self, begun: &str, word: &str, head: bool) {
        let number = self.words.len();
        self.text
            .push_str(&self.head.replacen("usual", &format!("Try {number}"), 1));
        if !head {
            self.text.push_str("\nACT {\n");
        }
        self.text.push_str(begun);
        self.text.push(' ');
        self.text.push_str(word);
        let end = self.text.len();
        self.text.push_str(if head { "\n}\n" } else { "\n}\n}\n" });
        self.words.push((end, self.text.len()));
    }

    fn judge(self, candidates: &[Candidate]) -> Follow {
        let mut files = self.others;
        files.push(SourceFile::new(NAME, self.text));
        let mut compiled = compile(files);
        // What cannot be played is no way to go on either.
        play::check(&mut compiled);
        let id: Option<FileId> = compiled
            .sources
            .iter()
            .find(|(_, file)| file.name == NAME)
            .map(|(id, _)| id);
        // The errors of each try, by where they begin.
        let mut errors: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for diagnostic in compiled.diagnostics.iter().filter(|d| d.severity() == Severity::Error) {
            let Some(span) = diagnostic.span.filter(|span| Some(span.file) == id) else {
                continue;
            };
            let at = span.start as usize;
            let number = self.words.partition_point(|(_, last)| *last <= at);
            errors.entry(number).or_default().push(at);
        }
        let mut follow = Follow::default();
        for (number, ((end, _), candidate)) in self.words.iter().zip(candidates).enumerate() {
            match errors.get(&number) {
                None => follow.ends.push(candidate.clone()),
                // What is wrong only behind the word is what is still to come.
                Some(at) if at.iter().all(|at| at >= end) => follow.goes_on.push(candidate.clone()),
                Some(_) => {}
            }
        }
        follow
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(list: &[Candidate]) -> Vec<&str> {
        list.iter().map(|candidate| candidate.text.as_str()).collect()
    }

    #[test]
    fn what_may_follow_is_told_apart_from_what_may_not() {
        let all = ["hand", "waiting-room", "draw", "yellow", "opponent's"].map(|word| Candidate::new(word, "word"));
        for begun in [
            "put it into your",
            "choose 1 character in your waiting-room; put it into your",
        ] {
            let follow = after("weiss", begun, &all, &[]);
            assert_eq!(words(&follow.ends), ["hand", "waiting-room"], "{begun}");
        }
    }

    #[test]
    fn the_head_of_an_ability_goes_on_too() {
        let all = ["placed", "draw", "attacks"].map(|word| Candidate::new(word, "word"));
        let follow = after("weiss", "AUTO when this is", &all, &[]);
        assert_eq!(words(&follow.goes_on), ["placed"]);
    }
}
