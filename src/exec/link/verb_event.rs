//! Verbs as events: what a pattern waits for, whether the verb is one of the language or of the game.

use super::super::code::{PatCause, PatKind, PatObject, Pattern, Within};
use super::super::tables::{EventWord, VerbKind};
use super::base_verbs::{self, BaseEvent, BaseVerb};
use super::event::{Parts, Sentence, bit};
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked, Principal};
use crate::ir::{self, Arg, Subject};
use crate::kernel::{Bits, Note};
use crate::vocab::Data;

impl<'m> CardLinker<'_, 'm> {
    pub(super) fn verb_event(
        &mut self,
        verb: &str,
        passive: bool,
        not: bool,
        s: &Sentence<'m>,
        pattern: &mut Pattern,
    ) -> Linked<Parts> {
        let row = self.tables().verbs.iter().find(|row| row.word == verb);
        let word = row.and_then(|r| r.event);
        if not && !matches!(word, Some(EventWord::Amount { .. })) {
            return Err(Fail::limit(
                Limit::NotHappening,
                "the engine cannot notice that something does not happen",
            ));
        }
        if let Some(parts) = self.counter_verb(verb, passive, s, pattern)? {
            return Ok(parts);
        }
        let base = base_verbs::event(verb);
        if let Some(parts) = self.number_verb(verb, base, (passive, word), s, pattern)? {
            return Ok(parts);
        }
        match base {
            Some(BaseEvent::Moved) => self.move_event(verb, passive, s, pattern),
            Some(BaseEvent::Drawn) => self.drawn_event(verb, passive, s, pattern),
            Some(BaseEvent::Revealed) => self.revealed_event(verb, passive, s, pattern),
            Some(BaseEvent::Chosen) => self.chosen_event(verb, passive, s, pattern),
            Some(BaseEvent::Changed(_)) | None => match word {
                Some(word) => self.row_event(verb, word, (passive, not), s, pattern),
                None => self.call_event(verb, passive, s, pattern),
            },
        }
    }

    /// Counters that are put on cards or taken off.
    fn counter_verb(
        &mut self,
        verb: &str,
        passive: bool,
        s: &Sentence<'m>,
        pattern: &mut Pattern,
    ) -> Linked<Option<Parts>> {
        if passive
            && let Some(Subject::Amount(amount)) = s.subject
            && self.is_counter(&amount.of)
        {
            return self.counter_event(verb, amount, s, pattern).map(Some);
        }
        // `you removed a counter`: an ability of theirs, or what they paid for one.
        let (false, Some(Subject::Players(who)), Some(Arg::Amount(amount))) = (passive, s.subject, s.what) else {
            return Ok(None);
        };
        if !self.is_counter(&amount.of) {
            return Ok(None);
        }
        let whose = match who {
            ir::Who::Any | ir::Who::Each => None,
            who => Some(self.who(who)?),
        };
        let parts = self.counter_event(verb, amount, &Sentence { what: None, ..*s }, pattern)?;
        if whose.is_some() {
            if s.by.is_some() {
                return Err(Fail::limit(Limit::Cause, "the engine knows one cause of an event only"));
            }
            pattern.by = Some(PatCause {
                whose,
                ..PatCause::default()
            });
        }
        Ok(Some(parts))
    }

    /// A number of cards or players that changes.
    fn number_verb(
        &mut self,
        verb: &str,
        base: Option<BaseEvent>,
        (passive, word): (bool, Option<EventWord>),
        s: &Sentence<'m>,
        pattern: &mut Pattern,
    ) -> Linked<Option<Parts>> {
        let Some(Subject::Attr(of, attr)) = s.subject else {
            return Ok(None);
        };
        let bare = Sentence { subject: None, ..*s };
        match (of, word, base) {
            (ir::AttrOf::Objects(obj), Some(EventWord::Reduced(bits)), _) if passive => {
                if !self.tables().reduced.contains(&attr.as_ref()) {
                    return Err(Fail::limit(
                        Limit::Event,
                        format!("the engine cannot notice that `{attr}` is reduced"),
                    ));
                }
                pattern.kind = PatKind::Note(bits);
                pattern.object = Some(self.receiver(*obj)?);
                if let Some(by) = s.by {
                    pattern.by = Some(self.cause(by)?);
                }
                self.no_more(&bare.caused(), verb)?;
                Ok(Some(Parts {
                    principal: Principal::Object,
                    object: Principal::Object,
                    to: Some(Principal::Object),
                    by: Some(Principal::Subject),
                    counted: false,
                }))
            }
            (ir::AttrOf::Objects(obj), _, Some(BaseEvent::Changed(up)))
                if self.tables().note.increase != Note::NONE =>
            {
                // 104.6 and its like: the number before is compared with the one after.
                pattern.kind = PatKind::Value(self.attr(attr)?, up);
                pattern.subject = self.pat_subject(*obj)?;
                self.no_more(&bare, verb)?;
                Ok(Some(Parts::SUBJECT))
            }
            (ir::AttrOf::Player(who), _, Some(BaseEvent::Changed(up))) => {
                pattern.kind = PatKind::Points(self.player_attr(attr)?, up);
                self.set_who(who, pattern)?;
                self.no_more(&bare.caused(), verb)?;
                Ok(Some(Parts::SUBJECT))
            }
            _ => Ok(None),
        }
    }

    fn drawn_event(&mut self, verb: &str, passive: bool, s: &Sentence<'m>, pattern: &mut Pattern) -> Linked<Parts> {
        pattern.kind = PatKind::Move {
            tag: Some(self.tables().note.draw),
            from: None,
            to: None,
            end: None,
            within: Within::No,
            enters: false,
        };
        if passive {
            self.subject(s.subject, pattern)?;
            self.no_more(&s.about().caused(), verb)?;
            return Ok(Parts::SUBJECT);
        }
        self.player(s.subject, pattern)?;
        self.object_as_subject(s.what, pattern)?;
        self.no_more(&s.about().done_to().caused(), verb)?;
        Ok(Parts::CARD)
    }

    fn revealed_event(&mut self, verb: &str, passive: bool, s: &Sentence<'m>, pattern: &mut Pattern) -> Linked<Parts> {
        pattern.kind = PatKind::Note(bit(self.tables().note.reveal));
        self.shown = true;
        if let Some(Arg::Place(from)) = s.from {
            pattern.from = Some(self.place(*from)?);
        }
        let rest = Sentence {
            from: s.from.filter(|arg| !matches!(arg, Arg::Place(_))),
            ..s.about().caused()
        };
        if passive {
            self.subject(s.subject, pattern)?;
            self.could_be_called(pattern, true)?;
            self.no_more(&rest, verb)?;
            return Ok(Parts::SUBJECT);
        }
        self.revealer(s.subject, pattern)?;
        self.object_as_subject(s.what, pattern)?;
        self.could_be_called(pattern, true)?;
        self.no_more(&rest.done_to(), verb)?;
        Ok(Parts::CARD)
    }

    fn chosen_event(&mut self, verb: &str, passive: bool, s: &Sentence<'m>, pattern: &mut Pattern) -> Linked<Parts> {
        pattern.kind = PatKind::Note(bit(self.tables().note.choose));
        if !passive {
            return Err(Fail::limit(
                Limit::Event,
                "the engine can notice what is chosen, not who chooses",
            ));
        }
        self.subject(s.subject, pattern)?;
        self.no_more(&s.about().caused(), verb)?;
        Ok(Parts::SUBJECT)
    }

    /// A shorthand verb: that a player carries it out, or what it does to a card.
    fn call_event(&mut self, verb: &str, passive: bool, s: &Sentence<'m>, pattern: &mut Pattern) -> Linked<Parts> {
        if !self.tables().calls.iter().any(|(_, word)| verb == *word) {
            let unknown = Fail::limit(Limit::Event, format!("the engine cannot notice `{verb}` yet"));
            let about = s.what.and_then(|what| self.foreign_noun(what)).unwrap_or(verb);
            return Err(self.unknown(about, unknown));
        }
        let call = self.call_number(verb);
        pattern.by = Some(PatCause {
            call,
            ..PatCause::default()
        });
        if passive {
            let mut turned = self.tables().turning_calls.iter();
            pattern.kind = match turned.find(|(word, _)| verb == *word) {
                Some((_, down)) => PatKind::Face(*down),
                None => PatKind::Move {
                    tag: None,
                    from: None,
                    to: None,
                    end: None,
                    within: Within::No,
                    enters: false,
                },
            };
            self.subject(s.subject, pattern)?;
        } else {
            // What a player does by the verb is done once, whatever number of cards it is done to.
            pattern.kind = PatKind::Note(bit(self.tables().note.call));
            match s.subject {
                None | Some(Subject::Players(_)) => self.player(s.subject, pattern)?,
                Some(_) => {
                    return Err(Fail::wording(
                        format!("only players `{verb}`"),
                        "write a player: `when you …`",
                    ));
                }
            }
        }
        self.no_more(&s.about(), verb)?;
        Ok(Parts::SUBJECT)
    }

    /// A verb of the game, by its row.
    fn row_event(
        &mut self,
        verb: &str,
        word: EventWord,
        (passive, not): (bool, bool),
        s: &Sentence<'m>,
        pattern: &mut Pattern,
    ) -> Linked<Parts> {
        match word {
            EventWord::Moved(tag) => self.sent_event(verb, tag, passive, s, pattern),
            EventWord::Enter => self.border_event(verb, true, passive, s, pattern),
            EventWord::Leave => self.border_event(verb, false, passive, s, pattern),
            EventWord::Damage(bits) => self.damage_event(verb, bits, passive, s, pattern),
            EventWord::Taken(bits) if !passive => self.damage_event(verb, bits, true, s, pattern),
            EventWord::Taken(_) | EventWord::Reduced(_) => Err(Fail::limit(
                Limit::Event,
                format!("the engine cannot notice `{verb}` there"),
            )),
            // `loses the game` is told by the engine's own word.
            EventWord::Life(_)
                if matches!(s.what, Some(Arg::Time(_))) && base_verbs::command(verb) == Some(BaseVerb::Lose) =>
            {
                let note = self.tables().note.lose;
                self.player_event(verb, passive, bit(note), s, pattern)
            }
            EventWord::Life(bits) => self.life_event(verb, bits, passive, s, pattern),
            EventWord::Note(bits) => self.note_event(verb, bits, passive, s, pattern),
            EventWord::OfAbility(bits) => self.ability_event(verb, bits, s, pattern),
            EventWord::Passive(bits) if passive => self.suffered_event(verb, bits, s, pattern),
            EventWord::Passive(bits) => self.acting_event(verb, bits, s, pattern),
            EventWord::Turn(orient) => self.turn_event(verb, orient, passive, s, pattern),
            EventWord::Face => self.face_event(verb, passive, s, pattern),
            EventWord::OfPlayer(bits) if passive && self.is_ability(s.subject) => {
                self.use_event(verb, bits, s, pattern)
            }
            EventWord::OfPlayer(bits) => self.player_event(verb, passive, bits, s, pattern),
            EventWord::Amount {
                did,
                would,
                not: never,
                suffered,
            } => {
                let bits = match (not, pattern.would) {
                    (true, false) if never != 0 => never,
                    (true, _) => {
                        return Err(Fail::limit(
                            Limit::NotHappening,
                            "the engine cannot notice that something does not happen",
                        ));
                    }
                    (false, true) => would,
                    (false, false) => did,
                };
                pattern.kind = PatKind::Note(bits);
                self.amount_event(verb, (passive, suffered), s, pattern)
            }
            EventWord::Boundary(edge) => {
                let Some(Subject::Time(time)) = s.subject.filter(|_| !passive) else {
                    return Err(Fail::wording(
                        format!("only a time can `{verb}`"),
                        "write a time: `when your turn …`",
                    ));
                };
                let mut when = self.when(time)?;
                when.edge = Some(edge);
                pattern.kind = PatKind::Time(when);
                self.no_more(&s.about(), verb)?;
                Ok(Parts::SUBJECT)
            }
        }
    }

    fn note_event(
        &mut self,
        verb: &str,
        bits: u64,
        passive: bool,
        s: &Sentence<'m>,
        pattern: &mut Pattern,
    ) -> Linked<Parts> {
        pattern.kind = PatKind::Note(bits);
        let by_player = self.done_by_player(passive, s, pattern)?;
        if !by_player {
            self.subject(s.subject, pattern)?;
        } else if s.what.is_none() && !pattern.would && self.counts.is_none() && self.turns_a_number(verb) {
            // `when you counter-blast`: all cards that are turned at once are turned by one deed.
            self.gathers = Some(self.one());
        }
        let mut rest = s.about().caused();
        if by_player {
            rest.what = None;
        }
        self.on_the_way(&mut rest, pattern)?;
        let mut parts = if by_player { Parts::CARD } else { Parts::SUBJECT };
        // `is added to this`: what it is done to.
        if let Some(Arg::Objects(to)) = rest.to {
            pattern.object = Some(self.receiver(*to)?);
            parts.to = Some(Principal::Object);
            rest.to = None;
        }
        self.no_more(&rest, verb)?;
        Ok(parts)
    }

    /// Whether a verb turns so many cards over.
    fn turns_a_number(&self, verb: &str) -> bool {
        let row = self.tables().verbs.iter().find(|row| row.word == verb);
        matches!(row.map(|r| r.command), Some(VerbKind::Face(..)))
    }

    /// Something that abilities do.
    fn ability_event(&mut self, verb: &str, bits: u64, s: &Sentence<'m>, pattern: &mut Pattern) -> Linked<Parts> {
        pattern.kind = PatKind::Note(bits);
        match s.subject {
            Some(Subject::Objects(obj)) => self.of_ability(*obj, pattern)?,
            _ => {
                return Err(Fail::wording(
                    format!("`{verb}` is something that abilities do"),
                    "write an ability: `when an AUTO ability of …`",
                ));
            }
        }
        self.no_more(&s.about().caused(), verb)?;
        Ok(Parts::SUBJECT)
    }

    /// Something is done to the subject of the sentence.
    fn suffered_event(&mut self, verb: &str, bits: u64, s: &Sentence<'m>, pattern: &mut Pattern) -> Linked<Parts> {
        pattern.kind = PatKind::Note(bits);
        match s.subject {
            None => {}
            Some(Subject::Objects(obj)) => pattern.object = Some(self.receiver(*obj)?),
            Some(Subject::Players(who)) => pattern.object = Some(PatObject::Player(self.who(who)?)),
            Some(_) => {
                return Err(Fail::wording(
                    format!("`{verb}` happens to cards"),
                    "write a card or player as the subject",
                ));
            }
        }
        match s.by {
            None => {}
            // The card that does it is what the event is about; what is targeted is targeted by what is announced.
            Some(Arg::Objects(obj)) if self.cause_noun(*obj).is_none() && bits != bit(self.tables().note.target) => {
                pattern.subject = self.pat_subject(*obj)?;
            }
            Some(by) => pattern.by = Some(self.cause(by)?),
        }
        self.no_more(&s.about().caused(), verb)?;
        Ok(Parts::OBJECT)
    }

    /// The subject of the sentence does something, perhaps to somebody.
    fn acting_event(&mut self, verb: &str, bits: u64, s: &Sentence<'m>, pattern: &mut Pattern) -> Linked<Parts> {
        if bits == bit(self.tables().note.target) && matches!(s.subject, Some(Subject::Players(_))) {
            return Err(Fail::wording(
                format!("who does `{verb}` is not told, but what it is done to"),
                "say it of the card: `when this is … by opponent's cards or abilities`",
            ));
        }
        pattern.kind = PatKind::Note(bits);
        let mut rest = s.about().done_to().caused();
        if let Some(with) = s.with {
            // `you guard with a card`: the card does it.
            self.object_as_subject(Some(with), pattern)?;
            self.player(s.subject, pattern)?;
            rest.with = None;
        } else if matches!(s.subject, Some(Subject::Players(_)) | None) && self.is_done_with(verb) && s.what.is_some() {
            // `you guard a unit`: what it is done with is not said.
            self.player(s.subject, pattern)?;
        } else if self.done_by_player(false, s, pattern)? {
            // `you ride a card`: the card does it, on its player's behalf.
            self.no_more(&rest, verb)?;
            return Ok(Parts::CARD);
        } else {
            self.subject(s.subject, pattern)?;
        }
        match s.what {
            None => {}
            Some(Arg::Objects(obj)) => pattern.object = Some(self.receiver(*obj)?),
            Some(_) => {
                return Err(Fail::limit(
                    Limit::Event,
                    format!("the engine cannot notice what `{verb}` is about there"),
                ));
            }
        }
        self.no_more(&rest, verb)?;
        Ok(Parts::SUBJECT)
    }

    /// Whether players do it to something with cards of theirs.
    fn is_done_with(&self, verb: &str) -> bool {
        let with = self.l.vocab.pick(verb, |word, _| match &word.data {
            Data::Verb(data) => Some(data.roles.iter().any(|role| role.names.contains(&"with"))),
            _ => None,
        });
        with == Some(true)
    }

    fn turn_event(
        &mut self,
        verb: &str,
        orient: u8,
        passive: bool,
        s: &Sentence<'m>,
        pattern: &mut Pattern,
    ) -> Linked<Parts> {
        pattern.kind = PatKind::Turn(u16::bit(orient));
        if !passive && s.what.is_some() {
            self.turned_by(s, pattern)?;
            self.object_as_subject(s.what, pattern)?;
        } else {
            self.subject(s.subject, pattern)?;
        }
        self.no_more(&s.about().done_to().caused(), verb)?;
        Ok(Parts::SUBJECT)
    }

    /// An ability is used.
    fn use_event(&mut self, verb: &str, bits: u64, s: &Sentence<'m>, pattern: &mut Pattern) -> Linked<Parts> {
        // What cannot be used is not set off either (11.2.1.2 and its like).
        let trigger = self.tables().note.trigger.filter(|_| pattern.would);
        // `plays an ability` and `plays a card` are one word for two things.
        let bits = match self.tables().stack_zone {
            Some(_) if self.is_played(bits) => bit(self.tables().note.use_ability),
            _ => bits,
        };
        pattern.kind = PatKind::Note(bits | trigger.map_or(0, bit));
        self.used_ability(s.subject, pattern)?;
        self.no_more(&s.about().caused(), verb)?;
        Ok(Parts::SUBJECT)
    }
}
