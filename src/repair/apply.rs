//! Applies repairs to texts.

use crate::diag::{Diagnostic, Severity};
use crate::source::{FileId, Span};

/// The text of a file with every repair that can be applied without asking; nothing if there is none.
pub fn applied(file: FileId, text: &str, diagnostics: &[Diagnostic]) -> Option<String> {
    let mut edits: Vec<(Span, &str)> = Vec::new();
    for diagnostic in diagnostics.iter().filter(|d| d.severity() == Severity::Error) {
        let fixes = diagnostic.fixes.iter().filter(|fix| fix.certain);
        for fix in fixes.filter(|fix| fix.edits.iter().all(|(span, _)| span.file == file)) {
            let apart = |(span, _): &(Span, String)| edits.iter().all(|(other, _)| !overlap(*span, *other));
            if fix.edits.iter().all(apart) {
                edits.extend(fix.edits.iter().map(|(span, with)| (*span, with.as_str())));
                break;
            }
        }
    }
    if edits.is_empty() {
        return None;
    }
    edits.sort_by_key(|(span, _)| *span);
    let mut out = text.to_owned();
    for (span, with) in edits.iter().rev() {
        if out.get(span.range()).is_some() {
            out.replace_range(span.range(), with);
        }
    }
    Some(out)
}

/// Whether two changes cannot both be made: they share a byte, or stand at the same place.
fn overlap(a: Span, b: Span) -> bool {
    a.start <= b.end && b.start <= a.end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::{Code, Fix};

    fn problem(start: usize, end: usize, with: &str, certain: bool) -> Diagnostic {
        let span = Span::new(FileId(0), start, end);
        let mut problem = Diagnostic::new(Code::Syntax, span, "wrong");
        problem.fixes.push(Fix {
            title: String::new(),
            edits: vec![(span, with.to_owned())],
            certain,
        });
        problem
    }

    #[test]
    fn sure_repairs_are_applied_and_others_are_not() {
        let problems = [
            problem(0, 4, "draw", true),
            problem(5, 6, "2", false),
            problem(2, 6, "x", true),
        ];
        assert_eq!(applied(FileId(0), "darw 1", &problems).as_deref(), Some("draw 1"));
        assert_eq!(applied(FileId(1), "darw 1", &problems), None);
    }
}
