//! Cards that belong to no set.

use crate::ast::{Card, File, Item};
use crate::diag::{Code, Diagnostic};

pub(super) fn check(file: &File<'_>, cards: &[&Card<'_>], out: &mut Vec<Diagnostic>) {
    let has_set = file.items.iter().any(|i| matches!(i, Item::Set(_)));
    if let (false, Some(card)) = (has_set, cards.iter().find(|c| !c.token)) {
        out.push(
            Diagnostic::new(Code::NoSet, card.name.span, "this file has cards but no set")
                .with_help("name the set once: `set \"Harbor Lights\" code HL/W01`"),
        );
    }
}
