//! How far the parts of a description reach: demands behind a list, owners in front of one, the zone a gate names.

use super::Checker;
use crate::ast::Category;
use crate::ir::{
    Ability, Arg, Complement, Cond, CondId, Filter, Name, ObjId, Objects, PlaceKind, Quant, Selector, Stmt, Subject,
    Trigger,
};
use crate::vocab::Data;

/// Adds demands that stand behind a description.
///
/// It reaches back over the whole list (`character or event with cost 1`), unless its noun was already said: then the list starts
/// anew there, and a demand on all would make the new start pointless (`<A> character or character with "B" in its name`).
pub(super) fn demand(selector: &mut Selector, filters: impl IntoIterator<Item = Filter>) {
    for filter in filters {
        one_demand(selector, filter);
    }
}

fn one_demand(selector: &mut Selector, filter: Filter) {
    let of_choice = matches!(filter, Filter::Different(_) | Filter::Total(..) | Filter::Extreme(..));
    let last = match selector.descs.split_last_mut() {
        Some((last, before)) if last.noun.is_some() && before.iter().any(|d| d.noun == last.noun) => Some(last),
        _ => None,
    };
    match last {
        Some(last) if !of_choice => last.filters.push(filter),
        _ => selector.filters.push(filter),
    }
}

impl Checker<'_, '_> {
    /// `your other "A" and "B"`: the owner and `other` in front of a list hold for each member that has no owner, number or place of
    /// its own.
    pub(super) fn share_owner(&mut self, list: &mut [ObjId]) {
        let mut owner = None;
        for id in list {
            let Objects::Select(selector) = &self.code[*id] else {
                owner = None;
                continue;
            };
            let all = matches!(selector.quant, Quant::Bare | Quant::All | Quant::Each);
            if let Some(who) = &selector.whose {
                owner = all.then(|| (who.clone(), selector.other));
                continue;
            }
            let own = !matches!(selector.quant, Quant::Bare)
                || !selector.places.is_empty()
                || selector.among.is_some()
                || selector
                    .filters
                    .iter()
                    .any(|f| matches!(f, Filter::OfPlayer(_) | Filter::Of(_)));
            match &owner {
                Some((who, other)) if !own => {
                    let mut shared = selector.clone();
                    shared.whose = Some(who.clone());
                    shared.other |= *other;
                    *id = self.code.add_object(Objects::Select(shared));
                }
                _ => owner = None,
            }
        }
    }

    /// `1 climax and 1 character in your waiting-room`: what says behind a list where its cards are holds for each member in front
    /// of it that has neither an owner nor a place of its own; `your rear-guards and vanguard in front-row` share both.
    pub(super) fn share_place(&mut self, list: &mut [ObjId]) {
        let Some((last, before)) = list.split_last_mut() else {
            return;
        };
        let Objects::Select(end) = self.code[*last].clone() else {
            return;
        };
        if end.places.is_empty() && end.among.is_none() {
            return;
        }
        let bare = matches!(end.quant, Quant::Bare) && end.whose.is_none() && end.among.is_none();
        let unowned = bare && end.places.iter().all(|place| self.code[*place].whose.is_none());
        for id in before.iter_mut().rev() {
            let Objects::Select(own) = &self.code[*id] else { return };
            let held = own
                .filters
                .iter()
                .any(|f| matches!(f, Filter::OfPlayer(_) | Filter::Of(_)));
            if held || !own.places.is_empty() || own.among.is_some() || own.whose.is_some() && !unowned {
                return;
            }
            let mut shared = own.clone();
            shared.places.clone_from(&end.places);
            shared.among = end.among;
            if let Some(who) = shared.whose.clone() {
                let mut owned = end.clone();
                owned.whose = Some(who);
                *last = self.code.add_object(Objects::Select(owned));
            }
            *id = self.code.add_object(Objects::Select(shared));
        }
    }

    /// The zones in which the gate of an ability says its card is (`if this is in your memory`): it works there, or it could never
    /// be true. Nothing if the gate names none, or only a part of a zone; an event of the card itself says where it is noticed.
    pub(super) fn gate_works(&self, node: &Ability) -> Option<Vec<Name>> {
        if node.category == Category::Play || self.is_own_event(node) {
            return None;
        }
        let labels = node.labels.iter().filter_map(|label| label.gate);
        labels.chain(node.condition).find_map(|gate| self.gate_zones(gate))
    }

    /// The zones from which the card itself is paid: `ACT [banish this from your cemetery]` works there, or it could never be used.
    pub(super) fn paid_from(&self, node: &Ability) -> Option<Vec<Name>> {
        let (cost, _) = node.cost.as_ref().filter(|_| node.category == Category::Act)?;
        let this = |id: ObjId| matches!(self.code[id], Objects::This);
        self.code[*cost].parts.iter().find_map(|part| {
            let Stmt::Do { roles, .. } = &self.code[*part] else {
                return None;
            };
            let what = roles
                .iter()
                .find(|r| r.name == "what")
                .and_then(|r| Self::arg_object(&r.arg))?;
            match &self.code[what] {
                Objects::This => roles.iter().find_map(|r| match &r.arg {
                    Arg::Place(place) if r.name == "from" => self.works_in(*place),
                    _ => None,
                }),
                // `this in your graveyard`
                Objects::Select(s) if s.among.is_some_and(this) => match s.places.as_slice() {
                    [place] => self.works_in(*place),
                    _ => None,
                },
                _ => None,
            }
        })
    }

    fn is_own_event(&self, node: &Ability) -> bool {
        let Some(Trigger::Events(events) | Trigger::Either(events, _)) = &node.trigger else {
            return false;
        };
        let this = |id: &ObjId| matches!(self.code[*id], Objects::This);
        events.iter().any(|event| {
            let event = &self.code[*event];
            let subject = matches!(&event.subject, Some(Subject::Objects(id)) if this(id));
            subject
                || event
                    .roles
                    .iter()
                    .any(|role| matches!(&role.arg, crate::ir::Arg::Objects(id) if this(id)))
        })
    }

    fn gate_zones(&self, cond: CondId) -> Option<Vec<Name>> {
        match &self.code[cond] {
            Cond::And(all) => all.iter().find_map(|cond| self.gate_zones(*cond)),
            Cond::Or(any) => {
                let zones: Option<Vec<_>> = any.iter().map(|cond| self.gate_zones(*cond)).collect();
                zones.map(|zones| zones.concat())
            }
            Cond::Is {
                subject: Subject::Objects(subject),
                was: false,
                what: Complement::Place(place),
            } if matches!(self.code[*subject], Objects::This) => self.works_in(*place),
            // `this is the top card of your clock`, `the top card of your clock is this`
            Cond::Is {
                subject: Subject::Objects(subject),
                was: false,
                what: Complement::Objects(what),
            } => match (&self.code[*subject], &self.code[*what]) {
                (Objects::This, Objects::Stack { place, .. }) | (Objects::Stack { place, .. }, Objects::This) => {
                    self.works_in(*place)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The zones of a place, if abilities can work there and no part of one is meant.
    fn works_in(&self, place: crate::ir::PlaceId) -> Option<Vec<Name>> {
        match &self.code[place].kind {
            PlaceKind::End(_, of) => self.works_in(*of),
            PlaceKind::Zone(zones, filters) => {
                let whole = |zone: &Name| {
                    self.pick(zone, |word, _| match &word.data {
                        Data::Zone(zone) => Some(zone.works && zone.part_of.is_none()),
                        _ => None,
                    })
                    .unwrap_or(false)
                };
                (filters.is_empty() && !zones.is_empty() && zones.iter().all(whole)).then(|| zones.clone())
            }
            _ => None,
        }
    }
}
