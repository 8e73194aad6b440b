//! Events: what abilities listen to, what the log is asked for.

use super::Checker;
use super::command::Mode;
use super::noun::Want;
use super::refs::EventInfo;
use super::value::{ObjTy, Val};
use super::verb::VerbRef;
use crate::ast::{
    Atom, Core, CoreKind, Event as AstEvent, EventKind as AstKind, Phrase, Subject as AstSubject, Tail, Text,
};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Arg, Event, EventId, EventKind, EventPart, Name, ObjId, Role, Subject, Window};
use crate::source::Span;
use crate::vocab::NounKind;

/// What a participle phrase says: the verb, and what is left of the words behind it.
pub(super) struct Participle<'a, 's> {
    pub(super) verb: VerbRef<'a, 's>,
    pub(super) text: &'a Text<'s>,
    /// Words behind the participle in the same run: `dealt damage`.
    pub(super) object: &'a [crate::ast::RunAtom<'s>],
    pub(super) span: Span,
}

impl<'a, 's> Checker<'a, 's> {
    /// An event.
    pub(super) fn event(&mut self, event: &'a AstEvent<'s>) -> Option<(EventId, EventInfo)> {
        let commanding = std::mem::replace(&mut self.frame().commanding, false);
        let result = self.phrase(event.span, |checker| checker.event_inner(event));
        self.frame().commanding = commanding;
        result
    }

    fn event_inner(&mut self, event: &'a AstEvent<'s>) -> Option<(EventId, EventInfo)> {
        match &event.kind {
            AstKind::Is { subject, not, tail } => {
                let value = self.np(subject, Want::Any)?;
                let Some(participle) = self.participle(tail) else {
                    return self.no_participle(value, tail, subject.span, *not);
                };
                let rest = tail_rest(tail);
                let (mut ir, info) = self.passive(participle, value, subject.span, rest, Mode::Event)?;
                ir.not = *not;
                Some((self.code.add_event(ir), info))
            }
            AstKind::Becomes(np, tail) => {
                let value = self.np(np, Want::Any)?;
                let (subject, ty) = self.subject(value, np.span)?;
                let (to, roles) = self.becoming(tail, &subject)?;
                let ir = Event {
                    kind: EventKind::Becomes(to),
                    subject: Some(subject),
                    roles,
                    ..Event::none()
                };
                Some((self.code.add_event(ir), principal_only(ty)))
            }
            AstKind::Would {
                subject,
                be,
                verb,
                phrases,
            } => self.would(subject, *be, verb, phrases, event.span),
            AstKind::Does {
                subject,
                verbs,
                phrases,
            } => self.doing(subject, verbs, phrases),
        }
    }

    /// An event with its doer as the subject.
    fn doing(
        &mut self,
        subject: &'a crate::ast::Subject<'s>,
        verbs: &'a [Text<'s>],
        phrases: &'a [Phrase<'s>],
    ) -> Option<(EventId, EventInfo)> {
        if let Some(verb) = verbs.first()
            && let Some((value, found, text, object)) = self.shifted(subject, verb, Form::Third)
        {
            if let Some(second) = verbs.get(1) {
                self.report(
                    Diagnostic::new(
                        Code::Syntax,
                        second.span,
                        format!("`{}` belongs to nothing here: one bare word stands behind `{}`", second.text, text.text),
                    )
                    .with_help(format!(
                        "say whose they are: `{0} your {1} or {2}`; or name both events: `when this {0} {1} or when this {0} {2}`",
                        text.text, object.text, second.text
                    )),
                );
            }
            let (ir, info) = self.active_with(
                &[(found, text)],
                value,
                verb.span,
                Some(object),
                phrases.iter().collect(),
                Mode::Event,
            )?;
            return Some((self.code.add_event(ir), info));
        }
        if let Some(verb) = verbs.first()
            && self.find_verb(verb.text, Form::Third).is_none()
            && !phrases.is_empty()
            && self
                .pick(verb.text, |w, _| {
                    matches!(w.data, crate::vocab::Data::Type(_) | crate::vocab::Data::Noun(_)).then_some(())
                })
                .is_some()
        {
            let at = subject_span(subject).to(verb.span);
            self.report(
                Diagnostic::new(
                    Code::LongSubject,
                    at,
                    "a subject before a verb of the game is short: determiners, adjectives and one noun",
                )
                .with_help("put a longer one in parentheses: when (your unit with \"Blaster\" in its name) attacks"),
            );
            return None;
        }
        let value = self.subject_value(subject)?;
        let span = subject_span(subject);
        let mut found = Vec::new();
        for verb in verbs {
            found.push((self.verb(verb, Form::Third)?, verb));
        }
        let (ir, info) = self.active(&found, value, span, phrases.iter().collect(), Mode::Event)?;
        Some((self.code.add_event(ir), info))
    }

    /// An event that has not happened yet and can be replaced.
    fn would(
        &mut self,
        subject: &'a crate::ast::Np<'s>,
        be: bool,
        verb: &'a Text<'s>,
        phrases: &'a [Phrase<'s>],
        span: Span,
    ) -> Option<(EventId, EventInfo)> {
        let value = self.np(subject, Want::Any)?;
        if matches!(verb.text, "become" | "becomes") {
            let (subject, ty) = self.subject(value, subject.span)?;
            let what = self.words_complement(phrases, span)?;
            let ir = Event {
                kind: EventKind::Becomes(what),
                subject: Some(subject),
                would: true,
                ..Event::none()
            };
            return Some((self.code.add_event(ir), principal_only(ty)));
        }
        let found = self.verb(verb, if be { Form::Participle } else { Form::Base })?;
        if !found.replaceable() {
            let name = found.name();
            self.report(
                Diagnostic::new(
                    Code::NotReplaceable,
                    verb.span,
                    format!("`{name}` cannot be replaced: `would` is refused for it"),
                )
                .with_help("listen to it with `when …` instead; the rules do not let an effect take its place"),
            );
        }
        let (mut ir, info) = if be {
            let participle = Participle {
                verb: found,
                text: verb,
                object: &[],
                span: verb.span,
            };
            self.passive(participle, value, subject.span, phrases.iter().collect(), Mode::Event)?
        } else {
            self.active(
                &[(found, verb)],
                value,
                subject.span,
                phrases.iter().collect(),
                Mode::Event,
            )?
        };
        ir.would = true;
        Some((self.code.add_event(ir), info))
    }

    /// What something becomes, and where or by what: `reversed in battle`, `reversed by an effect`.
    pub(super) fn becoming(
        &mut self,
        tail: &'a Tail<'s>,
        subject: &Subject,
    ) -> Option<(crate::ir::Complement, Vec<Role>)> {
        let Tail::Phrases(phrases, span) = tail else {
            return Some((self.complement(tail, subject, true)?, Vec::new()));
        };
        let phrases: Vec<&'a Phrase<'s>> = phrases.iter().collect();
        let at = phrases
            .iter()
            .skip(1)
            .position(|p| matches!(p, Phrase::Prep { prep, .. } if matches!(prep.text, "in" | "by" | "on" | "from")));
        let Some(at) = at.map(|i| i + 1) else {
            return Some((self.phrases_complement(&phrases, *span, true)?, Vec::new()));
        };
        let (own, rest) = phrases.split_at_checked(at)?;
        // A state takes nothing behind it; a noun may.
        let is_state = matches!(own, [Phrase::Core(core)] if self.peek(core).contains(&"state"));
        if !is_state {
            return Some((self.phrases_complement(&phrases, *span, true)?, Vec::new()));
        }
        let to = self.phrases_complement(own, *span, true)?;
        let roles = self.loose_roles(rest)?;
        Some((to, roles))
    }

    /// `in battle`, `by an effect of your opponent`: circumstances that need no verb.
    pub(super) fn loose_roles(&mut self, phrases: &[&'a Phrase<'s>]) -> Option<Vec<Role>> {
        let mut out = Vec::new();
        let mut i = 0;
        let refused = self.refused;
        while let Some(phrase) = phrases.get(i) {
            let Phrase::Prep { prep, core, .. } = phrase else {
                self.error(Code::NoSuchRole, phrase.span(), "this belongs to nothing here");
                return None;
            };
            let posts: Vec<&'a Phrase<'s>> = phrases
                .iter()
                .skip(i + 1)
                .take_while(
                    |p| !matches!(p, Phrase::Prep { prep, .. } if matches!(prep.text, "by" | "in" | "on" | "from")),
                )
                .copied()
                .collect();
            i += 1 + posts.len();
            let want = if prep.text == "by" { Want::Any } else { Want::Place };
            let arg = match self.noun(core, &posts, want)? {
                Val::Objs(id, _) => Arg::Objects(id),
                Val::Players(who) => Arg::Objects(self.code.add_object(crate::ir::Objects::Players(who))),
                Val::Place(place) => Arg::Place(place),
                Val::Time(time) => Arg::Time(time),
                Val::Words(words, _) => Arg::Words(words),
                other => {
                    self.error(
                        Code::NoSuchRole,
                        core.span,
                        format!("`{}` cannot be followed by {} here", prep.text, other.shown()),
                    );
                    return None;
                }
            };
            out.push(Role {
                name: Name::Owned(prep.text.to_owned()),
                arg,
            });
        }
        self.all_heard(phrases, refused);
        Some(out)
    }

    /// `when this is in-harmony`: a state reached rather than a deed.
    fn no_participle(&mut self, value: Val, tail: &'a Tail<'s>, span: Span, not: bool) -> Option<(EventId, EventInfo)> {
        let (subject, ty) = self.subject(value, span)?;
        let what = self.complement(tail, &subject, false)?;
        let ir = Event {
            kind: EventKind::Becomes(what),
            subject: Some(subject),
            not,
            ..Event::none()
        };
        Some((self.code.add_event(ir), principal_only(ty)))
    }

    pub(super) fn subject_value(&mut self, subject: &'a AstSubject<'s>) -> Option<Val> {
        match subject {
            AstSubject::Np(np) => self.np(np, Want::Any),
            AstSubject::Core(core) => self.noun(core, &[], Want::Any),
        }
    }

    /// The participle at the start of a tail, if its first word is one.
    pub(super) fn participle(&mut self, tail: &'a Tail<'s>) -> Option<Participle<'a, 's>> {
        let Tail::Phrases(phrases, _) = tail else { return None };
        let Some(Phrase::Core(Core {
            kind: CoreKind::Plain { dets, run },
            span,
        })) = phrases.first()
        else {
            return None;
        };
        let (first, object) = run.atoms.split_first()?;
        let Atom::Word(word) = &first.atom else { return None };
        if !dets.is_empty() {
            return None;
        }
        let verb = self.find_verb(word.text, Form::Participle)?;
        Some(Participle {
            verb,
            text: word,
            object,
            span: *span,
        })
    }

    /// `is locked or deleted`: one `is` tells one deed.
    fn one_deed(&mut self, first: &Text<'s>, span: Span) {
        self.report(
            Diagnostic::new(
                Code::Syntax,
                span,
                format!("`{}` is a deed, and `or` cannot join another word to it", first.text),
            )
            .with_help(format!(
                "say both in full: `if it is {0} or it is …`, `when it is {0} or when it is …`",
                first.text
            )),
        );
    }

    /// `X is put into Y by Z`: the subject fills the role that fits it.
    pub(super) fn passive(
        &mut self,
        participle: Participle<'a, 's>,
        value: Val,
        span: Span,
        rest: Vec<&'a Phrase<'s>>,
        mode: Mode,
    ) -> Option<(Event, EventInfo)> {
        let Participle {
            verb,
            text,
            object,
            span: verb_span,
        } = participle;
        if !verb.is_event() {
            self.error(
                Code::NotAnEvent,
                text.span,
                format!("`{}` is no event of {}", verb.name(), self.scope.vocab.game),
            );
        }
        self.use_verb(&verb, text.span);
        if object.first().is_some_and(|second| second.or) {
            self.one_deed(text, verb_span);
            return None;
        }
        let types = value.role_types();
        let roles = verb.roles();
        let what_fits = roles.iter().any(|r| r.names.contains(&"what") && r.types.has(types));
        let filled = if what_fits || roles.is_empty() {
            "what"
        } else if let Some(other) = roles.iter().find(|r| r.types.has(types) && !r.names.contains(&"what")) {
            other.names.first().copied().unwrap_or("to")
        } else {
            "what"
        };
        if filled == "what" && !what_fits && !roles.is_empty() && !matches!(value, Val::Objs(..)) {
            self.wrong_role(&verb, "what", &value, span);
        }
        let mut extra = Vec::new();
        if !object.is_empty() {
            extra.push((object, verb_span));
        }
        let (subject, ty) = self.subject(value, span)?;
        self.about(ty.clone());
        let gathered = self.roles(&verb, &rest, &[filled], &extra, mode);
        self.frame().events.pop();
        let gathered = gathered?;
        let by_cards = matches!(subject, Subject::Objects(_)).then_some(filled);
        let mut info = EventInfo {
            has_count: ty.as_ref().is_some_and(|t| !t.single),
            principal: ty.map(|t| (EventPart::Principal, t)),
            others: Vec::new(),
            has_amount: verb.has_amount(by_cards) || matches!(subject, Subject::Amount(_)),
            ..EventInfo::default()
        };
        info.others = role_parts(&gathered.types);
        let by_card = verb.subject().has(&["cards"]) && !verb.subject().has(&["players", "player"]);
        info.doer_unsaid = by_card && what_fits && !gathered.roles.iter().any(|r| r.name == "by");
        let ir = Event {
            kind: EventKind::Done(verb.ir_name()),
            subject: Some(subject),
            roles: gathered.roles,
            window: gathered.window,
            during: gathered.during,
            ..Event::none()
        };
        Some((ir, info))
    }

    /// While the roles of an event are read, `its` means what the event is about.
    fn about(&mut self, ty: Option<ObjTy>) {
        self.frame().events.push(principal_only(ty));
    }

    /// `this deals damage`: the words before the verb's bare object look like a longer subject. Gives subject, verb and object anew.
    pub(super) fn shifted(
        &mut self,
        subject: &'a AstSubject<'s>,
        verb: &'a Text<'s>,
        form: Form,
    ) -> Option<(Val, VerbRef<'a, 's>, &'a Text<'s>, Text<'s>)> {
        if self.find_verb(verb.text, form).is_some() {
            return None;
        }
        let AstSubject::Core(core) = subject else { return None };
        match &core.kind {
            CoreKind::Pronoun(pronoun) => {
                let text = pronoun.noun.as_ref()?;
                let found = self.find_verb(text.text, form)?;
                let value = match pronoun.word.text {
                    "this" => self.this_card(),
                    word => {
                        let (id, ty) = self.that(pronoun.word.span, None, word, word == "those")?;
                        Val::Objs(id, ty)
                    }
                };
                Some((value, found, text, *verb))
            }
            CoreKind::Plain { dets, run } => {
                let (last, init) = run.atoms.split_last()?;
                let Atom::Word(text) = &last.atom else { return None };
                let found = self.find_verb(text.text, form)?;
                let value = self.short_subject(dets, init, core.span)?;
                Some((value, found, text, *verb))
            }
            CoreKind::SameAs(..) | CoreKind::Stack(_) | CoreKind::Part(..) | CoreKind::Group(_) => None,
        }
    }

    /// `X attacks Y`, `you draw a card`
    pub(super) fn active(
        &mut self,
        verbs: &[(VerbRef<'a, 's>, &'a Text<'s>)],
        value: Val,
        span: Span,
        rest: Vec<&'a Phrase<'s>>,
        mode: Mode,
    ) -> Option<(Event, EventInfo)> {
        self.active_with(verbs, value, span, None, rest, mode)
    }

    /// The same with a bare word as the verb's object.
    pub(super) fn active_with(
        &mut self,
        verbs: &[(VerbRef<'a, 's>, &'a Text<'s>)],
        value: Val,
        span: Span,
        object: Option<Text<'s>>,
        rest: Vec<&'a Phrase<'s>>,
        mode: Mode,
    ) -> Option<(Event, EventInfo)> {
        let (verb, text) = verbs.first()?;
        for (verb, text) in verbs {
            self.use_verb(verb, text.span);
            if !verb.is_event() {
                self.error(
                    Code::NotAnEvent,
                    text.span,
                    format!("`{}` is no event of {}", verb.name(), self.scope.vocab.game),
                );
            }
        }
        let types = value.role_types();
        let subject_fits = verb.subject().has(types);
        if !subject_fits {
            let takes = verb.subject().words.join(" or ");
            self.report(
                Diagnostic::new(
                    Code::WrongRole,
                    span,
                    format!("{} cannot `{}`", value.shown(), verb.name()),
                )
                .with_label(text.span, format!("its subject is {takes}"))
                .with_help(if types.contains(&"time") && verb.subject().has(&["cards"]) {
                    format!(
                        "say it of the card: `when this {}`",
                        crate::vocab::third_person(verb.name())
                    )
                } else {
                    format!("`cardwright explain {}` shows how the verb is used", verb.name())
                }),
            );
            return None;
        }
        let (subject, ty) = self.subject(value, span)?;
        self.about(ty.clone());
        let gathered = self.roles_with(verb, &rest, &[], &[], object, mode);
        self.frame().events.pop();
        let gathered = gathered?;
        let is_player = matches!(subject, Subject::Players(_));
        let mut others = role_parts(&gathered.types);
        let by_cards = others
            .iter()
            .any(|(part, _)| *part == EventPart::Object)
            .then_some("what");
        // What is dealt is dealt to somebody, said or not.
        let to = EventPart::Role("to".into());
        let implied = !is_player && verb.deals_to_cards() && !others.iter().any(|(part, _)| *part == to);
        if implied {
            others.push((to, ObjTy::card()));
        }
        let principal = if is_player {
            let what = others.iter().position(|(part, _)| *part == EventPart::Object);
            what.map(|i| others.remove(i))
        } else {
            ty.map(|t| (EventPart::Principal, t))
        };
        let has_count = principal.iter().chain(&others).any(|(_, t)| !t.single);
        let info = EventInfo {
            principal,
            others,
            has_amount: verb.has_amount(by_cards) || gathered.roles.iter().any(|r| matches!(r.arg, Arg::Amount(_))),
            has_count,
            implied,
            ..EventInfo::default()
        };
        let names: Vec<Name> = verbs.iter().map(|(v, _)| v.ir_name()).collect();
        let ir = Event {
            kind: EventKind::Does(names),
            subject: Some(subject),
            roles: gathered.roles,
            window: gathered.window,
            during: gathered.during,
            ..Event::none()
        };
        Some((ir, info))
    }

    /// A value as the subject of a sentence, with what is known of it if it is objects.
    pub(super) fn subject(&mut self, value: Val, span: Span) -> Option<(Subject, Option<ObjTy>)> {
        Some(match value {
            Val::Objs(id, ty) => (Subject::Objects(id), Some(ty)),
            Val::Players(who) => (Subject::Players(who), None),
            Val::Attr(of, name) => (Subject::Attr(of, name), Some(ObjTy::of(NounKind::Value))),
            Val::Amount(amount, kind) => (Subject::Amount(amount), Some(ObjTy::of(kind))),
            Val::Thing(amount) => (Subject::Amount(amount), Some(ObjTy::of(NounKind::Thing))),
            Val::Place(place) => (Subject::Place(place), Some(ObjTy::of(NounKind::Position))),
            Val::Number(n) => (Subject::Number(n), None),
            Val::Quant(quant) => {
                let amount = crate::ir::Amount {
                    quant,
                    of: "card".into(),
                    kinds: Vec::new(),
                    whose: None,
                    filters: Vec::new(),
                };
                (Subject::Amount(amount), None)
            }
            Val::Time(time) => (Subject::Time(time), None),
            Val::Icons(runs) => (Subject::Icons(runs), None),
            Val::Keyword(call) => (Subject::Keyword(call), None),
            Val::Slot(slot, name) => {
                let id = self
                    .code
                    .add_object(crate::ir::Objects::Slot(slot, crate::ir::RefWord::The(name)));
                (Subject::Objects(id), Some(ObjTy::card()))
            }
            Val::Words(mut words, _) if words.len() == 1 => (Subject::Word(words.pop()?), None),
            Val::Declare(_, name) => (Subject::Word(name), None),
            other @ (Val::Words(..) | Val::Order(_) | Val::Filter(_)) => {
                self.error(
                    Code::NotCards,
                    span,
                    format!("{} cannot be the subject of a sentence", other.shown()),
                );
                return None;
            }
        })
    }

    /// The object that an argument holds.
    pub(super) fn arg_object(arg: &Arg) -> Option<ObjId> {
        match arg {
            Arg::Objects(id) => Some(*id),
            _ => None,
        }
    }

    /// A window of time from `this turn`, `this way`.
    pub(super) fn window(time: crate::ir::TimeRef) -> Window {
        if time.span == "way" {
            Window::ThisWay
        } else {
            Window::In(time)
        }
    }
}

/// The form of a verb that a place in a sentence asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// `draw`
    Base,
    /// `draws`, or the base form behind a plural or `you`
    Third,
    /// `drawn`
    Participle,
    /// `drew`
    Past,
}

fn principal_only(ty: Option<ObjTy>) -> EventInfo {
    EventInfo {
        principal: ty.map(|t| (EventPart::Principal, t)),
        ..EventInfo::default()
    }
}

/// Everything behind the first phrase of a tail.
pub(super) fn tail_rest<'a, 's>(tail: &'a Tail<'s>) -> Vec<&'a Phrase<'s>> {
    match tail {
        Tail::Phrases(phrases, _) => phrases.iter().skip(1).collect(),
        Tail::Compare(..) => Vec::new(),
    }
}

fn subject_span(subject: &AstSubject<'_>) -> Span {
    match subject {
        AstSubject::Np(np) => np.span,
        AstSubject::Core(core) => core.span,
    }
}

/// The event parts that the filled roles stand for.
fn role_parts(types: &[(Name, ObjTy)]) -> Vec<(EventPart, ObjTy)> {
    types.iter().map(|(name, ty)| (role_part(name), ty.clone())).collect()
}

/// The part of an event that stands in a role.
pub(super) fn role_part(name: &Name) -> EventPart {
    if name == "what" {
        EventPart::Object
    } else {
        EventPart::Role(name.clone())
    }
}

/// A choice, and what is known of what it chose.
pub(super) type Chosen = (crate::ir::SlotId, ObjTy);

/// Roles that carry a value.
#[derive(Debug, Default)]
pub(super) struct Gathered<'s> {
    pub(super) roles: Vec<Role>,
    pub(super) window: Option<Window>,
    pub(super) window_span: Option<Span>,
    pub(super) during: Vec<crate::ir::TimeRef>,
    /// What is known of the objects in each role.
    pub(super) types: Vec<(Name, ObjTy)>,
    /// The names given with `as the …`: the role, the name, and the choice it means if it is one of several.
    pub(super) named: Vec<(Name, &'s str, Span, Option<Chosen>)>,
    /// The choices made in each role.
    pub(super) chosen: Vec<(Name, crate::ir::SlotId, crate::ir::ChoiceTime, ObjTy, u8, Span)>,
}
