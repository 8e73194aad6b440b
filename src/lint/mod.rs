//! What is legal and probably wrong: as far as syntax and source text show it, and as far as compiled cards do. Some lints that need meaning are raised by
//! the checker.

mod allow;
mod branch;
mod condition;
mod demand;
mod duplicate;
mod keyword;
mod lists;
mod modal;
mod names;
mod node;
mod repeat;
mod tests;
mod text;
mod values;
mod words;

pub use allow::{allowed, allowed_later};

use crate::ast::{Card, File, Item, Member};
use crate::diag::{Code, Diagnostic};
use crate::ir;
use crate::resolve::{Known, Scope};
use crate::source::Span;
use indexmap::IndexMap;

/// What lints remember over all files of a game.
#[derive(Debug, Default)]
pub struct Shared {
    ids: IndexMap<String, Span>,
}

/// Runs all lints over one file.
pub fn file<'a, 's>(
    source: &str,
    file: &'a File<'s>,
    sound: bool,
    scope: &'a Scope<'a, 's>,
    known: &'a Known<'s>,
    shared: &mut Shared,
    out: &mut Vec<Diagnostic>,
) {
    let cards: Vec<&'a Card<'s>> = file
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Card(card) => Some(card),
            _ => None,
        })
        .collect();
    if sound {
        no_set(file, &cards, out);
    }
    duplicate::cards(&cards, shared, out);
    lists::check(&file.items, out);
    tests::check(source, &file.items, out);
    let mut spelled = keyword::Shapes::new(scope, known);
    for card in cards {
        members(source, &card.members, &mut spelled, out);
    }
}

fn members<'a, 's>(
    source: &str,
    list: &'a [Member<'s>],
    spelled: &mut keyword::Shapes<'a, 's>,
    out: &mut Vec<Diagnostic>,
) {
    duplicate::abilities(source, list, out);
    text::numbers(source, list, out);
    words::check(source, list, out);
    spelled.check(list, out);
    for member in list {
        if let Member::Face(face) = member {
            members(source, &face.members, spelled, out);
        }
    }
}

/// Runs all lints over the compiled cards of one file.
pub fn meaning(cards: &[ir::Card], out: &mut Vec<Diagnostic>) {
    for card in cards {
        branch::check(card, out);
        condition::check(card, out);
        condition::nested(card, out);
        modal::check(card, out);
        repeat::check(card, out);
        demand::check(card, out);
    }
    values::unlike(cards, out);
    names::check(cards, out);
}

/// Cards that belong to no set.
fn no_set(file: &File<'_>, cards: &[&Card<'_>], out: &mut Vec<Diagnostic>) {
    let has_set = file.items.iter().any(|i| matches!(i, Item::Set(_)));
    if let (false, Some(card)) = (has_set, cards.iter().find(|c| !c.token)) {
        out.push(
            Diagnostic::new(Code::NoSet, card.name.span, "this file has cards but no set")
                .with_help("name the set once: `set \"Harbor Lights\" code HL/W01`"),
        );
    }
}

/// Source text without its layout.
fn squeezed(source: &str, span: Span) -> String {
    let text = source.get(span.range()).unwrap_or("");
    let mut out = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}
