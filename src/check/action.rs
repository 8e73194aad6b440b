//! Commands: what they do, and what they introduce.

use super::Checker;
use super::command::Mode;
use super::event::{Form, Gathered};
use super::mods::Mods;
use super::refs::{Intro, Named, Origin};
use super::value::{ObjTy, Val};
use super::verb::VerbRef;
use crate::ast::{Mod, Phrase, Text};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Arg, ChoiceTime, Expr, ExprId, Name, Role, SlotId, Stmt, StmtId, Who};
use crate::source::Span;
use crate::vocab::{ChoiceWhen, Gives, NounKind};

impl<'a, 's> Checker<'a, 's> {
    /// A command.
    pub(super) fn command(
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
        if let Some(at) = mods.limit_span {
            self.report(
                Diagnostic::new(Code::LimitOnCont, at, "a command in an effect has no limit of its own")
                    .with_help("put the limit in the head: `ACT once per turn …`"),
            );
        }
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
                self.unused_variable(name, span);
            }
            self.frame().vars.shift_remove(name.as_str());
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one command")]
    pub(super) fn vocab_command(
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
        if let Some(at) = mods.per_span.filter(|_| data.choice.is_some()) {
            self.report(
                Diagnostic::new(Code::NotANumber, at, format!("`for each` does not repeat `{}`", word.name()))
                    .with_help("choose as many at once: `choose X … where X is number of …`; or do it all each time: `for each … { choose 1 …; it gets … }`"),
            );
        }
        self.late = None;
        self.verb_span = Some(verb.span);
        let phrases: Vec<&'a Phrase<'s>> = phrases.iter().collect();
        let gathered = self.roles(&found, &phrases, &[], &[], Mode::Command);
        self.verb_span = None;
        let mut gathered = gathered?;
        self.pile_role(data, &mut gathered, span);
        self.sight(data, &gathered, span);
        self.remember_shown(data, &gathered);
        let first = self.select_first(data, &mut gathered, span);
        if let Some(event) = reveal_until {
            gathered.roles.push(Role {
                name: "until".into(),
                arg: Arg::Event(event),
            });
        }
        let (slot, choice) = self.introduce_all(data.gives, data.choice, &mut gathered, span);
        self.no_way(&gathered);
        if let Some(crate::ir::Window::In(time)) = gathered.window.clone() {
            gathered.roles.push(Role {
                name: "in".into(),
                arg: Arg::Time(time),
            });
        }
        self.note_hidden(&gathered.roles, slot, span);
        let given = self.given_time(&gathered);
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
        let id = self.after(first, id, span);
        let frame = self.frame();
        frame.last = Some(id);
        frame.last_slot = Some(slot);
        frame.extra = given.map(|noun| (slot, noun)).or(frame.extra);
        if at_play {
            frame.prologue.push(id);
        }
        Some(id)
    }

    /// The noun of a thing that a command gives and that is spoken of as a time: `take 1 extra-turn`.
    fn given_time(&self, gathered: &Gathered<'s>) -> Option<&'static str> {
        let what = |noun: &str| {
            self.pick(noun, |w, _| match &w.data {
                crate::vocab::Data::Noun(n) if n.kind == crate::vocab::NounKind::Thing => Some(w.name()),
                _ => None,
            })
        };
        gathered
            .roles
            .iter()
            .filter(|r| r.name == "what")
            .find_map(|r| match &r.arg {
                Arg::Amount(amount) => what(&amount.of),
                Arg::Objects(id) => match &self.code[*id] {
                    crate::ir::Objects::Select(s) => s.descs.iter().find_map(|d| what(d.noun.as_ref()?)),
                    _ => None,
                },
                _ => None,
            })
    }

    /// A statement behind the selections that belong to it.
    pub(super) fn after(&mut self, mut first: Vec<StmtId>, id: StmtId, span: Span) -> StmtId {
        if first.is_empty() {
            return id;
        }
        first.push(id);
        self.code.stmt_at(Stmt::Block(first), span.into())
    }

    /// `reveal … until a climax is revealed`: `until` is a role of some verbs.
    pub(super) fn split_until_role(
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
                Mod::UntilEvent(e, _) if event.is_none() => event = self.event(e).map(|(id, _)| id),
                _ => rest.push(*modifier),
            }
        }
        (event, rest)
    }

    /// Remembers what a command introduces; gives its slot and when it chooses.
    pub(super) fn introduce_all(
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
        let time = self.choice_time(gives, choice, gathered, &main);
        if let (Some(ChoiceTime::Play), Some(late)) = (time, self.late) {
            self.choice_too_early(span, late);
        }
        self.introduce_others(gives, gathered, &main);
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
        let object = |code: &crate::ir::Code| {
            let mut mains = gathered.roles.iter().filter(|r| r.name == main);
            mains
                .next()
                .and_then(|r| Self::arg_object(&r.arg))
                .map(|id| code[id].clone())
        };
        let object = object(&self.code);
        let this = matches!(object, Some(crate::ir::Objects::This));
        // What is taken out of cards that were shown is no new set: `the rest` stays that of those.
        let taken = object.as_ref().is_some_and(|object| self.is_taken(object));
        // `reveal up to 2 cards among them`
        let taken = taken || gathered.roles.iter().any(|r| r.name == "among");
        self.tell(gathered, &main, slot, value, span);
        // What turns a card that was spoken of leaves it the card it was: whether it turned or not, it is still spoken of.
        let same = match &object {
            Some(crate::ir::Objects::Slot(known, word))
                if gives == Gives::Chosen && choice.is_none() && !matches!(word, crate::ir::RefWord::OfPlayer(..)) =>
            {
                Some(*known)
            }
            _ => None,
        };
        let of = match &object {
            Some(crate::ir::Objects::Slot(known, _)) => Some(*known),
            _ => None,
        };
        let since = self.frame().intros.iter().rev().find(|i| Some(i.slot) == same);
        let since = since.map(|i| i.time);
        if gives != Gives::Nothing && !value && !self.only_counts(gathered, &main) {
            let intro = Intro {
                slot: same.unwrap_or(slot),
                ty: ty.clone(),
                singles,
                span,
                used: false,
                chosen: choice.is_some(),
                looked: !taken
                    && (matches!(gives, Gives::Looked | Gives::Found)
                        || gives == Gives::Moved && !mains_empty && !ty.single),
                shown: !taken && matches!(gives, Gives::Looked | Gives::Found),
                time: time.or(since).unwrap_or_else(|| {
                    if gathered.chosen.iter().any(|(_, _, t, ..)| *t == ChoiceTime::Play) {
                        ChoiceTime::Play
                    } else {
                        ChoiceTime::Resolution
                    }
                }),
                origin: if mains_empty { Origin::Counted } else { Origin::Said },
                this,
                of,
            };
            self.introduce(intro);
        }
        self.mention_roles(gathered, &main, span);
        self.introduce_names(gathered, &main, (slot, &ty), value, time);
        (slot, time)
    }

    /// Whether these are cards that were shown or spoken of before, not a set of their own.
    fn is_taken(&self, object: &crate::ir::Objects) -> bool {
        match object {
            crate::ir::Objects::Select(selector) => selector.among.is_some(),
            crate::ir::Objects::Join(all) => all.iter().any(|one| self.is_taken(&self.code[*one])),
            other => matches!(
                other,
                crate::ir::Objects::Slot(..) | crate::ir::Objects::Rest(_) | crate::ir::Objects::Part(..)
            ),
        }
    }

    /// When what a command chooses is chosen.
    fn choice_time(
        &self,
        gives: Gives,
        choice: Option<ChoiceWhen>,
        gathered: &Gathered<'s>,
        main: &Name,
    ) -> Option<ChoiceTime> {
        let hidden = gathered
            .types
            .iter()
            .filter(|(n, _)| *n == *main)
            .any(|(_, ty)| ty.hidden);
        let targeted = gathered
            .chosen
            .iter()
            .any(|(role, _, at, ..)| *role == *main && *at == ChoiceTime::Play);
        choice.map(|when| match when {
            // A target is chosen at play, whatever verb chooses it.
            _ if targeted => ChoiceTime::Play,
            ChoiceWhen::Play => ChoiceTime::Play,
            ChoiceWhen::Resolution => ChoiceTime::Resolution,
            ChoiceWhen::PublicPlay if hidden => ChoiceTime::Resolution,
            // A value that depends on what the effect brings is named when it is known.
            ChoiceWhen::PublicPlay if gives == Gives::Value && self.late.is_some() => ChoiceTime::Resolution,
            ChoiceWhen::PublicPlay => ChoiceTime::Play,
        })
    }

    /// The names given with `as the …`.
    fn introduce_names(
        &mut self,
        gathered: &mut Gathered<'s>,
        main: &Name,
        (slot, ty): (SlotId, &ObjTy),
        value: bool,
        time: Option<ChoiceTime>,
    ) {
        for (role, name, at, own) in gathered.named.clone() {
            if let Some((own, own_ty)) = own {
                // One of several things that are chosen together: the name means that one.
                self.name(name, at, own, own_ty, value, time != Some(ChoiceTime::Play));
                for intro in &mut self.frame().intros {
                    intro.chosen &= intro.slot != slot;
                }
                continue;
            }
            let of_role = gathered.chosen.iter().find(|(r, ..)| *r == role);
            let named_slot = if role == *main {
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
            let of_role_none = of_role.is_none();
            self.name(name, at, named_slot, named_ty, value, late);
            // A selector carries its name itself.
            if of_role_none {
                gathered.roles.push(Role {
                    name: "as".into(),
                    arg: Arg::As(name.to_owned()),
                });
            }
        }
    }

    /// Choices in other roles come first: what the verb is about is the newest.
    fn introduce_others(&mut self, gives: Gives, gathered: &Gathered<'s>, main: &Name) {
        for (role, slot, at, ty, singles, place) in gathered.chosen.clone() {
            if role != *main || gives == Gives::Nothing {
                self.introduce(Intro {
                    slot,
                    singles: if ty.single { singles } else { 0 },
                    ty,
                    span: place,
                    used: true,
                    chosen: false,
                    looked: false,
                    shown: false,
                    time: at,
                    origin: Origin::Said,
                    this: false,
                    of: None,
                });
            }
        }
    }

    /// Remembers the number that a command tells: of the cards it is about, or a value. What is done to places and times tells none.
    fn tell(&mut self, gathered: &Gathered<'s>, main: &Name, slot: SlotId, value: bool, span: Span) {
        let counts = |arg: &Arg| {
            matches!(
                arg,
                Arg::Objects(_) | Arg::Number(_) | Arg::Amount(_) | Arg::Icons(_) | Arg::All(_)
            )
        };
        let is_value = |arg: &Arg| match arg {
            Arg::Amount(amount) => self.is_quantity(&amount.of),
            _ => false,
        };
        let role = gathered.roles.iter().find(|r| r.name == *main);
        if value || role.is_some_and(|r| counts(&r.arg)) {
            let amount = role.is_some_and(|r| is_value(&r.arg));
            self.frame().told.push((slot, value || amount, span));
            if amount {
                self.frame().amounts.push(slot);
            }
        }
    }

    /// Whether a noun means an amount rather than things that can be counted.
    fn is_quantity(&self, noun: &str) -> bool {
        matches!(self.noun_kind(noun), Some(NounKind::Damage | NounKind::Amount))
    }

    fn noun_kind(&self, noun: &str) -> Option<NounKind> {
        self.pick(noun, |w, _| match &w.data {
            crate::vocab::Data::Noun(n) => Some(n.kind),
            _ => None,
        })
    }

    /// Whether a command is about damage, life or counters: it tells their number, and speaks of no card as its object.
    fn only_counts(&self, gathered: &Gathered<'s>, main: &Name) -> bool {
        let counts = |arg: &Arg| match arg {
            Arg::Amount(amount) => matches!(
                self.noun_kind(&amount.of),
                Some(NounKind::Damage | NounKind::Amount | NounKind::Counter)
            ),
            _ => false,
        };
        gathered.roles.iter().any(|r| r.name == *main && counts(&r.arg))
    }

    /// A choosing verb says how many.
    pub(super) fn must_choose(&mut self, gathered: &Gathered<'s>, main: &Name, span: Span) {
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
    pub(super) fn name(&mut self, name: &'s str, span: Span, slot: SlotId, ty: ObjTy, value: bool, late: bool) {
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
                shown: false,
                time,
                origin: Origin::Said,
                this: false,
                of: None,
            });
        }
    }
}
