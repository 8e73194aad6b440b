//! Links between followers and cards of the evolve zone (5.15.1) and the race zone (14.2.1.1). The linked card remembers its follower as what it lies on;
//! a follower that has left the field is another card, so the link is lost with it (5.15.4, 14.2.1.3).

use super::layout;
use super::tables::zone;
use crate::exec::{Game, Refs};
use crate::kernel::{P, Ref, ZoneId};

/// The cards of a player's zone.
pub(super) fn cards(game: &Game, who: P, zone: ZoneId) -> Refs {
    let cards = game.state.cells.cards(layout().of(who, zone)).iter();
    cards.map(|ix| game.state.now(*ix)).collect()
}

/// The cards of a zone, the turn player's first.
pub(super) fn all(game: &Game, zone: ZoneId) -> Refs {
    let tp = game.state.turn.player;
    let mut out = cards(game, tp, zone);
    out.extend(cards(game, tp.other(), zone));
    out
}

/// Where a card is.
pub(super) fn zone_of(game: &Game, card: Ref) -> ZoneId {
    game.zone_of(game.state.card(card.ix).cell)
}

/// Whether a reference means a card that is on a field now.
pub(super) fn on_field(game: &Game, card: Ref) -> bool {
    card.is_some() && card.as_player().is_none() && game.state.alive(card) && zone_of(game, card) == zone::FIELD
}

/// The follower that a card of the evolve zone or race zone is linked to.
pub(super) fn host(game: &Game, card: Ref) -> Option<Ref> {
    let host = game.state.laid(card.ix).host;
    on_field(game, host).then_some(host)
}

/// The cards of a zone that are linked to a follower, the latest link last.
pub(super) fn linked(game: &Game, follower: Ref, zone: ZoneId) -> Refs {
    if !was_linked(game, follower, zone) {
        return Refs::new();
    }
    let mut out: Refs = all(game, zone)
        .into_iter()
        .filter(|c| host(game, *c) == Some(follower))
        .collect();
    out.sort_by_key(|c| game.state.card(c.ix).entered);
    out
}

/// Whether a card is linked to one of a zone; of a follower that has left the field just now, whether it was.
pub(super) fn was_linked(game: &Game, follower: Ref, zone: ZoneId) -> bool {
    let mut linked = game.state.laid.iter().filter(|l| l.host == follower);
    linked.any(|l| game.zone_of(game.state.card(l.card).cell) == zone)
}

/// The cards of the evolve zone that were linked to a follower last; several if that was at once (11.6.2).
pub(super) fn newest(game: &Game, follower: Ref) -> Refs {
    let mut out = linked(game, follower, zone::EVOLVE);
    let last = out.last().map(|c| game.state.card(c.ix).entered);
    out.retain(|c| Some(game.state.card(c.ix).entered) == last);
    out
}
