//! The pages of the language reference: a block of script that is a whole file (it begins with `use`) checks without a word.

use cardwright::compile;
use cardwright::source::SourceFile;
use std::fs;
use std::path::Path;

/// The blocks of script on a page, each with the line that it begins on.
fn blocks(page: &str) -> Vec<(usize, String)> {
    let mut out: Vec<(usize, String)> = Vec::new();
    let mut inside = false;
    for (at, line) in page.lines().enumerate() {
        match (inside, line) {
            (false, "```card") => {
                inside = true;
                out.push((at + 2, String::new()));
            }
            (true, "```") => inside = false,
            (true, line) => {
                if let Some((_, text)) = out.last_mut() {
                    text.push_str(line);
                    text.push('\n');
                }
            }
            _ => {}
        }
    }
    out
}

#[test]
fn blocks_of_the_language_reference_check() {
    let mut checked = 0;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference");
    let mut pages: Vec<_> = fs::read_dir(folder)
        .expect("the pages")
        .flatten()
        .map(|e| e.path())
        .collect();
    pages.sort();
    for path in pages {
        let page = fs::read_to_string(&path).expect("a page");
        for (line, text) in blocks(&page) {
            let name = format!("{}:{line}", path.display());
            let compiled = compile::compile(vec![SourceFile::new(name.as_str(), text.as_str())]);
            let told: Vec<_> = compiled.diagnostics.iter().map(|d| (d.code.id(), &d.message)).collect();
            assert!(told.is_empty(), "{name}: {told:?}");
            checked += 1;
        }
    }
    assert!(checked >= 2, "the reference has blocks: {checked}");
}
