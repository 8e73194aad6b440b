//! `it` that means a card which was chosen, found or moved, and passes over one that a later sentence was about.

use crate::check::Checker;
use crate::check::refs::Origin;
use crate::diag::{Code, Diagnostic};
use crate::source::Span;

impl Checker<'_, '_> {
    /// Warns if the thing that `word` means, spoken of at `at`, is not the newest single card that was spoken of.
    pub(in crate::check) fn passed_over(&mut self, word: &str, at: usize, span: Span) {
        let intros = &self.frame().intros;
        let nearer = intros
            .iter()
            .skip(at + 1)
            .rev()
            .find(|intro| matches!(intro.origin, Origin::Mentioned(_)) && intro.singles == 1 && !intro.this);
        let (Some(meant), Some(nearer)) = (intros.get(at).map(|i| i.span), nearer.map(|i| i.span)) else {
            return;
        };
        self.report(
            Diagnostic::new(
                Code::PassedOver,
                span,
                format!("`{word}` is not the card that was named last"),
            )
            .with_label(meant, "this is meant")
            .with_label(nearer, "this was named last, and not chosen")
            .with_help("give the one that is meant a name where it is chosen (`… as the guest`) and say `the guest`"),
        );
    }
}
