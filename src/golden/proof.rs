//! What a passing test shows: whether it could have failed.
//!
//! The test is played again without its steps. If something that it expects is wrong then, its steps show it. If not, the board is changed:
//! lines of `given` are left out, another case of the test gives the board, the cards lose their texts, their numbers change. If something that the
//! rules work out from the board is wrong then, the test shows a fact about the board. Otherwise it holds whatever the rules do.

use super::link::{Shared, cards};
use super::runner::{Job, Trial};
use super::{expect, link::Cards};
use crate::games;
use crate::ir::{Expect, ExpectLine, Feature, Given, GivenLine, Module, Step, Test, TestCard, Value};
use std::collections::BTreeSet;

/// What a passing test shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Proof {
    /// It fails without its steps, or if nothing is played.
    Steps,
    /// Something that the rules work out from the board would be wrong on another board.
    Fact,
    /// What a player sees would be wrong on another board.
    View,
    /// A deck breaks the rules.
    Deck,
    /// It passes whatever happens.
    Nothing,
}

impl Proof {
    /// How the list of rules says it; nothing if it shows nothing.
    pub fn words(self) -> Option<&'static str> {
        match self {
            Proof::Steps => Some("steps"),
            Proof::Fact => Some("fact"),
            Proof::View => Some("view"),
            Proof::Deck => Some("deck"),
            Proof::Nothing => None,
        }
    }
}

/// Judges a test that passes. `siblings` are the runs of the same test, with this one or without.
pub fn proof(job: &Job<'_>, siblings: &[&Test]) -> Proof {
    let Some(kernel) = games::kernel(&job.module.game, job.edition) else {
        return Proof::Nothing;
    };
    let Ok(linked) = cards(job, kernel) else {
        return Proof::Nothing;
    };
    let bare = without_steps(job.test);
    let again = Job { test: &bare, ..*job };
    if fails(&again, &linked) || is_played(&again, &linked) {
        return Proof::Steps;
    }
    if siblings.iter().any(|test| breaks_deck_rules(test)) && lines(job.test).any(|line| is_deck(&line.expect)) {
        return Proof::Deck;
    }
    for board in boards(&bare, siblings) {
        let changed = Test {
            given: board,
            ..bare.clone()
        };
        if let Some(proof) = wrong(&Job { test: &changed, ..*job }, &linked) {
            return proof;
        }
    }
    for change in [blank as fn(&mut Module, &BTreeSet<&str>), other_values] {
        if let Some(proof) = with_other_cards(&again, change) {
            return proof;
        }
    }
    Proof::Nothing
}

fn without_steps(test: &Test) -> Test {
    let mut bare = test.clone();
    bare.steps.retain(|step| matches!(step, Step::Expect(_)));
    bare
}

fn lines(test: &Test) -> impl Iterator<Item = &ExpectLine> {
    test.steps.iter().flat_map(|step| match step {
        Step::Expect(lines) => lines.as_slice(),
        Step::Do(_) => &[],
    })
}

fn is_deck(expect: &Expect) -> bool {
    matches!(expect, Expect::Deck { .. })
}

fn breaks_deck_rules(test: &Test) -> bool {
    lines(test).any(|line| matches!(line.expect, Expect::Deck { legal: false, .. }))
}

fn fails(job: &Job<'_>, linked: &Cards) -> bool {
    Trial::new(job, linked, false).is_ok_and(|mut trial| trial.run().is_err())
}

/// Whether something other than the open question is wrong before anything is played: the game itself brings it about.
fn is_played(job: &Job<'_>, linked: &Cards) -> bool {
    let Ok(mut trial) = Trial::new(job, linked, false) else {
        return false;
    };
    trial.still = true;
    lines(job.test).any(|line| {
        let wrong = expect::check(&trial, &line.expect).is_err();
        if matches!(line.expect, Expect::Holds { .. }) {
            trial.held += 1;
        }
        wrong && !is_question(&line.expect)
    })
}

fn is_question(expect: &Expect) -> bool {
    matches!(
        expect,
        Expect::Asked(_) | Expect::Offered { .. } | Expect::Choices { .. }
    )
}

/// Whether an expectation repeats the board if nothing has happened.
fn repeats(expect: &Expect) -> bool {
    match expect {
        Expect::Count { .. }
        | Expect::Cards { .. }
        | Expect::Empty { .. }
        | Expect::Damage { .. }
        | Expect::Counters { .. }
        | Expect::Side { .. }
        | Expect::Purse { .. }
        | Expect::Turn(_)
        | Expect::Phase(_)
        | Expect::GameOn
        | Expect::Asked(_) => true,
        Expect::Has { what, .. } => matches!(what, Feature::Cards { .. }),
        _ => false,
    }
}

/// The boards that differ from that of the test: one line less, or that of another case.
fn boards(test: &Test, siblings: &[&Test]) -> Vec<Vec<GivenLine>> {
    let less = (0..test.given.len()).filter(|at| {
        // The code of `does` is numbered: a line of it cannot be left out alone.
        !matches!(test.given.get(*at).map(|line| &line.given), Some(Given::Does { .. }))
    });
    let less = less.map(|at| {
        let mut given = test.given.clone();
        given.remove(at);
        given
    });
    let does = |given: &[GivenLine]| given.iter().any(|line| matches!(line.given, Given::Does { .. }));
    let other = siblings
        .iter()
        .filter(|other| other.given != test.given && !does(&other.given) && !does(&test.given))
        .map(|other| other.given.clone());
    other.chain(less).collect()
}

/// What a test shows on a changed board, if something that it expects there is wrong: not that a card is missing, and nothing that repeats the board.
fn wrong(job: &Job<'_>, linked: &Cards) -> Option<Proof> {
    let mut trial = Trial::new(job, linked, false).ok()?;
    trial.advance();
    for line in lines(job.test) {
        let result = expect::check(&trial, &line.expect);
        if matches!(line.expect, Expect::Holds { .. }) {
            trial.held += 1;
        }
        let missing = |message: &str| message == "there is no card" || message.starts_with("expected a question to");
        if result.is_err_and(|message| !missing(&message)) && !repeats(&line.expect) {
            let view = matches!(line.expect, Expect::Sees { .. })
                || matches!(line.expect, Expect::Log { viewer: Some(_), .. });
            return Some(if view { Proof::View } else { Proof::Fact });
        }
    }
    None
}

/// What a test shows if the cards of its board are changed.
fn with_other_cards(job: &Job<'_>, change: fn(&mut Module, &BTreeSet<&str>)) -> Option<Proof> {
    let lists = job.test.given.iter().filter_map(|line| match &line.given {
        Given::Cards { cards, .. } => Some(cards),
        _ => None,
    });
    let named: BTreeSet<&str> = lists
        .flatten()
        .filter_map(|entry| match &entry.what {
            TestCard::Named(name) => Some(name.as_str()),
            TestCard::Random(_) | TestCard::Hidden => None,
        })
        .collect();
    let changed: Vec<Module> = job
        .library
        .iter()
        .map(|module| {
            let mut module = (*module).clone();
            change(&mut module, &named);
            module
        })
        .collect();
    let library: Vec<&Module> = changed.iter().collect();
    let shared = Shared::default();
    let job = Job {
        library: &library,
        shared: &shared,
        ..*job
    };
    let kernel = games::kernel(&job.module.game, job.edition)?;
    let linked = cards(&job, kernel).ok()?;
    wrong(&job, &linked)
}

/// Takes the texts of cards away.
fn blank(module: &mut Module, named: &BTreeSet<&str>) {
    for card in module
        .cards
        .iter_mut()
        .filter(|card| named.contains(card.name.as_str()))
    {
        for face in &mut card.faces {
            face.lines.clear();
        }
    }
}

/// Makes every number of cards another one, and takes their tags away.
fn other_values(module: &mut Module, named: &BTreeSet<&str>) {
    for card in module
        .cards
        .iter_mut()
        .filter(|card| named.contains(card.name.as_str()))
    {
        for face in &mut card.faces {
            for value in face.attrs.values_mut() {
                match value {
                    Value::Number(number) => *number = number.saturating_add(1),
                    Value::Tags(tags) => tags.clear(),
                    Value::Words(_) | Value::Name(_) | Value::Icons(_) => {}
                }
            }
        }
    }
}
