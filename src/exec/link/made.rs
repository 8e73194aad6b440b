//! Things of the game that texts make by their noun, and the definitions of tokens.

use super::super::code::{Made, Op, Place, SlotIx, Who};
use super::refusal::{Fail, Limit};
use super::{CardLinker, Linked};
use crate::ir::{Filter, ObjId, Objects, Quant};
use crate::kernel::{DefId, End, ZoneId};

impl CardLinker<'_, '_> {
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
