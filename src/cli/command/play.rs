//! `cardwright play`.

use crate::cli::args::{Me, PlayArgs};
use crate::cli::exit::{Exit, Stop};
use crate::cli::files::shown;
use crate::cli::table::{self, cannot_play};
use crate::cli::{replays, term};
use crate::kernel::{Outcome, P};
use crate::play::{Contest, ReplayFile};
use crate::players::{self, Player};
use crate::tui::{App, Next, Plain, Session, Store, Texts};
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;
use std::sync::Arc;

/// Plays a game in the terminal.
pub(in crate::cli) fn run(args: &PlayArgs) -> Result<Exit, Stop> {
    let table = args.table.table()?;
    let modules = args.table.cards.modules(&args.table.game)?;
    let seed = table::seed(args.seed.or_else(|| args.load.is_some().then_some(0)));
    let contest = match &args.load {
        Some(path) => load(args, path, &modules)?,
        None => {
            let decks = args.table.decks(&table)?;
            let (one, two) = match decks.as_slice() {
                [] => return Err(Stop::new("there is no deck to play with")),
                [one] => (one, one),
                [one, two, ..] => (one, two),
            };
            Contest::with_log(&table, one, two, seed).map_err(|error| cannot_play(&error))?
        }
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
            .with_help("that is a mistake of the engine or of a card: save the game and report it with the file")),
        Outcome::Win(_) | Outcome::Draw => Ok(Exit::Fine),
    }
}

fn load(args: &PlayArgs, path: &Path, modules: &[crate::ir::Module]) -> Result<Contest, Stop> {
    let file = replays::read(path)?;
    if file.game() != args.table.game {
        return Err(
            Stop::new(format!("{} is a game of {}", shown(path), file.game())).with_help(format!(
                "cardwright play {} --load {}",
                file.game(),
                shown(path)
            )),
        );
    }
    let pool = file.pool(modules).map_err(|error| replays::refused(path, &error))?;
    Contest::resume(&file, &pool, true).map_err(|error| replays::refused(path, &error))
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
