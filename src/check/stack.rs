//! Ends of decks, and `the same … as`.

use super::Checker;
use super::noun::Want;
use super::possessive::Possessor;
use super::value::{ObjTy, Val};
use crate::ast::{Core, Phrase, Stack, Text};
use crate::diag::Code;
use crate::ir::{Filter, Name, Objects, Place, PlaceKind};
use crate::source::Span;
use crate::vocab::{Data, NounKind};

impl<'a, 's> Checker<'a, 's> {
    /// `the top 4 cards of your deck`, `on top of your deck`
    pub(super) fn stack(
        &mut self,
        stack: &'a Stack<'s>,
        posts: &[&'a Phrase<'s>],
        span: Span,
        want: Want,
    ) -> Option<Val> {
        let top = stack.end.text == "top";
        let mut zone = None;
        let mut left: Vec<&'a Phrase<'s>> = Vec::new();
        for post in posts {
            match post {
                Phrase::Prep { prep, core, or, span }
                    if matches!(prep.text, "of" | "from")
                        && zone.is_none()
                        && (or.is_empty() || self.shared_or.contains(span)) =>
                {
                    match self.noun(core, &[], Want::Place)? {
                        Val::Place(place) => zone = Some(place),
                        other => {
                            self.error(
                                Code::NotAZone,
                                core.span,
                                format!("expected a zone, found {}", other.shown()),
                            );
                            return None;
                        }
                    }
                }
                _ => left.push(*post),
            }
        }
        let whose = match &stack.poss {
            Some(p) => match self.possessor(p)? {
                Possessor::Player(who) => Some(who),
                Possessor::Objects(..) | Possessor::Subject | Possessor::Time(_) => None,
            },
            None => None,
        };
        if let (Some(_), Some(poss)) = (zone, &stack.poss) {
            self.error(
                Code::SaidTwice,
                poss.span,
                "whose it is belongs to the zone: `the top card of your deck`",
            );
        }
        let zone = match zone {
            Some(zone) => zone,
            None => {
                let deck = self.pick("deck", |w, _| matches!(w.data, Data::Zone(_)).then_some(w));
                let name = deck.map_or(Name::Borrowed("deck"), |w| self.name_of(w, span));
                self.code.add_place(Place {
                    kind: PlaceKind::Zone(vec![name], Vec::new()),
                    whose: whose.clone(),
                    quant: None,
                })
            }
        };
        self.has_order(zone, span);
        if stack.noun.is_none() && stack.count.is_none() && want != Want::Time {
            self.no_posts(&left);
            let place = self.code.add_place(Place {
                kind: PlaceKind::End(top, zone),
                whose,
                quant: None,
            });
            return Some(Val::Place(place));
        }
        let mut noun = None;
        let mut ty = ObjTy {
            hidden: true,
            ..ObjTy::card()
        };
        if let Some(text) = &stack.noun {
            let found = self.pick(text.text, |w, _| {
                matches!(w.data, Data::Type(_) | Data::Noun(_)).then_some(w)
            });
            match found {
                Some(word) => {
                    noun = Some(self.name_of(word, text.span));
                    ty.nouns = vec![word.name()];
                }
                None => {
                    let candidates = self.spellings(|w| matches!(w.data, Data::Type(_) | Data::Noun(_)));
                    self.unknown(Code::UnknownWord, text.span, text.text, "a noun", candidates);
                }
            }
        }
        let count = stack.count.as_ref().map(|q| self.quantity(q));
        ty.single = count.is_none_or(|n| matches!(self.code[n], crate::ir::Expr::Num(1)));
        let id = self.code.add_object(Objects::Stack {
            top,
            count,
            up_to: stack.up_to,
            place: zone,
            noun,
        });
        Some(self.with_posts(Val::Objs(id, ty), &left, span))
    }

    pub(super) fn same_as(&mut self, words: &'a [Text<'s>], than: &'a Core<'s>, want: Want) -> Option<Val> {
        let word = words.last()?;
        let of = match self.noun(than, &[], Want::Any)? {
            Val::Objs(id, _) => id,
            other => {
                self.error(
                    Code::NotCards,
                    than.span,
                    format!("expected a card, found {}", other.shown()),
                );
                return None;
            }
        };
        let place = self.pick(word.text, |w, _| {
            (matches!(w.data, Data::Place(_) | Data::Zone(_))
                || matches!(&w.data, Data::Noun(n) if n.kind == NounKind::Position))
            .then_some(w)
        });
        if let Some(place) = place.filter(|_| want == Want::Place) {
            let name = self.name_of(place, word.span);
            let id = self.code.add_place(Place {
                kind: PlaceKind::Same(name, of),
                whose: None,
                quant: None,
            });
            return Some(Val::Place(id));
        }
        let (attr, _) = self.attr_or_error(word.text, word.span)?;
        Some(Val::Filter(Filter::Same(Name::Borrowed(attr.name()), of)))
    }
}
