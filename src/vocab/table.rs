//! Reads the tables. A line that cannot be read becomes a defect, which a test refuses.

use super::word::{
    ActData, AdjKind, AttrData, ChoiceWhen, Data, Gives, NounData, NounKind, PlaceData, RelFrom, RelTo, Role, Scope,
    TimeKind, TypeData, Types, ValueType, VerbData, Visibility, Word, WordId, ZoneData,
};
use super::{Printed, Vocab};
use crate::lex::OldWord;

/// Reads one table; policies and actions go to the vocabulary.
pub(super) fn read(text: &'static str, vocab: &mut Vocab) -> Vec<Word> {
    let mut words = Vec::new();
    let Vocab {
        policies,
        acts,
        old,
        old_docs,
        printed,
        defects,
        ..
    } = vocab;
    for line in text.lines() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let columns: Vec<&'static str> = line.split(" |").map(|c| c.trim_start_matches('|').trim()).collect();
        let column = |i: usize| columns.get(i).copied().unwrap_or("");
        if column(0) == "policy" {
            policies.insert(column(1), column(2).trim_matches('"'));
            continue;
        }
        if column(0) == "printed" {
            let phrases = column(1).split(" ; ").map(str::trim);
            printed.extend(phrases.map(|phrase| Printed {
                phrase,
                said: column(2),
                note: Some(column(3)).filter(|note| !note.is_empty()),
            }));
            if column(1).is_empty() || columns.len() < 3 {
                defects.push(format!("cannot read: {line}"));
            }
            continue;
        }
        if columns.len() < 5 {
            defects.push(format!("too few columns: {line}"));
            continue;
        }
        let flags = Flags { text: column(3) };
        if column(0) == "act" {
            let act = ActData::read(column(1), column(2), |name| flags.value(name), column(4));
            match act {
                Some(act) => acts.push(act),
                None => defects.push(format!("cannot read: {line}")),
            }
            continue;
        }
        if column(0) == "old" {
            let todays = column(2).split(',').map(str::trim);
            for (word, today) in column(1).split_whitespace().zip(todays) {
                old.push(OldWord {
                    word,
                    today,
                    head: flags.has("head"),
                    has: flags.value("has"),
                    needs: flags.value("needs"),
                });
                old_docs.push((column(4), column(5)));
            }
            continue;
        }
        let Some(data) = data(column(0), column(2), &flags) else {
            defects.push(format!("cannot read: {line}"));
            continue;
        };
        if column(4).is_empty() {
            defects.push(format!("no documentation: {line}"));
        }
        // `a, b, c`: several words with one documentation.
        for group in column(1).split(',').map(str::trim) {
            let given: Vec<&'static str> = group.split_whitespace().collect();
            words.push(Word {
                id: WordId(0),
                forms: forms(&data, &given),
                data: data.clone(),
                signature: column(2),
                doc: column(4),
                rules: column(5),
                edition: flags.value("edition"),
                printed: [flags.quoted("print"), flags.quoted("prints"), flags.quoted("printed")],
                declare: flags.has("declare"),
            });
        }
    }
    words
}

/// The flag column: `gives moved; pay; print "…"`.
struct Flags {
    text: &'static str,
}

impl Flags {
    fn parts(&self) -> impl Iterator<Item = &'static str> {
        self.text.split(';').map(str::trim).filter(|p| !p.is_empty())
    }

    fn has(&self, name: &str) -> bool {
        self.parts().any(|p| p == name)
    }

    /// The word behind `name`.
    fn value(&self, name: &str) -> Option<&'static str> {
        self.parts()
            .find_map(|p| p.strip_prefix(name)?.strip_prefix(' '))
            .map(str::trim)
    }

    fn quoted(&self, name: &str) -> Option<&'static str> {
        self.value(name).map(|v| v.trim_matches('"'))
    }
}

/// All spellings; regular verb and plural forms are made when only the base is given.
fn forms(data: &Data, given: &[&'static str]) -> Vec<&'static str> {
    let base = given.first().copied().unwrap_or("");
    match data {
        Data::Verb(_) if given.len() == 1 => vec![base, intern(third_person(base)), intern(participle(base))],
        Data::Noun(_) | Data::Type(_) | Data::Rel(..) if given.len() == 1 => {
            let plural = plural(base);
            if crate::lex::TokenKind::reserved(&plural) {
                vec![base]
            } else {
                vec![base, intern(plural)]
            }
        }
        _ => given.to_vec(),
    }
}

/// Tables are read once per process, so the few made forms are kept for good.
fn intern(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

/// The regular plural of a noun.
fn plural(base: &str) -> String {
    third_person(base)
}

/// The regular third person of a verb.
pub(crate) fn third_person(base: &str) -> String {
    if let Some(stem) = base
        .strip_suffix('y')
        .filter(|s| !s.ends_with(['a', 'e', 'i', 'o', 'u']))
    {
        format!("{stem}ies")
    } else if base.ends_with(['s', 'x', 'z']) || base.ends_with("sh") || base.ends_with("ch") {
        format!("{base}es")
    } else {
        format!("{base}s")
    }
}

/// The regular participle of a verb.
pub(crate) fn participle(base: &str) -> String {
    if base.ends_with('e') {
        format!("{base}d")
    } else if let Some(stem) = base
        .strip_suffix('y')
        .filter(|s| !s.ends_with(['a', 'e', 'i', 'o', 'u']))
    {
        format!("{stem}ied")
    } else {
        format!("{base}ed")
    }
}

/// Clauses of a signature: `zone stage; works stage`.
fn clause(signature: &'static str, name: &str) -> Vec<&'static str> {
    signature
        .split(';')
        .map(str::trim)
        .find_map(|part| part.strip_prefix(name)?.strip_prefix(' '))
        .map(|rest| rest.split_whitespace().collect())
        .unwrap_or_default()
}

fn data(kind: &str, signature: &'static str, flags: &Flags) -> Option<Data> {
    Some(match kind {
        "type" => Data::Type(TypeData {
            zones: clause(signature, "zone"),
            works: clause(signature, "works"),
            of: clause(signature, "of"),
        }),
        "noun" => Data::Noun(NounData {
            kind: noun_kind(clause(signature, "kind").first()?)?,
            zones: clause(signature, "zone"),
            of: clause(signature, "of"),
        }),
        "zone" => {
            let parts: Vec<&str> = signature.split(';').map(str::trim).collect();
            let visibility = match () {
                () if parts.contains(&"hidden") => Visibility::Hidden,
                () if parts.contains(&"owner") => Visibility::Owner,
                () if parts.contains(&"public") => Visibility::Public,
                () => return None,
            };
            let shared = match () {
                () if parts.contains(&"shared") => true,
                () if parts.contains(&"own") => false,
                () => return None,
            };
            Data::Zone(ZoneData {
                shared,
                visibility,
                stack: parts.contains(&"stack"),
                part_of: clause(signature, "in").first().copied(),
                works: flags.has("works"),
            })
        }
        "place" => Data::Place(match signature {
            "of card" => PlaceData::OfCard,
            "attr" => PlaceData::Attr,
            _ => PlaceData::In(clause(signature, "in").first()?),
        }),
        "state" => Data::State(match signature.split(';').next().unwrap_or("").trim() {
            "card" => Scope::Card,
            "player" => Scope::Player,
            "game" => Scope::Game,
            _ => return None,
        }),
        "adj" => Data::Adj(match signature {
            "state" => AdjKind::State,
            "select random" => AdjKind::Random,
            "select target" => AdjKind::Target,
            "side opponent" => AdjKind::Enemy,
            "filter" => AdjKind::Filter,
            "quality" => AdjKind::Quality,
            _ => return None,
        }),
        "attr" => attr(signature, flags)?,
        "value" => Data::Value(clause(signature, "of").first()?),
        "rel" => {
            let (from, to) = signature.split_once("->")?;
            let from = match from.trim() {
                "card" => RelFrom::Card,
                "player" => RelFrom::Player,
                "" => RelFrom::Nothing,
                _ => return None,
            };
            let to = match to.trim() {
                "card" => RelTo::Card,
                "cards" => RelTo::Cards,
                "player" => RelTo::Player,
                "place" => RelTo::Place,
                _ => return None,
            };
            Data::Rel(from, to)
        }
        "verb" => verb(signature, flags)?,
        "time" => Data::Time(match signature {
            "span" => TimeKind::Span,
            "phase" => TimeKind::Phase,
            "step" => TimeKind::Step,
            _ => return None,
        }),
        "icon" => Data::Icon(signature == "will"),
        _ => return None,
    })
}

fn noun_kind(word: &str) -> Option<NounKind> {
    Some(match word {
        "card" => NounKind::Card,
        "ability" => NounKind::Ability,
        "effect" => NounKind::Effect,
        "counter" => NounKind::Counter,
        "player" => NounKind::Player,
        "damage" => NounKind::Damage,
        "amount" => NounKind::Amount,
        "order" => NounKind::Order,
        "name" => NounKind::Name,
        "number" => NounKind::Number,
        "value" => NounKind::Value,
        "cost" => NounKind::Cost,
        "thing" => NounKind::Thing,
        "position" => NounKind::Position,
        "time" => NounKind::Time,
        _ => return None,
    })
}

fn attr(signature: &'static str, flags: &Flags) -> Option<Data> {
    let words: Vec<&'static str> = signature.split([' ', ';']).filter(|w| !w.is_empty()).collect();
    let on_at = words.iter().position(|w| *w == "on")?;
    let ty = match (words.first().copied()?, words.get(1).copied()) {
        ("number", _) => ValueType::Number,
        ("icons", _) => ValueType::Icons,
        ("tags", _) => ValueType::Tags,
        ("name", _) => ValueType::Name,
        ("text", _) => ValueType::Text,
        ("word", Some(of)) => ValueType::Word(of),
        ("words", Some(of)) => ValueType::Words(of),
        _ => return None,
    };
    Some(Data::Attr(AttrData {
        ty,
        on: words.get(on_at + 1..)?.to_vec(),
        header: flags.has("header"),
        repeats: flags.has("repeats"),
        gain: flags.has("gain"),
        set: flags.has("set"),
        first: flags.has("first"),
        second: flags.has("second"),
        unprinted: flags
            .value("unprinted")
            .map(|v| v.split_whitespace().collect())
            .unwrap_or_default(),
    }))
}

const ROLE_TYPES: [&str; 25] = [
    "cards",
    "card",
    "players",
    "player",
    "place",
    "state",
    "order",
    "number",
    "icons",
    "name",
    "tags",
    "value",
    "values",
    "cost",
    "abilities",
    "keyword",
    "effects",
    "damage",
    "counters",
    "time",
    "event",
    "things",
    "thing",
    "noun",
    "any",
];

fn verb(signature: &'static str, flags: &Flags) -> Option<Data> {
    let mut subject = Types { words: vec!["players"] };
    let mut roles = Vec::new();
    for part in signature.split(';').map(str::trim).filter(|p| !p.is_empty()) {
        let (names, types) = part.split_once(' ').unwrap_or((part, "any"));
        let required = types.ends_with('!');
        let words: Vec<&'static str> = types.trim_end_matches('!').split(',').map(str::trim).collect();
        if !words
            .iter()
            .all(|w| ROLE_TYPES.contains(w) || *w == "amount" || w.starts_with("amount:"))
        {
            return None;
        }
        let types = Types { words };
        if names == "subject" {
            subject = types;
        } else {
            roles.push(Role {
                names: names.split('/').collect(),
                types,
                required,
            });
        }
    }
    let gives = match flags.value("gives") {
        None => Gives::Nothing,
        Some("moved") => Gives::Moved,
        Some("chosen") => Gives::Chosen,
        Some("looked") => Gives::Looked,
        Some("found") => Gives::Found,
        Some("created") => Gives::Created,
        Some("value") => Gives::Value,
        Some(_) => return None,
    };
    let choice = match flags.value("choice") {
        None => None,
        Some("play") => Some(ChoiceWhen::Play),
        Some("resolution") => Some(ChoiceWhen::Resolution),
        Some("public-play") => Some(ChoiceWhen::PublicPlay),
        Some(_) => return None,
    };
    Some(Data::Verb(VerbData {
        subject,
        roles,
        gives,
        pay: flags.has("pay"),
        command: !flags.has("nocommand"),
        event: !flags.has("noevent"),
        prevent: !flags.has("noprevent"),
        replace: !flags.has("noreplace"),
        choice,
        takes: flags.value("takes"),
        native: flags.quoted("native"),
    }))
}
