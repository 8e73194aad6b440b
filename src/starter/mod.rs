//! What `cardwright new` writes: small beginnings of sets, cards, keywords, tests and decks that check and pass as they are. Texts in, texts out.

mod deck;
mod facts;
mod templates;
mod test;

pub use facts::Ground;

use crate::vocab;
use crate::{book, fmt};
use facts::{PLAIN, Sheet};
use std::fmt::Write as _;
use templates::{Kind, Templates};

/// Something that is to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Start {
    /// The file.
    pub file: String,
    /// Its whole text, or what is put at its end.
    pub text: String,
    /// Whether the file is new.
    pub new: bool,
    /// What it is, for people.
    pub what: String,
}

/// Why nothing is begun.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: String,
}

impl Refusal {
    fn new(message: impl Into<String>, help: impl Into<String>) -> Refusal {
        Refusal {
            message: message.into(),
            help: help.into(),
        }
    }
}

/// What a card is begun from.
#[derive(Debug, Clone, Copy)]
pub enum From<'a> {
    /// The first kind of card of the game.
    Usual,
    /// A kind of card.
    Kind(&'a str),
    /// A printed phrase, which the phrase book knows.
    Phrase(&'a str),
}

/// How near a printed phrase must be to one of the phrase book, of a thousand.
const NEAR: u32 = 450;

/// A new set with the cards without text that its tests and decks need.
pub fn set(ground: &Ground, name: &str, code: Option<&str>) -> Result<Vec<Start>, Refusal> {
    quotable(name)?;
    let templates = Templates::of(&ground.game)?;
    let stem = stem(name)?;
    let file = format!("{stem}.card");
    if ground.sheet(&file).is_some() {
        return Err(Refusal::new(
            format!("there is a file {file} already"),
            "give the set another name, or write into that file",
        ));
    }
    let code = code.map_or_else(|| templates.code(&letters(name)), str::to_owned);
    let uses = ground.uses();
    let mut starts = Vec::new();
    if !ground.settled {
        let mut text = format!("game = \"{}\"\n", ground.game);
        if let Some(edition) = &ground.edition {
            let _ = writeln!(text, "edition = \"{edition}\"");
        }
        starts.push(start("cardwright.toml", text, "the project"));
    }
    if ground.sheet(PLAIN).is_none() {
        let text = templates.plain.replace("Set Name", name).replace("CODE", &code);
        // A long code can make a line too long.
        let text = fmt::format(&text.replacen(&format!("use {}", ground.game), &uses, 1));
        starts.push(start(PLAIN, text, "cards without text, for tests and decks"));
    }
    let text = format!("{uses}\nuse \"{PLAIN}\"\nset \"{name}\" code {code}\n");
    starts.push(start(&file, text, &format!("set \"{name}\"")));
    Ok(starts)
}

fn start(file: &str, text: String, what: &str) -> Start {
    Start {
        file: file.to_owned(),
        text,
        new: true,
        what: what.to_owned(),
    }
}

/// A new card at the end of a set, with the next id.
pub fn card(ground: &Ground, name: &str, from: From<'_>, file: Option<&str>) -> Result<Vec<Start>, Refusal> {
    quotable(name)?;
    let sheet = ground.set(file)?;
    if let Some(other) = ground.card(name) {
        return Err(Refusal::new(
            format!("there is a card \"{name}\" already, in {}", other.file),
            "give the new one another name",
        ));
    }
    let templates = Templates::of(&ground.game)?;
    let code = sheet.code().to_owned();
    let mut number = ground.next_number(&code);
    let mut text = String::new();
    let mut id = || {
        number += 1;
        format!("{code}-{:03}", number - 1)
    };
    match from {
        From::Usual | From::Kind(_) => {
            let kind = if let From::Kind(kind) = from { Some(kind) } else { None };
            let template = templates.card(kind)?;
            text.push_str(&template.replace("Card Name", name).replace("CODE-NUMBER", &id()));
        }
        From::Phrase(phrase) => {
            let entry = phrase_of(&ground.game, phrase)?;
            let begun = book::card(&ground.game, &entry, name, &id())
                .ok_or_else(|| Refusal::new("the phrase book has no frame for this phrase", "say --kind instead"))?;
            let _ = write!(text, "# {}\n{begun}", entry.phrase);
            // The cards that the script speaks of, so that it checks as it is.
            for other in book::speaks_of(&ground.game, &entry.script, &begun) {
                if ground.card(other.name).is_none() {
                    // A token has no id.
                    let own = if other.word == "token" {
                        other.text.to_owned()
                    } else {
                        other.text.replacen(other.id, &id(), 1)
                    };
                    let _ = write!(text, "\n{own}\n");
                }
            }
        }
    }
    Ok(vec![sheet.with(&text, &format!("card \"{name}\""))])
}

/// The entry of the phrase book that a printed phrase means.
fn phrase_of(game: &str, phrase: &str) -> Result<book::Entry, Refusal> {
    let Some(game) = vocab::games().find(|of| *of == game) else {
        return Err(Refusal::new(
            format!("there is no game `{game}`"),
            "`cardwright new set --help`",
        ));
    };
    let mut hits = book::how(&[game], phrase, 1).into_iter();
    match hits.next() {
        Some(hit) if hit.near >= NEAR => Ok(hit.entry),
        _ => Err(Refusal::new(
            format!("the phrase book has nothing like \"{phrase}\""),
            format!("`cardwright how \"{phrase}\" --game {game}` shows what comes nearest"),
        )),
    }
}

/// A new keyword at the end of a set.
pub fn keyword(ground: &Ground, name: &str, file: Option<&str>) -> Result<Vec<Start>, Refusal> {
    let sheet = ground.set(file)?;
    let word = name.split_whitespace().collect::<Vec<_>>().join("-");
    let sound = word.chars().all(|c| c.is_alphanumeric() || c == '-') && word.starts_with(char::is_uppercase);
    if !sound {
        return Err(Refusal::new(
            format!("`{name}` cannot be the name of a keyword"),
            "a keyword begins with a capital letter and has letters, digits and hyphens: Lamp-Light",
        ));
    }
    let own = ground.sheets.iter().any(|sheet| sheet.defines(&word));
    if own || Sheet::read("", vocab::prelude(&ground.game).unwrap_or("")).defines(&word) {
        return Err(Refusal::new(
            format!("there is a word `{word}` already"),
            format!("`cardwright explain {word}` tells what it means"),
        ));
    }
    let templates = Templates::of(&ground.game)?;
    let text = templates.first(Kind::Keyword)?.replace("Keyword-Name", &word);
    Ok(vec![sheet.with(&text, &format!("keyword {word}"))])
}

/// A new test of a card: the first of the game's tests that the card passes.
pub fn test(ground: &Ground, card: &str, file: Option<&str>) -> Result<Vec<Start>, Refusal> {
    test::begin(ground, card, file)
}

/// A test that was written from a position of a recorded game.
pub fn recorded(ground: &Ground, name: &str, text: &str, file: Option<&str>) -> Result<Vec<Start>, Refusal> {
    quotable(name)?;
    test::recorded(ground, name, text, file)
}

/// A new deck: cards of the project as far as the rules allow, then cards without text.
pub fn deck(ground: &Ground, name: &str, file: Option<&str>) -> Result<Vec<Start>, Refusal> {
    quotable(name)?;
    deck::begin(ground, name, file)
}

/// A name that can stand between quotes on a line.
fn quotable(name: &str) -> Result<(), Refusal> {
    let sound = !name.trim().is_empty() && name.trim() == name && !name.contains(['"', '\\']);
    if sound && !name.chars().any(char::is_control) {
        return Ok(());
    }
    Err(Refusal::new(
        "this cannot be a name: it is empty, begins or ends with a blank, or has a quote in it",
        "give it as one word of the command: \"Lamp Street\"",
    ))
}

/// The name of a file, made from a name: small letters and digits with hyphens between.
fn stem(name: &str) -> Result<String, Refusal> {
    let lower = name.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .collect();
    if words.is_empty() {
        return Err(Refusal::new(
            format!("\"{name}\" has no letters: it makes no name of a file"),
            "give the set a name with letters in it",
        ));
    }
    Ok(words.join("-"))
}

/// The first letters of the words of a name: `Lamp Street` is LS.
fn letters(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty());
    let letters: String = words
        .filter_map(|word| word.chars().next())
        .filter(char::is_ascii_alphanumeric)
        .collect();
    if letters.starts_with(|c: char| c.is_ascii_alphabetic()) {
        letters.to_uppercase()
    } else {
        "NEW".to_owned()
    }
}

#[cfg(test)]
mod tests;
