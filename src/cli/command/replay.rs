//! `cardwright replay`.

use crate::cli::args::ReplayArgs;
use crate::cli::exit::{Exit, Stop};
use crate::cli::replays;
use crate::cli::report::counted;
use crate::cli::table::CardArgs;
use crate::cli::term::Out;
use crate::exec::player_word;
use crate::golden;
use crate::play::{FileError, Playback, ReplayFile, board, result_words};
use std::io::{self, BufRead as _, IsTerminal as _, Read as _};
use std::path::Path;

/// The most legal answers that are listed.
const MOST_LISTED: usize = 60;
/// The longest line that is read while stepping.
const MOST_LINE: u64 = 4096;

/// Plays a recorded game again and shows it.
pub(in crate::cli) fn run(args: &ReplayArgs) -> Result<Exit, Stop> {
    let file = replays::read(&args.file)?;
    let pool = replays::pool(&args.file, &file, &args.cards)?;
    let refused = |error: FileError| replays::refused(&args.file, &error);
    let replay = file.replay(&pool).map_err(refused)?;
    let mut playback = Playback::new(replay, &pool).map_err(|error| refused(error.into()))?;
    let mut out = Out::new();
    if args.step {
        for line in about(&file) {
            out.line(&line);
        }
        step(&mut out, &mut playback, &args.file)?;
        return out.finish().map(|()| Exit::Fine);
    }
    if let Some(to) = args.to.or(args.as_test) {
        if to > playback.len() {
            let end = playback.len();
            let option = if args.to.is_some() { "--to" } else { "--as-test" };
            return Err(Stop::new(too_far(end)).with_help(format!("{option} takes 0 to {end}")));
        }
        playback.go(to).map_err(|error| refused(error.into()))?;
        if args.as_test.is_some() {
            out.text(&as_test(&playback, &usual_name(to))?);
            return out.finish().map(|()| Exit::Fine);
        }
        show_board(&mut out, &playback);
        show_question(&mut out, &playback);
        return out.finish().map(|()| Exit::Fine);
    }
    let end = playback.len();
    playback.go(end).map_err(|error| refused(error.into()))?;
    file.check_end(playback.game()).map_err(refused)?;
    if args.log {
        for line in playback.game().log_lines(None) {
            out.line(&line);
        }
    } else {
        for line in about(&file) {
            out.line(&line);
        }
        let game = playback.game();
        let result = game
            .state
            .over
            .map_or_else(|| "not finished".to_owned(), |outcome| result_words(game, outcome));
        out.line(&format!(
            "{}, {}: {result}",
            counted(playback.len(), "decision"),
            counted(usize::from(game.state.turn.number), "turn")
        ));
        out.line("It plays through: every answer is legal, and all checks are right.");
    }
    out.finish().map(|()| Exit::Fine)
}

/// What a test of a position is called by itself.
fn usual_name(at: usize) -> String {
    format!("decision {at} of a game")
}

/// The position of a recorded game as the text of a test.
fn as_test(playback: &Playback, name: &str) -> Result<String, Stop> {
    golden::written(playback.replay(), playback.game(), playback.at(), name).map_err(Stop::new)
}

/// A test that begins where a recorded game has made so many decisions: its game, its name and its text.
pub(in crate::cli) fn test_of(
    path: &Path,
    at: usize,
    name: Option<&str>,
    cards: &CardArgs,
) -> Result<(String, String, String), Stop> {
    let file = replays::read(path)?;
    let pool = replays::pool(path, &file, cards)?;
    let refused = |error: FileError| replays::refused(path, &error);
    let replay = file.replay(&pool).map_err(refused)?;
    let mut playback = Playback::new(replay, &pool).map_err(|error| refused(error.into()))?;
    if at > playback.len() {
        let end = playback.len();
        return Err(Stop::new(too_far(end)).with_help(format!("--at takes 0 to {end}")));
    }
    playback.go(at).map_err(|error| refused(error.into()))?;
    let name = name.map_or_else(|| usual_name(at), str::to_owned);
    let text = as_test(&playback, &name)?;
    Ok((file.game().to_owned(), name, text))
}

fn too_far(decisions: usize) -> String {
    format!("the replay has {}", counted(decisions, "decision"))
}

/// What is known of a game without playing it.
fn about(file: &ReplayFile) -> Vec<String> {
    let edition = file
        .edition()
        .map_or_else(String::new, |edition| format!(" edition {edition}"));
    let ([one, two], [first, second]) = (file.players(), file.deck_names());
    match (file.test(), file.seed()) {
        (Some(test), _) => vec![format!("{}{edition}: the board of the test \"{test}\"", file.game())],
        (None, seed) => vec![
            format!("{}{edition}, seed {}", file.game(), seed.unwrap_or_default()),
            format!("p1: {one} with \"{first}\""),
            format!("p2: {two} with \"{second}\""),
        ],
    }
}

fn show_board(out: &mut Out, playback: &Playback) {
    let game = playback.game();
    let when = match game.state.turn.number {
        0 => "setup".to_owned(),
        turn => format!("turn {turn}, {}", game.time_word(game.state.turn.step)),
    };
    out.line(&format!("decision {} of {}, {when}", playback.at(), playback.len()));
    let [one, two] = crate::kernel::P::BOTH.map(|p| game.view(p));
    for line in board(&game.pool, [&one, &two]) {
        out.line(&line);
    }
}

/// The open question with the legal answers, and which of them was given.
fn show_question(out: &mut Out, playback: &Playback) {
    let game = playback.game();
    if let Some(outcome) = game.state.over {
        out.line(&format!("the game is over: {}", result_words(game, outcome)));
        return;
    }
    out.line(&game.question_words());
    let replay = playback.replay();
    let given = replay.answers.get(playback.at()).copied();
    let range = game.state.ask.and_then(|ask| ask.range);
    if range.is_none() {
        for number in (0..game.answer_count()).take(MOST_LISTED) {
            let mark = if given == Some(number) { '>' } else { ' ' };
            let words = game.answer_atom(number).map(|atom| game.atom_words(atom));
            out.line(&format!("{mark} {}", words.unwrap_or_default()));
        }
        let more = (game.answer_count() as usize).saturating_sub(MOST_LISTED);
        if more > 0 {
            out.line(&format!("  … {more} more"));
        }
    }
    let listed = range.is_none() && given.is_some_and(|number| (number as usize) < MOST_LISTED);
    match (given, replay.concede) {
        (Some(_), _) if listed => {}
        (Some(number), _) => {
            let words = game.answer_atom(number).map(|atom| game.atom_words(atom));
            out.line(&format!("> {}", words.unwrap_or_default()));
        }
        (None, Some(p)) if playback.at() == replay.answers.len() => out.line(&format!("> {} gives up", player_word(p))),
        _ => out.line("the replay ends here"),
    }
}

/// Steps through a game as a person, or the lines of a file, says.
fn step(out: &mut Out, playback: &mut Playback, path: &Path) -> Result<(), Stop> {
    const HELP: &str = "Enter: next decision; b: back; g N: go to decision N; s: show the board; q: quit";
    let refused = |error: crate::exec::ReplayError| replays::refused(path, &FileError::from(error));
    let terminal = io::stdin().is_terminal();
    if terminal {
        out.line(HELP);
    }
    show_question(out, playback);
    let mut input = io::stdin().lock();
    loop {
        if terminal {
            out.text(&format!("{}/{}> ", playback.at(), playback.len()));
        }
        out.flush();
        if out.is_broken() {
            return Ok(());
        }
        let mut line = Vec::new();
        let read = (&mut input)
            .take(MOST_LINE)
            .read_until(b'\n', &mut line)
            .map_err(|error| {
                Stop::new(format!(
                    "cannot read standard input: {}",
                    crate::cli::files::reason(&error)
                ))
            })?;
        if read == 0 {
            return Ok(());
        }
        // Whatever was typed or piped in: letters that are none are no command.
        let line = String::from_utf8_lossy(&line);
        let mut words = line.split_whitespace();
        let before = playback.game().log.events.len();
        match (words.next(), words.next()) {
            (None | Some("n"), None) => {
                if !playback.forth().map_err(refused)? {
                    out.line("the replay ends here");
                    // Whoever steps at the end has seen all of it.
                    return Ok(());
                }
                let game = playback.game();
                for ev in game.log.events.iter().skip(before) {
                    if let Some(line) = game.log_line(ev, None) {
                        out.line(&line);
                    }
                }
            }
            (Some("b"), None) => playback.go(playback.at().saturating_sub(1)).map_err(refused)?,
            (Some("g"), Some(to)) if !to.is_empty() && to.bytes().all(|b| b.is_ascii_digit()) => {
                // A number that is too large to be read is too large.
                let to = to.parse().unwrap_or(usize::MAX);
                if to > playback.len() {
                    out.line(&too_far(playback.len()));
                    out.line(&format!("g takes 0 to {}", playback.len()));
                    continue;
                }
                playback.go(to).map_err(refused)?;
            }
            (Some("s"), None) => show_board(out, playback),
            (Some("q"), None) => return Ok(()),
            _ => {
                out.line(HELP);
                continue;
            }
        }
        show_question(out, playback);
    }
}
