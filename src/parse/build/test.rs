//! Tests.

use super::{Builder, Pair, Rule};
use crate::ast::{Cell, CellKind, Test, TestLine, TestPart, TestTail, Text};
use crate::lex::TokenKind;

impl<'s> Builder<'_, 's> {
    pub(super) fn test(&self, pair: Pair<'_>) -> Option<Test<'s>> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner().skip(1);
        let name = self.inner(&inner.next()?);
        let mut out = Test {
            name,
            rules_word: None,
            rules: Vec::new(),
            parts: Vec::new(),
            span,
        };
        for part in inner {
            match part.as_rule() {
                Rule::word => out.rules_word = Some(self.raw(&part)),
                Rule::str => out.rules.push(self.inner(&part)),
                _ => out.parts = self.test_body(part),
            }
        }
        Some(out)
    }

    fn test_body(&self, pair: Pair<'_>) -> Vec<TestPart<'s>> {
        pair.into_inner()
            .filter(|p| p.as_rule() == Rule::test_part)
            .filter_map(|p| self.test_part(p))
            .collect()
    }

    fn test_part(&self, pair: Pair<'_>) -> Option<TestPart<'s>> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let word = self.raw(&inner.next()?);
        Some(match inner.next() {
            None => TestPart::Word(word),
            Some(name) if name.as_rule() == Rule::str => TestPart::Case {
                word,
                name: Some(self.inner(&name)),
                parts: self.test_body(inner.next()?),
                span,
            },
            Some(body) if body.as_rule() == Rule::test_body => TestPart::Case {
                word,
                name: None,
                parts: self.test_body(body),
                span,
            },
            Some(lines) => TestPart::Lines {
                word,
                lines: lines
                    .into_inner()
                    .filter(|p| p.as_rule() == Rule::test_line)
                    .map(|p| self.test_line(p))
                    .collect(),
            },
        })
    }

    fn test_line(&self, pair: Pair<'_>) -> TestLine<'s> {
        let mut out = TestLine {
            cells: Vec::new(),
            tail: None,
            span: self.span(&pair),
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::cell => out.cells.push(self.cell(&part)),
                Rule::block => out.tail = Some(TestTail::Does(self.block(part))),
                Rule::question => {
                    let cond = part.into_inner().find(|p| p.as_rule() == Rule::cond);
                    out.tail = cond.and_then(|p| self.cond(p)).map(TestTail::Holds);
                }
                _ => {}
            }
        }
        out
    }

    fn cell(&self, pair: &Pair<'_>) -> Cell<'s> {
        let raw = self.raw(pair);
        let kind = match self.tokens.get(pair.as_span().start()).map(|t| t.kind) {
            Some(TokenKind::Num) => CellKind::Num,
            Some(TokenKind::Str) => CellKind::Str,
            Some(TokenKind::Tag) => CellKind::Tag,
            Some(TokenKind::Icon) => CellKind::Icon,
            Some(kind) if kind == TokenKind::Word || kind == TokenKind::Var || kind.is_reserved() => CellKind::Word,
            _ => CellKind::Mark,
        };
        let around = usize::from(matches!(kind, CellKind::Str | CellKind::Tag | CellKind::Icon));
        let text = raw
            .text
            .get(around..raw.text.len().saturating_sub(around))
            .unwrap_or("");
        Cell {
            kind,
            text: Text { text, span: raw.span },
        }
    }
}
