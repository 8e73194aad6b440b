//! Older additions that an effect puts into the field: each comes added to a resonator, or stays where it is (1406.3).

use super::step::{Step, begin, go};
use super::tables::{card_type, note, prompt, rule, zone};
use super::{options, priority, verbs};
use crate::exec::{Flow, Game};
use crate::kernel::{Atom, Ev, KernelStep, P, Ref, ZoneId};

/// Whether a card with these printed types is put into the field by something else than its own resolution or the adding itself.
fn is_put(game: &Game, ev: &Ev, types: u16, from: ZoneId) -> bool {
    types & card_type::RESONATOR_ADDITION != 0
        && game.zone_of(ev.to) == zone::FIELD
        && from != zone::CHASE
        && from != zone::FIELD
        && ev.cause.rule != rule::PURSUE
}

fn hosts(game: &Game) -> Vec<Ref> {
    P::BOTH
        .into_iter()
        .flat_map(|p| options::cards(game, p, zone::FIELD))
        .filter(|card| game.info(*card).types & card_type::RESONATOR != 0)
        .collect()
}

/// Whether it has to stay where it is, for there is nothing it could be added to.
pub(super) fn stays(game: &Game, ev: &Ev, types: u16, from: ZoneId) -> bool {
    is_put(game, ev, types, from) && hosts(game).is_empty()
}

/// It has moved: its player says what it is added to.
pub(super) fn entered(game: &mut Game, ev: &Ev, types: u16, from: ZoneId) {
    if is_put(game, ev, types, from) {
        let card = game.st.now(ev.subj.ix);
        let step = begin(Step::Addition, game.master(card));
        game.push(KernelStep { card, ..step });
    }
}

/// The question, asked only if there is a choice.
pub(super) fn step(game: &mut Game, s: KernelStep) -> Flow {
    let found = hosts(game);
    let host = match (s.at, found.as_slice()) {
        (0, [_, _, ..]) => {
            go(game, s, 1);
            priority::ask(
                game,
                s.who,
                prompt::HOST,
                s.card,
                found.into_iter().map(Atom::Card).collect(),
            );
            return Flow::Go;
        }
        (0, first) => first.first().copied(),
        _ => match game.st.picks.first().copied() {
            Some(Atom::Card(host)) => Some(host),
            _ => None,
        },
    };
    if s.at < 2
        && let Some(host) = host
    {
        go(game, s, 2);
        verbs::attach_now(game, s.card, host, note::ADD);
        return Flow::Go;
    }
    Flow::Pop
}
