//! Numbers and comparisons.

use super::Checker;
use super::noun::Want;
use super::possessive::Possessor;
use super::value::Val;
use crate::ast::{Compare as AstCompare, CoreKind, Det, Expr as AstExpr, Np, Op, Poss, Quantity, Text};
use crate::diag::{Code, Diagnostic};
use crate::ir::{AttrOf, Compare, Comparison, Expr, ExprId, Extreme, Name, NumOp, ObjId, Objects};
use crate::source::Span;
use crate::vocab::{Data, ValueType};

impl<'a, 's> Checker<'a, 's> {
    /// A literal, variable or parenthesised number.
    pub(super) fn quantity(&mut self, quantity: &'a Quantity<'s>) -> ExprId {
        match quantity {
            Quantity::Num(text) => {
                let n = self.literal(text.text, text.span);
                self.code.add_expr(Expr::Num(n))
            }
            Quantity::Var(var) => match self.variable(var.text, var.span) {
                Some(id) => id,
                None => self.code.add_expr(Expr::Num(0)),
            },
            Quantity::Paren { base, overrides, .. } => {
                let base = self.expr(base);
                if overrides.is_empty() {
                    return base;
                }
                let arms = overrides
                    .iter()
                    .filter_map(|(expr, cond)| {
                        let expr = self.expr(expr);
                        Some((expr, self.cond(cond)?))
                    })
                    .collect();
                self.code.add_expr(Expr::Override(base, arms))
            }
        }
    }

    /// A number; what is not one is reported and counts as 0.
    pub(super) fn expr(&mut self, expr: &'a AstExpr<'s>) -> ExprId {
        match self.phrase(expr.span(), |checker| checker.number(expr)) {
            Some(id) => id,
            None => self.code.add_expr(Expr::Num(0)),
        }
    }

    fn number(&mut self, expr: &'a AstExpr<'s>) -> Option<ExprId> {
        let node = match expr {
            AstExpr::Quantity(q) => return Some(self.quantity(q)),
            AstExpr::Binary(op, a, b) => {
                let (a, b) = (self.expr(a), self.expr(b));
                let op = match op {
                    Op::Add => NumOp::Add,
                    Op::Sub => NumOp::Sub,
                    Op::Mul => NumOp::Mul,
                    Op::Div => NumOp::Div,
                };
                Expr::Op(op, a, b)
            }
            AstExpr::Count(np, span) => return self.count(np, *span),
            AstExpr::Total(attr, np, _) => {
                let (word, data) = self.attr_or_error(attr.text, attr.span)?;
                self.must_be_number(data.ty, word.name(), attr.span)?;
                let of = self.counted(np)?;
                Expr::Total(Name::Borrowed(word.name()), of)
            }
            AstExpr::Extreme(which, attr, np, _) => {
                let (word, data) = self.attr_or_error(attr.text, attr.span)?;
                self.must_be_number(data.ty, word.name(), attr.span)?;
                let of = self.counted(np)?;
                Expr::Extreme(Self::extreme(which.text), Name::Borrowed(word.name()), of)
            }
            AstExpr::Half(inner, rounding, span) => {
                let inner = self.expr(inner);
                let up = match rounding.map(|r| r.text) {
                    Some("up") => true,
                    Some("down") => false,
                    _ => {
                        self.report(
                            Diagnostic::new(Code::NotANumber, *span, "half of a number may be a fraction")
                                .with_help("say how it is rounded: `half X up` or `half X down`"),
                        );
                        return None;
                    }
                };
                Expr::Half(inner, up)
            }
            AstExpr::That(text) => return self.that_number(text.span, text.text.ends_with("much")),
            AstExpr::Attr(poss, attr) => return self.attr_number(poss, attr),
            AstExpr::The(name) => return self.the_number(name),
        };
        Some(self.code.add_expr(node))
    }

    pub(super) fn extreme(word: &str) -> Extreme {
        if word == "highest" {
            Extreme::Highest
        } else {
            Extreme::Lowest
        }
    }

    fn must_be_number(&mut self, ty: ValueType, name: &str, span: Span) -> Option<()> {
        if ty == ValueType::Number {
            return Some(());
        }
        self.error(Code::NotANumber, span, format!("{name} is not a number"));
        None
    }

    /// `number of cards in your hand`, `number of different names of …`
    fn count(&mut self, np: &'a Np<'s>, span: Span) -> Option<ExprId> {
        let commanding = std::mem::replace(&mut self.frame().commanding, false);
        let result = self.count_inner(np, span);
        self.frame().commanding = commanding;
        result
    }

    fn count_inner(&mut self, np: &'a Np<'s>, span: Span) -> Option<ExprId> {
        if let CoreKind::Plain { dets, run } = &np.core.kind
            && dets.iter().any(|d| matches!(d, Det::Word(w) if w.text == "different"))
            && let Some(crate::ast::RunAtom {
                atom: crate::ast::Atom::Word(word),
                ..
            }) = run.atoms.first()
            && run.atoms.len() == 1
            && self.attr(word.text).is_some()
        {
            let (attr, _) = self.attr_or_error(word.text, word.span)?;
            let of = match np.posts.split_first() {
                Some((crate::ast::Phrase::Prep { prep, core, .. }, rest)) if matches!(prep.text, "of" | "among") => {
                    let rest: Vec<_> = rest.iter().collect();
                    let value = self.noun(core, &rest, Want::Any)?;
                    self.objects_of(value, core.span)?
                }
                _ => {
                    self.error(
                        Code::NotCards,
                        span,
                        "say of which cards: `number of different names of your characters`",
                    );
                    return None;
                }
            };
            return Some(self.code.add_expr(Expr::Distinct(Name::Borrowed(attr.name()), of)));
        }
        // `number of attacks of your followers in this turn`, `number of clans among your rear-guards`
        if let CoreKind::Plain { run, .. } = &np.core.kind
            && let [
                crate::ast::RunAtom {
                    atom: crate::ast::Atom::Word(word),
                    ..
                },
            ] = run.atoms.as_slice()
            && self.attr(word.text).is_some()
            && self
                .pick(word.text, |w, _| {
                    matches!(w.data, Data::Noun(_) | Data::Type(_) | Data::Rel(..)).then_some(())
                })
                .is_none()
            && let Some((crate::ast::Phrase::Prep { prep, core, .. }, rest)) = np.posts.split_first()
            && matches!(prep.text, "of" | "among")
        {
            let (attr, _) = self.attr_or_error(word.text, word.span)?;
            let rest: Vec<_> = rest.iter().collect();
            let value = self.noun(core, &rest, Want::Any)?;
            let of = self.objects_of(value, core.span)?;
            return Some(self.code.add_expr(Expr::Distinct(Name::Borrowed(attr.name()), of)));
        }
        let of = self.counted(np)?;
        Some(self.code.add_expr(Expr::Count(of)))
    }

    /// What is counted or summed.
    fn counted(&mut self, np: &'a Np<'s>) -> Option<ObjId> {
        let value = self.np(np, Want::Any)?;
        self.objects_of(value, np.span)
    }

    /// A value as objects that can be counted.
    pub(super) fn objects_of(&mut self, value: Val, span: Span) -> Option<ObjId> {
        Some(match value {
            Val::Objs(id, _) => id,
            Val::Players(who) => self.code.add_object(Objects::Players(who)),
            Val::Place(place) => self.code.add_object(Objects::CardsAt(place)),
            Val::Amount(amount, _) | Val::Thing(amount) => self.amount_objects(amount),
            Val::Slot(slot, name) => self.code.add_object(Objects::Slot(slot, crate::ir::RefWord::The(name))),
            other => {
                self.error(
                    Code::NotCards,
                    span,
                    format!("expected something that can be counted, found {}", other.shown()),
                );
                return None;
            }
        })
    }

    /// Counters, damage and other amounts as countable objects.
    fn amount_objects(&mut self, amount: crate::ir::Amount) -> ObjId {
        let mut selector = self.selector(amount.quant);
        let mut filters = amount.filters;
        for kind in amount.kinds {
            filters.push(crate::ir::Filter::Value("counter".into(), kind));
        }
        match amount.whose {
            Some(AttrOf::Objects(id)) => filters.push(crate::ir::Filter::Of(id)),
            Some(AttrOf::Player(who)) => selector.whose = Some(who),
            Some(AttrOf::Game | AttrOf::Subject) | None => {}
        }
        selector.descs.push(crate::ir::Desc {
            noun: Some(amount.of),
            filters,
        });
        self.code.add_object(Objects::Select(Box::new(selector)))
    }

    /// `its level`, `your life`
    fn attr_number(&mut self, poss: &'a Poss<'s>, attr: &'a Text<'s>) -> Option<ExprId> {
        let named = self.frame().names.get(attr.text).cloned();
        let possessor = self.possessor(poss)?;
        if let (Some(named), Possessor::Player(who)) = (&named, &possessor) {
            let id = self.code.add_object(Objects::Slot(
                named.slot,
                crate::ir::RefWord::OfPlayer(who.clone(), attr.text.to_owned()),
            ));
            return Some(
                self.code
                    .add_expr(Expr::Attr(AttrOf::Objects(id), Name::Owned(attr.text.to_owned()))),
            );
        }
        if self.scope.states.contains_key(attr.text) {
            self.use_definition("state", attr.text);
            return Some(
                self.code
                    .add_expr(Expr::Attr(possessor.attr_of(), Name::Owned(attr.text.to_owned()))),
            );
        }
        // `your play-points` may be an attribute or an amount; a relation of cards is counted.
        if self.attr(attr.text).is_none() {
            let relation = self.pick(attr.text, |w, _| matches!(w.data, Data::Rel(..)).then_some(w));
            if let Some(word) = relation {
                let name = self.name_of(word, attr.span);
                let id = self.code.add_object(Objects::Related(possessor.attr_of(), name));
                return Some(self.code.add_expr(Expr::Count(id)));
            }
        }
        let (word, data) = self.attr_or_error(attr.text, attr.span)?;
        if !self.attr_fits(&data.on, &possessor) {
            let on = crate::diag::quoted_list(data.on.iter().copied(), 8, "and");
            self.report(
                Diagnostic::new(
                    Code::AttributeMismatch,
                    poss.span.to(attr.span),
                    format!("this has no {}", word.name()),
                )
                .with_help(format!("in {}, {} belongs to {on}", self.scope.vocab.game, word.name()))
                .with_note(word.doc),
            );
            return None;
        }
        self.must_be_number(data.ty, word.name(), attr.span)?;
        Some(
            self.code
                .add_expr(Expr::Attr(possessor.attr_of(), Name::Borrowed(word.name()))),
        )
    }

    /// `the guess`, `the battle-count`
    fn the_number(&mut self, name: &'a Text<'s>) -> Option<ExprId> {
        if let Some(named) = self.frame().names.get(name.text).cloned() {
            for intro in &mut self.frame().intros {
                intro.used |= intro.slot == named.slot;
            }
            if named.late {
                self.late.get_or_insert(named.span);
            }
            return Some(self.code.add_expr(Expr::Named(named.slot, name.text.to_owned())));
        }
        let known = self.pick(name.text, |w, _| match &w.data {
            Data::Attr(a) if a.ty == ValueType::Number => Some(w),
            Data::Noun(n) if n.kind == crate::vocab::NounKind::Number => Some(w),
            _ => None,
        });
        match known {
            Some(word) => {
                let name = self.name_of(word, name.span);
                Some(self.code.add_expr(Expr::Known(name)))
            }
            None => {
                self.unknown_name(name);
                None
            }
        }
    }

    pub(super) fn compare(&mut self, compare: &'a AstCompare<'s>) -> Option<Comparison> {
        let (how, with) = match compare {
            AstCompare::Than(word, expr) => (
                if word.text == "more" {
                    Compare::More
                } else {
                    Compare::Less
                },
                self.number(expr)?,
            ),
            AstCompare::Number(expr, None) => {
                // `Wave 3 or more` gives the comparison with the parameter.
                if let AstExpr::Quantity(Quantity::Var(var)) = expr
                    && let Some(super::refs::ParamValue::Arg(crate::ir::Arg::Compared(comparison))) =
                        self.frame().givens.params.get(var.text)
                {
                    return Some(comparison.clone());
                }
                (Compare::Is, self.number(expr)?)
            }
            AstCompare::Number(expr, Some(word)) => (
                if word.text == "more" {
                    Compare::OrMore
                } else {
                    Compare::OrLess
                },
                self.number(expr)?,
            ),
        };
        Some(Comparison { how, with })
    }
}
