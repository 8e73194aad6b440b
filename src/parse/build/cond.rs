//! Events and conditions.

use super::{Builder, Pair, Rule};
use crate::ast::Atom;
use crate::ast::{Cond, Core, CoreKind, Deed, Det, Event, EventKind, HasArg, Np, Pronoun, Run, RunAtom, Subject, Text};

impl<'s> Builder<'_, 's> {
    pub(super) fn event(&self, pair: Pair<'_>) -> Option<Event<'s>> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let first = inner.next()?;
        let kind = if first.as_rule() == Rule::event_np {
            let subject = first.into_inner().next().and_then(|p| self.np(p))?;
            let tail = inner.next()?;
            match tail.as_rule() {
                Rule::is_event => {
                    let not = tail.clone().into_inner().any(|p| p.as_rule() == Rule::kw_not);
                    let tail = tail.into_inner().find(|p| p.as_rule() == Rule::complement)?;
                    EventKind::Is {
                        subject,
                        not,
                        tail: self.tail(tail),
                    }
                }
                Rule::become_event => EventKind::Becomes(subject, self.tail(tail.into_inner().nth(1)?)),
                _ => {
                    let mut be = false;
                    let mut verb = None;
                    let mut phrases = Vec::new();
                    for part in tail.into_inner().skip(1) {
                        match part.as_rule() {
                            Rule::kw_be => be = true,
                            Rule::verb | Rule::kw_become if verb.is_none() => verb = Some(self.raw(&part)),
                            _ => phrases.extend(self.phrase(part)),
                        }
                    }
                    EventKind::Would {
                        subject,
                        be,
                        verb: verb?,
                        phrases,
                    }
                }
            }
        } else {
            let subject = self.subject(first)?;
            let mut verbs = Vec::new();
            let mut phrases = Vec::new();
            for part in inner {
                match part.as_rule() {
                    Rule::verb => verbs.push(self.raw(&part)),
                    Rule::kw_or => {}
                    _ => phrases.extend(self.phrase(part)),
                }
            }
            EventKind::Does {
                subject,
                verbs,
                phrases,
            }
        };
        Some(Event { kind, span })
    }

    fn subject(&self, pair: Pair<'_>) -> Option<Subject<'s>> {
        let span = self.span(&pair);
        let parts: Vec<_> = pair.into_inner().collect();
        if let Some(np) = parts.iter().find(|p| p.as_rule() == Rule::np) {
            return Some(Subject::Np(Box::new(self.np(np.clone())?)));
        }
        let first = parts.first()?;
        let pronoun = |word: Text<'s>, noun: Option<Text<'s>>| CoreKind::Pronoun(Pronoun { word, noun });
        let kind = match first.as_rule() {
            Rule::kw_this | Rule::kw_that | Rule::kw_those | Rule::kw_it | Rule::kw_them | Rule::kw_you => {
                pronoun(self.raw(first), parts.get(1).map(|p| self.raw(p)))
            }
            Rule::kw_opponent if parts.len() == 1 => pronoun(self.raw(first), None),
            Rule::kw_each if parts.len() == 2 => pronoun(self.raw(first), parts.get(1).map(|p| self.raw(p))),
            _ => {
                let mut dets = Vec::new();
                let mut run = Run::default();
                for part in &parts {
                    match part.as_rule() {
                        Rule::poss => dets.push(Det::Poss(self.poss(part.clone())?)),
                        Rule::quant => dets.push(Det::Quant(self.quant(part.clone())?)),
                        Rule::kw_the | Rule::kw_same | Rule::kw_different | Rule::kw_highest => {
                            dets.push(Det::Word(self.raw(part)));
                        }
                        Rule::tag => run.atoms.push(RunAtom {
                            or: false,
                            atom: Atom::Tag(self.inner(part)),
                        }),
                        Rule::str => run.atoms.push(RunAtom {
                            or: false,
                            atom: Atom::Str(self.inner(part)),
                        }),
                        _ => run.atoms.push(RunAtom {
                            or: false,
                            atom: Atom::Word(self.raw(part)),
                        }),
                    }
                }
                CoreKind::Plain { dets, run }
            }
        };
        Some(Subject::Core(Box::new(Core { kind, span })))
    }

    pub(super) fn cond(&self, pair: Pair<'_>) -> Option<Cond<'s>> {
        match pair.as_rule() {
            Rule::cond => {
                let mut parts: Vec<_> = pair
                    .into_inner()
                    .filter(|p| p.as_rule() == Rule::conj)
                    .filter_map(|p| self.cond(p))
                    .collect();
                if parts.len() == 1 {
                    parts.pop()
                } else {
                    Some(Cond::Or(parts))
                }
            }
            Rule::conj => {
                let mut parts: Vec<_> = pair
                    .into_inner()
                    .filter(|p| p.as_rule() != Rule::kw_and)
                    .filter_map(|p| self.cond(p))
                    .collect();
                if parts.len() == 1 {
                    parts.pop()
                } else {
                    Some(Cond::And(parts))
                }
            }
            Rule::not_cond => {
                let span = self.span(&pair);
                Some(Cond::Not(
                    Box::new(pair.into_inner().nth(1).and_then(|p| self.cond(p))?),
                    span,
                ))
            }
            Rule::check => self.check(pair),
            _ => None,
        }
    }

    fn check(&self, pair: Pair<'_>) -> Option<Cond<'s>> {
        let span = self.span(&pair);
        let pair = pair.into_inner().next()?;
        match pair.as_rule() {
            Rule::kw_done => Some(Cond::Done(span)),
            Rule::measure => {
                let mut left = None;
                let mut compare = None;
                let (mut was, mut not) = (false, false);
                for part in pair.into_inner() {
                    match part.as_rule() {
                        Rule::prim => left = self.prim(part),
                        Rule::kw_was => was = true,
                        Rule::kw_not => not = true,
                        Rule::compare => compare = self.compare(part),
                        _ => {}
                    }
                }
                Some(Cond::Measure {
                    left: left?,
                    was,
                    not,
                    compare: compare?,
                    span,
                })
            }
            Rule::state_check => self.state_check(pair),
            Rule::grouped => pair
                .into_inner()
                .find(|p| p.as_rule() == Rule::cond)
                .and_then(|p| self.cond(p)),
            Rule::deed_check => {
                let mut inner = pair.into_inner();
                let subject = self.subject(inner.next()?)?;
                let verb = self.raw(&inner.next()?);
                Some(Cond::Does {
                    subject,
                    verb,
                    phrases: inner.filter_map(|p| self.phrase(p)).collect(),
                    span,
                })
            }
            Rule::label => Some(Cond::Named(self.label(pair)?)),
            _ => None,
        }
    }

    fn state_check(&self, pair: Pair<'_>) -> Option<Cond<'s>> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let subject = self.np(inner.next()?)?;
        let word = inner.next()?;
        let rest: Vec<_> = inner.collect();
        let not = rest.iter().any(|p| p.as_rule() == Rule::kw_not);
        match word.as_rule() {
            Rule::kw_is | Rule::kw_was => {
                let tail = rest.into_iter().find(|p| p.as_rule() == Rule::complement)?;
                Some(Cond::Is {
                    subject,
                    was: word.as_rule() == Rule::kw_was,
                    not,
                    tail: self.tail(tail),
                    span,
                })
            }
            Rule::kw_has | Rule::kw_had => {
                let arg = rest.into_iter().find(|p| p.as_rule() == Rule::has_arg)?;
                Some(Cond::Has {
                    subject,
                    was: word.as_rule() == Rule::kw_had,
                    not,
                    arg: self.has_arg(arg)?,
                    span,
                })
            }
            _ => {
                let mut be = false;
                let mut verb = None;
                let mut phrases = Vec::new();
                for part in rest {
                    match part.as_rule() {
                        Rule::kw_be => be = true,
                        Rule::verb if verb.is_none() => verb = Some(self.raw(&part)),
                        _ => phrases.extend(self.phrase(part)),
                    }
                }
                Some(Cond::Can {
                    subject,
                    word: self.raw(&word),
                    deed: Deed { be, verb: verb? },
                    phrases,
                    span,
                })
            }
        }
    }

    pub(super) fn has_arg(&self, pair: Pair<'_>) -> Option<HasArg<'s>> {
        let span = self.span(&pair);
        let parts: Vec<_> = pair.into_inner().collect();
        let first = parts.first()?;
        let texts = |rule: Rule| parts.iter().filter(move |p| p.as_rule() == rule);
        Some(match first.as_rule() {
            Rule::kw_more => {
                let core = parts.iter().find(|p| p.as_rule() == Rule::core)?;
                let posts: Vec<_> = parts
                    .iter()
                    .filter(|p| p.as_rule() == Rule::post)
                    .filter_map(|p| self.phrase(p.clone()))
                    .collect();
                let core = self.core(core.clone())?;
                let end = posts.last().map_or(core.span, crate::ast::Phrase::span);
                let what = Np {
                    span: core.span.to(end),
                    core,
                    posts,
                };
                let than = parts
                    .iter()
                    .find(|p| p.as_rule() == Rule::np)
                    .and_then(|p| self.np(p.clone()))?;
                HasArg::MoreThan {
                    word: self.raw(first),
                    what: Box::new(what),
                    than: Box::new(than),
                }
            }
            Rule::str => HasArg::NamePart(
                texts(Rule::str).map(|p| self.inner(p)).collect(),
                texts(Rule::word).next().map(|p| self.raw(p))?,
            ),
            Rule::kw_different => HasArg::Different(texts(Rule::word).next().map(|p| self.raw(p))?),
            Rule::kw_the => {
                let extreme = texts(Rule::kw_highest).next().map(|p| self.raw(p))?;
                let attr = texts(Rule::word).next().map(|p| self.raw(p))?;
                let among = texts(Rule::np).next().and_then(|p| self.np(p.clone())).map(Box::new);
                HasArg::Extreme(extreme, attr, among)
            }
            Rule::word => HasArg::Attr(
                self.raw(first),
                texts(Rule::compare).next().and_then(|p| self.compare(p.clone()))?,
            ),
            _ => HasArg::Phrases(parts.into_iter().filter_map(|p| self.phrase(p)).collect(), span),
        })
    }
}
