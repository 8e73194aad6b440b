//! `cardwright words`.

use crate::cli::book_args::WordsArgs;
use crate::cli::exit::{Exit, Stop};
use crate::cli::files;
use crate::cli::project::Projects;
use crate::cli::term::{self, Out};
use crate::cli::vocabulary::{self, Entry};
use crate::completion::{self, Candidate};
use crate::lex::TokenKind;
use std::collections::BTreeMap;

/// Lists the words that may follow a text.
pub(in crate::cli) fn run(args: &WordsArgs) -> Result<Exit, Stop> {
    let project = Projects::default().here()?;
    let of_project = project.as_ref().and_then(|project| project.settings().game.clone());
    let Some(game) = args.game.clone().or(of_project) else {
        return Err(Stop::new("it is not known which game this is for").with_help("say it: --game weiss"));
    };
    let vocab = vocabulary::vocab(&game)?;
    let files = if args.paths.is_empty() {
        Vec::new()
    } else {
        files::load(&args.paths)?.into_files()
    };
    let entries = vocabulary::entries(vocab);
    let candidates = candidates(&entries);
    let follow = completion::after(vocab.game, &args.after, &candidates, &files);
    let mut out = Out::new();
    for (title, words) in [
        ("These end the sentence:", &follow.ends),
        ("These go on:", &follow.goes_on),
    ] {
        if words.is_empty() {
            continue;
        }
        out.line(title);
        for (kind, words) in by_kind(words) {
            out.line(&format!("  {kind}: {}", words.join(", ")));
        }
    }
    let found = !follow.ends.is_empty() || !follow.goes_on.is_empty();
    out.finish()?;
    if !found {
        term::complain(&format!("nothing can follow `{}`", args.after));
    }
    Ok(Exit::problems(!found))
}

/// All words that could follow: those of the game, those of the language, and one of each kind that is not a word.
fn candidates(entries: &[Entry]) -> Vec<Candidate> {
    let own = entries.iter().filter(|entry| !entry.later).flat_map(|entry| {
        let kind = entry.kind_shown;
        entry.forms.iter().map(move |form| Candidate::new(form, kind))
    });
    let mut all: Vec<Candidate> = own
        .filter(|c| c.text.chars().all(|c| c.is_alphanumeric() || "-/'".contains(c)))
        .collect();
    all.extend(TokenKind::reserved_words().map(|word| Candidate::new(word, "word of the language")));
    all.extend(["1", "\"A Name\"", "<Trait>", "{"].map(|sign| Candidate::new(sign, "sign")));
    all
}

/// Words by their kinds, in the order of the kinds.
fn by_kind(words: &[Candidate]) -> BTreeMap<&'static str, Vec<&str>> {
    let mut kinds: BTreeMap<&'static str, Vec<&str>> = BTreeMap::new();
    for word in words {
        let row = kinds.entry(word.kind).or_default();
        if !row.contains(&word.text.as_str()) {
            row.push(&word.text);
        }
    }
    kinds
}
