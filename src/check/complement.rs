//! What follows `is` and `becomes`.

use super::Checker;
use super::noun::Want;
use super::value::Val;
use crate::ast::{CoreKind, Phrase, Tail, Text};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Complement, Expr, Filter, Objects, Quant, Selector, Subject, Who};
use crate::source::Span;
use crate::vocab::{AdjKind, Data};

impl<'a, 's> Checker<'a, 's> {
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

    pub(super) fn possessed_complement(
        &mut self,
        possessor: super::possessive::Possessor,
        word: &'a Text<'s>,
    ) -> Option<Complement> {
        let found = self.pick(word.text, |w, _| {
            matches!(w.data, Data::Rel(..) | Data::Type(_) | Data::Noun(_) | Data::Time(_)).then_some(w)
        });
        let Some(found) = found else {
            self.unknown_noun(word.span, word.text);
            return None;
        };
        let name = self.name_of(found, word.span);
        Some(match (&found.data, possessor) {
            (Data::Rel(_, crate::vocab::RelTo::Player), super::possessive::Possessor::Objects(id, _)) => {
                Complement::Player(Who::Of(id, name))
            }
            (Data::Rel(..), possessor) => {
                Complement::Objects(self.code.add_object(Objects::Related(possessor.attr_of(), name)))
            }
            (Data::Time(_), super::possessive::Possessor::Player(who)) => Complement::Time(crate::ir::TimeRef {
                whose: Some(who),
                ..self.time(found.name())
            }),
            (_, possessor) => {
                let mut selector = self.selector(Quant::Bare);
                match possessor {
                    super::possessive::Possessor::Player(who) => selector.whose = Some(who),
                    super::possessive::Possessor::Objects(id, _) => selector.filters.push(Filter::Of(id)),
                    super::possessive::Possessor::Subject | super::possessive::Possessor::Time(_) => {}
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
        let before = self.refused;
        let complement = self.phrases_complement_inner(phrases, span, becomes)?;
        self.all_heard(phrases, before);
        Some(complement)
    }

    fn phrases_complement_inner(
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
                self.noun(core, &[], Want::Any);
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

    pub(super) fn value_complement(&mut self, value: Val, span: Span, becomes: bool) -> Option<Complement> {
        Some(match value {
            Val::Objs(id, _) => match self.code[id].clone() {
                // `they are all characters` says of all of them what `they are characters` says.
                Objects::Select(selector)
                    if plain_description(&selector) || !becomes && all_of_a_description(&selector) =>
                {
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
}

/// Whether a core is nothing but `also`.
fn only_also(core: &crate::ast::Core<'_>) -> bool {
    matches!(&core.kind, CoreKind::Plain { dets, run } if dets.is_empty() && matches!(run.atoms.as_slice(), [crate::ast::RunAtom { atom: crate::ast::Atom::Word(Text { text: "also", .. }), .. }]))
}

/// Whether a selector only describes: it chooses nothing and names no place of its own.
fn plain_description(selector: &Selector) -> bool {
    matches!(selector.quant, Quant::A | Quant::Bare | Quant::Any) && selector.slot.is_none() && selector.among.is_none()
}

/// Whether a selector says `all` of a description and nothing of where or whose: no other cards are meant by it.
fn all_of_a_description(selector: &Selector) -> bool {
    matches!(selector.quant, Quant::All)
        && selector.slot.is_none()
        && selector.among.is_none()
        && selector.whose.is_none()
        && selector.places.is_empty()
        && !selector.other
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
