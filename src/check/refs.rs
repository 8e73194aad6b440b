//! What `it`, `them`, `that card`, `the rest`, `the bearer` and `X` refer to.

use super::Checker;
use super::value::ObjTy;
use crate::ast::{Block, Cost, Head};
use crate::diag::{Code, Diagnostic};
use crate::ir::{self, Arg, ChoiceTime, EventPart, Expr, ExprId, ObjId, Objects, RefWord, SlotId, StmtId, Who};
use crate::source::Span;
use indexmap::IndexMap;

/// Something a statement introduced.
#[derive(Debug, Clone)]
pub(super) struct Intro {
    pub(super) slot: SlotId,
    pub(super) ty: ObjTy,
    /// How many singles the statement introduced; `it` needs exactly one.
    pub(super) singles: u8,
    pub(super) span: Span,
    pub(super) used: bool,
    /// A choosing verb introduced it, so not using it is suspicious.
    pub(super) chosen: bool,
    /// Looked at, revealed, searched: `the rest` may follow.
    pub(super) looked: bool,
    pub(super) time: ChoiceTime,
    /// Paid as a cost: never `it`.
    pub(super) paid: bool,
}

/// A name given with `as the …`, or a parameter of `as`.
#[derive(Debug, Clone)]
pub(super) struct Named {
    pub(super) slot: SlotId,
    pub(super) ty: ObjTy,
    /// A value (number, word) rather than objects.
    pub(super) value: bool,
    /// Given inside `each player`: one per player.
    pub(super) per_player: bool,
    pub(super) span: Span,
    pub(super) late: bool,
}

/// A variable.
#[derive(Debug, Clone)]
pub(super) struct Var {
    pub(super) span: Span,
    pub(super) used: bool,
    /// Its value depends on something known only while resolving.
    pub(super) late: Option<Span>,
}

/// The event an ability answers to.
#[derive(Debug, Clone)]
pub(super) struct EventInfo {
    /// What it is about.
    pub(super) principal: Option<(EventPart, ObjTy)>,
    /// Other objects.
    pub(super) others: Vec<(EventPart, ObjTy)>,
    pub(super) has_amount: bool,
    pub(super) has_count: bool,
}

/// A parameter of a definition and what was given for it.
#[derive(Debug, Clone)]
pub(super) enum ParamValue {
    Arg(Arg),
}

/// What was given to the definition being expanded.
#[derive(Debug, Clone, Default)]
pub(super) struct Givens<'a, 's> {
    pub(super) params: IndexMap<&'s str, ParamValue>,
    pub(super) cost: Option<&'a Cost<'s>>,
    pub(super) block: Option<&'a Block<'s>>,
    pub(super) heads: &'a [Head<'s>],
    /// The definition is being checked by itself: givens stay open.
    pub(super) open: bool,
    /// Whether the signature declares a cost and an effect.
    pub(super) declares: (bool, bool),
    /// How many definitions were being expanded outside this one.
    pub(super) depth: usize,
    /// How quiet the text outside the definition is.
    pub(super) quiet: u32,
    /// What holds outside the definition, where the given parts were written.
    pub(super) outer: Option<Box<Givens<'a, 's>>>,
}

/// The references of one ability.
#[derive(Debug, Clone, Default)]
pub(super) struct Frame<'a, 's> {
    pub(super) intros: Vec<Intro>,
    pub(super) names: IndexMap<&'s str, Named>,
    pub(super) vars: IndexMap<&'s str, Var>,
    pub(super) givens: Givens<'a, 's>,
    /// Parameters that stand for cards, with what is known of these.
    pub(super) object_params: IndexMap<&'s str, (Arg, ObjTy)>,
    pub(super) events: Vec<EventInfo>,
    pub(super) slots: u16,
    /// Inside `opponent { … }` or `each player { … }`: `their` is the actor.
    pub(super) actors: Vec<Who>,
    /// The sentence's subject is a set: `their` is each subject's.
    pub(super) subject_set: bool,
    /// The last statement, for `done` and `otherwise`.
    pub(super) last: Option<StmtId>,
    pub(super) last_slot: Option<SlotId>,
    pub(super) prologue: Vec<StmtId>,
    /// The elaboration stands in a CONT ability: values stay live.
    pub(super) continuous: bool,
    /// Inside a cost.
    pub(super) paying: bool,
    /// The extra costs of the card that later text may ask for.
    pub(super) extras: Vec<&'s str>,
    /// Elements of `for each`.
    pub(super) elements: Vec<(SlotId, ObjTy)>,
    /// The object of the command being read, once it is known: `its` in the same command.
    pub(super) own_object: Option<(ObjId, ObjTy)>,
    /// Inside a replacement: roles that are not said are those of the replaced event.
    pub(super) replacing: bool,
    /// Inside a command: numbers choose.
    pub(super) commanding: bool,
    /// Inside a filter's relative clause `it` is the described card.
    pub(super) described: u32,
}

impl Frame<'_, '_> {
    pub(super) fn new_slot(&mut self) -> SlotId {
        let slot = SlotId(self.slots);
        self.slots = self.slots.saturating_add(1);
        slot
    }
}

impl<'s> Checker<'_, 's> {
    /// Runs `body` in a nested ability: outer names and variables stay visible as values, outer `it` does not.
    pub(super) fn nested<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.frame();
        let frame = Frame {
            names: outer.names.clone(),
            vars: outer.vars.clone(),
            object_params: outer.object_params.clone(),
            givens: outer.givens.clone(),
            slots: outer.slots,
            extras: outer.extras.clone(),
            ..Frame::default()
        };
        self.frames.push(frame);
        let late = self.late.take();
        let result = body(self);
        self.late = late;
        if let Some(inner) = self.frames.pop() {
            let outer = self.frame();
            outer.slots = outer.slots.max(inner.slots);
            for (name, var) in inner.vars {
                if let Some(outer) = outer.vars.get_mut(name) {
                    outer.used |= var.used;
                }
            }
        }
        result
    }

    /// Runs `body` where the given parts of a definition were written: with what was given there, and as loud.
    pub(super) fn outside<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        let inner = self.frame().givens.clone();
        let quiet = std::mem::replace(&mut self.quiet, inner.quiet);
        self.frame().givens = inner.outer.as_deref().cloned().unwrap_or_default();
        // What was given is no part of the definition: it may use the same keyword again.
        let depth = inner.depth.min(self.expanding.len());
        let expanding = self.expanding.split_off(depth);
        let result = body(self);
        self.expanding.extend(expanding);
        self.frame().givens = inner;
        self.quiet = quiet;
        result
    }

    /// Remembers what a statement introduced.
    pub(super) fn introduce(&mut self, intro: Intro) {
        self.frame().intros.push(intro);
    }

    /// Ends what a branch introduced. What a later branch cannot see stays reported as used or not.
    pub(super) fn branch<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.frame().intros.len();
        let last = (self.frame().last, self.frame().last_slot);
        let result = body(self);
        self.unused_choices(mark);
        let frame = self.frame();
        frame.intros.truncate(mark);
        (frame.last, frame.last_slot) = last;
        result
    }

    /// Warns of choices since `mark` that nothing uses.
    pub(super) fn unused_choices(&mut self, mark: usize) {
        let unused: Vec<Span> = self
            .frame()
            .intros
            .iter()
            .skip(mark)
            .filter(|i| i.chosen && !i.used)
            .map(|i| i.span)
            .collect();
        for span in unused {
            self.report(
                Diagnostic::new(Code::UnusedChoice, span, "this choice is never used")
                    .with_help("say what happens to it: `it gets …`, `put it …`; or name it with `as the …`"),
            );
        }
    }

    /// `it`
    pub(super) fn it(&mut self, span: Span) -> Option<(ObjId, ObjTy)> {
        let frame = self.frame();
        let newest = frame.intros.iter().rposition(|i| !i.paid && i.singles > 0);
        let element = frame.elements.last().cloned();
        if let Some(at) = newest {
            let intro = frame.intros.get_mut(at)?;
            intro.used = true;
            let (slot, ty, singles, place, time) =
                (intro.slot, intro.ty.clone(), intro.singles, intro.span, intro.time);
            if singles > 1 {
                self.report(
                    Diagnostic::new(Code::AmbiguousIt, span, "`it` could be either of two")
                        .with_label(place, "both are chosen here")
                        .with_help("name one of them where it is chosen: `choose 1 card in your hand as the offering and …`, then say `the offering`"),
                );
            }
            if time == ChoiceTime::Resolution {
                self.late.get_or_insert(place);
            }
            let id = self.code.add_object(Objects::Slot(slot, RefWord::It));
            return Some((id, ty));
        }
        if let Some((slot, ty)) = element {
            return Some((self.code.add_object(Objects::Slot(slot, RefWord::It)), ty));
        }
        if let Some((part, ty)) = self.frame().events.iter().rev().find_map(|e| e.principal.clone()) {
            return Some((self.code.add_object(Objects::Event(part, RefWord::It)), ty));
        }
        let sets: Option<Span> = self.frame().intros.last().map(|i| i.span);
        let mut problem = Diagnostic::new(
            Code::NothingForIt,
            span,
            "`it` refers to nothing: no single card was chosen, found or moved before",
        );
        if let Some(place) = sets {
            problem = problem
                .with_label(place, "this introduces several cards")
                .with_help("say `them` for several cards");
        } else {
            problem = problem.with_help("say `this` for the card itself, or choose a card first");
        }
        self.report(problem);
        None
    }

    /// `them`, `they`
    pub(super) fn them(&mut self, span: Span) -> Option<(ObjId, ObjTy)> {
        // `all your resonators and all cards under them`: the command's own object comes first.
        if let Some(own) = self.frame().own_object.clone().filter(|(_, ty)| !ty.single) {
            return Some(own);
        }
        let frame = self.frame();
        let at = frame
            .intros
            .iter()
            .rposition(|i| !i.paid && (!i.ty.single || i.singles > 1));
        // A single that the player may leave out is a set as well as one card.
        let at = at.or_else(|| frame.intros.iter().rposition(|i| !i.paid));
        if let Some(intro) = at.and_then(|i| frame.intros.get_mut(i)) {
            intro.used = true;
            let (slot, ty, time, place) = (intro.slot, intro.ty.clone().several(), intro.time, intro.span);
            if time == ChoiceTime::Resolution {
                self.late.get_or_insert(place);
            }
            return Some((self.code.add_object(Objects::Slot(slot, RefWord::Them)), ty));
        }
        if let Some((part, ty)) = self
            .frame()
            .events
            .iter()
            .rev()
            .find_map(|e| e.principal.clone())
            .filter(|(_, ty)| !ty.single)
        {
            return Some((self.code.add_object(Objects::Event(part, RefWord::Them)), ty));
        }
        self.report(
            Diagnostic::new(
                Code::NothingForThem,
                span,
                "`them` refers to nothing: no cards were chosen, looked at or moved before",
            )
            .with_help("choose, reveal or look at cards first"),
        );
        None
    }

    /// `that character`, `those cards`: the newest thing that can be such a noun.
    pub(super) fn that(
        &mut self,
        span: Span,
        noun: Option<&'static str>,
        shown: &str,
        plural: bool,
    ) -> Option<(ObjId, ObjTy)> {
        let word: ir::Name = noun.unwrap_or("card").into();
        let refword = if plural {
            RefWord::Those(word)
        } else {
            RefWord::That(word)
        };
        let vocab = self.scope.vocab;
        let frame = self.frame();
        // What has a name of its own is spoken of by that name.
        let named: Vec<SlotId> = frame.names.values().map(|n| n.slot).collect();
        let fits = |ty: &ObjTy| noun.is_none_or(|n| ty.can_be(n, vocab));
        let is_meant = |i: &Intro| {
            fits(&i.ty)
                && if plural {
                    !i.ty.single
                } else {
                    i.ty.single || i.singles > 0
                }
        };
        let at = frame
            .intros
            .iter()
            .rposition(|i| is_meant(i) && !named.contains(&i.slot));
        let at = at.or_else(|| frame.intros.iter().rposition(is_meant));
        let found = at.and_then(|i| frame.intros.get_mut(i));
        if let Some(intro) = found {
            intro.used = true;
            let (slot, mut ty, time, place) = (intro.slot, intro.ty.clone(), intro.time, intro.span);
            ty.single = !plural;
            if time == ChoiceTime::Resolution {
                self.late.get_or_insert(place);
            }
            return Some((self.code.add_object(Objects::Slot(slot, refword)), ty));
        }
        let elements = self.frame().elements.clone();
        if let Some((slot, ty)) = elements.into_iter().rev().find(|(_, ty)| fits(ty)) {
            return Some((self.code.add_object(Objects::Slot(slot, refword)), ty));
        }
        let events = self.frame().events.clone();
        for event in events.iter().rev() {
            let parts = event.others.iter().chain(&event.principal);
            if let Some((part, ty)) = parts.clone().find(|(_, ty)| fits(ty) && !(plural && ty.single)) {
                let mut ty = ty.clone();
                ty.single = !plural;
                return Some((self.code.add_object(Objects::Event(part.clone(), refword)), ty));
            }
        }
        // `that damage` is what the statement before dealt.
        let kind = noun.and_then(|n| {
            vocab.pick(n, |w, _| match &w.data {
                crate::vocab::Data::Noun(n) => Some(n.kind),
                _ => None,
            })
        });
        if let (Some(kind @ (crate::vocab::NounKind::Damage | crate::vocab::NounKind::Amount)), Some(slot)) =
            (kind, self.frame().last_slot)
        {
            let id = self.code.add_object(Objects::Slot(slot, refword));
            return Some((id, ObjTy::of(kind)));
        }
        self.report(
            Diagnostic::new(
                Code::NothingForThat,
                span,
                format!("`{shown}` refers to nothing that was chosen, moved or named by the event"),
            )
            .with_help("choose it first, or give it a name with `as the …`"),
        );
        None
    }

    /// `the rest`
    pub(super) fn the_rest(&mut self, span: Span) -> Option<(ObjId, ObjTy)> {
        let frame = self.frame();
        let at = frame.intros.iter().rposition(|i| i.looked && !i.ty.single);
        if let Some(intro) = at.and_then(|i| frame.intros.get_mut(i)) {
            intro.used = true;
            let (slot, ty) = (intro.slot, intro.ty.clone().several());
            return Some((self.code.add_object(Objects::Rest(slot)), ty));
        }
        let last = self.frame().intros.last().map(|i| i.span);
        let mut problem = Diagnostic::new(
            Code::NothingForThem,
            span,
            "nothing was looked at, revealed or searched before `the rest`",
        );
        if let Some(place) = last {
            problem = problem.with_label(place, "the last cards introduced are these");
        }
        self.report(
            problem.with_help("`the rest` is what remains of cards that were looked at, revealed, searched or flipped"),
        );
        None
    }

    /// `that much`, `that many`
    pub(super) fn that_number(&mut self, span: Span, much: bool) -> Option<ExprId> {
        let frame = self.frame();
        let statement = frame.last_slot;
        let amount = frame.events.iter().rev().any(|e| e.has_amount);
        let count = frame.events.iter().rev().any(|e| e.has_count);
        let thats = match () {
            () if much && amount => ir::Thats::EventAmount,
            () if statement.is_some() => {
                let slot = statement?;
                self.late.get_or_insert(span);
                ir::Thats::Statement(slot)
            }
            () if amount => ir::Thats::EventAmount,
            () if count => ir::Thats::EventCount,
            () => {
                self.report(
                    Diagnostic::new(
                        Code::NoAmount,
                        span,
                        "there is no amount to refer to: neither the event nor a statement before has one",
                    )
                    .with_help("define the number: `X is number of …`"),
                );
                return None;
            }
        };
        Some(self.code.add_expr(Expr::That(thats)))
    }

    /// A variable's value.
    pub(super) fn variable(&mut self, name: &'s str, span: Span) -> Option<ExprId> {
        if let Some(ParamValue::Arg(arg)) = self.frame().givens.params.get(name).cloned() {
            return match arg {
                Arg::Number(id) => Some(id),
                Arg::Compared(c) => Some(c.with),
                Arg::Slot(slot, name) => Some(self.code.add_expr(Expr::Named(slot, name))),
                _ => {
                    self.error(Code::NotANumber, span, format!("`{name}` is not a number here"));
                    None
                }
            };
        }
        if let Some(var) = self.frame().vars.get_mut(name) {
            var.used = true;
            if let Some(at) = var.late {
                self.late.get_or_insert(at);
            }
            return Some(self.code.add_expr(Expr::Var(name.to_owned())));
        }
        // A cost that says X lets the player choose it.
        if self.frame().paying {
            self.frame().vars.insert(
                name,
                Var {
                    span,
                    used: true,
                    late: None,
                },
            );
            return Some(self.code.add_expr(Expr::Var(name.to_owned())));
        }
        let known: Vec<&str> = self.frame().vars.keys().copied().collect();
        let mut problem = Diagnostic::new(Code::UndefinedVariable, span, format!("`{name}` has no value here"));
        problem = if known.is_empty() {
            problem.with_help(format!("define it: `{name} is number of …` before, `… where {name} is …` behind the sentence, or pay it: `[pay {name}]`"))
        } else {
            problem.with_help(format!("known here: {}", crate::diag::quoted_list(known, 8, "and")))
        };
        self.report(problem);
        None
    }

    /// Defines a variable.
    pub(super) fn define(&mut self, name: &'s str, span: Span, late: Option<Span>) {
        let earlier = self.frame().vars.get(name).map(|v| v.span);
        if let Some(place) = earlier.filter(|p| *p != span) {
            self.report(
                Diagnostic::new(
                    Code::NameTakenTwice,
                    span,
                    format!("`{name}` has a value already; a variable never changes"),
                )
                .with_label(place, "its value was given here")
                .with_help("use another letter"),
            );
        }
        self.frame().vars.insert(
            name,
            Var {
                span,
                used: false,
                late,
            },
        );
    }

    /// Warns of variables that nothing uses.
    pub(super) fn unused_variables(&mut self) {
        let unused: Vec<(String, Span)> = self
            .frame()
            .vars
            .iter()
            .filter(|(_, v)| !v.used)
            .map(|(n, v)| ((*n).to_owned(), v.span))
            .collect();
        for (name, span) in unused {
            self.report(
                Diagnostic::new(Code::UnusedVariable, span, format!("`{name}` is never used"))
                    .with_help("remove the definition, or use it"),
            );
        }
    }
}
