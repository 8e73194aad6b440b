//! The same ability twice on one card.

use super::squeezed;
use crate::ast::Member;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use indexmap::IndexMap;

pub(super) fn check(source: &str, members: &[Member<'_>], out: &mut Vec<Diagnostic>) {
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
