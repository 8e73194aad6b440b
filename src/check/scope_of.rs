//! How far the parts of a description reach: demands behind a list, owners in front of one, the zone a gate names.

use super::Checker;
use crate::ast::Category;
use crate::ir::{
    Ability, Arg, Complement, Cond, CondId, Filter, Name, ObjId, Objects, PlaceKind, Quant, Role, Selector, Stmt,
    StmtId, Subject, Trigger,
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
    /// `all fire and water resonators`, `your <A> and <B> characters`: the noun at the end is that of the members before it which say only of what kind
    /// they are.
    pub(super) fn share_noun(&mut self, list: &mut [ObjId]) {
        let Some((last, before)) = list.split_last_mut() else {
            return;
        };
        let Objects::Select(end) = self.code[*last].clone() else {
            return;
        };
        let ([meant], Quant::Bare) = (end.descs.as_slice(), &end.quant) else {
            return;
        };
        if meant.noun.is_none() || end.whose.is_some() {
            return;
        }
        for id in before {
            let Objects::Select(own) = &self.code[*id] else {
                continue;
            };
            let all = matches!(own.quant, Quant::Bare | Quant::All | Quant::Each);
            let kind = |f: &Filter| matches!(f, Filter::Tag(_) | Filter::Value(..));
            let [desc] = own.descs.as_slice() else { continue };
            if !all || desc.noun.is_some() || desc.filters.is_empty() || !desc.filters.iter().all(kind) {
                continue;
            }
            let mut shared = own.clone();
            shared.default_zones.clone_from(&end.default_zones);
            if let Some(desc) = shared.descs.first_mut() {
                desc.noun.clone_from(&meant.noun);
            }
            *id = self.code.add_object(Objects::Select(shared));
        }
    }

    /// `your other "A" and "B"`, `all enemy followers and amulets`: the owner and `other` in front of a list hold for each member that has no owner,
    /// number or place of its own.
    pub(super) fn share_owner(&mut self, list: &mut [ObjId]) {
        let mut owner = None;
        for id in list {
            let Objects::Select(selector) = &self.code[*id] else {
                owner = None;
                continue;
            };
            let all = matches!(selector.quant, Quant::Bare | Quant::All | Quant::Each);
            let of = selector
                .filters
                .iter()
                .find(|f| matches!(f, Filter::OfPlayer(_) | Filter::Of(_)));
            if selector.whose.is_some() || matches!(of, Some(Filter::OfPlayer(_))) {
                owner = all.then(|| (selector.whose.clone(), of.cloned(), selector.other));
                continue;
            }
            let own = !matches!(selector.quant, Quant::Bare)
                || !selector.places.is_empty()
                || selector.among.is_some()
                || of.is_some();
            match &owner {
                Some((who, of, other)) if !own => {
                    let mut shared = selector.clone();
                    shared.whose.clone_from(who);
                    shared.filters.extend(of.clone());
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

    /// The zones from which the card itself is paid or taken: `ACT [banish this from your cemetery]`, `AUTO when … { put this from your cemetery … }`
    /// work there, or they could never do it. An event of the card itself says where it is noticed.
    pub(super) fn taken_from(&self, node: &Ability) -> Option<Vec<Name>> {
        let answers = node.category == Category::Auto && !self.is_own_event(node);
        if node.category != Category::Act && !answers {
            return None;
        }
        let cost = node.cost.as_ref().map(|(cost, _)| *cost);
        cost.and_then(|cost| self.first_taken(&self.code[cost].parts))
            .or_else(|| self.first_taken(&node.body))
            .flatten()
    }

    /// Where the first statement about the card itself takes it from: nothing if none is about it, `None` inside if it does not say from where.
    fn first_taken(&self, body: &[StmtId]) -> Option<Option<Vec<Name>>> {
        body.iter().find_map(|stmt| match &self.code[*stmt] {
            Stmt::Do { roles, .. } => self.takes_itself(roles),
            Stmt::May { cost, body, .. } => cost
                .and_then(|cost| self.first_taken(&self.code[cost].parts))
                .or_else(|| self.first_taken(body)),
            Stmt::If { cond, then, other } => self
                .gate_zones(*cond)
                .map(Some)
                .or_else(|| self.first_taken(then))
                .or_else(|| self.first_taken(other)),
            Stmt::Block(body) | Stmt::Actor { body, .. } => self.first_taken(body),
            _ => None,
        })
    }

    fn takes_itself(&self, roles: &[Role]) -> Option<Option<Vec<Name>>> {
        let this = |id: ObjId| matches!(self.code[id], Objects::This);
        let what = roles
            .iter()
            .find(|r| r.name == "what")
            .and_then(|r| Self::arg_object(&r.arg))?;
        match &self.code[what] {
            Objects::This => Some(roles.iter().find_map(|r| match &r.arg {
                Arg::Place(place) if r.name == "from" => self.works_in(*place),
                _ => None,
            })),
            // `this in your graveyard`
            Objects::Select(s) if s.among.is_some_and(this) => Some(match s.places.as_slice() {
                [place] => self.works_in(*place),
                _ => None,
            }),
            _ => None,
        }
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
