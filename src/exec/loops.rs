//! Loops that a player can stop (11.1.1.2, 11.1.1.3 and their like): the same position at the same kind of decision, twice in a turn. The player says how often
//! the round is repeated; the engine repeats the answers; the round cannot be begun again from the same position.

use super::game::Game;
use crate::kernel::{Ask, AskKind, Atom, P};

/// The most repetitions a player may name.
const MOST: i32 = 100;
/// The most answers that are remembered for finding a round.
const MEMORY: usize = 4096;

impl Game {
    /// Remembers an answer, in case it is part of a round.
    pub(super) fn remember_answer(&mut self, number: u32) {
        if self.st.answers.len() >= MEMORY {
            self.st.answers.clear();
            self.st.visited.clear();
        }
        self.st.answers.push(number);
    }

    /// The next answer of a declared repetition.
    pub(super) fn replayed(&mut self) -> Option<u32> {
        if self.st.replay.is_empty() {
            return None;
        }
        let next = self.st.replay.remove(0);
        if next < self.answer_count() {
            self.remember_answer(next);
            Some(next)
        } else {
            // The round has left its path: the players decide again.
            self.st.replay.clear();
            None
        }
    }

    /// A turn starts: nothing of the last one can be part of a round.
    pub fn forget_rounds(&mut self) {
        self.st.visited.clear();
        self.st.answers.clear();
        self.st.banned.clear();
        self.st.replay.clear();
    }

    /// Notes a decision point at which a round may close. If the same position was here before, asks the player how often the round is repeated and
    /// gives true; the answer comes to [`Game::repeat_round`].
    pub fn find_round(&mut self, who: P) -> bool {
        if !self.st.replay.is_empty() {
            return false;
        }
        let hash = self.st.rules_hash();
        self.st.round_hash = hash;
        let answers = u32::try_from(self.st.answers.len()).unwrap_or(u32::MAX);
        let Some((_, at, _)) = self.st.visited.iter().find(|(h, ..)| *h == hash).copied() else {
            self.st.visited.push((hash, answers, self.st.stamp));
            return false;
        };
        let Some(first) = self.st.answers.get(at as usize).copied() else {
            return false;
        };
        if self.st.banned.contains(&(hash, first)) {
            return false;
        }
        self.st.banned.push((hash, first));
        self.st.atoms.clear();
        let mut ask = Ask::one(who, AskKind::Repeat);
        ask.range = Some((0, MOST));
        self.ask(ask);
        true
    }

    /// The player named a number: the round's answers are repeated that often.
    pub fn repeat_round(&mut self) {
        let Some(Atom::Number(times)) = self.st.picks.first().copied() else {
            return;
        };
        let hash = self.st.rules_hash();
        let Some((_, at, round_start)) = self.st.visited.iter().find(|(h, ..)| *h == hash).copied() else {
            return;
        };
        // The answer to the question itself is not part of the round.
        let end = self.st.answers.len().saturating_sub(1);
        let round: Vec<u32> = self.st.answers.get(at as usize..end).unwrap_or(&[]).to_vec();
        self.st.answers.truncate(at as usize);
        self.st.replay.clear();
        self.st.visited.retain(|(h, ..)| *h == hash);
        if !self.leaves_traces(round_start) {
            // Nobody could tell one round from a hundred: what was done once need not be done again.
            return;
        }
        for _ in 0..times.max(0) {
            self.st.replay.extend_from_slice(&round);
        }
    }

    /// Whether the round did more than come back to where it began: something that questions about the past can ask for.
    fn leaves_traces(&self, round_start: u32) -> bool {
        self.st.past.iter().any(|p| p.stamp > round_start)
    }

    /// Takes the answers that would begin a finished round again out of the list, unless nothing else is left.
    pub fn without_banned(&mut self) {
        if self.st.banned.is_empty() || !self.st.replay.is_empty() {
            return;
        }
        let hash = self.st.round_hash;
        let banned: Vec<u32> = self
            .st
            .banned
            .iter()
            .filter(|(h, _)| *h == hash)
            .map(|(_, n)| *n)
            .collect();
        if banned.is_empty() {
            return;
        }
        let kept: Vec<Atom> = self
            .st
            .atoms
            .iter()
            .enumerate()
            .filter(|(n, _)| !banned.iter().any(|b| *b as usize == *n))
            .map(|(_, a)| *a)
            .collect();
        // What is forced may begin a round again.
        if !kept.is_empty() {
            self.st.atoms = kept;
        }
    }
}
