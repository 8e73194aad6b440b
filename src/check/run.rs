//! Adjectives and nouns in a row: `other <Lantern> or <Harbor> characters`.

use super::Checker;
use super::value::ObjTy;
use crate::ast::{Atom, Category, RunAtom, Text};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Compare, Comparison, Desc, Filter, Name};
use crate::vocab::{AdjKind, Data, NounKind, Word};

/// What one atom of a run is.
#[derive(Debug)]
enum Piece {
    /// A demand.
    Filter(Filter),
    /// Something that holds for all alternatives.
    Common(Common),
    /// A noun with its kind, its default zones and whether it is singular.
    Noun {
        name: Option<Name>,
        kind: NounKind,
        zones: Vec<&'static str>,
        singular: bool,
    },
    /// A name in place of a noun.
    NameNoun(String),
    /// The name of a counter.
    Counter(Name),
    /// `named`: names follow.
    Named,
    /// Nothing known; reported.
    Unknown,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Common {
    Other,
    Next,
    Target,
    Random,
    Enemy,
    Quality(&'static str),
}

/// A run with its meaning.
#[derive(Debug, Default)]
pub(super) struct Description {
    pub(super) descs: Vec<Desc>,
    pub(super) kinds: Vec<NounKind>,
    pub(super) zones: Vec<&'static str>,
    pub(super) nouns: Vec<&'static str>,
    pub(super) other: bool,
    pub(super) next: bool,
    pub(super) target: bool,
    pub(super) random: bool,
    pub(super) enemy: bool,
    pub(super) qualities: Vec<Name>,
    pub(super) counters: Vec<Name>,
    /// The last noun is in its singular form.
    pub(super) singular: bool,
    /// No noun at all: adjectives only.
    pub(super) bare: bool,
    /// `named` stands last: the name follows as a phrase.
    pub(super) name_follows: bool,
    /// Canonical words in order, for values that are only words.
    pub(super) words: Vec<Name>,
}

impl Description {
    /// The kind of the head.
    pub(super) fn kind(&self) -> NounKind {
        self.kinds.last().copied().unwrap_or(NounKind::Card)
    }

    /// Whether a word says which of several things is meant: only a noun for cards takes it.
    pub(super) fn picks(&self) -> bool {
        self.next || self.target || self.random || self.enemy || !self.counters.is_empty()
    }

    /// What is known of the objects.
    pub(super) fn ty(&self, single: bool) -> ObjTy {
        let kind = if self.kinds.iter().all(|k| *k == NounKind::Player) && !self.kinds.is_empty() {
            NounKind::Player
        } else {
            self.kinds.first().copied().unwrap_or(NounKind::Card)
        };
        ObjTy {
            single,
            kind,
            nouns: self.nouns.clone(),
            hidden: false,
        }
    }
}

fn nothing_said() -> Desc {
    Desc {
        noun: None,
        filters: Vec::new(),
    }
}

impl<'s> Checker<'_, 's> {
    /// Gives a run its meaning.
    pub(super) fn describe(&mut self, atoms: &[RunAtom<'s>]) -> Description {
        let mut out = Description {
            bare: true,
            ..Description::default()
        };
        let mut desc = nothing_said();
        let mut has_noun = false;
        let mut naming = false;
        // `or` before a word that holds for all alternatives: it joins the noun behind that word.
        let mut or_before = false;
        for (i, run_atom) in atoms.iter().enumerate() {
            let next = atoms.get(i + 1);
            let last = next.is_none_or(|n| n.or || matches!(&n.atom, Atom::Word(w) if w.text == "named"));
            let very_last = next.is_none();
            self.repeated_atom(atoms, i);
            if naming && let Atom::Str(name) = &run_atom.atom {
                let name = self.card_name(name.text, name.span);
                let or = run_atom.or || std::mem::take(&mut or_before);
                push_or(&mut desc.filters, Filter::Named(name), or);
                has_noun = true;
                continue;
            }
            // An unknown word before `counter` is meant as the counter's name.
            let before_counter = matches!(next, Some(RunAtom { atom: Atom::Word(w), .. }) if self.pick(w.text, |w, _| matches!(&w.data, Data::Noun(n) if n.kind == NounKind::Counter).then_some(())).is_some());
            if let (true, Atom::Word(word)) = (before_counter, &run_atom.atom)
                && self.is_unknown(word.text)
            {
                self.counter(word.text, word);
                continue;
            }
            let piece = self.piece(&run_atom.atom, last, very_last);
            let or = run_atom.or || std::mem::take(&mut or_before);
            match piece {
                Piece::Common(common) => {
                    or_before = or;
                    if or && has_noun {
                        self.said_later(&out, common, &run_atom.atom);
                    } else {
                        apply(&mut out, common);
                    }
                }
                Piece::Named => {
                    // `named "A" or named "B"` is one list of names; `<Tag> card or named "A"` is another description.
                    if or && has_noun && !naming {
                        out.descs.push(std::mem::replace(&mut desc, nothing_said()));
                        has_noun = false;
                    } else {
                        or_before = or;
                    }
                    naming = true;
                    out.name_follows = very_last;
                }
                Piece::Filter(filter) => {
                    if let Some(word) = filter_word(&filter) {
                        out.words.push(word);
                    }
                    if or && has_noun {
                        out.descs.push(std::mem::replace(&mut desc, nothing_said()));
                        has_noun = false;
                        desc.filters.push(filter);
                    } else {
                        let behind = atoms.iter().skip(i + 1).take_while(|a| !a.or).count();
                        if or && crossing(&desc.filters, &filter, behind > 1) {
                            self.two_descriptions(&run_atom.atom);
                        }
                        push_or(&mut desc.filters, filter, or);
                    }
                }
                Piece::Counter(name) => {
                    out.words.push(name.clone());
                    out.counters.push(name);
                }
                Piece::Noun {
                    name,
                    kind,
                    zones,
                    singular,
                } => {
                    if or && (has_noun || !desc.filters.is_empty()) {
                        out.descs.push(std::mem::replace(&mut desc, nothing_said()));
                    }
                    self.nouns_combine(&desc, name.as_ref(), kind, &run_atom.atom);
                    out.bare = false;
                    out.singular = singular;
                    out.kinds.push(kind);
                    out.zones
                        .extend(zones.into_iter().filter(|z| !out.zones.contains(z)).collect::<Vec<_>>());
                    if let Some(Name::Borrowed(word)) = &name {
                        out.nouns.push(word);
                    }
                    out.words.extend(name.clone());
                    desc.noun = name;
                    has_noun = true;
                }
                Piece::NameNoun(name) => {
                    out.bare = false;
                    out.singular = true;
                    if or && has_noun && desc.noun.is_none() {
                        push_or(&mut desc.filters, Filter::Named(name), true);
                    } else {
                        if or && has_noun {
                            out.descs.push(std::mem::replace(&mut desc, nothing_said()));
                        }
                        desc.filters.push(Filter::Named(name));
                    }
                    out.kinds.push(NounKind::Card);
                    has_noun = true;
                }
                Piece::Unknown => {}
            }
        }
        out.descs.push(desc);
        out
    }

    /// `fire <Elf> or water <Angel> resonator`: `or` would join the two words beside it only.
    fn two_descriptions(&mut self, atom: &Atom<'s>) {
        self.report(
            Diagnostic::new(
                Code::Syntax,
                atom.span(),
                "`or` joins the two words beside it here, and they are of different kinds",
            )
            .with_help("say the noun on both sides: `1 fire <Elf> … or water <Angel> …`"),
        );
    }

    /// A word for all alternatives stands before the first of them; said again behind `or` it changes nothing.
    fn said_later(&mut self, out: &Description, common: Common, atom: &Atom<'s>) {
        let said = match common {
            Common::Other => out.other,
            Common::Next => out.next,
            Common::Target => out.target,
            Common::Random => out.random,
            Common::Enemy => out.enemy,
            Common::Quality(word) => out.qualities.iter().any(|q| q == word),
        };
        if let (false, Atom::Word(word)) = (said, atom) {
            self.report(
                Diagnostic::new(
                    Code::Syntax,
                    word.span,
                    format!(
                        "`{}` holds for all that is listed, and stands behind the first of it",
                        word.text
                    ),
                )
                .with_help(format!(
                    "say `{}` before the first noun, or choose in two sentences",
                    word.text
                )),
            );
        }
    }

    fn piece(&mut self, atom: &Atom<'s>, last: bool, very_last: bool) -> Piece {
        match atom {
            Atom::Tag(tag) => Piece::Filter(Filter::Tag(self.tag(tag.text, tag.span))),
            Atom::Str(name) => {
                if self.is_keyword(name.text) && !self.known.names.contains(name.text) {
                    let call = self.bare_call(name.text, name.span);
                    return Piece::Filter(Filter::Keyword(call));
                }
                let name = self.card_name(name.text, name.span);
                if last {
                    Piece::NameNoun(name)
                } else {
                    Piece::Filter(Filter::Named(name))
                }
            }
            Atom::Icon(icon) => {
                self.icon(*icon);
                Piece::Filter(Filter::Icon(icon.text.to_owned()))
            }
            Atom::Fraction(a, b) => {
                let (a, b) = (self.literal(a.text, a.span), self.literal(b.text, b.span));
                Piece::Filter(Filter::Pair(a, b))
            }
            Atom::Counter(name) => {
                let text: String = name.text.split_whitespace().collect();
                self.counter(&text, name);
                Piece::Counter(Name::Owned(text))
            }
            Atom::Word(word) => self.word_piece(word, last, very_last),
        }
    }

    /// A counter must be defined.
    pub(super) fn counter(&mut self, text: &str, name: &Text<'s>) {
        if self
            .scope
            .counters
            .keys()
            .any(|k| k.split_whitespace().collect::<String>() == text)
        {
            self.use_definition("counter", text);
        } else {
            let candidates: Vec<&str> = self.scope.counters.keys().copied().collect();
            self.unknown(Code::UnknownCounter, name.span, name.text, "a counter", candidates);
        }
    }

    fn word_piece(&mut self, word: &Text<'s>, last: bool, very_last: bool) -> Piece {
        let span = word.span;
        match word.text {
            "other" => return Piece::Common(Common::Other),
            "next" => return Piece::Common(Common::Next),
            "player" | "players" => {
                return Piece::Noun {
                    name: Some("player".into()),
                    kind: NounKind::Player,
                    zones: Vec::new(),
                    singular: word.text == "player",
                };
            }
            "opponent" | "opponents" => {
                return Piece::Noun {
                    name: Some("opponent".into()),
                    kind: NounKind::Player,
                    zones: Vec::new(),
                    singular: word.text == "opponent",
                };
            }
            "number" => {
                return Piece::Noun {
                    name: Some("number".into()),
                    kind: NounKind::Number,
                    zones: Vec::new(),
                    singular: true,
                };
            }
            "ACT" => return Piece::Filter(Filter::Category(Category::Act)),
            "AUTO" => return Piece::Filter(Filter::Category(Category::Auto)),
            "CONT" => return Piece::Filter(Filter::Category(Category::Cont)),
            "PLAY" => return Piece::Filter(Filter::Category(Category::Play)),
            _ => {}
        }
        let noun = self.pick(word.text, |w, form| match &w.data {
            Data::Type(t) => Some((w, NounKind::Card, t.zones.clone(), form == 0)),
            Data::Noun(n) => Some((w, n.kind, n.zones.clone(), form == 0)),
            _ => None,
        });
        let adjective = self.adjective(word.text);
        let noun_first = last || (noun.is_some() && adjective.is_none());
        match (noun, adjective) {
            (Some((w, kind, zones, singular)), _) if noun_first => {
                let name = self.name_of(w, span);
                if last {
                    // A noun that is spelled alike in both numbers counts as plural unless a quantity says otherwise.
                    let singular = singular && w.forms.get(1) != w.forms.first();
                    Piece::Noun {
                        name: Some(name),
                        kind,
                        zones,
                        singular,
                    }
                } else {
                    Piece::Filter(Filter::Is(name))
                }
            }
            (_, Some(w)) => self.adjective_piece(w, span),
            _ => self.defined_piece(word, very_last),
        }
    }

    /// The adjective, state or value of this spelling.
    fn adjective(&self, spelling: &str) -> Option<&'static Word> {
        self.pick(spelling, |w, _| {
            matches!(w.data, Data::Adj(_) | Data::State(_)).then_some(w)
        })
        .or_else(|| self.pick(spelling, |w, _| matches!(w.data, Data::Value(_)).then_some(w)))
    }

    fn adjective_piece(&mut self, word: &'static Word, span: crate::source::Span) -> Piece {
        let name = self.name_of(word, span);
        match &word.data {
            Data::Adj(AdjKind::Random) => Piece::Common(Common::Random),
            Data::Adj(AdjKind::Target) => Piece::Common(Common::Target),
            Data::Adj(AdjKind::Enemy) => Piece::Common(Common::Enemy),
            Data::Adj(AdjKind::Quality) if word.name() == "named" => Piece::Named,
            Data::Adj(AdjKind::Quality) if word.name() == "only" && !self.frame().asks_for_only => {
                self.report(
                    Diagnostic::new(Code::NoSuchRole, span, "`only` says nothing here")
                        .with_help("it says that a card has nothing else of the kind: `a unit with only <Tag>`"),
                );
                Piece::Unknown
            }
            Data::Adj(AdjKind::Quality) => Piece::Common(Common::Quality(word.name())),
            Data::Adj(AdjKind::State | AdjKind::Filter) | Data::State(_) => Piece::Filter(Filter::State(name)),
            Data::Value(of) => Piece::Filter(Filter::Value(Name::Borrowed(of), name)),
            _ => Piece::Unknown,
        }
    }

    /// Words that sets define: keywords, labels, states, groups, counters, parameters.
    fn defined_piece(&mut self, word: &Text<'s>, very_last: bool) -> Piece {
        let (text, span) = (word.text, word.span);
        if self.scope.counters.contains_key(text) {
            self.use_definition("counter", text);
            return Piece::Counter(Name::Owned(text.to_owned()));
        }
        if self.scope.states.contains_key(text) {
            self.use_definition("state", text);
            return Piece::Filter(Filter::State(Name::Owned(text.to_owned())));
        }
        if let Some(state) = self.scope.state_values.get(text) {
            let of = state.name.text.to_owned();
            self.use_definition("state", &of);
            return Piece::Filter(Filter::StateIs(Name::Owned(of), Name::Owned(text.to_owned())));
        }
        if self.scope.groups.contains_key(text) {
            self.use_definition("group", text);
            return Piece::Filter(Filter::Group(Name::Owned(text.to_owned())));
        }
        if self.is_keyword(text) {
            return Piece::Filter(Filter::Keyword(self.bare_call(text, span)));
        }
        // A zone, place, time, relation or attribute as an adjective: `back-row rear-guards`, `trigger units`.
        let other = self.pick(text, |w, _| {
            matches!(
                w.data,
                Data::Zone(_) | Data::Place(_) | Data::Time(_) | Data::Rel(..) | Data::Attr(_)
            )
            .then_some(w)
        });
        if let Some(w) = other {
            let name = self.name_of(w, span);
            return match &w.data {
                Data::Zone(_) | Data::Place(_) => {
                    let place = self.code.add_place(crate::ir::Place {
                        kind: crate::ir::PlaceKind::Zone(vec![name], Vec::new()),
                        whose: None,
                        quant: None,
                    });
                    Piece::Filter(Filter::At(place))
                }
                _ if very_last => Piece::Noun {
                    name: Some(name),
                    kind: NounKind::Value,
                    zones: Vec::new(),
                    singular: true,
                },
                _ => Piece::Filter(Filter::Quality(name)),
            };
        }
        if let Some(filter) = self.refusing(word) {
            return Piece::Filter(filter);
        }
        self.unknown_noun(span, text);
        Piece::Unknown
    }

    /// `non-red`, `non-climax`: not what stands behind the hyphen.
    fn refusing(&mut self, word: &Text<'s>) -> Option<Filter> {
        let text = word.text.strip_prefix("non-")?;
        let noun = self.pick(text, |w, _| {
            matches!(w.data, Data::Type(_) | Data::Noun(_)).then_some(w)
        });
        let filter = match (self.adjective(text), noun) {
            (Some(found), _) => match self.adjective_piece(found, word.span) {
                Piece::Filter(filter) => filter,
                _ => return None,
            },
            (None, Some(found)) => Filter::Is(self.name_of(found, word.span)),
            (None, None) if self.is_keyword(text) => Filter::Keyword(self.bare_call(text, word.span)),
            (None, None) => return None,
        };
        Some(Filter::Not(Box::new(filter)))
    }

    /// Whether a keyword, label or condition has this name.
    pub(super) fn is_keyword(&self, name: &str) -> bool {
        self.scope.keywords.contains_key(name) || self.scope.labels.contains_key(name)
    }

    /// An icon must exist; numbers always do.
    pub(super) fn icon(&mut self, icon: Text<'s>) {
        if icon.text.chars().all(|c| c.is_ascii_digit()) {
            return;
        }
        match self.pick(icon.text, |w, _| matches!(w.data, Data::Icon(_)).then_some(w)) {
            Some(word) => self.use_word(word, icon.span),
            None => {
                let candidates = self.spellings(|w| matches!(w.data, Data::Icon(_)));
                if candidates.is_empty() {
                    self.error(
                        crate::diag::Code::UnknownIcon,
                        icon.span,
                        format!("{} has no icons in braces", self.scope.vocab.game),
                    );
                } else {
                    self.unknown(
                        crate::diag::Code::UnknownIcon,
                        icon.span,
                        icon.text,
                        "an icon",
                        candidates,
                    );
                }
            }
        }
    }

    /// `N or more` as a comparison with a literal.
    pub(super) fn at_least(&mut self, n: i64) -> Comparison {
        Comparison {
            how: Compare::OrMore,
            with: self.code.add_expr(crate::ir::Expr::Num(n)),
        }
    }
}

fn apply(out: &mut Description, common: Common) {
    match common {
        Common::Other => out.other = true,
        Common::Next => out.next = true,
        Common::Target => out.target = true,
        Common::Random => out.random = true,
        Common::Enemy => out.enemy = true,
        Common::Quality(word) => out.qualities.push(Name::Borrowed(word)),
    }
}

/// Adds a filter; after `or` it joins the one before.
fn push_or(filters: &mut Vec<Filter>, filter: Filter, or: bool) {
    match filters.last_mut() {
        Some(Filter::Any(list)) if or => list.push(filter),
        Some(last) if or => {
            let first = std::mem::replace(last, Filter::Any(Vec::new()));
            *last = Filter::Any(vec![first, filter]);
        }
        _ => filters.push(filter),
    }
}

/// The word a filter consists of, if it is only a word.
pub(super) fn filter_word(filter: &Filter) -> Option<Name> {
    match filter {
        Filter::State(name) | Filter::Is(name) | Filter::Group(name) | Filter::Quality(name) => Some(name.clone()),
        Filter::Value(_, value) | Filter::StateIs(_, value) => Some(value.clone()),
        _ => None,
    }
}

/// Whether `or` between two adjectives stands between two descriptions of several words: the words beside it ask for different things, and more words ask
/// for something on one side.
fn crossing(before: &[Filter], behind: &Filter, more_behind: bool) -> bool {
    let kind = |filter: &Filter| match filter {
        Filter::Any(list) => list.first().map(std::mem::discriminant),
        other => Some(std::mem::discriminant(other)),
    };
    let Some(last) = before.last() else { return false };
    kind(last) != kind(behind) && (before.len() > 1 || more_behind)
}
