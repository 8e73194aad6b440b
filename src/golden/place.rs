//! Where the cards of a test lie, and which card a line means.

use super::board::seat;
use crate::exec::{Game, player_word};
use crate::ir::{CardRef, Spot, TestCard, TestCards};
use crate::kernel::{CellId, Flag, P, Ref, ZoneId};
use std::fmt::Write as _;

/// The cells of a player's place.
pub(super) fn cells(game: &Game, p: P, spot: &Spot) -> Result<Vec<CellId>, String> {
    let layout = game.kernel().layout();
    let none = |what: &str| format!("this game has no place `{what}`");
    let zone = |zone: &str| -> Result<Vec<CellId>, String> {
        let zone = layout.zone_named(zone).ok_or_else(|| none(zone))?;
        Ok(layout.cells_of(p, zone).collect())
    };
    match spot {
        Spot::Zone(name) | Spot::Card { zone: Some(name), .. } => zone(name),
        Spot::Position(name) => Ok(vec![layout.position_named(p, name).ok_or_else(|| none(name))?]),
        Spot::Markers(name) => {
            let name = format!("{name} markers");
            Ok(vec![layout.position_named(p, &name).ok_or_else(|| none(&name))?])
        }
        Spot::Card { zone: None, .. } => {
            let zones = (0u8..).map(ZoneId).zip(layout.zones());
            // A card of the hand is called by its zone.
            let hand = game.kernel().tables().hand;
            // The vocabulary names the zone whose cards belong to those at work although no effect computes them.
            let beside = game.kernel().vocab().policy("beside");
            let at_work = zones.filter(|(id, zone)| zone.computed && *id != hand || beside == Some(zone.name));
            Ok(at_work.flat_map(|(id, _)| layout.cells_of(p, id)).collect())
        }
    }
}

/// Whether a cell is listed from its top: decks are.
pub(super) fn from_top(game: &Game, cell: CellId) -> bool {
    let layout = game.kernel().layout();
    let zone = game.zone_of(cell);
    let row = layout.zone(zone);
    zone == game.kernel().tables().deck || row.ordered && row.name.ends_with("-deck")
}

/// The cards of a place in the order they are listed: a deck from its top, other piles from the bottom. Without a player, those of both.
pub(super) fn cards(game: &Game, p: Option<P>, spot: &Spot) -> Result<Vec<Ref>, String> {
    let mut all = Vec::new();
    for p in p.map_or_else(|| P::BOTH.to_vec(), |p| vec![p]) {
        for cell in cells(game, p, spot)? {
            let mut cards: Vec<Ref> = game
                .state
                .cells
                .cards(cell)
                .iter()
                .map(|ix| game.state.now(*ix))
                .collect();
            if from_top(game, cell) {
                cards.reverse();
            }
            all.extend(cards);
        }
    }
    if p.is_none() {
        // What both players have announced lies in one row.
        all.sort_by_key(|card| waiting(game, *card));
    }
    if let Spot::Card { name, .. } = spot {
        all.retain(|card| self::name(game, *card) == name);
        // An ability that waits goes by the name of its card; a line about the card means the card.
        let is_card = |card: &Ref| !game.state.card(card.ix).is(Flag::Pseudo);
        if all.iter().any(is_card) {
            all.retain(is_card);
        }
    }
    if let Spot::Card { nth: Some(nth), .. } = spot {
        let at = usize::try_from(nth.saturating_sub(1)).unwrap_or(usize::MAX);
        all = all.get(at).copied().into_iter().collect();
    }
    Ok(all)
}

/// Which of the cards of its name in its zone a card is, from 1, as the zone is listed.
pub(super) fn number(game: &Game, card: Ref) -> Option<u32> {
    let layout = game.kernel().layout();
    let spec = layout.cell(game.state.card(card.ix).cell);
    let spot = Spot::Zone(layout.zone(spec.zone).name.to_owned());
    let mut like = cards(game, Some(spec.player), &spot).ok()?;
    like.retain(|other| name(game, *other) == name(game, card));
    let at = like.iter().position(|other| *other == card)?;
    u32::try_from(at + 1).ok()
}

/// When something was announced.
fn waiting(game: &Game, card: Ref) -> (usize, u32) {
    let at = game.state.pending.iter().position(|p| p.card == card);
    (at.unwrap_or(usize::MAX), game.state.card(card.ix).placed)
}

/// What waits to resolve, the first announced first; nothing in a game where nothing waits.
pub(super) fn waiting_row(game: &Game) -> Vec<Ref> {
    let layout = game.kernel().layout();
    let Some(zone) = game.kernel().tables().stack_zone else {
        return Vec::new();
    };
    let cells = P::BOTH.into_iter().flat_map(|p| layout.cells_of(p, zone));
    let cards = cells.flat_map(|cell| game.state.cells.cards(cell).iter().map(|ix| game.state.now(*ix)));
    let mut all: Vec<Ref> = cards.collect();
    all.sort_by_key(|card| waiting(game, *card));
    all
}

/// The name by which tests call a card: that of its front. What stands for an ability goes by the name of the ability's card.
pub(super) fn name(game: &Game, card: Ref) -> &str {
    let c = game.state.card(card.ix);
    let mut def = c.def;
    if c.is(Flag::Pseudo)
        && let Some(waits) = game.state.pending.iter().find(|p| p.card == card)
        && waits.src.is_some()
        && waits.src.as_player().is_none()
    {
        def = game.state.card(waits.src.ix).def;
    }
    game.pool.front_name(def)
}

/// Whether a card is the one a line means.
pub(super) fn is_card(game: &Game, card: Ref, wanted: &CardRef) -> bool {
    if !card.is_some() || card.as_player().is_some() || name(game, card) != wanted.name {
        return false;
    }
    let cell = game.state.card(card.ix).cell;
    let whose = game.kernel().layout().cell(cell).player;
    wanted.of.is_none_or(|of| seat(of) == whose)
        && (wanted.nth.is_none() || wanted.nth == number(game, card))
        && wanted
            .spot
            .as_ref()
            .is_none_or(|spot| cells(game, whose, spot).is_ok_and(|cells| cells.contains(&cell)))
}

/// Whether two cards have the same damage, the same counters, and nothing on them or both on the same.
pub(super) fn marks_alike(game: &Game, a: Ref, b: Ref) -> bool {
    let state = &game.state;
    let (x, y) = (state.laid(a.ix), state.laid(b.ix));
    let counters = |ix: u16| -> Vec<(u8, u16)> {
        let own = state.counters.iter().filter(|c| c.card == ix);
        own.map(|c| (c.kind, c.n)).collect()
    };
    let bare = |card: Ref| !state.laid.iter().any(|l| l.host == card);
    // Where cards are told apart by when they came, it is seen which ones came in this turn.
    let same_time = game.kernel().tables().stack_zone.is_none() || is_fresh(game, a) == is_fresh(game, b);
    x.damage == y.damage
        && x.host == y.host
        && counters(a.ix) == counters(b.ix)
        && (a == b || bare(a) && bare(b))
        && same_time
}

/// Whether a card came under its player's control, or was set, in this turn.
pub(super) fn is_fresh(game: &Game, card: Ref) -> bool {
    game.state.card(card.ix).turn == game.state.turn.number
}

/// The kind of counter with this name.
pub(super) fn counter_kind(game: &Game, name: &str) -> Result<u8, String> {
    let kind = game.pool.counter_kind(name);
    kind.ok_or_else(|| format!("the engine does not know the counter `{name}`"))
}

/// Whether a card is in a state, by the word of a test.
pub(super) fn in_state(game: &Game, card: Ref, state: &str) -> Result<bool, String> {
    let tables = game.kernel().tables();
    let c = game.state.card(card.ix);
    let number = |list: &[&str]| {
        let at = list.iter().position(|s| *s == state);
        at.and_then(|at| u8::try_from(at).ok())
    };
    match state {
        "face-down" => return Ok(c.is(Flag::FaceDown)),
        "face-up" => return Ok(!c.is(Flag::FaceDown)),
        _ => {}
    }
    if let Some(orient) = number(tables.orients) {
        return Ok(c.orient == orient);
    }
    if let Some(state) = number(tables.states) {
        return Ok(game.kernel().state(game, card, state));
    }
    match state {
        "fresh" => Ok(is_fresh(game, card)),
        "copy" => Ok(c.is(Flag::Copy)),
        "ability" => Ok(c.is(Flag::Pseudo)),
        _ => Err(format!("the engine does not know the state `{state}`")),
    }
}

/// Whether a card is what an entry of a list says.
pub(super) fn fits(game: &Game, card: Ref, wanted: &TestCards) -> Result<bool, String> {
    let TestCard::Named(wanted_name) = &wanted.what else {
        return Ok(false);
    };
    let (c, laid) = (game.state.card(card.ix), game.state.laid(card.ix));
    let damage = |damage: u32| i64::from(damage) == i64::from(laid.damage);
    let mut fits = name(game, card) == wanted_name
        && wanted.owner.is_none_or(|o| seat(o) == c.owner)
        && wanted.damage.is_none_or(damage)
        && wanted
            .side
            .as_ref()
            .is_none_or(|side| game.pool.side_word(c.def) == side)
        && wanted.on.as_ref().is_none_or(|on| is_card(game, laid.host, on));
    for counters in &wanted.counters {
        let kind = counter_kind(game, &counters.kind)?;
        fits &= i64::from(game.state.counter(card.ix, kind)) == i64::from(counters.count);
    }
    for state in &wanted.states {
        fits = fits && in_state(game, card, state)?;
    }
    Ok(fits)
}

/// How much an entry of a list says about its card besides the name.
pub(super) fn says(entry: &TestCards) -> usize {
    let said = [
        entry.owner.is_some(),
        entry.damage.is_some(),
        entry.side.is_some(),
        entry.on.is_some(),
    ];
    entry.states.len() + entry.counters.len() + said.into_iter().filter(|said| *said).count()
}

/// A card with its states, as a test would write it.
pub(super) fn described(game: &Game, card: Ref) -> String {
    let c = game.state.card(card.ix);
    let layout = game.kernel().layout();
    let cell = layout.cell(c.cell);
    let zone = layout.zone(cell.zone);
    let mut text = format!("\"{}\"", name(game, card));
    if c.is(Flag::Pseudo) {
        // What the vocabulary lists for tests says what it is.
        let words = game.kernel().vocab().test_states();
        let what = words.filter(|word| *word != "fresh" && in_state(game, card, word) == Ok(true));
        for word in what {
            let _ = write!(text, " {word}");
        }
    } else if zone.computed {
        let orient = game.kernel().tables().orients.get(usize::from(c.orient));
        let _ = write!(text, " {}", orient.copied().unwrap_or(""));
    }
    if c.is(Flag::FaceDown) != zone.face_down {
        text.push_str(if zone.face_down { " face-up" } else { " face-down" });
    }
    let side = game.pool.side_word(c.def);
    if side != "front" {
        let _ = write!(text, " side {side}");
    }
    let laid = game.state.laid(card.ix);
    if laid.damage != 0 {
        let _ = write!(text, " damage {}", laid.damage);
    }
    for counter in game.state.counters.iter().filter(|counter| counter.card == card.ix) {
        let _ = write!(text, " with {} {}", counter.n, game.pool.counter_name(counter.kind));
    }
    if laid.host.is_some() && laid.host.as_player().is_none() {
        let _ = write!(text, " on \"{}\"", name(game, laid.host));
    }
    if c.owner != cell.player {
        let _ = write!(text, " of {}", player_word(c.owner));
    }
    text
}
