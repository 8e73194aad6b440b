//! Patterns of events.

use super::super::catalog::{self, can};
use super::super::code::{Obj, PatIx, PatKind, PatSubject, Pattern, reads};
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked, Principal};
use crate::ir::{self, Arg, Deed, Event, EventKind, Role, Subject};
use crate::kernel::Note;

/// What a pattern is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Use {
    /// An ability answers to it or replaces it.
    Trigger,
    /// The past is asked for it.
    Past,
}

/// A sentence about an event, taken apart.
#[derive(Default, Clone, Copy)]
pub(super) struct Sentence<'m> {
    pub(super) subject: Option<&'m Subject>,
    pub(super) what: Option<&'m Arg>,
    pub(super) of: Option<&'m Arg>,
    pub(super) to: Option<&'m Arg>,
    pub(super) from: Option<&'m Arg>,
    pub(super) by: Option<&'m Arg>,
    /// What stands behind `into`, `onto`, `on`, `in`, `under`.
    pub(super) into: Option<&'m Arg>,
    pub(super) without: Option<&'m Arg>,
    pub(super) with: Option<&'m Arg>,
}

impl Sentence<'_> {
    /// The rest once the subject has found its use.
    pub(super) fn about(self) -> Self {
        Sentence { subject: None, ..self }
    }

    /// The rest once the cause has found its use.
    pub(super) fn caused(self) -> Self {
        Sentence { by: None, ..self }
    }

    /// The rest once the object has found its use.
    pub(super) fn done_to(self) -> Self {
        Sentence { what: None, ..self }
    }
}

/// Where the parts of an event stand that a sentence speaks of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Parts {
    /// Its first card.
    pub(super) principal: Principal,
    /// What it is done to.
    pub(super) object: Principal,
    /// What stands behind `to`.
    pub(super) to: Option<Principal>,
    /// What stands behind `by`; if none, the card behind the event.
    pub(super) by: Option<Principal>,
    /// Its amount counts things.
    pub(super) counted: bool,
}

impl Parts {
    /// A card does something or moves.
    pub(super) const SUBJECT: Parts = Parts {
        principal: Principal::Subject,
        object: Principal::Object,
        to: None,
        by: None,
        counted: false,
    };
    /// Something is done to a card by another one.
    pub(super) const OBJECT: Parts = Parts {
        principal: Principal::Object,
        object: Principal::Subject,
        to: None,
        by: Some(Principal::Subject),
        counted: false,
    };
    /// A player does something to a card.
    pub(super) const CARD: Parts = Parts {
        object: Principal::Subject,
        ..Parts::SUBJECT
    };

    /// The parts that two events have in common; none if they speak of different ones.
    pub(super) fn common(self, other: Parts) -> Option<Parts> {
        (self == other).then_some(self)
    }
}

impl<'m> CardLinker<'_, 'm> {
    fn sentence(&self, subject: Option<&'m Subject>, roles: &'m [Role]) -> Linked<Sentence<'m>> {
        let mut out = Sentence {
            subject,
            ..Sentence::default()
        };
        for Role { name, arg } in roles {
            let place = match name.as_ref() {
                "what" => &mut out.what,
                "of" => &mut out.of,
                "to" => &mut out.to,
                "from" => &mut out.from,
                "by" => &mut out.by,
                "into" | "onto" | "on" | "in" | "under" => &mut out.into,
                "without" => &mut out.without,
                "with" => &mut out.with,
                _ => {
                    return Err(Fail::limit(
                        Limit::Event,
                        format!("the engine does not know `{name}` in an event"),
                    ));
                }
            };
            if place.replace(arg).is_some() {
                return Err(Fail::wording(
                    format!("the engine knows one `{name}` in an event only"),
                    "write it once, or write two abilities",
                ));
            }
        }
        Ok(out)
    }

    /// Links an event; also tells which part of it the sentence's first card is.
    pub(super) fn pattern(&mut self, event: &'m Event, used: Use) -> Linked<(Pattern, Parts)> {
        let Event {
            kind,
            subject,
            roles,
            not,
            past: _,
            would,
            window,
            during,
        } = event;
        if window.is_some() && used != Use::Past {
            return Err(Fail::wording(
                "an ability that answers to an event answers whenever it happens; a time such as `this turn` would say nothing",
                "say when it may answer with `during your turn`, or wait inside an effect: `when … this turn { … }`",
            ));
        }
        self.one_after_another(subject.as_ref(), used)?;
        let sentence = self.sentence(subject.as_ref(), roles)?;
        let mut pattern = Pattern {
            kind: PatKind::Note(0),
            subject: PatSubject::Any,
            object: None,
            who: None,
            amount: None,
            by: None,
            during: Vec::new(),
            keys: 0,
            would: *would,
            together: None,
            from: None,
            to: None,
            about_object: false,
            free: false,
            in_all: false,
        };
        for time in during {
            let when = self.when(time)?;
            pattern.during.push(when);
        }
        let not = *not && used != Use::Past;
        let principal = match kind {
            EventKind::Becomes(what) => {
                pattern.kind = match self.becoming(what) {
                    Some(bits) => PatKind::Note(bits),
                    None => PatKind::Turn(self.orients(what)?),
                };
                self.subject(sentence.subject, &mut pattern)?;
                let mut rest = sentence.about().caused();
                // `becomes reversed in battle`: the card is there when it happens.
                if let Some(Arg::Place(place)) = rest.into.take_if(|arg| matches!(arg, Arg::Place(_))) {
                    let place = self.place(*place)?;
                    self.demand_of_subject(super::super::code::Filter::At(place), &mut pattern);
                }
                self.no_more(&rest, "becomes")?;
                if not {
                    return Err(Fail::limit(
                        Limit::NotHappening,
                        "the engine cannot notice that something does not happen",
                    ));
                }
                Parts::SUBJECT
            }
            EventKind::Does(verbs) => {
                let [verb] = verbs.as_slice() else {
                    let (mut pattern, parts) = self.several(verbs, &sentence, pattern, not)?;
                    self.finish(&sentence, parts, used, &mut pattern)?;
                    return Ok((pattern, parts));
                };
                self.verb_event(verb, false, not, &sentence, &mut pattern)?
            }
            EventKind::Done(verb) => self.verb_event(verb, true, not, &sentence, &mut pattern)?,
        };
        self.finish(&sentence, principal, used, &mut pattern)?;
        Ok((pattern, principal))
    }

    /// `when all of your rear-guards are rested`: an event is about one card, and every one of them would answer.
    fn one_after_another(&self, subject: Option<&Subject>, used: Use) -> Linked<()> {
        let all = match subject {
            Some(Subject::Objects(obj)) => match &self.code()[*obj] {
                ir::Objects::Select(selector) => matches!(selector.quant, ir::Quant::All | ir::Quant::Each),
                _ => false,
            },
            _ => false,
        };
        if all && used == Use::Trigger {
            return Err(Fail::wording(
                "cards do something one after another: nothing happens to all of them",
                "write `when your … is …`, and ask for all of them: `if all of your … are …`",
            ));
        }
        Ok(())
    }

    /// What every event has: its cause, whether it is one for several things, its keys.
    fn finish(&mut self, sentence: &Sentence<'m>, parts: Parts, used: Use, pattern: &mut Pattern) -> Linked<()> {
        if parts.by.is_none() {
            self.caused(sentence.by, pattern)?;
        }
        if let Some(least) = self.gathers.take() {
            if used == Use::Past || pattern.would {
                return Err(Fail::limit(
                    Limit::Together,
                    "the engine notices several things at once only when they have happened",
                ));
            }
            if matches!(pattern.kind, PatKind::Move { tag: Some(tag), .. } if tag == self.tables().note.draw) {
                return Err(Fail::wording(
                    "cards are drawn one at a time, never several at once",
                    "write `when you draw a card`, or ask afterwards: `if you drew 2 or more cards this turn`",
                ));
            }
            pattern.together = Some(least);
        }
        let wanted = match used {
            Use::Past => can::PAST,
            Use::Trigger if pattern.would => can::REPLACE,
            Use::Trigger => can::TRIGGER,
        };
        pattern.in_all &= used == Use::Past;
        self.is_told(pattern, wanted)?;
        self.waits_to_resolve(pattern);
        self.turned_from(pattern)?;
        self.made_by_event(pattern)?;
        self.could_be_called(pattern, false)?;
        pattern.keys = self.keys(&pattern.kind);
        Ok(())
    }

    /// The catalogue of the game must know an event that the sentence can mean.
    fn is_told(&self, pattern: &Pattern, wanted: u8) -> Linked<()> {
        catalog::never(self.tables(), pattern, wanted).map_or(Ok(()), |never| Err(Fail::never(never)))
    }

    /// A part of the event that the ability answers to.
    pub(super) fn event_part(&mut self, part: &ir::EventPart) -> Linked<Obj> {
        let found = self.part_of_event(part)?;
        self.reads |= match found {
            Obj::EventSubject => reads::SUBJECT,
            Obj::EventObject => reads::OBJECT,
            Obj::EventCause => reads::CAUSE,
            _ => reads::ALL,
        };
        Ok(found)
    }

    fn part_of_event(&self, part: &ir::EventPart) -> Linked<Obj> {
        let at = |part: Principal| match part {
            Principal::Subject => Obj::EventSubject,
            Principal::Object => Obj::EventObject,
        };
        let parts = self.scope.parts;
        let unknown = || {
            Fail::limit(
                Limit::Reference,
                "the engine cannot tell which card of the event is meant",
            )
        };
        if let Some(slot) = self.scope.together
            && !matches!(part, ir::EventPart::Role(role) if role == "by")
        {
            return Ok(Obj::Slot(slot));
        }
        Ok(match part {
            ir::EventPart::Principal => at(parts.ok_or_else(unknown)?.principal),
            ir::EventPart::Object => parts.map_or(Obj::EventObject, |p| at(p.object)),
            ir::EventPart::Outer(part) => {
                let kept = self.scope.outer.iter().find(|(kept, _)| *kept == **part);
                return kept.map(|(_, slot)| Obj::Slot(*slot)).ok_or_else(unknown);
            }
            ir::EventPart::Role(role) if role == "by" => parts.and_then(|p| p.by).map_or(Obj::EventCause, at),
            ir::EventPart::Role(role) => match parts {
                Some(Parts { to: Some(to), .. }) if role == "to" => at(to),
                Some(parts) if parts.counted && matches!(role.as_ref(), "on" | "from" | "onto") => Obj::EventSubject,
                _ => {
                    return Err(Fail::limit(
                        Limit::Reference,
                        format!("the engine does not know the part `{role}` of an event"),
                    ));
                }
            },
        })
    }

    /// Several verbs of one kind: `attacks or side-attacks`.
    fn several(
        &mut self,
        verbs: &[ir::Name],
        sentence: &Sentence<'m>,
        pattern: Pattern,
        not: bool,
    ) -> Linked<(Pattern, Parts)> {
        let mut out: Option<(Pattern, Parts)> = None;
        for verb in verbs {
            let mut one = pattern.clone();
            let principal = self.verb_event(verb, false, not, sentence, &mut one)?;
            out = Some(match out {
                None => (one, principal),
                Some((mut all, first)) => match (&mut all.kind, &one.kind) {
                    (PatKind::Note(a), PatKind::Note(b)) if first == principal => {
                        *a |= b;
                        (all, first)
                    }
                    (PatKind::Turn(a), PatKind::Turn(b)) if first == principal => {
                        *a |= b;
                        (all, first)
                    }
                    _ => {
                        return Err(Fail::wording(
                            "the engine cannot wait for verbs of different kinds in one sentence",
                            "write two abilities, one for each verb",
                        ));
                    }
                },
            });
        }
        out.ok_or_else(|| Fail::wording("the event has no verb", "write what happens: `when this attacks`"))
    }

    /// A verb that is forbidden: the subject is whatever has the effect, unless one is given.
    pub(super) fn deed_pattern(
        &mut self,
        subject: Option<&'m Subject>,
        deed: &Deed,
        roles: &'m [Role],
    ) -> Linked<PatIx> {
        let Deed { verb, passive } = deed;
        let mut pattern = Pattern {
            kind: PatKind::Note(0),
            subject: PatSubject::Any,
            object: None,
            who: None,
            amount: None,
            by: None,
            during: Vec::new(),
            keys: 0,
            would: true,
            together: None,
            from: None,
            to: None,
            about_object: false,
            free: false,
            in_all: false,
        };
        let sentence = self.sentence(subject, roles)?;
        let mut taken = false;
        if verb == "become" {
            let Some(Arg::Filter(filter)) = sentence.what else {
                return Err(Fail::limit(Limit::Forbid, "the engine cannot forbid to become that"));
            };
            pattern.kind = PatKind::Turn(self.orient_bits(filter)?);
            self.no_more(
                &Sentence {
                    what: None,
                    by: None,
                    ..sentence
                },
                verb,
            )?;
        } else {
            let parts = self.verb_event(verb, *passive, false, &sentence, &mut pattern)?;
            pattern.about_object = parts.principal == Principal::Object;
            taken = parts.by.is_some();
        }
        if self.gathers.take().is_some() {
            return Err(Fail::limit(Limit::Together, "the engine forbids things one by one"));
        }
        if !taken {
            self.caused(sentence.by, &mut pattern)?;
        }
        pattern.in_all = false;
        self.is_told(&pattern, can::FORBID)?;
        self.waits_to_resolve(&mut pattern);
        self.could_be_called(&pattern, false)?;
        pattern.keys = self.keys(&pattern.kind);
        Ok(self.add_pattern(pattern))
    }

    /// What the event is done by.
    fn caused(&mut self, by: Option<&'m Arg>, pattern: &mut Pattern) -> Linked<()> {
        if let Some(by) = by
            && !self.by_check(by, pattern)?
        {
            if pattern.by.is_some() {
                return Err(Fail::limit(Limit::Cause, "the engine knows one cause of an event only"));
            }
            pattern.by = Some(self.cause(by)?);
        }
        Ok(())
    }

    /// Complains about roles that the verb does not use.
    pub(super) fn no_more(&self, rest: &Sentence<'_>, verb: &str) -> Linked<()> {
        let Sentence {
            subject,
            what,
            of,
            to,
            from,
            by,
            into,
            without,
            with,
        } = rest;
        if subject.is_some()
            || [what, of, to, from, by, into, without, with]
                .iter()
                .any(|r| r.is_some())
        {
            return Err(Fail::limit(
                Limit::Event,
                format!("the engine cannot notice every part of that event (`{verb}`)"),
            ));
        }
        Ok(())
    }
}

/// The bit of a note.
pub(super) fn bit(note: Note) -> u64 {
    note.bit()
}
