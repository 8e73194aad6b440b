//! Information-set tree search. Every answer is an arm with a tree of its own over what the player can tell apart; a way down takes a fresh deal of the unknown
//! cards, goes along the tree and plays the turn to its end. Round after round the worse half of the arms is left out.

use super::hasty::Hasty;
use super::option::{self, Candidate};
use super::roll::{self, Style};
use super::tree::{Step, Tree};
use super::{Player, Seat};
use crate::exec::{Choice, Game, Status, View, WON};
use crate::kernel::{Answer, P, Rng};
use std::cmp::Reverse;
use std::time::{Duration, Instant};

/// How much a player may think for a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Budget {
    /// So many ways down the trees: the same answers everywhere.
    Nodes(u32),
    /// So long: better answers on a faster machine, others on each run.
    Time(Duration),
}

impl Budget {
    /// What a decision gets if nobody says: a game takes seconds.
    pub const DEFAULT: Budget = Budget::Nodes(32);
}

/// The most answers that are looked at, at random if there are more.
const ANSWERS: usize = 60;
/// In how many deals each answer is judged one step ahead.
const GLANCES: i64 = 8;
/// How many of the answers are worth a search after that.
const ARMS: usize = 6;
/// How many ways down the judgment one step ahead counts for: it has few chances in it, and says the same again and again.
const TRUST: i64 = 8;
/// How many standard errors an arm must be ahead of another one for which no more ways are worth their time, and after how many ways down.
const SURE: i128 = 3;
const FEWEST: usize = 4;
/// How many standard errors an arm must be ahead of the one that looks best one step ahead, to be preferred to it.
const LIKELY: i128 = 1;
/// So many ways down are each followed by a look at who is behind.
const OFTEN: usize = 64;
/// The most steps down a tree.
const DEPTH: usize = 3;
/// The score that is worth half of what is missing to a won game.
const HALF: i64 = 500;
/// The worth of a won game.
const FULL: i64 = 1000;
/// Finer than worth: means of few ways down differ by less than that.
const FINE: i64 = 64;

/// A player who searches.
#[derive(Debug)]
pub struct Search {
    rng: Rng,
    view: View,
    budget: Budget,
    choices: Vec<Choice>,
    open: Vec<Candidate>,
    hasty: Hasty,
}

/// An answer and what is known of it.
#[derive(Debug)]
struct Arm {
    candidate: Candidate,
    tree: Tree,
    /// What it was worth one step ahead, for each style of playing on, and in how many deals.
    glances: [i64; 2],
    deals: i64,
    /// What the ways down were worth, one after the other: those with the same number began in the same deal for all arms.
    worths: Vec<i16>,
    /// What they were worth together.
    sum: i64,
}

impl Arm {
    fn new(candidate: Candidate) -> Arm {
        Arm {
            candidate,
            tree: Tree::new(),
            glances: [0; 2],
            deals: 0,
            worths: Vec::new(),
            sum: 0,
        }
    }

    /// What is done next can be chosen: the better style counts. What nobody has looked at is worth nothing.
    fn glance(&self) -> i64 {
        let [hold, press] = self.glances;
        hold.max(press) * FINE / self.deals.max(1)
    }

    fn mean(&self) -> i64 {
        let ways = i64::try_from(self.worths.len()).unwrap_or(i64::MAX);
        (self.sum * FINE + self.glance() * TRUST) / (ways + TRUST)
    }

    /// A way down was worth so much.
    fn note(&mut self, worth: i64) {
        self.worths.push(i16::try_from(worth).unwrap_or(i16::MAX));
        self.sum += worth;
    }

    /// Whether it did better than another one by so many standard errors, in the deals in which both were tried.
    fn is_ahead_of(&self, other: &Arm, errors: i128) -> bool {
        let pairs = self.worths.iter().zip(&other.worths);
        let differences = pairs.map(|(a, b)| i128::from(*a) - i128::from(*b));
        let (count, sum, squares) = differences.fold((0, 0, 0), |(count, sum, squares), d| {
            (count + 1, sum + d, squares + d * d)
        });
        // The mean against its standard error, with the root and all divisions multiplied out.
        sum > 0 && sum * sum * (count - 1) > errors * errors * (count * squares - sum * sum)
    }

    /// Whether it did the same as another one in all deals.
    fn is_like(&self, other: &Arm) -> bool {
        self.worths == other.worths
    }
}

/// When to stop, if there is such a time.
#[derive(Debug, Clone, Copy)]
struct Clock(Option<Instant>);

impl Clock {
    fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }

    /// The first of so many equal parts of what is left.
    fn part(self, parts: u32) -> Clock {
        let now = Instant::now();
        Clock(
            self.0
                .map(|end| now + end.saturating_duration_since(now) / parts.max(1)),
        )
    }
}

/// What all arms of a decision share.
#[derive(Debug, Clone, Copy)]
struct Question {
    me: P,
    /// The turn that is played to its end.
    last_turn: u16,
    /// The score that the search begins with.
    base: i64,
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
            hasty: Hasty::default(),
        }
    }

    /// Judges the answers one step ahead and keeps the best of them, as far as the clock allows.
    fn glance(&mut self, seat: &Seat<'_>, question: Question, candidates: Vec<Candidate>, clock: Clock) -> Vec<Arm> {
        let mut arms: Vec<Arm> = candidates.into_iter().map(Arm::new).collect();
        for _ in 0..GLANCES {
            let deal = seat.deal(self.rng.wide());
            let mut game = deal.clone();
            for arm in &mut arms {
                if clock.is_over() {
                    break;
                }
                for (sum, style) in arm.glances.iter_mut().zip([Style::Hold, Style::Press]) {
                    game.clone_from(&deal);
                    let score = roll::judge(&mut game, question.me, arm.candidate.answer, style, &mut self.rng);
                    *sum += question.worth(score.unwrap_or(i64::from(-WON)));
                }
                arm.deals += 1;
            }
        }
        arms.sort_by_key(|arm| Reverse(arm.mean()));
        arms.truncate(ARMS);
        arms
    }

    /// One way down: along the tree, one step out of it, on in haste, and back up with what it was worth.
    fn descend(&mut self, arm: &mut Arm, game: &mut Game, question: Question) {
        if game.answer(arm.candidate.answer).is_err() {
            arm.note(0);
            return;
        }
        let last_turn = question.last_turn;
        let mut path: Vec<Step> = Vec::with_capacity(DEPTH);
        let mut node = Tree::ROOT;
        while path.len() < DEPTH {
            let status = game.advance_until(&|game| game.state.turn.number > last_turn);
            let Some(Status::Decide(who)) = status else { break };
            option::list_open(game, &mut self.choices, &mut self.open);
            let Some((step, answer, fresh)) = arm.tree.choose(node, who, &self.open, &mut self.rng) else {
                break;
            };
            path.push(step);
            node = step.to;
            if game.answer(answer).is_err() || fresh {
                break;
            }
        }
        self.hasty.play_on(game, last_turn, &mut self.rng);
        let worth = question.worth(i64::from(game.score(question.me)));
        arm.tree.learn(&path, question.me, worth);
        arm.note(worth);
    }

    /// All arms once, in the same deal and with the same chances: what differs is the answer.
    fn compare(&mut self, seat: &Seat<'_>, arms: &mut [Arm], question: Question, clock: Clock) {
        let deal = seat.deal(self.rng.wide());
        let chances = self.rng;
        let mut game = deal.clone();
        for arm in arms {
            if clock.is_over() {
                return;
            }
            self.rng = chances;
            game.clone_from(&deal);
            self.descend(arm, &mut game, question);
        }
    }
}

/// Lets go of the arms that are surely behind the best one, or no different from it: they are worth no more ways down.
fn leave_behind(arms: &mut Vec<Arm>, left: &mut Vec<Arm>) {
    arms.sort_by_key(|arm| Reverse(arm.mean()));
    let Some((best, rest)) = arms.split_first() else { return };
    // Each look goes over all ways down: of many, only some are followed by one.
    let ways = best.worths.len();
    if ways < FEWEST || ways > OFTEN && !ways.is_power_of_two() {
        return;
    }
    let leaves: Vec<bool> = rest
        .iter()
        .map(|arm| best.is_ahead_of(arm, SURE) || best.is_like(arm))
        .collect();
    let mut leaves = std::iter::once(false).chain(leaves);
    left.extend(arms.extract_if(.., |_| leaves.next().unwrap_or(false)));
}

impl Question {
    /// What a score is worth, from 0 to [`FULL`]: how much better it is than the one the search began with.
    fn worth(&self, score: i64) -> i64 {
        let half = FULL / 2;
        if score.abs() >= i64::from(WON) {
            return if score > 0 { FULL } else { 0 };
        }
        let gain = score - self.base;
        // What goes on is never worth as much as what is won.
        half + (half - 20) * gain / (gain.abs() + HALF)
    }
}

impl Player for Search {
    fn name(&self) -> String {
        match self.budget {
            Budget::Nodes(nodes) => format!("search:nodes={nodes}"),
            Budget::Time(time) => format!("search:ms={}", time.as_millis()),
        }
    }

    fn decide(&mut self, seat: &Seat<'_>) -> Answer {
        let begun = Instant::now();
        if let Some(rest) = seat.rest() {
            return rest;
        }
        seat.view_into(&mut self.view);
        let mut candidates = Vec::new();

        let range = self.view.ask.and_then(|ask| Some((ask.kind, ask.range?)));
        option::list(seat.layout(), range, &self.view.choices, &mut candidates);
        if let [only] = candidates.as_slice() {
            return only.answer;
        }
        if candidates.len() > ANSWERS {
            self.rng.shuffle(&mut candidates);
            candidates.truncate(ANSWERS);
        }
        let me = seat.me();
        let question = Question {
            me,
            last_turn: self.view.turn,
            base: i64::from(seat.deal(self.rng.wide()).score(me)),
        };
        let clock = match self.budget {
            Budget::Nodes(_) => Clock(None),
            Budget::Time(time) => Clock(Some(begun + time)),
        };
        let glancing = match self.budget {
            Budget::Nodes(_) => clock,
            Budget::Time(time) => Clock(Some(begun + time / 2)),
        };
        let mut arms = self.glance(seat, question, candidates, glancing);
        let favourite = arms.first().map(|arm| arm.candidate);
        let mut left_out: Vec<Arm> = Vec::new();
        let rounds = arms.len().next_power_of_two().ilog2();
        let mut ways = match self.budget {
            Budget::Nodes(nodes) => nodes,
            Budget::Time(_) => u32::MAX,
        };
        for left in (1..=rounds).rev() {
            let until = clock.part(left);
            let mut share = ways / left;
            while arms.len() > 1 && !until.is_over() {
                let each = u32::try_from(arms.len()).unwrap_or(u32::MAX);
                if each > share {
                    break;
                }
                self.compare(seat, &mut arms, question, clock);
                share -= each;
                ways = ways.saturating_sub(each);
                leave_behind(&mut arms, &mut left_out);
            }
            arms.sort_by_key(|arm| Reverse(arm.mean()));
            left_out.extend(arms.drain(arms.len().div_ceil(2)..));
        }
        let favourite = arms
            .iter()
            .chain(&left_out)
            .find(|arm| Some(arm.candidate) == favourite);
        let chosen = match (arms.first(), favourite) {
            (Some(best), Some(favourite)) if !best.is_ahead_of(favourite, LIKELY) => Some(favourite),
            (best, _) => best,
        };
        chosen.map_or(Answer::Pick(0), |arm| arm.candidate.answer)
    }
}
