//! The pages of the handbook: found by name, searched by words, and shown on a terminal.

use super::tokens::tokens;
use crate::catalog::{PAGES, Page};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A passage that a search has found.
#[derive(Debug, Clone, Copy)]
pub struct Place {
    /// The page.
    pub page: &'static Page,
    /// The heading above it.
    pub heading: &'static str,
    /// How many of the words it has, and whether its heading has them.
    near: usize,
}

/// The name by which a page is called: its file, from `docs` on and without its ending.
fn stem(page: &Page) -> &str {
    page.path.strip_suffix(".md").unwrap_or(page.path)
}

/// The page of a name: its file with or without the folder, or its title.
pub fn page(name: &str) -> Option<&'static Page> {
    let plain = |text: &str| text.to_lowercase().replace(['-', '_', '/'], " ");
    let wanted = plain(name.trim().trim_end_matches(".md"));
    let is = |text: &str| plain(text) == wanted;
    let last = |page: &Page| stem(page).rsplit('/').next().is_some_and(is);
    let find = |fits: &dyn Fn(&Page) -> bool| PAGES.iter().find(|page| fits(page));
    find(&|page| is(stem(page)) || is(page.title)).or_else(|| find(&last))
}

/// The passages that have most words of a question, the best first.
pub fn search(question: &str, most: usize) -> Vec<Place> {
    let asked: BTreeSet<String> = tokens(question).into_iter().collect();
    let mut places: Vec<Place> = PAGES.iter().flat_map(|page| passages(page, &asked)).collect();
    places.retain(|place| place.near > 0);
    places.sort_by_key(|place| std::cmp::Reverse(place.near));
    places.truncate(most);
    places
}

fn passages(page: &'static Page, asked: &BTreeSet<String>) -> Vec<Place> {
    let mut out: Vec<Place> = Vec::new();
    let mut heading = page.title;
    let mut body = BTreeSet::new();
    let mut block = false;
    let mut end = |heading: &'static str, body: &mut BTreeSet<String>| {
        let titled: BTreeSet<String> = tokens(heading).into_iter().collect();
        let near = 2 * titled.intersection(asked).count() + body.intersection(asked).count();
        out.push(Place { page, heading, near });
        body.clear();
    };
    for line in page.text.lines() {
        block ^= line.starts_with("```");
        match line.trim_start_matches('#').strip_prefix(' ') {
            Some(title) if line.starts_with('#') && !block => {
                end(heading, &mut body);
                heading = title;
            }
            _ => body.extend(tokens(line)),
        }
    }
    end(heading, &mut body);
    out
}

const BOLD: &str = "\x1b[1m";
const CYAN: &str = "\x1b[36m";
const DIM: &str = "\x1b[2m";
const OFF: &str = "\x1b[0m";

/// A page as a terminal shows it: without the comments that are for the tests, and, in colour, without the signs of Markdown.
pub fn render(text: &str, color: bool) -> String {
    let mut out = String::new();
    let mut block = false;
    let mut blank = true;
    for line in text.lines() {
        if !block && line.starts_with("<!--") && line.ends_with("-->") {
            continue;
        }
        // Where comments are left out, one empty line is enough.
        if line.is_empty() && blank && !block {
            continue;
        }
        blank = line.is_empty();
        if line.starts_with("```") {
            block = !block;
            if color {
                continue;
            }
        }
        let _ = writeln!(out, "{}", if color { colored(line, block) } else { line.to_owned() });
    }
    out
}

fn colored(line: &str, block: bool) -> String {
    if block {
        return format!("  {DIM}\u{2502}{OFF} {line}");
    }
    if let Some(title) = line
        .trim_start_matches('#')
        .strip_prefix(' ')
        .filter(|_| line.starts_with('#'))
    {
        return format!("{BOLD}{title}{OFF}");
    }
    let mut out = String::new();
    for (n, part) in line.split('`').enumerate() {
        if n % 2 == 1 {
            let _ = write!(out, "{CYAN}{part}{OFF}");
        } else {
            out.push_str(&strong(part));
        }
    }
    out
}

/// The text with `**…**` in bold.
fn strong(text: &str) -> String {
    let mut out = String::new();
    for (n, part) in text.split("**").enumerate() {
        if n % 2 == 1 {
            let _ = write!(out, "{BOLD}{part}{OFF}");
        } else {
            out.push_str(part);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_shown_without_the_comments_of_its_tests() {
        let text = "# Title\n\n<!-- run: x -->\n\n```\n$ x\n```\n\nSome `code`.\n";
        assert_eq!(render(text, false), "# Title\n\n```\n$ x\n```\n\nSome `code`.\n");
        let shown = render(text, true);
        assert!(shown.contains("\x1b[1mTitle") && shown.contains("\x1b[36mcode") && !shown.contains("```"));
    }

    #[test]
    fn every_page_is_found_by_its_file() {
        for one in PAGES {
            let found = page(stem(one)).expect("a page");
            assert_eq!(found.path, one.path);
        }
        assert!(page("no such page").is_none());
    }
}
