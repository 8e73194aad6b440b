//! From the text of the file to the settings, with a problem for everything that means nothing.

use super::{Level, Settings};
use crate::diag::{Code, Diagnostic, Severity, nearest, quoted_list};
use crate::source::{FileId, Span};
use crate::vocab;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The settings that a file can have.
const KEYS: [&str; 5] = ["paths", "game", "edition", "format", "lints"];
/// How `check` can show problems.
const FORMATS: [&str; 5] = ["text", "short", "json", "sarif", "github"];
/// The key for all warnings.
const ALL: &str = "all";

/// Reads a file. What is wrong is left out of the settings and said.
pub fn read(file: FileId, text: &str) -> (Settings, Vec<Diagnostic>) {
    let mut reader = Reader {
        file,
        settings: Settings::default(),
        problems: Vec::new(),
    };
    match DeTable::parse(text) {
        Ok(table) => reader.table(table.get_ref()),
        Err(error) => {
            let span = error.span().unwrap_or(0..text.len().min(1));
            let message = error.message().lines().next().unwrap_or("this is not TOML").to_owned();
            reader.problem(
                Code::SettingsSyntax,
                span,
                message,
                "`cardwright explain E0903` shows a file",
            );
        }
    }
    (reader.settings, reader.problems)
}

struct Reader {
    file: FileId,
    settings: Settings,
    problems: Vec<Diagnostic>,
}

type Value<'t> = Spanned<DeValue<'t>>;

impl Reader {
    fn problem(&mut self, code: Code, at: std::ops::Range<usize>, message: impl Into<String>, help: impl Into<String>) {
        let span = Span::new(self.file, at.start, at.end);
        self.problems.push(Diagnostic::new(code, span, message).with_help(help));
    }

    fn unknown<'k>(
        &mut self,
        code: Code,
        at: std::ops::Range<usize>,
        message: String,
        word: &str,
        known: impl Iterator<Item = &'k str> + Clone,
    ) {
        let help = match nearest(word, known.clone()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("there {}", listed(known.collect())),
        };
        self.problem(code, at, message, help);
    }

    fn table(&mut self, table: &DeTable<'_>) {
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "paths" => self.settings.paths = self.paths(value),
                "game" => {
                    let games: Vec<&'static str> = vocab::games().collect();
                    self.settings.game = self.one_of("game", value, &games);
                }
                // It is judged by the game, which may stand behind it.
                "edition" => {}
                "format" => self.settings.format = self.one_of("format", value, &FORMATS),
                "lints" => self.lints(value),
                other => {
                    let message = format!("`{other}` is not a setting");
                    self.unknown(Code::UnknownSetting, key.span(), message, other, KEYS.into_iter());
                }
            }
        }
        if let Some(value) = table.get("edition") {
            let game = self.settings.game.clone().unwrap_or_default();
            let editions: Vec<&str> = vocab::game(&game).into_iter().flat_map(|v| v.editions()).collect();
            if editions.is_empty() {
                self.problem(
                    Code::WrongSetting,
                    value.span(),
                    "an edition needs a game that has several",
                    "write `game = \"vanguard\"` too, or leave it out",
                );
            } else {
                self.settings.edition = self.one_of("edition", value, &editions);
            }
        }
    }

    fn one_of(&mut self, key: &str, value: &Value<'_>, known: &[&str]) -> Option<String> {
        let Some(word) = text(value) else {
            let message = format!("`{key}` is a text");
            let help = format!("there {}", listed(known.to_vec()));
            self.problem(Code::WrongSetting, value.span(), message, help);
            return None;
        };
        if known.contains(&word) {
            return Some(word.to_owned());
        }
        let message = format!("`{word}` is no {key}");
        self.unknown(Code::WrongSetting, value.span(), message, word, known.iter().copied());
        None
    }

    fn paths(&mut self, value: &Value<'_>) -> Vec<String> {
        let list: Option<Vec<String>> = match value.get_ref() {
            DeValue::Array(list) => list.iter().map(|one| text(one).map(str::to_owned)).collect(),
            _ => None,
        };
        list.unwrap_or_else(|| {
            let help = "write `paths = [\"cards\"]`";
            self.problem(Code::WrongSetting, value.span(), "`paths` is a list of texts", help);
            Vec::new()
        })
    }

    fn lints(&mut self, value: &Value<'_>) {
        let DeValue::Table(table) = value.get_ref() else {
            let help = "write `[lints]` and lines such as `W0601 = \"allow\"`";
            self.problem(Code::WrongSetting, value.span(), "`lints` is a table of levels", help);
            return;
        };
        let warnings = || Code::ALL.iter().filter(|code| code.severity() == Severity::Warning);
        for (key, value) in table {
            let word = key.get_ref().as_ref();
            let code = warnings().find(|code| code.id() == word);
            if code.is_none() && word != ALL {
                let message = format!("`{word}` is not the code of a warning");
                let known = warnings().map(|code| code.id()).chain([ALL]);
                self.unknown(Code::UnknownSetting, key.span(), message, word, known);
                continue;
            }
            let words = Level::WORDS.map(|(word, _)| word);
            let Some(named) = self.one_of("level", value, &words) else {
                continue;
            };
            let level = Level::WORDS
                .iter()
                .find(|(word, _)| *word == named)
                .map(|(_, level)| *level);
            match code {
                Some(code) => self.settings.lints.extend(level.map(|level| (*code, level))),
                None => self.settings.all = level,
            }
        }
    }
}

fn text<'v>(value: &'v Value<'_>) -> Option<&'v str> {
    match value.get_ref() {
        DeValue::String(text) => Some(text.as_ref()),
        _ => None,
    }
}

fn listed(known: Vec<&str>) -> String {
    let are = if known.len() == 1 { "is" } else { "are" };
    format!("{are} {}", quoted_list(known, 12, "and"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problems(text: &str) -> Vec<(Code, String, Vec<String>)> {
        let (_, problems) = read(FileId(0), text);
        problems.into_iter().map(|p| (p.code, p.message, p.helps)).collect()
    }

    #[test]
    fn everything_is_read() {
        let text = "paths = [\"cards\", \"more\"]\nedition = \"1.10\"\ngame = \"vanguard\"\nformat = \"short\"\n\n[lints]\nall = \"deny\"\nW0601 = \"allow\"\n";
        let (settings, problems) = read(FileId(0), text);
        assert_eq!(problems, []);
        assert_eq!(settings.paths, ["cards", "more"]);
        assert_eq!(settings.game.as_deref(), Some("vanguard"));
        assert_eq!(settings.edition.as_deref(), Some("1.10"));
        assert_eq!(settings.format.as_deref(), Some("short"));
        assert_eq!(settings.level(Code::UnusedChoice), Level::Allow);
        assert_eq!(settings.level(Code::UnknownTag), Level::Deny);
        assert_eq!(read(FileId(0), "").0.level(Code::UnknownTag), Level::Warn);
    }

    #[test]
    fn slips_get_a_suggestion_at_their_place() {
        let one = |text: &str| problems(text).pop().expect("a problem");
        let (code, message, helps) = one("pahts = []\n");
        assert_eq!(
            (code, message.as_str()),
            (Code::UnknownSetting, "`pahts` is not a setting")
        );
        assert_eq!(helps, ["did you mean `paths`?"]);
        assert_eq!(one("game = \"weis\"\n").2, ["did you mean `weiss`?"]);
        assert_eq!(one("[lints]\nW0610 = \"alow\"\n").2, ["did you mean `allow`?"]);
        assert_eq!(one("[lints]\nW061 = \"allow\"\n").0, Code::UnknownSetting);
        assert_eq!(one("[lints]\nE0301 = \"allow\"\n").0, Code::UnknownSetting);
        assert_eq!(one("paths = \"cards\"\n").0, Code::WrongSetting);
        assert_eq!(one("edition = \"1.10\"\n").0, Code::WrongSetting);
        assert_eq!(one("paths = [\n").0, Code::SettingsSyntax);
        let (_, found) = read(FileId(0), "format = \"short\"\nlevel = 1\n");
        assert_eq!(
            found.first().and_then(|p| p.span).map(|s| (s.start, s.end)),
            Some((17, 22))
        );
    }
}
