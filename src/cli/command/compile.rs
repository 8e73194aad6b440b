//! `cardwright compile`.

use crate::cli::args::{CompileArgs, Emit};
use crate::cli::exit::{Exit, Stop};
use crate::cli::files::{self, reason, shown};
use crate::cli::report;
use crate::cli::term::Out;
use crate::cli::vocabulary;
use crate::ir::Module;
use crate::play;
use crate::prose;

/// Writes the compiled form of cards, or their English.
pub(in crate::cli) fn run(args: &CompileArgs) -> Result<Exit, Stop> {
    let mut compiled = files::load(&args.paths)?.compile();
    if matches!(args.emit, Emit::Steps | Emit::StepsJson) {
        // Only what can be played has steps.
        play::check(&mut compiled);
    }
    report::complain(&compiled.diagnostics, &compiled.sources);
    if report::has_errors(&compiled.diagnostics) {
        return Ok(Exit::Problems);
    }
    let text = match args.emit {
        Emit::Ir => json(&compiled.modules)?,
        Emit::Text => english(&compiled.modules)?,
        Emit::Steps => play::steps(&compiled)
            .iter()
            .map(play::CardInPlay::text)
            .collect::<Vec<_>>()
            .join("\n"),
        Emit::StepsJson => pretty(&play::steps(&compiled))?,
    };
    if let Some(path) = &args.out {
        // Card files are what was written by hand: nothing takes their place.
        if path.extension().is_some_and(|ending| ending == "card") {
            return Err(Stop::new(format!("{} is named like a card file", shown(path)))
                .with_help("the compiled form goes into a file of another name: `--out cards.json`"));
        }
        files::replace(path, text.as_bytes())
            .map_err(|e| Stop::new(format!("cannot write {}: {}", shown(path), reason(&e))))?;
    } else {
        let mut out = Out::new();
        out.text(&text);
        out.finish()?;
    }
    Ok(Exit::Fine)
}

/// One module is an object, several are an array.
fn json(modules: &[Module]) -> Result<String, Stop> {
    match modules {
        [module] => pretty(module),
        _ => pretty(modules),
    }
}

fn pretty<T: serde::Serialize + ?Sized>(value: &T) -> Result<String, Stop> {
    serde_json::to_string_pretty(value)
        .map(|text| text + "\n")
        .map_err(|error| Stop::new(format!("cannot write the compiled cards as JSON: {error}")))
}

/// Every card in English, a blank line between cards.
fn english(modules: &[Module]) -> Result<String, Stop> {
    let mut cards = Vec::new();
    for module in modules {
        let vocab = vocabulary::vocab(&module.game)?;
        cards.extend(
            module
                .cards
                .iter()
                .map(|card| format!("{}\n", prose::card(card, module, vocab).trim_end())),
        );
    }
    Ok(cards.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(game: &str) -> Module {
        Module {
            version: crate::ir::VERSION,
            game: game.to_owned(),
            editions: Vec::new(),
            files: Vec::new(),
            cards: Vec::new(),
            definitions: Vec::new(),
            counters: Vec::new(),
            states: Vec::new(),
            groups: indexmap::IndexMap::new(),
            decks: Vec::new(),
            tests: Vec::new(),
        }
    }

    #[test]
    fn one_module_is_an_object_and_several_are_an_array() {
        let read = |modules: &[Module]| json(modules).map_err(|_| ()).expect("JSON");
        let one: Module = serde_json::from_str(&read(&[module("weiss")])).expect("an object");
        assert_eq!(one, module("weiss"));
        let two: Vec<Module> = serde_json::from_str(&read(&[module("weiss"), module("fow")])).expect("an array");
        assert_eq!(two, [module("weiss"), module("fow")]);
        assert_eq!(read(&[]), "[]\n");
    }
}
