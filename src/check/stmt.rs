//! Statements.

use super::Checker;
use super::command::Mode;
use super::event::{Form, Gathered};
use super::noun::Want;
use super::refs::{Intro, Named};
use super::value::{ObjTy, Val};
use super::verb::VerbRef;
use crate::ast::{Block, Expr as AstExpr, Mod, Phrase, Quant as AstQuant, Stmt as AstStmt, StmtKind, Text};
use crate::diag::{Code, Diagnostic};
use crate::ir::{
    Ability, Arg, Call, ChoiceTime, Duration, Expr, ExprId, ModalOption, Name, ObjId, Role, SlotId, Stmt, StmtId, Who,
};
use crate::source::Span;
use crate::vocab::{ChoiceWhen, Gives, NounKind};

/// What trails a sentence, in meaning.
#[derive(Debug, Default)]
pub(super) struct Mods {
    pub(super) durations: Vec<Duration>,
    pub(super) per: Option<ObjId>,
    pub(super) defs: Vec<(String, ExprId)>,
    pub(super) limit: Option<crate::ir::Limit>,
    pub(super) duration_span: Option<Span>,
    pub(super) limit_span: Option<Span>,
    pub(super) per_span: Option<Span>,
}

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
                    let arm = self.cond(cond);
                    let body = self.branch(|checker| checker.block(body));
                    let Some(arm) = arm else {
                        out.push(base);
                        continue;
                    };
                    let node = match self.code[base].clone() {
                        Stmt::Override { base, mut arms } => {
                            arms.push((arm, body));
                            Stmt::Override { base, arms }
                        }
                        _ => Stmt::Override {
                            base,
                            arms: vec![(arm, body)],
                        },
                    };
                    let id = self.code.stmt_at(node, stmt.span.into());
                    self.frame().last = Some(id);
                    out.push(id);
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
                    let body = self.branch(|checker| checker.block(body));
                    out.push(self.code.stmt_at(Stmt::Otherwise(before, body), stmt.span.into()));
                }
                _ => out.extend(self.stmt(stmt)),
            }
        }
        out
    }

    /// The effect given to a keyword: what it leaves unused is its own affair, whatever the keyword does behind it.
    fn given_block(&mut self, block: &'a Block<'s>) -> Vec<StmtId> {
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
            self.report(
                Diagnostic::new(Code::UnusedVariable, span, format!("`{name}` is never used"))
                    .with_help("remove the definition, or use it"),
            );
            if let Some(var) = self.frame().vars.get_mut(name) {
                var.used = true;
            }
        }
        stmts
    }

    /// One statement.
    pub(super) fn stmt(&mut self, stmt: &'a AstStmt<'s>) -> Option<StmtId> {
        self.stmt_scoped(stmt, &[])
    }

    /// One statement under durations that stand in front of it.
    fn stmt_scoped(&mut self, stmt: &'a AstStmt<'s>, scopes: &[&'a Mod<'s>]) -> Option<StmtId> {
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
                let mut node = Ability {
                    category: crate::ast::Category::Auto,
                    src: span.into(),
                    ..Ability::empty()
                };
                node.trigger = self.trigger(trigger);
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
                if body.stmts.is_empty() && !body.given && node.replaces.is_none() {
                    self.report(
                        Diagnostic::new(Code::EmptyBlock, body.span, "this effect is empty")
                            .with_help("say what happens: `{ draw 1 }`"),
                    );
                }
                let once = next.is_some() || matches!(trigger, crate::ast::Trigger::At(..));
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

    fn plain_stmt(&mut self, stmt: &'a AstStmt<'s>) -> Option<Stmt> {
        Some(match &stmt.kind {
            StmtKind::If { cond, then, other } => {
                let cond = self.cond(cond);
                let then = self.branch(|checker| checker.block(then));
                let other = other
                    .as_ref()
                    .map_or_else(Vec::new, |b| self.branch(|checker| checker.block(b)));
                Stmt::If {
                    cond: cond?,
                    then,
                    other,
                }
            }
            StmtKind::ForEach(np, body) => {
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
                    time: ChoiceTime::Play,
                    paid: false,
                });
                let body = self.branch(|checker| checker.block(body));
                let frame = self.frame();
                frame.elements.pop();
                frame.intros.truncate(mark);
                Stmt::ForEach {
                    over: over?,
                    slot,
                    body,
                }
            }
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
            } => {
                let who = match who {
                    Some(np) => self.actor(np)?,
                    // Inside what another player does, a bare `may` is that player's.
                    None if !self.frame().actors.is_empty() => Who::They,
                    None => Who::You,
                };
                if cost.is_none() && command.is_none() && body.as_ref().is_some_and(|b| b.stmts.is_empty() && !b.given)
                {
                    self.report(
                        Diagnostic::new(Code::EmptyOptional, stmt.span, "this lets a player do nothing")
                            .with_help("say what may be done"),
                    );
                }
                let acting = !matches!(who, Who::You | Who::They);
                if acting {
                    self.frame().actors.push(who.clone());
                }
                let cost = cost.as_ref().and_then(|c| self.cost_or_none(c));
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
                Stmt::May { who, cost, body: stmts }
            }
            StmtKind::Actor(np, block) => {
                let who = self.actor(np)?;
                self.frame().actors.push(who.clone());
                let body = self.block(block);
                self.frame().actors.pop();
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

    /// The player of `opponent { … }`, `its controller { … }`, `1 target player { … }`.
    fn actor(&mut self, np: &'a crate::ast::Np<'s>) -> Option<Who> {
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

    fn definition_stmt(&mut self, name: &'a Text<'s>, expr: &'a AstExpr<'s>) -> Stmt {
        let before = self.late.take();
        let value = self.expr(expr);
        let late = if self.frame().continuous { None } else { self.late };
        self.late = before;
        self.define(name.text, name.span, late);
        Stmt::Define(name.text.to_owned(), value)
    }

    fn modal(
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
        let time = if self.scope.vocab.policy("options-chosen") == Some("play") {
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

    /// Definitions, multipliers, durations and limits behind a sentence. Definitions come first: the sentence uses them.
    pub(super) fn mods(&mut self, list: &[&'a Mod<'s>]) -> Mods {
        let mut out = Mods::default();
        for modifier in list {
            if let Mod::Where(definitions, _) = modifier {
                for (name, expr) in definitions {
                    let before = self.late.take();
                    let value = self.expr(expr);
                    let late = if self.frame().continuous { None } else { self.late };
                    self.late = before;
                    self.define(name.text, name.span, late);
                    out.defs.push((name.text.to_owned(), value));
                }
            }
        }
        for modifier in list {
            match modifier {
                Mod::PerEach(np, span) => {
                    let commanding = std::mem::replace(&mut self.frame().commanding, false);
                    let value = self.np(np, Want::Any);
                    self.frame().commanding = commanding;
                    out.per = value.and_then(|v| self.objects_of(v, np.span));
                    out.per_span = Some(*span);
                }
                Mod::Limit(limit) => {
                    out.limit_span = Some(limit.span);
                    out.limit = self.limit(limit);
                }
                Mod::UntilTime(_) | Mod::UntilEvent(..) | Mod::While(..) | Mod::During(..) | Mod::Where(..) => {}
            }
        }
        self.durations(list, &mut out);
        out
    }

    fn durations(&mut self, list: &[&'a Mod<'s>], out: &mut Mods) {
        for modifier in list {
            if let Some(duration) = self.duration(modifier) {
                out.duration_span.get_or_insert(mod_span(modifier));
                out.durations.extend(duration.ok());
            }
        }
    }

    /// A command.
    fn command(
        &mut self,
        verb: &'a Text<'s>,
        phrases: &'a [Phrase<'s>],
        mods: &[&'a Mod<'s>],
        span: Span,
    ) -> Option<StmtId> {
        let found = self.verb(verb, Form::Base)?;
        self.use_verb(&found, verb.span);
        let (reveal_until, mods) = self.split_until_role(&found, mods);
        let mods = self.mods(&mods);
        let scoped = mods.defs.clone();
        let id = match found {
            VerbRef::Defined(definition) => self.defined_command(definition, verb, phrases, mods, span),
            VerbRef::Vocab(word, data) => {
                self.vocab_command(found, word, data, (verb, phrases), reveal_until, mods, span)
            }
        };
        self.end_where(&scoped);
        id
    }

    /// Definitions behind `where` end with their sentence.
    pub(super) fn end_where(&mut self, defs: &[(String, ExprId)]) {
        for (name, _) in defs {
            if let Some(var) = self.frame().vars.get(name.as_str())
                && !var.used
            {
                let span = var.span;
                self.report(
                    Diagnostic::new(Code::UnusedVariable, span, format!("`{name}` is never used"))
                        .with_help("remove the definition, or use it"),
                );
            }
            self.frame().vars.shift_remove(name.as_str());
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one command")]
    fn vocab_command(
        &mut self,
        found: VerbRef<'a, 's>,
        word: &'static crate::vocab::Word,
        data: &'static crate::vocab::VerbData,
        (verb, phrases): (&'a Text<'s>, &'a [Phrase<'s>]),
        reveal_until: Option<crate::ir::EventId>,
        mods: Mods,
        span: Span,
    ) -> Option<StmtId> {
        if !data.command {
            self.report(
                Diagnostic::new(
                    Code::NotACommand,
                    verb.span,
                    format!("`{}` only happens; it cannot be commanded", word.name()),
                )
                .with_note(word.doc)
                .with_help(
                    "listen to it (`when …`), ask for it (`if …`), forbid or require it (`it cannot …`, `it must …`)",
                ),
            );
        }
        if let Some(at) = mods
            .duration_span
            .filter(|_| matches!(data.gives, Gives::Moved | Gives::Chosen | Gives::Looked | Gives::Found))
        {
            self.report(
                Diagnostic::new(Code::DurationOnCommand, at, format!("`{}` happens once; it has no duration", word.name())).with_help("durations belong to `gets`, `becomes`, `cannot` and `costs`; to undo it later write `at the end of turn { … }`"),
            );
        }
        if let Some(at) = mods.limit_span {
            self.report(
                Diagnostic::new(Code::LimitOnCont, at, "a command in an effect has no limit of its own")
                    .with_help("put the limit in the head: `ACT once per turn …`"),
            );
        }
        self.late = None;
        self.verb_span = Some(verb.span);
        let phrases: Vec<&'a Phrase<'s>> = phrases.iter().collect();
        let gathered = self.roles(&found, &phrases, &[], &[], Mode::Command);
        self.verb_span = None;
        let mut gathered = gathered?;
        if let Some(event) = reveal_until {
            gathered.roles.push(Role {
                name: "until".into(),
                arg: Arg::Event(event),
            });
        }
        let (slot, choice) = self.introduce_all(data.gives, data.choice, &mut gathered, span);
        if let Some(crate::ir::Window::In(time)) = gathered.window.clone() {
            gathered.roles.push(Role {
                name: "in".into(),
                arg: Arg::Time(time),
            });
        }
        let node = Stmt::Do {
            verb: Name::Borrowed(word.name()),
            call: None,
            roles: gathered.roles,
            slot: Some(slot),
            choice,
            per: mods.per,
            durations: mods.durations,
            defs: mods.defs,
        };
        let id = self.code.stmt_at(node, span.into());
        let at_play = choice == Some(ChoiceTime::Play)
            || gathered.chosen.iter().any(|(_, _, time, ..)| *time == ChoiceTime::Play);
        let frame = self.frame();
        frame.last = Some(id);
        frame.last_slot = Some(slot);
        if at_play {
            frame.prologue.push(id);
        }
        Some(id)
    }

    /// `reveal … until a climax is revealed`: `until` is a role of some verbs.
    fn split_until_role(
        &mut self,
        verb: &VerbRef<'a, 's>,
        mods: &[&'a Mod<'s>],
    ) -> (Option<crate::ir::EventId>, Vec<&'a Mod<'s>>) {
        let takes = verb.roles().iter().any(|r| r.names.contains(&"until"));
        if !takes {
            return (None, mods.to_vec());
        }
        let mut event = None;
        let mut rest = Vec::new();
        for modifier in mods {
            match modifier {
                Mod::UntilEvent(e, _) if event.is_none() => event = self.event(e, false).map(|(id, _)| id),
                _ => rest.push(*modifier),
            }
        }
        (event, rest)
    }

    /// Remembers what a command introduces; gives its slot and when it chooses.
    fn introduce_all(
        &mut self,
        gives: Gives,
        choice: Option<ChoiceWhen>,
        gathered: &mut Gathered<'s>,
        span: Span,
    ) -> (SlotId, Option<ChoiceTime>) {
        let main: Name = match gives {
            Gives::Found if gathered.roles.iter().any(|r| r.name == "for") => "for".into(),
            Gives::Looked if gathered.roles.iter().any(|r| r.name == "at") => "at".into(),
            _ => "what".into(),
        };
        let hidden = gathered
            .types
            .iter()
            .filter(|(n, _)| *n == main)
            .any(|(_, ty)| ty.hidden);
        let time = choice.map(|when| match when {
            ChoiceWhen::Play => ChoiceTime::Play,
            ChoiceWhen::Resolution => ChoiceTime::Resolution,
            ChoiceWhen::PublicPlay if hidden => ChoiceTime::Resolution,
            ChoiceWhen::PublicPlay => ChoiceTime::Play,
        });
        if let (Some(ChoiceTime::Play), Some(late)) = (time, self.late) {
            self.choice_too_early(span, late);
        }
        // Choices in other roles come first: what the verb is about is the newest.
        for (role, slot, at, ty, singles, place) in gathered.chosen.clone() {
            if role != main || gives == Gives::Nothing {
                self.introduce(Intro {
                    slot,
                    singles: if ty.single { singles } else { 0 },
                    ty,
                    span: place,
                    used: true,
                    chosen: false,
                    looked: false,
                    time: at,
                    paid: false,
                });
            }
        }
        let chosen_slot = gathered
            .chosen
            .iter()
            .find(|(role, ..)| *role == main)
            .map(|(_, slot, ..)| *slot);
        let several = gathered.chosen.iter().filter(|(role, ..)| *role == main).count() > 1;
        let slot = match chosen_slot.filter(|_| !several) {
            Some(slot) => slot,
            None => self.frame().new_slot(),
        };
        self.frame().own_object = None;
        let mains: Vec<&ObjTy> = gathered
            .types
            .iter()
            .filter(|(n, _)| *n == main)
            .map(|(_, ty)| ty)
            .collect();
        let singles = u8::try_from(mains.iter().filter(|ty| ty.single).count()).unwrap_or(u8::MAX);
        let mut ty = match mains.first() {
            Some(first) => ObjTy {
                single: mains.len() == 1 && first.single,
                nouns: mains.iter().flat_map(|t| t.nouns.clone()).collect(),
                ..(*first).clone()
            },
            None => ObjTy::card().several(),
        };
        let mut singles = singles;
        let mains_empty = mains.is_empty();
        if mains.is_empty() && gives != Gives::Nothing {
            // `draw 1`: a number stands for cards.
            let one = gathered
                .roles
                .iter()
                .any(|r| r.name == main && matches!(&r.arg, Arg::Number(n) if matches!(self.code[*n], Expr::Num(1))));
            ty.single = one;
            singles = u8::from(one);
        }
        if choice.is_some() && chosen_slot.is_none() {
            self.must_choose(gathered, &main, span);
        }
        let value = gives == Gives::Value;
        if gives != Gives::Nothing && !value {
            let intro = Intro {
                slot,
                ty: ty.clone(),
                singles,
                span,
                used: false,
                chosen: choice.is_some(),
                looked: matches!(gives, Gives::Looked | Gives::Found)
                    || gives == Gives::Moved && !mains_empty && !ty.single,
                time: time.unwrap_or_else(|| {
                    if gathered.chosen.iter().any(|(_, _, t, ..)| *t == ChoiceTime::Play) {
                        ChoiceTime::Play
                    } else {
                        ChoiceTime::Resolution
                    }
                }),
                paid: false,
            };
            self.introduce(intro);
        }
        for (role, name, at) in gathered.named.clone() {
            let of_role = gathered.chosen.iter().find(|(r, ..)| *r == role);
            let named_slot = if role == main {
                slot
            } else {
                of_role.map_or(slot, |(_, s, ..)| *s)
            };
            let named_ty = gathered
                .types
                .iter()
                .find(|(n, _)| *n == role)
                .map_or_else(|| ty.clone(), |(_, t)| t.clone());
            let late =
                time != Some(ChoiceTime::Play) && of_role.is_none_or(|(_, _, t, ..)| *t == ChoiceTime::Resolution);
            self.name(name, at, named_slot, named_ty, value, late);
            gathered.roles.push(Role {
                name: "as".into(),
                arg: Arg::As(name.to_owned()),
            });
        }
        (slot, time)
    }

    /// A choosing verb says how many.
    fn must_choose(&mut self, gathered: &Gathered<'s>, main: &Name, span: Span) {
        let bare = gathered.roles.iter().filter(|r| r.name == *main).any(|r| match &r.arg {
            Arg::Objects(id) => matches!(&self.code[*id], crate::ir::Objects::Select(s) if matches!(s.quant, crate::ir::Quant::Bare) && s.among.is_none()),
            _ => false,
        });
        if bare {
            self.report(
                Diagnostic::new(Code::IndefiniteChoice, span, "this does not say how many are chosen")
                    .with_help("say how many: `choose 1 of …`, `choose up to 2 …`"),
            );
        }
    }

    /// Gives a name to a slot.
    fn name(&mut self, name: &'s str, span: Span, slot: SlotId, ty: ObjTy, value: bool, late: bool) {
        let per_player = self.frame().actors.iter().any(|w| matches!(w, Who::Each));
        if let Some(earlier) = self.frame().names.get(name).map(|n| n.span).filter(|s| *s != span) {
            self.report(
                Diagnostic::new(
                    Code::NameTakenTwice,
                    span,
                    format!("`the {name}` names something already"),
                )
                .with_label(earlier, "the name was given here")
                .with_help("use another name"),
            );
        }
        for intro in &mut self.frame().intros {
            // A named choice may be used by its name only.
            intro.chosen &= intro.slot != slot;
        }
        self.frame().names.insert(
            name,
            Named {
                slot,
                ty,
                value,
                per_player,
                span,
                late,
            },
        );
    }

    /// Introduces what a value chooses, if it chooses.
    pub(super) fn introduce_chosen(&mut self, value: &Val, span: Span) {
        if let (Some((slot, time)), Val::Objs(_, ty)) = (self.chosen_slot(value), value) {
            self.introduce(Intro {
                slot,
                singles: u8::from(ty.single),
                ty: ty.clone(),
                span,
                used: true,
                chosen: false,
                looked: false,
                time,
                paid: false,
            });
        }
    }

    /// A verb that is written in the language.
    fn defined_command(
        &mut self,
        definition: &'a crate::ast::Definition<'s>,
        verb: &'a Text<'s>,
        phrases: &'a [Phrase<'s>],
        mods: Mods,
        span: Span,
    ) -> Option<StmtId> {
        let crate::ast::DefinitionBody::Verb(block) = &definition.body else {
            return None;
        };
        let params: Vec<&'a crate::ast::Param<'s>> = definition
            .signature
            .parts
            .iter()
            .filter_map(|p| match p {
                crate::ast::SignaturePart::Param(p) => Some(p),
                crate::ast::SignaturePart::Word(_) => None,
            })
            .collect();
        let mut args = Vec::new();
        let mut shown = definition.signature.name.text.to_owned();
        let mut cores = phrases.iter().peekable();
        let mut fits = true;
        let mut types = Vec::new();
        for param in params {
            let Some(Phrase::Core(core)) = cores.next() else {
                fits = false;
                break;
            };
            let mut posts = Vec::new();
            while let Some(next) = cores.next_if(|p| !matches!(p, Phrase::Core(_))) {
                posts.push(next);
            }
            let number = param.ty.is_none_or(|t| t.text == "number");
            let commanding = std::mem::replace(&mut self.frame().commanding, true);
            let value = self.noun(core, &posts, Want::Any);
            self.frame().commanding = commanding;
            match value {
                Some(Val::Number(n)) if number => {
                    shown.push(' ');
                    shown.push_str(&self.literal_text(n));
                    args.push(Arg::Number(n));
                }
                Some(value @ Val::Objs(..)) if !number => {
                    self.introduce_chosen(&value, core.span);
                    if let Val::Objs(id, ty) = value {
                        types.push(ty);
                        args.push(Arg::Objects(id));
                    }
                }
                Some(Val::Attr(of, name)) if number => {
                    let n = self.code.add_expr(Expr::Attr(of, name));
                    args.push(Arg::Number(n));
                }
                Some(other) => {
                    let wanted = if number { "a number" } else { "cards" };
                    self.error(
                        Code::WrongArguments,
                        core.span,
                        format!(
                            "`{}` takes {wanted}, found {}",
                            definition.signature.name.text,
                            other.shown()
                        ),
                    );
                    return None;
                }
                None => return None,
            }
        }
        if !fits || cores.next().is_some() {
            let shape = super::keyword::shown_signature(&definition.signature);
            self.report(
                Diagnostic::new(
                    Code::WrongArguments,
                    span,
                    format!("`{}` does not fit its definition", verb.text),
                )
                .with_help(format!("it is written `{shape}`")),
            );
            return None;
        }
        let call = Call {
            name: definition.signature.name.text.to_owned(),
            args,
            text: shown,
        };
        let body = self.inside(definition, &call, None, |checker| {
            checker.bind_objects(definition, &call, &types);
            checker.block(block)
        })?;
        let slot = self.frame().last_slot;
        let node = Stmt::Do {
            verb: Name::Owned(call.name.clone()),
            call: Some((call, body)),
            roles: Vec::new(),
            slot,
            choice: None,
            per: mods.per,
            durations: mods.durations,
            defs: mods.defs,
        };
        let id = self.code.stmt_at(node, span.into());
        self.frame().last = Some(id);
        Some(id)
    }

    /// Parameters of type card are names inside the definition: `C` stands for what was given.
    fn bind_objects(&mut self, definition: &'a crate::ast::Definition<'s>, call: &Call, types: &[ObjTy]) {
        let params = self.bind(definition, call);
        let mut types = types.iter();
        for (name, value) in params {
            let super::refs::ParamValue::Arg(arg) = value;
            if let Arg::Objects(_) = arg {
                let ty = types.next().cloned().unwrap_or_else(ObjTy::card);
                self.frame().object_params.insert(name, (arg, ty));
            }
        }
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
                    self.static_only(&body.stmts)
                }
                StmtKind::Scoped(_, inner) => self.static_only(std::slice::from_ref(inner)),
                StmtKind::Delayed { .. } | StmtKind::Define(..) | StmtKind::Sentence { .. } => {}
            }
        }
    }
}

/// Where a modifier stands.
pub(super) fn mod_span(modifier: &Mod<'_>) -> Span {
    match modifier {
        Mod::UntilTime(point) => point.span,
        Mod::UntilEvent(_, s) | Mod::While(_, s) | Mod::During(_, s) | Mod::PerEach(_, s) | Mod::Where(_, s) => *s,
        Mod::Limit(l) => l.span,
    }
}
