//! One step ahead: the answer after which the game stands best.

use super::option::{self, Candidate};
use super::roll::{self, Style};
use super::{Player, Seat};
use crate::exec::{Game, View};
use crate::kernel::{Answer, P, Rng};

/// How many positions are judged for a decision.
const BUDGET: usize = 120;
/// Answers that are looked at in this many deals at least, before the worse half of them is left out.
const ROUND: usize = 2;
/// The most deals for a decision.
const DEALS: usize = 8;

/// A player who tries every answer in some deals of the cards that cannot be known, plays on without thinking until nothing is half done, and takes the
/// answer that the game itself judges best.
#[derive(Debug, Clone)]
pub struct Greedy {
    rng: Rng,
    view: View,
    /// 1, or -1 for a player who wants to lose.
    sign: i64,
}

/// What is known of an answer: the sums of the scores for each style of playing on.
struct Trial {
    candidate: Candidate,
    sums: [i64; 2],
    deals: i64,
}

impl Trial {
    /// What is done next can be chosen: the better style counts.
    fn value(&self) -> i64 {
        let [hold, press] = self.sums;
        hold.max(press) / self.deals.max(1)
    }
}

impl Greedy {
    /// A player whose answers depend on the seed and the questions alone.
    pub fn new(seed: u64) -> Greedy {
        Greedy {
            rng: Rng::new(seed),
            view: View::default(),
            sign: 1,
        }
    }

    /// The player who looks for the worst answer: a game whose judgment means something is lost by it.
    pub fn inverse(seed: u64) -> Greedy {
        Greedy {
            sign: -1,
            ..Greedy::new(seed)
        }
    }

    fn judge(&mut self, deal: &Game, me: P, answer: Answer, style: Style) -> i64 {
        let score = roll::judge(&mut deal.clone(), me, answer, style, &mut self.rng);
        score.map_or(i64::MIN / 4, |score| self.sign * score)
    }
}

impl Player for Greedy {
    fn name(&self) -> String {
        if self.sign < 0 { "inverse" } else { "greedy" }.to_owned()
    }

    fn decide(&mut self, seat: &Seat<'_>) -> Answer {
        if let Some(rest) = seat.rest() {
            return rest;
        }
        seat.view_into(&mut self.view);
        let mut candidates = Vec::new();

        let range = self.view.ask.and_then(|ask| Some((ask.kind, ask.range?)));
        option::list(seat.layout(), range, &self.view.choices, &mut candidates);
        // Of very many answers a part that chance chooses is looked at.
        if candidates.len() > BUDGET / 2 {
            self.rng.shuffle(&mut candidates);
            candidates.truncate(BUDGET / 2);
        }
        let mut trials: Vec<Trial> = candidates
            .into_iter()
            .map(|candidate| Trial {
                candidate,
                sums: [0; 2],
                deals: 0,
            })
            .collect();
        let mut spent = 0;
        for round in 1..=DEALS {
            if trials.len() < 2 || spent >= BUDGET {
                break;
            }
            let deal = seat.deal(self.rng.wide());
            for trial in &mut trials {
                for (sum, style) in trial.sums.iter_mut().zip([Style::Hold, Style::Press]) {
                    *sum += self.judge(&deal, seat.me(), trial.candidate.answer, style);
                    spent += 1;
                }
                trial.deals += 1;
            }
            if round % ROUND == 0 && trials.len() > 3 {
                trials.sort_by_key(|trial| std::cmp::Reverse(trial.value()));
                trials.truncate(trials.len().div_ceil(2));
            }
        }
        let best = trials
            .into_iter()
            .reduce(|best, trial| if trial.value() > best.value() { trial } else { best });
        best.map_or(Answer::Pick(0), |trial| trial.candidate.answer)
    }
}
