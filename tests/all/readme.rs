//! The README and the pages in `examples/` show real output. A block behind one of these comments is made, not written:
//!
//! - `<!-- run: cardwright check cards -->` or `<!-- run in FOLDER: ... -->`: the command and all it prints; `out` instead of `run` leaves out what
//!   goes to standard error;
//! - `<!-- from FILE: FIRST WORDS -->`: the item of the file that begins with these words; of a kept log, the part with this heading;
//!   of any other file, all from there on.
//!
//! Several comments in a row share a block. `examples/readme/update` writes the blocks anew; this test fails where they differ.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// What a comment asks for.
#[derive(Debug)]
enum Source<'r> {
    /// A command, in a folder, with or without standard error.
    Run(&'r str, &'r str, bool),
    /// The item of a file that begins with some words.
    From(&'r str, &'r str),
}

fn source(line: &str) -> Option<Source<'_>> {
    let inner = line.strip_prefix("<!-- ")?.strip_suffix(" -->")?;
    let (head, rest) = inner.split_once(": ")?;
    let (kind, place) = head.split_once(' ').unwrap_or((head, ""));
    let folder = place.strip_prefix("in ").unwrap_or(".");
    match kind {
        "run" => Some(Source::Run(folder, rest, true)),
        "out" => Some(Source::Run(folder, rest, false)),
        "from" => Some(Source::From(place, rest)),
        _ => None,
    }
}

/// The words of a command line; double quotes hold words together.
fn words(command: &str) -> Vec<String> {
    let mut out = Vec::new();
    for (n, part) in command.split('"').enumerate() {
        if n % 2 == 1 {
            out.push(part.to_owned());
        } else {
            out.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    out
}

fn run(folder: &str, command: &str, errors: bool) -> String {
    let words = words(command);
    let (program, args) = words.split_first().expect("a command");
    assert_eq!(program, "cardwright", "the README runs cardwright only");
    let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .args(args)
        .current_dir(root().join(folder))
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .output()
        .expect("the program runs");
    let mut text = format!("$ {command}\n{}", String::from_utf8_lossy(&output.stdout));
    if errors {
        text.push_str(&String::from_utf8_lossy(&output.stderr));
    }
    without_times(&text)
}

/// Times differ from run to run: they are left out.
fn without_times(text: &str) -> String {
    let line = |line: &str| match line.rsplit_once(", ") {
        Some((head, time)) if time.strip_suffix(" s").is_some_and(|n| n.parse::<f64>().is_ok()) => head.to_owned(),
        _ => line.to_owned(),
    };
    text.lines().fold(String::new(), |mut out, l| {
        let _ = writeln!(out, "{}", line(l).trim_end());
        out
    })
}

fn item(path: &str, first: &str) -> String {
    let text = fs::read_to_string(root().join(path)).unwrap_or_else(|_| panic!("{path} can be read"));
    let kind = Path::new(path).extension().and_then(|e| e.to_str());
    let log = kind == Some("golden");
    let card = kind == Some("card");
    let mut out = String::new();
    let mut lines = text.lines().skip_while(|l| !l.starts_with(first)).peekable();
    assert!(lines.peek().is_some(), "nothing in {path} begins with `{first}`");
    for (n, line) in lines.enumerate() {
        if log && n > 0 && (line.is_empty() || line.starts_with("== ")) {
            break;
        }
        let _ = writeln!(out, "{line}");
        if card && (line == "}" || line.starts_with("use ") || line.starts_with("set ")) {
            break;
        }
    }
    out
}

fn made(sources: &[Source<'_>]) -> String {
    let mut out = String::new();
    let mut after_item = false;
    for source in sources {
        match source {
            Source::Run(folder, command, errors) => out.push_str(&run(folder, command, *errors)),
            Source::From(path, first) => {
                // A header stands together; cards and tests stand apart.
                if after_item && !first.starts_with("set ") {
                    out.push('\n');
                }
                out.push_str(&item(path, first));
                after_item = true;
            }
        }
    }
    out
}

/// The README with all made blocks made anew.
fn renewed(text: &str) -> String {
    let mut out = String::new();
    let mut sources = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let _ = writeln!(out, "{line}");
        if let Some(source) = source(line) {
            sources.push(source);
        } else if line.starts_with("```") && !sources.is_empty() {
            for skipped in lines.by_ref() {
                if skipped == "```" {
                    break;
                }
            }
            out.push_str(&made(&sources));
            out.push_str("```\n");
            sources.clear();
        } else {
            assert!(
                sources.is_empty() || line.is_empty(),
                "a block must follow the comment, not `{line}`"
            );
        }
    }
    assert!(sources.is_empty(), "a comment at the end has no block");
    out
}

/// The README and the pages in `examples/`.
fn pages() -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join("examples")).expect("the examples");
    let mut pages: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    pages.retain(|p| p.extension().is_some_and(|e| e == "md"));
    pages.sort();
    pages.insert(0, root().join("README.md"));
    pages
}

#[test]
fn pages_show_real_output() {
    for path in pages() {
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        let kept = fs::read_to_string(&path).expect("a page");
        let made = renewed(&kept);
        if std::env::var_os("UPDATE_README").is_some() {
            fs::write(&path, &made).expect("a page can be written");
            continue;
        }
        for (n, (a, b)) in kept.lines().zip(made.lines()).enumerate() {
            assert_eq!(a, b, "{name}:{}: run examples/readme/update", n + 1);
        }
        assert_eq!(kept.len(), made.len(), "{name}: run examples/readme/update");
    }
}

/// Prose is wrapped at 100; tables, blocks and links that cannot be broken are left alone.
#[test]
fn documents_are_narrow_and_short() {
    let mut wide = Vec::new();
    let mut documents = pages();
    documents.extend(
        [
            "ARCHITECTURE.md",
            "CONTRIBUTING.md",
            "docs/decisions.md",
            "docs/budgets.md",
            "docs/reference/abilities.md",
            "docs/reference/descriptions.md",
            "docs/reference/loops.md",
            "docs/reference/references.md",
            "docs/reference/tense.md",
        ]
        .map(|p| root().join(p)),
    );
    for path in documents {
        let text = fs::read_to_string(&path).expect("a document");
        let mut block = false;
        for (n, line) in text.lines().enumerate() {
            if line.starts_with("```") {
                block = !block;
            }
            let free = block || line.starts_with('|') || line.starts_with("<!--");
            if !free && line.chars().count() > 100 {
                wide.push(format!("{}:{}", path.display(), n + 1));
            }
        }
    }
    assert!(wide.is_empty(), "longer than 100: {wide:#?}");
    for (name, most) in [("README.md", 200), ("ARCHITECTURE.md", 150)] {
        let lines = fs::read_to_string(root().join(name))
            .expect("a document")
            .lines()
            .count();
        assert!(lines <= most, "{name} has {lines} lines, {most} are enough");
    }
}

/// A link to a file of the project leads somewhere.
#[test]
fn links_lead_to_files() {
    for path in pages() {
        let text = fs::read_to_string(&path).expect("a page");
        let folder = path.parent().expect("a folder");
        for part in text.split("](").skip(1) {
            let link = part.split(')').next().expect("a link");
            let file = link.split('#').next().expect("a file");
            assert!(
                file.starts_with("http") || folder.join(file).exists(),
                "{}: {link} leads nowhere",
                path.display()
            );
        }
    }
}

#[test]
fn pages_have_what_they_promise() {
    let text: String = pages().iter().map(|p| fs::read_to_string(p).expect("a page")).collect();
    let sources: Vec<Source<'_>> = text.lines().filter_map(source).collect();
    let from = |words: &str| {
        sources
            .iter()
            .any(|s| matches!(s, Source::From(_, first) if first.starts_with(words)))
    };
    let runs = |words: &str| {
        sources
            .iter()
            .any(|s| matches!(s, Source::Run(_, command, _) if command.starts_with(words)))
    };
    assert!(from("card \""), "a card");
    assert!(from("test \""), "a test");
    assert!(from("== "), "a kept log");
    assert!(runs("cardwright check"), "a diagnostic");
    assert!(runs("cardwright sim"), "a simulated game");
}
