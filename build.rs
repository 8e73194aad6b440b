//! Lists the games and their files, so that a new game is a new folder: `src/games/<game>` with its `descriptor.rs` and `<game>.vocab`, and
//! `cards/<game>` with its prelude and the card files that are bundled with the program. What `cardwright new` begins with lies in
//! `src/games/<game>/starter`, and the game's page of printed phrases with its cards in `docs/phrases`.
//!
//! The pages of the handbook are found too: those that `docs/SUMMARY.md` lists.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    let (rooms, cards) = (root.join("src/games"), root.join("cards"));
    println!("cargo::rerun-if-changed={}", rooms.display());
    println!("cargo::rerun-if-changed={}", cards.display());
    let docs = root.join("docs");
    println!("cargo::rerun-if-changed={}", docs.display());
    let mut files = String::from("&[\n");
    let mut games = String::from("&[\n");
    for room in sorted(&rooms)? {
        if !room.join("descriptor.rs").is_file() {
            continue;
        }
        let game = name(&room);
        let _ = writeln!(games, "    &{game}::descriptor::GAME,");
        let vocabulary = room.join(format!("{game}.vocab"));
        let _ = writeln!(files, "    Files {{\n        game: {game:?},");
        let _ = writeln!(files, "        vocabulary: {},", text(&vocabulary));
        let folder = cards.join(&game);
        let prelude = folder.join("prelude.card");
        let prelude = text_if(&prelude);
        let _ = writeln!(files, "        prelude: {prelude},\n        sets: &[");
        for file in if folder.is_dir() { sorted(&folder)? } else { Vec::new() } {
            if file.extension().is_some_and(|e| e == "card") && name(&file) != "prelude.card" {
                let _ = writeln!(
                    files,
                    "            CardFile {{ name: {:?}, text: {} }},",
                    name(&file),
                    text(&file)
                );
            }
        }
        files.push_str("        ],\n");
        let starter = room.join("starter");
        let starter = |file: &str| text_if(&starter.join(file));
        let _ = writeln!(
            files,
            "        starter: Starter {{ plain: {}, starts: {}, deck: {} }},",
            starter("plain.card"),
            starter("starts.card"),
            starter("deck.card")
        );
        let phrases = |end: &str| text_if(&docs.join(format!("phrases/{game}{end}")));
        let _ = writeln!(
            files,
            "        phrases: Phrases {{ page: {}, cards: {}, frames: {} }},\n    }},",
            phrases(".md"),
            phrases(".card"),
            phrases("-frames.card")
        );
    }
    files.push(']');
    games.push(']');
    fs::write(out.join("files.rs"), files)?;
    fs::write(out.join("games.rs"), games)?;
    fs::write(out.join("pages.rs"), pages(&docs)?)
}

/// The pages that the table of contents lists, in its order, with their files.
fn pages(docs: &Path) -> io::Result<String> {
    let contents = fs::read_to_string(docs.join("SUMMARY.md"))?;
    let mut pages = String::from("&[\n");
    for line in contents.lines() {
        let Some((title, link)) = line
            .split_once('[')
            .and_then(|(_, rest)| rest.strip_suffix(')'))
            .and_then(|rest| rest.split_once("]("))
        else {
            continue;
        };
        let path = docs.join(link);
        let written = fs::read_to_string(&path)?;
        // A page may be a frame around a document that lies elsewhere, as mdBook reads it.
        let include = written
            .lines()
            .find_map(|line| line.strip_prefix("{{#include ")?.strip_suffix("}}"));
        let shown = match include {
            Some(other) => path.parent().unwrap_or(docs).join(other),
            None => path,
        };
        println!("cargo::rerun-if-changed={}", shown.display());
        let depth = line.chars().take_while(|c| *c == ' ').count() / 2;
        let _ = writeln!(
            pages,
            "    Page {{ path: {link:?}, title: {title:?}, depth: {depth}, text: {} }},",
            text(&shown)
        );
    }
    pages.push(']');
    Ok(pages)
}

/// A file's text, as an expression; empty if there is no such file.
fn text_if(path: &Path) -> String {
    if path.is_file() { text(path) } else { "\"\"".to_owned() }
}

/// A file's text, as an expression.
fn text(path: &Path) -> String {
    format!("include_str!({:?})", path.display().to_string())
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn sorted(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut paths = fs::read_dir(folder)?
        .map(|e| e.map(|e| e.path()))
        .collect::<io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}
