//! Relative clauses, and deeds that are forbidden, allowed or asked about.

use super::Checker;
use super::command::Mode;
use super::event::{Form, tail_rest};
use super::noun::Want;
use super::value::{ObjTy, Val};
use crate::ast::{Atom, CoreKind, Deed as AstDeed, HasArg, Phrase, Relative, RelativeKind, Tail};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Complement, Cond, Deed, Event, EventKind, Filter, Name, Objects, Subject, Who};
use crate::source::Span;

impl<'a, 's> Checker<'a, 's> {
    /// `that …` behind a noun; how many of the phrases in the clause are its own.
    pub(super) fn relative(&mut self, relative: &'a Relative<'s>, ty: &ObjTy, own: usize) -> Option<Filter> {
        self.hear(relative.span);
        self.frame().described += 1;
        let commanding = std::mem::replace(&mut self.frame().commanding, false);
        let result = self.relative_inner(relative, ty, own);
        let frame = self.frame();
        frame.described = frame.described.saturating_sub(1);
        frame.commanding = commanding;
        result
    }

    /// `cards that are not spells in your cemetery`: a place behind the noun of a clause is that of the described cards. How many phrases belong to the
    /// clause, and the places and sets behind it.
    pub(super) fn places_behind(&mut self, relative: &'a Relative<'s>) -> (usize, Vec<&'a Phrase<'s>>) {
        let end = self.cuts.get(&relative.span).copied().unwrap_or(usize::MAX);
        let (phrases, is, not) = match &relative.kind {
            RelativeKind::Is {
                tail: tail @ Tail::Phrases(phrases, _),
                not,
                ..
            } if !self.is_deed(tail, false) => (phrases, true, *not),
            RelativeKind::Has {
                arg: HasArg::Phrases(phrases, _),
                not,
                ..
            } => (phrases, false, *not),
            _ => return (end, Vec::new()),
        };
        let phrases = phrases.get(..end.min(phrases.len())).unwrap_or_default();
        let Some(Phrase::Core(noun)) = phrases.first() else {
            return (end, Vec::new());
        };
        // Whether `with …` behind it could be asked of something else than its noun.
        let nameless = match &noun.kind {
            CoreKind::Plain { run, .. } => run.atoms.iter().all(|a| matches!(a.atom, Atom::Str(_) | Atom::Tag(_))),
            CoreKind::Group(_) | CoreKind::Pronoun(_) => false,
            CoreKind::SameAs(..) | CoreKind::Stack(_) | CoreKind::Part(..) => return (end, Vec::new()),
        };
        // What a card has may itself be cards somewhere.
        if !is && self.peek(noun).contains(&"cards") {
            return (end, Vec::new());
        }
        let outside = |phrase: &Phrase<'s>| match phrase {
            Phrase::Prep { prep, core, .. } => match prep.text {
                "in" | "on" | "from" => {
                    !matches!(core.kind, CoreKind::Pronoun(_)) && self.peek(core).contains(&"place")
                }
                "under" | "behind" | "among" => is,
                _ => false,
            },
            _ => false,
        };
        let own = phrases.iter().skip(1).position(outside).map_or(end, |at| at + 1);
        let mut demands = phrases.iter().take(own).skip(1);
        let demand = demands.find(|p| matches!(p, Phrase::With { .. })).map(Phrase::span);
        if let Some(span) = demand.filter(|_| is && not && nameless) {
            self.report(
                Diagnostic::new(
                    Code::TwoMeanings,
                    span,
                    "this could be asked of the cards, or of what they are not",
                )
                .with_help("if it is asked of the cards, say it before `that`; else put what they are not into brackets: `that are not (… with …)`"),
            );
        }
        (own, phrases.iter().skip(own).collect())
    }

    pub(super) fn relative_inner(&mut self, relative: &'a Relative<'s>, ty: &ObjTy, own: usize) -> Option<Filter> {
        match &relative.kind {
            RelativeKind::By(who, verb, phrases) => {
                let value = match who.text {
                    "you" => Val::Players(Who::You),
                    "this" => self.this_card(),
                    "it" => {
                        let (id, ty) = self.it(who.span)?;
                        Val::Objs(id, ty)
                    }
                    _ => Val::Players(Who::Opponent),
                };
                let (found, past) = match self.find_verb(verb.text, Form::Past) {
                    Some(found) => (found, true),
                    None => (self.verb(verb, Form::Third)?, false),
                };
                let (mut event, _) = self.active(
                    &[(found, verb)],
                    value,
                    who.span,
                    phrases.iter().take(own).collect(),
                    Mode::Event,
                )?;
                event.past = past;
                let described = self.code.add_object(Objects::Described);
                event.roles.insert(
                    0,
                    crate::ir::Role {
                        name: "what".into(),
                        arg: crate::ir::Arg::Objects(described),
                    },
                );
                Some(Filter::Did(self.code.add_event(event)))
            }
            RelativeKind::Is { was, not, tail } => {
                let filter = self.relative_is(*was, tail, ty, relative.span, own)?;
                Some(if *not { Filter::Not(Box::new(filter)) } else { filter })
            }
            RelativeKind::Has { was, not, arg } => {
                let mut filter = self.has_filter(arg, ty, own)?;
                if *was {
                    filter = self.past_filter(filter);
                }
                Some(if *not { Filter::Not(Box::new(filter)) } else { filter })
            }
            RelativeKind::Can(word, deed, phrases) => {
                let (deed, roles) = self.deed(deed, phrases.get(..own.min(phrases.len())).unwrap_or_default())?;
                let kind = if deed.passive {
                    EventKind::Done(deed.verb)
                } else {
                    EventKind::Does(vec![deed.verb])
                };
                let event = self.code.add_event(Event {
                    kind,
                    roles,
                    not: word.text == "cannot",
                    ..Event::none()
                });
                Some(Filter::Can(event))
            }
            RelativeKind::Does(verb, phrases) => {
                let (found, past) = match self.find_verb(verb.text, Form::Past) {
                    Some(found) => (found, true),
                    None => (self.verb(verb, Form::Third)?, false),
                };
                let described = self.code.add_object(Objects::Described);
                let (mut event, _) = self.active(
                    &[(found, verb)],
                    Val::Objs(described, ty.clone()),
                    relative.span,
                    phrases.iter().take(own).collect(),
                    Mode::Event,
                )?;
                event.past = past;
                Some(Filter::Did(self.code.add_event(event)))
            }
        }
    }

    pub(super) fn relative_is(
        &mut self,
        was: bool,
        tail: &'a Tail<'s>,
        ty: &ObjTy,
        span: Span,
        own: usize,
    ) -> Option<Filter> {
        if self.is_deed(tail, false)
            && let Some(participle) = self.participle(tail)
        {
            let described = self.code.add_object(Objects::Described);
            let (mut event, _) = self.passive(
                participle,
                Val::Objs(described, ty.clone()),
                span,
                tail_rest(tail).into_iter().take(own.saturating_sub(1)).collect(),
                Mode::Event,
            )?;
            event.past = was;
            return Some(Filter::Did(self.code.add_event(event)));
        }
        let described = self.code.add_object(Objects::Described);
        let subject = Subject::Objects(described);
        let what = match tail {
            Tail::Phrases(phrases, at) if own < phrases.len() => {
                let phrases: Vec<&'a Phrase<'s>> = phrases.iter().take(own).collect();
                self.phrases_complement(&phrases, *at, false)?
            }
            _ => self.complement(tail, &subject, false)?,
        };
        let filter = match what {
            Complement::Filters(mut filters) | Complement::Info { mut filters, .. } if filters.len() == 1 => {
                filters.pop()?
            }
            Complement::Filters(filters) | Complement::Info { filters, .. } => Filter::All(filters),
            Complement::Place(place) => Filter::At(place),
            Complement::Objects(id) => Filter::Among(id),
            Complement::Words(words) => Filter::All(words.into_iter().map(Filter::State).collect()),
            what @ (Complement::Number(_) | Complement::Value(..) | Complement::Player(_) | Complement::Time(_)) => {
                let cond = self.code.add_cond(Cond::Is { subject, was, what });
                Filter::If(cond)
            }
        };
        // In the past the demand holds for what the card was.
        if was {
            return Some(self.past_filter(filter));
        }
        Some(filter)
    }

    /// A verb that is forbidden, allowed or asked about, with its roles.
    pub(super) fn deed(
        &mut self,
        deed: &'a AstDeed<'s>,
        phrases: &'a [Phrase<'s>],
    ) -> Option<(Deed, Vec<crate::ir::Role>)> {
        self.deed_as(deed, deed.be, phrases)
    }

    /// The same, with the voice decided by the sentence.
    pub(super) fn deed_as(
        &mut self,
        deed: &'a AstDeed<'s>,
        passive: bool,
        phrases: &'a [Phrase<'s>],
    ) -> Option<(Deed, Vec<crate::ir::Role>)> {
        let phrases: Vec<&'a Phrase<'s>> = phrases.iter().collect();
        if matches!(deed.verb.text, "become" | "becomes" | "has" | "have") {
            let verb: Name = if deed.verb.text.starts_with("become") {
                "become".into()
            } else {
                "have".into()
            };
            let mut roles = Vec::new();
            let refused = self.refused;
            if verb == "become" {
                let at = phrases
                    .iter()
                    .skip(1)
                    .position(|p| matches!(p, Phrase::Prep { prep, .. } if matches!(prep.text, "by" | "in")))
                    .map_or(phrases.len(), |i| i + 1);
                let (own, rest) = phrases.split_at_checked(at)?;
                let what = self.phrases_complement(own, deed.verb.span, true)?;
                roles = self.loose_roles(rest)?;
                let filter = match what {
                    Complement::Filters(filters) | Complement::Info { filters, .. } => Filter::All(filters),
                    Complement::Words(words) => Filter::All(words.into_iter().map(Filter::State).collect()),
                    _ => {
                        self.error(
                            Code::NotPreventable,
                            deed.verb.span,
                            "only states can be forbidden this way",
                        );
                        return None;
                    }
                };
                roles.push(crate::ir::Role {
                    name: "what".into(),
                    arg: crate::ir::Arg::Filter(filter),
                });
            } else if let Some((Phrase::Core(core), rest)) = phrases.split_first() {
                let value = self.noun(core, rest, Want::Any)?;
                let id = self.objects_of(value, core.span)?;
                roles.push(crate::ir::Role {
                    name: "what".into(),
                    arg: crate::ir::Arg::Objects(id),
                });
            }
            self.all_heard(&phrases, refused);
            return Some((Deed { verb, passive: false }, roles));
        }
        let found = self.verb(&deed.verb, if passive { Form::Participle } else { Form::Base })?;
        self.use_verb(&found, deed.verb.span);
        if let super::verb::VerbRef::Vocab(word, data) = &found
            && !data.prevent
        {
            self.report(
                Diagnostic::new(
                    Code::NotPreventable,
                    deed.verb.span,
                    format!("`{}` cannot be forbidden or required", word.name()),
                )
                .with_note(word.doc),
            );
        }
        let filled: &[&str] = if passive { &["what"] } else { &[] };
        let gathered = self.roles(&found, &phrases, filled, &[], Mode::Event)?;
        self.no_way(&gathered);
        let mut roles = gathered.roles;
        if let Some(crate::ir::Window::In(time)) = gathered.window {
            roles.push(crate::ir::Role {
                name: "in".into(),
                arg: crate::ir::Arg::Time(time),
            });
        }
        Some((
            Deed {
                verb: found.ir_name(),
                passive,
            },
            roles,
        ))
    }
}
