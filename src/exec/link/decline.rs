//! Choices that only the chooser can judge.

use super::CardLinker;
use super::object::Noun;
use crate::ir::{self, Filter, Selector};
use crate::vocab::{Data, Visibility};

impl CardLinker<'_, '_> {
    /// Whether cards that the other player does not see may be left unchosen: the description asks for what only their faces tell. Costs are
    /// paid or not; they are never declined halfway.
    pub(super) fn may_decline(&self, selector: &Selector) -> bool {
        let policy = self.l.vocab.policy("unseen-choice") == Some("may-decline");
        policy
            && !self.scope.cost
            && (selector.filters.iter().any(is_on_the_face)
                || selector.descs.iter().any(|desc| {
                    desc.filters.iter().any(is_on_the_face)
                        || desc.noun.as_ref().is_some_and(|n| self.is_certain_kind(n))
                }))
    }

    /// Whether a noun asks for a type that cards of hidden zones need not have. A type that lives in a hidden zone (a G unit in the G zone) is no
    /// news there.
    fn is_certain_kind(&self, noun: &ir::Name) -> bool {
        if matches!(self.noun(noun), Noun::Card(0)) {
            return false;
        }
        let vocab = self.l.vocab;
        // The hand holds cards of every type.
        let hand = self
            .tables()
            .zones
            .get(usize::from(self.tables().hand.0))
            .map(|z| z.name);
        let hidden = |zone: &&'static str| {
            if hand == Some(*zone) {
                return false;
            }
            let visibility = vocab.pick(zone, |word, _| match &word.data {
                Data::Zone(data) => Some(data.visibility),
                _ => None,
            });
            visibility.is_some_and(|v| v != Visibility::Public)
        };
        let zones = vocab.pick(noun, |word, _| match &word.data {
            Data::Type(data) => Some(&data.zones),
            Data::Noun(data) => Some(&data.zones),
            _ => None,
        });
        !zones.is_some_and(|zones| zones.iter().any(hidden))
    }
}

/// Whether a demand is about what is printed on the card, or computed from it; not about where it lies, how, or what it did.
fn is_on_the_face(filter: &Filter) -> bool {
    match filter {
        Filter::Tag(_)
        | Filter::Named(_)
        | Filter::NamedAs(_)
        | Filter::NamePart(..)
        | Filter::Is(_)
        | Filter::Value(..)
        | Filter::Attr(..)
        | Filter::Pair(..)
        | Filter::Keyword(_)
        | Filter::Icon(_)
        | Filter::Category(_)
        | Filter::Same(..)
        | Filter::Different(_)
        | Filter::Total(..)
        | Filter::Extreme(..)
        | Filter::Has(_)
        | Filter::Group(_)
        | Filter::Quality(_) => true,
        Filter::Only(inner) | Filter::Not(inner) => is_on_the_face(inner),
        Filter::Any(inner) | Filter::All(inner) => inner.iter().any(is_on_the_face),
        Filter::State(_)
        | Filter::Counter(..)
        | Filter::Among(_)
        | Filter::At(_)
        | Filter::Of(_)
        | Filter::OfPlayer(_)
        | Filter::During(_)
        | Filter::Did(_)
        | Filter::Can(_)
        | Filter::StateIs(..)
        | Filter::If(_) => false,
    }
}
