//! The parts of patterns: subjects, objects, causes, keys.

use super::super::code::{self, PatCause, PatIx, PatKind, PatObject, PatSubject, Pattern, PickDemand, Select};
use super::super::keys;
use super::super::tables::{EventWord, VerbKind};
use super::event::Use;
use super::object::{Described, Noun};
use super::refusal::{Fail, Limit};
use super::thing::Thing;
use super::{CardLinker, Linked, position};
use crate::ir::{self, Arg, Complement, Desc, EventKind, Filter, ObjId, Objects, Quant, Selector, Subject};
use crate::kernel::Bits;

impl<'m> CardLinker<'_, 'm> {
    /// The subject of a pattern: default zones of a description are not asked, written places are.
    pub(super) fn pat_subject(&mut self, id: ObjId) -> Linked<PatSubject> {
        Ok(match &self.code()[id] {
            Objects::This => PatSubject::This,
            Objects::Described => PatSubject::Any,
            Objects::Select(selector) => {
                let select = match &selector.quant {
                    // `1 or more cards`: one event for all of them.
                    ir::Quant::AtLeast(n) if self.counts.is_none() => {
                        self.gathers = Some(self.num(*n)?);
                        self.fits(&Selector {
                            quant: ir::Quant::Bare,
                            ..selector.as_ref().clone()
                        })?
                    }
                    _ => self.fits(selector)?,
                };
                if select == Select::default() {
                    PatSubject::Any
                } else {
                    PatSubject::Fits(Box::new(select))
                }
            }
            _ => PatSubject::Objs(self.obj(id)?),
        })
    }

    pub(super) fn pat_object(&mut self, id: ObjId) -> Linked<PatObject> {
        Ok(match &self.code()[id] {
            Objects::Select(selector) => match self.player_or_cards(selector)? {
                Some(either) => either,
                None => PatObject::Fits(Box::new(self.fits(selector)?)),
            },
            _ => PatObject::Objs(self.obj(id)?),
        })
    }

    /// `a player or resonator`: either of them.
    fn player_or_cards(&mut self, selector: &Selector) -> Linked<Option<PatObject>> {
        let (players, cards): (Vec<Desc>, Vec<Desc>) = selector.descs.iter().cloned().partition(Self::is_player);
        if players.is_empty() || cards.is_empty() {
            return Ok(None);
        }
        let owned = selector.whose.is_some() || selector.other || !selector.filters.is_empty();
        let [
            Desc {
                noun: Some(noun),
                filters,
            },
        ] = players.as_slice()
        else {
            return Err(Fail::limit(
                Limit::Event,
                "the engine notices one kind of player of an event",
            ));
        };
        if owned || !filters.is_empty() {
            return Err(Fail::wording(
                "whose the player is cannot be said here",
                "write two abilities, one for the player and one for the cards",
            ));
        }
        let who = if noun == "opponent" {
            code::Who::Opponent
        } else {
            code::Who::Any
        };
        let cards = self.fits(&Selector {
            descs: cards,
            ..selector.clone()
        })?;
        Ok(Some(PatObject::Any(vec![
            PatObject::Player(who),
            PatObject::Fits(Box::new(cards)),
        ])))
    }

    /// So many events are asked for: `you called 2 or more cards this turn`.
    pub(super) fn counted(&mut self, quant: &Quant) -> Linked<()> {
        match self.counts {
            None => Err(Fail::limit(Limit::Together, "the engine notices cards one by one")),
            Some(Some(_)) => Err(Fail::limit(Limit::Event, "the engine counts one thing of an event")),
            Some(None) => {
                self.counts = Some(Some(self.quant_test(quant)?));
                Ok(())
            }
        }
    }

    /// A description as a pattern asks it.
    pub(super) fn fits(&mut self, selector: &Selector) -> Linked<Select> {
        let Selector {
            quant,
            whose,
            filters,
            descs,
            places,
            default_zones: _,
            among,
            other,
            target,
            random,
            next,
            slot: _,
            named: _,
        } = selector;
        match quant {
            ir::Quant::Bare | ir::Quant::A | ir::Quant::Any | ir::Quant::Another | ir::Quant::Each | ir::Quant::All => {
            }
            quant => self.counted(quant)?,
        }
        if *target || *random || *next {
            return Err(Fail::limit(
                Limit::Event,
                "the engine cannot describe a card of an event that way",
            ));
        }
        let mut out = Described {
            select: Select {
                whose: whose.as_ref().map(|w| self.who(w)).transpose()?,
                other: *other,
                among: among.map(|a| self.obj(a)).transpose()?,
                ..Select::default()
            },
            rule: PickDemand::Any,
        };
        self.describe(descs, filters, false, &mut out)?;
        if out.rule != PickDemand::Any {
            return Err(Fail::limit(
                Limit::ChoiceInside,
                "the engine can ask that of chosen cards only",
            ));
        }
        // Written places are asked last; a pattern of moves takes them out again.
        for place in places {
            let place = self.place(*place)?;
            out.select.filters.push(code::Filter::At(place));
        }
        Ok(out.select)
    }

    /// `a ability[has Brainstorm]` as the object of `use`, and the cards whose ability it is, if that is said.
    pub(super) fn ability_object(&mut self, id: ObjId) -> Linked<Option<(PatObject, Option<ObjId>)>> {
        let Some(thing) = self.thing(id, Noun::Ability) else {
            return Ok(None);
        };
        let unknown = || {
            Fail::limit(
                Limit::AbilityDescription,
                "the engine cannot describe an ability that way yet",
            )
        };
        if !thing.is_general() || !matches!(thing.quant, Quant::Bare | Quant::A | Quant::Any) {
            return Err(unknown());
        }
        let mut all = Vec::new();
        let mut of = None;
        let producer = self.tables().producer_noun;
        if !producer.is_empty() && thing.noun.is_some_and(|n| n == producer) {
            all.push(PatObject::Producer);
        }
        for filter in thing.filters {
            if let (Filter::Of(cards), None) = (filter, of) {
                of = Some(*cards);
            } else if let Some(bits) = self.keyword_filter(filter)? {
                all.push(PatObject::Keyword(bits));
            } else if let Filter::Category(category) = filter {
                all.push(PatObject::Category(*category));
            } else {
                return Err(unknown());
            }
        }
        match (all.pop(), all.is_empty()) {
            (None, _) => Ok(Some((PatObject::Any(Vec::new()), of))),
            (Some(one), true) => Ok(Some((one, of))),
            (Some(_), false) => Err(Fail::limit(
                Limit::AbilityDescription,
                "the engine can make one demand on an ability only",
            )),
        }
    }

    /// Which abilities an event is about: `opponent's Enter abilities`.
    pub(super) fn of_ability(&mut self, id: ObjId, pattern: &mut code::Pattern) -> Linked<()> {
        let unknown = || {
            Fail::limit(
                Limit::AbilityDescription,
                "the engine cannot describe an ability that way yet",
            )
        };
        let thing = self.thing(id, Noun::Ability).ok_or_else(unknown)?;
        let all = matches!(
            thing.quant,
            Quant::Bare | Quant::A | Quant::Any | Quant::All | Quant::Each
        );
        if thing.more || thing.among.is_some() || !all {
            return Err(unknown());
        }
        if let Some(whose) = thing.whose {
            pattern.who = Some(self.who(whose)?);
        }
        for filter in thing.filters {
            match filter {
                Filter::OfPlayer(who) if pattern.who.is_none() => pattern.who = Some(self.who(who)?),
                Filter::Of(cards) if pattern.subject == PatSubject::Any => {
                    pattern.subject = self.pat_subject(*cards)?;
                }
                Filter::Category(category) if pattern.object.is_none() => {
                    pattern.object = Some(PatObject::Category(*category));
                }
                other => match self.keyword_filter(other)? {
                    Some(bits) if pattern.object.is_none() => pattern.object = Some(PatObject::Keyword(bits)),
                    _ => return Err(unknown()),
                },
            }
        }
        Ok(())
    }

    /// Whether a subject is an ability, or abilities of a kind.
    pub(super) fn is_ability(&self, subject: Option<&Subject>) -> bool {
        match subject {
            Some(Subject::Objects(obj)) => {
                matches!(self.code()[*obj], Objects::ThisAbility) || self.thing(*obj, Noun::Ability).is_some()
            }
            _ => false,
        }
    }

    /// Which ability is used: this one of this card, or one of a kind.
    pub(super) fn used_ability(&mut self, subject: Option<&'m Subject>, pattern: &mut code::Pattern) -> Linked<()> {
        match subject {
            Some(Subject::Objects(obj)) if matches!(self.code()[*obj], Objects::ThisAbility) => {
                pattern.subject = PatSubject::This;
                pattern.object = Some(PatObject::ThisAbility);
                Ok(())
            }
            Some(Subject::Objects(obj)) => self.of_ability(*obj, pattern),
            _ => Err(Fail::limit(
                Limit::AbilityDescription,
                "the engine cannot describe an ability that way yet",
            )),
        }
    }

    /// Whether a verb is something that abilities do.
    pub(super) fn is_of_abilities(&self, verb: &str) -> bool {
        let row = self.tables().verbs.iter().find(|row| row.word == verb);
        matches!(row.and_then(|r| r.event), Some(EventWord::OfAbility(_)))
    }

    /// Whether the objects are effects or abilities, or cards that wait to resolve: what causes something rather than does it.
    pub(super) fn cause_noun(&self, id: ObjId) -> Option<Noun> {
        let Objects::Select(selector) = &self.code()[id] else {
            return None;
        };
        let kind = |desc: &Desc| {
            let noun = desc.noun.as_ref()?;
            match self.noun(noun) {
                kind @ (Noun::Effect | Noun::Ability) => Some(kind),
                _ if self.is_spell(noun) => Some(Noun::Effect),
                _ => None,
            }
        };
        let kinds: Option<Vec<Noun>> = selector.descs.iter().map(kind).collect();
        match kinds?.as_slice() {
            [] => None,
            [one] => Some(*one),
            // Several words for what is announced.
            _ if self.tables().stack_zone.is_some() => Some(Noun::Effect),
            _ => None,
        }
    }

    /// Whether a noun means cards that wait to resolve.
    pub(super) fn is_spell(&self, noun: &str) -> bool {
        let stack = self
            .tables()
            .stack_zone
            .and_then(|zone| self.tables().zones.get(zone.ix()));
        let found = self.l.vocab.pick(noun, |word, _| match &word.data {
            crate::vocab::Data::Noun(data) => Some(data.zones.as_slice() == [stack?.name]),
            _ => None,
        });
        found == Some(true) && matches!(self.noun(noun), Noun::Card(_))
    }

    /// `opponent's spells or abilities`, `fire abilities`: what was announced, in games where that waits to resolve. None if it is something else.
    fn announced_cause(&mut self, selector: &'m Selector) -> Linked<Option<PatCause>> {
        let Selector {
            quant: Quant::Bare | Quant::A | Quant::Any | Quant::All | Quant::Each,
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
        } = selector
        else {
            return Ok(None);
        };
        let kind = |desc: &Desc| {
            let noun = desc.noun.as_ref()?;
            match self.noun(noun) {
                Noun::Ability => Some(false),
                _ if self.is_spell(noun) => Some(true),
                // `cards or abilities`: beside abilities, cards are what is being played.
                Noun::Card(0) if descs.len() > 1 => Some(true),
                _ => None,
            }
        };
        let kinds: Option<Vec<bool>> = descs.iter().map(kind).collect();
        let (Some(kinds), Some(_), true, false) =
            (kinds, self.tables().stack_zone, places.is_empty(), descs.is_empty())
        else {
            return Ok(None);
        };
        let mut any = Vec::new();
        for (desc, spell) in descs.iter().zip(kinds) {
            let mut one = PatCause {
                spell: Some(spell),
                whose: whose.as_ref().map(|who| self.who(who)).transpose()?,
                ..PatCause::default()
            };
            let mut select = Select::default();
            for filter in filters.iter().chain(&desc.filters) {
                match filter {
                    Filter::OfPlayer(who) if one.whose.is_none() => one.whose = Some(self.who(who)?),
                    Filter::Of(obj) if !spell && select.among.is_none() => select.among = Some(self.obj(*obj)?),
                    Filter::Category(category) if !spell && one.category.is_none() => one.category = Some(*category),
                    other => match self.keyword_filter(other)? {
                        Some(bits) if !spell && one.keyword == 0 => one.keyword = bits,
                        _ => select.filters.push(self.filter(other)?),
                    },
                }
            }
            if select != Select::default() {
                one.card = Some(Box::new(select));
            }
            if !spell && self.tables().texts_are_abilities {
                any.push(PatCause {
                    spell: Some(true),
                    ..one.clone()
                });
            }
            any.push(one);
        }
        Ok(Some(match <[PatCause; 1]>::try_from(any) {
            Ok([one]) => one,
            Err(any) => PatCause {
                any,
                ..PatCause::default()
            },
        }))
    }

    /// The shorthand verb whose effects are called so.
    fn called(&self, word: &str) -> Option<&'static str> {
        let row = self.tables().calls.iter().find(|(adjective, _)| *adjective == word);
        row.map(|(_, verb)| *verb)
    }

    pub(super) fn cause(&mut self, arg: &'m Arg) -> Linked<PatCause> {
        let unknown = || Fail::limit(Limit::Cause, "the engine cannot describe a cause that way yet");
        let mut cause = PatCause::default();
        let id = match arg {
            Arg::Objects(id) => id,
            Arg::Words(words) if !words.is_empty() && words.iter().all(|w| w == "cost") => {
                cause.cost = true;
                return Ok(cause);
            }
            Arg::Amount(amount) if self.tables().lethal.is_some() => {
                let ir::Amount {
                    quant: Quant::Bare | Quant::Any,
                    of,
                    kinds,
                    whose: None,
                    filters,
                } = amount
                else {
                    return Err(unknown());
                };
                if !kinds.is_empty() || !filters.is_empty() {
                    return Err(unknown());
                }
                cause.damage = self.damage_notes(of)?;
                // Which damage a card got last is asked of the past.
                let plain = self.tables().note.deal;
                let all = self.damage_notes(self.tables().notes.get(usize::from(plain.0)).copied().unwrap_or(""))?;
                self.l.parts.past_keys |= keys::notes(all);
                return Ok(cause);
            }
            _ => return Err(unknown()),
        };
        // A player does nothing to a card but by an effect, a cost or the rules.
        if matches!(&self.code()[*id], Objects::Players(_)) {
            return Err(Fail::wording(
                "a player alone is no cause",
                "say what of the player's does it: `by opponent's effects`; or let the player do it: `when opponent plays …`",
            ));
        }
        let Objects::Select(selector) = &self.code()[*id] else {
            let obj = self.obj(*id)?;
            cause.card = Some(Box::new(Select {
                among: Some(obj),
                ..Select::default()
            }));
            return Ok(cause);
        };
        if Thing::of(selector).is_some_and(|t| t.is_plain() && t.noun.is_some_and(|n| n == "cost")) {
            cause.cost = true;
            return Ok(cause);
        }
        if let Some(cause) = self.announced_cause(selector)? {
            return Ok(cause);
        }
        if self.cause_noun(*id).is_none() {
            cause.card = Some(Box::new(self.fits(selector)?));
            return Ok(cause);
        }
        cause.effect = true;
        let Some(thing) = Thing::of(selector).filter(|t| t.among.is_none() && !t.more) else {
            return Err(unknown());
        };
        match thing.quant {
            Quant::Bare | Quant::A | Quant::Any | Quant::All | Quant::Each => {}
            _ => return Err(unknown()),
        }
        cause.whose = thing.whose.map(|who| self.who(who)).transpose()?;
        for filter in thing.filters {
            match filter {
                Filter::Of(obj) if cause.card.is_none() => {
                    cause.card = Some(Box::new(match &self.code()[*obj] {
                        Objects::Select(inner) => self.fits(inner)?,
                        _ => Select {
                            among: Some(self.obj(*obj)?),
                            ..Select::default()
                        },
                    }));
                }
                Filter::OfPlayer(who) if cause.whose.is_none() => cause.whose = Some(self.who(who)?),
                // `your Exploration effect`: one of the shorthand verb.
                Filter::State(word) if cause.call == 0 && self.called(word).is_some() => {
                    let verb = self.called(word).unwrap_or_default();
                    cause.call = self.call_number(verb);
                }
                Filter::Category(category) if cause.category.is_none() => cause.category = Some(*category),
                other => match self.keyword_filter(other)? {
                    Some(bits) if cause.keyword == 0 => cause.keyword = bits,
                    Some(_) => return Err(unknown()),
                    // `a darkness effect`: that of a card that is so.
                    None => {
                        let filter = self.filter(other)?;
                        cause.card.get_or_insert_default().filters.push(filter);
                    }
                },
            }
        }
        Ok(cause)
    }

    /// `becomes a heart`: what tells of it, if the game's table has it.
    pub(super) fn becoming(&self, what: &Complement) -> Option<u64> {
        let word = match what {
            Complement::Filters(filters) | Complement::Info { also: false, filters } => match filters.as_slice() {
                [Filter::State(word) | Filter::Is(word)] => word,
                _ => return None,
            },
            Complement::Words(words) => match words.as_slice() {
                [word] => word,
                _ => return None,
            },
            _ => return None,
        };
        let mut rows = self.tables().becoming.iter();
        rows.find(|(row, _)| word == row).map(|(_, bits)| *bits)
    }

    /// `becomes reversed`: the orientations (bits).
    pub(super) fn orients(&self, what: &Complement) -> Linked<u16> {
        match what {
            Complement::Filters(filters) | Complement::Info { also: false, filters } => {
                let [filter] = filters.as_slice() else {
                    return Err(Fail::limit(
                        Limit::Event,
                        "the engine can notice one change of a card at a time",
                    ));
                };
                self.orient_bits(filter)
            }
            Complement::Words(words) => {
                let mut bits = 0;
                for word in words {
                    bits |= self.orient_bits(&Filter::State(word.clone()))?;
                }
                Ok(bits)
            }
            _ => Err(Fail::limit(
                Limit::Event,
                "the engine cannot notice that a card becomes this yet",
            )),
        }
    }

    pub(super) fn orient_bits(&self, filter: &Filter) -> Linked<u16> {
        match filter {
            Filter::State(word) => match position(self.tables().orients, word) {
                Some(orient) => Ok(u16::bit(orient)),
                None => Err(Fail::limit(
                    Limit::Event,
                    format!("the engine cannot notice that a card becomes `{word}`"),
                )),
            },
            Filter::Any(list) => {
                let mut bits = 0;
                for inner in list {
                    bits |= self.orient_bits(inner)?;
                }
                Ok(bits)
            }
            Filter::All(list) if list.len() == 1 => match list.first() {
                Some(inner) => self.orient_bits(inner),
                None => Ok(0),
            },
            _ => Err(Fail::limit(
                Limit::Event,
                "the engine cannot notice that a card becomes this yet",
            )),
        }
    }

    pub(super) fn keys(&self, kind: &PatKind) -> u128 {
        match kind {
            PatKind::Move { to: Some(to), .. } => {
                let zones = self.zone_bits(*to);
                u128::from(zones) & keys::ALL_MOVES
            }
            PatKind::Move { to: None, .. } => keys::ALL_MOVES,
            PatKind::Turn(bits) => (0..8u8)
                .filter(|o| bits >> o & 1 == 1)
                .fold(0, |all, o| all | keys::turned(o)),
            PatKind::Face(down) => keys::faced(*down),
            PatKind::Note(bits) => keys::notes(*bits),
            PatKind::Counter(_, put) => {
                let note = self.tables().note;
                let note = if *put { note.counter } else { note.uncounter };
                keys::notes(note.bit())
            }
            PatKind::Value(_, up) => {
                let note = self.tables().note;
                let note = if *up { note.increase } else { note.decrease };
                keys::notes(note.bit())
            }
            PatKind::Points(..) => keys::VALUES,
            PatKind::Time(_) => keys::TIMES,
        }
    }

    /// A point of time as a pattern.
    pub(super) fn time_pattern(&mut self, time: &ir::TimeRef) -> Linked<PatIx> {
        let when = self.when(time)?;
        if when.edge.is_none() {
            return Err(Fail::wording(
                "the engine needs the start or end of a time",
                "write `at the start of …` or `at the end of …`",
            ));
        }
        let kind = PatKind::Time(when);
        let keys = self.keys(&kind);
        Ok(self.add_pattern(Pattern {
            kind,
            subject: PatSubject::Any,
            object: None,
            who: None,
            amount: None,
            by: None,
            during: Vec::new(),
            keys,
            would: false,
            together: None,
            from: None,
            to: None,
            about_object: false,
            free: false,
            in_all: false,
        }))
    }

    /// Whether a verb is about amounts.
    pub(super) fn is_amount(&self, verb: &str) -> bool {
        let row = self.tables().verbs.iter().find(|row| row.word == verb);
        matches!(row.and_then(|r| r.event), Some(EventWord::Amount { .. }))
    }

    /// Whether a verb is what makes amounts: a command of the game about amounts.
    pub(super) fn makes_amount(&self, verb: &str) -> bool {
        let row = self.tables().verbs.iter().find(|row| row.word == verb);
        self.is_amount(verb) && matches!(row.map(|r| r.command), Some(VerbKind::Native(_)))
    }

    /// What happened instead, if every amount must have met this event: amounts that were dealt after all.
    pub(super) fn dealt_instead(&mut self, id: ir::EventId) -> Linked<Option<PatIx>> {
        let event = &self.code()[id];
        let Some(Subject::Amount(amount)) = &event.subject else {
            return Ok(None);
        };
        if !matches!(amount.quant, ir::Quant::All | ir::Quant::Each) {
            return Ok(None);
        }
        let row = match &event.kind {
            EventKind::Done(verb) => self.tables().verbs.iter().find(|r| r.word == verb.as_ref()),
            _ => None,
        };
        let bits = match row.and_then(|r| r.event) {
            Some(EventWord::Amount { not, .. }) if not != 0 => not,
            _ => {
                return Err(Fail::limit(
                    Limit::Condition,
                    "the engine cannot ask that of every amount yet",
                ));
            }
        };
        let (mut pattern, _) = self.pattern(event, Use::Past)?;
        pattern.kind = PatKind::Note(bits);
        pattern.keys = self.keys(&pattern.kind);
        self.l.parts.past_keys |= pattern.keys;
        Ok(Some(self.add_pattern(pattern)))
    }

    pub(super) fn set_who(&mut self, who: &ir::Who, pattern: &mut Pattern) -> Linked<()> {
        let who = match who {
            ir::Who::Any | ir::Who::Each => return Ok(()),
            who => self.who(who)?,
        };
        if pattern.who.as_ref().is_some_and(|w| *w != who) {
            return Err(Fail::limit(
                Limit::Event,
                "the engine knows one player of an event only",
            ));
        }
        pattern.who = Some(who);
        Ok(())
    }

    pub(super) fn player(&mut self, subject: Option<&'m Subject>, pattern: &mut Pattern) -> Linked<()> {
        match subject {
            None => Ok(()),
            Some(Subject::Players(who)) => self.set_who(who, pattern),
            Some(_) => Err(Fail::wording(
                "the engine expects a player to do that",
                "write a player: `when you …`, `when your opponent …`",
            )),
        }
    }

    /// The player who does something to cards: who they belong to is told with the event, and if they are the other player's, who does it is the cause.
    pub(super) fn player_of(&mut self, s: &super::event::Sentence<'m>, pattern: &mut Pattern) -> Linked<()> {
        let whose = match s.what {
            Some(Arg::Objects(obj)) => match &self.code()[*obj] {
                Objects::Select(selector) => selector.whose.as_ref(),
                _ => None,
            },
            _ => None,
        };
        let foreign = match (s.subject, whose) {
            (Some(Subject::Players(who @ ir::Who::You)), Some(ir::Who::Opponent))
            | (Some(Subject::Players(who @ ir::Who::Opponent)), Some(ir::Who::You)) => Some(who),
            _ => None,
        };
        let (Some(who), false) = (foreign, pattern.would) else {
            return self.player(s.subject, pattern);
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

    pub(super) fn object_as_subject(&mut self, what: Option<&'m Arg>, pattern: &mut Pattern) -> Linked<()> {
        match what {
            None => Ok(()),
            Some(Arg::Objects(obj)) => {
                pattern.subject = self.pat_subject(*obj)?;
                Ok(())
            }
            Some(_) => Err(Fail::limit(
                Limit::Event,
                "the engine cannot notice that part of the event",
            )),
        }
    }

    pub(super) fn subject(&mut self, subject: Option<&'m Subject>, pattern: &mut Pattern) -> Linked<()> {
        match subject {
            None => Ok(()),
            Some(Subject::Objects(obj)) => {
                pattern.subject = self.pat_subject(*obj)?;
                Ok(())
            }
            Some(_) => Err(Fail::limit(Limit::Event, "the engine can notice this of cards only")),
        }
    }
}
