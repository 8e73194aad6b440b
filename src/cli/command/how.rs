//! `cardwright how`.

use crate::book::{self, Hit};
use crate::cli::book_args::HowArgs;
use crate::cli::exit::{Exit, Stop};
use crate::cli::project::Projects;
use crate::cli::term::{self, Out};
use crate::cli::vocabulary;
use crate::vocab;

/// What is less near than this is no answer.
const LEAST: u32 = 100;

/// Prints the entries of the phrase book that are nearest to a phrase.
pub(in crate::cli) fn run(args: &HowArgs) -> Result<Exit, Stop> {
    let project = Projects::default().here()?;
    let of_project = project.as_ref().and_then(|project| project.settings().game.clone());
    let games: Vec<&'static str> = match args.game.clone().or(of_project) {
        Some(game) => vec![vocabulary::vocab(&game)?.game],
        None => vocab::games().collect(),
    };
    let phrase = args.phrase.join(" ");
    let mut hits = book::how(&games, &phrase, args.most);
    hits.retain(|hit| hit.near >= LEAST);
    let mut out = Out::new();
    let color = term::color_out(args.color);
    for (n, hit) in hits.iter().enumerate() {
        if n > 0 {
            out.line("");
        }
        print(&mut out, hit, color);
    }
    out.finish()?;
    if hits.is_empty() {
        term::complain(&format!("nothing in the phrase book is near \"{phrase}\""));
        term::complain(
            "help: `cardwright book phrases` lists the chapters; `cardwright words --after \"…\"` tells what may follow",
        );
    }
    Ok(Exit::problems(hits.is_empty()))
}

fn print(out: &mut Out, hit: &Hit, color: bool) {
    let (bold, off) = if color { ("\x1b[1m", "\x1b[0m") } else { ("", "") };
    let entry = &hit.entry;
    let on = match entry.frame.as_str() {
        "" => String::new(),
        frame => format!(", on a card of the kind {frame}"),
    };
    out.line(&format!(
        "{bold}{}{off}  ({}, {}{on})",
        entry.phrase, hit.game, entry.chapter
    ));
    out.line("");
    for line in entry.script.lines() {
        out.line(format!("  {line}").trim_end());
    }
    out.line("");
    out.line(&entry.engine);
}
