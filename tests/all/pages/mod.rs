//! Every block of script, console or output in the documents is true: in the README, the pages of the handbook in `docs`, those of `examples` and
//! the language of tests. A comment above a block says what it is:
//!
//! - `<!-- run: cardwright check cards -->` or `<!-- run in FOLDER: … -->`: the command and all it prints; `out` instead of `run` leaves out what
//!   goes to standard error, and `head 12` shows the first twelve lines of it. `yes 1 | cardwright …` is a command whose input has no end;
//! - `<!-- from FILE: FIRST WORDS -->`: the item of the file that begins with these words; of a kept log, the part with this heading;
//!   of any other file, all from there on;
//! - `<!-- write FILE -->`: each item of the block takes the place of the item of that name, or is put at the end of the file;
//! - `<!-- in GAME FRAME: … -->`: what stands in the body of a card, as in the book of phrases: it checks without a word. Without a frame it stands on
//!   the usual card of the game;
//! - `<!-- wrong CODE in GAME FRAME -->`: the same, and `check` says exactly this code;
//! - `<!-- shown: WHY -->`: a block that nothing can be tested of.
//!
//! A block of script without a comment is a whole file: it checks without a word, is laid out, and its tests pass. Several comments in a row share
//! a block of output. A page with the line `<!-- session -->` is followed in an empty folder of its own, from the top to the bottom; at its end
//! everything in that folder is green. `UPDATE_PAGES=1 cargo test --test all pages::` writes the blocks of output anew.

mod block;
mod made;
mod pictures;
mod session;

use block::{Judged, judge};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn markdown(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            markdown(&path, out);
        } else if path.extension().is_some_and(|e| e == "md") {
            out.push(path);
        }
    }
}

/// All documents whose blocks are tested. The pages of printed phrases have a form of their own (`phrases.rs`).
fn pages() -> Vec<PathBuf> {
    let mut pages = Vec::new();
    markdown(&root().join("docs"), &mut pages);
    markdown(&root().join("examples"), &mut pages);
    pages.retain(|page| !page.starts_with(root().join("docs/phrases")));
    pages.push(root().join("grammar/scenarios.md"));
    pages.sort();
    pages.insert(0, root().join("README.md"));
    pages
}

fn name(path: &Path) -> String {
    path.strip_prefix(root()).expect("in the project").display().to_string()
}

/// Judges pages, several at a time: a page that is a session waits for many commands.
fn all(pages: &[PathBuf]) -> Vec<(PathBuf, String, Judged)> {
    std::thread::scope(|scope| {
        let work: Vec<_> = pages
            .iter()
            .map(|path| {
                scope.spawn(move || {
                    let text = fs::read_to_string(path).expect("a page");
                    let judged = judge(&name(path), &text);
                    (path.clone(), text, judged)
                })
            })
            .collect();
        work.into_iter().map(|one| one.join().expect("a judgement")).collect()
    })
}

#[test]
fn every_block_of_every_page_is_true() {
    let mut faults = Vec::new();
    let mut blocks = 0;
    let mut shown = Vec::new();
    for (path, text, judged) in all(&pages()) {
        faults.extend(judged.faults);
        blocks += judged.blocks;
        shown.extend(judged.shown);
        if text == judged.text {
            continue;
        }
        if std::env::var_os("UPDATE_PAGES").is_some() {
            fs::write(&path, &judged.text).expect("a page can be written");
            continue;
        }
        let lines = text.lines().zip(judged.text.lines()).enumerate();
        let first = lines.clone().find(|(_, (kept, made))| kept != made);
        let (at, (kept, made)) = first.unwrap_or_else(|| lines.last().expect("a line"));
        faults.push(format!("{}:{}: `{kept}` should be `{made}`", name(&path), at + 1));
    }
    let counted = format!(
        "{blocks} blocks of the documents were tested, {} only shown\n",
        shown.len()
    );
    std::io::Write::write_all(&mut std::io::stdout(), counted.as_bytes()).expect("a place to write");
    assert!(
        faults.is_empty(),
        "{}\nUPDATE_PAGES=1 writes output anew",
        faults.join("\n")
    );
    assert!(blocks >= 150, "{blocks} blocks");
    assert!(shown.len() * 20 <= blocks, "too many blocks are only shown: {shown:#?}");
}

/// What is wrong with a text that is a page of the project.
fn wrong(text: &str) -> bool {
    let judged = judge("a page of a test", text);
    !judged.faults.is_empty() || judged.text != text
}

#[test]
fn a_broken_block_is_found() {
    let sound = [
        "<!-- in weiss -->\n\n```card\nAUTO when this attacks { draw 1 }\n```\n",
        "<!-- wrong E0301 in weiss -->\n\n```card\nAUTO when this attacks { darw 1 }\n```\n",
        "```card\nuse weiss\nset \"A\" code A\n\ncard \"B\" A-1 { event, color red, level 0, cost 0, side weiss; PLAY { draw 1 } }\n```\n",
        "<!-- head 1: cardwright explain E0301 -->\n\n```\n$ cardwright explain E0301\n# E0301: an unknown verb\n…\n```\n",
        "<!-- session -->\n\n<!-- write a.card -->\n\n```card\nuse weiss\n\nset \"A\" code A\n```\n",
        "<!-- shown: a sketch -->\n\n```\na -> b\n```\n",
    ];
    for page in sound {
        let judged = judge("a page of a test", page);
        assert!(
            judged.faults.is_empty() && judged.text == page,
            "{page}\n{:?}\n{}",
            judged.faults,
            judged.text
        );
    }
    for (of, from, to) in [
        (0, "draw 1", "darw 1"),
        (1, "darw 1", "draw 1"),
        (2, "draw 1", "drew 1"),
        (2, "{ event", "{  event"),
        (3, "an unknown", "a known"),
        (4, "set \"A\" code A", "set \"A\" cod"),
        (5, "<!-- shown: a sketch -->", ""),
    ] {
        let broken = sound[of].replace(from, to);
        assert_ne!(broken, sound[of]);
        assert!(wrong(&broken), "nothing is said of\n{broken}");
    }
    // And a tutorial in which one word of one block is changed.
    let page = fs::read_to_string(root().join("docs/tutorial/weiss.md")).expect("a tutorial");
    let broken = page.replacen("\n    put it into your hand", "\n    put it into your stock", 1);
    assert_ne!(page, broken);
    assert!(wrong(&broken), "the tutorial cannot fail");
}

/// Prose is wrapped at 100; tables, blocks and links that cannot be broken are left alone.
#[test]
fn documents_are_narrow_and_short() {
    let mut wide = Vec::new();
    let mut documents = pages();
    documents.retain(|path| !path.ends_with("grammar/scenarios.md"));
    documents.extend(["ARCHITECTURE.md", "CONTRIBUTING.md"].map(|p| root().join(p)));
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

/// A heading as links call it.
fn anchor(heading: &str) -> String {
    let plain = heading.to_lowercase();
    let kept = plain.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// A link to a file of the project leads somewhere, and one to a heading to that heading.
#[test]
fn links_lead_somewhere() {
    let mut documents = pages();
    markdown(&root().join("docs/phrases"), &mut documents);
    documents.extend(["ARCHITECTURE.md", "CONTRIBUTING.md", "grammar/README.md"].map(|p| root().join(p)));
    for path in documents {
        let text = fs::read_to_string(&path).expect("a page");
        let folder = path.parent().expect("a folder");
        for part in text.split("](").skip(1) {
            let link = part.split(')').next().expect("a link");
            // Brackets and parentheses stand side by side in printed texts too: `[AUTO](RC)`.
            let is_link = link.contains(['.', '/', '#']) && !link.contains(char::is_whitespace);
            if link.starts_with("http") || !is_link {
                continue;
            }
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() {
                path.clone()
            } else {
                folder.join(file)
            };
            assert!(target.exists(), "{}: {link} leads nowhere", path.display());
            if heading.is_empty() {
                continue;
            }
            let other = fs::read_to_string(&target).expect("a page");
            let mut headings = other.lines().filter(|line| line.starts_with('#'));
            let there = headings.any(|line| anchor(line.trim_start_matches('#').trim()) == heading);
            assert!(there, "{}: {link}: there is no such heading", path.display());
        }
    }
}

/// The table of contents has every page of the handbook, and each once.
#[test]
fn the_table_of_contents_is_whole() {
    let docs = root().join("docs");
    let contents = fs::read_to_string(docs.join("SUMMARY.md")).expect("the contents");
    let mut files = Vec::new();
    markdown(&docs, &mut files);
    for path in files.iter().filter(|path| !path.ends_with("SUMMARY.md")) {
        let link = path.strip_prefix(&docs).expect("below").display().to_string();
        let times = contents.matches(&format!("]({link})")).count();
        assert_eq!(times, 1, "{link} stands {times} times in docs/SUMMARY.md");
    }
}

#[test]
fn pages_have_what_they_promise() {
    let text: String = pages().iter().map(|p| fs::read_to_string(p).expect("a page")).collect();
    for words in [
        ": card \"",
        ": test \"",
        ": == ",
        "run: cardwright check",
        "cardwright sim",
    ] {
        let mut comments = text.lines().filter(|line| line.starts_with("<!-- "));
        assert!(comments.any(|line| line.contains(words)), "no block shows `{words}`");
    }
}
