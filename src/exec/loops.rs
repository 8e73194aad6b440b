//! Loops that a player can stop (11.1.1.2, 11.1.1.3 and their like): the same position at the same point of the rules, twice in a turn, with decisions
//! between; or the same answers three times in a row, after each of which the position differs only in what there is more of (11.1.1.4, 1301.1). Who can
//! stop the loop says how often it is repeated; the engine repeats the answers; then that player stops it, and the round cannot be begun again from the
//! same position. Every round is told of and remembered, whether or not any card asks for what has happened.

use super::game::Game;
use crate::kernel::{Ask, AskKind, Atom, Ban, Given, Laps, P, Position, Visit, answer_key};
use std::sync::Arc;

/// The most repetitions of a round after which everything is as before it.
const MOST: i32 = 100;
/// The most repetitions of a round after which there is more of something.
const MOST_GROWING: i32 = 1000;
/// So often a round that makes something grow is played before it is taken for a loop: great discretion is asked for (11.1.1.5).
const GROWING: usize = 3;
/// So many earlier points with the same form are tried as the beginning of a round that makes something grow.
const TRIED: usize = 8;
/// The most answers that are remembered for finding a round.
const MEMORY: usize = 4096;

/// The answers between a position and its coming back.
struct Round {
    answers: Vec<Given>,
    /// There is more of something than before.
    grows: bool,
}

impl Round {
    fn can_stop(&self, p: P) -> bool {
        self.answers.iter().any(|g| g.free && g.who == p)
    }

    /// The question at which the player would begin the round, and the answer.
    fn begins(&self, p: P) -> Option<Ban> {
        let given = self.answers.iter().find(|g| g.free && g.who == p)?;
        let [exact, form] = given.at;
        Some(Ban {
            at: if self.grows { form } else { exact },
            key: given.key,
        })
    }
}

impl Game {
    /// Remembers an answer to the open question, in case it is part of a round.
    pub(super) fn remember_answer(&mut self, ask: &Ask, number: u32) {
        if ask.kind == AskKind::Repeat {
            return;
        }
        let Some(atom) = self.answer_atom(number) else { return };
        self.make_room_for_answers();
        let free = self.answer_count() > 1;
        // A loop is stopped at the first choice of a player behind the point at which it closes.
        let first = self.state.visited.last().is_some_and(|visit| {
            let since = self.state.answers.get(visit.answers as usize..).unwrap_or(&[]);
            !since.iter().any(|g| g.free && g.who == ask.who)
        });
        let given = Given {
            who: ask.who,
            key: answer_key(atom),
            free,
            act: matches!(atom, Atom::Act(_)),
            at: if free && first { self.question_hashes() } else { [0; 2] },
        };
        self.state.answers.push(given);
    }

    fn make_room_for_answers(&mut self) {
        if self.state.answers.len() >= MEMORY {
            self.state.answers.clear();
            self.state.visited.clear();
        }
    }

    /// Remembers an answer as it was given in an earlier round.
    pub(super) fn push_answer(&mut self, given: Given) {
        self.make_room_for_answers();
        self.state.answers.push(given);
    }

    /// The position. Where the cards lie is hashed once while nothing happens; limits that are used up, turns that were given and the like change without
    /// an event, so they are always read.
    fn position(&mut self) -> Position {
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
        self.state.position(steps, cards)
    }

    fn question_hashes(&mut self) -> [u64; 2] {
        let position = self.position();
        [position.exact, position.form].map(|hash| self.state.question_hash(hash))
    }

    /// The next answer of a declared repetition.
    pub(super) fn replayed(&mut self, ask: &Ask) -> Option<u32> {
        if let Some(laps) = self.lap_begins() {
            if self.has_left_path(laps) {
                self.state.replay.clear();
            } else {
                self.skip_equal_laps(laps);
            }
        }
        let next = self.state.replay.pop()?;
        let known = |n: &u32| self.answer_atom(*n).is_some_and(|atom| answer_key(atom) == next);
        if let Some(number) = (0..self.answer_count()).find(known) {
            self.remember_answer(ask, number);
            self.state.steps = 0;
            self.state.laps = 0;
            Some(number)
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

    /// The answers since the position was here before, or since it was here with less of something.
    fn round(&self, now: &Position) -> Option<Round> {
        let answers = &self.state.answers;
        if let Some(visit) = self.state.visited.iter().find(|v| v.exact == now.exact) {
            return Some(Round {
                answers: answers.get(visit.answers as usize..)?.to_vec(),
                grows: false,
            });
        }
        let alike = self.state.visited.iter().rev().filter(|v| v.form == now.form);
        let lengths = alike
            .take(TRIED)
            .map(|v| answers.len().saturating_sub(v.answers as usize));
        let len = lengths.filter(|len| *len > 0).find(|len| self.has_grown(now, *len))?;
        Some(Round {
            answers: answers.get(answers.len().checked_sub(len)?..)?.to_vec(),
            grows: true,
        })
    }

    /// Whether the last answers, so many a round, were the same rounds one after another, and no round left less of anything. What shrinks runs out: that
    /// is no loop.
    fn has_grown(&self, now: &Position, len: usize) -> bool {
        let answers = &self.state.answers;
        let mut end = answers.len();
        let mut later: &[i32] = &now.amounts;
        let keys = |at: usize| answers.get(at..at + len).map(|round| round.iter().map(|g| g.key));
        for back in 1..=GROWING {
            let Some(start) = end.checked_sub(len) else {
                return false;
            };
            let same = match (keys(start), keys(answers.len() - len)) {
                (Some(one), Some(last)) => one.eq(last),
                _ => false,
            };
            if !same || back == GROWING {
                // The first round may have brought what the others make more of.
                return same;
            }
            let here = |v: &&Visit| v.form == now.form && v.answers as usize == start;
            let Some(visit) = self.state.visited.iter().rev().find(here) else {
                return false;
            };
            if visit.amounts.len() != later.len() || visit.amounts.iter().zip(later).any(|(a, b)| a > b) {
                return false;
            }
            later = &visit.amounts;
            end = start;
        }
        false
    }

    /// Notes a point at which a round may close. If the same position was here before, asks a player how often the round is repeated and gives true; the
    /// answer comes to [`Game::repeat_round`].
    pub fn find_round(&mut self) -> bool {
        if !self.state.replay.is_empty() {
            return false;
        }
        let now = self.position();
        let Some(round) = self.round(&now) else {
            self.note_visit(&now);
            return false;
        };
        // If nobody decided anything, no player can stop it. What was stopped once is not asked for again.
        let over = |given: &Given| {
            let banned = &self.state.banned;
            banned
                .iter()
                .any(|ban| ban.key == given.key && given.at.contains(&ban.at))
        };
        if !round.answers.iter().any(|g| g.free) || round.answers.iter().any(over) {
            if round.grows {
                self.note_visit(&now);
            }
            return false;
        }
        let tp = self.state.turn.player;
        let actions = round.answers.iter().filter(|g| g.act && g.who == tp).count();
        if self.tables().idle_rounds && !round.grows && actions == 1 {
            // An action that leaves everything as it was is not done again (15.2.1.2 and its like).
            self.ban(&round);
            let kept = self.state.answers.len().saturating_sub(round.answers.len());
            self.state.answers.truncate(kept);
            return false;
        }
        // The turn player names a number first (11.1.1.3).
        let first = if round.can_stop(tp) { tp } else { tp.other() };
        self.state.named = None;
        self.ask_repeat(first, round.grows);
        true
    }

    fn note_visit(&mut self, now: &Position) {
        let answers = u32::try_from(self.state.answers.len()).unwrap_or(u32::MAX);
        self.state.visited.push(Visit {
            exact: now.exact,
            form: now.form,
            answers,
            amounts: Arc::from(now.amounts.as_slice()),
        });
    }

    /// The loop that is being repeated, if a round of it begins now (or the part of one in which it is stopped).
    fn lap_begins(&self) -> Option<Laps> {
        let left = u32::try_from(self.state.replay.len()).unwrap_or(u32::MAX);
        let laps = self.state.lapping.filter(|_| left > 0)?;
        let rounds = left.checked_sub(laps.tail)?;
        rounds.is_multiple_of(laps.len).then_some(laps)
    }

    /// Whether a round that is repeated begins elsewhere than the rounds before it: the players decide again.
    fn has_left_path(&mut self, laps: Laps) -> bool {
        let [_, form] = self.question_hashes();
        self.state.lapping = Some(Laps {
            form: Some(form),
            ..laps
        });
        laps.form.is_some_and(|first| first != form)
    }

    fn ask_repeat(&mut self, who: P, grows: bool) {
        self.state.atoms.clear();
        let mut ask = Ask::one(who, AskKind::Repeat);
        ask.range = Some((0, if grows { MOST_GROWING } else { MOST }));
        self.ask(ask);
    }

    /// A player named a number. If the other player can stop the loop too, that player is asked as well, and this gives true; else the round's answers are
    /// repeated as often as the smaller number says, up to the choice with which the player of that number stops the loop.
    pub fn repeat_round(&mut self) -> bool {
        let Some(Atom::Number(times)) = self.state.picks.first().copied() else {
            return false;
        };
        let now = self.position();
        let Some(round) = self.round(&now) else { return false };
        let tp = self.state.turn.player;
        let (stopper, times) = match (round.can_stop(tp), round.can_stop(tp.other()), self.state.named) {
            (true, true, None) => {
                self.state.named = Some(times);
                self.ask_repeat(tp.other(), round.grows);
                return true;
            }
            (true, true, Some(first)) if times < first => (tp.other(), times),
            (true, true, Some(first)) => (tp, first),
            (true, false, _) => (tp, times),
            (false, ..) => (tp.other(), times),
        };
        self.state.named = None;
        self.ban(&round);
        self.lap_again(&now, &round, stopper, times);
        false
    }

    /// Has the answers of a round repeated so many times, and then those before the first choice of the player who stops it.
    fn lap_again(&mut self, now: &Position, round: &Round, stopper: P, times: i32) {
        let keys: Vec<u64> = round.answers.iter().map(|g| g.key).collect();
        let goes_on = |g: &&Given| !g.free || g.who != stopper;
        let tail = round.answers.iter().take_while(goes_on).count();
        let kept = self.state.answers.len().saturating_sub(keys.len());
        self.state.answers.truncate(kept);
        self.state.replay.clear();
        self.lap = None;
        // The last answer is the first of the list.
        self.state.replay.extend(keys.iter().take(tail).rev());
        for _ in 0..times.max(0) {
            self.state.replay.extend(keys.iter().rev());
        }
        self.state.lapping = Some(Laps {
            form: None,
            len: u32::try_from(keys.len()).unwrap_or(u32::MAX).max(1),
            tail: u32::try_from(tail).unwrap_or(u32::MAX),
        });
        self.state.visited.retain(|v| v.exact == now.exact);
        if round.grows {
            self.note_visit(now);
        }
    }

    /// A round is not begun again from here.
    fn ban(&mut self, round: &Round) {
        for p in P::BOTH {
            if let Some(ban) = round.begins(p)
                && !self.state.banned.contains(&ban)
            {
                self.state.banned.push(ban);
            }
        }
    }

    /// Whether a loop that began at the open question was stopped in this turn: the position has come back, and whoever is asked has been here before.
    pub fn has_come_back(&self) -> bool {
        if self.state.banned.is_empty() {
            return false;
        }
        let state = &self.state;
        let position = state.position(state.steps_hash(), state.cards_hash());
        let hashes = [position.exact, position.form].map(|hash| state.question_hash(hash));
        state.banned.iter().any(|ban| hashes.contains(&ban.at))
    }

    /// Takes the answers that would begin a finished round again out of the list, unless nothing else is left.
    pub(super) fn without_banned(&mut self) {
        if self.state.banned.is_empty() || !self.state.replay.is_empty() {
            return;
        }
        let hashes = self.question_hashes();
        let state = &self.state;
        let here = |ban: &&Ban| hashes.contains(&ban.at);
        let banned: Vec<u64> = state.banned.iter().filter(here).map(|ban| ban.key).collect();
        if banned.is_empty() {
            return;
        }
        let mut kept = state.atoms.clone();
        kept.retain(|atom| !banned.contains(&answer_key(*atom)));
        // What is forced may begin a round again.
        if !kept.is_empty() {
            self.state.atoms = kept;
        }
    }
}
