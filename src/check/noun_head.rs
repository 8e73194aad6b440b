//! Noun phrases whose head is no plain noun: relations, attributes, keywords.

use super::Checker;
use super::noun::Want;
use super::possessive::Possessor;
use super::possessive::relation_fits;
use super::value::{ObjTy, Val};
use crate::ast::{Atom, Phrase, Quant as AstQuant, RunAtom, Text};
use crate::diag::Code;
use crate::ir::{AttrOf, Filter, Name, Objects, Place, PlaceKind, Quant, Who};
use crate::source::Span;
use crate::vocab::{Data, NounKind, RelFrom, RelTo};

impl<'a, 's> Checker<'a, 's> {
    /// Runs of one word that are not plain descriptions: relations, attributes, places, times, keywords.
    #[expect(clippy::too_many_arguments, reason = "the parts of one noun phrase")]
    pub(super) fn single_word(
        &mut self,
        atoms: &'a [RunAtom<'s>],
        possessor: Option<&Possessor>,
        quant: Option<&'a AstQuant<'s>>,
        the: bool,
        special: Option<&'a Text<'s>>,
        posts: &[&'a Phrase<'s>],
        span: Span,
        want: Want,
    ) -> Option<Option<Val>> {
        let Some(RunAtom {
            atom: Atom::Word(head), ..
        }) = atoms.last()
        else {
            return None;
        };
        let one = atoms.len() == 1;
        let special_word = match possessor {
            Some(poss) => self.owned_word(atoms, head, poss, quant, posts, span, want),
            None if the && one => self.known_word(head, posts, span),
            None => None,
        };
        if special_word.is_some() {
            return special_word;
        }
        if one
            && let (Some(state), Some(Possessor::Player(who))) = (self.scope.states.get(head.text).copied(), possessor)
        {
            self.use_definition("state", state.name.text);
            return Some(Some(Val::Attr(
                AttrOf::Player(who.clone()),
                Name::Owned(head.text.to_owned()),
            )));
        }
        let time = self.time_phrase(atoms, possessor, quant, posts, want);
        let place = self.place_phrase(atoms, possessor, quant, special, posts, want);
        let chosen = match want {
            Want::Time => time.or(place),
            Want::Place => place.or(time),
            Want::Any => place.or(time),
        };
        if let Some(value) = chosen {
            return Some(value);
        }
        if possessor.is_none() && special.is_none_or(|s| s.text == "different") {
            return self.unowned_attr(atoms, head, quant, the, posts);
        }
        None
    }

    /// What belongs to somebody or something: a relation, an attribute, a place, an ability.
    #[expect(clippy::too_many_arguments, reason = "the parts of one noun phrase")]
    fn owned_word(
        &mut self,
        atoms: &'a [RunAtom<'s>],
        head: &Text<'s>,
        poss: &Possessor,
        quant: Option<&'a AstQuant<'s>>,
        posts: &[&'a Phrase<'s>],
        span: Span,
        want: Want,
    ) -> Option<Option<Val>> {
        let one = atoms.len() == 1;
        let relation = self.pick(head.text, |w, _| match &w.data {
            Data::Rel(from, to) if relation_fits(*from, poss) => Some((w, *to)),
            _ => None,
        });
        if let Some((word, to)) = relation {
            return Some(self.related(word, to, poss.clone(), atoms, quant, posts, head.span));
        }
        if one && want != Want::Time {
            if let Some((word, data)) = self.attr(head.text).filter(|_| want != Want::Place) {
                let fits = self.attr_fits(data.on.as_slice(), poss);
                let type_too = self.pick(head.text, |w, _| {
                    matches!(w.data, Data::Type(_) | Data::Noun(_)).then_some(())
                });
                if fits || type_too.is_none() {
                    self.use_word(word, head.span);
                    if !fits {
                        self.attribute_mismatch(word, poss, span);
                    }
                    self.no_posts(posts);
                    return Some(Some(Val::Attr(poss.clone().attr_of(), Name::Borrowed(word.name()))));
                }
            }
            if let Some(word) = self.pick(head.text, |w, _| {
                matches!(w.data, Data::Place(crate::vocab::PlaceData::Attr)).then_some(w)
            }) {
                let name = self.name_of(word, head.span);
                let place = self.code.add_place(Place {
                    kind: PlaceKind::Attr(poss.clone().attr_of(), name),
                    whose: None,
                    quant: None,
                });
                return Some(Some(Val::Place(place)));
            }
        }
        if one
            && self.is_keyword(head.text)
            && self
                .pick(head.text, |w, _| {
                    matches!(w.data, Data::Type(_) | Data::Noun(_)).then_some(())
                })
                .is_none()
        {
            let call = self.bare_call(head.text, head.span);
            let mut selector = self.selector(Quant::Bare);
            let mut filters = vec![Filter::Keyword(call)];
            match poss.clone() {
                Possessor::Objects(id, _) => filters.push(Filter::Of(id)),
                Possessor::Player(who) => selector.whose = Some(who),
                Possessor::Subject | Possessor::Time(_) => {}
            }
            selector.descs.push(crate::ir::Desc {
                noun: Some("ability".into()),
                filters,
            });
            let id = self.code.add_object(Objects::Select(Box::new(selector)));
            return Some(Some(Val::Objs(id, ObjTy::of(NounKind::Ability).several())));
        }
        None
    }

    /// What there is one of in the game: `the attacker`, `the battle-count`.
    fn known_word(&mut self, head: &Text<'s>, posts: &[&'a Phrase<'s>], span: Span) -> Option<Option<Val>> {
        let relation = self.pick(head.text, |w, _| match &w.data {
            Data::Rel(RelFrom::Nothing, to) => Some((w, *to)),
            _ => None,
        });
        if let Some((word, to)) = relation {
            let name = self.name_of(word, head.span);
            if to == RelTo::Player {
                return Some(Some(Val::Players(Who::Known(name))));
            }
            let id = self.code.add_object(Objects::Known(name));
            let value = Val::Objs(
                id,
                ObjTy {
                    single: to == RelTo::Card,
                    ..ObjTy::card()
                },
            );
            return Some(Some(self.with_posts(value, posts, span)));
        }
        if let Some((word, data)) = self.attr(head.text)
            && data.on.iter().any(|o| matches!(*o, "game" | "battle" | "turn"))
        {
            self.use_word(word, head.span);
            return Some(Some(Val::Attr(AttrOf::Game, Name::Borrowed(word.name()))));
        }
        if self.scope.states.contains_key(head.text) {
            self.use_definition("state", head.text);
            return Some(Some(Val::Attr(AttrOf::Game, Name::Owned(head.text.to_owned()))));
        }
        None
    }

    /// `1 level` to declare, `ATK of your J/resonator`
    pub(super) fn unowned_attr(
        &mut self,
        atoms: &'a [RunAtom<'s>],
        head: &'a Text<'s>,
        quant: Option<&'a AstQuant<'s>>,
        the: bool,
        posts: &[&'a Phrase<'s>],
    ) -> Option<Option<Val>> {
        let plain_noun = self.pick(head.text, |w, _| match &w.data {
            Data::Type(_) => Some(()),
            Data::Noun(n) if !matches!(n.kind, NounKind::Name | NounKind::Value) => Some(()),
            _ => None,
        });
        if plain_noun.is_some() || atoms.iter().any(|a| !matches!(&a.atom, Atom::Word(_))) {
            return None;
        }
        let words: Vec<&'static crate::vocab::Word> = atoms
            .iter()
            .filter_map(|a| match &a.atom {
                Atom::Word(w) => self.pick(w.text, |word, _| {
                    (matches!(word.data, Data::Attr(_))
                        || matches!(&word.data, Data::Noun(n) if matches!(n.kind, NounKind::Name | NounKind::Value)))
                    .then_some(word)
                }),
                _ => None,
            })
            .collect();
        if words.len() != atoms.len() {
            return None;
        }
        let word = *words.last()?;
        for w in &words {
            self.use_word(w, head.span);
        }
        if let Some(Phrase::Prep { prep, core, .. }) = posts.first().copied()
            && matches!(prep.text, "of" | "among")
            && quant.is_none()
        {
            let rest: Vec<&'a Phrase<'s>> = posts.iter().skip(1).copied().collect();
            let value = self.noun(core, &rest, Want::Any)?;
            if prep.text == "among" {
                let among = self.objects_of(value, core.span)?;
                let id = self
                    .code
                    .add_object(Objects::Values(Name::Borrowed(word.name()), among));
                return Some(Some(Val::Objs(id, ObjTy::of(NounKind::Value).several())));
            }
            let of = match value {
                Val::Objs(id, _) => AttrOf::Objects(id),
                Val::Players(who) => AttrOf::Player(who),
                other => {
                    self.error(
                        Code::NotCards,
                        core.span,
                        format!("expected a card or player, found {}", other.shown()),
                    );
                    return Some(None);
                }
            };
            return Some(Some(Val::Attr(of, Name::Borrowed(word.name()))));
        }
        if let Some(post) = posts.first() {
            self.error(Code::NoSuchRole, post.span(), "this does not describe a value");
        }
        let _ = the;
        self.plain_value(atoms);
        let quant = quant.map_or(Quant::Bare, |q| self.quant(q));
        Some(Some(Val::Declare(quant, Name::Borrowed(word.name()))))
    }
}
