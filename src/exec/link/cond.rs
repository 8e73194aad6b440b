//! Conditions.

use super::super::code::{Cmp, Cond, CondIx, Filter, Num, Obj, ObjIx, PatIx, PlaceIx, Select, Who, Window};
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked};
use crate::ir::{self, AttrOf, Complement, CondId, ModalWord, ObjId, Objects, Quant, RefWord, Selector, Subject};

impl<'m> CardLinker<'_, 'm> {
    pub(super) fn cond(&mut self, id: CondId) -> Linked<CondIx> {
        let ix = self.cond_node(id).map_err(|fail| fail.at(self.phrase(id)))?;
        if let (Some(phrase), Some(src)) = (self.phrase(id), self.l.parts.cond_src.get_mut(ix.0 as usize)) {
            src.src = phrase;
        }
        Ok(ix)
    }

    fn cond_node(&mut self, id: CondId) -> Linked<CondIx> {
        let node = match &self.code()[id] {
            ir::Cond::And(list) => Cond::And(self.conds(list)?),
            ir::Cond::Or(list) => Cond::Or(self.conds(list)?),
            ir::Cond::Not(inner) => Cond::Not(self.cond(*inner)?),
            ir::Cond::Done(Some(stmt)) => match self.scope.done.get(stmt) {
                Some(slot) => Cond::Slot(*slot),
                None => {
                    return Err(Fail::limit(
                        Limit::Reference,
                        "the engine cannot tell whether that was done",
                    ));
                }
            },
            ir::Cond::Done(None) => match self.scope.last_done {
                Some(slot) => Cond::Slot(slot),
                None => {
                    return Err(Fail::limit(
                        Limit::Reference,
                        "the engine cannot tell whether that was done",
                    ));
                }
            },
            ir::Cond::Paid(Some(name)) => return self.extra_paid(name),
            ir::Cond::Paid(None) => {
                return Err(Fail::limit(
                    Limit::ExtraCost,
                    "the engine cannot ask whether a cost without a name was paid",
                ));
            }
            ir::Cond::Compare(a, ir::Comparison { how, with }) => {
                Cond::Compare(self.num(*a)?, Self::cmp(*how), self.num(*with)?)
            }
            ir::Cond::Is { subject, was, what } => return self.is(subject, *was, what),
            ir::Cond::Has { subject, what } => self.has(subject, *what)?,
            ir::Cond::HasMore {
                subject,
                more,
                what,
                than,
            } => self.has_more(subject, *more, *what, than)?,
            ir::Cond::Happened(event) if self.is_standing(*event) => return self.lies_so(*event),
            ir::Cond::Happened(event) if self.payment(*event).is_some() => {
                let not = self.code()[*event].not;
                let name = self.payment(*event).map(str::to_owned).unwrap_or_default();
                let paid = self.extra_paid(&name)?;
                return Ok(if not { self.add_cond(Cond::Not(paid)) } else { paid });
            }
            ir::Cond::Happened(event) if self.of_the_event(*event) => {
                let not = self.code()[*event].not;
                let caused = self.caused_so(*event)?;
                if not { Cond::Not(self.add_cond(caused)) } else { caused }
            }
            ir::Cond::Happened(event) => return self.happened(*event),
            ir::Cond::Can {
                subject,
                word,
                deed,
                roles,
            } => self.could(subject, *word, deed, roles)?,
            ir::Cond::Named(call, Some(inner)) => {
                let asked = self.cond(*inner)?;
                if !self.scope.freezes || !self.tables().frozen.contains(&call.name.as_ref()) {
                    return Ok(asked);
                }
                let slot = self.fresh();
                self.scope.frozen.push((slot, asked));
                Cond::Slot(slot)
            }
            ir::Cond::Named(call, None) if self.tables().cost_conditions.contains(&call.name.as_ref()) => {
                let slot = match self.scope.chosen_cost {
                    Some(slot) => slot,
                    None => self.fresh(),
                };
                self.scope.chosen_cost = Some(slot);
                self.scope.additional_costs |= self.keyword_bit(&call.name);
                Cond::Slot(slot)
            }
            ir::Cond::Named(call, None) => {
                return Err(Fail::limit(
                    Limit::Condition,
                    format!("the engine does not know the condition `{}`", call.text),
                ));
            }
            ir::Cond::During(time) => Cond::During(self.when(time)?),
        };
        Ok(self.add_cond(node))
    }

    /// What cards could do.
    fn could(&mut self, subject: &Subject, word: ModalWord, deed: &ir::Deed, roles: &'m [ir::Role]) -> Linked<Cond> {
        let Subject::Objects(obj) = subject else {
            return Err(Fail::limit(
                Limit::Could,
                "the engine can ask what cards could do, not players",
            ));
        };
        let pattern = self.deed_pattern(None, deed, roles)?;
        let of_object = self
            .l
            .parts
            .patterns
            .get(pattern.0 as usize)
            .is_some_and(|p| p.about_object);
        if of_object {
            return Err(Fail::limit(
                Limit::Could,
                format!("the engine cannot ask whether `{}` could be done to a card", deed.verb),
            ));
        }
        let obj = self.obj(*obj)?;
        Ok(match word {
            ModalWord::Can => Cond::May(obj, pattern),
            ModalWord::Cannot => {
                let may = self.add_cond(Cond::May(obj, pattern));
                Cond::Not(may)
            }
            ModalWord::Must => {
                return Err(Fail::limit(Limit::Condition, "the engine cannot ask for duties yet"));
            }
        })
    }

    /// How cards lie now, written like an event.
    fn lies_so(&mut self, event: ir::EventId) -> Linked<CondIx> {
        let Some(Subject::Objects(obj)) = &self.code()[event].subject else {
            return Err(Fail::limit(
                Limit::Condition,
                "the engine can ask how cards lie, not players",
            ));
        };
        let lies = self.standing(event)?;
        self.fit(*obj, false, vec![lies])
    }

    /// Who has more of something.
    fn has_more(&mut self, subject: &Subject, more: bool, what: ObjId, than: &Subject) -> Linked<Cond> {
        if let Objects::Select(selector) = &self.code()[what]
            && selector.quant != Quant::Bare
        {
            return Err(Fail::limit(
                Limit::Amount,
                "the engine compares how many there are in all",
            ));
        }
        let a = self.owned(subject, what)?;
        let b = self.owned(than, what)?;
        let (a, b) = (self.add_num(Num::Count(a)), self.add_num(Num::Count(b)));
        Ok(Cond::Compare(a, if more { Cmp::More } else { Cmp::Less }, b))
    }

    /// The number of a player that is 1 if the player is so.
    fn player_state(&self, word: &str) -> Linked<u8> {
        let mut states = self.tables().player_states.iter();
        match states.find(|(state, _)| word == *state) {
            Some((_, number)) => Ok(*number),
            None => Err(Fail::limit(
                Limit::Condition,
                "the engine cannot ask that of a player yet",
            )),
        }
    }

    fn conds(&mut self, list: &[CondId]) -> Linked<Vec<CondIx>> {
        list.iter().map(|c| self.cond(*c)).collect()
    }

    /// Joins conditions; none at all gives none.
    pub(super) fn all(&mut self, mut list: Vec<CondIx>) -> Option<CondIx> {
        match list.len() {
            0 => None,
            1 => list.pop(),
            _ => Some(self.add_cond(Cond::And(list))),
        }
    }

    /// Events of the past that are counted, one by one; they must be remembered.
    pub(super) fn past(&mut self, id: ir::EventId) -> Linked<(PatIx, Window)> {
        if self.code()[id].not {
            return Err(Fail::limit(Limit::Past, "the engine cannot count what did not happen"));
        }
        let (pattern, window) = self.asked_past(id)?;
        if let Some(pattern) = self.l.parts.patterns.get_mut(pattern.0 as usize) {
            pattern.in_all = false;
        }
        Ok((pattern, window))
    }

    /// `that damage was dealt by an effect`: asked of the event that the ability answers to.
    fn of_the_event(&self, id: ir::EventId) -> bool {
        let ir::Event { subject, window, .. } = &self.code()[id];
        let that = match subject {
            Some(Subject::Objects(obj)) => matches!(&self.code()[*obj], Objects::Event(ir::EventPart::Principal, _)),
            _ => false,
        };
        let amount = match subject {
            Some(Subject::Objects(obj)) => match &self.code()[*obj] {
                Objects::Event(_, RefWord::That(noun)) => self.noun(noun) == super::object::Noun::Damage,
                _ => false,
            },
            _ => false,
        };
        that && amount && window.is_none()
    }

    /// By what the event came about that the ability answers to.
    fn caused_so(&mut self, id: ir::EventId) -> Linked<Cond> {
        let unknown = || {
            Fail::limit(
                Limit::Past,
                "the engine can ask of that event only what it was caused by",
            )
        };
        let ir::Event {
            kind: ir::EventKind::Done(verb),
            subject: _,
            roles,
            not: _,
            past: _,
            would: false,
            window: None,
            during,
        } = &self.code()[id]
        else {
            return Err(unknown());
        };
        let [ir::Role { name, arg }] = roles.as_slice() else {
            return Err(unknown());
        };
        if name != "by" || !during.is_empty() || !self.is_amount(verb) {
            return Err(unknown());
        }
        let cause = self.cause(arg)?;
        let plain = super::super::code::PatCause {
            effect: cause.effect,
            cost: cause.cost,
            ..super::super::code::PatCause::default()
        };
        if cause != plain {
            return Err(unknown());
        }
        self.reads |= super::super::code::reads::CAUSE;
        let kind = if cause.effect {
            crate::kernel::CauseKind::Effect
        } else {
            crate::kernel::CauseKind::Cost
        };
        Ok(Cond::CausedBy(kind))
    }

    /// `a card is among them` asks for such a card there, wherever such cards are looked for else. None if something else is asked.
    fn is_among(&mut self, subject: &Subject, what: &Complement) -> Linked<Option<CondIx>> {
        let (Subject::Objects(obj), Complement::Filters(filters)) = (subject, what) else {
            return Ok(None);
        };
        let ([ir::Filter::Among(among)], Objects::Select(selector)) = (filters.as_slice(), &self.code()[*obj]) else {
            return Ok(None);
        };
        let elsewhere = !selector.places.is_empty() || selector.among.is_some();
        if elsewhere || matches!(selector.quant, Quant::All | Quant::Each) {
            return Ok(None);
        }
        let there = Selector {
            among: Some(*among),
            default_zones: Vec::new(),
            ..selector.as_ref().clone()
        };
        let found = self.plain_select(&there, &[])?;
        let objs = self.add_obj(Obj::Select(Box::new(found)));
        let num = self.add_num(Num::Count(objs));
        let (how, n) = self.quant_test(&selector.quant)?;
        Ok(Some(self.add_cond(Cond::Compare(num, how, n))))
    }

    fn is(&mut self, subject: &Subject, was: bool, what: &Complement) -> Linked<CondIx> {
        if !was && let Some(cond) = self.is_among(subject, what)? {
            return Ok(cond);
        }
        let node = match (subject, what) {
            (Subject::Objects(obj), Complement::Filters(filters)) => {
                let filters = self.filters(filters)?;
                return self.fit(*obj, was, filters);
            }
            (Subject::Objects(obj), Complement::Info { also: false, filters }) => {
                let filters = self.filters(filters)?;
                return self.fit(*obj, was, filters);
            }
            (Subject::Objects(obj), Complement::Words(words)) => {
                let mut filters = Vec::new();
                for word in words {
                    filters.push(self.state_filter(word)?);
                }
                return self.fit(*obj, was, filters);
            }
            (Subject::Objects(obj), Complement::Place(place)) => {
                if let Some(pile) = self.end_of_pile(*place)? {
                    return self.is_on_end(*obj, was, pile);
                }
                let place = self.place(*place)?;
                return self.fit_at(*obj, was, place);
            }
            // `an addition's host is it`: one of those that are meant is among these.
            (Subject::Objects(obj), Complement::Objects(other))
                if !was && (self.counted_quant(*obj).is_some() || self.indefinite(*obj)) =>
            {
                let other = self.obj(*other)?;
                return self.fit(*obj, was, vec![Filter::Among(other)]);
            }
            (Subject::Objects(obj), Complement::Objects(other)) if !was => {
                Cond::Within(self.obj(*obj)?, self.obj(*other)?)
            }
            (Subject::Attr(of, attr), Complement::Number(ir::Comparison { how, with })) => {
                let num = self.attr_num(of, attr)?;
                let num = self.add_num(num);
                let num = self.in_tense(num, was);
                Cond::Compare(num, Self::cmp(*how), self.num(*with)?)
            }
            (Subject::Number(num), Complement::Number(ir::Comparison { how, with })) => {
                let num = self.num(*num)?;
                Cond::Compare(self.in_tense(num, was), Self::cmp(*how), self.num(*with)?)
            }
            (Subject::Attr(AttrOf::Objects(obj), attr), Complement::Value(slot, _)) => {
                let key = self.attr_key(attr)?;
                self.l.parts.asks_was |= was;
                Cond::Declared {
                    objs: self.obj(*obj)?,
                    was,
                    key,
                    slot: slot.0,
                }
            }
            (Subject::Attr(AttrOf::Objects(obj), attr), Complement::Words(words)) => {
                let mut filters = Vec::new();
                for word in words {
                    filters.push(Filter::Words(self.word_bit(attr, word)?));
                }
                return self.fit(*obj, was, filters);
            }
            // `your leader's class is runecraft`
            (Subject::Attr(AttrOf::Objects(obj), attr), Complement::Filters(filters))
                if !filters.is_empty()
                    && filters
                        .iter()
                        .all(|f| matches!(f, ir::Filter::Value(of, _) if of == attr)) =>
            {
                let filters = self.filters(filters)?;
                return self.fit(*obj, was, filters);
            }
            (Subject::Attr(AttrOf::Player(who), attr), Complement::Filters(filters)) if !was => {
                let [ir::Filter::Value(of, word)] = filters.as_slice() else {
                    return Err(Fail::limit(
                        Limit::Condition,
                        format!("the engine cannot ask that of the {attr} of a player"),
                    ));
                };
                let n = self.player_word(attr, of, word)?;
                let num = Num::Player(self.who(who)?, self.player_attr(attr)?);
                Cond::Compare(self.add_num(num), Cmp::Is, n)
            }
            (Subject::Players(who), Complement::Filters(filters)) if !was => return self.player_is(who, filters),
            // `X is even`: what is left of it by twos.
            (Subject::Number(num), Complement::Filters(filters)) if !was => self.parity(*num, filters)?,
            // `its cost has {X}`
            (Subject::Attr(AttrOf::Objects(obj), attr), Complement::Filters(filters))
                if self.tables().price.is_some_and(|(word, _)| attr == word) =>
            {
                let mut priced = Vec::new();
                for filter in filters {
                    priced.push(self.price_filter(filter)?);
                }
                return self.fit(*obj, was, priced);
            }
            (Subject::Players(a), Complement::Player(b)) if !was => Cond::SamePlayer(self.who(a)?, self.who(b)?),
            (Subject::Time(_) | Subject::Word(_), Complement::Time(time)) if !was => self.it_is(subject, time)?,
            _ => {
                return Err(Fail::limit(
                    Limit::Condition,
                    "the engine cannot test that condition yet",
                ));
            }
        };
        Ok(self.add_cond(node))
    }

    /// `the current phase is …`
    fn it_is(&mut self, subject: &Subject, time: &ir::TimeRef) -> Linked<Cond> {
        if let Subject::Word(word) = subject
            && !word.starts_with("current-")
        {
            return Err(Fail::limit(Limit::Word, format!("the engine does not know `{word}`")));
        }
        if matches!(subject, Subject::Time(_)) {
            return Err(Fail::limit(Limit::Condition, "the engine cannot compare two times yet"));
        }
        Ok(Cond::During(self.when(time)?))
    }

    fn parity(&mut self, num: ir::ExprId, filters: &[ir::Filter]) -> Linked<Cond> {
        let left = match filters {
            [ir::Filter::State(word)] if word == "even" => 0,
            [ir::Filter::State(word)] if word == "odd" => 1,
            _ => {
                return Err(Fail::limit(
                    Limit::Condition,
                    "the engine cannot ask that of a number yet",
                ));
            }
        };
        let (n, two, left) = (self.num(num)?, self.constant(2), self.constant(left));
        let pairs = self.add_num(Num::Div(n, two));
        let whole = self.add_num(Num::Mul(pairs, two));
        Ok(Cond::Compare(self.add_num(Num::Sub(n, whole)), Cmp::Is, left))
    }

    /// What is so of a player: a state of the game, or a keyword.
    fn player_is(&mut self, who: &ir::Who, filters: &[ir::Filter]) -> Linked<CondIx> {
        let call = match filters {
            // What the game knows of a player: 1 if it is so.
            [ir::Filter::State(word)] => {
                let (num, one) = (Num::Player(self.who(who)?, self.player_state(word)?), self.constant(1));
                let num = self.add_num(num);
                return Ok(self.add_cond(Cond::Compare(num, Cmp::Is, one)));
            }
            // 1101.1b and its like: players have keywords, their own and those of the cards they have in play.
            [ir::Filter::Keyword(call)] => call,
            _ => {
                return Err(Fail::limit(
                    Limit::Condition,
                    "the engine cannot ask that of a player yet",
                ));
            }
        };
        let who = self.who(who)?;
        let bits = self.call_bit(call)?;
        let select = Select {
            whose: Some(who.clone()),
            places: vec![self.everywhere(true)],
            filters: vec![Filter::Keyword(bits)],
            ..Select::default()
        };
        let cards = self.add_obj(Obj::Select(Box::new(select)));
        let cards = self.exists(cards);
        let own = self.add_cond(Cond::PlayerHas(who, bits));
        Ok(self.add_cond(Cond::Or(vec![own, cards])))
    }

    /// A number, with the cards as they were if that is asked.
    fn in_tense(&mut self, num: super::super::code::NumIx, was: bool) -> super::super::code::NumIx {
        self.l.parts.asks_was |= was;
        if was { self.add_num(Num::Was(num)) } else { num }
    }

    fn fit_at(&mut self, id: ObjId, was: bool, place: PlaceIx) -> Linked<CondIx> {
        if let Objects::Select(selector) = &self.code()[id]
            && selector.places.is_empty()
            && selector.among.is_none()
            && !was
            && !matches!(selector.quant, Quant::All | Quant::Each)
        {
            // "X is in your climax area" asks for such a card there, wherever others are.
            let found = self.plain_select(selector, &[place])?;
            let objs = self.add_obj(Obj::Select(Box::new(found)));
            let num = self.add_num(Num::Count(objs));
            let (how, n) = self.quant_test(&selector.quant)?;
            return Ok(self.add_cond(Cond::Compare(num, how, n)));
        }
        self.fit(id, was, vec![Filter::At(place)])
    }

    pub(super) fn fit(&mut self, id: ObjId, was: bool, filters: Vec<Filter>) -> Linked<CondIx> {
        let mut every = false;
        let mut some = false;
        match &self.code()[id] {
            Objects::Select(selector) => match &selector.quant {
                Quant::All | Quant::Each => every = true,
                Quant::A | Quant::Any | Quant::Another => {}
                // `your climax is red` says that there is one.
                Quant::Bare => {
                    every = !self.is_sole(selector) && !self.is_one_each(selector);
                    some = every;
                }
                Quant::No | Quant::Exactly(_) | Quant::AtLeast(_) | Quant::AtMost(_) => {
                    if was {
                        return Err(Fail::limit(Limit::Past, "the engine cannot count cards as they were"));
                    }
                    let (how, n) = self.quant_test(&selector.quant)?;
                    let mut found = self.plain_select(selector, &[])?;
                    found.filters.extend(filters);
                    let objs = self.add_obj(Obj::Select(Box::new(found)));
                    let num = self.add_num(Num::Count(objs));
                    return Ok(self.add_cond(Cond::Compare(num, how, n)));
                }
                Quant::UpTo(_) | Quant::AnyNumber | Quant::ThatMany => {
                    return Err(Fail::limit(
                        Limit::Condition,
                        "the engine cannot test a condition on a free number of cards",
                    ));
                }
            },
            // `2 of them are …`: so many of them are so.
            Objects::Part(
                quant @ (Quant::No | Quant::Exactly(_) | Quant::AtLeast(_) | Quant::AtMost(_) | Quant::Any | Quant::A),
                of,
            ) => {
                if was {
                    return Err(Fail::limit(Limit::Past, "the engine cannot count cards as they were"));
                }
                let (how, n) = self.quant_test(quant)?;
                let found = Select {
                    among: Some(self.obj(*of)?),
                    filters,
                    ..Select::default()
                };
                let objs = self.add_obj(Obj::Select(Box::new(found)));
                let num = self.add_num(Num::Count(objs));
                return Ok(self.add_cond(Cond::Compare(num, how, n)));
            }
            Objects::Related(..) if self.counted_quant(id).is_some() => return self.so_many_related(id, was, filters),
            // "They are …" and "all of them are …" speak of all of them, and there must be some.
            Objects::Slot(_, RefWord::Them | RefWord::Those(_))
            | Objects::Join(_)
            | Objects::Part(Quant::All | Quant::Each, _) => {
                every = true;
                some = true;
            }
            _ => {}
        }
        let objs = self.obj(id)?;
        self.l.parts.asks_was |= was;
        let fit = self.add_cond(Cond::Fit {
            objs,
            every,
            was,
            filters,
        });
        if some {
            let any = self.exists(objs);
            return Ok(self.add_cond(Cond::And(vec![any, fit])));
        }
        Ok(fit)
    }

    /// A demand on the icons of a printed price.
    fn price_filter(&mut self, filter: &ir::Filter) -> Linked<Filter> {
        Ok(match filter {
            ir::Filter::Icon(icon) => {
                let icons = self.price(std::slice::from_ref(icon))?;
                Filter::All(icons.into_iter().map(|icon| Filter::Price(icon.kind)).collect())
            }
            ir::Filter::Any(list) => {
                let parts: Linked<Vec<Filter>> = list.iter().map(|f| self.price_filter(f)).collect();
                Filter::Any(parts?)
            }
            ir::Filter::All(list) => {
                let parts: Linked<Vec<Filter>> = list.iter().map(|f| self.price_filter(f)).collect();
                Filter::All(parts?)
            }
            _ => {
                return Err(Fail::limit(
                    Limit::Price,
                    "the engine can ask for the icons of a price only",
                ));
            }
        })
    }

    fn exists(&mut self, objs: ObjIx) -> CondIx {
        let num = self.add_num(Num::Count(objs));
        let one = self.constant(1);
        self.add_cond(Cond::Compare(num, Cmp::AtLeast, one))
    }

    fn has(&mut self, subject: &Subject, what: ObjId) -> Linked<Cond> {
        if let Subject::Objects(obj) = subject {
            let filter = self.has_filter(what)?;
            let objs = self.obj(*obj)?;
            return Ok(Cond::Fit {
                objs,
                every: false,
                was: false,
                filters: vec![filter],
            });
        }
        if let (Subject::Players(who), Objects::This | Objects::Slot(..)) = (subject, &self.code()[what]) {
            // `you have this`: it is under the player's control, and what it was.
            let filters = vec![Filter::Of(self.who(who)?)];
            return Ok(Cond::Fit {
                objs: self.obj(what)?,
                every: false,
                was: false,
                filters,
            });
        }
        let Objects::Select(selector) = &self.code()[what] else {
            return Err(Fail::limit(
                Limit::Condition,
                "the engine cannot ask for that possession yet",
            ));
        };
        if let Some((rest, words)) = self.row_of_icons(selector) {
            return self.one_for_each(subject, &rest, &words);
        }
        let (how, n) = self.quant_test(&selector.quant)?;
        if let Some((rest, attr)) = Self::told_apart(selector) {
            if how != Cmp::AtLeast {
                return Err(Fail::wording(
                    "so many cards that differ can only be there or more of them",
                    "write `2 or more cards with different …`",
                ));
            }
            let found = self.owned_by(subject, &rest)?;
            let objs = self.add_obj(Obj::Select(Box::new(found)));
            let num = Num::Distinct(self.attr_key(&attr)?, objs);
            return Ok(Cond::Compare(self.add_num(num), how, n));
        }
        let objs = self.owned(subject, what)?;
        let num = self.add_num(Num::Count(objs));
        Ok(Cond::Compare(num, how, n))
    }

    /// `runes with attribute {G}{G}`: the description without the row, and the words its icons stand for.
    fn row_of_icons(&self, selector: &Selector) -> Option<(Selector, Vec<u64>)> {
        let row = |filter: &ir::Filter| -> Option<Vec<u64>> {
            let ir::Filter::All(parts) = filter else { return None };
            let [ir::Filter::Quality(_), ir::Filter::Any(icons)] = parts.as_slice() else {
                return None;
            };
            let word = |icon: &ir::Filter| match icon {
                ir::Filter::Icon(icon) => self.icon_word(icon),
                _ => None,
            };
            icons.iter().map(word).collect()
        };
        if selector.quant != Quant::Bare {
            return None;
        }
        let at = selector.filters.iter().position(|f| row(f).is_some())?;
        let words = selector.filters.get(at).and_then(row)?;
        let mut rest = selector.clone();
        rest.filters.remove(at);
        Some((rest, words))
    }

    /// There is a card of its own for each icon (1137.2a and its like): for any of the icons together there are as many cards.
    fn one_for_each(&mut self, subject: &Subject, rest: &Selector, words: &[u64]) -> Linked<Cond> {
        let mut kinds: Vec<u64> = words.to_vec();
        kinds.sort_unstable();
        kinds.dedup();
        let mut all = Vec::new();
        for set in 1u32..1 << kinds.len().min(8) {
            let some = (0u32..).zip(&kinds).filter(|(n, _)| set >> n & 1 == 1);
            let some: Vec<u64> = some.map(|(_, word)| *word).collect();
            let need = words.iter().filter(|w| some.contains(w)).count();
            let mut found = self.owned_by(subject, rest)?;
            found
                .filters
                .push(Filter::Any(some.into_iter().map(Filter::Words).collect()));
            let objs = self.add_obj(Obj::Select(Box::new(found)));
            let num = self.add_num(Num::Count(objs));
            let need = self.constant(i32::try_from(need).unwrap_or(i32::MAX));
            all.push(self.add_cond(Cond::Compare(num, Cmp::AtLeast, need)));
        }
        Ok(Cond::And(all))
    }

    /// What a player or place has.
    fn owned(&mut self, subject: &Subject, what: ObjId) -> Linked<ObjIx> {
        let Objects::Select(selector) = &self.code()[what] else {
            return Err(Fail::limit(
                Limit::Condition,
                "the engine cannot ask for that possession yet",
            ));
        };
        let found = self.owned_by(subject, selector)?;
        Ok(self.add_obj(Obj::Select(Box::new(found))))
    }

    fn owned_by(&mut self, subject: &Subject, selector: &Selector) -> Linked<Select> {
        Ok(match subject {
            Subject::Players(ir::Who::Each | ir::Who::Any) => {
                return Err(Fail::limit(
                    Limit::Condition,
                    "the engine can ask one player what they have",
                ));
            }
            Subject::Players(who) => {
                let who = self.who(who)?;
                let mut found = self.plain_select(selector, &[])?;
                let other = |w: &Who| *w != who;
                let said = found.filters.iter().any(|f| matches!(f, Filter::Of(w) if other(w)));
                if said {
                    return Err(Fail::wording(
                        "a player is not asked for cards of the other player",
                        "ask the other one: `if opponent has no …`",
                    ));
                }
                if found.whose.as_ref().is_some_and(other) {
                    return Err(Fail::limit(
                        Limit::Condition,
                        "the engine cannot ask a player for cards of another",
                    ));
                }
                found.whose = Some(who);
                found
            }
            Subject::Place(place) => {
                let ir::Place { whose, quant, .. } = &self.code()[*place];
                if matches!(quant, Some(Quant::All | Quant::Each)) || matches!(whose, Some(ir::Who::Each)) {
                    return Err(Fail::wording(
                        "what each of several places has cannot be asked at once",
                        "ask for each of them: `you have … and opponent has …`, or for the places that are open",
                    ));
                }
                let place = self.place(*place)?;
                self.plain_select(selector, &[place])?
            }
            Subject::Objects(_)
            | Subject::Attr(..)
            | Subject::Amount(_)
            | Subject::Number(_)
            | Subject::Word(_)
            | Subject::Time(_)
            | Subject::Icons(_)
            | Subject::Keyword(_) => {
                return Err(Fail::limit(
                    Limit::Condition,
                    "the engine cannot ask for that possession yet",
                ));
            }
        })
    }
}
