//! The pages of the games and of the codes: made from the tables, kept in the tree, and compared here.

use super::root;
use cardwright::diag::{Code, Severity};
use cardwright::exec::Limit;
use cardwright::games::GAMES;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

/// What `cardwright vocab` says of a game, for programs.
fn vocab(game: &str, more: &[&str]) -> Value {
    let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["vocab", game, "--format", "json"])
        .args(more)
        .output()
        .expect("the program runs");
    assert!(output.status.success(), "{game}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value[name].as_str().unwrap_or("")
}

fn list(value: &Value, name: &str) -> String {
    let all = value[name].as_array().into_iter().flatten();
    let words: Vec<&str> = all.filter_map(Value::as_str).collect();
    words.join(", ")
}

/// A cell of a table.
fn cell(words: &str) -> String {
    words.replace('|', "\\|")
}

/// A chapter of words: a table of those of some kinds that are played.
fn chapter(out: &mut String, title: &str, about: &str, head: &str, rows: &[String]) {
    if rows.is_empty() {
        return;
    }
    let columns = head.matches('|').count() - 1;
    let _ = write!(
        out,
        "## {title}\n\n{}\n\n{head}\n{}\n",
        wrapped(about),
        "|---".repeat(columns) + "|"
    );
    for row in rows {
        let _ = writeln!(out, "{row}");
    }
    out.push('\n');
}

fn rows(words: &[Value], kinds: &[&str], later: bool) -> Vec<String> {
    let mine = words.iter().filter(|word| kinds.contains(&text(word, "kind")));
    mine.filter(|word| word["later"].as_bool().unwrap_or(false) == later)
        .map(|word| {
            let edition = text(word, "edition");
            let edition = if edition.is_empty() {
                String::new()
            } else {
                format!(" (edition {edition})")
            };
            let says = [text(word, "documentation"), text(word, "native")];
            let says: Vec<&str> = says.into_iter().filter(|words| !words.is_empty()).collect();
            format!(
                "| `{}`{edition} | {} | {} |",
                cell(text(word, "name")),
                cell(&says.join(" The engine does it itself: ")),
                list(word, "rules")
            )
        })
        .collect()
}

/// The chapter of rulings in the game's own page for maintainers, without what is about files.
fn rulings(game: &str) -> String {
    let page = fs::read_to_string(root().join(format!("src/games/{game}/README.md"))).expect("the page of the game");
    let from = page.split_once("\n## Rulings\n").map_or("", |(_, rest)| rest);
    wrapped(from.split("\n## ").next().unwrap_or("").trim())
}

/// Prose in lines of at most a hundred characters; tables are left alone.
fn wrapped(text: &str) -> String {
    let mut out = String::new();
    for paragraph in text.split("\n\n") {
        if paragraph.starts_with('|') {
            out.push_str(paragraph);
        } else {
            let mut width = 0;
            for word in paragraph.split_whitespace() {
                let length = word.chars().count();
                if width > 0 && width + 1 + length > 100 {
                    out.push('\n');
                    width = 0;
                }
                if width > 0 {
                    out.push(' ');
                    width += 1;
                }
                out.push_str(word);
                width += length;
            }
        }
        out.push_str("\n\n");
    }
    out.trim_end().to_owned()
}

fn game_page(game: &str) -> String {
    let vocabulary = vocab(game, &[]);
    let none = Vec::new();
    let words = vocabulary["words"].as_array().unwrap_or(&none);
    let title = text(&vocabulary, "title");
    let mut out = format!(
        "# {title}\n\n<!-- This page is made from the tables of the game: UPDATE_PAGES=1 cargo test --test all pages:: -->\n\n\
         What the engine knows of this game. `cardwright explain WORD` says more of a single word, and\n\
         `cardwright rules {game}` lists the rules with the tests that show them.\n\n"
    );
    let head = "| word | what it is | rules |";
    let about = "Where cards can be.";
    chapter(&mut out, "Zones", about, head, &rows(words, &["zone", "place"], false));
    let about = "Phases and steps, for `at the start of`, `during`, `until`, and for tests.";
    chapter(&mut out, "Times", about, head, &rows(words, &["time"], false));
    let about = "What a card can be, and what is printed on it.";
    chapter(
        &mut out,
        "Types and attributes",
        about,
        head,
        &rows(words, &["type", "attr"], false),
    );
    let about = "What abilities can begin with (`when`), replace (`instead`), forbid and ask the past for, with who takes\n\
                 part in it besides its player and its cause.";
    let events = vocab(game, &["--events"]);
    let events: Vec<String> = events["events"]
        .as_array()
        .unwrap_or(&none)
        .iter()
        .map(|row| {
            format!(
                "| {} | {} | {} | {} |",
                cell(text(row, "event")),
                list(row, "verbs"),
                list(row, "roles"),
                list(row, "can")
            )
        })
        .collect();
    chapter(
        &mut out,
        "Events",
        about,
        "| event | verbs | who takes part | what texts can do |",
        &events,
    );
    let about = "Every card file of the game may use them.";
    chapter(
        &mut out,
        "Keywords and labels",
        about,
        head,
        &rows(words, &["keyword", "label", "condition"], false),
    );
    let later: Vec<&str> = words.iter().map(|word| text(word, "kind")).collect();
    let about =
        "Words that are known and belong to none of the rules that are played: a card with one of them is refused.";
    chapter(
        &mut out,
        "What is not played yet",
        about,
        head,
        &rows(words, &later, true),
    );
    let rulings = rulings(game);
    if !rulings.is_empty() {
        let _ = write!(out, "## Rulings\n\n{rulings}\n");
    }
    out.trim_end().to_owned() + "\n"
}

fn codes_page() -> String {
    let mut out = String::from(
        "# All codes\n\n<!-- This page is made from the list of codes: UPDATE_PAGES=1 cargo test --test all pages:: -->\n\n\
         Every message has a code. `cardwright explain CODE` shows the page of a code, with a wrong example\n\
         and a right one; both are tested. Codes with E are errors, those with W are warnings.\n\n| code | what is wrong |\n|---|---|\n",
    );
    for code in Code::ALL {
        let _ = writeln!(out, "| {} | {} |", code.id(), cell(code.title()));
    }
    out.push_str(
        "\n## Limits of the engine\n\nWhat a text can say and the engine cannot play is refused with E0801 or E0804, never played with a\n\
         clause left out:\n\n| the engine lacks | the rules would want |\n|---|---|\n",
    );
    for limit in Limit::ALL {
        let _ = writeln!(out, "| {} | {} |", cell(limit.lacks()), cell(limit.rules()));
    }
    assert!(Code::ALL.iter().any(|code| code.severity() == Severity::Warning));
    out
}

/// The pages that are made, by their files.
pub(super) fn made() -> Vec<(String, String)> {
    let games = GAMES
        .iter()
        .map(|game| (format!("docs/games/{}.md", game.name), game_page(game.name)));
    games.chain([("docs/codes.md".to_owned(), codes_page())]).collect()
}

#[test]
fn made_pages_are_as_they_would_be_made_now() {
    for (file, made) in made() {
        let path = root().join(&file);
        if std::env::var_os("UPDATE_PAGES").is_some() {
            fs::write(&path, &made).expect("a page can be written");
            continue;
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        let mut lines = kept.lines().zip(made.lines()).zip(1..);
        let other = lines.find(|((a, b), _)| a != b).map_or(0, |(_, n)| n);
        assert!(kept == made, "{file}:{other}: run with UPDATE_PAGES=1");
        assert!(made.lines().count() > 60, "{file} says hardly anything");
    }
}
