//! From pest's pairs to the tree. The grammar has proved the shape, so a missing child only means a bug; it gives `None`, never a panic.

mod cond;
mod item;
mod phrase;
mod stmt;
mod test;

use super::grammar::Rule;
use super::old::Said;
use crate::ast::Text;
use crate::lex::Token;
use crate::source::{FileId, Span};

pub(super) type Pair<'p> = pest::iterators::Pair<'p, Rule>;

/// Turns pairs into tree nodes; byte offsets of pairs are token indices.
pub(super) struct Builder<'t, 's> {
    file: FileId,
    text: &'s str,
    tokens: &'t [Token],
    /// What stands for words of older cards.
    said: &'t Said,
}

impl<'t, 's> Builder<'t, 's> {
    pub(super) fn new(file: FileId, text: &'s str, tokens: &'t [Token], said: &'t Said) -> Self {
        Builder {
            file,
            text,
            tokens,
            said,
        }
    }

    /// The source span of a pair.
    fn span(&self, pair: &Pair<'_>) -> Span {
        let range = pair.as_span();
        self.span_of(range.start(), range.end())
    }

    fn span_of(&self, start: usize, end: usize) -> Span {
        let first = self.tokens.get(start).map_or(0, |t| t.start);
        let last = end
            .checked_sub(1)
            .and_then(|i| self.tokens.get(i))
            .map_or(first, |t| t.end);
        Span {
            file: self.file,
            start: first,
            end: last.max(first),
        }
    }

    /// The text of a pair, as written.
    fn raw(&self, pair: &Pair<'_>) -> Text<'s> {
        let (span, range) = (self.span(pair), pair.as_span());
        let said = self
            .said
            .get(&range.start())
            .filter(|_| range.end() - range.start() == 1);
        let written = || self.text.get(span.range()).unwrap_or("");
        Text {
            text: said.copied().unwrap_or_else(written),
            span,
        }
    }

    /// The text of a name, tag, icon or text token without what encloses it.
    fn inner(&self, pair: &Pair<'_>) -> Text<'s> {
        let raw = self.raw(pair);
        let around = match pair.as_rule() {
            Rule::str | Rule::tag | Rule::icon => 1,
            Rule::text => 3,
            _ => 0,
        };
        let text = raw
            .text
            .get(around..raw.text.len().saturating_sub(around))
            .unwrap_or("");
        Text { text, span: raw.span }
    }
}
