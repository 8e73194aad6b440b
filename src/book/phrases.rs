//! The book of printed phrases: what cards print, how a script says it, what the engine then does. Its form is in `docs/phrases/README.md`.

use crate::catalog::{self, Phrases};
use crate::fmt;
use crate::lex::{ItemHead, items};
use std::fmt::Write as _;

/// The word of the frame that a script stands on if its entry says nothing.
const USUAL: &str = "usual";

/// An entry of a page.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Entry {
    /// The line of its heading.
    pub line: usize,
    /// The chapter that it stands in.
    pub chapter: String,
    /// The phrase, as cards print it.
    pub phrase: String,
    /// Other wordings.
    pub also: Vec<String>,
    /// What the script stands on: the word of its comment, empty for the usual card.
    pub frame: String,
    /// What stands in the body of a card.
    pub script: String,
    /// What the engine does.
    pub engine: String,
}

/// Reads a page. What is not of its form is an error with its line.
pub fn entries(page: &str) -> Result<Vec<Entry>, String> {
    let mut out: Vec<Entry> = Vec::new();
    let mut chapter: Option<&str> = None;
    let mut lines = page.lines().enumerate();
    while let Some((n, line)) = lines.next() {
        let wrong = || format!("line {}: what is this? {line}", n + 1);
        if let Some(phrase) = line.strip_prefix("### ") {
            out.push(Entry {
                line: n + 1,
                chapter: chapter.ok_or_else(wrong)?.to_owned(),
                phrase: phrase.to_owned(),
                ..Entry::default()
            });
            continue;
        }
        if let Some(name) = line.strip_prefix("## ") {
            chapter = Some(name);
            continue;
        }
        let Some(entry) = out.last_mut() else { continue };
        if line == "```card" {
            for (_, line) in lines.by_ref().take_while(|(_, l)| *l != "```") {
                let _ = writeln!(entry.script, "{line}");
            }
        } else {
            prose(entry, line).ok_or_else(wrong)?;
        }
    }
    Ok(out)
}

/// A line of an entry outside its script; nothing if no entry has such a line there.
fn prose(entry: &mut Entry, line: &str) -> Option<()> {
    if let Some(words) = line.strip_prefix("- also: ") {
        entry.also.push(words.to_owned());
    } else if let Some(rest) = line.strip_prefix("  ") {
        let last = entry.also.last_mut()?;
        let _ = write!(last, " {rest}");
    } else if let Some(frame) = line.strip_prefix("<!-- in: ").and_then(|l| l.strip_suffix(" -->")) {
        frame.clone_into(&mut entry.frame);
    } else if let Some(words) = line.strip_prefix("The engine: ") {
        words.clone_into(&mut entry.engine);
    } else if !line.is_empty() {
        if entry.engine.is_empty() {
            return None;
        }
        let _ = write!(entry.engine, " {line}");
    }
    Some(())
}

fn of(game: &str) -> Option<&'static Phrases> {
    catalog::files(game).map(|files| &files.phrases)
}

/// The entries of a game.
pub fn phrases(game: &str) -> Vec<Entry> {
    of(game)
        .and_then(|phrases| entries(phrases.page).ok())
        .unwrap_or_default()
}

/// A card of some name and id with the script of an entry, laid out; nothing if the game has no such frame.
pub fn card(game: &str, entry: &Entry, name: &str, id: &str) -> Option<String> {
    let wanted = if entry.frame.is_empty() { USUAL } else { &entry.frame };
    let frame = items(of(game)?.frames)
        .into_iter()
        .find(|item| item.word == "card" && item.name == wanted)?;
    let script = entry.script.replace("This Card", name);
    // A frame with a second side has the script on that side.
    let sides = frame
        .text
        .lines()
        .filter(|line| line.trim_start().starts_with("face "))
        .count();
    let mut at = frame.text.len();
    for _ in 0..=sides {
        at = frame.text.get(..at)?.rfind('}')?;
    }
    let (before, after) = frame.text.split_at_checked(at)?;
    let head = before.replacen(
        &format!("card \"{wanted}\" {}", frame.id),
        &format!("card \"{name}\" {id}"),
        1,
    );
    Some(fmt::format(&format!("{}\n\n{script}{after}\n", head.trim_end())))
}

/// The usual frame of a game without its last bracket: a card is opened, and its abilities are still to come.
pub fn frame(game: &str) -> Option<String> {
    let text = of(game)?.frames;
    let frame = items(text).into_iter().find(|item| item.name == USUAL)?;
    Some(frame.text.strip_suffix('}')?.to_owned())
}

/// The cards of the phrase book that a script speaks of: by their names, or the first that carries a tag which the begun card only speaks of.
pub fn speaks_of(game: &str, script: &str, begun: &str) -> Vec<ItemHead<'static>> {
    let cards = of(game).map_or("", |phrases| phrases.cards);
    let mut cards = items(cards);
    let tags = script.match_indices('<').filter_map(|(at, _)| {
        let rest = script.get(at..)?;
        rest.get(..=rest.find('>')?)
    });
    let foreign: Vec<&str> = tags
        .filter(|tag| begun.matches(tag).count() <= script.matches(tag).count())
        .collect();
    let carriers: Vec<usize> = foreign
        .iter()
        .filter_map(|tag| cards.iter().find(|item| item.word == "card" && item.text.contains(tag)))
        .map(|item| item.start)
        .collect();
    cards.retain(|item| {
        carriers.contains(&item.start)
            || ["card", "token"].contains(&item.word) && script.contains(&format!("\"{}\"", item.name))
    });
    cards
}
