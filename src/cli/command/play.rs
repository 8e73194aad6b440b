//! `cardwright play`.

use crate::cli::args::{Me, PlayArgs};
use crate::cli::exit::{Exit, Stop};
use crate::cli::files::shown;
use crate::cli::table::{self, cannot_play};
use crate::cli::{replays, term};
use crate::ir::Module;
use crate::kernel::Outcome;
use crate::play::{Contest, ReplayFile};
use crate::tui::{App, Next, Plain, SeatError, Seating, Session, Store, Texts};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Plays a game in the terminal.
pub(in crate::cli) fn run(args: &PlayArgs) -> Result<Exit, Stop> {
    if args.table.decks.len() > 2 {
        return Err(Stop::new(format!(
            "a game has two decks, and --decks names {}",
            args.table.decks.len()
        )));
    }
    let saved = args.load.as_deref().map(|path| saved(args, path)).transpose()?;
    let modules = args.table.modules()?;
    let seed = table::seed(args.seed.or_else(|| args.load.is_some().then_some(0)));
    let contest = match &saved {
        Some((path, file)) => resume(path, file, &modules)?,
        None => begin(args, &modules, seed)?,
    };
    let seating = seating(args, seed);
    let seats = match &saved {
        Some((path, file)) => seating
            .of_file(file)
            .map_err(|error| no_seat(&error, &format!("{}: ", shown(path))))?,
        None => seating.fresh().map_err(|error| no_seat(&error, ""))?,
    };
    let files = Files::new(args, &contest);
    let session = Session::new(contest, seats, Arc::new(Texts::new(modules)))
        .seated(seating)
        .honest(args.honest);
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let drawn = terminal && !args.plain && !is_dumb();
    let session = if drawn {
        let mut app = App::new(session, &files, term::color_out(args.color));
        crate::tui::run(&mut app).map_err(|error| {
            Stop::new(format!("the terminal cannot be used: {error}")).with_help("try it with --plain")
        })?;
        app.into_session()
    } else {
        let mut plain = Plain::new(session, &files, terminal);
        if terminal && !is_dumb() {
            plain = plain.erasing();
        }
        let played = plain.run(&mut io::stdin().lock(), &mut io::stdout().lock());
        match played {
            // A reader that goes away (`| head`) is no error.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(Exit::Fine),
            Err(error) => return Err(Stop::new(format!("cannot go on playing: {error}"))),
            Ok(()) => plain.into_session(),
        }
    };
    end(&session, drawn)
}

/// A terminal that says it cannot draw.
fn is_dumb() -> bool {
    std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// How the game stands when the person leaves.
fn end(session: &Session, told: bool) -> Result<Exit, Stop> {
    let Next::Nobody(outcome) = session.next() else {
        return Ok(Exit::Fine);
    };
    if told {
        // The screen with the outcome on it is gone.
        let _ = writeln!(io::stdout(), "{}", session.outcome_words(outcome));
    }
    match outcome {
        Outcome::Fault(..) => Err(Stop::new(session.outcome_words(outcome))
            .with_help(
            "that is a mistake of the engine or of a card, or nobody wanted the game to end: with the same seed and answers it can be played again and saved before that",
        )),
        Outcome::Win(_) | Outcome::Draw => Ok(Exit::Fine),
    }
}

/// A new game with the decks that were asked for, or with the first ones.
fn begin(args: &PlayArgs, modules: &[Module], seed: u64) -> Result<Contest, Stop> {
    let table = args.table.table_of(modules)?;
    let decks = args.table.decks(&table)?;
    let (one, two) = match decks.as_slice() {
        [] => return Err(Stop::new("there is no deck to play with")),
        [one] => (one, one),
        [one, two, ..] => (one, two),
    };
    Contest::with_log(&table, one, two, seed).map_err(|error| cannot_play(&error))
}

/// Reads a saved game, which must be of the game that was asked for, and of the edition if one was.
fn saved<'a>(args: &PlayArgs, path: &'a Path) -> Result<(&'a Path, ReplayFile), Stop> {
    let file = replays::read(path)?;
    let asked = args.table.edition.as_deref();
    if file.game() == args.table.game && (asked.is_none() || asked == file.edition()) {
        return Ok((path, file));
    }
    Err(other_game(path, &file, &args.table.cards.again()))
}

/// A saved game of another game or edition is not broken: it needs another command.
fn other_game(path: &Path, file: &ReplayFile, cards: &str) -> Stop {
    let again = format!("cardwright play {} --load {}{cards}", file.game(), shown(path));
    Stop::new(format!("{} is a game of {}", shown(path), file.title())).with_help(again)
}

fn resume(path: &Path, file: &ReplayFile, modules: &[Module]) -> Result<Contest, Stop> {
    let pool = file.pool(modules).map_err(|error| replays::refused(path, &error))?;
    Contest::resume(file, &pool, true).map_err(|error| replays::refused(path, &error))
}

/// What was asked for about the seats.
fn seating(args: &PlayArgs, seed: u64) -> Seating {
    Seating {
        people: args.me.map(|me| match me {
            Me::One => [true, false],
            Me::Two => [false, true],
            Me::Both => [true, true],
        }),
        against: args.against.clone(),
        seed,
    }
}

fn no_seat(error: &SeatError, whose: &str) -> Stop {
    Stop::new(format!("{whose}{error}")).with_help(error.help())
}

/// Games as files.
struct Files {
    game: String,
    edition: String,
    /// The option that names the cards, for a command to try instead.
    cards: String,
    kept: RefCell<Kept>,
}

/// What is known of the files that were named so far.
#[derive(Default)]
struct Kept {
    /// The files that this session wrote or read: they hold earlier moments of it, or what the person left for them.
    own: BTreeSet<PathBuf>,
    /// The file that holds another game and was just asked for.
    doubted: Option<PathBuf>,
}

impl Files {
    fn new(args: &PlayArgs, contest: &Contest) -> Files {
        let kernel = contest.game().kernel();
        Files {
            game: kernel.name().to_owned(),
            edition: kernel.edition().to_owned(),
            cards: args.table.cards.again(),
            kept: RefCell::new(Kept {
                own: args.load.iter().map(|path| full(path)).collect(),
                doubted: None,
            }),
        }
    }
}

/// A path that is the same however it was written.
fn full(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

impl Store for Files {
    fn save(&self, name: &str, file: &ReplayFile) -> Result<String, String> {
        let path = Path::new(name);
        let mut kept = self.kept.borrow_mut();
        let doubted = kept.doubted.take();
        if path.exists() {
            let known = full(path);
            if replays::read(path).is_err() {
                return Err(format!(
                    "{} is there and is no saved game: take another name",
                    shown(path)
                ));
            }
            // Two games need two files, unless the person says so twice.
            if !kept.own.contains(&known) && doubted.as_ref() != Some(&known) {
                kept.doubted = Some(known);
                return Err(format!(
                    "not saved: {} holds another game; take another name, or save there once more to overwrite it",
                    shown(path)
                ));
            }
        }
        replays::write(path, file).map_err(words)?;
        kept.own.insert(full(path));
        Ok(format!("saved {}", shown(path)))
    }

    fn load(&self, name: &str) -> Result<ReplayFile, String> {
        let path = Path::new(name);
        let file = replays::read(path).map_err(words)?;
        if file.game() != self.game || file.edition().unwrap_or_default() != self.edition {
            return Err(words(other_game(path, &file, &self.cards)));
        }
        Ok(file)
    }

    fn taken_up(&self, name: &str) {
        self.kept.borrow_mut().own.insert(full(Path::new(name)));
    }
}

/// A stop on one line, for a screen that goes on.
fn words(stop: Stop) -> String {
    let mut all = stop.messages;
    all.extend(stop.helps);
    all.join("; ")
}
