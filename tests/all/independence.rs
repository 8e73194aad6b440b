//! Cards that nothing mentions change nothing: adding them to the files changes no linked code, no log and no result. What is added asks for the past, has
//! names, traits, counters, keywords and tokens of its own, and listens to everything: the samples of the language and all cards of all scenarios.

use super::support::{self, game_names};
use cardwright::compile::{self, Compiled};
use cardwright::exec::{Kernel, Pool, Source, steps};
use cardwright::games;
use cardwright::golden::{self, Job, Played, Shared};
use cardwright::ir::Module;
use cardwright::play::{self, Contest, Table};
use cardwright::players;
use cardwright::source::SourceFile;
use rayon::prelude::*;
use std::collections::BTreeSet;

/// Random games for each edition of a game.
const RANDOM_GAMES: u64 = 6;

fn compiled(folders: &[String]) -> Compiled {
    let files = folders.iter().flat_map(|folder| support::card_files(folder));
    compile::compile(files.map(|(name, text)| SourceFile::new(name, text)).collect())
}

/// Everything of a game: the bundled cards, the scenarios, the samples of the language.
fn everything(game: &str) -> Compiled {
    let folders = ["cards", "tests/scenarios", "tests/language"];
    compiled(&folders.map(|folder| format!("{folder}/{game}")))
}

fn file_of(module: &Module) -> &str {
    module.files.first().map_or("", String::as_str)
}

/// A test file with what it needs, and the same with everything else of the game behind it.
fn libraries<'c>(all: &'c Compiled, module: &'c Module, edition: Option<&str>) -> [Vec<&'c Module>; 2] {
    let own = file_of(module);
    let imports = all.imports.get(own);
    let bundled = own.starts_with("cards/");
    let needed = |m: &&&Module| {
        let file = file_of(m);
        imports.is_some_and(|list| list.contains(file)) || (bundled && file.starts_with("cards/"))
    };
    let others = all.modules.iter().filter(|m| file_of(m) != own && m.is_for(edition));
    let (needed, rest): (Vec<&Module>, Vec<&Module>) = others.partition(|m| needed(&m));
    let small: Vec<&Module> = std::iter::once(module).chain(needed).collect();
    let whole = small.iter().copied().chain(rest).collect();
    [small, whole]
}

fn described(played: &Played) -> String {
    let failure = played.failure.as_ref().map_or("passes", |f| f.message.as_str());
    format!("{}\n{failure}", played.log.join("\n"))
}

/// The first line at which two logs part.
fn parting(one: &str, two: &str) -> String {
    let mut lines = one.lines().zip(two.lines());
    let first = lines.find(|(a, b)| a != b);
    first.map_or_else(
        || format!("{} lines, and {} lines", one.lines().count(), two.lines().count()),
        |(a, b)| format!("{a}\n    {b}"),
    )
}

/// Every test of every card file goes the same way with the cards it needs and with all cards there are.
#[test]
fn other_cards_change_no_test() {
    let mut compared = 0;
    for game in game_names() {
        let all = everything(game);
        let suites: Vec<(&Module, Option<&str>)> = all
            .modules
            .iter()
            .filter(|m| !m.tests.is_empty() && !file_of(m).starts_with("tests/language"))
            .flat_map(|m| m.played_by().into_iter().map(move |edition| (m, edition)))
            .collect();
        let parted: Vec<String> = suites
            .par_iter()
            .flat_map_iter(|(module, edition)| {
                let libraries = libraries(&all, module, *edition);
                let shared = [Shared::default(), Shared::default()];
                let tests = module.tests.iter().filter_map(move |test| {
                    let [one, two] = [0, 1].map(|n| {
                        described(&golden::play(&Job {
                            module,
                            library: &libraries[n],
                            test,
                            edition: *edition,
                            shared: &shared[n],
                            trace: false,
                        }))
                    });
                    let file = file_of(module);
                    (one != two).then(|| format!("{file}: {}\n    {}", test.title(), parting(&one, &two)))
                });
                tests.collect::<Vec<String>>()
            })
            .collect();
        compared += suites.iter().map(|(m, _)| m.tests.len()).sum::<usize>();
        assert!(
            parted.is_empty(),
            "{} tests of {game} depend on cards that they do not name:\n{}",
            parted.len(),
            parted.join("\n")
        );
    }
    assert!(compared > 4000, "{compared} tests");
}

/// Links what can be linked.
fn link(kernel: &'static dyn Kernel, mut sources: Vec<Source<'_>>) -> Pool {
    loop {
        match Pool::link(kernel, &sources) {
            Ok(pool) => return pool,
            Err(errors) => {
                let before = sources.len();
                sources.retain(|(_, card)| !errors.iter().any(|e| e.card == card.name));
                assert!(sources.len() < before, "{errors:?}");
            }
        }
    }
}

/// The bundled modules of a game, and all other cards of the game with names of their own, without decks.
fn bundled_and_others(all: &Compiled, edition: Option<&str>) -> (Vec<Module>, Vec<Module>) {
    let modules = all.modules.iter().filter(|m| m.is_for(edition)).cloned();
    let (bundled, mut others): (Vec<Module>, Vec<Module>) = modules.partition(|m| file_of(m).starts_with("cards/"));
    let mut names: BTreeSet<String> = bundled.iter().flat_map(|m| &m.cards).map(|c| c.name.clone()).collect();
    for module in &mut others {
        module.decks.clear();
        module.cards.retain(|card| names.insert(card.name.clone()));
    }
    (bundled, others)
}

fn editions(all: &Compiled) -> BTreeSet<Option<&str>> {
    all.modules.iter().flat_map(Module::played_by).collect()
}

/// A label with a number is told apart from the label alone only where some card asks for it; the bit that nobody asks for means nothing.
fn plain(steps: &str) -> String {
    let line = |line: &str| {
        let Some(labels) = line.trim_start().strip_prefix("is ") else {
            return line.to_owned();
        };
        let words: Vec<&str> = labels.split(", ").flat_map(|part| part.split(" or ")).collect();
        let numbered = |word: &str| {
            let (name, number) = word.rsplit_once(' ')?;
            let known = number.parse::<u32>().is_ok() && words.contains(&name);
            known.then_some(())
        };
        let kept: Vec<&str> = words.iter().copied().filter(|word| numbered(word).is_none()).collect();
        format!("is {}", kept.join(" or "))
    };
    steps.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The code of every bundled card is the same in a pool with all other cards.
#[test]
fn other_cards_change_no_code() {
    for game in game_names() {
        let all = everything(game);
        for edition in editions(&all) {
            let kernel = games::kernel(game, edition).expect("a kernel");
            let (bundled, others) = bundled_and_others(&all, edition);
            let few: Vec<Source<'_>> = bundled
                .iter()
                .flat_map(|m| m.cards.iter().map(move |c| (m, c)))
                .collect();
            let mut many = few.clone();
            many.extend(others.iter().flat_map(|m| m.cards.iter().map(move |c| (m, c))));
            let (small, large) = (link(kernel, few.clone()), link(kernel, many));
            let mut parted = Vec::new();
            for (_, card) in &few {
                let [one, two] = [&small, &large].map(|pool| {
                    let def = pool.def_listed(&card.name, card.id.as_deref());
                    let sides = def.map(|def| steps::of_card(pool, def)).unwrap_or_default();
                    sides
                        .iter()
                        .map(|side| plain(&side.text()))
                        .collect::<Vec<_>>()
                        .join("\n")
                });
                if one != two {
                    parted.push(format!("{}\n    {}", card.name, parting(&one, &two)));
                }
            }
            assert!(
                parted.is_empty(),
                "{game}: {} cards mean something else among others:\n{}",
                parted.len(),
                parted.join("\n")
            );
        }
    }
}

/// Games of the bundled decks go the same way on a table with all other cards.
#[test]
fn other_cards_change_no_game() {
    for game in game_names() {
        let all = everything(game);
        for edition in editions(&all) {
            let (bundled, others) = bundled_and_others(&all, edition);
            let kernel = games::kernel(game, edition).expect("a kernel");
            let table = |modules: &[Module]| {
                let table = match edition {
                    Some(edition) => Table::of_edition(game, edition, modules),
                    None => Table::from_modules(game, modules),
                };
                table.unwrap_or_else(|error| panic!("{error}"))
            };
            // A table refuses cards that cannot be linked; the samples have some on purpose.
            let mut playable = others.clone();
            for module in &mut playable {
                let own = module.clone();
                module.cards.retain(|card| Pool::link(kernel, &[(&own, card)]).is_ok());
            }
            let more: Vec<Module> = bundled.iter().cloned().chain(playable).collect();
            let (small, large) = (table(&bundled), table(&more));
            (0..RANDOM_GAMES).into_par_iter().for_each(|seed| {
                let [one, two] = [&small, &large].map(|table| log_of_a_game(table, seed));
                assert!(one == two, "{game}, seed {seed}: {}", parting(&one, &two));
            });
        }
    }
}

fn log_of_a_game(table: &Table, seed: u64) -> String {
    let decks: Vec<&str> = table.decks().filter(|d| table.deck(d).is_ok()).collect();
    let at = |n: u64| decks[usize::try_from(n).expect("a number") % decks.len()];
    let mut contest = Contest::with_log(table, at(seed), at(seed / 2 + 1), seed).expect("legal decks");
    let mut seats = [seed, seed + 1].map(|seed| players::by_name("random", seed).expect("a player"));
    let outcome = players::play(&mut contest, &mut seats).expect("an end");
    let mut log = contest.game().log_lines(None);
    log.push(play::result_words(contest.game(), outcome));
    log.join("\n")
}
