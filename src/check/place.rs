//! Places, and what narrows a description: `in …`, `with …`, `that …`, `among …`.

use super::Checker;
use super::noun::Want;
use super::possessive::Possessor;
use super::value::{ObjTy, Val};
use crate::ast::{Atom, Core, Filter as AstFilter, Phrase, Quant as AstQuant, RunAtom, Text};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Comparison, Filter, Name, Objects, Place, PlaceId, PlaceKind, Quant, Selector, Who};
use crate::source::Span;
use crate::vocab::{Data, NounKind, PlaceData, ValueType, Visibility};

impl<'a, 's> Checker<'a, 's> {
    /// A run whose head is a zone or place.
    pub(super) fn place_phrase(
        &mut self,
        atoms: &'a [RunAtom<'s>],
        possessor: Option<&Possessor>,
        quant: Option<&'a AstQuant<'s>>,
        special: Option<&'a Text<'s>>,
        posts: &[&'a Phrase<'s>],
        want: Want,
    ) -> Option<Option<Val>> {
        let Some(RunAtom {
            atom: Atom::Word(head), ..
        }) = atoms.last()
        else {
            return None;
        };
        let is_place = |c: &Self, text: &str| {
            c.pick(text, |w, _| {
                matches!(
                    w.data,
                    Data::Zone(_) | Data::Place(PlaceData::In(_) | PlaceData::OfCard)
                )
                .then_some(w)
            })
        };
        let head_word = is_place(self, head.text)?;
        // `drop` may be a zone and `order` a noun: a type or noun of that spelling wins unless a place is wanted.
        let noun = self.pick(head.text, |w, _| {
            matches!(w.data, Data::Type(_) | Data::Noun(_) | Data::Time(_)).then_some(())
        });
        if noun.is_some() && want != Want::Place {
            return None;
        }
        let mut zones = Vec::new();
        // `call them to different RC`: a place of its own for each.
        let own = special.map(|word| Filter::Quality(Name::Owned(word.text.to_owned())));
        let mut adjectives: Vec<Filter> = own.into_iter().collect();
        let last = atoms.len().saturating_sub(1);
        for (i, atom) in atoms.iter().enumerate() {
            let next_or = atoms.get(i + 1).is_some_and(|a| a.or);
            match &atom.atom {
                Atom::Word(word)
                    if i == last
                        || next_or
                        || atom.or
                        || is_place(self, word.text).is_some()
                            && self
                                .pick(word.text, |w, _| matches!(w.data, Data::Adj(_)).then_some(()))
                                .is_none() =>
                {
                    match is_place(self, word.text) {
                        Some(found) => {
                            if let (Some(before), false) = (zones.last(), atom.or) {
                                let problem = format!("two places in a row: `{before}` and `{}`", word.text);
                                let help = format!("for either of them write `{before} or {}`", word.text);
                                self.report(Diagnostic::new(Code::NounsClash, word.span, problem).with_help(help));
                            }
                            zones.push(self.name_of(found, word.span));
                        }
                        None => {
                            let candidates = self.spellings(|w| matches!(w.data, Data::Zone(_) | Data::Place(_)));
                            self.unknown(Code::NotAZone, word.span, word.text, "a zone or place", candidates);
                        }
                    }
                }
                Atom::Word(word) if word.text == "other" => adjectives.push(Filter::Quality("other".into())),
                _ => {
                    let adjective = std::slice::from_ref(atom);
                    let described = self.describe(adjective);
                    if described.picks() || !described.bare {
                        self.error(Code::NotAZone, atom.atom.span(), "this word cannot describe a place");
                    }
                    adjectives.extend(described.descs.into_iter().flat_map(|d| d.filters));
                    adjectives.extend(described.qualities.into_iter().map(Filter::Quality));
                }
            }
        }
        let whose = match possessor {
            Some(Possessor::Player(who)) => Some(who.clone()),
            Some(Possessor::Subject) => Some(Who::They),
            Some(Possessor::Objects(id, _)) => Some(Who::Of(*id, "owner".into())),
            Some(Possessor::Time(_)) | None => None,
        };
        let quant = quant.map(|q| self.quant(q));
        if matches!(quant, Some(Quant::A)) && self.frame().commanding && !zones.is_empty() && want != Want::Place {
            self.report(
                Diagnostic::new(Code::IndefiniteChoice, head.span, "`a` does not choose").with_help("say `1` or `any`"),
            );
        }
        let relative = matches!(head_word.data, Data::Place(PlaceData::OfCard));
        let kind = PlaceKind::Zone(zones, adjectives);
        let place = self.narrowed_place((kind, whose, quant), posts, relative, head)?;
        Some(Some(Val::Place(place)))
    }

    /// `of your center-stage`, `of this`
    pub(super) fn place_post(
        &mut self,
        kind: PlaceKind,
        post: &'a Phrase<'s>,
        relative: bool,
        head: &Text<'s>,
    ) -> Option<PlaceKind> {
        if let Phrase::Prep { prep, core, or, span } = post {
            if let Some((_, second)) = or.first() {
                self.error(Code::Syntax, second.span, "only one place can stand here");
            }
            match (prep.text, self.noun(core, &[], Want::Place)) {
                (_, None) => return Some(kind),
                ("of" | "in" | "on", Some(Val::Place(outer))) if self.is_no_part(head, outer) => {
                    self.report(
                        Diagnostic::new(
                            Code::NounsClash,
                            *span,
                            format!("the {} is no part of this place", head.text),
                        )
                        .with_help("say one place; for either of two write `or`"),
                    );
                    return Some(kind);
                }
                ("of" | "in" | "on", Some(Val::Place(outer))) => {
                    let inner = self.code.add_place(Place {
                        kind,
                        whose: None,
                        quant: None,
                    });
                    return Some(PlaceKind::Within(inner, outer));
                }
                ("of", Some(Val::Objs(..))) if matches!(kind, PlaceKind::Relative(..)) => {
                    self.error(Code::SaidTwice, *span, "of which card was said before");
                    return Some(kind);
                }
                ("of", Some(Val::Objs(of, _))) if relative => {
                    let name = match kind {
                        PlaceKind::Zone(mut zones, filters) => {
                            if !filters.is_empty() {
                                self.error(Code::NotAZone, *span, "nothing else is said of a place beside a card");
                            }
                            zones.pop().unwrap_or_else(|| Name::Owned(head.text.to_owned()))
                        }
                        _ => Name::Owned(head.text.to_owned()),
                    };
                    return Some(PlaceKind::Relative(name, of));
                }
                // `RC behind this`
                ("behind", Some(beside @ Val::Objs(..))) => {
                    let inner = self.code.add_place(Place {
                        kind,
                        whose: None,
                        quant: None,
                    });
                    let outer = self.as_place(prep.text, beside, *span)?;
                    return Some(PlaceKind::Within(inner, outer));
                }
                ("of", Some(Val::Objs(of, _))) => return self.narrowed(kind, vec![Filter::Of(of)], *span),
                ("of", Some(Val::Players(who))) => return self.narrowed(kind, vec![Filter::OfPlayer(who)], *span),
                (_, Some(other)) => {
                    self.error(
                        Code::NotAZone,
                        *span,
                        format!("a place cannot be narrowed by {}", other.shown()),
                    );
                    return Some(kind);
                }
            }
        }
        // `RC with a shield counter`, `position that is empty`: demands on the place.
        let mut selector = self.selector(Quant::Bare);
        let mut ty = ObjTy::of(NounKind::Position);
        self.posts(&mut selector, &mut ty, &[post]);
        if !selector.places.is_empty() || selector.among.is_some() || selector.whose.is_some() {
            self.error(Code::NotAZone, post.span(), "this does not narrow a place");
        }
        self.narrowed(kind, selector.filters, post.span())
    }

    /// A place with more demands on it. Behind `position of your stage` they are demands on the position.
    fn narrowed(&mut self, kind: PlaceKind, filters: Vec<Filter>, span: Span) -> Option<PlaceKind> {
        match kind {
            PlaceKind::Zone(zones, mut old) => {
                old.extend(filters);
                Some(PlaceKind::Zone(zones, old))
            }
            PlaceKind::Within(inner, outer) => {
                let place = self.code[inner].clone();
                let kind = self.narrowed(place.kind, filters, span)?;
                Some(PlaceKind::Within(self.code.add_place(Place { kind, ..place }), outer))
            }
            _ if filters.is_empty() => Some(kind),
            _ => {
                self.error(Code::NotAZone, span, "this does not narrow a place");
                None
            }
        }
    }

    /// A value as a place, for a role or preposition that wants one.
    pub(super) fn as_place(&mut self, prep: &str, value: Val, span: Span) -> Option<PlaceId> {
        Some(match value {
            Val::Place(id) => id,
            Val::Objs(id, ty) if ty.kind == NounKind::Position => self.code.add_place(Place {
                kind: PlaceKind::Chosen(id),
                whose: None,
                quant: None,
            }),
            Val::Objs(id, _) => self.code.add_place(Place {
                kind: PlaceKind::By(Name::Owned(prep.to_owned()), id),
                whose: None,
                quant: None,
            }),
            Val::Time(time) if time == self.time("game") => self.code.add_place(Place {
                kind: PlaceKind::Game,
                whose: None,
                quant: None,
            }),
            other => {
                self.error(
                    Code::NotAZone,
                    span,
                    format!("expected a zone or place, found {}", other.shown()),
                );
                return None;
            }
        })
    }

    /// Whether the cards of a place are hidden from someone.
    pub(super) fn place_hidden(&self, place: PlaceId) -> bool {
        match &self.code[place].kind {
            PlaceKind::Zone(names, _) => names.iter().any(|n| {
                self.pick(n, |w, _| match &w.data {
                    Data::Zone(z) => Some(z.visibility != Visibility::Public),
                    _ => None,
                })
                .unwrap_or(false)
            }),
            PlaceKind::End(_, zone) | PlaceKind::Within(_, zone) => self.place_hidden(*zone),
            PlaceKind::Or(places) => places.iter().any(|p| self.place_hidden(*p)),
            PlaceKind::By(..)
            | PlaceKind::Relative(..)
            | PlaceKind::Same(..)
            | PlaceKind::Attr(..)
            | PlaceKind::Chosen(_)
            | PlaceKind::Game => false,
        }
    }

    /// Narrows a selector by what follows its noun.
    pub(super) fn posts(&mut self, selector: &mut Selector, ty: &mut ObjTy, posts: &[&'a Phrase<'s>]) {
        let mut taken = None;
        for (i, post) in posts.iter().enumerate() {
            if taken == Some(i) {
                continue;
            }
            match post {
                Phrase::Prep { prep, core, .. } if super::heard::is_random(prep, core) => {
                    self.at_random(selector, core);
                }
                Phrase::Prep { prep, core, or, span } => {
                    if let Some(who) = self.controller(prep, core) {
                        self.controlled(&mut selector.whose, who, *span);
                        continue;
                    }
                    // A place may itself be narrowed by the `of` behind it: `in front of this`, `in the middle position of your stage`.
                    let mut own: Vec<&'a Phrase<'s>> = Vec::new();
                    if let Some(next @ Phrase::Prep { prep: next_prep, .. }) = posts.get(i + 1)
                        && next_prep.text == "of"
                        && matches!(prep.text, "in" | "on" | "from" | "to" | "into" | "onto")
                    {
                        own.push(next);
                    }
                    if prep.text == "of"
                        && i > 0
                        && matches!(posts.get(i - 1), Some(Phrase::Prep { prep: before, .. }) if matches!(before.text, "in" | "on" | "from" | "to" | "into" | "onto"))
                    {
                        continue;
                    }
                    // What follows a noun describes that noun: `abilities of followers with cost 2 or less`.
                    let inner_noun = matches!(core.kind, crate::ast::CoreKind::Plain { .. })
                        && matches!(prep.text, "of" | "under" | "behind")
                        && self.peek(core).contains(&"cards")
                        && !self.peek(core).contains(&"place");
                    if inner_noun {
                        let rest: Vec<&'a Phrase<'s>> = posts.iter().skip(i + 1).copied().collect();
                        self.prep_post(selector, ty, prep, core, or, &rest);
                        return;
                    }
                    self.prep_post(selector, ty, prep, core, or, &own);
                }
                Phrase::With { word, filters, span } => {
                    self.hear(*span);
                    let mut filter = self.with_filters(filters, ty, word.text == "without");
                    let of_one = matches!(filters.last(), Some((_, AstFilter::Core(_))));
                    if self.different_from(&mut filter, posts.get(i + 1)) {
                        taken = Some(i + 1);
                    } else if of_one && matches!(filter.last(), Some(Filter::Different(_))) {
                        self.report(
                            Diagnostic::new(Code::Syntax, word.span, "different from what?").with_help(
                                "write `with a different name from this`, or `with different names` of several cards",
                            ),
                        );
                    }
                    super::scope_of::demand(selector, filter);
                }
                Phrase::That(relative) => {
                    let (own, places) = self.places_behind(relative);
                    let filter = self.relative(relative, ty, own);
                    super::scope_of::demand(selector, filter);
                    self.posts(selector, ty, &places);
                }
                Phrase::Core(core) => {
                    if !self.time_post(selector, core) {
                        self.report(
                            Diagnostic::new(Code::RoleTwice, core.span, "this has no place in the sentence")
                                .with_help("join things with `and`, or start a new statement"),
                        );
                    }
                }
                Phrase::And(core) => self.error(Code::RoleTwice, core.span, "`and` cannot join this here"),
                Phrase::PrepCost(prep, _) => self.error(
                    Code::NoSuchRole,
                    prep.span,
                    format!("nothing here takes `{}` and a cost", prep.text),
                ),
            }
        }
    }

    /// `with a different name from this`: not the same name as that card. Whether the phrase behind belongs to it.
    fn different_from(&mut self, filters: &mut [Filter], next: Option<&&'a Phrase<'s>>) -> bool {
        let (Some(Filter::Different(attr)), Some(Phrase::Prep { prep, core, or, .. })) = (filters.last_mut(), next)
        else {
            return false;
        };
        let card = matches!(core.kind, crate::ast::CoreKind::Pronoun(_))
            || self.peek(core).contains(&"cards") && !self.peek(core).contains(&"place");
        if prep.text != "from" || !or.is_empty() || !card {
            return false;
        }
        let attr = attr.clone();
        let Some(Val::Objs(of, _)) = self.noun(core, &[], Want::Any) else {
            return true;
        };
        if let Some(last) = filters.last_mut() {
            *last = Filter::Not(Box::new(Filter::Same(attr, of)));
        }
        true
    }

    /// `this turn` behind a noun: `cards that …` have it in their clause, others here.
    fn time_post(&mut self, selector: &mut Selector, core: &'a Core<'s>) -> bool {
        match self.noun(core, &[], Want::Time) {
            Some(Val::Time(time)) => {
                selector.filters.push(Filter::During(time));
                true
            }
            Some(_) => false,
            None => true,
        }
    }

    fn prep_post(
        &mut self,
        selector: &mut Selector,
        ty: &mut ObjTy,
        prep: &'a Text<'s>,
        core: &'a Core<'s>,
        or: &'a [(Text<'s>, Core<'s>)],
        own: &[&'a Phrase<'s>],
    ) {
        match prep.text {
            "among" if !or.is_empty() => self.error(Code::NoSuchRole, prep.span, "`among` takes one set of cards"),
            "among" => {
                // Cards are among what was spoken of before, not among what the same command is about.
                let own_object = self.frame().own_object.take();
                let value = self.noun(core, own, Want::Any);
                self.frame().own_object = own_object;
                match value {
                    Some(Val::Objs(id, inner)) => {
                        if ty.nouns.is_empty() || ty.nouns == ["card"] {
                            ty.nouns = inner.nouns;
                        }
                        ty.hidden = inner.hidden;
                        selector.among = Some(id);
                    }
                    Some(Val::Place(place)) => selector.places.push(place),
                    Some(other) => self.error(
                        Code::NotCards,
                        core.span,
                        format!("`among` needs cards, found {}", other.shown()),
                    ),
                    None => {}
                }
            }
            "of" if !or.is_empty() => self.error(
                Code::NoSuchRole,
                or.first().map_or(prep.span, |(p, _)| p.span),
                "`or` joins two places of a verb, but none stands before it",
            ),
            "of" => match self.noun(core, own, Want::Any) {
                Some(Val::Players(who)) if selector.whose.is_none() => selector.whose = Some(who),
                Some(Val::Players(who)) => selector.filters.push(Filter::OfPlayer(who)),
                Some(Val::Objs(id, _)) => selector.filters.push(Filter::Of(id)),
                Some(Val::Place(place)) => selector.places.push(place),
                Some(Val::Time(time)) => selector.filters.push(Filter::During(time)),
                Some(Val::Words(_, filters)) => selector.filters.extend(filters),
                Some(other) => self.error(
                    Code::NoSuchRole,
                    core.span,
                    format!("nothing here takes `of` and {}", other.shown()),
                ),
                None => {}
            },
            "in" | "on" | "under" | "behind" | "from" | "at" => {
                let mut places = Vec::new();
                let mut all = vec![(prep, core)];
                all.extend(or.iter().map(|(p, c)| (p, c)));
                for (prep, core) in all {
                    match self.noun(core, own, Want::Place) {
                        Some(Val::Time(time)) if time.span != "game" || prep.text == "in" => {
                            selector.filters.push(Filter::During(time));
                        }
                        Some(Val::Words(_, filters)) => selector.filters.extend(filters),
                        Some(value) => places.extend(self.as_place(prep.text, value, core.span)),
                        None => {}
                    }
                }
                ty.hidden = !places.is_empty() && places.iter().all(|p| self.place_hidden(*p));
                self.narrow_places(selector, places, prep.span);
            }
            "by" | "for" | "as" | "to" | "into" | "onto" => {
                let mut problem = Diagnostic::new(
                    Code::NoSuchRole,
                    prep.span,
                    format!("nothing in this sentence takes `{}`", prep.text),
                );
                problem = problem
                    .with_help("a verb takes the prepositions it declares; `cardwright explain VERB` lists them");
                self.report(problem);
            }
            _ => self.error(
                Code::NoSuchRole,
                prep.span,
                format!("`{}` cannot describe a noun", prep.text),
            ),
        }
    }

    /// The filters behind `with` or `without`.
    pub(super) fn with_filters(
        &mut self,
        filters: &'a [(bool, AstFilter<'s>)],
        ty: &ObjTy,
        without: bool,
    ) -> Vec<Filter> {
        let mut out: Vec<Filter> = Vec::new();
        for (or, filter) in filters {
            let Some(filter) = self.filter(filter, ty) else {
                continue;
            };
            match out.last_mut() {
                Some(Filter::Any(list)) if *or => list.push(filter),
                Some(last) if *or => {
                    let first = std::mem::replace(last, Filter::Any(Vec::new()));
                    *last = Filter::Any(vec![first, filter]);
                }
                _ => out.push(filter),
            }
        }
        if without {
            let negated = match out.len() {
                1 => out.pop(),
                _ => Some(Filter::Any(out)),
            };
            return negated.into_iter().map(|f| Filter::Not(Box::new(f))).collect();
        }
        out
    }

    fn filter(&mut self, filter: &'a AstFilter<'s>, ty: &ObjTy) -> Option<Filter> {
        Some(match filter {
            AstFilter::Different(attr) => {
                Filter::Different(Name::Borrowed(self.attr_or_error(attr.text, attr.span)?.0.name()))
            }
            AstFilter::Total(attr, compare) => {
                let (word, _) = self.attr_or_error(attr.text, attr.span)?;
                Filter::Total(Name::Borrowed(word.name()), self.compare(compare)?)
            }
            AstFilter::Extreme(which, attr) => {
                let (word, _) = self.attr_or_error(attr.text, attr.span)?;
                Filter::Extreme(Self::extreme(which.text), Name::Borrowed(word.name()))
            }
            AstFilter::NamePart(names, attr) => {
                let (word, _) = self.attr_or_error(attr.text, attr.span)?;
                Filter::NamePart(
                    names.iter().map(|n| n.text.to_owned()).collect(),
                    Name::Borrowed(word.name()),
                )
            }
            AstFilter::Attr(attr, compare) => return self.attr_filter(attr, compare, ty),
            AstFilter::Core(core) => return self.core_filter(core, ty),
        })
    }

    /// One more phrase that says where. Beside a place that a card tells (`in back-row in the same column as this`) it narrows that place; any
    /// other two are a list without `or`, or one of them belongs to another noun.
    fn narrow_places(&mut self, selector: &mut Selector, places: Vec<PlaceId>, span: Span) {
        if selector.places.is_empty() || places.is_empty() {
            selector.places.extend(places);
            return;
        }
        let by_card = |id: PlaceId| {
            matches!(
                self.code[id].kind,
                PlaceKind::By(..) | PlaceKind::Relative(..) | PlaceKind::Same(..)
            )
        };
        let kind = match (selector.places.as_slice(), places.as_slice()) {
            ([old], [new]) if by_card(*old) => PlaceKind::Within(*new, *old),
            ([old], [new]) if by_card(*new) => PlaceKind::Within(*old, *new),
            _ => {
                self.report(
                    Diagnostic::new(Code::RoleTwice, span, "these cards have their place already")
                        .with_help("join two places with `or`; a place of another noun stands with it in brackets: `with the same name as (a card in …)`"),
                );
                selector.places.extend(places);
                return;
            }
        };
        selector.places = vec![self.code.add_place(Place {
            kind,
            whose: None,
            quant: None,
        })];
    }

    /// `level 1 or less`, `name S`, `attribute K`, `Limit-Break 4`
    pub(super) fn attr_filter(
        &mut self,
        attr: &'a Text<'s>,
        compare: &'a crate::ast::Compare<'s>,
        ty: &ObjTy,
    ) -> Option<Filter> {
        if self.is_keyword(attr.text) && self.attr(attr.text).is_none() {
            if let crate::ast::Compare::Number(crate::ast::Expr::Quantity(crate::ast::Quantity::Var(var)), None) =
                compare
                && let Some(super::refs::ParamValue::Arg(arg)) = self.frame().givens.params.get(var.text).cloned()
                && !matches!(arg, crate::ir::Arg::Number(_) | crate::ir::Arg::Compared(_))
            {
                let mut call = self.bare_call(attr.text, attr.span);
                call.text = format!("{} {}", attr.text, var.text);
                call.args.push(arg);
                return Some(Filter::Keyword(call));
            }
            let comparison = self.compare(compare)?;
            let mut call = self.bare_call(attr.text, attr.span);
            call.text = format!("{} {}", attr.text, self.literal_text(comparison.with));
            call.args.push(crate::ir::Arg::Compared(comparison));
            return Some(Filter::Keyword(call));
        }
        let (word, data) = self.attr_or_error(attr.text, attr.span)?;
        if !self.nouns_have(&data.on, ty) {
            let noun = ty.nouns.first().copied().unwrap_or("card");
            let on = crate::diag::quoted_list(data.on.iter().copied(), 8, "and");
            self.report(
                Diagnostic::new(
                    Code::AttributeMismatch,
                    attr.span,
                    format!("{} has no {}", crate::diag::with_article(noun), word.name()),
                )
                .with_help(format!("in {}, {} belongs to {on}", self.scope.vocab.game, word.name()))
                .with_note(word.doc),
            );
        }
        let name = Name::Borrowed(word.name());
        // A parameter or declared value may be a word, name or tag.
        if let Some(filter) = self.valued_filter(&name, data.ty, compare) {
            return filter;
        }
        if data.ty != ValueType::Number {
            self.report(
                Diagnostic::new(Code::NotANumber, attr.span, format!("{} is not a number", word.name()))
                    .with_help("put the word before the noun: `red character`; or ask `with the same … as …`"),
            );
            return None;
        }
        Some(Filter::Attr(name, self.compare(compare)?))
    }

    /// `with name S`, `with attribute K`: the value is a parameter that is no number.
    fn valued_filter(
        &mut self,
        attr: &Name,
        ty: ValueType,
        compare: &'a crate::ast::Compare<'s>,
    ) -> Option<Option<Filter>> {
        use crate::ast::{Compare, Expr, Quantity};
        use crate::ir::Arg;
        if ty == ValueType::Number {
            return None;
        }
        match compare {
            Compare::Number(Expr::Quantity(Quantity::Var(var)), None) => {
                let super::refs::ParamValue::Arg(arg) = self.frame().givens.params.get(var.text).cloned()?;
                Some(match arg {
                    Arg::Name(name) => Some(Filter::Named(name)),
                    Arg::Tag(tag) => Some(Filter::Tag(tag)),
                    Arg::Icons(runs) => {
                        let icons = runs.into_iter().flat_map(|r| r.0).map(Filter::Icon).collect();
                        Some(Filter::All(vec![Filter::Quality(attr.clone()), Filter::Any(icons)]))
                    }
                    Arg::Words(words) => Some(Filter::Any(
                        words.into_iter().map(|w| Filter::Value(attr.clone(), w)).collect(),
                    )),
                    Arg::Slot(slot, name) => {
                        let id = self.code.add_object(Objects::Slot(slot, crate::ir::RefWord::The(name)));
                        Some(Filter::Same(attr.clone(), id))
                    }
                    _ => {
                        self.error(
                            Code::NotANumber,
                            var.span,
                            format!("`{}` does not fit {attr}", var.text),
                        );
                        None
                    }
                })
            }
            Compare::Number(Expr::The(name), None) => {
                let named = self.frame().names.get(name.text).cloned()?;
                let id = self
                    .code
                    .add_object(Objects::Slot(named.slot, crate::ir::RefWord::The(name.text.to_owned())));
                Some(Some(Filter::Same(attr.clone(), id)))
            }
            _ => None,
        }
    }

    /// A number literal as text, for messages and printed calls.
    pub(super) fn literal_text(&self, id: crate::ir::ExprId) -> String {
        match &self.code[id] {
            crate::ir::Expr::Num(n) => n.to_string(),
            crate::ir::Expr::Var(v) => v.clone(),
            _ => "…".to_owned(),
        }
    }

    /// A keyword, a tag, counters, `the same name as this`, a noun
    pub(super) fn core_filter(&mut self, core: &'a Core<'s>, ty: &ObjTy) -> Option<Filter> {
        if let crate::ast::CoreKind::Plain { dets, run } = &core.kind
            && dets.is_empty()
            && run.atoms.len() > 1
            && let Some(call) = self.keyword_run(&run.atoms)
        {
            return Some(Filter::Keyword(call));
        }
        if let Some(word) = compared(core) {
            return self.compared_attr(word, core);
        }
        let commanding = std::mem::replace(&mut self.frame().commanding, false);
        let only = std::mem::replace(&mut self.frame().asks_for_only, true);
        let value = self.noun(core, &[], Want::Any);
        self.frame().asks_for_only = only;
        self.frame().commanding = commanding;
        let _ = ty;
        Some(match value? {
            Val::Filter(filter) => filter,
            Val::Keyword(call) => Filter::Keyword(call),
            Val::Words(_, filters) if filters.iter().any(|f| matches!(f, Filter::State(_))) => {
                self.report(
                    Diagnostic::new(Code::WrongRole, core.span, "a state is no property to have")
                        .with_help("put it before the noun (`rested character`), or write `that is rested`"),
                );
                return None;
            }
            Val::Words(_, filters) if filters.is_empty() => {
                self.report(
                    Diagnostic::new(Code::WrongRole, core.span, "this word alone asks for nothing")
                        .with_help("say how much or which: `with cost 3 or less`, `with \"Lamp\" in its name`"),
                );
                return None;
            }
            Val::Words(words, mut filters) => {
                let only = words.iter().any(|w| w == "only");
                let filter = if filters.len() == 1 {
                    filters.pop()?
                } else {
                    Filter::All(filters)
                };
                if only { Filter::Only(Box::new(filter)) } else { filter }
            }
            Val::Amount(amount, NounKind::Counter) => {
                let comparison = self.quant_comparison(&amount.quant);
                let counters: Vec<Filter> = amount
                    .kinds
                    .iter()
                    .map(|k| Filter::Counter(k.clone(), comparison.clone()))
                    .collect();
                match counters.len() {
                    0 => Filter::Counter("any".into(), comparison),
                    1 => counters.into_iter().next()?,
                    _ => Filter::Any(counters),
                }
            }
            Val::Objs(id, _) => Filter::Has(id),
            value @ (Val::Thing(_) | Val::Amount(..)) => Filter::Has(self.objects_of(value, core.span)?),
            Val::Icons(runs) => Filter::Any(runs.into_iter().flat_map(|r| r.0).map(Filter::Icon).collect()),
            Val::Declare(Quant::Bare | Quant::A, name)
                if self.attr(&name).is_none_or(|(_, a)| a.ty != ValueType::Number) =>
            {
                Filter::Quality(name)
            }
            Val::Slot(slot, name) => {
                Filter::Among(self.code.add_object(Objects::Slot(slot, crate::ir::RefWord::The(name))))
            }
            other => {
                self.report(
                    Diagnostic::new(
                        Code::WrongRole,
                        core.span,
                        format!(
                            "`with` needs a keyword, a counter, an attribute or a name, found {}",
                            other.shown()
                        ),
                    )
                    .with_help("write `with level 1 or less`, `with Boost`, `with \"Lamp\" in its name`"),
                );
                return None;
            }
        })
    }

    /// `with a different name`: from whose is said behind it. The highest and the same of something are said in other words.
    fn compared_attr(&mut self, how: &Text<'s>, core: &'a Core<'s>) -> Option<Filter> {
        if let ("different", crate::ast::CoreKind::Plain { run, .. }) = (how.text, &core.kind)
            && let [
                RunAtom {
                    atom: Atom::Word(word), ..
                },
            ] = run.atoms.as_slice()
        {
            let (attr, _) = self.attr_or_error(word.text, word.span)?;
            return Some(Filter::Different(Name::Borrowed(attr.name())));
        }
        let help = match how.text {
            "same" => "say as which card: `with the same name as it`",
            "different" => "write `with different names`, or `with a different name from this`",
            _ => "write `with the highest …` or `with the lowest …`",
        };
        let says_nothing = format!("`{}` says nothing here", how.text);
        self.report(Diagnostic::new(Code::Syntax, how.span, says_nothing).with_help(help));
        None
    }

    /// A quantity as a comparison: `2 or more` → at least 2, `a` → at least 1, `no` → 0.
    pub(super) fn quant_comparison(&mut self, quant: &Quant) -> Comparison {
        use crate::ir::{Compare, Expr};
        let (how, with) = match quant {
            Quant::Exactly(n) => (Compare::Is, *n),
            Quant::AtMost(n) | Quant::UpTo(n) => (Compare::OrLess, *n),
            Quant::AtLeast(n) => (Compare::OrMore, *n),
            Quant::No => (Compare::Is, self.code.add_expr(Expr::Num(0))),
            Quant::Bare
            | Quant::AnyNumber
            | Quant::All
            | Quant::Each
            | Quant::Any
            | Quant::A
            | Quant::Another
            | Quant::ThatMany => (Compare::OrMore, self.code.add_expr(Expr::Num(1))),
        };
        Comparison { how, with }
    }
}

/// The word that compares what a card has with others: `a different name`, `highest cost`.
fn compared<'a, 's>(core: &'a Core<'s>) -> Option<&'a Text<'s>> {
    let crate::ast::CoreKind::Plain { dets, .. } = &core.kind else {
        return None;
    };
    dets.iter().find_map(|det| match det {
        crate::ast::Det::Word(word) if word.text != "the" => Some(word),
        _ => None,
    })
}
