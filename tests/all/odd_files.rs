//! Files that are no plain card files: pipes, endless links, other line ends; files whose order or names must not matter.

use crate::support::folder::Folder;

const LIMPET: &str = "use weiss\nset \"Tide Pool\" code TP\ncard \"Limpet\" TP-01 { character, color red, level 0, cost 0, power 500, soul 1 }\n";
const WHELK: &str = "use weiss\nset \"Reef\" code RF\ncard \"Whelk\" TP-01 { character, color red, level 0, cost 0, power 500, soul 1 }\n";
const KEPT: &str = "test \"waits\" {\n  given { p1 C1: \"Limpet\" }\n  expect { p1 C1: \"Limpet\" }\n  golden\n}\n";

#[cfg(unix)]
fn pipe(folder: &Folder, name: &str) {
    let made = std::process::Command::new("mkfifo").arg(folder.path(name)).status();
    assert!(made.expect("mkfifo").success());
}

#[cfg(unix)]
#[test]
fn pipes_that_nobody_writes_to_are_not_waited_for() {
    let folder = Folder::new("unread-pipes").with("set/limpet.card", LIMPET);
    pipe(&folder, "alone.card");
    pipe(&folder, "set/other.card");
    for command in ["check", "fmt", "test"] {
        let ran = folder.run(&[command, "alone.card"]);
        assert_eq!(ran.code, Some(2), "{}{}", ran.out, ran.err);
        assert!(
            ran.err.contains("alone.card is a pipe or a socket"),
            "{command}: {}",
            ran.err
        );
    }
    let ran = folder.run(&["check", "set"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("1 card in 1 file"), "{}", ran.err);
}

#[cfg(unix)]
#[test]
fn kept_logs_are_plain_files_of_some_size() {
    let folder = Folder::new("odd-logs").with("limpet.card", format!("{LIMPET}{KEPT}"));
    std::os::unix::fs::symlink("/dev/zero", folder.path("limpet.golden")).expect("a link");
    for more in [&[][..], &["--accept"]] {
        let ran = folder.run(&[&["test", "limpet.card"], more].concat());
        assert_eq!(ran.code, Some(2), "{}{}", ran.out, ran.err);
        assert!(ran.err.contains("limpet.golden is not a regular file"), "{}", ran.err);
    }
}

#[test]
fn the_compiled_form_does_not_take_the_place_of_cards() {
    let folder = Folder::new("compiled-over").with("limpet.card", LIMPET);
    let ran = folder.run(&["compile", "limpet.card", "--out", "limpet.card"]);
    assert_eq!(ran.code, Some(2), "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("limpet.card is named like a card file"), "{}", ran.err);
    assert_eq!(folder.read("limpet.card"), LIMPET);
}

#[test]
fn the_order_of_files_makes_no_difference() {
    let folder = Folder::new("order").with("a.card", LIMPET).with("b.card", WHELK);
    let both = |order: [&str; 2]| {
        let [one, other] = order;
        let checked = folder.run(&["check", one, other, "--format", "short"]);
        let compiled = folder.run(&["compile", one, other]);
        (checked.out, compiled.out, compiled.err)
    };
    let (checked, compiled, warned) = both(["a.card", "b.card"]);
    assert!(checked.contains("b.card:3:14: warning[W0604]"), "{checked}");
    assert_eq!(both(["b.card", "a.card"]), (checked, compiled, warned));
}

#[test]
fn old_line_ends_are_line_ends() {
    let text = format!("# Of another time.\n{LIMPET}").replace('\n', "\r");
    let folder = Folder::new("line-ends").with("limpet.card", text);
    let ran = folder.run(&["check", "limpet.card"]);
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("1 card in 1 file"), "{}", ran.err);
}

#[test]
fn a_game_that_the_engine_gives_up_fails_its_test() {
    let text = "use weiss\nset \"Loop\" code LO\n\
        card \"Loop\" LO-01 {\n  character, color red, level 0, cost 0, power 500, soul 1\n  ACT { repeat 1000000 times { shuffle your deck } }\n}\n\
        test \"ends\" {\n  given { p1 C1: \"Loop\" }\n  do { p1 use \"Loop\"; until over }\n}\n\
        card \"Filler\" LO-02 { character, color red, level 0, cost 0, power 500, soul 1 }\n";
    let folder = Folder::new("given-up").with("loop.card", text);
    let ran = folder.run(&["test", "loop.card"]);
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("(loop.card:5)"), "{}", ran.out);
}
