//! What cards are to each other: attacker and attacked, booster and boosted, guardian and guarded, Leader and Mate, harmony, hearts. A tie ends when one
//! of the two leaves its circle, its zone or the field, as the rule of each kind says; ties of cards that are gone mean nothing.

use super::tables::zone;
use crate::exec::Game;
use crate::exec::code::bits;
use crate::kernel::{Ref, Tie};

/// Kinds of ties.
pub(super) mod tie {
    /// The attacking unit and a unit that is attacked (7.3.1.4.1).
    pub(crate) const ATTACK: u8 = 0;
    /// The boosting and the boosted unit (7.3.1.6.1).
    pub(crate) const BOOST: u8 = 1;
    /// A guardian and the unit it guards (7.4.1.2.1).
    pub(crate) const GUARD: u8 = 2;
    /// The attacking unit and a unit that it hits (7.6.1.2).
    pub(crate) const HIT: u8 = 3;
    /// Leader and Mate (10.1.24.2).
    pub(crate) const LEGION: u8 = 4;
    /// Two units in harmony (10.2.13.1).
    pub(crate) const HARMONY: u8 = 5;
    /// The heart that lends its name and power, and the vanguard (10.1.26.5.1).
    pub(crate) const HEART: u8 = 6;
    /// A card that will come to the guardian circle, and the unit it will guard (1.10:7.4.1.1.2).
    pub(crate) const PLEDGE: u8 = 7;
}

/// The ties of a kind, the oldest first.
pub(super) fn all(game: &Game, kind: u8) -> impl Iterator<Item = Tie> + '_ {
    let state = &game.state;
    let fits = move |t: &&Tie| t.kind == kind && state.alive(t.a) && (t.b == Ref::NONE || state.alive(t.b));
    state.ties.iter().filter(fits).copied()
}

/// What a card is tied to as the first of the two.
pub(super) fn of(game: &Game, kind: u8, a: Ref) -> Option<Ref> {
    all(game, kind).find(|t| t.a == a).map(|t| t.b)
}

/// What is tied to a card as the second of the two.
pub(super) fn to(game: &Game, kind: u8, b: Ref) -> Option<Ref> {
    all(game, kind).find(|t| t.b == b).map(|t| t.a)
}

/// What a card is tied with, whichever of the two it is.
pub(super) fn with(game: &Game, kind: u8, card: Ref) -> Option<Ref> {
    of(game, kind, card).or_else(|| to(game, kind, card))
}

/// Ties two cards.
pub(super) fn bind(game: &mut Game, kind: u8, a: Ref, b: Ref) {
    let new = Tie { kind, a, b };
    if !game.state.ties.contains(&new) {
        game.state.ties.push(new);
    }
    changed(game);
}

fn changed(game: &mut Game) {
    game.touch(bits::EXT);
    // Names and powers of hearts are part of what is printed.
    game.state.dirty = true;
}

/// Cuts all ties of a kind.
pub(super) fn cut_all(game: &mut Game, kind: u8) {
    let before = game.state.ties.len();
    game.state.ties.retain(|t| t.kind != kind);
    if before != game.state.ties.len() {
        changed(game);
    }
}

/// Cuts the ties of a kind that a card has.
pub(super) fn cut(game: &mut Game, kind: u8, card: Ref) {
    let before = game.state.ties.len();
    game.state.ties.retain(|t| t.kind != kind || t.a != card && t.b != card);
    if before != game.state.ties.len() {
        changed(game);
    }
}

/// A card leaves a circle of this zone, for another one or for good.
pub(super) fn leaves(game: &mut Game, card: Ref, from: crate::kernel::ZoneId, field: bool) {
    if game.state.ties.is_empty() {
        return;
    }
    leaves_battle(game, card);
    // 10.1.24.2, 10.1.26.5.2: these in the zone.
    if from == zone::VC {
        cut(game, tie::LEGION, card);
        cut(game, tie::HEART, card);
    }
    // 10.2.13.1: this on the field.
    if !field {
        cut(game, tie::HARMONY, card);
    }
}

/// A card is no part of the battle any more: it has left its circle (7.3.1.4.3, 7.3.1.6.1.1), or it is no unit.
pub(super) fn leaves_battle(game: &mut Game, card: Ref) {
    for kind in [tie::ATTACK, tie::BOOST, tie::GUARD] {
        cut(game, kind, card);
    }
}

/// Ties of cards that are gone mean nothing.
pub(super) fn forget_gone(game: &mut Game) {
    let mut kept = std::mem::take(&mut game.state.ties);
    kept.retain(|t| game.state.alive(t.a) && (t.b == Ref::NONE || game.state.alive(t.b)));
    game.state.ties = kept;
}
