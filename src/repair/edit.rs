//! Changes of a text, one after another, and where its places were before them.

use super::judge::TRIAL;
use crate::diag::Diagnostic;
use crate::source::Span;
use std::ops::Range;

/// The changes that were made so far, in order.
#[derive(Debug, Default)]
pub(super) struct Log {
    edits: Vec<(Range<usize>, usize)>,
}

impl Log {
    /// Remembers that a range was replaced by so many bytes.
    pub(super) fn push(&mut self, range: Range<usize>, with: usize) {
        self.edits.push((range, with));
    }

    /// Where a place of the changed text was in the original one.
    fn original(&self, mut at: usize) -> usize {
        for (range, with) in self.edits.iter().rev() {
            let end = range.start + with;
            if at >= end {
                at = at - end + range.end;
            } else if at > range.start {
                at = at.min(range.end);
            }
        }
        at
    }

    /// The span of a range of the changed text in the original one.
    pub(super) fn span(&self, range: &Range<usize>) -> Span {
        let (start, end) = (self.original(range.start), self.original(range.end));
        Span::new(TRIAL, start, end.max(start))
    }

    /// A diagnostic of the changed text, told for the original one.
    pub(super) fn told(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let place = |span: Span| {
            if span.file == TRIAL {
                self.span(&span.range())
            } else {
                span
            }
        };
        diagnostic.span = diagnostic.span.map(place);
        for (span, _) in &mut diagnostic.labels {
            *span = place(*span);
        }
        diagnostic
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_again_behind_changes() {
        let mut log = Log::default();
        log.push(4..6, 3);
        assert_eq!(log.span(&(0..2)), Span::new(TRIAL, 0, 2));
        assert_eq!(log.span(&(4..7)), Span::new(TRIAL, 4, 6));
        assert_eq!(log.span(&(9..10)), Span::new(TRIAL, 8, 9));
        log.push(0..0, 5);
        assert_eq!(log.span(&(14..15)), Span::new(TRIAL, 8, 9));
    }
}
