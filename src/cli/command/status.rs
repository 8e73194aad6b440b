//! `cardwright status`.

use super::test::{paths, pool, suites};
use crate::cli::args::{StatusArgs, TableFormat};
use crate::cli::exit::{Exit, Stop};
use crate::cli::files;
use crate::cli::project::Projects;
use crate::cli::term::{self, Out};
use crate::play;
use crate::proving::{self, Budget, Case, Standing};
use std::time::Instant;

/// Tells how far every card is.
pub(in crate::cli) fn run(args: &StatusArgs) -> Result<Exit, Stop> {
    let start = Instant::now();
    let mut projects = Projects::default();
    let mut compiled = files::load(&paths(&args.paths)?)?.compile();
    play::check(&mut compiled);
    projects.settle(&mut compiled.diagnostics, &compiled.sources)?;
    let suites = suites(&compiled, None)?;
    let cases: Vec<Case<'_>> = suites.iter().flat_map(|suite| suite.cases()).collect();
    let told = |done: usize, all: usize| term::progress(&format!("playing {done} of {all} tests …"));
    let threads = pool(args.jobs)?;
    let cover = threads.install(|| proving::cover(&compiled, &cases, &told));
    let mutated = (!args.quick).then(|| {
        let told = |done: usize, all: usize| term::progress(&format!("changing {done} of {all} cards …"));
        let budget = Budget {
            only: args.card.as_deref(),
            ..Budget::default()
        };
        threads.install(|| proving::mutate(&compiled, &cases, &cover, budget, &told))
    });
    term::clear_progress();
    let mut all = proving::standing(&compiled, &cases, &cover, mutated.as_deref());
    if let Some(name) = &args.card {
        all.retain(|card| card.card.contains(name));
    }
    let mut out = Out::new();
    match args.format {
        TableFormat::Text => out.text(&proving::status_text(&all, start.elapsed())),
        TableFormat::Json => out.text(&proving::status_json(&all, start.elapsed())),
    }
    out.finish()?;
    Ok(Exit::problems(all.iter().any(Standing::is_broken)))
}
