//! Descriptions of what is no card: icons, abilities, effects; and of cards that nobody describes.

use super::super::code::{Num, PatKind, PatSubject, Pattern, Window};
use super::super::tables::EventWord;
use super::object::Noun;
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked};
use crate::ir::{self, Desc, Filter, ObjId, Objects, Quant, Selector};

/// A description taken apart. Every field of a selector is taken, so that none is dropped unseen.
pub(super) struct Thing<'m> {
    pub(super) quant: &'m Quant,
    pub(super) noun: Option<&'m ir::Name>,
    pub(super) filters: Vec<&'m Filter>,
    pub(super) whose: Option<&'m ir::Who>,
    pub(super) among: Option<ObjId>,
    /// It says more, which only descriptions of cards can: a place, another one, the next one, one at random.
    pub(super) more: bool,
}

impl CardLinker<'_, '_> {
    /// What is counted in a way of its own.
    pub(super) fn special_count(&mut self, id: ObjId) -> Linked<Option<Num>> {
        if let Some(num) = self.invalid_count(id)? {
            return Ok(Some(num));
        }
        match self.play_count(id)? {
            Some(num) => Ok(Some(num)),
            None => self.distinct_count(id),
        }
    }

    /// `number of cards with different names in your memory`: how many of them can be told apart so.
    fn distinct_count(&mut self, id: ObjId) -> Linked<Option<Num>> {
        let Objects::Select(selector) = &self.code()[id] else {
            return Ok(None);
        };
        let Some((rest, attr)) = Self::told_apart(selector) else {
            return Ok(None);
        };
        if !matches!(rest.quant, Quant::Bare | Quant::Each | Quant::All) {
            return Ok(None);
        }
        let select = self.plain_select(&rest, &[])?;
        let objs = self.add_obj(super::super::code::Obj::Select(Box::new(select)));
        Ok(Some(Num::Distinct(self.attr_key(&attr)?, objs)))
    }

    /// A description of cards that differ in something: what else it says, and in what they differ.
    pub(super) fn told_apart(selector: &Selector) -> Option<(Selector, ir::Name)> {
        let mut rest = selector.clone();
        let mut differ = Vec::new();
        let lists = std::iter::once(&mut rest.filters).chain(rest.descs.iter_mut().map(|desc| &mut desc.filters));
        for list in lists {
            list.retain(|filter| match filter {
                Filter::Different(attr) => {
                    differ.push(attr.clone());
                    false
                }
                _ => true,
            });
        }
        match <[ir::Name; 1]>::try_from(differ) {
            Ok([attr]) => Some((rest, attr)),
            Err(_) => None,
        }
    }

    /// `number of invalid abilities of this`.
    fn invalid_count(&mut self, id: ObjId) -> Linked<Option<Num>> {
        let Objects::Select(selector) = &self.code()[id] else {
            return Ok(None);
        };
        let Some(thing) = Thing::of(selector) else {
            return Ok(None);
        };
        let invalid = |f: &&&Filter| matches!(f, Filter::State(state) if state == "invalid");
        let ability = thing.noun.is_some_and(|n| self.noun(n) == Noun::Ability);
        if !ability || thing.filters.iter().filter(invalid).count() != 1 {
            return Ok(None);
        }
        let rest: Vec<&&Filter> = thing.filters.iter().filter(|f| !invalid(f)).collect();
        match rest.as_slice() {
            [Filter::Of(cards)] if !thing.more && thing.among.is_none() && thing.whose.is_none() => {
                Ok(Some(Num::Invalid(self.obj(*cards)?)))
            }
            _ => Err(Fail::limit(
                Limit::Amount,
                "the engine can count the invalid abilities of certain cards only",
            )),
        }
    }

    /// `number of cards that you played this turn`: how often that was done, wherever the cards are now.
    pub(super) fn play_count(&mut self, id: ObjId) -> Linked<Option<Num>> {
        let Objects::Select(selector) = &self.code()[id] else {
            return Ok(None);
        };
        let plain = matches!(selector.quant, Quant::Bare | Quant::Each | Quant::All)
            && selector.places.is_empty()
            && selector.whose.is_none()
            && selector.among.is_none()
            && !(selector.target || selector.random || selector.next);
        let played = selector.filters.iter().find_map(|f| match f {
            Filter::Did(event) => match &self.code()[*event].kind {
                ir::EventKind::Does(verbs) if verbs.iter().all(|v| v == "play") => Some(*event),
                _ => None,
            },
            _ => None,
        });
        let (true, Some(event), Some(_)) = (plain, played, self.tables().stack_zone) else {
            return Ok(None);
        };
        let (pattern, window) = self.past(event)?;
        let filters = selector
            .filters
            .iter()
            .filter(|f| !matches!(f, Filter::Did(e) if *e == event));
        let rest = ir::Selector {
            filters: filters.cloned().collect(),
            default_zones: Vec::new(),
            ..selector.as_ref().clone()
        };
        let select = self.fits(&rest)?;
        if let Some(pattern) = self.l.parts.patterns.get_mut(pattern.0 as usize)
            && select != super::super::code::Select::default()
        {
            pattern.subject = PatSubject::Fits(Box::new(select));
        }
        Ok(Some(Num::Times(pattern, window)))
    }

    /// `number of attacks of your resonators in this turn`: how often a verb of the game was done.
    pub(super) fn deed_count(&mut self, id: ObjId) -> Linked<Option<Num>> {
        let Objects::Select(selector) = &self.code()[id] else {
            return Ok(None);
        };
        let Some(thing) = Thing::of(selector) else {
            return Ok(None);
        };
        let row = thing.noun.filter(|noun| self.noun(noun) == Noun::Other);
        let row = row.and_then(|noun| self.tables().verbs.iter().find(|row| noun == row.word));
        let Some(EventWord::Passive(notes) | EventWord::Note(notes)) = row.and_then(|r| r.event) else {
            return Ok(None);
        };
        let unknown = || {
            Fail::limit(
                Limit::Amount,
                "the engine can count what certain cards did in a turn only",
            )
        };
        if thing.more || thing.among.is_some() || thing.whose.is_some() || *thing.quant != Quant::Bare {
            return Err(unknown());
        }
        let (mut subject, mut window) = (PatSubject::Any, None);
        for filter in thing.filters {
            match filter {
                Filter::Of(obj) if subject == PatSubject::Any => subject = self.pat_subject(*obj)?,
                Filter::During(time) if window.is_none() => {
                    window = Some(self.window(Some(&ir::Window::In(time.clone())))?);
                }
                _ => return Err(unknown()),
            }
        }
        if self.gathers.take().is_some() {
            return Err(unknown());
        }
        let kind = PatKind::Note(notes);
        let keys = self.keys(&kind);
        self.l.parts.past_keys |= keys;
        let pattern = self.add_pattern(Pattern {
            kind,
            subject,
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
        });
        Ok(Some(Num::Times(pattern, window.unwrap_or(Window::Game))))
    }
}

impl<'m> Thing<'m> {
    /// Takes a description with at most one noun apart; none if it has several.
    pub(super) fn of(selector: &'m Selector) -> Option<Thing<'m>> {
        let Selector {
            quant,
            whose,
            filters,
            descs,
            places,
            // The zones of a noun say where such a thing is looked for; a thing that is no card is looked for in its card.
            default_zones: _,
            among,
            other,
            target,
            random,
            next,
            // Names for what was chosen; what reads them finds the slot of the statement.
            slot: _,
            named: _,
        } = selector;
        let (noun, own): (_, &[Filter]) = match descs.as_slice() {
            [] => (None, &[]),
            [Desc { noun, filters }] => (noun.as_ref(), filters),
            _ => return None,
        };
        Some(Thing {
            quant,
            noun,
            filters: own.iter().chain(filters).collect(),
            whose: whose.as_ref(),
            among: *among,
            more: !places.is_empty() || *other || *target || *random || *next,
        })
    }

    /// Whether nothing is said but the noun and how many.
    pub(super) fn is_plain(&self) -> bool {
        self.filters.is_empty() && self.is_general()
    }

    /// Whether nothing is said but the noun, its filters and how many.
    pub(super) fn is_general(&self) -> bool {
        self.whose.is_none() && self.among.is_none() && !self.more
    }
}

impl<'m> CardLinker<'_, 'm> {
    /// The description, if its noun is of that kind.
    pub(super) fn thing(&self, id: ObjId, kind: Noun) -> Option<Thing<'m>> {
        let Objects::Select(selector) = &self.code()[id] else {
            return None;
        };
        Thing::of(selector).filter(|thing| thing.noun.is_some_and(|n| self.noun(n) == kind))
    }

    /// The name, if a name is all that is said: no number, noun, player or place.
    pub(super) fn bare_name(&self, arg: &'m ir::Arg) -> Option<&'m str> {
        let id = match arg {
            ir::Arg::Name(name) => return Some(name),
            ir::Arg::Objects(id) => *id,
            _ => return None,
        };
        let Objects::Select(selector) = &self.code()[id] else {
            return None;
        };
        let thing = Thing::of(selector).filter(Thing::is_general)?;
        match (thing.quant, thing.noun, thing.filters.as_slice()) {
            (Quant::Bare, None, [Filter::Named(name)]) => Some(name),
            _ => None,
        }
    }

    /// How many icons: `count(bare trigger-icon[trigger soul, among them])`.
    pub(super) fn icon_count(&mut self, id: ObjId) -> Linked<Option<Num>> {
        let Some(thing) = self.thing(id, Noun::Icon) else {
            return Ok(None);
        };
        if !matches!(thing.quant, Quant::Bare | Quant::All | Quant::Each) {
            return Err(Fail::limit(Limit::Amount, "the engine counts all icons of cards only"));
        }
        if thing.whose.is_some() || thing.more {
            return Err(Fail::limit(Limit::Amount, "the engine counts icons of cards only"));
        }
        let mut kind = None;
        let mut of = thing.among.map(|o| self.obj(o)).transpose()?;
        for filter in thing.filters {
            match filter {
                Filter::Value(attr, word) if attr == self.tables().icon_attr && kind.is_none() => {
                    kind = Some(self.icon(word)?);
                }
                Filter::Among(obj) | Filter::Of(obj) if of.is_none() => of = Some(self.obj(*obj)?),
                _ => {
                    return Err(Fail::limit(
                        Limit::Amount,
                        "the engine cannot describe icons that way yet",
                    ));
                }
            }
        }
        match of {
            Some(of) => Ok(Some(Num::Icons(of, kind))),
            None => Err(Fail::wording(
                "the engine must know whose icons to count",
                "say of which cards: `of your …`",
            )),
        }
    }

    /// `the pool effect`: the effect of an icon.
    pub(super) fn icon_effect(&mut self, id: ObjId) -> Linked<Option<u8>> {
        let Some(thing) = self.thing(id, Noun::Effect) else {
            return Ok(None);
        };
        let one = matches!(thing.quant, Quant::Bare | Quant::A);
        match thing.filters.as_slice() {
            [Filter::Value(attr, word)] if one && thing.is_general() && attr == self.tables().icon_attr => {
                Ok(Some(self.icon(word)?))
            }
            _ => Err(Fail::limit(
                Limit::Reference,
                "the engine cannot tell which effect is meant",
            )),
        }
    }
}
