//! Card files in other people's projects: `cardwright.toml`, allowed warnings, hooks, the action, editors.

use crate::support::folder::Folder;
use std::fs;
use std::path::Path;

/// The same ability twice.
const TWICE: &str = "use weiss
set \"Tide Pool\" code TP

card \"Limpet\" TP-01 {
  character, color blue, level 0, cost 0, power 500, soul 1
  traits <Shell>, side weiss

  AUTO when this attacks { draw 1 }

  AUTO when this attacks { draw 1 }
}
";

#[test]
fn levels_of_warnings_come_from_the_project() {
    let folder = Folder::new("levels").with("sets/a.card", TWICE);
    folder.run(&["check", "sets"]).exits(0).prints("W0613");
    let folder = folder.with("cardwright.toml", "[lints]\nW0613 = \"allow\"\n");
    assert_eq!(folder.run(&["check", "sets"]).exits(0).out, "");
    let folder = folder.with("cardwright.toml", "[lints]\nall = \"allow\"\nW0613 = \"deny\"\n");
    let denied = folder.run(&["check", "sets", "--format", "short"]).exits(1);
    denied.prints("error").complains("1 error");
    // The file that lies nearest counts.
    let folder = folder.with("sets/cardwright.toml", "");
    folder.run(&["check", "sets"]).exits(0).prints("Warning");
    folder
        .run(&["check", "--deny", "warnings", "sets"])
        .exits(1)
        .prints("W0613");
}

#[test]
fn a_slip_in_the_settings_is_refused_with_a_suggestion() {
    let folder = Folder::new("slip")
        .with("a.card", TWICE)
        .with("cardwright.toml", "game = \"weiss\"\npaht = [\"a\"]\n");
    let ran = folder.run(&["check", "a.card"]).exits(2);
    ran.complains("E0901")
        .complains("did you mean `paths`?")
        .complains("cardwright.toml:2:1");
    let folder = folder.with("cardwright.toml", "[lints]\nW0613 = \"denny\"\n");
    folder
        .run(&["test", "a.card"])
        .exits(2)
        .complains("did you mean `deny`?");
}

#[test]
fn paths_and_format_come_from_the_project() {
    let folder = Folder::new("paths")
        .with("sets/a.card", TWICE)
        .with("other/b.card", "use weis\n")
        .with("cardwright.toml", "paths = [\"sets\"]\nformat = \"short\"\n");
    folder.run(&["check"]).exits(0).prints("sets/a.card:10:3: warning");
    let below = folder.run_in(Path::new("other"), &["check"], "").exits(0);
    below.prints("../sets/a.card:10:3: warning");
    // Programs get the names that the project has for its files.
    let sarif = folder
        .run_in(Path::new("other"), &["check", "--format", "sarif"], "")
        .exits(0);
    sarif.prints("\"uri\": \"sets/a.card\"");
    let github = folder.run_in(Path::new("sets"), &["check", "--format", "github", "a.card"], "");
    github.exits(0).prints("file=sets/a.card");
}

#[test]
fn an_editor_checks_what_is_not_saved() {
    let folder = Folder::new("buffer")
        .with(
            "sets/words.card",
            "use weiss\n\nkeyword Ebb \"\" {\n  CONT { this gets +500 power }\n}\n",
        )
        .with("sets/cardwright.toml", "[lints]\nall = \"deny\"\n");
    let text =
        TWICE
            .replace("set \"", "use \"words.card\"\nset \"")
            .replacen("AUTO when this attacks { draw 1 }", "Ebb", 1);
    let args = ["check", "--stdin-filename", "sets/a.card", "--format", "short"];
    let ran = folder.run_with(&args, &text).exits(0);
    assert_eq!(ran.out, "");
    let ran = folder.run_with(&args, &text.replace("draw 1", "drow 1")).exits(1);
    ran.prints("sets/a.card:11:");
    let twice = folder.run_with(&args, TWICE).exits(1);
    twice.prints("sets/a.card:10:3: error");
}

#[test]
fn warnings_are_allowed_where_the_file_says_so() {
    let allowed = TWICE.replacen("{ draw 1 }\n}", "{ draw 1 } # allow W0613: twice is meant\n}", 1);
    let above = TWICE.replacen(
        "\n\n  AUTO when this attacks { draw 1 }\n}",
        "\n\n  # allow W0613: twice is meant\n  AUTO when this attacks { draw 1 }\n}",
        1,
    );
    let item = TWICE.replace("card \"Limpet\"", "# allow W0613: all of it is meant\ncard \"Limpet\"");
    let elsewhere = TWICE.replace("  traits", "  # allow W0613: in the wrong place\n  traits");
    let folder = Folder::new("allow");
    for (text, codes) in [
        (&allowed, &[][..]),
        (&above, &[]),
        (&item, &[]),
        (&elsewhere, &["W0613", "W0617"]),
    ] {
        let ran = folder.run_with(&["check", "--format", "short", "-"], text).exits(0);
        let found: Vec<&str> = ["W0613", "W0617", "W0618"]
            .into_iter()
            .filter(|code| ran.out.contains(code))
            .collect();
        assert_eq!(found, codes, "{text}\n{}", ran.out);
    }
}

/// Every hook is a command line that runs; what it says of the exit code holds.
#[test]
fn the_hooks_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let hooks = fs::read_to_string(root.join(".pre-commit-hooks.yaml")).expect("the hooks");
    let folder = Folder::new("hooks").with("a.card", TWICE);
    let mut codes = Vec::new();
    for entry in hooks
        .lines()
        .filter_map(|line| line.trim().strip_prefix("entry: cardwright "))
    {
        let mut args: Vec<&str> = entry.split(' ').collect();
        args.push("a.card");
        codes.push((entry.to_owned(), folder.run(&args).code));
    }
    let expected = [("check --deny warnings", 1), ("fmt", 0), ("test", 0)];
    let expected: Vec<_> = expected.map(|(entry, code)| (entry.to_owned(), Some(code))).into();
    assert_eq!(codes, expected);
}

/// The command lines of the action are ones that the program knows.
#[test]
fn the_action_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let action = fs::read_to_string(root.join("action.yml")).expect("the action");
    assert!(action.contains("using: composite"));
    let folder = Folder::new("action")
        .with("a.card", TWICE)
        .with("cardwright.toml", "paths = [\"a.card\"]\n");
    let mut commands = 0;
    for line in action
        .lines()
        .filter_map(|line| line.trim().strip_prefix("cardwright "))
    {
        let args: Vec<&str> = line
            .split(' ')
            .take_while(|word| !word.starts_with(['"', '>']))
            .collect();
        let ran = folder.run(&args).exits(0);
        assert!(ran.out.contains("a.card") || args[0] == "test", "{}", ran.out);
        commands += 1;
    }
    assert_eq!(commands, 2);
}
