//! Demands on cards: said twice, contrary, or contained in each other.

use super::node::own;
use crate::diag::{Code, Diagnostic};
use crate::ir::{self, Card, Compare, Expr, Filter, ObjId, Objects};
use std::collections::BTreeSet;

/// The least and the most that a demand allows of an attribute.
fn bounds<'f>(card: &Card, filter: &'f Filter) -> Option<(&'f str, Option<i64>, Option<i64>)> {
    let Filter::Attr(name, comparison) = filter else {
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
    Some((name, least, most))
}

pub(super) fn check(card: &Card, out: &mut Vec<Diagnostic>) {
    for (at, objects) in (0u32..).zip(&card.code.objects) {
        let (Objects::Select(selector), Some(span)) = (objects, own(card, ObjId(at))) else {
            continue;
        };
        for desc in &selector.descs {
            let all: Vec<&Filter> = selector.filters.iter().chain(&desc.filters).collect();
            let mut seen = BTreeSet::new();
            if !all.iter().all(|filter| seen.insert(ir::demand(&card.code, filter))) {
                let text = "this asks the same of a card twice";
                out.push(Diagnostic::new(Code::RepeatedDemand, span, text).with_help("remove one of the two"));
                break;
            }
            let numbers: Vec<_> = all.iter().filter_map(|filter| bounds(card, filter)).collect();
            let pairs = numbers
                .iter()
                .enumerate()
                .flat_map(|(n, one)| numbers.iter().skip(n + 1).map(move |two| (one, two)));
            for ((name, least, most), (other, low, high)) in pairs.filter(|(one, two)| one.0 == two.0) {
                let apart =
                    |low: &Option<i64>, high: &Option<i64>| low.zip(*high).is_some_and(|(low, high)| low > high);
                if apart(least, high) || apart(low, most) {
                    let text = format!("no card has such a {name}");
                    out.push(
                        Diagnostic::new(Code::ContraryDemands, span, text)
                            .with_help("with both demands nothing fits; correct one of the numbers"),
                    );
                } else if least.is_some() && low.is_some() || most.is_some() && high.is_some() {
                    let text = format!("one of the two demands on the {other} contains the other");
                    out.push(Diagnostic::new(Code::IdleDemand, span, text).with_help("remove the wider one"));
                }
            }
        }
    }
}
