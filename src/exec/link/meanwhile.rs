//! Verbs that tell how things are now, not what happened: how a card lies (`is attached to`), and what goes on for a while (`that this boosts`, `is boosted
//! by`). They ask for a relation between cards that the game knows.

use super::super::code::{Filter, Obj, ObjIx, Select};
use super::{CardLinker, Fail, Limit, Linked};
use crate::ir::{self, ObjId, Objects};

/// What a sentence of that kind says.
#[derive(Debug, Clone, Copy)]
struct Standing {
    /// The relation of the card that lies or does something to the other one.
    rel: u8,
    /// The card that lies or does something.
    doer: Option<ObjId>,
    /// On what it lies, or to whom it does it.
    to: Option<ObjId>,
    /// The subject of the sentence is the other one: `is boosted by`.
    passive: bool,
}

impl CardLinker<'_, '_> {
    /// Whether an event is none: it says how a card lies now (`is bestowed`, `attached to your J/ruler`), or what it is doing (`boosts this`).
    pub(super) fn is_standing(&self, event: ir::EventId) -> bool {
        self.stands(event).is_some()
    }

    fn stands(&self, event: ir::EventId) -> Option<Standing> {
        let ir::Event {
            kind,
            subject,
            roles,
            not: _,
            past: false,
            would: false,
            window: None,
            during,
        } = &self.code()[event]
        else {
            return None;
        };
        let row = |rows: &[(&str, u8)], verb: &str| rows.iter().find(|(word, _)| *word == verb).map(|(_, rel)| *rel);
        let (rel, role, passive) = match kind {
            ir::EventKind::Done(verb) => match row(self.tables().standing, verb) {
                Some(rel) => (rel, "to", false),
                None => (row(self.tables().meanwhile, verb)?, "by", true),
            },
            ir::EventKind::Does(verbs) => match verbs.as_slice() {
                [verb] => (row(self.tables().meanwhile, verb)?, "what", false),
                _ => return None,
            },
            ir::EventKind::Becomes(_) => return None,
        };
        let other = match roles.as_slice() {
            [] => None,
            [
                ir::Role {
                    name,
                    arg: ir::Arg::Objects(obj),
                },
            ] if name.as_ref() == role => Some(*obj),
            _ => return None,
        };
        let subject = match subject {
            Some(ir::Subject::Objects(obj)) => Some(*obj),
            None => None,
            Some(_) => return None,
        };
        let (doer, to) = if passive { (other, subject) } else { (subject, other) };
        during.is_empty().then_some(Standing { rel, doer, to, passive })
    }

    fn is_the_described(&self, obj: Option<ObjId>) -> bool {
        obj.is_some_and(|obj| matches!(self.code()[obj], Objects::Described))
    }

    /// How things are now, as a demand on the subject of the sentence.
    pub(super) fn standing(&mut self, event: ir::EventId) -> Linked<Filter> {
        let Some(stands) = self.stands(event) else {
            return Err(Fail::limit(
                Limit::Description,
                "the engine cannot tell how the card lies",
            ));
        };
        let lies = self.standing_as(stands, stands.passive)?;
        Ok(self.unless_not(event, lies))
    }

    /// How things are now, as a demand on the card that is described: it may be either of the two.
    pub(super) fn standing_described(&mut self, event: ir::EventId) -> Linked<Filter> {
        let stands = self.stands(event);
        let Some(stands) = stands.filter(|s| self.is_the_described(s.doer) != self.is_the_described(s.to)) else {
            return Err(Fail::limit(
                Limit::Condition,
                "the engine can ask how the described card lies only",
            ));
        };
        let lies = self.standing_as(stands, self.is_the_described(stands.to))?;
        Ok(self.unless_not(event, lies))
    }

    fn unless_not(&self, event: ir::EventId, lies: Filter) -> Filter {
        if self.code()[event].not {
            Filter::Not(Box::new(lies))
        } else {
            lies
        }
    }

    /// The relation as a demand on the one to whom it is done (`of_other`), or on the one who does it.
    fn standing_as(&mut self, stands: Standing, of_other: bool) -> Linked<Filter> {
        if of_other {
            let doers = match stands.doer {
                Some(doer) => self.obj(doer)?,
                None => self.all_in_play(),
            };
            return Ok(Filter::Among(self.add_obj(Obj::Related(stands.rel, doers))));
        }
        let to = stands.to.map(|to| self.obj(to)).transpose()?;
        Ok(Filter::Related(stands.rel, to.map(Filter::Among).into_iter().collect()))
    }

    fn all_in_play(&mut self) -> ObjIx {
        let place = self.everywhere(true);
        self.add_obj(Obj::Select(Box::new(Select {
            places: vec![place],
            ..Select::default()
        })))
    }
}
