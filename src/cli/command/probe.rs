//! `cardwright probe`.

use crate::cli::args::{Format, ProbeArgs, ProbeFormat};
use crate::cli::exit::{Exit, Stop};
use crate::cli::term::{self, Out};
use crate::cli::{files, report};
use crate::diag::{Diagnostic, Severity, Style};
use crate::play;
use crate::probe::{self, Effort, Task};
use std::time::Instant;

/// Plays with every card of a set and reports what its clauses did.
pub(in crate::cli) fn run(args: &ProbeArgs) -> Result<Exit, Stop> {
    let start = Instant::now();
    let mut compiled = files::load(&args.paths)?.compile();
    play::check(&mut compiled);
    // What can be played is probed; a card with an error is told of apart.
    let errors = compiled.diagnostics.iter().filter(|d| d.severity() == Severity::Error);
    let errors: Vec<Diagnostic> = errors.cloned().collect();
    let refused = probe::refused(&compiled, args.card.as_deref());
    let what = Task {
        only: args.card.as_deref(),
        examples: args.trace,
        effort: Effort {
            most: args.tries.unwrap_or(Effort::default().most),
            ..Effort::default()
        },
    };
    let told = |done: usize, all: usize| term::progress(&format!("probing {done} of {all} cards …"));
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.jobs.unwrap_or(0))
        .build()
        .map_err(|error| Stop::new(format!("cannot start threads: {error}")))?;
    let probed = pool.install(|| probe::probe(&compiled, &what, &told));
    term::clear_progress();
    report::complain(&errors, &compiled.sources);
    let found = probe::diagnostics(&probed, &refused, &compiled.sources);
    let mut out = Out::new();
    let style = Style {
        color: term::color_out(args.color),
    };
    match args.format {
        ProbeFormat::Text => {
            if args.trace || args.all {
                out.text(&probe::text(&probed, &compiled.sources));
            }
            report::print(&mut out, &found, &compiled.sources, Format::Text, style);
        }
        ProbeFormat::Short => report::print(&mut out, &found, &compiled.sources, Format::Short, style),
        ProbeFormat::Json => out.text(&probe::json(&probed, &refused, &compiled.sources, start.elapsed())),
    }
    out.finish()?;
    term::complain(&probe::summary(&probed, &refused, start.elapsed()));
    Ok(Exit::problems(!found.is_empty() || !errors.is_empty()))
}
