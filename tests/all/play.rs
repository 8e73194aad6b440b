//! `cardwright play` as a person meets it: keys into a pseudo terminal, the screen out of it; lines through a pipe.

use cardwright::play::{Contest, ReplayFile, Table, bundled, games};
use cardwright::players;
use cardwright::tui::{App, Key, Next, Plain, Session, Store, Texts};
use cardwright::{compile, exec, kernel};
use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::process::{Command, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

/// What ends a picture.
const SHOWN: &[u8] = b"\x1b[?2026l";

const PROGRAM: &str = env!("CARGO_BIN_EXE_cardwright");
/// Nothing takes so long, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(90);

/// Every game that can be played, in every edition.
fn all_games() -> Vec<(&'static str, Option<&'static str>)> {
    games()
        .flat_map(|(game, editions)| {
            let rows: Vec<_> = if editions.is_empty() {
                vec![(game, None)]
            } else {
                editions.into_iter().map(|e| (game, Some(e))).collect()
            };
            rows
        })
        .collect()
}

fn lines_of(n: u16) -> NonZeroU16 {
    NonZeroU16::new(n).expect("not 0")
}

/// The program in a terminal of 80 columns and 24 lines.
struct Term {
    screen: Arc<(Mutex<vt100::Parser>, Condvar)>,
    keys: Box<dyn Write + Send>,
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
}

impl Term {
    fn start(folder: &std::path::Path, args: &[&str]) -> Term {
        let size = PtySize {
            rows: 24,
            cols: 80,
            pixel_width: 0,
            pixel_height: 0,
        };
        let pair = native_pty_system().openpty(size).expect("a pseudo terminal");
        let mut command = CommandBuilder::new(PROGRAM);
        command.args(args);
        command.cwd(folder);
        command.env("TERM", "xterm-256color");
        command.env("NO_COLOR", "1");
        let child = pair.slave.spawn_command(command).expect("the program");
        drop(pair.slave);
        let screen = Arc::new((
            Mutex::new(vt100::Parser::new(lines_of(24), lines_of(80), 0)),
            Condvar::new(),
        ));
        let mut reader = pair.master.try_clone_reader().expect("what it draws");
        let keys = pair.master.take_writer().expect("its keys");
        let shared = Arc::clone(&screen);
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            let mut waiting: Vec<u8> = Vec::new();
            while let Ok(n @ 1..) = reader.read(&mut bytes) {
                waiting.extend_from_slice(&bytes[..n]);
                // Only whole pictures are looked at.
                let Some(end) = waiting.windows(SHOWN.len()).rposition(|part| part == SHOWN) else {
                    continue;
                };
                let rest = waiting.split_off(end + SHOWN.len());
                let Ok(mut parser) = shared.0.lock() else { return };
                parser.process(&waiting);
                drop(parser);
                waiting = rest;
                shared.1.notify_all();
            }
            shared.1.notify_all();
        });
        Term {
            screen,
            keys,
            master: pair.master,
            child,
        }
    }

    fn set_size(&self, rows: NonZeroU16, columns: NonZeroU16) {
        self.screen.0.lock().expect("the screen").set_size(rows, columns);
    }

    fn text(&self) -> String {
        shown(&self.screen.0.lock().expect("the screen"))
    }

    /// Waits until the screen is as it should be, and gives it.
    fn wait(&self, what: &str, fits: impl Fn(&str) -> bool) -> String {
        let begun = Instant::now();
        let mut parser = self.screen.0.lock().expect("the screen");
        loop {
            let text = shown(&parser);
            if fits(&text) {
                return text;
            }
            assert!(begun.elapsed() < PATIENCE, "{what} does not come:\n{text}");
            parser = self
                .screen
                .1
                .wait_timeout(parser, Duration::from_millis(200))
                .expect("the screen")
                .0;
        }
    }

    fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).expect("keys");
        self.keys.flush().expect("keys");
    }

    /// Waits for a question or the end.
    fn ready(&self) -> String {
        self.wait("a question", |text| {
            is_over(text) || (text.contains("R resign") && text.contains(": ") && !text.contains("thinks"))
        })
    }

    /// Gives the answer with a key and waits until the game has moved.
    fn answer(&mut self, keys: &str) -> String {
        let before = decision(&self.text());
        self.press(keys);
        self.wait("the next decision", |text| {
            (decision(text) > before && text.contains("R resign") && !text.contains("thinks")) || is_over(text)
        })
    }

    fn leave(mut self) -> u32 {
        self.press("q");
        // The reader must drain the terminal until the program has gone.
        let code = self.child.wait().expect("the end").exit_code();
        drop(self.master);
        code
    }
}

/// The screen without the blanks at the ends of its lines.
fn shown(parser: &vt100::Parser) -> String {
    let lines: Vec<String> = parser
        .screen()
        .contents()
        .lines()
        .map(|line| line.trim_end().to_owned())
        .collect();
    lines.join("\n")
}

/// The number of decisions in the first line.
fn decision(text: &str) -> usize {
    let head = text.lines().next().unwrap_or("");
    let number = head.split("decision ").nth(1).unwrap_or("");
    number.trim().parse().unwrap_or(0)
}

fn is_over(text: &str) -> bool {
    text.contains("The game is over")
}

/// The keys of the answers that are shown.
fn keys(text: &str) -> Vec<char> {
    let lines: Vec<&str> = text.lines().collect();
    let from = lines
        .iter()
        .rposition(|line| line.starts_with("p1: ") || line.starts_with("p2: "));
    let Some(from) = from else { return Vec::new() };
    // A long question goes on in lines that begin with a blank.
    let answers = lines[from + 1..].iter().skip_while(|line| line.starts_with(' '));
    let shown = "123456789abcdefijkmnopvwxy".chars().zip(answers);
    shown
        .take_while(|(key, line)| line.starts_with(&format!("{key} ")))
        .map(|(key, _)| key)
        .collect()
}

/// What a person without a plan presses: now this, now that, the same each time.
fn some_key(text: &str, round: usize) -> String {
    if let Some((_, numbers)) = text.split_once("a number from ") {
        let low: String = numbers.chars().take_while(|c| *c != ' ').collect();
        return format!("{low}\r");
    }
    let keys = keys(text);
    assert!(!keys.is_empty(), "no answers:\n{text}");
    let n = round.wrapping_mul(7).wrapping_add(round / 5);
    keys[n % keys.len()].to_string()
}

fn args<'a>(game: &'a str, edition: Option<&'a str>, more: &[&'a str]) -> Vec<&'a str> {
    let mut args = vec!["play", game, "--against", "random"];
    if let Some(edition) = edition {
        args.extend(["--edition", edition]);
    }
    args.extend(more);
    args
}

/// A folder of its own for a test.
fn folder(name: &str) -> std::path::PathBuf {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("play-{name}"));
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).expect("a folder");
    path
}

/// Loads the saved game; a running game that is not saved needs a yes.
fn load_game(term: &mut Term, asks: bool) {
    term.press("l");
    term.wait("the name", |text| text.contains("load:"));
    term.press("game.json\r");
    if asks {
        term.wait("whether to load", |text| text.contains("Load?"));
        term.press("y");
    }
}

/// A whole game by keys, with undo, save, load and resignation.
fn whole_game(game: &str, edition: Option<&str>) {
    let folder = folder(&format!("{game}-{}", edition.unwrap_or("")));
    let mut term = Term::start(&folder, &args(game, edition, &["--seed", "11"]));
    let mut text = term.ready();
    for round in 0..12 {
        text = term.answer(&some_key(&text, round));
    }
    let name = format!("{game}{}", edition.unwrap_or(""));
    insta::with_settings!({ omit_expression => true }, {
        insta::assert_snapshot!(format!("screen_{}", name.replace('.', "")), text);
    });

    // The text of a card, the reasons, the zones, the log and the keys, and back.
    for (key, title) in [("t", "whose text?"), ("?", "why can I not play"), ("z", "which zone?")] {
        term.press(key);
        term.wait(title, |text| text.contains(title));
        term.press("1");
        term.wait("a page", |text| text.contains("Esc goes back") && !text.contains(title));
        term.press("\x1b");
        term.ready();
    }
    term.press("g");
    term.wait("the log", |text| text.lines().nth(1) == Some("log"));
    term.press("\x1b");
    term.ready();

    // Back to the last decision, and on.
    let before = decision(&term.text());
    term.press("u");
    let undone = term.wait("undone", |text| text.contains("undone") && decision(text) < before);
    text = term.answer(&some_key(&undone, 1));

    // Save, go on, come back.
    let saved_at = decision(&text);
    term.press("s");
    term.wait("the name", |text| text.contains("save as"));
    term.press("game.json\r");
    term.wait("saved", |text| text.contains("saved game.json"));
    assert!(folder.join("game.json").exists());
    for round in 0..4 {
        text = term.answer(&some_key(&text, round + 3));
    }
    assert!(decision(&text) > saved_at || is_over(&text));
    // What was not saved is not thrown away without a word.
    if !is_over(&text) {
        term.press("l");
        term.wait("the name", |text| text.contains("load:"));
        term.press("game.json\r");
        term.wait("whether to load", |text| text.contains("Load?"));
        term.press("n");
        let same = term.ready();
        assert_eq!(decision(&same), decision(&text));
    }
    load_game(&mut term, !is_over(&text));
    term.wait("loaded", |text| {
        text.contains("loaded game.json") && decision(text) == saved_at
    });
    // What was decided before it was saved can be undone, too.
    term.press("u");
    term.wait("undone", |text| text.contains("undone") && decision(text) < saved_at);
    load_game(&mut term, true);
    term.wait("loaded", |text| {
        text.contains("loaded game.json") && decision(text) == saved_at
    });

    // Another size, and back: nothing breaks.
    let resize = |rows, cols| PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    };
    term.set_size(lines_of(10), lines_of(40));
    term.master.resize(resize(10, 40)).expect("a size");
    term.wait("the small screen", |text| {
        text.lines().count() <= 10 && text.contains("p1: ")
    });
    term.set_size(lines_of(24), lines_of(80));
    term.master.resize(resize(24, 80)).expect("a size");
    text = term.wait("the large screen", |text| {
        text.lines().count() == 24 && text.contains("p1: ")
    });

    // To the end.
    let mut round = 20;
    while !is_over(&text) {
        // Mostly the first answer, which is to pass where that is legal: somebody wins in the end.
        let key = if round % 4 == 0 {
            some_key(&text, round)
        } else {
            some_key(&text, 0)
        };
        text = term.answer(&key);
        round += 1;
        assert!(round < 4000, "the game does not end:\n{text}");
    }
    assert!(text.contains("wins") || text.contains("draw"), "{text}");

    // Back from the end, and the game is given up.
    term.press("u");
    term.wait("undone", |text| text.contains("undone") && !is_over(text));
    term.press("R");
    term.wait("whether to resign", |text| text.contains("Resign?"));
    term.press("n");
    term.ready();
    term.press("R");
    term.wait("whether to resign", |text| text.contains("Resign?"));
    term.press("y");
    term.wait("the end", |text| text.contains("The game is over: p2 wins"));
    assert_eq!(term.leave(), 0);
}

#[test]
fn whole_games_of_every_game_by_keys() {
    // One thread a game: most of the time is spent waiting for each other.
    let games: Vec<_> = all_games();
    std::thread::scope(|scope| {
        let all: Vec<_> = games
            .iter()
            .map(|(game, edition)| scope.spawn(|| whole_game(game, *edition)))
            .collect();
        for one in all {
            if let Err(panic) = one.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}

#[test]
fn a_curtain_hides_the_hands_of_two_people() {
    let folder = folder("hotseat");
    let mut term = Term::start(&folder, &["play", "weiss", "--me", "both", "--seed", "3"]);
    let curtain = term.wait("the curtain", |text| text.contains("takes the seat"));
    assert!(!curtain.contains("hand"), "{curtain}");
    term.press("\r");
    let mut text = term.ready();
    let first = text
        .lines()
        .find(|l| l.starts_with("p1: ") || l.starts_with("p2: "))
        .expect("a question")
        .to_owned();
    // Sooner or later the other person is asked.
    for _ in 0..40 {
        let before = decision(&text);
        term.press(&some_key(&text, 0));
        text = term.wait("the next decision", |text| decision(text) > before || is_over(text));
        if text.contains("takes the seat") {
            break;
        }
    }
    assert!(text.contains("takes the seat"), "{text}");
    assert!(!text.contains("hand"), "{text}");
    term.press("\r");
    let text = term.ready();
    let second = text
        .lines()
        .find(|l| l.starts_with("p1: ") || l.starts_with("p2: "))
        .expect("a question");
    assert_ne!(first.get(..2), second.get(..2));
    term.press("q");
    term.wait("whether to quit", |text| text.contains("Quit?"));
    term.press("y");
    assert_eq!(term.child.wait().expect("the end").exit_code(), 0);
}

/// Runs the program by lines.
fn lines(args: &[&str], input: &str) -> (String, String, Option<i32>) {
    let mut child = Command::new(PROGRAM)
        .args(args)
        .current_dir(folder(&format!(
            "lines-{}",
            args.join("-").replace(['/', '.', ' '], "_")
        )))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program");
    let mut stdin = child.stdin.take().expect("its input");
    let text = input.to_owned();
    // The program may end before it has read everything.
    let writer = std::thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
    let out = child.wait_with_output().expect("the end");
    writer.join().expect("the input");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (text(out.stdout), text(out.stderr), out.status.code())
}

#[test]
fn lines_through_a_pipe() {
    let input =
        "help\nboard\nzone\n1\nundo\nundo\nsave a.json\n1\n1\nload a.json\nnonsense\n999\nwhy nobody\nlog 5\nresign\n";
    let (out, err, code) = lines(&["play", "weiss", "--seed", "5"], input);
    assert_eq!(code, Some(0), "{err}");
    assert_eq!(err, "");
    for wanted in [
        "A number answers the question.",
        "hand: ",
        "  1) ",
        "undone",
        "there is nothing to undo",
        "saved a.json",
        "loaded a.json",
        "`nonsense` is no number and no word",
        "999 is none of the answers",
        "you have no card \"nobody\"",
        "The game is over: p2 wins",
        "end of input",
    ] {
        assert!(out.contains(wanted), "{wanted} is missing:\n{out}");
    }
    // The end of the input in the middle of a game is no error.
    let (out, _, code) = lines(&["play", "fow", "--seed", "5"], "1\n");
    assert_eq!(code, Some(0));
    assert!(out.ends_with("end of input\n"), "{out}");
    // The same seed and the same lines are the same game.
    let once = lines(&["play", "weiss", "--seed", "9"], &"1\n".repeat(30)).0;
    assert_eq!(once, lines(&["play", "weiss", "--seed", "9"], &"1\n".repeat(30)).0);
}

#[test]
fn what_cannot_be_played_is_said() {
    let (_, err, code) = lines(&["play", "weiss", "--against", "nobody", "--seed", "1"], "");
    assert_eq!(code, Some(2));
    assert!(
        err.contains("there is no player `nobody`") && err.contains("random"),
        "{err}"
    );
    let (_, err, code) = lines(&["play", "weiss", "--decks", "Nothing", "--seed", "1"], "");
    assert_eq!(code, Some(2));
    assert!(err.contains("there is no deck \"Nothing\""), "{err}");
    let (_, err, code) = lines(&["play", "weiss", "--load", "missing.json"], "");
    assert_eq!(code, Some(2));
    assert!(err.contains("missing.json"), "{err}");
    let (_, err, code) = lines(&["play", "weiss", "--decks", "Lamp", "Deep", "Lamp", "--seed", "1"], "");
    assert_eq!(code, Some(2));
    assert!(err.contains("a game has two decks, and --decks names 3"), "{err}");
    let (_, err, code) = lines(&["play", "weiss", "--decks", "Lamp", "--load", "missing.json"], "");
    assert_eq!(code, Some(2));
    assert!(
        err.contains("--load <FILE>") && err.contains("cannot be used with"),
        "{err}"
    );
    let (_, err, code) = lines(&["play", "weiss", "--seed", "-5"], "");
    assert_eq!(code, Some(2));
    assert!(
        err.contains("write a whole number from 0 to 18446744073709551615"),
        "{err}"
    );
    let (out, _, code) = lines(&["play", "--help"], "");
    assert_eq!(code, Some(0));
    for wanted in ["--against", "--load", "--me", "--plain", "Examples:", "undo"] {
        assert!(out.contains(wanted), "{wanted} is missing:\n{out}");
    }
}

#[test]
fn a_saved_game_is_of_one_edition() {
    folder("editions");
    // Beside the folder that the program runs in.
    let file = "../play-editions/game.json";
    let save = format!("save {file}\n");
    let (out, err, code) = lines(&["play", "vanguard", "--edition", "1.10", "--seed", "5"], &save);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("saved "), "{out}");
    let (_, err, code) = lines(&["play", "vanguard", "--edition", "g", "--load", file], "");
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("game.json is a game of vanguard edition 1.10"), "{err}");
    assert!(err.contains("cardwright play vanguard --load"), "{err}");
    for more in [&["--edition", "1.10", "--load", file][..], &["--load", file]] {
        let all: Vec<&str> = ["play", "vanguard"].iter().chain(more).copied().collect();
        let (_, err, code) = lines(&all, "");
        assert_eq!((code, err.as_str()), (Some(0), ""));
    }
}

/// Games that are kept nowhere.
struct Nowhere;

impl Store for Nowhere {
    fn save(&self, _: &str, _: &ReplayFile) -> Result<String, String> {
        Err("nothing is kept here".to_owned())
    }

    fn load(&self, _: &str) -> Result<ReplayFile, String> {
        Err("nothing is kept here".to_owned())
    }
}

fn session(game: &str, edition: Option<&str>, seed: u64) -> Session {
    let modules = compile::compile(bundled(game)).modules;
    let table = match edition {
        Some(edition) => Table::of_edition(game, edition, &modules),
        None => Table::from_modules(game, &modules),
    }
    .expect("a table");
    let decks: Vec<String> = table
        .decks()
        .filter(|d| table.deck(d).is_ok())
        .map(str::to_owned)
        .collect();
    let contest = Contest::with_log(&table, &decks[0], decks.get(1).unwrap_or(&decks[0]), seed).expect("a game");
    let program = players::by_name("random", seed).expect("a player");
    Session::new(contest, [None, Some(program)], Arc::new(Texts::new(modules)))
}

/// The names of cards that the first player cannot know of: cards of the other player that were never shown.
fn secret_names(game: &exec::Game) -> BTreeSet<String> {
    let me = kernel::P::ONE;
    let view = game.view(me);
    let name = |def: kernel::DefId| game.pool.def(def).name.clone();
    let mut known: BTreeSet<String> = view.cards().iter().filter_map(|card| card.def).map(name).collect();
    for ev in &game.log.events {
        if ev.seen & 1 == 1 {
            known.extend(ev.subj.map(name));
        }
        known.extend(ev.obj.into_iter().chain(ev.cause_card).map(name));
    }
    let own = game.state.cards.iter().filter(|c| c.owner == me).map(|c| name(c.def));
    known.extend(own);
    let others = game.state.cards.iter().filter(|c| c.owner != me).map(|c| name(c.def));
    others
        .filter(|n| !known.iter().any(|k| k.contains(n.as_str())))
        .collect()
}

fn tells(text: &str, secret: &BTreeSet<String>, what: &str) {
    for name in secret {
        assert!(!text.contains(name.as_str()), "{what} tells of \"{name}\":\n{text}");
    }
}

#[test]
fn the_screen_tells_nothing_hidden() {
    for (game, edition) in all_games() {
        let mut app = App::new(session(game, edition, 4), &Nowhere, false);
        let mut secrets = 0;
        for round in 0..60usize {
            let mut guard = 0;
            while app.waits_for_program() {
                app.step();
                guard += 1;
                assert!(guard < 10_000);
            }
            let secret = secret_names(app.session().game());
            secrets += secret.len();
            tells(&app.picture(80, 24).join("\n"), &secret, game);
            for key in ['t', '?', 'z', 'g'] {
                app.press(Key::Char(key));
                tells(&app.picture(80, 60).join("\n"), &secret, game);
                app.press(Key::Esc);
            }
            if matches!(app.session().next(), Next::Nobody(_)) {
                break;
            }
            let text = app.picture(80, 24).join("\n");
            for c in some_key(&text, round).chars() {
                app.press(if c == '\r' { Key::Enter } else { Key::Char(c) });
            }
        }
        assert!(secrets > 100, "{game}: {secrets}");
    }
}

#[test]
fn lines_tell_nothing_hidden() {
    for (game, edition) in all_games() {
        let mut script = String::new();
        for round in 0..60 {
            let _ = writeln!(script, "board\nzone a\nzone d\nlog 400\n{}\n1", round % 3 + 1);
        }
        let mut plain = Plain::new(session(game, edition, 8), &Nowhere, false);
        let mut out = Vec::new();
        plain.run(&mut script.as_bytes(), &mut out).expect("lines");
        let secret = secret_names(plain.into_session().game());
        tells(&String::from_utf8(out).expect("text"), &secret, game);
    }
}

#[test]
fn small_and_large_screens_are_drawn() {
    let mut app = App::new(session("weiss", None, 2), &Nowhere, true);
    for (columns, rows) in [
        (1, 1),
        (5, 3),
        (20, 5),
        (40, 10),
        (79, 23),
        (80, 24),
        (132, 50),
        (300, 100),
    ] {
        for key in ['z', 'h', 't'] {
            app.picture(columns, rows);
            app.press(Key::Char(key));
            app.picture(columns, rows);
            for key in [
                Key::Down,
                Key::PageDown,
                Key::End,
                Key::Up,
                Key::Home,
                Key::PageUp,
                Key::Esc,
            ] {
                app.press(key);
                app.picture(columns, rows);
            }
        }
    }
}

/// The game that programs and people play on, without a terminal: until a person is asked.
fn on(app: &mut App<'_>) {
    for _ in 0..10_000 {
        if !app.waits_for_program() {
            return;
        }
        app.step();
    }
}

fn types(app: &mut App<'_>, text: &str) {
    for c in text.chars() {
        app.press(if c == '\r' { Key::Enter } else { Key::Char(c) });
    }
}

/// Keeps one game.
#[derive(Default)]
struct Memory(Mutex<Option<ReplayFile>>);

impl Store for Memory {
    fn save(&self, name: &str, file: &ReplayFile) -> Result<String, String> {
        *self.0.lock().expect("a game") = Some(file.clone());
        Ok(format!("saved {name}"))
    }

    fn load(&self, name: &str) -> Result<ReplayFile, String> {
        let game = self.0.lock().expect("a game").clone();
        game.ok_or_else(|| format!("{name} is not there"))
    }
}

#[test]
fn a_game_that_is_not_saved_is_not_thrown_away() {
    let memory = Memory::default();
    let mut app = App::new(session("weiss", None, 2), &memory, false);
    on(&mut app);
    types(&mut app, "sgame\r1");
    on(&mut app);
    let before = app.session().answered();
    types(&mut app, "lgame\r");
    assert!(app.picture(80, 24).join("\n").contains("Load?"));
    types(&mut app, "n");
    assert_eq!(app.session().answered(), before);
    types(&mut app, "lgame\ry");
    assert!(app.picture(80, 24).join("\n").contains("loaded game"));
    assert!(app.session().answered() < before);
    // What is saved can be loaded without a word.
    types(&mut app, "lgame\r");
    assert!(app.picture(80, 24).join("\n").contains("loaded game"));
}

#[test]
fn what_is_looked_for_is_shown() {
    let mut app = App::new(session("weiss", None, 2), &Nowhere, false);
    on(&mut app);
    types(&mut app, "/wisp of nothing");
    assert!(
        app.picture(80, 24)
            .join("\n")
            .contains("no answer has \"wisp of nothing\" in it")
    );
    types(&mut app, "\r");
    let picture = app.picture(80, 24);
    assert!(
        picture[23].contains("find: wisp of nothing (Esc ends it)"),
        "{picture:#?}"
    );
    assert!(picture.join("\n").contains("no answer has"), "{picture:#?}");
    app.press(Key::Esc);
    let picture = app.picture(80, 24);
    assert!(picture[23].contains("h help"), "{picture:#?}");
    assert!(!keys(&picture.join("\n")).is_empty(), "{picture:#?}");
}

/// Says much about everything.
struct Wordy;

const WORDY: &str = "the file /home/somebody/games/with/a/rather/long/path/to/it/and/then/some/more/of/it.json cannot be written, because the disk is full: take another name, or make room";

impl Store for Wordy {
    fn save(&self, _: &str, _: &ReplayFile) -> Result<String, String> {
        Err(WORDY.to_owned())
    }

    fn load(&self, _: &str) -> Result<ReplayFile, String> {
        Err(WORDY.to_owned())
    }
}

/// The words of a text one after the other, as they are read.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn long_messages_and_questions_are_seen_whole() {
    let mut app = App::new(session("weiss", None, 2), &Wordy, false);
    on(&mut app);
    types(&mut app, "sgame\r");
    for (columns, rows) in [(80, 24), (60, 24)] {
        let picture = app.picture(columns, rows);
        // A word that is too long for a line goes on in the next one.
        let read = picture.concat().replace(' ', "");
        assert!(read.contains(&WORDY.replace(' ', "")), "{picture:#?}");
    }
    // On a narrow screen the way to the keys and out stays.
    app.press(Key::Esc);
    for columns in [79, 60, 40, 20] {
        let picture = app.picture(columns, 24);
        let foot = &picture[23];
        assert!(foot.contains("h help") && foot.contains("q quit"), "{foot}");
    }
    let mut long = 0;
    for (game, edition) in all_games() {
        let mut app = App::new(session(game, edition, 4), &Nowhere, false);
        for round in 0..80 {
            on(&mut app);
            let Some(question) = app.session().question() else {
                break;
            };
            let picture = app.picture(80, 24);
            let left = picture.iter().map(|line| line.chars().take(48).collect::<String>());
            let left = words(&left.collect::<Vec<_>>().join(" "));
            assert!(
                left.contains(&words(&question.words)),
                "{}\n{picture:#?}",
                question.words
            );
            long += usize::from(question.words.len() > 48);
            let text = picture.join("\n");
            types(&mut app, &some_key(&text, round));
        }
    }
    assert!(long > 3, "{long} long questions");
}

#[test]
fn before_the_first_turn_it_is_nobodys() {
    for (game, edition) in all_games() {
        let session = session(game, edition, 2);
        let mut app = App::new(session, &Nowhere, false);
        on(&mut app);
        if app.session().game().state.turn.number > 0 {
            continue;
        }
        let head = app.picture(80, 24)[0].clone();
        assert!(head.contains("| setup | decision"), "{head}");
        assert!(!head.contains("turn") && !head.contains(" of p"), "{head}");
        let view = app.session().view();
        let board = cardwright::play::board(&app.session().game().pool, [&view, &view]);
        assert!(!board.join("\n").contains("whose turn it is"), "{board:#?}");
        let (out, _, _) = lines(&args(game, edition, &["--seed", "2"]), "");
        assert!(out.contains(" (setup): ") && !out.contains("turn 0"), "{out}");
    }
}

/// The same game with two people.
fn two_people(seed: u64) -> Session {
    let one = session("weiss", None, seed);
    let modules = compile::compile(bundled("weiss")).modules;
    let table = Table::from_modules("weiss", &modules).expect("a table");
    let [first, second] = one.contest().decks();
    let contest = Contest::with_log(&table, first, second, seed).expect("a game");
    Session::new(contest, [None, None], Arc::new(Texts::new(modules)))
}

#[test]
fn a_curtain_of_lines_leaves_nothing_to_scroll_back_to() {
    let script = "\n".to_owned() + &"1\n\n".repeat(20);
    for erases in [false, true] {
        let mut plain = Plain::new(two_people(3), &Nowhere, true);
        if erases {
            plain = plain.erasing();
        }
        let mut out = Vec::new();
        plain.run(&mut script.as_bytes(), &mut out).expect("lines");
        let out = String::from_utf8(out).expect("text");
        let seats: Vec<&str> = out.split("takes the seat ----").collect();
        assert!(seats.len() > 2, "{out}");
        for after in &seats[2..] {
            let (curtain, _) = after.split_once("press Enter").expect("a pause");
            assert!(curtain.matches('\n').count() >= 100, "{curtain:?}");
            // The screen, and what has left it at the top.
            assert_eq!(curtain.contains("\x1b[2J") && curtain.contains("\x1b[3J"), erases);
        }
    }
}

#[test]
fn a_terminal_that_cannot_draw_gets_lines() {
    let folder = folder("dumb");
    let pair = native_pty_system()
        .openpty(PtySize::default())
        .expect("a pseudo terminal");
    let mut command = CommandBuilder::new(PROGRAM);
    command.args(["play", "weiss", "--seed", "1"]);
    command.cwd(&folder);
    command.env("TERM", "dumb");
    let mut child = pair.slave.spawn_command(command).expect("the program");
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().expect("what it writes");
    let mut keys = pair.master.take_writer().expect("its input");
    let written = std::thread::spawn(move || {
        let (mut all, mut bytes) = (Vec::new(), [0; 4096]);
        while let Ok(n @ 1..) = reader.read(&mut bytes) {
            all.extend_from_slice(&bytes[..n]);
        }
        String::from_utf8_lossy(&all).into_owned()
    });
    keys.write_all(b"quit\n").expect("keys");
    keys.flush().expect("keys");
    assert_eq!(child.wait().expect("the end").exit_code(), 0);
    drop((keys, pair.master));
    let text = written.join().expect("what it wrote");
    assert!(text.contains("  1) ") && text.contains("> "), "{text}");
    assert!(!text.contains('\x1b'), "{text:?}");
}
