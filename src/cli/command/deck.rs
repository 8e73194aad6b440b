//! `cardwright deck`.

use crate::cli::args::{DeckCheckArgs, DeckCommand};
use crate::cli::exit::{Exit, Stop};
use crate::cli::term::{self, Out};
use crate::cli::{files, report, table};
use crate::compile::Compiled;
use crate::diag::{self, Diagnostic, Style};
use crate::play;
use std::collections::BTreeSet;

/// Runs a command about decks.
pub(in crate::cli) fn run(command: &DeckCommand) -> Result<Exit, Stop> {
    match command {
        DeckCommand::Check(args) => check(args),
    }
}

/// Checks the decks of card files by the rules of their games.
fn check(args: &DeckCheckArgs) -> Result<Exit, Stop> {
    let loaded = files::load(&args.paths)?;
    let count = loaded.count();
    let names: BTreeSet<String> = loaded.names().map(str::to_owned).collect();
    let compiled = with_cards(args, loaded)?;
    let mut found: Vec<Diagnostic> = compiled.diagnostics.clone();
    found.extend(play::check_decks(&compiled));
    // What is wrong elsewhere, in the cards that were looked up, is not what was asked.
    let here = |d: &Diagnostic| {
        let file = d.span.and_then(|span| compiled.sources.get(span.file));
        file.is_none_or(|file| names.contains(&file.name))
    };
    found.retain(here);
    diag::cap_repeated(&mut found);
    let mut out = Out::new();
    let style = Style {
        color: term::color_out(args.color),
    };
    report::print(&mut out, &found, &compiled.sources, args.format, style);
    out.finish()?;
    let modules = compiled.modules.iter();
    let own = modules.filter(|m| m.files.first().is_some_and(|file| names.contains(file)));
    let decks: usize = own.map(|m| m.decks.len()).sum();
    let errors = report::has_errors(&found);
    let result = if errors { "with problems" } else { "no problems" };
    term::complain(&format!(
        "{} in {}: {result}",
        report::counted(decks, "deck"),
        report::counted(count, "file")
    ));
    if decks == 0 && !errors {
        return Err(Stop::new("there is no deck in these files")
            .with_help("a deck is an item of a card file: deck \"Name\" { 4 \"Card\" … }"));
    }
    Ok(Exit::problems(errors))
}

/// Compiles the files; cards that they name and do not hold are looked for in those of `--cards`, else in the bundled sets.
fn with_cards(args: &DeckCheckArgs, loaded: files::Loaded) -> Result<Compiled, Stop> {
    if !args.cards.cards.is_empty() {
        return Ok(loaded.and(files::load(&args.cards.cards)?).compile());
    }
    Ok(table::with_bundled(loaded))
}
