//! Abilities, heads and statements.

use super::{Builder, Pair, Rule};
use crate::ast::{
    Ability, Amount, Block, Body, Category, Cost, Deed, Delta, Grant, Head, KeywordLine, Limit, Mod, OptionArm, Pred,
    Quant, Stmt, StmtKind, TimePoint, Trigger,
};
use crate::source::Span;

impl<'s> Builder<'_, 's> {
    pub(super) fn ability(&self, pair: Pair<'_>) -> Option<Ability<'s>> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let word = inner.next()?;
        let category_span = self.span(&word);
        let category = match word.into_inner().next()?.as_rule() {
            Rule::kw_act => Category::Act,
            Rule::kw_auto => Category::Auto,
            Rule::kw_cont => Category::Cont,
            _ => Category::Play,
        };
        let mut out = Ability {
            category,
            category_span,
            labels: Vec::new(),
            heads: Vec::new(),
            cost: None,
            body: Body::None,
            span,
        };
        let mut comma = false;
        for part in inner {
            match part.as_rule() {
                Rule::label if out.heads.is_empty() && !comma => out.labels.extend(self.label(part)),
                Rule::comma => comma = true,
                Rule::cost => out.cost = Some(self.cost(part)),
                Rule::block => out.body = Body::Block(self.block(part)),
                Rule::members => {
                    let span = self.span(&part);
                    out.body = Body::Members(self.members(part), span);
                }
                _ => out.heads.extend(self.head(part)),
            }
        }
        Some(out)
    }

    pub(super) fn keyword_line(&self, pair: Pair<'_>) -> KeywordLine<'s> {
        let span = self.span(&pair);
        let mut out = KeywordLine {
            labels: Vec::new(),
            heads: Vec::new(),
            cost: None,
            body: Body::None,
            span,
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::label_run => out
                    .labels
                    .push(part.into_inner().filter_map(|p| self.label(p)).collect()),
                Rule::kw_or | Rule::comma => {}
                Rule::cost => out.cost = Some(self.cost(part)),
                Rule::block => out.body = Body::Block(self.block(part)),
                Rule::members => {
                    let span = self.span(&part);
                    out.body = Body::Members(self.members(part), span);
                }
                _ => out.heads.extend(self.head(part)),
            }
        }
        out
    }

    fn head(&self, pair: Pair<'_>) -> Option<Head<'s>> {
        let span = self.span(&pair);
        Some(match pair.as_rule() {
            Rule::works => Head::Works(self.np_after_word(pair)?, span),
            Rule::limit => Head::Limit(self.limit(pair)),
            Rule::trigger => Head::Trigger(self.trigger(pair)?),
            Rule::if_head => Head::If(
                pair.into_inner()
                    .find(|p| p.as_rule() == Rule::cond)
                    .and_then(|p| self.cond(p))?,
            ),
            Rule::during => Head::During(pair.into_inner().nth(1).and_then(|p| self.np(p))?, span),
            Rule::swap => {
                let words: Vec<_> = pair.into_inner().map(|p| p.as_rule()).collect();
                Head::Swap {
                    may: words.contains(&Rule::kw_may),
                    instead: words.contains(&Rule::kw_instead),
                    span,
                }
            }
            Rule::label => Head::Label(self.label(pair)?),
            _ => return None,
        })
    }

    fn trigger(&self, pair: Pair<'_>) -> Option<Trigger<'s>> {
        let span = self.span(&pair);
        let mut events = Vec::new();
        let mut times = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::event => events.extend(self.event(part)),
                Rule::np => times.push(self.np(part)?),
                _ => {}
            }
        }
        Some(match (times.pop(), times.is_empty()) {
            (None, _) => Trigger::When(events, span),
            (Some(only), true) if events.is_empty() => Trigger::At(only, span),
            (Some(last), _) => {
                times.push(last);
                Trigger::Either(events, times, span)
            }
        })
    }

    pub(super) fn limit(&self, pair: Pair<'_>) -> Limit<'s> {
        let span = self.span(&pair);
        let mut out = Limit {
            times: None,
            per: Vec::new(),
            span,
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::quantity => out.times = self.quantity(part),
                Rule::word | Rule::kw_player => out.per.push(self.raw(&part)),
                _ => {}
            }
        }
        out
    }

    pub(super) fn cost(&self, pair: Pair<'_>) -> Cost<'s> {
        let span = self.span(&pair);
        let mut out = Cost {
            given: false,
            parts: Vec::new(),
            or: None,
            span,
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::dots => out.given = true,
                Rule::command => out.parts.extend(self.stmt(part)),
                Rule::cost => out.or = Some(Box::new(self.cost(part))),
                _ => {}
            }
        }
        if let Some(or) = &out.or {
            // The span of the first cost ends before its alternative.
            out.span.end = out.span.end.min(or.span.start);
        }
        out
    }

    pub(super) fn block(&self, pair: Pair<'_>) -> Block<'s> {
        let span = self.span(&pair);
        let mut out = Block {
            given: false,
            stmts: Vec::new(),
            span,
        };
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::dots => out.given = true,
                Rule::lbrace | Rule::rbrace | Rule::nl | Rule::semi => {}
                _ => out.stmts.extend(self.stmt(part)),
            }
        }
        out
    }

    pub(super) fn stmt(&self, pair: Pair<'_>) -> Option<Stmt<'s>> {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::command => self.command(pair)?,
            Rule::sentence => self.sentence(pair)?,
            Rule::if_stmt => self.if_stmt(pair)?,
            Rule::override_stmt => {
                let (cond, block) = self.cond_block(pair)?;
                StmtKind::Override(cond, block)
            }
            Rule::otherwise_stmt => StmtKind::Otherwise(
                pair.into_inner()
                    .find(|p| p.as_rule() == Rule::block)
                    .map(|p| self.block(p))?,
            ),
            Rule::for_each => {
                let mut np = None;
                let mut block = None;
                for part in pair.into_inner() {
                    match part.as_rule() {
                        Rule::np => np = self.np(part),
                        Rule::block => block = Some(self.block(part)),
                        _ => {}
                    }
                }
                StmtKind::ForEach(np?, block?)
            }
            Rule::repeat_stmt => self.repeat(pair)?,
            Rule::scoped => self.scoped(pair)?,
            Rule::delayed => self.delayed(pair)?,
            Rule::modal => self.modal(pair)?,
            Rule::define => {
                let mut inner = pair.into_inner();
                let name = self.raw(&inner.next()?);
                StmtKind::Define(name, self.expr(inner.nth(1)?)?)
            }
            Rule::may_stmt => self.may(None, pair.into_inner().skip(1)),
            _ => return None,
        };
        Some(Stmt { kind, span })
    }

    fn command(&self, pair: Pair<'_>) -> Option<StmtKind<'s>> {
        let mut inner = pair.into_inner();
        let verb = self.raw(&inner.next()?);
        let mut phrases = Vec::new();
        let mut mods = Vec::new();
        for part in inner {
            match self.modifier(part.clone()) {
                Some(m) => mods.push(m),
                None => phrases.extend(self.phrase(part)),
            }
        }
        Some(StmtKind::Command { verb, phrases, mods })
    }

    fn sentence(&self, pair: Pair<'_>) -> Option<StmtKind<'s>> {
        let mut inner = pair.into_inner();
        let first = self.np(inner.next()?)?;
        let mut subjects = vec![first];
        let mut pred = None;
        let mut mods = Vec::new();
        while let Some(part) = inner.next() {
            match part.as_rule() {
                Rule::kw_may => return Some(self.may(subjects.pop(), inner)),
                Rule::block => return Some(StmtKind::Actor(subjects.pop()?, self.block(part))),
                Rule::kw_and => {}
                Rule::np => subjects.extend(self.np(part)),
                Rule::gain | Rule::becoming | Rule::prohibit | Rule::price | Rule::be | Rule::own => {
                    pred = self.pred(part);
                }
                _ => mods.extend(self.modifier(part)),
            }
        }
        Some(StmtKind::Sentence {
            subjects,
            pred: pred?,
            mods,
        })
    }

    fn may<'p>(&self, who: Option<crate::ast::Np<'s>>, parts: impl Iterator<Item = Pair<'p>>) -> StmtKind<'s> {
        let mut cost = None;
        let mut body = None;
        let mut command = None;
        for part in parts {
            match part.as_rule() {
                Rule::cost => cost = Some(self.cost(part)),
                Rule::block => body = Some(self.block(part)),
                Rule::command => command = self.stmt(part).map(Box::new),
                _ => {}
            }
        }
        StmtKind::May {
            who,
            cost,
            body,
            command,
        }
    }

    fn cond_block(&self, pair: Pair<'_>) -> Option<(crate::ast::Cond<'s>, Block<'s>)> {
        let mut cond = None;
        let mut block = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::cond => cond = self.cond(part),
                Rule::block => block = Some(self.block(part)),
                _ => {}
            }
        }
        Some((cond?, block?))
    }

    fn if_stmt(&self, pair: Pair<'_>) -> Option<StmtKind<'s>> {
        let mut cond = None;
        let mut then = None;
        let mut other = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::cond => cond = self.cond(part),
                Rule::block if then.is_none() => then = Some(self.block(part)),
                Rule::block => other = Some(self.block(part)),
                Rule::if_stmt => {
                    let span = self.span(&part);
                    other = Some(Block {
                        given: false,
                        stmts: self.stmt(part).into_iter().collect(),
                        span,
                    });
                }
                _ => {}
            }
        }
        Some(StmtKind::If {
            cond: cond?,
            then: then?,
            other,
        })
    }

    fn repeat(&self, pair: Pair<'_>) -> Option<StmtKind<'s>> {
        let mut times = None;
        let mut body = None;
        let mut until = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::prim => times = self.prim(part),
                Rule::block => body = Some(self.block(part)),
                Rule::cond => until = self.cond(part),
                _ => {}
            }
        }
        Some(StmtKind::Repeat {
            times,
            body: body?,
            until,
        })
    }

    fn scoped(&self, pair: Pair<'_>) -> Option<StmtKind<'s>> {
        let mut inner = pair.into_inner();
        let scope = self.modifier(inner.next()?)?;
        let stmt = inner.find(|p| p.as_rule() != Rule::comma).and_then(|p| self.stmt(p))?;
        Some(StmtKind::Scoped(scope, Box::new(stmt)))
    }

    fn delayed(&self, pair: Pair<'_>) -> Option<StmtKind<'s>> {
        let span = self.span(&pair);
        let mut next = None;
        let mut trigger = None;
        let mut heads = Vec::new();
        let mut cost = None;
        let mut body = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::kw_next => next = Some(self.raw(&part)),
                Rule::word => next = Some(self.raw(&part)),
                Rule::event => {
                    let at = self.span(&part);
                    trigger = Some(Trigger::When(self.event(part).into_iter().collect(), at));
                }
                Rule::np => {
                    let at = self.span(&part);
                    trigger = Some(Trigger::At(self.np(part)?, at));
                }
                Rule::cost => cost = Some(self.cost(part)),
                Rule::block => body = Some(self.block(part)),
                Rule::kw_when | Rule::kw_at | Rule::comma => {}
                _ => heads.extend(self.head(part)),
            }
        }
        let _ = span;
        Some(StmtKind::Delayed {
            next,
            trigger: trigger?,
            heads,
            cost,
            body: body?,
        })
    }

    fn modal(&self, pair: Pair<'_>) -> Option<StmtKind<'s>> {
        let mut inner = pair.into_inner();
        let verb = self.raw(&inner.next()?);
        let quant = self.quant(inner.next()?)?;
        let mut overrides = Vec::new();
        let mut options = Vec::new();
        let mut widened: Option<Quant<'s>> = None;
        for part in inner {
            match part.as_rule() {
                Rule::quant => widened = self.quant(part),
                Rule::cond => {
                    if let (Some(quant), Some(cond)) = (widened.take(), self.cond(part)) {
                        overrides.push((quant, cond));
                    }
                }
                Rule::option_arm => options.extend(self.option(part)),
                _ => {}
            }
        }
        Some(StmtKind::Modal {
            verb,
            quant,
            overrides,
            options,
        })
    }

    fn option(&self, pair: Pair<'_>) -> Option<OptionArm<'s>> {
        let span = self.span(&pair);
        let mut name = None;
        let mut limit = None;
        let mut cond = None;
        let mut cost = None;
        let mut body = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::str => name = Some(self.inner(&part)),
                Rule::limit => limit = Some(self.limit(part)),
                Rule::cond => cond = self.cond(part),
                Rule::cost => cost = Some(self.cost(part)),
                Rule::block => body = Some(self.block(part)),
                _ => {}
            }
        }
        Some(OptionArm {
            name,
            limit,
            cond,
            cost,
            body: body?,
            span,
        })
    }

    fn pred(&self, pair: Pair<'_>) -> Option<Pred<'s>> {
        let rule = pair.as_rule();
        let mut inner = pair.into_inner();
        let word = inner.next()?;
        Some(match rule {
            Rule::gain => {
                let grants = inner
                    .filter(|p| p.as_rule() == Rule::grant)
                    .filter_map(|p| self.grant(p))
                    .collect();
                if word.as_rule() == Rule::kw_get {
                    Pred::Gets(grants)
                } else {
                    Pred::Loses(grants)
                }
            }
            Rule::becoming => Pred::Becomes(self.tail(inner.next()?)),
            Rule::prohibit => {
                let mut deeds = Vec::new();
                let mut phrases = Vec::new();
                for part in inner {
                    match part.as_rule() {
                        Rule::deed => deeds.extend(self.deed(part)),
                        Rule::kw_or => {}
                        _ => phrases.extend(self.phrase(part)),
                    }
                }
                Pred::Modal {
                    word: self.raw(&word),
                    deeds,
                    phrases,
                }
            }
            Rule::price => {
                let amount = self.amount(inner.next()?)?;
                Pred::Costs(amount, self.raw(&inner.next()?))
            }
            Rule::be => Pred::Is(self.tail(inner.next()?)),
            _ => Pred::Has(self.has_arg(inner.next()?)?),
        })
    }

    fn deed(&self, pair: Pair<'_>) -> Option<Deed<'s>> {
        let mut be = false;
        let mut verb = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::kw_be => be = true,
                _ => verb = Some(self.raw(&part)),
            }
        }
        Some(Deed { be, verb: verb? })
    }

    fn grant(&self, pair: Pair<'_>) -> Option<Grant<'s>> {
        let part = pair.into_inner().next()?;
        Some(match part.as_rule() {
            Rule::delta => Grant::Delta(self.delta(part)?),
            Rule::members => {
                let span = self.span(&part);
                Grant::Members(self.members(part), span)
            }
            _ => Grant::Np(self.np(part)?),
        })
    }

    pub(super) fn delta(&self, pair: Pair<'_>) -> Option<Delta<'s>> {
        let span = self.span(&pair);
        let mut minus = Vec::new();
        let mut numbers = Vec::new();
        let mut attr = None;
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::sign => minus.push(part.into_inner().next()?.as_rule() == Rule::minus),
                Rule::prim => numbers.push(self.prim(part)?),
                Rule::word => attr = Some(self.raw(&part)),
                _ => {}
            }
        }
        let mut numbers = numbers.into_iter();
        let first = numbers.next()?;
        let second = numbers.next().map(|n| (minus.get(1).copied().unwrap_or(false), n));
        Some(Delta {
            minus: minus.first().copied().unwrap_or(false),
            first,
            second,
            attr,
            span,
        })
    }

    fn amount(&self, pair: Pair<'_>) -> Option<Amount<'s>> {
        let mut icons = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::icons => icons.push(self.icons(part)),
                Rule::prim => return Some(Amount::Expr(self.prim(part)?)),
                _ => {}
            }
        }
        Some(Amount::Icons(icons))
    }

    /// A trailing modifier; anything else is `None`.
    fn modifier(&self, pair: Pair<'_>) -> Option<Mod<'s>> {
        let span = self.span(&pair);
        Some(match pair.as_rule() {
            Rule::until => {
                let part = pair.into_inner().nth(1)?;
                match part.as_rule() {
                    Rule::timepoint => Mod::UntilTime(self.timepoint(part)?),
                    _ => Mod::UntilEvent(self.event(part)?, span),
                }
            }
            Rule::while_clause => Mod::While(pair.into_inner().nth(1).and_then(|p| self.cond(p))?, span),
            Rule::during => Mod::During(pair.into_inner().nth(1).and_then(|p| self.np(p))?, span),
            Rule::per_each => Mod::PerEach(
                pair.into_inner()
                    .find(|p| p.as_rule() == Rule::np)
                    .and_then(|p| self.np(p))?,
                span,
            ),
            Rule::where_clause => self.where_clause(pair, span),
            Rule::limit => Mod::Limit(self.limit(pair)),
            _ => return None,
        })
    }

    fn where_clause(&self, pair: Pair<'_>, span: Span) -> Mod<'s> {
        let mut name = None;
        let mut out = Vec::new();
        for part in pair.into_inner() {
            match part.as_rule() {
                Rule::var => name = Some(self.raw(&part)),
                Rule::expr => {
                    if let (Some(name), Some(expr)) = (name.take(), self.expr(part)) {
                        out.push((name, expr));
                    }
                }
                _ => {}
            }
        }
        Mod::Where(out, span)
    }

    fn timepoint(&self, pair: Pair<'_>) -> Option<TimePoint<'s>> {
        let span = self.span(&pair);
        let edge = pair
            .clone()
            .into_inner()
            .find(|p| p.as_rule() == Rule::kw_start)
            .map(|p| self.raw(&p))?;
        let of = self.np_after_word(pair);
        Some(TimePoint { edge, of, span })
    }
}
