//! `cardwright play`.

use crate::cli::args::{Me, PlayArgs};
use crate::cli::exit::{Exit, Stop};
use crate::cli::files::shown;
use crate::cli::table::{self, cannot_play};
use crate::cli::{replays, term};
use crate::ir::Module;
use crate::kernel::{Outcome, P};
use crate::play::{Contest, ReplayFile};
use crate::players::{self, Player};
use crate::tui::{App, Next, Plain, Session, Store, Texts};
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
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
    let seats = [seat(args, P::ONE, seed)?, seat(args, P::TWO, seed)?];
    let session = Session::new(contest, seats, Arc::new(Texts::new(modules)));
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    let session = if terminal && !args.plain {
        let mut app = App::new(session, &Files, term::color_out(args.color));
        crate::tui::run(&mut app).map_err(|error| {
            Stop::new(format!("the terminal cannot be used: {error}")).with_help("try it with --plain")
        })?;
        app.into_session()
    } else {
        let mut plain = Plain::new(session, &Files, terminal);
        let played = plain.run(&mut io::stdin().lock(), &mut io::stdout().lock());
        match played {
            // A reader that goes away (`| head`) is no error.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(Exit::Fine),
            Err(error) => return Err(Stop::new(format!("cannot go on playing: {error}"))),
            Ok(()) => plain.into_session(),
        }
    };
    end(&session, terminal && !args.plain)
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
    let again = format!(
        "cardwright play {} --load {}{}",
        file.game(),
        shown(path),
        args.table.cards.again()
    );
    Err(Stop::new(format!("{} is a game of {}", shown(path), file.title())).with_help(again))
}

fn resume(path: &Path, file: &ReplayFile, modules: &[Module]) -> Result<Contest, Stop> {
    let pool = file.pool(modules).map_err(|error| replays::refused(path, &error))?;
    Contest::resume(file, &pool, true).map_err(|error| replays::refused(path, &error))
}

/// Who sits there: nobody means a person.
fn seat(args: &PlayArgs, p: P, seed: u64) -> Result<Option<Box<dyn Player>>, Stop> {
    let mine = match args.me {
        Me::One => p == P::ONE,
        Me::Two => p == P::TWO,
        Me::Both => true,
    };
    if mine {
        return Ok(None);
    }
    // The chances of the game and those of the player have nothing to do with each other.
    let player = players::by_name(&args.against, seed ^ 0x5EA7);
    player.map(Some).map_err(|error| {
        Stop::new(error.to_string()).with_help(format!("the players are {}", players::NAMES.join(", ")))
    })
}

/// Games as files.
struct Files;

impl Store for Files {
    fn save(&self, name: &str, file: &ReplayFile) -> Result<String, String> {
        let path = Path::new(name);
        if path.exists() && replays::read(path).is_err() {
            return Err(format!(
                "{} is there and is no saved game: take another name",
                shown(path)
            ));
        }
        replays::write(path, file).map_err(words)?;
        Ok(format!("saved {}", shown(path)))
    }

    fn load(&self, name: &str) -> Result<ReplayFile, String> {
        replays::read(Path::new(name)).map_err(words)
    }
}

/// A stop on one line, for a screen that goes on.
fn words(stop: Stop) -> String {
    let mut all = stop.messages;
    all.extend(stop.helps);
    all.join("; ")
}
