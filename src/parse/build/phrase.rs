//! Noun phrases, prepositional phrases, numbers.

use super::{Builder, Pair, Rule};
use crate::ast::{
    Atom, Compare, Core, CoreKind, Deed, Det, Expr, Filter, Icons, Np, Op, Owner, Phrase, Poss, PossStep, Pronoun,
    Quant, QuantKind, Quantity, Relative, RelativeKind, Run, RunAtom, Stack, Tail, Text,
};

impl<'s> Builder<'_, 's> {
    pub(super) fn np(&self, pair: Pair<'_>) -> Option<Np<'s>> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let core = self.core(inner.next()?)?;
        Some(Np {
            core,
            posts: inner.filter_map(|p| self.phrase(p)).collect(),
            span,
        })
    }

    /// The `core post*` that follows a leading word, as in `in VC or RC` and `end of your turn`.
    pub(super) fn np_after_word(&self, pair: Pair<'_>) -> Option<Np<'s>> {
        let mut parts = pair.into_inner().skip_while(|p| p.as_rule() != Rule::core);
        let core = self.core(parts.next()?)?;
        let posts: Vec<_> = parts.filter_map(|p| self.phrase(p)).collect();
        let span = posts.last().map_or(core.span, |p| core.span.to(p.span()));
        Some(Np { core, posts, span })
    }

    pub(super) fn core(&self, pair: Pair<'_>) -> Option<Core<'s>> {
        let span = self.span(&pair);
        let parts: Vec<_> = pair.into_inner().collect();
        let first = parts.first()?;
        let kind = match first.as_rule() {
            Rule::same_as => {
                let mut words = Vec::new();
                let mut than = None;
                for part in first.clone().into_inner() {
                    match part.as_rule() {
                        Rule::word => words.push(self.raw(&part)),
                        Rule::core => than = self.core(part),
                        _ => {}
                    }
                }
                CoreKind::SameAs(words, Box::new(than?))
            }
            Rule::pronoun => CoreKind::Pronoun(self.pronoun(first.clone())?),
            Rule::stack => CoreKind::Stack(Box::new(self.stack(first.clone())?)),
            Rule::group => CoreKind::Group(
                first
                    .clone()
                    .into_inner()
                    .filter(|p| p.as_rule() == Rule::np)
                    .filter_map(|p| self.np(p))
                    .collect(),
            ),
            _ => {
                if let Some(word) = parts
                    .iter()
                    .find(|p| matches!(p.as_rule(), Rule::kw_them | Rule::kw_those))
                {
                    let noun = parts.iter().find(|p| p.as_rule() == Rule::word).map(|p| self.raw(p));
                    let pronoun = Pronoun {
                        word: self.raw(word),
                        noun,
                    };
                    CoreKind::Part(Box::new(self.quant(first.clone())?), pronoun)
                } else {
                    let mut dets = Vec::new();
                    let mut run = Run::default();
                    for part in &parts {
                        match part.as_rule() {
                            Rule::poss => dets.push(Det::Poss(self.poss(part.clone())?)),
                            Rule::quant => dets.push(Det::Quant(self.quant(part.clone())?)),
                            Rule::run => run = self.run(part.clone()),
                            _ => dets.push(Det::Word(self.raw(part))),
                        }
                    }
                    CoreKind::Plain { dets, run }
                }
            }
        };
        Some(Core { kind, span })
    }

    fn pronoun(&self, pair: Pair<'_>) -> Option<Pronoun<'s>> {
        let mut inner = pair.into_inner();
        let word = self.raw(&inner.next()?);
        Some(Pronoun {
            word,
            noun: inner.next().map(|p| self.raw(&p)),
        })
    }

    fn stack(&self, pair: Pair<'_>) -> Option<Stack<'s>> {
        let mut out = Stack {
            poss: None,
            end: self.raw(&pair),
            up_to: false,
            count: None,
            noun: None,
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::poss => out.poss = self.poss(part),
                Rule::kw_top => out.end = self.raw(&part),
                Rule::kw_up => out.up_to = true,
                Rule::quantity => out.count = self.quantity(part),
                Rule::word => out.noun = Some(self.raw(&part)),
                _ => {}
            }
        }
        Some(out)
    }

    pub(super) fn quant(&self, pair: Pair<'_>) -> Option<Quant<'s>> {
        let span = self.span(&pair);
        let parts: Vec<_> = pair.into_inner().collect();
        let of = parts.iter().any(|p| p.as_rule() == Rule::kw_of);
        let quantity = || {
            parts
                .iter()
                .find(|p| p.as_rule() == Rule::quantity)
                .and_then(|p| self.quantity(p.clone()))
        };
        let kind = match parts.first()?.as_rule() {
            Rule::kw_up => QuantKind::UpTo(quantity()?),
            Rule::kw_any if parts.len() > 1 => QuantKind::AnyNumber,
            Rule::kw_any => QuantKind::Any,
            Rule::kw_all => QuantKind::All,
            Rule::kw_each => QuantKind::Each,
            Rule::kw_no => QuantKind::No,
            Rule::kw_a => QuantKind::A,
            Rule::kw_another => QuantKind::Another,
            Rule::kw_that => {
                let much = |p: &Pair<'_>| p.as_rule() == Rule::kw_much && self.raw(p).text == "much";
                QuantKind::ThatMany(parts.iter().any(much))
            }
            _ => QuantKind::Count(
                quantity()?,
                parts.iter().find(|p| p.as_rule() == Rule::kw_more).map(|p| self.raw(p)),
            ),
        };
        Some(Quant { kind, of, span })
    }

    pub(super) fn quantity(&self, pair: Pair<'_>) -> Option<Quantity<'s>> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let first = inner.next()?;
        Some(match first.as_rule() {
            Rule::num => Quantity::Num(self.raw(&first)),
            Rule::var => Quantity::Var(self.raw(&first)),
            _ => {
                let base = self.expr(inner.next()?)?;
                let mut overrides = Vec::new();
                let mut pending = None;
                for part in inner {
                    match part.as_rule() {
                        Rule::expr => pending = self.expr(part),
                        Rule::cond => {
                            if let (Some(expr), Some(cond)) = (pending.take(), self.cond(part)) {
                                overrides.push((expr, cond));
                            }
                        }
                        _ => {}
                    }
                }
                Quantity::Paren {
                    base: Box::new(base),
                    overrides,
                    span,
                }
            }
        })
    }

    pub(super) fn poss(&self, pair: Pair<'_>) -> Option<Poss<'s>> {
        let span = self.span(&pair);
        let mut owner = None;
        let mut steps = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::kw_your | Rule::kw_their | Rule::kw_its => owner = Some(Owner::Word(self.raw(&part))),
                Rule::owner => owner = Some(self.owner(part)?),
                Rule::poss_step => steps.push(self.poss_step(part)?),
                _ => {}
            }
        }
        Some(Poss {
            owner: owner?,
            steps,
            span,
        })
    }

    fn owner(&self, pair: Pair<'_>) -> Option<Owner<'s>> {
        let mut inner = pair.into_inner();
        let first = inner.next()?;
        Some(match first.as_rule() {
            Rule::kw_opponent => Owner::Word(self.raw(&first)),
            Rule::str => Owner::Name(self.inner(&first)),
            _ => {
                let rest = inner.map(|p| self.described(&p)).collect();
                Owner::Phrase(self.raw(&first), rest)
            }
        })
    }

    fn poss_step(&self, pair: Pair<'_>) -> Option<PossStep<'s>> {
        let words = || pair.clone().into_inner().filter(|p| p.as_rule() != Rule::apos);
        let noun = self.raw(&words().last()?);
        let described = if words().count() > 1 {
            words().map(|p| self.described(&p)).collect()
        } else {
            Vec::new()
        };
        Some(PossStep { described, noun })
    }

    /// A word, tag or name of a description inside a possessive.
    fn described(&self, pair: &Pair<'_>) -> RunAtom<'s> {
        let atom = match pair.as_rule() {
            Rule::tag => Atom::Tag(self.inner(pair)),
            Rule::str => Atom::Str(self.inner(pair)),
            _ => Atom::Word(self.raw(pair)),
        };
        RunAtom { or: false, atom }
    }

    fn run(&self, pair: Pair<'_>) -> Run<'s> {
        let mut out = Run::default();
        for part in pair.into_inner() {
            let or = part.as_rule() == Rule::or_atom;
            let atom = if or {
                part.into_inner().find(|p| p.as_rule() == Rule::atom)
            } else {
                Some(part)
            };
            if let Some(atom) = atom.and_then(|p| self.atom(p)) {
                out.atoms.push(RunAtom { or, atom });
            }
        }
        out
    }

    fn atom(&self, pair: Pair<'_>) -> Option<Atom<'s>> {
        let part = pair.into_inner().next()?;
        Some(match part.as_rule() {
            Rule::tag => Atom::Tag(self.inner(&part)),
            Rule::str => Atom::Str(self.inner(&part)),
            Rule::icon => Atom::Icon(self.inner(&part)),
            Rule::fraction => {
                let (a, b) = self.fraction(part)?;
                Atom::Fraction(a, b)
            }
            Rule::counter_name => Atom::Counter(self.raw(&part)),
            _ => Atom::Word(self.raw(&part)),
        })
    }

    pub(super) fn fraction(&self, pair: Pair<'_>) -> Option<(Text<'s>, Text<'s>)> {
        let mut numbers = pair
            .into_inner()
            .filter(|p| p.as_rule() == Rule::num)
            .map(|p| self.raw(&p));
        Some((numbers.next()?, numbers.next()?))
    }

    pub(super) fn icons(&self, pair: Pair<'_>) -> Icons<'s> {
        let span = self.span(&pair);
        Icons {
            icons: pair.into_inner().map(|p| self.inner(&p)).collect(),
            span,
        }
    }

    pub(super) fn phrase(&self, pair: Pair<'_>) -> Option<Phrase<'s>> {
        let span = self.span(&pair);
        Some(match pair.as_rule() {
            Rule::core => Phrase::Core(self.core(pair)?),
            Rule::and_core => Phrase::And(
                pair.into_inner()
                    .find(|p| p.as_rule() == Rule::core)
                    .and_then(|p| self.core(p))?,
            ),
            Rule::post => return pair.into_inner().next().and_then(|p| self.phrase(p)),
            Rule::place_phrase | Rule::role_phrase => {
                let mut preps = Vec::new();
                let mut cores = Vec::new();
                for part in pair.into_inner() {
                    match part.as_rule() {
                        Rule::role | Rule::noun_prep => preps.push(self.raw(&part.into_inner().next()?)),
                        Rule::core => cores.push(self.core(part)?),
                        Rule::cost => return Some(Phrase::PrepCost(preps.pop()?, self.cost(part))),
                        _ => {}
                    }
                }
                let mut alternatives = preps.into_iter().zip(cores);
                let (prep, core) = alternatives.next()?;
                Phrase::Prep {
                    prep,
                    core,
                    or: alternatives.collect(),
                    span,
                }
            }
            Rule::with_phrase => {
                let mut inner = pair.into_inner();
                let word = self.raw(&inner.next()?);
                let mut filters = Vec::new();
                let mut or = false;
                for part in inner {
                    match part.as_rule() {
                        Rule::filter => filters.push((or, self.filter(part)?)),
                        rule => or = rule == Rule::kw_or,
                    }
                }
                Phrase::With { word, filters, span }
            }
            Rule::that_phrase => Phrase::That(Box::new(self.relative(pair)?)),
            _ => return None,
        })
    }

    fn filter(&self, pair: Pair<'_>) -> Option<Filter<'s>> {
        let parts: Vec<_> = pair.into_inner().collect();
        let word = || parts.iter().find(|p| p.as_rule() == Rule::word).map(|p| self.raw(p));
        let compare = || {
            parts
                .iter()
                .find(|p| p.as_rule() == Rule::compare)
                .and_then(|p| self.compare(p.clone()))
        };
        Some(match parts.first()?.as_rule() {
            Rule::kw_different => Filter::Different(word()?),
            Rule::kw_total => Filter::Total(word()?, compare()?),
            Rule::kw_the => Filter::Extreme(
                parts
                    .iter()
                    .find(|p| p.as_rule() == Rule::kw_highest)
                    .map(|p| self.raw(p))?,
                word()?,
            ),
            Rule::str => Filter::NamePart(
                parts
                    .iter()
                    .filter(|p| p.as_rule() == Rule::str)
                    .map(|p| self.inner(p))
                    .collect(),
                word()?,
            ),
            Rule::word => Filter::Attr(word()?, compare()?),
            _ => Filter::Core(self.core(parts.first()?.clone())?),
        })
    }

    fn relative(&self, pair: Pair<'_>) -> Option<Relative<'s>> {
        let span = self.span(&pair);
        let parts: Vec<_> = pair.into_inner().nth(1)?.into_inner().collect();
        let first = parts.first()?;
        let not = parts.iter().any(|p| p.as_rule() == Rule::kw_not);
        let be = parts.iter().any(|p| p.as_rule() == Rule::kw_be);
        let verb = || parts.iter().find(|p| p.as_rule() == Rule::verb).map(|p| self.raw(p));
        let phrases = || {
            parts
                .iter()
                .skip_while(|p| p.as_rule() != Rule::verb)
                .skip(1)
                .filter_map(|p| self.phrase(p.clone()))
                .collect::<Vec<_>>()
        };
        let kind = match first.as_rule() {
            Rule::kw_you | Rule::kw_this | Rule::kw_it | Rule::kw_opponent => {
                RelativeKind::By(self.raw(first), verb()?, phrases())
            }
            Rule::kw_is | Rule::kw_was => {
                let tail = parts.iter().find(|p| p.as_rule() == Rule::complement)?;
                RelativeKind::Is {
                    was: first.as_rule() == Rule::kw_was,
                    not,
                    tail: self.tail(tail.clone()),
                }
            }
            Rule::kw_has | Rule::kw_had => RelativeKind::Has {
                was: first.as_rule() == Rule::kw_had,
                not,
                arg: parts
                    .iter()
                    .find(|p| p.as_rule() == Rule::has_arg)
                    .and_then(|p| self.has_arg(p.clone()))?,
            },
            Rule::kw_can | Rule::kw_cannot => RelativeKind::Can(self.raw(first), Deed { be, verb: verb()? }, phrases()),
            _ => RelativeKind::Does(verb()?, phrases()),
        };
        Some(Relative { kind, span })
    }

    pub(super) fn compare(&self, pair: Pair<'_>) -> Option<Compare<'s>> {
        let mut word = None;
        let mut expr = None;
        let mut than = false;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::kw_more => word = Some(self.raw(&part)),
                Rule::kw_than => than = true,
                Rule::expr => expr = self.expr(part),
                _ => {}
            }
        }
        Some(if than {
            Compare::Than(word?, expr?)
        } else {
            Compare::Number(expr?, word)
        })
    }

    pub(super) fn tail(&self, pair: Pair<'_>) -> Tail<'s> {
        let span = self.span(&pair);
        let mut phrases = Vec::new();
        for part in pair.into_inner() {
            if part.as_rule() == Rule::compare {
                if let Some(compare) = self.compare(part) {
                    return Tail::Compare(compare, span);
                }
            } else {
                phrases.extend(self.phrase(part));
            }
        }
        Tail::Phrases(phrases, span)
    }

    pub(super) fn expr(&self, pair: Pair<'_>) -> Option<Expr<'s>> {
        let mut left: Option<Expr<'s>> = None;
        let mut op = None;
        for part in pair.into_inner() {
            let value = match part.as_rule() {
                Rule::term => self.expr(part)?,
                Rule::prim => self.prim(part)?,
                rule => {
                    op = Some(match rule {
                        Rule::plus => Op::Add,
                        Rule::minus => Op::Sub,
                        Rule::star => Op::Mul,
                        _ => Op::Div,
                    });
                    continue;
                }
            };
            left = Some(match (left, op.take()) {
                (Some(left), Some(op)) => Expr::Binary(op, Box::new(left), Box::new(value)),
                _ => value,
            });
        }
        left
    }

    pub(super) fn prim(&self, pair: Pair<'_>) -> Option<Expr<'s>> {
        let span = self.span(&pair);
        let parts: Vec<_> = pair.clone().into_inner().collect();
        let word = || parts.iter().find(|p| p.as_rule() == Rule::word).map(|p| self.raw(p));
        let np = || {
            parts
                .iter()
                .find(|p| p.as_rule() == Rule::np)
                .and_then(|p| self.np(p.clone()))
                .map(Box::new)
        };
        let first = parts.first()?;
        Some(match first.as_rule() {
            Rule::quantity => Expr::Quantity(self.quantity(first.clone())?),
            Rule::kw_number => Expr::Count(np()?, span),
            Rule::kw_total => Expr::Total(word()?, np()?, span),
            Rule::kw_highest => Expr::Extreme(self.raw(first), word()?, np()?, span),
            Rule::kw_half => {
                let inner = parts
                    .iter()
                    .find(|p| p.as_rule() == Rule::prim)
                    .and_then(|p| self.prim(p.clone()))?;
                let rounding = parts
                    .iter()
                    .skip(1)
                    .find(|p| matches!(p.as_rule(), Rule::kw_up | Rule::kw_down))
                    .map(|p| self.raw(p));
                Expr::Half(Box::new(inner), rounding, span)
            }
            Rule::kw_that => Expr::That(self.raw(&pair)),
            Rule::poss => Expr::Attr(Box::new(self.poss(first.clone())?), word()?),
            _ => Expr::The(word()?),
        })
    }
}
