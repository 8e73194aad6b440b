//! What `it`, `them`, `that card`, `the rest`, `the bearer` and `X` refer to.

use super::Checker;
use super::antecedent::Far;
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
    /// Looked at, revealed, searched, or several that were moved: `the rest` may follow.
    pub(super) looked: bool,
    /// It was shown, not only moved: its rest comes before that of what was moved.
    pub(super) shown: bool,
    pub(super) time: ChoiceTime,
    /// How it came to be spoken of.
    pub(super) origin: Origin,
    /// It is the card itself, which texts call `this`.
    pub(super) this: bool,
    /// It is what became of something that was spoken of before.
    pub(super) of: Option<SlotId>,
}

/// How something came to be spoken of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// A statement chose, found, moved or looked at it.
    Said,
    /// A statement gave a number only: `draw 1`.
    Counted,
    /// A cost was paid with it.
    Paid,
    /// A condition asked about it.
    Asked(ObjId),
    /// A sentence was about it, or did something to it, without choosing: `your leader gets …`.
    Mentioned(ObjId),
    /// A condition asked whether there is such a card: nothing tells which one it is. Whether it was asked about the card, or only had.
    Vague(ObjId, bool),
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
#[derive(Debug, Clone, Default)]
pub(super) struct EventInfo {
    /// What it is about.
    pub(super) principal: Option<(EventPart, ObjTy)>,
    /// Other objects.
    pub(super) others: Vec<(EventPart, ObjTy)>,
    /// Those of them that are the card itself.
    pub(super) own: Vec<EventPart>,
    pub(super) has_amount: bool,
    pub(super) has_count: bool,
    /// It is about the card itself.
    pub(super) about_this: bool,
    /// The last of the other objects is not said.
    pub(super) implied: bool,
    /// In the passive, a card does it and was not said: `when this is attacked`.
    pub(super) doer_unsaid: bool,
    pub(super) span: Option<Span>,
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
    /// Inside abilities that wait: how many events there were outside each.
    pub(super) waiting: Vec<usize>,
    /// Zones that were looked at or revealed, and whose.
    pub(super) shown: Vec<(ir::Name, Option<Who>)>,
    /// What the condition in hand asks about.
    pub(super) asked: Vec<Intro>,
    /// Several cards that were described and not chosen: where, and how much had been spoken of before.
    pub(super) mentioned: Vec<(Span, usize)>,
    /// How many conditions stand around the part in hand.
    pub(super) asking: u32,
    /// Choices of several that `it` passed over before anything used them.
    pub(super) passed: Vec<(SlotId, Span)>,
    /// Choices that a block made and never used.
    pub(super) lost: Vec<Span>,
    /// The newest statement that tells a number: where it is kept, and whether it is a value rather than things that are counted.
    pub(super) told: Vec<(SlotId, bool, Span)>,
    /// Those of them that are damage or life: `that much`, not `that many`.
    pub(super) amounts: Vec<SlotId>,
    pub(super) slots: u16,
    /// Inside `opponent { … }` or `each player { … }`: `their` is the actor.
    pub(super) actors: Vec<Who>,
    /// The sentence's subject is a set: `their` is each subject's.
    pub(super) subject_set: bool,
    /// The subject is said one by one (`each of your characters gets …`): `its` is each one's.
    pub(super) subject_each: bool,
    /// Inside `where X is …` behind a sentence whose subject is not known yet: `their` that means nothing else is each subject's.
    pub(super) defining: bool,
    /// The last statement, for `done` and `otherwise`.
    pub(super) last: Option<StmtId>,
    pub(super) last_slot: Option<SlotId>,
    /// How much had been spoken of before that statement.
    pub(super) began: super::instead::Mark,
    /// What only a statement spoke of that something else may have replaced, and what replaces it.
    pub(super) half: Vec<(SlotId, Span)>,
    /// The last time that was given (`take 1 extra-turn`): where it is kept, and its noun.
    pub(super) extra: Option<(SlotId, &'static str)>,
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
    /// Behind `with`, where `only` has a meaning.
    pub(super) asks_for_only: bool,
    /// Cards that have certainly gone where they cannot be seen, and where they went.
    pub(super) hidden: Vec<(SlotId, Span)>,
    /// Inside a filter's relative clause `it` is the described card.
    pub(super) described: u32,
}

impl Intro {
    /// A statement of the effect spoke of it.
    pub(super) fn is_said(&self) -> bool {
        matches!(self.origin, Origin::Said | Origin::Counted)
    }
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
        let told = self.frame().told.len();
        let last = (self.frame().last, self.frame().last_slot);
        let (began, extra) = (self.frame().began.clone(), self.frame().extra);
        let hidden = self.frame().hidden.clone();
        let result = body(self);
        self.unused_choices(mark);
        let frame = self.frame();
        frame.intros.truncate(mark);
        frame.told.truncate(told);
        frame.mentioned.retain(|(_, before)| *before <= mark);
        // What a branch hides or brings back is not certain behind it.
        frame.hidden.retain(|card| hidden.contains(card));
        (frame.last, frame.last_slot) = last;
        (frame.began, frame.extra) = (began, extra);
        result
    }

    /// Warns of choices since `mark` that nothing uses.
    pub(super) fn unused_choices(&mut self, mark: usize) {
        let unused: Vec<(SlotId, Span)> = self
            .frame()
            .intros
            .iter()
            .skip(mark)
            .filter(|i| i.chosen && !i.used)
            .map(|i| (i.slot, i.span))
            .collect();
        for (slot, span) in unused {
            let frame = self.frame();
            let passed = frame
                .passed
                .iter()
                .find(|(passed, _)| *passed == slot)
                .map(|(_, at)| *at);
            if let Some(at) = passed {
                self.report(
                    Diagnostic::new(
                        Code::NothingForIt,
                        at,
                        "this is one card, but several were chosen before",
                    )
                    .with_label(span, "this introduces several cards")
                    .with_help("say `them` for several cards; the card with this text is `this`"),
                );
                continue;
            }
            frame.lost.push(span);
            self.unused_choice(span);
        }
    }

    /// `it`
    pub(super) fn it(&mut self, span: Span) -> Option<(ObjId, ObjTy)> {
        let frame = self.frame();
        let newest = |origin: Origin| frame.intros.iter().rposition(|i| i.origin == origin && i.singles > 0);
        let (said, counted) = (newest(Origin::Said), newest(Origin::Counted));
        let element = frame.elements.last().cloned();
        if let Some(at) = said {
            // `choose 1 …; draw 1; put it …`: either card.
            if let Some(drawn) = counted.filter(|drawn| *drawn > at) {
                let places = [self.place_of(&Far::Intro(at)), self.place_of(&Far::Intro(drawn))];
                self.two_meanings(span, "it", &places);
            }
            let intro = self.frame().intros.get(at)?;
            let (singles, place, slot) = (intro.singles, intro.span, intro.slot);
            self.is_there(slot, span);
            if singles > 1 {
                self.report(
                    Diagnostic::new(Code::AmbiguousIt, span, "`it` could be either of two")
                        .with_label(place, "both are chosen here")
                        .with_help("name one of them where it is chosen: `choose 1 card in your hand as the offering and …`, then say `the offering`"),
                );
            }
            if singles == 1 && self.frame().asking == 0 {
                self.passed_over("it", at, span);
            }
            return self.refer(at, RefWord::It);
        }
        if let Some((slot, ty)) = element {
            return Some((self.code.add_object(Objects::Slot(slot, RefWord::It)), ty));
        }
        let mut far = self.far(|_| true, false);
        if let Some(drawn) = counted {
            far.retain(|far| !matches!(far, Far::Event { this: true, .. }) && !self.frame_is_this(far));
            far.push(Far::Intro(drawn));
        }
        if let Some(place) = self.several_said(&far) {
            self.report(
                Diagnostic::new(
                    Code::NothingForIt,
                    span,
                    "`it` is one card, but several were spoken of before",
                )
                .with_label(place, "this is about several cards")
                .with_help(
                    "say `them` for all of them, `1 card among them` for one; the card with this text is `this`",
                ),
            );
            // What else is said of it is no second mistake.
            return far.into_iter().next().and_then(|far| self.refer_far(far, RefWord::It));
        }
        if let Some(far) = self.one_far(span, "it", far) {
            self.pass_over(span);
            return self.refer_far(far, RefWord::It);
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

    /// What a statement said of several cards, if a word for one card could then mean only the card with the text, or would pass over cards that were shown.
    fn several_said(&mut self, far: &[Far]) -> Option<Span> {
        let [one] = far else { return None };
        let own = matches!(one, Far::Event { this: true, .. }) || self.frame_is_this(one);
        let mut newest = self.frame().intros.iter().rev();
        let said = newest.find(|i| i.is_said() && !i.ty.single)?;
        // A choice that nothing has used is told of where the ability ends.
        let told = said.chosen && !said.used;
        (!told && (own || said.looked && said.origin == Origin::Said)).then_some(said.span)
    }

    /// Whether it is the card itself that was paid with.
    fn frame_is_this(&mut self, far: &Far) -> bool {
        matches!(far, Far::Intro(at) if self.frame().intros.get(*at).is_some_and(|i| i.this))
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
            .rposition(|i| i.is_said() && (!i.ty.single || i.singles > 1));
        if self.several_mentioned(span, at) {
            return None;
        }
        let frame = self.frame();
        // A single that the player may leave out is a set as well as one card.
        let at = at.or_else(|| frame.intros.iter().rposition(Intro::is_said));
        if let Some(intro) = at.and_then(|i| frame.intros.get_mut(i)) {
            intro.used = true;
            let (slot, ty, time, place) = (intro.slot, intro.ty.clone().several(), intro.time, intro.span);
            self.is_there(slot, span);
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
        // Several cards that were paid with.
        let paid = |i: &Intro| i.origin == Origin::Paid && (!i.ty.single || i.singles > 1);
        if let Some(at) = self.frame().intros.iter().rposition(paid) {
            let (id, ty) = self.refer(at, RefWord::Them)?;
            return Some((id, ty.several()));
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
        let number = |i: &Intro| {
            if plural {
                !i.ty.single
            } else {
                i.ty.single || i.singles > 0
            }
        };
        let is_meant = |i: &Intro| i.is_said() && fits(&i.ty) && number(i);
        let newest = |meant: &dyn Fn(&Intro) -> bool| {
            let unnamed = frame.intros.iter().rposition(|i| meant(i) && !named.contains(&i.slot));
            unnamed.or_else(|| frame.intros.iter().rposition(meant))
        };
        if let Some(at) = newest(&is_meant) {
            let sure = noun
                .filter(|n| *n != "card")
                .and_then(|_| newest(&|i| is_meant(i) && Self::surely(&i.ty)));
            let older = newest(&|i| is_meant(i) && i.origin == Origin::Said);
            let intro = frame.intros.get(at)?.clone();
            let mut at = at;
            if sure.is_none() || intro.this {
                let place = (at, &intro);
                if let Some(found) = self.event_before(place, noun, &fits, (plural, span, shown), &refword) {
                    return found;
                }
            }
            match (sure, older) {
                // `choose 1 of your characters; draw 1; that character …`: the noun tells the two apart.
                (Some(sure), _) if sure != at && !Self::surely(&intro.ty) && !intro.looked => at = sure,
                (Some(sure), _) if sure != at && !Self::surely(&intro.ty) => {
                    let places = [self.place_of(&Far::Intro(sure)), self.place_of(&Far::Intro(at))];
                    self.two_meanings(span, shown, &places);
                }
                (_, Some(older)) if older != at && intro.origin == Origin::Counted => {
                    let places = [self.place_of(&Far::Intro(older)), self.place_of(&Far::Intro(at))];
                    self.two_meanings(span, shown, &places);
                }
                _ => {}
            }
            if let Some(slot) = self.frame().intros.get(at).map(|i| i.slot) {
                self.is_there(slot, span);
            }
            let (id, mut ty) = self.refer(at, refword)?;
            ty.single = !plural;
            return Some((id, ty));
        }
        let elements = self.frame().elements.clone();
        if let Some((slot, ty)) = elements.into_iter().rev().find(|(_, ty)| fits(ty)) {
            return Some((self.code.add_object(Objects::Slot(slot, refword)), ty));
        }
        let mut far = self.far(|ty| fits(ty) && !(plural && ty.single), true);
        if noun.is_some_and(|n| n != "card") && far.len() > 1 {
            let sure: Vec<Far> = far.iter().filter(|f| self.far_is_sure(f)).cloned().collect();
            if !sure.is_empty() {
                far = sure;
            }
        }
        if let Some(place) = self.several_said(&far).filter(|_| !plural) {
            self.report(
                Diagnostic::new(
                    Code::NothingForThat,
                    span,
                    format!("`{shown}` is one card, but several were spoken of before"),
                )
                .with_label(place, "this is about several cards")
                .with_help(
                    "say `them` for all of them, `1 card among them` for one; the card with this text is `this`",
                ),
            );
            return None;
        }
        if let Some(far) = self.one_far(span, shown, far) {
            self.doer_is_said(span, shown, &far);
            self.pass_over(span);
            let (id, mut ty) = self.refer_far(far, refword)?;
            ty.single = !plural;
            return Some((id, ty));
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

    /// `when your other character attacks { draw 1; that character … }`: the card of the event surely is one, what was drawn only may be.
    fn event_before(
        &mut self,
        (at, intro): (usize, &Intro),
        noun: Option<&'static str>,
        fits: &dyn Fn(&ObjTy) -> bool,
        (plural, span, shown): (bool, Span, &str),
        refword: &RefWord,
    ) -> Option<Option<(ObjId, ObjTy)>> {
        if noun.is_none_or(|n| n == "card") || Self::surely(&intro.ty) && !intro.this {
            return None;
        }
        let far = self.sure_of_event(fits, plural)?;
        if intro.looked {
            let places = [self.place_of(&far), self.place_of(&Far::Intro(at))];
            self.two_meanings(span, shown, &places);
            return None;
        }
        let found = self.refer_far(far, refword.clone());
        Some(found.map(|(id, ty)| (id, ObjTy { single: !plural, ..ty })))
    }

    /// The card of the event, or of a condition, that surely is what a noun says, if it is not the card with the text.
    fn sure_of_event(&mut self, fits: &dyn Fn(&ObjTy) -> bool, plural: bool) -> Option<Far> {
        let far = self.far(|ty| fits(ty) && !(plural && ty.single), true);
        let intros = &self.frame().intros;
        let sure = |far: &Far| match far {
            Far::Event { this, ty, .. } => !this && Self::surely(ty),
            // `if this card's battle-opponent has level 2 or more`
            Far::Intro(at) => intros
                .get(*at)
                .is_some_and(|intro| matches!(intro.origin, Origin::Asked(_)) && Self::surely(&intro.ty)),
        };
        far.into_iter().find(sure)
    }

    fn far_is_sure(&mut self, far: &Far) -> bool {
        match far {
            Far::Event { ty, .. } => Self::surely(ty),
            Far::Intro(at) => self.frame().intros.get(*at).is_some_and(|i| Self::surely(&i.ty)),
        }
    }

    /// `the rest`
    pub(super) fn the_rest(&mut self, span: Span) -> Option<(ObjId, ObjTy)> {
        let frame = self.frame();
        let at = frame.intros.iter().rposition(|i| i.shown && !i.ty.single);
        // `look at the top N cards` with one for N.
        let at = at.or_else(|| frame.intros.iter().rposition(|i| i.shown));
        let at = at.or_else(|| frame.intros.iter().rposition(|i| i.looked && !i.ty.single));
        let at = at.or_else(|| frame.intros.iter().rposition(|i| i.looked));
        if let Some(intro) = at.and_then(|i| frame.intros.get_mut(i)) {
            intro.used = true;
            let (slot, ty) = (intro.slot, intro.ty.clone().several());
            self.is_there(slot, span);
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
        let own = frame.waiting.last().copied().unwrap_or(0);
        // Damage and life are counted by `that much`; `that many` means them only if nothing else was told.
        let many = |slot: &SlotId| !frame.amounts.contains(slot);
        let told = frame
            .told
            .iter()
            .rposition(|(slot, value, _)| if much { *value } else { many(slot) });
        let told = told.or_else(|| frame.told.len().checked_sub(1));
        // `declare a number; reveal …; put that many cards …`: the number, or as many as were revealed.
        let value = frame
            .told
            .iter()
            .rposition(|(slot, value, _)| *value && (much || many(slot)));
        let two = told.zip(value).filter(|(told, value)| told != value);
        let places = two.map(|(told, value)| (frame.told.get(told).map(|t| t.2), frame.told.get(value).map(|t| t.2)));
        let statement = told.and_then(|at| frame.told.get(at)).map(|(slot, ..)| *slot);
        let amount = frame.events.iter().skip(own).rev().any(|e| e.has_amount);
        let count = frame.events.iter().skip(own).rev().any(|e| e.has_count);
        if let Some((counted, value)) = places.filter(|_| !much) {
            let places = [
                (value, "the number that is declared here"),
                (counted, "the number of these"),
            ];
            self.two_meanings(span, "that many", &places);
        }
        let thats = match () {
            () if much && amount => ir::Thats::EventAmount,
            () if statement.is_some() => {
                let slot = statement?;
                self.is_there(slot, span);
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
            self.unused_variable(&name, span);
        }
    }
}
