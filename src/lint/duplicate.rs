//! The same id, name or ability twice.

use super::{Shared, squeezed};
use crate::ast::{Card, Member};
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use indexmap::IndexMap;

/// Two cards with one id, or one name in one file.
pub(super) fn cards(cards: &[&Card<'_>], shared: &mut Shared, out: &mut Vec<Diagnostic>) {
    let mut names: IndexMap<&str, Span> = IndexMap::new();
    for card in cards {
        if let Some(id) = &card.id {
            match shared.ids.get(id.text) {
                Some(first) => out.push(
                    Diagnostic::new(
                        Code::DuplicateId,
                        id.span,
                        format!("another card has the id {}", id.text),
                    )
                    .with_label(*first, "the first one")
                    .with_help("ids are unique; a reprint has an id of its own"),
                ),
                None => drop(shared.ids.insert(id.text.to_owned(), id.span)),
            }
        }
        match names.get(card.name.text) {
            Some(first) => out.push(
                Diagnostic::new(
                    Code::DuplicateName,
                    card.name.span,
                    format!("another card is named \"{}\"", card.name.text),
                )
                .with_label(*first, "the first one")
                .with_help("cards of one name count as the same card in deck rules; rename one or remove it"),
            ),
            None => drop(names.insert(card.name.text, card.name.span)),
        }
    }
}

/// The same ability twice on one card.
pub(super) fn abilities(source: &str, members: &[Member<'_>], out: &mut Vec<Diagnostic>) {
    let spans: Vec<Span> = members
        .iter()
        .filter_map(|m| match m {
            Member::Ability(a) => Some(a.span),
            Member::Keyword(k) => Some(k.span),
            Member::Face(_) | Member::Fields(_) => None,
        })
        .collect();
    if spans.len() < 2 {
        return;
    }
    let mut seen: IndexMap<String, Span> = IndexMap::new();
    for span in spans {
        let text = squeezed(source, span);
        match seen.get(&text) {
            Some(first) => out.push(
                Diagnostic::new(Code::DuplicateAbility, span, "this ability stands here twice")
                    .with_label(*first, "the same ability")
                    .with_help("remove one of them"),
            ),
            None => drop(seen.insert(text, span)),
        }
    }
}
