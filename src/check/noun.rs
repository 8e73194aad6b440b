//! Noun phrases: what they mean, given what follows them and what is wanted.

use super::Checker;
use super::value::{ObjTy, Val};
use crate::ast::{Atom, Core, CoreKind, Det, Np, Phrase, Poss, Quant as AstQuant, QuantKind, RunAtom, Text};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Call, Filter, Objects, PlaceKind, Quant};
use crate::source::Span;
use crate::vocab::{Data, NounKind};

/// What stands before a noun.
#[derive(Default)]
struct Determiners<'a, 's> {
    poss: Option<&'a Poss<'s>>,
    quant: Option<&'a AstQuant<'s>>,
    the: bool,
    special: Option<&'a Text<'s>>,
}

/// What a noun phrase is wanted as, where a word has several meanings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Want {
    Any,
    Place,
    Time,
}

impl<'a, 's> Checker<'a, 's> {
    pub(super) fn np(&mut self, np: &'a Np<'s>, want: Want) -> Option<Val> {
        let posts: Vec<&'a Phrase<'s>> = np.posts.iter().collect();
        self.phrase(np.span, |checker| checker.noun(&np.core, &posts, want))
    }

    pub(super) fn noun(&mut self, core: &'a Core<'s>, posts: &[&'a Phrase<'s>], want: Want) -> Option<Val> {
        self.hear(core.span);
        let before = self.refused;
        let value = self.noun_inner(core, posts, want)?;
        self.all_heard(posts, before);
        Some(value)
    }

    fn noun_inner(&mut self, core: &'a Core<'s>, posts: &[&'a Phrase<'s>], want: Want) -> Option<Val> {
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
                        self.error(
                            Code::NotCards,
                            core.span,
                            format!("expected cards, found {}", other.shown()),
                        );
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
                    let nouns = ty.take().map_or_else(
                        || t.nouns.clone(),
                        |mut old| {
                            old.nouns.extend(t.nouns.clone());
                            old.nouns
                        },
                    );
                    ty = Some(ObjTy {
                        single: false,
                        nouns,
                        ..t
                    });
                    ids.push(id);
                }
                Val::Players(who) => {
                    ids.push(self.code.add_object(Objects::Players(who)));
                    ty.get_or_insert(ObjTy::of(NounKind::Player).several());
                }
                other => {
                    self.error(
                        Code::NotCards,
                        span,
                        format!("`and` joins cards or players here, not {}", other.shown()),
                    );
                    return None;
                }
            }
        }
        self.share_noun(&mut ids);
        self.joins_wholes(&ids, span);
        self.share_place(&mut ids);
        self.share_owner(&mut ids);
        Some(Val::Objs(self.code.add_object(Objects::Join(ids)), ty?))
    }

    /// Narrows what was found so far by what follows it.
    pub(super) fn with_posts(&mut self, value: Val, posts: &[&'a Phrase<'s>], span: Span) -> Val {
        if posts.is_empty() {
            return value;
        }
        let Val::Objs(among, ty) = value else {
            let extra = posts.first().map_or(span, |p| p.span());
            self.report(Diagnostic::new(
                Code::NoSuchRole,
                extra,
                format!("this describes cards, but {} stands before it", value.shown()),
            ));
            return value;
        };
        let mut selector = self.selector(Quant::Bare);
        selector.among = Some(among);
        selector.descs.push(crate::ir::Desc {
            noun: None,
            filters: Vec::new(),
        });
        let mut ty = ty;
        self.posts(&mut selector, &mut ty, posts);
        let id = self.code.add_object(Objects::Select(Box::new(selector)));
        Val::Objs(id, ty)
    }

    pub(super) fn plain(
        &mut self,
        dets: &'a [Det<'s>],
        atoms: &'a [RunAtom<'s>],
        posts: &[&'a Phrase<'s>],
        span: Span,
        want: Want,
    ) -> Option<Val> {
        // Only what this phrase itself depends on decides whether it can be chosen early.
        let outer = self.late.take();
        let wanted = std::mem::replace(&mut self.wants_place, want == Want::Place);
        let value = self.plain_inner(dets, atoms, posts, span, want);
        self.wants_place = wanted;
        self.late = outer.or(self.late);
        value
    }

    pub(super) fn plain_inner(
        &mut self,
        dets: &'a [Det<'s>],
        atoms: &'a [RunAtom<'s>],
        posts: &[&'a Phrase<'s>],
        span: Span,
        want: Want,
    ) -> Option<Val> {
        let Determiners {
            poss,
            mut quant,
            the,
            special,
        } = self.determiners(dets);
        let mut given = None;
        if let Some(AstQuant {
            kind: QuantKind::Count(crate::ast::Quantity::Var(var), None),
            ..
        }) = quant
        {
            if let Some((crate::ir::Arg::Objects(id), ty)) = self
                .frame()
                .object_params
                .get(var.text)
                .cloned()
                .filter(|_| atoms.is_empty())
            {
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
        if let [
            RunAtom {
                atom: Atom::Word(word), ..
            },
        ] = atoms
        {
            if self.frame().extras.contains(&word.text) {
                return Some(Val::Keyword(Call {
                    name: word.text.to_owned(),
                    args: Vec::new(),
                    text: word.text.to_owned(),
                }));
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
        if let (
            [
                RunAtom {
                    atom: Atom::Word(word), ..
                },
            ],
            true,
            None,
            None,
        ) = (atoms, the, poss, quant)
            && self.is_unknown(word.text)
        {
            self.unknown_name(word);
            return None;
        }
        if atoms.iter().all(|a| matches!(&a.atom, Atom::Icon(_))) && poss.is_none() {
            self.no_posts(posts);
            if quant.is_some_and(|q| !matches!(q.kind, crate::ast::QuantKind::A)) {
                self.report(
                    Diagnostic::new(Code::NoSuchRole, span, "icons stand without a number: each of them is one")
                        .with_help("write each icon, `{W}{W}`; for a number that is counted write `… for each card …`, or `repeat … times { … }`"),
                );
            }
            return Some(self.icon_runs(atoms));
        }
        if let Some(value) = self.edge_of_time(atoms, posts, the) {
            if poss.is_some() || quant.is_some() {
                self.error(
                    Code::NotATime,
                    span,
                    "say whose it is behind it: `the end of your turn`",
                );
            }
            return value;
        }
        let possessor = match poss {
            Some(p) => Some(self.possessor(p)?),
            None => None,
        };
        if let Some(value) = self.single_word(atoms, possessor.as_ref(), quant, the, special, posts, span, want) {
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

    /// What stands before a noun, each kind once.
    fn determiners(&mut self, dets: &'a [Det<'s>]) -> Determiners<'a, 's> {
        let mut found = Determiners::default();
        for det in dets {
            match det {
                Det::Poss(p) => {
                    if found.poss.is_some() {
                        self.error(Code::SaidTwice, p.span, "two owners stand before one noun");
                    }
                    found.poss = Some(p);
                }
                Det::Quant(q) => {
                    if found.quant.is_some() {
                        self.error(Code::RoleTwice, q.span, "two quantities stand before one noun");
                    }
                    found.quant = Some(q);
                }
                Det::Word(w) if w.text == "the" => {
                    if found.the {
                        self.said_twice("the", w.span);
                    }
                    found.the = true;
                }
                Det::Word(w) => {
                    if found.special.is_some() {
                        self.said_twice(w.text, w.span);
                    }
                    found.special = Some(w);
                }
            }
        }
        found
    }

    /// A parameter in front of a noun that is no number: `your T cards`.
    pub(super) fn param_filter(&mut self, var: &Text<'s>) -> Option<Filter> {
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
        let place = self.pick(word.text, |w, _| {
            matches!(w.data, Data::Zone(_) | Data::Place(_)).then_some(w)
        });
        let noun = self.pick(word.text, |w, _| {
            matches!(w.data, Data::Type(_) | Data::Noun(_)).then_some(())
        });
        if let Some(found) = place.filter(|_| want == Want::Place || noun.is_none()) {
            let name = self.name_of(found, word.span);
            let kind = PlaceKind::Zone(vec![name], Vec::new());
            let relative = matches!(found.data, Data::Place(crate::vocab::PlaceData::OfCard));
            return self
                .narrowed_place((kind, None, None), posts, relative, &word)
                .map(Val::Place);
        }
        let atoms = [RunAtom {
            or: false,
            atom: Atom::Word(word),
        }];
        self.description(&atoms, None, None, None, posts, word.span, false)
    }

    /// A run without determiners.
    pub(super) fn plain_run(&mut self, atoms: &'a [RunAtom<'s>], posts: &[&'a Phrase<'s>], span: Span) -> Option<Val> {
        self.plain(&[], atoms, posts, span, Want::Any)
    }

    /// Reports phrases that nothing takes, so that none is lost in silence.
    pub(super) fn no_posts(&mut self, posts: &[&'a Phrase<'s>]) {
        if let Some(post) = posts.first() {
            self.report(
                Diagnostic::new(Code::NoSuchRole, post.span(), "nothing here takes this")
                    .with_help("it describes a card, but no card stands before it"),
            );
        }
    }

    /// `2`, `up to 3`, `all`
    pub(super) fn only_determiners(
        &mut self,
        poss: Option<&'a Poss<'s>>,
        quant: Option<&'a AstQuant<'s>>,
        span: Span,
    ) -> Option<Val> {
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
    pub(super) fn icon_runs(&mut self, atoms: &'a [RunAtom<'s>]) -> Val {
        let mut runs: Vec<crate::ir::IconRun> = Vec::new();
        for atom in atoms {
            if let Atom::Icon(icon) = &atom.atom {
                self.icon(*icon);
                if matches!(icon.text, "X" | "Y") && self.frame().paying && !self.frame().vars.contains_key(icon.text) {
                    // {X} pays as much as the player chooses: X has that value from here on.
                    let span = icon.span;
                    self.frame().vars.insert(
                        icon.text,
                        super::refs::Var {
                            span,
                            used: true,
                            late: None,
                        },
                    );
                }
                if let Some(var) = self.frame().vars.get_mut(icon.text) {
                    var.used = true;
                }
                match runs.last_mut() {
                    Some(run) if !atom.or => run.0.push(icon.text.to_owned()),
                    _ => runs.push(crate::ir::IconRun(vec![icon.text.to_owned()])),
                }
            }
        }
        Val::Icons(runs)
    }
}
