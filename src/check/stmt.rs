//! Statements.

use super::Checker;
use super::event::Form;
use super::mods::Mods;
use super::mods::mod_span;
use super::noun::Want;
use super::refs::{Intro, Origin};
use super::value::{ObjTy, Val};
use super::verb::VerbRef;
use crate::ast::{Block, Cost, Expr as AstExpr, Mod, Np, Quant as AstQuant, Stmt as AstStmt, StmtKind, Text};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Ability, ChoiceTime, ModalOption, Stmt, StmtId, Who};
use crate::source::Span;
use crate::vocab::NounKind;

impl<'a, 's> Checker<'a, 's> {
    /// The statements of a block.
    pub(super) fn block(&mut self, block: &'a Block<'s>) -> Vec<StmtId> {
        if block.given {
            let (given, open) = (self.frame().givens.block, self.frame().givens.open);
            return match given {
                Some(given) => self.outside(|checker| checker.given_block(given)),
                None if open && !self.frame().givens.declares.1 => {
                    self.report(
                        Diagnostic::new(
                            Code::BlockMismatch,
                            block.span,
                            "this definition does not take an effect",
                        )
                        .with_help("declare it behind the name: `keyword Name {...} …`"),
                    );
                    Vec::new()
                }
                None if open => vec![self.code.stmt_at(Stmt::Given, block.span.into())],
                None => Vec::new(),
            };
        }
        let mut out: Vec<StmtId> = Vec::new();
        for stmt in &block.stmts {
            match &stmt.kind {
                StmtKind::Override(cond, body) => {
                    let Some(base) = out.pop() else {
                        self.report(
                            Diagnostic::new(
                                Code::NothingBefore,
                                stmt.span,
                                "`instead if` replaces the statement before it, but there is none",
                            )
                            .with_help("put the ordinary effect first: `draw 1; instead if … { draw 2 }`"),
                        );
                        continue;
                    };
                    out.push(self.instead(base, cond, body, stmt.span));
                }
                StmtKind::Otherwise(body) => {
                    let Some(before) = self.frame().last.filter(|_| !out.is_empty()) else {
                        self.report(
                            Diagnostic::new(
                                Code::NothingBefore,
                                stmt.span,
                                "`otherwise` follows a `may`, a command or an `if`, but nothing stands before it",
                            )
                            .with_help("put the action first: `may draw 1; otherwise { … }`"),
                        );
                        continue;
                    };
                    out.push(self.otherwise(before, body, stmt.span));
                }
                _ => {
                    let now = self.mark();
                    let began = self.frame().began.clone();
                    out.extend(self.stmt(stmt));
                    // `if not done` asks about the statement before, as `otherwise` does.
                    let asks = matches!(&stmt.kind, StmtKind::If { cond, .. } if is_about_done(cond));
                    self.frame().began = if asks { began } else { now };
                }
            }
        }
        out
    }

    /// The effect given to a keyword: what it leaves unused is its own affair, whatever the keyword does behind it.
    pub(super) fn given_block(&mut self, block: &'a Block<'s>) -> Vec<StmtId> {
        let mark = self.frame().intros.len();
        let known: Vec<&'s str> = self.frame().vars.keys().copied().collect();
        let stmts = self.block(block);
        self.unused_choices(mark);
        for intro in self.frame().intros.iter_mut().skip(mark) {
            intro.chosen = false;
        }
        let unused: Vec<(&'s str, Span)> = self
            .frame()
            .vars
            .iter()
            .filter(|(n, v)| !v.used && !known.contains(*n))
            .map(|(n, v)| (*n, v.span))
            .collect();
        for (name, span) in unused {
            self.unused_variable(name, span);
            if let Some(var) = self.frame().vars.get_mut(name) {
                var.used = true;
            }
        }
        stmts
    }

    /// One statement.
    pub(super) fn stmt(&mut self, stmt: &'a AstStmt<'s>) -> Option<StmtId> {
        self.taken(stmt.span, |checker| {
            checker.phrase(stmt.span, |checker| checker.stmt_scoped(stmt, &[]))
        })
    }

    /// One statement under durations that stand in front of it.
    pub(super) fn stmt_scoped(&mut self, stmt: &'a AstStmt<'s>, scopes: &[&'a Mod<'s>]) -> Option<StmtId> {
        let span = stmt.span;
        let node = match &stmt.kind {
            StmtKind::Command { verb, phrases, mods } => {
                let mods: Vec<&'a Mod<'s>> = mods.iter().chain(scopes.iter().copied()).collect();
                return self.command(verb, phrases, &mods, span);
            }
            StmtKind::Sentence { subjects, pred, mods } => {
                let mods: Vec<&'a Mod<'s>> = mods.iter().chain(scopes.iter().copied()).collect();
                return self.sentence(subjects, pred, &mods, span);
            }
            StmtKind::Scoped(scope, inner) => {
                let mut all = scopes.to_vec();
                all.push(scope);
                return self.stmt_scoped(inner, &all);
            }
            StmtKind::Delayed {
                next,
                trigger,
                heads,
                cost,
                body,
            } => {
                let mut mods = Mods::default();
                self.durations(scopes, &mut mods);
                let mark = self.frame().events.len();
                self.frame().waiting.push(mark);
                let mut node = Ability {
                    category: crate::ast::Category::Auto,
                    src: span.into(),
                    ..Ability::empty()
                };
                node.trigger = self.trigger(trigger);
                self.waits_during(&node, &mut mods);
                self.heads(heads, &mut node);
                if let Some(cost) = cost
                    && let Some(id) = self.cost_or_none(cost)
                {
                    node.cost = Some((id, crate::ir::CostUse::Optional));
                }
                let would = matches!(&node.trigger, Some(crate::ir::Trigger::Events(l)) if l.iter().any(|e| self.code[*e].would));
                if would && node.replaces.is_none() {
                    self.report(
                        Diagnostic::new(
                            Code::TriggerNotAllowed,
                            span,
                            "an event that only would happen must be replaced",
                        )
                        .with_help("write `…, instead { … }`"),
                    );
                }
                let continuous = std::mem::replace(&mut self.frame().continuous, false);
                let replacing = std::mem::replace(&mut self.frame().replacing, node.replaces.is_some());
                node.body = self.branch(|checker| checker.block(body));
                self.frame().continuous = continuous;
                self.frame().replacing = replacing;
                self.frame().events.truncate(mark);
                self.frame().waiting.pop();
                if body.stmts.is_empty() && !body.given && node.replaces.is_none() {
                    self.report(
                        Diagnostic::new(Code::EmptyBlock, body.span, "this effect is empty")
                            .with_help("say what happens: `{ draw 1 }`"),
                    );
                }
                // What waits answers once, unless it is said for how long it waits; what it replaces it replaces as long as it lasts.
                let once = next.is_some()
                    || matches!(trigger, crate::ast::Trigger::At(..))
                    || mods.durations.is_empty() && node.replaces.is_none();
                let ability = self.code.add_ability(node);
                Stmt::Delayed {
                    once,
                    ability,
                    durations: mods.durations,
                }
            }
            _ => {
                if let Some(scope) = scopes.first() {
                    let at = mod_span(scope);
                    self.report(
                        Diagnostic::new(Code::DurationOnCommand, at, "this duration has nothing to last").with_help(
                            "durations belong to `gets`, `loses`, `becomes`, `cannot`, `costs` and to `when …`",
                        ),
                    );
                }
                self.plain_stmt(stmt)?
            }
        };
        let id = self.code.stmt_at(node, span.into());
        self.frame().last = Some(id);
        Some(id)
    }

    /// `next time … this turn`: the time says how long the ability waits.
    fn waits_during(&mut self, node: &Ability, mods: &mut Mods) {
        let Some(crate::ir::Trigger::Events(events)) = &node.trigger else {
            return;
        };
        for id in events {
            let Some(event) = self.code.events.get_mut(id.0 as usize) else {
                continue;
            };
            if let Some(crate::ir::Window::In(time)) = event.window.take() {
                mods.durations.push(crate::ir::Duration::During(time));
            }
        }
    }

    pub(super) fn plain_stmt(&mut self, stmt: &'a AstStmt<'s>) -> Option<Stmt> {
        Some(match &stmt.kind {
            StmtKind::If { cond, then, other } => {
                let mark = self.frame().intros.len();
                let cond = self.cond(cond);
                let done = cond.and_then(|cond| self.asks_done(cond));
                self.remember_asked();
                let then = self.arm(then, done == Some(false));
                let other = match other {
                    Some(other) => self.arm(other, done == Some(true)),
                    None => Vec::new(),
                };
                self.frame().intros.truncate(mark);
                Stmt::If {
                    cond: cond?,
                    then,
                    other,
                }
            }
            StmtKind::ForEach(np, body) => self.for_each(np, body)?,
            StmtKind::Repeat { times, body, until } => {
                if times.is_none() && until.is_none() {
                    self.report(
                        Diagnostic::new(Code::Unbounded, stmt.span, "this repetition has no end")
                            .with_help("say how often: `repeat 3 times { … }`, or until when: `repeat { … } until …`"),
                    );
                }
                let times = times.as_ref().map(|t| self.expr(t));
                let (body, until) = self.branch(|checker| {
                    let body = checker.block(body);
                    let until = until.as_ref().and_then(|c| checker.cond(c));
                    (body, until)
                });
                Stmt::Repeat { times, body, until }
            }
            StmtKind::Modal {
                verb,
                quant,
                overrides,
                options,
            } => self.modal(verb, quant, overrides, options, stmt.span)?,
            StmtKind::Define(name, expr) => self.definition_stmt(name, expr),
            StmtKind::May {
                who,
                cost,
                body,
                command,
            } => self.may(
                who.as_ref(),
                cost.as_ref(),
                body.as_ref(),
                command.as_deref(),
                stmt.span,
            )?,
            StmtKind::Actor(np, block) => {
                let who = self.actor(np)?;
                self.frame().actors.push(who.clone());
                let (mark, told) = (self.frame().intros.len(), self.frame().told.len());
                let body = self.block(block);
                self.frame().actors.pop();
                if matches!(who, Who::Each) {
                    // Both players did it: one word for what one of them chose would pass over the other.
                    self.unused_choices(mark);
                    self.frame().intros.truncate(mark);
                    self.frame().told.truncate(told);
                }
                self.forget_drawn(mark);
                Stmt::Actor { who, body }
            }
            StmtKind::Override(..)
            | StmtKind::Otherwise(_)
            | StmtKind::Scoped(..)
            | StmtKind::Delayed { .. }
            | StmtKind::Sentence { .. }
            | StmtKind::Command { .. } => return None,
        })
    }

    /// A block behind a condition; where the condition says that the last statement was not carried out, it speaks of nothing.
    fn arm(&mut self, body: &'a Block<'s>, not_done: bool) -> Vec<StmtId> {
        let read = |checker: &mut Self| checker.branch(|checker| checker.block(body));
        if not_done { self.without_last(read) } else { read(self) }
    }

    /// What a player may do, for a cost or without one.
    fn may(
        &mut self,
        who: Option<&'a Np<'s>>,
        cost: Option<&'a Cost<'s>>,
        body: Option<&'a Block<'s>>,
        command: Option<&'a AstStmt<'s>>,
        span: Span,
    ) -> Option<Stmt> {
        let who = match who {
            Some(np) => self.actor(np)?,
            // Inside what another player does, a bare `may` is that player's.
            None if !self.frame().actors.is_empty() => Who::They,
            None => Who::You,
        };
        if cost.is_none() && command.is_none() && body.is_some_and(|b| b.stmts.is_empty() && !b.given) {
            self.empty_optional(span);
        }
        let acting = !matches!(who, Who::You | Who::They);
        if acting {
            self.frame().actors.push(who.clone());
        }
        let cost = cost.and_then(|c| self.cost_or_none(c));
        let mut stmts = Vec::new();
        if let Some(block) = body {
            stmts = self.block(block);
        }
        if let Some(command) = command {
            stmts.extend(self.stmt(command));
        }
        if acting {
            self.frame().actors.pop();
        }
        Some(Stmt::May { who, cost, body: stmts })
    }

    fn for_each(&mut self, np: &'a Np<'s>, body: &'a Block<'s>) -> Option<Stmt> {
        let commanding = std::mem::replace(&mut self.frame().commanding, false);
        let value = self.np(np, Want::Any);
        self.frame().commanding = commanding;
        let ty = match &value {
            Some(Val::Objs(_, ty)) => ObjTy {
                single: true,
                ..ty.clone()
            },
            _ => ObjTy::card(),
        };
        let over = value.and_then(|v| self.objects_of(v, np.span));
        let slot = self.frame().new_slot();
        self.frame().elements.push((slot, ty.clone()));
        let mark = self.frame().intros.len();
        self.introduce(Intro {
            slot,
            ty,
            singles: 1,
            span: np.span,
            used: true,
            chosen: false,
            looked: false,
            shown: false,
            time: ChoiceTime::Play,
            origin: Origin::Said,
            this: false,
            of: None,
        });
        let body = self.branch(|checker| checker.block(body));
        let frame = self.frame();
        frame.elements.pop();
        frame.intros.truncate(mark);
        Some(Stmt::ForEach {
            over: over?,
            slot,
            body,
        })
    }

    /// The player of `opponent { … }`, `its controller { … }`, `1 target player { … }`.
    pub(super) fn actor(&mut self, np: &'a crate::ast::Np<'s>) -> Option<Who> {
        let commanding = std::mem::replace(&mut self.frame().commanding, true);
        let value = self.np(np, Want::Any);
        self.frame().commanding = commanding;
        match value? {
            Val::Players(who) => Some(who),
            Val::Objs(id, ty) if ty.kind == NounKind::Player => {
                self.introduce_chosen(&Val::Objs(id, ty), np.span);
                Some(Who::Chosen(id))
            }
            other => {
                self.report(
                    Diagnostic::new(Code::NotAPlayer, np.span, format!("only a player acts, found {}", other.shown())).with_help("write `opponent { … }`, `each player { … }`, `its controller { … }`; for cards use a sentence: `it gets …`"),
                );
                None
            }
        }
    }

    pub(super) fn definition_stmt(&mut self, name: &'a Text<'s>, expr: &'a AstExpr<'s>) -> Stmt {
        let before = self.late.take();
        let value = self.expr(expr);
        let late = if self.frame().continuous { None } else { self.late };
        self.late = before;
        self.define(name.text, name.span, late);
        Stmt::Define(name.text.to_owned(), value)
    }

    pub(super) fn modal(
        &mut self,
        verb: &'a Text<'s>,
        quant: &'a AstQuant<'s>,
        overrides: &'a [(AstQuant<'s>, crate::ast::Cond<'s>)],
        options: &'a [crate::ast::OptionArm<'s>],
        span: Span,
    ) -> Option<Stmt> {
        let found = self.verb(verb, Form::Base)?;
        self.use_verb(&found, verb.span);
        let chooses = matches!(&found, VerbRef::Vocab(_, data) if data.choice.is_some());
        if !chooses {
            self.report(
                Diagnostic::new(
                    Code::WrongRole,
                    verb.span,
                    format!("`{}` does not choose options", found.name()),
                )
                .with_help("write `choose 1 option { option { … } option { … } }`"),
            );
        }
        // What another player decides is decided when it comes to that.
        let own = self.frame().actors.is_empty();
        let time = if own && self.scope.vocab.policy("options-chosen") == Some("play") {
            ChoiceTime::Play
        } else {
            ChoiceTime::Resolution
        };
        self.late = None;
        let quant = self.quant(quant);
        if let (ChoiceTime::Play, Some(late)) = (time, self.late) {
            self.choice_too_early(span, late);
        }
        let overrides = overrides
            .iter()
            .filter_map(|(quant, cond)| {
                let quant = self.quant(quant);
                Some((quant, self.cond(cond)?))
            })
            .collect();
        let mut arms = Vec::new();
        for option in options {
            let condition = option.cond.as_ref().and_then(|c| self.cond(c));
            let limit = option.limit.as_ref().and_then(|l| self.limit(l));
            let cost = option.cost.as_ref().and_then(|c| self.cost_or_none(c));
            let body = self.branch(|checker| checker.block(&option.body));
            if option.body.stmts.is_empty() && !option.body.given {
                self.report(
                    Diagnostic::new(Code::EmptyBlock, option.body.span, "this option does nothing")
                        .with_help("say what it does, or remove it"),
                );
            }
            arms.push(ModalOption {
                name: option.name.map(|n| n.text.to_owned()),
                limit,
                condition,
                cost,
                body,
            });
        }
        Some(Stmt::Modal {
            verb: found.ir_name(),
            quant,
            overrides,
            options: arms,
            time,
        })
    }

    /// A CONT ability says what holds; it does not command.
    pub(super) fn static_only(&mut self, stmts: &'a [AstStmt<'s>]) {
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Command { verb, .. } => {
                    self.report(
                        Diagnostic::new(
                            Code::CommandInCont,
                            verb.span,
                            format!("a CONT ability says what holds; `{}` is a command", verb.text),
                        )
                        .with_help(
                            "make it AUTO with a trigger or ACT; a replacement is `CONT when … would …, instead { … }`",
                        ),
                    );
                }
                StmtKind::May { .. } | StmtKind::Modal { .. } | StmtKind::Actor(..) | StmtKind::Repeat { .. } => {
                    self.report(
                        Diagnostic::new(
                            Code::CommandInCont,
                            stmt.span,
                            "a CONT ability says what holds; nothing is done or chosen in it",
                        )
                        .with_help("make it AUTO with a trigger, or ACT"),
                    );
                }
                StmtKind::If { then, other, .. } => {
                    self.static_only(&then.stmts);
                    if let Some(other) = other {
                        self.static_only(&other.stmts);
                    }
                }
                StmtKind::ForEach(_, body) | StmtKind::Override(_, body) | StmtKind::Otherwise(body) => {
                    self.static_only(&body.stmts);
                }
                StmtKind::Scoped(_, inner) => self.static_only(std::slice::from_ref(inner)),
                StmtKind::Delayed { .. } | StmtKind::Define(..) | StmtKind::Sentence { .. } => {}
            }
        }
    }
}

/// Whether a condition asks for nothing but whether the statement before was done.
fn is_about_done(cond: &crate::ast::Cond<'_>) -> bool {
    match cond {
        crate::ast::Cond::Done(_) => true,
        crate::ast::Cond::Not(inner, _) => is_about_done(inner),
        _ => false,
    }
}
