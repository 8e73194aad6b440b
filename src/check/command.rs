//! Verbs and their roles: which phrase belongs to the verb and which to a noun.

use super::Checker;
use super::event::{Form, Gathered};
use super::noun::Want;
use super::phrases::Reading;
use super::value::Val;
use super::verb::VerbRef;
use crate::ast::{Atom, Core, CoreKind, Cost, Det, Phrase, RunAtom, Text};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Arg, Name, Objects, PlaceId, PlaceKind, Role, TimeRef};
use crate::source::Span;
use crate::vocab::{Data, NounKind, Types};

/// What the roles are read for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// A command: numbers choose, required roles must be there.
    Command,
    /// An event, a question about the past, a prohibition.
    Event,
}

/// A role being gathered: its name, the phrase that fills it, and what belongs to that phrase's noun.
pub(super) struct Group<'a, 's> {
    pub(super) name: Name,
    pub(super) types: Types,
    pub(super) prep: &'a str,
    pub(super) parts: Vec<Part<'a, 's>>,
    /// Further places, each with its preposition.
    pub(super) or: Vec<(&'a Text<'s>, Part<'a, 's>)>,
    pub(super) cost: Option<&'a Cost<'s>>,
    pub(super) without: bool,
    pub(super) span: Span,
}

/// One noun of a role; several are joined with `and`.
pub(super) struct Part<'a, 's> {
    pub(super) core: Filled<'a, 's>,
    pub(super) posts: Vec<&'a Phrase<'s>>,
    pub(super) named: Option<&'a Text<'s>>,
}

#[derive(Clone, Copy)]
pub(super) enum Filled<'a, 's> {
    Core(&'a Core<'s>),
    Atoms(&'a [RunAtom<'s>], Span),
    Filter(&'a crate::ast::Filter<'s>, Span),
    Word(Text<'s>),
}

impl<'a, 's> Checker<'a, 's> {
    /// Gives every phrase behind a verb its role.
    pub(super) fn roles(
        &mut self,
        verb: &VerbRef<'a, 's>,
        phrases: &[&'a Phrase<'s>],
        filled: &[&str],
        extra: &[(&'a [RunAtom<'s>], Span)],
        mode: Mode,
    ) -> Option<Gathered<'s>> {
        self.roles_with(verb, phrases, filled, extra, None, mode)
    }

    /// The same with a bare word as the verb's object.
    pub(super) fn roles_with(
        &mut self,
        verb: &VerbRef<'a, 's>,
        phrases: &[&'a Phrase<'s>],
        filled: &[&str],
        extra: &[(&'a [RunAtom<'s>], Span)],
        object: Option<Text<'s>>,
        mode: Mode,
    ) -> Option<Gathered<'s>> {
        if mode == Mode::Command {
            self.frame().own_object = None;
        }
        let mut read = Reading::new(verb, filled, phrases);
        for (atoms, span) in extra {
            // `turned face-up`: how it is then.
            let how = |c: &Self| {
                atoms
                    .iter()
                    .all(|a| matches!(&a.atom, Atom::Word(word) if c.is_state_word(word.text)))
            };
            if read.has_object() && !how(self) {
                self.report(
                    Diagnostic::new(
                        Code::RoleTwice,
                        *span,
                        format!("`{}` has its object already", verb.name()),
                    )
                    .with_help("what describes a card stands with its noun, before the verb"),
                );
                return None;
            }
            read.object(Filled::Atoms(atoms, *span), *span, false);
        }
        if let Some(word) = object {
            read.object(Filled::Word(word), word.span, true);
        }
        let refused = self.refused;
        self.read_phrases(&mut read);
        // A role that was said but not understood has been reported; only silence is missing.
        let missing = read.missing();
        let Reading {
            groups,
            mut out,
            failed,
            seen,
            ..
        } = read;
        for group in groups {
            self.fill_role(verb, group, mode, &mut out);
        }
        self.all_heard(&seen, refused);
        if out.roles.iter().any(|r| r.name == "from") {
            self.taken_from_elsewhere(&out.roles);
        }
        if mode == Mode::Command && !missing.is_empty() && !failed && !self.frame().replacing {
            return self.missing_roles(verb, &missing, phrases, out);
        }
        Some(out)
    }

    pub(super) fn missing_roles(
        &mut self,
        verb: &VerbRef<'a, 's>,
        names: &[String],
        phrases: &[&'a Phrase<'s>],
        out: Gathered<'s>,
    ) -> Option<Gathered<'s>> {
        let place = self.verb_span.or_else(|| phrases.first().map(|p| p.span()));
        if let Some(span) = place {
            let takes = self.shown_roles(verb);
            self.report(
                Diagnostic::new(
                    Code::MissingRole,
                    span,
                    format!(
                        "`{}` is not complete: it does not say {}",
                        verb.name(),
                        names.join(" and ")
                    ),
                )
                .with_help(takes),
            );
        }
        Some(out)
    }

    /// `put 1 character from your hand`: what `from` says takes the place of the noun's own zone.
    /// `from the game` says where cards stop to be, not where they are.
    fn taken_from_elsewhere(&mut self, roles: &[Role]) {
        let game = |place: &PlaceId| {
            let place = self.code.places.get(place.0 as usize);
            place.is_some_and(|place| matches!(place.kind, PlaceKind::Game))
        };
        let out = |role: &Role| role.name == "from" && matches!(&role.arg, Arg::Place(place) if game(place));
        if roles.iter().any(out) {
            return;
        }
        for role in roles.iter().filter(|r| r.name == "what") {
            if let Some(id) = Self::arg_object(&role.arg)
                && let Some(Objects::Select(selector)) = self.code.objects.get_mut(id.0 as usize)
            {
                selector.default_zones.clear();
            }
        }
    }

    /// What happened `this way` is known only while resolving.
    pub(super) fn window_late(&mut self, time: &TimeRef, span: Span) {
        if time.span == "way" {
            self.late.get_or_insert(span);
        }
    }

    /// Whether a core names an optional extra cost of the card.
    pub(super) fn is_extra(&mut self, core: &Core<'s>) -> bool {
        match &core.kind {
            CoreKind::Plain { dets, run } if dets.is_empty() => match run.atoms.as_slice() {
                [
                    RunAtom {
                        atom: Atom::Word(word), ..
                    },
                ] => self.frame().extras.contains(&word.text),
                _ => false,
            },
            _ => false,
        }
    }

    /// Remembers the object of a command, so that `its` behind it means that object.
    pub(super) fn own_object(&mut self, id: crate::ir::ObjId, ty: super::value::ObjTy) {
        let chosen = match &self.code[id] {
            Objects::Select(selector) => selector.slot,
            _ => None,
        };
        let id = match chosen {
            Some(slot) => self.code.add_object(Objects::Slot(
                slot,
                if ty.single {
                    crate::ir::RefWord::It
                } else {
                    crate::ir::RefWord::Them
                },
            )),
            None => id,
        };
        self.frame().own_object = Some((id, ty));
    }

    /// Phrases of a clause that belong to the verb outside; the clause forgets them.
    pub(super) fn cut_clause(
        &mut self,
        relative: &'a crate::ast::Relative<'s>,
        outer_takes: impl Fn(&str) -> bool,
    ) -> &'a [Phrase<'s>] {
        use crate::ast::{RelativeKind, Tail};
        let (phrases, verb): (&'a [Phrase<'s>], Option<VerbRef<'a, 's>>) = match &relative.kind {
            RelativeKind::By(_, verb, phrases) | RelativeKind::Does(verb, phrases) => (
                phrases,
                self.find_verb(verb.text, Form::Past)
                    .or_else(|| self.find_verb(verb.text, Form::Third)),
            ),
            RelativeKind::Can(_, deed, phrases) => (
                phrases,
                self.find_verb(deed.verb.text, if deed.be { Form::Participle } else { Form::Base }),
            ),
            RelativeKind::Is {
                tail: Tail::Phrases(phrases, _),
                ..
            } => {
                let verb = match phrases.first() {
                    Some(Phrase::Core(Core {
                        kind: CoreKind::Plain { run, .. },
                        ..
                    })) => match run.atoms.first() {
                        Some(RunAtom {
                            atom: Atom::Word(word), ..
                        }) => self.find_verb(word.text, Form::Participle),
                        _ => None,
                    },
                    _ => None,
                };
                (phrases, verb)
            }
            RelativeKind::Has {
                arg: crate::ast::HasArg::Phrases(phrases, _),
                ..
            } => (phrases, None),
            RelativeKind::Is { .. } | RelativeKind::Has { .. } => return &[],
        };
        let inner_takes = |prep: &str| verb.is_some_and(|v| v.roles().iter().any(|r| r.names.contains(&prep)));
        let ended = |i: usize| matches!(phrases.get(..i).and_then(<[_]>::last), Some(Phrase::Core(Core { kind: CoreKind::Pronoun(p), .. })) if p.word.text == "this" && p.noun.is_some());
        let cut = phrases.iter().enumerate().skip(1).position(|(i, phrase)| match phrase {
            Phrase::Prep { prep, .. } => outer_takes(prep.text) && (ended(i) || !inner_takes(prep.text)),
            _ => false,
        });
        match cut {
            Some(at) => {
                self.cuts.insert(relative.span, at + 1);
                phrases.get(at + 1..).unwrap_or_default()
            }
            None => &[],
        }
    }

    /// Gives a phrase to the nearest noun.
    pub(super) fn attach(&mut self, groups: &mut [Group<'a, 's>], phrase: &'a Phrase<'s>) -> bool {
        let Some(group) = groups.iter_mut().rev().find(|g| !g.parts.is_empty()) else {
            return false;
        };
        // `on top of your deck or on the bottom …`: the `or` behind the inner phrase opens another place of the verb.
        let opens = match phrase {
            Phrase::Prep { prep, or, span, .. }
                if prep.text == "of" && !or.is_empty() && group.types.has(&["place"]) =>
            {
                self.shared_or.insert(*span);
                alternatives(or)
            }
            _ => Vec::new(),
        };
        let part = match group.or.last_mut() {
            Some((_, part)) => Some(part),
            None => group.parts.last_mut(),
        };
        if let Some(part) = part {
            part.posts.push(phrase);
        }
        group.or.extend(opens);
        true
    }

    pub(super) fn fill_role(
        &mut self,
        verb: &VerbRef<'a, 's>,
        mut group: Group<'a, 's>,
        mode: Mode,
        out: &mut Gathered<'s>,
    ) {
        // A first place without words of its own shares those of the last: `on top or on the bottom of your deck`.
        if let (Some((_, last)), Some(first)) = (group.or.last(), group.parts.last_mut())
            && first.posts.is_empty()
            && matches!(
                first.core,
                Filled::Core(Core {
                    kind: CoreKind::Stack(_),
                    ..
                })
            )
        {
            first.posts.clone_from(&last.posts);
        }
        if let Some(cost) = group.cost {
            self.hear(cost.span);
            let id = self.cost(cost);
            out.roles.push(Role {
                name: group.name,
                arg: Arg::Cost(id),
            });
            return;
        }
        let want = match () {
            () if group.types.has(&["time"]) && !group.types.has(&["cards"]) => Want::Time,
            () if group.types.has(&["place"]) && group.prep != "what" => Want::Place,
            () if group.types.words.as_slice() == ["place"] => Want::Place,
            () if group.types.has(&["time"]) && group.types.words.first() == Some(&"time") => Want::Time,
            () => Want::Any,
        };
        let chooses = mode == Mode::Command && group.name != "by";
        let before = std::mem::replace(&mut self.frame().commanding, chooses);
        let mut args = Vec::new();
        // What is chosen among some cards is not what it is chosen among.
        let own = self.frame().own_object.clone().filter(|_| group.name == "among");
        if own.is_some() {
            self.frame().own_object = None;
        }
        for part in &group.parts {
            let value = match part.core {
                Filled::Core(core) => self.noun(core, &part.posts, want),
                Filled::Atoms(atoms, span) => self.atoms(atoms, &part.posts, span),
                Filled::Filter(filter, span) => {
                    self.hear(span);
                    self.filter_value(filter, &part.posts)
                }
                Filled::Word(word) => self.word_value(word, &part.posts, want),
            };
            let span = match part.core {
                Filled::Core(core) => core.span,
                Filled::Atoms(_, span) | Filled::Filter(_, span) => span,
                Filled::Word(word) => word.span,
            };
            let Some(mut value) = value else { continue };
            if let Some(name) = part.named {
                self.name_part(verb, &group, name, &mut value, out);
            }
            if let Val::Place(place) = &value
                && let Some(quant) = self.code[*place].quant.clone()
            {
                let single = self.is_single(&quant);
                out.types.push((
                    group.name.clone(),
                    super::value::ObjTy {
                        single,
                        ..super::value::ObjTy::of(NounKind::Position)
                    },
                ));
            }
            if let Val::Objs(id, ty) = &value {
                out.types.push((group.name.clone(), ty.clone()));
                // `to 1 target resonator and its controller`: that resonator's.
                let first = group.name == "what" || group.parts.len() > 1;
                if first && mode == Mode::Command && self.frame().own_object.is_none() {
                    let (id, ty) = (*id, ty.clone());
                    self.own_object(id, ty);
                }
            }
            if let Some((slot, time)) = self.chosen_slot(&value)
                && let Val::Objs(_, ty) = &value
            {
                out.chosen.push((group.name.clone(), slot, time, ty.clone(), 1, span));
            }
            if let Some(arg) = self.argument(verb, &group, value, span) {
                args.push(arg);
            }
        }
        for (prep, part) in &group.or {
            let Filled::Core(core) = part.core else { continue };
            if let Some(value) = self.noun(core, &part.posts, want)
                && let Some(place) = self.as_place(prep.text, value, core.span)
            {
                args.push(Arg::Place(place));
            }
        }
        if own.is_some() {
            self.frame().own_object = own;
        }
        self.frame().commanding = before;
        let arg = self.joined(args, !group.or.is_empty(), group.span);
        if let Some(arg) = arg {
            out.roles.push(Role { name: group.name, arg });
        }
    }

    /// `as the NAME` behind one of the things that a role takes.
    fn name_part(
        &mut self,
        verb: &VerbRef<'a, 's>,
        group: &Group<'a, 's>,
        name: &'a Text<'s>,
        value: &mut Val,
        out: &mut Gathered<'s>,
    ) {
        let several = group.parts.len() > 1;
        let names = group.parts.iter().filter(|p| p.named.is_some()).count();
        let last = group.parts.last().is_some_and(|p| p.named.is_some());
        if several && !verb.chooses() && !(names == 1 && last) {
            self.report(
                Diagnostic::new(
                    Code::NoSuchRole,
                    name.span,
                    "a name here means all that the command is about",
                )
                .with_help("choose them first, each with its name: `choose 1 … as the first and 1 … as the second`"),
            );
        }
        self.give_name(name, value, &group.name, several && verb.chooses(), out);
    }

    /// Several arguments as one: objects are joined, places are alternatives.
    pub(super) fn joined(&mut self, mut args: Vec<Arg>, or: bool, span: Span) -> Option<Arg> {
        if args.len() <= 1 {
            return args.pop();
        }
        let mut objects: Vec<_> = args.iter().filter_map(Self::arg_object).collect();
        if objects.len() == args.len() {
            self.share_noun(&mut objects);
            self.joins_wholes(&objects, span);
            self.share_place(&mut objects);
            self.share_owner(&mut objects);
            return Some(Arg::Objects(self.code.add_object(Objects::Join(objects))));
        }
        let places: Vec<_> = args
            .iter()
            .filter_map(|a| match a {
                Arg::Place(p) => Some(*p),
                _ => None,
            })
            .collect();
        if or && places.len() == args.len() {
            let place = crate::ir::Place {
                kind: crate::ir::PlaceKind::Or(places),
                whose: None,
                quant: None,
            };
            return Some(Arg::Place(self.code.add_place(place)));
        }
        Some(Arg::All(args))
    }

    pub(super) fn filter_value(&mut self, filter: &'a crate::ast::Filter<'s>, posts: &[&'a Phrase<'s>]) -> Option<Val> {
        match filter {
            crate::ast::Filter::Core(core) => self.noun(core, posts, Want::Any),
            crate::ast::Filter::Attr(attr, compare) => {
                let ty = super::value::ObjTy::card();
                self.attr_filter(attr, compare, &ty).map(Val::Filter)
            }
            _ => None,
        }
    }

    /// Words behind a participle: `dealt damage`.
    pub(super) fn atoms(&mut self, atoms: &'a [RunAtom<'s>], posts: &[&'a Phrase<'s>], span: Span) -> Option<Val> {
        self.plain_run(atoms, posts, span)
    }

    /// Names what a role holds.
    pub(super) fn give_name(
        &mut self,
        name: &'a Text<'s>,
        value: &mut Val,
        role: &Name,
        apart: bool,
        out: &mut Gathered<'s>,
    ) {
        if let Val::Objs(id, _) = value {
            let mut objects = self.code[*id].clone();
            if let Objects::Select(selector) = &mut objects {
                selector.named = Some(name.text.to_owned());
                *id = self.code.add_object(objects);
            }
        }
        let own = match (self.chosen_slot(value).filter(|_| apart), &*value) {
            (Some((slot, _)), Val::Objs(_, ty)) => Some((slot, ty.clone())),
            _ => None,
        };
        out.named.push((role.clone(), name.text, name.span, own));
    }

    /// `as the guest`: a name, unless the word is a state or noun the verb knows.
    pub(super) fn naming(&mut self, core: &'a Core<'s>) -> Option<&'a Text<'s>> {
        let CoreKind::Plain { dets, run } = &core.kind else {
            return None;
        };
        match (dets.as_slice(), run.atoms.as_slice()) {
            (
                [Det::Word(the)],
                [
                    RunAtom {
                        atom: Atom::Word(word), ..
                    },
                ],
            ) if the.text == "the" => {
                self.hear(core.span);
                Some(word)
            }
            _ => None,
        }
    }

    /// `this turn`, `this way`, `last turn`: when, not what.
    pub(super) fn time_core(&mut self, core: &'a Core<'s>) -> Option<TimeRef> {
        let (word, noun) = match &core.kind {
            CoreKind::Pronoun(p) if p.word.text == "this" => (p.word.text, p.noun.as_ref()?),
            CoreKind::Plain { dets, run } if dets.is_empty() && run.atoms.len() == 2 => {
                match (&run.atoms.first()?.atom, &run.atoms.get(1)?.atom) {
                    (Atom::Word(first), Atom::Word(second)) if first.text == "last" => (first.text, second),
                    _ => return None,
                }
            }
            _ => return None,
        };
        let time = self.pick(noun.text, |w, _| matches!(w.data, Data::Time(_)).then_some(w))?;
        self.hear(core.span);
        self.use_word(time, noun.span);
        if word == "last"
            && let Some(last) = self.pick("last", |w, _| Some(w))
        {
            self.use_word(last, core.span);
        }
        let this = word == "this";
        let mut time = TimeRef {
            this,
            ..self.time(time.name())
        };
        if !this {
            time.within = Some(Box::new(self.time("last")));
        }
        Some(time)
    }
}

/// The places behind `or`.
pub(super) fn alternatives<'a, 's>(or: &'a [(Text<'s>, Core<'s>)]) -> Vec<(&'a Text<'s>, Part<'a, 's>)> {
    or.iter()
        .map(|(prep, core)| {
            (
                prep,
                Part {
                    core: Filled::Core(core),
                    posts: Vec::new(),
                    named: None,
                },
            )
        })
        .collect()
}

pub(super) fn group<'a, 's>(name: &'a str, prep: &'a str, types: Types, core: &'a Core<'s>) -> Group<'a, 's> {
    Group {
        name: Name::Owned(name.to_owned()),
        types,
        prep,
        parts: vec![Part {
            core: Filled::Core(core),
            posts: Vec::new(),
            named: None,
        }],
        or: Vec::new(),
        cost: None,
        without: false,
        span: core.span,
    }
}

/// `cards named`: the name comes as the next phrase.
pub(super) fn ends_with_named(part: &Part<'_, '_>) -> bool {
    match part.core {
        Filled::Core(Core {
            kind: CoreKind::Plain { run, .. },
            ..
        }) if part.posts.is_empty() => {
            matches!(run.atoms.last(), Some(RunAtom { atom: Atom::Word(w), .. }) if w.text == "named")
        }
        _ => false,
    }
}
