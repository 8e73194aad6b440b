//! New cards: tokens and copies that texts make.

use super::super::code::{Made, NumIx, Op, Place, SlotIx, Who};
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked};
use crate::ir::{Arg, Filter, ObjId, Objects, Quant};
use crate::kernel::{DefId, End, ZoneId};

impl<'m> CardLinker<'_, 'm> {
    /// `put 2 "Sprite" tokens into field`, `put 2 copies of it into field`: nothing that is there is meant. None if it is no such sentence.
    pub(super) fn made(&mut self, arg: Option<&'m Arg>) -> Linked<Option<(Made, NumIx)>> {
        let Some(Arg::Objects(obj)) = arg else {
            return Ok(None);
        };
        if let Objects::Join(list) = &self.code()[*obj] {
            return self.made_together(list);
        }
        self.made_one(*obj)
    }

    /// `1 "Sprite" token and 2 "Imp" tokens`: they come together.
    pub(super) fn made_together(&mut self, list: &'m [ObjId]) -> Linked<Option<(Made, NumIx)>> {
        let mut all = Vec::new();
        for obj in list {
            match self.made_one(*obj)? {
                Some((Made::Def(def), n)) => all.push((def, n)),
                _ => return Ok(None),
            }
        }
        Ok(Some((Made::Several(all), self.one())))
    }

    pub(super) fn made_one(&mut self, obj: ObjId) -> Linked<Option<(Made, NumIx)>> {
        let Objects::Select(selector) = &self.code()[obj] else {
            return Ok(None);
        };
        let Some(thing) = super::thing::Thing::of(selector).filter(super::thing::Thing::is_general) else {
            return Ok(None);
        };
        let made = match (thing.noun.map(|n| n.as_ref()), thing.filters.as_slice()) {
            (Some("token"), [Filter::Named(name)]) => Made::Def(self.token(name)?),
            (Some("copy"), [Filter::Of(of)]) => Made::Copy(self.obj(*of)?),
            _ => return Ok(None),
        };
        let count = match thing.quant {
            Quant::Exactly(n) => self.num(*n)?,
            Quant::A | Quant::Bare => self.one(),
            _ => {
                return Err(Fail::wording(
                    "the engine needs a number of cards to make",
                    "write how many: `2 \"…\" tokens`",
                ));
            }
        };
        Ok(Some((made, count)))
    }

    /// `gain 1 light gem`: what the noun means is made in its zone. Its definition is the token with the words as its name, or with the name given.
    pub(super) fn gain_item(&mut self, id: ObjId, out: SlotIx) -> Linked<()> {
        let unknown = || Fail::limit(Limit::VerbRole, "the engine cannot gain that");
        let Objects::Select(selector) = &self.code()[id] else {
            return Err(unknown());
        };
        let Some(thing) = super::thing::Thing::of(selector).filter(super::thing::Thing::is_general) else {
            return Err(unknown());
        };
        let Some(noun) = thing
            .noun
            .filter(|n| self.tables().noun_states.iter().any(|(word, _)| n == word))
        else {
            return Err(unknown());
        };
        let words = noun.replace('-', " ");
        let made = match thing.filters.as_slice() {
            [] => Made::Def(self.token(&words)?),
            [Filter::Value(_, word)] => Made::Def(self.token(&format!("{word} {words}"))?),
            [Filter::Named(name)] => Made::Def(self.token_named(&words, name)?),
            [filter] => match self.declared_word(filter) {
                Some((slot, attr)) => self.made_by_word(slot, &attr, &words)?,
                None => return Err(unknown()),
            },
            _ => return Err(unknown()),
        };
        let count = match thing.quant {
            Quant::Exactly(n) => self.num(*n)?,
            Quant::A | Quant::Bare => self.one(),
            _ => return Err(unknown()),
        };
        let zones: Vec<(ZoneId, u16)> = selector.default_zones.iter().flat_map(|z| self.zone_cells(z)).collect();
        if zones.len() != 1 {
            return Err(unknown());
        }
        let to = self.add_place(Place::Zone {
            zones,
            whose: Some(Who::Actor),
            empty: false,
            end: End::Top,
        });
        let tag = self.tables().note.put;
        self.emit(Op::Create {
            made,
            count,
            to,
            tag,
            orient: None,
            out,
            done: None,
        });
        Ok(())
    }

    /// `with the hue`, where the hue is a word that was declared: where it is kept, and of which attribute it is.
    pub(super) fn declared_word(&self, filter: &Filter) -> Option<(SlotIx, String)> {
        let (Filter::Has(obj) | Filter::Among(obj)) = filter else {
            return None;
        };
        let Objects::Slot(slot, _) = &self.code()[*obj] else {
            return None;
        };
        let declared = self.scope.declared.iter().find(|(s, _)| *s == slot.0);
        declared.cloned()
    }

    /// One of the tokens with a word of the attribute and the noun as their name.
    pub(super) fn made_by_word(&mut self, slot: SlotIx, attr: &str, noun: &str) -> Linked<Made> {
        let tables = self.tables();
        let mut defs = Vec::new();
        for (n, (of, word)) in tables.words.iter().enumerate() {
            if *of == attr && tables.none_words >> n & 1 == 0 {
                let n = u8::try_from(n).map_err(|_| Fail::limit(Limit::Size, "the engine knows too many words"))?;
                defs.push((n, self.token(&format!("{word} {noun}"))?));
            }
        }
        Ok(Made::Word(slot, defs))
    }

    /// A token that a text gives a name: the one the sets define, or that of the noun with the name.
    pub(super) fn token_named(&mut self, noun: &str, name: &str) -> Linked<DefId> {
        let mut own = self.module.cards.iter().filter(|c| c.token);
        if own.any(|c| c.name.eq_ignore_ascii_case(name)) {
            return self.token(name);
        }
        self.wanted_token(noun, Some(name))
    }

    /// The definition of a token of the pool. The first pass does not know it yet.
    pub(super) fn token(&mut self, name: &str) -> Linked<DefId> {
        self.wanted_token(name, None)
    }

    pub(super) fn wanted_token(&mut self, name: &str, called: Option<&str>) -> Linked<DefId> {
        if self.tables().nowhere.is_none() {
            return Err(Fail::limit(Limit::Verb, "this game makes no cards"));
        }
        self.l.wanted.insert((name.to_owned(), called.map(ToOwned::to_owned)));
        let Some(tokens) = &self.l.tokens else {
            return Ok(DefId(0));
        };
        let found = tokens
            .iter()
            .find(|t| t.name.eq_ignore_ascii_case(name) && called.map_or(t.called == t.name, |c| t.called == c));
        if found.is_none() && self.l.broken.contains(&name.to_lowercase()) {
            return Ok(DefId(0));
        }
        found.map(|t| t.def).ok_or_else(|| {
            Fail::wording(
                format!("there is no token \"{name}\" in the pool"),
                format!("define it with `token \"{name}\" {{ … }}`, or import the file that does"),
            )
        })
    }
}
