//! `cardwright test --watch`: the tests again after every change of a file.

use super::{once, paths};
use crate::cli::args::TestArgs;
use crate::cli::exit::{Exit, Stop};
use crate::cli::files::{self, Input};
use crate::cli::term;
use crate::golden::GoldenFile;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, SystemTime};

/// How often the files are looked at.
const EVERY: Duration = Duration::from_millis(250);

/// What can be seen of a file without reading it.
type Mark = (u64, Option<SystemTime>);

/// Runs the tests, and again whenever a card file or a kept log changes, comes or goes. An interrupt ends it.
pub(super) fn run(args: &TestArgs) -> Result<Exit, Stop> {
    let stop = Arc::new(AtomicBool::new(false));
    let told = Arc::clone(&stop);
    ctrlc::set_handler(move || told.store(true, Ordering::Relaxed))
        .map_err(|error| Stop::new(format!("cannot wait for an interrupt: {error}")))?;
    let mut seen = marks(args);
    loop {
        // A file that cannot be read for a moment is no reason to give up: it may be about to be written.
        if let Err(stop) = once(args) {
            for message in &stop.messages {
                term::complain(&format!("error: {message}"));
            }
        }
        term::complain("waiting for a change; Ctrl-C ends");
        loop {
            std::thread::sleep(EVERY);
            if stop.load(Ordering::Relaxed) {
                return Ok(Exit::Interrupted);
            }
            let now = marks(args);
            if now != seen {
                seen = now;
                break;
            }
        }
    }
}

/// The card files of the run and their kept logs, as they are now.
fn marks(args: &TestArgs) -> BTreeMap<PathBuf, Mark> {
    let inputs = paths(&args.paths)
        .and_then(|paths| files::find(&paths))
        .unwrap_or_default();
    let cards = inputs.into_iter().filter_map(|input| match input {
        Input::File(path) => Some(path),
        Input::Stdin => None,
    });
    let all = cards.flat_map(|path| {
        let golden = GoldenFile::beside(&path);
        [path, golden]
    });
    let marked = all.filter_map(|path| {
        let data = std::fs::metadata(&path).ok()?;
        Some((path, (data.len(), data.modified().ok())))
    });
    marked.collect()
}
