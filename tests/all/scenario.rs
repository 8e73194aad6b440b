//! Every line of the language of tests, and what it is read as.

use cardwright::source::SourceFile;
use cardwright::{compile, ir};
use std::fmt::Write as _;

fn tests(text: &str) -> Vec<ir::Test> {
    let compiled = compile::compile(vec![SourceFile::new("tests.card", text)]);
    assert!(compiled.diagnostics.is_empty(), "{:?}", compiled.diagnostics);
    compiled.modules[0].tests.clone()
}

/// The lines of a game's file of test lines, each with what it becomes.
fn lines_read(game: &str) -> String {
    let path = format!("{}/tests/language/{game}/tests.card", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("the file");
    let mut out = String::new();
    let line = |out: &mut String, src: ir::Src, data: &dyn std::fmt::Debug| {
        let written = text.get(src.1 as usize..src.2 as usize).unwrap_or("");
        let squeezed: Vec<&str> = written.split_whitespace().collect();
        let _ = writeln!(out, "  {}\n      {data:?}", squeezed.join(" "));
    };
    for test in tests(&text) {
        let golden = if test.golden { " golden" } else { "" };
        let _ = writeln!(out, "test {:?} {:?}{golden}", test.title(), test.rules);
        for given in &test.given {
            line(&mut out, given.src, &given.given);
        }
        for step in &test.steps {
            match step {
                ir::Step::Do(lines) => {
                    let _ = writeln!(out, " do");
                    for l in lines {
                        line(&mut out, l.src, &l.act);
                    }
                }
                ir::Step::Expect(lines) => {
                    let _ = writeln!(out, " expect");
                    for l in lines {
                        line(&mut out, l.src, &l.expect);
                    }
                }
            }
        }
    }
    out
}

#[test]
fn every_line_is_read() {
    insta::assert_snapshot!(lines_read("weiss"));
}

#[test]
fn every_line_about_a_chase_is_read() {
    insta::assert_snapshot!(lines_read("fow"));
}

#[test]
fn every_line_about_circles_is_read() {
    insta::assert_snapshot!(lines_read("vanguard"));
}

const CARDS: &str = r#"
use weiss
set "Reed Bed" code RB
card "Bittern" RB-01 {
  character, color green, level 0, cost 0, power 2500, soul 1
}
"#;

#[test]
fn blocks_of_the_language_become_ir() {
    let test = r#"
test "blocks" {
  given {
    p2 does { draw 2; "Bittern" gets +500 power until end of turn }
  }
  expect { p1 holds { your hand has 3 or more cards } }
}
"#;
    let tests = tests(&format!("{CARDS}{test}"));
    let test = &tests[0];
    let ir::Given::Does { player, ability } = test.given[0].given else {
        unreachable!("{:?}", test.given)
    };
    assert_eq!(player, ir::TestPlayer::P2);
    assert_eq!(test.code[ability].body.len(), 2);
    let ir::Step::Expect(lines) = &test.steps[0] else {
        unreachable!("{:?}", test.steps)
    };
    let ir::Expect::Holds { player, cond } = lines[0].expect else {
        unreachable!("{lines:?}")
    };
    assert_eq!(player, ir::TestPlayer::P1);
    assert!(!matches!(&test.code[cond], ir::Cond::And(all) if all.is_empty()));
}

#[test]
fn a_case_has_the_lines_of_its_test_first() {
    let test = r#"
test "waits" rules "1.1" {
  given { seed 1 }
  case "a" { given { seed 2 }; do { p1 pass }; golden }
  case "b" { expect { p1 hand 0 } }
}
"#;
    let tests = tests(&format!("{CARDS}{test}"));
    let shape: Vec<(String, usize, usize, bool)> = tests
        .iter()
        .map(|t| (t.title(), t.given.len(), t.steps.len(), t.golden))
        .collect();
    assert_eq!(
        shape,
        [
            ("waits / a".to_owned(), 2, 1, true),
            ("waits / b".to_owned(), 1, 1, false),
        ]
    );
    assert!(tests.iter().all(|t| t.rules == ["1.1"]));
}

#[test]
fn lines_need_no_indentation() {
    let test = "deck \"Reeds\" { 50 \"Bittern\" }\ntest \"t\" {\nexpect {\ndeck \"Reeds\" legal\nno log \"x\"\n}\n}\n";
    let tests = tests(&format!("{CARDS}{test}"));
    assert!(matches!(&tests[0].steps[0], ir::Step::Expect(lines) if lines.len() == 2));
}

#[test]
fn a_broken_test_hides_no_other() {
    let tests_text = r#"
test "broken" { do { p1 dance } }
test "sound" { do { p1 pass } }
test "half" { case "bad" { do { p1 dance } }; case "good" { do { p1 pass } } }
"#;
    let compiled = compile::compile(vec![SourceFile::new("t.card", format!("{CARDS}{tests_text}"))]);
    assert_eq!(compiled.counts(), (2, 0), "{:?}", compiled.diagnostics);
    let titles: Vec<String> = compiled.modules[0].tests.iter().map(ir::Test::title).collect();
    assert_eq!(titles, ["sound", "half / good"]);
}

#[test]
fn imported_sets_come_along_for_tests() {
    let text = "use weiss\nuse \"common.card\"\ntest \"t\" { given { p1 hand: \"Bittern\" }; expect { p1 hand 1 } }\n";
    let load = |path: &str| (path == "cards/common.card").then(|| SourceFile::new(path, CARDS));
    let compiled = compile::compile_with(vec![SourceFile::new("cards/t.card", text)], &load);
    assert!(compiled.diagnostics.is_empty(), "{:?}", compiled.diagnostics);
    assert_eq!(compiled.imported.len(), 1);
    assert_eq!(compiled.imported[0].cards[0].name, "Bittern");
    assert!(compiled.imports["cards/t.card"].contains("cards/common.card"));
    assert_eq!(compiled.modules.len(), 1);
}
