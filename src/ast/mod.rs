//! The syntax tree: what was written, word for word, with exact spans and no meaning.
//!
//! All text is borrowed from the source. Spans are left out of the serialised form, so two trees are the same program if they serialise alike.

mod item;
mod phrase;
mod stmt;
mod test;

pub use item::{
    Arg, Card, Counter, Deck, DeckLine, Definition, DefinitionBody, Doc, Face, Field, File, Group, Item, Label, Member,
    Param, Set, Signature, SignaturePart, State, Use, Value,
};
pub use phrase::{
    Atom, Compare, Core, CoreKind, Det, Expr, Filter, HasArg, Icons, Np, Op, Owner, Phrase, Poss, PossStep, Pronoun,
    Quant, QuantKind, Quantity, Relative, RelativeKind, Run, RunAtom, Stack, Tail,
};
pub use stmt::{
    Ability, Amount, Block, Body, Category, Cond, Cost, Deed, Delta, Event, EventKind, Grant, Head, KeywordLine, Limit,
    Mod, OptionArm, Pred, Stmt, StmtKind, Subject, TimePoint, Trigger,
};
pub use test::{Cell, CellKind, Test, TestLine, TestPart, TestTail};

use crate::source::Span;
use serde::Serialize;

/// A piece of source text with its place: a word, a name, a tag, an icon.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Text<'s> {
    /// The text; names, tags and icons without their quotes and brackets.
    pub text: &'s str,
    /// Where it stands, quotes included.
    #[serde(skip)]
    pub span: Span,
}
