//! How much text definitions may stand for. A definition that uses others many times, which use others many times, is short and
//! stands for more than anyone can read: it is refused before it is read out.

use super::Checker;
use crate::diag::{Code, Diagnostic};
use crate::source::{FileId, Span};

/// Deepest expansion of definitions inside definitions.
const MAX_DEPTH: usize = 16;

/// Bytes of definitions that one item may stand for.
const MAX_ITEM: usize = 256 << 10;

/// Bytes of definitions that all items of a file may stand for.
pub(crate) const MAX_FILE: usize = 64 << 20;

/// What is wrong with a file whose items together stand for too much.
pub(crate) fn too_much_in(file: FileId) -> Diagnostic {
    let start = Span { file, start: 0, end: 0 };
    let problem = format!(
        "the definitions used in this file stand for more than {} MiB of text",
        MAX_FILE >> 20
    );
    Diagnostic::new(Code::ExpandsTooFar, start, problem)
        .with_help("use shorter definitions, or spread the cards over several files")
}

/// Whoever uses a definition that stands for too much does so too: the first place of a file tells it.
pub(crate) fn tell_once(diagnostics: &mut Vec<Diagnostic>) {
    let too_much = |d: &&Diagnostic| d.code == Code::ExpandsTooFar;
    let first = diagnostics.iter().filter(too_much).filter_map(|d| d.span).min();
    diagnostics.retain(|d| d.code != Code::ExpandsTooFar || d.span == first);
}

/// What an item has stood for so far.
#[derive(Debug, Default)]
pub(super) struct Expansion {
    /// Where the item is.
    item: Option<Span>,
    bytes: usize,
    told: bool,
}

/// Whether a definition may be read out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Room {
    Enough,
    /// The definition stands inside itself, or too many stand inside each other.
    Circle,
    /// The item stands for too much text.
    Full,
}

impl<'s> Checker<'_, 's> {
    /// An item begins: what was spent for the one before is forgotten.
    pub(super) fn begin_item(&mut self, item: Span) {
        self.expansion = Expansion {
            item: Some(item),
            ..Expansion::default()
        };
    }

    /// What follows is no item of its own, but is counted alone.
    pub(super) fn forget_expansion(&mut self) {
        self.expansion = Expansion::default();
    }

    /// Whether the item stands for too much: what else is found in it is a consequence.
    pub(super) fn is_too_much(&self) -> bool {
        self.expansion.told
    }

    /// Takes the room that a definition needs.
    pub(super) fn room_for(&mut self, name: &'s str, text: Span) -> Room {
        if self.expanding.contains(&name) {
            return Room::Circle;
        }
        if self.expanding.len() >= MAX_DEPTH {
            self.too_much(
                text,
                &format!("definitions stand more than {MAX_DEPTH} deep inside each other here"),
            );
            return Room::Full;
        }
        let bytes = text.end.saturating_sub(text.start) as usize;
        self.expansion.bytes = self.expansion.bytes.saturating_add(bytes);
        if self.expansion.bytes > MAX_ITEM || !self.scope.spend(bytes, MAX_FILE) {
            let problem = format!(
                "the definitions used here stand for more than {} KiB of text",
                MAX_ITEM >> 10
            );
            self.too_much(text, &problem);
            return Room::Full;
        }
        Room::Enough
    }

    /// Says once an item that it stands for too much.
    fn too_much(&mut self, text: Span, problem: &str) {
        if std::mem::replace(&mut self.expansion.told, true) {
            return;
        }
        let span = self.expansion.item.unwrap_or(text);
        let quiet = std::mem::replace(&mut self.quiet, 0);
        self.report(
            Diagnostic::new(Code::ExpandsTooFar, span, problem)
                .with_help("definitions that use each other multiply: use the inner ones fewer times"),
        );
        self.quiet = quiet;
    }
}
