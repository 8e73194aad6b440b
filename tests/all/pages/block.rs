//! The blocks of a page, each judged by the comment above it.

use super::root;
use super::session::Session;
use cardwright::book::{self, Entry};
use cardwright::source::SourceFile;
use cardwright::{catalog, compile, fmt, play};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// What came of a page.
#[derive(Debug, Default)]
pub(super) struct Judged {
    /// The page with its output made anew.
    pub(super) text: String,
    /// What is wrong with its blocks.
    pub(super) faults: Vec<String>,
    /// How many blocks were tested.
    pub(super) blocks: usize,
    /// Where blocks are only shown.
    pub(super) shown: Vec<String>,
}

/// What a comment asks for.
#[derive(Debug, Clone, Copy)]
enum Source<'r> {
    /// A command in a folder: with standard error, and at most so many lines.
    Run(&'r str, &'r str, bool, usize),
    From(&'r str, &'r str),
    Write(&'r str),
    /// The body of a card of a game on a frame, and the code that is said of it.
    In(&'r str, &'r str, Option<&'r str>),
    Shown,
}

fn source(line: &str) -> Option<Source<'_>> {
    let inner = line.strip_prefix("<!-- ")?.strip_suffix(" -->")?;
    let (head, rest) = inner.split_once(": ").unwrap_or((inner, ""));
    let words: Vec<&str> = head.split_whitespace().collect();
    Some(match words.as_slice() {
        ["run"] => Source::Run("", rest, true, usize::MAX),
        ["run", "in", folder] => Source::Run(folder, rest, true, usize::MAX),
        ["out"] => Source::Run("", rest, false, usize::MAX),
        ["out", "in", folder] => Source::Run(folder, rest, false, usize::MAX),
        ["head", lines] => Source::Run("", rest, false, lines.parse().ok()?),
        ["from", file] => Source::From(file, rest),
        ["write", file] => Source::Write(file),
        ["in", game] => Source::In(game, "", None),
        ["in", game, frame] => Source::In(game, frame, None),
        ["wrong", code, "in", game] => Source::In(game, "", Some(code)),
        ["wrong", code, "in", game, frame] => Source::In(game, frame, Some(code)),
        ["shown"] => Source::Shown,
        _ => return None,
    })
}

/// Judges a page from its top to its bottom.
pub(super) fn judge(page: &str, text: &str) -> Judged {
    let mut out = Judged::default();
    let session = text
        .lines()
        .any(|line| line == "<!-- session -->")
        .then(|| Session::new(page));
    let mut sources = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((n, line)) = lines.next() {
        let _ = writeln!(out.text, "{line}");
        let at = format!("{page}:{}", n + 1);
        if let Some(source) = source(line) {
            sources.push(source);
            continue;
        }
        if !line.starts_with("```") {
            if !sources.is_empty() && !line.is_empty() {
                out.faults
                    .push(format!("{at}: a block must follow the comment, not `{line}`"));
                sources.clear();
            }
            continue;
        }
        let fence: String = line.chars().take_while(|c| *c == '`').collect();
        let mut body = String::new();
        for (_, line) in lines.by_ref().take_while(|(_, line)| *line != fence) {
            let _ = writeln!(body, "{line}");
        }
        let language = line.trim_start_matches('`');
        match block(&at, language, &body, &sources, session.as_ref(), &mut out) {
            Ok(text) => out.text.push_str(&text),
            Err(fault) => {
                out.faults.push(format!("{at}: {fault}"));
                out.text.push_str(&body);
            }
        }
        let _ = writeln!(out.text, "{fence}");
        sources.clear();
    }
    if let Some(fault) = session.and_then(|session| session.fault()) {
        out.faults.push(format!("{page}: at its end: {fault}"));
    }
    out
}

/// Judges a block; what it should say, or what is wrong with it.
fn block(
    at: &str,
    language: &str,
    body: &str,
    sources: &[Source<'_>],
    session: Option<&Session>,
    out: &mut Judged,
) -> Result<String, String> {
    out.blocks += 1;
    match sources {
        [] if language == "card" => whole_file(body)?,
        [] => return Err("a block without a comment that says how it is tested".to_owned()),
        [Source::Shown] => {
            out.blocks -= 1;
            out.shown.push(at.to_owned());
        }
        [Source::Write(file)] => session.ok_or("only a session can write")?.write(file, body)?,
        [Source::In(game, frame, code)] => in_frame(game, frame, *code, body)?,
        sources => return made(sources, session),
    }
    Ok(body.to_owned())
}

/// What is wrong with a file of cards: all that `check` says, whether it is laid out, whether its tests pass.
fn whole_file(text: &str) -> Result<(), String> {
    let session = Session::new("a whole file");
    let game = text.split_whitespace().nth(1).unwrap_or("");
    let plain = catalog::files(game)
        .ok_or("a whole file begins with `use GAME`")?
        .starter
        .plain;
    session.create(
        "plain.card",
        &plain.replace("Set Name", "Plain Cards").replace("CODE", "PC"),
    );
    session.create("page.card", text);
    session.fault().map_or(Ok(()), Err)
}

/// What is wrong with the body of a card.
fn in_frame(game: &str, frame: &str, code: Option<&str>, body: &str) -> Result<(), String> {
    let entry = Entry {
        frame: frame.to_owned(),
        script: body.to_owned(),
        ..Entry::default()
    };
    let id = catalog::files(game).ok_or("there is no such game")?.phrases.cards;
    let id = if id.contains("PH/P") { "PH/P-001" } else { "PH-001" };
    let card = book::card(game, &entry, "This Card", id).ok_or("there is no such frame")?;
    let cards = catalog::files(game).map_or("", |files| files.phrases.cards);
    let file = format!("{cards}\n{card}");
    let mut compiled = compile::compile(vec![SourceFile::new("page.card", file.as_str())]);
    play::check(&mut compiled);
    let said: Vec<String> = compiled
        .diagnostics
        .iter()
        .map(|d| format!("{}: {}", d.code.id(), d.message))
        .collect();
    if let Some(code) = code {
        let right = compiled.diagnostics.iter().any(|d| d.code.id() == code) && said.len() == 1;
        return if right {
            Ok(())
        } else {
            Err(format!("not {code}, but {said:?}"))
        };
    }
    if !said.is_empty() {
        return Err(said.join("; "));
    }
    let indented = |by: &str| -> String {
        let lines = body.lines().map(|l| {
            if l.is_empty() {
                "\n".to_owned()
            } else {
                format!("{by}{l}\n")
            }
        });
        lines.collect()
    };
    let laid_out = fmt::format(&file);
    let stands = laid_out.contains(&indented("  ")) || laid_out.contains(&indented("    "));
    if stands {
        Ok(())
    } else {
        Err("`cardwright fmt` lays it out in another way".to_owned())
    }
}

/// The blocks of output, made anew.
fn made(sources: &[Source<'_>], session: Option<&Session>) -> Result<String, String> {
    let mut out = String::new();
    let mut after_item = false;
    for source in sources {
        match source {
            Source::Run(folder, command, errors, most) => {
                let home = match session {
                    Some(session) => session.folder().join(folder),
                    None => root().join(if folder.is_empty() { "." } else { folder }),
                };
                out.push_str(&run(&home, command, *errors, *most)?);
            }
            Source::From(path, first) => {
                // A header stands together; cards and tests stand apart.
                if after_item && !first.starts_with("set ") && !first.starts_with("use ") {
                    out.push('\n');
                }
                let home = session
                    .map(|session| session.folder().join(path))
                    .filter(|path| path.exists());
                out.push_str(&item(&home.unwrap_or_else(|| root().join(path)), first)?);
                after_item = true;
            }
            Source::Write(_) | Source::In(..) | Source::Shown => return Err("such a comment stands alone".to_owned()),
        }
    }
    Ok(out)
}

/// A command and what it prints.
fn run(folder: &Path, command: &str, errors: bool, most: usize) -> Result<String, String> {
    let output = Session::run(folder, command)?;
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    if errors {
        text.push_str(&String::from_utf8_lossy(&output.stderr));
    }
    let mut lines: Vec<String> = text
        .lines()
        .map(|line| without_time(line).trim_end().to_owned())
        .collect();
    if lines.len() > most {
        lines.truncate(most);
        lines.push("…".to_owned());
    }
    lines.insert(0, format!("$ {command}"));
    lines.push(String::new());
    Ok(lines.join("\n"))
}

/// Times differ from run to run: `, 0.1 s` at the end of a line and ` in 2.5 s` are left out.
fn without_time(line: &str) -> String {
    let is_time = |words: &str| words.strip_suffix(" s").is_some_and(|n| n.parse::<f64>().is_ok());
    if let Some((head, time)) = line.rsplit_once(", ")
        && is_time(time)
    {
        return head.to_owned();
    }
    if let Some((head, rest)) = line.rsplit_once(" in ")
        && let Some((time, tail)) = rest.split_once(':')
        && is_time(time)
    {
        return format!("{head}:{tail}");
    }
    line.to_owned()
}

fn item(path: &Path, first: &str) -> Result<String, String> {
    let text = fs::read_to_string(path).map_err(|_| format!("{} cannot be read", path.display()))?;
    let kind = path.extension().and_then(|e| e.to_str());
    let log = kind == Some("golden");
    let card = kind == Some("card");
    let mut out = String::new();
    let mut lines = text.lines().skip_while(|l| !l.starts_with(first)).peekable();
    if lines.peek().is_none() {
        return Err(format!("nothing in {} begins with `{first}`", path.display()));
    }
    for (n, line) in lines.enumerate() {
        if log && n > 0 && (line.is_empty() || line.starts_with("== ")) {
            break;
        }
        let _ = writeln!(out, "{line}");
        if card && (line == "}" || line.starts_with("use ") || line.starts_with("set ")) {
            break;
        }
    }
    Ok(out)
}
