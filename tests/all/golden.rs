//! The scenarios and the tests of the bundled cards, played by the command as a user would, and the rules they show.

use crate::support::{game_names, game_rules};
use cardwright::source::SourceFile;
use cardwright::{compile, ir, rules};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;

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

/// The report on all tests of card files. They are played once for everything that is asked of them here; each is also played a second time with save and
/// load at every decision, and a difference fails it.
static PLAYED: LazyLock<serde_json::Value> = LazyLock::new(|| {
    // Planted misreadings are refused on purpose (`planted.rs`); samples of the language are compiled, not played (`language.rs`).
    let out = cardwright(&["test", "cards", "tests/scenarios", "tests/probe", "--format", "json"]);
    serde_json::from_slice(&out.stdout).unwrap_or_else(|why| panic!("{why}: {}", text(&out.stderr)))
});

fn tests_played() -> impl Iterator<Item = &'static serde_json::Value> {
    PLAYED["tests"].as_array().expect("tests").iter()
}

#[test]
fn all_scenarios_and_card_tests_pass() {
    let failed: Vec<String> = tests_played()
        .filter(|test| test["outcome"] != "passed")
        .map(|test| {
            format!(
                "{}:{}: {}\n{}",
                test["file"], test["line"], test["name"], test["message"]
            )
        })
        .collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
    assert_eq!(PLAYED["failed"], 0);
    assert!(
        PLAYED["passed"].as_u64().expect("a number") > 4000,
        "{}",
        PLAYED["passed"]
    );
}

/// An icon that most units of a grade have is no text.
fn is_text(line: &ir::Line) -> bool {
    !matches!(line, ir::Line::Keyword { calls, .. } if calls.iter().all(|call| call.name == "Boost"))
}

/// Every bundled card with text, tokens too, is named in a test whose log is kept.
#[test]
fn every_card_with_text_has_a_kept_log() {
    for game in game_names() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("cards").join(game);
        let mut paths: Vec<_> = std::fs::read_dir(folder)
            .expect("the cards")
            .map(|entry| entry.expect("a file").path())
            .filter(|path| path.extension().is_some_and(|e| e == "card"))
            .collect();
        paths.sort();
        let read = |path: &std::path::PathBuf| {
            let name = path.file_name().and_then(|n| n.to_str()).expect("a name");
            SourceFile::new(name, std::fs::read_to_string(path).expect("a card file"))
        };
        let compiled = compile::compile(paths.iter().map(read).collect());
        assert_eq!(compiled.counts().0, 0, "{:?}", compiled.diagnostics);
        let mut kept = String::new();
        let mut texts = BTreeSet::new();
        for module in &compiled.modules {
            for test in module.tests.iter().filter(|test| test.golden) {
                kept.push_str(&serde_json::to_string(&(&test.given, &test.steps)).expect("JSON"));
            }
            for card in &module.cards {
                let file = module.files.get(card.src.0 as usize).map_or("", String::as_str);
                if !file.starts_with("test-common") && card.faces.iter().any(|face| face.lines.iter().any(is_text)) {
                    texts.insert(card.name.clone());
                }
            }
        }
        assert!(texts.len() > 50, "{game}: {} cards with text", texts.len());
        texts.retain(|name| !kept.contains(&serde_json::to_string(name).expect("JSON")));
        assert!(texts.is_empty(), "{game}: no log is kept for {texts:?}");
    }
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

/// A test of a file for two editions is played in both, and shows the rules of each.
#[test]
fn tests_are_played_once_an_edition() {
    let folder = std::env::temp_dir().join(format!("cardwright-editions-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("both.card");
    let card = |name: &str| {
        format!(
            "card \"{name}\" {{\n  normal-unit, grade 1, power 7000, shield 5000, critical 1\n  clan <Alpha>, race <Human>\n}}\n\n"
        )
    };
    let tests =
        "test \"both\" rules \"1.1.1\" \"g:6.4.1.1.2\" \"1.10:6.4.1.2\" \"6.4.1.2.1\" {\n  expect { p1 hand 0 }\n}\n";
    let script = format!(
        "use vanguard edition g 1.10\nset \"Both\" code BO\n\n{}{}{tests}",
        card("Vanguard"),
        card("Filler")
    );
    std::fs::write(&file, script).expect("a file");
    let path = file.display().to_string();
    let all = cardwright(&["test", &path, "--format", "json"]);
    let one = cardwright(&["test", &path, "--format", "json", "--filter", "[1.10]"]);
    let by_rule = cardwright(&["test", &path, "--format", "json", "--filter", "g:6.4.1.1.2"]);
    let rules = cardwright(&["rules", "vanguard", &path, "--edition", "1.10", "--format", "json"]);
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    let played = |out: &Output| -> Vec<(String, Vec<String>)> {
        let report: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
        let word = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
        let tests = report["tests"].as_array().expect("tests");
        let rules = |test: &serde_json::Value| test["rules"].as_array().expect("rules").iter().map(word).collect();
        tests.iter().map(|test| (word(&test["edition"]), rules(test))).collect()
    };
    let run = |edition: &str, own: &str| {
        let rules = ["1.1.1", own, "6.4.1.2.1"];
        (edition.to_owned(), rules.map(str::to_owned).to_vec())
    };
    assert_eq!(played(&all), [run("g", "6.4.1.1.2"), run("1.10", "6.4.1.2")]);
    assert_eq!(played(&one), [run("1.10", "6.4.1.2")]);
    assert_eq!(played(&by_rule), [run("g", "6.4.1.1.2")]);
    let warned = text(&all.stderr);
    assert!(
        warned.contains("names the rule 6.4.1.2.1, which vanguard edition 1.10 does not have"),
        "{warned}"
    );
    assert!(!warned.contains("vanguard edition g does not have"), "{warned}");
    let index: serde_json::Value = serde_json::from_slice(&rules.stdout).expect("JSON");
    assert_eq!((&index["edition"], &index["testable"]), (&"1.10".into(), &403.into()));
}

/// A game, its edition if it has several, and rules that can be tested and that nothing shows yet. What is shown must not stand here, and what is not
/// shown must, with a reason in the index of rules.
const NOT_SHOWN: [(&str, Option<&str>, &[&str]); 0] = [];

/// Every testable rule is shown by a test that could have failed, or is on the list of those that are not.
#[test]
fn every_testable_rule_is_shown_or_listed() {
    for (game, edition) in game_rules() {
        let row = NOT_SHOWN.iter().find(|(of, by, _)| (*of, *by) == (game, edition));
        let listed: &[&str] = row.map_or(&[], |(.., ids)| *ids);
        let mut line = vec!["rules", game, "--format", "json"];
        line.extend(edition.iter().flat_map(|e| ["--edition", *e]));
        let out = cardwright(&line);
        let index: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
        let rules = index["rules"].as_array().expect("rules");
        assert_eq!(
            rules.len(),
            rules::index(game, edition).expect("an index").len(),
            "{game}"
        );
        let missing: Vec<&serde_json::Value> = rules
            .iter()
            .filter(|rule| rule["testable"] == true && rule["tests"].as_array().is_none_or(Vec::is_empty))
            .collect();
        let ids: Vec<&str> = missing.iter().filter_map(|rule| rule["id"].as_str()).collect();
        assert_eq!(ids, listed, "{game} {edition:?}");
        assert!(
            missing.iter().all(|rule| rule["reason"] != ""),
            "{game} {edition:?}: a rule that nothing shows needs its reason in the index"
        );
    }
}

/// A test that lists rules and would pass whatever happens shows none of them; one that could fail does.
#[test]
fn an_empty_claim_shows_nothing() {
    let folder = std::env::temp_dir().join(format!("cardwright-claims-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("claims.card");
    let card = "card \"Filler\" CL-01 {\n  character, color red, level 0, cost 0, power 500, soul 1\n  side weiss\n  CONT { this gets +500 power }\n}\n";
    let tests = "test \"empty\" rules \"1.1.1\" \"6.2.1\" {\n  do { p1 pass }\n  expect { game on }\n}\n
test \"repeats\" rules \"6.2.1\" {\n  given { p1 hand: \"Filler\" }\n  expect { p1 hand 1 }\n}\n
test \"steps\" rules \"8.6.2.1\" {\n  given { p1 hand: \"Filler\" }\n  do { p1 play \"Filler\" on C1 }\n  expect { p1 C1: \"Filler\" }\n}\n
test \"fact\" rules \"2.7.2\" {\n  given { p1 C1: \"Filler\" }\n  expect { p1 C1 power 1000 }\n}\n
test \"view\" rules \"3.4.2\" {\n  given { p2 hand: \"Filler\" }\n  expect { p1 sees p2 hand: hidden }\n}\n";
    std::fs::write(&file, format!("use weiss\nset \"Claims\" code CL\n\n{card}\n{tests}")).expect("a file");
    let out = cardwright(&["rules", "weiss", &file.display().to_string(), "--format", "json"]);
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    let index: serde_json::Value = serde_json::from_slice(&out.stdout).expect("JSON");
    let by: Vec<(&str, &str)> = index["rules"]
        .as_array()
        .expect("rules")
        .iter()
        .flat_map(|rule| {
            let ways = rule["by"].as_array().expect("ways").iter();
            ways.map(|way| (rule["id"].as_str().expect("a number"), way.as_str().expect("a way")))
        })
        .collect();
    let ways: Vec<&str> = by.iter().map(|(_, way)| *way).collect();
    assert_eq!(
        ways,
        ["statically", "by a view", "by steps"],
        "{by:?}\n{}",
        text(&out.stderr)
    );
}
