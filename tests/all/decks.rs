//! Decks as people write them: of bundled cards, with mistakes, with one name for two of them, and far too large.

use crate::support::game_names;
use crate::support::tide::{FAULTY, TIDE};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A folder of its own for a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("decks-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder");
        Folder(path)
    }

    fn with(self, name: &str, text: &str) -> Folder {
        fs::write(self.0.join(name), text).expect("a file");
        self
    }

    fn run(&self, args: &[&str]) -> (i32, String, String) {
        let out = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(args)
            .current_dir(&self.0)
            .stdin(Stdio::null())
            .output()
            .expect("the program");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        (out.status.code().unwrap_or(-1), text(out.stdout), text(out.stderr))
    }
}

/// A deck of a bundled set, as a file of its own under another name.
fn bundled_deck(game: &str, name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cards").join(game);
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the cards")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "card"))
        .collect();
    files.sort();
    let decks = files.iter().find_map(|path| {
        let text = fs::read_to_string(path).expect("a card file");
        let (_, rest) = text.split_once("\ndeck \"")?;
        let (lines, _) = rest.split_once("\n}")?;
        let (_, lines) = lines.split_once('\n')?;
        Some(format!("use {game}\n\ndeck \"{name}\" {{\n{lines}\n}}\n"))
    });
    decks.expect("a deck")
}

#[test]
fn a_deck_of_bundled_cards_is_played_as_it_is_checked() {
    let folder = Folder::new("bundled").with("my-deck.card", &bundled_deck("weiss", "My Deck"));
    let (code, out, err) = folder.run(&["deck", "check", "my-deck.card"]);
    assert_eq!((code, out.as_str()), (0, ""), "{err}");
    assert!(err.contains("1 deck in 1 file: no problems"), "{err}");
    let common = ["--cards", "my-deck.card", "--decks", "My Deck", "--seed", "1"];
    let with = |start: &[&str]| -> (i32, String, String) {
        let all: Vec<&str> = start.iter().chain(&common).copied().collect();
        folder.run(&all)
    };
    let (code, out, err) = with(&["sim", "weiss", "--games", "4", "--keep-replays", "kept"]);
    assert_eq!(code, 0, "{err}");
    assert!(out.contains("4 games"), "{out}");
    let (code, _, err) = with(&["play", "weiss"]);
    assert_eq!((code, err.as_str()), (0, ""));
    // The decks of the bundled sets are not among the decks of the files.
    let (code, out, err) = folder.run(&["sim", "weiss", "--cards", "my-deck.card", "--games", "1", "--seed", "1"]);
    assert_eq!(code, 0, "{err}");
    assert!(!out.contains("Lamplighters"), "{out}");
    // What was played with the file is looked at with the file.
    let kept = fs::read_dir(folder.0.join("kept"))
        .expect("replays")
        .next()
        .expect("one");
    let path = kept.expect("a file").path();
    let (code, _, err) = folder.run(&["replay", path.to_str().expect("a name"), "--cards", "my-deck.card"]);
    assert_eq!((code, err.as_str()), (0, ""));
}

#[test]
fn two_decks_of_one_name_are_an_error_at_both_places() {
    let folder = Folder::new("twice")
        .with("tide.card", TIDE)
        .with("more.card", "use weiss\n\ndeck \"Limpets\" { 50 \"Whelk\" }\n");
    let (code, out, err) = folder.run(&["deck", "check", "tide.card", "more.card"]);
    assert_eq!(code, 1, "{err}");
    assert!(out.contains("[E0803] Error: there are two decks \"Limpets\""), "{out}");
    assert!(out.contains("tide.card:") && out.contains("more.card:"), "{out}");
    for command in ["sim", "play"] {
        let (code, out, err) = folder.run(&[command, "weiss", "--cards", ".", "--seed", "1"]);
        assert_eq!((code, out.as_str()), (2, ""), "{err}");
        assert!(err.contains("there are two decks \"Limpets\""), "{err}");
        assert!(err.contains("tide.card:") && err.contains("more.card:"), "{err}");
    }
    // In the same set, too.
    let folder = Folder::new("twice-here").with("tide.card", &format!("{TIDE}deck \"Limpets\" {{ 50 \"Whelk\" }}\n"));
    let (code, out, _) = folder.run(&["deck", "check", "tide.card", "--format", "short"]);
    assert_eq!(code, 1);
    assert_eq!(out.matches("error[E0803]").count(), 1, "{out}");
}

#[test]
fn decks_for_different_editions_may_share_a_name() {
    let deck = |edition: &str| format!("use vanguard edition {edition}\n\ndeck \"Same\" {{ 50 \"Nobody\" }}\n");
    let folder = Folder::new("editions")
        .with("g.card", &deck("g"))
        .with("old.card", &deck("1.10"))
        .with("both.card", &deck("g 1.10"));
    let (_, out, _) = folder.run(&["deck", "check", "g.card", "old.card", "--format", "short"]);
    assert!(!out.contains("E0803"), "{out}");
    let (_, out, _) = folder.run(&["deck", "check", "old.card", "both.card", "--format", "short"]);
    assert_eq!(out.matches("E0803").count(), 1, "{out}");
}

#[test]
fn decks_that_are_left_out_are_told() {
    let thin = "\ndeck \"Thin\" { 30 \"Limpet\" }\n";
    let folder = Folder::new("left-out").with("tide.card", &format!("{TIDE}{thin}"));
    let (code, out, err) = folder.run(&["sim", "weiss", "--cards", "tide.card", "--games", "12", "--seed", "1"]);
    assert_eq!(code, 0, "{err}");
    assert!(!out.contains("Thin"), "{out}");
    let told = "left out: the deck \"Thin\" is against the rules: a deck has exactly 50 cards, this one has 30";
    assert_eq!(err.matches(told).count(), 1, "{err}");
    let (_, _, err) = folder.run(&["play", "weiss", "--cards", "tide.card", "--seed", "1"]);
    assert_eq!(err.matches(told).count(), 1, "{err}");
    // Who names decks does not hear of others.
    let args = [
        "sim",
        "weiss",
        "--cards",
        "tide.card",
        "--games",
        "4",
        "--seed",
        "1",
        "--decks",
        "Limpets",
    ];
    let (code, _, err) = folder.run(&args);
    assert_eq!(code, 0);
    assert!(!err.contains("left out"), "{err}");
}

#[test]
fn sizes_are_counted_as_they_are_written() {
    let deck = |name: &str, lines: &str| format!("use weiss\n\ndeck \"{name}\" {{\n{lines}\n}}\n");
    let folder = Folder::new("sizes")
        .with("tide.card", &format!("{TIDE}{FAULTY}"))
        .with(
            "huge.card",
            &deck(
                "Huge",
                "  1000000000 \"Limpet\"\n  1000000000 \"Limpet\"\n  1500 \"Cowrie\"",
            ),
        )
        .with("vast.card", &deck("Vast", "  5000000000 \"Nobody\"\n  50 \"Limpet\""))
        .with("typo.card", &deck("Typo", "  46 \"Limpet\"\n  4 \"Limpt\""))
        .with("short.card", &deck("Short", "  40 \"Limpet\"\n  4 \"Limpt\""));
    let check = |file: &str| folder.run(&["deck", "check", file, "--cards", "tide.card", "--format", "short"]);
    let (code, out, err) = check("huge.card");
    assert_eq!(code, 1, "{err}");
    assert!(out.contains("this one has 2000001500"), "{out}");
    assert!(out.contains("there are 1500 of \"Cowrie\""), "{out}");
    // A number that no card can say is wrong, and no smaller for that.
    let (_, out, _) = check("vast.card");
    assert!(
        out.contains("E0109") && out.contains("this one has 5000000050"),
        "{out}"
    );
    let begun = Instant::now();
    let (code, _, err) = folder.run(&[
        "sim",
        "weiss",
        "--cards",
        "huge.card",
        "tide.card",
        "--decks",
        "Huge",
        "--seed",
        "1",
    ]);
    assert_eq!(code, 2, "{err}");
    assert!(begun.elapsed() < Duration::from_secs(30));
    // A misspelt card is one mistake, and still a card of the deck.
    let (code, out, _) = check("typo.card");
    assert_eq!(code, 1);
    assert_eq!(out.lines().count(), 1, "{out}");
    assert!(out.contains("error[E0309]: there is no card \"Limpt\""), "{out}");
    let (_, out, _) = check("short.card");
    assert!(out.contains("this one has 44"), "{out}");
}

#[test]
fn a_misspelt_card_is_no_second_mistake_in_any_game() {
    for game in game_names() {
        let right = bundled_deck(game, "Mine");
        let lines: Vec<&str> = right.lines().collect();
        for (n, line) in lines
            .iter()
            .enumerate()
            .filter(|(_, line)| line.contains('"') && !line.starts_with("deck"))
        {
            let mut wrong: Vec<String> = lines.iter().map(|line| (*line).to_owned()).collect();
            if let (Some(slot), Some((count, _))) = (wrong.get_mut(n), line.split_once('"')) {
                *slot = format!("{count}\"Nobody of that name\"");
            }
            let folder = Folder::new("misspelt").with("mine.card", &wrong.join("\n"));
            let (code, out, err) = folder.run(&["deck", "check", "mine.card", "--format", "short"]);
            assert_eq!(code, 1, "{game}: {err}");
            assert_eq!(out.lines().count(), 1, "{game}, without {line}:\n{out}");
        }
    }
}

#[test]
fn a_deck_of_endless_lines_is_told_in_few() {
    const LINES: usize = 100_000;
    let many = |line: &dyn Fn(usize) -> String| {
        let mut text = String::from("use weiss\n\ndeck \"Many\" {\n");
        for n in 0..LINES {
            let _ = writeln!(text, "  {}", line(n));
        }
        text + "}\n"
    };
    let folder = Folder::new("endless")
        .with("tide.card", TIDE)
        .with("same.card", &many(&|_| "1 \"Cowrie\"".to_owned()))
        .with("nobody.card", &many(&|_| "1 \"Nobody\"".to_owned()))
        .with("nobodies.card", &many(&|n| format!("1 \"Nobody {n}\"")))
        .with("counts.card", &many(&|_| "9999999999 \"Cowrie\"".to_owned()))
        .with(
            "parts.card",
            &many(&|n| if n == 0 { "nowhere:" } else { "1 \"Cowrie\"" }.to_owned()),
        );
    for (file, told) in [
        ("same.card", "there are 100000 of \"Cowrie\""),
        ("nobody.card", "and 99991 more such lines"),
        (
            "nobodies.card",
            "99950 more lines of this deck name cards that do not exist",
        ),
        ("counts.card", "the same is wrong in 99992 more places"),
        ("parts.card", "has a part that these rules do not know"),
    ] {
        let begun = Instant::now();
        let (code, out, err) = folder.run(&["deck", "check", file, "--cards", "tide.card"]);
        assert_eq!(code, 1, "{err}");
        assert!(
            out.contains(told),
            "{file}: {}",
            out.chars().take(4000).collect::<String>()
        );
        assert!(out.lines().count() < 2000, "{file}: {} lines", out.lines().count());
        // Minutes are too much, also on a busy machine and without optimisation.
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "{file}: {:?}",
            begun.elapsed()
        );
    }
}
