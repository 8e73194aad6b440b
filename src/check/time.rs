//! Points and stretches of time.

use super::Checker;
use super::noun::Want;
use super::possessive::Possessor;
use super::value::Val;
use crate::ast::{Atom, Mod, Np, Phrase, Quant as AstQuant, QuantKind, RunAtom, TimePoint};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Boundary, Duration, Name, TimeRef, Who};
use crate::source::Span;
use crate::vocab::Data;

impl<'a, 's> Checker<'a, 's> {
    /// A bare stretch of time.
    pub(super) fn time(&self, span: &'static str) -> TimeRef {
        TimeRef {
            edge: None,
            span: Name::Borrowed(span),
            whose: None,
            of: None,
            within: None,
            next: false,
            this: false,
            each: false,
            named: None,
        }
    }

    /// A run whose head is a time: `your next main-phase`, `this card's attack`.
    pub(super) fn time_phrase(
        &mut self,
        atoms: &'a [RunAtom<'s>],
        possessor: Option<&Possessor>,
        quant: Option<&'a AstQuant<'s>>,
        posts: &[&'a Phrase<'s>],
        want: Want,
    ) -> Option<Option<Val>> {
        let Some(RunAtom {
            atom: Atom::Word(head), ..
        }) = atoms.last()
        else {
            return None;
        };
        let word = self.pick(head.text, |w, _| match &w.data {
            Data::Time(_) => Some(w),
            // A thing such as an extra turn is a time where a time is wanted.
            Data::Noun(n)
                if want == Want::Time
                    && matches!(n.kind, crate::vocab::NounKind::Thing | crate::vocab::NounKind::Time) =>
            {
                Some(w)
            }
            _ => None,
        })?;
        if want != Want::Time
            && self
                .pick(head.text, |w, _| {
                    matches!(w.data, Data::Type(_) | Data::Noun(_) | Data::Zone(_)).then_some(())
                })
                .is_some()
        {
            return None;
        }
        self.use_word(word, head.span);
        let mut time = self.time(word.name());
        // `your main-phase or end-phase`: two times, not one inside the other.
        if let Some(second) = atoms.iter().find(|atom| atom.or) {
            self.report(
                Diagnostic::new(
                    Code::NotATime,
                    second.atom.span(),
                    "one time stands here, not two joined by `or`",
                )
                .with_help(
                    "say both in full: `at the start of your … or at the start of your …`, or write two abilities",
                ),
            );
            return Some(None);
        }
        for atom in atoms.iter().take(atoms.len().saturating_sub(1)) {
            match &atom.atom {
                Atom::Word(w) if w.text == "next" => time.next = true,
                Atom::Word(w) if self.names_time(w.text) => time.named = self.frame().names.get(w.text).map(|n| n.slot),
                other => {
                    let found = match other {
                        Atom::Word(w) => self.pick(w.text, |word, _| {
                            matches!(word.data, Data::Adj(_) | Data::Time(_)).then_some((word, w.span))
                        }),
                        _ => None,
                    };
                    match found {
                        Some((adjective, at)) => {
                            self.use_word(adjective, at);
                            let inner = self.time(adjective.name());
                            time.within = Some(Box::new(inner));
                        }
                        None => self.error(Code::NotATime, other.span(), "this word cannot describe a time"),
                    }
                }
            }
        }
        match possessor {
            Some(Possessor::Player(Who::Each)) => time.each = true,
            Some(Possessor::Player(who)) => time.whose = Some(who.clone()),
            Some(Possessor::Objects(id, ty)) if ty.kind == crate::vocab::NounKind::Time => time.of = Some(*id),
            Some(Possessor::Objects(id, _)) => time.of = Some(*id),
            Some(Possessor::Subject) => time.whose = Some(Who::They),
            Some(Possessor::Time(outer)) => time.within = Some(Box::new(outer.clone())),
            None => {}
        }
        match quant.map(|q| &q.kind) {
            Some(QuantKind::Each | QuantKind::Any | QuantKind::All) => time.each = true,
            Some(QuantKind::No | QuantKind::AnyNumber | QuantKind::Another) => {
                self.error(Code::NotATime, head.span, "this quantity cannot stand before a time");
            }
            Some(QuantKind::UpTo(_) | QuantKind::Count(..) | QuantKind::ThatMany(_)) => {
                // `skip 1 turn`: a thing to count rather than a time.
                return None;
            }
            Some(QuantKind::A) | None => {}
        }
        for post in posts {
            match post {
                Phrase::Prep { prep, core, .. } if matches!(prep.text, "of" | "in") => {
                    let said = match self.noun(core, &[], Want::Time) {
                        Some(Val::Time(_)) if time.within.is_some() => true,
                        Some(Val::Objs(..)) if time.of.is_some() => true,
                        Some(Val::Players(_)) if time.whose.is_some() || time.each => true,
                        value => {
                            self.time_of(&mut time, value, core.span);
                            false
                        }
                    };
                    if said {
                        self.error(Code::SaidTwice, post.span(), "of which time this is was said before");
                    }
                }
                // `the turn that this was placed`: a time told by what happened in it.
                _ => self.error(
                    Code::NotATime,
                    post.span(),
                    "a time is told by its name, its player or its card; ask what happened in it with a condition",
                ),
            }
        }
        Some(Some(Val::Time(time)))
    }

    /// What stands behind a time: of which time, card or player it is.
    fn time_of(&mut self, time: &mut TimeRef, value: Option<Val>, span: Span) {
        match value {
            Some(Val::Time(outer)) => time.within = Some(Box::new(outer)),
            Some(Val::Objs(id, _)) => time.of = Some(id),
            Some(Val::Players(who)) => time.whose = Some(who),
            Some(other) => self.error(
                Code::NotATime,
                span,
                format!("expected a time, found {}", other.shown()),
            ),
            None => {}
        }
    }

    fn names_time(&mut self, word: &str) -> bool {
        self.frame().names.contains_key(word)
    }

    /// `the start of your main-phase`, `the next end of turn`, `end of turn`
    pub(super) fn edge_of_time(
        &mut self,
        atoms: &'a [RunAtom<'s>],
        posts: &[&'a Phrase<'s>],
        _the: bool,
    ) -> Option<Option<Val>> {
        let Some(RunAtom {
            atom: Atom::Word(word), ..
        }) = atoms.last()
        else {
            return None;
        };
        let edge = match word.text {
            "start" => Boundary::Start,
            "end" => Boundary::End,
            _ => return None,
        };
        // `the next end of turn` is the end that comes next, which is the one that is meant anyway; `the end of the next turn` is that of another turn.
        self.only_next(atoms);
        let mut posts = posts.iter();
        let mut time = match posts.next() {
            Some(Phrase::Prep { prep, core, .. }) if prep.text == "of" => {
                let rest: Vec<&'a Phrase<'s>> = posts.copied().collect();
                match self.noun(core, &rest, Want::Time) {
                    Some(Val::Time(time)) => time,
                    Some(other) => {
                        self.error(
                            Code::NotATime,
                            core.span,
                            format!("expected a time, found {}", other.shown()),
                        );
                        return Some(None);
                    }
                    None => return Some(None),
                }
            }
            _ => self.time("turn"),
        };
        time.edge = Some(edge);
        Some(Some(Val::Time(time)))
    }

    /// Nothing but `next` can stand before `start` or `end`.
    fn only_next(&mut self, atoms: &'a [RunAtom<'s>]) {
        for atom in atoms.iter().take(atoms.len().saturating_sub(1)) {
            if !matches!(&atom.atom, Atom::Word(w) if w.text == "next") {
                self.error(Code::NotATime, atom.atom.span(), "this word cannot describe a time");
            }
        }
    }

    /// A noun phrase that must be a time.
    pub(super) fn time_np(&mut self, np: &'a Np<'s>) -> Option<TimeRef> {
        match self.np(np, Want::Time)? {
            Val::Time(time) => Some(time),
            other => {
                let candidates = self.spellings(|w| matches!(w.data, Data::Time(_)));
                self.report(
                    Diagnostic::new(
                        Code::NotATime,
                        np.span,
                        format!("expected a time, found {}", other.shown()),
                    )
                    .with_help(format!(
                        "times of {}: {}",
                        self.scope.vocab.game,
                        crate::diag::quoted_list(candidates, 20, "and")
                    )),
                );
                None
            }
        }
    }

    /// `end of opponent's next turn`
    pub(super) fn timepoint(&mut self, point: &'a TimePoint<'s>) -> Option<TimeRef> {
        let mut time = match &point.of {
            Some(np) => self.time_np(np)?,
            None => self.time("turn"),
        };
        time.edge = Some(if point.edge.text == "start" {
            Boundary::Start
        } else {
            Boundary::End
        });
        Some(time)
    }

    /// A duration, if the modifier is one.
    pub(super) fn duration(&mut self, modifier: &'a Mod<'s>) -> Option<Result<Duration, Span>> {
        Some(match modifier {
            Mod::UntilTime(point) => self.timepoint(point).map(Duration::Until).ok_or(point.span),
            Mod::UntilEvent(event, span) => {
                let commanding = std::mem::replace(&mut self.frame().commanding, false);
                let event = self.event(event);
                self.frame().commanding = commanding;
                event.map(|(id, _)| Duration::UntilEvent(id)).ok_or(*span)
            }
            Mod::While(cond, span) => self.cond(cond).map(Duration::While).ok_or(*span),
            Mod::During(np, span) => self.time_np(np).map(Duration::During).ok_or(*span),
            Mod::PerEach(..) | Mod::Where(..) | Mod::Limit(_) => return None,
        })
    }
}
