//! Reading one line of a test from left to right.

use super::super::Checker;
use crate::ast::{Cell, CellKind, TestLine, TestTail, Text};
use crate::diag::{Code, Diagnostic};
use crate::ir::TestPlayer;
use crate::source::Span;
use crate::vocab::Vocab;

/// Which table of the language a line belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Table {
    Given,
    Do,
    Expect,
}

impl Table {
    /// The lines of the table, for messages; the words of actions and the example of a position are the game's.
    fn forms(self, vocab: &Vocab) -> String {
        let position = vocab.positions().next().unwrap_or("C1");
        let text = match self {
            Table::Given => {
                "lines of `given`: `p1 turn 3`, `at PHASE`, `in PHASE`, `setup`, `p1 ZONE: \"A\", \"B\" * 2`, `p1 deck \"Name\"`, `p1 NUMBER 1`, `p1 does { … }`, `seed 7`"
            }
            Table::Do => {
                let words: Vec<String> = super::act::answers(vocab).iter().map(|w| format!("`{w}`")).collect();
                let words = words.join(", ");
                return format!(
                    "lines of `do`: `p1` or `p2` with {words}; `until PHASE`, `until p2 turn`, `until over`"
                );
            }
            Table::Expect => {
                "lines of `expect`: `p1 hand 3`, `p1 C1: \"A\" rested`, `p1 hand has \"A\"`, `p1 C1 power 3500`, `p1 asked`, `p1 offered play \"A\"`, `p1 choices: \"A\"`, `p1 sees p2 hand: hidden`, `p1 wins`, `draw`, `game on`, `phase PHASE`, `p2 turn`, `log \"text\"`, `deck \"Name\" legal`, `p1 holds { … }`"
            }
        };
        text.replace("C1", position)
    }

    /// The lines that only games with a chase have besides.
    fn chase_forms(self) -> &'static str {
        match self {
            Table::Given => {
                "with a chase also: `p1 field: \"A\" fresh damage 300 with 2 mana side j-ruler on \"B\"`, `p1 will {R}{1}`"
            }
            Table::Do => "with a chase also: `resolve`, `resolve all`",
            Table::Expect => {
                "with a chase also: `p1 \"A\" ATK 500`, `p1 \"A\" damage 300`, `p1 \"A\" counters mana 2`, `p1 \"A\" not rested`, `p1 \"A\" side front`, `p1 will {R}`, `chase 2`, `chase: \"A\", \"B\" ability`"
            }
        }
    }
}

/// A line and how much of it is read.
#[derive(Debug)]
pub(super) struct Line<'a, 's> {
    cells: &'a [Cell<'s>],
    last: Span,
    /// The block at its end, until somebody takes it.
    pub(super) tail: Option<&'a TestTail<'s>>,
    pub(super) table: Table,
}

impl<'a, 's> Line<'a, 's> {
    pub(super) fn new(line: &'a TestLine<'s>, table: Table) -> Self {
        Line {
            cells: &line.cells,
            last: line.cells.last().map_or(line.span, |c| c.text.span),
            tail: line.tail.as_ref(),
            table,
        }
    }

    pub(super) fn peek(&self) -> Option<Cell<'s>> {
        self.cells.first().copied()
    }

    pub(super) fn skip(&mut self) {
        self.cells = self.cells.get(1..).unwrap_or_default();
    }

    /// The next cell if it is a word, without reading it.
    pub(super) fn peek_word(&self) -> Option<&'s str> {
        self.peek().filter(|c| c.kind == CellKind::Word).map(|c| c.text.text)
    }

    /// Reads a cell of a kind.
    pub(super) fn take(&mut self, kind: CellKind) -> Option<Text<'s>> {
        let cell = self.peek().filter(|c| c.kind == kind)?;
        self.skip();
        Some(cell.text)
    }

    /// Reads this word or mark, if it is next.
    pub(super) fn eat(&mut self, text: &str) -> bool {
        let found = self
            .peek()
            .is_some_and(|c| matches!(c.kind, CellKind::Word | CellKind::Mark) && c.text.text == text);
        if found {
            self.skip();
        }
        found
    }

    /// Whether a number is next.
    pub(super) fn at_number(&self) -> bool {
        match self.cells {
            [sign, number, ..] if sign.kind == CellKind::Mark => {
                matches!(sign.text.text, "-" | "+") && number.kind == CellKind::Num
            }
            [number, ..] => number.kind == CellKind::Num,
            [] => false,
        }
    }
}

impl<'s> Checker<'_, 's> {
    /// Reports what should stand at this place of the line.
    pub(super) fn wrong<T>(&mut self, line: &Line<'_, 's>, expected: &str) -> Option<T> {
        let (span, found) = match (line.peek(), line.tail) {
            (Some(cell), _) => (cell.text.span, format!("found {}", shown(&cell))),
            (None, Some(TestTail::Does(_))) => (line.last, "found `does { … }`".to_owned()),
            (None, Some(TestTail::Holds(_))) => (line.last, "found `holds { … }`".to_owned()),
            (None, None) => (line.last, "the line ends".to_owned()),
        };
        let message = format!("expected {expected}, but {found}");
        let mut problem = Diagnostic::new(Code::TestLine, span, message).with_note(line.table.forms(self.scope.vocab));
        if self.has_chase() {
            problem = problem.with_note(line.table.chase_forms());
        }
        self.report(problem);
        None
    }

    /// The line must end here.
    pub(super) fn end<T>(&mut self, line: &Line<'_, 's>, value: T) -> Option<T> {
        if line.peek().is_none() && line.tail.is_none() {
            return Some(value);
        }
        self.wrong(line, "the end of the line")
    }

    /// A player; `expected` says what else could stand here.
    pub(super) fn player(&mut self, line: &mut Line<'_, 's>, expected: &str) -> Option<TestPlayer> {
        let Some(word) = line.peek_word() else {
            return self.wrong(line, expected);
        };
        let player = match word {
            "p1" => TestPlayer::P1,
            "p2" => TestPlayer::P2,
            _ if means_player(word) => {
                let span = line.peek().map_or(line.last, |c| c.text.span);
                self.report(
                    Diagnostic::new(Code::TestPlayer, span, format!("`{word}` is not a player of a test"))
                        .with_help("the players are `p1`, who begins the game, and `p2`"),
                );
                return None;
            }
            _ => return self.wrong(line, expected),
        };
        line.skip();
        Some(player)
    }

    /// A whole number, perhaps with a sign.
    pub(super) fn whole(&mut self, line: &mut Line<'_, 's>) -> Option<i64> {
        if !line.at_number() {
            return self.wrong(line, "a number");
        }
        let minus = line.eat("-");
        line.eat("+");
        let number = line.take(CellKind::Num)?;
        let errors = self.error_count();
        let value = self.literal(number.text, number.span);
        (self.error_count() == errors).then_some(if minus { -value } else { value })
    }

    /// A number of things.
    pub(super) fn how_many(&mut self, line: &mut Line<'_, 's>) -> Option<u32> {
        let unsigned = line.peek().is_some_and(|c| c.kind == CellKind::Num);
        if !unsigned {
            return self.wrong(line, "a number");
        }
        self.whole(line).and_then(|n| u32::try_from(n).ok())
    }

    /// A number of things that is at least 1.
    pub(super) fn ordinal(&mut self, line: &mut Line<'_, 's>) -> Option<u32> {
        if line
            .peek()
            .is_some_and(|c| c.kind == CellKind::Num && c.text.text == "0")
        {
            return self.wrong(line, "a number from 1 on");
        }
        self.how_many(line)
    }

    /// A quoted text, with its escapes resolved.
    pub(super) fn quoted(&mut self, line: &mut Line<'_, 's>, expected: &str) -> Option<String> {
        match line.take(CellKind::Str) {
            Some(text) => Some(unescaped(text.text)),
            None => self.wrong(line, expected),
        }
    }
}

/// How a message shows a cell.
fn shown(cell: &Cell<'_>) -> String {
    let text = cell.text.text;
    match cell.kind {
        CellKind::Str => format!("\"{text}\""),
        CellKind::Tag => format!("<{text}>"),
        CellKind::Icon => format!("{{{text}}}"),
        CellKind::Word | CellKind::Num | CellKind::Mark => format!("`{text}`"),
    }
}

/// Whether somebody who writes this word means a player.
fn means_player(word: &str) -> bool {
    let numbered = word
        .strip_prefix(['p', 'P'])
        .or_else(|| word.strip_prefix("player"))
        .is_some_and(|rest| !rest.is_empty() && rest.chars().all(|c| c.is_ascii_digit()));
    numbered || matches!(word, "you" | "your" | "opponent" | "player" | "me")
}

/// A text without the backslashes of its escapes.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        out.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
    }
    out
}
