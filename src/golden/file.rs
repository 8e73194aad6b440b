//! Golden files: the kept logs of the tests of one card file.
//!
//! A section is a line `== title` and the lines of the log below it; a blank line stands between sections. A line of a log that is empty or starts
//! with `==` or `\` has a `\` in front, so that every log can be kept.

use indexmap::IndexMap;
use std::path::{Path, PathBuf};

/// The kept logs by the title of their test, in the order of the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GoldenFile {
    sections: IndexMap<String, Vec<String>>,
}

/// Something in a golden file that nothing wrote there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GoldenProblem {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

impl GoldenFile {
    /// The golden file of a card file: `harbor.card` → `harbor.golden`.
    pub fn beside(card_file: &Path) -> PathBuf {
        card_file.with_extension("golden")
    }

    /// Reads a file. Of two sections with one title the first counts.
    pub fn parse(text: &str) -> (GoldenFile, Vec<GoldenProblem>) {
        let mut file = GoldenFile::default();
        let mut problems = Vec::new();
        // Lines of a second section of a title are read and dropped.
        let mut current: Option<Option<String>> = None;
        for (index, line) in text.lines().enumerate() {
            let mut problem = |message: String| {
                problems.push(GoldenProblem {
                    line: index + 1,
                    message,
                });
            };
            if let Some(title) = line.strip_prefix("==") {
                let title = title.trim();
                if file.sections.contains_key(title) {
                    problem(format!("the log of \"{title}\" is kept twice"));
                    current = Some(None);
                } else {
                    file.sections.insert(title.to_owned(), Vec::new());
                    current = Some(Some(title.to_owned()));
                }
                continue;
            }
            if line.trim().is_empty() {
                continue;
            }
            match &current {
                Some(Some(title)) => {
                    let line = line.strip_prefix('\\').unwrap_or(line);
                    if let Some(lines) = file.sections.get_mut(title) {
                        lines.push(line.to_owned());
                    }
                }
                Some(None) => {}
                None => {
                    problem("this line belongs to no test: a section starts with `== title`".to_owned());
                    current = Some(None);
                }
            }
        }
        (file, problems)
    }

    /// The kept log of a test.
    pub fn get(&self, title: &str) -> Option<&[String]> {
        self.sections.get(title).map(Vec::as_slice)
    }

    /// The titles of all sections.
    pub fn titles(&self) -> impl Iterator<Item = &str> {
        self.sections.keys().map(String::as_str)
    }

    /// Keeps a log, in place of the one that was kept before.
    pub fn keep(&mut self, title: impl Into<String>, log: Vec<String>) {
        self.sections.insert(title.into(), log);
    }

    /// Leaves only these titles, in this order: the golden tests of the card file as they stand there.
    pub fn arrange<'t>(&mut self, titles: impl IntoIterator<Item = &'t str>) {
        let mut sections = std::mem::take(&mut self.sections);
        for title in titles {
            if let Some(log) = sections.swap_remove(title) {
                self.sections.insert(title.to_owned(), log);
            }
        }
    }

    /// Whether no log is kept.
    pub fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }

    /// The text of the file.
    pub fn write(&self) -> String {
        let mut out = String::new();
        for (title, lines) in &self.sections {
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str("== ");
            out.push_str(title);
            out.push('\n');
            for line in lines {
                if line.trim().is_empty() || line.starts_with("==") || line.starts_with('\\') {
                    out.push('\\');
                }
                out.push_str(line);
                out.push('\n');
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &[&str]) -> Vec<String> {
        text.iter().map(|l| (*l).to_owned()).collect()
    }

    #[test]
    fn every_log_survives() {
        let mut file = GoldenFile::default();
        file.keep("a", lines(&["turn 1", "", "== b", "\\", "  p1 draws", " "]));
        file.keep("a / case", Vec::new());
        file.keep("b", lines(&["", ""]));
        let text = file.write();
        assert_eq!(
            text,
            "== a\nturn 1\n\\\n\\== b\n\\\\\n  p1 draws\n\\ \n\n== a / case\n\n== b\n\\\n\\\n"
        );
        assert_eq!(GoldenFile::parse(&text), (file, Vec::new()));
        assert_eq!(GoldenFile::parse(""), (GoldenFile::default(), Vec::new()));
    }

    #[test]
    fn doubles_and_stray_lines_are_problems() {
        let (file, problems) = GoldenFile::parse("stray\nmore\n== a\n1\n\n== b\n2\n== a\n3\n");
        let found: Vec<(usize, &str)> = problems.iter().map(|p| (p.line, p.message.as_str())).collect();
        assert_eq!(
            found,
            [
                (1, "this line belongs to no test: a section starts with `== title`"),
                (8, "the log of \"a\" is kept twice"),
            ]
        );
        assert_eq!(file.get("a"), Some(lines(&["1"]).as_slice()));
        assert_eq!(file.get("b"), Some(lines(&["2"]).as_slice()));
    }

    #[test]
    fn sections_follow_the_source() {
        let mut file = GoldenFile::default();
        for title in ["gone", "b", "a"] {
            file.keep(title, lines(&[title]));
        }
        file.arrange(["a", "new", "b"]);
        assert_eq!(file.titles().collect::<Vec<_>>(), ["a", "b"]);
        assert_eq!(
            GoldenFile::beside(Path::new("x/harbor.card")),
            Path::new("x/harbor.golden")
        );
    }
}
