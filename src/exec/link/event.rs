//! Patterns of events.

use super::super::code::{PatIx, PatKind, PatObject, PatSubject, Pattern, PlaceIx, Select};
use super::super::seam::EventWord;
use super::object::Noun;
use super::{Cx, Principal, R, position};
use crate::ir::{
    self, Arg, AttrOf, Deed, Desc, Event, EventKind, Filter, ObjId, Objects, PlaceKind, Role, Selector, Subject,
};
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
#[derive(Default)]
struct Sentence<'m> {
    subject: Option<&'m Subject>,
    what: Option<&'m Arg>,
    of: Option<&'m Arg>,
    to: Option<&'m Arg>,
    from: Option<&'m Arg>,
    by: Option<&'m Arg>,
    /// What stands behind `into`, `onto`, `on`, `in`, `under`.
    into: Option<&'m Arg>,
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
                _ => return Err(format!("the engine does not know `{name}` in an event")),
            };
            if place.replace(arg).is_some() {
                return Err(format!("the engine knows one `{name}` in an event only"));
            }
        }
        Ok(out)
    }

    /// Links an event; also tells which part of it the sentence's first card is.
    pub(super) fn pattern(&mut self, event: &'m Event, used: Use) -> R<(Pattern, Principal)> {
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
        };
        for time in during {
            let when = self.when(time)?;
            pattern.during.push(when);
        }
        let not = *not && used != Use::Past;
        let principal = match kind {
            EventKind::Becomes(what) => {
                pattern.kind = PatKind::Turn(self.orients(what)?);
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
                Principal::Subject
            }
            EventKind::Does(verbs) => {
                let [verb] = verbs.as_slice() else {
                    return self.several(verbs, &sentence, pattern, not);
                };
                self.verb_event(verb, false, not, &sentence, &mut pattern)?
            }
            EventKind::Done(verb) => self.verb_event(verb, true, not, &sentence, &mut pattern)?,
        };
        let by = match kind {
            EventKind::Done(verb) => self.cause_role(verb, true, &sentence),
            EventKind::Does(_) | EventKind::Becomes(_) => sentence.by,
        };
        self.caused(by, &mut pattern)?;
        pattern.keys = self.keys(&pattern.kind);
        Ok((pattern, principal))
    }

    /// Several verbs of one kind: `attacks or side-attacks`.
    fn several(
        &mut self,
        verbs: &[ir::Name],
        sentence: &Sentence<'m>,
        pattern: Pattern,
        not: bool,
    ) -> R<(Pattern, Principal)> {
        let mut out: Option<(Pattern, Principal)> = None;
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
        let Some((mut pattern, principal)) = out else {
            return Err("the event has no verb".to_owned());
        };
        self.caused(sentence.by, &mut pattern)?;
        pattern.keys = self.keys(&pattern.kind);
        Ok((pattern, principal))
    }

    /// A verb that is forbidden: the subject is whatever has the effect, unless one is given.
    ///
    /// Also tells whether that is the object of the event: `cannot be blocked`.
    pub(super) fn deed_pattern(
        &mut self,
        subject: Option<&'m Subject>,
        deed: &Deed,
        roles: &'m [Role],
    ) -> R<(PatIx, bool)> {
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
        };
        let sentence = self.sentence(subject, roles)?;
        let mut of_object = false;
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
            let principal = self.verb_event(verb, *passive, false, &sentence, &mut pattern)?;
            of_object = principal == Principal::Object;
        }
        self.caused(self.cause_role(verb, *passive, &sentence), &mut pattern)?;
        pattern.keys = self.keys(&pattern.kind);
        Ok((self.add_pattern(pattern), of_object))
    }

    /// What stands behind `by`, unless it is the card that does it: the subject of the event in a passive sentence (`is blocked by …`).
    fn cause_role(&self, verb: &str, passive: bool, s: &Sentence<'m>) -> Option<&'m Arg> {
        s.by.filter(|by| !(passive && self.is_doer(verb, by)))
    }

    /// Whether the cards behind `by` do the verb themselves.
    fn is_doer(&self, verb: &str, by: &Arg) -> bool {
        let row = self.tables().verbs.iter().find(|row| row.word == verb);
        let Some(EventWord::Passive(bits)) = row.and_then(|r| r.event) else {
            return false;
        };
        // What is targeted is targeted by what is being announced: that is the cause.
        bits != bit(self.tables().note.target) && matches!(by, Arg::Objects(obj) if self.cause_noun(*obj).is_none())
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
    fn no_more(&self, rest: &Sentence<'_>, verb: &str) -> R<()> {
        let Sentence {
            subject,
            what,
            of,
            to,
            from,
            by,
            into,
        } = rest;
        if subject.is_some() || [what, of, to, from, by, into].iter().any(|r| r.is_some()) {
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
    ) -> R<Principal> {
        let row = self.tables().verbs.iter().find(|row| row.word == verb);
        if not && !matches!(row.and_then(|r| r.event), Some(EventWord::Amount { .. })) {
            return Err("the engine cannot notice that something does not happen".to_owned());
        }
        match verb {
            "put" | "place" | "return" | "move" => return self.move_event(verb, passive, s, pattern),
            "draw" => {
                pattern.kind = PatKind::Move {
                    tag: Some(self.tables().note.draw),
                    from: None,
                    to: None,
                    within: false,
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
                return Ok(Principal::Subject);
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
                    return Ok(Principal::Subject);
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
                return Ok(Principal::Subject);
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
                return Ok(Principal::Subject);
            }
            _ => {}
        }
        match row.and_then(|r| r.event) {
            None
            | Some(
                EventWord::Moved(_) | EventWord::Enter | EventWord::Leave | EventWord::Damage(_) | EventWord::Life(_),
            ) => Err(format!("the engine cannot notice `{verb}` yet")),
            Some(EventWord::Note(bits)) => {
                pattern.kind = PatKind::Note(bits);
                self.subject(s.subject, pattern)?;
                self.no_more(
                    &Sentence {
                        subject: None,
                        by: None,
                        ..*s
                    },
                    verb,
                )?;
                Ok(Principal::Subject)
            }
            Some(EventWord::Passive(bits)) => {
                pattern.kind = PatKind::Note(bits);
                if passive {
                    if let Some(Subject::Objects(obj)) = s.subject {
                        pattern.object = Some(self.pat_object(*obj)?);
                    } else if s.subject.is_some() {
                        return Err(format!("`{verb}` happens to cards"));
                    }
                    if let Some(by @ Arg::Objects(obj)) = s.by
                        && self.is_doer(verb, by)
                    {
                        pattern.subject = self.pat_subject(*obj)?;
                    }
                    self.no_more(
                        &Sentence {
                            subject: None,
                            by: None,
                            ..*s
                        },
                        verb,
                    )?;
                    return Ok(Principal::Object);
                }
                self.subject(s.subject, pattern)?;
                match s.what {
                    None => {}
                    Some(Arg::Objects(obj)) => pattern.object = Some(self.pat_object(*obj)?),
                    Some(_) => return Err(format!("the engine cannot notice what `{verb}` is about there")),
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
                Ok(Principal::Subject)
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
                Ok(Principal::Subject)
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
                Ok(Principal::Subject)
            }
        }
    }

    /// `put`, `place`, `return`, `move`: whatever brings a card somewhere.
    fn move_event(&mut self, verb: &str, passive: bool, s: &Sentence<'m>, pattern: &mut Pattern) -> R<Principal> {
        let mut from = match s.from {
            None => None,
            Some(Arg::Place(place)) => Some(self.place(*place)?),
            Some(_) => return Err("the engine needs a place behind `from`".to_owned()),
        };
        let to = match (s.into, s.to) {
            (None, None) => None,
            (Some(Arg::Place(place)), None) | (None, Some(Arg::Place(place))) => Some(self.place(*place)?),
            _ => return Err("the engine needs one place to go to".to_owned()),
        };
        if passive {
            if let Some(Subject::Objects(obj)) = s.subject {
                from = self.under_from(*obj, from, to)?;
            }
            self.subject(s.subject, pattern)?;
            if let Some(Subject::Objects(obj)) = s.subject
                && let Objects::Select(selector) = &self.code()[*obj]
                && let PatSubject::Fits(select) = &mut pattern.subject
            {
                // Its place is where it comes from, not where it is afterwards.
                let kept = select.filters.len().saturating_sub(selector.places.len());
                select.filters.truncate(kept);
                if **select == Select::default() {
                    pattern.subject = PatSubject::Any;
                }
            }
            if s.what.is_some() {
                return Err(format!("the engine cannot notice that part of `{verb}`"));
            }
        } else {
            self.player(s.subject, pattern)?;
            self.object_as_subject(s.what, pattern)?;
        }
        self.no_more(
            &Sentence {
                of: s.of,
                ..Sentence::default()
            },
            verb,
        )?;
        pattern.kind = PatKind::Move {
            tag: None,
            from,
            to,
            within: verb == "move",
        };
        Ok(Principal::Subject)
    }

    /// Where a subject that lies under a card comes from: its place is part of the event, not of what it is.
    fn under_from(&mut self, id: ObjId, from: Option<PlaceIx>, to: Option<PlaceIx>) -> R<Option<PlaceIx>> {
        let Objects::Select(selector) = &self.code()[id] else {
            return Ok(from);
        };
        let under = selector
            .descs
            .iter()
            .any(|d| d.noun.as_ref().is_some_and(|n| self.is_under(n)));
        if !under {
            if selector.places.is_empty() {
                return Ok(from);
            }
            return self.subject_place(selector, from);
        }
        if selector.places.is_empty() {
            // A marker that is put somewhere was under a card, unless it is put there now.
            let to_under = to.is_some_and(|t| {
                matches!(
                    self.l.parts.places.get(t.0 as usize),
                    Some(super::super::code::Place::Under(_))
                )
            });
            if to_under || from.is_some() {
                return Ok(from);
            }
            return Ok(Some(self.zones_place(&selector.default_zones)?));
        }
        self.subject_place(selector, from)
    }

    fn subject_place(&mut self, selector: &Selector, from: Option<PlaceIx>) -> R<Option<PlaceIx>> {
        match (selector.places.as_slice(), from) {
            ([place], None) => Ok(Some(self.place(*place)?)),
            _ => Err("the engine can notice one place where a card comes from".to_owned()),
        }
    }

    fn player_event(
        &mut self,
        verb: &str,
        passive: bool,
        bits: u64,
        s: &Sentence<'m>,
        pattern: &mut Pattern,
    ) -> R<Principal> {
        pattern.kind = PatKind::Note(bits);
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
            return Ok(Principal::Subject);
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
                Some(object) => pattern.object = Some(object),
                None => pattern.subject = self.pat_subject(*obj)?,
            },
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
        self.no_more(
            &Sentence {
                subject: None,
                what: None,
                of: None,
                by: None,
                from: None,
                ..*s
            },
            verb,
        )?;
        Ok(Principal::Subject)
    }

    fn amount_event(&mut self, verb: &str, passive: bool, s: &Sentence<'m>, pattern: &mut Pattern) -> R<Principal> {
        let amount = if passive {
            match s.subject {
                Some(Subject::Amount(amount)) => Some(amount),
                None => None,
                Some(_) => return Err(format!("the engine can notice `{verb}` of an amount only")),
            }
        } else {
            match s.subject {
                Some(Subject::Objects(obj)) => pattern.subject = self.pat_subject(*obj)?,
                Some(Subject::Players(who)) => {
                    let whose = Some(self.who(who)?);
                    pattern.subject = PatSubject::Fits(Box::new(Select {
                        whose,
                        ..Select::default()
                    }));
                }
                None => {}
                Some(_) => return Err(format!("the engine cannot notice who does `{verb}` there")),
            }
            match s.what {
                Some(Arg::Amount(amount)) => Some(amount),
                None => None,
                Some(_) => return Err(format!("the engine can notice `{verb}` of an amount only")),
            }
        };
        if let Some(amount) = amount {
            self.amount_subject(amount, pattern)?;
        }
        match s.to {
            None => {}
            Some(Arg::Objects(obj)) => match &self.code()[*obj] {
                Objects::Players(who) => self.set_who(who, pattern)?,
                _ => return Err("the engine knows amounts to players only".to_owned()),
            },
            Some(_) => return Err("the engine knows amounts to players only".to_owned()),
        }
        self.no_more(
            &Sentence {
                subject: None,
                what: None,
                to: None,
                by: None,
                ..*s
            },
            verb,
        )?;
        Ok(Principal::Subject)
    }

    /// Whose damage: its possessor is the card behind it, or that card's master.
    fn amount_subject(&mut self, amount: &'m ir::Amount, pattern: &mut Pattern) -> R<()> {
        let ir::Amount {
            quant,
            of,
            kinds,
            whose,
            filters,
        } = amount;
        match quant {
            ir::Quant::Bare | ir::Quant::All | ir::Quant::A | ir::Quant::Any | ir::Quant::Each => {}
            _ => return Err("the engine cannot notice a certain amount yet".to_owned()),
        }
        if !kinds.is_empty() || self.noun(of) != Noun::Damage {
            return Err("the engine knows one kind of that amount only".to_owned());
        }
        match whose {
            None => {}
            Some(AttrOf::Objects(obj)) => pattern.subject = self.pat_subject(*obj)?,
            Some(AttrOf::Player(who)) => {
                let whose = Some(self.who(who)?);
                pattern.subject = PatSubject::Fits(Box::new(Select {
                    whose,
                    ..Select::default()
                }));
            }
            Some(AttrOf::Game | AttrOf::Subject) => {
                return Err("the engine cannot tell whose amount that is".to_owned());
            }
        }
        for filter in filters {
            if let Filter::Attr(attr, ir::Comparison { how, with }) = filter
                && attr == self.tables().amount_attr
                && pattern.amount.is_none()
            {
                pattern.amount = Some((Self::cmp(*how), self.num(*with)?));
                continue;
            }
            let Filter::Did(event) = filter else {
                return Err("the engine cannot describe an amount that way yet".to_owned());
            };
            // "damage dealt to your opponent": the receiver is the event's player.
            let Event {
                kind,
                subject,
                roles,
                not,
                past: _,
                would,
                window,
                during,
            } = &self.code()[*event];
            let dealt = matches!(kind, EventKind::Done(verb) if self.makes_amount(verb))
                && matches!(subject, Some(Subject::Objects(obj)) if matches!(self.code()[*obj], Objects::Described));
            if !dealt || *not || *would || window.is_some() || !during.is_empty() {
                return Err("the engine cannot describe an amount that way yet".to_owned());
            }
            for Role { name, arg } in roles {
                match (name.as_ref(), arg) {
                    ("to", Arg::Objects(obj)) => match &self.code()[*obj] {
                        Objects::Players(who) => self.set_who(who, pattern)?,
                        _ => return Err("the engine knows amounts to players only".to_owned()),
                    },
                    ("by", Arg::Objects(obj))
                        if self.cause_noun(*obj).is_none() && pattern.subject == PatSubject::Any =>
                    {
                        pattern.subject = self.pat_subject(*obj)?;
                    }
                    ("by", arg) if pattern.by.is_none() => pattern.by = Some(self.cause(arg)?),
                    _ => return Err("the engine cannot describe an amount that way yet".to_owned()),
                }
            }
        }
        Ok(())
    }

    /// Who reveals: a player, or a check of the game that has a note of its own.
    fn revealer(&mut self, subject: Option<&'m Subject>, pattern: &mut Pattern) -> R<()> {
        let Some(Subject::Objects(obj)) = subject else {
            return self.player(subject, pattern);
        };
        let unknown = || "the engine cannot notice that this reveals cards".to_owned();
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
