//! Ward when a follower comes onto the field: it may be engaged then (12.8.2 i).

use super::step::{Step, ask, begin, go};
use super::tables::{keyword, orient, prompt, rule};
use super::{has, links};
use crate::exec::{Flow, Game};
use crate::games::common::rows::places;
use crate::kernel::{Atom, Cause, Ev, Flag, KernelStep, Ref};

/// The mark of a card that has just come onto a field.
const ENTERED: Flag = Flag::Marked;

/// A card came onto a field from another zone.
pub(super) fn entered(game: &mut Game, ev: &Ev) {
    if ev.orient == orient::RESERVED
        && let Some(card) = game.state.cards.get_mut(usize::from(ev.subj.ix))
    {
        card.set(ENTERED, true);
    }
}

/// What the rules offer at once to those that came: each in its turn, the turn player's first.
pub(super) fn interrupts(game: &mut Game) {
    let came: Vec<Ref> = links::all(game, super::tables::zone::FIELD)
        .into_iter()
        .filter(|c| game.state.card(c.ix).is(ENTERED))
        .collect();
    for card in &came {
        if let Some(c) = game.state.cards.get_mut(usize::from(card.ix)) {
            c.set(ENTERED, false);
        }
    }
    for card in came.into_iter().rev() {
        if has(game, card, keyword::WARD) && game.state.card(card.ix).orient == orient::RESERVED {
            let mut step = begin(Step::Ward, game.master(card));
            step.card = card;
            game.push(step);
        }
    }
}

places! {
    /// Whether a follower with Ward comes engaged.
    place: ASK ENGAGE OVER;
}

/// The question, and the engaging.
pub(super) fn enters(game: &mut Game, s: KernelStep) -> Flow {
    match s.at {
        place::ASK => {
            go(game, s, place::ENGAGE);
            ask(game, s.who, prompt::WARD, s.card, vec![Atom::No, Atom::Yes]);
        }
        place::ENGAGE => {
            go(game, s, place::OVER);
            if game.state.picks.first() == Some(&Atom::Yes) && links::on_field(game, s.card) {
                let ev = game.turn_ev(s.card, orient::ENGAGED, Cause::rule(rule::WARD_ENTERS, s.who));
                game.emit(ev);
            }
        }
        _ => return Flow::Pop,
    }
    Flow::Go
}
