//! Decks, groups and imports that name something twice.

use crate::ast::{Deck, DeckLine, Group, Item};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use std::collections::BTreeMap;

pub(super) fn check(items: &[Item<'_>], out: &mut Vec<Diagnostic>) {
    let mut imports: BTreeMap<&str, Span> = BTreeMap::new();
    for item in items {
        match item {
            Item::Deck(list) => deck(list, out),
            Item::Group(list) => group(list, out),
            Item::Use(item) if item.file => {
                if let Some(first) = imports.insert(item.what.text, item.span) {
                    out.push(
                        Diagnostic::new(Code::RepeatedImport, item.span, "this file is imported already")
                            .with_label(first, "here")
                            .with_help("remove one of the lines"),
                    );
                }
            }
            _ => {}
        }
    }
}

fn deck(deck: &Deck<'_>, out: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for line in &deck.lines {
        match line {
            DeckLine::Part(_) => seen.clear(),
            DeckLine::Cards { card, .. } => {
                if let Some(first) = seen.insert(card.text, card.span) {
                    out.push(
                        Diagnostic::new(
                            Code::RepeatedLine,
                            card.span,
                            format!("{} is in this deck already", card.text),
                        )
                        .with_label(first, "the other line")
                        .with_help("write one line with the number of both"),
                    );
                }
            }
        }
    }
}

fn group(group: &Group<'_>, out: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
    for name in &group.names {
        if let Some(first) = seen.insert(name.text, name.span) {
            out.push(
                Diagnostic::new(
                    Code::RepeatedName,
                    name.span,
                    format!("\"{}\" is in this group already", name.text),
                )
                .with_label(first, "the first one")
                .with_help("is another card meant?"),
            );
        }
    }
}
