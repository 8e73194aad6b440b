//! Possessives: `its owner's`, `this card's battle-opponent's`, and what attributes belong to.

use super::Checker;
use super::value::{ObjTy, Val};
use crate::ast::{Atom, Owner, Phrase, Poss, PossStep, Quant as AstQuant, RunAtom, Text};
use crate::diag::{Code, Diagnostic};
use crate::ir::{AttrOf, Filter, Name, ObjId, Objects, Place, PlaceKind, Quant, RefWord, TimeRef, Who};
use crate::source::Span;
use crate::vocab::{Data, NounKind, RelFrom, RelTo};

/// To whom a possessive leads.
#[derive(Debug, Clone)]
pub(super) enum Possessor {
    Player(Who),
    Objects(ObjId, ObjTy),
    Subject,
    Time(TimeRef),
}

impl Possessor {
    pub(super) fn attr_of(self) -> AttrOf {
        match self {
            Possessor::Player(who) => AttrOf::Player(who),
            Possessor::Objects(id, _) => AttrOf::Objects(id),
            Possessor::Subject => AttrOf::Subject,
            Possessor::Time(_) => AttrOf::Game,
        }
    }
}

/// Whether a possessive goes on with the owner of the cards it speaks of.
fn owned(steps: &[PossStep<'_>]) -> bool {
    steps.first().is_some_and(|step| step.noun.text.starts_with("owner"))
}

impl<'a, 's> Checker<'a, 's> {
    /// Follows a possessive to whom it leads.
    pub(super) fn possessor(&mut self, poss: &'a Poss<'s>) -> Option<Possessor> {
        let mut at = match &poss.owner {
            Owner::Word(word) => match word.text {
                "your" => Possessor::Player(Who::You),
                "opponent" | "opponents" => Possessor::Player(Who::Opponent),
                "its" if self.frame().described > 0 => {
                    let id = self.code.add_object(Objects::Described);
                    Possessor::Objects(id, ObjTy::card())
                }
                "its" if self.frame().subject_each && self.frame().own_object.is_none() => Possessor::Subject,
                "its" => match self.frame().own_object.clone().filter(|(_, ty)| ty.single) {
                    Some((id, ty)) => Possessor::Objects(id, ty),
                    None => {
                        let (id, ty) = self.it(word.span)?;
                        Possessor::Objects(id, ty)
                    }
                },
                // `return all followers to their owners' hands`: the owner of each of them.
                _ if owned(&poss.steps) && self.frame().own_object.is_some() => {
                    let (id, ty) = self.frame().own_object.clone()?;
                    Possessor::Objects(id, ty)
                }
                _ if self.frame().subject_set => Possessor::Subject,
                _ if self.frame().actors.is_empty() && !self.frame().intros.is_empty() => {
                    let (id, ty) = self.them(word.span)?;
                    Possessor::Objects(id, ty)
                }
                _ if self.frame().actors.is_empty() && self.frame().defining => Possessor::Subject,
                _ => Possessor::Player(Who::They),
            },
            Owner::Name(name) => {
                let name = self.card_name(name.text, name.span);
                let mut selector = self.selector(Quant::Bare);
                selector.descs.push(crate::ir::Desc {
                    noun: None,
                    filters: vec![Filter::Named(name)],
                });
                let id = self.code.add_object(Objects::Select(Box::new(selector)));
                Possessor::Objects(id, ObjTy::card())
            }
            Owner::Phrase(det, atoms) => self.owner_phrase(det, atoms, poss.span)?,
        };
        for step in &poss.steps {
            at = if step.described.is_empty() {
                self.possessive_step(at, &step.noun)?
            } else {
                self.described_step(at, &step.described, step.noun.span)?
            };
        }
        Some(at)
    }

    /// Whether a determiner and one word tell whose something is: `this card's`, `that player's`, `the champion's`.
    fn owner_is_known(&mut self, det: &str, first: Option<&Atom<'s>>) -> bool {
        let Some(Atom::Word(word)) = first else { return false };
        let player = word.text.starts_with("player") || word.text.starts_with("opponent");
        match det {
            "this" | "that" | "those" => true,
            "each" => player,
            "a" | "an" => word.text.starts_with("player"),
            "the" => {
                self.frame().names.contains_key(word.text)
                    || self
                        .pick(word.text, |w, _| {
                            matches!(w.data, Data::Rel(RelFrom::Nothing, _)).then_some(())
                        })
                        .is_some()
            }
            _ => false,
        }
    }

    pub(super) fn owner_phrase(
        &mut self,
        det: &'a Text<'s>,
        atoms: &'a [RunAtom<'s>],
        span: Span,
    ) -> Option<Possessor> {
        let first = atoms.first().map(|a| &a.atom);
        if self.owner_is_known(det.text, first)
            && let Some(more) = atoms.get(1)
        {
            self.report(
                Diagnostic::new(
                    Code::NoSuchRole,
                    more.atom.span(),
                    "whose it is was said before this word",
                )
                .with_help("one word tells whose it is: `that unit's power`, `the champion's power`"),
            );
            return None;
        }
        match (det.text, first) {
            ("that" | "those", Some(Atom::Word(w))) if w.text.starts_with("player") => {
                return Some(Possessor::Player(self.that_player()));
            }
            ("each", Some(Atom::Word(w))) if w.text.starts_with("player") => return Some(Possessor::Player(Who::Each)),
            ("each", Some(Atom::Word(w))) if w.text.starts_with("opponent") => {
                return Some(Possessor::Player(Who::EachOpponent));
            }
            ("a" | "an", Some(Atom::Word(w))) if w.text.starts_with("player") => {
                return Some(Possessor::Player(Who::Any));
            }
            // Two players play: `an opponent's unit` is `opponent's unit`.
            ("a" | "an", Some(Atom::Word(w))) if atoms.len() == 1 && w.text == "opponent" => {
                return Some(Possessor::Player(Who::Opponent));
            }
            ("this", _) => {
                let noun = match first {
                    Some(Atom::Word(w)) => Some(*w),
                    _ => None,
                };
                return match self.this(noun.as_ref(), span)? {
                    Val::Objs(id, ty) => Some(Possessor::Objects(id, ty)),
                    Val::Time(time) => Some(Possessor::Time(time)),
                    _ => None,
                };
            }
            ("that" | "those", _) => {
                let noun = match first {
                    Some(Atom::Word(w)) => self.pick(w.text, |word, _| {
                        matches!(word.data, Data::Type(_) | Data::Noun(_)).then_some(word)
                    }),
                    _ => None,
                };
                let (id, ty) = self.that(span, noun.map(|w| w.name()), det.text, det.text == "those")?;
                return Some(Possessor::Objects(id, ty));
            }
            _ => {}
        }
        if let (Some(Atom::Word(word)), true) = (first, det.text == "the") {
            if let Some(named) = self.frame().names.get(word.text).cloned() {
                return match self.named(word, named, None, &[], span)? {
                    Val::Objs(id, ty) => Some(Possessor::Objects(id, ty)),
                    _ => None,
                };
            }
            let relation = self.pick(word.text, |w, _| match &w.data {
                Data::Rel(RelFrom::Nothing, to) => Some((w, *to)),
                _ => None,
            });
            if let Some((rel, to)) = relation {
                let name = self.name_of(rel, word.span);
                if to == RelTo::Player {
                    return Some(Possessor::Player(Who::Known(name)));
                }
                let id = self.code.add_object(Objects::Known(name));
                return Some(Possessor::Objects(id, ObjTy::card()));
            }
        }
        // `each enemy leader's`, `another unit's`: an ordinary description.
        let description = self.describe(atoms);
        let quant = match det.text {
            "each" => Quant::Each,
            "a" | "an" => Quant::A,
            "another" => Quant::Another,
            _ => Quant::Bare,
        };
        let single = !matches!(quant, Quant::Each);
        let ty = description.ty(single);
        let another = quant == Quant::Another;
        let mut selector = self.fill(quant, description, None);
        selector.other |= another;
        let id = self.code.add_object(Objects::Select(Box::new(selector)));
        Some(Possessor::Objects(id, ty))
    }

    /// `your other <A> character's`: an ordinary description of cards of a player.
    fn described_step(&mut self, at: Possessor, atoms: &'a [RunAtom<'s>], span: Span) -> Option<Possessor> {
        let Possessor::Player(who) = at else {
            self.error(
                Code::NotAPlayer,
                span,
                "only a player has cards that are described here",
            );
            return None;
        };
        let description = self.describe(atoms);
        let ty = description.ty(true);
        let selector = self.fill(Quant::Bare, description, Some(who));
        let id = self.code.add_object(Objects::Select(Box::new(selector)));
        Some(Possessor::Objects(id, ty))
    }

    pub(super) fn possessive_step(&mut self, at: Possessor, step: &'a Text<'s>) -> Option<Possessor> {
        if step.text.starts_with("opponent") {
            return match at {
                Possessor::Player(who) => Some(Possessor::Player(Who::OpponentOf(Box::new(who)))),
                Possessor::Subject => Some(Possessor::Player(Who::OpponentOf(Box::new(Who::They)))),
                Possessor::Objects(..) | Possessor::Time(_) => {
                    self.error(Code::NotAPlayer, step.span, "only a player has an opponent");
                    None
                }
            };
        }
        if let (Some(named), Possessor::Player(who)) = (self.frame().names.get(step.text).cloned(), &at) {
            let id = self.code.add_object(Objects::Slot(
                named.slot,
                RefWord::OfPlayer(who.clone(), step.text.to_owned()),
            ));
            return Some(Possessor::Objects(id, named.ty));
        }
        let spelling = step.text.trim_end_matches(['\'', '’']);
        let found = self.pick(spelling, |w, _| match &w.data {
            Data::Rel(from, to) if relation_fits(*from, &at) => Some((w, Some(*to))),
            Data::Type(_) | Data::Noun(_) if matches!(at, Possessor::Player(_)) => Some((w, None)),
            _ => None,
        });
        let Some((word, to)) = found else {
            let candidates = self.spellings(|w| matches!(w.data, Data::Rel(..)));
            self.unknown(Code::UnknownWord, step.span, step.text, "a related object", candidates);
            return None;
        };
        let name = self.name_of(word, step.span);
        match to {
            Some(RelTo::Player) => match at {
                Possessor::Objects(id, _) => Some(Possessor::Player(Who::Of(id, name))),
                Possessor::Player(_) | Possessor::Subject | Possessor::Time(_) => {
                    Some(Possessor::Player(Who::Known(name)))
                }
            },
            Some(to) => {
                let id = self.code.add_object(Objects::Related(at.attr_of(), name));
                Some(Possessor::Objects(
                    id,
                    ObjTy {
                        single: to == RelTo::Card,
                        ..ObjTy::card()
                    },
                ))
            }
            None => {
                let Possessor::Player(who) = at else { return None };
                let mut selector = self.selector(Quant::Bare);
                selector.whose = Some(who);
                let (zones, kind) = match &word.data {
                    Data::Type(t) => (t.zones.clone(), NounKind::Card),
                    Data::Noun(n) => (n.zones.clone(), n.kind),
                    _ => (Vec::new(), NounKind::Card),
                };
                selector.default_zones = zones.into_iter().map(Name::Borrowed).collect();
                selector.descs.push(crate::ir::Desc {
                    noun: Some(name),
                    filters: Vec::new(),
                });
                let id = self.code.add_object(Objects::Select(Box::new(selector)));
                Some(Possessor::Objects(
                    id,
                    ObjTy {
                        nouns: vec![word.name()],
                        ..ObjTy::of(kind)
                    },
                ))
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one noun phrase")]
    pub(super) fn related(
        &mut self,
        word: &'static crate::vocab::Word,
        to: RelTo,
        poss: Possessor,
        atoms: &'a [RunAtom<'s>],
        quant: Option<&'a AstQuant<'s>>,
        posts: &[&'a Phrase<'s>],
        span: Span,
    ) -> Option<Val> {
        let name = self.name_of(word, span);
        if matches!(to, RelTo::Player | RelTo::Place) && (atoms.len() > 1 || quant.is_some()) {
            self.error(
                Code::NoSuchRole,
                atoms.first().map_or(span, |a| a.atom.span()),
                format!("there is one {name}: nothing can be said of it here"),
            );
        }
        match to {
            RelTo::Player => {
                let who = match poss {
                    Possessor::Objects(id, _) => Who::Of(id, name),
                    Possessor::Subject => Who::Of(self.code.add_object(Objects::Subject), name),
                    Possessor::Player(_) | Possessor::Time(_) => Who::Known(name),
                };
                Some(Val::Players(who))
            }
            RelTo::Place => {
                let place = self.code.add_place(Place {
                    kind: PlaceKind::Attr(poss.attr_of(), name),
                    whose: None,
                    quant: None,
                });
                Some(Val::Place(place))
            }
            RelTo::Card | RelTo::Cards => {
                let base = self.code.add_object(Objects::Related(poss.attr_of(), name));
                let mut ty = ObjTy {
                    single: to == RelTo::Card,
                    nouns: self.scope.vocab.noun_of(word.name()).into_iter().collect(),
                    ..ObjTy::card()
                };
                if atoms.len() == 1 && quant.is_none() {
                    return Some(self.with_posts(Val::Objs(base, ty), posts, span));
                }
                // `2 of this card's markers`, `your other hearts`
                let adjectives = atoms.split_last().map_or(&[][..], |(_, init)| init);
                let quant = quant.map_or(Quant::Bare, |q| self.quant(q));
                let single = self.is_single(&quant);
                let description = self.describe(adjectives);
                let mut selector = self.fill(quant, description, None);
                selector.among = Some(base);
                ty.single = ty.single || single;
                self.posts(&mut selector, &mut ty, posts);
                self.choose(&mut selector, span);
                let id = self.code.add_object(Objects::Select(Box::new(selector)));
                Some(Val::Objs(id, ty))
            }
        }
    }

    /// Whether something of this kind can have the attribute.
    pub(super) fn attr_fits(&self, on: &[&'static str], poss: &Possessor) -> bool {
        match poss {
            Possessor::Player(_) => on.contains(&"player"),
            Possessor::Subject => on.iter().any(|o| *o != "player"),
            Possessor::Time(_) => on.contains(&"game"),
            Possessor::Objects(_, ty) => self.nouns_have(on, ty),
        }
    }

    /// Whether an attribute that is `on` these words belongs to at least one of the nouns.
    pub(super) fn nouns_have(&self, on: &[&'static str], ty: &ObjTy) -> bool {
        if ty.kind == NounKind::Player {
            return on.contains(&"player");
        }
        if ty.kind != NounKind::Card {
            return on.iter().any(|o| !matches!(*o, "player"));
        }
        let vocab = self.scope.vocab;
        let expand = |word: &'static str| {
            let of = super::value::types_of(word, vocab);
            if of.is_empty() { vec![word] } else { of }
        };
        let on_types: Vec<&str> = on.iter().flat_map(|o| expand(o)).collect();
        let is_type = |n: &str| {
            vocab
                .pick(n, |w, _| matches!(w.data, Data::Type(_)).then_some(()))
                .is_some()
        };
        on.contains(&"card")
            || ty.nouns.is_empty() && on.iter().any(|o| *o != "player")
            || ty
                .nouns
                .iter()
                .any(|noun| !is_type(noun) || expand(noun).iter().any(|t| on_types.contains(t)))
    }

    pub(super) fn attribute_mismatch(&mut self, word: &'static crate::vocab::Word, poss: &Possessor, span: Span) {
        let Data::Attr(data) = &word.data else { return };
        let owner = match poss {
            Possessor::Player(_) => "a player".to_owned(),
            Possessor::Objects(_, ty) => ty
                .nouns
                .first()
                .map_or_else(|| "this".to_owned(), |n| crate::diag::with_article(n)),
            Possessor::Subject | Possessor::Time(_) => "this".to_owned(),
        };
        let on = crate::diag::quoted_list(data.on.iter().copied(), 8, "and");
        self.report(
            Diagnostic::new(Code::AttributeMismatch, span, format!("{owner} has no {}", word.name()))
                .with_help(format!("in {}, {} belongs to {on}", self.scope.vocab.game, word.name()))
                .with_note(word.doc),
        );
    }
}

/// Whether a relation starts at such a possessor.
pub(super) fn relation_fits(from: RelFrom, at: &Possessor) -> bool {
    match (from, at) {
        (RelFrom::Card, Possessor::Objects(_, ty)) => ty.kind != NounKind::Player,
        (RelFrom::Card, Possessor::Subject) | (RelFrom::Player, Possessor::Player(_)) => true,
        _ => false,
    }
}
