//! Misreadings planted on purpose, one for each way in which a text can be accepted and played as something else: each is found by what its file names.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/planted");
    let entries = fs::read_dir(folder).expect("the planted misreadings");
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    all.retain(|path| path.extension().is_some_and(|ext| ext == "card"));
    all.sort();
    all
}

/// What a command says of a file.
fn says(args: &[&str], path: &Path) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(args)
        .arg(path)
        .output()
        .expect("the command runs");
    format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

fn line<'t>(text: &'t str, key: &str, path: &Path) -> &'t str {
    let mut lines = text.lines().filter_map(|line| line.strip_prefix(key));
    lines
        .next()
        .unwrap_or_else(|| panic!("{}: no line `{key}`", path.display()))
        .trim()
}

/// Why what a file names does not find its misreading; none if it does.
fn missed(path: &Path) -> Option<String> {
    let text = fs::read_to_string(path).expect("a card file");
    let found = line(&text, "# found:", path);
    let (how, what) = found.split_once(' ').unwrap_or((found, ""));
    let said = match how {
        "check" => says(&["check", "--format", "short"], path),
        "probe" => says(&["probe"], path),
        "test" => says(&["test"], path),
        "english" => says(&["compile", "--emit", "text"], path),
        "rules" => {
            let (game, _) = what.split_once(' ').expect("a game and a rule");
            says(&["rules", game, "--uncovered"], path)
        }
        other => panic!("{}: nothing is found by `{other}`", path.display()),
    };
    let shown = match how {
        "test" => said.contains("1 passed, 0 failed"),
        // The rule must stand among those that nothing shows.
        "rules" => {
            let rule = what.split_once(' ').map_or("", |(_, rule)| rule);
            said.lines().any(|line| line.split_whitespace().next() == Some(rule))
        }
        _ => said.contains(what),
    };
    (!shown).then(|| format!("{}: `{found}` does not hold:\n{said}", path.display()))
}

#[test]
fn each_planted_misreading_is_found() {
    let files = files();
    let wrong: Vec<String> = files.iter().filter_map(|path| missed(path)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
}

#[test]
fn every_class_has_one() {
    let classes: Vec<String> = files()
        .iter()
        .map(|path| {
            let text = fs::read_to_string(path).expect("a card file");
            let class = line(&text, "# class:", path);
            class.split_once(',').map_or(class, |(class, _)| class).to_owned()
        })
        .collect();
    let all: Vec<String> = (1..=10).map(|class| format!("C{class}")).collect();
    assert_eq!(classes, all);
}
