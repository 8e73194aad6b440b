//! The project's own shape: generated files, rooms, file sizes.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            out.push(path);
        }
    }
}

#[test]
fn terminals_are_in_step_with_the_token_kinds() {
    let path = root().join("grammar/tokens.pest");
    let made = cardwright::parse::terminals();
    if std::env::var_os("UPDATE_GRAMMAR").is_some() {
        fs::write(&path, &made).expect("the grammar can be written");
    }
    assert_eq!(
        fs::read_to_string(path).expect("the terminals"),
        made,
        "run with UPDATE_GRAMMAR=1"
    );
}

/// A file beside `tests/all` would be a second binary to link, and one that is not named in `main.rs` would never run.
#[test]
fn tests_are_one_binary() {
    let stem = |path: PathBuf| path.file_stem().and_then(|s| s.to_str()).expect("a name").to_owned();
    let rust = |folder: &str| -> Vec<String> {
        let entries = fs::read_dir(root().join(folder)).expect("a folder");
        let paths = entries.map(|entry| entry.expect("an entry").path());
        paths
            .filter(|p| p.extension().is_some_and(|e| e == "rs"))
            .map(stem)
            .collect()
    };
    assert_eq!(rust("tests"), Vec::<String>::new(), "move it into tests/all");
    let main = fs::read_to_string(root().join("tests/all/main.rs")).expect("the list");
    for module in rust("tests/all").iter().filter(|name| *name != "main") {
        assert!(
            main.contains(&format!("\nmod {module};")),
            "tests/all/main.rs does not have {module}"
        );
    }
}

#[test]
fn files_stay_small() {
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    let long: Vec<String> = files
        .iter()
        .map(|p| (p, fs::read_to_string(p).expect("a source file").lines().count()))
        .filter(|(_, lines)| *lines > 800)
        .map(|(p, lines)| format!("{} has {lines} lines", p.display()))
        .collect();
    assert!(long.is_empty(), "{long:?}");
}

/// Which rooms a room may use. Rooms import only leftwards.
const ROOMS: [(&str, &[&str]); 25] = [
    ("source", &[]),
    ("diag", &["source"]),
    ("lex", &[]),
    ("ast", &["source"]),
    ("parse", &["ast", "diag", "lex", "source"]),
    ("fmt", &["lex", "parse"]),
    ("catalog", &[]),
    ("vocab", &["catalog", "lex"]),
    ("resolve", &["ast", "diag", "lex", "source", "vocab"]),
    ("ir", &["ast", "source"]),
    ("check", &["ast", "diag", "ir", "resolve", "source", "vocab"]),
    ("lint", &["ast", "diag", "lex", "resolve", "source"]),
    (
        "compile",
        &[
            "ast", "check", "diag", "ir", "lex", "lint", "parse", "resolve", "source", "vocab",
        ],
    ),
    ("kernel", &[]),
    ("exec", &["ast", "ir", "kernel", "vocab"]),
    ("style", &["ast", "ir"]),
    (
        "games",
        &[
            "ast", "catalog", "compile", "exec", "ir", "kernel", "source", "style", "vocab",
        ],
    ),
    (
        "prose",
        &["ast", "catalog", "compile", "games", "ir", "source", "style", "vocab"],
    ),
    ("golden", &["ast", "compile", "exec", "games", "ir", "kernel", "source"]),
    ("rules", &["games"]),
    (
        "play",
        &["compile", "diag", "exec", "games", "golden", "ir", "kernel", "source"],
    ),
    ("players", &["exec", "kernel", "play"]),
    ("sim", &["exec", "kernel", "play", "players"]),
    (
        "tui",
        &["exec", "games", "ir", "kernel", "play", "players", "prose", "style"],
    ),
    (
        "cli",
        &[
            "ast", "compile", "diag", "exec", "fmt", "golden", "ir", "kernel", "lex", "parse", "play", "players",
            "prose", "rules", "sim", "source", "tui", "vocab",
        ],
    ),
];

#[test]
fn rooms_import_only_leftwards() {
    let mut wrong = Vec::new();
    for (room, allowed) in ROOMS {
        let mut files = Vec::new();
        sources(&root().join("src").join(room), &mut files);
        assert!(!files.is_empty(), "the room {room} is empty");
        for file in files {
            let text = fs::read_to_string(&file).expect("a source file");
            for (at, _) in text.match_indices("crate::") {
                let used: String = text[at + 7..]
                    .chars()
                    .take_while(|c| c.is_alphanumeric() || *c == '_')
                    .collect();
                let is_room = ROOMS.iter().any(|(name, _)| *name == used);
                if is_room && used != room && !allowed.contains(&used.as_str()) {
                    wrong.push(format!("{} uses {used}", file.display()));
                }
            }
        }
    }
    wrong.dedup();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn each_tool_crate_has_one_room() {
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    for (tool, room) in [
        ("pest", "parse"),
        ("logos", "lex"),
        ("ariadne", "diag"),
        ("clap", "cli"),
        ("similar", "golden"),
        ("ratatui", "tui"),
        ("crossterm", "tui"),
    ] {
        for file in &files {
            let text = fs::read_to_string(file).expect("a source file");
            let uses = text.contains(&format!("{tool}::")) || text.contains(&format!("use {tool}"));
            assert!(
                !uses || file.starts_with(root().join("src").join(room)),
                "{} uses {tool}",
                file.display()
            );
        }
    }
}

/// Words that belong to one game: they are rows of its vocabulary and tables, not names in the rooms that know no game.
const GAME_WORDS: [&str; 41] = [
    "assist",
    "boost",
    "bushiroad",
    "cemetery",
    "chant",
    "chase",
    "climax",
    "clock",
    "encore",
    "energize",
    "evolve",
    "fanfare",
    "fow",
    "frontal",
    "graveyard",
    "guardian",
    "heart",
    "intercept",
    "item-area",
    "j-ruler",
    "judgment",
    "legion",
    "leader",
    "lifebreak",
    "magic-stone",
    "play-points",
    "resonator",
    "ride",
    "ruler",
    "shadowverse",
    "soul",
    "standby-area",
    "stride",
    "valhalla",
    "vanguard",
    "waiting-room",
    "ward",
    "weiss",
    "will_pool",
    "wills",
    "drive-check",
];

/// The words of a line of source: letters, digits and hyphens, lower case; names in camel case are taken apart.
fn words(line: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut lower = false;
    for c in line.chars() {
        let part = c.is_alphanumeric() || c == '-';
        if !part || c.is_uppercase() && lower {
            out.push(String::new());
        }
        if part {
            out.last_mut().expect("a word").extend(c.to_lowercase());
        }
        lower = c.is_lowercase();
    }
    out.retain(|word| !word.is_empty());
    out
}

/// The code of a room without its comments and its unit tests. Comments may cite a sentence of a card or a rule of a game.
fn code(path: &Path) -> Vec<(usize, String)> {
    let text = fs::read_to_string(path).expect("a source file");
    let lines = text.lines().zip(1..);
    lines
        .take_while(|(line, _)| !line.starts_with("#[cfg(test)]"))
        .map(|(line, at)| (at, line.split("//").next().unwrap_or_default().to_owned()))
        .collect()
}

#[test]
fn no_word_of_a_game_is_in_the_rooms_that_know_no_game() {
    assert_eq!(
        words("let a = PlayTheRuler(\"item-area\");"),
        ["let", "a", "play", "the", "ruler", "item-area"]
    );
    let mut found = Vec::new();
    for room in ["exec", "kernel", "ir", "golden"] {
        let mut files = Vec::new();
        sources(&root().join("src").join(room), &mut files);
        for path in files.iter().filter(|path| !path.ends_with("tests.rs")) {
            for (at, line) in code(path) {
                let word = words(&line)
                    .into_iter()
                    .find(|word| GAME_WORDS.contains(&word.as_str()));
                found.extend(word.map(|word| format!("{}:{at}: {word}", path.display())));
            }
        }
    }
    assert!(found.is_empty(), "{found:#?}");
}

/// A game is known by its descriptor, in its own room: nothing else asks for it by name.
#[test]
fn no_game_is_asked_for_by_name() {
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    files.push(root().join("build.rs"));
    let own = root().join("src/games");
    let names: Vec<&str> = cardwright::games::GAMES.iter().map(|game| game.name).collect();
    let mut wrong = Vec::new();
    for file in files.iter().filter(|file| !file.ends_with("tests.rs")) {
        let lines: Vec<String> = code(file).into_iter().map(|(_, line)| line).collect();
        let text = lines.join("\n");
        for name in &names {
            // A game's own room may say its own name, and the list of rooms all of them.
            let at_home = file.starts_with(own.join(name));
            let quoted = text.contains(&format!("\"{name}\"")) && !at_home;
            let called = text.contains(&format!("games::{name}")) && !at_home;
            if quoted || called {
                wrong.push(format!("{} speaks of {name}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
