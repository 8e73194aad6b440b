//! What something has: `you have …`, `it has level 2 or more`.

use super::Checker;
use super::noun::Want;
use super::value::{ObjTy, Val};
use crate::ast::{CoreKind, HasArg, Np, Phrase};
use crate::diag::{Code, Diagnostic};
use crate::ir::{AttrOf, Complement, Cond, Expr, Filter, Name, Objects, Quant, Subject, Who};
use crate::source::Span;
use crate::vocab::NounKind;

impl<'a, 's> Checker<'a, 's> {
    /// What something has: `level 2 or more`, `"Lamp" in its name`, `a marker`, `Boost`.
    /// Of the phrases so many belong to it.
    pub(super) fn has_filter(&mut self, arg: &'a HasArg<'s>, ty: &ObjTy, own: usize) -> Option<Filter> {
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
            HasArg::Phrases(phrases, span) => {
                let phrases = phrases.get(..own.min(phrases.len())).unwrap_or_default();
                return self.has_phrases(phrases, *span, ty);
            }
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

    pub(super) fn has_phrases(&mut self, phrases: &'a [Phrase<'s>], span: Span, ty: &ObjTy) -> Option<Filter> {
        let refused = self.refused;
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
            self.all_heard(&phrases.iter().collect::<Vec<_>>(), refused);
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

    /// What something has, and whether one thing is meant.
    pub(super) fn has_cond(
        &mut self,
        np: &'a Np<'s>,
        was: bool,
        arg: &'a HasArg<'s>,
        span: Span,
    ) -> Option<(Cond, bool)> {
        let value = self.np(np, Want::Any)?;
        self.one_at_least(&value);
        let single = matches!(&value, Val::Objs(_, ty) if ty.single);
        Some((self.has_so(value, np.span, was, arg, span)?, single))
    }

    fn has_so(&mut self, value: Val, at: Span, was: bool, arg: &'a HasArg<'s>, span: Span) -> Option<Cond> {
        let known = match &value {
            Val::Objs(id, ty) => ty.kind != NounKind::Player && self.is_spoken_of(*id),
            Val::Attr(AttrOf::Objects(id), _) => self.is_spoken_of(*id),
            _ => false,
        };
        if was && !known {
            self.no_past(span);
            return None;
        }
        match value {
            Val::Players(who) => self.player_has(Subject::Players(who), arg, span),
            Val::Place(place) => self.player_has(Subject::Place(place), arg, span),
            Val::Objs(id, ty) if ty.kind == NounKind::Player => {
                self.player_has(Subject::Players(Who::Chosen(id)), arg, span)
            }
            Val::Objs(id, ty) => {
                let filter = self.has_filter(arg, &ty, usize::MAX)?;
                self.ask_about(id, &ty, at);
                Some(Cond::Is {
                    subject: Subject::Objects(id),
                    was,
                    what: Complement::Filters(vec![filter]),
                })
            }
            Val::Attr(of, name) => {
                let filter = self.has_filter(arg, &ObjTy::card(), usize::MAX)?;
                Some(Cond::Is {
                    subject: Subject::Attr(of, name),
                    was,
                    what: Complement::Filters(vec![filter]),
                })
            }
            other => {
                self.error(
                    Code::NotACondition,
                    at,
                    format!("{} cannot have anything", other.shown()),
                );
                None
            }
        }
    }

    /// `you have …`, `your hand has …`
    pub(super) fn player_has(&mut self, subject: Subject, arg: &'a HasArg<'s>, span: Span) -> Option<Cond> {
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
                        self.ask_for(what, core.span);
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
}
