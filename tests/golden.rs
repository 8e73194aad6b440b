//! The scenarios and the tests of the bundled cards, played by the command as a user would, and the rules they show.

#![expect(clippy::expect_used, reason = "a test may fail loudly")]

use std::path::Path;
use std::process::{Command, Output};

fn cardwright(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(args)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
        .output()
        .expect("the command runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Every scenario is also run a second time with save and load at every decision; a difference fails it.
#[test]
fn all_scenarios_and_card_tests_pass() {
    let out = cardwright(&["test", "cards", "tests"]);
    let shown = text(&out.stdout);
    assert!(out.status.success(), "{shown}{}", text(&out.stderr));
    let closing = shown.lines().last().unwrap_or_default();
    let (passed, rest) = closing.split_once(" passed, ").expect("a closing line");
    assert_eq!(rest, "0 failed");
    assert!(passed.parse::<u32>().expect("a number") > 550, "{closing}");
}

/// A broken expectation is found: the command fails, and says what is there instead.
#[test]
fn a_wrong_test_fails() {
    let folder = std::env::temp_dir().join(format!("cardwright-golden-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("wrong.card");
    let script = "use weiss\nset \"Wrong\" code WR\n\ncard \"Filler\" WR-01 {\n  character, color red, level 0, cost 0, power 500, soul 1\n  side weiss\n}\n
test \"wrong\" {\n  given {\n    p1 hand: \"Filler\"\n  }\n  expect {\n    p1 hand 2\n  }\n}\n";
    std::fs::write(&file, script).expect("a file");
    let out = cardwright(&["test", &file.display().to_string()]);
    let shown = text(&out.stdout);
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    assert_eq!(out.status.code(), Some(1), "{shown}");
    assert!(shown.contains("expected 2, there are 1"), "{shown}");
    assert!(shown.contains("0 passed, 1 failed"), "{shown}");
}

/// A card may be called by its name wherever cards are at work; if the ones of a name differ, that is said.
#[test]
fn cards_are_called_by_name() {
    let folder = std::env::temp_dir().join(format!("cardwright-named-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("named.card");
    let script = "use weiss\nset \"Named\" code NM\n\ncard \"Filler\" NM-01 {\n  character, color red, level 0, cost 0, power 500, soul 1\n  side weiss\n}\n
test \"named\" {\n  given {\n    p1 C1: \"Filler\"\n    p1 C2: \"Filler\"\n    p1 clock: \"Filler\"\n    p2 C1: \"Filler\" rested\n    p2 C2: \"Filler\"\n  }
  expect {\n    p1 \"Filler\" power 500\n    p1 \"Filler\" not rested\n    p1 \"Filler\" in clock level 0\n    p1 C1 not reversed\n  }\n  expect { p2 \"Filler\" rested }\n}\n";
    std::fs::write(&file, script).expect("a file");
    let out = cardwright(&["test", &file.display().to_string()]);
    let shown = text(&out.stdout);
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    assert_eq!(out.status.code(), Some(1), "{shown}");
    assert!(
        shown.contains(
            "this is ambiguous: it holds for some of \"Filler\" rested, \"Filler\" standing and not for others"
        ),
        "{shown}"
    );
}

/// Every testable rule is shown by a passing test; every other one has a reason or is a heading.
#[test]
fn every_testable_rule_is_shown() {
    for (game, count) in [("weiss", 570), ("fow", 1106)] {
        let out = cardwright(&["rules", game, "--format", "json"]);
        assert!(out.status.success(), "{}", text(&out.stderr));
        let shown = text(&out.stdout);
        let index: serde_json::Value = serde_json::from_str(&shown).expect("JSON");
        let rules = index["rules"].as_array().expect("rules");
        assert_eq!(rules.len(), count, "{game}");
        let missing: Vec<&str> = rules
            .iter()
            .filter(|r| r["testable"] == true && r["tests"].as_array().is_none_or(Vec::is_empty))
            .filter(|r| r["reason"].as_str().is_none_or(str::is_empty))
            .filter_map(|r| r["id"].as_str())
            .collect();
        assert!(missing.is_empty(), "{game}: {missing:?}");
    }
}
