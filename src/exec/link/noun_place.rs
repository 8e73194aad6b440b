//! Where cards of a noun lie by the very meaning of the noun: a vanguard is a unit on its circle (3.9.1 and its like).

use super::super::code::{
    Filter, Num, Obj, Op, PatKind, PatSubject, Pattern, Place, PlaceIx, Select, SlotIx, What, Who,
};
use super::refusal::Fail;
use super::{CardLinker, Linked};
use crate::ir;
use crate::kernel::Sees;
use crate::vocab::Data;

impl CardLinker<'_, '_> {
    /// Whether a place means positions without cards.
    fn is_open_place(&self, place: PlaceIx) -> bool {
        match self.l.parts.places.get(place.0 as usize) {
            Some(Place::Zone { empty, .. }) => *empty,
            Some(Place::Both(one, other)) => self.is_open_place(*one) || self.is_open_place(*other),
            Some(Place::Or(all)) => all.iter().any(|place| self.is_open_place(*place)),
            _ => false,
        }
    }

    /// The number of open positions, if that is what is counted: `for each of your open RC`.
    pub(super) fn open_count(&mut self, obj: ir::ObjId) -> Linked<Option<Num>> {
        let ir::Objects::CardsAt(place) = &self.code()[obj] else {
            return Ok(None);
        };
        let place = self.place(*place)?;
        Ok(self.is_open_place(place).then_some(Num::Positions(place)))
    }

    /// The place whose cards are meant: an open one has none.
    pub(super) fn place_of_cards(&mut self, id: ir::PlaceId) -> Linked<PlaceIx> {
        let place = self.place(id)?;
        if self.is_open_place(place) {
            return Err(Fail::wording(
                "no card is in an open place",
                "count the places (`number of …`, `gets … for each of …`), or choose one of them",
            ));
        }
        Ok(place)
    }

    /// The zones that belong to the meaning of a noun; none if its cards may be anywhere.
    pub(super) fn noun_zones(&self, noun: Option<&ir::Name>) -> Option<Vec<&'static str>> {
        let noun = noun.filter(|n| self.tables().noun_states.iter().all(|(word, _)| *n != word))?;
        self.l.vocab.pick(noun, |word, _| match &word.data {
            Data::Noun(data) if !data.of.is_empty() && !data.zones.is_empty() => Some(data.zones.clone()),
            _ => None,
        })
    }

    /// The place that belongs to the meaning of a noun.
    pub(super) fn noun_place(&mut self, noun: Option<&ir::Name>) -> Linked<Option<Filter>> {
        let Some(zones) = self.noun_zones(noun) else {
            return Ok(None);
        };
        let mut cells = Vec::new();
        for zone in zones {
            cells.extend(self.known_cells(zone)?);
        }
        let place = self.zone_list(cells);
        Ok(Some(Filter::Noun(place)))
    }

    /// Refuses a noun whose cards can never be where they are looked for: `1 unit in your drop`.
    pub(super) fn can_be_there(&mut self, noun: Option<&ir::Name>, select: &Select) -> Linked<()> {
        let (Some(noun), Some(zones)) = (noun, self.noun_zones(noun)) else {
            return Ok(());
        };
        let Some(Filter::Noun(own)) = self.noun_place(Some(noun))? else {
            return Ok(());
        };
        let own = self.zone_bits(own);
        let elsewhere = !select.places.is_empty() && select.places.iter().all(|p| self.zone_bits(*p) & own == 0);
        let of_a_pile = select
            .among
            .is_some_and(|among| match self.l.parts.objs.get(among.0 as usize) {
                Some(Obj::Slot(slot)) => self.shown_of_a_pile(*slot, own),
                _ => false,
            });
        if !elsewhere && !of_a_pile {
            return Ok(());
        }
        Err(Fail::wording(
            format!(
                "there is never a {noun} here: by its meaning it is in {}",
                zones.join(" or ")
            ),
            "write `card`, or name its card type",
        ))
    }

    /// Refuses cards of a pile, of a hand or of another zone that not everybody sees if nobody is named whose it is: no text means those of both players by it. In a
    /// cost they are those of the player who pays.
    pub(super) fn somebodys(&mut self, id: ir::PlaceId, pile: bool) -> Linked<()> {
        let ir::Place { kind, whose, quant } = &self.code()[id];
        if self.scope.cost || whose.is_some() || quant.is_some() {
            return Ok(());
        }
        let names = match kind {
            ir::PlaceKind::End(_, of) => return self.somebodys(*of, pile),
            ir::PlaceKind::Zone(names, filters) if filters.is_empty() => names,
            _ => return Ok(()),
        };
        let unseen = |name: &ir::Name| {
            let mut zones = self.tables().zones.iter();
            zones.any(|spec| spec.name == name.as_ref() && matches!(spec.sees, Sees::Nobody | Sees::Owner))
        };
        let owned = |name: &ir::Name| {
            self.l.vocab.pick(name, |word, _| match &word.data {
                Data::Zone(zone) => Some(!zone.shared),
                _ => None,
            }) == Some(true)
        };
        match names.iter().find(|name| (pile || unseen(name)) && owned(name)) {
            None => Ok(()),
            Some(zone) => Err(Fail::wording(
                format!("whose {zone} is meant?"),
                format!("write `your {zone}`, `opponent's {zone}` or `each player's {zone}`"),
            )),
        }
    }

    /// A player pays with cards of their own, whatever description is given of them.
    pub(super) fn own_in_cost(&mut self, what: &What) {
        let objs = match what {
            What::Pick(pick) => match self.l.parts.picks.get(pick.0 as usize) {
                Some(pick) => pick.from,
                None => return,
            },
            What::Objs(objs) => *objs,
            What::Pile { place, .. } => {
                if let Some(Place::Zone { whose, .. }) = self.l.parts.places.get_mut(place.0 as usize) {
                    whose.get_or_insert(Who::Actor);
                }
                return;
            }
        };
        let places = &self.l.parts.places;
        let free = |place: &PlaceIx| matches!(places.get(place.0 as usize), Some(Place::Zone { whose: None, .. }));
        if let Some(Obj::Select(select)) = self.l.parts.objs.get_mut(objs.0 as usize)
            && select.whose.is_none()
            && select.among.is_none()
            // `1 enemy follower` says whose it is.
            && !select.filters.iter().any(|f| matches!(f, Filter::Of(_)))
            && select.places.iter().all(free)
        {
            select.whose = Some(Who::Actor);
        }
    }

    /// Refuses a noun in an event that never finds its cards where they are called so: `a unit is put from your deck into your soul`.
    pub(super) fn could_be_called(&self, pattern: &Pattern, revealed: bool) -> Linked<()> {
        let PatSubject::Fits(select) = &pattern.subject else {
            return Ok(());
        };
        let noun = select.filters.iter().find_map(|filter| match filter {
            Filter::Noun(place) => Some(self.zone_bits(*place)),
            _ => None,
        });
        let Some(noun) = noun else { return Ok(()) };
        let elsewhere = match pattern.kind {
            PatKind::Move {
                from: Some(from),
                to: Some(to),
                ..
            } => noun & (self.zone_bits(from) | self.zone_bits(to)) == 0,
            // What a player or a check reveals is not in play.
            PatKind::Note(_) => revealed,
            _ => false,
        };
        if elsewhere {
            return Err(Fail::wording(
                "no card is called so there: by its meaning the word is for cards in play",
                "write `card`, or name its card type",
            ));
        }
        Ok(())
    }

    /// Whether the cards of a slot were shown where they lie in a pile outside these zones.
    fn shown_of_a_pile(&self, slot: SlotIx, zones: u32) -> bool {
        let shown = self.ops.iter().rev().find_map(|(op, _)| match op {
            Op::Show { what, out, .. } if *out == slot => Some(what),
            _ => None,
        });
        matches!(shown, Some(What::Pile { place, .. }) if self.zone_bits(*place) & zones == 0)
    }
}
