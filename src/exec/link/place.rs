//! Places.

use super::super::code::{Place, PlaceIx, Who};
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked, position};
use crate::ir::{self, AttrOf, Filter, ObjId, PlaceId, PlaceKind, Quant};
use crate::kernel::{End, ZoneId};
use crate::vocab::{Data, PlaceData, RelTo};

/// Cells of zones, before they become a place.
struct Cells {
    zones: Vec<(ZoneId, u16)>,
    whose: Option<Who>,
    empty: bool,
    end: End,
    /// Only where a card lies on the position in this relation.
    faced: Option<u8>,
}

/// Said of places: each card has one of its own.
const DIFFERENT: &str = "different";

impl CardLinker<'_, '_> {
    pub(super) fn place(&mut self, id: PlaceId) -> Linked<PlaceIx> {
        self.place_node(id).map_err(|fail| fail.at(self.phrase(id)))
    }

    fn place_node(&mut self, id: PlaceId) -> Linked<PlaceIx> {
        let ir::Place { kind, whose, quant } = &self.code()[id];
        match quant {
            // A player chooses among several positions anyway.
            None | Some(Quant::Any | Quant::Another | Quant::A | Quant::Bare | Quant::All | Quant::Each) => {}
            Some(Quant::Exactly(n)) if matches!(self.code()[*n], ir::Expr::Num(1)) => {}
            Some(_) => {
                return Err(Fail::limit(
                    Limit::Place,
                    "the engine cannot take several places at once yet",
                ));
            }
        }
        let place = match kind {
            PlaceKind::Zone(names, filters) => {
                if let ([name], []) = (names.as_slice(), filters.as_slice())
                    && self.zone_cells(name).is_empty()
                    && let Some(state) = position(self.tables().states, name)
                {
                    if whose.is_some() {
                        return Err(Fail::limit(
                            Limit::Place,
                            format!("the engine cannot ask whose `{name}` it is"),
                        ));
                    }
                    Place::State(state)
                } else if let Some(Filter::Has(objs)) = filters.iter().find(|f| matches!(f, Filter::Has(_))) {
                    return self.holding(names, filters, *objs, whose.as_ref());
                } else {
                    let cells = self.cells(id)?;
                    let place = self.lay(cells);
                    return Ok(self.elsewhere(id, place));
                }
            }
            PlaceKind::Within(inner, outer) if self.is_by_a_card(*outer) => {
                let (inner, outer) = (self.place(*inner)?, self.place(*outer)?);
                let who = whose.as_ref().map(|who| self.who(who)).transpose()?;
                if let (Some(who), Some(Place::Zone { whose, .. })) =
                    (who, self.l.parts.places.get_mut(inner.0 as usize))
                {
                    *whose = one_owner(Some(who), whose.take())?;
                }
                Place::Both(inner, outer)
            }
            PlaceKind::Within(..) | PlaceKind::End(..) => {
                let cells = self.cells(id)?;
                return Ok(self.lay(cells));
            }
            PlaceKind::By(word, obj) => self.beside(word, *obj)?,
            PlaceKind::Relative(word, obj) | PlaceKind::Same(word, obj) => {
                match position(self.tables().relations, word) {
                    Some(relation) => Place::Relative(relation, self.obj(*obj)?),
                    None => {
                        return Err(Fail::limit(
                            Limit::Word,
                            format!("the engine does not know the place `{word}` of a card"),
                        ));
                    }
                }
            }
            PlaceKind::Attr(of, word) => {
                let known = self.l.vocab.pick(word, |w, _| match &w.data {
                    Data::Place(PlaceData::Attr) | Data::Rel(_, RelTo::Place) => Some(()),
                    _ => None,
                });
                match (known, of) {
                    (Some(()), AttrOf::Objects(obj)) => Place::PositionOf(self.obj(*obj)?),
                    _ => {
                        return Err(Fail::limit(
                            Limit::Word,
                            format!("the engine does not know the place `{word}`"),
                        ));
                    }
                }
            }
            PlaceKind::Or(places) => {
                let mut all = Vec::new();
                for place in places {
                    all.push(self.place(*place)?);
                }
                if self.are_ends_of_a_pile(&all) {
                    return Err(Fail::wording(
                        "which end of a pile a card goes to is no choice of a place",
                        "write `may put it on the bottom of your deck`, then `if not done { put it on top of your deck }`",
                    ));
                }
                Place::Or(all)
            }
            PlaceKind::Chosen(obj) => match &self.code()[*obj] {
                ir::Objects::Slot(slot, _) => Place::Slot(slot.0),
                ir::Objects::Select(selector) if whose.is_none() && self.is_every_zone(selector) => {
                    let all = self.everywhere(false);
                    return Ok(all);
                }
                _ => {
                    return Err(Fail::limit(
                        Limit::ChoiceInside,
                        "the engine cannot choose a place inside another sentence yet",
                    ));
                }
            },
            PlaceKind::Game => {
                return Err(Fail::limit(
                    Limit::Place,
                    "the engine cannot take cards out of the game yet",
                ));
            }
        };
        let beside = matches!(kind, PlaceKind::By(..));
        if whose.is_some() && (beside || !matches!(place, Place::Zone { .. } | Place::State(_) | Place::Both(..))) {
            return Err(Fail::limit(Limit::Place, "the engine cannot ask whose place that is"));
        }
        Ok(self.add_place(place))
    }

    /// `another RC`: not the one where the card lies that goes there.
    fn elsewhere(&mut self, id: PlaceId, place: PlaceIx) -> PlaceIx {
        if self.code()[id].quant != Some(Quant::Another) {
            return place;
        }
        let elsewhere = self.add_place(Place::Elsewhere);
        self.add_place(Place::Both(place, elsewhere))
    }

    /// Whether two of the places are two ends of one pile.
    fn are_ends_of_a_pile(&self, all: &[PlaceIx]) -> bool {
        let of = |place: &PlaceIx| match self.l.parts.places.get(place.0 as usize) {
            Some(Place::Zone { zones, whose, end, .. }) => Some((zones.clone(), whose.clone(), *end)),
            _ => None,
        };
        let ends: Vec<_> = all.iter().filter_map(of).collect();
        let same = |a: usize, b: usize| match (ends.get(a), ends.get(b)) {
            (Some((zones, whose, end)), Some((others, other, at))) => zones == others && whose == other && end != at,
            _ => false,
        };
        (0..ends.len()).any(|a| (0..a).any(|b| same(a, b)))
    }

    /// Whether a place is wherever a card does not lie.
    pub(super) fn is_elsewhere(&self, place: PlaceIx) -> bool {
        matches!(self.l.parts.places.get(place.0 as usize), Some(Place::Elsewhere))
    }

    /// `RC with a locked card`: the positions that hold such a card.
    fn holding(
        &mut self,
        names: &[ir::Name],
        filters: &[Filter],
        objs: ObjId,
        whose: Option<&ir::Who>,
    ) -> Linked<PlaceIx> {
        // `RC with a locked card`
        let rest: Vec<Filter> = filters
            .iter()
            .filter(|f| !matches!(f, Filter::Has(o) if *o == objs))
            .cloned()
            .collect();
        let mut cells = self.zone_part(names, &rest)?;
        cells.whose = whose.map(|w| self.who(w)).transpose()?;
        let place = self.lay(cells);
        let held = match &self.code()[objs] {
            ir::Objects::Select(selector) if matches!(selector.quant, Quant::A | Quant::Any | Quant::Bare) => {
                let select = self.plain_select(selector, &[place])?;
                self.add_obj(super::super::code::Obj::Select(Box::new(select)))
            }
            _ => {
                return Err(Fail::limit(
                    Limit::Place,
                    "the engine cannot describe a place that way yet",
                ));
            }
        };
        Ok(self.add_place(Place::PositionOf(held)))
    }

    /// Whether a place is told by a card: which positions it means is seen when it matters.
    fn is_by_a_card(&self, id: PlaceId) -> bool {
        matches!(
            self.code()[id].kind,
            PlaceKind::By(..) | PlaceKind::Relative(..) | PlaceKind::Same(..)
        )
    }

    /// The card that a place lies by, if nothing more is said of the place.
    pub(super) fn beside_plain(&self, id: PlaceId) -> Option<(&str, ObjId)> {
        match &self.code()[id] {
            ir::Place {
                kind: PlaceKind::By(word, obj),
                whose: None,
                quant: None,
            } => Some((word.as_ref(), *obj)),
            _ => None,
        }
    }

    /// Whether a place is the game itself: it is nobody's, and there is one.
    pub(super) fn is_game(&self, id: PlaceId) -> Linked<bool> {
        let ir::Place { kind, whose, quant } = &self.code()[id];
        match kind {
            PlaceKind::Game if whose.is_none() && quant.is_none() => Ok(true),
            PlaceKind::Game => Err(Fail::wording(
                "there is one game, and it is nobody's",
                "leave the owner out",
            )),
            _ => Ok(false),
        }
    }

    /// `under`, `behind`, `on` a card.
    fn beside(&mut self, word: &str, obj: ObjId) -> Linked<Place> {
        if let Some(relation) = position(self.tables().relations, word) {
            return Ok(Place::Relative(relation, self.obj(obj)?));
        }
        if word != "under" {
            return Err(Fail::limit(
                Limit::Word,
                format!("the engine does not know the place `{word}` a card"),
            ));
        }
        if let ir::Objects::Stack {
            top: true,
            count: None,
            up_to: false,
            place,
            noun: _,
        } = &self.code()[obj]
        {
            let Cells {
                zones,
                whose,
                empty,
                end: _,
                // A position may be faced, a pile not.
                faced: None,
            } = self.cells(*place)?
            else {
                return Err(Fail::limit(Limit::Place, "the engine cannot describe a pile that way"));
            };
            return Ok(Place::Zone {
                zones,
                whose,
                empty,
                end: End::UnderTop,
            });
        }
        if self.tables().under.is_none() {
            return Err(Fail::limit(Limit::Word, "cards of this game have no cards under them"));
        }
        Ok(Place::Under(self.obj(obj)?))
    }

    /// The zone with this name, or the parts of zones that the name stands for; nothing if there is no such place.
    pub(super) fn zone_cells(&self, name: &str) -> Vec<(ZoneId, u16)> {
        let tables = self.tables();
        if let Some(at) = tables.zones.iter().position(|z| z.name == name) {
            let zone = u8::try_from(at).map(ZoneId);
            return zone.map(|zone| (zone, self.all_positions(zone))).into_iter().collect();
        }
        let parts = tables.parts.iter().filter(|(word, _, _)| *word == name);
        parts.map(|(_, zone, positions)| (*zone, *positions)).collect()
    }

    /// The zones or parts of zones with this name.
    pub(super) fn known_cells(&self, name: &str) -> Linked<Vec<(ZoneId, u16)>> {
        let cells = self.zone_cells(name);
        if cells.is_empty() {
            return Err(self.unknown(
                name,
                Fail::limit(Limit::Word, format!("the engine does not know the place `{name}`")),
            ));
        }
        Ok(cells)
    }

    /// All positions of a zone (bits); a zone without positions has all bits.
    pub(super) fn all_positions(&self, zone: ZoneId) -> u16 {
        match self.tables().zones.get(zone.ix()).map_or(0, |z| z.positions.len()) {
            0 => u16::MAX,
            n => u16::MAX >> 16usize.saturating_sub(n),
        }
    }

    /// Where a verb of the game lays cards down: nobody's place is that of the player who acts. The flag: each card at a place of its own.
    pub(super) fn laid_at(&mut self, id: PlaceId) -> Linked<(Option<PlaceIx>, bool)> {
        let ir::Place { kind, whose, quant } = &self.code()[id];
        let apart = |filter: &Filter| matches!(filter, Filter::Quality(word) if word == DIFFERENT);
        let place = match kind {
            PlaceKind::Zone(names, filters) if filters.iter().any(apart) => {
                if quant.as_ref().is_some_and(|q| !matches!(q, Quant::Bare | Quant::All)) {
                    return Err(Fail::limit(
                        Limit::Place,
                        "the engine cannot take several places at once yet",
                    ));
                }
                let rest: Vec<Filter> = filters.iter().filter(|f| !apart(f)).cloned().collect();
                let mut cells = self.zone_part(names, &rest)?;
                cells.whose = whose.as_ref().map(|w| self.who(w)).transpose()?;
                (self.lay(cells), true)
            }
            _ => (self.place(id)?, false),
        };
        self.own_place(place.0);
        // Of several cards each needs an open place of its own: where one is laid it is not open for the next.
        let open = Place::asks_empty(&self.l.parts.places, place.0);
        Ok((Some(place.0), place.1 || open))
    }

    /// Nobody's place is that of the player who acts.
    fn own_place(&mut self, place: PlaceIx) {
        match self.l.parts.places.get_mut(place.0 as usize) {
            Some(Place::Zone { whose, .. }) if whose.is_none() => *whose = Some(Who::Actor),
            Some(Place::Both(inner, _)) => {
                let inner = *inner;
                self.own_place(inner);
            }
            _ => {}
        }
    }

    /// Parts of zones with what is said of them.
    fn zone_part(&self, names: &[ir::Name], filters: &[Filter]) -> Linked<Cells> {
        let mut zones = Vec::new();
        for name in names {
            zones.extend(self.known_cells(name)?);
        }
        let (mut empty, mut faced) = (false, None);
        for filter in filters {
            let word = match filter {
                Filter::State(word) | Filter::Is(word) | Filter::Quality(word) => word.as_ref(),
                _ => {
                    return Err(Fail::limit(
                        Limit::Place,
                        "the engine cannot describe a place that way yet",
                    ));
                }
            };
            if word == self.tables().empty {
                empty = true;
            } else if let Some((_, mask)) = self.tables().sides.iter().find(|(side, _)| *side == word) {
                for (_, cells) in &mut zones {
                    *cells &= mask;
                }
            } else if let (Some((_, relation)), None) = (self.tables().faced.iter().find(|row| row.0 == word), faced) {
                faced = Some(*relation);
            } else {
                return Err(Fail::limit(
                    Limit::Place,
                    format!("the engine does not know `{word}` places"),
                ));
            }
        }
        Ok(Cells {
            zones,
            whose: None,
            empty,
            end: End::Top,
            faced,
        })
    }

    /// The place that the cells are.
    fn lay(&mut self, cells: Cells) -> PlaceIx {
        let Cells {
            zones,
            whose,
            empty,
            end,
            faced,
        } = cells;
        let place = self.add_place(Place::Zone {
            zones,
            whose,
            empty,
            end,
        });
        match faced {
            Some(relation) => {
                let faced = self.add_place(Place::Faced(relation));
                self.add_place(Place::Both(place, faced))
            }
            None => place,
        }
    }

    fn cells(&mut self, id: PlaceId) -> Linked<Cells> {
        let ir::Place { kind, whose, quant: _ } = &self.code()[id];
        let mut cells = match kind {
            PlaceKind::Zone(names, filters) => self.zone_part(names, filters)?,
            PlaceKind::Within(inner, outer) => {
                let (inner, outer) = (self.cells(*inner)?, self.cells(*outer)?);
                let mut zones = Vec::new();
                for (zone, mask) in &inner.zones {
                    for (other, more) in &outer.zones {
                        if zone == other && mask & more != 0 {
                            zones.push((*zone, mask & more));
                        }
                    }
                }
                if zones.is_empty() {
                    return Err(Fail::wording(
                        "there is no such position",
                        "write a position that the place has",
                    ));
                }
                Cells {
                    zones,
                    whose: one_owner(inner.whose, outer.whose)?,
                    empty: inner.empty || outer.empty,
                    end: End::Top,
                    faced: inner.faced.or(outer.faced),
                }
            }
            PlaceKind::End(top, of) => Cells {
                end: if *top { End::Top } else { End::Bottom },
                ..self.cells(*of)?
            },
            PlaceKind::By(..)
            | PlaceKind::Relative(..)
            | PlaceKind::Same(..)
            | PlaceKind::Attr(..)
            | PlaceKind::Or(_)
            | PlaceKind::Chosen(_)
            | PlaceKind::Game => {
                return Err(Fail::wording(
                    "the engine needs a zone here",
                    "name a zone: `your hand`, `your deck`",
                ));
            }
        };
        if let Some(who) = whose {
            cells.whose = one_owner(Some(self.who(who)?), cells.whose)?;
        }
        Ok(cells)
    }

    /// A place of whole zones.
    pub(super) fn zones_place(&mut self, names: &[ir::Name]) -> Linked<PlaceIx> {
        let mut zones = Vec::new();
        for name in names {
            zones.extend(self.known_cells(name)?);
        }
        Ok(self.zone_list(zones))
    }

    pub(super) fn zone_list(&mut self, zones: Vec<(ZoneId, u16)>) -> PlaceIx {
        self.add_place(Place::Zone {
            zones,
            whose: None,
            empty: false,
            end: End::Top,
        })
    }

    /// `all zones`, `any zone`.
    fn is_every_zone(&self, selector: &ir::Selector) -> bool {
        let Some(thing) = super::thing::Thing::of(selector).filter(super::thing::Thing::is_plain) else {
            return false;
        };
        let zone = thing.noun.is_some_and(|n| n == "zone");
        zone && matches!(
            thing.quant,
            Quant::All | Quant::Each | Quant::Any | Quant::A | Quant::Bare
        )
    }

    /// Every zone of the game, or only those where cards are in play.
    pub(super) fn everywhere(&mut self, in_play: bool) -> PlaceIx {
        let mut zones = Vec::new();
        for (at, spec) in self.tables().zones.iter().enumerate() {
            let apart = |zone: u8| {
                let outside = self.tables().outside.map(|(outside, _)| outside);
                [outside, self.tables().nowhere].contains(&Some(ZoneId(zone)))
            };
            if let Ok(zone) = u8::try_from(at)
                && (spec.computed || !in_play && !apart(zone))
            {
                zones.push((ZoneId(zone), self.all_positions(ZoneId(zone))));
            }
        }
        self.zone_list(zones)
    }

    /// The zones of a place (bits); all if they are not known.
    pub(super) fn zone_bits(&self, place: PlaceIx) -> u32 {
        match self.l.parts.places.get(place.0 as usize) {
            Some(Place::Zone { zones, .. }) => zones.iter().fold(0, |all, (zone, _)| all | zone.bit()),
            Some(Place::Under(_)) => match self.tables().under {
                Some((under, _)) => under.bit(),
                None => u32::MAX,
            },
            Some(Place::Or(places)) => places.iter().fold(0, |all, p| all | self.zone_bits(*p)),
            Some(Place::Both(one, other)) => self.zone_bits(*one) & self.zone_bits(*other),
            Some(
                Place::Relative(..)
                | Place::PositionOf(_)
                | Place::Slot(_)
                | Place::State(_)
                | Place::Faced(_)
                | Place::Elsewhere,
            )
            | None => u32::MAX,
        }
    }
}

/// Whose a place is that is said of two parts of it.
fn one_owner(a: Option<Who>, b: Option<Who>) -> Linked<Option<Who>> {
    match (a, b) {
        (Some(a), Some(b)) if a != b => Err(Fail::limit(Limit::Place, "the engine knows one owner of a place only")),
        (a, b) => Ok(a.or(b)),
    }
}
