//! Changed prices.

use super::super::code::{ChangeOp, Icon, Num, Obj, PriceHow, Select, Who};
use super::change::{Made, Per, Target};
use super::object::Noun;
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked, Var, position};
use crate::ir::{Arg, Filter, IconRun, ObjId, Objects, PriceChange, Quant, Subject};
use crate::kernel::ZoneId;

impl CardLinker<'_, '_> {
    /// What playing costs: a number of the game's currency, or icons.
    pub(super) fn price_change(&mut self, of: &Subject, amount: &Arg, change: PriceChange, per: Per) -> Linked<Made> {
        let (per, times) = per;
        let Subject::Objects(id) = of else {
            return Err(Fail::limit(Limit::Price, "only cards and abilities have a price"));
        };
        let (target, keywords) = match self.priced_abilities(*id)? {
            Some(found) => found,
            None => (self.priced_cards(*id)?, 0),
        };
        let op = match amount {
            Arg::Number(n) if keywords == 0 && self.tables().price.is_none() => {
                let mut n = self.num(*n)?;
                if let Some(times) = times {
                    n = self.add_num(Num::Mul(n, times));
                }
                match change {
                    PriceChange::Less => ChangeOp::Price(n, false),
                    PriceChange::More => ChangeOp::Price(n, true),
                    PriceChange::Instead => ChangeOp::PriceIs(n),
                }
            }
            Arg::Icons(runs) if times.is_none() => {
                let [IconRun(icons)] = runs.as_slice() else {
                    return Err(Fail::limit(
                        Limit::Price,
                        "the engine can change a price by certain icons only",
                    ));
                };
                ChangeOp::PriceIcons {
                    how: match change {
                        PriceChange::Less => PriceHow::Less,
                        PriceChange::More => PriceHow::More,
                        PriceChange::Instead => PriceHow::Instead,
                    },
                    icons: self.counted_icons(icons)?,
                    keywords,
                }
            }
            _ => return Err(Fail::limit(Limit::Price, "the engine cannot change a price by that")),
        };
        let changes = vec![self.changed(op, per)];
        Ok(Made { target, changes })
    }

    /// Icons whose number the text defines count as icons that anything pays.
    pub(super) fn counted_icons(&mut self, icons: &[String]) -> Linked<Vec<Icon>> {
        let mut out = Vec::new();
        let mut fixed = Vec::new();
        for icon in icons {
            if position(self.tables().variables, icon).is_none() {
                fixed.push(icon.clone());
                continue;
            }
            let var = self.scope.vars.iter().rev().find(|(name, _)| name == icon);
            let count = match var.map(|(_, var)| var.clone()) {
                Some(Var::Slot(slot)) => self.add_num(Num::Slot(slot)),
                Some(Var::Expr(expr) | Var::Later(expr)) => self.num(expr)?,
                Some(Var::OfCard | Var::Counted(_)) | None => return Err(Fail::unsaid(icon)),
            };
            out.push(Icon { kind: Icon::ANY, count });
        }
        out.extend(self.price(&fixed)?);
        Ok(out)
    }

    /// Cards whose price changes: wherever they are described to be, and where they are being played.
    pub(super) fn priced_cards(&mut self, id: ObjId) -> Linked<Target> {
        let target = self.cards(id)?;
        // Whether a card can be paid for is asked where it is played from.
        let tables = self.tables();
        let mut zones = Vec::new();
        for zone in tables.allows.iter().flat_map(|row| row.from) {
            if *zone != tables.deck && !zones.contains(zone) {
                zones.push(*zone);
            }
        }
        Ok(self.where_played(id, target, zones, None))
    }

    /// Cards of which no place is said, also in the hand, in other zones that cards are played from, and while they are played.
    pub(super) fn where_played(&mut self, id: ObjId, target: Target, zones: Vec<ZoneId>, whose: Option<Who>) -> Target {
        let Objects::Select(selector) = &self.code()[id] else {
            return target;
        };
        let (Target::Cards(obj, true), true) = (&target, selector.places.is_empty()) else {
            return target;
        };
        let tables = self.tables();
        let stack = tables.stack_zone;
        let mut places: Vec<ZoneId> = stack.into_iter().chain([tables.hand]).collect();
        places.extend(tables.plays_from.iter().copied().chain(zones));
        let mut known = Vec::new();
        places.retain(|zone| {
            let new = !known.contains(zone);
            known.push(*zone);
            new
        });
        let zones = places
            .into_iter()
            .map(|zone| (zone, self.all_positions(zone)))
            .collect();
        let place = self.add_place(super::super::code::Place::Zone {
            zones,
            whose: None,
            empty: false,
            end: crate::kernel::End::Top,
        });
        let waits: Vec<bool> = match self.l.parts.objs.get(obj.0 as usize) {
            Some(Obj::Select(select)) => select.filters.iter().map(|f| self.is_called_waiting(f)).collect(),
            _ => Vec::new(),
        };
        if let Some(Obj::Select(select)) = self.l.parts.objs.get_mut(obj.0 as usize) {
            // A card that is being played is called so from then on.
            let mut waits = waits.into_iter();
            select.filters.retain(|_| waits.next() != Some(true));
            if stack.is_none() {
                // Nothing is played from where the noun looks for its cards.
                select.places.clear();
            }
            select.places.push(place);
            if select.whose.is_none() {
                select.whose = whose;
            }
        }
        target
    }

    /// What may be paid in place of a price stands in a continuous ability, and is asked for while the card is being played.
    pub(super) fn can_cost_else(&self, what: Option<ObjId>) -> Linked<()> {
        if !self.scope.continuous {
            return Err(Fail::wording(
                "an effect that begins now cannot let a card be played for another cost later",
                "write `it costs … instead until end of turn` or `you can play it without cost until end of turn`",
            ));
        }
        let at = |filters: &[Filter]| filters.iter().any(|filter| matches!(filter, Filter::At(_)));
        let placed = what.is_some_and(|id| match &self.code()[id] {
            Objects::Select(selector) => !selector.places.is_empty() || at(&selector.filters),
            Objects::CardsAt(_) => true,
            _ => false,
        });
        if placed && self.tables().stack_zone.is_some() {
            return Err(Fail::wording(
                "a card is no longer in its place when that cost is paid",
                "leave the place out: `you can play your … cards for [ … ]`",
            ));
        }
        Ok(())
    }

    /// Abilities with a keyword whose price changes: the cards that have them, and the keywords.
    pub(super) fn priced_abilities(&mut self, id: ObjId) -> Linked<Option<(Target, u128)>> {
        let Some(thing) = self.thing(id, Noun::Ability) else {
            return Ok(None);
        };
        let unknown = || {
            Fail::limit(
                Limit::Price,
                "the engine can change the price of abilities with a keyword only",
            )
        };
        if thing.more || thing.among.is_some() || !matches!(thing.quant, Quant::Bare | Quant::All | Quant::Each) {
            return Err(unknown());
        }
        let (mut keywords, mut of) = (0, None);
        for filter in thing.filters {
            match filter {
                Filter::Of(obj) if of.is_none() => of = Some(self.cards(*obj)?),
                other => match self.keyword_filter(other)? {
                    Some(bits) if keywords == 0 => keywords = bits,
                    _ => return Err(unknown()),
                },
            }
        }
        let target = match (of, thing.whose) {
            (Some(of), None) => of,
            (None, whose) => {
                let place = self.everywhere(true);
                let select = Select {
                    whose: whose.map(|w| self.who(w)).transpose()?,
                    places: vec![place],
                    ..Select::default()
                };
                Target::Cards(self.add_obj(Obj::Select(Box::new(select))), true)
            }
            (Some(_), Some(_)) => return Err(unknown()),
        };
        if keywords == 0 {
            return Err(unknown());
        }
        Ok(Some((target, keywords)))
    }
}
