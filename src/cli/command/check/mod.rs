//! `cardwright check`.

use crate::cli::args::{CheckArgs, Deny};
use crate::cli::exit::{Exit, Stop};
use crate::cli::term::{self, Out};
use crate::cli::{files, report};
use crate::diag::Style;
use crate::play;

mod fix;

/// Below this many bytes a check is over before a progress line could be read.
const WORTH_WAITING: usize = 4 * 1024 * 1024;

/// Reports what is wrong with card scripts.
pub(in crate::cli) fn run(args: &CheckArgs) -> Result<Exit, Stop> {
    let mut loaded = files::load(&args.paths)?;
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
    let mut out = Out::new();
    let style = Style {
        color: term::color_out(args.color),
    };
    report::print(&mut out, &compiled.diagnostics, &compiled.sources, args.format, style);
    out.finish()?;
    term::complain(&report::summary(&compiled.diagnostics, &compiled.sources, files));
    let denied = args.deny == Some(Deny::Warnings) && !compiled.diagnostics.is_empty();
    Ok(Exit::problems(denied || report::has_errors(&compiled.diagnostics)))
}
