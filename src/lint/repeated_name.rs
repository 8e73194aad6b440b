//! A name twice in a group.

use crate::ast::Item;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use std::collections::BTreeMap;

pub(super) fn check(items: &[Item<'_>], out: &mut Vec<Diagnostic>) {
    for item in items {
        let Item::Group(group) = item else { continue };
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        for name in &group.names {
            if let Some(first) = seen.insert(name.text, name.span) {
                let text = format!("\"{}\" is in this group already", name.text);
                out.push(
                    Diagnostic::new(Code::RepeatedName, name.span, text)
                        .with_label(first, "the first one")
                        .with_help("is another card meant?"),
                );
            }
        }
    }
}
