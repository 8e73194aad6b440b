//! Demands on objects: adjectives in front of the noun, or clauses behind it.

use super::Printer;
use super::noun::{ANYBODYS, Bare, names};
use super::number::extreme;
use crate::ir::{Compare, Filter, Name};
use crate::style::english::{Np, list, unescaped};

impl Printer<'_> {
    /// The filter as an adjective, if it can be one.
    pub(super) fn adjective(&self, filter: &Filter) -> Option<String> {
        match filter {
            Filter::Tag(tag) => Some(self.style.tag(tag)),
            Filter::State(word) => Some(self.state(word)).filter(|state| !state.contains(' ')),
            Filter::Is(noun) => Some(self.noun(noun, false)),
            Filter::Value(_, value) => Some(self.word(value)),
            Filter::Attr(attr, than) => {
                let short = matches!(than.how, Compare::Is | Compare::OrMore | Compare::OrLess)
                    && self.literal(than.with).is_some();
                (self.style.numbers_first && short)
                    .then(|| format!("{} {}", self.word(attr), self.comparison(than, true)))
            }
            Filter::Pair(first, second) => Some(format!("{first}/{second}")),
            Filter::Icon(icon) => Some(format!("{{{icon}}}")),
            Filter::Category(category) => Some(self.style.category(*category)),
            Filter::Quality(word) => Some(self.state(word)),
            Filter::OfPlayer(who) => self.style.side(who).map(str::to_owned),
            Filter::Any(filters) => self.adjectives(filters).map(|words| list(&words, "or")),
            Filter::All(filters) => self.adjectives(filters).map(|words| words.join(" ")),
            Filter::Named(_)
            | Filter::NamedAs(_)
            | Filter::NamePart(..)
            | Filter::Keyword(_)
            | Filter::Counter(..)
            | Filter::Same(..)
            | Filter::Different(_)
            | Filter::Total(..)
            | Filter::Extreme(..)
            | Filter::Has(_)
            | Filter::Among(_)
            | Filter::At(_)
            | Filter::Of(_)
            | Filter::During(_)
            | Filter::Group(_)
            | Filter::Did(_)
            | Filter::Can(_)
            | Filter::Only(_)
            | Filter::StateIs(..)
            | Filter::If(_)
            | Filter::Not(_) => None,
        }
    }

    fn adjectives(&self, filters: &[Filter]) -> Option<Vec<String>> {
        filters.iter().map(|filter| self.adjective(filter)).collect()
    }

    /// The filter as a clause behind its noun.
    pub(super) fn demand(&self, filter: &Filter, many: bool) -> String {
        let its = if many { "their" } else { "its" };
        let them = Np::pronoun("that", "that", its, many);
        match filter {
            Filter::Tag(_)
            | Filter::Is(_)
            | Filter::Value(..)
            | Filter::Icon(_)
            | Filter::Category(_)
            | Filter::Quality(_)
            | Filter::Pair(..) => {
                format!(
                    "that {} {}",
                    them.be(false),
                    self.complement_filters(std::slice::from_ref(filter), many)
                )
            }
            Filter::State(word) => self.state(word),
            Filter::Named(name) => format!("named {}", quoted(std::slice::from_ref(name))),
            Filter::NamedAs(of) => format!("with {} name", self.objects(*of, Bare::One).owner),
            Filter::NamePart(parts, attr) => {
                format!("with {} in {its} {}", quoted(parts), self.word(attr))
            }
            Filter::Attr(attr, than) => {
                format!("with {} {}", self.word(attr), self.comparison(than, true))
            }
            Filter::Keyword(call) => format!("with {}", self.keyword_name(call)),
            Filter::Counter(name, than) => {
                format!("with {} {} counters", self.comparison(than, false), self.word(name))
            }
            Filter::Same(attr, of) => format!(
                "with the same {} as {}",
                self.word(attr),
                self.objects(*of, Bare::One).object
            ),
            Filter::Different(attr) => format!("with different {}", self.noun(attr, true)),
            Filter::Total(attr, than) => format!("with a total {} of {}", self.word(attr), self.comparison(than, true)),
            Filter::Extreme(which, attr) => {
                format!("with the {} {}", extreme(*which), self.word(attr))
            }
            Filter::Has(what) => format!(
                "that {} {}",
                them.pick("has", "have"),
                self.objects(*what, Bare::Many).object
            ),
            Filter::Among(of) => format!("among {}", self.objects(*of, Bare::Many).object),
            Filter::At(place) => self.located(*place, ANYBODYS),
            Filter::Of(of) => format!("of {}", self.objects(*of, Bare::Many).object),
            Filter::OfPlayer(who) => format!("of {}", self.who(who).object),
            Filter::During(time) => format!("during {}", self.time(time)),
            Filter::Group(name) => format!("of the {} group", self.word(name)),
            Filter::Did(event) => self.relative(*event, many),
            Filter::Can(event) => self.able(*event),
            Filter::Only(filter) => {
                let demand = self.demand(filter, many);
                match (self.adjective(filter), demand.strip_prefix("with ")) {
                    (Some(word), _) => format!("with only {word}"),
                    (None, Some(rest)) => format!("with only {rest}"),
                    (None, None) => format!("only {demand}"),
                }
            }
            Filter::StateIs(state, value) => {
                format!("whose {} is {}", self.word(state), self.word(value))
            }
            Filter::If(cond) => format!("for which {}", self.cond(*cond, false)),
            Filter::Not(filter) => self.refused(filter, many),
            Filter::Any(filters) => match names(filter) {
                Some(names) => format!("named {}", quoted(&names)),
                None => list(&self.demands(filters, many), "or"),
            },
            Filter::All(filters) => list(&self.demands(filters, many), "and"),
        }
    }

    fn demands(&self, filters: &[Filter], many: bool) -> Vec<String> {
        filters.iter().map(|filter| self.demand(filter, many)).collect()
    }

    fn refused(&self, filter: &Filter, many: bool) -> String {
        if let Filter::Quality(attr) = filter {
            return format!("except for {} {}", if many { "their" } else { "its" }, self.word(attr));
        }
        let be = if many { "are" } else { "is" };
        let demand = self.demand(filter, many);
        if let Some(rest) = demand.strip_prefix("with ") {
            format!("without {rest}")
        } else if let Some((auxiliary, rest)) = demand
            .strip_prefix("that ")
            .and_then(|rest| rest.split_once(' '))
            .filter(|(word, _)| matches!(*word, "is" | "are" | "was" | "were"))
        {
            format!("that {auxiliary} not {rest}")
        } else {
            format!("that {be} not {demand}")
        }
    }

    /// What is said with `is`: `【REST】`, `a 《Lantern》 character`, `level 2 or lower`.
    pub(super) fn complement_filters(&self, filters: &[Filter], many: bool) -> String {
        let filters = match filters {
            [Filter::All(filters)] => filters,
            filters => filters,
        };
        let noun: Option<&Name> = filters.iter().find_map(|filter| {
            if let Filter::Is(noun) = filter {
                Some(noun)
            } else {
                None
            }
        });
        if let Some(noun) = noun {
            let mut first = true;
            // The noun itself is said once; further nouns stay in front of it.
            let rest: Vec<_> = filters
                .iter()
                .filter(|filter| !(matches!(filter, Filter::Is(other) if other == noun) && std::mem::take(&mut first)))
                .cloned()
                .collect();
            let text = self.described(Some(noun), &rest, "", many);
            return if many {
                text
            } else {
                crate::style::english::article(&text)
            };
        }
        let texts: Vec<_> = filters
            .iter()
            .map(|filter| self.adjective(filter).unwrap_or_else(|| self.demand(filter, many)))
            .collect();
        list(&texts, "and")
    }
}

/// Names in quotation marks, any of them.
pub(super) fn quoted(names: &[String]) -> String {
    let names: Vec<_> = names.iter().map(|name| format!("\"{}\"", unescaped(name))).collect();
    list(&names, "or")
}
