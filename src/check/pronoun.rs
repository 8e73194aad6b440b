//! `this`, `it`, `that unit`, `the bearer`.

use super::Checker;
use super::noun::Want;
use super::possessive::Possessor;
use super::refs::Named;
use super::value::{ObjTy, Val};
use crate::ast::{Phrase, Poss, Pronoun, Text};
use crate::diag::{Code, Diagnostic};
use crate::ir::{AttrOf, Name, Objects, RefWord, TimeRef, Who};
use crate::source::Span;
use crate::vocab::{Data, NounKind};

impl<'a, 's> Checker<'a, 's> {
    pub(super) fn pronoun(&mut self, pronoun: &'a Pronoun<'s>, span: Span) -> Option<Val> {
        let noun = pronoun.noun.as_ref();
        match pronoun.word.text {
            "it" => self.it(span).map(|(id, ty)| Val::Objs(id, ty)),
            "them" | "they" => self.them(span).map(|(id, ty)| Val::Objs(id, ty)),
            "you" => Some(Val::Players(Who::You)),
            "opponent" | "opponents" => Some(Val::Players(Who::Opponent)),
            "each" => Some(Val::Players(if noun.is_some_and(|n| n.text.starts_with("opponent")) {
                Who::EachOpponent
            } else {
                Who::Each
            })),
            "this" => self.this(noun, span),
            _ => self.that_or_those(pronoun, span),
        }
    }

    pub(super) fn this(&mut self, noun: Option<&Text<'s>>, span: Span) -> Option<Val> {
        let Some(noun) = noun else {
            return Some(self.this_card());
        };
        let found = self.pick(noun.text, |w, _| match &w.data {
            Data::Time(_) => Some((w, None)),
            Data::Type(_) => Some((w, Some(NounKind::Card))),
            Data::Noun(n) => Some((w, Some(n.kind))),
            _ => None,
        });
        match found {
            Some((word, None | Some(NounKind::Time))) => {
                self.use_word(word, noun.span);
                Some(Val::Time(TimeRef {
                    this: true,
                    ..self.time(word.name())
                }))
            }
            Some((word, Some(NounKind::Ability))) => {
                self.use_word(word, noun.span);
                let id = self.code.add_object(Objects::ThisAbility);
                Some(Val::Objs(id, ObjTy::of(NounKind::Ability)))
            }
            Some((word, Some(_))) => {
                self.use_word(word, noun.span);
                Some(self.this_card())
            }
            None => {
                let candidates = self.spellings(|w| matches!(w.data, Data::Time(_) | Data::Type(_) | Data::Noun(_)));
                self.unknown(Code::UnknownWord, noun.span, noun.text, "a noun", candidates);
                let _ = span;
                None
            }
        }
    }

    pub(super) fn this_card(&mut self) -> Val {
        let id = self.code.add_object(Objects::This);
        Val::Objs(
            id,
            ObjTy {
                nouns: self.face_types.clone(),
                ..ObjTy::card()
            },
        )
    }

    pub(super) fn that_or_those(&mut self, pronoun: &'a Pronoun<'s>, span: Span) -> Option<Val> {
        let plural = pronoun.word.text == "those";
        let Some(noun) = &pronoun.noun else {
            return self
                .that(span, None, pronoun.word.text, plural)
                .map(|(id, ty)| Val::Objs(id, ty));
        };
        match noun.text {
            "much" | "many" => return self.that_number(span, noun.text == "much").map(Val::Number),
            "player" | "players" => return Some(Val::Players(self.that_player())),
            _ => {}
        }
        let found = self.pick(noun.text, |w, _| {
            matches!(w.data, Data::Time(_) | Data::Type(_) | Data::Noun(_)).then_some(w)
        });
        match found {
            Some(word) if matches!(word.data, Data::Time(_)) => {
                self.use_word(word, noun.span);
                // `that turn` is an extra turn that was given before, else the one in which this resolves.
                let given = self.frame().extra;
                let named = given.filter(|(_, noun)| is_time_of(noun, word.name()));
                let named = named.map(|(slot, _)| slot);
                Some(Val::Time(TimeRef {
                    named,
                    this: named.is_none(),
                    ..self.time(word.name())
                }))
            }
            Some(word) => {
                self.use_word(word, noun.span);
                let shown = format!("{} {}", pronoun.word.text, noun.text);
                self.that(span, Some(word.name()), &shown, plural)
                    .map(|(id, ty)| Val::Objs(id, ty))
            }
            None => {
                self.unknown_noun(noun.span, noun.text);
                None
            }
        }
    }

    /// `that player`: the one that was chosen, else the event's.
    pub(super) fn that_player(&mut self) -> Who {
        let chosen = self
            .frame()
            .intros
            .iter_mut()
            .rev()
            .find(|i| i.ty.kind == NounKind::Player)
            .map(|i| {
                i.used = true;
                i.slot
            });
        match chosen {
            Some(slot) => Who::Chosen(
                self.code
                    .add_object(Objects::Slot(slot, RefWord::That("player".into()))),
            ),
            None => Who::That,
        }
    }

    /// A name given before with `as the …`.
    pub(super) fn named(
        &mut self,
        word: &'a Text<'s>,
        named: Named,
        poss: Option<&'a Poss<'s>>,
        posts: &[&'a Phrase<'s>],
        span: Span,
    ) -> Option<Val> {
        self.is_there(named.slot, word.span);
        for intro in &mut self.frame().intros {
            if intro.slot == named.slot {
                intro.used = true;
            }
        }
        if named.late {
            self.late.get_or_insert(named.span);
        }
        let name = word.text.to_owned();
        let player = match poss {
            Some(p) => match self.possessor(p)? {
                Possessor::Player(who) => Some(who),
                Possessor::Subject => Some(Who::They),
                Possessor::Objects(..) | Possessor::Time(_) => {
                    self.error(
                        Code::NotAPlayer,
                        p.span,
                        format!("`{name}` is a name given by a player, not a part of a card"),
                    );
                    return None;
                }
            },
            None => None,
        };
        // `the pledge of each player`
        let (player, posts) = match posts {
            [Phrase::Prep { prep, core, .. }, rest @ ..]
                if player.is_none() && named.per_player && prep.text == "of" =>
            {
                match self.noun(core, &[], Want::Any) {
                    Some(Val::Players(who)) => (Some(who), rest),
                    _ => (None, posts),
                }
            }
            _ => (player, posts),
        };
        if named.per_player && player.is_none() && self.frame().actors.is_empty() {
            self.report(
                Diagnostic::new(
                    Code::NothingForThat,
                    span,
                    format!("each player gave something the name `{name}`"),
                )
                .with_label(named.span, "the name is given here, once for each player")
                .with_help(format!("say whose: `your {name}`, `opponent's {name}`")),
            );
        }
        if named.value {
            self.no_posts(posts);
            return Some(match player {
                None => Val::Slot(named.slot, name),
                Some(who) => {
                    let id = self
                        .code
                        .add_object(Objects::Slot(named.slot, RefWord::OfPlayer(who, name.clone())));
                    let expr = self
                        .code
                        .add_expr(crate::ir::Expr::Attr(AttrOf::Objects(id), Name::Owned(name)));
                    Val::Number(expr)
                }
            });
        }
        let refword = match player {
            Some(who) => RefWord::OfPlayer(who, name),
            None => RefWord::The(name),
        };
        let id = self.code.add_object(Objects::Slot(named.slot, refword));
        Some(self.with_posts(Val::Objs(id, named.ty), posts, span))
    }
}

/// Whether a noun is about a time: an extra turn is a turn.
fn is_time_of(noun: &str, time: &str) -> bool {
    noun.rsplit_once('-').is_some_and(|(_, head)| head == time)
}
