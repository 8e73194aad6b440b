//! Questions about the past: what happened, to all of the cards or to how many, and what cannot be asked because it only happens.

use super::super::code::{Cond, CondIx, Filter, Num, PatIx, PatKind, PatObject, PatSubject, Select, Window, Within};
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked};
use crate::ir::{self, ObjId, Objects, Quant, Subject};

impl CardLinker<'_, '_> {
    /// A question about the past.
    pub(super) fn happened(&mut self, event: ir::EventId) -> Linked<CondIx> {
        if let Some(all) = self.asked_of_all(event) {
            return self.happened_to_all(event, all);
        }
        self.counts = Some(None);
        let asked = self.asked_past(event);
        let counts = self.counts.take().flatten();
        let (pattern, window) = asked?;
        if let Some((how, n)) = counts {
            // `if 2 or more of your characters attacked`: cards are counted, not attacks.
            let times = self.add_num(Num::Doers(pattern, window));
            let enough = Cond::Compare(times, how, n);
            return Ok(if self.code()[event].not {
                let enough = self.add_cond(enough);
                self.add_cond(Cond::Not(enough))
            } else {
                self.add_cond(enough)
            });
        }
        let dealt = self.dealt_instead(event)?;
        let not = self.code()[event].not;
        let node = match dealt {
            // "All damage was canceled": some was, and none was dealt.
            Some(dealt) if !not => {
                let some = self.add_cond(Cond::Happened(pattern, window.clone()));
                let other = self.add_cond(Cond::Happened(dealt, window));
                let none = self.add_cond(Cond::Not(other));
                Cond::And(vec![some, none])
            }
            Some(_) => {
                return Err(Fail::limit(
                    Limit::Condition,
                    "the engine cannot ask that of every amount yet",
                ));
            }
            None if not => {
                let inner = self.add_cond(Cond::Happened(pattern, window));
                Cond::Not(inner)
            }
            None => Cond::Happened(pattern, window),
        };
        Ok(self.add_cond(node))
    }

    /// The cards of which all are asked about: `if all of your characters attacked this turn`.
    fn asked_of_all(&self, event: ir::EventId) -> Option<ObjId> {
        let Some(Subject::Objects(obj)) = &self.code()[event].subject else {
            return None;
        };
        let Objects::Select(selector) = &self.code()[*obj] else {
            return None;
        };
        matches!(selector.quant, Quant::All | Quant::Each).then_some(*obj)
    }

    /// Whether something happened to every one of the cards, or every one of them did it.
    fn happened_to_all(&mut self, event: ir::EventId, all: ObjId) -> Linked<CondIx> {
        let (pattern, window) = self.asked_past(event)?;
        let by_object = self.l.parts.patterns.get(pattern.0 as usize);
        if by_object.is_none_or(|p| p.object.is_some() && matches!(p.subject, PatSubject::Any)) {
            return Err(Fail::limit(
                Limit::Past,
                "the engine cannot ask whether that happened to all of them",
            ));
        }
        let every = self.fit(all, false, vec![Filter::Did(pattern, window)])?;
        Ok(if self.code()[event].not {
            self.add_cond(Cond::Not(every))
        } else {
            every
        })
    }

    /// A question about the past; its events must be remembered.
    pub(super) fn asked_past(&mut self, id: ir::EventId) -> Linked<(PatIx, Window)> {
        let event = &self.code()[id];
        let present = !event.past && event.window.is_none();
        let window = match (&event.window, &self.scope.ends) {
            (None, Some(span)) => {
                let span = span.clone();
                self.window_that_ends(&span)?
            }
            (window, _) => self.window(window.as_ref())?,
        };
        // The event of a question is not the one the ability answers to.
        let (pattern, _) = self.pattern(event, super::event::Use::Past)?;
        // What is announced targets as long as its price is worked out; anything else has happened, or goes on by the game's table.
        if present && pattern.kind != PatKind::Note(super::event::bit(self.tables().note.target)) {
            return Err(Self::deed_in_the_present(&self.code()[id]));
        }
        self.l.parts.past_keys |= pattern.keys;
        if let PatKind::Move {
            within: Within::Only, ..
        } = pattern.kind
        {
            self.l.parts.past_keys |= super::super::keys::POSITIONS;
        }
        // Where a card was when it happened is asked of a card that may have left since.
        let placed = |select: &Select| {
            select
                .filters
                .iter()
                .any(|f| !matches!(f, Filter::Type(_) | Filter::Tag(_) | Filter::Named(_)))
        };
        let subject = matches!(&pattern.subject, PatSubject::Fits(select) if placed(select));
        let object = matches!(&pattern.object, Some(PatObject::Fits(select)) if placed(select));
        self.l.parts.keeps_last |= subject || object;
        Ok((self.add_pattern(pattern), window))
    }

    /// `if this attacks` asks for something that goes on, and what only happens does not: read as the past, it would stay true for the rest of the game.
    fn deed_in_the_present(event: &ir::Event) -> Fail {
        let verb = match &event.kind {
            ir::EventKind::Done(verb) => verb.as_ref(),
            ir::EventKind::Does(verbs) => verbs.first().map_or("", AsRef::as_ref),
            ir::EventKind::Becomes(_) => "become",
        };
        Fail::wording(
            format!("`{verb}` happens at one moment: whether it is happening cannot be asked"),
            "ask about the past (`attacked this turn`, `was attacked this game`) or about a state (`is attacking`), or answer to it (`when …`)",
        )
    }
}
