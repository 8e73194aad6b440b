//! `cardwright new`.

use crate::cli::book_args::{NewArgs, NewCommand, NewTestArgs};
use crate::cli::exit::{Exit, Stop};
use crate::cli::files::{self, Content, reason};
use crate::cli::project::Projects;
use crate::cli::term::Out;
use crate::cli::vocabulary;
use crate::source::SourceFile;
use crate::starter::{self, From, Ground, Refusal, Start};
use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::Path;

/// Begins a set, a card, a keyword, a test or a deck.
pub(in crate::cli) fn run(args: &NewArgs) -> Result<Exit, Stop> {
    if let NewCommand::Test(NewTestArgs {
        name,
        from: Some(replay),
        at: Some(at),
        file,
        cards,
    }) = &args.what
    {
        let (game, name, text) = super::replay::test_of(replay, *at, name.as_deref(), cards)?;
        let ground = ground(args, Some(game))?;
        return finish(starter::recorded(&ground, &name, &text, file.as_deref()));
    }
    let ground = ground(args, None)?;
    finish(match &args.what {
        NewCommand::Set(args) => starter::set(&ground, &args.name, args.code.as_deref()),
        NewCommand::Card(args) => {
            let from = match (&args.kind, &args.like) {
                (Some(kind), _) => From::Kind(kind),
                (None, Some(phrase)) => From::Phrase(phrase),
                (None, None) => From::Usual,
            };
            starter::card(&ground, &args.name, from, args.file.as_deref())
        }
        NewCommand::Keyword(args) => starter::keyword(&ground, &args.name, args.file.as_deref()),
        NewCommand::Test(args) => {
            let card = args.name.as_deref().unwrap_or_default();
            starter::test(&ground, card, args.file.as_deref())
        }
        NewCommand::Deck(args) => starter::deck(&ground, &args.name, args.file.as_deref()),
    })
}

/// Writes what is begun, or says why nothing is.
fn finish(starts: Result<Vec<Start>, Refusal>) -> Result<Exit, Stop> {
    let starts = starts.map_err(|refusal: Refusal| Stop::new(refusal.message).with_help(refusal.help))?;
    // First all that could be in the way, then the writing: nothing is begun by halves.
    let taken = starts.iter().find(|start| start.new && Path::new(&start.file).exists());
    if let Some(start) = taken {
        return Err(Stop::new(format!("there is a file {} already", start.file)).with_help("nothing was written"));
    }
    let mut out = Out::new();
    for start in &starts {
        write(start).map_err(|error| Stop::new(format!("cannot write {}: {}", start.file, reason(&error))))?;
        out.line(&format!("{}: {}", start.file, start.what));
    }
    out.finish()?;
    Ok(Exit::Fine)
}

fn write(start: &Start) -> io::Result<()> {
    let path = Path::new(&start.file);
    if start.new {
        // Whoever wrote a file of this name meanwhile keeps it.
        return File::options()
            .write(true)
            .create_new(true)
            .open(path)?
            .write_all(start.text.as_bytes());
    }
    let mut text = fs::read_to_string(path)?;
    text.push_str(&start.text);
    files::replace(path, text.as_bytes())
}

/// What is known without asking: the game, unless a recorded game tells it, the edition, and the card files of the project.
fn ground(args: &NewArgs, game: Option<String>) -> Result<Ground, Stop> {
    let mut projects = Projects::default();
    let project = projects.here()?;
    let settings = project.as_ref().map(|project| project.settings());
    let paths = projects.paths(&[], ".")?;
    // A folder without card files is where most sets begin.
    let mut sources = Vec::new();
    for input in files::find(&paths).unwrap_or_default() {
        if let Content::Text(text) = files::read(&input)? {
            sources.push(SourceFile::new(input.name(), text));
        }
    }
    let (named, edition) = match &args.what {
        NewCommand::Set(args) => (args.game.clone(), args.edition.clone()),
        _ => (game, None),
    };
    let games = Ground::games(&sources);
    let game = named
        .or_else(|| settings.and_then(|settings| settings.game.clone()))
        .or_else(|| Some(games.first()?.clone()).filter(|_| games.len() == 1));
    let Some(game) = game else {
        return Err(Stop::new("it is not known which game this is for").with_help(
            "in an empty folder say the game: cardwright new set \"Lamp Street\" --game weiss; \
             for several games give each a folder with a cardwright.toml",
        ));
    };
    let vocab = vocabulary::vocab(&game)?;
    let edition = edition.or_else(|| settings.and_then(|settings| settings.edition.clone()));
    if let Some(edition) = &edition {
        vocabulary::known_edition(vocab, edition)?;
    }
    Ok(Ground::new(&game, edition.as_deref(), project.is_some(), &sources))
}
