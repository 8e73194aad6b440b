//! Information-set Monte-Carlo tree search: one tree over what the player can tell apart, a fresh deal of the unknown cards for every way down.

use super::option::{self, Candidate};
use super::roll;
use super::tree::{Step, Tree};
use super::{Player, Seat};
use crate::exec::{Choice, Game, Status, View, WON};
use crate::kernel::{Answer, P, Rng};
use std::time::{Duration, Instant};

/// How much a player may think for a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// So many ways down the tree: the same answers everywhere.
    Nodes(u32),
    /// So long: better answers on a faster machine, others on each run.
    Time(Duration),
}

impl Budget {
    /// What a decision gets if nobody says: a game takes seconds.
    pub const DEFAULT: Budget = Budget::Nodes(300);
}

/// The most steps down the tree.
const DEPTH: usize = 24;
/// How many answers are given without thought below the tree.
const ROLL: u32 = 40;
/// The score that is worth half of what is missing to a won game.
const HALF: i64 = 500;
/// The worth of a won game.
const FULL: i64 = 1000;
/// How many decisions of a time budget pass between two looks at the clock.
const CLOCK: u32 = 8;

/// A player who searches.
#[derive(Debug)]
pub struct Search {
    rng: Rng,
    view: View,
    budget: Budget,
    choices: Vec<Choice>,
    open: Vec<Candidate>,
}

impl Search {
    /// A player whose answers depend on the seed and the questions alone, if the budget is one of nodes.
    pub fn new(seed: u64, budget: Budget) -> Search {
        Search {
            rng: Rng::new(seed),
            view: View::default(),
            budget,
            choices: Vec::new(),
            open: Vec::new(),
        }
    }

    fn fresh(&mut self) -> u64 {
        u64::from(self.rng.below(u32::MAX)) << 32 | u64::from(self.rng.below(u32::MAX))
    }

    /// One way down: along the tree, one step out of it, on without thought, and back up with what it was worth.
    fn descend(&mut self, tree: &mut Tree, game: &mut Game, me: P, last_turn: u16, base: i64) {
        let mut path: Vec<Step> = Vec::with_capacity(DEPTH);
        let mut node = Tree::ROOT;
        while path.len() < DEPTH {
            let Status::Decide(who) = game.advance() else { break };
            if game.st.turn.number > last_turn {
                break;
            }
            option::list_open(game, &mut self.choices, &mut self.open);
            let Some((step, answer, fresh)) = tree.choose(node, who, &self.open, &mut self.rng) else {
                break;
            };
            path.push(step);
            node = step.to;
            if game.answer(answer).is_err() || fresh {
                break;
            }
        }
        roll::play_on(game, last_turn, ROLL, &mut self.rng);
        tree.learn(&path, me, worth(game, me, base));
    }
}

/// What a position is worth to a player, from 0 to [`FULL`]: how much better it is than the one the search began at.
fn worth(game: &Game, me: P, base: i64) -> i64 {
    let score = i64::from(game.score(me));
    let half = FULL / 2;
    if score.abs() >= i64::from(WON) {
        return if score > 0 { FULL } else { 0 };
    }
    let gain = score - base;
    // What goes on is never worth as much as what is won.
    half + (half - 20) * gain / (gain.abs() + HALF)
}

impl Player for Search {
    fn name(&self) -> String {
        match self.budget {
            Budget::Nodes(nodes) => format!("search:nodes={nodes}"),
            Budget::Time(time) => format!("search:ms={}", time.as_millis()),
        }
    }

    fn decide(&mut self, seat: &Seat<'_>) -> Answer {
        seat.view_into(&mut self.view);
        let mut candidates = Vec::new();
        let range = self.view.ask.and_then(|ask| ask.range);
        option::list(seat.layout(), range, &self.view.choices, &mut candidates);
        if let [only] = candidates.as_slice() {
            return only.answer;
        }
        let last_turn = self.view.turn;
        let mut tree = Tree::new();
        let begun = Instant::now();
        let mut ways = 0;
        let mut base = None;
        loop {
            let over = match self.budget {
                Budget::Nodes(nodes) => ways >= nodes,
                Budget::Time(time) => ways > 0 && ways % CLOCK == 0 && begun.elapsed() >= time,
            };
            if over {
                break;
            }
            let mut deal = seat.deal(self.fresh());
            let base = *base.get_or_insert_with(|| i64::from(deal.score(seat.me())));
            self.descend(&mut tree, &mut deal, seat.me(), last_turn, base);
            ways += 1;
        }
        tree.best(&candidates).unwrap_or(Answer::Pick(0))
    }
}
