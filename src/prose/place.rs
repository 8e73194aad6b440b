//! Places: alone, as a location, as the end of a movement.

use super::Printer;
use super::noun::Bare;
use crate::ir::{Name, PlaceId, PlaceKind};
use crate::style::english::list;
use crate::vocab::{Data, Visibility};

impl Printer<'_> {
    /// The place as a noun; `owner` is whose it is when the script does not say.
    pub(super) fn place(&self, id: PlaceId, owner: &str) -> String {
        let place = &self.code[id];
        let whose = place.whose.as_ref().map(|who| self.owner_of(who));
        match &place.kind {
            PlaceKind::Zone(names, filters) => {
                let adjectives: String = filters
                    .iter()
                    .map(|filter| self.adjective(filter).unwrap_or_else(|| self.demand(filter, false)) + " ")
                    .collect();
                let form = |many: bool| {
                    let names: Vec<_> = names.iter().map(|name| self.zone(name, many)).collect();
                    format!("{adjectives}{}", list(&names, "or"))
                };
                match (&place.quant, whose) {
                    (Some(quant), whose) => {
                        self.counted(quant, whose.as_deref(), &form(false), &form(true), Bare::One)
                            .object
                    }
                    (None, Some(whose)) => format!("{whose} {}", form(false)),
                    (None, None) if names.iter().any(|name| self.private(name)) => {
                        format!("{owner} {}", form(false))
                    }
                    (None, None) if form(false).starts_with(['(']) || form(false).starts_with("a ") => form(false),
                    (None, None) => format!("the {}", form(false)),
                }
            }
            PlaceKind::Within(inner, outer) => {
                let inner = self.place(*inner, owner);
                let inner = place.quant.as_ref().map_or(inner.clone(), |quant| {
                    format!("{} {}", self.quantity(quant), inner.trim_start_matches("the "))
                });
                format!("{inner} of {}", self.place(*outer, owner))
            }
            PlaceKind::End(top, of) => format!(
                "the {} of {}",
                if *top { "top" } else { "bottom" },
                self.place(*of, owner)
            ),
            PlaceKind::By(word, of) => format!("{word} {}", self.objects(*of, Bare::One).object),
            PlaceKind::Relative(word, of) => format!("{} of {}", self.word(word), self.objects(*of, Bare::One).object),
            PlaceKind::Same(word, of) => format!(
                "the same {} as {}",
                self.word(word),
                self.objects(*of, Bare::One).object
            ),
            PlaceKind::Attr(of, word) => self.owned(of, &self.word(word)),
            PlaceKind::Or(places) => {
                let places: Vec<_> = places.iter().map(|place| self.place(*place, owner)).collect();
                list(&places, "or")
            }
            PlaceKind::Chosen(of) => self.objects(*of, Bare::One).object,
            PlaceKind::Game => "the game".into(),
        }
    }

    fn zone(&self, name: &Name, many: bool) -> String {
        if self.style.circles.contains(&name.as_ref()) {
            format!("({name})")
        } else {
            self.noun(name, many)
        }
    }

    /// Hidden zones always belong to somebody in print: `from your hand`.
    fn private(&self, name: &str) -> bool {
        self.vocab
            .pick(name, |word, _| {
                matches!(&word.data, Data::Zone(zone) if zone.visibility != Visibility::Public && !zone.shared)
                    .then_some(())
            })
            .is_some()
    }

    /// Where something is: `in your hand`, `on the stage`, `in front of this card`; `owner` is whose hidden zone it is when the script does not say.
    pub(super) fn located(&self, id: PlaceId, owner: &str) -> String {
        match &self.code[id].kind {
            PlaceKind::By(..) => self.place(id, owner),
            PlaceKind::Or(places) => {
                let places: Vec<_> = places.iter().map(|place| self.located(*place, owner)).collect();
                list(&places, "or")
            }
            PlaceKind::End(..) => self.toward("on", id, owner),
            PlaceKind::Zone(names, _) if !names.is_empty() && names.iter().all(|name| name == "battle") => {
                "in battle".into()
            }
            PlaceKind::Attr(..) | PlaceKind::Chosen(_) => format!("on {}", self.place(id, owner)),
            PlaceKind::Zone(names, _) if names.iter().any(|name| self.style.on.contains(&name.as_ref())) => {
                format!("on {}", self.place(id, owner))
            }
            PlaceKind::Zone(..)
            | PlaceKind::Within(..)
            | PlaceKind::Relative(..)
            | PlaceKind::Same(..)
            | PlaceKind::Game => format!("in {}", self.place(id, owner)),
        }
    }

    /// A place behind a preposition of the verb.
    pub(super) fn toward(&self, preposition: &str, id: PlaceId, owner: &str) -> String {
        match &self.code[id].kind {
            PlaceKind::By(word, _) if word == preposition => self.place(id, owner),
            PlaceKind::End(true, of) if preposition == "on" || preposition == "onto" => {
                format!("on top of {}", self.place(*of, owner))
            }
            PlaceKind::End(false, of) if preposition == "on" || preposition == "onto" => {
                format!("on the bottom of {}", self.place(*of, owner))
            }
            PlaceKind::Or(places) => {
                let places: Vec<_> = places
                    .iter()
                    .map(|place| self.toward(preposition, *place, owner))
                    .collect();
                list(&places, "or")
            }
            PlaceKind::Zone(..)
            | PlaceKind::Within(..)
            | PlaceKind::End(..)
            | PlaceKind::By(..)
            | PlaceKind::Relative(..)
            | PlaceKind::Same(..)
            | PlaceKind::Attr(..)
            | PlaceKind::Chosen(_)
            | PlaceKind::Game => format!("{} {}", self.style.preposition(preposition), self.place(id, owner)),
        }
    }
}
