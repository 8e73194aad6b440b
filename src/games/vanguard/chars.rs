//! What is true of cards on circles before and after effects.

use super::circles;
use super::hearts;
use super::marks::{self, mark};
use super::tables::{attr, keyword, zone};
use crate::exec::Game;
use crate::kernel::{Chars, Flag, Ref};

/// Every unit makes one drive check if nothing says more (ruling R07).
const BASE_DRIVE: i32 = 1;

/// Before any effect: what locked and deleted cards and hearts have lost, the base of the drive, what a heart lends.
pub(super) fn rebase(game: &Game, card: Ref, chars: &mut Chars) {
    if marks::has(game, card, mark::LOCKED) {
        // 10.1.21.3: no characteristic is left.
        *chars = Chars {
            def: chars.def,
            lost: true,
            ..Chars::default()
        };
        return;
    }
    let (power, original) = (attr::POWER.ix(), attr::ORIGINAL_POWER.ix());
    if marks::has(game, card, mark::HEART) {
        // 10.1.26.3: only name and power.
        let kept = *chars;
        *chars = Chars {
            def: kept.def,
            name_count: kept.name_count,
            names: kept.names,
            has: kept.has & (attr::POWER.bit() | attr::ORIGINAL_POWER.bit()),
            lost: true,
            ..Chars::default()
        };
        for at in [power, original] {
            if let (Some(to), Some(from)) = (chars.attrs.get_mut(at), kept.attrs.get(at)) {
                *to = *from;
            }
        }
        return;
    }
    if marks::has(game, card, mark::DELETED) {
        // 10.1.25.3 (ruling R11): the original power is 0, the text is gone, skill icons stay.
        for at in [power, original] {
            if let Some(value) = chars.attrs.get_mut(at) {
                *value = 0;
            }
        }
        let icons = [
            keyword::BOOST,
            keyword::INTERCEPT,
            keyword::TWIN_DRIVE,
            keyword::TRIPLE_DRIVE,
        ];
        chars.keywords &= icons.iter().fold(0, |all, k| all | game.pool.known_keyword(*k));
        chars.lost = true;
    }
    if let Some(drive) = chars.attrs.get_mut(attr::DRIVE.ix()) {
        *drive = BASE_DRIVE;
        chars.has |= attr::DRIVE.bit();
    }
    // 10.1.26.5.1: the name of the chosen heart, and the power that is printed on it besides the own one.
    if game.zone_of(game.state.card(card.ix).cell) == zone::VC
        && let Some(heart) = hearts::lender(game, card)
    {
        let lent = &game.pool.def(game.state.card(heart.ix).def).printed;
        if let Some(value) = chars.attrs.get_mut(power) {
            *value = value.saturating_add(lent.attr(power));
        }
        for name in lent.all_names() {
            chars.add_name(*name);
        }
    }
}

/// Whether effects give a card anything: nothing that is given counts for a locked card (10.1.21.3), a heart (10.1.26.3) and a card that is bound face
/// down (4.9.2.2). What still lasts counts again when the card is a vanguard again.
pub(super) fn receives(game: &Game, card: Ref) -> bool {
    let on = game.state.card(card.ix);
    let bound = game.zone_of(on.cell) == zone::BIND && on.is(Flag::FaceDown);
    !bound && !on.is(mark::LOCKED) && !on.is(mark::HEART)
}

/// After all effects: of several drive abilities only the largest counts (10.2.1.2).
pub(super) fn finish(game: &Game, card: Ref, chars: &mut Chars) {
    if !circles::is_circle(game.zone_of(game.state.card(card.ix).cell)) {
        return;
    }
    let has = |k: usize| chars.keywords & game.pool.known_keyword(k) != 0;
    let more = if has(keyword::TRIPLE_DRIVE) {
        2
    } else {
        i32::from(has(keyword::TWIN_DRIVE))
    };
    if let Some(drive) = chars.attrs.get_mut(attr::DRIVE.ix()) {
        *drive = drive.saturating_add(more);
    }
}
