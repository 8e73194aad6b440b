//! From syntax to meaning: every word looked up, every phrase given its role, every reference its object; the result is IR.
//!
//! One pass elaborates a card: it resolves names, checks types and writes the IR nodes as it goes. It never stops at a mistake: what cannot
//! be understood is reported once and stands in the IR as nothing, and a card with an error is left out of the module.

mod ability;
mod action;
mod alone;
mod antecedent;
mod argument;
mod card;
mod card_fields;
mod command;
mod complement;
mod cond;
mod defined;
mod denied;
mod describe;
mod event;
pub(crate) mod expansion;
mod having;
mod heard;
mod instead;
mod item;
mod joined;
mod keyword;
mod lookup;
mod mods;
mod noun;
mod noun_head;
mod number;
mod phrases;
mod pile;
mod place;
mod possessive;
mod pronoun;
mod refs;
mod relative;
mod run;
mod scope_of;
mod select_first;
mod sentence;
mod stack;
mod stmt;
mod tense;
mod test;
mod time;
mod twice;
mod value;
mod verb;
mod warn;

pub use alone::HeadAlone;

use crate::diag::{Code, Diagnostic, Severity};
use crate::ir;
use crate::resolve::{Known, Scope};
use crate::source::Span;
use indexmap::IndexSet;
use refs::Frame;

/// What one file's check found out besides its module.
#[derive(Debug, Default)]
pub struct Findings {
    /// Problems.
    pub diagnostics: Vec<Diagnostic>,
    /// Words of the vocabulary in use, by word number.
    pub words: Vec<bool>,
    /// Definitions in use: `keyword:Encore`.
    pub definitions: IndexSet<String>,
}

impl Findings {
    /// One problem and nothing else.
    pub(crate) fn only(problem: Diagnostic) -> Self {
        Findings {
            diagnostics: vec![problem],
            ..Findings::default()
        }
    }
}

/// Elaborates the items of one file.
#[derive(Debug)]
pub struct Checker<'a, 's> {
    scope: &'a Scope<'a, 's>,
    known: &'a Known<'s>,
    /// The file is a prelude: it speaks of cards and tags that sets will bring.
    pub prelude: bool,
    /// What was found.
    pub findings: Findings,
    code: ir::Code,
    frames: Vec<Frame<'a, 's>>,
    outermost: Frame<'a, 's>,
    /// Definitions being expanded, innermost last.
    expanding: Vec<&'s str>,
    /// How much text they stood for in the item being checked.
    expansion: expansion::Expansion,
    /// Inside a definition's own text its mistakes were reported where it is defined.
    quiet: u32,
    /// A number depends on something known only while resolving; where.
    late: Option<Span>,
    /// Relative clauses that end early: how many of their phrases are their own.
    cuts: indexmap::IndexMap<Span, usize>,
    /// Phrases whose `or` belongs to the verb: `on top of your deck or on the bottom of your deck`.
    shared_or: indexmap::IndexSet<Span>,
    /// The phrases that were read, by the place of what stands in them.
    heard: indexmap::IndexSet<Span>,
    /// The noun phrase being read is wanted as a place.
    wants_place: bool,
    /// The verb of the command being checked, for messages about what it lacks.
    verb_span: Option<Span>,
    /// The titles of the tests so far, with their places.
    tests: indexmap::IndexMap<String, Span>,
    /// Card types of the face being checked.
    face_types: Vec<&'static str>,
    /// How many errors were found, those in the text of definitions among them.
    refused: usize,
}

impl Checker<'_, '_> {
    /// Reads a phrase: the nodes that it becomes are marked with its place, so that a refusal can point at it. In a definition's own text
    /// the author's word that brought it stays marked.
    fn phrase<T>(&mut self, span: Span, read: impl FnOnce(&mut Self) -> T) -> T {
        if self.quiet > 0 {
            return read(self);
        }
        let before = self.code.spans.begin(Some(span.into()));
        let out = read(self);
        self.code.spans.begin(before);
        out
    }
}

impl<'a, 's> Checker<'a, 's> {
    /// A checker for one file.
    pub fn new(scope: &'a Scope<'a, 's>, known: &'a Known<'s>) -> Self {
        let findings = Findings {
            words: vec![false; scope.vocab.words().len()],
            ..Findings::default()
        };
        Checker {
            scope,
            known,
            prelude: false,
            findings,
            code: ir::Code::default(),
            frames: Vec::new(),
            outermost: Frame::default(),
            expanding: Vec::new(),
            expansion: expansion::Expansion::default(),
            quiet: 0,
            late: None,
            cuts: indexmap::IndexMap::new(),
            shared_or: indexmap::IndexSet::new(),
            heard: indexmap::IndexSet::new(),
            wants_place: false,
            verb_span: None,
            tests: indexmap::IndexMap::new(),
            face_types: Vec::new(),
            refused: 0,
        }
    }

    /// Reports a problem, unless it was reported where the definition stands.
    fn report(&mut self, diagnostic: Diagnostic) {
        self.refused += usize::from(diagnostic.severity() == Severity::Error);
        if self.quiet == 0 && (!self.is_too_much() || diagnostic.code == Code::ExpandsTooFar) {
            self.findings.diagnostics.push(diagnostic);
        }
    }

    /// What no rule takes and nobody complained about would be dropped in silence: it is an error instead.
    fn taken<T>(&mut self, span: Span, read: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let before = self.refused;
        let value = read(self);
        if value.is_none() && self.refused == before {
            self.error(Code::NoSuchRole, span, "this cannot be understood as a whole");
        }
        value
    }

    /// Reports a problem with a code, a place and a message.
    fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::new(code, span, message));
    }

    /// The innermost reference frame.
    fn frame(&mut self) -> &mut Frame<'a, 's> {
        match self.frames.last_mut() {
            Some(frame) => frame,
            None => &mut self.outermost,
        }
    }
}
