//! Announcements, and what was chosen for their texts.

use crate::exec::Game;
use crate::kernel::{AbilityIx, Captured, CellId, EvInfo, P, Pending, Ref, Slot};
use std::sync::Arc;

/// Puts an announcement on top of the others.
pub(in crate::games) fn announce(game: &mut Game, mut pending: Pending) {
    game.state.seq += 1;
    pending.seq = game.state.seq;
    game.state.pending.push(pending);
}

/// An announcement of an ability, with what lies on the stack for it and its kind.
pub(in crate::games) fn of_ability(
    (card, kind): (Ref, u8),
    who: P,
    ability: AbilityIx,
    (src, src0): (Ref, Ref),
    ev: EvInfo,
    held: Option<Arc<Captured>>,
) -> Pending {
    Pending {
        card,
        kind,
        me: who,
        ability,
        src,
        src0,
        ev,
        texts: vec![(ability, held)],
        x: [0; 2],
        bits: 0,
        from: CellId(u8::MAX),
        seq: 0,
    }
}

/// What the latest announcement has chosen so far for a text.
pub(in crate::games) fn held_of(game: &Game, at: AbilityIx) -> Option<Arc<Captured>> {
    let pending = game.state.pending.last()?;
    pending.texts.iter().find(|(text, _)| *text == at)?.1.clone()
}

/// What was chosen, with one more number.
pub(in crate::games) fn with_number(held: Option<&Captured>, slot: u16, n: i32) -> Arc<Captured> {
    let mut out = held.cloned().unwrap_or(Captured {
        slots: Vec::new(),
        words: Vec::new(),
        ev: EvInfo::default(),
        src: Ref::NONE,
        start: 0,
    });
    let at = usize::from(slot);
    if out.slots.len() <= at {
        out.slots.resize(at + 1, Slot::Empty);
    }
    if let Some(place) = out.slots.get_mut(at) {
        *place = Slot::Num(n);
    }
    Arc::new(out)
}
