//! A file imported twice.

use crate::ast::Item;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;
use std::collections::BTreeMap;

pub(super) fn check(items: &[Item<'_>], out: &mut Vec<Diagnostic>) {
    let mut imports: BTreeMap<&str, Span> = BTreeMap::new();
    for item in items {
        let Item::Use(item) = item else { continue };
        if !item.file {
            continue;
        }
        if let Some(first) = imports.insert(item.what.text, item.span) {
            out.push(
                Diagnostic::new(Code::RepeatedImport, item.span, "this file is imported already")
                    .with_label(first, "here")
                    .with_help("remove one of the lines"),
            );
        }
    }
}
