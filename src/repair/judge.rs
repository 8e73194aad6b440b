//! Reads a changed item as the compiler would, and says what is still wrong with it.

use super::candidates::Candidate;
use super::layout::Ends;
use crate::ast::Item;
use crate::check::Checker;
use crate::diag::{Diagnostic, Severity};
use crate::parse;
use crate::resolve::{Known, Scope};
use crate::source::FileId;
use std::cmp::Ordering;

/// The file that a text on trial stands for.
pub(super) const TRIAL: FileId = FileId(u32::MAX);

/// The words and names with which an item is read: those of its file.
#[derive(Debug)]
pub struct Judge<'a, 's> {
    /// The words that the file may use.
    pub scope: &'a Scope<'a, 's>,
    /// Cards and tags of the run.
    pub known: &'a Known<'s>,
    /// The set that the file belongs to.
    pub set: Option<&'a str>,
    /// The file is the prelude of its game.
    pub prelude: bool,
}

/// How far a text is understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    /// Its brackets or its syntax are broken.
    Syntax,
    /// It can be read, and says something that has no meaning.
    Meaning,
    /// Nothing is wrong.
    Clean,
}

/// What is wrong with a text.
#[derive(Debug)]
pub(super) struct Verdict {
    pub(super) stage: Stage,
    /// The errors, in order of their places.
    pub(super) errors: Vec<Diagnostic>,
    pub(super) warnings: usize,
}

impl Judge<'_, '_> {
    /// Reads and checks a text of one or more items.
    pub(super) fn verdict(&self, text: &str) -> Verdict {
        let parsed = parse::parse(TRIAL, text);
        let mut all = parsed.diagnostics;
        let stage = if all.is_empty() { Stage::Meaning } else { Stage::Syntax };
        let mut checker = Checker::new(self.scope, self.known);
        checker.prelude = self.prelude;
        for item in &parsed.file.items {
            match item {
                Item::Card(card) => drop(checker.card(card, self.set)),
                Item::Definition(definition) => drop(checker.definition(definition)),
                Item::Counter(counter) => drop(checker.counter_item(counter)),
                Item::State(state) => drop(checker.state_item(state)),
                Item::Deck(deck) => drop(checker.deck(deck)),
                Item::Test(test) => drop(checker.test(test)),
                Item::Use(_) | Item::Set(_) | Item::Group(_) => {}
            }
        }
        all.extend(checker.findings.diagnostics);
        crate::diag::tidy(&mut all);
        let count = all.len();
        all.retain(|d| d.severity() == Severity::Error);
        Verdict {
            stage: if all.is_empty() { Stage::Clean } else { stage },
            warnings: count - all.len(),
            errors: all,
        }
    }
}

impl Verdict {
    /// Whether nothing is wrong.
    pub(super) fn is_clean(&self) -> bool {
        self.stage == Stage::Clean
    }

    /// Where the first error is.
    pub(super) fn first(&self) -> Option<usize> {
        self.errors
            .iter()
            .filter_map(|d| d.span)
            .map(|s| s.start as usize)
            .min()
    }

    /// Whether a text that can be read has fewer errors now, and none that it had not before: two slips may stand on one line.
    fn is_part_of(&self, before: &Verdict) -> bool {
        let known = |d: &Diagnostic| before.errors.iter().any(|b| b.code == d.code && b.message == d.message);
        let both = self.stage == Stage::Meaning && before.stage == Stage::Meaning;
        both && self.errors.len() < before.errors.len() && self.errors.iter().all(known)
    }

    /// Whether a change leads further: nothing is wrong any more, or what is wrong lies on other lines than the change and the old error, and
    /// is less or comes later than before.
    pub(super) fn helps(&self, before: &Verdict, old: &str, new: &str, candidate: &Candidate) -> bool {
        if self.is_clean() {
            return true;
        }
        if self.is_part_of(before) {
            return true;
        }
        let (Some(now), Some(then), Some(start)) = (self.first(), before.first(), candidate.start()) else {
            return false;
        };
        // Lines are counted from the end, which no change behind them moves.
        let (old, new) = (Ends::of(old), Ends::of(new));
        let (left_now, left_then) = (new.behind(now), old.behind(then));
        let near = |at: usize| new.behind(at) == left_then || new.line_of(at) == old.line_of(start);
        let spans = self.errors.iter().filter_map(|d| d.span);
        if spans.map(|s| s.start as usize).any(near) {
            return false;
        }
        match self.stage.cmp(&before.stage) {
            Ordering::Less => false,
            Ordering::Greater => true,
            // Only the first error of an item that cannot be read is known; of one that can, all are.
            Ordering::Equal if self.stage == Stage::Syntax => left_now < left_then,
            Ordering::Equal => self.errors.len() < before.errors.len(),
        }
    }
}
