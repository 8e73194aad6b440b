//! `cardwright check --fix`.

use crate::cli::args::CheckArgs;
use crate::cli::exit::Stop;
use crate::cli::files::{self, Loaded, reason};
use crate::cli::report;
use crate::cli::term::{self, Out};
use crate::compile::Compiled;
use crate::diag::Severity;
use crate::{golden, play, repair};
use std::collections::BTreeMap;
use std::path::Path;

/// A file is mended again and again until nothing certain is left; one mistake can hide another.
const MOST_ROUNDS: usize = 8;

/// Mends what has one right repair: in the files, or as a printed difference. Gives the files as they are then.
pub(super) fn run(mut loaded: Loaded, args: &CheckArgs) -> Result<Loaded, Stop> {
    let before: Vec<(String, String)> = texts(&mut loaded);
    for _ in 0..MOST_ROUNDS {
        if !round(&mut loaded) {
            break;
        }
    }
    let mut out = Out::new();
    let mut repaired = 0;
    let color = term::color_out(args.color);
    for ((name, old), file) in before.iter().zip(loaded.files_mut()) {
        if *old == file.text {
            continue;
        }
        repaired += 1;
        if args.dry_run || name == "<stdin>" {
            out.line(name);
            out.line(&golden::diff(&lines(old), &lines(&file.text), color));
        } else {
            files::replace(Path::new(name), file.text.as_bytes())
                .map_err(|e| Stop::new(format!("cannot write {name}: {}", reason(&e))))?;
        }
        if args.dry_run {
            file.text.clone_from(old);
        }
    }
    out.finish()?;
    let what = if args.dry_run { "would be mended" } else { "mended" };
    term::complain(&format!("{} {what}", report::counted(repaired, "file")));
    Ok(loaded)
}

fn texts(loaded: &mut Loaded) -> Vec<(String, String)> {
    let files = loaded.files_mut().iter();
    files.map(|f| (f.name.clone(), f.text.clone())).collect()
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_owned).collect()
}

/// Mends every file once; true if one is better for it. A file that does not check better stays as it was.
fn round(loaded: &mut Loaded) -> bool {
    let old = checked(loaded.clone());
    let mut changed = loaded.clone();
    let mut any = false;
    for file in changed.files_mut() {
        let id = old.sources.iter().find(|(_, f)| f.name == file.name).map(|(id, _)| id);
        if let Some(text) = id.and_then(|id| repair::applied(id, &file.text, &old.diagnostics)) {
            file.text = text;
            any = true;
        }
    }
    if !any {
        return false;
    }
    let (then, now) = (errors(&old), errors(&checked(changed.clone())));
    let count = |errors: &BTreeMap<String, usize>, name: &str| errors.get(name).copied().unwrap_or(0);
    any = false;
    for (file, better) in loaded.files_mut().iter_mut().zip(changed.files_mut()) {
        if file.text != better.text && count(&now, &file.name) < count(&then, &file.name) {
            std::mem::swap(file, better);
            any = true;
        }
    }
    any
}

/// What `check` says of the files: a repair that the engine refuses is none.
fn checked(loaded: Loaded) -> Compiled {
    let mut compiled = loaded.compile();
    play::check(&mut compiled);
    compiled
}

/// How many errors each file has.
fn errors(compiled: &Compiled) -> BTreeMap<String, usize> {
    let mut out = BTreeMap::new();
    let errors = compiled.diagnostics.iter().filter(|d| d.severity() == Severity::Error);
    for file in errors.filter_map(|d| compiled.sources.get(d.span?.file)) {
        *out.entry(file.name.clone()).or_default() += 1;
    }
    out
}
