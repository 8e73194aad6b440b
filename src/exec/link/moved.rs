//! Events in which cards move.

use super::super::code::{PatCause, PatKind, PatSubject, Pattern, PlaceIx, Select, Within};
use super::super::tables::{SendFrom, VerbKind};
use super::base_verbs::{self, BaseVerb};
use super::event::{Parts, Sentence};
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked};
use crate::ir::{Arg, ObjId, Objects, Place, PlaceId, PlaceKind, Selector, Subject, Who};
use crate::kernel::{End, Note};

impl<'m> CardLinker<'_, 'm> {
    /// `put`, `place`, `return`, `move`: whatever brings a card somewhere.
    pub(super) fn move_event(
        &mut self,
        verb: &str,
        passive: bool,
        s: &Sentence<'m>,
        pattern: &mut Pattern,
    ) -> Linked<Parts> {
        let mut from = match s.from {
            None => None,
            Some(Arg::Place(place)) => Some(self.origin_place(*place)?),
            Some(_) => {
                return Err(Fail::wording(
                    "the engine needs a place behind `from`",
                    "write a place behind `from`: `from your hand`",
                ));
            }
        };
        let (to, end) = self.goal_place(s)?;
        let command = base_verbs::command(verb);
        // What is put somewhere may be returned; what is drawn or checked is not.
        let tag = (command == Some(BaseVerb::Return))
            .then_some(self.tables().note.give_back)
            .filter(|tag| *tag != Note::NONE);
        if to.is_none() && !pattern.would && tag.is_none() && command != Some(BaseVerb::Move) {
            return Err(Fail::wording(
                format!("`{verb}` says nothing of where the card comes to: it would answer to every move"),
                "write where to: `on …`, `into …`, `to …`",
            ));
        }
        if passive {
            if let Some(Subject::Amount(amount)) = s.subject {
                return Err(Fail::limit(
                    Limit::Event,
                    format!("the engine cannot notice that {} moves", amount.of),
                ));
            }
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
                return Err(Fail::limit(
                    Limit::Event,
                    format!("the engine cannot notice that part of `{verb}`"),
                ));
            }
        } else {
            self.player_of(s, pattern)?;
            self.object_as_subject(s.what, pattern)?;
            if let (Some(Arg::Objects(obj)), None) = (s.what, from) {
                from = self.usual_origin(*obj, to)?;
            }
        }
        self.no_more(
            &Sentence {
                of: s.of,
                ..Sentence::default()
            },
            verb,
        )?;
        let positions = from.is_none_or(|from| self.is_board(from)) && to.is_none_or(|to| self.is_board(to));
        pattern.kind = PatKind::Move {
            tag,
            from,
            to,
            end,
            within: match command {
                // Where zones have positions, to be moved is to change them (3.1.4 and its like); to leave is another word.
                Some(BaseVerb::Move) if (from.is_none() || to.is_some()) && positions && self.has_positions() => {
                    Within::Only
                }
                Some(BaseVerb::Move) => Within::Too,
                _ => Within::No,
            },
            enters: false,
        };
        Ok(if passive { Parts::SUBJECT } else { Parts::CARD })
    }

    /// Where a card of an event comes to, and to which end of a pile there if that is said.
    fn goal_place(&mut self, s: &Sentence<'m>) -> Linked<(Option<PlaceIx>, Option<End>)> {
        let place = match (s.into, s.to) {
            (None, None) => return Ok((None, None)),
            (Some(Arg::Place(place)), None) | (None, Some(Arg::Place(place))) => *place,
            _ => {
                return Err(Fail::wording(
                    "the engine needs one place to go to",
                    "write one place: `into your hand`",
                ));
            }
        };
        let end = match &self.code()[place].kind {
            PlaceKind::End(true, _) => Some(End::Top),
            PlaceKind::End(false, _) => Some(End::Bottom),
            _ => None,
        };
        let goal = self.place(place)?;
        // What moves comes to another place anyway.
        let goal = match self.l.parts.places.get(goal.0 as usize) {
            Some(super::super::code::Place::Both(one, other)) if self.is_elsewhere(*other) => *one,
            _ => goal,
        };
        Ok((Some(goal), end))
    }

    /// Where a card of an event comes from: which pile it was in is told, not where in the pile it lay.
    fn origin_place(&mut self, place: PlaceId) -> Linked<PlaceIx> {
        if matches!(self.code()[place].kind, PlaceKind::End(..)) {
            return Err(Fail::limit(
                Limit::Event,
                "the engine notices from which pile a card goes, not from which end of it",
            ));
        }
        self.place(place)
    }

    /// Whether a place is nothing but positions and zones of the board.
    fn is_board(&self, place: PlaceIx) -> bool {
        use super::super::code::Place as At;
        if let Some(At::Relative(..) | At::PositionOf(_) | At::Faced(_)) = self.l.parts.places.get(place.0 as usize) {
            return true;
        }
        let mut zones = (0u32..).zip(self.tables().zones);
        let bits = self.zone_bits(place);
        !zones.any(|(at, zone)| bits >> at.min(31) & 1 == 1 && !zone.board)
    }

    fn has_positions(&self) -> bool {
        self.tables().zones.iter().any(|zone| !zone.positions.is_empty())
    }

    /// Where a subject that lies under a card comes from: its place is part of the event, not of what it is.
    fn under_from(&mut self, id: ObjId, from: Option<PlaceIx>, to: Option<PlaceIx>) -> Linked<Option<PlaceIx>> {
        let Objects::Select(selector) = &self.code()[id] else {
            return Ok(from);
        };
        let under = selector
            .descs
            .iter()
            .any(|d| d.noun.as_ref().is_some_and(|n| self.is_under(n)));
        if !under {
            if selector.places.is_empty() {
                return if from.is_some() {
                    Ok(from)
                } else {
                    self.usual_origin(id, to)
                };
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

    fn subject_place(&mut self, selector: &Selector, from: Option<PlaceIx>) -> Linked<Option<PlaceIx>> {
        match (selector.places.as_slice(), from) {
            ([place], None) => Ok(Some(self.place(*place)?)),
            _ => Err(Fail::limit(
                Limit::Event,
                "the engine can notice one place where a card comes from",
            )),
        }
    }

    /// `is turned to face-up`: a card is turned over where it lies.
    pub(super) fn face_event(
        &mut self,
        verb: &str,
        passive: bool,
        s: &Sentence<'m>,
        pattern: &mut Pattern,
    ) -> Linked<Parts> {
        let down = match s.to {
            Some(Arg::Words(words)) => match words.as_slice() {
                [word] if word == "face-up" => Some(false),
                [word] if word == "face-down" => Some(true),
                _ => None,
            },
            _ => None,
        };
        let Some(down) = down else {
            return Err(Fail::limit(
                Limit::Event,
                format!("the engine can notice `{verb}` to face up or face down only"),
            ));
        };
        pattern.kind = PatKind::Face(down);
        let mut rest = Sentence {
            to: None,
            by: None,
            subject: None,
            ..*s
        };
        if passive {
            self.subject(s.subject, pattern)?;
        } else {
            self.turned_by(s, pattern)?;
            self.object_as_subject(s.what, pattern)?;
            rest.what = None;
        }
        self.no_more(&rest, verb)?;
        Ok(if passive { Parts::SUBJECT } else { Parts::CARD })
    }

    /// `when you stand your rear-guard`: who turns a card is told by what causes it; whose card it is tells nothing of that.
    pub(super) fn turned_by(&mut self, s: &Sentence<'m>, pattern: &mut Pattern) -> Linked<()> {
        let who = match s.subject {
            Some(Subject::Players(who)) if !pattern.would && !matches!(who, Who::Any | Who::Each) => who,
            _ => return self.player_of(s, pattern),
        };
        if pattern.by.is_some() || s.by.is_some() {
            return Err(Fail::limit(Limit::Cause, "the engine knows one cause of an event only"));
        }
        pattern.by = Some(PatCause {
            whose: Some(self.who(who)?),
            ..PatCause::default()
        });
        Ok(())
    }

    /// The place behind `from`; the game itself is where everything comes from.
    fn source_place(&mut self, from: Option<&'m Arg>) -> Linked<Option<PlaceIx>> {
        match from {
            None => Ok(None),
            Some(Arg::Place(place)) if self.is_game(*place)? => Ok(None),
            Some(Arg::Place(place)) => self.origin_place(*place).map(Some),
            Some(Arg::Time(time)) if time.span == "game" => Ok(None),
            Some(_) => Err(Fail::wording(
                "the engine needs a place behind `from`",
                "write a place behind `from`: `from your hand`",
            )),
        }
    }

    /// `is destroyed`, `you discard a card`: a move with a word of its own.
    pub(super) fn sent_event(
        &mut self,
        verb: &str,
        tag: Note,
        passive: bool,
        s: &Sentence<'m>,
        pattern: &mut Pattern,
    ) -> Linked<Parts> {
        let from = self.source_place(s.from)?;
        let (to, end) = self.goal_place(s)?;
        pattern.kind = PatKind::Move {
            tag: Some(tag),
            from,
            to,
            end,
            within: Within::Too,
            enters: false,
        };
        self.no_more(
            &Sentence {
                of: s.of,
                without: s.without,
                ..Sentence::default()
            },
            verb,
        )?;
        if passive {
            self.subject(s.subject, pattern)?;
            return match s.what {
                None => Ok(Parts::SUBJECT),
                Some(_) => Err(Fail::limit(
                    Limit::Event,
                    format!("the engine cannot notice that part of `{verb}`"),
                )),
            };
        }
        if let (Some(Arg::Place(place)), Some(Subject::Players(who))) = (s.what, s.subject) {
            return self.whole_event(verb, tag, *place, who, pattern);
        }
        self.object_as_subject(s.what, pattern)?;
        if s.what.is_none() && !pattern.would && self.counts.is_none() {
            // `when you soul-blast`: what a player does at once is done once, whatever number of cards it takes.
            self.gathers = Some(self.one());
        }
        let who = match s.subject {
            None => return Ok(Parts::CARD),
            Some(Subject::Players(who)) => who,
            Some(_) => {
                return Err(Fail::wording(
                    "the engine expects a player to do that",
                    "write a player: `when you …`, `when your opponent …`",
                ));
            }
        };
        let row = self.tables().verbs.iter().find(|row| row.word == verb);
        match row.map(|r| r.command) {
            // A player does it to what is that player's.
            Some(VerbKind::Send(_, _, SendFrom::Hand | SendFrom::Controlled)) => self.subject_of(who, pattern)?,
            _ => {
                if pattern.by.is_some() || s.by.is_some() {
                    return Err(Fail::limit(Limit::Cause, "the engine knows one cause of an event only"));
                }
                let whose = Some(self.who(who)?);
                pattern.by = Some(PatCause {
                    whose,
                    ..PatCause::default()
                });
            }
        }
        Ok(Parts::CARD)
    }

    /// `you discard your hand`: all cards of a zone move at once, or none because there is none.
    fn whole_event(
        &mut self,
        verb: &str,
        tag: Note,
        place: PlaceId,
        who: &'m Who,
        pattern: &mut Pattern,
    ) -> Linked<Parts> {
        let unknown = || Fail::limit(Limit::Event, format!("the engine cannot notice `{verb}` of that place"));
        let (_, told) = self
            .tables()
            .whole_zone_moves
            .filter(|(word, _)| *word == tag)
            .ok_or_else(unknown)?;
        let Place { kind, whose, quant } = &self.code()[place];
        let hand = self.tables().zones.get(self.tables().hand.ix()).map(|z| z.name);
        let named = matches!(kind, PlaceKind::Zone(names, filters)
            if filters.is_empty() && names.len() == 1 && names.first().map(|n| n.as_ref()) == hand);
        let who = self.who(who)?;
        let own = match whose {
            None | Some(Who::They) => true,
            Some(whose) => self.who(whose)? == who,
        };
        if !named || !own || quant.is_some() {
            return Err(unknown());
        }
        pattern.kind = PatKind::Note(told.bit());
        pattern.who = Some(who);
        Ok(Parts::CARD)
    }

    /// The subject of the pattern is the player's.
    fn subject_of(&mut self, who: &Who, pattern: &mut Pattern) -> Linked<()> {
        let who = match who {
            Who::Any | Who::Each => return Ok(()),
            who => self.who(who)?,
        };
        match &mut pattern.subject {
            PatSubject::Fits(select) if select.whose.is_none() => select.whose = Some(who),
            PatSubject::Fits(select) if select.whose.as_ref() == Some(&who) => {}
            PatSubject::Any => {
                pattern.subject = PatSubject::Fits(Box::new(Select {
                    whose: Some(who),
                    ..Select::default()
                }));
            }
            PatSubject::Fits(_) | PatSubject::This | PatSubject::Objs(_) => {
                return Err(Fail::limit(Limit::Event, "the engine cannot notice who does that"));
            }
        }
        Ok(())
    }

    /// `this enters field`, `this leaves field`.
    pub(super) fn border_event(
        &mut self,
        verb: &str,
        enters: bool,
        passive: bool,
        s: &Sentence<'m>,
        pattern: &mut Pattern,
    ) -> Linked<Parts> {
        if passive {
            return Err(Fail::wording(
                format!("nothing is done by `{verb}`"),
                "leave out `by …`",
            ));
        }
        let place = match s.what {
            Some(Arg::Place(place)) => self.place(*place)?,
            _ => {
                return Err(Fail::wording(
                    format!("the engine needs a place that something `{verb}`s"),
                    "write the place: `enters your field`",
                ));
            }
        };
        let other = self.source_place(s.from)?;
        if other.is_some() && !enters {
            return Err(Fail::limit(
                Limit::Event,
                "the engine knows one place where a card comes from",
            ));
        }
        self.subject(s.subject, pattern)?;
        self.no_more(
            &Sentence {
                subject: None,
                what: None,
                from: None,
                by: None,
                ..*s
            },
            verb,
        )?;
        let (from, to) = if enters {
            (other, Some(place))
        } else {
            (Some(place), None)
        };
        pattern.kind = PatKind::Move {
            tag: None,
            from,
            to,
            end: None,
            within: Within::No,
            enters,
        };
        Ok(Parts::SUBJECT)
    }
}
