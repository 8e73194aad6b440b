//! Every node of every bundled card has a behaviour: a node that is taken out of a card's compiled form must change the linked code or be an error.
//! A node that can be taken out unnoticed would be a clause that the interpreter ignores. Where the linked code changes, the steps that are read back
//! from it must change too: they leave nothing out.

use crate::support::game_names;
use cardwright::compile;
use cardwright::exec::steps::{self, CardSteps};
use cardwright::exec::{Pool, pool_hash};
use cardwright::games;
use cardwright::ir::{
    self, AbilityId, Card, CondId, CostId, EventId, Grant, Line, Module, ObjId, Objects, PlaceId, Quant, Stmt, StmtId,
    Who,
};
use cardwright::source::SourceFile;
use rayon::prelude::*;
use std::path::Path;
use std::sync::Arc;

/// Cards of the language tests with something that the engine refuses (E0801): it says so and plays nothing by halves.
const REFUSED: [(&str, &str); 8] = [
    ("fow", "Sample 21"),
    ("fow", "Sample 22"),
    ("fow", "Sample 23"),
    ("fow", "Sample 24"),
    ("fow", "Sample 25"),
    ("fow", "Stone Singer"),
    ("fow", "Sundial Stone"),
    ("fow", "Witness of the Verdict"),
];

/// Files about words of later formats: all their cards are refused.
const LATER: &str = "rows-later.card";

fn modules(folder: &str) -> Vec<Module> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<_> = std::fs::read_dir(root)
        .expect("a folder")
        .map(|e| e.expect("an entry").path())
        .filter(|p| p.extension().is_some_and(|e| e == "card"))
        .collect();
    files.sort();
    let files = files
        .iter()
        .map(|p| SourceFile::new(p.display().to_string(), std::fs::read_to_string(p).expect("a file")))
        .collect();
    compile::compile(files).modules
}

/// A keyword line also keeps what was given to it, for logs and English; what it stands for is what is played.
fn without_given(lines: &mut [Line]) {
    for line in lines {
        // What a keyword that the game does itself was given is what is played.
        if let Line::Keyword {
            given,
            cost,
            lines,
            native,
            ..
        } = line
        {
            *cost = None;
            if !*native {
                *given = None;
                lines.clear();
            }
        }
    }
}

/// The same card with one node gone, by kind and number; none if there is no such node.
fn without(card: &Card, kind: usize, n: u32) -> Option<Card> {
    let mut card = card.clone();
    let at = n as usize;
    let empty = ir::Code::default();
    match kind {
        0 => *card.code.exprs.get_mut(at)? = ir::Expr::Num(987),
        1 => *card.code.conds.get_mut(at)? = empty[CondId(u32::MAX)].clone(),
        2 => *card.code.objects.get_mut(at)? = empty[ObjId(u32::MAX)].clone(),
        3 => *card.code.places.get_mut(at)? = empty[PlaceId(u32::MAX)].clone(),
        4 => *card.code.events.get_mut(at)? = empty[EventId(u32::MAX)].clone(),
        5 => *card.code.costs.get_mut(at)? = empty[CostId(u32::MAX)].clone(),
        6 => *card.code.stmts.get_mut(at)? = empty[StmtId(u32::MAX)].clone(),
        7 => *card.code.abilities.get_mut(at)? = empty[AbilityId(u32::MAX)].clone(),
        _ => return None,
    }
    Some(card)
}

const KINDS: [&str; 8] = [
    "number",
    "condition",
    "object",
    "place",
    "event",
    "cost",
    "statement",
    "ability",
];

/// Fields of descriptions, events and places: what each says is something else when it is changed.
const FIELDS: [&str; 10] = [
    "other",
    "random",
    "target",
    "next",
    "quantity (no)",
    "quantity (any number)",
    "quantity (that many)",
    "not (event)",
    "would (event)",
    "whose (place)",
];

/// The same card with one field of one node changed; none if there is no such node, and the same card if nothing changes.
fn changed(card: &Card, field: usize, at: usize) -> Option<Card> {
    let mut card = card.clone();
    match field {
        7 | 8 => {
            let event = card.code.events.get_mut(at)?;
            let flag = if field == 7 { &mut event.not } else { &mut event.would };
            *flag = !*flag;
            return Some(card);
        }
        9 => {
            let place = card.code.places.get_mut(at)?;
            place.whose = match place.whose {
                Some(Who::Each) => Some(Who::Opponent),
                _ => Some(Who::Each),
            };
            return Some(card);
        }
        _ => {}
    }
    let quant = match field {
        4 => Quant::No,
        5 => Quant::AnyNumber,
        _ => Quant::ThatMany,
    };
    // `0 cards` and `no cards` are the same.
    let none = |quant: &Quant| matches!(quant, Quant::Exactly(n) if card.code[*n] == ir::Expr::Num(0));
    if field == 4 && matches!(card.code.objects.get(at)?, Objects::Select(selector) if none(&selector.quant)) {
        return Some(card);
    }
    match (card.code.objects.get_mut(at)?, field) {
        (Objects::Select(selector), 0) => selector.other = !selector.other,
        (Objects::Select(selector), 1) => selector.random = !selector.random,
        (Objects::Select(selector), 2) => selector.target = !selector.target,
        (Objects::Select(selector), 3) => selector.next = !selector.next,
        (Objects::Select(selector), _) => selector.quant = quant,
        (Objects::Part(part, _), 4..) => *part = quant,
        _ => {}
    }
    Some(card)
}

/// The linked code of a card, and what is read back from it.
struct Linked {
    code: u64,
    steps: String,
}

fn linked(module: &Module, card: &Card) -> Option<Linked> {
    let kernel = games::kernel(&module.game, module.editions.first().map(String::as_str))?;
    let pool = Pool::link(kernel, &[(module, card)]).ok()?;
    let def = pool.def_listed(&card.name, card.id.as_deref())?;
    let steps = steps::of_card(&pool, def).iter().map(CardSteps::text).collect();
    let code = pool_hash(&Arc::new(pool));
    Some(Linked { code, steps })
}

/// Nodes that leave a trace in the linked code which nothing reads: where a deck is built is no place of the game, and the card that a description is
/// about needs no code of its own.
fn leaves_no_step(module: &Module, card: &Card, kind: usize, n: u32) -> bool {
    let at = n as usize;
    match kind {
        // A searched deck is shuffled whether a text says so or not (5.7.2 of Shadowverse: Evolve).
        6 => {
            module.game == "evolve"
                && matches!(card.code.stmts.get(at), Some(Stmt::Do { verb, .. }) if verb == "shuffle")
        }
        2 => matches!(card.code.objects.get(at), Some(Objects::Described)),
        3 => matches!(
            card.code.places.get(at).map(|place| &place.kind),
            Some(ir::PlaceKind::Zone(names, _)) if names.iter().any(|name| name == "deck-construction")
        ),
        _ => false,
    }
}

/// What nobody would notice about a changed card: that the engine plays it as before, or that it plays it in another way and its steps are the same.
fn silence(whole: &Linked, other: Option<&Linked>) -> Option<&'static str> {
    let other = other?;
    if other.code == whole.code {
        Some("unnoticed")
    } else if other.steps == whole.steps {
        Some("without a change of its steps")
    } else {
        None
    }
}

fn unnoticed(module: &Module, card: &Card) -> Vec<String> {
    let mut card = card.clone();
    for face in &mut card.faces {
        without_given(&mut face.lines);
    }
    for ability in &mut card.code.abilities {
        without_given(&mut ability.lines);
    }
    for stmt in &mut card.code.stmts {
        if let Stmt::Gain { grants, lose, .. } = stmt {
            for grant in grants {
                // A keyword is lost by its name.
                if let (Grant::Keyword(line), true) = (&mut *grant, *lose)
                    && let Line::Keyword { abilities, .. } = &mut **line
                {
                    abilities.clear();
                }
                match grant {
                    Grant::Lines(lines) => without_given(lines),
                    Grant::Keyword(line) => without_given(std::slice::from_mut(line)),
                    _ => {}
                }
            }
        }
    }
    let later = module.files.iter().any(|f| f.ends_with(LATER));
    let refused = later && !card.token || REFUSED.contains(&(module.game.as_str(), card.name.as_str()));
    let Some(whole) = linked(module, &card) else {
        let wrong = (!refused && !later).then(|| format!("\"{}\" does not link", card.name));
        return wrong.into_iter().collect();
    };
    if refused {
        return vec![format!("\"{}\" links, though it is listed as refused", card.name)];
    }
    let text = ir::dump(&card);
    let mut out = Vec::new();
    for (kind, name) in KINDS.iter().enumerate() {
        for n in 0.. {
            let Some(less) = without(&card, kind, n) else { break };
            // A node that no line of the card reaches is not part of what it says.
            let reached = ir::dump(&less) != text;
            let silence = silence(&whole, linked(module, &less).as_ref()).filter(|_| reached);
            if let Some(how) = silence
                && !leaves_no_step(module, &card, kind, n)
            {
                out.push(format!("\"{}\": {name} {n} can be taken out {how}", card.name));
            }
        }
    }
    for (field, name) in FIELDS.iter().enumerate() {
        // Evolve has no word for targets: what its `select` picks is a target (10.6.2.3).
        if *name == "target" && module.game == "evolve" {
            continue;
        }
        for at in 0.. {
            let Some(other) = changed(&card, field, at) else { break };
            let reached = ir::dump(&other) != text;
            let silence = silence(&whole, linked(module, &other).as_ref()).filter(|_| reached);
            if let Some(how) = silence {
                out.push(format!("\"{}\": {name} of node {at} can change {how}", card.name));
            }
        }
    }
    out
}

fn walk(folder: &str) -> Vec<String> {
    let modules = modules(folder);
    let cards: Vec<(&Module, &Card)> = modules
        .iter()
        .flat_map(|m| m.cards.iter().map(move |c| (m, c)))
        .collect();
    assert!(cards.len() > 30, "there are {} cards", cards.len());
    cards.par_iter().flat_map_iter(|(m, c)| unnoticed(m, c)).collect()
}

/// Walks the folders of all games, so that one of them does not hide the others.
fn walk_all(root: &str) {
    let wrong: Vec<String> = game_names().flat_map(|game| walk(&format!("{root}/{game}"))).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn every_node_of_every_bundled_card_has_a_behaviour() {
    walk_all("cards");
}

#[test]
fn every_node_of_the_language_tests_has_a_behaviour() {
    walk_all("tests/language");
}

#[test]
fn every_node_of_the_scenarios_has_a_behaviour() {
    walk_all("tests/scenarios");
}
