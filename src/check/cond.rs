//! Conditions, and what `is`, `has` and `that` say of something.

use super::Checker;
use super::command::Mode;
use super::event::{Form, tail_rest};
use super::noun::Want;
use super::value::Val;
use crate::ast::{Cond as AstCond, CoreKind, Label, Np, Phrase, Tail};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Complement, Cond, CondId, Event, EventKind, Expr, ModalWord, Name, Subject};
use crate::source::Span;
use crate::vocab::{AdjKind, Data, NounKind};

impl<'a, 's> Checker<'a, 's> {
    /// A condition.
    pub(super) fn cond(&mut self, cond: &'a AstCond<'s>) -> Option<CondId> {
        let commanding = std::mem::replace(&mut self.frame().commanding, false);
        // What any part of a condition asked about is spoken of behind the whole.
        if self.frame().asking == 0 {
            self.frame().asked.clear();
        }
        self.frame().asking += 1;
        let result = self.cond_inner(cond);
        self.frame().asking -= 1;
        self.frame().commanding = commanding;
        let node = result?;
        Some(self.code.add_cond(node))
    }

    pub(super) fn cond_inner(&mut self, cond: &'a AstCond<'s>) -> Option<Cond> {
        Some(match cond {
            AstCond::Or(parts) => Cond::Or(parts.iter().map(|c| self.cond(c)).collect::<Option<Vec<_>>>()?),
            AstCond::And(parts) => Cond::And(parts.iter().map(|c| self.cond(c)).collect::<Option<Vec<_>>>()?),
            AstCond::Not(inner, _) => Cond::Not(self.cond(inner)?),
            AstCond::Done(span) => {
                let last = self.frame().last;
                if last.is_none() {
                    self.report(
                        Diagnostic::new(
                            Code::NothingDone,
                            *span,
                            "`done` refers to nothing: no statement stands before it",
                        )
                        .with_help("`if done` follows a `may` or a command and asks whether it was carried out"),
                    );
                    return None;
                }
                Cond::Done(last)
            }
            AstCond::Measure {
                left,
                was,
                not,
                compare,
                span,
            } => {
                if let Some(cond) = self.value_question(left, compare, *was, *not) {
                    return cond;
                }
                let mut left = self.expr(left);
                if let Expr::Attr(crate::ir::AttrOf::Objects(of), _) = self.code[left] {
                    self.ask_about(of, &super::value::ObjTy::card(), *span);
                }
                let comparison = self.compare(compare)?;
                self.constant_condition(left, &comparison, *span);
                if *was {
                    left = self.number_was(left, *span)?;
                }
                let node = Cond::Compare(left, comparison);
                self.present_of_hidden(&node, *span, ("is", "was"));
                if *not {
                    Cond::Not(self.code.add_cond(node))
                } else {
                    node
                }
            }
            AstCond::Is {
                subject,
                was,
                not,
                tail,
                span,
            } => return self.is_cond(subject, *was, *not, tail, *span),
            AstCond::Has {
                subject,
                was,
                not,
                arg,
                span,
            } => {
                let (node, single) = self.has_cond(subject, *was, arg, *span)?;
                self.present_of_hidden(&node, *span, ("has", "had"));
                if *not { self.denied(node, single) } else { node }
            }
            AstCond::Can {
                subject,
                word,
                deed,
                phrases,
                ..
            } => {
                let value = self.np(subject, Want::Any)?;
                let (subject, _) = self.subject(value, subject.span)?;
                let (deed, roles) = self.deed(deed, phrases)?;
                Cond::Can {
                    subject,
                    word: modal_word(word.text),
                    deed,
                    roles,
                }
            }
            AstCond::Does {
                subject, verb, phrases, ..
            } => return self.does_cond(subject, verb, phrases),
            AstCond::Named(label) => return self.named_cond(label),
        })
    }

    /// `if this attacked this turn`: whether something happened.
    fn does_cond(
        &mut self,
        subject: &'a crate::ast::Subject<'s>,
        verb: &'a crate::ast::Text<'s>,
        phrases: &'a [crate::ast::Phrase<'s>],
    ) -> Option<Cond> {
        if let Some((value, found, text, object)) = self.shifted(subject, verb, Form::Past) {
            let (mut event, _) = self.active_with(
                &[(found, text)],
                value,
                verb.span,
                Some(object),
                phrases.iter().collect(),
                Mode::Event,
            )?;
            event.past = true;
            return Some(Cond::Happened(self.code.add_event(event)));
        }
        let value = self.subject_value(subject)?;
        let span = match subject {
            crate::ast::Subject::Np(np) => np.span,
            crate::ast::Subject::Core(core) => core.span,
        };
        let (found, past) = match self.find_verb(verb.text, Form::Past) {
            Some(found) => (found, true),
            None => (self.verb(verb, Form::Third)?, false),
        };
        if past {
            self.all_of_them(&value);
        }
        self.one_at_least(&value);
        let (mut event, _) = self.active(&[(found, verb)], value, span, phrases.iter().collect(), Mode::Event)?;
        event.past = past;
        self.just_done(&event, verb.span, verb.text);
        Some(Cond::Happened(self.code.add_event(event)))
    }

    /// `reveal …; if you revealed 2 or more cards`: what was done right before, or what happened in the game?
    fn just_done(&mut self, event: &Event, span: Span, shown: &str) {
        if !event.past || event.window.is_some() {
            return;
        }
        let Some(crate::ir::Stmt::Do { verb: last, .. }) = self.frame().last.map(|last| self.code[last].clone()) else {
            return;
        };
        let asked = match &event.kind {
            EventKind::Does(verbs) => verbs.contains(&last),
            EventKind::Done(verb) => *verb == last,
            EventKind::Becomes(_) => false,
        };
        if asked {
            self.report(
                Diagnostic::new(
                    Code::TwoMeanings,
                    span,
                    format!("`{shown}` could mean what was done right before, or what was done in this game"),
                )
                .with_help("write `this way` for what this effect did, `this turn` or `this game` for more"),
            );
        }
    }

    /// `its type is the guess`, `your bid is the bid`: words and names are compared as values, not as numbers.
    pub(super) fn value_question(
        &mut self,
        left: &'a crate::ast::Expr<'s>,
        compare: &'a crate::ast::Compare<'s>,
        was: bool,
        not: bool,
    ) -> Option<Option<Cond>> {
        // `the current-phase is your draw-phase`
        if let (crate::ast::Expr::The(name), crate::ast::Compare::Number(crate::ast::Expr::Attr(poss, word), None)) =
            (left, compare)
            && let Some(noun) = self.pick(name.text, |w, _| {
                matches!(&w.data, Data::Noun(n) if n.kind == NounKind::Time).then_some(w)
            })
        {
            let subject = Subject::Word(self.name_of(noun, name.span));
            let possessor = self.possessor(poss)?;
            let what = self.possessed_complement(possessor, word)?;
            let node = Cond::Is {
                subject,
                was: false,
                what,
            };
            return Some(Some(if not { Cond::Not(self.code.add_cond(node)) } else { node }));
        }
        let crate::ast::Expr::Attr(poss, attr) = left else {
            return None;
        };
        let crate::ast::Compare::Number(crate::ast::Expr::The(name), None) = compare else {
            return None;
        };
        let named = self.frame().names.get(name.text).cloned()?;
        let (word, data) = self.attr(attr.text)?;
        if data.ty == crate::vocab::ValueType::Number {
            return None;
        }
        self.use_word(word, attr.span);
        let possessor = self.possessor(poss)?;
        let subject = Subject::Attr(possessor.attr_of(), Name::Borrowed(word.name()));
        if was {
            self.has_past(&subject, attr.span)?;
        }
        let node = Cond::Is {
            subject,
            was,
            what: Complement::Value(named.slot, name.text.to_owned()),
        };
        Some(Some(if not { Cond::Not(self.code.add_cond(node)) } else { node }))
    }

    pub(super) fn is_cond(
        &mut self,
        subject: &'a Np<'s>,
        was: bool,
        not: bool,
        tail: &'a Tail<'s>,
        span: Span,
    ) -> Option<Cond> {
        // `it is your draw-phase`: a question about the time.
        if let CoreKind::Pronoun(p) = &subject.core.kind
            && p.word.text == "it"
            && subject.posts.is_empty()
            && let Some(time) = self.time_tail(tail)
        {
            let node = Cond::During(time);
            return Some(if not { Cond::Not(self.code.add_cond(node)) } else { node });
        }
        let value = self.np(subject, Want::Any)?;
        // Of a card that was spoken of, `was rested` is how it was; of any other card it is what happened.
        let state = matches!(&value, Val::Objs(id, _) if self.is_spoken_of(*id));
        if self.is_deed(tail, was && !state)
            && let Some(participle) = self.participle(tail)
        {
            let (mut event, _) = self.passive(participle, value, subject.span, tail_rest(tail), Mode::Event)?;
            event.past = was;
            self.just_done(&event, tail.span(), "this");
            let node = Cond::Happened(self.code.add_event(event));
            return Some(if not { Cond::Not(self.code.add_cond(node)) } else { node });
        }
        let at = subject.span;
        self.one_at_least(&value);
        let single = matches!(&value, Val::Objs(_, ty) if ty.single);
        let (subject, ty) = self.subject(value, at)?;
        if let (Subject::Objects(id), Some(ty)) = (&subject, &ty) {
            self.ask_about(*id, ty, at);
        }
        // `this was not in-legion this game`: a state in the past.
        let (tail_phrases, window) = self.split_window(tail);
        let what = match tail_phrases {
            Some(phrases) => self.phrases_complement(&phrases, span, false)?,
            None => self.complement(tail, &subject, false)?,
        };
        self.complement_fits(&subject, &what, tail.span());
        let node = match window {
            Some(time) => {
                let event = Event {
                    past: true,
                    kind: EventKind::Becomes(what),
                    subject: Some(subject),
                    window: Some(Self::window(time)),
                    ..Event::none()
                };
                Cond::Happened(self.code.add_event(event))
            }
            None => {
                if was {
                    self.has_past(&subject, span)?;
                }
                let node = Cond::Is { subject, was, what };
                self.present_of_hidden(&node, span, ("is", "was"));
                node
            }
        };
        Some(if not { self.denied(node, single) } else { node })
    }

    /// The tail without a trailing `this game`, and that time.
    pub(super) fn split_window(
        &mut self,
        tail: &'a Tail<'s>,
    ) -> (Option<Vec<&'a Phrase<'s>>>, Option<crate::ir::TimeRef>) {
        let Tail::Phrases(phrases, _) = tail else {
            return (None, None);
        };
        let Some((Phrase::Core(last), init)) = phrases.split_last() else {
            return (None, None);
        };
        if init.is_empty() {
            return (None, None);
        }
        match self.window_core(last) {
            Some(time) => (Some(init.iter().collect()), Some(time)),
            None => (None, None),
        }
    }

    /// A tail that is nothing but a time.
    pub(super) fn time_tail(&mut self, tail: &'a Tail<'s>) -> Option<crate::ir::TimeRef> {
        if let Tail::Compare(crate::ast::Compare::Number(crate::ast::Expr::Attr(poss, word), None), _) = tail {
            let time = self.pick(word.text, |w, _| matches!(w.data, Data::Time(_)).then_some(w))?;
            self.use_word(time, word.span);
            let super::possessive::Possessor::Player(who) = self.possessor(poss)? else {
                return None;
            };
            return Some(crate::ir::TimeRef {
                whose: Some(who),
                ..self.time(time.name())
            });
        }
        let Tail::Phrases(phrases, _) = tail else { return None };
        let (Phrase::Core(core), rest) = phrases.split_first()? else {
            return None;
        };
        if self.peek(core) != ["time"] {
            return None;
        }
        let rest: Vec<_> = rest.iter().collect();
        match self.noun(core, &rest, Want::Time) {
            Some(Val::Time(time)) => Some(time),
            _ => None,
        }
    }

    /// Whether a tail tells a deed rather than a state: a participle of which only deeds can be told (`past`), or one with more behind it, or one that
    /// is no state.
    pub(super) fn is_deed(&self, tail: &Tail<'s>, past: bool) -> bool {
        let Tail::Phrases(phrases, _) = tail else { return false };
        let Some(Phrase::Core(core)) = phrases.first() else {
            return false;
        };
        let CoreKind::Plain { dets, run } = &core.kind else {
            return false;
        };
        let Some(crate::ast::RunAtom {
            atom: crate::ast::Atom::Word(word),
            ..
        }) = run.atoms.first()
        else {
            return false;
        };
        if !dets.is_empty() || self.find_verb(word.text, Form::Participle).is_none() {
            return false;
        }
        let is_state = self
            .pick(word.text, |w, _| {
                matches!(w.data, Data::State(_) | Data::Adj(AdjKind::State | AdjKind::Filter)).then_some(())
            })
            .is_some();
        // `is rested or standing` lists how a card can be; `is placed here` tells more of one deed.
        let listed = run.atoms.get(1).is_some_and(|second| second.or);
        past || !is_state || phrases.len() > 1 || (run.atoms.len() > 1 && !listed)
    }

    pub(super) fn named_cond(&mut self, label: &'a Label<'s>) -> Option<Cond> {
        let name = label.name.text;
        if self.frame().extras.contains(&name) {
            return Some(Cond::Paid(Some(name.to_owned())));
        }
        let found = self.scope.conditions.get(name).map(|l| ("condition", l.clone()));
        let found = found.or_else(|| self.scope.labels.get(name).map(|l| ("label", l.clone())));
        if let Some((kind, definitions)) = found {
            let (call, definition) = self.call(kind, &definitions, std::slice::from_ref(label))?;
            let inner = match &definition.body {
                crate::ast::DefinitionBody::Condition(cond) => self.expand_cond(definition, &call, cond),
                crate::ast::DefinitionBody::Label(Some(cond)) => self.expand_cond(definition, &call, cond),
                crate::ast::DefinitionBody::Label(None)
                | crate::ast::DefinitionBody::Keyword(_)
                | crate::ast::DefinitionBody::Verb(_) => None,
            };
            return Some(Cond::Named(call, inner));
        }
        if let Some(definitions) = self.scope.keywords.get(name).cloned() {
            // A native keyword that adds an optional cost is asked for by its name.
            let (call, _) = self.call("keyword", &definitions, std::slice::from_ref(label))?;
            return Some(Cond::Named(call, None));
        }
        let mut candidates: Vec<&str> = self.scope.conditions.keys().copied().collect();
        candidates.extend(self.scope.labels.keys().copied());
        candidates.push("done");
        self.unknown(Code::UnknownCondition, label.span, name, "a condition", candidates);
        None
    }

    /// `this game` and its like, alone.
    pub(super) fn window_core(&mut self, core: &'a crate::ast::Core<'s>) -> Option<crate::ir::TimeRef> {
        match &core.kind {
            CoreKind::Pronoun(p) if p.word.text == "this" => {
                let noun = p.noun?;
                let word = self.pick(noun.text, |w, _| matches!(w.data, Data::Time(_)).then_some(w))?;
                self.hear(core.span);
                self.use_word(word, noun.span);
                Some(crate::ir::TimeRef {
                    this: true,
                    ..self.time(word.name())
                })
            }
            _ => None,
        }
    }
}

pub(super) fn modal_word(word: &str) -> ModalWord {
    match word {
        "cannot" => ModalWord::Cannot,
        "must" => ModalWord::Must,
        _ => ModalWord::Can,
    }
}
