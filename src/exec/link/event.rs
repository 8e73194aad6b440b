//! Patterns of events.

use super::super::code::{Obj, PatCause, PatIx, PatKind, PatObject, PatSubject, Pattern, Select, reads};
use super::super::seam::EventWord;
use super::{Cx, Principal, R, position};
use crate::ir::{self, Arg, Deed, Desc, Event, EventKind, Objects, PlaceKind, Role, Selector, Subject};
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

impl<'m> Cx<'_, 'm> {
    fn sentence(&self, subject: Option<&'m Subject>, roles: &'m [Role]) -> R<Sentence<'m>> {
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
                _ => return Err(format!("the engine does not know `{name}` in an event")),
            };
            if place.replace(arg).is_some() {
                return Err(format!("the engine knows one `{name}` in an event only"));
            }
        }
        Ok(out)
    }

    /// Links an event; also tells which part of it the sentence's first card is.
    pub(super) fn pattern(&mut self, event: &'m Event, used: Use) -> R<(Pattern, Parts)> {
        let Event {
            kind,
            subject,
            roles,
            not,
            past: _,
            would,
            window: _,
            during,
        } = event;
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
                self.no_more(
                    &Sentence {
                        subject: None,
                        by: None,
                        ..sentence
                    },
                    "becomes",
                )?;
                if not {
                    return Err("the engine cannot notice that something does not happen".to_owned());
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

    /// What every event has: its cause, whether it is one for several things, its keys.
    fn finish(&mut self, sentence: &Sentence<'m>, parts: Parts, used: Use, pattern: &mut Pattern) -> R<()> {
        if parts.by.is_none() {
            self.caused(sentence.by, pattern)?;
        }
        if let Some(least) = self.gathers.take() {
            if used == Use::Past || pattern.would {
                return Err("the engine notices several things at once only when they have happened".to_owned());
            }
            pattern.together = Some(least);
        }
        pattern.keys = self.keys(&pattern.kind);
        Ok(())
    }

    /// A part of the event that the ability answers to.
    pub(super) fn event_part(&mut self, part: &ir::EventPart) -> R<Obj> {
        let found = self.part_of_event(part)?;
        self.reads |= match found {
            Obj::EventSubject => reads::SUBJECT,
            Obj::EventObject => reads::OBJECT,
            Obj::EventCause => reads::CAUSE,
            _ => reads::ALL,
        };
        Ok(found)
    }

    fn part_of_event(&self, part: &ir::EventPart) -> R<Obj> {
        let at = |part: Principal| match part {
            Principal::Subject => Obj::EventSubject,
            Principal::Object => Obj::EventObject,
        };
        let parts = self.scope.parts;
        let unknown = || "the engine cannot tell which card of the event is meant".to_owned();
        if let Some(slot) = self.scope.together
            && !matches!(part, ir::EventPart::Role(role) if role == "by")
        {
            return Ok(Obj::Slot(slot));
        }
        Ok(match part {
            ir::EventPart::Principal => at(parts.ok_or_else(unknown)?.principal),
            ir::EventPart::Object => parts.map_or(Obj::EventObject, |p| at(p.object)),
            ir::EventPart::Role(role) if role == "by" => parts.and_then(|p| p.by).map_or(Obj::EventCause, at),
            ir::EventPart::Role(role) => match parts {
                Some(Parts { to: Some(to), .. }) if role == "to" => at(to),
                Some(parts) if parts.counted && matches!(role.as_ref(), "on" | "from" | "onto") => Obj::EventSubject,
                _ => return Err(format!("the engine does not know the part `{role}` of an event")),
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
    ) -> R<(Pattern, Parts)> {
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
                    _ => return Err("the engine cannot wait for verbs of different kinds in one sentence".to_owned()),
                },
            });
        }
        out.ok_or_else(|| "the event has no verb".to_owned())
    }

    /// A verb that is forbidden: the subject is whatever has the effect, unless one is given.
    pub(super) fn deed_pattern(&mut self, subject: Option<&'m Subject>, deed: &Deed, roles: &'m [Role]) -> R<PatIx> {
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
        };
        let sentence = self.sentence(subject, roles)?;
        let mut taken = false;
        if verb == "become" {
            let Some(Arg::Filter(filter)) = sentence.what else {
                return Err("the engine cannot forbid to become that".to_owned());
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
            return Err("the engine forbids things one by one".to_owned());
        }
        if !taken {
            self.caused(sentence.by, &mut pattern)?;
        }
        pattern.keys = self.keys(&pattern.kind);
        Ok(self.add_pattern(pattern))
    }

    /// What the event is done by.
    fn caused(&mut self, by: Option<&'m Arg>, pattern: &mut Pattern) -> R<()> {
        if let Some(by) = by {
            if pattern.by.is_some() {
                return Err("the engine knows one cause of an event only".to_owned());
            }
            pattern.by = Some(self.cause(by)?);
        }
        Ok(())
    }

    /// Complains about roles that the verb does not use.
    pub(super) fn no_more(&self, rest: &Sentence<'_>, verb: &str) -> R<()> {
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
            return Err(format!("the engine cannot notice every part of that event (`{verb}`)"));
        }
        Ok(())
    }

    fn verb_event(
        &mut self,
        verb: &str,
        passive: bool,
        not: bool,
        s: &Sentence<'m>,
        pattern: &mut Pattern,
    ) -> R<Parts> {
        let row = self.tables().verbs.iter().find(|row| row.word == verb);
        if not && !matches!(row.and_then(|r| r.event), Some(EventWord::Amount { .. })) {
            return Err("the engine cannot notice that something does not happen".to_owned());
        }
        if passive
            && let Some(Subject::Amount(amount)) = s.subject
            && self.is_counter(&amount.of)
        {
            return self.counter_event(verb, amount, s, pattern);
        }
        if passive
            && let Some(Subject::Attr(ir::AttrOf::Objects(obj), attr)) = s.subject
            && let "increase" | "decrease" = verb
            && self.tables().note.increase != Note::NONE
        {
            // 104.6 and its like: the number before is compared with the one after.
            pattern.kind = PatKind::Value(self.attr(attr)?, verb == "increase");
            pattern.subject = self.pat_subject(*obj)?;
            self.no_more(&Sentence { subject: None, ..*s }, verb)?;
            return Ok(Parts::SUBJECT);
        }
        match verb {
            "put" | "place" | "return" | "move" => return self.move_event(verb, passive, s, pattern),
            "draw" => {
                pattern.kind = PatKind::Move {
                    tag: Some(self.tables().note.draw),
                    from: None,
                    to: None,
                    within: false,
                    enters: false,
                };
                if passive {
                    self.subject(s.subject, pattern)?;
                    self.no_more(
                        &Sentence {
                            subject: None,
                            by: None,
                            ..*s
                        },
                        verb,
                    )?;
                } else {
                    self.player(s.subject, pattern)?;
                    self.object_as_subject(s.what, pattern)?;
                    self.no_more(
                        &Sentence {
                            subject: None,
                            what: None,
                            by: None,
                            ..*s
                        },
                        verb,
                    )?;
                }
                return Ok(if passive { Parts::SUBJECT } else { Parts::CARD });
            }
            "reveal" => {
                pattern.kind = PatKind::Note(bit(self.tables().note.reveal));
                if passive {
                    self.subject(s.subject, pattern)?;
                    self.no_more(
                        &Sentence {
                            subject: None,
                            by: None,
                            ..*s
                        },
                        verb,
                    )?;
                    return Ok(if passive { Parts::SUBJECT } else { Parts::CARD });
                }
                self.revealer(s.subject, pattern)?;
                self.object_as_subject(s.what, pattern)?;
                self.no_more(
                    &Sentence {
                        subject: None,
                        what: None,
                        by: None,
                        ..*s
                    },
                    verb,
                )?;
                return Ok(if passive { Parts::SUBJECT } else { Parts::CARD });
            }
            "choose" => {
                pattern.kind = PatKind::Note(bit(self.tables().note.choose));
                if !passive {
                    return Err("the engine can notice what is chosen, not who chooses".to_owned());
                }
                self.subject(s.subject, pattern)?;
                self.no_more(
                    &Sentence {
                        subject: None,
                        by: None,
                        ..*s
                    },
                    verb,
                )?;
                return Ok(if passive { Parts::SUBJECT } else { Parts::CARD });
            }
            _ => {}
        }
        match row.and_then(|r| r.event) {
            None if self.tables().calls.iter().any(|(_, word)| verb == *word) => {
                // What a shorthand verb moves.
                let call = self.call_number(verb);
                let within = PatCause {
                    call,
                    ..PatCause::default()
                };
                pattern.kind = PatKind::Move {
                    tag: None,
                    from: None,
                    to: None,
                    within: false,
                    enters: false,
                };
                if passive {
                    self.subject(s.subject, pattern)?;
                    pattern.by = Some(within);
                } else {
                    let whose = match s.subject {
                        None => None,
                        Some(Subject::Players(who)) => Some(self.who(who)?),
                        Some(_) => return Err(format!("only players `{verb}`")),
                    };
                    pattern.by = Some(PatCause { whose, ..within });
                }
                self.no_more(&Sentence { subject: None, ..*s }, verb)?;
                Ok(Parts::SUBJECT)
            }
            None => Err(self.unknown(verb, format!("the engine cannot notice `{verb}` yet"))),
            Some(EventWord::Moved(tag)) => self.sent_event(verb, tag, passive, s, pattern),
            Some(EventWord::Enter) => self.border_event(verb, true, passive, s, pattern),
            Some(EventWord::Leave) => self.border_event(verb, false, passive, s, pattern),
            Some(EventWord::Damage(bits)) => self.damage_event(verb, bits, passive, s, pattern),
            // `loses the game` is told by the engine's own word.
            Some(EventWord::Life(_)) if matches!(s.what, Some(Arg::Time(_))) && verb == "lose" => {
                let note = self.tables().note.lose;
                self.player_event(verb, passive, bit(note), s, pattern)
            }
            Some(EventWord::Life(bits)) => self.life_event(verb, bits, passive, s, pattern),
            Some(EventWord::Note(bits)) => {
                pattern.kind = PatKind::Note(bits);
                let by_player = self.done_by_player(passive, s, pattern)?;
                if !by_player {
                    self.subject(s.subject, pattern)?;
                }
                let mut rest = Sentence {
                    subject: None,
                    by: None,
                    ..*s
                };
                if by_player {
                    rest.what = None;
                }
                self.on_the_way(&mut rest, pattern)?;
                self.no_more(&rest, verb)?;
                Ok(if by_player { Parts::CARD } else { Parts::SUBJECT })
            }
            Some(EventWord::OfAbility(bits)) => {
                pattern.kind = PatKind::Note(bits);
                match s.subject {
                    Some(Subject::Objects(obj)) => self.of_ability(*obj, pattern)?,
                    _ => return Err(format!("`{verb}` is something that abilities do")),
                }
                self.no_more(
                    &Sentence {
                        subject: None,
                        by: None,
                        ..*s
                    },
                    verb,
                )?;
                Ok(Parts::SUBJECT)
            }
            Some(EventWord::Passive(bits)) => {
                pattern.kind = PatKind::Note(bits);
                if passive {
                    match s.subject {
                        None => {}
                        Some(Subject::Objects(obj)) => pattern.object = Some(self.receiver(*obj)?),
                        Some(Subject::Players(who)) => pattern.object = Some(PatObject::Player(self.who(who)?)),
                        Some(_) => return Err(format!("`{verb}` happens to cards")),
                    }
                    match s.by {
                        None => {}
                        // The card that does it is what the event is about; what is targeted is targeted by what is announced.
                        Some(Arg::Objects(obj))
                            if self.cause_noun(*obj).is_none() && bits != bit(self.tables().note.target) =>
                        {
                            pattern.subject = self.pat_subject(*obj)?;
                        }
                        Some(by) => pattern.by = Some(self.cause(by)?),
                    }
                    self.no_more(
                        &Sentence {
                            subject: None,
                            by: None,
                            ..*s
                        },
                        verb,
                    )?;
                    return Ok(Parts::OBJECT);
                }
                let mut rest = Sentence {
                    subject: None,
                    what: None,
                    by: None,
                    ..*s
                };
                if let Some(with) = s.with {
                    // `you guard with a card`: the card does it.
                    self.object_as_subject(Some(with), pattern)?;
                    self.player(s.subject, pattern)?;
                    rest.with = None;
                } else if self.done_by_player(passive, s, pattern)? {
                    // `you ride a card`: the card does it, on its player's behalf.
                    self.no_more(&rest, verb)?;
                    return Ok(Parts::CARD);
                } else {
                    self.subject(s.subject, pattern)?;
                }
                match s.what {
                    None => {}
                    Some(Arg::Objects(obj)) => pattern.object = Some(self.receiver(*obj)?),
                    Some(_) => return Err(format!("the engine cannot notice what `{verb}` is about there")),
                }
                self.no_more(&rest, verb)?;
                Ok(Parts::SUBJECT)
            }
            Some(EventWord::Turn(orient)) => {
                pattern.kind = PatKind::Turn(1 << (orient & 15));
                if !passive && s.what.is_some() {
                    self.player(s.subject, pattern)?;
                    self.object_as_subject(s.what, pattern)?;
                } else {
                    self.subject(s.subject, pattern)?;
                }
                self.no_more(
                    &Sentence {
                        subject: None,
                        what: None,
                        by: None,
                        ..*s
                    },
                    verb,
                )?;
                Ok(Parts::SUBJECT)
            }
            Some(EventWord::Face) => self.face_event(verb, passive, s, pattern),
            Some(EventWord::OfPlayer(bits)) if passive && self.is_ability(s.subject) => {
                // What cannot be used is not set off either (11.2.1.2 and its like).
                let trigger = self.tables().note.trigger.filter(|_| pattern.would);
                pattern.kind = PatKind::Note(bits | trigger.map_or(0, bit));
                self.used_ability(s.subject, pattern)?;
                self.no_more(
                    &Sentence {
                        subject: None,
                        by: None,
                        ..*s
                    },
                    verb,
                )?;
                Ok(Parts::SUBJECT)
            }
            Some(EventWord::OfPlayer(bits)) => self.player_event(verb, passive, bits, s, pattern),
            Some(EventWord::Amount {
                did,
                would,
                not: instead,
            }) => {
                let bits = match (not, pattern.would) {
                    (true, false) if instead != 0 => instead,
                    (true, _) => return Err("the engine cannot notice that something does not happen".to_owned()),
                    (false, true) => would,
                    (false, false) => did,
                };
                pattern.kind = PatKind::Note(bits);
                self.amount_event(verb, passive, s, pattern)
            }
            Some(EventWord::Edge(edge)) => {
                let Some(Subject::Time(time)) = s.subject.filter(|_| !passive) else {
                    return Err(format!("only a time can `{verb}`"));
                };
                let mut when = self.when(time)?;
                when.edge = Some(edge);
                pattern.kind = PatKind::Time(when);
                self.no_more(&Sentence { subject: None, ..*s }, verb)?;
                Ok(Parts::SUBJECT)
            }
        }
    }

    /// Whether a player does what the event tells of, with a card: the card is what it is about. Of what is forbidden, the player is told elsewhere.
    fn done_by_player(&mut self, passive: bool, s: &Sentence<'m>, pattern: &mut Pattern) -> R<bool> {
        let by_player = !passive && (matches!(s.subject, Some(Subject::Players(_))) || self.scope.forbids_player);
        if by_player {
            self.player(s.subject, pattern)?;
            self.object_as_subject(s.what, pattern)?;
        }
        Ok(by_player)
    }

    /// Where from and where to, for notes of what brings a card somewhere.
    fn on_the_way(&mut self, rest: &mut Sentence<'m>, pattern: &mut Pattern) -> R<()> {
        if let Some(Arg::Place(place)) = rest.from {
            pattern.from = Some(self.place(*place)?);
            rest.from = None;
        }
        if let Some(Arg::Place(place)) = rest.to {
            pattern.to = Some(self.place(*place)?);
            rest.to = None;
        }
        Ok(())
    }

    fn player_event(
        &mut self,
        verb: &str,
        passive: bool,
        bits: u64,
        s: &Sentence<'m>,
        pattern: &mut Pattern,
    ) -> R<Parts> {
        pattern.kind = PatKind::Note(bits);
        // Where what is announced waits, a play tells where it came from.
        let tells = self.tables().chase.is_some();
        if passive {
            self.subject(s.subject, pattern)?;
            let mut rest = Sentence {
                subject: None,
                by: None,
                with: None,
                ..*s
            };
            self.played_with(verb, s.with, pattern)?;
            if let Some(Arg::Place(place)) = s.from
                && tells
            {
                pattern.from = Some(self.place(*place)?);
                rest.from = None;
            }
            self.no_more(&rest, verb)?;
            return Ok(Parts::SUBJECT);
        }
        self.player(s.subject, pattern)?;
        match s.what {
            None => {}
            Some(Arg::Keyword(call)) => pattern.object = Some(PatObject::Keyword(self.call_bit(call)?)),
            Some(Arg::Place(place)) => {
                // `refreshes their deck`: the deck is what that always happens to.
                let deck = self.tables().zones.get(self.tables().deck.ix()).map(|z| z.name);
                let ir::Place { kind, whose, quant } = &self.code()[*place];
                let own = match whose {
                    None | Some(ir::Who::They) => true,
                    Some(who) => pattern.who == Some(self.who(who)?),
                };
                if !own || quant.is_some() {
                    return Err(format!("the engine cannot notice `{verb}` of that place"));
                }
                match kind {
                    PlaceKind::Zone(names, filters)
                        if filters.is_empty() && names.len() == 1 && names.first().map(|n| n.as_ref()) == deck => {}
                    _ => return Err(format!("the engine cannot notice `{verb}` of that place")),
                }
            }
            Some(Arg::Objects(obj)) => match self.ability_object(*obj)? {
                Some((object, of)) => {
                    pattern.object = Some(object);
                    if tells {
                        // `plays an ability` and `plays a card` are one word for two things.
                        pattern.kind = PatKind::Note(bit(self.tables().note.use_ability));
                    }
                    if let Some(of) = of {
                        pattern.subject = self.pat_subject(of)?;
                    }
                }
                None => pattern.subject = self.pat_subject(*obj)?,
            },
            // `rolls a force-die`: whatever the verb is about.
            Some(Arg::Amount(amount))
                if (matches!(amount.quant, ir::Quant::A | ir::Quant::Bare) || self.counts == Some(None))
                    && amount.kinds.is_empty()
                    && amount.whose.is_none()
                    && amount.filters.is_empty() =>
            {
                if !matches!(amount.quant, ir::Quant::A | ir::Quant::Bare) {
                    self.counted(&amount.quant)?;
                }
            }
            // `loses the game`: the game is what that always happens to.
            Some(Arg::Time(time)) if time.span == "game" => {}
            Some(_) => return Err(format!("the engine cannot notice what `{verb}` is about there")),
        }
        match s.of {
            None => {}
            Some(Arg::Objects(obj)) if pattern.subject == PatSubject::Any => {
                pattern.subject = self.pat_subject(*obj)?;
            }
            Some(_) => return Err(format!("the engine cannot notice whose `{verb}` that is")),
        }
        if let Some(from) = s.from {
            // Where a card is played from: its place when the play begins.
            match from {
                Arg::Place(place) if tells => pattern.from = Some(self.place(*place)?),
                Arg::Place(place) => {
                    let place = self.place(*place)?;
                    let at = super::super::code::Filter::At(place);
                    match &mut pattern.subject {
                        PatSubject::Fits(select) => select.filters.push(at),
                        PatSubject::Any => {
                            pattern.subject = PatSubject::Fits(Box::new(Select {
                                filters: vec![at],
                                ..Select::default()
                            }));
                        }
                        PatSubject::This | PatSubject::Objs(_) => {
                            return Err(format!("the engine cannot notice where `{verb}` comes from"));
                        }
                    }
                }
                _ => return Err("the engine needs a place behind `from`".to_owned()),
            }
        }
        self.played_with(verb, s.with, pattern)?;
        match s.without {
            None => {}
            Some(Arg::Without(word)) if word == "cost" => pattern.free = true,
            Some(_) => return Err(format!("the engine cannot notice `{verb}` without that")),
        }
        self.no_more(
            &Sentence {
                subject: None,
                what: None,
                of: None,
                by: None,
                from: None,
                without: None,
                with: None,
                ..*s
            },
            verb,
        )?;
        Ok(Parts::CARD)
    }

    /// `was played with Torrent`: the card has been in that state since.
    fn played_with(&mut self, verb: &str, with: Option<&'m Arg>, pattern: &mut Pattern) -> R<()> {
        let Some(with) = with else { return Ok(()) };
        let state = match with {
            Arg::Keyword(call) if verb == "play" && call.args.is_empty() => {
                let mut rows = self.tables().played_with.iter();
                let row = rows.find(|(word, _)| *word == call.name);
                row.map(|(_, state)| (*state, self.keyword_bit(&call.name)))
            }
            _ => None,
        };
        let Some((state, bits)) = state else {
            return Err(format!("the engine cannot notice `{verb}` with that"));
        };
        let filter = super::super::code::Filter::All(vec![
            super::super::code::Filter::State(state),
            super::super::code::Filter::Keyword(bits),
        ]);
        let among = match &mut pattern.subject {
            PatSubject::Fits(select) => {
                select.filters.push(filter);
                return Ok(());
            }
            PatSubject::Any => None,
            PatSubject::Objs(objs) => Some(*objs),
            PatSubject::This => Some(self.add_obj(Obj::This)),
        };
        pattern.subject = PatSubject::Fits(Box::new(Select {
            among,
            filters: vec![filter],
            ..Select::default()
        }));
        Ok(())
    }

    /// Who reveals: a player, or a check of the game that has a note of its own.
    fn revealer(&mut self, subject: Option<&'m Subject>, pattern: &mut Pattern) -> R<()> {
        let unknown = || "the engine cannot notice that this reveals cards".to_owned();
        if let Some(Subject::Amount(amount)) = subject {
            let ir::Amount {
                quant: ir::Quant::Bare | ir::Quant::A | ir::Quant::Any,
                of,
                kinds,
                whose,
                filters,
            } = amount
            else {
                return Err(unknown());
            };
            if !kinds.is_empty() || !filters.is_empty() {
                return Err(unknown());
            }
            let note = position(self.tables().notes, &of.replace('-', " ")).ok_or_else(unknown)?;
            pattern.kind = PatKind::Note(bit(Note(note)));
            return match whose {
                None => Ok(()),
                Some(ir::AttrOf::Player(who)) => self.set_who(who, pattern),
                Some(_) => Err(unknown()),
            };
        }
        let Some(Subject::Objects(obj)) = subject else {
            return self.player(subject, pattern);
        };
        let Objects::Select(selector) = &self.code()[*obj] else {
            return Err(unknown());
        };
        let Selector {
            quant: ir::Quant::Bare | ir::Quant::A | ir::Quant::Any,
            whose,
            filters,
            descs,
            places,
            default_zones: _,
            among: None,
            other: false,
            target: false,
            random: false,
            next: false,
            slot: _,
            named: _,
        } = selector.as_ref()
        else {
            return Err(unknown());
        };
        let [
            Desc {
                noun: Some(noun),
                filters: more,
            },
        ] = descs.as_slice()
        else {
            return Err(unknown());
        };
        if !filters.is_empty() || !more.is_empty() || !places.is_empty() {
            return Err(unknown());
        }
        let note = position(self.tables().notes, &noun.replace('-', " ")).ok_or_else(unknown)?;
        pattern.kind = PatKind::Note(bit(Note(note)));
        match whose {
            Some(who) => self.set_who(who, pattern),
            None => Ok(()),
        }
    }
}

/// The bit of a note.
fn bit(note: Note) -> u64 {
    1u64.checked_shl(u32::from(note.0)).unwrap_or(0)
}
