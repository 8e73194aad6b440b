//! The record of the turn and of the running attack, kept in the state's own numbers of the game.

use crate::exec::Game;
use crate::exec::code::bits;
use crate::games::common::record::{self, get, set};
use crate::kernel::{P, Ref, Tie};

/// How many evolve and serve abilities each player has played this turn (8.3.2).
const EVOLVES: [usize; 2] = [0, 1];
/// The attacking follower, and what it attacks.
const ATTACKER: usize = 2;
const TARGET: usize = 3;
/// Bits: who had to draw from an empty deck (11.2.2), who has lost.
const FATE: usize = 4;

/// A player had to draw a card and had none.
const MISSED: i32 = 1;
/// A player has lost, and nothing replaced it.
const LOST: i32 = 4;

/// Kinds of ties between cards.
mod tie {
    /// A follower that evolved this turn (8.4.2.1).
    pub(super) const EVOLVED: u8 = 0;
    /// A follower that raced (14.2.3.1).
    pub(super) const RACED: u8 = 1;
}

/// A turn starts.
pub(super) fn new_turn(game: &mut Game) {
    for at in [EVOLVES[0], EVOLVES[1], ATTACKER, TARGET] {
        set(game, at, 0);
    }
    let mut ties = std::mem::take(&mut game.state.ties);
    ties.retain(|t| t.kind != tie::EVOLVED && game.state.alive(t.a));
    game.state.ties = ties;
    game.touch(bits::EXT);
}

fn evolves_of(who: P) -> usize {
    EVOLVES.get(who.ix()).copied().unwrap_or(0)
}

/// How many evolve and serve abilities a player has played this turn.
pub(super) fn evolves(game: &Game, who: P) -> i32 {
    get(game, evolves_of(who))
}

/// A player has played one more.
pub(super) fn count_evolve(game: &mut Game, who: P) {
    let n = evolves(game, who).saturating_add(1);
    set(game, evolves_of(who), n);
}

/// An attack begins, or is over.
pub(super) fn set_attack(game: &mut Game, attacker: Ref, target: Ref) {
    record::set_card(game, ATTACKER, attacker);
    record::set_card(game, TARGET, target);
}

/// The attacking follower; none if it is gone.
pub(super) fn attacker(game: &Game) -> Ref {
    record::living(game, ATTACKER)
}

/// What is attacked; none if it is gone.
pub(super) fn target(game: &Game) -> Ref {
    record::living(game, TARGET)
}

fn bind(game: &mut Game, kind: u8, card: Ref) {
    let new = Tie {
        kind,
        a: card,
        b: Ref::NONE,
    };
    if !game.state.ties.contains(&new) {
        game.state.ties.push(new);
    }
    game.touch(bits::EXT);
    game.state.dirty = true;
}

fn is_bound(game: &Game, kind: u8, card: Ref) -> bool {
    game.state.ties.iter().any(|t| t.kind == kind && t.a == card)
}

/// A follower evolved.
pub(super) fn evolved(game: &mut Game, card: Ref) {
    bind(game, tie::EVOLVED, card);
}

/// Whether a follower evolved this turn.
pub(super) fn evolved_now(game: &Game, card: Ref) -> bool {
    is_bound(game, tie::EVOLVED, card)
}

/// A follower raced.
pub(super) fn raced(game: &mut Game, card: Ref) {
    bind(game, tie::RACED, card);
}

/// Whether a follower has raced.
pub(super) fn has_raced(game: &Game, card: Ref) -> bool {
    is_bound(game, tie::RACED, card)
}

/// How many additional costs are told apart: the bits below the number that was chosen for one.
const COSTS: i32 = 1 << 8;

/// Keeps with a card which additional costs were paid for it (bits) and the number that was chosen for them.
pub(super) fn keep_costs(game: &mut Game, card: Ref, paid: i32, x: i32) {
    let kept = (paid & (COSTS - 1)) + x.clamp(0, i32::MAX / COSTS - 1) * COSTS;
    if kept != 0 {
        game.state.lay(card.ix, |l| l.x = kept);
        game.state.dirty = true;
    }
}

fn kept_costs(game: &Game, card: Ref) -> i32 {
    if game.state.alive(card) {
        game.state.laid(card.ix).x
    } else {
        game.state.last_of(card).map_or(0, |l| l.x)
    }
}

/// The additional costs that were paid for a card, as bits.
pub(super) fn paid_costs(game: &Game, card: Ref) -> i32 {
    kept_costs(game, card) % COSTS
}

/// The number that was chosen for an additional cost of a card.
pub(super) fn chosen_x(game: &Game, card: Ref) -> i32 {
    kept_costs(game, card) / COSTS
}

/// A player had to draw from an empty deck (5.9.1.1), or the rules have looked at it.
pub(super) fn miss_draw(game: &mut Game, who: P, missed: bool) {
    record::put(game, FATE, record::of(MISSED, who), missed);
}

/// Whether a player had to draw from an empty deck since the rules last looked (ruling D15).
pub(super) fn missed_draw(game: &Game, who: P) -> bool {
    record::is(game, FATE, record::of(MISSED, who))
}

/// A player has lost.
pub(super) fn lose(game: &mut Game, who: P) {
    record::put(game, FATE, record::of(LOST, who), true);
}

/// Whether a player has lost.
pub(super) fn has_lost(game: &Game, who: P) -> bool {
    record::is(game, FATE, record::of(LOST, who))
}
