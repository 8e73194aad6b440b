//! A definition without a sentence that says what it means.

use crate::ast::Definition;
use crate::check::Checker;
use crate::diag::{Code, Diagnostic};

impl Checker<'_, '_> {
    pub(in crate::check) fn missing_documentation(&mut self, definition: &Definition<'_>) {
        let signature = &definition.signature;
        if definition.doc.is_none() {
            self.report(
                Diagnostic::new(
                    Code::MissingDocumentation,
                    signature.span,
                    format!("`{}` is not documented", signature.name.text),
                )
                .with_help("add a sentence behind its name: it prints as reminder text"),
            );
        }
    }
}
