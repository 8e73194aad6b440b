//! The demands of a description, for the lints about them.

use super::node::own;
use crate::ir::{Card, Compare, Expr, Filter, ObjId, Objects};
use crate::source::Span;

/// The demands on the cards of each noun that the author wrote, and where its description stands. One demand alone repeats nothing.
pub(super) fn all(card: &Card) -> impl Iterator<Item = (Vec<&Filter>, Span)> {
    let descriptions = (0u32..)
        .zip(&card.code.objects)
        .filter_map(|(at, objects)| match objects {
            Objects::Select(selector) => Some((at, selector)),
            _ => None,
        });
    descriptions.flat_map(move |(at, selector)| {
        let several = selector.descs.iter().map(|desc| &desc.filters);
        let several = several.filter(move |filters| selector.filters.len() + filters.len() > 1);
        several.filter_map(move |filters| {
            let span = own(card, ObjId(at))?;
            Some((selector.filters.iter().chain(filters).collect(), span))
        })
    })
}

/// An attribute, and the least and the most that a demand allows of it.
pub(super) struct Bounds<'f> {
    pub(super) of: &'f str,
    pub(super) least: Option<i64>,
    pub(super) most: Option<i64>,
}

impl Bounds<'_> {
    /// Whether no number is within both.
    pub(super) fn apart(&self, other: &Bounds<'_>) -> bool {
        let over = |low: Option<i64>, high: Option<i64>| low.zip(high).is_some_and(|(low, high)| low > high);
        over(self.least, other.most) || over(other.least, self.most)
    }
}

fn bounds<'f>(card: &Card, filter: &'f Filter) -> Option<Bounds<'f>> {
    let Filter::Attr(of, comparison) = filter else {
        return None;
    };
    let Expr::Num(number) = &card.code[comparison.with] else {
        return None;
    };
    let (least, most) = match comparison.how {
        Compare::Is => (Some(*number), Some(*number)),
        Compare::OrMore => (Some(*number), None),
        Compare::More => (Some(number.saturating_add(1)), None),
        Compare::OrLess => (None, Some(*number)),
        Compare::Less => (None, Some(number.saturating_sub(1))),
    };
    Some(Bounds { of, least, most })
}

/// Two demands each on the same attribute.
pub(super) fn pairs<'f>(card: &Card, demands: &[&'f Filter]) -> Vec<(Bounds<'f>, Bounds<'f>)> {
    let mut out = Vec::new();
    for (n, one) in demands.iter().enumerate() {
        for two in demands.iter().skip(n + 1) {
            if let (Some(one), Some(two)) = (bounds(card, one), bounds(card, two))
                && one.of == two.of
            {
                out.push((one, two));
            }
        }
    }
    out
}

/// Whether the same is asked twice, word for word.
pub(super) fn repeated(card: &Card, demands: &[&Filter]) -> bool {
    let mut seen = std::collections::BTreeSet::new();
    !demands
        .iter()
        .all(|demand| seen.insert(crate::ir::demand(&card.code, demand)))
}
