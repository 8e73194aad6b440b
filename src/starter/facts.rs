//! What is there already: the card files of a project, told by the heads of their items, so that nothing is asked that can be known.

use super::{Refusal, Start};
use crate::fmt;
use crate::lex::{ItemHead, items};
use crate::source::SourceFile;

/// The file with the cards without text.
pub(super) const PLAIN: &str = "plain.card";

/// Where something new is to stand.
#[derive(Debug, Clone)]
pub struct Ground {
    /// The game.
    pub game: String,
    /// The edition of its rules, if the project names one.
    pub edition: Option<String>,
    /// Whether the project has its `cardwright.toml`.
    pub settled: bool,
    /// Its card files.
    pub(super) sheets: Vec<Sheet>,
}

/// A card file.
#[derive(Debug, Clone)]
pub(super) struct Sheet {
    /// Its name, as the command line calls it.
    pub(super) file: String,
    /// What it holds.
    pub(super) text: String,
}

impl Sheet {
    pub(super) fn read(file: &str, text: &str) -> Sheet {
        Sheet {
            file: file.to_owned(),
            text: text.to_owned(),
        }
    }

    pub(super) fn items(&self) -> Vec<ItemHead<'_>> {
        items(&self.text)
    }

    /// The name of the file without its folder.
    pub(super) fn base(&self) -> &str {
        self.file.rsplit(['/', '\\']).next().unwrap_or(&self.file)
    }

    /// The folder, with the slash behind it.
    pub(super) fn folder(&self) -> &str {
        self.file.strip_suffix(self.base()).unwrap_or("")
    }

    /// Whether it is a set that somebody writes.
    pub(super) fn is_set(&self) -> bool {
        self.base() != PLAIN && self.items().iter().any(|item| item.word == "set")
    }

    /// The code of its set.
    pub(super) fn code(&self) -> &str {
        let items = self.items();
        let set = items
            .iter()
            .find(|item| item.word == "set")
            .map_or("", |item| item.text);
        // The field may stand anywhere behind the name.
        let words: Vec<&str> = set.split(|c: char| c.is_whitespace() || c == ',').collect();
        let at = words.iter().position(|word| *word == "code");
        let code = at
            .and_then(|at| words.get(at + 1))
            .map_or("NEW", |code| code.trim_matches('"'));
        self.text
            .find(code)
            .and_then(|at| self.text.get(at..at + code.len()))
            .unwrap_or("NEW")
    }

    /// Whether it has a definition of a word.
    pub(super) fn defines(&self, word: &str) -> bool {
        let kinds = ["keyword", "label", "verb", "condition"];
        let mut items = self.items().into_iter();
        items.any(|item| kinds.contains(&item.word) && item.name == word)
    }

    /// Whether it has a card, test or deck of a name.
    pub(super) fn has(&self, word: &str, name: &str) -> bool {
        let mut items = self.items().into_iter();
        items.any(|item| item.word == word && item.name == name)
    }

    /// Something new at the end of the file.
    pub(super) fn with(&self, text: &str, what: &str) -> Start {
        let gap = match (self.text.is_empty(), self.text.ends_with('\n')) {
            (true, _) => "",
            (false, true) => "\n",
            (false, false) => "\n\n",
        };
        Start {
            file: self.file.clone(),
            text: format!("{gap}{}\n", fmt::format(text).trim_end()),
            new: false,
            what: what.to_owned(),
        }
    }
}

impl Ground {
    /// The ground of a game with the card files that are there.
    pub fn new(game: &str, edition: Option<&str>, settled: bool, files: &[SourceFile]) -> Ground {
        let mut sheets: Vec<Sheet> = files.iter().map(|file| Sheet::read(&file.name, &file.text)).collect();
        sheets.retain(|sheet| sheet.items().iter().any(|item| item.word == "use" && item.name == game));
        Ground {
            game: game.to_owned(),
            edition: edition.map(str::to_owned),
            settled,
            sheets,
        }
    }

    /// The games that card files are for, each once.
    pub fn games(files: &[SourceFile]) -> Vec<String> {
        let mut games: Vec<String> = Vec::new();
        for file in files {
            let heads = items(&file.text);
            let own = heads.iter().filter(|item| item.word == "use" && !item.quoted);
            games.extend(own.map(|item| item.name.to_owned()));
        }
        games.sort();
        games.dedup();
        games
    }

    /// The line that says which game a file is for.
    pub(super) fn uses(&self) -> String {
        let edition = self.edition.iter().map(|edition| format!(" edition {edition}"));
        format!("use {}{}", self.game, edition.collect::<String>())
    }

    /// A file by its path or its name.
    pub(super) fn sheet(&self, file: &str) -> Option<&Sheet> {
        let mut sheets = self.sheets.iter();
        sheets
            .find(|sheet| sheet.file == file)
            .or_else(|| self.sheets.iter().find(|sheet| sheet.base() == file))
    }

    /// The file that has a card of a name.
    pub(super) fn card(&self, name: &str) -> Option<&Sheet> {
        self.sheets.iter().find(|sheet| sheet.has("card", name))
    }

    /// The set that something new belongs to: the named file, else the only set there is.
    pub(super) fn set(&self, file: Option<&str>) -> Result<&Sheet, Refusal> {
        if let Some(file) = file {
            let found = self.sheet(file);
            return found.ok_or_else(|| {
                Refusal::new(
                    format!("there is no card file {file} for {} here", self.game),
                    "name a card file that is there; `cardwright new set \"Name\"` begins one",
                )
            });
        }
        let sets: Vec<&Sheet> = self.sheets.iter().filter(|sheet| sheet.is_set()).collect();
        match sets.as_slice() {
            [one] => Ok(one),
            [] => Err(Refusal::new(
                format!("there is no set of {} here yet", self.game),
                "begin one: cardwright new set \"Lamp Street\"",
            )),
            several => {
                let names: Vec<&str> = several.iter().map(|sheet| sheet.file.as_str()).collect();
                Err(Refusal::new(
                    format!("there are several sets here: {}", names.join(", ")),
                    "say which one is meant: --in FILE",
                ))
            }
        }
    }

    /// The number behind the highest one of a code's ids.
    pub(super) fn next_number(&self, code: &str) -> u32 {
        let ids = self
            .sheets
            .iter()
            .flat_map(|sheet| sheet.items())
            .filter(|item| item.word == "card");
        let numbers = ids.filter_map(|item| item.id.strip_prefix(code)?.strip_prefix('-')?.parse::<u32>().ok());
        numbers.max().unwrap_or(0).saturating_add(1)
    }

    /// All files as sources, those that are written among them.
    pub(super) fn sources(&self, starts: &[Start]) -> Vec<SourceFile> {
        let mut files: Vec<SourceFile> = self
            .sheets
            .iter()
            .map(|sheet| SourceFile::new(sheet.file.as_str(), sheet.text.as_str()))
            .collect();
        for start in starts {
            match files.iter_mut().find(|file| file.name == start.file) {
                Some(file) => *file = SourceFile::new(start.file.as_str(), format!("{}{}", file.text, start.text)),
                None => files.push(SourceFile::new(start.file.as_str(), start.text.as_str())),
            }
        }
        files
    }
}
