//! Diagnostics: one value, several renderings.

mod code;
mod machine;
mod render;
mod spellings;
mod suggest;

pub use code::{Code, Severity};
pub use machine::{github, json, sarif};
pub use render::{Renderer, Style, render, short};
pub use spellings::Spellings;
pub use suggest::{distance, nearest, quoted_list, with_article};

use crate::source::Span;
use std::collections::BTreeMap;

/// The most other places of one kind that a diagnostic shows.
const MOST_PLACES: usize = 8;

/// One problem, with its place and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// The stable code.
    pub code: Code,
    /// The words it is about; none if it concerns the whole run.
    pub span: Option<Span>,
    /// What is wrong, in the words of the game.
    pub message: String,
    /// Other places that explain it.
    pub labels: Vec<(Span, String)>,
    /// What to do next.
    pub helps: Vec<String>,
    /// Background.
    pub notes: Vec<String>,
    /// Changes of the text that would mend it, the likeliest first.
    pub fixes: Vec<Fix>,
    /// A warning that the project does not allow: it counts as an error.
    pub denied: bool,
}

/// A change of the text that mends a problem.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What it does, in words.
    pub title: String,
    /// What is replaced by what; apart from each other and in order.
    pub edits: Vec<(Span, String)>,
    /// Whether it can be applied without asking: it was tried, and nothing else is as likely.
    pub certain: bool,
}

impl Diagnostic {
    /// A diagnostic at a span.
    pub fn new(code: Code, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            code,
            span: Some(span),
            message: message.into(),
            labels: Vec::new(),
            helps: Vec::new(),
            notes: Vec::new(),
            fixes: Vec::new(),
            denied: false,
        }
    }

    /// Adds another place.
    #[must_use]
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push((span, text.into()));
        self
    }

    /// Adds other places of the same kind: the first ones, and how many more there are.
    #[must_use]
    pub fn with_places(mut self, spans: impl IntoIterator<Item = Span>, text: &str) -> Self {
        let mut more = 0_usize;
        for span in spans {
            if self.labels.len() < MOST_PLACES {
                self.labels.push((span, text.to_owned()));
            } else {
                more += 1;
            }
        }
        if more > 0 {
            let lines = if more == 1 { "line" } else { "lines" };
            self.notes.push(format!("and {more} more such {lines}"));
        }
        self
    }

    /// Adds what to do next.
    #[must_use]
    pub fn with_help(mut self, text: impl Into<String>) -> Self {
        self.helps.push(text.into());
        self
    }

    /// Adds background.
    #[must_use]
    pub fn with_note(mut self, text: impl Into<String>) -> Self {
        self.notes.push(text.into());
        self
    }

    /// Error or warning.
    pub fn severity(&self) -> Severity {
        if self.denied {
            Severity::Error
        } else {
            self.code.severity()
        }
    }
}

/// Leaves out what is said again and again in the same words: the first ones stay, and say how many more there are.
pub fn cap_repeated(diagnostics: &mut Vec<Diagnostic>) {
    let mut seen: BTreeMap<(Code, String), (usize, usize)> = BTreeMap::new();
    let mut kept: Vec<Diagnostic> = Vec::new();
    for diagnostic in diagnostics.drain(..) {
        let known = seen.entry((diagnostic.code, diagnostic.message.clone())).or_default();
        known.0 += 1;
        if known.0 <= MOST_PLACES {
            known.1 = kept.len();
            kept.push(diagnostic);
        }
    }
    for (count, last) in seen.into_values().filter(|(count, _)| *count > MOST_PLACES) {
        if let Some(diagnostic) = kept.get_mut(last) {
            let more = count - MOST_PLACES;
            diagnostic
                .notes
                .push(format!("the same is wrong in {more} more places"));
        }
    }
    *diagnostics = kept;
}

/// Sorts by place and removes repetitions: one mistake is reported once, however many paths lead to it.
pub fn tidy(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by(|a, b| {
        a.span
            .cmp(&b.span)
            .then_with(|| a.code.cmp(&b.code))
            .then_with(|| a.message.cmp(&b.message))
    });
    diagnostics.dedup_by(|a, b| a.code == b.code && a.span == b.span);
}
