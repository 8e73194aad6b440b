//! Games in which every choice among public cards is made while the card or ability is played: such a choice inside another command is a selection of its
//! own that stands before it.

use super::Checker;
use super::event::Gathered;
use super::refs::{Intro, Origin};
use super::value::ObjTy;
use crate::diag::{Code, Diagnostic};
use crate::ir::{
    Arg, ChoiceTime, Filter, Name, ObjId, Objects, PlaceId, PlaceKind, RefWord, Role, Selector, SlotId, Stmt, StmtId,
};
use crate::source::Span;
use crate::vocab::VerbData;

impl<'s> Checker<'_, 's> {
    /// The verb that chooses while something is played, if all choices among public cards belong to it and one can be made here.
    fn selecting_verb(&mut self) -> Option<Name> {
        let verb = self.scope.vocab.policy("public-choices")?;
        // A definition says itself what is selected: its words are those of the rules.
        let early = self.late.is_none() && self.expanding.is_empty() && !self.frame().givens.open;
        let frame = self.frame();
        let plays = !frame.paying && !frame.replacing && !frame.continuous && frame.actors.is_empty();
        (early && plays && frame.elements.is_empty()).then_some(Name::Borrowed(verb))
    }

    /// Puts the selections of a command before it.
    pub(super) fn select_first(&mut self, data: &VerbData, gathered: &mut Gathered<'s>, span: Span) -> Vec<StmtId> {
        let mut out = Vec::new();
        if data.choice.is_some() || data.gives == crate::vocab::Gives::Found {
            return out;
        }
        // What an effect plays is chosen as it is played.
        if data.roles.iter().any(|r| r.names.contains(&"without")) {
            return out;
        }
        let from = gathered.roles.iter().position(|r| r.name == "from");
        for (role, slot, time, ty, _, at) in gathered.chosen.clone() {
            if time == ChoiceTime::Play {
                continue;
            }
            let here = |r: &Role| r.name == role;
            let from = from.filter(|_| role == "what");
            let place = from.and_then(|at| gathered.roles.get(at)).and_then(|r| match &r.arg {
                Arg::Place(place) => Some(*place),
                _ => None,
            });
            let direct = gathered
                .roles
                .iter()
                .position(|r| here(r) && self.chooses_slot(&r.arg, slot));
            // `discard 1 follower`: the verb says where from, whatever the zone of the noun is.
            if data.takes.is_some() && place.is_none() && role == "what" && self.names_no_place(slot) {
                continue;
            }
            let Some(direct) = direct else {
                self.say_select(slot, at);
                continue;
            };
            let id = gathered.roles.get(direct).and_then(|r| Self::arg_object(&r.arg));
            let Some((stmt, reference)) = id.and_then(|id| self.selection(id, &ty, place, span)) else {
                continue;
            };
            out.push(stmt);
            self.introduce(Intro {
                slot,
                singles: u8::from(ty.single),
                ty,
                span: at,
                used: true,
                chosen: false,
                looked: false,
                shown: false,
                time: ChoiceTime::Play,
                origin: Origin::Said,
                this: false,
                of: None,
            });
            if let Some(role) = gathered.roles.get_mut(direct) {
                role.arg = Arg::Objects(reference);
            }
            if let Some(from) = from.filter(|_| place.is_some()) {
                gathered.roles.remove(from);
            }
            gathered.chosen.retain(|(_, other, ..)| *other != slot);
        }
        out
    }

    /// Whether the description of a choice says neither a place nor a set.
    fn names_no_place(&self, slot: SlotId) -> bool {
        self.code.objects.iter().any(
            |o| matches!(o, Objects::Select(s) if s.slot == Some(slot) && s.places.is_empty() && s.among.is_none()),
        )
    }

    fn chooses_slot(&self, arg: &Arg, slot: SlotId) -> bool {
        Self::arg_object(arg).is_some_and(|id| matches!(&self.code[id], Objects::Select(s) if s.slot == Some(slot)))
    }

    /// A choice that stands inside another phrase cannot be moved before the command.
    fn say_select(&mut self, slot: SlotId, span: Span) {
        let found = self.code.objects.iter().find_map(|o| match o {
            Objects::Select(s) if s.slot == Some(slot) => Some((**s).clone()),
            _ => None,
        });
        let Some(selector) = found.filter(|s| self.is_public_choice(s, None)) else {
            return;
        };
        let Some(verb) = self.selecting_verb().filter(|_| !selector.random) else {
            return;
        };
        self.report(
            Diagnostic::new(
                Code::UnselectedTarget,
                span,
                "these cards are chosen when the card or ability is played, and the text does not say so",
            )
            .with_help(format!("choose them first: `{verb} 1 …`, then say `it` or `them`")),
        );
    }

    /// Whether a player picks among cards that everybody sees and that exist.
    fn is_public_choice(&self, selector: &Selector, from: Option<PlaceId>) -> bool {
        let made = selector.descs.iter().any(|d| d.noun.as_deref() == Some("token"));
        let enemy = selector.filters.iter().any(|f| matches!(f, Filter::OfPlayer(_)));
        let owned = selector.whose.is_some() || enemy;
        let mut places = selector.places.clone();
        places.extend(from);
        if selector.slot.is_none() || selector.random || selector.target || selector.among.is_some() {
            return false;
        }
        if made && !owned && places.is_empty() {
            return false;
        }
        let seen = |place: &PlaceId| {
            let known = matches!(
                self.code[*place].kind,
                PlaceKind::Zone(..) | PlaceKind::Or(_) | PlaceKind::Within(..)
            );
            known && self.end_of(*place).is_none() && !self.place_hidden(*place)
        };
        if !places.is_empty() {
            return places.iter().all(seen);
        }
        if selector.default_zones.is_empty() {
            return owned;
        }
        !selector
            .default_zones
            .iter()
            .any(|z| self.zones_hidden(std::slice::from_ref(z)))
    }

    /// The statement that makes a choice while playing, and the words that mean what was chosen.
    pub(super) fn selection(
        &mut self,
        id: ObjId,
        ty: &ObjTy,
        from: Option<PlaceId>,
        span: Span,
    ) -> Option<(StmtId, ObjId)> {
        let Objects::Select(mut selector) = self.code[id].clone() else {
            return None;
        };
        let verb = self
            .selecting_verb()
            .filter(|_| self.is_public_choice(&selector, from))?;
        let slot = selector.slot?;
        if let Some(place) = from {
            selector.places.push(place);
            selector.default_zones.clear();
        }
        let chosen = self.code.add_object(Objects::Select(selector));
        let node = Stmt::Do {
            verb,
            call: None,
            roles: vec![Role {
                name: "what".into(),
                arg: Arg::Objects(chosen),
            }],
            slot: Some(slot),
            choice: Some(ChoiceTime::Play),
            per: None,
            durations: Vec::new(),
            defs: Vec::new(),
        };
        let stmt = self.code.stmt_at(node, span.into());
        self.frame().prologue.push(stmt);
        let word = if ty.single { RefWord::It } else { RefWord::Them };
        Some((stmt, self.code.add_object(Objects::Slot(slot, word))))
    }
}
