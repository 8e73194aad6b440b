//! Lists the games and their files, so that a new game is a new folder: `src/games/<game>` with its `descriptor.rs` and `<game>.vocab`, and
//! `cards/<game>` with its prelude and the card files that are bundled with the program.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    let (rooms, cards) = (root.join("src/games"), root.join("cards"));
    println!("cargo::rerun-if-changed={}", rooms.display());
    println!("cargo::rerun-if-changed={}", cards.display());
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
        let prelude = if prelude.is_file() {
            text(&prelude)
        } else {
            "\"\"".to_owned()
        };
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
        files.push_str("        ],\n    },\n");
    }
    files.push(']');
    games.push(']');
    fs::write(out.join("files.rs"), files)?;
    fs::write(out.join("games.rs"), games)
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
