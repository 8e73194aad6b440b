//! Information of cards that the rules work out: the defense of leaders (2.8.3.1), evolved followers (5.15.2), Rush of those that raced (14.2.3.1), lost
//! defense (5.13.1).

use super::links;
use super::record;
use super::tables::{attr, card_type, keyword, zone};
use crate::exec::Game;
use crate::kernel::{AttrId, Chars, DefId, Ref};

/// The defense of a leader (2.8.3.1).
const LEADER_DEFENSE: i32 = 20;

/// 10.9.1.1.1: followers that have the information of an evolved card.
pub(super) fn covered(game: &Game) -> Vec<(Ref, DefId)> {
    let mut cards = links::all(game, zone::EVOLVE);
    // The latest link wins (11.6.2): the engine takes the last one of a card.
    cards.sort_by_key(|c| game.state.card(c.ix).entered);
    let linked = cards.into_iter().filter_map(|card| {
        let host = links::host(game, card)?;
        Some((host, game.state.card(card.ix).def))
    });
    linked.collect()
}

/// Changes what is printed.
pub(super) fn rebase(game: &Game, card: Ref, chars: &mut Chars) {
    let own = &game.pool.def(game.state.card(card.ix).def).printed;
    if chars.types & card_type::LEADER != 0 {
        put(chars, attr::DEFENSE, LEADER_DEFENSE);
    }
    // 5.15.2: all but the cost.
    put(chars, attr::COST, own.attr(attr::COST.ix()));
    // Ruling D19: as long as it is linked.
    if record::has_raced(game, card) && !links::linked(game, card, zone::RACE).is_empty() {
        chars.keywords |= game.pool.known_keyword(keyword::RUSH);
    }
}

fn put(chars: &mut Chars, which: AttrId, n: i32) {
    if let Some(value) = chars.attrs.get_mut(which.ix()) {
        *value = n;
    }
    chars.has |= which.bit();
}

/// 2.8.2, 5.15.3: what was lost is taken off at the end.
pub(super) fn finish(game: &Game, card: Ref, chars: &mut Chars) {
    let lost = game.state.laid(card.ix).damage;
    if lost != 0
        && let Some(value) = chars.attrs.get_mut(attr::DEFENSE.ix())
    {
        *value = value.saturating_sub(lost);
    }
}
