//! What several modules of tests share.

pub(crate) mod card_text;
pub(crate) mod folder;
pub(crate) mod games;
pub(crate) mod hostile;
pub(crate) mod tide;

use std::fs;
use std::path::Path;

/// The games by name, as the registry lists them: a new game joins every test that goes over all of them.
pub(crate) fn game_names() -> impl Iterator<Item = &'static str> {
    cardwright::games::GAMES.iter().map(|game| game.name)
}

/// The games and the editions of their rules, as the registry lists them; no edition if a game has only one.
pub(crate) fn game_rules() -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
    let edition = |edition: &'static str| Some(edition).filter(|edition| !edition.is_empty());
    cardwright::games::kernels().map(move |kernel| (kernel.name(), edition(kernel.edition())))
}

/// All card files below a folder of the project, sorted, with their text.
pub(crate) fn card_files(folder: &str) -> Vec<(String, String)> {
    let mut out = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), folder, &mut out);
    out.sort();
    assert!(!out.is_empty(), "no cards below {folder}");
    out
}

fn walk(folder: &Path, name: &str, out: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder of the project") {
        let path = entry.expect("an entry").path();
        let name = format!(
            "{name}/{}",
            path.file_name().and_then(|n| n.to_str()).expect("a plain name")
        );
        if path.is_dir() {
            walk(&path, &name, out);
        } else if path.extension().is_some_and(|e| e == "card") {
            out.push((name, fs::read_to_string(&path).expect("a text file")));
        }
    }
}
