//! `play --honest`: nobody looks ahead.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// A game by lines.
fn lines(args: &[&str], input: &str) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program");
    let mut stdin = child.stdin.take().expect("its input");
    let text = input.to_owned();
    let writer = std::thread::spawn(move || drop(stdin.write_all(text.as_bytes())));
    let out = child.wait_with_output().expect("the end");
    writer.join().expect("the input");
    String::from_utf8(out.stdout).expect("text")
}

#[test]
fn an_honest_game_goes_back_over_nothing_that_became_known() {
    // What is put back for new cards has been drawn for, and the other player has answered.
    let input = "1\n1\n1\nundo\nsave honest-game.json\nquit\n";
    let free = lines(
        &["play", "weiss", "--seed", "5"],
        &input.replace("save honest-game.json\n", ""),
    );
    assert!(free.contains("undone"), "{free}");
    let honest = lines(&["play", "weiss", "--seed", "5", "--honest"], input);
    assert!(!honest.contains("undone"), "{honest}");
    for wanted in [
        "an honest game does not go back",
        "an honest game is saved when it is over",
    ] {
        assert!(honest.contains(wanted), "{wanted} is missing:\n{honest}");
    }
    assert!(
        !std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("honest-game.json")
            .exists()
    );
}

#[test]
fn an_answer_that_tells_nothing_is_taken_back() {
    // Picking a card of the own hand to put back, before it is put back.
    let honest = lines(&["play", "weiss", "--seed", "5", "--honest"], "2\nundo\nquit\n");
    assert!(honest.contains("undone"), "{honest}");
}
