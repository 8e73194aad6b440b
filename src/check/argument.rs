//! What can fill a role, and as what.

use super::Checker;
use super::command::Group;
use super::value::Val;
use super::verb::VerbRef;
use crate::ast::{Atom, Core, CoreKind, Det, Text};
use crate::diag::{Code, Diagnostic};
use crate::ir::{Amount, Arg, Name, Objects};
use crate::source::Span;
use crate::vocab::{Data, NounKind, Role as VocabRole, Types};

impl<'a, 's> Checker<'a, 's> {
    /// The name that is all a selector asks for.
    pub(super) fn only_name(&self, id: crate::ir::ObjId) -> Option<String> {
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

    /// The role types a core could fill, from its head word alone.
    pub(super) fn peek(&self, core: &Core<'s>) -> Vec<&'static str> {
        const OBJECTS: &[&str] = &[
            "cards",
            "card",
            "abilities",
            "effects",
            "counters",
            "things",
            "thing",
            "place",
            "damage",
        ];
        match &core.kind {
            CoreKind::Pronoun(p) => match (p.word.text, p.noun.map(|n| n.text)) {
                ("you" | "opponent" | "opponents" | "each", _) | ("that" | "those", Some("player" | "players")) => {
                    vec!["players", "player"]
                }
                ("that", Some("much" | "many")) => vec!["number", "amount", "damage"],
                (_, Some(noun))
                    if self
                        .pick(noun, |w, _| matches!(w.data, Data::Time(_)).then_some(()))
                        .is_some() =>
                {
                    vec!["time"]
                }
                _ => OBJECTS.to_vec(),
            },
            CoreKind::Stack(s) if s.noun.is_none() && s.count.is_none() => vec!["place"],
            CoreKind::Stack(_) | CoreKind::Part(..) => vec!["cards", "card"],
            CoreKind::Group(_) => OBJECTS.to_vec(),
            CoreKind::SameAs(words, _) => {
                let place = words.last().and_then(|w| {
                    self.pick(w.text, |w, _| {
                        matches!(w.data, Data::Place(_) | Data::Zone(_)).then_some(())
                    })
                });
                if place.is_some() { vec!["place"] } else { Vec::new() }
            }
            CoreKind::Plain { dets, run } => {
                let poss = dets.iter().any(|d| matches!(d, Det::Poss(_)));
                let Some(last) = run.atoms.last() else {
                    return vec!["number", "cards", "card", "value"];
                };
                match &last.atom {
                    Atom::Tag(_) => vec!["cards", "card", "tags", "value", "noun"],
                    Atom::Str(_) => vec![
                        "cards",
                        "card",
                        "name",
                        "abilities",
                        "keyword",
                        "things",
                        "thing",
                        "noun",
                    ],
                    Atom::Icon(_) => vec!["icons", "cost"],
                    Atom::Fraction(..) => vec!["value", "noun"],
                    Atom::Counter(_) => vec!["counters"],
                    Atom::Word(word) => self.peek_word(word.text, poss),
                }
            }
        }
    }

    pub(super) fn peek_word(&self, word: &str, poss: bool) -> Vec<&'static str> {
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
            let Some(word) = self.scope.vocab.word(*id) else {
                continue;
            };
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
            out.extend(if named.value {
                ["number", "value", "name"]
            } else {
                ["cards", "card", "place"]
            });
        }
        out
    }

    /// A value as the argument of a role.
    pub(super) fn argument(
        &mut self,
        verb: &VerbRef<'a, 's>,
        group: &Group<'a, 's>,
        value: Val,
        span: Span,
    ) -> Option<Arg> {
        let types = &group.types;
        let is_place_role = types.has(&["place"]) && group.prep != "what" && !types.words.contains(&"any");
        if group.without {
            return self.without_argument(verb, group, value, span);
        }
        Some(match value {
            Val::Place(place) if types.has(&["place"]) => Arg::Place(place),
            Val::Objs(id, ty)
                if is_place_role
                    && !(types.has(&["cards"]) && matches!(group.prep, "to" | "from" | "for" | "among" | "with")) =>
            {
                let place = self.as_place(group.prep, Val::Objs(id, ty), span)?;
                Arg::Place(place)
            }
            Val::Time(time) if is_place_role && types.has(&["time"]) && time.span == "game" => {
                Arg::Place(self.as_place(group.prep, Val::Time(time), span)?)
            }
            Val::Objs(id, _)
                if types.has(&["name"])
                    && !types.words.contains(&"any")
                    && !types.has(&["cards", "card"])
                    && self.only_name(id).is_some() =>
            {
                Arg::Name(self.only_name(id)?)
            }
            Val::Objs(_, ref ty)
                if types.words.contains(&"card")
                    && !types.words.contains(&"cards")
                    && ty.kind == NounKind::Card
                    && !ty.single =>
            {
                self.report(
                    Diagnostic::new(
                        Code::SetForSingle,
                        span,
                        format!("`{}` takes one card here, but these may be several", verb.name()),
                    )
                    .with_help("choose one of them first, or repeat: `for each … { … }`"),
                );
                return None;
            }
            Val::Objs(id, _) => {
                if !types.has(value.role_types()) && !types.has(&["noun"]) {
                    self.wrong_role(verb, group.prep, &value, span);
                }
                Arg::Objects(id)
            }
            Val::Players(who) => {
                if !types.has(&["players", "player"]) {
                    self.wrong_role(verb, group.prep, &Val::Players(who.clone()), span);
                }
                Arg::Objects(self.code.add_object(Objects::Players(who)))
            }
            Val::Number(n) if types.has(&["number", "value", "values"]) => Arg::Number(n),
            Val::Number(n) if types.has(&["cards", "card"]) => {
                self.report(
                    Diagnostic::new(
                        Code::WrongRole,
                        span,
                        format!("`{}` needs cards here, not a number", verb.name()),
                    )
                    .with_help("say of what: `2 cards from your hand`"),
                );
                Arg::Number(n)
            }
            Val::Quant(quant) if types.has(&["number", "cards"]) => Arg::Amount(Amount {
                quant,
                of: "card".into(),
                kinds: Vec::new(),
                whose: None,
                filters: Vec::new(),
            }),
            Val::Attr(of, name) if types.has(&["number", "value", "values"]) => Arg::Attr(of, name),
            Val::Amount(amount, kind) => self.amount_argument(verb, group, amount, kind, span),
            Val::Thing(amount) if types.has(&["things", "thing", "cards", "time"]) => Arg::Amount(amount),
            Val::Icons(runs) if types.has(&["icons"]) => Arg::Icons(runs),
            Val::Words(words, filters)
                if types.has(&["state", "noun", "value", "values", "order", "name", "cost"])
                    && Self::only_words(&words, &filters) =>
            {
                Arg::Words(words)
            }
            Val::Order(order) if types.has(&["order"]) => Arg::Order(order),
            Val::Declare(quant, name)
                if types.has(&["value", "values", "number", "name", "tags", "things", "thing"]) =>
            {
                Arg::Declare(quant, name)
            }
            Val::Time(time) if types.has(&["time", "things", "thing"]) => Arg::Time(time),
            Val::Keyword(call) if types.has(&["keyword", "abilities", "effects", "noun", "thing", "things"]) => {
                Arg::Keyword(call)
            }
            Val::Slot(slot, name) => Arg::Slot(slot, name),
            Val::Filter(filter) => Arg::Filter(filter),
            other => {
                self.wrong_role(verb, group.prep, &other, span);
                return None;
            }
        })
    }

    /// What stands behind `without`.
    fn without_argument(
        &mut self,
        verb: &VerbRef<'a, 's>,
        group: &Group<'a, 's>,
        value: Val,
        span: Span,
    ) -> Option<Arg> {
        Some(match value {
            Val::Words(mut words, _) => Arg::Without(words.pop()?),
            Val::Objs(id, _) => Arg::Objects(id),
            Val::Keyword(call) => Arg::Without(Name::Owned(call.name)),
            Val::Thing(amount) | Val::Amount(amount, _) => Arg::Without(amount.of),
            Val::Attr(_, name) | Val::Declare(_, name) => Arg::Without(name),
            other => {
                self.wrong_role(verb, group.prep, &other, span);
                return None;
            }
        })
    }

    /// An amount of something; a command says how much.
    fn amount_argument(
        &mut self,
        verb: &VerbRef<'a, 's>,
        group: &Group<'a, 's>,
        amount: Amount,
        kind: NounKind,
        span: Span,
    ) -> Arg {
        let types = &group.types;
        let fits = match kind {
            NounKind::Damage => types.has(&["damage"]),
            NounKind::Counter => types.has(&["counters"]),
            NounKind::Cost => types.has(&["cost", "number"]),
            _ => {
                types
                    .words
                    .iter()
                    .any(|w| *w == "amount" || w.strip_prefix("amount:").is_some_and(|a| a == amount.of))
                    || types.has(&["number"])
            }
        };
        if !fits {
            self.wrong_role(verb, group.prep, &Val::Amount(amount.clone(), kind), span);
        }
        if self.frame().commanding
            && matches!(amount.quant, crate::ir::Quant::Bare)
            && amount.whose.is_none()
            && matches!(kind, NounKind::Damage | NounKind::Amount)
        {
            self.report(
                Diagnostic::new(
                    Code::NotANumber,
                    span,
                    format!("this does not say how much {}", amount.of),
                )
                .with_help(format!("write the number: `1 {}`", amount.of)),
            );
        }
        Arg::Amount(amount)
    }

    pub(super) fn wrong_role(&mut self, verb: &VerbRef<'a, 's>, prep: &str, value: &Val, span: Span) {
        let role = verb.roles().iter().find(|r| r.names.contains(&prep));
        let takes = role.map_or_else(|| "something else".to_owned(), |r| shown_types(&r.types));
        let place = if prep == "what" {
            format!("`{}`", verb.name())
        } else {
            format!("`{prep}` of `{}`", verb.name())
        };
        let cards = role.is_some_and(|r| r.types.has(&["cards"]));
        let help = match value {
            Val::Place(_) if cards => "name the cards that lie there: `all cards in …`".to_owned(),
            _ => self.shown_roles(verb),
        };
        self.report(
            Diagnostic::new(
                Code::WrongRole,
                span,
                format!("{place} takes {takes}, found {}", value.shown()),
            )
            .with_help(help),
        );
    }

    pub(super) fn no_such_role(&mut self, verb: &VerbRef<'a, 's>, prep: &Text<'_>, span: Span) {
        let takes = self.shown_roles(verb);
        let mut problem = Diagnostic::new(
            Code::NoSuchRole,
            span,
            format!("`{}` has no role `{}`", verb.name(), prep.text),
        )
        .with_help(takes);
        let directions = ["into", "onto", "to", "on"];
        if directions.contains(&prep.text)
            && let Some(right) = verb
                .roles()
                .iter()
                .flat_map(|r| r.names.iter())
                .find(|n| directions.contains(n))
        {
            problem = problem.with_help(format!("did you mean `{right}`?"));
        }
        self.report(problem);
    }

    /// What a verb takes, in a sentence.
    pub(super) fn shown_roles(&self, verb: &VerbRef<'a, 's>) -> String {
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

/// A role as a message shows it: `into / onto a place`.
pub(super) fn shown_role(role: &VocabRole) -> String {
    let types = shown_types(&role.types);
    match role.names.as_slice() {
        ["what"] => format!("what ({types})"),
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
