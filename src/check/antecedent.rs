//! Which of the things spoken of before a reference means: the nearest that fits in kind and number. Where two fit alike the author says which.

use super::Checker;
use super::refs::{Intro, Origin};
use super::value::ObjTy;
use crate::diag::{Code, Diagnostic};
use crate::ir::{AttrOf, ChoiceTime, EventPart, ObjId, Objects, RefWord};
use crate::source::Span;
use crate::vocab::NounKind;

/// Something that was spoken of before the effect began: paid, asked about, or part of the event.
#[derive(Debug, Clone)]
pub(super) enum Far {
    /// What was introduced at this place.
    Intro(usize),
    /// A part of the event; whether it is the card itself, which texts call `this`.
    Event {
        part: EventPart,
        ty: ObjTy,
        this: bool,
        span: Option<Span>,
    },
}

impl Checker<'_, '_> {
    /// What was introduced, as an object that says so with this word.
    pub(super) fn refer(&mut self, at: usize, word: RefWord) -> Option<(ObjId, ObjTy)> {
        let intro = self.frame().intros.get_mut(at)?;
        intro.used = true;
        let Intro {
            slot,
            ty,
            time,
            span,
            origin,
            ..
        } = intro.clone();
        if time == ChoiceTime::Resolution {
            self.late.get_or_insert(span);
        }
        let id = match origin {
            // What a condition asked about is described again.
            Origin::Asked(id) => id,
            Origin::Said | Origin::Counted | Origin::Paid => self.code.add_object(Objects::Slot(slot, word)),
        };
        Some((id, ty))
    }

    /// The same for what was spoken of before the effect.
    pub(super) fn refer_far(&mut self, far: Far, word: RefWord) -> Option<(ObjId, ObjTy)> {
        match far {
            Far::Intro(at) => self.refer(at, word),
            Far::Event { part, ty, .. } => Some((self.code.add_object(Objects::Event(part, word)), ty)),
        }
    }

    /// The event a part belongs to is that of the ability around an ability that waits.
    fn outer_part(&mut self, part: EventPart, at: usize) -> EventPart {
        let waits = self.frame().waiting.iter().filter(|base| at < **base).count();
        (0..waits).fold(part, |part, _| EventPart::Outer(Box::new(part)))
    }

    /// What was paid, asked about or part of the event and is wanted, without the card itself if there is anything else.
    pub(super) fn far(&mut self, wanted: impl Fn(&ObjTy) -> bool, any_part: bool) -> Vec<Far> {
        let mut out = Vec::new();
        let mut own = Vec::new();
        for (at, intro) in self.frame().intros.iter().enumerate() {
            let fits = intro.singles > 0 && intro.ty.kind == NounKind::Card && wanted(&intro.ty);
            match intro.origin {
                Origin::Paid if fits && intro.this => own.push(Far::Intro(at)),
                Origin::Paid | Origin::Asked(_) if fits => out.push(Far::Intro(at)),
                _ => {}
            }
        }
        let events = self.frame().events.clone();
        let found = events.iter().enumerate().rev().find_map(|(at, event)| {
            // The card with the text is called `this`: it is meant only if nothing else of the event can be.
            let is_own = |part: &EventPart| event.own.contains(part);
            let others = event.others.iter().filter(|_| any_part);
            let own = others.clone().filter(|(part, _)| is_own(part));
            let mut parts = others
                .filter(|(part, _)| !is_own(part))
                .chain(&event.principal)
                .chain(own);
            let (part, ty) = parts.find(|(_, ty)| wanted(ty))?;
            let principal = event.principal.as_ref().is_some_and(|(p, _)| p == part);
            let this = (principal && event.about_this) || is_own(part);
            Some((at, part.clone(), ty.clone(), this, event.span))
        });
        if let Some((at, part, ty, this, span)) = found {
            let part = self.outer_part(part, at);
            let event = Far::Event { part, ty, this, span };
            if this { own.push(event) } else { out.push(event) }
        }
        if out.is_empty() {
            own.truncate(1);
            return own;
        }
        out
    }

    /// Whether it is surely what a noun says, not merely perhaps.
    pub(super) fn surely(ty: &ObjTy) -> bool {
        !ty.nouns.is_empty() && !ty.nouns.contains(&"card")
    }

    /// Two things fit alike: the author must say which.
    pub(super) fn two_meanings(&mut self, span: Span, shown: &str, places: &[(Option<Span>, &str)]) {
        let mut problem = Diagnostic::new(
            Code::TwoMeanings,
            span,
            format!(
                "`{shown}` could mean {} things",
                if places.len() > 2 { "several" } else { "two" }
            ),
        );
        for (place, what) in places {
            if let Some(place) = place {
                problem = problem.with_label(*place, *what);
            }
        }
        self.report(problem.with_help(
            "give the one that is meant a name where it is chosen, paid or moved (`… as the offering`) and say `the offering`; the card with this text is `this`",
        ));
    }

    /// What a diagnostic says of something that was spoken of before.
    pub(super) fn place_of(&mut self, far: &Far) -> (Option<Span>, &'static str) {
        match far {
            Far::Event { span, .. } => (*span, "what this event is about"),
            Far::Intro(at) => match self.frame().intros.get(*at) {
                Some(intro) => (
                    Some(intro.span),
                    match intro.origin {
                        Origin::Paid => "what is paid with here",
                        Origin::Asked(_) => "what this condition is about",
                        Origin::Counted => "the card that comes here",
                        Origin::Said => "what this is about",
                    },
                ),
                None => (None, ""),
            },
        }
    }

    /// One of the things spoken of before the effect; more than one is an error.
    pub(super) fn one_far(&mut self, span: Span, shown: &str, mut all: Vec<Far>) -> Option<Far> {
        if all.len() > 1 {
            let places: Vec<_> = all.iter().map(|far| self.place_of(far)).collect();
            self.two_meanings(span, shown, &places);
        }
        all.pop()
    }

    /// What somebody else drew is not spoken of behind what that player does.
    pub(super) fn forget_drawn(&mut self, mark: usize) {
        let mut at = 0;
        self.frame().intros.retain(|intro| {
            at += 1;
            at <= mark || intro.origin != Origin::Counted
        });
    }

    /// A condition asks about one card that is described: later words can mean it.
    pub(super) fn ask_about(&mut self, id: ObjId, ty: &ObjTy, span: Span) {
        let described = matches!(self.code[id], Objects::Related(..));
        if !described || !ty.single || ty.kind != NounKind::Card {
            return;
        }
        // The same card asked about twice is one card.
        let frame = self.frame();
        let asked = frame.asked.iter().chain(&frame.intros);
        let asked: Vec<ObjId> = asked
            .filter_map(|i| {
                if let Origin::Asked(id) = i.origin {
                    Some(id)
                } else {
                    None
                }
            })
            .collect();
        if asked.into_iter().any(|other| self.same_related(id, other)) {
            return;
        }
        let intro = Intro {
            slot: crate::ir::SlotId(0),
            ty: ty.clone(),
            singles: 1,
            span,
            used: true,
            chosen: false,
            looked: false,
            time: ChoiceTime::Play,
            origin: Origin::Asked(id),
            this: false,
            of: None,
        };
        self.frame().asked.push(intro);
    }

    /// Whether two descriptions are the same relative of the same card.
    fn same_related(&self, one: ObjId, other: ObjId) -> bool {
        match (&self.code[one], &self.code[other]) {
            (Objects::Related(AttrOf::Objects(a), x), Objects::Related(AttrOf::Objects(b), y)) => {
                x == y && self.code[*a] == self.code[*b]
            }
            (a, b) => a == b,
        }
    }

    /// `it` and its like mean something from before the effect: choices that nothing used yet were passed over.
    pub(super) fn pass_over(&mut self, span: Span) {
        let frame = self.frame();
        let unused = frame.intros.iter().filter(|i| i.chosen && !i.used);
        let passed: Vec<_> = unused.map(|i| (i.slot, span)).collect();
        frame.passed.extend(passed);
        if let Some(place) = frame.lost.last().copied() {
            self.report(
                Diagnostic::new(
                    Code::NothingForIt,
                    span,
                    "this does not mean what was chosen before: the block that chose it has ended",
                )
                .with_label(place, "chosen here")
                .with_help("say what happens to it inside the block"),
            );
        }
    }

    /// What the condition that was read asked about can be meant from here on.
    pub(super) fn remember_asked(&mut self) {
        let asked = std::mem::take(&mut self.frame().asked);
        self.frame().intros.extend(asked);
    }
}
