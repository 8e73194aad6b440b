//! Descriptions: from a run of words to a selector or an amount.

use super::Checker;
use super::noun::Want;
use super::possessive::Possessor;
use super::run::Description;
use super::value::{ObjTy, Val};
use crate::ast::{Atom, Phrase, Quant as AstQuant, QuantKind, RunAtom, Text};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Amount, AttrOf, Call, ChoiceTime, Filter, Name, Objects, Quant, RefWord, Selector, Who};
use crate::source::Span;
use crate::vocab::{Data, NounKind, Visibility};

impl<'a, 's> Checker<'a, 's> {
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
            QuantKind::ThatMany(much) => match self.that_number(quant.span, *much) {
                Some(n) => Quant::Exactly(n),
                None => Quant::ThatMany,
            },
        }
    }

    /// Whether what a card did leaves it where its noun looks for it: `rear-guards that attacked this turn` are rear-guards now.
    fn stays_there(&self, event: crate::ir::EventId) -> bool {
        let event = &self.code[event];
        let crate::ir::EventKind::Does(verbs) = &event.kind else {
            return false;
        };
        let of_itself = |verb: &Name| {
            self.pick(verb, |word, _| match &word.data {
                Data::Verb(verb) => Some(verb.gives == crate::vocab::Gives::Nothing),
                _ => None,
            })
        };
        let placed = event
            .roles
            .iter()
            .any(|role| matches!(role.arg, crate::ir::Arg::Place(_)));
        let own = matches!(&event.subject, Some(crate::ir::Subject::Objects(id)) if matches!(self.code[*id], Objects::Described));
        own && !placed && event.past && verbs.iter().all(|verb| of_itself(verb) == Some(true))
    }

    /// Whether a quantity means at most one.
    pub(super) fn is_single(&self, quant: &Quant) -> bool {
        match quant {
            Quant::Exactly(n) | Quant::UpTo(n) | Quant::AtMost(n) => matches!(self.code[*n], crate::ir::Expr::Num(1)),
            Quant::A | Quant::Another => true,
            Quant::Bare
            | Quant::AtLeast(_)
            | Quant::AnyNumber
            | Quant::All
            | Quant::Each
            | Quant::Any
            | Quant::No
            | Quant::ThatMany => false,
        }
    }

    /// `1 name`, `1 card name`: whoever declares a value may declare any, so words in front of it would say nothing.
    pub(super) fn plain_value(&mut self, atoms: &[RunAtom<'s>]) {
        let Some((head, before)) = atoms.split_last() else {
            return;
        };
        let said = before
            .iter()
            .find(|a| a.or || !matches!(&a.atom, Atom::Word(w) if w.text == "card"));
        if let (Some(said), Atom::Word(word)) = (said, &head.atom) {
            let head = word.text;
            self.report(
                Diagnostic::new(
                    Code::NoSuchRole,
                    said.atom.span(),
                    format!("this does not narrow down which {head} it may be"),
                )
                .with_help(format!("any {head} can be declared: `1 {head}`")),
            );
        }
    }

    /// An ordinary description, or an amount, an order, a thing.
    #[expect(clippy::too_many_arguments, reason = "the parts of one noun phrase")]
    pub(super) fn description(
        &mut self,
        atoms: &[RunAtom<'s>],
        possessor: Option<Possessor>,
        quant: Option<&'a AstQuant<'s>>,
        special: Option<&'a Text<'s>>,
        posts: &[&'a Phrase<'s>],
        span: Span,
        the: bool,
    ) -> Option<Val> {
        let before = self.refused;
        let description = self.describe(atoms);
        if description.bare && self.refused > before {
            return None;
        }
        if let Some(word) = special.filter(|word| word.text == "same" && description.bare) {
            self.report(
                Diagnostic::new(Code::Syntax, word.span, "the same as what?")
                    .with_help("write what it is compared with: `the same … as this`"),
            );
            return None;
        }
        let written = quant.is_some();
        let quant_span = quant.map_or(span, |q| q.span);
        let quant = quant.map_or(Quant::Bare, |q| self.quant(q));
        if description.bare && description.counters.is_empty() && possessor.is_none() && !written && !the {
            return self.bare_words(description, posts, span);
        }
        let is_object = |k: &NounKind| {
            matches!(
                k,
                NounKind::Card | NounKind::Ability | NounKind::Effect | NounKind::Player
            )
        };
        let kind = match () {
            () if description.bare && !description.counters.is_empty() => NounKind::Counter,
            // `spell or ACT ability or judgment`: a list with cards or abilities in it is a list of objects.
            () => description
                .kinds
                .iter()
                .copied()
                .find(|k| description.kinds.len() > 1 && is_object(k))
                .unwrap_or_else(|| description.kind()),
        };
        if matches!(
            kind,
            NounKind::Order | NounKind::Number | NounKind::Name | NounKind::Value | NounKind::Cost | NounKind::Time
        ) {
            self.no_posts(posts);
        }
        if matches!(kind, NounKind::Name | NounKind::Value) {
            self.plain_value(atoms);
        }
        match kind {
            NounKind::Card | NounKind::Ability | NounKind::Effect | NounKind::Player | NounKind::Position => {
                if matches!(quant, Quant::A) && self.frame().commanding {
                    self.report(
                        Diagnostic::new(Code::IndefiniteChoice, quant_span, "`a` does not choose")
                            .with_help("in a command say how many: `1 …` (the player chooses) or `1 random …`"),
                    );
                }
                self.objects(description, possessor, quant, special, posts, span, the)
            }
            NounKind::Order => self.order(&description, &quant, special, span),
            NounKind::Number => Some(match (description.words.last(), &quant) {
                (Some(word), Quant::Bare) if word != "number" => {
                    let name = word.clone();
                    Val::Number(self.code.add_expr(crate::ir::Expr::Known(name)))
                }
                _ => Val::Declare(quant, "number".into()),
            }),
            NounKind::Name | NounKind::Value => Some(Val::Declare(
                quant,
                description.words.last().cloned().unwrap_or_else(|| "name".into()),
            )),
            NounKind::Cost => Some(match possessor {
                Some(possessor) => Val::Attr(
                    possessor.attr_of(),
                    description.words.last().cloned().unwrap_or_else(|| "cost".into()),
                ),
                None if matches!(quant, Quant::Bare | Quant::A) => Val::Words(description.words, Vec::new()),
                // `you paid no cost`: the quantity is what matters.
                None => {
                    let of = description.words.last().cloned().unwrap_or_else(|| "cost".into());
                    let amount = Amount {
                        quant,
                        of,
                        kinds: Vec::new(),
                        whose: None,
                        filters: Vec::new(),
                    };
                    Val::Amount(amount, NounKind::Cost)
                }
            }),
            NounKind::Time => Some(Val::Time(
                self.time(description.nouns.last().copied().unwrap_or("turn")),
            )),
            NounKind::Damage | NounKind::Amount | NounKind::Counter | NounKind::Thing => {
                self.amount(kind, description, possessor, quant, posts, span)
            }
        }
    }

    /// `any order`, `random order`, `the same order`: an order is one of the game's words, and never left to be guessed.
    fn order(
        &mut self,
        description: &Description,
        quant: &Quant,
        special: Option<&'a Text<'s>>,
        span: Span,
    ) -> Option<Val> {
        let word = description.words.first().filter(|w| *w != "order").cloned();
        Some(Val::Order(match (word, quant, special) {
            _ if description.random => "random".into(),
            (Some(word), ..) => word,
            (None, Quant::Any, None) => "any".into(),
            (None, _, Some(word)) if word.text == "same" => "same".into(),
            _ => {
                self.report(
                    Diagnostic::new(Code::Syntax, span, "which order?")
                        .with_help("write `in any order`, `in random order` or `in the same order`"),
                );
                return None;
            }
        }))
    }

    pub(super) fn bare_words(&mut self, description: Description, posts: &[&'a Phrase<'s>], span: Span) -> Option<Val> {
        let mut filters: Vec<Filter> = description.descs.iter().flat_map(|d| d.filters.clone()).collect();
        if description.descs.len() > 1 {
            filters = vec![Filter::Any(
                description
                    .descs
                    .iter()
                    .map(|d| Filter::All(d.filters.clone()))
                    .collect(),
            )];
        }
        if description.other || description.picks() {
            self.report(
                Diagnostic::new(Code::Syntax, span, "a noun is missing behind this word")
                    .with_help("it says which cards are meant: `1 random card`, `your other characters`"),
            );
            return None;
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
        let words = if description.words.is_empty() {
            description.qualities.clone()
        } else {
            description
                .words
                .iter()
                .chain(&description.qualities)
                .cloned()
                .collect()
        };
        for post in posts {
            self.report(
                Diagnostic::new(Code::NoSuchRole, post.span(), "this belongs to no noun here")
                    .with_label(span, "nothing here takes it"),
            );
        }
        Some(Val::Words(words, filters))
    }

    pub(super) fn amount(
        &mut self,
        kind: NounKind,
        description: Description,
        possessor: Option<Possessor>,
        quant: Quant,
        posts: &[&'a Phrase<'s>],
        span: Span,
    ) -> Option<Val> {
        let of = description
            .nouns
            .last()
            .map_or_else(|| Name::Borrowed("counter"), |n| Name::Borrowed(n));
        let mut kinds: Vec<Name> = description.counters.clone();
        if description.random {
            kinds.push("random".into());
        }
        kinds.extend(description.qualities.iter().cloned());
        let description = Description {
            counters: Vec::new(),
            qualities: Vec::new(),
            random: false,
            ..description
        };
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
                        self.error(
                            Code::NotCards,
                            core.span,
                            format!("expected a card or player, found {}", other.shown()),
                        );
                        None
                    }
                };
            } else {
                left.push(*post);
            }
        }
        self.posts(&mut selector, &mut ty, &left);
        self.plain_amount(&selector, span);
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
        let amount = Amount {
            quant,
            of,
            kinds,
            whose,
            filters,
        };
        Some(if kind == NounKind::Thing {
            Val::Thing(amount)
        } else {
            Val::Amount(amount, kind)
        })
    }

    /// A selector from a description.
    pub(super) fn fill(&mut self, quant: Quant, description: Description, whose: Option<Who>) -> Selector {
        let mut selector = self.selector(quant);
        selector.whose = whose;
        if description.enemy {
            selector.filters.push(Filter::OfPlayer(Who::Opponent));
        }
        selector
            .filters
            .extend(description.qualities.iter().map(|q| Filter::Quality(q.clone())));
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
    pub(super) fn objects(
        &mut self,
        description: Description,
        possessor: Option<Possessor>,
        quant: Quant,
        special: Option<&'a Text<'s>>,
        posts: &[&'a Phrase<'s>],
        span: Span,
        _the: bool,
    ) -> Option<Val> {
        let single = self.is_single(&quant) || (matches!(quant, Quant::Bare) && description.singular);
        let mut ty = description.ty(single);
        let name_follows = description.name_follows;
        let nothing = description.bare
            && !name_follows
            && description.qualities.is_empty()
            && description.counters.is_empty()
            && description.descs.iter().all(|d| d.filters.is_empty());
        if nothing {
            self.error(Code::Syntax, span, "a noun is missing here");
            return None;
        }
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
                "highest" | "lowest" => {
                    self.error(Code::Syntax, word.span, "write `with the highest …` behind the noun");
                }
                "different" => selector.filters.push(Filter::Different("name".into())),
                _ => selector
                    .filters
                    .push(Filter::Quality(Name::Owned(word.text.to_owned()))),
            }
        }
        let posts: Vec<&'a Phrase<'s>> = posts.to_vec();
        let posts = if name_follows {
            self.following_name(&mut selector, &posts)
        } else {
            posts
        };
        self.posts(&mut selector, &mut ty, &posts);
        let told = |f: &Filter| matches!(f, Filter::Did(event) if !self.stays_there(*event));
        if !selector.places.is_empty() || selector.among.is_some() || selector.filters.iter().any(told) {
            // A place, a set or a deed says where to look; the noun's own zone no longer counts.
            selector.default_zones.clear();
        }
        if ty.kind == NounKind::Card && selector.places.is_empty() && selector.among.is_none() {
            ty.hidden = self.zones_hidden(&selector.default_zones);
        }
        if let Some(pile) = self.pile_value(&selector, &ty, span) {
            return Some(pile);
        }
        self.choose(&mut selector, span);
        // A description that is nothing but players is a player.
        let plain = !selector.target
            && !selector.random
            && !selector.next
            && !selector.other
            && selector.places.is_empty()
            && selector.among.is_none();
        if ty.kind == NounKind::Player && (!selector.places.is_empty() || selector.among.is_some()) {
            self.report(
                Diagnostic::new(Code::NoSuchRole, span, "a player is in no zone and among no cards")
                    .with_help("say it of the cards; what belongs to the verb stands behind it"),
            );
            return None;
        }
        let players = selector
            .descs
            .iter()
            .all(|d| d.filters.is_empty() && d.noun.as_ref().is_none_or(|n| self.is_player_noun(n)));
        if ty.kind == NounKind::Player && players && selector.filters.is_empty() && selector.slot.is_none() && plain {
            let opponent = selector.descs.iter().any(|d| d.noun.as_deref() == Some("opponent"));
            let who = match (&selector.quant, opponent) {
                // `their opponent`: the opponent of whoever is meant.
                (Quant::A | Quant::Bare, true) if selector.whose.is_some() => {
                    selector.whose.clone().map(|of| Who::OpponentOf(Box::new(of)))
                }
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

    /// Whether a noun means players and no cards: `opponent` belongs to the grammar, `player` to the vocabulary.
    fn is_player_noun(&self, noun: &str) -> bool {
        noun == "opponent"
            || self.pick(noun, |w, _| match &w.data {
                Data::Noun(n) => Some(n.kind == NounKind::Player),
                _ => None,
            }) == Some(true)
    }

    /// `cards named the ban`: the name stands in the next phrase.
    pub(super) fn following_name(&mut self, selector: &mut Selector, posts: &[&'a Phrase<'s>]) -> Vec<&'a Phrase<'s>> {
        let Some((Phrase::Core(core), rest)) = posts.split_first() else {
            return posts.to_vec();
        };
        match self.noun(core, &[], Want::Any) {
            Some(Val::Slot(slot, name)) => {
                let id = self.code.add_object(Objects::Slot(slot, RefWord::The(name)));
                selector.filters.push(Filter::NamedAs(id));
            }
            Some(Val::Objs(id, _)) => selector.filters.push(Filter::NamedAs(id)),
            Some(Val::Filter(filter)) => selector.filters.push(filter),
            Some(other) => self.error(
                Code::WrongRole,
                core.span,
                format!("expected a name, found {}", other.shown()),
            ),
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
    pub(super) fn choose(&mut self, selector: &mut Selector, span: Span) {
        let chooses = matches!(
            selector.quant,
            Quant::Exactly(_)
                | Quant::UpTo(_)
                | Quant::AnyNumber
                | Quant::AtLeast(_)
                | Quant::Another
                | Quant::AtMost(_)
        );
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
            Diagnostic::new(
                Code::ChoiceTooEarly,
                span,
                "this is chosen when the card is played, but it depends on something known only later",
            )
            .with_label(late, "known only while resolving")
            .with_help("use a word that chooses while resolving, or define the number before"),
        );
    }

    pub(super) fn bare_call(&mut self, name: &str, span: Span) -> Call {
        let kind = if self.scope.keywords.contains_key(name) {
            "keyword"
        } else {
            "label"
        };
        self.use_definition(kind, name);
        let wrong = self
            .scope
            .keywords
            .get(name)
            .or_else(|| self.scope.labels.get(name))
            .and_then(|list| list.iter().find_map(|d| self.scope.in_edition(d).err()));
        if let Some(edition) = wrong {
            self.wrong_edition(name, edition, span);
        }
        Call {
            name: name.to_owned(),
            args: Vec::new(),
            text: name.to_owned(),
        }
    }

    /// The slot and time of a choice that a value makes, if it makes one.
    pub(super) fn chosen_slot(&self, value: &Val) -> Option<(crate::ir::SlotId, ChoiceTime)> {
        let Val::Objs(id, _) = value else { return None };
        match &self.code[*id] {
            Objects::Select(s) => s.slot.map(|slot| {
                (
                    slot,
                    if s.target {
                        ChoiceTime::Play
                    } else {
                        ChoiceTime::Resolution
                    },
                )
            }),
            _ => None,
        }
    }
}
