//! Events that players bring about, and checks of the game that reveal cards.

use super::super::code::{Obj, PatKind, PatObject, PatSubject, Pattern, Select};
use super::event::{Parts, Sentence, bit};
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked, position};
use crate::ir::{self, Arg, Desc, Objects, PlaceKind, Selector, Subject};
use crate::kernel::Note;

impl<'m> CardLinker<'_, 'm> {
    /// Whether a player does what the event tells of, with a card: the card is what it is about. Of what is forbidden, the player is told elsewhere.
    pub(super) fn done_by_player(&mut self, passive: bool, s: &Sentence<'m>, pattern: &mut Pattern) -> Linked<bool> {
        let by_player = !passive && (matches!(s.subject, Some(Subject::Players(_))) || self.scope.forbids_player);
        if by_player {
            self.player(s.subject, pattern)?;
            self.object_as_subject(s.what, pattern)?;
        }
        Ok(by_player)
    }

    /// Where from and where to, for notes of what brings a card somewhere.
    pub(super) fn on_the_way(&mut self, rest: &mut Sentence<'m>, pattern: &mut Pattern) -> Linked<()> {
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

    pub(super) fn player_event(
        &mut self,
        verb: &str,
        passive: bool,
        bits: u64,
        s: &Sentence<'m>,
        pattern: &mut Pattern,
    ) -> Linked<Parts> {
        pattern.kind = PatKind::Note(bits);
        // Where what is announced waits, a play tells where it came from.
        let tells = self.tables().stack_zone.is_some();
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
            Some(Arg::Keyword(call)) => {
                pattern.kind = PatKind::Note(self.used_or_played(bits));
                pattern.object = Some(PatObject::Keyword(self.call_bit(call)?));
            }
            Some(Arg::Place(place)) => {
                // `refreshes their deck`: the deck is what that always happens to.
                let deck = self.tables().zones.get(self.tables().deck.ix()).map(|z| z.name);
                let ir::Place { kind, whose, quant } = &self.code()[*place];
                let own = match whose {
                    None | Some(ir::Who::They) => true,
                    Some(who) => pattern.who == Some(self.who(who)?),
                };
                if !own || quant.is_some() {
                    return Err(Fail::limit(
                        Limit::Event,
                        format!("the engine cannot notice `{verb}` of that place"),
                    ));
                }
                match kind {
                    PlaceKind::Zone(names, filters)
                        if filters.is_empty() && names.len() == 1 && names.first().map(|n| n.as_ref()) == deck => {}
                    _ => {
                        return Err(Fail::limit(
                            Limit::Event,
                            format!("the engine cannot notice `{verb}` of that place"),
                        ));
                    }
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
            Some(Arg::Amount(amount)) if is_whole(amount) && matches!(amount.quant, ir::Quant::A | ir::Quant::Bare) => {
            }
            Some(Arg::Amount(amount)) if is_whole(amount) && self.counts == Some(None) => {
                self.counted(&amount.quant)?;
            }
            // `loses the game`: the game is what that always happens to.
            Some(Arg::Time(time)) if time.span == "game" => {}
            Some(_) => {
                return Err(Fail::limit(
                    Limit::Event,
                    format!("the engine cannot notice what `{verb}` is about there"),
                ));
            }
        }
        match s.of {
            None => {}
            Some(Arg::Objects(obj)) if pattern.subject == PatSubject::Any => {
                pattern.subject = self.pat_subject(*obj)?;
            }
            Some(_) => {
                return Err(Fail::limit(
                    Limit::Event,
                    format!("the engine cannot notice whose `{verb}` that is"),
                ));
            }
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
                            return Err(Fail::limit(
                                Limit::Event,
                                format!("the engine cannot notice where `{verb}` comes from"),
                            ));
                        }
                    }
                }
                _ => {
                    return Err(Fail::wording(
                        "the engine needs a place behind `from`",
                        "write a place behind `from`: `from your hand`",
                    ));
                }
            }
        }
        self.played_with(verb, s.with, pattern)?;
        match s.without {
            None => {}
            Some(Arg::Without(word)) if word == "cost" => pattern.free = true,
            Some(_) => {
                return Err(Fail::limit(
                    Limit::Event,
                    format!("the engine cannot notice `{verb}` without that"),
                ));
            }
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
    pub(super) fn played_with(&mut self, verb: &str, with: Option<&'m Arg>, pattern: &mut Pattern) -> Linked<()> {
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
            return Err(Fail::limit(
                Limit::Event,
                format!("the engine cannot notice `{verb}` with that"),
            ));
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
    pub(super) fn revealer(&mut self, subject: Option<&'m Subject>, pattern: &mut Pattern) -> Linked<()> {
        let unknown = || Fail::limit(Limit::Event, "the engine cannot notice that this reveals cards");
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

/// Whether an amount is of whatever the verb is about, without more being said of it.
fn is_whole(amount: &ir::Amount) -> bool {
    amount.kinds.is_empty() && amount.whose.is_none() && amount.filters.is_empty()
}
