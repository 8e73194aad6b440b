//! The beginning of a test: of the tests that a game offers, the first that the card passes.

use super::templates::{Kind, Templates};
use super::{Ground, Refusal, Start};
use crate::compile::{self, Compiled};
use crate::diag::{Code, Severity};
use crate::golden::{self, Job, Shared};
use crate::ir::Module;

pub(super) fn begin(ground: &Ground, card: &str, file: Option<&str>) -> Result<Vec<Start>, Refusal> {
    let Some(home) = ground.card(card) else {
        return Err(Refusal::new(
            format!("there is no card \"{card}\" here"),
            format!("begin it: cardwright new card \"{card}\""),
        ));
    };
    let sheet = match file {
        Some(file) => ground.set(Some(file))?,
        None => home,
    };
    let taken = |name: &str| sheet.has("test", name);
    let mut numbered = (2u32..).map(|n| format!("{card}, {n}"));
    let name = if taken(card) {
        numbered.find(|name| !taken(name)).unwrap_or_default()
    } else {
        card.to_owned()
    };
    for template in Templates::of(&ground.game)?.all(Kind::Test) {
        let text = template.replace("Test Name", &name).replace("Card Name", card);
        let start = sheet.with(&text, &format!("test \"{name}\""));
        if passes(ground, &start, &name) {
            return Ok(vec![start]);
        }
    }
    Err(Refusal::new(
        format!("no test to begin with fits \"{card}\", or it has all that do"),
        "`cardwright check` tells whether the card has errors; `cardwright book tests` how a test is written by hand",
    ))
}

/// A test with this text, if it passes with the cards that are here.
pub(super) fn recorded(ground: &Ground, name: &str, text: &str, file: Option<&str>) -> Result<Vec<Start>, Refusal> {
    let sheet = ground.set(file)?;
    if sheet.has("test", name) {
        return Err(Refusal::new(
            format!("there is a test \"{name}\" already"),
            "give the test another name: cardwright new test \"A late comeback\" --from … --at …",
        ));
    }
    let start = sheet.with(text, &format!("test \"{name}\""));
    if passes(ground, &start, name) {
        return Ok(vec![start]);
    }
    Err(Refusal::new(
        "this position is no test here that passes: cards of the game are not among these card files, or it needs what a test cannot lay out",
        "`cardwright replay FILE --as-test N` prints the test, to be completed by hand",
    ))
}

/// Whether the files check with the test in them, and the test passes by all editions it is for.
fn passes(ground: &Ground, start: &Start, name: &str) -> bool {
    let compiled = compile::compile(ground.sources(std::slice::from_ref(start)));
    let broken = |d: &crate::diag::Diagnostic| {
        let file = d.span.and_then(|span| compiled.sources.get(span.file));
        // What another test says already is no beginning.
        let bad = d.severity() == Severity::Error || d.code == Code::RepeatedTest;
        bad && file.is_none_or(|file| file.name == start.file)
    };
    if compiled.diagnostics.iter().any(broken) {
        return false;
    }
    let mut modules = compiled.modules.iter();
    let Some(module) = modules.find(|module| module.files.first().is_some_and(|file| *file == start.file)) else {
        return false;
    };
    let Some(test) = module.tests.iter().find(|test| test.name == name) else {
        return false;
    };
    module.played_by().into_iter().all(|edition| {
        let library = library(&compiled, module, edition);
        let job = Job {
            module,
            library: &library,
            test,
            edition,
            shared: &Shared::default(),
            trace: false,
        };
        golden::play(&job).failure.is_none()
    })
}

/// The modules whose cards the test may use, its own first.
fn library<'c>(compiled: &'c Compiled, module: &'c Module, edition: Option<&str>) -> Vec<&'c Module> {
    let others = compiled.modules.iter().filter(|m| !std::ptr::eq(*m, module));
    let others = others.filter(|m| m.game == module.game && m.is_for(edition));
    std::iter::once(module).chain(others).collect()
}
