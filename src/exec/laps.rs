//! Rounds of a declared loop after which everything is as before it. The first round is played; if it leaves nothing behind but what is told of it, so do the
//! others, and what they leave is written down without playing them. Logs, history and states come out as if every round had been played
//! (`repeated_rounds_are_as_if_played` in `tests/all/support/games.rs`); who names a hundred rounds does not wait a hundred times as long.

use super::game::Game;
use crate::kernel::{Card, Given, Laps, State};
use std::sync::Arc;

/// So many rounds are compared before the rest is played one by one: the first one may turn something up that stays so.
const TRIES: u8 = 3;

/// The game at the beginning of a round that is repeated.
#[derive(Debug, Clone)]
pub(super) struct LapStart {
    state: Arc<State>,
    logged: u32,
    tries: u8,
}

impl Game {
    /// A round of the loop that is being repeated begins. If the one before it left everything as it was, what is left of the repetition is written down.
    pub(super) fn skip_equal_laps(&mut self, laps: Laps) {
        let lap = self.lap.take();
        if self.plays_every_lap || self.counting.is_some() {
            return;
        }
        if let Some(lap) = &lap
            && self.log.forgotten <= lap.logged
            && self.state.answers.len() == lap.state.answers.len() + laps.len as usize
            && leaves_no_trace(&lap.state, &self.state)
        {
            self.write_laps_down(lap, laps);
            return;
        }
        let tries = lap.map_or(0, |lap| lap.tries);
        if tries < TRIES && self.state.marks.is_empty() {
            self.lap = Some(LapStart {
                state: Arc::new(self.state.clone()),
                logged: self.log.count(),
                tries: tries + 1,
            });
        }
    }

    fn write_laps_down(&mut self, lap: &LapStart, laps: Laps) {
        let left = u32::try_from(self.state.replay.len()).unwrap_or(u32::MAX);
        let times = left.saturating_sub(laps.tail) / laps.len;
        let passed = self.state.stamp.saturating_sub(lap.state.stamp);
        let told = self.log.since(lap.logged).to_vec();
        let past = self.state.past.get(lap.state.past.len()..).unwrap_or_default().to_vec();
        let answers = self
            .state
            .answers
            .get(lap.state.answers.len()..)
            .unwrap_or_default()
            .to_vec();
        for time in 1..=times {
            if self.log.on {
                self.log.events.extend_from_slice(&told);
            }
            let later = passed.saturating_mul(time);
            self.state.past.extend(past.iter().map(|ev| {
                let stamp = ev.stamp.saturating_add(later);
                crate::kernel::PastEv { stamp, ..*ev }
            }));
            for given in &answers {
                // Where a player may begin the round was noted in the round that was played.
                self.push_answer(Given { at: [0; 2], ..*given });
            }
        }
        let later = passed.saturating_mul(times);
        for (card, before) in self.state.cards.iter_mut().zip(&lap.state.cards) {
            if card.entered != before.entered {
                card.entered = card.entered.saturating_add(later);
            }
            if card.placed != before.placed {
                card.placed = card.placed.saturating_add(later);
            }
        }
        self.state.stamp = self.state.stamp.saturating_add(later);
        let named = self.state.seq.saturating_sub(lap.state.seq);
        self.state.seq = self.state.seq.saturating_add(named.saturating_mul(times));
        self.state.replay.truncate(laps.tail as usize);
        self.hashed = None;
        // Effects of cards that were moved are as old as their cards.
        self.state.dirty = true;
        // The open question was asked while answers were still to be repeated: all were offered then.
        self.without_banned();
    }
}

/// Whether a round that led from one state to the other changed nothing but when things happened and what is told of it.
fn leaves_no_trace(before: &State, after: &State) -> bool {
    let lasting = (
        &before.cells,
        before.players,
        &before.turn,
        before.ext,
        &before.effects,
        before.rng,
    );
    let now = (
        &after.cells,
        after.players,
        &after.turn,
        after.ext,
        &after.effects,
        after.rng,
    );
    let waiting = (
        &before.standby,
        &before.delayed,
        &before.offers,
        before.cue,
        &before.pending,
    );
    let waits = (&after.standby, &after.delayed, &after.offers, after.cue, &after.pending);
    let laid = (
        &before.shields,
        &before.counters,
        &before.laid,
        &before.ties,
        &before.muted,
    );
    let lies = (&after.shields, &after.counters, &after.laid, &after.ties, &after.muted);
    let known = (
        &before.refused,
        &before.uses,
        &before.lki,
        &before.banned,
        before.named,
        before.over,
    );
    let knows = (
        &after.refused,
        &after.uses,
        &after.lki,
        &after.banned,
        after.named,
        after.over,
    );
    let work = (
        &before.stack,
        &before.runs,
        &before.slots,
        &before.words,
        &before.bodies,
        before.paying,
    );
    let works = (
        &after.stack,
        &after.runs,
        &after.slots,
        &after.words,
        &after.bodies,
        after.paying,
    );
    let ask = (
        &before.batch,
        before.ask,
        &before.atoms,
        &before.picked,
        &before.picks,
        &before.spared,
    );
    let asks = (
        &after.batch,
        after.ask,
        &after.atoms,
        &after.picked,
        &after.picks,
        &after.spared,
    );
    before.marks.is_empty()
        && after.marks.is_empty()
        && before.past.len() <= after.past.len()
        && before.lapping == after.lapping
        && (before.done, &before.moved, before.logged) == (after.done, &after.moved, after.logged)
        && lasting == now
        && waiting == waits
        && laid == lies
        && known == knows
        && work == works
        && ask == asks
        && before.cards.len() == after.cards.len()
        && before.cards.iter().zip(&after.cards).all(|(a, b)| is_same_card(a, b))
}

/// Whether a card differs at most in when it came to where it is.
fn is_same_card(before: &Card, after: &Card) -> bool {
    let same = Card {
        entered: after.entered,
        placed: after.placed,
        chars_at: after.chars_at,
        ..*before
    };
    same == *after
}
