//! `cardwright fmt`.

use crate::cli::args::FmtArgs;
use crate::cli::exit::{Exit, Stop};
use crate::cli::files::{self, Content, Input, reason, shown};
use crate::cli::report;
use crate::cli::term::Out;
use crate::diag;
use crate::fmt::format;
use crate::source::{SourceFile, SourceMap};
use crate::{parse, vocab};

/// Formats files in place, or standard input to standard output.
pub(in crate::cli) fn run(args: &FmtArgs) -> Result<Exit, Stop> {
    let inputs = files::find(&args.paths)?;
    if inputs.len() > 1 && inputs.contains(&Input::Stdin) {
        return Err(Stop::new(
            "`-` formats standard input to standard output: give it alone, without other files or folders",
        ));
    }
    let mut out = Out::new();
    let mut exit = Exit::Fine;
    let mut messages = Vec::new();
    for input in &inputs {
        match one(input, args.check, &mut out) {
            Ok(own) => exit = exit.max(own),
            Err(stop) => messages.extend(stop.messages),
        }
    }
    out.finish()?;
    Stop::unless_empty(messages, exit)
}

fn one(input: &Input, check: bool, out: &mut Out) -> Result<Exit, Stop> {
    let text = match files::read(input)? {
        Content::Text(text) => text,
        Content::Refused(refused) => {
            let mut sources = SourceMap::new();
            let diagnostic = refused.diagnose(&mut sources);
            report::complain(&[diagnostic], &sources);
            return Ok(Exit::Problems);
        }
    };
    let formatted = format(&text);
    let changed = formatted != text;
    match input {
        Input::Stdin if !check => out.text(&formatted),
        Input::File(path) if changed && !check => {
            files::replace(path, formatted.as_bytes())
                .map_err(|e| Stop::new(format!("cannot write {}: {}", shown(path), reason(&e))))?;
            out.line(&input.name());
        }
        Input::Stdin | Input::File(_) if changed => out.line(&input.name()),
        Input::Stdin | Input::File(_) => {}
    }
    let broken = complain_about_syntax(input.name(), text);
    Ok(Exit::problems(broken || (check && changed)))
}

/// Reports the items that were left as they are; true if there are any.
fn complain_about_syntax(name: String, text: String) -> bool {
    let mut sources = SourceMap::new();
    let id = sources.add(SourceFile::new(name, text));
    // An item in words of older cards is sound, and left as it is written.
    let mut diagnostics = parse::parse_with(id, sources.text(id), &vocab::old_words).diagnostics;
    diag::tidy(&mut diagnostics);
    report::complain(&diagnostics, &sources);
    !diagnostics.is_empty()
}
