//! `cardwright vocab`.

mod events;

use crate::cli::args::{TableFormat, VocabArgs};
use crate::cli::exit::{Exit, Stop};
use crate::cli::term::{self, Out};
use crate::cli::vocabulary::{self, Entry};
use crate::cli::{files, report};
use crate::diag;
use crate::vocab::Vocab;
use indexmap::IndexMap;
use serde_json::json;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// Shows the words of a game, or those of them that no card uses.
pub(in crate::cli) fn run(args: &VocabArgs) -> Result<Exit, Stop> {
    let vocab = vocabulary::vocab(&args.game)?;
    let mut entries = vocabulary::entries(vocab);
    if let Some(edition) = &args.edition {
        vocabulary::known_edition(vocab, edition)?;
        entries.retain(|e| e.is_in(edition));
    }
    let mut out = Out::new();
    let mut exit = Exit::Fine;
    if args.events {
        events::list(&mut out, vocab, args)?;
    } else if let Some(paths) = &args.unused {
        exit = unused(&mut out, vocab, &entries, paths, args.format)?;
    } else {
        match args.format {
            TableFormat::Text => table(&mut out, &entries),
            TableFormat::Json => out.line(&format!("{:#}", as_json(vocab, &entries))),
        }
    }
    out.finish()?;
    Ok(exit)
}

fn as_json(vocab: &Vocab, entries: &[Entry]) -> serde_json::Value {
    json!({
        "game": vocab.game,
        "title": vocab.policy("title"),
        "editions": vocab.editions().collect::<Vec<_>>(),
        "words": entries,
    })
}

/// The kinds in the order of the table: what there is, what it is like, what it does, when; then what the prelude defines.
const KINDS: [&str; 17] = [
    "type",
    "noun",
    "zone",
    "place",
    "state",
    "adj",
    "attr",
    "value",
    "icon",
    "rel",
    "verb",
    "time",
    "keyword",
    "label",
    "condition",
    "counter",
    "define",
];

/// The words by kind, in columns: spelling, signature, documentation.
fn table(out: &mut Out, entries: &[Entry]) {
    let mut kinds: IndexMap<&str, Vec<&Entry>> = IndexMap::new();
    for entry in entries {
        kinds.entry(entry.kind).or_default().push(entry);
    }
    kinds.sort_by_key(|kind, _| KINDS.iter().position(|k| k == kind).unwrap_or(KINDS.len()));
    for (at, (kind, entries)) in kinds.iter().enumerate() {
        let rows: Vec<(String, &str, String)> = entries
            .iter()
            .map(|e| (spelling(e), e.signature.as_str(), documentation(e)))
            .collect();
        let width =
            |cell: &dyn Fn(&(String, &str, String)) -> usize| rows.iter().map(cell).max().unwrap_or(0).min(MOST_WIDTH);
        let (first, second) = (width(&|r| r.0.chars().count()), width(&|r| r.1.chars().count()));
        if at > 0 {
            out.line("");
        }
        out.line(&format!("{kind} ({})", entries.len()));
        for (word, signature, documentation) in &rows {
            out.line(format!("  {word:first$}  {signature:second$}  {documentation}").trim_end());
        }
    }
}

fn documentation(entry: &Entry) -> String {
    let mark = if entry.later {
        format!(" [{}]", vocabulary::LATER)
    } else {
        String::new()
    };
    format!("{}{mark}", entry.documentation)
}

/// The widest a column may become; a longer cell pushes its own row only.
const MOST_WIDTH: usize = 40;

fn spelling(entry: &Entry) -> String {
    let edition = entry.edition.as_ref().map_or_else(String::new, |e| format!(" [{e}]"));
    format!("{}{edition}", entry.forms.join(" "))
}

fn unused(
    out: &mut Out,
    vocab: &Vocab,
    entries: &[Entry],
    paths: &[PathBuf],
    format: TableFormat,
) -> Result<Exit, Stop> {
    let compiled = files::load(paths)?.compile();
    let keys = unused_keys(entries, compiled.used.get(vocab.game));
    match format {
        TableFormat::Text => keys.iter().for_each(|key| out.line(key)),
        TableFormat::Json => out.line(&format!("{:#}", json!(keys))),
    }
    // A card that does not compile uses no words, so the list above may be too long: say why.
    let errors = report::has_errors(&compiled.diagnostics);
    if errors {
        for diagnostic in &compiled.diagnostics {
            term::complain(&diag::short(diagnostic, &compiled.sources));
        }
    }
    Ok(Exit::problems(errors || !keys.is_empty()))
}

/// The keys of the words that are not among the used ones, sorted.
fn unused_keys(entries: &[Entry], used: Option<&BTreeSet<String>>) -> BTreeSet<String> {
    entries
        .iter()
        .map(Entry::key)
        .filter(|key| !used.is_some_and(|u| u.contains(key)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_used_word_is_not_listed_and_its_namesake_is() {
        let entries = vocabulary::entries(vocabulary::vocab("weiss").expect("a game"));
        let used = BTreeSet::from(["verb:draw", "keyword:Encore"].map(str::to_owned));
        let all = unused_keys(&entries, None);
        let rest = unused_keys(&entries, Some(&used));
        assert_eq!(all.difference(&rest).cloned().collect::<BTreeSet<_>>(), used);
        assert!(rest.contains("zone:waiting-room"));
    }
}
