//! `cardwright explain`.

use crate::cli::args::ExplainArgs;
use crate::cli::exit::{Exit, Stop};
use crate::cli::term::Out;
use crate::cli::vocabulary::{self, Entry};
use crate::diag::{self, Code};
use crate::exec::Limit;
use crate::lex::TokenKind;
use crate::vocab::{self, Vocab};
use indexmap::IndexMap;
use std::collections::BTreeSet;

/// Explains a code or a word, or lists the codes.
pub(in crate::cli) fn run(args: &ExplainArgs) -> Result<Exit, Stop> {
    let games: Vec<&'static Vocab> = match &args.game {
        Some(name) => vec![vocabulary::vocab(name)?],
        None => vocab::games().filter_map(vocab::game).collect(),
    };
    let mut out = Out::new();
    match &args.what {
        None => list_codes(&mut out),
        Some(what) => match Code::find(what) {
            Some(code) => {
                out.text(code.page());
                if code == Code::Unplayable {
                    list_limits(&mut out);
                }
            }
            None => word(&mut out, what, &games)?,
        },
    }
    out.finish()?;
    Ok(Exit::Fine)
}

fn list_codes(out: &mut Out) {
    for code in Code::ALL {
        out.line(&format!("{}  {}", code.id(), code.title()));
    }
}

/// Everything that the engine lacks, with what the rules would want.
fn list_limits(out: &mut Out) {
    out.line("");
    out.line("Limits of the engine, and what the rules would want:");
    out.line("");
    for limit in Limit::ALL {
        out.line(&format!("- {}: {}", limit.lacks(), limit.rules()));
    }
}

/// The meanings of a word, each with the games that have it.
type Meanings = IndexMap<Entry, Vec<&'static str>>;

fn word(out: &mut Out, what: &str, games: &[&'static Vocab]) -> Result<(), Stop> {
    // People write `waiting room` and `{W}` as printed; scripts write `waiting-room` and the table has `W`.
    let spelling = what
        .trim()
        .trim_matches(|c| c == '{' || c == '}')
        .split_whitespace()
        .collect::<Vec<_>>()
        .join("-");
    let all: Vec<(&'static str, Vec<Entry>)> = games.iter().map(|v| (v.game, vocabulary::entries(v))).collect();
    let mut found = meanings(&all, |form| form == spelling);
    if found.is_empty() {
        found = meanings(&all, |form| form.eq_ignore_ascii_case(&spelling));
    }
    if !found.is_empty() {
        let shown: Vec<String> = found
            .iter()
            .map(|(entry, games)| describe(entry, games, all.len()))
            .collect();
        out.text(&shown.join("\n"));
        return Ok(());
    }
    if TokenKind::reserved(&spelling) {
        out.line(&format!(
            "`{spelling}` is a word of the language itself: it means the same in every game, and no game can define it."
        ));
        return Ok(());
    }
    Err(unknown(what, &spelling, &all))
}

fn meanings(all: &[(&'static str, Vec<Entry>)], matches: impl Fn(&str) -> bool) -> Meanings {
    let mut found = Meanings::new();
    for (game, entries) in all {
        for entry in entries.iter().filter(|e| e.forms.iter().any(|f| matches(f))) {
            found.entry(entry.clone()).or_default().push(game);
        }
    }
    found
}

fn describe(entry: &Entry, games: &[&str], of: usize) -> String {
    let place = if of > 1 && games.len() == of {
        "every game".to_owned()
    } else {
        games.join(", ")
    };
    let edition = entry
        .edition
        .as_ref()
        .map_or_else(String::new, |e| format!(", only in edition {e}"));
    let head = format!("{} ({} of {place}{edition})", entry.name, entry.kind_shown);
    let others: Vec<&str> = entry
        .forms
        .iter()
        .map(String::as_str)
        .filter(|f| *f != entry.name)
        .collect();
    let rows = [
        ("", entry.documentation.clone()),
        (
            "",
            if entry.later {
                vocabulary::LATER.to_owned()
            } else {
                String::new()
            },
        ),
        ("forms: ", others.join(", ")),
        ("signature: ", entry.signature.clone()),
        ("native: ", entry.native.clone().unwrap_or_default()),
        ("rules: ", entry.rules.join(", ")),
    ];
    let rows = rows
        .iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| format!("  {name}{value}\n"));
    std::iter::once(format!("{head}\n")).chain(rows).collect()
}

fn unknown(what: &str, spelling: &str, all: &[(&'static str, Vec<Entry>)]) -> Stop {
    let looks_like_code =
        spelling.starts_with(['E', 'e', 'W', 'w']) && spelling.chars().skip(1).all(|c| c.is_ascii_digit());
    let kind = if looks_like_code { "code" } else { "word" };
    let stop = Stop::new(format!("there is no {kind} `{what}`"));
    if looks_like_code {
        return match diag::nearest(spelling, Code::ALL.iter().map(|c| c.id())) {
            Some(near) => stop.with_help(format!("did you mean `{near}`?")),
            None => stop,
        }
        .with_help("`cardwright explain` lists all codes");
    }
    let nearest = |entries: &'_ [Entry]| -> Option<String> {
        diag::nearest(
            spelling,
            entries.iter().flat_map(|e| e.forms.iter().map(String::as_str)),
        )
        .map(str::to_owned)
    };
    let near: BTreeSet<String> = all.iter().filter_map(|(_, entries)| nearest(entries)).collect();
    if near.is_empty() {
        return stop.with_help("`cardwright vocab GAME` lists the words of a game");
    }
    stop.with_help(format!(
        "did you mean {}?",
        diag::quoted_list(near.iter().map(String::as_str), usize::MAX, "or")
    ))
}
