//! Demands on cards.

use super::super::code::{self, Cond, Filter, Obj, PickDemand, Select};
use super::object::{Described, Noun};
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked, position};
use crate::ir::{self, Comparison, Desc, ObjId, Objects, Selector};
use crate::kernel::{Bits, NameId};

impl CardLinker<'_, '_> {
    pub(super) fn filters(&mut self, filters: &[ir::Filter]) -> Linked<Vec<Filter>> {
        // `a unit card`: the last word is the noun.
        let of_card = filters
            .iter()
            .any(|f| matches!(f, ir::Filter::Is(word) if self.is_plain_card(word)));
        let adjective = |f: &ir::Filter| if of_card { self.adjective(f) } else { None };
        let known: Vec<Option<Filter>> = filters.iter().map(adjective).collect();
        let all = filters.iter().zip(known);
        all.map(|(f, known)| known.map_or_else(|| self.filter(f), Ok)).collect()
    }

    /// Whether a word means any card.
    pub(super) fn is_plain_card(&self, word: &str) -> bool {
        matches!(self.noun(word), Noun::Card(0)) && self.noun_state(Some(&word.to_owned().into())).is_none()
    }

    /// What a noun demands in front of `card`: its types, wherever such a card is (`2 unit cards in your drop`).
    pub(super) fn adjective(&self, filter: &ir::Filter) -> Option<Filter> {
        let ir::Filter::Is(word) = filter else { return None };
        let mut rows = self.tables().type_words.iter();
        rows.find(|(noun, _)| word == noun)
            .map(|(_, types)| Filter::Type(*types))
    }

    pub(super) fn filter(&mut self, filter: &ir::Filter) -> Linked<Filter> {
        Ok(match filter {
            ir::Filter::Tag(tag) => Filter::Tag(self.tag_id(tag)),
            ir::Filter::Named(name) => Filter::Named(self.name_id(name)),
            ir::Filter::NamedAs(obj) => match &self.code()[*obj] {
                Objects::Slot(slot, _) => Filter::NamedAs(slot.0),
                _ => Filter::Same(code::AttrKey::Name, self.obj(*obj)?),
            },
            ir::Filter::NamePart(parts, attr) => self.part_of_text(parts, attr)?,
            ir::Filter::State(word) => self.state_filter(word)?,
            ir::Filter::Is(word) => self.is_noun(word)?,
            ir::Filter::Value(attr, word) => self.value_filter(attr, word)?,
            ir::Filter::Attr(attr, Comparison { how, with }) => {
                let attr = self.attr(attr)?;
                Filter::Attr(attr, Self::cmp(*how), self.num(*with)?)
            }
            ir::Filter::Pair(..) => return Err(Fail::limit(Limit::Word, "this game has no pair of numbers")),
            ir::Filter::Keyword(call) => Filter::Keyword(self.call_bit(call)?),
            ir::Filter::Counter(name, Comparison { how, with }) => {
                let kind = self.counter_kind(name)?;
                Filter::Counter(Some(kind), Self::cmp(*how), self.num(*with)?)
            }
            ir::Filter::Icon(icon) if self.icon_word(icon).is_some() => {
                Filter::Words(self.icon_word(icon).unwrap_or(0))
            }
            ir::Filter::Icon(icon) => {
                return Err(Fail::limit(
                    Limit::Word,
                    format!("the engine does not know the icon {icon} of cards"),
                ));
            }
            ir::Filter::Category(_) => {
                return Err(Fail::wording(
                    "only abilities have a category",
                    "write it of abilities: `an AUTO ability of …`",
                ));
            }
            ir::Filter::Same(attr, obj) => match self.is_declared(*obj, Some(attr))? {
                Some(filter) => filter,
                None => Filter::Same(self.attr_key(attr)?, self.obj(*obj)?),
            },
            ir::Filter::Different(_) | ir::Filter::Total(..) | ir::Filter::Extreme(..) => {
                return Err(Fail::limit(
                    Limit::ChoiceInside,
                    "the engine can ask that of a whole choice only",
                ));
            }
            ir::Filter::Has(obj) => self.has_filter(*obj)?,
            ir::Filter::Among(obj) => match self.is_declared(*obj, None)? {
                Some(filter) => filter,
                None => Filter::Among(self.obj(*obj)?),
            },
            ir::Filter::At(place) => match self.end_of_pile(*place)? {
                Some(pile) => Filter::Among(pile),
                None => Filter::At(self.place(*place)?),
            },
            // `abilities of this`: what was announced has a source, in games where that waits to resolve.
            ir::Filter::Of(obj) => match position(self.tables().rels, "source") {
                Some(rel) => Filter::Related(rel, vec![Filter::Among(self.obj(*obj)?)]),
                None => {
                    return Err(Fail::limit(
                        Limit::Description,
                        "the engine cannot ask which object a card belongs to yet",
                    ));
                }
            },
            ir::Filter::OfPlayer(who) => Filter::Of(self.who(who)?),
            ir::Filter::During(_) => return Err(Fail::limit(Limit::Past, "the engine cannot ask when a card was yet")),
            ir::Filter::Group(name) => self.group_filter(name)?,
            ir::Filter::Did(event) if self.is_standing(*event) => self.standing_described(*event)?,
            ir::Filter::Did(event) => {
                if self.code()[*event].not {
                    return Err(Fail::limit(Limit::Past, "the engine cannot count what did not happen"));
                }
                let (pattern, window) = self.asked_past(*event)?;
                Filter::Did(pattern, window)
            }
            ir::Filter::Can(_) => {
                return Err(Fail::limit(
                    Limit::Could,
                    "the engine cannot ask what a card could do there",
                ));
            }
            ir::Filter::Only(_) => return Err(Fail::limit(Limit::Description, "the engine cannot ask for `only` yet")),
            ir::Filter::StateIs(state, _) => {
                return Err(Fail::limit(
                    Limit::Word,
                    format!("the engine does not know the state `{state}`"),
                ));
            }
            ir::Filter::If(cond) => Filter::If(self.cond(*cond)?),
            ir::Filter::Not(inner) => Filter::Not(Box::new(self.filter(inner)?)),
            ir::Filter::Any(list) => Filter::Any(self.filters(list)?),
            ir::Filter::All(list) => Filter::All(self.filters(list)?),
            ir::Filter::Quality(word) => {
                if let Some(rel) = position(self.tables().rels, word) {
                    Filter::Related(rel, Vec::new())
                } else if self.tables().word_attrs.contains(&word.as_ref()) {
                    // It has a word of the attribute at all; the word for having none is none (208.4 and its like).
                    Filter::Not(Box::new(Filter::NoWords(
                        self.words_of(word) & !self.tables().none_words,
                    )))
                } else {
                    return Err(Fail::limit(
                        Limit::Description,
                        format!("the engine cannot tell whether a card is `{word}`"),
                    ));
                }
            }
        })
    }

    fn group_filter(&mut self, name: &str) -> Linked<Filter> {
        let names = self.module.groups.get(name);
        let Some(names) = names else {
            return Err(Fail::wording(
                format!("there is no group `{name}`"),
                "define the group: `group … { … }`",
            ));
        };
        let ids = names.iter().map(|n| Filter::Named(self.name_id(n)));
        Ok(Filter::Any(ids.collect()))
    }

    fn part_of_text(&self, parts: &[String], attr: &str) -> Linked<Filter> {
        if attr == "name" {
            let names = self.l.parts.names.iter().enumerate();
            let fit = names.filter(|(_, name)| parts.iter().any(|p| name.contains(p.as_str())));
            Ok(Filter::NameAmong(
                fit.map(|(at, _)| NameId(u16::try_from(at).unwrap_or(u16::MAX)))
                    .collect(),
                parts.to_vec(),
            ))
        } else if let Some(text) = position(self.tables().text_attrs, attr) {
            Ok(Filter::TextHas(text, parts.to_vec()))
        } else {
            Err(Fail::limit(
                Limit::Description,
                format!("the engine cannot search the text of `{attr}`"),
            ))
        }
    }

    /// What a noun demands of a card: its types, the state it means, the place that belongs to its meaning.
    fn is_noun(&mut self, word: &ir::Name) -> Linked<Filter> {
        let state = self.noun_state(Some(word));
        let mut all: Vec<Filter> = match (self.noun(word), state) {
            (_, Some(state)) => vec![state],
            (Noun::Card(0), None) => Vec::new(),
            (Noun::Card(types), None) => vec![Filter::Type(types)],
            _ => {
                let why = Fail::limit(
                    Limit::Description,
                    format!("the engine cannot tell whether a card is `{word}`"),
                );
                return Err(self.unknown(word, why));
            }
        };
        all.extend(self.noun_place(Some(word))?);
        Ok(match <[Filter; 1]>::try_from(all) {
            Ok([one]) => one,
            Err(all) => Filter::All(all),
        })
    }

    /// The word that an icon stands for.
    pub(super) fn icon_word(&self, icon: &str) -> Option<u64> {
        let at = position(self.tables().icons, icon)?;
        self.tables().icon_words.get(usize::from(at)).copied()
    }

    /// A state word: orientation, face, or a state only the game knows.
    pub(super) fn state_filter(&mut self, word: &str) -> Linked<Filter> {
        let tables = self.tables();
        if let Some(orient) = position(tables.orients, word) {
            Ok(Filter::Orient(orient))
        } else if word == "face-down" || word == "face-up" {
            Ok(Filter::FaceDown(word == "face-down"))
        } else if let Some((_, types)) = tables.type_words.iter().find(|(adjective, _)| *adjective == word) {
            Ok(Filter::Type(*types))
        } else if let Some(state) = position(tables.states, word) {
            self.l.parts.asked_states |= u64::bit(state);
            Ok(Filter::State(state))
        } else if word == "legal" && !self.scope.targets.is_empty() {
            // Targets that are not legal any more have been left out of their slots.
            let slots: Vec<_> = self.scope.targets.iter().map(|(slot, _)| *slot).collect();
            let kept = slots.into_iter().map(|slot| self.add_obj(Obj::Slot(slot))).collect();
            Ok(Filter::Among(self.add_obj(Obj::Join(kept))))
        } else {
            Err(Fail::limit(
                Limit::Word,
                format!("the engine does not know the state `{word}`"),
            ))
        }
    }

    fn value_filter(&mut self, attr: &str, word: &str) -> Linked<Filter> {
        if attr == "type" {
            return match position(self.tables().types, word) {
                Some(bit) => Ok(Filter::Type(1 << bit)),
                None => Err(Fail::limit(
                    Limit::Word,
                    format!("the engine does not know the type `{word}`"),
                )),
            };
        }
        Ok(Filter::Words(self.word_bit(attr, word)?))
    }

    /// `that has a marker`, `that has 2 or more trigger-icons`, `that has a ability[…]`.
    pub(super) fn has_filter(&mut self, id: ObjId) -> Linked<Filter> {
        let unknown = || Fail::limit(Limit::Condition, "the engine cannot ask whether a card has that");
        let Objects::Select(selector) = &self.code()[id] else {
            return Err(unknown());
        };
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
        } = selector.as_ref();
        if whose.is_some() || !places.is_empty() || among.is_some() || *other || *target || *random || *next {
            return Err(unknown());
        }
        let [
            Desc {
                noun: Some(noun),
                filters: more,
            },
        ] = descs.as_slice()
        else {
            return Err(unknown());
        };
        if self.is_counter(noun) {
            let (how, n) = self.quant_test(quant)?;
            let mut kind = None;
            for filter in filters.iter().chain(more) {
                match filter {
                    ir::Filter::Value(_, word) if kind.is_none() => kind = Some(self.counter_kind(word)?),
                    _ => return Err(unknown()),
                }
            }
            return Ok(Filter::Counter(kind, how, n));
        }
        match self.noun(noun) {
            Noun::Card(_) if self.is_under(noun) => {
                let (how, n) = self.quant_test(quant)?;
                let mut out = Described {
                    select: Select::default(),
                    rule: PickDemand::Any,
                };
                self.describe(descs, filters, true, &mut out)?;
                if out.rule != PickDemand::Any || out.select.extreme.is_some() {
                    return Err(unknown());
                }
                Ok(Filter::Under(out.select.filters, how, n))
            }
            Noun::Icon => {
                let (how, n) = self.quant_test(quant)?;
                let mut kind = None;
                for filter in filters.iter().chain(more) {
                    match filter {
                        ir::Filter::Value(attr, word) if attr == self.tables().icon_attr && kind.is_none() => {
                            kind = Some(self.icon(word)?);
                        }
                        _ => return Err(unknown()),
                    }
                }
                Ok(Filter::Icons(kind, how, n))
            }
            Noun::Ability => {
                let row = self.tables().keyword_nouns.iter().find(|(word, _)| noun == word);
                let mut keywords = 0;
                for word in row.map_or(&[] as &[&str], |(_, words)| words) {
                    keywords |= self.keyword_bit(word);
                }
                for filter in filters.iter().chain(more) {
                    if keywords != 0 {
                        return Err(unknown());
                    }
                    keywords = self.keyword_filter(filter)?.ok_or_else(unknown)?;
                }
                match quant {
                    ir::Quant::A | ir::Quant::Bare | ir::Quant::Any if keywords != 0 => Ok(Filter::Keyword(keywords)),
                    ir::Quant::No if keywords != 0 => Ok(Filter::Not(Box::new(Filter::Keyword(keywords)))),
                    _ => Err(unknown()),
                }
            }
            Noun::Card(_) | Noun::Effect | Noun::Damage | Noun::Other => {
                if let Some(rel) = position(self.tables().rels, noun)
                    && matches!(quant, ir::Quant::A | ir::Quant::Bare | ir::Quant::Any)
                {
                    let mut inner = self.filters(filters)?;
                    inner.extend(self.filters(more)?);
                    return Ok(Filter::Related(rel, inner));
                }
                Err(unknown())
            }
        }
    }

    /// `with attribute the ward`, `with the ward`: a word that was declared, of this attribute or of the one it was declared of.
    fn is_declared(&mut self, obj: ir::ObjId, attr: Option<&str>) -> Linked<Option<Filter>> {
        let Objects::Slot(slot, _) = &self.code()[obj] else {
            return Ok(None);
        };
        let slot = slot.0;
        let Some((_, what)) = self.scope.declared.iter().find(|(s, _)| *s == slot).cloned() else {
            return Ok(None);
        };
        let key = self.attr_key(attr.unwrap_or(&what))?;
        let objs = self.add_obj(Obj::Subject);
        let cond = self.add_cond(Cond::Declared {
            objs,
            was: false,
            key,
            slot,
        });
        Ok(Some(Filter::If(cond)))
    }

    /// The keywords of a filter on abilities: one, or any of several.
    pub(super) fn keyword_filter(&mut self, filter: &ir::Filter) -> Linked<Option<u128>> {
        match filter {
            ir::Filter::Keyword(call) => Ok(Some(self.call_bit(call)?)),
            ir::Filter::Any(list) => {
                let mut all = 0;
                for inner in list {
                    match self.keyword_filter(inner)? {
                        Some(bits) => all |= bits,
                        None => return Ok(None),
                    }
                }
                Ok(Some(all))
            }
            _ => Ok(None),
        }
    }

    /// Whether a noun means cards under another card, by the vocabulary's default zone.
    pub(super) fn is_under(&self, noun: &str) -> bool {
        let Some((under, _)) = self.tables().under else {
            return false;
        };
        let Some(zone) = self.tables().zones.get(under.ix()) else {
            return false;
        };
        self.l
            .vocab
            .pick(noun, |word, _| match &word.data {
                crate::vocab::Data::Noun(data) => Some(data.zones.contains(&zone.name)),
                _ => None,
            })
            .unwrap_or(false)
    }
}
