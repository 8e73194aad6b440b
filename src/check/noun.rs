//! Noun phrases: what they mean, given what follows them and what is wanted.

use super::Checker;
use super::refs::Named;
use super::run::Description;
use super::value::{ObjTy, Val};
use crate::ast::{Atom, Core, CoreKind, Det, Np, Owner, Phrase, Poss, Pronoun, Quant as AstQuant, QuantKind, RunAtom, Stack, Text};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Amount, AttrOf, Call, ChoiceTime, Filter, Name, ObjId, Objects, Place, PlaceKind, Quant, RefWord, Selector, TimeRef, Who};
use crate::source::Span;
use crate::vocab::{Data, NounKind, RelFrom, RelTo, Visibility};

/// What a noun phrase is wanted as, where a word has several meanings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Want {
    Any,
    Place,
    Time,
}

/// To whom a possessive leads.
#[derive(Debug, Clone)]
pub(super) enum Possessor {
    Player(Who),
    Objects(ObjId, ObjTy),
    Subject,
    Time(TimeRef),
}

impl Possessor {
    pub(super) fn attr_of(self) -> AttrOf {
        match self {
            Possessor::Player(who) => AttrOf::Player(who),
            Possessor::Objects(id, _) => AttrOf::Objects(id),
            Possessor::Subject => AttrOf::Subject,
            Possessor::Time(_) => AttrOf::Game,
        }
    }
}

impl<'a, 's> Checker<'a, 's> {
    pub(super) fn np(&mut self, np: &'a Np<'s>, want: Want) -> Option<Val> {
        let posts: Vec<&'a Phrase<'s>> = np.posts.iter().collect();
        self.noun(&np.core, &posts, want)
    }

    pub(super) fn noun(&mut self, core: &'a Core<'s>, posts: &[&'a Phrase<'s>], want: Want) -> Option<Val> {
        match &core.kind {
            CoreKind::SameAs(words, than) => self.same_as(words, than, want),
            CoreKind::Pronoun(pronoun) => {
                let value = self.pronoun(pronoun, core.span)?;
                Some(self.with_posts(value, posts, core.span))
            }
            CoreKind::Stack(stack) => self.stack(stack, posts, core.span, want),
            CoreKind::Part(quant, pronoun) => {
                let (of, ty) = match self.pronoun(pronoun, core.span)? {
                    Val::Objs(id, ty) => (id, ty),
                    other => {
                        self.error(Code::NotCards, core.span, format!("expected cards, found {}", other.shown()));
                        return None;
                    }
                };
                let quant = self.quant(quant);
                let single = self.is_single(&quant);
                let part = self.code.add_object(Objects::Part(quant, of));
                Some(self.with_posts(Val::Objs(part, ObjTy { single, ..ty }), posts, core.span))
            }
            CoreKind::Group(nps) => {
                let values: Vec<Val> = nps.iter().filter_map(|np| self.np(np, want)).collect();
                let value = self.join(values, core.span)?;
                Some(self.with_posts(value, posts, core.span))
            }
            CoreKind::Plain { dets, run } => self.plain(dets, &run.atoms, posts, core.span, want),
        }
    }

    /// Several values as one.
    pub(super) fn join(&mut self, mut values: Vec<Val>, span: Span) -> Option<Val> {
        if values.len() <= 1 {
            return values.pop();
        }
        let mut ids = Vec::new();
        let mut ty: Option<ObjTy> = None;
        for value in values {
            match value {
                Val::Objs(id, t) => {
                    let nouns = ty.take().map_or_else(|| t.nouns.clone(), |mut old| {
                        old.nouns.extend(t.nouns.clone());
                        old.nouns
                    });
                    ty = Some(ObjTy { single: false, nouns, ..t });
                    ids.push(id);
                }
                Val::Players(who) => {
                    ids.push(self.code.add_object(Objects::Players(who)));
                    ty.get_or_insert(ObjTy::of(NounKind::Player).several());
                }
                other => {
                    self.error(Code::NotCards, span, format!("`and` joins cards or players here, not {}", other.shown()));
                    return None;
                }
            }
        }
        Some(Val::Objs(self.code.add_object(Objects::Join(ids)), ty?))
    }

    fn pronoun(&mut self, pronoun: &'a Pronoun<'s>, span: Span) -> Option<Val> {
        let noun = pronoun.noun.as_ref();
        match pronoun.word.text {
            "it" => self.it(span).map(|(id, ty)| Val::Objs(id, ty)),
            "them" | "they" => self.them(span).map(|(id, ty)| Val::Objs(id, ty)),
            "you" => Some(Val::Players(Who::You)),
            "opponent" | "opponents" => Some(Val::Players(Who::Opponent)),
            "each" => Some(Val::Players(if noun.is_some_and(|n| n.text.starts_with("opponent")) { Who::EachOpponent } else { Who::Each })),
            "this" => self.this(noun, span),
            _ => self.that_or_those(pronoun, span),
        }
    }

    fn this(&mut self, noun: Option<&Text<'s>>, span: Span) -> Option<Val> {
        let Some(noun) = noun else { return Some(self.this_card()) };
        let found = self.pick(noun.text, |w, _| match &w.data {
            Data::Time(_) => Some((w, None)),
            Data::Type(_) => Some((w, Some(NounKind::Card))),
            Data::Noun(n) => Some((w, Some(n.kind))),
            _ => None,
        });
        match found {
            Some((word, None | Some(NounKind::Time))) => {
                self.use_word(word, noun.span);
                Some(Val::Time(TimeRef { this: true, ..self.time(word.name()) }))
            }
            Some((word, Some(NounKind::Ability))) => {
                self.use_word(word, noun.span);
                let id = self.code.add_object(Objects::ThisAbility);
                Some(Val::Objs(id, ObjTy::of(NounKind::Ability)))
            }
            Some((word, Some(_))) => {
                self.use_word(word, noun.span);
                Some(self.this_card())
            }
            None => {
                let candidates = self.spellings(|w| matches!(w.data, Data::Time(_) | Data::Type(_) | Data::Noun(_)));
                self.unknown(Code::UnknownWord, noun.span, noun.text, "a noun", candidates);
                let _ = span;
                None
            }
        }
    }

    pub(super) fn this_card(&mut self) -> Val {
        let id = self.code.add_object(Objects::This);
        Val::Objs(id, ObjTy { nouns: self.face_types.clone(), ..ObjTy::card() })
    }

    fn that_or_those(&mut self, pronoun: &'a Pronoun<'s>, span: Span) -> Option<Val> {
        let plural = pronoun.word.text == "those";
        let Some(noun) = &pronoun.noun else { return self.that(span, None, pronoun.word.text, plural).map(|(id, ty)| Val::Objs(id, ty)) };
        match noun.text {
            "much" | "many" => return self.that_number(span, noun.text == "much").map(Val::Number),
            "player" | "players" => return Some(Val::Players(self.that_player())),
            _ => {}
        }
        let found = self.pick(noun.text, |w, _| matches!(w.data, Data::Time(_) | Data::Type(_) | Data::Noun(_)).then_some(w));
        match found {
            Some(word) if matches!(word.data, Data::Time(_)) => {
                self.use_word(word, noun.span);
                let named = self.frame().last_slot;
                Some(Val::Time(TimeRef { named, this: named.is_none(), ..self.time(word.name()) }))
            }
            Some(word) => {
                self.use_word(word, noun.span);
                let shown = format!("{} {}", pronoun.word.text, noun.text);
                self.that(span, Some(word.name()), &shown, plural).map(|(id, ty)| Val::Objs(id, ty))
            }
            None => {
                self.unknown_noun(noun.span, noun.text);
                None
            }
        }
    }

    /// `that player`: the one that was chosen, else the event's.
    fn that_player(&mut self) -> Who {
        let chosen = self.frame().intros.iter_mut().rev().find(|i| i.ty.kind == NounKind::Player).map(|i| {
            i.used = true;
            i.slot
        });
        match chosen {
            Some(slot) => Who::Chosen(self.code.add_object(Objects::Slot(slot, RefWord::That("player".into())))),
            None => Who::That,
        }
    }

    /// Narrows what was found so far by what follows it.
    fn with_posts(&mut self, value: Val, posts: &[&'a Phrase<'s>], span: Span) -> Val {
        if posts.is_empty() {
            return value;
        }
        let Val::Objs(among, ty) = value else {
            let extra = posts.first().map_or(span, |p| p.span());
            self.report(Diagnostic::new(Code::NoSuchRole, extra, format!("this describes cards, but {} stands before it", value.shown())));
            return value;
        };
        let mut selector = self.selector(Quant::Bare);
        selector.among = Some(among);
        selector.descs.push(crate::ir::Desc { noun: None, filters: Vec::new() });
        let mut ty = ty;
        self.posts(&mut selector, &mut ty, posts);
        let id = self.code.add_object(Objects::Select(Box::new(selector)));
        Val::Objs(id, ty)
    }

    pub(super) fn selector(&self, quant: Quant) -> Selector {
        Selector {
            quant,
            whose: None,
            filters: Vec::new(),
            descs: Vec::new(),
            places: Vec::new(),
            default_zones: Vec::new(),
            among: None,
            other: false,
            target: false,
            random: false,
            next: false,
            slot: None,
            named: None,
        }
    }

    pub(super) fn quant(&mut self, quant: &'a AstQuant<'s>) -> Quant {
        match &quant.kind {
            QuantKind::UpTo(q) => Quant::UpTo(self.quantity(q)),
            QuantKind::AnyNumber => Quant::AnyNumber,
            QuantKind::All => Quant::All,
            QuantKind::Each => Quant::Each,
            QuantKind::Any => Quant::Any,
            QuantKind::No => Quant::No,
            QuantKind::A => Quant::A,
            QuantKind::Another => Quant::Another,
            QuantKind::Count(q, None) => Quant::Exactly(self.quantity(q)),
            QuantKind::Count(q, Some(word)) if word.text == "more" => Quant::AtLeast(self.quantity(q)),
            QuantKind::Count(q, Some(_)) => Quant::AtMost(self.quantity(q)),
            QuantKind::ThatMany => match self.that_number(quant.span, false) {
                Some(n) => Quant::Exactly(n),
                None => Quant::ThatMany,
            },
        }
    }

    /// Whether a quantity means at most one.
    pub(super) fn is_single(&self, quant: &Quant) -> bool {
        match quant {
            Quant::Exactly(n) | Quant::UpTo(n) | Quant::AtMost(n) => matches!(self.code[*n], crate::ir::Expr::Num(1)),
            Quant::A | Quant::Another => true,
            Quant::Bare | Quant::AtLeast(_) | Quant::AnyNumber | Quant::All | Quant::Each | Quant::Any | Quant::No | Quant::ThatMany => false,
        }
    }

    fn plain(&mut self, dets: &'a [Det<'s>], atoms: &'a [RunAtom<'s>], posts: &[&'a Phrase<'s>], span: Span, want: Want) -> Option<Val> {
        // Only what this phrase itself depends on decides whether it can be chosen early.
        let outer = self.late.take();
        let value = self.plain_inner(dets, atoms, posts, span, want);
        self.late = outer.or(self.late);
        value
    }

    fn plain_inner(&mut self, dets: &'a [Det<'s>], atoms: &'a [RunAtom<'s>], posts: &[&'a Phrase<'s>], span: Span, want: Want) -> Option<Val> {
        let mut poss: Option<&'a Poss<'s>> = None;
        let mut quant: Option<&'a AstQuant<'s>> = None;
        let mut the = false;
        let mut special: Option<&'a Text<'s>> = None;
        for det in dets {
            match det {
                Det::Poss(p) => poss = Some(p),
                Det::Quant(q) => quant = Some(q),
                Det::Word(w) if w.text == "the" => the = true,
                Det::Word(w) => special = Some(w),
            }
        }
        let mut given = None;
        if let Some(AstQuant { kind: QuantKind::Count(crate::ast::Quantity::Var(var), None), .. }) = quant {
            if let Some((crate::ir::Arg::Objects(id), ty)) = self.frame().object_params.get(var.text).cloned().filter(|_| atoms.is_empty()) {
                return Some(self.with_posts(Val::Objs(id, ty), posts, span));
            }
            given = self.param_filter(var);
            if given.is_some() {
                quant = None;
            }
        }
        if atoms.is_empty() {
            if let Some(filter) = given {
                return Some(Val::Filter(filter));
            }
            self.no_posts(posts);
            return self.only_determiners(poss, quant, span);
        }
        if let [RunAtom { atom: Atom::Word(word), .. }] = atoms {
            if self.frame().extras.contains(&word.text) {
                return Some(Val::Keyword(Call { name: word.text.to_owned(), args: Vec::new(), text: word.text.to_owned() }));
            }
            if the && word.text == "rest" && quant.is_none() {
                return self.the_rest(span).map(|(id, ty)| Val::Objs(id, ty));
            }
            if let Some(named) = self.frame().names.get(word.text).cloned()
                && (the || poss.is_some() || quant.is_none())
            {
                return self.named(word, named, poss, posts, span);
            }
        }
        if atoms.iter().all(|a| matches!(&a.atom, Atom::Icon(_))) && poss.is_none() {
            self.no_posts(posts);
            return Some(self.icon_runs(atoms));
        }
        if let Some(value) = self.edge_of_time(atoms, posts, the) {
            return value;
        }
        let possessor = match poss {
            Some(p) => Some(self.possessor(p)?),
            None => None,
        };
        if let Some(value) = self.single_word(atoms, &possessor, quant, the, special, posts, span, want) {
            return value;
        }
        let value = self.description(atoms, possessor, quant, special, posts, span, the)?;
        Some(match (given, value) {
            (Some(filter), Val::Objs(id, ty)) => {
                let mut objects = self.code[id].clone();
                if let Objects::Select(selector) = &mut objects {
                    selector.filters.push(filter);
                }
                Val::Objs(self.code.add_object(objects), ty)
            }
            (_, value) => value,
        })
    }

    /// A parameter in front of a noun that is no number: `your T cards`.
    fn param_filter(&mut self, var: &Text<'s>) -> Option<Filter> {
        let super::refs::ParamValue::Arg(arg) = self.frame().givens.params.get(var.text).cloned()?;
        Some(match arg {
            crate::ir::Arg::Tag(tag) => Filter::Tag(tag),
            crate::ir::Arg::Name(name) => Filter::Named(name),
            crate::ir::Arg::Icons(runs) => Filter::Any(runs.into_iter().flat_map(|r| r.0).map(Filter::Icon).collect()),
            crate::ir::Arg::Words(words) => Filter::All(words.into_iter().map(Filter::State).collect()),
            _ => return None,
        })
    }

    /// A short subject: determiners, adjectives, one noun.
    pub(super) fn short_subject(&mut self, dets: &'a [Det<'s>], atoms: &'a [RunAtom<'s>], span: Span) -> Option<Val> {
        self.plain(dets, atoms, &[], span, Want::Any)
    }

    /// A single word as a noun phrase.
    pub(super) fn word_value(&mut self, word: Text<'s>, posts: &[&'a Phrase<'s>], want: Want) -> Option<Val> {
        let place = self.pick(word.text, |w, _| matches!(w.data, Data::Zone(_) | Data::Place(_)).then_some(w));
        let noun = self.pick(word.text, |w, _| matches!(w.data, Data::Type(_) | Data::Noun(_)).then_some(()));
        if let Some(found) = place.filter(|_| want == Want::Place || noun.is_none()) {
            let name = self.name_of(found, word.span);
            let id = self.code.add_place(Place { kind: PlaceKind::Zone(vec![name], Vec::new()), whose: None, quant: None });
            return Some(Val::Place(id));
        }
        let atoms = [RunAtom { or: false, atom: Atom::Word(word) }];
        self.description(&atoms, None, None, None, posts, word.span, false)
    }

    /// A run without determiners.
    pub(super) fn plain_run(&mut self, atoms: &'a [RunAtom<'s>], posts: &[&'a Phrase<'s>], span: Span) -> Option<Val> {
        self.plain(&[], atoms, posts, span, Want::Any)
    }

    /// Reports phrases that nothing takes, so that none is lost in silence.
    pub(super) fn no_posts(&mut self, posts: &[&'a Phrase<'s>]) {
        if let Some(post) = posts.first() {
            self.report(Diagnostic::new(Code::NoSuchRole, post.span(), "nothing here takes this").with_help("it describes a card, but no card stands before it"));
        }
    }

    /// `2`, `up to 3`, `all`
    fn only_determiners(&mut self, poss: Option<&'a Poss<'s>>, quant: Option<&'a AstQuant<'s>>, span: Span) -> Option<Val> {
        if poss.is_some() {
            self.error(Code::Syntax, span, "a noun is missing behind the possessive");
            return None;
        }
        let Some(quant) = quant else {
            self.error(Code::Syntax, span, "a noun is missing here");
            return None;
        };
        Some(match self.quant(quant) {
            Quant::Exactly(n) => Val::Number(n),
            other => Val::Quant(other),
        })
    }

    /// `{W} or {R}`, `{W}{2}`
    fn icon_runs(&mut self, atoms: &'a [RunAtom<'s>]) -> Val {
        let mut runs: Vec<crate::ir::IconRun> = Vec::new();
        for atom in atoms {
            if let Atom::Icon(icon) = &atom.atom {
                self.icon(*icon);
                if matches!(icon.text, "X" | "Y") && self.frame().paying && !self.frame().vars.contains_key(icon.text) {
                    // {X} pays as much as the player chooses: X has that value from here on.
                    let span = icon.span;
                    self.frame().vars.insert(icon.text, super::refs::Var { span, used: true, late: None });
                }
                match runs.last_mut() {
                    Some(run) if !atom.or => run.0.push(icon.text.to_owned()),
                    _ => runs.push(crate::ir::IconRun(vec![icon.text.to_owned()])),
                }
            }
        }
        Val::Icons(runs)
    }

    /// A name given before with `as the …`.
    fn named(&mut self, word: &'a Text<'s>, named: Named, poss: Option<&'a Poss<'s>>, posts: &[&'a Phrase<'s>], span: Span) -> Option<Val> {
        for intro in &mut self.frame().intros {
            if intro.slot == named.slot {
                intro.used = true;
            }
        }
        if named.late {
            self.late.get_or_insert(named.span);
        }
        let name = word.text.to_owned();
        let player = match poss {
            Some(p) => match self.possessor(p)? {
                Possessor::Player(who) => Some(who),
                Possessor::Subject => Some(Who::They),
                Possessor::Objects(..) | Possessor::Time(_) => {
                    self.error(Code::NotAPlayer, p.span, format!("`{name}` is a name given by a player, not a part of a card"));
                    return None;
                }
            },
            None => None,
        };
        // `the pledge of each player`
        let (player, posts) = match posts {
            [Phrase::Prep { prep, core, .. }, rest @ ..] if player.is_none() && named.per_player && prep.text == "of" => match self.noun(core, &[], Want::Any) {
                Some(Val::Players(who)) => (Some(who), rest),
                _ => (None, posts),
            },
            _ => (player, posts),
        };
        if named.value {
            self.no_posts(posts);
            return Some(match player {
                None => Val::Slot(named.slot, name),
                Some(who) => {
                    let id = self.code.add_object(Objects::Slot(named.slot, RefWord::OfPlayer(who, name.clone())));
                    let expr = self.code.add_expr(crate::ir::Expr::Attr(AttrOf::Objects(id), Name::Owned(name)));
                    Val::Number(expr)
                }
            });
        }
        let refword = match player {
            Some(who) => RefWord::OfPlayer(who, name),
            None => RefWord::The(name),
        };
        let id = self.code.add_object(Objects::Slot(named.slot, refword));
        Some(self.with_posts(Val::Objs(id, named.ty), posts, span))
    }

    /// Follows a possessive to whom it leads.
    pub(super) fn possessor(&mut self, poss: &'a Poss<'s>) -> Option<Possessor> {
        let mut at = match &poss.owner {
            Owner::Word(word) => match word.text {
                "your" => Possessor::Player(Who::You),
                "opponent" | "opponents" => Possessor::Player(Who::Opponent),
                "its" if self.frame().described > 0 => {
                    let id = self.code.add_object(Objects::Described);
                    Possessor::Objects(id, ObjTy::card())
                }
                "its" => match self.frame().own_object.clone() {
                    Some((id, ty)) => Possessor::Objects(id, ty),
                    None => {
                        let (id, ty) = self.it(word.span)?;
                        Possessor::Objects(id, ty)
                    }
                },
                _ if self.frame().subject_set => Possessor::Subject,
                _ if self.frame().actors.is_empty() && !self.frame().intros.is_empty() => {
                    let (id, ty) = self.them(word.span)?;
                    Possessor::Objects(id, ty)
                }
                _ => Possessor::Player(Who::They),
            },
            Owner::Name(name) => {
                self.card_name(name.text, name.span);
                let mut selector = self.selector(Quant::Bare);
                selector.descs.push(crate::ir::Desc { noun: None, filters: vec![Filter::Named(name.text.to_owned())] });
                let id = self.code.add_object(Objects::Select(Box::new(selector)));
                Possessor::Objects(id, ObjTy::card())
            }
            Owner::Phrase(det, atoms) => self.owner_phrase(det, atoms, poss.span)?,
        };
        for step in &poss.steps {
            at = self.possessive_step(at, step)?;
        }
        Some(at)
    }

    fn owner_phrase(&mut self, det: &'a Text<'s>, atoms: &'a [RunAtom<'s>], span: Span) -> Option<Possessor> {
        let first = atoms.first().map(|a| &a.atom);
        match (det.text, first) {
            ("that" | "those", Some(Atom::Word(w))) if w.text.starts_with("player") => return Some(Possessor::Player(self.that_player())),
            ("each", Some(Atom::Word(w))) if w.text.starts_with("player") => return Some(Possessor::Player(Who::Each)),
            ("each", Some(Atom::Word(w))) if w.text.starts_with("opponent") => return Some(Possessor::Player(Who::EachOpponent)),
            ("a" | "an", Some(Atom::Word(w))) if w.text.starts_with("player") => return Some(Possessor::Player(Who::Any)),
            ("this", _) => {
                let noun = match first {
                    Some(Atom::Word(w)) => Some(*w),
                    _ => None,
                };
                return match self.this(noun.as_ref(), span)? {
                    Val::Objs(id, ty) => Some(Possessor::Objects(id, ty)),
                    Val::Time(time) => Some(Possessor::Time(time)),
                    _ => None,
                };
            }
            ("that" | "those", _) => {
                let noun = match first {
                    Some(Atom::Word(w)) => self.pick(w.text, |word, _| matches!(word.data, Data::Type(_) | Data::Noun(_)).then_some(word)),
                    _ => None,
                };
                let (id, ty) = self.that(span, noun.map(|w| w.name()), det.text, det.text == "those")?;
                return Some(Possessor::Objects(id, ty));
            }
            _ => {}
        }
        if let (Some(Atom::Word(word)), true) = (first, det.text == "the") {
            if let Some(named) = self.frame().names.get(word.text).cloned() {
                return match self.named(word, named, None, &[], span)? {
                    Val::Objs(id, ty) => Some(Possessor::Objects(id, ty)),
                    _ => None,
                };
            }
            let relation = self.pick(word.text, |w, _| match &w.data {
                Data::Rel(RelFrom::Nothing, to) => Some((w, *to)),
                _ => None,
            });
            if let Some((rel, to)) = relation {
                let name = self.name_of(rel, word.span);
                if to == RelTo::Player {
                    return Some(Possessor::Player(Who::Known(name)));
                }
                let id = self.code.add_object(Objects::Known(name));
                return Some(Possessor::Objects(id, ObjTy::card()));
            }
        }
        // `each enemy leader's`, `another unit's`: an ordinary description.
        let description = self.describe(atoms);
        let quant = match det.text {
            "each" => Quant::Each,
            "a" | "an" => Quant::A,
            "another" => Quant::Another,
            _ => Quant::Bare,
        };
        let single = !matches!(quant, Quant::Each);
        let ty = description.ty(single);
        let selector = self.fill(quant, description, None);
        let id = self.code.add_object(Objects::Select(Box::new(selector)));
        Some(Possessor::Objects(id, ty))
    }

    fn possessive_step(&mut self, at: Possessor, step: &'a Text<'s>) -> Option<Possessor> {
        if step.text.starts_with("opponent") {
            return match at {
                Possessor::Player(who) => Some(Possessor::Player(Who::OpponentOf(Box::new(who)))),
                Possessor::Subject => Some(Possessor::Player(Who::OpponentOf(Box::new(Who::They)))),
                Possessor::Objects(..) | Possessor::Time(_) => {
                    self.error(Code::NotAPlayer, step.span, "only a player has an opponent");
                    None
                }
            };
        }
        if let (Some(named), Possessor::Player(who)) = (self.frame().names.get(step.text).cloned(), &at) {
            let id = self.code.add_object(Objects::Slot(named.slot, RefWord::OfPlayer(who.clone(), step.text.to_owned())));
            return Some(Possessor::Objects(id, named.ty));
        }
        let found = self.pick(step.text, |w, _| match &w.data {
            Data::Rel(from, to) if relation_fits(*from, &at) => Some((w, Some(*to))),
            Data::Type(_) | Data::Noun(_) if matches!(at, Possessor::Player(_)) => Some((w, None)),
            _ => None,
        });
        let Some((word, to)) = found else {
            let candidates = self.spellings(|w| matches!(w.data, Data::Rel(..)));
            self.unknown(Code::UnknownWord, step.span, step.text, "a related object", candidates);
            return None;
        };
        let name = self.name_of(word, step.span);
        match to {
            Some(RelTo::Player) => match at {
                Possessor::Objects(id, _) => Some(Possessor::Player(Who::Of(id, name))),
                Possessor::Player(_) | Possessor::Subject | Possessor::Time(_) => Some(Possessor::Player(Who::Known(name))),
            },
            Some(to) => {
                let id = self.code.add_object(Objects::Related(at.attr_of(), name));
                Some(Possessor::Objects(id, ObjTy { single: to == RelTo::Card, ..ObjTy::card() }))
            }
            None => {
                let Possessor::Player(who) = at else { return None };
                let mut selector = self.selector(Quant::Bare);
                selector.whose = Some(who);
                let (zones, kind) = match &word.data {
                    Data::Type(t) => (t.zones.clone(), NounKind::Card),
                    Data::Noun(n) => (n.zones.clone(), n.kind),
                    _ => (Vec::new(), NounKind::Card),
                };
                selector.default_zones = zones.into_iter().map(Name::Borrowed).collect();
                selector.descs.push(crate::ir::Desc { noun: Some(name), filters: Vec::new() });
                let id = self.code.add_object(Objects::Select(Box::new(selector)));
                Some(Possessor::Objects(id, ObjTy { nouns: vec![word.name()], ..ObjTy::of(kind) }))
            }
        }
    }

    /// Runs of one word that are not plain descriptions: relations, attributes, places, times, keywords.
    #[expect(clippy::too_many_arguments, reason = "the parts of one noun phrase")]
    fn single_word(
        &mut self,
        atoms: &'a [RunAtom<'s>],
        possessor: &Option<Possessor>,
        quant: Option<&'a AstQuant<'s>>,
        the: bool,
        special: Option<&'a Text<'s>>,
        posts: &[&'a Phrase<'s>],
        span: Span,
        want: Want,
    ) -> Option<Option<Val>> {
        let Some(RunAtom { atom: Atom::Word(head), .. }) = atoms.last() else { return None };
        let one = atoms.len() == 1;
        if let Some(poss) = possessor {
            let relation = self.pick(head.text, |w, _| match &w.data {
                Data::Rel(from, to) if relation_fits(*from, poss) => Some((w, *to)),
                _ => None,
            });
            if let Some((word, to)) = relation {
                return Some(self.related(word, to, poss.clone(), atoms, quant, posts, head.span));
            }
            if one && want != Want::Time {
                if let Some((word, data)) = self.attr(head.text).filter(|_| want != Want::Place) {
                    let fits = self.attr_fits(data.on.as_slice(), poss);
                    let type_too = self.pick(head.text, |w, _| matches!(w.data, Data::Type(_) | Data::Noun(_)).then_some(()));
                    if fits || type_too.is_none() {
                        self.use_word(word, head.span);
                        if !fits {
                            self.attribute_mismatch(word, poss, span);
                        }
                        self.no_posts(posts);
                        return Some(Some(Val::Attr(poss.clone().attr_of(), Name::Borrowed(word.name()))));
                    }
                }
                if let Some(word) = self.pick(head.text, |w, _| matches!(w.data, Data::Place(crate::vocab::PlaceData::Attr)).then_some(w)) {
                    let name = self.name_of(word, head.span);
                    let place = self.code.add_place(Place { kind: PlaceKind::Attr(poss.clone().attr_of(), name), whose: None, quant: None });
                    return Some(Some(Val::Place(place)));
                }
            }
            if one && self.is_keyword(head.text) && self.pick(head.text, |w, _| matches!(w.data, Data::Type(_) | Data::Noun(_)).then_some(())).is_none() {
                let call = self.bare_call(head.text, head.span);
                let mut selector = self.selector(Quant::Bare);
                let mut filters = vec![Filter::Keyword(call)];
                match poss.clone() {
                    Possessor::Objects(id, _) => filters.push(Filter::Of(id)),
                    Possessor::Player(who) => selector.whose = Some(who),
                    Possessor::Subject | Possessor::Time(_) => {}
                }
                selector.descs.push(crate::ir::Desc { noun: Some("ability".into()), filters });
                let id = self.code.add_object(Objects::Select(Box::new(selector)));
                return Some(Some(Val::Objs(id, ObjTy::of(NounKind::Ability).several())));
            }
        } else if the && one {
            let relation = self.pick(head.text, |w, _| match &w.data {
                Data::Rel(RelFrom::Nothing, to) => Some((w, *to)),
                _ => None,
            });
            if let Some((word, to)) = relation {
                let name = self.name_of(word, head.span);
                if to == RelTo::Player {
                    return Some(Some(Val::Players(Who::Known(name))));
                }
                let id = self.code.add_object(Objects::Known(name));
                let value = Val::Objs(id, ObjTy { single: to == RelTo::Card, ..ObjTy::card() });
                return Some(Some(self.with_posts(value, posts, span)));
            }
            if let Some((word, data)) = self.attr(head.text)
                && data.on.iter().any(|o| matches!(*o, "game" | "battle" | "turn"))
            {
                self.use_word(word, head.span);
                return Some(Some(Val::Attr(AttrOf::Game, Name::Borrowed(word.name()))));
            }
            if self.scope.states.contains_key(head.text) {
                self.use_definition("state", head.text);
                return Some(Some(Val::Attr(AttrOf::Game, Name::Owned(head.text.to_owned()))));
            }
        }
        if one && let (Some(state), Some(Possessor::Player(who))) = (self.scope.states.get(head.text).copied(), possessor) {
            self.use_definition("state", state.name.text);
            return Some(Some(Val::Attr(AttrOf::Player(who.clone()), Name::Owned(head.text.to_owned()))));
        }
        let time = self.time_phrase(atoms, possessor.as_ref(), quant, posts, want);
        let place = self.place_phrase(atoms, possessor.as_ref(), quant, posts, want);
        let chosen = match want {
            Want::Time => time.or(place),
            Want::Place => place.or(time),
            Want::Any => place.or(time),
        };
        if let Some(value) = chosen {
            return Some(value);
        }
        if possessor.is_none() && special.is_none_or(|s| s.text == "different") {
            return self.unowned_attr(atoms, head, quant, the, posts);
        }
        None
    }

    /// `1 level` to declare, `ATK of your J/resonator`
    fn unowned_attr(&mut self, atoms: &'a [RunAtom<'s>], head: &'a Text<'s>, quant: Option<&'a AstQuant<'s>>, the: bool, posts: &[&'a Phrase<'s>]) -> Option<Option<Val>> {
        let plain_noun = self.pick(head.text, |w, _| match &w.data {
            Data::Type(_) => Some(()),
            Data::Noun(n) if !matches!(n.kind, NounKind::Name | NounKind::Value) => Some(()),
            _ => None,
        });
        if plain_noun.is_some() || atoms.iter().any(|a| !matches!(&a.atom, Atom::Word(_))) {
            return None;
        }
        let words: Vec<&'static crate::vocab::Word> = atoms
            .iter()
            .filter_map(|a| match &a.atom {
                Atom::Word(w) => self.pick(w.text, |word, _| (matches!(word.data, Data::Attr(_)) || matches!(&word.data, Data::Noun(n) if matches!(n.kind, NounKind::Name | NounKind::Value))).then_some(word)),
                _ => None,
            })
            .collect();
        if words.len() != atoms.len() {
            return None;
        }
        let word = *words.last()?;
        for w in &words {
            self.use_word(w, head.span);
        }
        if let Some(Phrase::Prep { prep, core, .. }) = posts.first().copied()
            && matches!(prep.text, "of" | "among")
            && quant.is_none()
        {
            let rest: Vec<&'a Phrase<'s>> = posts.iter().skip(1).copied().collect();
            let value = self.noun(core, &rest, Want::Any)?;
            if prep.text == "among" {
                let among = self.objects_of(value, core.span)?;
                let id = self.code.add_object(Objects::Values(Name::Borrowed(word.name()), among));
                return Some(Some(Val::Objs(id, ObjTy::of(NounKind::Value).several())));
            }
            let of = match value {
                Val::Objs(id, _) => AttrOf::Objects(id),
                Val::Players(who) => AttrOf::Player(who),
                other => {
                    self.error(Code::NotCards, core.span, format!("expected a card or player, found {}", other.shown()));
                    return Some(None);
                }
            };
            return Some(Some(Val::Attr(of, Name::Borrowed(word.name()))));
        }
        if let Some(post) = posts.first() {
            self.error(Code::NoSuchRole, post.span(), "this does not describe a value");
        }
        let _ = the;
        let quant = quant.map_or(Quant::Bare, |q| self.quant(q));
        Some(Some(Val::Declare(quant, Name::Borrowed(word.name()))))
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one noun phrase")]
    fn related(
        &mut self,
        word: &'static crate::vocab::Word,
        to: RelTo,
        poss: Possessor,
        atoms: &'a [RunAtom<'s>],
        quant: Option<&'a AstQuant<'s>>,
        posts: &[&'a Phrase<'s>],
        span: Span,
    ) -> Option<Val> {
        let name = self.name_of(word, span);
        match to {
            RelTo::Player => {
                let who = match poss {
                    Possessor::Objects(id, _) => Who::Of(id, name),
                    Possessor::Player(_) | Possessor::Subject | Possessor::Time(_) => Who::Known(name),
                };
                Some(Val::Players(who))
            }
            RelTo::Place => {
                let place = self.code.add_place(Place { kind: PlaceKind::Attr(poss.attr_of(), name), whose: None, quant: None });
                Some(Val::Place(place))
            }
            RelTo::Card | RelTo::Cards => {
                let base = self.code.add_object(Objects::Related(poss.attr_of(), name));
                let mut ty = ObjTy { single: to == RelTo::Card, ..ObjTy::card() };
                if atoms.len() == 1 && quant.is_none() {
                    return Some(self.with_posts(Val::Objs(base, ty), posts, span));
                }
                // `2 of this card's markers`, `your other hearts`
                let adjectives = atoms.split_last().map_or(&[][..], |(_, init)| init);
                let quant = quant.map_or(Quant::Bare, |q| self.quant(q));
                let single = self.is_single(&quant);
                let description = self.describe(adjectives);
                let mut selector = self.fill(quant, description, None);
                selector.among = Some(base);
                ty.single = ty.single || single;
                self.posts(&mut selector, &mut ty, posts);
                self.choose(&mut selector, span);
                let id = self.code.add_object(Objects::Select(Box::new(selector)));
                Some(Val::Objs(id, ty))
            }
        }
    }

    /// Whether something of this kind can have the attribute.
    pub(super) fn attr_fits(&self, on: &[&'static str], poss: &Possessor) -> bool {
        match poss {
            Possessor::Player(_) => on.contains(&"player"),
            Possessor::Subject => on.iter().any(|o| *o != "player"),
            Possessor::Time(_) => on.contains(&"game"),
            Possessor::Objects(_, ty) => self.nouns_have(on, ty),
        }
    }

    /// Whether an attribute that is `on` these words belongs to at least one of the nouns.
    pub(super) fn nouns_have(&self, on: &[&'static str], ty: &ObjTy) -> bool {
        if ty.kind == NounKind::Player {
            return on.contains(&"player");
        }
        if ty.kind != NounKind::Card {
            return on.iter().any(|o| !matches!(*o, "player"));
        }
        let vocab = self.scope.vocab;
        let expand = |word: &'static str| {
            let of = super::value::types_of(word, vocab);
            if of.is_empty() { vec![word] } else { of }
        };
        let on_types: Vec<&str> = on.iter().flat_map(|o| expand(o)).collect();
        let is_type = |n: &str| vocab.pick(n, |w, _| matches!(w.data, Data::Type(_)).then_some(())).is_some();
        on.contains(&"card") || ty.nouns.is_empty() && on.iter().any(|o| *o != "player") || ty.nouns.iter().any(|noun| !is_type(noun) || expand(noun).iter().any(|t| on_types.contains(t)))
    }

    fn attribute_mismatch(&mut self, word: &'static crate::vocab::Word, poss: &Possessor, span: Span) {
        let Data::Attr(data) = &word.data else { return };
        let owner = match poss {
            Possessor::Player(_) => "a player".to_owned(),
            Possessor::Objects(_, ty) => ty.nouns.first().map_or_else(|| "this".to_owned(), |n| format!("a {n}")),
            Possessor::Subject | Possessor::Time(_) => "this".to_owned(),
        };
        let on = crate::diag::quoted_list(data.on.iter().copied(), 8, "and");
        self.report(Diagnostic::new(Code::AttributeMismatch, span, format!("{owner} has no {}", word.name())).with_help(format!("in {}, {} belongs to {on}", self.scope.vocab.game, word.name())).with_note(word.doc));
    }

    /// An ordinary description, or an amount, an order, a thing.
    #[expect(clippy::too_many_arguments, reason = "the parts of one noun phrase")]
    fn description(
        &mut self,
        atoms: &[RunAtom<'s>],
        possessor: Option<Possessor>,
        quant: Option<&'a AstQuant<'s>>,
        special: Option<&'a Text<'s>>,
        posts: &[&'a Phrase<'s>],
        span: Span,
        the: bool,
    ) -> Option<Val> {
        let before = self.findings.diagnostics.len();
        let description = self.describe(atoms);
        if description.bare && self.findings.diagnostics.len() > before {
            return None;
        }
        let written = quant.is_some();
        let quant_span = quant.map_or(span, |q| q.span);
        let quant = quant.map_or(Quant::Bare, |q| self.quant(q));
        if description.bare && description.counters.is_empty() && possessor.is_none() && !written && !the {
            return self.bare_words(description, posts, span);
        }
        let is_object = |k: &NounKind| matches!(k, NounKind::Card | NounKind::Ability | NounKind::Effect | NounKind::Player);
        let kind = match () {
            () if description.bare && !description.counters.is_empty() => NounKind::Counter,
            // `spell or ACT ability or judgment`: a list with cards or abilities in it is a list of objects.
            () => description.kinds.iter().copied().find(|k| description.kinds.len() > 1 && is_object(k)).unwrap_or_else(|| description.kind()),
        };
        if matches!(kind, NounKind::Order | NounKind::Number | NounKind::Name | NounKind::Value | NounKind::Cost | NounKind::Time) {
            self.no_posts(posts);
        }
        match kind {
            NounKind::Card | NounKind::Ability | NounKind::Effect | NounKind::Player | NounKind::Position => {
                if matches!(quant, Quant::A) && self.frame().commanding {
                    self.report(
                        Diagnostic::new(Code::IndefiniteChoice, quant_span, "`a` does not choose")
                            .with_help("in a command say how many: `1 follower` (the player chooses) or `1 random follower`"),
                    );
                }
                self.objects(description, possessor, quant, special, posts, span, the)
            }
            NounKind::Order => {
                let word = if description.random { "random".into() } else { description.words.first().filter(|w| *w != "order").cloned().unwrap_or_else(|| "any".into()) };
                Some(Val::Order(word))
            }
            NounKind::Number => Some(match (description.words.last(), &quant) {
                (Some(word), Quant::Bare) if word != "number" => {
                    let name = word.clone();
                    Val::Number(self.code.add_expr(crate::ir::Expr::Known(name)))
                }
                _ => Val::Declare(quant, "number".into()),
            }),
            NounKind::Name | NounKind::Value => Some(Val::Declare(quant, description.words.last().cloned().unwrap_or_else(|| "name".into()))),
            NounKind::Cost => Some(match possessor {
                Some(possessor) => Val::Attr(possessor.attr_of(), description.words.last().cloned().unwrap_or_else(|| "cost".into())),
                None => Val::Words(description.words, Vec::new()),
            }),
            NounKind::Time => Some(Val::Time(self.time(description.nouns.last().copied().unwrap_or("turn")))),
            NounKind::Damage | NounKind::Amount | NounKind::Counter | NounKind::Thing => self.amount(kind, description, possessor, quant, posts, span),
        }
    }

    fn bare_words(&mut self, description: Description, posts: &[&'a Phrase<'s>], span: Span) -> Option<Val> {
        let mut filters: Vec<Filter> = description.descs.iter().flat_map(|d| d.filters.clone()).collect();
        if description.descs.len() > 1 {
            filters = vec![Filter::Any(description.descs.iter().map(|d| Filter::All(d.filters.clone())).collect())];
        }
        if description.name_follows {
            let mut selector = self.selector(Quant::Bare);
            let rest = self.following_name(&mut selector, posts);
            let mut ty = ObjTy::card();
            self.posts(&mut selector, &mut ty, &rest);
            filters.extend(selector.filters);
            return Some(Val::Words(description.words, filters));
        }
        if let ([Filter::Keyword(call)], true) = (filters.as_slice(), description.words.is_empty()) {
            return Some(Val::Keyword(call.clone()));
        }
        let words = if description.words.is_empty() { description.qualities.clone() } else { description.words.iter().chain(&description.qualities).cloned().collect() };
        for post in posts {
            self.report(Diagnostic::new(Code::NoSuchRole, post.span(), "this belongs to no noun here").with_label(span, "nothing here takes it"));
        }
        Some(Val::Words(words, filters))
    }

    fn amount(&mut self, kind: NounKind, description: Description, possessor: Option<Possessor>, quant: Quant, posts: &[&'a Phrase<'s>], span: Span) -> Option<Val> {
        let of = description.nouns.last().map_or_else(|| Name::Borrowed("counter"), |n| Name::Borrowed(n));
        let mut kinds: Vec<Name> = description.counters.clone();
        if description.random {
            kinds.push("random".into());
        }
        kinds.extend(description.qualities.iter().cloned());
        let mut selector = self.fill(Quant::Bare, description, None);
        let mut ty = ObjTy::of(kind);
        let mut whose = possessor.map(Possessor::attr_of);
        let mut left = Vec::new();
        for post in posts {
            if let Phrase::Prep { prep, core, or, .. } = post
                && or.is_empty()
                && matches!(prep.text, "of")
                && whose.is_none()
            {
                whose = match self.noun(core, &[], Want::Any)? {
                    Val::Objs(id, _) => Some(AttrOf::Objects(id)),
                    Val::Players(who) => Some(AttrOf::Player(who)),
                    other => {
                        self.error(Code::NotCards, core.span, format!("expected a card or player, found {}", other.shown()));
                        None
                    }
                };
            } else {
                left.push(*post);
            }
        }
        self.posts(&mut selector, &mut ty, &left);
        let mut filters = selector.filters;
        for desc in selector.descs {
            filters.extend(desc.filters);
        }
        filters.extend(selector.places.into_iter().map(Filter::At));
        filters.extend(selector.among.map(Filter::Among));
        if selector.other {
            filters.push(Filter::Quality("other".into()));
        }
        if selector.next {
            filters.push(Filter::Quality("next".into()));
        }
        let amount = Amount { quant, of, kinds, whose, filters };
        let _ = span;
        Some(if kind == NounKind::Thing { Val::Thing(amount) } else { Val::Amount(amount, kind) })
    }

    /// A selector from a description.
    pub(super) fn fill(&mut self, quant: Quant, description: Description, whose: Option<Who>) -> Selector {
        let mut selector = self.selector(quant);
        selector.whose = whose;
        if description.enemy {
            selector.filters.push(Filter::OfPlayer(Who::Opponent));
        }
        selector.filters.extend(description.qualities.iter().map(|q| Filter::Quality(q.clone())));
        selector.descs = description.descs;
        selector.default_zones = description.zones.iter().map(|z| Name::Borrowed(*z)).collect();
        selector.other = description.other;
        selector.target = description.target;
        selector.random = description.random;
        selector.next = description.next;
        for counter in description.counters {
            let comparison = self.at_least(1);
            selector.filters.push(Filter::Counter(counter, comparison));
        }
        selector
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one noun phrase")]
    fn objects(
        &mut self,
        description: Description,
        possessor: Option<Possessor>,
        quant: Quant,
        special: Option<&'a Text<'s>>,
        posts: &[&'a Phrase<'s>],
        span: Span,
        the: bool,
    ) -> Option<Val> {
        let single = self.is_single(&quant) || (matches!(quant, Quant::Bare) && (description.singular || the && description.singular));
        let mut ty = description.ty(single);
        let name_follows = description.name_follows;
        let mut whose = None;
        let mut owner_filter = None;
        match possessor {
            Some(Possessor::Player(who)) => whose = Some(who),
            Some(Possessor::Objects(id, _)) => owner_filter = Some(Filter::Of(id)),
            Some(Possessor::Subject) => whose = Some(Who::They),
            Some(Possessor::Time(_)) | None => {}
        }
        let another = matches!(quant, Quant::Another);
        let mut selector = self.fill(quant, description, whose);
        selector.other |= another;
        selector.filters.extend(owner_filter);
        if let Some(word) = special {
            match word.text {
                "highest" | "lowest" => self.error(Code::Syntax, word.span, "write `with the highest …` behind the noun"),
                "different" => selector.filters.push(Filter::Different("name".into())),
                _ => selector.filters.push(Filter::Quality(Name::Owned(word.text.to_owned()))),
            }
        }
        let posts: Vec<&'a Phrase<'s>> = posts.to_vec();
        let posts = if name_follows { self.following_name(&mut selector, &posts) } else { posts };
        self.posts(&mut selector, &mut ty, &posts);
        if ty.kind == NounKind::Card && selector.places.is_empty() && selector.among.is_none() {
            ty.hidden = self.zones_hidden(&selector.default_zones);
        }
        self.choose(&mut selector, span);
        // A description that is nothing but players is a player.
        if ty.kind == NounKind::Player && selector.filters.is_empty() && selector.slot.is_none() && !selector.target {
            let opponent = selector.descs.iter().any(|d| d.noun.as_deref() == Some("opponent"));
            let who = match (&selector.quant, opponent) {
                (Quant::Each | Quant::All, true) => Some(Who::EachOpponent),
                (Quant::Each | Quant::All, false) => Some(Who::Each),
                (Quant::A | Quant::Bare, true) => Some(Who::Opponent),
                (Quant::A | Quant::Any, false) => Some(Who::Any),
                _ => None,
            };
            if let Some(who) = who {
                return Some(Val::Players(who));
            }
        }
        let id = self.code.add_object(Objects::Select(Box::new(selector)));
        Some(Val::Objs(id, ty))
    }

    /// `cards named the ban`: the name stands in the next phrase.
    fn following_name(&mut self, selector: &mut Selector, posts: &[&'a Phrase<'s>]) -> Vec<&'a Phrase<'s>> {
        let Some((Phrase::Core(core), rest)) = posts.split_first() else { return posts.to_vec() };
        match self.noun(core, &[], Want::Any) {
            Some(Val::Slot(slot, name)) => {
                let id = self.code.add_object(Objects::Slot(slot, RefWord::The(name)));
                selector.filters.push(Filter::NamedAs(id));
            }
            Some(Val::Objs(id, _)) => selector.filters.push(Filter::NamedAs(id)),
            Some(Val::Filter(filter)) => selector.filters.push(filter),
            Some(other) => self.error(Code::WrongRole, core.span, format!("expected a name, found {}", other.shown())),
            None => {}
        }
        rest.to_vec()
    }

    /// Whether all of these zones are hidden from someone.
    pub(super) fn zones_hidden(&self, zones: &[Name]) -> bool {
        !zones.is_empty()
            && zones.iter().all(|z| {
                self.pick(z, |w, _| match &w.data {
                    Data::Zone(zone) => Some(zone.visibility != Visibility::Public),
                    _ => None,
                })
                .unwrap_or(false)
            })
    }

    /// In a command a number chooses: the chosen get a slot.
    fn choose(&mut self, selector: &mut Selector, span: Span) {
        let chooses = matches!(selector.quant, Quant::Exactly(_) | Quant::UpTo(_) | Quant::AnyNumber | Quant::AtLeast(_) | Quant::Another | Quant::AtMost(_));
        if (chooses && self.frame().commanding) || selector.target {
            selector.slot = Some(self.frame().new_slot());
        }
        if selector.target
            && let Some(late) = self.late
        {
            self.choice_too_early(span, late);
        }
    }

    /// A choice at play cannot depend on what is known only later.
    pub(super) fn choice_too_early(&mut self, span: Span, late: Span) {
        self.report(
            Diagnostic::new(Code::ChoiceTooEarly, span, "this is chosen when the card is played, but it depends on something known only later")
                .with_label(late, "known only while resolving")
                .with_help("use a word that chooses while resolving, or define the number before"),
        );
    }

    pub(super) fn bare_call(&mut self, name: &str, span: Span) -> Call {
        let kind = if self.scope.keywords.contains_key(name) { "keyword" } else { "label" };
        self.use_definition(kind, name);
        let wrong = self.scope.keywords.get(name).or_else(|| self.scope.labels.get(name)).and_then(|list| list.iter().find_map(|d| self.scope.in_edition(d).err()));
        if let Some(edition) = wrong {
            self.error(Code::WrongEdition, span, format!("`{name}` exists only in edition {edition} of the rules"));
        }
        Call { name: name.to_owned(), args: Vec::new(), text: name.to_owned() }
    }

    /// `the top 4 cards of your deck`, `on top of your deck`
    fn stack(&mut self, stack: &'a Stack<'s>, posts: &[&'a Phrase<'s>], span: Span, want: Want) -> Option<Val> {
        let top = stack.end.text == "top";
        let mut zone = None;
        let mut left: Vec<&'a Phrase<'s>> = Vec::new();
        for post in posts {
            match post {
                Phrase::Prep { prep, core, or, span } if matches!(prep.text, "of" | "from") && zone.is_none() && (or.is_empty() || self.shared_or.contains(span)) => match self.noun(core, &[], Want::Place)? {
                    Val::Place(place) => zone = Some(place),
                    other => {
                        self.error(Code::NotAZone, core.span, format!("expected a zone, found {}", other.shown()));
                        return None;
                    }
                },
                _ => left.push(*post),
            }
        }
        let whose = match &stack.poss {
            Some(p) => match self.possessor(p)? {
                Possessor::Player(who) => Some(who),
                Possessor::Objects(..) | Possessor::Subject | Possessor::Time(_) => None,
            },
            None => None,
        };
        let zone = match zone {
            Some(zone) => zone,
            None => {
                let deck = self.pick("deck", |w, _| matches!(w.data, Data::Zone(_)).then_some(w));
                let name = deck.map_or(Name::Borrowed("deck"), |w| self.name_of(w, span));
                self.code.add_place(Place { kind: PlaceKind::Zone(vec![name], Vec::new()), whose: whose.clone(), quant: None })
            }
        };
        if stack.noun.is_none() && stack.count.is_none() && want != Want::Time {
            self.no_posts(&left);
            let place = self.code.add_place(Place { kind: PlaceKind::End(top, zone), whose, quant: None });
            return Some(Val::Place(place));
        }
        let mut noun = None;
        let mut ty = ObjTy { hidden: true, ..ObjTy::card() };
        if let Some(text) = &stack.noun {
            let found = self.pick(text.text, |w, _| matches!(w.data, Data::Type(_) | Data::Noun(_)).then_some(w));
            match found {
                Some(word) => {
                    noun = Some(self.name_of(word, text.span));
                    ty.nouns = vec![word.name()];
                }
                None => {
                    let candidates = self.spellings(|w| matches!(w.data, Data::Type(_) | Data::Noun(_)));
                    self.unknown(Code::UnknownWord, text.span, text.text, "a noun", candidates);
                }
            }
        }
        let count = stack.count.as_ref().map(|q| self.quantity(q));
        ty.single = count.is_none_or(|n| matches!(self.code[n], crate::ir::Expr::Num(1)));
        let id = self.code.add_object(Objects::Stack { top, count, up_to: stack.up_to, place: zone, noun });
        Some(self.with_posts(Val::Objs(id, ty), &left, span))
    }

    fn same_as(&mut self, words: &'a [Text<'s>], than: &'a Core<'s>, want: Want) -> Option<Val> {
        let word = words.last()?;
        let of = match self.noun(than, &[], Want::Any)? {
            Val::Objs(id, _) => id,
            other => {
                self.error(Code::NotCards, than.span, format!("expected a card, found {}", other.shown()));
                return None;
            }
        };
        let place = self.pick(word.text, |w, _| (matches!(w.data, Data::Place(_) | Data::Zone(_)) || matches!(&w.data, Data::Noun(n) if n.kind == NounKind::Position)).then_some(w));
        if let Some(place) = place.filter(|_| want == Want::Place) {
            let name = self.name_of(place, word.span);
            let id = self.code.add_place(Place { kind: PlaceKind::Same(name, of), whose: None, quant: None });
            return Some(Val::Place(id));
        }
        let (attr, _) = self.attr_or_error(word.text, word.span)?;
        Some(Val::Filter(Filter::Same(Name::Borrowed(attr.name()), of)))
    }

    /// The slot and time of a choice that a value makes, if it makes one.
    pub(super) fn chosen_slot(&self, value: &Val) -> Option<(crate::ir::SlotId, ChoiceTime)> {
        let Val::Objs(id, _) = value else { return None };
        match &self.code[*id] {
            Objects::Select(s) => s.slot.map(|slot| (slot, if s.target { ChoiceTime::Play } else { ChoiceTime::Resolution })),
            _ => None,
        }
    }
}

/// Whether a relation starts at such a possessor.
fn relation_fits(from: RelFrom, at: &Possessor) -> bool {
    match (from, at) {
        (RelFrom::Card, Possessor::Objects(_, ty)) => ty.kind != NounKind::Player,
        (RelFrom::Card, Possessor::Subject) | (RelFrom::Player, Possessor::Player(_)) => true,
        _ => false,
    }
}
