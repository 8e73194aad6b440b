//! Descriptions of cards: their nouns and what is demanded of them.

use super::super::code::{self, AttrKey, PickDemand};
use super::object::{Described, Noun, happened};
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked};
use crate::ir::{self, Desc, Filter};
use crate::vocab::Data;

impl CardLinker<'_, '_> {
    /// Nouns and filters of a description. Settled: the cards are looked for where the noun says they are.
    pub(super) fn describe(
        &mut self,
        descs: &[Desc],
        filters: &[Filter],
        settled: bool,
        out: &mut Described,
    ) -> Linked<()> {
        let fixed = filters;
        let of_card = |desc: &Desc| desc.noun.as_ref().is_some_and(|noun| self.is_plain_card(noun));
        let cards = !descs.is_empty() && descs.iter().all(of_card);
        for filter in filters {
            self.select_filter(filter, cards, out)?;
        }
        if let [one] = descs {
            let Desc { noun, filters } = one;
            out.select.types = self.card_types(noun.as_ref())?;
            out.select.filters.extend(self.noun_state(noun.as_ref()));
            if !settled {
                self.can_be_there(noun.as_ref(), &out.select)?;
                // What something happened to was there then; it may have left by it: `units that were retired this way`.
                if !happened(self.code(), fixed) && !happened(self.code(), filters) {
                    out.select.filters.extend(self.noun_place(noun.as_ref())?);
                }
            }
            for filter in filters {
                self.select_filter(filter, cards, out)?;
            }
        } else if !descs.is_empty() {
            let mut any = Vec::new();
            for desc in descs {
                let Desc { noun, filters } = desc;
                let types = self.card_types(noun.as_ref())?;
                let mut all = Vec::new();
                if types != 0 {
                    all.push(code::Filter::Type(types));
                }
                all.extend(self.noun_state(noun.as_ref()));
                self.can_be_there(noun.as_ref(), &out.select)?;
                if !happened(self.code(), fixed) && !happened(self.code(), filters) {
                    all.extend(self.noun_place(noun.as_ref())?);
                }
                // Each noun is looked for in its own zones.
                if settled && let Some(place) = self.own_zones(noun.as_ref(), descs)? {
                    all.push(code::Filter::At(place));
                }
                let of_card = noun.as_ref().is_some_and(|noun| self.is_plain_card(noun));
                for filter in filters {
                    let adjective = if of_card { self.adjective(filter) } else { None };
                    all.push(adjective.map_or_else(|| self.filter(filter), Ok)?);
                }
                any.push(code::Filter::All(all));
            }
            out.select.filters.push(code::Filter::Any(any));
        }
        Ok(())
    }

    /// The zones in which cards of a noun are looked for, if another noun of the list is looked for elsewhere too.
    fn own_zones(&mut self, noun: Option<&ir::Name>, descs: &[Desc]) -> Linked<Option<code::PlaceIx>> {
        let zones = |noun: Option<&ir::Name>| {
            self.l.vocab.pick(noun?, |word, _| match &word.data {
                Data::Type(data) => Some(data.zones.clone()),
                Data::Noun(data) => Some(data.zones.clone()),
                _ => None,
            })
        };
        let Some(own) = zones(noun).filter(|own| !own.is_empty()) else {
            return Ok(None);
        };
        let all: Vec<_> = descs.iter().filter_map(|desc| zones(desc.noun.as_ref())).collect();
        if all.iter().flatten().all(|zone| own.contains(zone)) {
            return Ok(None);
        }
        let names: Vec<ir::Name> = own.into_iter().map(ir::Name::Borrowed).collect();
        self.zones_place(&names).map(Some)
    }

    /// The state that cards of a noun are in: a token, a spell.
    pub(super) fn noun_state(&self, noun: Option<&ir::Name>) -> Option<code::Filter> {
        let rows = self.tables().noun_states;
        let row = rows.iter().find(|(word, _)| noun.is_some_and(|n| n == word))?;
        Some(code::Filter::State(row.1))
    }

    fn card_types(&self, noun: Option<&ir::Name>) -> Linked<u32> {
        match noun {
            None => Ok(0),
            // The state says it all: such cards may have no types.
            Some(noun) if self.tables().noun_states.iter().any(|(word, _)| noun == word) => Ok(0),
            Some(noun) => match self.noun(noun) {
                Noun::Card(types) => Ok(types),
                _ => Err(self.unknown(
                    noun,
                    Fail::limit(Limit::Description, format!("the engine cannot take `{noun}` for cards")),
                )),
            },
        }
    }

    /// A filter of a selector: some are about the whole choice.
    fn select_filter(&mut self, filter: &Filter, of_card: bool, out: &mut Described) -> Linked<()> {
        if let Some(linked) = of_card.then(|| self.adjective(filter)).flatten() {
            out.select.filters.push(linked);
            return Ok(());
        }
        match filter {
            Filter::Different(attr) => match self.attr_key(attr)? {
                key @ (AttrKey::Num(_) | AttrKey::Name) => self.set_rule(out, PickDemand::Different(key)),
                _ => Err(Fail::limit(
                    Limit::ChoiceInside,
                    format!("the engine can choose cards with different names or numbers, not with a different {attr}"),
                )),
            },
            Filter::Total(attr, ir::Comparison { how, with }) => {
                let demand = PickDemand::Total(self.attr(attr)?, Self::cmp(*how), self.num(*with)?);
                self.set_rule(out, demand)
            }
            Filter::Extreme(which, attr) => {
                if out.select.extreme.is_some() {
                    return Err(Fail::limit(
                        Limit::Description,
                        "the engine can ask for one highest or lowest number only",
                    ));
                }
                out.select.extreme = Some((matches!(which, ir::Extreme::Highest), self.attr(attr)?));
                Ok(())
            }
            other => {
                let linked = self.filter(other)?;
                out.select.filters.push(linked);
                Ok(())
            }
        }
    }

    fn set_rule(&self, out: &mut Described, rule: PickDemand) -> Linked<()> {
        if out.rule == PickDemand::Any {
            out.rule = rule;
            Ok(())
        } else {
            Err(Fail::limit(
                Limit::ChoiceInside,
                "the engine can make one demand on all chosen cards only",
            ))
        }
    }
}
