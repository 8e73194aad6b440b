//! Tests of tests: what `test --coverage`, `--mutate`, `--review` and `--watch` find in a small project.

use crate::support::folder::Folder;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

const CARDS: &str = "use weiss
set \"Tide Pool\" code TP

card \"Filler\" TP-00 {
  character, color blue, level 0, cost 0, power 500, soul 1
  traits <Shell>, side weiss
}

card \"Limpet\" TP-01 {
  character, color blue, level 0, cost 0, power 500, soul 1
  traits <Shell>, side weiss

  AUTO when this is placed on stage from hand {
    if you have 2 or more other characters { draw 1 }
  }
}
";

/// The condition is never false in it.
const HALF: &str = "
test \"a limpet among others draws\" {
  given {
    p1 hand: \"Limpet\"
    p1 C1: \"Filler\"
    p1 C2: \"Filler\"
    p1 deck: \"Filler\" * 5
  }
  do { p1 play \"Limpet\" on C3 }
  expect { p1 hand 1 }
}
";

/// The rest of it.
const REST: &str = "
test \"a limpet with one other does not\" {
  given {
    p1 hand: \"Limpet\"
    p1 C1: \"Filler\"
    p2 C1: \"Filler\"
    p2 C2: \"Filler\"
    p1 deck: \"Filler\" * 5
  }
  do { p1 play \"Limpet\" on C3 }
  expect { p1 hand 0 }
}

test \"a limpet among more than two draws one card\" {
  given {
    p1 hand: \"Limpet\"
    p1 C1: \"Filler\"
    p1 C2: \"Filler\"
    p1 B4: \"Filler\"
    p1 deck: \"Filler\" * 5
  }
  do { p1 play \"Limpet\" on C3 }
  expect { p1 hand 1; p1 deck 4 }
}
";

#[test]
fn coverage_tells_of_conditions_that_were_never_false() {
    let folder = Folder::new("coverage").with("a.card", format!("{CARDS}{HALF}"));
    let half = folder.run(&["test", "--coverage", "a.card"]).exits(1);
    half.prints("!!   14  condition true 1, false 0")
        .prints("in \"a limpet among others draws\"");
    let least = folder.run(&["test", "--coverage", "--least", "50", "a.card"]).exits(0);
    least.prints("clauses are shown");
    let lcov = folder
        .run(&["test", "--coverage", "--format", "lcov", "a.card"])
        .exits(1);
    lcov.prints("SF:a.card").prints("BRDA:14,0,1,0").prints("end_of_record");
    let folder = folder.with("a.card", format!("{CARDS}{HALF}{REST}"));
    let whole = folder
        .run(&["test", "--coverage", "--format", "json", "a.card"])
        .exits(0);
    let report: serde_json::Value = serde_json::from_str(&whole.out).expect("JSON");
    assert_eq!(report["shown"], report["of"], "{report:#}");
    assert!(report["of"].as_u64().is_some_and(|all| all >= 3), "{report:#}");
}

#[test]
fn changes_that_no_test_notices_are_listed() {
    let folder = Folder::new("mutate").with("a.card", format!("{CARDS}{HALF}"));
    let half = folder.run(&["test", "--mutate", "a.card"]).exits(1);
    half.prints("a.card:14: \"Limpet\": the condition always holds: no test notices it")
        .prints("+ ");
    let folder = folder.with("a.card", format!("{CARDS}{HALF}{REST}"));
    let whole = folder.run(&["test", "--mutate", "--format", "json", "--card", "Limpet", "a.card"]);
    let report: serde_json::Value = serde_json::from_str(&whole.out).expect("JSON");
    let changes = report["cards"][0]["changes"].as_array().expect("changes");
    let survivors: Vec<&serde_json::Value> = changes.iter().filter(|c| c["fate"] != "noticed").collect();
    assert!(changes.len() > 5 && survivors.is_empty(), "{survivors:#?}");
    whole.exits(0);
    let none = folder.run(&["test", "--mutate", "--within", "0", "--format", "json", "a.card"]);
    assert!(none.out.contains("not-tried"), "{}", none.out);
    folder.run(&["test", "--mutate", "--coverage", "a.card"]).exits(2);
    folder.run(&["test", "--format", "lcov", "a.card"]).exits(2);
}

/// A set of a game with its tests: at least 95 of 100 changes are noticed.
#[test]
fn the_tests_of_a_bundled_set_notice_changes() {
    let files = ["harbor-red", "tests-red", "test-common"].map(|name| format!("cards/weiss/{name}.card"));
    let [a, b, c] = &files;
    let args = ["test", "--mutate", "--least", "95", a, b, c];
    let root = env!("CARGO_MANIFEST_DIR");
    let run = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(args)
        .current_dir(root)
        .output()
        .expect("the program runs");
    let out = String::from_utf8_lossy(&run.stdout);
    assert_eq!(run.status.code(), Some(0), "{out}");
    assert!(out.contains("changes were noticed"), "{out}");
}

#[test]
fn status_has_a_line_for_every_card() {
    let broken = "\ncard \"Winkle\" TP-02 {\n  character, color blue, level 0, cost 0, power 500, soul 1\n  AUTO when this attacks { darw 1 }\n}\n";
    let folder = Folder::new("status")
        .with("a.card", format!("{CARDS}{HALF}"))
        .with("b.card", format!("{CARDS}{HALF}{REST}"));
    let half = folder.run(&["status", "a.card"]).exits(0);
    half.prints("a.card:4: \"Filler\" TP-00: no problems; 1 test\n")
        .prints("a.card:9: \"Limpet\" TP-01: no problems; 1 test; 2 of 3 clauses shown; ")
        .prints("2 cards: 0 with errors, 0 with warnings, 0 without a test; 2 of 3 clauses shown (66.6 %); ");
    let whole = folder
        .run(&["status", "b.card", "--card", "Limpet", "--format", "json"])
        .exits(0);
    let report: serde_json::Value = serde_json::from_str(&whole.out).expect("JSON");
    let card = &report["cards"][0];
    assert_eq!(card["unnoticed"], 0, "{card}");
    assert_eq!((&card["shown"], &card["clauses"]), (&3.into(), &3.into()), "{card}");
    // A card that cannot be read has its line, and the others are played all the same.
    let folder = folder.with("c.card", format!("{CARDS}{broken}{HALF}"));
    let mixed = folder.run(&["status", "c.card", "--quick"]).exits(1);
    mixed
        .prints("c.card:18: \"Winkle\": 1 error; no test\n")
        .prints("\"Limpet\" TP-01: no problems; 1 test; 2 of 3 clauses shown\n");
}

/// The rules of the tests of a card, in the order of their numbers.
#[test]
fn status_names_the_rules_that_the_tests_of_a_card_list() {
    let ruled = |rules: &str| HALF.replace("draws\" {", &format!("draws\" {rules} {{"));
    let folder = Folder::new("status-rules").with("a.card", format!("{CARDS}{}", ruled("rules \"9.10.1\" \"9.2.1\"")));
    let ran = folder.run(&["status", "a.card", "--quick"]).exits(0);
    ran.prints("\"Filler\" TP-00: no problems; 1 test; rules 9.2.1, 9.10.1\n");
}

#[test]
fn a_review_goes_through_the_logs() {
    let golden = HALF.replace("expect { p1 hand 1 }", "expect { p1 hand 1 }\n  golden");
    let folder = Folder::new("review").with("a.card", format!("{CARDS}{golden}"));
    let shown = folder.run_with(&["test", "--review", "a.card"], "x\ns\nk\n").exits(1);
    shown
        .prints("1 of 1: a.card:")
        .prints("`x` is none of a, k, s, q")
        .prints("no log is kept");
    assert!(!folder.path("a.golden").exists());
    folder.run_with(&["test", "--review", "a.card"], "a\n").exits(0);
    let kept = folder.read("a.golden");
    assert!(kept.contains("== a limpet among others draws"), "{kept}");
    let folder = folder.with("a.golden", kept.replace("p1 draws", "p1 loses"));
    folder.run_with(&["test", "--review", "a.card"], "").exits(1);
    folder.run(&["test", "a.card"]).exits(1);
    folder.run_with(&["test", "--review", "a.card"], "accept\n").exits(0);
    assert_eq!(folder.read("a.golden"), kept);
}

#[test]
fn watching_runs_again_when_a_file_changes() {
    let folder = Folder::new("watch").with("a.card", format!("{CARDS}{HALF}"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(["test", "--watch", "a.card"])
        .current_dir(folder.path(""))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    let mut summary = || {
        let mut lines = lines.by_ref().map(|line| line.expect("text"));
        lines.find(|line| line.contains("passed, ") && !line.contains(" in "))
    };
    assert_eq!(summary().as_deref(), Some("1 passed, 0 failed"));
    fs::write(folder.path("a.card"), format!("{CARDS}{HALF}{REST}")).expect("a file");
    assert_eq!(summary().as_deref(), Some("3 passed, 0 failed"));
    child.kill().expect("it is running");
    child.wait().expect("it ends");
}
