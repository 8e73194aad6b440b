//! `cardwright soak`.

use crate::cli::args::SoakArgs;
use crate::cli::exit::{Exit, Stop};
use crate::cli::files::{self, reason, shown};
use crate::cli::term::{self, Out};
use crate::soak::{self, Plan, Report};
use std::fmt::Write as _;
use std::fs;
use std::time::{Duration, Instant};

/// How many games are played if nobody says how many or how long.
const GAMES: u64 = 100;

/// Plays generated cards and keeps what fails.
pub(in crate::cli) fn run(args: &SoakArgs) -> Result<Exit, Stop> {
    let start = Instant::now();
    let plan = Plan {
        game: &args.game,
        edition: args.edition.as_deref(),
        seed: args.seed,
        games: args.games.unwrap_or(if args.time.is_some() { u64::MAX } else { GAMES }),
    };
    let most = args.time.unwrap_or(Duration::MAX);
    let mut go_on = |report: &Report| {
        term::progress(&format!("{} games, {} failed …", report.games, report.found.len()));
        start.elapsed() < most
    };
    let report = soak::soak(plan, &mut go_on);
    term::clear_progress();
    let Some(report) = report else {
        let edition = args.edition.as_ref().map(|edition| format!(" edition {edition}"));
        return Err(Stop::new(format!(
            "there are no rules for {}{}",
            args.game,
            edition.unwrap_or_default()
        )));
    };
    keep(args, &report)?;
    let mut out = Out::new();
    out.text(&report.text());
    if args.unused {
        let mut list = String::from("words that no card used:");
        for word in report.reach.unused_words() {
            let _ = write!(list, " {word}");
        }
        out.text(&(list + "\n"));
    }
    out.finish()?;
    term::complain(&format!("{} s", start.elapsed().as_secs()));
    Ok(Exit::problems(!report.found.is_empty()))
}

/// Writes each finding into a file of its own.
fn keep(args: &SoakArgs, report: &Report) -> Result<(), Stop> {
    if report.found.is_empty() {
        return Ok(());
    }
    let folder = &args.out;
    fs::create_dir_all(folder)
        .map_err(|error| Stop::new(format!("cannot make the folder {}: {}", shown(folder), reason(&error))))?;
    for found in &report.found {
        let path = folder.join(format!("{}-{}.card", args.game, found.set));
        let again = format!(
            "cardwright soak {} --seed {} --games {}",
            args.game,
            found.set,
            soak::GAMES_PER_SET
        );
        let why = found.trouble.to_string().replace('\n', "\n# ");
        let text = format!("# {why}\n# Again: {again}\n\n{}", found.text);
        files::replace(&path, text.as_bytes())
            .map_err(|error| Stop::new(format!("cannot write {}: {}", shown(&path), reason(&error))))?;
    }
    Ok(())
}
