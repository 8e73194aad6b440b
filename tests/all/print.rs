//! The English of a card leaves nothing out: a card whose compiled form is changed in one place, so that the engine plays it in another way, must be
//! printed in another way too. Numbers, flags, words, quantities, players, comparisons, tenses, order and all that may be left out are changed one
//! at a time, in every place of every card that its English speaks of.

use crate::support::{self, game_names};
use cardwright::compile;
use cardwright::exec::Pool;
use cardwright::exec::steps::{self, CardSteps};
use cardwright::games;
use cardwright::ir::{self, Card, Expr, Grant, Line, Module, Stmt};
use cardwright::prose;
use cardwright::source::SourceFile;
use cardwright::vocab::Vocab;
use rayon::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Words of the compiled form that stand for one another: each is changed to the others of its row.
const SIBLINGS: [&[&str]; 14] = [
    &["You", "Opponent", "Each", "They", "That", "Any", "EachOpponent"],
    &[
        "Bare",
        "All",
        "Each",
        "Any",
        "No",
        "A",
        "Another",
        "AnyNumber",
        "ThatMany",
    ],
    &["Exactly", "UpTo", "AtLeast", "AtMost"],
    &["Is", "OrMore", "OrLess", "More", "Less"],
    &["Highest", "Lowest"],
    &["Add", "Sub", "Mul", "Div"],
    &["Start", "End"],
    &["Cannot", "Can", "Must"],
    &["Less", "More", "Instead"],
    &["And", "Or"],
    &["Any", "All"],
    &["Until", "During"],
    &["Required", "Optional"],
    &["EventAmount", "EventCount"],
];

/// Fields that say nothing about the game: where a thing was written and how it is kept.
const KEPT: [&str; 12] = [
    "src",
    "line",
    "slots",
    "slot",
    "stmt_src",
    "keyword",
    "text",
    "note",
    "id",
    "set",
    "default_works",
    "default_zones",
];

/// Changes of the compiled form that have one English: the game (any if empty), the place of the compiled form, what is changed there (anything if
/// empty), and why one sentence stands for both. A row that nothing needs is an error.
const SAME_ENGLISH: [(&str, &str, &str, &str); 17] = [
    (
        "fow",
        "ability/category",
        "",
        "the game prints no category: `when`, a cost and the type of the card say it",
    ),
    ("evolve", "ability/category", "", "as in Force of Will"),
    (
        "",
        "statement/Do/choice",
        "",
        "when something is chosen is a rule of the game and no word of the card",
    ),
    ("", "statement/Do", "without choice", "as above"),
    (
        "",
        "statement/Delayed/once",
        "",
        "`at` a time waits for the one next time: there is no other form",
    ),
    (
        "",
        "objects/Event",
        "",
        "docs/reference/references.md says which card of the event a word means",
    ),
    ("", "objects/Event.0", "", "as above"),
    (
        "",
        "statement/Override",
        "without joins",
        "docs/reference/references.md says what a word means behind `instead`",
    ),
    ("", "statement/Override/joins", "", "as above"),
    (
        "",
        "objects/Select/descs",
        "without noun",
        "a description without a noun is a bare name or tag; any other is of cards",
    ),
    ("", "objects/Select/other", "", "`another` says it"),
    ("", "objects/Select", "without other", "`another` says it"),
    (
        "",
        "filters",
        "first",
        "demands on one card hold together, in any order; adjectives stand in front of the noun",
    ),
    (
        "",
        "Pair",
        "first",
        "a pair is attack and defence: they cannot be written the other way round",
    ),
    (
        "",
        "place",
        "without whose",
        "a card of one's own comes from and goes to one's own hidden zones",
    ),
    (
        "",
        "event",
        "without past",
        "what is done this way or this turn lies behind: `retired this way` says it in either form",
    ),
    ("", "event/past", "", "as above"),
];

/// The row of [`SAME_ENGLISH`] that a change falls under.
fn same_english(game: &str, how: &str) -> Option<usize> {
    let (at, what) = how.split_once(": ")?;
    SAME_ENGLISH.iter().position(|(of, place, change, _)| {
        let last = at.rsplit('/').next().unwrap_or(at).to_lowercase();
        let here = at == *place || (*change == "first" && last.eq_ignore_ascii_case(place));
        (of.is_empty() || *of == game) && here && what.contains(change)
    })
}

/// Words of each kind that the cards of a game use, by the place of the compiled form where they stand.
type Words = BTreeMap<String, BTreeSet<String>>;

fn gather(at: &str, value: &Value, words: &mut Words) {
    match value {
        Value::String(word) => {
            words.entry(at.to_owned()).or_default().insert(word.clone());
        }
        Value::Array(items) => items.iter().enumerate().for_each(|(n, item)| {
            let at = if items.len() > 1 && items.iter().any(|i| !i.is_string()) {
                format!("{at}.{n}")
            } else {
                at.to_owned()
            };
            gather(&at, item, words);
        }),
        Value::Object(fields) => {
            for (name, field) in fields {
                gather(&format!("{at}/{name}"), field, words);
            }
        }
        _ => {}
    }
}

/// Another word that stands at the same place somewhere in the cards of the game.
fn other_words<'w>(at: &str, word: &str, words: &'w Words) -> Vec<&'w str> {
    let mut hasher = DefaultHasher::new();
    (at, word).hash(&mut hasher);
    let Some(all) = words.get(at) else { return Vec::new() };
    let others: Vec<&str> = all.iter().map(String::as_str).filter(|other| *other != word).collect();
    let from = usize::try_from(hasher.finish() % 1009).unwrap_or(0);
    (0..others.len().min(3))
        .map(|n| others[(from + n) % others.len()])
        .collect()
}

/// All forms of a value with one thing changed.
fn changes(at: &str, value: &Value, words: &Words) -> Vec<(String, Value)> {
    let mut out = Vec::new();
    match value {
        Value::Bool(flag) => out.push((format!("{at}: flag"), Value::Bool(!flag))),
        // Other numbers are ids of nodes.
        Value::Number(n) if ["/Num", "/Pair.0", "/Pair.1"].iter().any(|end| at.ends_with(end)) => {
            let n = n.as_i64().unwrap_or(0);
            out.push((format!("{at}: {n}"), Value::from(n + 1)));
        }
        Value::String(word) => {
            let siblings = SIBLINGS.iter().filter(|row| row.contains(&word.as_str()));
            let siblings = siblings
                .flat_map(|row| row.iter().copied())
                .filter(|other| other != word);
            for other in siblings.chain(other_words(at, word, words)) {
                out.push((format!("{at}: {word} → {other}"), Value::from(other)));
            }
        }
        Value::Array(items) => {
            for (n, item) in items.iter().enumerate() {
                let mut less = items.clone();
                less.remove(n);
                out.push((format!("{at}: without {n}"), Value::Array(less)));
                // The arms of an exception are pairs of ids of two kinds.
                if n > 0 && !at.contains("/Override") {
                    let mut swapped = items.clone();
                    swapped.swap(n - 1, n);
                    out.push((format!("{at}: {n} first"), Value::Array(swapped)));
                }
                let inner = if items.len() > 1 && items.iter().any(|i| !i.is_string()) {
                    format!("{at}.{n}")
                } else {
                    at.to_owned()
                };
                for (how, item) in changes(&inner, item, words) {
                    let mut other = items.clone();
                    other[n] = item;
                    out.push((how, Value::Array(other)));
                }
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                // A word with values is printed as it was written.
                if KEPT.contains(&name.as_str()) || (name == "args" && fields.contains_key("text")) {
                    continue;
                }
                let mut less = fields.clone();
                less.remove(name);
                out.push((format!("{at}: without {name}"), Value::Object(less.clone())));
                for row in SIBLINGS.iter().filter(|row| row.contains(&name.as_str())) {
                    for other in row.iter().filter(|other| *other != name) {
                        let mut renamed = less.clone();
                        renamed.insert((*other).to_owned(), field.clone());
                        out.push((format!("{at}: {name} → {other}"), Value::Object(renamed)));
                    }
                }
                for (how, field) in changes(&format!("{at}/{name}"), field, words) {
                    let mut other = fields.clone();
                    other.insert(name.clone(), field);
                    out.push((how, Value::Object(other)));
                }
            }
        }
        Value::Null | Value::Number(_) => {}
    }
    out
}

/// The cost of a keyword is kept twice; the one that is played is enough.
fn with_one_cost(card: &Card) -> Card {
    fn lines(of: &mut [Line], costs: &[bool]) {
        for line in of {
            if let Line::Keyword {
                cost,
                given,
                lines: inner,
                ..
            } = line
            {
                let given = given.and_then(|id| costs.get(id.0 as usize).copied());
                *cost = cost.filter(|_| given != Some(true));
                lines(inner, costs);
            }
        }
    }
    let mut card = card.clone();
    let costs: Vec<bool> = card
        .code
        .abilities
        .iter()
        .map(|ability| ability.cost.is_some())
        .collect();
    card.faces.iter_mut().for_each(|face| lines(&mut face.lines, &costs));
    card.code
        .abilities
        .iter_mut()
        .for_each(|ability| lines(&mut ability.lines, &costs));
    card
}

/// The abilities that hold what is given to keywords: how such a cost is used and what kind of ability it is, the keyword says.
fn given_to_keywords(card: &Card) -> BTreeSet<usize> {
    fn lines(of: &[Line], out: &mut BTreeSet<usize>) {
        for line in of {
            if let Line::Keyword {
                given, lines: inner, ..
            } = line
            {
                out.extend(given.map(|id| id.0 as usize));
                lines(inner, out);
            }
        }
    }
    let mut out = BTreeSet::new();
    card.faces.iter().for_each(|face| lines(&face.lines, &mut out));
    card.code
        .abilities
        .iter()
        .for_each(|ability| lines(&ability.lines, &mut out));
    for stmt in &card.code.stmts {
        if let Stmt::Gain { grants, .. } = stmt {
            for grant in grants {
                match grant {
                    Grant::Lines(of) => lines(of, &mut out),
                    Grant::Keyword(line) => lines(std::slice::from_ref(line), &mut out),
                    _ => {}
                }
            }
        }
    }
    out
}

/// The abilities that wait inside an effect: they are clauses of it and always automatic.
fn waiting(card: &Card) -> BTreeSet<usize> {
    let stmts = card.code.stmts.iter();
    stmts
        .filter_map(|stmt| match stmt {
            Stmt::Delayed { ability, .. } => Some(ability.0 as usize),
            _ => None,
        })
        .collect()
}

/// A card as its English reads it: without what its keywords, verbs, labels and named conditions stand for, which are printed as they were written.
fn as_printed(card: &Card) -> String {
    fn strip(value: &mut Value) {
        match value {
            Value::Array(items) => items.iter_mut().for_each(strip),
            Value::Object(fields) => {
                if fields.contains_key("name") && fields.contains_key("text") {
                    fields.remove("args");
                }
                if let Some(Value::Object(line)) = fields.get_mut("Keyword")
                    && line.contains_key("calls")
                {
                    line.remove("abilities");
                }
                if let Some(Value::Array(named)) = fields.get_mut("Named")
                    && named.first().is_some_and(Value::is_object)
                {
                    named.truncate(1);
                    named.push(Value::Null);
                }
                fields.remove("gate");
                // A verb of the language prints what was given to it, and not what it stands for.
                if let Some(Value::Array(call)) = fields.get_mut("call") {
                    call.truncate(1);
                    call.push(Value::Array(Vec::new()));
                    return;
                }
                fields.values_mut().for_each(strip);
            }
            _ => {}
        }
    }
    let mut value = serde_json::to_value(card).expect("plain data");
    strip(&mut value);
    ir::dump(&serde_json::from_value(value).expect("a card"))
}

/// The arenas of a card by number.
const ARENAS: [&str; 8] = [
    "ability",
    "statement",
    "number",
    "condition",
    "objects",
    "place",
    "event",
    "cost",
];

fn variants<T: Serialize + DeserializeOwned + PartialEq>(name: &str, node: &T, words: &Words) -> Vec<(String, T)> {
    let value = serde_json::to_value(node).expect("plain data");
    let changed = changes(name, &value, words).into_iter();
    changed
        .filter_map(|(how, value)| Some((how, serde_json::from_value(value).ok()?)))
        .filter(|(_, other)| other != node)
        .collect()
}

/// Calls a macro-like closure for every arena: the node at `at` of arena `kind`, changed in each way.
fn mutants(card: &Card, kind: usize, at: usize, words: &Words) -> Option<Vec<(String, Card)>> {
    macro_rules! arena {
        ($field:ident) => {{
            let node = card.code.$field.get(at)?;
            let nodes = variants(ARENAS[kind], node, words).into_iter();
            nodes
                .map(|(how, node)| {
                    let mut card = card.clone();
                    card.code.$field[at] = node;
                    (how, card)
                })
                .collect()
        }};
    }
    Some(match kind {
        0 => arena!(abilities),
        1 => arena!(stmts),
        2 => arena!(exprs),
        3 => arena!(conds),
        4 => arena!(objects),
        5 => arena!(places),
        6 => arena!(events),
        _ => arena!(costs),
    })
}

fn steps_of(module: &Module, card: &Card) -> Option<String> {
    let kernel = games::kernel(&module.game, module.editions.first().map(String::as_str))?;
    let pool = Pool::link(kernel, &[(module, card)]).ok()?;
    let def = pool.def_listed(&card.name, card.id.as_deref())?;
    Some(steps::of_card(&pool, def).iter().map(CardSteps::text).collect())
}

/// A statement that is taken out of an ability is no longer chosen for while the ability is played.
fn forget_choices(card: &Card, other: &mut Card, at: usize) {
    let (before, after) = (&card.code.abilities[at], &mut other.code.abilities[at]);
    let body = after.body.clone();
    let gone = |id: &ir::StmtId| before.body.contains(id) && !body.contains(id);
    after.prologue.retain(|id| !gone(id));
}

/// What was tried: how many changes, which of them nobody can read, and how many fell under which row of [`SAME_ENGLISH`].
#[derive(Default)]
pub(crate) struct Found {
    pub(crate) tried: usize,
    pub(crate) wrong: Vec<String>,
    pub(crate) same: BTreeMap<usize, usize>,
}

/// What changes the play of a card and not its English.
fn unprinted(module: &Module, card: &Card, vocab: &Vocab, words: &Words) -> Found {
    let card = &with_one_cost(card);
    let given = given_to_keywords(card);
    let mut found = Found::default();
    let Some(steps) = steps_of(module, card) else {
        return found;
    };
    let english = prose::card(card, module, vocab);
    let text = as_printed(card);
    let waiting = waiting(card);
    for kind in 0..ARENAS.len() {
        for at in 0.. {
            let Some(others) = mutants(card, kind, at, words) else {
                break;
            };
            for (how, mut other) in others {
                let of_keyword = kind == 0 && given.contains(&at);
                if of_keyword
                    && ["ability/cost.1", "ability/category"]
                        .iter()
                        .any(|field| how.starts_with(field))
                {
                    continue;
                }
                if kind == 0 && waiting.contains(&at) && how.starts_with("ability/category") {
                    continue;
                }
                if kind == 0 {
                    forget_choices(card, &mut other, at);
                }
                if prose::card(&other, module, vocab) != english {
                    found.tried += 1;
                    continue;
                }
                if as_printed(&other) == text {
                    continue;
                }
                found.tried += 1;
                if steps_of(module, &other).is_some_and(|other| other != steps) {
                    match same_english(&module.game, &how) {
                        Some(row) => *found.same.entry(row).or_default() += 1,
                        None => found
                            .wrong
                            .push(format!("{} \"{}\" {at} {how}", module.game, card.name)),
                    }
                }
            }
        }
    }
    found
}

fn modules(folder: &str) -> Vec<Module> {
    let files = support::card_files(folder);
    files
        .into_iter()
        .flat_map(|(path, text)| {
            let path = format!("{}/{path}", env!("CARGO_MANIFEST_DIR"));
            compile::compile(vec![SourceFile::new(path, text)]).modules
        })
        .collect()
}

/// Changes all cards.
pub(crate) fn survey() -> Found {
    let mut all = Found::default();
    for game in game_names() {
        let vocab = cardwright::vocab::game(game).expect("a game");
        let modules: Vec<Module> = ["cards", "tests/language"]
            .iter()
            .flat_map(|root| modules(&format!("{root}/{game}")))
            .collect();
        let mut words = Words::new();
        let cards: Vec<(&Module, &Card)> = modules
            .iter()
            .flat_map(|m| m.cards.iter().map(move |card| (m, card)))
            .collect();
        for (_, card) in &cards {
            macro_rules! gather_all {
                ($($n:expr, $field:ident;)*) => { $( for node in &card.code.$field {
                    gather(ARENAS[$n], &serde_json::to_value(node).expect("plain data"), &mut words);
                } )* };
            }
            gather_all! { 0, abilities; 1, stmts; 2, exprs; 3, conds; 4, objects; 5, places; 6, events; 7, costs; }
        }
        let found: Vec<Found> = cards
            .par_iter()
            .map(|(module, card)| unprinted(module, card, vocab, &words))
            .collect();
        for found in found {
            all.tried += found.tried;
            all.wrong.extend(found.wrong);
            for (row, times) in found.same {
                *all.same.entry(row).or_default() += times;
            }
        }
    }
    all
}

#[test]
fn the_english_changes_with_what_is_played() {
    let Found { tried, wrong, same } = survey();
    let unused: Vec<_> = (0..SAME_ENGLISH.len())
        .filter(|row| !same.contains_key(row))
        .map(|row| SAME_ENGLISH[row])
        .collect();
    assert!(tried > 50_000, "only {tried} changes were tried");
    assert!(unused.is_empty(), "no change needs these rows: {unused:#?}");
    assert!(
        wrong.is_empty(),
        "{tried} tried, {} unprinted:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// What is given to a keyword stands in its reminder, not the letter of its definition.
#[test]
fn reminders_name_what_is_given() {
    for game in game_names() {
        let vocab = cardwright::vocab::game(game).expect("a game");
        for module in modules(&format!("cards/{game}"))
            .iter()
            .chain(&modules(&format!("tests/language/{game}")))
        {
            for card in &module.cards {
                let defined = |letter: &str| {
                    card.code
                        .exprs
                        .iter()
                        .any(|e| matches!(e, Expr::Var(name) if name == letter))
                };
                let english = prose::card(card, module, vocab);
                let letters = english
                    .split(|c: char| !c.is_alphanumeric())
                    .filter(|word| *word == "N");
                assert!(letters.clone().next().is_none() || defined("N"), "{english}");
            }
        }
    }
}

/// The English of the cards of a text.
fn english(text: &str) -> String {
    let compiled = compile::compile(vec![SourceFile::new("print.card", text)]);
    let module = compiled.modules.first().expect("a module");
    let vocab = cardwright::vocab::game(&module.game).expect("a game");
    assert!(!module.cards.is_empty(), "{:?}", compiled.diagnostics);
    module
        .cards
        .iter()
        .map(|card| prose::card(card, module, vocab))
        .collect()
}

#[test]
fn costs_of_waiting_abilities_and_conditions_of_use_are_printed() {
    let card = english(
        "use weiss\ncard \"A\" T/W01-001 {\n  character, color blue, level 0, cost 0, power 1500, soul 1\n  traits <Tea>, side weiss, title \"T\"\n  ACT if you have 2 or more cards in your hand [pay 1] {\n    at the start of your next draw-phase [pay 2] { draw 1 }\n  }\n  ACT [pay 1] { choose 1 card in hand; put it into waiting-room }\n}\n",
    );
    assert!(card.contains("you may pay (2), and if you do, draw 1 card"), "{card}");
    assert!(
        card.contains("Activate only if you have 2 or more cards in your hand."),
        "{card}"
    );
    assert!(card.contains("1 card in any player's hand"), "{card}");
    let card = english(
        "use evolve\ntoken \"Fairy \\\"Bell\\\"\" { follower, class neutral, cost 1, attack 1, defense 1 }\ncard \"E\" T-001 {\n  follower, class forestcraft, cost 2, attack 1, defense 1\n  Evolve, if you have 3 or more cards in your hand [pay 1]\n}\n",
    );
    assert!(card.starts_with("Fairy \"Bell\" — Token"), "{card}");
    assert!(
        card.contains("[evolve] [cost01]: Activate only if you have 3 or more cards in your hand."),
        "{card}"
    );
}
