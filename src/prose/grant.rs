//! What is gained, lost, set, forbidden or made cheaper.

use super::Printer;
use super::noun::Bare;
use crate::ir::{Arg, Delta, Duration, Grant, Line, PriceChange, Subject};
use crate::style::english::{Np, list};

impl Printer<'_> {
    fn delta(&self, delta: &Delta) -> String {
        self.style.delta(&self.word(&delta.attr), &self.signed(delta))
    }

    fn signed(&self, delta: &Delta) -> String {
        format!("{}{}", if delta.minus { '-' } else { '+' }, self.number(delta.by))
    }

    pub(super) fn grant(&self, grant: &Grant) -> String {
        match grant {
            Grant::Delta(delta) => self.delta(delta),
            Grant::Pair(first, second) => self.style.pair(
                (&self.word(&first.attr), &self.signed(first)),
                (&self.word(&second.attr), &self.signed(second)),
            ),
            Grant::Lines(lines) => {
                let lines: Vec<_> = lines
                    .iter()
                    .map(|line| format!("\"{}\"", self.line(line, false)))
                    .collect();
                list(&lines, "and")
            }
            Grant::Keyword(line) => self.granted_keyword(line),
            Grant::Tag(tag) => self.style.tag(tag),
            Grant::Filters(filters) => self.complement_filters(filters, false),
            Grant::Abilities(of) => self.objects(*of, Bare::Many).object,
            Grant::Slot(_, name) => format!("the {}", self.given_name(name)),
            Grant::Amount(amount) => self.amount(amount, Bare::Many).object,
            Grant::AllOf(attr) => format!("all {}", self.noun(attr, true)),
        }
    }

    fn granted_keyword(&self, line: &Line) -> String {
        if let Line::Keyword {
            calls,
            cost: None,
            given: None,
            lines,
            ..
        } = line
            && lines.is_empty()
        {
            let names: Vec<_> = calls.iter().map(|call| self.keyword_name(call)).collect();
            return list(&names, "or");
        }
        format!("\"{}\"", self.line(line, false))
    }

    /// `it gets +1 soul until end of turn`, or with the duration in front of a quoted ability.
    pub(super) fn gain(
        &self,
        subject: &Subject,
        lose: bool,
        grants: &[Grant],
        durations: &[Duration],
        per: &str,
    ) -> String {
        let np = self.subject(subject, Bare::Many);
        let (third, bare) = if lose { ("loses", "lose") } else { self.style.gets };
        let texts: Vec<_> = grants.iter().map(|grant| self.grant(grant)).collect();
        let gained = format!("{} {} {}", np.subject, np.pick(third, bare), list(&texts, "and"));
        if gained.contains('"') {
            let front: String = durations
                .iter()
                .map(|duration| format!("{}, ", self.duration(duration)))
                .collect::<Vec<_>>()
                .concat();
            format!("{front}{gained}{per}")
        } else {
            format!("{gained}{per}{}", self.durations(durations))
        }
    }

    /// `this card costs 2 less to play`.
    pub(super) fn price_change(&self, np: &Np, amount: &Arg, change: PriceChange) -> String {
        let amount = if let Arg::Number(number) = amount {
            self.style.price(&self.number(*number))
        } else {
            self.arg(amount, "your")
        };
        let change = match change {
            PriceChange::Less => " less",
            PriceChange::More => " more",
            PriceChange::Instead => "",
        };
        let instead = if change.is_empty() { " instead" } else { "" };
        format!(
            "{} {} {amount}{change} to play{instead}",
            np.subject,
            np.pick("costs", "cost")
        )
    }
}
