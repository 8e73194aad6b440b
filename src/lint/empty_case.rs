//! A case without anything of its own: it is the test without it.

use crate::ast::{Item, TestPart};
use crate::diag::{Code, Diagnostic};

pub(super) fn check(items: &[Item<'_>], out: &mut Vec<Diagnostic>) {
    for item in items {
        let Item::Test(test) = item else { continue };
        for part in &test.parts {
            if let TestPart::Case {
                name: Some(name),
                parts,
                ..
            } = part
                && parts.iter().all(|part| matches!(part, TestPart::Word(_)))
            {
                out.push(
                    Diagnostic::new(Code::EmptyCase, name.span, "this case has nothing of its own")
                        .with_help("a case says what is different: `given`, `do`, `expect`"),
                );
            }
        }
    }
}
