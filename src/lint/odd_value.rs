//! A printed value that alone is off the steps of the set.

use super::values::{columns, far, head};
use crate::diag::{Code, Diagnostic};
use crate::ir::Card;

pub(super) fn check(cards: &[Card], out: &mut Vec<Diagnostic>) {
    for (name, values) in columns(cards) {
        // A digit too many is one slip.
        if far(&values).is_some() {
            continue;
        }
        // Of many cards one alone is off the steps of all others.
        let off = |step: i64| -> Vec<&(i64, &Card)> { values.iter().filter(|(value, _)| value % step != 0).collect() };
        for step in [1000, 500, 100] {
            // Small numbers have no steps.
            let large = values.iter().filter(|(value, _)| *value >= step).count() * 2 >= values.len();
            // Half a step is a value of its own, a smaller difference a slip.
            if let ([(value, card)], true) = (off(step).as_slice(), large)
                && value % (step / 2) != 0
            {
                let text = format!(
                    "\"{}\" has {name} {value}, and every other card here a multiple of {step}",
                    card.name
                );
                out.push(Diagnostic::new(Code::OddValue, head(card), text).with_help("is a digit wrong?"));
                break;
            }
        }
    }
}
