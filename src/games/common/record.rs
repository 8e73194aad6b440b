//! The numbers that a game keeps in the state for itself: amounts, sets of bits, cards.

use crate::exec::Game;
use crate::exec::code::bits;
use crate::kernel::{P, Ref};

/// A number.
pub(in crate::games) fn get(game: &Game, at: usize) -> i32 {
    game.state.ext.get(at).copied().unwrap_or(0)
}

/// A number changes; what was computed from it is computed again.
pub(in crate::games) fn set(game: &mut Game, at: usize, value: i32) {
    if let Some(place) = game.state.ext.get_mut(at)
        && *place != value
    {
        *place = value;
        game.touch(bits::EXT);
    }
}

/// Whether a bit is set, or one of several.
pub(in crate::games) fn is(game: &Game, at: usize, bit: i32) -> bool {
    get(game, at) & bit != 0
}

/// Sets bits or clears them.
pub(in crate::games) fn put(game: &mut Game, at: usize, bit: i32, on: bool) {
    let now = get(game, at);
    set(game, at, if on { now | bit } else { now & !bit });
}

/// The bit of a player: that of the first player, or the next one.
pub(in crate::games) fn of(bit: i32, who: P) -> i32 {
    bit << i32::from(who.0)
}

/// A card or player.
pub(in crate::games) fn card(game: &Game, at: usize) -> Ref {
    match get(game, at) {
        0 => Ref::NONE,
        -1 => Ref::player(P::ONE),
        -2 => Ref::player(P::TWO),
        word => Ref {
            ix: u16::try_from((word >> 16) - 1).unwrap_or(u16::MAX),
            life: u16::try_from(word & 0xFFFF).unwrap_or(0),
        },
    }
}

/// A card as long as it has not become another object.
pub(in crate::games) fn living(game: &Game, at: usize) -> Ref {
    let card = card(game, at);
    if card.is_some() && game.state.alive(card) {
        card
    } else {
        Ref::NONE
    }
}

/// Keeps a card or player.
pub(in crate::games) fn set_card(game: &mut Game, at: usize, object: Ref) {
    let word = if let Some(p) = object.as_player() {
        -1 - i32::from(p.0)
    } else if object.is_some() {
        (i32::from(object.ix) + 1) << 16 | i32::from(object.life)
    } else {
        0
    };
    set(game, at, word);
}
