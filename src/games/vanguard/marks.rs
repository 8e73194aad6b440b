//! What cards on circles can be: locked, deleted, hearts (10.1.21, 10.1.25, 10.1.26).

use super::circles;
use super::tables::note;
use crate::exec::Game;
use crate::kernel::{Cause, Ev, EvKind, Flag, Note, Ref};

/// The flags of the marks.
pub(super) mod mark {
    use super::Flag;
    pub(crate) const LOCKED: Flag = Flag::Marked;
    pub(crate) const DELETED: Flag = Flag::Second;
    pub(crate) const HEART: Flag = Flag::Third;
    pub(crate) const ALL: [Flag; 3] = [LOCKED, DELETED, HEART];
}

/// Whether a card has a mark.
pub(super) fn has(game: &Game, card: Ref, which: Flag) -> bool {
    game.state.alive(card) && game.state.card(card.ix).is(which)
}

/// A mark by its number in events.
fn number(which: Flag) -> u8 {
    match which {
        mark::LOCKED => 0,
        mark::DELETED => 1,
        _ => 2,
    }
}

/// 10.1.21.2, 10.1.23.2: a card that is locked or unlocked is another card then; deleting and becoming a heart do not change it.
pub(super) fn renews(which: u8) -> bool {
    which == number(mark::LOCKED)
}

/// A card gets (or loses) a mark.
fn event(game: &Game, card: Ref, which: Flag, on: bool, tag: Note, cause: Cause) -> Ev {
    let cell = game.state.card(card.ix).cell;
    Ev {
        kind: EvKind::Mark(number(which)),
        tag,
        subj: card,
        who: game.master(card),
        from: cell,
        to: cell,
        n: i32::from(on),
        // 10.1.21.2, 10.1.25.2: locked and deleted cards lie face down; 10.1.26.2: a heart face up.
        face_down: on && which != mark::HEART,
        cause,
        ..Ev::default()
    }
}

/// A card is locked (10.1.21.1).
pub(super) fn lock(game: &Game, card: Ref, cause: Cause) -> Ev {
    Ev {
        // 10.1.21.4: it neither stands nor rests.
        side: super::tables::orient::NONE,
        ..event(game, card, mark::LOCKED, true, note::LOCK, cause)
    }
}

/// A card is unlocked (10.1.23.1); it stands then (10.1.23.3).
pub(super) fn unlock(game: &Game, card: Ref, cause: Cause) -> Ev {
    event(game, card, mark::LOCKED, false, note::UNLOCK, cause)
}

/// A unit is deleted (10.1.25.1).
pub(super) fn delete(game: &Game, card: Ref, cause: Cause) -> Ev {
    event(game, card, mark::DELETED, true, note::DELETE, cause)
}

/// A deleted unit is turned face up again (10.1.25.5).
pub(super) fn restore(game: &Game, card: Ref, cause: Cause) -> Ev {
    event(game, card, mark::DELETED, false, note::RESTORE, cause)
}

/// A vanguard becomes a heart of the unit that strides over it: face up and standing (10.1.26.2, ruling R30). What was deleted is so no more.
pub(super) fn become_heart(game: &Game, card: Ref, over: Ref, cause: Cause) -> Ev {
    Ev {
        obj: over,
        side: super::tables::orient::STANDING,
        ..event(game, card, mark::HEART, true, note::HEART, cause)
    }
}

/// A heart is a vanguard again, with the orientation of the G unit that goes (10.1.27.5).
pub(super) fn end_heart(game: &Game, card: Ref, orient: u8, cause: Cause) -> Ev {
    Ev {
        side: orient,
        ..event(game, card, mark::HEART, false, note::UNHEART, cause)
    }
}

/// The marks end with the circle: a card that has left the field has none.
pub(super) fn clear(game: &mut Game, ix: u16) {
    if let Some(card) = game.state.cards.get_mut(usize::from(ix)) {
        for flag in mark::ALL {
            card.set(flag, false);
        }
    }
}

/// A player's cards on circles with a mark.
pub(super) fn marked(game: &Game, p: crate::kernel::P, which: Flag) -> Vec<Ref> {
    let cells = [circles::vc(p), circles::gc(p)].into_iter().chain(circles::rcs(p));
    let cards = cells.flat_map(|c| circles::cards(game, c).collect::<Vec<_>>());
    cards.filter(|c| has(game, *c, which)).collect()
}
