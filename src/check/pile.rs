//! Cards from an end of a pile, and choices among cards that the chooser cannot see.

use super::Checker;
use super::event::Gathered;
use super::value::{ObjTy, Val};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Arg, Desc, Filter, Name, ObjId, Objects, PlaceId, PlaceKind, Quant, Role, Selector, Who};
use crate::source::Span;
use crate::vocab::{Data, Gives, NounKind, VerbData, Visibility};

impl<'s> Checker<'_, 's> {
    /// `put 2 cards from the top of your deck …`: the cards that lie there, not cards that somebody picks.
    pub(super) fn pile_role(&mut self, data: &VerbData, gathered: &mut Gathered<'s>, span: Span) {
        // Cards that are revealed until one fits have a pile of their own.
        if data.roles.iter().any(|r| r.names.contains(&"until")) {
            return;
        }
        let from = gathered.roles.iter().position(|r| r.name == "from");
        let what = gathered.roles.iter().position(|r| r.name == "what");
        let (Some(from), Some(what)) = (from, what) else { return };
        let end = match gathered.roles.get(from).map(|r| &r.arg) {
            Some(Arg::Place(place)) => self.end_of(*place),
            _ => None,
        };
        let object = gathered.roles.get(what).and_then(|r| Self::arg_object(&r.arg));
        let (Some((top, zone)), Some(object)) = (end, object) else {
            return;
        };
        let Objects::Select(selector) = self.code[object].clone() else {
            return;
        };
        let Some((id, ty)) = self.as_pile(&selector, top, zone, span) else {
            return;
        };
        if let Some(role) = gathered.roles.get_mut(what) {
            role.arg = Arg::Objects(id);
        }
        gathered.roles.remove(from);
        gathered
            .chosen
            .retain(|(role, slot, ..)| role != "what" || Some(*slot) != selector.slot);
        for (role, known) in &mut gathered.types {
            if role == "what" {
                *known = ty.clone();
            }
        }
    }

    /// The end of a zone that a place is.
    pub(super) fn end_of(&self, place: PlaceId) -> Option<(bool, PlaceId)> {
        match &self.code[place].kind {
            PlaceKind::End(top, zone) => Some((*top, *zone)),
            _ => None,
        }
    }

    /// The cards at an end of a pile that a description counts. They are taken whatever they are.
    pub(super) fn as_pile(
        &mut self,
        selector: &Selector,
        top: bool,
        zone: PlaceId,
        span: Span,
    ) -> Option<(ObjId, ObjTy)> {
        let plain = |desc: &Desc| desc.noun.as_deref().is_none_or(|n| n == "card") && desc.filters.is_empty();
        let (count, up_to) = match &selector.quant {
            Quant::Exactly(n) => (Some(*n), false),
            Quant::UpTo(n) => (Some(*n), true),
            Quant::A => (None, false),
            _ => {
                self.report(
                    Diagnostic::new(
                        Code::PileChoice,
                        span,
                        "this does not say how many cards of the pile are taken",
                    )
                    .with_help("say the number: `the top 2 cards of your deck`, `2 cards from the top of your deck`"),
                );
                return None;
            }
        };
        let described = !selector.descs.iter().all(plain)
            || !selector.filters.is_empty()
            || selector.other
            || selector.random
            || selector.target
            || selector.among.is_some();
        if described {
            self.report(
                Diagnostic::new(
                    Code::PileChoice,
                    span,
                    "cards of a pile are taken from its end as they come, whatever they are",
                )
                .with_help(
                    "look at them or reveal them first: `reveal the top 3 cards of your deck; choose 1 … among them`",
                ),
            );
            return None;
        }
        let single = count.is_none_or(|n| matches!(self.code[n], crate::ir::Expr::Num(1)));
        let id = self.code.add_object(Objects::Stack {
            top,
            count,
            up_to,
            place: zone,
            noun: Some(Name::Borrowed("card")),
        });
        let ty = ObjTy {
            hidden: true,
            single,
            nouns: vec!["card"],
            ..ObjTy::card()
        };
        Some((id, ty))
    }

    /// Only what lies in an order has a top and a bottom.
    pub(super) fn has_order(&mut self, zone: PlaceId, span: Span) {
        let mut zones = Vec::new();
        self.zones_of(zone, &mut zones);
        let loose = zones.iter().find(|z| {
            self.pick(z, |w, _| match &w.data {
                Data::Zone(zone) => Some(!zone.stack),
                _ => None,
            })
            .unwrap_or(false)
        });
        if let Some(zone) = loose {
            let ordered = self.spellings(|w| matches!(&w.data, Data::Zone(z) if z.stack));
            let list = crate::diag::quoted_list(ordered, 12, "and");
            self.report(
                Diagnostic::new(
                    Code::NoOrder,
                    span,
                    format!("the cards of the {zone} lie in no order: it has no top and no bottom"),
                )
                .with_help(format!(
                    "choose one of its cards: `1 card in your {zone}`; an order have {list}"
                )),
            );
        }
    }

    /// A player picks only among cards that this player sees, unless the rules of the game let it happen unseen.
    pub(super) fn sight(&mut self, data: &VerbData, gathered: &Gathered<'s>, span: Span) {
        if data.gives == Gives::Found || self.scope.vocab.policy("sight") == Some("choosing-looks") {
            return;
        }
        let from = gathered.roles.iter().find_map(|r| match (&r.arg, r.name.as_ref()) {
            (Arg::Place(place), "from") => Some(*place),
            _ => None,
        });
        for role in &gathered.roles {
            self.sight_of(role, from, span);
        }
    }

    fn sight_of(&mut self, role: &Role, from: Option<PlaceId>, span: Span) {
        let Some(id) = Self::arg_object(&role.arg) else { return };
        let Objects::Select(selector) = self.code[id].clone() else {
            return;
        };
        if selector.slot.is_none() || selector.random || selector.among.is_some() {
            return;
        }
        let mut places = selector.places.clone();
        places.extend(from.filter(|_| role.name == "what"));
        for place in places {
            // What lies at an end is taken as it comes.
            if self.end_of(place).is_some() {
                continue;
            }
            let mut zones = Vec::new();
            self.zones_of(place, &mut zones);
            let whose = self.code[place].whose.clone();
            for zone in zones {
                if !self.sees(&zone, whose.as_ref()) && !self.unseen_is_legal(&selector, &zone) {
                    self.cannot_see(&zone, whose.as_ref(), span);
                    return;
                }
            }
        }
    }

    /// Whether whoever acts sees the cards of a zone of a player.
    fn sees(&mut self, zone: &str, whose: Option<&Who>) -> bool {
        let visibility = self.pick(zone, |w, _| match &w.data {
            Data::Zone(zone) => Some(zone.visibility),
            _ => None,
        });
        let actor = self.frame().actors.last().cloned().unwrap_or(Who::You);
        match visibility {
            None | Some(Visibility::Public) => true,
            Some(Visibility::Hidden) => self.was_shown(zone, whose),
            Some(Visibility::Owner) => match whose {
                None | Some(Who::They) => true,
                Some(whose) => *whose == actor || self.was_shown(zone, Some(whose)),
            },
        }
    }

    /// Whether the zone was looked at or revealed before in this effect.
    fn was_shown(&mut self, zone: &str, whose: Option<&Who>) -> bool {
        let mut shown = self.frame().shown.iter();
        shown.any(|(name, of)| name == zone && (of.as_ref() == whose || of.is_none() || *of == Some(Who::They)))
    }

    /// Whether the rules let a player pick there unseen: a card whose face does not matter.
    fn unseen_is_legal(&self, selector: &Selector, zone: &str) -> bool {
        let blind = self.scope.vocab.policy("unseen-pick").unwrap_or("");
        let allowed = blind.split_whitespace().any(|z| z == zone);
        let faceless = |f: &Filter| {
            matches!(
                f,
                Filter::State(_) | Filter::At(_) | Filter::Of(_) | Filter::OfPlayer(_)
            )
        };
        let any_face = selector.filters.iter().all(faceless)
            && selector.descs.iter().all(|d| {
                let general = d.noun.as_deref().is_none_or(|n| {
                    let types = self.pick(n, |w, _| matches!(w.data, Data::Type(_)).then_some(()));
                    types.is_none()
                });
                general && d.filters.iter().all(faceless)
            });
        allowed && any_face
    }

    fn cannot_see(&mut self, zone: &str, whose: Option<&Who>, span: Span) {
        let whose = match whose {
            Some(Who::Opponent | Who::EachOpponent) => "opponent's ",
            Some(Who::You) => "your ",
            _ => "that ",
        };
        self.report(
            Diagnostic::new(
                Code::UnseenChoice,
                span,
                format!("whoever chooses here does not see the cards of {whose}{zone}"),
            )
            .with_help(format!(
                "say how the card is found: `search {whose}{zone} for 1 …`, `look at {whose}{zone}` before, `1 random card in {whose}{zone}`, or, of a pile, `the top card of {whose}{zone}`"
            )),
        );
    }

    /// Remembers which zones a command shows.
    pub(super) fn remember_shown(&mut self, data: &VerbData, gathered: &Gathered<'s>) {
        if !matches!(data.gives, Gives::Looked | Gives::Found) {
            return;
        }
        for role in &gathered.roles {
            let mut places = Vec::new();
            match &role.arg {
                Arg::Place(place) => match &self.code[*place].kind {
                    PlaceKind::By(_, obj) => {
                        if let Objects::CardsAt(place) = &self.code[*obj] {
                            places.push(*place);
                        }
                    }
                    _ => places.push(*place),
                },
                Arg::Objects(obj) => match &self.code[*obj] {
                    Objects::CardsAt(place) => places.push(*place),
                    Objects::Select(s) if matches!(s.quant, Quant::All | Quant::Each | Quant::Bare) => {
                        places.extend(s.places.clone());
                    }
                    _ => {}
                },
                _ => {}
            }
            for place in places {
                let mut zones = Vec::new();
                self.zones_of(place, &mut zones);
                let whose = self.code[place].whose.clone();
                for zone in zones {
                    self.frame().shown.push((zone, whose.clone()));
                }
            }
        }
    }

    /// A description that names an end of a zone: the cards that lie there.
    pub(super) fn pile_value(&mut self, selector: &Selector, ty: &ObjTy, span: Span) -> Option<Val> {
        if !self.frame().commanding || ty.kind != NounKind::Card {
            return None;
        }
        let [place] = selector.places.as_slice() else {
            return None;
        };
        let (top, zone) = self.end_of(*place)?;
        let (id, ty) = self.as_pile(selector, top, zone, span)?;
        Some(Val::Objs(id, ty))
    }
}
