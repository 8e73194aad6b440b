//! A folder in which a page is followed: files are written, commands run, and in the end everything is green.

use cardwright::lex::items;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The folder of a session; it is gone when the session is.
#[derive(Debug)]
pub(super) struct Session {
    folder: PathBuf,
}

/// How many sessions there were: each has a folder of its own.
static SESSIONS: AtomicUsize = AtomicUsize::new(0);

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

impl Session {
    pub(super) fn new(page: &str) -> Session {
        let number = SESSIONS.fetch_add(1, Ordering::Relaxed);
        let name: String = page
            .chars()
            .map(|c| if c.is_alphanumeric() { c } else { '-' })
            .collect();
        let folder =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pages-{}-{number}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        Session { folder }
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn create(&self, file: &str, text: &str) {
        fs::write(self.folder.join(file), text).expect("a file can be written");
    }

    /// Runs a command of a page in a folder; its failure is for the page to show.
    pub(super) fn run(folder: &Path, command: &str) -> Result<Output, String> {
        let (feed, command) = match command.strip_prefix("yes ").and_then(|rest| rest.split_once(" | ")) {
            Some((answer, command)) => (Some(format!("{answer}\n").repeat(20_000)), command),
            None => (None, command),
        };
        let words = words(command);
        let (program, args) = words.split_first().ok_or("a command is missing")?;
        if program != "cardwright" {
            return Err(format!("pages run cardwright only, not `{program}`"));
        }
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(args)
            .current_dir(folder)
            .env("NO_COLOR", "1")
            .env("COLUMNS", "100")
            .stdin(if feed.is_some() { Stdio::piped() } else { Stdio::null() })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| format!("the program does not run: {error}"))?;
        if let (Some(feed), Some(mut stdin)) = (feed, child.stdin.take()) {
            // The game may be over before the answers are.
            std::thread::spawn(move || stdin.write_all(feed.as_bytes()));
        }
        child
            .wait_with_output()
            .map_err(|error| format!("the program is lost: {error}"))
    }

    /// Puts the items of a block into a file: in the place of those of their names, or at its end.
    pub(super) fn write(&self, file: &str, block: &str) -> Result<(), String> {
        let path = self.folder.join(file);
        let mut text = fs::read_to_string(&path).unwrap_or_default();
        let new = items(block);
        if new.is_empty() {
            return Err("there is no item in this block".to_owned());
        }
        for item in new {
            let of = items(&text)
                .iter()
                .find(|old| old.word == item.word && old.name == item.name)
                .map(|old| (old.start, old.text.len()));
            match of {
                Some((start, length)) => text.replace_range(start..start + length, item.text),
                None => {
                    let header = ["use", "set"].contains(&item.word);
                    if !text.is_empty() && !header {
                        text.push('\n');
                    }
                    text.push_str(item.text);
                    text.push('\n');
                }
            }
        }
        fs::write(&path, &text).map_err(|error| format!("{file}: {error}"))?;
        Ok(())
    }

    /// What is not green in the end: warnings, layout, tests, decks.
    pub(super) fn fault(&self) -> Option<String> {
        let mut commands = vec![
            "cardwright check --deny warnings",
            "cardwright fmt --check",
            "cardwright test",
        ];
        if self.folder.join("decks.card").exists() {
            commands.push("cardwright deck check decks.card");
        }
        commands.into_iter().find_map(|command| {
            let output = Session::run(&self.folder, command).expect("a command");
            let said = format!(
                "{command}: {}{}",
                String::from_utf8_lossy(&output.stdout),
                String::from_utf8_lossy(&output.stderr)
            );
            (!output.status.success()).then_some(said)
        })
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}
