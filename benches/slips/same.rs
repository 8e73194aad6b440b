//! Whether a slip makes no difference: the compiled form differs, and the engine does the same.

use cardwright::compile::Compiled;
use cardwright::exec::steps::{self, CardSteps};
use cardwright::ir::Module;
use cardwright::{games, golden};

/// Whether the cards of a file do the same in two compilations, as their printed steps tell, and nothing else of the file differs.
pub(crate) fn plays_alike(before: &Compiled, after: &Compiled, name: &str) -> bool {
    let (Some(old), Some(new)) = (done(before, name), done(after, name)) else {
        return false;
    };
    old == new
}

/// What the engine does with the cards of a file, and everything of the file that is no card.
fn done(compiled: &Compiled, name: &str) -> Option<Vec<String>> {
    let mut out = Vec::new();
    let own = |module: &&Module| module.files.first().is_some_and(|file| file == name);
    for module in compiled.modules.iter().filter(own) {
        let mut rest = serde_json::to_value(module).ok()?;
        rest.as_object_mut()?.remove("cards");
        super::harness::forget_places(&mut rest);
        out.push(rest.to_string());
        for edition in module.played_by() {
            let kernel = games::kernel(&module.game, edition)?;
            let others = compiled
                .modules
                .iter()
                .filter(|other| other.game == module.game && other.is_for(edition));
            let library: Vec<&Module> = std::iter::once(module)
                .chain(others.filter(|other| !std::ptr::eq(*other, module)))
                .collect();
            let pool = golden::pool(&library, kernel)?;
            for card in &module.cards {
                let def = pool.def_listed(&card.name, card.id.as_deref())?;
                out.extend(steps::of_card(&pool, def).iter().map(CardSteps::text));
            }
        }
    }
    Some(out)
}
