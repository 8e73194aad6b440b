//! What a noun phrase can mean, and how that fits where it stands.

use crate::ir::{Amount, AttrOf, Call, ExprId, Filter, IconRun, Name, ObjId, PlaceId, Quant, SlotId, TimeRef, Who};
use crate::vocab::{Data, NounKind, Vocab};

/// What is known of objects before play.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct ObjTy {
    /// At most one.
    pub(super) single: bool,
    /// Cards, abilities, counters …
    pub(super) kind: NounKind,
    /// The nouns it may be; empty if nothing is known.
    pub(super) nouns: Vec<&'static str>,
    /// Lies in a zone its player's opponent cannot see.
    pub(super) hidden: bool,
}

impl ObjTy {
    /// One card of unknown type.
    pub(super) fn card() -> Self {
        ObjTy {
            single: true,
            kind: NounKind::Card,
            nouns: Vec::new(),
            hidden: false,
        }
    }

    /// One thing of another kind.
    pub(super) fn of(kind: NounKind) -> Self {
        ObjTy { kind, ..ObjTy::card() }
    }

    /// The same, as a set.
    pub(super) fn several(mut self) -> Self {
        self.single = false;
        self
    }

    /// Whether it may be what a noun says.
    pub(super) fn can_be(&self, noun: &str, vocab: &Vocab) -> bool {
        let wanted = vocab.pick(noun, |word, _| match &word.data {
            Data::Type(t) => Some((NounKind::Card, word.name(), t.of.clone())),
            Data::Noun(n) => Some((n.kind, word.name(), n.of.clone())),
            _ => None,
        });
        let Some((kind, name, of)) = wanted else { return true };
        if kind != self.kind {
            // Spells, effects and abilities are spoken of as sources of each other.
            return matches!(
                (kind, self.kind),
                (NounKind::Ability, NounKind::Effect) | (NounKind::Effect, NounKind::Ability)
            );
        }
        let general = name == "card" || self.nouns.is_empty() || self.nouns.contains(&"card");
        let is_type = |n: &str| {
            vocab
                .pick(n, |w, _| matches!(w.data, Data::Type(_)).then_some(()))
                .is_some()
        };
        // Role nouns (vanguard, entity) do not exclude types; two different plain types do.
        general
            || !of.is_empty()
            || !is_type(name)
            || self
                .nouns
                .iter()
                .any(|n| *n == name || !is_type(n) || types_of(n, vocab).contains(&name))
    }
}

/// The types a collective type word stands for.
pub(super) fn types_of(noun: &str, vocab: &Vocab) -> Vec<&'static str> {
    vocab
        .pick(noun, |word, _| match &word.data {
            Data::Type(t) => Some(t.of.clone()),
            Data::Noun(n) => Some(n.of.clone()),
            _ => None,
        })
        .unwrap_or_default()
}

/// What a noun phrase means.
#[derive(Debug, Clone)]
pub(super) enum Val {
    /// Cards, abilities and other objects.
    Objs(ObjId, ObjTy),
    /// Players.
    Players(Who),
    /// A place.
    Place(PlaceId),
    /// A number.
    Number(ExprId),
    /// An attribute of something.
    Attr(AttrOf, Name),
    /// An amount of something countable.
    Amount(Amount, NounKind),
    /// Icons, any of the runs.
    Icons(Vec<IconRun>),
    /// States and other words that stand alone, with what they demand.
    Words(Vec<Name>, Vec<Filter>),
    /// An order.
    Order(Name),
    /// A kind of value to declare.
    Declare(Quant, Name),
    /// A time.
    Time(TimeRef),
    /// A keyword or label.
    Keyword(Call),
    /// A declared value.
    Slot(SlotId, String),
    /// Something a native verb understands.
    Thing(Amount),
    /// `different`, `same`, `highest` things that only `with` understands.
    Filter(Filter),
    /// A quantity with no noun: `all`, `up to 2`.
    Quant(Quant),
}

impl Val {
    /// What it is called in a message.
    pub(super) fn shown(&self) -> &'static str {
        match self {
            Val::Objs(_, ty) => match ty.kind {
                NounKind::Card => "cards",
                NounKind::Ability => "abilities",
                NounKind::Effect => "effects",
                NounKind::Counter => "counters",
                NounKind::Player => "players",
                _ => "things",
            },
            Val::Players(_) => "a player",
            Val::Place(_) => "a place",
            Val::Number(_) | Val::Quant(_) => "a number",
            Val::Attr(..) => "an attribute",
            Val::Amount(..) => "an amount",
            Val::Icons(_) => "icons",
            Val::Words(..) => "a state or quality",
            Val::Order(_) => "an order",
            Val::Declare(..) | Val::Slot(..) => "a value",
            Val::Time(_) => "a time",
            Val::Keyword(_) => "a keyword",
            Val::Thing(_) => "a thing",
            Val::Filter(_) => "a demand",
        }
    }

    /// The role types of the vocabulary that accept it.
    pub(super) fn role_types(&self) -> &'static [&'static str] {
        match self {
            Val::Objs(_, ty) => match ty.kind {
                NounKind::Card => &["cards", "card"],
                NounKind::Ability => &["abilities", "effects"],
                NounKind::Effect => &["effects", "abilities"],
                NounKind::Counter => &["counters"],
                NounKind::Player => &["players", "player"],
                NounKind::Damage => &["damage"],
                NounKind::Position => &["place"],
                NounKind::Time => &["time", "things", "thing"],
                NounKind::Amount
                | NounKind::Order
                | NounKind::Name
                | NounKind::Number
                | NounKind::Value
                | NounKind::Cost
                | NounKind::Thing => &["things", "thing"],
            },
            Val::Players(_) => &["players", "player"],
            Val::Place(_) => &["place"],
            Val::Number(_) => &["number", "value", "values"],
            Val::Quant(_) => &["number", "cards", "card"],
            Val::Attr(..) => &["number", "value", "values", "any"],
            Val::Amount(_, kind) => match kind {
                NounKind::Damage => &["damage"],
                NounKind::Counter => &["counters"],
                NounKind::Cost => &["cost", "number"],
                NounKind::Card
                | NounKind::Ability
                | NounKind::Effect
                | NounKind::Player
                | NounKind::Amount
                | NounKind::Order
                | NounKind::Name
                | NounKind::Number
                | NounKind::Value
                | NounKind::Thing
                | NounKind::Position
                | NounKind::Time => &["amount", "number"],
            },
            Val::Icons(_) => &["icons"],
            Val::Words(..) => &["state", "noun", "value", "values", "order", "name"],
            Val::Order(_) => &["order"],
            Val::Declare(..) => &["value", "values", "number", "name", "tags"],
            Val::Time(_) => &["time", "things", "thing"],
            Val::Keyword(_) => &["keyword", "abilities", "things", "thing", "noun"],
            Val::Slot(..) => &["number", "name", "value", "values", "tags"],
            Val::Thing(_) => &["things", "thing", "cards"],
            Val::Filter(_) => &[],
        }
    }
}
