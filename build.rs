//! Lists the card files that are bundled with the program, so that a new file below `cards/` needs no change in the code.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").map_err(io::Error::other)?);
    let out = PathBuf::from(env::var("OUT_DIR").map_err(io::Error::other)?);
    let cards = root.join("cards");
    println!("cargo::rerun-if-changed={}", cards.display());
    let mut list = String::from("&[\n");
    for game in sorted(&cards)? {
        if !game.is_dir() {
            continue;
        }
        println!("cargo::rerun-if-changed={}", game.display());
        for file in sorted(&game)? {
            // The vocabulary brings the prelude along by itself.
            if file.extension().is_some_and(|e| e == "card") && file.file_name().is_some_and(|n| n != "prelude.card") {
                let _ = writeln!(
                    list,
                    "    Bundled {{ game: {:?}, name: {:?}, text: include_str!({:?}) }},",
                    name(&game),
                    name(&file),
                    file.display().to_string()
                );
            }
        }
    }
    list.push(']');
    fs::write(out.join("bundled.rs"), list)
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
