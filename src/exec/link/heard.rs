//! What an ability listens to.

use super::super::code::{PatIx, PatKind, PatSubject};
use super::super::tables::{SendFrom, VerbKind, VerbRow};
use super::ability::Works;
use super::event::{Parts, Use};
use super::keyword::Native;
use super::refusal::Fail;
use super::{CardLinker, Linked, Principal};
use crate::ir::{self, Arg, Event, EventId, EventKind, Objects, Subject, Trigger};
use crate::kernel::Note;

/// What an ability listens to.
#[derive(Default)]
pub(super) struct Heard {
    pub(super) triggers: Vec<PatIx>,
    /// It waits for a condition.
    pub(super) state: bool,
    /// It listens to its own card only.
    pub(super) own: bool,
}

impl<'m> CardLinker<'_, 'm> {
    /// Links what the ability listens to; where it works may grow by the places it speaks of.
    pub(super) fn heard(
        &mut self,
        ability: &'m ir::Ability,
        native: Option<&Native>,
        place: &mut Works,
    ) -> Linked<Heard> {
        let mut heard = Heard::default();
        match &ability.trigger {
            None => {
                self.scope.parts = None;
                self.scope.rolled = false;
            }
            Some(Trigger::Events(events)) => self.hears_events(ability, events, place, &mut heard)?,
            Some(Trigger::Time(time)) => {
                heard.triggers.push(self.time_pattern(time)?);
                self.scope.parts = None;
            }
            Some(Trigger::Either(events, times)) => {
                self.hears_events(ability, events, place, &mut heard)?;
                for time in times {
                    let pattern = self.time_pattern(time)?;
                    heard.triggers.push(pattern);
                }
                // A point of time is about no card.
                heard.own = false;
                self.scope.parts = None;
                self.scope.rolled = false;
            }
            Some(Trigger::State) => {
                heard.state = true;
                self.scope.parts = None;
            }
        }
        if let Some(pattern) = native.and_then(|n| n.pattern.clone()) {
            if !heard.triggers.is_empty() {
                return Err(Fail::wording(
                    "the keyword says itself when it answers",
                    "leave the event out: the keyword has its own",
                ));
            }
            heard.triggers.push(self.add_pattern(pattern));
            self.scope.parts = Some(Parts::SUBJECT);
        }
        Ok(heard)
    }

    fn hears_events(
        &mut self,
        ability: &'m ir::Ability,
        events: &'m [EventId],
        place: &mut Works,
        heard: &mut Heard,
    ) -> Linked<()> {
        let replaces = ability.replaces.is_some();
        heard.own = true;
        let mut common = None;
        let mut gathers = Vec::new();
        let mut damage = true;
        for id in events {
            let event = &self.code()[*id];
            if event.would != replaces {
                return Err(Fail::wording(
                    "the engine replaces what would happen, and nothing else",
                    "write `when … would …, instead`, or leave `instead` out",
                ));
            }
            if !replaces && self.is_all_of_several(event) {
                return Err(Fail::wording(
                    "an ability answers to what happens to each, not to all of them",
                    "write `when your … …`; for all of them ask with a condition: `if all of your … are …`",
                ));
            }
            self.shown = false;
            let (pattern, part) = self
                .pattern(event, Use::Trigger)
                .map_err(|fail| fail.at(self.phrase(*id)))?;
            heard.own &= pattern.subject == PatSubject::This && !matches!(pattern.kind, PatKind::Time(_));
            // `is attacked`: the object is this card, but the event is about another one.
            heard.own &= part.principal == Principal::Subject;
            gathers.push(pattern.together.is_some());
            damage &= self.is_damage(&pattern.kind);
            common = match common {
                None => Some(Some(part)),
                Some(first) => Some(first.and_then(|first: Parts| first.common(part))),
            };
            if used_of_this(self.code(), event) {
                place.zones = u32::MAX;
            }
            // A card that speaks of its own way out of a place speaks there, wherever its texts work otherwise (8.7.4 and its like).
            if let PatKind::Move { tag, from, to, .. } = pattern.kind
                && pattern.subject == PatSubject::This
                && ability.works.is_none()
                && (replaces || to.is_none_or(|to| self.zone_bits(to) & place.zones == 0))
            {
                let comes_here = to.is_some_and(|to| self.zone_bits(to) & place.zones != 0);
                place.zones |= match from {
                    Some(from) => self.zone_bits(from),
                    // What would come to where its texts work is anywhere else when that is asked.
                    None if replaces && comes_here => u32::MAX,
                    None => tag.map_or(0, |tag| self.sent_from(tag)),
                };
            }
            let drawn = self.tables().note.draw;
            if matches!(pattern.kind, PatKind::Move { tag: Some(tag), .. } if tag == drawn)
                && pattern.subject == PatSubject::This
                && ability.works.is_none()
            {
                place.zones |= self.tables().hand.bit();
            }
            self.shown |= matches!(pattern.kind, PatKind::Note(bits) if bits & self.tables().shown_notes != 0);
            // What is played hears it where it waits to resolve.
            if let PatKind::Note(bits) = pattern.kind
                && bits == self.tables().note.play.bit()
                && pattern.subject == PatSubject::This
                && ability.works.is_none()
                && !replaces
            {
                place.zones |= self.tables().stack_zone.map_or(0, |zone| zone.bit());
            }
            // What is revealed hears it wherever it lies then.
            if std::mem::take(&mut self.shown) && pattern.subject == PatSubject::This && ability.works.is_none() {
                place.zones = u32::MAX;
            }
            let pattern = self.add_pattern(pattern);
            heard.triggers.extend(self.cards_and_abilities(pattern));
        }
        self.scope.rolled = events.iter().all(|event| self.gives_number(&self.code()[*event]));
        self.scope.parts = common.flatten();
        self.scope.replaces_damage = damage && replaces;
        if gathers.iter().any(|g| *g) {
            if !gathers.iter().all(|g| *g) {
                return Err(Fail::wording(
                    "the engine notices several things at once, or one, not both",
                    "write two abilities",
                ));
            }
            let slot = self.fresh();
            self.scope.together = Some(slot);
        }
        Ok(())
    }

    /// `all of your followers are …`
    fn is_all_of_several(&self, event: &Event) -> bool {
        let Some(Subject::Objects(obj)) = &event.subject else {
            return false;
        };
        matches!(&self.code()[*obj], Objects::Select(selector) if matches!(selector.quant, ir::Quant::All))
    }

    /// The zone that a verb always takes cards from (`discard`), or always brings them to (`draw`), as a bit.
    fn sent_from(&self, tag: Note) -> u32 {
        let tables = self.tables();
        let takes = |row: &VerbRow| matches!(row.command, VerbKind::Send(_, of, SendFrom::Hand) if of == tag);
        // What is drawn is in the hand when that is noticed.
        if tag == tables.note.draw || tables.verbs.iter().any(takes) {
            tables.hand.bit()
        } else if tables.stack_moves.contains(&tag) {
            tables.stack_zone.map_or(0, |zone| zone.bit())
        } else {
            0
        }
    }

    /// Whether an event is a verb that gives a number, which its amount tells then.
    fn gives_number(&self, event: &Event) -> bool {
        let EventKind::Does(verbs) = &event.kind else {
            return false;
        };
        !event.would
            && verbs.iter().all(|verb| {
                let gives = self.l.vocab.pick(verb, |word, _| match &word.data {
                    crate::vocab::Data::Verb(data) => Some(matches!(data.gives, crate::vocab::Gives::Value)),
                    _ => None,
                });
                let row = self.tables().verbs.iter().find(|row| row.word == verb.as_ref());
                gives == Some(true) && matches!(row.map(|r| r.command), Some(VerbKind::Counted(_)))
            })
    }
}

/// `when you use … of this`: the card may be elsewhere by then.
fn used_of_this(code: &ir::Code, event: &Event) -> bool {
    let uses = matches!(&event.kind, EventKind::Does(verbs) if verbs.iter().any(|v| v == "use"));
    uses && matches!(event.subject, Some(Subject::Players(_)))
        && event.roles.iter().any(|role| {
            role.name == "of" && matches!(role.arg, Arg::Objects(obj) if matches!(code[obj], Objects::This))
        })
}
