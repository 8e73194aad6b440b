//! Saved games of `cardwright play`: who sits where when they are gone on with, what a save may overwrite, and files that are no saved games.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Nothing takes so long, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(90);

/// A folder of its own for a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("saves-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    /// Runs the program with lines of input; a run that hangs fails.
    fn run(&self, args: &[&str], input: &str) -> (i32, String, String) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(args)
            .current_dir(&self.0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program");
        let mut stdin = child.stdin.take().expect("its input");
        let text = input.to_owned();
        // The program may end before it has read everything.
        let writer = std::thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
        let (done, waits) = std::sync::mpsc::channel();
        let id = child.id();
        let watch = std::thread::spawn(move || {
            if waits.recv_timeout(PATIENCE).is_err() {
                let _ = Command::new("kill").arg(id.to_string()).status();
            }
        });
        let begun = Instant::now();
        let out = child.wait_with_output().expect("the end");
        let _ = done.send(());
        watch.join().expect("the watch");
        writer.join().expect("the input");
        assert!(begun.elapsed() < PATIENCE, "{args:?} hangs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        (out.status.code().unwrap_or(-1), text(out.stdout), text(out.stderr))
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).expect("a file")
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.join(name), text).expect("a file");
    }

    /// A game of the second seat against a player who looks ahead, saved after some answers.
    fn with_second_seat(name: &str) -> Folder {
        let folder = Folder::new(name);
        let args = ["play", "weiss", "--me", "2", "--against", "greedy", "--seed", "5"];
        let (code, out, err) = folder.run(&args, "1\n1\n1\nboard\nsave me2.json\n");
        assert_eq!(code, 0, "{err}");
        assert!(out.contains("saved me2.json"), "{out}");
        assert!(folder.read("me2.json").contains("\"players\": [\"greedy\",\"person\"]"));
        folder
    }
}

/// The lines of a board about a player, and that player's hand.
fn told(out: &str, p: &str) -> Vec<String> {
    let start = format!("{p} ");
    let lines = out.lines().map(|line| line.trim_start_matches("> "));
    lines
        .filter(|line| line.starts_with(&start) || line.starts_with("  hand: "))
        .map(str::to_owned)
        .collect()
}

#[test]
fn a_saved_game_goes_on_with_whoever_sat_where() {
    let folder = Folder::with_second_seat("seats");
    let (code, out, err) = folder.run(&["play", "weiss", "--load", "me2.json"], "board\nsave again.json\n");
    assert_eq!((code, err.as_str()), (0, ""));
    let lines = told(&out, "p1");
    assert!(lines.iter().any(|line| line.starts_with("p1 greedy: ")), "{out}");
    assert!(out.contains("p2 person: "), "{out}");
    assert_eq!(folder.read("again.json"), folder.read("me2.json"));
    // Another player on the other seat is nobody's secret.
    let args = [
        "play",
        "weiss",
        "--load",
        "me2.json",
        "--against",
        "random",
        "--me",
        "2",
    ];
    let (code, out, err) = folder.run(&args, "board\n");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("p1 random: ") && out.contains("p2 person: "), "{out}");
    // The hand of the other seat is.
    for me in ["1", "both"] {
        let (code, out, err) = folder.run(&["play", "weiss", "--load", "me2.json", "--me", me], "board\n");
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains("me2.json: the person of this game is p2"), "{err}");
        assert!(err.contains("leave --me out, or say --me 2"), "{err}");
    }
    // A player that this program does not have is not simply another one.
    folder.write("odd.json", &folder.read("me2.json").replace("\"greedy\"", "\"oracle\""));
    let (code, _, err) = folder.run(&["play", "weiss", "--load", "odd.json"], "");
    assert_eq!(code, 2);
    assert!(
        err.contains("in this game p1 is `oracle`") && err.contains("--against"),
        "{err}"
    );
    let (code, _, err) = folder.run(&["play", "weiss", "--load", "odd.json", "--against", "greedy"], "");
    assert_eq!((code, err.as_str()), (0, ""));
}

#[test]
fn a_game_that_programs_played_can_be_taken_over() {
    let folder = Folder::new("programs");
    let args = ["sim", "weiss", "--games", "1", "--seed", "3", "--keep-replays", "kept"];
    let (code, _, err) = folder.run(&args, "");
    assert_eq!(code, 0, "{err}");
    let file = fs::read_dir(folder.0.join("kept"))
        .expect("replays")
        .next()
        .expect("one");
    let path = file.expect("a file").path();
    let path = path.to_str().expect("a plain name");
    let (code, out, err) = folder.run(&["play", "weiss", "--load", path, "--me", "2"], "undo\nboard\n");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("p2 person: ") && out.contains("p1 random: "), "{out}");
}

#[test]
fn loading_in_a_session_takes_over_the_seats() {
    let folder = Folder::with_second_seat("session");
    let (code, out, err) = folder.run(&["play", "weiss", "--seed", "6"], "load me2.json\nboard\n");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.contains("loaded me2.json: p1 is greedy, p2 is person"), "{out}");
    assert!(out.contains("p1 greedy: ") && out.contains("p2 person: "), "{out}");
    // What the command line said about the seats holds for loading, too.
    let (code, out, _) = folder.run(&["play", "weiss", "--seed", "6", "--me", "1"], "load me2.json\nboard\n");
    assert_eq!(code, 0);
    assert!(out.contains("me2.json: the person of this game is p2"), "{out}");
    assert!(out.contains("p1 person: ") && !out.contains("loaded"), "{out}");
}

#[test]
fn a_game_of_another_kind_is_not_broken() {
    let folder = Folder::with_second_seat("kinds");
    let (_, out, _) = folder.run(&["play", "fow", "--seed", "6"], "load me2.json\n");
    assert!(
        out.contains("me2.json is a game of weiss; cardwright play weiss --load me2.json"),
        "{out}"
    );
    assert!(!out.contains("broken"), "{out}");
}

#[test]
fn a_save_does_not_overwrite_another_game() {
    let folder = Folder::with_second_seat("overwrite");
    let kept = folder.read("me2.json");
    let play = ["play", "weiss", "--seed", "8"];
    let (_, out, _) = folder.run(&play, "1\nsave me2.json\nsave other.json\nsave me2.json\n");
    assert!(out.contains("not saved: me2.json holds another game"), "{out}");
    assert!(
        out.contains("saved other.json") && !out.contains("> saved me2.json"),
        "{out}"
    );
    assert_eq!(folder.read("me2.json"), kept);
    // The session's own file is written again and again, and so is the one that was loaded.
    let (_, out, _) = folder.run(&play, "1\nsave mine.json\n1\nsave mine.json\n");
    assert_eq!(out.matches("saved mine.json").count(), 2, "{out}");
    let (_, out, _) = folder.run(&["play", "weiss", "--load", "mine.json"], "1\nsave mine.json\n");
    assert!(out.contains("saved mine.json"), "{out}");
    let (_, out, _) = folder.run(&play, "load mine.json\n1\nsave ./mine.json\n");
    assert!(out.contains("saved mine.json"), "{out}");
    // A file that could not be loaded is not the session's.
    let (_, out, _) = folder.run(
        &["play", "weiss", "--seed", "8", "--me", "1"],
        "load me2.json\nsave me2.json\n",
    );
    assert!(out.contains("not saved: me2.json holds another game"), "{out}");
    assert_eq!(folder.read("me2.json"), kept);
    // Whoever says it twice means it.
    let (_, out, _) = folder.run(&play, "1\nsave me2.json\nsave me2.json\n");
    assert!(out.contains("> saved me2.json"), "{out}");
    assert_ne!(folder.read("me2.json"), kept);
}

#[cfg(unix)]
#[test]
fn pipes_are_no_saved_games() {
    let folder = Folder::new("pipes");
    let made = Command::new("mkfifo").arg("fifo").current_dir(&folder.0).status();
    assert!(made.expect("mkfifo").success());
    let (code, _, err) = folder.run(&["replay", "fifo"], "");
    assert_eq!(code, 2);
    assert!(err.contains("fifo is not a regular file"), "{err}");
    let (code, _, err) = folder.run(&["play", "weiss", "--load", "fifo"], "");
    assert_eq!(code, 2);
    assert!(err.contains("fifo is not a regular file"), "{err}");
    let (_, out, _) = folder.run(&["play", "weiss", "--seed", "1"], "load fifo\nsave fifo\n");
    assert!(out.contains("fifo is not a regular file"), "{out}");
    assert!(out.contains("fifo is there and is no saved game"), "{out}");
}

#[test]
fn names_in_files_do_nothing_to_a_terminal() {
    let folder = Folder::with_second_seat("names");
    let good = folder.read("me2.json");
    let long = format!("\"{}\"", "x".repeat(201));
    let cases = [
        ("players", good.replace("\"greedy\"", "\"\\u001b]0;gotcha\\u0007\"")),
        ("deck", good.replace("\"name\":\"", "\"name\":\"\\u009b31m")),
        ("engine", good.replace("\"engine\": \"", "\"engine\": \"\\u202e")),
        ("length", good.replace("\"greedy\"", &long)),
        ("key", good.replace("\"seed\":", "\"se\\u001b[2Jed\":")),
        ("kind", good.replace("\"seed\": ", "\"seed\": \"\\u001b[2J\", \"x\": ")),
    ];
    for (what, text) in cases {
        assert_ne!(text, good, "{what}");
        folder.write("bad.json", &text);
        let (code, out, err) = folder.run(&["replay", "bad.json"], "");
        assert_eq!((code, out.as_str()), (2, ""), "{what}: {err}");
        assert!(err.contains("the replay file is broken"), "{what}: {err}");
        let odd = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(!err.contains(odd), "{what}: {err:?}");
    }
    folder.write(
        "bad.json",
        &good.replace("\"greedy\"", &format!("\"{}\"", "x".repeat(200))),
    );
    let (code, _, err) = folder.run(&["replay", "bad.json"], "");
    assert_eq!((code, err.as_str()), (0, ""));
}
