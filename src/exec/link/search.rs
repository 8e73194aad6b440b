//! Searching in games whose rules say the rest of it: what was found by a description is shown, and the deck is shuffled once it is where it goes.

use super::super::code::{Op, What};
use super::base_verbs::{self, BaseVerb};
use super::thing::Thing;
use super::{CardLinker, Linked};
use crate::ir::{Arg, ObjId, Objects, PlaceId, PlaceKind, SlotId, Stmt, StmtId};

/// A search, and what the rules add to it.
#[derive(Debug, Clone, Copy)]
struct Settling {
    place: PlaceId,
    /// What was found is shown (5.7.1.2 of Evolve).
    shown: bool,
    /// Behind which statement of the list the deck is shuffled (5.7.2 of Evolve); none if the text says so itself.
    shuffled: Option<usize>,
}

impl<'m> CardLinker<'_, 'm> {
    pub(super) fn body(&mut self, body: &'m [StmtId]) -> Linked<()> {
        let before = self.scope.shuffles_later;
        let mut due: Vec<(usize, PlaceId)> = Vec::new();
        let shuffles = |stmt: &Stmt| Self::does(stmt, BaseVerb::Shuffle);
        let last_shuffle = body
            .iter()
            .rposition(|id| self.some(std::slice::from_ref(id), &shuffles));
        for (n, id) in body.iter().enumerate() {
            self.scope.shuffles_later = before || last_shuffle.is_some_and(|last| last > n);
            let scope = self.scope.clone();
            if let Err(fail) = self.stmt(*id) {
                self.refuse(fail);
                self.forget(scope);
                continue;
            }
            if let Some(settling) = self.settling(body, n) {
                if settling.shown
                    && let Some(found) = self.scope.found
                {
                    let what = What::Objs(self.slot_obj(found));
                    let out = self.fresh();
                    self.emit(Op::Show {
                        what,
                        all: true,
                        until: None,
                        out,
                        done: None,
                    });
                }
                due.extend(settling.shuffled.map(|at| (at, settling.place)));
            }
            for (_, place) in due.iter().filter(|(at, _)| *at == n) {
                let place = self.place(*place)?;
                self.emit(Op::Shuffle(place, self.scope.found));
            }
        }
        self.scope.shuffles_later = before;
        Ok(())
    }

    /// What the rules add to a statement, if it searches a deck.
    fn settling(&self, body: &[StmtId], n: usize) -> Option<Settling> {
        let tables = self.tables();
        let Stmt::Do { verb, roles, slot, .. } = &self.code()[*body.get(n)?] else {
            return None;
        };
        if !tables.search_settles || base_verbs::command(verb) != Some(BaseVerb::Search) {
            return None;
        }
        let arg = |name: &str| roles.iter().find(|r| r.name == name).map(|r| &r.arg);
        let (Some(Arg::Place(place)), Some(Arg::Objects(sought))) = (arg("what"), arg("for")) else {
            return None;
        };
        let deck = tables.zones.get(tables.deck.ix()).map(|zone| zone.name);
        let is_deck = matches!(&self.code()[*place].kind, PlaceKind::Zone(names, _)
            if names.iter().any(|name| Some(name.as_ref()) == deck));
        if !is_deck {
            return None;
        }
        let (described, own) = match &self.code()[*sought] {
            Objects::Select(selector) => {
                let plain = Thing::of(selector).is_some_and(|t| t.is_plain() && self.is_any_card(t.noun));
                (!plain, selector.slot)
            }
            _ => (true, None),
        };
        let mentions = |stmt: &Stmt| {
            [*slot, own]
                .into_iter()
                .flatten()
                .any(|slot| self.speaks_of(stmt, slot))
        };
        let later = body.get(n + 1..).unwrap_or_default();
        let shown = described && !self.some(later, &|stmt| Self::does(stmt, BaseVerb::Reveal) && mentions(stmt));
        let moved = later.iter().rposition(|id| self.some(&[*id], &mentions));
        Some(Settling {
            place: *place,
            shown,
            shuffled: (!self.scope.shuffles_later).then_some(moved.map_or(n, |at| n + 1 + at)),
        })
    }

    fn does(stmt: &Stmt, verb: BaseVerb) -> bool {
        matches!(stmt, Stmt::Do { verb: own, .. } if base_verbs::command(own) == Some(verb))
    }

    /// Whether a command is about what is kept in a slot.
    fn speaks_of(&self, stmt: &Stmt, slot: SlotId) -> bool {
        let Stmt::Do { roles, .. } = stmt else { return false };
        roles
            .iter()
            .any(|role| matches!(&role.arg, Arg::Objects(obj) if self.is_of_slot(*obj, slot)))
    }

    fn is_of_slot(&self, obj: ObjId, slot: SlotId) -> bool {
        match &self.code()[obj] {
            Objects::Slot(of, _) | Objects::Rest(of) => *of == slot,
            Objects::Part(_, of) => self.is_of_slot(*of, slot),
            Objects::Join(all) => all.iter().any(|obj| self.is_of_slot(*obj, slot)),
            Objects::Select(selector) => selector.among.is_some_and(|of| self.is_of_slot(of, slot)),
            _ => false,
        }
    }

    /// Whether something holds of one of these statements or of one inside them.
    fn some(&self, body: &[StmtId], holds: &impl Fn(&Stmt) -> bool) -> bool {
        body.iter().any(|id| {
            let stmt = &self.code()[*id];
            holds(stmt)
                || match stmt {
                    Stmt::Do {
                        call: Some((_, body)), ..
                    }
                    | Stmt::Otherwise(_, body)
                    | Stmt::ForEach { body, .. }
                    | Stmt::Repeat { body, .. }
                    | Stmt::May { body, .. }
                    | Stmt::Actor { body, .. }
                    | Stmt::Block(body) => self.some(body, holds),
                    Stmt::If { then, other, .. } => self.some(then, holds) || self.some(other, holds),
                    Stmt::Override { base, arms, joins: _ } => {
                        self.some(&[*base], holds) || arms.iter().any(|(_, body)| self.some(body, holds))
                    }
                    Stmt::Modal { options, .. } => options.iter().any(|option| self.some(&option.body, holds)),
                    _ => false,
                }
        })
    }
}
