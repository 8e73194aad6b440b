//! Loops that a player can stop (11.1.1.2, 11.1.1.3 and their like): the same position at the same point of the rules, twice in a turn, with decisions
//! between. Who can stop the loop says how often it is repeated; the engine repeats the answers; then that player stops it, and the round cannot be begun
//! again from the same position.

use super::game::Game;
use crate::kernel::{Ask, AskKind, Atom, Given, P};

/// The most repetitions a player may name.
const MOST: i32 = 100;
/// The most answers that are remembered for finding a round.
const MEMORY: usize = 4096;

impl Game {
    /// Remembers an answer to the open question, in case it is part of a round.
    pub(super) fn remember_answer(&mut self, ask: &Ask, number: u32) {
        if ask.kind == AskKind::Repeat {
            return;
        }
        if self.state.answers.len() >= MEMORY {
            self.state.answers.clear();
            self.state.visited.clear();
        }
        let free = self.answer_count() > 1;
        // A loop is stopped at the first choice of a player behind the point at which it closes.
        let first = self.state.visited.last().is_some_and(|(_, point, _)| {
            let since = self.state.answers.get(*point as usize..).unwrap_or(&[]);
            !since.iter().any(|g| g.free && g.who == ask.who)
        });
        let given = Given {
            who: ask.who,
            number,
            free,
            at: if free && first { self.question_hash() } else { 0 },
        };
        self.state.answers.push(given);
    }

    /// The hash of the position. Where the cards lie is hashed once while nothing happens; limits that are used up, turns that were given and the like
    /// change without an event, so they are always read.
    fn position_hash(&mut self) -> u64 {
        let state = &self.state;
        let steps = state.steps_hash();
        let key = (
            state.stamp,
            steps,
            state.standby.len(),
            state.effects.len(),
            state.turn.step,
        );
        let cards = match self.hashed {
            Some((known, hash)) if known == key => hash,
            _ => {
                let hash = state.cards_hash();
                self.hashed = Some((key, hash));
                hash
            }
        };
        self.state.rules_hash(steps, cards)
    }

    fn question_hash(&mut self) -> u64 {
        let position = self.position_hash();
        self.state.question_hash(position)
    }

    /// The next answer of a declared repetition.
    pub(super) fn replayed(&mut self, ask: &Ask) -> Option<u32> {
        if self.state.replay.is_empty() {
            return None;
        }
        let next = self.state.replay.remove(0);
        if next < self.answer_count() {
            self.remember_answer(ask, next);
            self.state.steps = 0;
            self.state.laps = 0;
            Some(next)
        } else {
            // The round has left its path: the players decide again.
            self.state.replay.clear();
            None
        }
    }

    /// A turn starts: nothing of the last one can be part of a round.
    pub fn forget_rounds(&mut self) {
        if !self.pool.asks_whole_game {
            // No question looks further back than to the last turn.
            let now = self.state.turn.number;
            self.state.past.retain(|p| p.turn.saturating_add(2) >= now);
        }
        if self.pool.keeps_last {
            self.forget_last();
        }
        self.state.visited.clear();
        self.state.answers.clear();
        self.state.banned.clear();
        self.state.replay.clear();
    }

    /// The answers since the position was here before.
    fn round(&self, hash: u64) -> Option<(Vec<Given>, u32)> {
        let (_, at, stamp) = self.state.visited.iter().find(|(h, ..)| *h == hash)?;
        let answers = self.state.answers.get(*at as usize..)?;
        Some((answers.to_vec(), *stamp))
    }

    /// Notes a point at which a round may close. If the same position was here before, asks a player how often the round is repeated and gives true; the
    /// answer comes to [`Game::repeat_round`].
    pub fn find_round(&mut self) -> bool {
        if !self.state.replay.is_empty() {
            return false;
        }
        let hash = self.position_hash();
        let Some((round, since)) = self.round(hash) else {
            let answers = u32::try_from(self.state.answers.len()).unwrap_or(u32::MAX);
            self.state.visited.push((hash, answers, self.state.stamp));
            return false;
        };
        // If nobody decided anything, no player can stop it. What was stopped once is not asked for again.
        let over = |given: &Given| self.state.banned.contains(&(given.at, given.number));
        if !round.iter().any(|g| g.free) || round.iter().any(over) {
            return false;
        }
        if self.tables().idle_rounds && !self.leaves_traces(since) {
            // What changes nothing is not done again (15.2.1.2 and its like).
            self.ban(&round);
            let kept = self.state.answers.len().saturating_sub(round.len());
            self.state.answers.truncate(kept);
            return false;
        }
        // The turn player names a number first (11.1.1.3).
        let tp = self.state.turn.player;
        let first = if round.iter().any(|g| g.free && g.who == tp) {
            tp
        } else {
            tp.other()
        };
        self.state.named = None;
        self.ask_repeat(first);
        true
    }

    fn ask_repeat(&mut self, who: P) {
        self.state.atoms.clear();
        let mut ask = Ask::one(who, AskKind::Repeat);
        ask.range = Some((0, MOST));
        self.ask(ask);
    }

    /// A player named a number. If the other player can stop the loop too, that player is asked as well, and this gives true; else the round's answers are
    /// repeated as often as the smaller number says, up to the choice with which the player of that number stops the loop.
    pub fn repeat_round(&mut self) -> bool {
        let Some(Atom::Number(times)) = self.state.picks.first().copied() else {
            return false;
        };
        let hash = self.position_hash();
        let Some((round, since)) = self.round(hash) else {
            return false;
        };
        let tp = self.state.turn.player;
        let can_stop = |p: P| round.iter().any(|g| g.free && g.who == p);
        let (stopper, times) = match (can_stop(tp), can_stop(tp.other()), self.state.named) {
            (true, true, None) => {
                self.state.named = Some(times);
                self.ask_repeat(tp.other());
                return true;
            }
            (true, true, Some(first)) if times < first => (tp.other(), times),
            (true, true, Some(first)) => (tp, first),
            (true, false, _) => (tp, times),
            (false, ..) => (tp.other(), times),
        };
        self.state.named = None;
        self.ban(&round);
        let numbers: Vec<u32> = round.iter().map(|g| g.number).collect();
        let before = round.iter().take_while(|g| !g.free || g.who != stopper).count();
        let kept = self.state.answers.len().saturating_sub(round.len());
        self.state.answers.truncate(kept);
        self.state.replay.clear();
        // If nobody could tell one round from a hundred, what was done once need not be done again.
        if self.leaves_traces(since) {
            for _ in 0..times.max(0) {
                self.state.replay.extend_from_slice(&numbers);
            }
        }
        self.state.replay.extend(numbers.iter().take(before));
        self.state.visited.retain(|(h, ..)| *h == hash);
        false
    }

    /// A round is not begun again from here.
    fn ban(&mut self, round: &[Given]) {
        for p in P::BOTH {
            if let Some(begins) = round.iter().find(|g| g.free && g.who == p) {
                self.state.banned.push((begins.at, begins.number));
            }
        }
    }

    /// Whether the round did more than come back to where it began: something that questions about the past can ask for.
    fn leaves_traces(&self, since: u32) -> bool {
        self.state.past.iter().any(|p| p.stamp > since)
    }

    /// Takes the answers that would begin a finished round again out of the list, unless nothing else is left.
    pub(super) fn without_banned(&mut self) {
        if self.state.banned.is_empty() || !self.state.replay.is_empty() {
            return;
        }
        let hash = self.question_hash();
        let banned: Vec<u32> = self
            .state
            .banned
            .iter()
            .filter(|(h, _)| *h == hash)
            .map(|(_, n)| *n)
            .collect();
        if banned.is_empty() {
            return;
        }
        let kept: Vec<Atom> = self
            .state
            .atoms
            .iter()
            .enumerate()
            .filter(|(n, _)| !banned.iter().any(|b| *b as usize == *n))
            .map(|(_, a)| *a)
            .collect();
        // What is forced may begin a round again.
        if !kept.is_empty() {
            self.state.atoms = kept;
        }
    }
}
