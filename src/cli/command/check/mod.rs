//! `cardwright check`.

use crate::cli::args::{CheckArgs, Deny, Format};
use crate::cli::exit::{Exit, Stop};
use crate::cli::project::Projects;
use crate::cli::term::{self, Out};
use crate::cli::{files, report};
use crate::diag::Style;
use crate::play;
use clap::ValueEnum as _;

mod fix;

/// Below this many bytes a check is over before a progress line could be read.
const WORTH_WAITING: usize = 4 * 1024 * 1024;

/// Reports what is wrong with card scripts.
pub(in crate::cli) fn run(args: &CheckArgs) -> Result<Exit, Stop> {
    let mut projects = Projects::default();
    let mut paths = projects.paths(&args.paths, ".")?;
    if args.stdin_filename.is_some() && args.paths.is_empty() {
        paths = vec!["-".into()];
    }
    let format = match args.format {
        Some(format) => format,
        None => project_format(&mut projects)?,
    };
    let mut loaded = files::load(&paths)?;
    if let Some(name) = &args.stdin_filename {
        loaded.call_stdin(&files::shown(name));
    }
    let files = loaded.count();
    if args.fix {
        loaded = fix::run(loaded, args)?;
    }
    let long = loaded.bytes() >= WORTH_WAITING;
    if long {
        term::progress(&format!(
            "checking {}, {} MB …",
            report::counted(files, "file"),
            loaded.bytes() / 1_000_000
        ));
    }
    let mut compiled = loaded.compile();
    play::check(&mut compiled);
    if long {
        term::clear_progress();
    }
    projects.settle(&mut compiled.diagnostics, &compiled.sources)?;
    if matches!(format, Format::Sarif | Format::Github) {
        projects.rename(&mut compiled.sources)?;
    }
    let mut out = Out::new();
    let style = Style {
        color: term::color_out(args.color),
    };
    report::print(&mut out, &compiled.diagnostics, &compiled.sources, format, style);
    out.finish()?;
    term::complain(&report::summary(&compiled.diagnostics, &compiled.sources, files));
    let denied = args.deny == Some(Deny::Warnings) && !compiled.diagnostics.is_empty();
    let problems = denied || report::has_errors(&compiled.diagnostics);
    // The program ends: a large set is not given back piece by piece.
    std::mem::forget(compiled);
    Ok(Exit::problems(problems))
}

/// How the project of the current folder wants problems to be shown.
fn project_format(projects: &mut Projects) -> Result<Format, Stop> {
    let project = projects.here()?;
    let word = project
        .as_ref()
        .and_then(|project| project.settings().format.as_deref());
    Ok(word
        .and_then(|word| Format::from_str(word, false).ok())
        .unwrap_or(Format::Text))
}
