//! Cards: descriptions, references, picks.

use super::super::code::{Cmp, NumIx, Obj, ObjIx, Pick, PickDemand, PickIx, Place, PlaceIx, Select, SlotIx, What, Who};
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked, position};
use crate::ir::{self, AttrOf, Desc, ObjId, Objects, PlaceId, Quant, RefWord, Selector};
use crate::vocab::{Data, NounKind};

/// What a noun is to the engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Noun {
    /// A card, of these types (0 for any).
    Card(u32),
    /// An ability.
    Ability,
    /// An effect.
    Effect,
    /// One icon of a card.
    Icon,
    /// Damage.
    Damage,
    /// Something else.
    Other,
}

/// A linked description and the demands on all picks together.
pub(super) struct Described {
    pub(super) select: Select,
    pub(super) rule: PickDemand,
}

impl CardLinker<'_, '_> {
    pub(super) fn noun(&self, noun: &str) -> Noun {
        let tables = self.tables();
        if let Some(bit) = position(tables.types, noun) {
            return Noun::Card(1 << bit);
        }
        if noun == tables.icon_noun && !noun.is_empty() {
            return Noun::Icon;
        }
        if self.is_foreign(noun) {
            return Noun::Other;
        }
        let collective = self.l.vocab.pick(noun, |word, _| match &word.data {
            Data::Type(data) if !data.of.is_empty() => Some(data.of.clone()),
            Data::Noun(data) if !data.of.is_empty() && data.kind == NounKind::Card => Some(data.of.clone()),
            _ => None,
        });
        if let Some(parts) = collective {
            let bits = parts.iter().filter_map(|part| position(tables.types, part));
            return Noun::Card(bits.fold(0, |all, bit| all | 1 << bit));
        }
        let kind = self.l.vocab.pick(noun, |word, _| match &word.data {
            Data::Noun(noun) if noun.of.is_empty() => Some(match noun.kind {
                NounKind::Card => Noun::Card(0),
                NounKind::Ability => Noun::Ability,
                NounKind::Effect => Noun::Effect,
                NounKind::Damage => Noun::Damage,
                _ => Noun::Other,
            }),
            _ => None,
        });
        kind.unwrap_or(Noun::Other)
    }

    pub(super) fn obj(&mut self, id: ObjId) -> Linked<ObjIx> {
        let node = self.obj_node(id).map_err(|fail| fail.at(self.phrase(id)))?;
        Ok(self.add_obj(node))
    }

    fn obj_node(&mut self, id: ObjId) -> Linked<Obj> {
        if let Some(slot) = self.target_slot(id) {
            return Ok(Obj::Slot(slot));
        }
        self.is_made(id)?;
        Ok(match &self.code()[id] {
            Objects::This => Obj::This,
            Objects::Subject | Objects::Described => Obj::Subject,
            Objects::ThisAbility => {
                return Err(Fail::limit(Limit::VerbRole, "the engine cannot do that to an ability"));
            }
            Objects::Slot(slot, RefWord::OfPlayer(who, _)) => {
                let base = self.pair(slot.0);
                Obj::SlotOf(base, self.who(who)?)
            }
            Objects::Slot(
                slot,
                RefWord::It | RefWord::Them | RefWord::That(_) | RefWord::Those(_) | RefWord::The(_),
            ) => Obj::Slot(slot.0),
            Objects::Event(part, _) => self.event_part(part)?,
            Objects::Rest(slot) => self.rest(slot.0),
            Objects::Part(Quant::All | Quant::Each | Quant::Bare, of) => return self.obj_node(*of),
            Objects::Part(..) => {
                return Err(Fail::limit(
                    Limit::ChoiceInside,
                    "the engine cannot pick cards inside another sentence yet",
                ));
            }
            Objects::Select(selector) => {
                match selector.quant {
                    Quant::Bare | Quant::All | Quant::Each | Quant::A | Quant::Any | Quant::Another
                        if !selector.random => {}
                    _ => {
                        return Err(Fail::limit(
                            Limit::ChoiceInside,
                            "the engine cannot pick cards inside another sentence yet",
                        ));
                    }
                }
                Obj::Select(Box::new(self.plain_select(selector, &[])?))
            }
            Objects::Related(of, name) => {
                let rel = position(self.tables().rels, name).ok_or_else(|| {
                    let unknown = format!("the engine does not know the `{name}` of a card");
                    self.unknown(name, Fail::limit(Limit::Word, unknown))
                })?;
                let of = match of {
                    AttrOf::Objects(obj) => self.obj(*obj)?,
                    AttrOf::Subject => self.add_obj(Obj::Subject),
                    AttrOf::Player(_) | AttrOf::Game => {
                        return Err(Fail::wording(
                            format!("only cards have a `{name}`"),
                            "write it of a card: `its …`, `this's …`",
                        ));
                    }
                };
                Obj::Related(rel, of)
            }
            Objects::Stack {
                top,
                count,
                up_to,
                place,
                noun,
            } => {
                if *up_to {
                    return Err(Fail::limit(
                        Limit::Pile,
                        "the engine cannot stop before the last card here",
                    ));
                }
                self.plain_noun(noun.as_ref())?;
                let count = self.count_or_one(*count)?;
                let place = self.place(*place)?;
                Obj::Pile {
                    top: *top,
                    count,
                    place,
                }
            }
            Objects::Join(list) => {
                let mut all = Vec::new();
                for obj in list {
                    all.push(self.obj(*obj)?);
                }
                Obj::Join(all)
            }
            Objects::Known(word) => match position(self.tables().knowns, word) {
                Some(known) => Obj::Known(known),
                None => {
                    return Err(Fail::limit(
                        Limit::Word,
                        format!("the engine does not know `the {word}`"),
                    ));
                }
            },
            Objects::Players(who) => Obj::Players(self.who(who)?),
            Objects::Param(name) => {
                return Err(Fail::wording(
                    format!("`{name}` was not given"),
                    "give it where the keyword is used",
                ));
            }
            Objects::CardsAt(place) => Obj::At(self.place_of_cards(*place)?),
            Objects::Values(attr, _) => {
                return Err(Fail::limit(
                    Limit::Description,
                    format!("the engine cannot list every {attr} yet"),
                ));
            }
        })
    }

    fn plain_noun(&self, noun: Option<&ir::Name>) -> Linked<()> {
        match noun.map(|n| self.noun(n)) {
            None | Some(Noun::Card(0)) => Ok(()),
            Some(_) => Err(Fail::limit(
                Limit::Pile,
                "the engine takes cards of a pile whatever they are",
            )),
        }
    }

    fn count_or_one(&mut self, count: Option<ir::ExprId>) -> Linked<NumIx> {
        match count {
            Some(n) => self.num(n),
            None => Ok(self.constant(1)),
        }
    }

    /// The two slots of a name that each player has.
    pub(super) fn pair(&mut self, slot: SlotIx) -> SlotIx {
        if let Some((_, base)) = self.scope.pairs.iter().find(|(s, _)| *s == slot) {
            return *base;
        }
        let base = self.fresh();
        self.fresh();
        self.scope.pairs.push((slot, base));
        base
    }

    /// Links a description. `from` are places another role gives.
    pub(super) fn select(&mut self, selector: &Selector, from: &[PlaceIx]) -> Linked<Described> {
        let Selector {
            quant: _,
            whose,
            filters,
            descs,
            places,
            default_zones,
            among,
            other,
            target,
            random: _,
            next,
            slot: _,
            named: _,
        } = selector;
        // A target is found in its slot; only the announcement describes it.
        if (*target || self.is_target(selector)) != self.scope.announcing {
            return Err(Fail::limit(
                Limit::AnnouncedChoice,
                "the engine cannot choose a target here",
            ));
        }
        let announcing = std::mem::take(&mut self.scope.announcing);
        let taking = std::mem::take(&mut self.scope.taking);
        let acting = std::mem::take(&mut self.scope.acting) || *target;
        if *next && !std::mem::take(&mut self.scope.next_ok) {
            return Err(Fail::limit(
                Limit::ChoiceInside,
                "the engine cannot wait for the next of its kind here",
            ));
        }
        let mut out = Described {
            select: Select {
                whose: whose.as_ref().map(|w| self.who(w)).transpose()?,
                other: *other,
                ..Select::default()
            },
            rule: PickDemand::Any,
        };
        let lies_under = !descs.is_empty()
            && descs
                .iter()
                .all(|d| d.noun.as_ref().is_some_and(|n| self.lies_under(n)));
        for place in places {
            let mut place = self.place(*place)?;
            if lies_under {
                place = self.under_place(place);
            }
            self.also_outside(place);
            out.select.places.push(place);
        }
        if let Some(among) = among {
            out.select.among = Some(if taking {
                self.still_among(*among)?
            } else {
                self.obj(*among)?
            });
        }
        if !from.is_empty() {
            if out.select.places.is_empty() && out.select.among.is_none() {
                out.select.places.extend_from_slice(from);
            } else {
                for place in from {
                    out.select.filters.push(super::super::code::Filter::At(*place));
                }
            }
        }
        let nowhere = out.select.places.is_empty() && out.select.among.is_none();
        let settled = nowhere && !default_zones.is_empty();
        if nowhere {
            let did = |all: &[ir::Filter]| all.iter().any(|f| matches!(f, ir::Filter::Did(_)));
            let general = !descs.is_empty()
                && !did(filters)
                && descs.iter().all(|d| {
                    // A name alone means a card, as the word does.
                    let card = d.noun.as_ref().is_none_or(|n| self.noun(n) == Noun::Card(0));
                    card && !did(&d.filters)
                });
            let usual = self.tables().card_zones;
            let place = if default_zones.is_empty() && general && !usual.is_empty() {
                let only = self.acted_card_zone().filter(|_| acting);
                let usual = usual.iter().filter(|zone| only.is_none_or(|only| only == **zone));
                self.zone_list(usual.map(|zone| (*zone, self.all_positions(*zone))).collect())
            } else if default_zones.is_empty() {
                let in_play = descs.iter().all(|d| d.noun.is_none());
                self.everywhere(in_play)
            } else {
                let only = self.acted_zone(descs, filters).filter(|_| acting);
                let fewer = |name: &&ir::Name| only.is_none_or(|zone| **name == zone);
                let zones: Vec<ir::Name> = default_zones.iter().filter(fewer).cloned().collect();
                self.zones_place(&zones)?
            };
            out.select.places.push(place);
        }
        self.describe(descs, filters, settled, &mut out)?;
        // `choose 1 of your characters …; choose 1 of your other characters`: neither this card nor one that was chosen before.
        if *other && !announcing && self.is_never_this(selector) {
            self.leave_targets(&mut out.select);
        } else if *other && !self.scope.cost && !self.scope.continuous {
            self.leave_chosen(&mut out.select);
        }
        Ok(out)
    }

    /// The only zone in which something is done to what a noun means, if it is described by nothing that says where it is (307.6 and 307.4a, 205.4 and
    /// their like).
    fn acted_zone(&self, descs: &[Desc], filters: &[ir::Filter]) -> Option<&'static str> {
        let rows = self.tables().acted_zones;
        let tagged = |all: &[ir::Filter]| all.iter().any(|f| matches!(f, ir::Filter::Tag(_)));
        let zone_of = |desc: &Desc| {
            let noun = desc.noun.as_ref().filter(|_| !tagged(&desc.filters))?;
            rows.iter().find(|(word, _)| noun == word).map(|(_, zone)| *zone)
        };
        let first = descs.first().and_then(zone_of)?;
        (!tagged(filters) && descs.iter().all(|d| zone_of(d) == Some(first))).then_some(first)
    }

    /// The only zone in which something is done to cards of which nothing is said.
    fn acted_card_zone(&self) -> Option<crate::kernel::ZoneId> {
        let tables = self.tables();
        let mut rows = tables.acted_zones.iter();
        let (_, name) = rows.find(|(word, _)| self.noun(word) == Noun::Card(0) && self.is_any_noun(word))?;
        let mut zones = tables.card_zones.iter().copied();
        zones.find(|zone| tables.zones.get(zone.ix()).is_some_and(|z| z.name == *name))
    }

    /// Whether a noun of cards says nothing of where they are.
    fn is_any_noun(&self, noun: &str) -> bool {
        let zones = self.l.vocab.pick(noun, |word, _| match &word.data {
            Data::Noun(noun) => Some(noun.zones.is_empty()),
            _ => None,
        });
        zones == Some(true)
    }

    /// Links a description where nobody picks: what only a pick could satisfy is an error.
    pub(super) fn plain_select(&mut self, selector: &Selector, from: &[PlaceIx]) -> Linked<Select> {
        if selector.random {
            return Err(Fail::limit(
                Limit::ChoiceInside,
                "the engine can pick cards at random in a choice only",
            ));
        }
        let Described { select, rule } = self.select(selector, from)?;
        if rule == PickDemand::Any {
            Ok(select)
        } else {
            Err(Fail::limit(
                Limit::ChoiceInside,
                "the engine can ask that of chosen cards only",
            ))
        }
    }

    /// Whether a noun means cards that lie under others.
    fn lies_under(&self, noun: &str) -> bool {
        let Some(under) = self
            .tables()
            .under
            .and_then(|(under, _)| self.tables().zones.get(under.ix()))
        else {
            return false;
        };
        let found = self.l.vocab.pick(noun, |word, _| match &word.data {
            Data::Noun(noun) => Some(noun.zones.as_slice() == [under.name]),
            _ => None,
        });
        found == Some(true)
    }

    /// The places under the positions of a place: cards under others share the relations of their positions (3.7.1.1 and its like).
    fn under_place(&mut self, place: PlaceIx) -> PlaceIx {
        let Some((under, host)) = self.tables().under else {
            return place;
        };
        let Some(Place::Zone {
            zones,
            whose,
            empty,
            end,
        }) = self.l.parts.places.get(place.0 as usize).cloned()
        else {
            return place;
        };
        let zones = zones
            .into_iter()
            .map(|(zone, positions)| (if zone == host { under } else { zone }, positions))
            .collect();
        self.add_place(Place::Zone {
            zones,
            whose,
            empty,
            end,
        })
    }

    /// Cards that are out of the game are looked for in the zone of removed cards too (318.1 and its like).
    fn also_outside(&mut self, place: PlaceIx) {
        let Some((outside, also)) = self.tables().outside else {
            return;
        };
        let positions = self.all_positions(also);
        if let Some(Place::Zone { zones, .. }) = self.l.parts.places.get_mut(place.0 as usize)
            && zones.iter().any(|(zone, _)| *zone == outside)
            && zones.iter().all(|(zone, _)| *zone != also)
        {
            zones.push((also, positions));
        }
    }

    /// The fewest and most of a quantity that a player decides; none if nobody decides.
    pub(super) fn quant_range(&mut self, quant: &Quant) -> Linked<Option<(Option<NumIx>, Option<NumIx>)>> {
        Ok(Some(match quant {
            Quant::Bare | Quant::All | Quant::Each => return Ok(None),
            Quant::Exactly(n) => match self.counted_variable(*n) {
                Some(name) => {
                    self.scope.counted = Some(name);
                    (Some(self.constant(0)), None)
                }
                None => (None, Some(self.num(*n)?)),
            },
            Quant::UpTo(n) | Quant::AtMost(n) => (Some(self.constant(0)), Some(self.num(*n)?)),
            Quant::AtLeast(n) => (Some(self.num(*n)?), None),
            Quant::AnyNumber => (Some(self.constant(0)), None),
            Quant::A | Quant::Another | Quant::Any => (None, Some(self.constant(1))),
            Quant::No => {
                return Err(Fail::wording(
                    "nothing can be done with no cards",
                    "write how many cards, or all of them",
                ));
            }
            Quant::ThatMany => {
                return Err(Fail::limit(
                    Limit::Reference,
                    "the engine cannot tell how many `that many` are here",
                ));
            }
        }))
    }

    /// Whether nouns mean what each player has one of: `your vanguard`, though a legion has two.
    pub(super) fn is_one_each(&self, selector: &Selector) -> bool {
        let known = self.l.vocab.policy("one-each").unwrap_or("");
        let one = |noun: &ir::Name| known.split_whitespace().any(|word| word == noun.as_ref());
        matches!(selector.quant, Quant::Bare)
            && !selector.descs.is_empty()
            && selector.descs.iter().all(|desc| desc.noun.as_ref().is_some_and(one))
    }

    /// Whether a player's one card of a type is meant: `your ruler`. Of two, it is either one (1146.4 and its like).
    pub(super) fn is_sole(&self, selector: &Selector) -> bool {
        let sole = self.tables().sole;
        let types = |noun: &Option<ir::Name>| match noun.as_ref().map(|n| self.noun(n)) {
            Some(Noun::Card(types)) => types,
            _ => 0,
        };
        matches!(selector.quant, Quant::Bare)
            && matches!(selector.whose, Some(ir::Who::You | ir::Who::Opponent))
            && selector.among.is_none()
            && !selector.descs.is_empty()
            && selector.descs.iter().all(|desc| {
                let types = types(&desc.noun);
                types != 0 && types & !sole == 0
            })
    }

    /// A pick by a player, or none if nobody chooses.
    pub(super) fn pick(&mut self, id: ObjId, from: &[PlaceIx], may_fail: bool) -> Linked<Option<PickIx>> {
        if self.target_slot(id).is_some() {
            return Ok(None);
        }
        match &self.code()[id] {
            Objects::Select(selector) => {
                let range = if self.is_sole(selector) {
                    Some((None, Some(self.constant(1))))
                } else {
                    self.quant_range(&selector.quant)?
                };
                let Some((min, max)) = range else {
                    if selector.random {
                        return Err(Fail::limit(
                            Limit::Description,
                            "the engine picks a number of cards at random, not all",
                        ));
                    }
                    return Ok(None);
                };
                let of_each = |place: &ir::PlaceId| matches!(self.code()[*place].whose, Some(ir::Who::Each));
                if matches!(selector.whose, Some(ir::Who::Each)) || selector.places.iter().any(of_each) {
                    return Err(Fail::wording(
                        "a number of each player's cards is chosen for each player, not once among all",
                        "write `each player { choose 1 of their … }`, or say whose cards: `your`, `opponent's`",
                    ));
                }
                if selector.whose.is_none() {
                    for place in &selector.places {
                        self.somebodys(*place, false)?;
                    }
                }
                self.scope.taking = true;
                let Described { select, rule } = self.select(selector, from)?;
                let from = self.add_obj(Obj::Select(Box::new(select)));
                Ok(Some(self.add_pick(Pick {
                    from,
                    min,
                    max,
                    random: selector.random,
                    rule,
                    may_fail,
                    parts: None,
                    unseen: self.may_decline(selector),
                    told: false,
                })))
            }
            Objects::Part(quant, of) => {
                let Some((min, max)) = self.quant_range(quant)? else {
                    return Ok(None);
                };
                let from = self.still_among(*of)?;
                Ok(Some(self.add_pick(Pick {
                    from,
                    min,
                    max,
                    random: false,
                    rule: PickDemand::Any,
                    may_fail,
                    parts: None,
                    unseen: false,
                    told: false,
                })))
            }
            _ => Ok(None),
        }
    }

    /// The slot a selector keeps its picks in.
    pub(super) fn pick_slot(&self, id: ObjId) -> Option<SlotIx> {
        match &self.code()[id] {
            Objects::Select(selector) => selector.slot.map(Self::slot),
            _ => None,
        }
    }

    /// What an action takes. `from` is the place another role gives.
    pub(super) fn what(&mut self, id: ObjId, from: Option<PlaceId>) -> Linked<What> {
        self.scope.acting = true;
        let what = self.acted_on(id, from);
        self.scope.acting = false;
        let what = what.map_err(|fail| fail.at(self.phrase(id)))?;
        if self.scope.cost {
            self.own_in_cost(&what);
        }
        Ok(what)
    }

    fn acted_on(&mut self, id: ObjId, from: Option<PlaceId>) -> Linked<What> {
        let places = match from {
            Some(place) => {
                let owned = matches!(&self.code()[id], Objects::Select(selector) if selector.whose.is_some());
                if !owned && matches!(&self.code()[id], Objects::Select(_)) {
                    self.somebodys(place, false)?;
                }
                vec![self.place(place)?]
            }
            None => Vec::new(),
        };
        if let Some(pick) = self.pick(id, &places, false)? {
            return Ok(What::Pick(pick));
        }
        if let Objects::Stack {
            top,
            count,
            up_to,
            place,
            noun,
        } = &self.code()[id]
        {
            if from.is_some() {
                return Err(Fail::limit(
                    Limit::Pile,
                    "the engine cannot take cards of a pile from a second place",
                ));
            }
            self.plain_noun(noun.as_ref())?;
            let count = self.count_or_one(*count)?;
            self.somebodys(*place, true)?;
            let place = self.place(*place)?;
            if self.of_both(place) {
                if *up_to {
                    return Err(Fail::limit(
                        Limit::Pile,
                        "the engine cannot let both players stop at once yet",
                    ));
                }
                let pile = self.add_obj(Obj::Pile {
                    top: *top,
                    count,
                    place,
                });
                return Ok(What::Objs(pile));
            }
            return Ok(What::Pile {
                top: *top,
                count,
                up_to: *up_to,
                place,
            });
        }
        self.scope.taking = true;
        if let Objects::Select(selector) = &self.code()[id]
            && !selector.target
        {
            let found = self.plain_select(selector, &places)?;
            let obj = self.add_obj(Obj::Select(Box::new(found)));
            return Ok(What::Objs(obj));
        }
        let obj = self.obj(id)?;
        if places.is_empty() {
            return Ok(What::Objs(obj));
        }
        // `put this from hand into …`: only if it is there.
        let select = Select {
            among: Some(obj),
            filters: places.into_iter().map(super::super::code::Filter::At).collect(),
            ..Select::default()
        };
        let obj = self.add_obj(Obj::Select(Box::new(select)));
        Ok(What::Objs(obj))
    }

    /// Whether a place belongs to both players.
    pub(super) fn of_both(&self, place: PlaceIx) -> bool {
        use super::super::code::Place;
        match self.l.parts.places.get(place.0 as usize) {
            Some(Place::Zone { whose, .. }) => matches!(whose, Some(Who::Each | Who::Any) | None),
            _ => false,
        }
    }

    /// The number of an icon in the table of words.
    pub(super) fn icon(&self, word: &str) -> Linked<u8> {
        let attr = self.tables().icon_attr;
        let at = self.tables().words.iter().position(|w| *w == (attr, word));
        at.and_then(|at| u8::try_from(at).ok())
            .ok_or_else(|| Fail::limit(Limit::Word, format!("the engine does not know the icon `{word}`")))
    }

    /// A quantity in a condition: `a`, `no`, `3 or more`.
    pub(super) fn quant_test(&mut self, quant: &Quant) -> Linked<(Cmp, NumIx)> {
        Ok(match quant {
            Quant::A | Quant::Bare | Quant::Any | Quant::Another => (Cmp::AtLeast, self.constant(1)),
            Quant::No => (Cmp::Is, self.constant(0)),
            Quant::Exactly(n) => (Cmp::Is, self.num(*n)?),
            Quant::AtLeast(n) => (Cmp::AtLeast, self.num(*n)?),
            Quant::AtMost(n) | Quant::UpTo(n) => (Cmp::AtMost, self.num(*n)?),
            Quant::All | Quant::Each | Quant::AnyNumber | Quant::ThatMany => {
                return Err(Fail::limit(
                    Limit::Amount,
                    "the engine cannot compare with that quantity",
                ));
            }
        })
    }
}

/// Whether a description says that something has happened to what it describes.
pub(super) fn happened(code: &ir::Code, filters: &[ir::Filter]) -> bool {
    let past = |filter: &ir::Filter| matches!(filter, ir::Filter::Did(event) if code[*event].past);
    filters.iter().any(past)
}
