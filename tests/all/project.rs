//! The project's own shape: generated files, rooms, file sizes.

use cardwright::diag::{Code, Severity};
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

/// Documents are read in editors and in the terminal: a line of running text has at most 100 characters. The pages of the codes and the phrase book are
/// left out, and so are tables, blocks of code, and what cannot be broken.
#[test]
fn documents_are_wrapped() {
    let mut files = Vec::new();
    documents(&root(), &mut files);
    assert!(files.len() > 30, "{} documents were found", files.len());
    let mut long = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("a document");
        let mut is_code = false;
        for (at, line) in text.lines().enumerate() {
            is_code ^= line.trim_start().starts_with("```");
            let whole =
                is_code || line.starts_with(['|', '<']) || line.matches('`').count() == 2 && line.ends_with("`.");
            if line.chars().count() > 100 && !whole {
                long.push(format!("{}:{}", path.display(), at + 1));
            }
        }
    }
    assert!(long.is_empty(), "{long:#?}");
}

/// The documents below a folder.
fn documents(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a plain name");
        let left_out = name.starts_with('.') || ["target", "pages", "phrases"].contains(&name);
        if path.is_dir() && !left_out {
            documents(&path, out);
        } else if path.extension().is_some_and(|e| e == "md") && name != "CHANGELOG.md" {
            out.push(path);
        }
    }
}

/// The functions of a file as rustfmt writes them: name, first line, number of lines. A body ends at the brace below the `fn`.
fn functions(text: &str) -> Vec<(String, usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        let indent = line.len() - line.trim_start().len();
        let head = line.trim_start();
        let word = head.split_whitespace().position(|word| word == "fn");
        let qualified = |n: usize| {
            let mut before = head.split_whitespace().take(n);
            before
                .all(|word| word.starts_with("pub") || ["const", "in", "async"].contains(&word) || word.ends_with(')'))
        };
        let Some(n) = word.filter(|n| qualified(*n)) else {
            continue;
        };
        let name = head.split_whitespace().nth(n + 1).unwrap_or_default();
        let name: String = name.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        if head.ends_with('}') {
            out.push((name, at + 1, 1));
            continue;
        }
        let brace = format!("{}}}", " ".repeat(indent));
        let closed = lines[at..].iter().position(|line| *line == brace);
        // A declaration without a body ends with its own line, or where its list of parameters does.
        let list = format!("{})", " ".repeat(indent));
        let without = lines[at..]
            .iter()
            .position(|line| line.ends_with(';') && (line.starts_with(&list) || *line == lines[at]));
        match (closed, without) {
            (Some(closed), without) if without.is_none_or(|without| closed < without) => {
                out.push((name, at + 1, closed + 1));
            }
            _ => {}
        }
    }
    out
}

/// No function is longer than 120 lines, and of a hundred at most five are longer than 60.
#[test]
fn functions_stay_small() {
    assert_eq!(
        functions(
            "impl A {\n    fn a();\n    pub(super) const fn b(\n        c: u8,\n    ) -> u8 {\n        c\n    }\n    fn d() {}\n}\n"
        ),
        [("b".to_owned(), 3, 5), ("d".to_owned(), 8, 1)]
    );
    let mut files = Vec::new();
    sources(&root().join("src"), &mut files);
    let mut all = Vec::new();
    for path in files {
        let text = fs::read_to_string(&path).expect("a source file");
        all.extend(
            functions(&text)
                .into_iter()
                .map(|(name, at, lines)| (lines, format!("{}:{at} {name}", path.display()))),
        );
    }
    all.sort();
    assert!(all.len() > 4000, "{} functions were found", all.len());
    let over = |most: usize| all.iter().filter(|(lines, _)| *lines > most).collect::<Vec<_>>();
    assert!(over(120).is_empty(), "{:#?}", over(120));
    let long = over(60).len();
    assert!(
        long * 20 <= all.len(),
        "{long} of {} functions have more than 60 lines",
        all.len()
    );
}

/// Which rooms a room may use. Rooms import only leftwards.
const ROOMS: [(&str, &[&str]); 35] = [
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
    ("lint", &["ast", "check", "diag", "ir", "lex", "resolve", "source"]),
    (
        "repair",
        &["ast", "check", "diag", "lex", "parse", "resolve", "source", "vocab"],
    ),
    (
        "compile",
        &[
            "ast", "check", "diag", "ir", "lex", "lint", "parse", "repair", "resolve", "source", "vocab",
        ],
    ),
    ("settings", &["diag", "source", "vocab"]),
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
        &[
            "compile", "diag", "exec", "games", "golden", "ir", "kernel", "lint", "source", "vocab",
        ],
    ),
    ("book", &["catalog", "fmt", "lex"]),
    ("completion", &["book", "compile", "diag", "play", "source"]),
    (
        "starter",
        &[
            "book", "catalog", "compile", "diag", "fmt", "games", "golden", "ir", "lex", "play", "source", "vocab",
        ],
    ),
    ("players", &["exec", "kernel", "play"]),
    (
        "probe",
        &[
            "ast", "compile", "diag", "exec", "games", "ir", "kernel", "lex", "play", "source",
        ],
    ),
    (
        "proving",
        &[
            "compile", "diag", "exec", "games", "golden", "ir", "kernel", "lex", "lint", "probe", "source",
        ],
    ),
    ("sim", &["exec", "kernel", "play", "players"]),
    (
        "front",
        &[
            "compile", "diag", "exec", "games", "ir", "kernel", "play", "players", "prose", "sim", "source",
        ],
    ),
    (
        "generate",
        &[
            "ast", "catalog", "compile", "diag", "kernel", "lex", "parse", "play", "source", "vocab",
        ],
    ),
    (
        "soak",
        &["compile", "exec", "games", "generate", "ir", "kernel", "play", "vocab"],
    ),
    (
        "tui",
        &["exec", "games", "ir", "kernel", "play", "players", "prose", "style"],
    ),
    (
        "cli",
        &[
            "ast",
            "book",
            "catalog",
            "compile",
            "completion",
            "diag",
            "exec",
            "fmt",
            "front",
            "golden",
            "ir",
            "kernel",
            "lex",
            "parse",
            "play",
            "players",
            "probe",
            "prose",
            "proving",
            "rules",
            "settings",
            "sim",
            "soak",
            "source",
            "starter",
            "tui",
            "vocab",
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

/// A lint is one small file that names its code once, with its page beside it, and has a card in `tests/reject`.
#[test]
fn a_lint_is_a_file_with_its_page_and_a_card() {
    let lints = Code::ALL.iter().filter(|code| code.severity() == Severity::Warning);
    let rejected: Vec<String> = fs::read_dir(root().join("tests/reject"))
        .expect("the corpus")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"))
        .collect();
    let mut files = std::collections::BTreeSet::new();
    for code in lints {
        let place = code.lint().unwrap_or_else(|| panic!("{} says no file", code.id()));
        let lint = fs::read_to_string(root().join("src").join(place).with_extension("rs")).expect("the file of a lint");
        assert!(files.insert(place), "{place} is the file of two lints");
        assert!(lint.lines().count() <= 160, "{place} is long");
        let others = Code::ALL
            .iter()
            .filter(|other| other.severity() == Severity::Warning && *other != code);
        let names = |code: &Code| {
            [",", ")", ";"]
                .iter()
                .any(|end| lint.contains(&format!("Code::{code:?}{end}")))
        };
        assert!(names(code), "{place} does not give {}", code.id());
        let given: Vec<&Code> = others.filter(|other| names(other)).collect();
        assert!(given.is_empty(), "{place} gives {given:?} too");
        let card =
            |name: &String| name.starts_with(code.id()) && Path::new(name).extension().is_some_and(|ext| ext == "card");
        assert!(
            rejected.iter().any(card),
            "no card in tests/reject is warned of {}",
            code.id()
        );
    }
    assert!(files.len() >= 48, "{} lints", files.len());
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
        ("plotters", "sim"),
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
const GAME_WORDS: [&str; 43] = [
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
    "rite",
    "rites",
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
