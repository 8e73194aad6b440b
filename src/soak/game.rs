//! One game with generated cards.

use crate::exec::{Game as Play, Status};
use crate::kernel::{Answer, Outcome, P, Rng};
use crate::play::Table;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// The most decisions of a game; one that goes on is left.
const MOST_DECISIONS: u32 = 1500;
/// At so many decisions each a state is looked at as a whole, saved, and looked at by both players.
const INVARIANTS: u32 = 5;
const SAVES: u32 = 41;
const SWAPS: u32 = 7;

/// What went wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Trouble {
    /// Cards that `check` takes cannot be played.
    Link(String),
    /// The engine panicked.
    Panic(String),
    /// A state that cannot be.
    Unsound(String),
    /// A saved game is not the game.
    Save(String),
    /// A copy went another way.
    Copy,
    /// A player notices which hidden card lies where.
    Leak(String),
    /// A legal answer was refused.
    Refused(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Trouble::Link(why) => write!(f, "the cards check and cannot be played: {why}"),
            Trouble::Panic(why) => write!(f, "panic: {why}"),
            Trouble::Unsound(why) => write!(f, "the state is not sound: {why}"),
            Trouble::Save(why) => write!(f, "a save is not the game: {why}"),
            Trouble::Copy => f.write_str("a copy of the game went another way"),
            Trouble::Leak(why) => write!(f, "a hidden card makes a difference: {why}"),
            Trouble::Refused(why) => write!(f, "a legal answer was refused: {why}"),
        }
    }
}

impl Trouble {
    /// Whether the other one is of the same kind.
    pub(super) fn is_like(&self, other: &Trouble) -> bool {
        std::mem::discriminant(self) == std::mem::discriminant(other)
    }
}

/// What came of a game.
#[derive(Debug, Default)]
pub(super) struct Game {
    pub(super) decisions: u64,
    pub(super) swaps: u64,
    pub(super) most_work: u64,
    pub(super) stopped: bool,
    pub(super) fault: Option<u16>,
}

/// Plays a game at random and looks at it on the way.
pub(super) fn play(table: &Table, seed: u64) -> Result<Game, Trouble> {
    match catch_unwind(AssertUnwindSafe(|| run(table, seed))) {
        Ok(result) => result,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().map(String::as_str);
            let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
            Err(Trouble::Panic(text.unwrap_or("it did not say why").to_owned()))
        }
    }
}

fn run(table: &Table, seed: u64) -> Result<Game, Trouble> {
    let mut rng = Rng::new(seed);
    // Decks that lost a card by what was taken out are not played.
    let decks: Vec<&str> = table.decks().filter(|deck| table.deck(deck).is_ok()).collect();
    let mut deck = || {
        let at = rng.below(u32::try_from(decks.len()).unwrap_or(0)) as usize;
        decks.get(at).copied().unwrap_or_default()
    };
    let (one, two) = (deck(), deck());
    let Ok(mut game) = table.new_game(one, two, seed) else {
        return Ok(Game::default());
    };
    let mut told = Game::default();
    for number in 0..MOST_DECISIONS {
        let status = game.advance();
        told.most_work = told.most_work.max(game.work_done());
        let Status::Decide(_) = status else {
            if let Some(Outcome::Fault(code, _)) = game.state.over {
                told.fault = Some(code);
            }
            return Ok(told);
        };
        told.decisions += 1;
        let answer = Answer::Pick(rng.below(game.answer_count()));
        if number % INVARIANTS == 0 {
            game.check_invariants().map_err(Trouble::Unsound)?;
        }
        if number % SWAPS == 0 {
            told.swaps += swaps(&game, &mut rng)?;
        }
        if number % SAVES == 0 {
            twins(&game, answer)?;
        }
        game.answer(answer)
            .map_err(|error| Trouble::Refused(format!("{error:?}")))?;
    }
    told.stopped = true;
    Ok(told)
}

/// Hidden cards change places: nothing that the player sees may change with them.
fn swaps(game: &Play, rng: &mut Rng) -> Result<u64, Trouble> {
    let mut count = 0;
    for viewer in P::BOTH {
        let before = game.view(viewer);
        let hidden = game.hidden_from(viewer);
        for owner in P::BOTH {
            let own = hidden.iter().copied().filter(|ix| game.state.card(*ix).owner == owner);
            let own: Vec<u16> = own.collect();
            let mut pick = || {
                let at = rng.below(u32::try_from(own.len()).unwrap_or(0)) as usize;
                own.get(at).copied()
            };
            let (Some(a), Some(b)) = (pick(), pick()) else { continue };
            let mut other = game.clone();
            if a == b || !other.swap_hidden(a, b) {
                continue;
            }
            if other.view(viewer) != before {
                let name = |ix: u16| game.pool.def(game.state.card(ix).def).name.clone();
                let asks = game.state.ask.map(|ask| format!("{:?}", ask.kind));
                return Err(Trouble::Leak(format!(
                    "player {} can tell \"{}\" from \"{}\" at {}",
                    viewer.0 + 1,
                    name(a),
                    name(b),
                    asks.unwrap_or_default()
                )));
            }
            count += 1;
        }
    }
    Ok(count)
}

/// The game, a copy of it and a save of it go on alike.
fn twins(game: &Play, answer: Answer) -> Result<(), Trouble> {
    let bytes = game.save();
    let mut loaded = Play::load(Arc::clone(&game.pool), &bytes).map_err(|error| Trouble::Save(error.to_string()))?;
    for p in P::BOTH {
        if loaded.view(p) != game.view(p) {
            return Err(Trouble::Save("it looks different".to_owned()));
        }
    }
    let mut copy = game.clone();
    let mut twin = game.clone();
    for one in [&mut loaded, &mut copy, &mut twin] {
        one.answer(answer)
            .map_err(|error| Trouble::Refused(format!("{error:?}")))?;
        one.advance();
    }
    let after = copy.save();
    if twin.save() != after {
        return Err(Trouble::Copy);
    }
    if loaded.save() != after {
        return Err(Trouble::Save("it goes another way".to_owned()));
    }
    Ok(())
}
