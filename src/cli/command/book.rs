//! `cardwright book`.

use crate::book;
use crate::catalog::{PAGES, Page};
use crate::cli::book_args::BookArgs;
use crate::cli::exit::{Exit, Stop};
use crate::cli::term::{self, Out};

/// The most passages that a search lists.
const MOST: usize = 12;

/// Shows the table of contents, a page, or where words stand.
pub(in crate::cli) fn run(args: &BookArgs) -> Result<Exit, Stop> {
    let mut out = Out::new();
    let topic = args.topic.join(" ");
    let mut found = true;
    if topic.trim().is_empty() {
        for page in PAGES {
            out.line(&row(page));
        }
    } else if let Some(page) = book::page(&topic) {
        out.text(&book::render(page.text, term::color_out(args.color)));
    } else {
        let places = book::search(&topic, MOST);
        found = !places.is_empty();
        for place in places {
            out.line(&format!("{}: {}", name(place.page), place.heading));
        }
    }
    out.finish()?;
    if !found {
        term::complain(&format!("there is nothing about `{topic}` in the handbook"));
        term::complain("help: `cardwright book` lists its pages");
    }
    Ok(Exit::problems(!found))
}

/// What a page is called on the command line.
fn name(page: &Page) -> &str {
    page.path.strip_suffix(".md").unwrap_or(page.path)
}

fn row(page: &Page) -> String {
    const WIDTH: usize = 36;
    let indent = "  ".repeat(page.depth);
    let name = format!("{indent}{}", name(page));
    format!("{name:WIDTH$}  {}", page.title)
}
