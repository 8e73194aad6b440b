//! Evolving with certain cards, wherever they lie: a text beats 5.15.1.1 (1.3.1). A follower can be linked to several cards at once (11.6.2) and a card to
//! several followers (11.6.3).

use super::evolution::{can_evolve, cause_of, grow};
use super::step::{Step, ask_cards, begin, go, picked};
use super::tables::{card_type, note, prompt, rule, zone};
use super::{layout, links};
use crate::exec::{Flow, Game};
use crate::games::common::rows::places;
use crate::kernel::{Cause, Ev, KernelStep, P, Ref};

/// Followers evolve with certain cards of the evolve deck or the evolve zone.
pub(super) fn begin_graft(game: &mut Game, who: P, followers: &[Ref], with: &[Ref], cause: Cause) {
    let usable = |card: &Ref| {
        let there = game.state.alive(*card) && matches!(links::zone_of(game, *card), zone::EVOLVE_DECK | zone::EVOLVE);
        there && game.info(*card).types & card_type::FOLLOWER != 0
    };
    let with: Vec<Ref> = with.iter().copied().filter(usable).collect();
    let able = |card: &Ref| can_evolve(game, *card, cause);
    let followers: Vec<Ref> = followers.iter().copied().filter(able).collect();
    if with.is_empty() || followers.is_empty() {
        return;
    }
    let mut s = begin(Step::Graft, who);
    s.a = i32::try_from(game.state.words.len()).unwrap_or(i32::MAX);
    s.b = i32::try_from(cause.ability.0).unwrap_or(-1);
    let words = &mut game.state.words;
    words.extend(followers);
    words.push(Ref::NONE);
    words.extend(with);
    game.push(s);
}

/// The followers and the cards of a step, which lie behind `a` with nothing between them.
fn parts(game: &Game, s: KernelStep) -> (Vec<Ref>, Vec<Ref>) {
    let base = usize::try_from(s.a).unwrap_or(usize::MAX);
    let all = game.state.words.get(base..).unwrap_or_default();
    let mut parts = all.split(|card| !card.is_some());
    let followers = parts.next().unwrap_or_default().to_vec();
    let with = parts.next().unwrap_or_default();
    // A card that has come to the evolve zone is another one.
    (followers, with.iter().map(|card| game.state.now(card.ix)).collect())
}

places! {
    /// Followers are linked to the same cards (11.6.3).
    place: MOVE ASK ORDER LINK;
}

/// The cards go to the evolve zone; then one follower after the other is linked to all of them. A card has one link, the latest: of several
/// followers the one that the player selects comes last (11.6.3). `card` is the follower that has evolved before.
pub(super) fn graft(game: &mut Game, s: KernelStep) -> Flow {
    let (followers, with) = parts(game, s);
    let Some(first) = followers.first().copied() else {
        return Flow::Pop;
    };
    match s.at {
        place::MOVE => {
            go(game, s, place::ASK);
            let to = layout().of(game.master(first), zone::EVOLVE);
            let cause = cause_of(game, KernelStep { card: first, ..s }, rule::EVOLVE);
            let moving = with.iter().filter(|card| links::zone_of(game, **card) != zone::EVOLVE);
            game.state.batch = moving
                .map(|card| Ev {
                    face_down: false,
                    ..game.move_ev(*card, to, note::PUT, cause)
                })
                .collect();
            game.send();
        }
        place::ASK => {
            go(game, s, place::ORDER);
            ask_cards(game, game.master(first), prompt::LINK, &followers, (1, 1));
        }
        place::ORDER => {
            go(game, s, place::LINK);
            let last = picked(game);
            let (mut order, mut end): (Vec<Ref>, Vec<Ref>) = followers.iter().partition(|card| !last.contains(card));
            order.append(&mut end);
            let base = usize::try_from(s.a).unwrap_or(usize::MAX);
            for (at, card) in game.state.words.iter_mut().skip(base).zip(order) {
                *at = card;
            }
        }
        _ => {
            let done = followers.iter().position(|card| *card == s.card).map_or(0, |at| at + 1);
            let Some(next) = followers.get(done).copied() else {
                let base = usize::try_from(s.a).unwrap_or(usize::MAX);
                game.state.words.truncate(base);
                game.state.done = i32::try_from(followers.len()).unwrap_or(i32::MAX);
                game.state.moved = followers;
                return Flow::Pop;
            };
            let s = KernelStep { card: next, ..s };
            game.goto(s);
            grow(game, s, &with);
        }
    }
    Flow::Go
}
