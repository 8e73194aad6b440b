//! Diagnostics: one value, several renderings.

mod code;
mod machine;
mod render;
mod suggest;

pub use code::{Code, Severity};
pub use machine::{github, json, sarif};
pub use render::{Style, render, short};
pub use suggest::{nearest, quoted_list, with_article};

use crate::source::Span;

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
        }
    }

    /// Adds another place.
    #[must_use]
    pub fn with_label(mut self, span: Span, text: impl Into<String>) -> Self {
        self.labels.push((span, text.into()));
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
        self.code.severity()
    }
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
