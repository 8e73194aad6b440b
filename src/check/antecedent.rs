//! Which of the things spoken of before a reference means: the nearest that fits in kind and number. Where two fit alike the author says which.

use super::Checker;
use super::event::Gathered;
use super::refs::{Intro, Origin};
use super::value::ObjTy;
use crate::diag::{Code, Diagnostic};
use crate::ir::{AttrOf, ChoiceTime, EventPart, Filter, Name, ObjId, Objects, RefWord, Selector};
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
            Origin::Asked(id) | Origin::Mentioned(id) | Origin::Vague(id, _) => id,
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
        let mut weak = None;
        for (at, intro) in self.frame().intros.iter().enumerate() {
            let fits = intro.singles > 0 && intro.ty.kind == NounKind::Card && wanted(&intro.ty);
            match intro.origin {
                Origin::Paid if fits && intro.this => own.push(Far::Intro(at)),
                Origin::Paid | Origin::Asked(_) | Origin::Mentioned(_) | Origin::Vague(_, true) if fits => {
                    out.push(Far::Intro(at));
                }
                Origin::Vague(_, false) if fits => weak = Some(Far::Intro(at)),
                _ => {}
            }
        }
        let events = self.frame().events.clone();
        let found = events.iter().enumerate().rev().find_map(|(at, event)| {
            // The card with the text is called `this`: it is meant only if nothing else of the event can be.
            let is_own = |part: &EventPart| event.own.contains(part);
            let own_deed = event.about_this && !any_part;
            let done_to = |(part, ty): &&(EventPart, ObjTy)| own_deed && ty.kind == NounKind::Card && is_done_to(part);
            let others = event.others.iter().filter(|other| any_part || done_to(other));
            let own = others.clone().filter(|(part, _)| is_own(part));
            let mut parts = others
                .filter(|(part, _)| !is_own(part))
                .chain(&event.principal)
                .chain(own);
            let (part, ty) = parts.find(|(_, ty)| wanted(ty))?;
            let principal = event.principal.as_ref().is_some_and(|(p, _)| p == part);
            let this = (principal && event.about_this) || is_own(part);
            // `when this is destroyed by a resonator { … it … }`: either of the two.
            let either = event.principal.clone().filter(|_| own_deed && !this && is_cause(part));
            // `when a spell deals damage to a resonator { … it … }`: either of the two, unless one is the card with the text.
            let done_to = |(part, ty): &&(EventPart, ObjTy)| {
                ty.kind == NounKind::Card && !is_cause(part) && is_done_to(part) && !is_own(part) && wanted(ty)
            };
            let victim = || event.others.iter().find(done_to).cloned();
            let either = either.or_else(|| {
                victim().filter(|_| !any_part && principal && ty.kind == NounKind::Card && !event.about_this)
            });
            Some((
                at,
                [
                    Some((part.clone(), ty.clone(), this)),
                    either.map(|(part, ty)| (part, ty, false)),
                ],
                event.span,
            ))
        });
        if let Some((at, parts, span)) = found {
            for (part, ty, this) in parts.into_iter().flatten() {
                let part = self.outer_part(part, at);
                let event = Far::Event { part, ty, this, span };
                if this { own.push(event) } else { out.push(event) }
            }
        }
        // A card of which one only was said to have it is meant rather than the card with the text.
        if out.is_empty() {
            out.extend(weak);
        }
        if out.is_empty() {
            own.truncate(1);
            return own;
        }
        out
    }

    /// `when this is attacked { that character … }`: the other card of the event was not said, and the word would mean the card with the text.
    pub(super) fn doer_is_said(&mut self, span: Span, shown: &str, far: &Far) {
        let Far::Event {
            part: EventPart::Principal,
            this: true,
            ..
        } = far
        else {
            return;
        };
        let newest = self
            .frame()
            .events
            .iter()
            .rev()
            .find(|e| e.principal.is_some())
            .cloned();
        let Some(event) = newest.filter(|event| event.doer_unsaid) else {
            return;
        };
        let mut problem = Diagnostic::new(
            Code::NothingForThat,
            span,
            format!("`{shown}` would be the card with this text, not the one that does it"),
        );
        if let Some(at) = event.span {
            problem = problem.with_label(at, "who does it is not said here");
        }
        self.report(problem.with_help(format!(
            "say who does it (`when a … attacks this`), and `{shown}` is that one; the card with this text is `this`"
        )));
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
                        Origin::Asked(_) | Origin::Vague(..) => "what this condition is about",
                        Origin::Counted => "the card that comes here",
                        Origin::Said | Origin::Mentioned(_) => "what this is about",
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
        let one = all.pop()?;
        let vague = match &one {
            Far::Intro(at) => self
                .frame()
                .intros
                .get(*at)
                .filter(|i| matches!(i.origin, Origin::Vague(..))),
            Far::Event { .. } => None,
        };
        if let Some(place) = vague.map(|i| i.span) {
            self.report(
                Diagnostic::new(
                    Code::NothingForIt,
                    span,
                    format!("`{shown}` is one card, but the condition only asks whether there is one: nothing tells which it is"),
                )
                .with_label(place, "asked here")
                .with_help("choose one and say `it`; the card with this text is `this`"),
            );
        }
        Some(one)
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
        if !ty.single || ty.kind != NounKind::Card {
            return;
        }
        let origin = match &self.code[id] {
            Objects::Related(..) | Objects::Known(_) => Origin::Asked(id),
            Objects::Select(s) if s.slot.is_some() || s.among.is_some() => return,
            Objects::Select(s) if matches!(s.quant, crate::ir::Quant::Bare) && is_lasting(s) => Origin::Asked(id),
            Objects::Select(_) => Origin::Vague(id, true),
            _ => return,
        };
        self.asked_card(origin, ty, span);
    }

    /// A condition asks whether there is a card: `you have an amulet`.
    pub(super) fn ask_for(&mut self, id: ObjId, span: Span) {
        let one = match &self.code[id] {
            Objects::Select(s) => {
                s.slot.is_none()
                    && s.among.is_none()
                    && (self.is_single(&s.quant) && !matches!(s.quant, crate::ir::Quant::AtMost(_)))
            }
            _ => false,
        };
        if one {
            self.asked_card(Origin::Vague(id, false), &ObjTy::card(), span);
        }
    }

    fn asked_card(&mut self, origin: Origin, ty: &ObjTy, span: Span) {
        let (Origin::Asked(id) | Origin::Vague(id, _)) = origin else {
            return;
        };
        // The same card asked about twice is one card.
        let frame = self.frame();
        let asked = frame.asked.iter().chain(&frame.intros);
        let asked: Vec<ObjId> = asked
            .filter_map(|i| match i.origin {
                Origin::Asked(id) | Origin::Vague(id, _) => Some(id),
                _ => None,
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
            shown: false,
            time: ChoiceTime::Play,
            origin,
            this: false,
            of: None,
        };
        self.frame().asked.push(intro);
    }

    /// A sentence is about described cards, or does something to them: what is one card whatever happens can be meant later, of others it is not kept
    /// which they were.
    pub(super) fn mention(&mut self, id: ObjId, ty: &ObjTy, span: Span) {
        if ty.kind != NounKind::Card {
            return;
        }
        let (described, lasting) = match &self.code[id] {
            Objects::Select(s) => (s.slot.is_none() && s.among.is_none(), is_lasting(s)),
            Objects::Related(..) => (true, true),
            Objects::Join(_) => (true, false),
            _ => (false, false),
        };
        if !described {
            return;
        }
        if !(ty.single && lasting) {
            let before = self.frame().intros.len();
            self.frame().mentioned.push((span, before));
            return;
        }
        self.introduce(Intro {
            slot: crate::ir::SlotId(0),
            ty: ty.clone(),
            singles: 1,
            span,
            used: true,
            chosen: false,
            looked: false,
            shown: false,
            time: ChoiceTime::Play,
            origin: Origin::Mentioned(id),
            this: false,
            of: None,
        });
    }

    /// Cards in other roles than the one a command is about: `deal 1 damage to your leader`.
    pub(super) fn mention_roles(&mut self, gathered: &Gathered<'_>, main: &Name, span: Span) {
        for role in &gathered.roles {
            let takes = matches!(role.name.as_ref(), "to" | "from" | "on");
            let (true, crate::ir::Arg::Objects(id)) = (takes && role.name != *main, &role.arg) else {
                continue;
            };
            if let Some((_, ty)) = gathered.types.iter().find(|(name, _)| *name == role.name) {
                self.mention(*id, ty, span);
            }
        }
    }

    /// Several cards that were described behind those that `them` would mean: nothing tells which are meant.
    pub(super) fn several_mentioned(&mut self, span: Span, at: Option<usize>) -> bool {
        let Some((place, _)) = self
            .frame()
            .mentioned
            .last()
            .copied()
            .filter(|(_, before)| at.is_none_or(|at| at < *before))
        else {
            return false;
        };
        let problem = match at {
            Some(at) => {
                let other = self.place_of(&Far::Intro(at));
                self.two_meanings(span, "them", &[other, (Some(place), "cards that are described here")]);
                return true;
            }
            None => Diagnostic::new(
                Code::NothingForThem,
                span,
                "`them` refers to nothing: these cards were described, and it was not kept which they were",
            ),
        };
        self.report(
            problem
                .with_label(place, "described here")
                .with_help("describe them again, or say both of each: `for each … { … }`"),
        );
        true
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

/// Whether a description of one card fits the same card whatever is done to it: a type or a name, and whose it is.
fn is_lasting(selector: &Selector) -> bool {
    let owner = |f: &Filter| matches!(f, Filter::OfPlayer(_));
    let named = |f: &Filter| matches!(f, Filter::Named(_));
    !selector.other
        && !selector.random
        && !selector.next
        && selector.filters.iter().all(owner)
        && selector.descs.iter().all(|d| d.filters.iter().all(named))
}

/// Whether a part of an event is what it is done to, or what does it to another card.
fn is_done_to(part: &EventPart) -> bool {
    match part {
        EventPart::Object => true,
        EventPart::Role(role) => role == "to" || is_cause(part),
        EventPart::Principal | EventPart::Outer(_) => false,
    }
}

fn is_cause(part: &EventPart) -> bool {
    matches!(part, EventPart::Role(role) if role == "by")
}
