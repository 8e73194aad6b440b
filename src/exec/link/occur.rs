//! Events about amounts: damage, life, counters.

use super::super::code::{Cmp, Num, PatKind, PatObject, PatSubject, Pattern, Select};
use super::base_verbs::{self, BaseVerb};
use super::event::{Parts, Sentence};
use super::object::Noun;
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked, Principal};
use crate::ir::{self, Amount, Arg, AttrOf, Event, EventKind, Filter, ObjId, Objects, Quant, Role, Subject};

impl<'m> CardLinker<'_, 'm> {
    pub(super) fn amount_event(
        &mut self,
        verb: &str,
        (passive, suffered): (bool, bool),
        s: &Sentence<'m>,
        pattern: &mut Pattern,
    ) -> Linked<Parts> {
        let amount = if passive {
            match s.subject {
                Some(Subject::Amount(amount)) => Some(amount),
                None => None,
                Some(_) => {
                    return Err(Fail::limit(
                        Limit::Event,
                        format!("the engine can notice `{verb}` of an amount only"),
                    ));
                }
            }
        } else {
            match s.subject {
                Some(Subject::Objects(obj)) => pattern.subject = self.pat_subject(*obj)?,
                Some(Subject::Players(who)) if suffered && s.to.is_none() => self.set_who(who, pattern)?,
                Some(Subject::Players(who)) => {
                    let whose = Some(self.who(who)?);
                    pattern.subject = PatSubject::Fits(Box::new(Select {
                        whose,
                        ..Select::default()
                    }));
                }
                None => {}
                Some(_) => {
                    return Err(Fail::limit(
                        Limit::Event,
                        format!("the engine cannot notice who does `{verb}` there"),
                    ));
                }
            }
            match s.what {
                Some(Arg::Amount(amount)) => Some(amount),
                None => None,
                Some(_) => {
                    return Err(Fail::limit(
                        Limit::Event,
                        format!("the engine can notice `{verb}` of an amount only"),
                    ));
                }
            }
        };
        if let Some(amount) = amount {
            self.amount_subject(amount, pattern)?;
        }
        // What makes it is told of it; what prevents it is not.
        if suffered && matches!(s.by, Some(Arg::Objects(by)) if self.cause_noun(*by).is_none()) {
            return Err(Fail::wording(
                format!("what cards do `{verb}` is not told of the event"),
                "leave `by …` out: it is always what the rules say",
            ));
        }
        let mut parts = Parts::SUBJECT;
        match s.to {
            None => {}
            Some(Arg::Objects(obj)) => match &self.code()[*obj] {
                Objects::Players(who) => self.set_who(who, pattern)?,
                // `damage is dealt to your vanguard by this`: from a card to a card.
                _ => {
                    pattern.object = Some(self.pat_object(*obj)?);
                    parts.to = Some(Principal::Object);
                    parts.by = Some(Principal::Subject);
                    match s.by {
                        None => {}
                        Some(Arg::Objects(by))
                            if self.cause_noun(*by).is_none() && pattern.subject == PatSubject::Any =>
                        {
                            pattern.subject = self.pat_subject(*by)?;
                        }
                        Some(by) => pattern.by = Some(self.cause(by)?),
                    }
                }
            },
            Some(_) => {
                return Err(Fail::limit(
                    Limit::EventAmount,
                    "the engine knows amounts to cards and players only",
                ));
            }
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
        Ok(parts)
    }

    /// Whose damage: its possessor is the card behind it, or that card's master.
    fn amount_subject(&mut self, amount: &'m ir::Amount, pattern: &mut Pattern) -> Linked<()> {
        let ir::Amount {
            quant,
            of,
            kinds,
            whose,
            filters,
        } = amount;
        match quant {
            ir::Quant::Bare | ir::Quant::All | ir::Quant::A | ir::Quant::Any | ir::Quant::Each => {}
            _ => {
                return Err(Fail::limit(
                    Limit::EventAmount,
                    "the engine cannot notice a certain amount yet",
                ));
            }
        }
        if !kinds.is_empty() || self.noun(of) != Noun::Damage {
            return Err(Fail::limit(
                Limit::EventAmount,
                "the engine knows one kind of that amount only",
            ));
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
                return Err(Fail::limit(
                    Limit::EventAmount,
                    "the engine cannot tell whose amount that is",
                ));
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
                return Err(Fail::limit(
                    Limit::EventAmount,
                    "the engine cannot describe an amount that way yet",
                ));
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
                return Err(Fail::limit(
                    Limit::EventAmount,
                    "the engine cannot describe an amount that way yet",
                ));
            }
            for Role { name, arg } in roles {
                match (name.as_ref(), arg) {
                    ("to", Arg::Objects(obj)) => match &self.code()[*obj] {
                        Objects::Players(who) => self.set_who(who, pattern)?,
                        _ => {
                            return Err(Fail::limit(
                                Limit::EventAmount,
                                "the engine knows amounts to players only",
                            ));
                        }
                    },
                    ("by", Arg::Objects(obj))
                        if self.cause_noun(*obj).is_none() && pattern.subject == PatSubject::Any =>
                    {
                        pattern.subject = self.pat_subject(*obj)?;
                    }
                    ("by", arg) if pattern.by.is_none() => pattern.by = Some(self.cause(arg)?),
                    _ => {
                        return Err(Fail::limit(
                            Limit::EventAmount,
                            "the engine cannot describe an amount that way yet",
                        ));
                    }
                }
            }
        }
        Ok(())
    }

    /// `this deals damage to a resonator`, `this is dealt damage`, `damage is dealt to you`: damage from a card to a card or player.
    pub(super) fn damage_event(
        &mut self,
        verb: &str,
        bits: u64,
        passive: bool,
        s: &Sentence<'m>,
        pattern: &mut Pattern,
    ) -> Linked<Parts> {
        let amount = match (s.subject, s.what) {
            (Some(Subject::Amount(amount)), None) if passive => Some(amount),
            (_, Some(Arg::Amount(amount))) => Some(amount),
            (_, None) => None,
            _ => {
                return Err(Fail::limit(
                    Limit::Event,
                    format!("the engine can notice `{verb}` of damage only"),
                ));
            }
        };
        let mut notes = bits;
        if let Some(amount) = amount {
            notes &= self.damage_notes(&amount.of)?;
            self.certain_amount(amount, pattern)?;
        }
        pattern.kind = PatKind::Note(notes);
        match (passive, s.subject) {
            (_, None) | (true, Some(Subject::Amount(_))) => {}
            (false, Some(Subject::Objects(obj))) => pattern.subject = self.pat_subject(*obj)?,
            (false, Some(Subject::Players(who))) => {
                let whose = Some(self.who(who)?);
                pattern.subject = PatSubject::Fits(Box::new(Select {
                    whose,
                    ..Select::default()
                }));
            }
            // `damage that was dealt to you`: the damage itself is described.
            (true, Some(Subject::Objects(obj))) if matches!(self.code()[*obj], Objects::Described) => {}
            (true, Some(Subject::Objects(obj))) => pattern.object = Some(self.receiver(*obj)?),
            (true, Some(Subject::Players(who))) => pattern.object = Some(PatObject::Player(self.who(who)?)),
            _ => {
                return Err(Fail::limit(
                    Limit::Event,
                    format!("the engine cannot notice who does `{verb}` there"),
                ));
            }
        }
        match s.to {
            None => {}
            Some(Arg::Objects(obj)) if pattern.object.is_none() => pattern.object = Some(self.receiver(*obj)?),
            Some(_) => {
                return Err(Fail::limit(
                    Limit::Event,
                    format!("the engine cannot notice to whom `{verb}` is done there"),
                ));
            }
        }
        match s.by {
            None => {}
            Some(Arg::Objects(obj)) if self.cause_noun(*obj).is_none() && pattern.subject == PatSubject::Any => {
                pattern.subject = self.pat_subject(*obj)?;
            }
            Some(by) => pattern.by = Some(self.cause(by)?),
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
        Ok(Parts {
            principal: if passive { Principal::Object } else { Principal::Subject },
            object: Principal::Object,
            to: Some(Principal::Object),
            by: Some(Principal::Subject),
            counted: false,
        })
    }

    /// `damage that was dealt to you this turn`, as a number.
    pub(super) fn damage_count(&mut self, id: ObjId) -> Linked<Option<Num>> {
        let Some(thing) = self.thing(id, Noun::Damage) else {
            return Ok(None);
        };
        let unknown = || Fail::limit(Limit::Amount, "the engine cannot count damage that way");
        if !thing.is_general() || !matches!(thing.quant, Quant::Bare | Quant::All) {
            return Err(unknown());
        }
        let ([Filter::Did(event)], Some(noun)) = (thing.filters.as_slice(), thing.noun) else {
            return Err(unknown());
        };
        let notes = self.damage_notes(noun)?;
        let (pattern, window) = self.past(*event)?;
        match self.l.parts.patterns.get_mut(pattern.0 as usize).map(|p| &mut p.kind) {
            Some(PatKind::Note(bits)) if *bits & notes != 0 => *bits &= notes,
            _ => return Err(unknown()),
        }
        Ok(Some(Num::Amounts(pattern, window)))
    }

    /// Whom something is done to: a card or a player.
    pub(super) fn receiver(&mut self, id: ObjId) -> Linked<PatObject> {
        match &self.code()[id] {
            Objects::Players(who) => Ok(PatObject::Player(self.who(who)?)),
            Objects::Join(list) => {
                let mut any = Vec::new();
                for one in list {
                    any.push(self.receiver(*one)?);
                }
                Ok(PatObject::Any(any))
            }
            _ => self.pat_object(id),
        }
    }

    /// How large an amount must be.
    fn certain_amount(&mut self, amount: &Amount, pattern: &mut Pattern) -> Linked<()> {
        let Amount {
            quant,
            of,
            kinds: _,
            whose,
            filters,
        } = amount;
        if whose.is_some() {
            return Err(Fail::limit(
                Limit::EventAmount,
                format!("the engine cannot tell whose {of} that is"),
            ));
        }
        pattern.amount = match quant {
            Quant::Bare | Quant::A | Quant::Any | Quant::All | Quant::Each => None,
            Quant::Exactly(n) => Some((Cmp::Is, self.num(*n)?)),
            Quant::AtLeast(n) => Some((Cmp::AtLeast, self.num(*n)?)),
            Quant::AtMost(n) => Some((Cmp::AtMost, self.num(*n)?)),
            _ => {
                return Err(Fail::limit(
                    Limit::EventAmount,
                    format!("the engine cannot notice that much {of}"),
                ));
            }
        };
        // `3 or more damage` of a turn is all of it; `damage with amount 3 or more` is one packet.
        pattern.in_all = pattern.amount.is_some();
        for filter in filters {
            match filter {
                Filter::Attr(attr, ir::Comparison { how, with })
                    if attr == self.tables().amount_attr && pattern.amount.is_none() =>
                {
                    pattern.amount = Some((Self::cmp(*how), self.num(*with)?));
                }
                _ => {
                    return Err(Fail::limit(
                        Limit::EventAmount,
                        "the engine cannot describe an amount that way yet",
                    ));
                }
            }
        }
        Ok(())
    }

    /// `you gain life`.
    pub(super) fn life_event(
        &mut self,
        verb: &str,
        bits: u64,
        passive: bool,
        s: &Sentence<'m>,
        pattern: &mut Pattern,
    ) -> Linked<Parts> {
        let Some(Arg::Amount(amount)) = s.what.filter(|_| !passive) else {
            return Err(Fail::limit(
                Limit::Event,
                format!("the engine can notice `{verb}` of a player's life only"),
            ));
        };
        if !self.is_life(amount) {
            return Err(Fail::limit(
                Limit::Event,
                format!("the engine cannot notice `{verb}` of {}", amount.of),
            ));
        }
        pattern.kind = PatKind::Note(bits);
        self.certain_amount(amount, pattern)?;
        self.player(s.subject, pattern)?;
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

    /// `a mana counter is put on this`, `2 or more counters are removed from it`.
    pub(super) fn counter_event(
        &mut self,
        verb: &str,
        amount: &'m Amount,
        s: &Sentence<'m>,
        pattern: &mut Pattern,
    ) -> Linked<Parts> {
        let (put, on) = match base_verbs::command(verb) {
            Some(BaseVerb::Put) => (true, s.into),
            Some(BaseVerb::Remove) => (false, s.from),
            _ => {
                return Err(Fail::limit(
                    Limit::Event,
                    format!("the engine cannot notice `{verb}` of counters"),
                ));
            }
        };
        let [kind] = amount.kinds.as_slice() else {
            return Err(Fail::wording(
                "the engine needs one kind of counters",
                "name one kind of counters: `2 \"…\" counters`",
            ));
        };
        let kind = self.counter_kind(kind)?;
        pattern.kind = PatKind::Counter(kind, put);
        self.certain_amount(amount, pattern)?;
        let obj = match on {
            Some(Arg::Objects(obj)) => Some(*obj),
            Some(Arg::Place(place)) => match self.beside_plain(*place) {
                Some((_, obj)) => Some(obj),
                None => return Err(Fail::wording("counters lie on cards", "write the card: `on this`")),
            },
            None => None,
            Some(_) => return Err(Fail::wording("counters lie on cards", "write the card: `on this`")),
        };
        if let Some(obj) = obj {
            pattern.subject = self.pat_subject(obj)?;
        }
        let mut rest = Sentence {
            subject: None,
            by: None,
            ..*s
        };
        if put {
            rest.into = None;
        } else {
            rest.from = None;
        }
        self.no_more(&rest, verb)?;
        Ok(Parts {
            counted: true,
            ..Parts::CARD
        })
    }
}
