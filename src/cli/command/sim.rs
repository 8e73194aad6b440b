//! `cardwright sim`.

use crate::cli::args::SimArgs;
use crate::cli::exit::{Exit, Stop};
use crate::cli::files::{self, reason, shown};
use crate::cli::term::{self, Out};
use crate::cli::{replays, table};
use crate::exec::{pool_hash, spec_hash, text_hash};
use crate::play::{ReplayFile, Table};
use crate::players;
use crate::sim::{self, COLUMNS, GameResult, Plan, SimError, Watch};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Plays many games and reports what came of them.
pub(in crate::cli) fn run(args: &SimArgs) -> Result<Exit, Stop> {
    let players = players(args)?;
    let table = args.table.table()?;
    let seed = table::seed(args.seed);
    let (decks, mirrors) = decks(args, &table)?;
    let plan = Plan {
        games: args.games,
        seed,
        decks,
        mirrors,
        players,
    };
    let rows = args.out.as_deref().map(|path| Ok((path, form(path)?))).transpose()?;
    if let Some(folder) = &args.keep_replays {
        fs::create_dir_all(folder)
            .map_err(|error| Stop::new(format!("cannot make the folder {}: {}", shown(folder), reason(&error))))?;
    }
    let stop = on_interrupt()?;
    // Last of all: a run that does not begin leaves the rows of an earlier one alone.
    let sink = rows.map(|(path, form)| Sink::create(path, form)).transpose()?;
    let watcher = Watcher {
        plan: &plan,
        prefix: prefix(&table, &plan),
        keep: args.keep_replays.as_deref(),
        bar: bar(plan.games),
        state: Mutex::new(State {
            sink,
            replays: Vec::new(),
            troubles: Vec::new(),
        }),
    };
    let start = Instant::now();
    let batch = sim::run(&table, &plan, args.jobs.map(usize::from), &stop, &watcher).map_err(|error| cannot(&error))?;
    let took = start.elapsed();
    watcher.bar.finish_and_clear();
    let report = sim::report(&table.pool, &plan, &batch, args.cards_table);
    let mut out = Out::new();
    out.text(&report.text);
    out.finish()?;
    if let Some(path) = &args.plot {
        draw(path, &report)?;
    }
    let State {
        sink,
        mut replays,
        mut troubles,
    } = watcher.state.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(sink) = sink {
        troubles.extend(sink.finish().err());
    }
    let rate = u128::from(report.decisions) * 1000 / took.as_millis().max(1);
    term::complain(&format!(
        "{} decisions in {}.{:01} s: {rate} decisions/s",
        report.decisions,
        took.as_secs(),
        took.subsec_millis() / 100
    ));
    replays.sort();
    let failed: BTreeSet<u64> = report.failed.iter().map(|(number, _)| *number).collect();
    for (number, path) in replays.iter().filter(|(number, _)| failed.contains(number)) {
        term::complain(&format!(
            "game {number} failed: look at it with `cardwright replay {}{}`",
            shown(path),
            args.table.cards.again()
        ));
    }
    Stop::unless_empty(troubles, ())?;
    if batch.stopped {
        term::complain(&format!("stopped after {} of {} games", batch.games.len(), plan.games));
    }
    Ok(match (report.failed.is_empty(), batch.stopped) {
        (false, _) => Exit::Problems,
        (true, true) => Exit::Interrupted,
        (true, false) => Exit::Fine,
    })
}

/// Writes the picture of a report.
fn draw(path: &Path, report: &sim::Report) -> Result<(), Stop> {
    let picture = sim::svg(&report.figures).map_err(|why| Stop::new(format!("cannot draw {}: {why}", shown(path))))?;
    files::replace(path, picture.as_bytes())
        .map_err(|error| Stop::new(format!("cannot write {}: {}", shown(path), reason(&error))))
}

/// The two players: one name stands for both.
fn players(args: &SimArgs) -> Result<[String; 2], Stop> {
    let pair = match args.players.as_slice() {
        [] => ["random".to_owned(), "random".to_owned()],
        [one] => [one.clone(), one.clone()],
        [one, two, ..] => [one.clone(), two.clone()],
    };
    for name in &pair {
        players::by_name(name, 0).map_err(|error| Stop::new(error.to_string()))?;
    }
    Ok(pair)
}

/// The decks, each once, and the places of those that were named twice: they play against themselves too.
fn decks(args: &SimArgs, table: &Table) -> Result<(Vec<String>, Vec<usize>), Stop> {
    let (mut decks, mut twice) = (Vec::new(), BTreeSet::new());
    for deck in args.table.decks(table)? {
        match decks.iter().position(|known| *known == deck) {
            Some(at) => {
                twice.insert(at);
            }
            None => decks.push(deck),
        }
    }
    Ok((decks, twice.into_iter().collect()))
}

fn cannot(error: &SimError) -> Stop {
    match error {
        SimError::Table(error) => table::cannot_play(error),
        SimError::Player(_) | SimError::NoDecks | SimError::Threads(_) => Stop::new(error.to_string()),
    }
}

/// A flag that the first interrupt sets; the second ends the program at once.
fn on_interrupt() -> Result<Arc<AtomicBool>, Stop> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        term::complain("stopping: games that have begun are played out; once more to stop at once");
    })
    .map_err(|error| Stop::new(format!("cannot listen for interrupts: {error}")))?;
    Ok(stop)
}

/// A bar on standard error if somebody watches.
fn bar(games: u64) -> ProgressBar {
    let bar = ProgressBar::new(games);
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {per_sec}, {eta} left");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

/// How the replays of a run begin: game, edition, seed, and a mark of what else its games depend on. Runs that differ do not write over each other's
/// files; the same run again writes the same files.
fn prefix(table: &Table, plan: &Plan) -> String {
    let (kernel, seed) = (table.pool.kernel, plan.seed);
    let (rules, cards) = (spec_hash(&table.pool), pool_hash(&table.pool));
    let Plan {
        decks,
        mirrors,
        players,
        ..
    } = plan;
    let rest = text_hash(&format!("{rules:x} {cards:x} {decks:?} {mirrors:?} {players:?}"));
    // Half of it is short to type and long enough.
    let mark = format!("{:08x}", rest >> 32);
    match kernel.edition() {
        "" => format!("{}-{seed}-{mark}", kernel.name()),
        edition => format!("{}-{edition}-{seed}-{mark}", kernel.name()),
    }
}

/// What happens while the games are played.
struct Watcher<'p> {
    plan: &'p Plan,
    prefix: String,
    keep: Option<&'p Path>,
    bar: ProgressBar,
    state: Mutex<State>,
}

struct State {
    sink: Option<Sink>,
    replays: Vec<(u64, PathBuf)>,
    troubles: Vec<String>,
}

impl Watcher<'_> {
    fn with(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Watch for Watcher<'_> {
    fn wants(&self, _number: u64) -> bool {
        self.keep.is_some()
    }

    fn replay(&self, number: u64, file: &ReplayFile) {
        let name = format!("{}-{number:06}.replay", self.prefix);
        let path = self.keep.unwrap_or(Path::new("")).join(name);
        let written = replays::write(&path, file);
        self.with(|state| match written {
            Ok(()) => state.replays.push((number, path)),
            Err(stop) => state.troubles.extend(stop.messages),
        });
    }

    fn played(&self, _result: &GameResult) {
        self.bar.inc(1);
    }

    fn chunk(&self, results: &[GameResult]) {
        self.with(|state| {
            if let Some(sink) = &mut state.sink
                && let Err(trouble) = sink.rows(self.plan, results)
            {
                state.troubles.push(trouble);
                state.sink = None;
            }
        });
    }
}

/// The file that gets a row for each game.
struct Sink {
    path: PathBuf,
    rows: Rows,
}

enum Rows {
    Json(BufWriter<File>),
    Csv(Box<csv::Writer<File>>),
}

/// How rows are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Json,
    Csv,
}

/// What the ending of a file says.
fn form(path: &Path) -> Result<Form, Stop> {
    match path.extension().and_then(|e| e.to_str()) {
        Some("jsonl") => Ok(Form::Json),
        Some("csv") => Ok(Form::Csv),
        _ => Err(Stop::new(format!("{} is neither *.jsonl nor *.csv", shown(path)))
            .with_help("the ending says what is written: JSON objects, one a line, or a table with commas")),
    }
}

impl Sink {
    fn create(path: &Path, form: Form) -> Result<Sink, Stop> {
        let file = File::create(path)
            .map_err(|error| Stop::new(format!("cannot write {}: {}", shown(path), reason(&error))))?;
        let rows = if form == Form::Json {
            Rows::Json(BufWriter::new(file))
        } else {
            let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(file);
            writer
                .write_record(COLUMNS)
                .map_err(|error| Stop::new(format!("cannot write {}: {error}", shown(path))))?;
            Rows::Csv(Box::new(writer))
        };
        Ok(Sink {
            path: path.to_path_buf(),
            rows,
        })
    }

    /// Writes a row for each game, and sends them off: what was played is kept, whatever happens next.
    fn rows(&mut self, plan: &Plan, results: &[GameResult]) -> Result<(), String> {
        let path = &self.path;
        let trouble = |error: &dyn std::fmt::Display| format!("cannot write {}: {error}", shown(path));
        for result in results {
            let row = sim::row(plan, result);
            match &mut self.rows {
                Rows::Json(writer) => {
                    let line = serde_json::to_string(&row).map_err(|error| trouble(&error))?;
                    writeln!(writer, "{line}").map_err(|error| trouble(&reason(&error)))?;
                }
                Rows::Csv(writer) => writer.serialize(row).map_err(|error| trouble(&error))?,
            }
        }
        let flushed = match &mut self.rows {
            Rows::Json(writer) => writer.flush(),
            Rows::Csv(writer) => writer.flush(),
        };
        flushed.map_err(|error| trouble(&reason(&error)))
    }

    fn finish(mut self) -> Result<(), String> {
        let flushed = match &mut self.rows {
            Rows::Json(writer) => writer.flush(),
            Rows::Csv(writer) => writer.flush(),
        };
        flushed.map_err(|error| format!("cannot write {}: {}", shown(&self.path), reason(&error)))
    }
}
