//! What is spoken of beside a statement that may not have been carried out, and behind one that another may have replaced.
//!
//! `otherwise`, `if not done` and `instead if` are read as if the statement before them had not been there: what it would have moved is nobody. Behind
//! `instead if` a reference means what was done, the statement or what took its place.

use super::Checker;
use super::refs::{Intro, Origin};
use crate::ast::{Block, Cond as AstCond};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Cond, CondId, Met, SlotId, Stmt, StmtId};
use crate::source::Span;
use crate::vocab::NounKind;

/// How much had been spoken of at some place of an effect.
#[derive(Debug, Clone, Default)]
pub(super) struct Mark {
    intros: usize,
    told: usize,
    hidden: Vec<(SlotId, Span)>,
    last_slot: Option<SlotId>,
    extra: Option<(SlotId, &'static str)>,
}

/// What a statement spoke of.
#[derive(Debug, Clone, Default)]
pub(super) struct Spoken {
    intros: Vec<Intro>,
    told: Vec<(SlotId, bool, Span)>,
    hidden: Vec<(SlotId, Span)>,
    last_slot: Option<SlotId>,
    extra: Option<(SlotId, &'static str)>,
}

impl<'a, 's> Checker<'a, 's> {
    /// How much has been spoken of until here.
    pub(super) fn mark(&mut self) -> Mark {
        let frame = self.frame();
        Mark {
            intros: frame.intros.len(),
            told: frame.told.len(),
            hidden: frame.hidden.clone(),
            last_slot: frame.last_slot,
            extra: frame.extra,
        }
    }

    /// Takes away what was spoken of since.
    fn set_aside(&mut self, mark: &Mark) -> Spoken {
        let frame = self.frame();
        Spoken {
            intros: frame.intros.split_off(mark.intros.min(frame.intros.len())),
            told: frame.told.split_off(mark.told.min(frame.told.len())),
            hidden: std::mem::replace(&mut frame.hidden, mark.hidden.clone()),
            last_slot: std::mem::replace(&mut frame.last_slot, mark.last_slot),
            extra: std::mem::replace(&mut frame.extra, mark.extra),
        }
    }

    /// Speaks of it again.
    fn put_back(&mut self, spoken: Spoken) {
        let frame = self.frame();
        frame.intros.extend(spoken.intros);
        frame.told.extend(spoken.told);
        frame.hidden = spoken.hidden;
        frame.last_slot = spoken.last_slot;
        frame.extra = spoken.extra;
    }

    /// Reads something as if the last statement had not been there.
    pub(super) fn without_last<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        let began = self.frame().began.clone();
        let spoken = self.set_aside(&began);
        let result = body(self);
        self.put_back(spoken);
        self.frame().began = began;
        result
    }

    /// Whether a condition asks for nothing but whether the last statement was carried out: true if it was, false if it was not.
    pub(super) fn asks_done(&self, cond: CondId) -> Option<bool> {
        match &self.code[cond] {
            Cond::Done(_) => Some(true),
            Cond::Not(inner) => self.asks_done(*inner).map(|done| !done),
            _ => None,
        }
    }

    /// `otherwise { … }` behind a statement.
    pub(super) fn otherwise(&mut self, before: StmtId, body: &'a Block<'s>, span: Span) -> StmtId {
        let body = self.without_last(|checker| checker.branch(|checker| checker.block(body)));
        self.code.stmt_at(Stmt::Otherwise(before, body), span.into())
    }

    /// `instead if … { … }` behind a statement.
    pub(super) fn instead(&mut self, base: StmtId, cond: &'a AstCond<'s>, body: &'a Block<'s>, span: Span) -> StmtId {
        let began = self.frame().began.clone();
        let mut done = self.set_aside(&began);
        let mark = self.frame().intros.len();
        let arm = self.cond(cond);
        self.remember_asked();
        let from = self.mark();
        let last = self.frame().last;
        let body = self.block(body);
        let other = self.set_aside(&from);
        let frame = self.frame();
        frame.intros.truncate(mark);
        frame.last = last;
        frame.began = began;
        let (mut arms, mut joins, first) = match self.code[base].clone() {
            Stmt::Override { base, arms, joins } => (arms, joins, base),
            _ => (Vec::new(), Vec::new(), base),
        };
        let at = u16::try_from(arms.len()).unwrap_or(u16::MAX);
        joins.extend(self.meet(&mut done, other, at, span));
        self.put_back(done);
        let Some(arm) = arm else { return base };
        arms.push((arm, body));
        let node = Stmt::Override {
            base: first,
            arms,
            joins,
        };
        let id = self.code.stmt_at(node, span.into());
        self.frame().last = Some(id);
        id
    }

    /// What was spoken of by a statement or by what took its place, newest first: either is meant from here on.
    fn meet(&mut self, done: &mut Spoken, mut other: Spoken, arm: u16, span: Span) -> Vec<Met> {
        let mut joins: Vec<Met> = Vec::new();
        for intro in done.intros.iter_mut().rev() {
            let card = |i: &Intro| i.is_said() && i.ty.kind == NounKind::Card && intro.ty.kind == NounKind::Card;
            let alike = other.intros.iter().rposition(|i| card(i) && i.looked == intro.looked);
            let Some(at) = alike.or_else(|| other.intros.iter().rposition(card)) else {
                self.only_once(intro.slot, intro.of, span);
                continue;
            };
            let met = other.intros.remove(at);
            if met.slot != intro.slot {
                joins.push(Met {
                    arm,
                    from: met.slot,
                    to: intro.slot,
                    cards: true,
                });
            }
            intro.join(met);
        }
        self.leave_unused(&other.intros);
        let numbers = (done.told.last().copied(), other.told.last().copied());
        match numbers {
            (Some((to, ..)), Some((from, ..))) if from != to && !joins.iter().any(|m| m.to == to && m.from == from) => {
                joins.push(Met {
                    arm,
                    from,
                    to,
                    cards: false,
                });
            }
            (Some((slot, ..)), None) => self.only_once(slot, None, span),
            _ => {}
        }
        // What either one hides is not certain behind them.
        let hidden = std::mem::take(&mut self.frame().hidden);
        done.hidden.retain(|card| hidden.contains(card));
        joins
    }

    /// Something that a statement spoke of, and what takes its place does not. If it is what became of something that was spoken of before, that is meant.
    fn only_once(&mut self, slot: SlotId, of: Option<SlotId>, span: Span) {
        let frame = self.frame();
        let known = of.is_some() || frame.intros.iter().any(|i| i.slot == slot);
        if !known {
            frame.half.push((slot, span));
        }
    }

    /// Warns of choices of a block that has ended which nothing used.
    fn leave_unused(&mut self, intros: &[Intro]) {
        let mark = self.frame().intros.len();
        self.frame().intros.extend(intros.iter().cloned());
        self.unused_choices(mark);
        self.frame().intros.truncate(mark);
    }

    /// Refuses to speak of what is there only if a statement was not replaced.
    pub(super) fn is_there(&mut self, slot: SlotId, span: Span) {
        let half = self.frame().half.iter().find(|(half, _)| *half == slot);
        if let Some((_, at)) = half.copied() {
            self.report(
                Diagnostic::new(
                    Code::NothingForIt,
                    span,
                    "this refers to nothing where `instead` took the place of the statement that it means",
                )
                .with_label(at, "this chooses, moves or finds nothing that could be meant")
                .with_help("say it inside both blocks: `if … { …; it … }; otherwise { …; it … }`"),
            );
        }
    }
}

impl Intro {
    /// Either this or another one, whichever was done.
    fn join(&mut self, other: Intro) {
        self.singles = match (self.singles, other.singles) {
            (0, _) | (_, 0) => 0,
            (one, two) => one.max(two),
        };
        self.ty.single &= other.ty.single;
        self.ty.hidden |= other.ty.hidden;
        if self.ty.nouns.is_empty() || other.ty.nouns.is_empty() {
            self.ty.nouns.clear();
        } else {
            let new = other.ty.nouns.into_iter().filter(|noun| !self.ty.nouns.contains(noun));
            let new: Vec<_> = new.collect();
            self.ty.nouns.extend(new);
        }
        self.chosen |= other.chosen;
        self.used |= other.used;
        self.looked |= other.looked;
        self.this &= other.this;
        if other.time == crate::ir::ChoiceTime::Resolution {
            self.time = other.time;
        }
        if other.origin == Origin::Said {
            self.origin = Origin::Said;
        }
        self.of = self.of.and(other.of);
    }
}
