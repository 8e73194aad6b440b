//! Conditions, and what `is`, `has` and `that` say of something.

use super::Checker;
use super::command::Mode;
use super::event::{Form, tail_rest};
use super::noun::Want;
use super::value::{ObjTy, Val};
use crate::ast::{
    Cond as AstCond, CoreKind, Deed as AstDeed, HasArg, Label, Np, Phrase, Relative, RelativeKind, Tail, Text,
};
use crate::diag::{Code, Diagnostic};
use crate::ir::{
    AttrOf, Complement, Cond, CondId, Deed, Event, EventKind, Expr, Filter, ModalWord, Name, Objects, Quant, Selector,
    Subject, Who,
};
use crate::source::Span;
use crate::vocab::{AdjKind, Data, NounKind};

impl<'a, 's> Checker<'a, 's> {
    /// A condition.
    pub(super) fn cond(&mut self, cond: &'a AstCond<'s>) -> Option<CondId> {
        let commanding = std::mem::replace(&mut self.frame().commanding, false);
        let result = self.cond_inner(cond);
        self.frame().commanding = commanding;
        let node = result?;
        Some(self.code.add_cond(node))
    }

    fn cond_inner(&mut self, cond: &'a AstCond<'s>) -> Option<Cond> {
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
                if let Some(cond) = self.value_question(left, compare, *not) {
                    return cond;
                }
                let left = self.expr(left);
                let comparison = self.compare(compare)?;
                self.constant(left, &comparison, *span);
                let _ = was;
                let node = Cond::Compare(left, comparison);
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
                not,
                arg,
                span,
            } => {
                let node = self.has_cond(subject, arg, *span)?;
                if *not {
                    Cond::Not(self.code.add_cond(node))
                } else {
                    node
                }
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
            } => {
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
                let (mut event, _) =
                    self.active(&[(found, verb)], value, span, phrases.iter().collect(), Mode::Event)?;
                event.past = past;
                Cond::Happened(self.code.add_event(event))
            }
            AstCond::Named(label) => return self.named_cond(label),
        })
    }

    /// Warns of comparisons between literals.
    fn constant(&mut self, left: crate::ir::ExprId, comparison: &crate::ir::Comparison, span: Span) {
        if let (Expr::Num(a), Expr::Num(b)) = (&self.code[left], &self.code[comparison.with]) {
            let (a, b) = (*a, *b);
            let holds = match comparison.how {
                crate::ir::Compare::Is => a == b,
                crate::ir::Compare::OrMore => a >= b,
                crate::ir::Compare::OrLess => a <= b,
                crate::ir::Compare::More => a > b,
                crate::ir::Compare::Less => a < b,
            };
            let word = if holds { "true" } else { "false" };
            self.report(
                Diagnostic::new(
                    Code::ConstantCondition,
                    span,
                    format!("this condition is always {word}"),
                )
                .with_help("compare with something that can change"),
            );
        }
    }

    /// `its type is the guess`, `your bid is the bid`: words and names are compared as values, not as numbers.
    fn value_question(
        &mut self,
        left: &'a crate::ast::Expr<'s>,
        compare: &'a crate::ast::Compare<'s>,
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
        let node = Cond::Is {
            subject,
            was: false,
            what: Complement::Value(named.slot, name.text.to_owned()),
        };
        Some(Some(if not { Cond::Not(self.code.add_cond(node)) } else { node }))
    }

    fn is_cond(&mut self, subject: &'a Np<'s>, was: bool, not: bool, tail: &'a Tail<'s>, span: Span) -> Option<Cond> {
        // `it is your draw-phase`: a question about the time.
        if let CoreKind::Pronoun(p) = &subject.core.kind
            && p.word.text == "it"
            && let Some(time) = self.time_tail(tail)
        {
            let node = Cond::During(time);
            return Some(if not { Cond::Not(self.code.add_cond(node)) } else { node });
        }
        let value = self.np(subject, Want::Any)?;
        if self.is_deed(tail, was)
            && let Some(participle) = self.participle(tail)
        {
            let (mut event, _) = self.passive(participle, value, subject.span, tail_rest(tail), Mode::Event)?;
            event.past = was;
            let node = Cond::Happened(self.code.add_event(event));
            return Some(if not { Cond::Not(self.code.add_cond(node)) } else { node });
        }
        let (subject, _) = self.subject(value, subject.span)?;
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
            None => Cond::Is { subject, was, what },
        };
        Some(if not { Cond::Not(self.code.add_cond(node)) } else { node })
    }

    /// Numbers are compared with numbers, cards with what cards can be.
    pub(super) fn complement_fits(&mut self, subject: &Subject, what: &Complement, span: Span) {
        let number = match subject {
            Subject::Attr(_, name) => self.attr(name).map(|(_, a)| a.ty == crate::vocab::ValueType::Number),
            Subject::Number(_) => Some(true),
            Subject::Objects(_) | Subject::Players(_) | Subject::Place(_) => Some(false),
            Subject::Amount(_) | Subject::Word(_) | Subject::Time(_) | Subject::Icons(_) | Subject::Keyword(_) => None,
        };
        let is_quality = |f: &Filter| {
            matches!(f, Filter::Quality(_))
                || matches!(f, Filter::State(n) if self.pick(n, |w, _| matches!(w.data, Data::Adj(AdjKind::Filter)).then_some(())).is_some())
        };
        let problem = match (number, what) {
            (Some(true), Complement::Filters(list) | Complement::Info { filters: list, .. }) if !list.iter().all(is_quality) => "a number cannot be this",
            (Some(true), Complement::Place(_) | Complement::Player(_)) => "a number cannot be this",
            (Some(false), Complement::Number(_)) => "a card or player is no number",
            (Some(false), Complement::Filters(list)) if !matches!(subject, Subject::Objects(_)) && list.iter().any(|f| matches!(f, Filter::State(n) if self.pick(n, |w, _| matches!(w.data, Data::State(crate::vocab::Scope::Card)).then_some(())).is_some())) => {
                "only a card can be in this state"
            }
            _ => return,
        };
        self.report(
            Diagnostic::new(Code::NotACondition, span, problem)
                .with_help("name the attribute: `its level is 3 or more`, `it has level 3 or more`"),
        );
    }

    /// The tail without a trailing `this game`, and that time.
    fn split_window(&mut self, tail: &'a Tail<'s>) -> (Option<Vec<&'a Phrase<'s>>>, Option<crate::ir::TimeRef>) {
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
    fn time_tail(&mut self, tail: &'a Tail<'s>) -> Option<crate::ir::TimeRef> {
        if let Tail::Compare(crate::ast::Compare::Number(crate::ast::Expr::Attr(poss, word), None), _) = tail {
            let time = self.pick(word.text, |w, _| matches!(w.data, Data::Time(_)).then_some(w))?;
            self.use_word(time, word.span);
            let super::possess::Possessor::Player(who) = self.possessor(poss)? else {
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

    /// Whether a tail tells a deed rather than a state: a participle in the past, or one with more behind it, or one that is no state.
    fn is_deed(&self, tail: &Tail<'s>, was: bool) -> bool {
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
        was || !is_state || phrases.len() > 1 || run.atoms.len() > 1
    }

    /// What follows `is` or `becomes`.
    pub(super) fn complement(&mut self, tail: &'a Tail<'s>, subject: &Subject, becomes: bool) -> Option<Complement> {
        match tail {
            Tail::Compare(compare, span) => {
                if let crate::ast::Compare::Number(expr, None) = compare {
                    // A single noun behind `becomes` or `is` may look like a number: `the guess`, `its host`.
                    match expr {
                        crate::ast::Expr::The(name) => {
                            if let Some(named) = self.frame().names.get(name.text).cloned() {
                                for intro in &mut self.frame().intros {
                                    intro.used |= intro.slot == named.slot;
                                }
                                return Some(if named.value {
                                    Complement::Value(named.slot, name.text.to_owned())
                                } else {
                                    let id = self.code.add_object(Objects::Slot(
                                        named.slot,
                                        crate::ir::RefWord::The(name.text.to_owned()),
                                    ));
                                    Complement::Objects(id)
                                });
                            }
                        }
                        crate::ast::Expr::Attr(poss, word) if self.attr(word.text).is_none() => {
                            let possessor = self.possessor(poss)?;
                            return self.possessed_complement(possessor, word);
                        }
                        _ => {}
                    }
                }
                let comparison = self.compare(compare)?;
                let _ = (span, subject);
                Some(Complement::Number(comparison))
            }
            Tail::Phrases(phrases, span) => {
                let phrases: Vec<&'a Phrase<'s>> = phrases.iter().collect();
                self.phrases_complement(&phrases, *span, becomes)
            }
        }
    }

    fn possessed_complement(&mut self, possessor: super::possess::Possessor, word: &'a Text<'s>) -> Option<Complement> {
        let found = self.pick(word.text, |w, _| {
            matches!(w.data, Data::Rel(..) | Data::Type(_) | Data::Noun(_) | Data::Time(_)).then_some(w)
        });
        let Some(found) = found else {
            self.unknown_noun(word.span, word.text);
            return None;
        };
        let name = self.name_of(found, word.span);
        Some(match (&found.data, possessor) {
            (Data::Rel(_, crate::vocab::RelTo::Player), super::possess::Possessor::Objects(id, _)) => {
                Complement::Player(Who::Of(id, name))
            }
            (Data::Rel(..), possessor) => {
                Complement::Objects(self.code.add_object(Objects::Related(possessor.attr_of(), name)))
            }
            (Data::Time(_), super::possess::Possessor::Player(who)) => Complement::Time(crate::ir::TimeRef {
                whose: Some(who),
                ..self.time(found.name())
            }),
            (_, possessor) => {
                let mut selector = self.selector(Quant::Bare);
                match possessor {
                    super::possess::Possessor::Player(who) => selector.whose = Some(who),
                    super::possess::Possessor::Objects(id, _) => selector.filters.push(Filter::Of(id)),
                    super::possess::Possessor::Subject | super::possess::Possessor::Time(_) => {}
                }
                selector.descs.push(crate::ir::Desc {
                    noun: Some(name),
                    filters: Vec::new(),
                });
                Complement::Objects(self.code.add_object(Objects::Select(Box::new(selector))))
            }
        })
    }

    /// Phrases behind `would become`.
    pub(super) fn words_complement(&mut self, phrases: &'a [Phrase<'s>], span: Span) -> Option<Complement> {
        let phrases: Vec<&'a Phrase<'s>> = phrases.iter().collect();
        self.phrases_complement(&phrases, span, true)
    }

    pub(super) fn phrases_complement(
        &mut self,
        phrases: &[&'a Phrase<'s>],
        span: Span,
        becomes: bool,
    ) -> Option<Complement> {
        let Some((first, rest)) = phrases.split_first() else {
            self.error(Code::NotACondition, span, "something is missing here");
            return None;
        };
        match first {
            // `also a water-stone`: the word stands before the noun phrase.
            Phrase::Core(core) if only_also(core) && matches!(rest.first(), Some(Phrase::Core(_))) => {
                let also = self.noun(core, &[], Want::Any);
                let _ = also;
                Some(match self.phrases_complement(rest, span, true)? {
                    Complement::Info { filters, .. } | Complement::Filters(filters) => {
                        Complement::Info { also: true, filters }
                    }
                    other => other,
                })
            }
            Phrase::Core(core) => {
                let value = self.noun(core, rest, Want::Any)?;
                self.value_complement(value, core.span, becomes)
            }
            Phrase::Prep { prep, core, or, .. } => {
                if prep.text == "among" {
                    let value = self.noun(core, rest, Want::Any)?;
                    let id = self.objects_of(value, core.span)?;
                    return Some(Complement::Filters(vec![Filter::Among(id)]));
                }
                let value = self.noun(core, rest, Want::Place)?;
                let mut places = vec![self.as_place(prep.text, value, core.span)?];
                for (prep, core) in or {
                    let value = self.noun(core, &[], Want::Place)?;
                    places.push(self.as_place(prep.text, value, core.span)?);
                }
                let place = match places.as_slice() {
                    [one] => *one,
                    _ => self.code.add_place(crate::ir::Place {
                        kind: crate::ir::PlaceKind::Or(places),
                        whose: None,
                        quant: None,
                    }),
                };
                Some(Complement::Place(place))
            }
            Phrase::With { .. } | Phrase::That(_) | Phrase::And(_) | Phrase::PrepCost(..) => {
                self.error(
                    Code::NotACondition,
                    first.span(),
                    "this cannot follow `is` or `becomes`",
                );
                None
            }
        }
    }

    fn value_complement(&mut self, value: Val, span: Span, becomes: bool) -> Option<Complement> {
        Some(match value {
            Val::Objs(id, _) => match self.code[id].clone() {
                Objects::Select(selector) if plain_description(&selector) => {
                    let also = selector
                        .filters
                        .iter()
                        .any(|f| matches!(f, Filter::Quality(q) if q == "also"));
                    let filters = description_filters(*selector);
                    if becomes || also {
                        Complement::Info { also, filters }
                    } else {
                        Complement::Filters(filters)
                    }
                }
                _ => Complement::Objects(id),
            },
            Val::Words(words, filters) => {
                let also = words.iter().any(|w| w == "also");
                if also {
                    Complement::Info { also, filters }
                } else if filters.is_empty() {
                    Complement::Words(words)
                } else {
                    Complement::Filters(filters)
                }
            }
            Val::Place(place) => Complement::Place(place),
            Val::Players(who) => Complement::Player(who),
            Val::Time(time) => Complement::Time(time),
            Val::Number(n) => Complement::Number(crate::ir::Comparison {
                how: crate::ir::Compare::Is,
                with: n,
            }),
            Val::Slot(slot, name) => Complement::Value(slot, name),
            Val::Filter(filter) => Complement::Filters(vec![filter]),
            Val::Keyword(call) => Complement::Filters(vec![Filter::Keyword(call)]),
            Val::Attr(of, name) => {
                let n = self.code.add_expr(Expr::Attr(of, name));
                Complement::Number(crate::ir::Comparison {
                    how: crate::ir::Compare::Is,
                    with: n,
                })
            }
            Val::Declare(_, name) => Complement::Words(vec![name]),
            other @ (Val::Amount(..) | Val::Icons(_) | Val::Order(_) | Val::Thing(_) | Val::Quant(_)) => {
                self.error(
                    Code::NotACondition,
                    span,
                    format!("{} cannot follow `is` or `becomes`", other.shown()),
                );
                return None;
            }
        })
    }

    /// What something has: `level 2 or more`, `"Lamp" in its name`, `a marker`, `Boost`.
    fn has_filter(&mut self, arg: &'a HasArg<'s>, ty: &ObjTy) -> Option<Filter> {
        Some(match arg {
            HasArg::NamePart(names, attr) => {
                let (word, _) = self.attr_or_error(attr.text, attr.span)?;
                Filter::NamePart(
                    names.iter().map(|n| n.text.to_owned()).collect(),
                    Name::Borrowed(word.name()),
                )
            }
            HasArg::Different(attr) => {
                Filter::Different(Name::Borrowed(self.attr_or_error(attr.text, attr.span)?.0.name()))
            }
            HasArg::Extreme(which, attr, among) => {
                let (word, _) = self.attr_or_error(attr.text, attr.span)?;
                let extreme = Filter::Extreme(Self::extreme(which.text), Name::Borrowed(word.name()));
                match among {
                    Some(np) => {
                        let value = self.np(np, Want::Any)?;
                        let id = self.objects_of(value, np.span)?;
                        Filter::All(vec![extreme, Filter::Among(id)])
                    }
                    None => extreme,
                }
            }
            HasArg::Attr(attr, compare) => return self.attr_filter(attr, compare, ty),
            HasArg::Phrases(phrases, span) => return self.has_phrases(phrases, *span, ty),
            HasArg::MoreThan { word, .. } => {
                self.error(
                    Code::NotACondition,
                    word.span,
                    "only a player or a zone has more or less than another",
                );
                return None;
            }
        })
    }

    fn has_phrases(&mut self, phrases: &'a [Phrase<'s>], span: Span, ty: &ObjTy) -> Option<Filter> {
        let Some((Phrase::Core(core), rest)) = phrases.split_first() else {
            self.error(Code::NotACondition, span, "say what it has");
            return None;
        };
        // `{B} or {1} in its cost`
        if let (CoreKind::Plain { run, .. }, Some(Phrase::Prep { core: place, .. })) = (&core.kind, rest.first())
            && run.atoms.iter().all(|a| matches!(a.atom, crate::ast::Atom::Icon(_)))
            && let Some(Val::Icons(runs)) = self.noun(core, &[], Want::Any)
        {
            let attr = match self.noun(place, &[], Want::Any) {
                Some(Val::Attr(_, name)) => name,
                _ => "cost".into(),
            };
            let icons = runs
                .into_iter()
                .map(|r| Filter::All(r.0.into_iter().map(Filter::Icon).collect()))
                .collect();
            return Some(Filter::All(vec![Filter::Quality(attr), Filter::Any(icons)]));
        }
        if rest.is_empty() {
            return self.core_filter(core, ty);
        }
        let rest: Vec<_> = rest.iter().collect();
        let value = self.noun(core, &rest, Want::Any)?;
        let id = self.objects_of(value, span)?;
        Some(Filter::Has(id))
    }

    fn has_cond(&mut self, np: &'a Np<'s>, arg: &'a HasArg<'s>, span: Span) -> Option<Cond> {
        let value = self.np(np, Want::Any)?;
        match value {
            Val::Players(who) => self.player_has(Subject::Players(who), arg, span),
            Val::Place(place) => self.player_has(Subject::Place(place), arg, span),
            Val::Objs(id, ty) if ty.kind == NounKind::Player => {
                self.player_has(Subject::Players(Who::Chosen(id)), arg, span)
            }
            Val::Objs(id, ty) => {
                let filter = self.has_filter(arg, &ty)?;
                Some(Cond::Is {
                    subject: Subject::Objects(id),
                    was: false,
                    what: Complement::Filters(vec![filter]),
                })
            }
            Val::Attr(of, name) => {
                let filter = self.has_filter(arg, &ObjTy::card())?;
                Some(Cond::Is {
                    subject: Subject::Attr(of, name),
                    was: false,
                    what: Complement::Filters(vec![filter]),
                })
            }
            other => {
                self.error(
                    Code::NotACondition,
                    np.span,
                    format!("{} cannot have anything", other.shown()),
                );
                None
            }
        }
    }

    /// `you have …`, `your hand has …`
    fn player_has(&mut self, subject: Subject, arg: &'a HasArg<'s>, span: Span) -> Option<Cond> {
        match arg {
            HasArg::MoreThan { word, what, than } => {
                let what = self.np(what, Want::Any)?;
                let what = self.objects_of(what, span)?;
                let than_value = self.np(than, Want::Any)?;
                let (than, _) = self.subject(than_value, than.span)?;
                Some(Cond::HasMore {
                    subject,
                    more: word.text == "more",
                    what,
                    than,
                })
            }
            HasArg::Phrases(phrases, _) => {
                let Some((Phrase::Core(core), rest)) = phrases.split_first() else {
                    self.error(Code::NotACondition, span, "say what it has");
                    return None;
                };
                let rest: Vec<_> = rest.iter().collect();
                let value = self.noun(core, &rest, Want::Any)?;
                match value {
                    Val::Keyword(call) => Some(Cond::Is {
                        subject,
                        was: false,
                        what: Complement::Filters(vec![Filter::Keyword(call)]),
                    }),
                    Val::Words(_, filters) if !filters.is_empty() => {
                        // `you have a "Mio"` without a noun: any card that fits.
                        let mut selector = self.selector(Quant::A);
                        selector.descs.push(crate::ir::Desc { noun: None, filters });
                        let what = self.code.add_object(Objects::Select(Box::new(selector)));
                        Some(Cond::Has { subject, what })
                    }
                    value => {
                        let what = self.objects_of(value, core.span)?;
                        Some(Cond::Has { subject, what })
                    }
                }
            }
            HasArg::Attr(attr, compare) => {
                // `you have life 1000 or less` is said as `your life is …`.
                let comparison = self.compare(compare)?;
                let (word, data) = self.attr_or_error(attr.text, attr.span)?;
                if !data.on.contains(&"player") {
                    self.report(
                        Diagnostic::new(
                            Code::AttributeMismatch,
                            attr.span,
                            format!("a player or zone has no {}", word.name()),
                        )
                        .with_help(format!("say which card: `you have a card with {} …`", word.name())),
                    );
                    return None;
                }
                let who = match subject {
                    Subject::Players(who) => who,
                    _ => Who::You,
                };
                let left = self
                    .code
                    .add_expr(Expr::Attr(AttrOf::Player(who), Name::Borrowed(word.name())));
                Some(Cond::Compare(left, comparison))
            }
            HasArg::NamePart(..) | HasArg::Different(_) | HasArg::Extreme(..) => {
                self.error(Code::NotACondition, span, "only cards have this");
                None
            }
        }
    }

    /// `that …` behind a noun.
    pub(super) fn relative(&mut self, relative: &'a Relative<'s>, ty: &ObjTy) -> Option<Filter> {
        self.frame().described += 1;
        let own = self.cuts.get(&relative.span).copied().unwrap_or(usize::MAX);
        let commanding = std::mem::replace(&mut self.frame().commanding, false);
        let result = self.relative_inner(relative, ty, own);
        let frame = self.frame();
        frame.described = frame.described.saturating_sub(1);
        frame.commanding = commanding;
        result
    }

    fn relative_inner(&mut self, relative: &'a Relative<'s>, ty: &ObjTy, own: usize) -> Option<Filter> {
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
            RelativeKind::Has(not, arg) => {
                let filter = self.has_filter(arg, ty)?;
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

    fn relative_is(&mut self, was: bool, tail: &'a Tail<'s>, ty: &ObjTy, span: Span, own: usize) -> Option<Filter> {
        if self.is_deed(tail, was)
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
            let described = self.code.add_object(Objects::Described);
            let cond = self.code.add_cond(Cond::Is {
                subject: Subject::Objects(described),
                was: true,
                what: Complement::Filters(vec![filter]),
            });
            return Some(Filter::If(cond));
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

    fn named_cond(&mut self, label: &'a Label<'s>) -> Option<Cond> {
        let name = label.name.text;
        if self.frame().extras.contains(&name) {
            return Some(Cond::Paid(Some(name.to_owned())));
        }
        let found = self.scope.conditions.get(name).map(|l| ("condition", l.clone()));
        let found = found.or_else(|| self.scope.labels.get(name).map(|l| ("label", l.clone())));
        if let Some((kind, definitions)) = found {
            let (call, definition) = self.call(kind, &definitions, std::slice::from_ref(label), None)?;
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
            let (call, _) = self.call("keyword", &definitions, std::slice::from_ref(label), None)?;
            return Some(Cond::Named(call, None));
        }
        let mut candidates: Vec<&str> = self.scope.conditions.keys().copied().collect();
        candidates.extend(self.scope.labels.keys().copied());
        candidates.push("done");
        self.unknown(Code::UnknownCondition, label.span, name, "a condition", candidates);
        None
    }

    /// `this game` and its like, alone.
    fn window_core(&mut self, core: &'a crate::ast::Core<'s>) -> Option<crate::ir::TimeRef> {
        match &core.kind {
            CoreKind::Pronoun(p) if p.word.text == "this" => {
                let noun = p.noun?;
                let word = self.pick(noun.text, |w, _| matches!(w.data, Data::Time(_)).then_some(w))?;
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

/// Whether a core is nothing but `also`.
fn only_also(core: &crate::ast::Core<'_>) -> bool {
    matches!(&core.kind, CoreKind::Plain { dets, run } if dets.is_empty() && matches!(run.atoms.as_slice(), [crate::ast::RunAtom { atom: crate::ast::Atom::Word(Text { text: "also", .. }), .. }]))
}

/// Whether a selector only describes: it chooses nothing and names no place of its own.
fn plain_description(selector: &Selector) -> bool {
    matches!(selector.quant, Quant::A | Quant::Bare | Quant::Any) && selector.slot.is_none() && selector.among.is_none()
}

/// A description as demands on one object.
fn description_filters(selector: Selector) -> Vec<Filter> {
    let mut filters: Vec<Filter> = selector
        .filters
        .into_iter()
        .filter(|f| !matches!(f, Filter::Quality(q) if q == "also"))
        .collect();
    let mut alternatives: Vec<Filter> = selector
        .descs
        .into_iter()
        .map(|desc| {
            let mut all: Vec<Filter> = desc.filters;
            all.extend(desc.noun.map(Filter::Is));
            if all.len() == 1 {
                all.remove(0)
            } else {
                Filter::All(all)
            }
        })
        .filter(|f| !matches!(f, Filter::All(list) if list.is_empty()))
        .collect();
    match alternatives.len() {
        0 => {}
        1 => match alternatives.remove(0) {
            Filter::All(list) => filters.extend(list),
            one => filters.push(one),
        },
        _ => filters.push(Filter::Any(alternatives)),
    }
    filters.extend(selector.whose.map(Filter::OfPlayer));
    filters.extend(selector.places.into_iter().map(Filter::At));
    if selector.other {
        filters.push(Filter::Quality("other".into()));
    }
    filters
}

pub(super) fn modal_word(word: &str) -> ModalWord {
    match word {
        "cannot" => ModalWord::Cannot,
        "must" => ModalWord::Must,
        _ => ModalWord::Can,
    }
}
