//! Tests: what was written, line by line; which lines there are is decided by the checker.

use super::{Block, Cond, Text};
use crate::source::Span;
use serde::Serialize;

/// `test "name" rules "10.2.2" { … }`.
#[derive(Debug, Clone, Serialize)]
pub struct Test<'s> {
    /// Its name.
    pub name: Text<'s>,
    /// The word before the rule numbers; it should be `rules`.
    pub rules_word: Option<Text<'s>>,
    /// The rule numbers.
    pub rules: Vec<Text<'s>>,
    /// What its block holds.
    pub parts: Vec<TestPart<'s>>,
    /// The whole item.
    #[serde(skip)]
    pub span: Span,
}

/// A part of a test.
#[derive(Debug, Clone, Serialize)]
pub enum TestPart<'s> {
    /// `given { … }`, `do { … }`, `expect { … }`
    Lines {
        /// The word in front.
        word: Text<'s>,
        /// The lines.
        lines: Vec<TestLine<'s>>,
    },
    /// `case "name" { … }`
    Case {
        /// The word in front.
        word: Text<'s>,
        /// Its name; the checker wants one.
        name: Option<Text<'s>>,
        /// What its block holds.
        parts: Vec<TestPart<'s>>,
        /// The whole part.
        #[serde(skip)]
        span: Span,
    },
    /// `golden`
    Word(Text<'s>),
}

impl<'s> TestPart<'s> {
    /// The word a part starts with.
    pub fn word(&self) -> &Text<'s> {
        match self {
            TestPart::Lines { word, .. } | TestPart::Case { word, .. } | TestPart::Word(word) => word,
        }
    }
}

/// A line of a test.
#[derive(Debug, Clone, Serialize)]
pub struct TestLine<'s> {
    /// Its words, names, numbers and marks.
    pub cells: Vec<Cell<'s>>,
    /// The block at its end.
    pub tail: Option<TestTail<'s>>,
    /// The whole line.
    #[serde(skip)]
    pub span: Span,
}

/// The block at the end of a line of a test.
#[derive(Debug, Clone, Serialize)]
pub enum TestTail<'s> {
    /// `does { … }`
    Does(Block<'s>),
    /// `holds { … }`
    Holds(Cond<'s>),
}

/// A piece of a line of a test.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Cell<'s> {
    /// What it is.
    pub kind: CellKind,
    /// What it says, without quotes and brackets.
    pub text: Text<'s>,
}

/// What a piece of a line of a test is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub enum CellKind {
    /// A word, reserved or not, or a variable.
    Word,
    /// A number.
    Num,
    /// A quoted name.
    Str,
    /// A tag.
    Tag,
    /// An icon.
    Icon,
    /// `:`, `,`, `*` and the like.
    Mark,
}
