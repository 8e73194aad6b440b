//! Events that players bring about, and checks of the game that reveal cards.

use super::super::code::{Obj, PatCause, PatIx, PatKind, PatObject, PatSubject, Pattern, Select, Who};
use super::change::Target;
use super::event::{Parts, Sentence, bit};
use super::object::Noun;
use super::refusal::{Fail, Limit};
use super::thing::Thing;
use super::{CardLinker, Linked, position};
use crate::ir::{self, Arg, Filter, ObjId, Objects, PlaceKind, Subject};
use crate::kernel::Note;

impl<'m> CardLinker<'_, 'm> {
    /// Whether a player does what the event tells of, with a card: the card is what it is about. Of what is forbidden, the player is told elsewhere.
    pub(super) fn done_by_player(&mut self, passive: bool, s: &Sentence<'m>, pattern: &mut Pattern) -> Linked<bool> {
        let by_player = !passive && (matches!(s.subject, Some(Subject::Players(_))) || self.scope.forbids_player);
        if by_player {
            self.player_of(s, pattern)?;
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

    /// What is done to cards is told as an event of their player, so what one player cannot do to the cards of the other is said of those cards.
    pub(super) fn done_to_own(&self, deed: &ir::Deed, target: &Target, pattern: PatIx) -> Linked<()> {
        let (Target::Players(who), false) = (target, deed.passive) else {
            return Ok(());
        };
        let Some(pattern) = self.l.parts.patterns.get(pattern.0 as usize) else {
            return Ok(());
        };
        let whose = match &pattern.subject {
            PatSubject::Fits(select) => select.whose.as_ref(),
            _ => None,
        };
        let moves_this = pattern.subject == PatSubject::This && matches!(pattern.kind, PatKind::Move { .. });
        let (mine, theirs) = match (who, whose) {
            (Who::Opponent, None) if moves_this => ("this", "opponent's effects"),
            (Who::Opponent, Some(Who::You)) => ("your cards", "opponent's effects"),
            (Who::You, Some(Who::Opponent)) => ("opponent's cards", "your effects"),
            _ => return Ok(()),
        };
        Err(Fail::wording(
            format!(
                "who does `{}` to cards of the other player cannot be forbidden that way",
                deed.verb
            ),
            format!("say it of the cards: `{mine} cannot be …` with the participle of the verb, `by {theirs}`"),
        ))
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
        let tells = self.tells_from(pattern);
        if passive {
            self.subject(s.subject, pattern)?;
            let mut rest = Sentence {
                subject: None,
                by: None,
                with: None,
                ..*s
            };
            self.played_with(verb, s.with, pattern)?;
            if let Some(Arg::Place(place)) = s.from {
                let place = self.place(*place)?;
                if tells {
                    pattern.from = Some(place);
                } else {
                    // Where a card is played from: its place when the play begins.
                    self.demand_of_subject(super::super::code::Filter::At(place), pattern);
                }
                rest.from = None;
            }
            self.no_more(&rest, verb)?;
            return Ok(Parts::SUBJECT);
        }
        self.player(s.subject, pattern)?;
        self.player_deals_with(verb, bits, s.what, pattern)?;
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
        self.comes_from(verb, s.from, pattern)?;
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

    /// Whether a play tells where it came from. What would happen is asked of the card where it still is.
    fn tells_from(&self, pattern: &Pattern) -> bool {
        self.tables().stack_zone.is_some() || !pattern.would
    }

    /// Where a card is played from: its place when the play begins.
    fn comes_from(&mut self, verb: &str, from: Option<&'m Arg>, pattern: &mut Pattern) -> Linked<()> {
        if let Some(from) = from {
            match from {
                Arg::Place(place) if self.tells_from(pattern) => pattern.from = Some(self.place(*place)?),
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
        Ok(())
    }

    /// What the player does it with.
    fn player_deals_with(&mut self, verb: &str, bits: u64, what: Option<&'m Arg>, pattern: &mut Pattern) -> Linked<()> {
        match what {
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
            // `uses a Brainstorm`: an ability of the keyword, as without the article.
            Some(Arg::Objects(obj)) if !bare_keywords(self.code(), *obj).is_empty() => {
                let mut any = 0;
                for call in bare_keywords(self.code(), *obj) {
                    any |= self.call_bit(call)?;
                }
                pattern.kind = PatKind::Note(self.used_or_played(bits));
                pattern.object = Some(PatObject::Keyword(any));
            }
            Some(Arg::Objects(obj)) => match self.ability_object(*obj)? {
                Some((object, of)) => {
                    pattern.object = Some(object);
                    if self.tables().stack_zone.is_some() {
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
        Ok(())
    }

    /// `was played with Torrent`: the card has been in that state since. Anything else is a demand on the card.
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
            // `plays a <Mage> card with cost 3 or less`: a demand on the card.
            let filter = match with {
                Arg::Filter(filter) => self.filters(std::slice::from_ref(filter))?,
                Arg::Keyword(call) => vec![super::super::code::Filter::Keyword(self.call_bit(call)?)],
                _ => {
                    return Err(Fail::limit(
                        Limit::Event,
                        format!("the engine cannot notice `{verb}` with that"),
                    ));
                }
            };
            for filter in filter {
                self.demand_of_subject(filter, pattern);
            }
            return Ok(());
        };
        let filter = super::super::code::Filter::All(vec![
            super::super::code::Filter::State(state),
            super::super::code::Filter::Keyword(bits),
        ]);
        self.demand_of_subject(filter, pattern);
        Ok(())
    }

    /// The card that the event is about must fit this too.
    pub(super) fn demand_of_subject(&mut self, filter: super::super::code::Filter, pattern: &mut Pattern) {
        let among = match &mut pattern.subject {
            PatSubject::Fits(select) => {
                select.filters.push(filter);
                return;
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
    }

    /// Who reveals: a player, or a check of the game that has a note of its own.
    pub(super) fn revealer(&mut self, subject: Option<&'m Subject>, pattern: &mut Pattern) -> Linked<()> {
        let check = match subject {
            Some(Subject::Amount(amount)) => self.amount_check(amount)?,
            Some(Subject::Objects(obj)) => self.object_check(*obj)?,
            subject => return self.player(subject, pattern),
        };
        let check =
            check.ok_or_else(|| Fail::limit(Limit::Event, "the engine cannot notice that this reveals cards"))?;
        self.revealed_by_check(check, pattern)
    }

    /// `is revealed by your trigger-check`: the check tells of it by a note of its own. Tells whether it is one.
    pub(super) fn by_check(&mut self, by: &'m Arg, pattern: &mut Pattern) -> Linked<bool> {
        if pattern.kind != PatKind::Note(bit(self.tables().note.reveal)) {
            return Ok(false);
        }
        let check = match by {
            Arg::Amount(amount) => self.amount_check(amount)?,
            Arg::Objects(obj) => self.object_check(*obj)?,
            _ => None,
        };
        match check {
            Some(check) => self.revealed_by_check(check, pattern).map(|()| true),
            None => Ok(false),
        }
    }

    fn revealed_by_check(&mut self, check: Check<'m>, pattern: &mut Pattern) -> Linked<()> {
        pattern.kind = PatKind::Note(bit(check.note));
        if let Some(who) = check.whose {
            self.set_who(who, pattern)?;
        }
        if let Some(cards) = check.of {
            // The card whose check it is stands behind it as its cause.
            let select = match &self.code()[cards] {
                Objects::Select(inner) => self.fits(inner)?,
                _ => Select {
                    among: Some(self.obj(cards)?),
                    ..Select::default()
                },
            };
            pattern.by = Some(PatCause {
                card: Some(Box::new(select)),
                ..PatCause::default()
            });
        }
        Ok(())
    }

    fn amount_check(&mut self, amount: &'m ir::Amount) -> Linked<Option<Check<'m>>> {
        let Some(note) = self.check_note(&amount.of) else {
            return Ok(None);
        };
        let one = matches!(amount.quant, ir::Quant::Bare | ir::Quant::A | ir::Quant::Any);
        if !one || !amount.kinds.is_empty() || !amount.filters.is_empty() {
            return Err(said_of_check());
        }
        let (whose, of) = match &amount.whose {
            None => (None, None),
            Some(ir::AttrOf::Player(who)) => (Some(who), None),
            Some(ir::AttrOf::Objects(cards)) => (None, Some(*cards)),
            Some(_) => return Err(said_of_check()),
        };
        Ok(Some(Check { note, whose, of }))
    }

    fn object_check(&mut self, id: ObjId) -> Linked<Option<Check<'m>>> {
        let Objects::Select(selector) = &self.code()[id] else {
            return Ok(None);
        };
        let Some(thing) = Thing::of(selector) else {
            return Ok(None);
        };
        let Some(note) = thing.noun.and_then(|noun| self.check_note(noun)) else {
            return Ok(None);
        };
        let one = matches!(thing.quant, ir::Quant::Bare | ir::Quant::A | ir::Quant::Any);
        if thing.more || thing.among.is_some() || !one {
            return Err(said_of_check());
        }
        let mut check = Check {
            note,
            whose: thing.whose,
            of: None,
        };
        for filter in thing.filters {
            match filter {
                Filter::Of(cards) if check.of.is_none() => check.of = Some(*cards),
                Filter::OfPlayer(who) if check.whose.is_none() => check.whose = Some(who),
                _ => return Err(said_of_check()),
            }
        }
        Ok(Some(check))
    }

    /// The note of a check of the game, if the noun is one.
    fn check_note(&self, noun: &str) -> Option<Note> {
        let checks = matches!(self.noun(noun), Noun::Effect | Noun::Other);
        let note = position(self.tables().notes, &noun.replace('-', " "));
        note.filter(|_| checks).map(Note)
    }
}

/// A check of the game in a sentence: whose it is, or of which cards.
struct Check<'m> {
    note: Note,
    whose: Option<&'m ir::Who>,
    of: Option<ObjId>,
}

fn said_of_check() -> Fail {
    Fail::wording(
        "only the player or the cards whose check it is can be said of it",
        "write `your …`, `opponent's …` or `this card's …` in front of it",
    )
}

/// Whether an amount is of whatever the verb is about, without more being said of it.
fn is_whole(amount: &ir::Amount) -> bool {
    amount.kinds.is_empty() && amount.whose.is_none() && amount.filters.is_empty()
}

/// The keywords, if one of some with an article is all that a description says: `a Brainstorm`, `a Brainstorm or Backup`.
fn bare_keywords(code: &ir::Code, id: ObjId) -> Vec<&ir::Call> {
    let Objects::Select(selector) = &code[id] else {
        return Vec::new();
    };
    let bare = selector.whose.is_none()
        && selector.places.is_empty()
        && selector.among.is_none()
        && !(selector.other || selector.target || selector.random || selector.next)
        && matches!(selector.quant, ir::Quant::A | ir::Quant::Any | ir::Quant::Bare);
    let all: Vec<&Filter> = match selector.descs.as_slice() {
        [] => selector.filters.iter().collect(),
        descs if descs.iter().all(|desc| desc.noun.is_none()) && selector.filters.is_empty() => {
            descs.iter().flat_map(|desc| &desc.filters).collect()
        }
        [ir::Desc { noun: None, filters }] => selector.filters.iter().chain(filters).collect(),
        _ => return Vec::new(),
    };
    let one_of = selector.descs.len() > 1;
    match all.as_slice() {
        [only] if bare => keywords(only).unwrap_or_default(),
        several if bare && one_of => {
            let calls: Option<Vec<_>> = several.iter().map(|one| keywords(one)).collect();
            calls.unwrap_or_default().concat()
        }
        _ => Vec::new(),
    }
}

/// The keywords any of which is asked for, if nothing else is.
fn keywords(filter: &Filter) -> Option<Vec<&ir::Call>> {
    match filter {
        Filter::Keyword(call) => Some(vec![call]),
        Filter::All(all) => match all.as_slice() {
            [one] => keywords(one),
            _ => None,
        },
        Filter::Any(any) => {
            let calls: Option<Vec<_>> = any.iter().map(keywords).collect();
            Some(calls?.concat())
        }
        _ => None,
    }
}
