//! Verbs and their roles: which phrase belongs to the verb and which to a noun.

use super::Checker;
use super::event::{Form, Gathered};
use super::noun::Want;
use super::value::Val;
use crate::ast::{Atom, Core, CoreKind, Cost, Definition, Det, Phrase, RunAtom, Text};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Amount, Arg, Name, Objects, Role, TimeRef};
use crate::resolve::VerbForm;
use crate::source::Span;
use crate::vocab::{Data, NounKind, Role as VocabRole, Types, VerbData, Word};

/// A verb of the vocabulary or of a set.
#[derive(Debug, Clone, Copy)]
pub(super) enum VerbRef<'a, 's> {
    Vocab(&'static Word, &'static VerbData),
    Defined(&'a Definition<'s>),
}

impl<'a, 's> VerbRef<'a, 's> {
    pub(super) fn name(&self) -> &'s str {
        match self {
            VerbRef::Vocab(word, _) => word.name(),
            VerbRef::Defined(d) => d.signature.name.text,
        }
    }

    pub(super) fn ir_name(&self) -> Name {
        match self {
            VerbRef::Vocab(word, _) => Name::Borrowed(word.name()),
            VerbRef::Defined(d) => Name::Owned(d.signature.name.text.to_owned()),
        }
    }

    pub(super) fn roles(&self) -> &'static [VocabRole] {
        match self {
            VerbRef::Vocab(_, data) => &data.roles,
            VerbRef::Defined(_) => &[],
        }
    }

    pub(super) fn subject(&self) -> Types {
        match self {
            VerbRef::Vocab(_, data) => data.subject.clone(),
            VerbRef::Defined(_) => Types { words: vec!["players", "cards"] },
        }
    }

    pub(super) fn is_event(&self) -> bool {
        match self {
            VerbRef::Vocab(_, data) => data.event,
            VerbRef::Defined(_) => true,
        }
    }

    pub(super) fn replaceable(&self) -> bool {
        match self {
            VerbRef::Vocab(_, data) => data.replace,
            VerbRef::Defined(_) => true,
        }
    }

    /// Whether the event has an amount for `that much`.
    pub(super) fn has_amount(&self) -> bool {
        let amount = |w: &&str| matches!(*w, "damage" | "number" | "amount") || w.starts_with("amount:");
        self.roles().iter().any(|r| r.types.words.iter().any(|w| amount(&w))) || self.subject().words.iter().any(|w| amount(&w))
    }
}

/// What the roles are read for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    /// A command: numbers choose, required roles must be there.
    Command,
    /// An event, a question about the past, a prohibition.
    Event,
}

/// A role being gathered: its name, the phrase that fills it, and what belongs to that phrase's noun.
struct Group<'a, 's> {
    name: Name,
    types: Types,
    prep: &'a str,
    parts: Vec<Part<'a, 's>>,
    /// Further places, each with its preposition.
    or: Vec<(&'a Text<'s>, Part<'a, 's>)>,
    cost: Option<&'a Cost<'s>>,
    without: bool,
    span: Span,
}

/// One noun of a role; several are joined with `and`.
struct Part<'a, 's> {
    core: Filled<'a, 's>,
    posts: Vec<&'a Phrase<'s>>,
    named: Option<&'a Text<'s>>,
}

#[derive(Clone, Copy)]
enum Filled<'a, 's> {
    Core(&'a Core<'s>),
    Atoms(&'a [RunAtom<'s>], Span),
    Filter(&'a crate::ast::Filter<'s>, Span),
    Word(Text<'s>),
}

impl<'a, 's> Checker<'a, 's> {
    /// The verb of this spelling and form.
    pub(super) fn find_verb(&self, text: &str, form: Form) -> Option<VerbRef<'a, 's>> {
        let wanted = |n: u8, word: &Word| match form {
            Form::Base => n == 0,
            Form::Third => n <= 1,
            Form::Participle => n == 2,
            Form::Past => n == 3 || (n == 2 && word.forms.len() < 4) || word.forms.get(2) == word.forms.get(usize::from(n)),
        };
        let own = self.pick(text, |word, n| match &word.data {
            Data::Verb(data) if wanted(n, word) => Some(VerbRef::Vocab(word, data)),
            _ => None,
        });
        own.or_else(|| {
            let (definition, found) = self.scope.verbs.get(text)?;
            let fits = match form {
                Form::Base => *found == VerbForm::Base,
                Form::Third => *found != VerbForm::Participle,
                Form::Participle | Form::Past => *found == VerbForm::Participle,
            };
            fits.then_some(VerbRef::Defined(definition))
        })
    }

    /// The verb of this spelling and form, or a message.
    pub(super) fn verb(&mut self, text: &'a Text<'s>, form: Form) -> Option<VerbRef<'a, 's>> {
        if let Some(found) = self.find_verb(text.text, form) {
            return Some(found);
        }
        let span = text.span;
        // The right verb in the wrong form.
        let other = self.pick(text.text, |word, n| matches!(word.data, Data::Verb(_)).then_some((word, n)));
        if let Some((word, _)) = other {
            let index = match form {
                Form::Base => 0,
                Form::Third => 1,
                Form::Participle => 2,
                Form::Past => word.forms.len().saturating_sub(1),
            };
            let right = word.forms.get(index).copied().unwrap_or(word.name());
            self.report(Diagnostic::new(Code::UnknownVerb, span, format!("`{}` is the wrong form of the verb here", text.text)).with_help(format!("write `{right}`")));
            return None;
        }
        let is = self.pick(text.text, |word, _| Some(word));
        if let Some(word) = is {
            let mut problem = Diagnostic::new(Code::NotAVerb, span, format!("`{}` is a {} of {}, but a verb must stand here", text.text, word.kind_shown(), self.scope.vocab.game));
            problem = match form {
                Form::Third => problem.with_help("a subject before a verb of the game is short; put a longer one in parentheses: when (your unit with \"Blaster\" in its name) attacks"),
                Form::Base | Form::Participle | Form::Past => problem.with_help("a line that starts with a plain word is a command; a sentence needs a determiner: `your …`, `all …`, `this …`"),
            };
            self.report(problem.with_note(word.doc));
            return None;
        }
        let forms: Vec<String> = self
            .scope
            .vocab
            .words()
            .iter()
            .filter(|w| matches!(w.data, Data::Verb(_)))
            .filter_map(|w| match form {
                Form::Base => w.forms.first(),
                Form::Third => w.forms.get(1),
                Form::Participle => w.forms.get(2),
                Form::Past => w.forms.last(),
            })
            .map(|s| (*s).to_owned())
            .chain(self.scope.verbs.keys().cloned())
            .chain((form == Form::Base).then(|| self.scope.keywords.keys().map(|k| (*k).to_owned())).into_iter().flatten())
            .collect();
        self.unknown(Code::UnknownVerb, span, text.text, "a verb", forms.iter().map(String::as_str).collect());
        None
    }

    pub(super) fn use_verb(&mut self, verb: &VerbRef<'a, 's>, span: Span) {
        match verb {
            VerbRef::Vocab(word, _) => self.use_word(word, span),
            VerbRef::Defined(d) => {
                self.use_definition("define", d.signature.name.text);
                if let Err(edition) = self.scope.in_edition(d) {
                    self.error(Code::WrongEdition, span, format!("`{}` exists only in edition {edition} of the rules", d.signature.name.text));
                }
            }
        }
    }

    /// Gives every phrase behind a verb its role.
    pub(super) fn roles(&mut self, verb: &VerbRef<'a, 's>, phrases: &[&'a Phrase<'s>], filled: &[&str], extra: &[(&'a [RunAtom<'s>], Span)], mode: Mode) -> Option<Gathered<'s>> {
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
        let mut out = Gathered::default();
        let mut groups: Vec<Group<'a, 's>> = Vec::new();
        let declared: &[VocabRole] = verb.roles();
        let open = matches!(verb, VerbRef::Defined(_));
        let is_filled = |groups: &[Group<'a, 's>], role: &VocabRole| filled.iter().any(|f| role.names.contains(f)) || groups.iter().any(|g| role.names.contains(&g.name.as_ref()));
        for (atoms, span) in extra {
            let role = declared.iter().find(|r| r.names.contains(&"what") && !is_filled(&groups, r));
            let types = role.map_or_else(|| Types { words: vec!["any"] }, |r| r.types.clone());
            groups.push(Group {
                name: "what".into(),
                types,
                prep: "what",
                parts: vec![Part { core: Filled::Atoms(atoms, *span), posts: Vec::new(), named: None }],
                or: Vec::new(),
                cost: None,
                without: false,
                span: *span,
            });
        }
        if let Some(word) = object {
            let role = declared.iter().find(|r| r.names.contains(&"what"));
            let types = role.map_or_else(|| Types { words: vec!["any"] }, |r| r.types.clone());
            let part = Part { core: Filled::Word(word), posts: Vec::new(), named: None };
            groups.push(Group { name: "what".into(), types, prep: "what", parts: vec![part], or: Vec::new(), cost: None, without: false, span: word.span });
        }
        let mut queue: std::collections::VecDeque<&'a Phrase<'s>> = phrases.iter().copied().collect();
        while let Some(phrase) = queue.pop_front() {
            match phrase {
                Phrase::Core(core) => {
                    if let Some(time) = self.time_core(core) {
                        out.window = Some(Self::window(time));
                        continue;
                    }
                    let awaits_name = groups.last().and_then(|g| g.parts.last()).is_some_and(|p| ends_with_named(p));
                    if awaits_name {
                        if let Some(part) = groups.last_mut().and_then(|g| g.parts.last_mut()) {
                            part.posts.push(phrase);
                        }
                        continue;
                    }
                    let role = declared.iter().find(|r| r.names.contains(&"what"));
                    let taken = filled.contains(&"what") || groups.iter().any(|g| g.name == "what");
                    match role {
                        Some(role) if !taken => groups.push(group("what", "what", role.types.clone(), core)),
                        None if open && !taken => groups.push(group("what", "what", Types { words: vec!["any"] }, core)),
                        Some(_) | None if taken => {
                            self.report(
                                Diagnostic::new(Code::RoleTwice, core.span, format!("`{}` has its object already", verb.name()))
                                    .with_help("join two things with `and`, or start a new statement"),
                            );
                        }
                        _ => {
                            let takes = self.shown_roles(verb);
                            self.report(Diagnostic::new(Code::NoSuchRole, core.span, format!("`{}` takes no object", verb.name())).with_help(takes));
                        }
                    }
                }
                Phrase::And(core) => match groups.last_mut() {
                    Some(group) => group.parts.push(Part { core: Filled::Core(core), posts: Vec::new(), named: None }),
                    None => self.error(Code::RoleTwice, core.span, "`and` has nothing to join"),
                },
                Phrase::Prep { prep, core, or, span } => {
                    if prep.text == "as"
                        && let Some(name) = self.naming(core)
                    {
                        match groups.iter_mut().rev().find_map(|g| g.parts.last_mut()) {
                            Some(part) => part.named = Some(name),
                            None => self.error(Code::NoSuchRole, *span, "`as the …` names what was chosen, but nothing was"),
                        }
                        continue;
                    }
                    if let Some(time) = self.time_core(core).filter(|_| matches!(prep.text, "in")) {
                        out.window = Some(Self::window(time));
                        continue;
                    }
                    let peek = self.peek(core);
                    let role = declared.iter().find(|r| r.names.contains(&prep.text) && !is_filled(&groups, r) && r.types.has(&peek));
                    // A role of this preposition whose type does not fit is still meant if no noun could take the phrase.
                    let role = role.or_else(|| {
                        let noun_takes = prep.text == "by" || matches!(prep.text, "of" | "in" | "on" | "under" | "behind" | "among" | "from") && !groups.is_empty();
                        declared.iter().find(|r| r.names.contains(&prep.text) && !is_filled(&groups, r) && !noun_takes)
                    });
                    if let Some(role) = role {
                        let mut new = group(prep.text, prep.text, role.types.clone(), core);
                        new.name = Name::Borrowed(role.names.iter().copied().find(|n| *n == prep.text).unwrap_or("to"));
                        new.or = alternatives(or);
                        new.span = *span;
                        groups.push(new);
                        continue;
                    }
                    if prep.text == "by" && groups.iter().all(|g| g.name != "by") {
                        let types = Types { words: vec!["cards", "abilities", "effects", "players", "noun", "cost", "keyword", "damage", "things"] };
                        groups.push(group("by", "by", types, core));
                        continue;
                    }
                    if prep.text == "for" && groups.iter().all(|g| g.name != "for") && self.is_extra(core) {
                        groups.push(group("for", "for", Types { words: vec!["keyword"] }, core));
                        continue;
                    }
                    if self.attach(&mut groups, phrase) {
                        continue;
                    }
                    self.no_such_role(verb, prep, *span);
                }
                Phrase::PrepCost(prep, cost) => {
                    let role = declared.iter().find(|r| r.names.contains(&prep.text) && r.types.has(&["cost"]));
                    match role {
                        Some(role) => groups.push(Group {
                            name: Name::Owned(prep.text.to_owned()),
                            types: role.types.clone(),
                            prep: prep.text,
                            parts: Vec::new(),
                            or: Vec::new(),
                            cost: Some(cost),
                            without: false,
                            span: cost.span,
                        }),
                        None => self.no_such_role(verb, prep, prep.span.to(cost.span)),
                    }
                }
                Phrase::With { word, filters, span } => {
                    let role = declared.iter().find(|r| r.names.contains(&word.text) && !is_filled(&groups, r));
                    let fits = |checker: &Self, role: &VocabRole| match filters.as_slice() {
                        [(_, crate::ast::Filter::Core(core))] => role.types.has(&checker.peek(core)),
                        [(_, crate::ast::Filter::Attr(..))] => role.types.has(&["number", "keyword"]),
                        _ => false,
                    };
                    if let Some(role) = role.filter(|r| fits(self, r))
                        && let [(_, filter)] = filters.as_slice()
                    {
                        groups.push(Group {
                            name: Name::Owned(word.text.to_owned()),
                            types: role.types.clone(),
                            prep: word.text,
                            parts: vec![Part { core: Filled::Filter(filter, *span), posts: Vec::new(), named: None }],
                            or: Vec::new(),
                            cost: None,
                            without: word.text == "without",
                            span: *span,
                        });
                    } else if !self.attach(&mut groups, phrase) {
                        self.no_such_role(verb, word, *span);
                    }
                }
                Phrase::That(relative) => {
                    // `all units that were called this way into your soul`: the clause ends where its verb takes no more.
                    let open = |name: &str| declared.iter().any(|r| r.names.contains(&name) && !is_filled(&groups, r));
                    for rest in self.cut_clause(relative, open).iter().rev() {
                        queue.push_front(rest);
                    }
                    if !self.attach(&mut groups, phrase) {
                        self.error(Code::NoSuchRole, relative.span, "`that …` describes a noun, but none stands before it");
                    }
                }
            }
        }
        for group in groups {
            self.fill_role(verb, group, mode, &mut out);
        }
        if mode == Mode::Command {
            let names: Vec<String> = declared
                .iter()
                .filter(|r| r.required && !filled.iter().any(|f| r.names.contains(f)) && !out.roles.iter().any(|o| r.names.contains(&o.name.as_ref())))
                .map(|r| shown_role(r))
                .collect();
            // A role that failed to elaborate was reported; only silence is missing.
            let inherited = self.frame().replacing;
            if !names.is_empty() && !inherited && self.findings.diagnostics.is_empty() | (self.quiet == 0 && !out.types.is_empty() | phrases.is_empty() | !out.roles.is_empty()) {
                return self.missing_roles(verb, &names, phrases, out);
            }
        }
        Some(out)
    }

    fn missing_roles(&mut self, verb: &VerbRef<'a, 's>, names: &[String], phrases: &[&'a Phrase<'s>], out: Gathered<'s>) -> Option<Gathered<'s>> {
        let place = self.verb_span.or_else(|| phrases.first().map(|p| p.span()));
        if let Some(span) = place {
            let takes = self.shown_roles(verb);
            self.report(Diagnostic::new(Code::MissingRole, span, format!("`{}` does not say {}", verb.name(), names.join(" and "))).with_help(takes));
        }
        Some(out)
    }

    /// Whether a core names an optional extra cost of the card.
    fn is_extra(&mut self, core: &Core<'s>) -> bool {
        match &core.kind {
            CoreKind::Plain { dets, run } if dets.is_empty() => match run.atoms.as_slice() {
                [RunAtom { atom: Atom::Word(word), .. }] => self.frame().extras.contains(&word.text),
                _ => false,
            },
            _ => false,
        }
    }

    /// The name that is all a selector asks for.
    fn only_name(&self, id: crate::ir::ObjId) -> Option<String> {
        match &self.code[id] {
            Objects::Select(selector) => match selector.descs.as_slice() {
                [crate::ir::Desc { noun: None, filters }] => match filters.as_slice() {
                    [crate::ir::Filter::Named(name)] => Some(name.clone()),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// Remembers the object of a command, so that `its` behind it means that object.
    fn own_object(&mut self, id: crate::ir::ObjId, ty: super::value::ObjTy) {
        if !ty.single {
            return;
        }
        let chosen = match &self.code[id] {
            Objects::Select(selector) => selector.slot,
            _ => None,
        };
        let id = match chosen {
            Some(slot) => self.code.add_object(Objects::Slot(slot, crate::ir::RefWord::It)),
            None => id,
        };
        self.frame().own_object = Some((id, ty));
    }

    /// Phrases of a clause that belong to the verb outside; the clause forgets them.
    fn cut_clause(&mut self, relative: &'a crate::ast::Relative<'s>, outer_takes: impl Fn(&str) -> bool) -> &'a [Phrase<'s>] {
        use crate::ast::{RelativeKind, Tail};
        let (phrases, verb): (&'a [Phrase<'s>], Option<VerbRef<'a, 's>>) = match &relative.kind {
            RelativeKind::By(_, verb, phrases) | RelativeKind::Does(verb, phrases) => (phrases, self.find_verb(verb.text, Form::Past).or_else(|| self.find_verb(verb.text, Form::Third))),
            RelativeKind::Can(_, deed, phrases) => (phrases, self.find_verb(deed.verb.text, if deed.be { Form::Participle } else { Form::Base })),
            RelativeKind::Is { tail: Tail::Phrases(phrases, _), .. } => {
                let verb = match phrases.first() {
                    Some(Phrase::Core(Core { kind: CoreKind::Plain { run, .. }, .. })) => match run.atoms.first() {
                        Some(RunAtom { atom: Atom::Word(word), .. }) => self.find_verb(word.text, Form::Participle),
                        _ => None,
                    },
                    _ => None,
                };
                (phrases, verb)
            }
            RelativeKind::Has(_, crate::ast::HasArg::Phrases(phrases, _)) => (phrases, None),
            RelativeKind::Is { .. } | RelativeKind::Has(..) => return &[],
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
    fn attach(&mut self, groups: &mut [Group<'a, 's>], phrase: &'a Phrase<'s>) -> bool {
        let Some(group) = groups.iter_mut().rev().find(|g| !g.parts.is_empty()) else { return false };
        // `on top of your deck or on the bottom …`: the `or` behind the inner phrase opens another place of the verb.
        let opens = match phrase {
            Phrase::Prep { prep, or, span, .. } if prep.text == "of" && !or.is_empty() && group.types.has(&["place"]) => {
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

    fn fill_role(&mut self, verb: &VerbRef<'a, 's>, mut group: Group<'a, 's>, mode: Mode, out: &mut Gathered<'s>) {
        // A first place without words of its own shares those of the last: `on top or on the bottom of your deck`.
        if let (Some((_, last)), Some(first)) = (group.or.last(), group.parts.last_mut())
            && first.posts.is_empty()
            && matches!(first.core, Filled::Core(Core { kind: CoreKind::Stack(_), .. }))
        {
            first.posts.clone_from(&last.posts);
        }
        if let Some(cost) = group.cost {
            let id = self.cost(cost);
            out.roles.push(Role { name: group.name, arg: Arg::Cost(id) });
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
        let mut singles = 0_u8;
        let parts = group.parts.len();
        for part in &group.parts {
            let value = match part.core {
                Filled::Core(core) => self.noun(core, &part.posts, want),
                Filled::Atoms(atoms, span) => self.atoms(atoms, &part.posts, span),
                Filled::Filter(filter, _) => self.filter_value(filter, &part.posts),
                Filled::Word(word) => self.word_value(word, &part.posts, want),
            };
            let span = match part.core {
                Filled::Core(core) => core.span,
                Filled::Atoms(_, span) | Filled::Filter(_, span) => span,
                Filled::Word(word) => word.span,
            };
            let Some(mut value) = value else { continue };
            if let Some(name) = part.named {
                self.give_name(name, &mut value, &group.name, out);
            }
            if let Val::Place(place) = &value
                && let Some(quant) = self.code[*place].quant.clone()
            {
                let single = self.is_single(&quant);
                out.types.push((group.name.clone(), super::value::ObjTy { single, ..super::value::ObjTy::of(NounKind::Position) }));
            }
            if let Val::Objs(id, ty) = &value {
                singles = singles.saturating_add(u8::from(ty.single));
                out.types.push((group.name.clone(), ty.clone()));
                if group.name == "what" && mode == Mode::Command && parts == 1 {
                    let (id, ty) = (*id, ty.clone());
                    self.own_object(id, ty);
                }
            }
            if let Some((slot, time)) = self.chosen_slot(&value)
                && let Val::Objs(_, ty) = &value
            {
                out.chosen.push((group.name.clone(), slot, time, ty.clone(), 1, span));
            }
            if let Some(arg) = self.to_arg(verb, &group, value, span) {
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
        self.frame().commanding = before;
        let _ = (singles, parts);
        let arg = self.joined(args, !group.or.is_empty());
        if let Some(arg) = arg {
            out.roles.push(Role { name: group.name, arg });
        }
    }

    /// Several arguments as one: objects are joined, places are alternatives.
    fn joined(&mut self, mut args: Vec<Arg>, or: bool) -> Option<Arg> {
        if args.len() <= 1 {
            return args.pop();
        }
        let objects: Vec<_> = args.iter().filter_map(Self::arg_object).collect();
        if objects.len() == args.len() {
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
            let place = crate::ir::Place { kind: crate::ir::PlaceKind::Or(places), whose: None, quant: None };
            return Some(Arg::Place(self.code.add_place(place)));
        }
        Some(Arg::All(args))
    }

    fn filter_value(&mut self, filter: &'a crate::ast::Filter<'s>, posts: &[&'a Phrase<'s>]) -> Option<Val> {
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
    fn atoms(&mut self, atoms: &'a [RunAtom<'s>], posts: &[&'a Phrase<'s>], span: Span) -> Option<Val> {
        self.plain_run(atoms, posts, span)
    }

    /// Names what a role holds.
    fn give_name(&mut self, name: &'a Text<'s>, value: &mut Val, role: &Name, out: &mut Gathered<'s>) {
        if let Val::Objs(id, _) = value {
            let mut objects = self.code[*id].clone();
            if let Objects::Select(selector) = &mut objects {
                selector.named = Some(name.text.to_owned());
                *id = self.code.add_object(objects);
            }
        }
        out.named.push((role.clone(), name.text, name.span));
    }

    /// `as the guest`: a name, unless the word is a state or noun the verb knows.
    fn naming(&mut self, core: &'a Core<'s>) -> Option<&'a Text<'s>> {
        let CoreKind::Plain { dets, run } = &core.kind else { return None };
        match (dets.as_slice(), run.atoms.as_slice()) {
            ([Det::Word(the)], [RunAtom { atom: Atom::Word(word), .. }]) if the.text == "the" => Some(word),
            _ => None,
        }
    }

    /// `this turn`, `this way`, `last turn`: when, not what.
    fn time_core(&mut self, core: &'a Core<'s>) -> Option<TimeRef> {
        let (word, noun) = match &core.kind {
            CoreKind::Pronoun(p) if p.word.text == "this" => (p.word.text, p.noun.as_ref()?),
            CoreKind::Plain { dets, run } if dets.is_empty() && run.atoms.len() == 2 => match (&run.atoms.first()?.atom, &run.atoms.get(1)?.atom) {
                (Atom::Word(first), Atom::Word(second)) if first.text == "last" => (first.text, second),
                _ => return None,
            },
            _ => return None,
        };
        let time = self.pick(noun.text, |w, _| matches!(w.data, Data::Time(_)).then_some(w))?;
        self.use_word(time, noun.span);
        if word == "last"
            && let Some(last) = self.pick("last", |w, _| Some(w))
        {
            self.use_word(last, core.span);
        }
        let this = word == "this";
        let mut time = TimeRef { this, ..self.time(time.name()) };
        if !this {
            time.within = Some(Box::new(self.time("last")));
        }
        Some(time)
    }

    /// The role types a core could fill, from its head word alone.
    pub(super) fn peek(&self, core: &Core<'s>) -> Vec<&'static str> {
        const OBJECTS: &[&str] = &["cards", "card", "abilities", "effects", "counters", "things", "thing", "place", "damage"];
        match &core.kind {
            CoreKind::Pronoun(p) => match (p.word.text, p.noun.map(|n| n.text)) {
                ("you" | "opponent" | "opponents" | "each", _) | ("that" | "those", Some("player" | "players")) => vec!["players", "player"],
                ("that", Some("much" | "many")) => vec!["number", "amount", "damage"],
                (_, Some(noun)) if self.pick(noun, |w, _| matches!(w.data, Data::Time(_)).then_some(())).is_some() => vec!["time"],
                _ => OBJECTS.to_vec(),
            },
            CoreKind::Stack(s) if s.noun.is_none() && s.count.is_none() => vec!["place"],
            CoreKind::Stack(_) | CoreKind::Part(..) => vec!["cards", "card"],
            CoreKind::Group(_) => OBJECTS.to_vec(),
            CoreKind::SameAs(words, _) => {
                let place = words.last().and_then(|w| self.pick(w.text, |w, _| matches!(w.data, Data::Place(_) | Data::Zone(_)).then_some(())));
                if place.is_some() { vec!["place"] } else { Vec::new() }
            }
            CoreKind::Plain { dets, run } => {
                let poss = dets.iter().any(|d| matches!(d, Det::Poss(_)));
                let Some(last) = run.atoms.last() else { return vec!["number", "cards", "card", "value"] };
                match &last.atom {
                    Atom::Tag(_) => vec!["cards", "card", "tags", "value", "noun"],
                    Atom::Str(_) => vec!["cards", "card", "name", "abilities", "keyword", "things", "thing", "noun"],
                    Atom::Icon(_) => vec!["icons", "cost"],
                    Atom::Fraction(..) => vec!["value", "noun"],
                    Atom::Counter(_) => vec!["counters"],
                    Atom::Word(word) => self.peek_word(word.text, poss),
                }
            }
        }
    }

    fn peek_word(&self, word: &str, poss: bool) -> Vec<&'static str> {
        let mut out = Vec::new();
        if matches!(word, "player" | "players" | "opponent" | "opponents") {
            out.extend(["players", "player"]);
        }
        if matches!(word, "start" | "end") {
            out.push("time");
        }
        if word == "rest" {
            out.extend(["cards", "card"]);
        }
        if word == "number" {
            out.extend(["number", "value", "values"]);
        }
        for (id, _) in self.scope.vocab.find(word) {
            let Some(word) = self.scope.vocab.word(*id) else { continue };
            match &word.data {
                Data::Type(_) => out.extend(["cards", "card", "noun", "value", "values"]),
                Data::Noun(n) => match n.kind {
                    NounKind::Card => out.extend(["cards", "card", "noun"]),
                    NounKind::Ability => out.extend(["abilities", "effects"]),
                    NounKind::Effect => out.extend(["effects", "abilities"]),
                    NounKind::Counter => out.push("counters"),
                    NounKind::Player => out.extend(["players", "player"]),
                    NounKind::Damage => out.push("damage"),
                    NounKind::Amount => out.extend(["amount", "number"]),
                    NounKind::Order => out.push("order"),
                    NounKind::Name => out.extend(["name", "value", "values"]),
                    NounKind::Number => out.extend(["number", "value"]),
                    NounKind::Value => out.extend(["value", "values"]),
                    NounKind::Cost => out.push("cost"),
                    NounKind::Thing => out.extend(["things", "thing", "noun"]),
                    NounKind::Position => out.push("place"),
                    NounKind::Time => out.push("time"),
                },
                Data::Zone(_) | Data::Place(_) => out.push("place"),
                Data::State(_) | Data::Adj(_) => out.extend(["state", "noun"]),
                Data::Value(_) => out.extend(["value", "values", "noun", "state"]),
                Data::Time(_) => out.push("time"),
                Data::Rel(..) if poss => out.extend(["cards", "card", "players", "player", "place"]),
                Data::Rel(..) => out.extend(["cards", "card", "noun"]),
                Data::Attr(_) if poss => out.extend(["number", "value", "values"]),
                Data::Attr(_) => out.extend(["value", "values", "number", "tags", "name", "amount"]),
                Data::Verb(_) | Data::Icon(_) => {}
            }
        }
        if self.is_keyword(word) {
            out.extend(["keyword", "abilities", "noun", "thing"]);
        }
        if self.scope.counters.contains_key(word) {
            out.extend(["counters", "noun"]);
        }
        if self.scope.states.contains_key(word) || self.scope.state_values.contains_key(word) {
            out.extend(["state", "value"]);
        }
        if self.frames.last().is_some_and(|f| f.extras.contains(&word)) {
            out.extend(["keyword", "thing"]);
        }
        if let Some(named) = self.frames.last().and_then(|f| f.names.get(word)) {
            out.extend(if named.value { ["number", "value", "name"] } else { ["cards", "card", "place"] });
        }
        out
    }

    /// A value as the argument of a role.
    fn to_arg(&mut self, verb: &VerbRef<'a, 's>, group: &Group<'a, 's>, value: Val, span: Span) -> Option<Arg> {
        let types = &group.types;
        let is_place_role = types.has(&["place"]) && group.prep != "what" && !types.words.contains(&"any");
        if group.without {
            return Some(match value {
                Val::Words(mut words, _) => Arg::Without(words.pop()?),
                Val::Objs(id, _) => Arg::Objects(id),
                Val::Keyword(call) => Arg::Without(Name::Owned(call.name)),
                Val::Thing(amount) | Val::Amount(amount, _) => Arg::Without(amount.of),
                Val::Attr(_, name) | Val::Declare(_, name) => Arg::Without(name),
                other => {
                    self.wrong_role(verb, group.prep, &other, span);
                    return None;
                }
            });
        }
        Some(match value {
            Val::Place(place) if types.has(&["place"]) => Arg::Place(place),
            Val::Place(place) if types.has(&["cards", "card"]) => Arg::Objects(self.code.add_object(Objects::CardsAt(place))),
            Val::Objs(id, ty) if is_place_role && !(types.has(&["cards"]) && matches!(group.prep, "to" | "from" | "for" | "among" | "with")) => {
                let place = self.as_place(group.prep, Val::Objs(id, ty), span)?;
                Arg::Place(place)
            }
            Val::Time(time) if is_place_role && time.span == "game" => Arg::Place(self.as_place(group.prep, Val::Time(time), span)?),
            Val::Objs(id, _) if types.has(&["name"]) && !types.words.contains(&"any") && !types.has(&["cards", "card"]) && self.only_name(id).is_some() => Arg::Name(self.only_name(id)?),
            Val::Objs(id, ref ty) => {
                if !types.has(value.role_types()) && !types.has(&["noun"]) {
                    self.wrong_role(verb, group.prep, &value, span);
                }
                let _ = ty;
                Arg::Objects(id)
            }
            Val::Players(who) => {
                if !types.has(&["players", "player"]) {
                    self.wrong_role(verb, group.prep, &Val::Players(who.clone()), span);
                }
                Arg::Objects(self.code.add_object(Objects::Players(who)))
            }
            Val::Number(n) if types.has(&["number", "value", "values", "amount", "damage"]) => Arg::Number(n),
            Val::Number(n) if types.has(&["cards", "card"]) => {
                self.report(Diagnostic::new(Code::WrongRole, span, format!("`{}` needs cards here, not a number", verb.name())).with_help("say of what: `2 cards from your hand`"));
                Arg::Number(n)
            }
            Val::Quant(quant) if types.has(&["number", "cards"]) => Arg::Amount(Amount { quant, of: "card".into(), kinds: Vec::new(), whose: None, filters: Vec::new() }),
            Val::Attr(of, name) if types.has(&["number", "value", "values"]) => Arg::Attr(of, name),
            Val::Amount(amount, kind) => {
                let fits = match kind {
                    NounKind::Damage => types.has(&["damage"]),
                    NounKind::Counter => types.has(&["counters"]),
                    _ => types.words.iter().any(|w| *w == "amount" || w.strip_prefix("amount:").is_some_and(|a| a == amount.of)) || types.has(&["number"]),
                };
                if !fits {
                    self.wrong_role(verb, group.prep, &Val::Amount(amount.clone(), kind), span);
                }
                Arg::Amount(amount)
            }
            Val::Thing(amount) if types.has(&["things", "thing", "cards", "time"]) => Arg::Amount(amount),
            Val::Icons(runs) if types.has(&["icons", "cost"]) => Arg::Icons(runs),
            Val::Words(words, _) if types.has(&["state", "noun", "value", "values", "order", "name", "cost"]) => Arg::Words(words),
            Val::Order(order) if types.has(&["order"]) => Arg::Order(order),
            Val::Name(name) => Arg::Name(name),
            Val::Declare(quant, name) if types.has(&["value", "values", "number", "name", "tags", "things", "thing", "cards"]) => Arg::Declare(quant, name),
            Val::Time(time) if types.has(&["time", "things", "thing"]) => Arg::Time(time),
            Val::Keyword(call) if types.has(&["keyword", "abilities", "effects", "noun", "thing", "things"]) => Arg::Keyword(call),
            Val::Slot(slot, name) => Arg::Slot(slot, name),
            Val::Cost(id) if types.has(&["cost"]) => Arg::Cost(id),
            Val::Event(id) if types.has(&["event"]) => Arg::Event(id),
            Val::Filter(filter) => Arg::Filter(filter),
            other => {
                self.wrong_role(verb, group.prep, &other, span);
                return None;
            }
        })
    }

    pub(super) fn wrong_role(&mut self, verb: &VerbRef<'a, 's>, prep: &str, value: &Val, span: Span) {
        let role = verb.roles().iter().find(|r| r.names.contains(&prep));
        let takes = role.map_or_else(|| "something else".to_owned(), |r| shown_types(&r.types));
        let place = if prep == "what" { format!("`{}`", verb.name()) } else { format!("`{prep}` of `{}`", verb.name()) };
        let help = self.shown_roles(verb);
        self.report(Diagnostic::new(Code::WrongRole, span, format!("{place} takes {takes}, found {}", value.shown())).with_help(help));
    }

    fn no_such_role(&mut self, verb: &VerbRef<'a, 's>, prep: &Text<'_>, span: Span) {
        let takes = self.shown_roles(verb);
        let mut problem = Diagnostic::new(Code::NoSuchRole, span, format!("`{}` has no role `{}`", verb.name(), prep.text)).with_help(takes);
        let directions = ["into", "onto", "to", "on"];
        if directions.contains(&prep.text)
            && let Some(right) = verb.roles().iter().flat_map(|r| r.names.iter()).find(|n| directions.contains(n))
        {
            problem = problem.with_help(format!("did you mean `{right}`?"));
        }
        self.report(problem);
    }

    /// What a verb takes, in a sentence.
    fn shown_roles(&self, verb: &VerbRef<'a, 's>) -> String {
        let roles = verb.roles();
        if roles.is_empty() {
            return match verb {
                VerbRef::Vocab(..) => format!("`{}` takes nothing behind it", verb.name()),
                VerbRef::Defined(d) => format!("it is defined as `{}`", super::keyword::shown_signature(&d.signature)),
            };
        }
        let list: Vec<String> = roles.iter().map(shown_role).collect();
        format!("`{}` takes: {}", verb.name(), list.join(", "))
    }
}

/// The places behind `or`.
fn alternatives<'a, 's>(or: &'a [(Text<'s>, Core<'s>)]) -> Vec<(&'a Text<'s>, Part<'a, 's>)> {
    or.iter().map(|(prep, core)| (prep, Part { core: Filled::Core(core), posts: Vec::new(), named: None })).collect()
}

fn group<'a, 's>(name: &'a str, prep: &'a str, types: Types, core: &'a Core<'s>) -> Group<'a, 's> {
    Group {
        name: Name::Owned(name.to_owned()),
        types,
        prep,
        parts: vec![Part { core: Filled::Core(core), posts: Vec::new(), named: None }],
        or: Vec::new(),
        cost: None,
        without: false,
        span: core.span,
    }
}

/// `cards named`: the name comes as the next phrase.
fn ends_with_named(part: &Part<'_, '_>) -> bool {
    match part.core {
        Filled::Core(Core { kind: CoreKind::Plain { run, .. }, .. }) if part.posts.is_empty() => matches!(run.atoms.last(), Some(RunAtom { atom: Atom::Word(w), .. }) if w.text == "named"),
        _ => false,
    }
}

/// A role as a message shows it: `into / onto a place`.
fn shown_role(role: &VocabRole) -> String {
    let types = shown_types(&role.types);
    match role.names.as_slice() {
        ["what"] => types,
        names => format!("`{}` {types}", names.join("` / `")),
    }
}

fn shown_types(types: &Types) -> String {
    let words: Vec<&str> = types
        .words
        .iter()
        .map(|w| match *w {
            "cards" | "card" => "cards",
            "players" | "player" => "a player",
            "place" => "a place",
            "number" => "a number",
            "state" | "noun" => "a state",
            "order" => "an order",
            "cost" => "a cost",
            "name" => "a name",
            "keyword" => "a keyword",
            "value" | "values" => "a value",
            "time" => "a time",
            "event" => "an event",
            "things" | "thing" => "a thing",
            "any" => "anything",
            other => other.strip_prefix("amount:").unwrap_or(other),
        })
        .collect();
    words.join(" or ")
}
