//! The beginning of a deck: the game's deck of cards without text, in which cards of the project take places as long as the rules allow it. A line of
//! that deck with `# stays` behind it keeps its place: the deck could not do without it.

use super::facts::{PLAIN, Sheet};
use super::templates::Templates;
use super::{Ground, Refusal, Start};
use crate::compile::{self, Compiled};
use crate::diag::Severity;
use crate::ir::{Card, DeckLine};
use crate::play;
use std::fmt::Write as _;

/// The file that decks are written into.
const DECKS: &str = "decks.card";

pub(super) fn begin(ground: &Ground, name: &str, file: Option<&str>) -> Result<Vec<Start>, Refusal> {
    if let Some(sheet) = ground.sheets.iter().find(|sheet| sheet.has("deck", name)) {
        return Err(Refusal::new(
            format!("there is a deck \"{name}\" already, in {}", sheet.file),
            "give the new one another name",
        ));
    }
    let sets: Vec<&Sheet> = ground.sheets.iter().filter(|sheet| sheet.is_set()).collect();
    let Some(folder) = sets.first().map(|sheet| sheet.folder()) else {
        ground.set(None)?;
        return Ok(Vec::new());
    };
    let template = Templates::of(&ground.game)?.deck.replace("Deck Name", name);
    let at = |text: &str| -> Result<Start, Refusal> {
        let what = format!("deck \"{name}\"");
        if file.is_some() {
            return ground.set(file).map(|sheet| sheet.with(text, &what));
        }
        if let Some(sheet) = ground.sheet(&format!("{folder}{DECKS}")) {
            return Ok(sheet.with(text, &what));
        }
        let near = |sheet: &&&Sheet| sheet.folder() == folder;
        let mut uses: Vec<&str> = sets.iter().filter(near).map(|sheet| sheet.base()).collect();
        uses.push(PLAIN);
        let uses = uses
            .iter()
            .fold(String::new(), |all, file| all + "use \"" + file + "\"\n");
        Ok(Start {
            file: format!("{folder}{DECKS}"),
            text: format!("{}\n{uses}\n{text}", ground.uses()),
            new: true,
            what,
        })
    };
    let mut compiled = compile::compile(ground.sources(&[at(&template)?]));
    let errors = compiled.diagnostics.iter().any(|d| d.severity() == Severity::Error);
    if errors || against(&compiled, name) {
        return Err(Refusal::new(
            "the card files have errors, or their plain cards make no deck that the rules allow",
            "mend them first: `cardwright check` shows what is wrong",
        ));
    }
    let stays: Vec<&str> = template
        .lines()
        .filter(|line| line.ends_with("# stays"))
        .filter_map(|line| line.split('"').nth(1))
        .collect();
    fill(&mut compiled, name, &stays);
    Ok(vec![at(&written(&compiled, name))?])
}

/// Whether the rules say anything against the deck.
fn against(compiled: &Compiled, name: &str) -> bool {
    let quoted = format!("\"{name}\"");
    play::check_decks(compiled).iter().any(|d| d.message.contains(&quoted))
}

fn lines<'c>(compiled: &'c mut Compiled, name: &str) -> Option<&'c mut Vec<DeckLine>> {
    let mut decks = compiled.modules.iter_mut().flat_map(|module| &mut module.decks);
    decks.find(|deck| deck.name == name).map(|deck| &mut deck.lines)
}

/// Puts each card of the project into the deck as often as the rules allow, in place of the plain cards that are most like it.
fn fill(compiled: &mut Compiled, name: &str, stays: &[&str]) {
    let is_plain = |file: &String| file.rsplit(['/', '\\']).next() == Some(PLAIN);
    let (plain, own): (Vec<_>, Vec<_>) = compiled
        .modules
        .iter()
        .partition(|module| module.files.first().is_some_and(is_plain));
    let cards = |modules: Vec<&crate::ir::Module>| -> Vec<Card> {
        let cards = modules.into_iter().flat_map(|module| &module.cards);
        cards.filter(|card| !card.token).cloned().collect()
    };
    let (mut plain, own) = (cards(plain), cards(own));
    plain.retain(|card| !stays.contains(&card.name.as_str()));
    for card in &own {
        let mut places: Vec<(usize, String, Option<String>)> = lines(compiled, name)
            .into_iter()
            .flatten()
            .filter_map(|line| {
                let of = plain.iter().find(|plain| plain.name == line.card)?;
                Some((likeness(card, of), line.card.clone(), line.part.clone()))
            })
            .collect();
        places.sort_by_key(|(likeness, ..)| std::cmp::Reverse(*likeness));
        for (_, other, part) in places {
            while exchange(compiled, name, &card.name, &other, part.as_deref()) {
                if against(compiled, name) {
                    exchange(compiled, name, &other, &card.name, part.as_deref());
                    break;
                }
            }
        }
    }
}

/// How many types and attributes two cards share; those of one kind are always more alike.
fn likeness(card: &Card, other: &Card) -> usize {
    let (Some(a), Some(b)) = (card.faces.first(), other.faces.first()) else {
        return 0;
    };
    let kind = if a.types == b.types { 100 } else { 0 };
    kind + a
        .attrs
        .iter()
        .filter(|(name, value)| b.attrs.get(*name) == Some(*value))
        .count()
}

/// One card of a name in place of one of another, in a part of the deck; whether there was one.
fn exchange(compiled: &mut Compiled, deck: &str, card: &str, other: &str, part: Option<&str>) -> bool {
    let Some(lines) = lines(compiled, deck) else {
        return false;
    };
    let find = |lines: &[DeckLine], name: &str| {
        lines
            .iter()
            .position(|line| line.card == name && line.part.as_deref() == part)
    };
    let Some(at) = find(lines, other) else {
        return false;
    };
    let Some(line) = lines.get_mut(at) else {
        return false;
    };
    line.count -= 1;
    let mut new = line.clone();
    if line.count == 0 {
        lines.remove(at);
    }
    match find(lines, card).and_then(|at| lines.get_mut(at)) {
        Some(line) => line.count += 1,
        None => {
            card.clone_into(&mut new.card);
            (new.count, new.id) = (1, None);
            lines.insert(at.min(lines.len()), new);
        }
    }
    true
}

/// The deck as an item of a card file.
fn written(compiled: &Compiled, name: &str) -> String {
    let mut out = format!("deck \"{name}\" {{\n");
    let mut decks = compiled.modules.iter().flat_map(|module| &module.decks);
    let Some(deck) = decks.find(|deck| deck.name == name) else {
        return out;
    };
    let mut part = None;
    for line in &deck.lines {
        if line.part != part {
            part.clone_from(&line.part);
            let _ = writeln!(out, "  {}:", part.as_deref().unwrap_or_default());
        }
        let _ = writeln!(out, "  {} \"{}\"", line.count, line.card);
    }
    out.push_str("}\n");
    out
}
